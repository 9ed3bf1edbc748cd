//! One side of the rows, and the clauses that hold on all of it.
//!
//! `a && (b || c)` is a set of clauses on the side of the rows that pass. `a || (b && c)` is none, but
//! its negation `!a && (!b || !c)` is a set of clauses on the side of the rows that fail. So the same
//! search on both sides finds both forms at the same price.

use std::collections::{BTreeMap, BTreeSet};

use typestar_model::Value;
use typestar_model::guarded::{Comparison, Guard, Number, Sum};

use super::bits::Bits;
use super::complexity::{OR, OVERFLOWS, complexity};
use super::cover::Clauses;
use super::linear::separator;
use super::literal::{Literal, Values, sums, sums_with_factors};
use super::polish::flipped;
use super::table::{Cell, Table, is_argument};

/// How many numbers are looked at to find the literals, or the disjunctions, of one kind.
const MOST_LOOKS: usize = 300_000;
/// The factors of sums of two; others are left to linear programming.
const FACTORS: [i64; 4] = [2, 3, 4, 10];
/// How many literals begin a disjunction of two,
const MOST_SEEDS: usize = 60;
/// how many that compare numbers begin one that ends with a sum of two,
const MOST_NUMERIC_SEEDS: usize = 12;
/// and how many begin one of three.
const MOST_SEEDS_OF_THREE: usize = 20;
/// How many sums that overflow begin a disjunction.
const MOST_OVERFLOWS: usize = 8;
/// A set has at least so many members: of two, other disjunctions tell.
const LEAST_MEMBERS: usize = 3;
/// As one of several alternatives, it has at least these.
const LEAST_BEHIND_SEED: usize = 2;
/// With more than these it would only list what was seen.
const MOST_MEMBERS: usize = 10;
/// In so many different rows a field has each member of a set.
const LEAST_OF_MEMBER: usize = 3;

/// The rows that pass, seen against those that fail; or the other way round. Clauses hold in all rows inside; together
/// they are to rule out all rows outside.
pub struct Side<'t, 'a> {
    table: &'t Table<'a>,
    passes: bool,
    inside: Bits,
    outside: Bits,
    clauses: Clauses,
}

/// The start of a disjunction: one or two literals, and the rows that are left to the next one.
///
/// A disjunction is found from its first part: what that one leaves of the rows inside, the other has
/// to hold in.
struct Seed {
    parts: Vec<Guard>,
    cost: u32,
    holds: Bits,
    inside: Vec<usize>,
    outside: Vec<usize>,
}

impl<'t, 'a> Side<'t, 'a> {
    /// The side of the rows that pass, or of those that fail.
    pub fn new(table: &'t Table<'a>, passes: bool) -> Self {
        let (inside, outside) = match passes {
            true => (&table.passing, &table.failing),
            false => (&table.failing, &table.passing),
        };
        Self { table, passes, inside: inside.clone(), outside: outside.clone(), clauses: Clauses::default() }
    }

    /// Takes the literals that hold in all rows inside.
    pub fn add_literals(&mut self, literals: &[Literal]) {
        for literal in literals.iter().filter(|literal| literal.holds.contains_all(&self.inside)) {
            let rules_out = self.outside.without(&literal.holds);
            self.clauses.add(rules_out, literal.cost, || literal.guard.clone());
        }
    }

    /// Takes the comparisons of sums of this many columns that hold in all rows inside.
    pub fn add_sums(&mut self, terms: usize) {
        self.add_each(few_sums(self.table, terms, MOST_LOOKS / self.table.rows));
    }

    /// Takes the sums of two columns with a small factor.
    pub fn add_sums_with_factors(&mut self) {
        let most = MOST_LOOKS / self.table.rows / (2 * FACTORS.len());
        let columns = enough_columns(self.table, 2, most, self.table.addable());
        self.add_each(sums_with_factors(&columns, &FACTORS));
    }

