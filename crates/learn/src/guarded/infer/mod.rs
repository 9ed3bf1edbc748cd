//! Guards from examples: the simplest conditions that hold in all calls that passed and in none that failed.
//!
//! The calls become a [table](table) of different rows and of features that vary. Every guard has one
//! [complexity](complexity), and the search goes from simple guards to complex ones:
//!
//! 1. [literals](literal): flags, texts, and comparisons of one feature with the simplest number in the gap;
//! 2. sums of two features with factors 1 and -1: `limit - position >= 1`, `head != tail`;
//! 3. sums of two features with one small factor: `2 * balance - limit >= 1`; then disjunctions of two literals, and sums
//!    of three features;
//! 4. sets: a feature is one of several numbers or texts, `arg1 == 7 || arg1 == 42 || arg1 == 300`;
//! 5. [linear] separators with other factors, by linear programming; sums that overflow;
//! 6. disjunctions of three literals, and at last a small decision [tree], if there is no guard yet.
//!
//! After each step the cheapest set of clauses that rules out all failing rows is [sought](cover), from two
//! [sides](side): clauses that hold in all passing rows and rule out the failing ones, joined by *and*; and clauses that
//! hold in all failing rows, negated and joined by *or*. The search ends when no guard of a further step can be simpler
//! than what was found. What is found is [written](polish) as people would.
//!
//! Of many rows a [sample](sampled) is looked at first. All limits are counts: the same rows give the same guards, whatever their order and however slow the machine.
//!
//! # Six rows
//!
//! ```text
//!   limit  position  flag   passes        limit - position
//!     3       0       no     yes                3
//!     3       2       yes    yes                1
//!     3       3       no     no                 0
//!     5       4       yes    yes                1
//!     5       5       yes    no                 0
//!     0       0       no     no                 0
//! ```
//!
//! No comparison of one feature separates these rows: `position` 0 passes once and fails once. The
//! difference of two does, with the gap between 0 and 1: `limit - position >= 1`.

mod bits;
mod complexity;
mod cover;
mod linear;
mod literal;
mod polish;
mod sampled;
mod scale;
mod side;
mod table;
#[cfg(test)]
mod tests;
mod tree;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use typestar_model::guarded::{Comparison, Features, Guard, Sum};

use crate::oracle::{Check, Halt};

use complexity::{
    LEAST_OF_DISJUNCTIONS, LEAST_OF_FACTORS, LEAST_OF_LINEAR, LEAST_OF_OVERFLOWS, LEAST_OF_PAIRS, LEAST_OF_SETS,
    LEAST_OF_TRIPLES, RIVAL, complexity, member_of,
};
use literal::Literal;
use side::Side;
pub(super) use table::is_argument;
use table::{Column, Table};

/// How many conditions a guard has at most. Beyond that it tells the rows one by one.
const MOST_LITERALS: usize = 8;
/// A field with more values than these is no name for something,
const FEW_VALUES: usize = 16;
/// and if such fields are compared with so many numbers
const MOST_PIECES: usize = 2;
/// that are as large as this, their bits are what matters.
const LARGE: u64 = 1 << 16;

/// A call: what was known before it, and whether it passed.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// What was known.
    pub features: &'a Features,
    /// Whether the call passed.
    pub passes: bool,
}

/// Why there is no guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseparable {
    /// The same was known before these two calls, by their places, and one passed and the other failed.
    Contradiction(usize, usize),
    /// Every guard that was tried is wrong for some row.
    NotFound,
}

/// The guards that fit all rows, the simplest first, at most so many. Those behind the first are rivals, which further
/// calls may tell from it.
///
/// ```
/// use typestar_learn::guarded::{Row, guards};
/// use typestar_model::Value;
/// use typestar_model::guarded::Features;
///
/// let rows = [(3, 0, true), (3, 2, true), (3, 3, false), (5, 4, true), (5, 5, false), (0, 0, false)];
/// let features = rows.map(|(limit, position, _)| {
///     let numbers = [("limit", limit), ("position", position)];
///     numbers.map(|(name, number)| (name.to_owned(), Value::Integer(number))).into_iter().collect::<Features>()
/// });
/// let calls: Vec<Row> =
///     features.iter().zip(rows).map(|(features, (.., passes))| Row { features, passes }).collect();
/// assert_eq!(guards(&calls, 1).unwrap()[0].to_string(), "limit - position >= 1");
/// ```
pub fn guards(rows: &[Row], most: usize) -> Result<Vec<Guard>, Unseparable> {
    guards_in_time(rows, most, &mut || Ok(())).expect("nobody wants the end")
}