    fn add_each(&mut self, sums: Vec<Vec<(i64, usize)>>) {
        let (inside, outside): (Vec<_>, Vec<_>) = (self.inside.iter().collect(), self.outside.iter().collect());
        for sum in sums {
            let values = Values::new(self.table, sum);
            for (comparison, bound) in values.comparisons(&inside, &outside) {
                let rules_out = ruled_out(self.table, &values, (comparison, bound), &outside);
                let guard = || values.guard(self.table, comparison, bound);
                self.clauses.add(rules_out, values.cost(comparison, bound), guard);
            }
        }
    }

    /// Takes the sums of three columns: as a condition that must hold. As one of which one must hold they are too rare for
    /// what it costs to look for them.
    pub fn add_sums_of_three(&mut self) {
        if self.passes {
            self.add_sums(3);
        }
    }

    /// Takes the disjunctions of two or three literals that hold in all rows inside. The first ones are among those
    /// given; the last one is one of them, or the comparison that best tells the rows that are left.
    pub fn add_disjunctions(&mut self, literals: &[Literal], parts: usize) {
        let seeds = self.seeds(literals, parts);
        let partial: Vec<&Literal> =
            literals.iter().filter(|literal| !literal.holds.contains_all(&self.inside)).collect();
        for seed in &seeds {
            let left = self.inside.without(&seed.holds);
            for literal in partial.iter().filter(|literal| literal.holds.contains_all(&left)) {
                let rules_out = self.outside.without(&seed.holds).without(&literal.holds);
                self.clauses.add(rules_out, seed.cost + OR + literal.cost, || seed.or(literal.guard.clone()));
            }
        }
        let (plain, numeric): (Vec<&Seed>, Vec<&Seed>) = seeds.iter().partition(|seed| seed.is_plain());
        self.add_last_comparisons(&seeds.iter().collect::<Vec<_>>(), 1, None);
        self.add_last_comparisons(&plain, 2, None);
        if parts == 2 {
            self.add_last_comparisons(&first(numeric, MOST_NUMERIC_SEEDS), 2, None);
            self.add_disjunctions_of_kinds(literals);
        }
    }

    /// Takes the disjunctions of comparisons of features that not every call has: objects of two kinds have different ones,
    /// `arg1.radius >= 1 || arg1.width == arg1.height`.
    fn add_disjunctions_of_kinds(&mut self, literals: &[Literal]) {
        let is_partial = |place: &usize| self.table.columns[*place].numbers.iter().any(Option::is_none);
        let partial: Vec<usize> = self.table.addable().into_iter().filter(is_partial).collect();
        let names: Vec<&str> = partial.iter().map(|place| self.table.columns[*place].name).collect();
        let speaks_of_them = |literal: &&Literal| match &literal.guard {
            Guard::Sum(sum) => sum.terms.iter().all(|(_, name)| names.contains(&name.as_str())),
            _ => false,
        };
        let mut literals: Vec<&Literal> =
            literals.iter().filter(speaks_of_them).filter(|literal| self.is_seed(&literal.holds)).collect();
        literals.sort_by_key(|literal| (literal.cost, &literal.guard));
        literals.truncate(MOST_SEEDS);
        let seeds: Vec<Seed> = literals.into_iter().map(|literal| self.seed(&[literal])).collect();
        self.add_last_comparisons(&seeds.iter().collect::<Vec<_>>(), 2, Some(partial));
    }

    /// Takes the disjunctions of a seed and a comparison of this many columns: of these, or of all.
    fn add_last_comparisons(&mut self, seeds: &[&Seed], terms: usize, columns: Option<Vec<usize>>) {
        let most = MOST_LOOKS / self.table.rows / seeds.len().max(1);
        let columns = columns.unwrap_or_else(|| self.table.addable());
        for sum in sums(&enough_columns(self.table, terms, most, columns), terms) {
            let values = Values::new(self.table, sum);
            seeds.iter().for_each(|seed| self.add_comparisons(seed, &values));
        }
    }

    /// Takes the sets: a feature is one of a few numbers or texts, in all rows inside, or in those that a seed leaves.
    pub fn add_sets(&mut self, literals: &[Literal]) {
        let (inside, outside): (Vec<_>, Vec<_>) = (self.inside.iter().collect(), self.outside.iter().collect());
        let seeds = self.seeds(literals, 2);
        for column in 0..self.table.columns.len() {
            if let Some(set) = Set::of(self.table, column, LEAST_MEMBERS, [&inside, &outside]) {
                self.clauses.add(set.rules_out, complexity(self.table, &set.guard), || set.guard.clone());
            }
            for seed in &seeds {
                if let Some(set) = Set::of(self.table, column, LEAST_BEHIND_SEED, [&seed.inside, &seed.outside]) {
                    let guard = seed.or_each(set.guard);
                    self.clauses.add(set.rules_out, complexity(self.table, &guard), || guard.clone());
                }
            }
        }
    }

    /// Takes what a sum says that is added up in 32 or 64 bits: beyond them it is small again, so that calls pass which
    /// should not. `arg1 + arg2 <= 16 || arg1 + arg2 >= 2147483648` is `(int) (arg1 + arg2) <= 16` of two numbers that are
    /// not negative.
    pub fn add_overflows(&mut self) {
        let columns = self.table.addable();
        let most = MOST_LOOKS / self.table.rows / OVERFLOWS.len();
        let literals: Vec<(Vec<(i64, usize)>, Literal)> = sums(&enough_columns(self.table, 2, most, columns), 2)
            .into_iter()
            .flat_map(|sum| overflows(self.table, &sum).into_iter().map(move |literal| (sum.clone(), literal)))
            .filter(|(_, literal)| self.is_seed(&literal.holds))
            .take(MOST_OVERFLOWS)
            .collect();
        for (sum, literal) in literals {
            let seed = self.seed(&[&literal]);
            for longer in with_one_more(&sum, &self.table.addable()) {
                self.add_comparisons(&seed, &Values::new(self.table, longer));
            }
        }
    }

    /// Takes the half-space with any factors that rules out all rows outside; or at least those that no condition on a sign
    /// or a flag rules out (`arg1 >= 0 && load + 3 * arg1 <= ballast`), or no clause at all.
    pub fn add_planes(&mut self) {
        let inside: Vec<usize> = self.inside.iter().collect();
        let left = [
            self.outside.clone(),
            self.clauses.left(&self.outside, is_sign),
            self.clauses.left(&self.outside, |_| true),
        ];
        let plane = |outside: &Bits| separator(self.table, &inside, &outside.iter().collect::<Vec<_>>());
        // Rows with large numbers had no part in it.
        let holds = |guard: &Guard| self.table.holds(guard);
        let mut planes = left.iter().filter_map(plane).filter(|guard| holds(guard).contains_all(&self.inside));
        if let Some(guard) = planes.next() {
            let rules_out = self.outside.without(&holds(&guard));
            self.clauses.add(rules_out, complexity(self.table, &guard), || guard);
        }
    }

    /// The guards that the cheapest sets of clauses make, with rivals; not sorted.
    pub fn guards(&self, most: usize) -> Vec<Guard> {
        self.clauses.covers(&self.outside, most).iter().map(|cover| self.guard(cover)).collect()
    }

    /// Takes what a comparison says of the rows that a seed leaves, unless it says it of all rows inside: then it needs no
    /// seed.
    fn add_comparisons(&mut self, seed: &Seed, values: &Values) {
        for (comparison, bound) in values.comparisons(&seed.inside, &seed.outside) {
            if self.inside.iter().any(|row| !values.holds(row, (comparison, bound))) {
                let rules_out = ruled_out(self.table, values, (comparison, bound), &seed.outside);
                let cost = seed.cost + OR + values.cost(comparison, bound);
                self.clauses.add(rules_out, cost, || seed.or(values.guard(self.table, comparison, bound)));
            }
        }
    }