/// The same, where somebody may want the end: before each step of the search it is looked whether there is time.
pub(super) fn guards_in_time(rows: &[Row], most: usize, check: Check) -> Result<Result<Vec<Guard>, Unseparable>, Halt> {
    check()?;
    let table = match Table::new(rows) {
        Ok(table) => table,
        Err(unseparable) => return Ok(Err(unseparable)),
    };
    Ok(match (table.passing.is_empty(), table.failing.is_empty()) {
        (_, true) => Ok(vec![Guard::ALWAYS]),
        (true, _) => Ok(vec![Guard::NEVER]),
        _ => sampled::guards(&table, most.max(1), check)?.ok_or(Unseparable::NotFound),
    })
}

/// The guards found so far, and what they are made of.
///
/// Both sides work on the same table; `found` is sorted by complexity, and then by the guard itself, so
/// that the result does not depend on the order in which guards are found.
struct Search<'t, 'a> {
    table: &'t Table<'a>,
    most: usize,
    literals: Vec<Literal>,
    sides: [Side<'t, 'a>; 2],
    found: BTreeSet<(u32, Guard)>,
    /// What was looked at already: each step finds most guards of the steps before it again.
    known: HashSet<Guard>,
}

impl<'t, 'a> Search<'t, 'a> {
    fn new(table: &'t Table<'a>, most: usize) -> Self {
        let sides = [true, false].map(|passes| Side::new(table, passes));
        Self { table, most, literals: literal::plain(table), sides, found: BTreeSet::new(), known: HashSet::new() }
    }

    /// The guards, the simplest first; none if there are none.
    fn run(mut self, check: Check) -> Result<Vec<Guard>, Halt> {
        let plain = self.literals.clone();
        self.step(0, check, |side, _| {
            side.add_literals(&plain);
            side.add_sums(1);
        })?;
        self.step(LEAST_OF_PAIRS, check, |side, _| side.add_sums(2))?;
        self.step(LEAST_OF_FACTORS, check, |side, _| side.add_sums_with_factors())?;
        self.literals.extend(literal::thresholds(self.table));
        self.step(LEAST_OF_DISJUNCTIONS, check, |side, literals| side.add_disjunctions(literals, 2))?;
        self.step(LEAST_OF_SETS, check, |side, literals| side.add_sets(literals))?;
        self.step(LEAST_OF_TRIPLES, check, |side, _| side.add_sums_of_three())?;
        self.step(LEAST_OF_LINEAR, check, |side, _| side.add_planes())?;
        self.step(LEAST_OF_OVERFLOWS, check, |side, _| side.add_overflows())?;
        if self.found.is_empty() {
            self.step(0, check, |side, literals| side.add_disjunctions(literals, 3))?;
        }
        if self.found.is_empty() {
            check()?;
            tree::guard(self.table, &self.literals).into_iter().for_each(|guard| self.take(guard));
        }
        self.rivals();
        Ok(self.found.into_iter().map(|(_, guard)| guard).take(self.most).collect())
    }

    /// Takes further clauses on both sides and looks for guards, unless what was found is simpler than all such guards.
    ///
    /// `least` is a lower bound for all that the step could find. Most methods end after the first
    /// step.
    fn step(&mut self, least: u32, check: Check, mut add: impl FnMut(&mut Side, &[Literal])) -> Result<(), Halt> {
        if self.found.first().is_some_and(|(best, _)| *best <= least) {
            return Ok(());
        }
        for place in 0..self.sides.len() {
            check()?;
            add(&mut self.sides[place], &self.literals);
            for guard in self.sides[place].guards(self.most) {
                self.take(guard);
            }
        }
        Ok(())
    }

    /// Keeps a guard if it is one: not too long, not about bits, and right in all rows.
    ///
    /// Every guard is checked on all rows here, whatever the step that found it may have promised.
    fn take(&mut self, guard: Guard) {
        let is_new = self.known.insert(guard.clone());
        if is_new && length(&guard) <= MOST_LITERALS && !reads_bits(self.table, &guard) && self.table.fits(&guard) {
            let guard = polish::polished(self.table, guard);
            self.found.insert((complexity(self.table, &guard), guard));
        }
    }