    /// The literals, or pairs of them, that hold in some rows inside and not in all rows outside.
    fn seeds(&self, literals: &[Literal], parts: usize) -> Vec<Seed> {
        let mut literals: Vec<&Literal> = literals.iter().filter(|literal| self.is_seed(&literal.holds)).collect();
        literals.sort_by_key(|literal| (literal.cost, &literal.guard));
        if parts == 2 {
            literals.truncate(MOST_SEEDS);
            return literals.into_iter().map(|literal| self.seed(&[literal])).collect();
        }
        literals.truncate(MOST_SEEDS_OF_THREE);
        let pairs = (0..literals.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
        let seeds = pairs.map(|(one, other)| self.seed(&[literals[one], literals[other]]));
        seeds.filter(|seed| self.is_seed(&seed.holds)).collect()
    }

    fn is_seed(&self, holds: &Bits) -> bool {
        let inside = holds.count_common(&self.inside);
        inside > 0 && inside < self.inside.count() && !holds.contains_all(&self.outside)
    }

    fn seed(&self, literals: &[&Literal]) -> Seed {
        let holds = literals.iter().fold(Bits::none(self.table.rows), |rows, literal| rows.or(&literal.holds));
        Seed {
            parts: literals.iter().map(|literal| literal.guard.clone()).collect(),
            cost: literals.iter().map(|literal| literal.cost + OR).sum::<u32>() - OR,
            inside: self.inside.without(&holds).iter().collect(),
            outside: self.outside.without(&holds).iter().collect(),
            holds,
        }
    }

    /// The guard for the rows that pass that these clauses make.
    fn guard(&self, cover: &[&Guard]) -> Guard {
        let complements = || cover.iter().map(|clause| complement(self.table, clause));
        match (self.passes, cover) {
            (true, [only]) => (*only).clone(),
            (true, _) => Guard::All(cover.iter().map(|clause| (*clause).clone()).collect()),
            (false, [only]) => complement(self.table, only),
            (false, _) => Guard::Any(complements().collect()),
        }
    }
}

impl Seed {
    /// Whether it compares no numbers.
    fn is_plain(&self) -> bool {
        !self.parts.iter().any(|part| matches!(part, Guard::Sum(_)))
    }

    /// The disjunction that this literal ends.
    fn or(&self, last: Guard) -> Guard {
        let mut parts = self.parts.clone();
        parts.push(last);
        parts.sort();
        Guard::Any(parts)
    }