    /// Adds the guards that other features of the same values would make, and drops what is far from the simplest.
    fn rivals(&mut self) {
        let first: Vec<Guard> = self.found.iter().map(|(_, guard)| guard.clone()).take(self.most).collect();
        for guard in first {
            for other in with_aliases(self.table, &guard) {
                self.found.insert((complexity(self.table, &other), other));
            }
        }
        let limit = self.found.first().map_or(0, |(best, _)| best + RIVAL);
        self.found.retain(|(cost, _)| *cost <= limit);
    }
}

/// How many conditions a guard is made of. Two members of a set of three or more count as one: they share their feature.
fn length(guard: &Guard) -> usize {
    match guard {
        Guard::All(parts) => parts.iter().map(length).sum(),
        Guard::Any(parts) => {
            let mut members: BTreeMap<&str, usize> = BTreeMap::new();
            parts.iter().filter_map(member_of).for_each(|feature| *members.entry(feature).or_default() += 1);
            let is_other = |part: &&Guard| member_of(part).is_none();
            let others: usize = parts.iter().filter(is_other).map(length).sum();
            others + members.values().map(|&members| members.div_ceil(2).max(members.min(2))).sum::<usize>()
        }
        _ => 1,
    }
}

/// Whether it cuts large numbers of the object into pieces: several counts that share one number, as bits, have no borders,
/// and pieces that fit what was seen say nothing of the rest.
fn reads_bits(table: &Table, guard: &Guard) -> bool {
    let mut pieces = 0;
    for sum in comparisons(guard) {
        let [(_, name)] = &sum.terms[..] else {
            pieces += usize::from(sum.terms.iter().any(|(factor, name)| factor.abs() > 1 && has_bits(table, name)));
            continue;
        };
        let is_large = sum.bound.whole().is_none_or(|bound| bound.unsigned_abs() > LARGE);
        let has_many_values = table.column(name).is_some_and(|column| !column.is_decimal && column.values > FEW_VALUES);
        if is_large && has_many_values && !is_argument(name) {
            let is_one_number = matches!(sum.comparison, Comparison::Equal | Comparison::Differs);
            pieces += if is_one_number { MOST_PIECES } else { 1 };
        }
    }
    pieces >= MOST_PIECES
}

/// Whether a field has many values, and some that are so large that several counts may share them.
fn has_bits(table: &Table, name: &str) -> bool {
    let is_large = |number: &i64| number.unsigned_abs() > LARGE;
    let has_large = |column: &Column| column.numbers.iter().flatten().any(is_large);
    let is_field = !is_argument(name);
    is_field && table.column(name).is_some_and(|column| column.values > FEW_VALUES && has_large(column))
}

/// The comparisons that a guard is made of.
fn comparisons(guard: &Guard) -> Vec<&Sum> {
    match guard {
        Guard::All(parts) | Guard::Any(parts) => parts.iter().flat_map(comparisons).collect(),
        Guard::Not(part) => comparisons(part),
        Guard::Sum(sum) => vec![sum],
        Guard::Flag(_) | Guard::Is { .. } => Vec::new(),
    }
}

/// The same guard over features that are the same in all rows, one of them replaced.
fn with_aliases(table: &Table, guard: &Guard) -> Vec<Guard> {
    let column = |name: &str| table.column(name).filter(|column| column.name == name);
    let columns = guard.features().into_iter().filter_map(column);
    let pairs = columns.flat_map(|column| column.aliases.iter().map(|alias| (column.name, *alias)));
    pairs.map(|(name, alias)| renamed(guard, name, alias)).collect()
}

fn renamed(guard: &Guard, from: &str, to: &str) -> Guard {
    let name = |name: &String| if name == from { to.to_owned() } else { name.clone() };
    let all = |parts: &[Guard]| parts.iter().map(|part| renamed(part, from, to)).collect();
    match guard {
        Guard::All(parts) => Guard::All(all(parts)),
        Guard::Any(parts) => Guard::Any(all(parts)),
        Guard::Not(part) => renamed(part, from, to).negated(),
        Guard::Flag(feature) => Guard::Flag(name(feature)),
        Guard::Is { feature, text } => Guard::Is { feature: name(feature), text: text.clone() },
        Guard::Sum(sum) => {
            let mut sum = sum.clone();
            sum.terms.iter_mut().for_each(|(_, feature)| *feature = name(feature));
            Guard::Sum(sum)
        }
    }
}