    /// The disjunction that these alternatives end.
    fn or_each(&self, last: Guard) -> Guard {
        match last {
            Guard::Any(members) => Guard::Any([self.parts.clone(), members].concat()),
            last => self.or(last),
        }
    }
}

/// A few numbers or texts, one of which a feature is.
struct Set {
    guard: Guard,
    rules_out: Bits,
}

impl Set {
    /// The numbers or texts of a column in the rows inside; none if there are fewer than `least` or too many of them, or if
    /// they only list what was seen.
    ///
    /// Other values of an argument are tried, beside and between those of the set, so each value may be there once as long
    /// as there are more others. Nobody can choose the values of a field: each has to be there in several rows.
    fn of(table: &Table, column: usize, least: usize, [inside, outside]: [&[usize]; 2]) -> Option<Self> {
        let column = &table.columns[column];
        let mut members: BTreeMap<Cell, usize> = BTreeMap::new();
        for row in inside {
            let cell = column.cells[*row];
            matches!(cell, Cell::Number(_) | Cell::Other(Value::Text(_)))
                .then(|| *members.entry(cell).or_default() += 1)?;
            if members.len() > MOST_MEMBERS {
                return None;
            }
        }
        let others: Vec<usize> =
            outside.iter().copied().filter(|row| !members.contains_key(&column.cells[*row])).collect();
        let different: BTreeSet<Cell> = others.iter().map(|row| column.cells[*row]).collect();
        let is_shown = match is_argument(column.name) {
            true => different.len() >= members.len(),
            false => members.values().all(|rows| *rows >= LEAST_OF_MEMBER),
        };
        if members.len() < least || others.is_empty() || !is_shown {
            return None;
        }
        let parts = members.into_keys().filter_map(|cell| equality(column.name, cell)).collect();
        Some(Self { guard: Guard::Any(parts), rules_out: Bits::from_rows(table.rows, others.into_iter()) })
    }
}

/// That a feature is this number or text.
fn equality(name: &str, cell: Cell) -> Option<Guard> {
    match cell {
        Cell::Number(number) => Some(Guard::compared(name, Comparison::Equal, number.into())),
        Cell::Other(Value::Text(text)) => Some(Guard::Is { feature: name.to_owned(), text: text.clone() }),
        _ => None,
    }
}

/// That a sum of two is beyond the numbers of 32 bits, if both are among these and it is not always; or of 64.
fn overflows(table: &Table, sum: &[(i64, usize)]) -> Vec<Literal> {
    let is_narrow = |&(_, column): &(i64, usize)| {
        let column = &table.columns[column];
        !column.is_large && column.numbers.iter().flatten().all(|number| i32::try_from(*number).is_ok())
    };
    if sum.iter().any(|(_, column)| table.columns[*column].is_decimal) {
        return Vec::new();
    }
    let bounds = if sum.iter().all(is_narrow) { &OVERFLOWS[..2] } else { &OVERFLOWS[2..] };
    let mut terms: Vec<(i64, String)> =
        sum.iter().map(|(factor, column)| (*factor, table.columns[*column].name.to_owned())).collect();
    terms.sort_by(|(one, name), (other, known)| (*one < 0, name).cmp(&(*other < 0, known)));
    let literal = |&(comparison, bound): &(Comparison, Number)| {
        Literal::new(table, Guard::Sum(Sum { terms: terms.clone(), comparison, bound }))
    };
    bounds.iter().map(literal).filter(|literal| !literal.holds.is_empty()).collect()
}

/// A sum, and the same with one column more.
fn with_one_more(sum: &[(i64, usize)], columns: &[usize]) -> Vec<Vec<(i64, usize)>> {
    let others = columns.iter().filter(|column| sum.iter().all(|(_, known)| known != *column));
    let longer = others.flat_map(|column| [-1, 1].map(|factor| [sum.to_vec(), vec![(factor, *column)]].concat()));
    std::iter::once(sum.to_vec()).chain(longer).collect()
}

/// Whether a clause speaks of a flag or a text, or of the sign of a number: what is checked before anything is computed.
fn is_sign(clause: &Guard) -> bool {
    match clause {
        Guard::Flag(_) | Guard::Is { .. } => true,
        Guard::Not(part) => is_sign(part),
        Guard::Sum(sum) => sum.terms.len() == 1 && sum.bound.whole().is_some_and(|bound| bound.unsigned_abs() <= 1),
        Guard::All(_) | Guard::Any(_) => false,
    }
}

fn first<T>(mut values: Vec<T>, most: usize) -> Vec<T> {
    values.truncate(most);
    values
}

/// The rows outside in which a comparison does not hold.
fn ruled_out(table: &Table, values: &Values, comparison: (Comparison, Number), outside: &[usize]) -> Bits {
    Bits::from_rows(table.rows, outside.iter().copied().filter(|row| !values.holds(*row, comparison)))
}

/// The sums of this many columns, of so few columns, the simplest first, that there are not too many of them.
fn few_sums(table: &Table, terms: usize, most: usize) -> Vec<Vec<(i64, usize)>> {
    sums(&enough_columns(table, terms, most, table.addable()), terms)
}

/// So many of these columns, the simplest ones, that they make no more than so many sums.
fn enough_columns(table: &Table, terms: usize, most: usize, mut columns: Vec<usize>) -> Vec<usize> {
    // Sums of numbers with fractions take longer.
    let most = if columns.iter().any(|place| table.columns[*place].is_decimal) { most / 4 } else { most };
    let number = |columns: usize| match terms {
        1 => columns,
        2 => columns * columns.saturating_sub(1),
        _ => columns * columns.saturating_sub(1) * columns.saturating_sub(2) * 2 / 3,
    };
    let enough = (0..=columns.len()).rev().find(|columns| number(*columns) <= most).unwrap_or(0);
    columns.truncate(enough);
    columns
}

/// The condition that holds exactly in the other rows, as people would write it.
pub fn complement(table: &Table, guard: &Guard) -> Guard {
    match guard {
        Guard::Any(parts) => Guard::All(parts.iter().map(|part| complement(table, part)).collect()),
        Guard::Sum(sum) => {
            let is_total = |name: &String| {
                table.column(name).is_none_or(|column| (0..table.rows).all(|row| column.exact(row).is_some()))
            };
            match sum.terms.iter().all(|(_, name)| is_total(name)) {
                true => flipped(table, sum),
                false => guard.negated(),
            }
        }
        guard => guard.negated(),
    }
}
