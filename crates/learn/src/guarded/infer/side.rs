//! One side of the rows, and the clauses that hold on all of it.
//!
//! `a && (b || c)` is a set of clauses on the side of the rows that pass. `a || (b && c)` is none, but
//! its negation `!a && (!b || !c)` is a set of clauses on the side of the rows that fail. So the same
//! search on both sides finds both forms at the same price.

use typestar_model::guarded::{Comparison, Guard, Number};

use super::bits::Bits;
use super::complexity::{OR, complexity};
use super::cover::Clauses;
use super::linear::separator;
use super::literal::{Literal, Values, sums, sums_with_factors};
use super::polish::flipped;
use super::table::Table;

/// How many numbers are looked at to find the literals, or the disjunctions, of one kind.
const MOST_LOOKS: usize = 300_000;
/// The factors of sums of two; others are left to linear programming.
const FACTORS: [i64; 4] = [2, 3, 4, 10];
/// How many literals begin a disjunction of two,
const MOST_SEEDS: usize = 60;
/// and how many begin one of three.
const MOST_SEEDS_OF_THREE: usize = 20;

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
        self.add_last_comparisons(&seeds.iter().collect::<Vec<_>>(), 1);
        self.add_last_comparisons(&seeds.iter().filter(|seed| seed.is_plain()).collect::<Vec<_>>(), 2);
    }

    /// Takes the disjunctions of a seed and a comparison of this many columns.
    fn add_last_comparisons(&mut self, seeds: &[&Seed], terms: usize) {
        for sum in few_sums(self.table, terms, MOST_LOOKS / self.table.rows / seeds.len().max(1)) {
            let values = Values::new(self.table, sum);
            seeds.iter().for_each(|seed| self.add_comparisons(seed, &values));
        }
    }

    /// Takes the half-space with any factors that rules out all rows outside, or at least those that no clause rules out.
    pub fn add_planes(&mut self) {
        let left: Vec<usize> = self.outside.iter().filter(|row| !self.clauses.rules_out(*row)).collect();
        let (inside, outside): (Vec<_>, Vec<_>) = (self.inside.iter().collect(), self.outside.iter().collect());
        let plane = separator(self.table, &inside, &outside).or_else(|| separator(self.table, &inside, &left));
        if let Some(guard) = plane {
            let rules_out = self.outside.without(&self.table.holds(&guard));
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
        let is_seed = |holds: &Bits| {
            let inside = holds.count_common(&self.inside);
            inside > 0 && inside < self.inside.count() && !holds.contains_all(&self.outside)
        };
        let mut literals: Vec<&Literal> = literals.iter().filter(|literal| is_seed(&literal.holds)).collect();
        literals.sort_by_key(|literal| (literal.cost, &literal.guard));
        if parts == 2 {
            literals.truncate(MOST_SEEDS);
            return literals.into_iter().map(|literal| self.seed(&[literal])).collect();
        }
        literals.truncate(MOST_SEEDS_OF_THREE);
        let pairs = (0..literals.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
        let seeds = pairs.map(|(one, other)| self.seed(&[literals[one], literals[other]]));
        seeds.filter(|seed| is_seed(&seed.holds)).collect()
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
}

/// The rows outside in which a comparison does not hold.
fn ruled_out(table: &Table, values: &Values, comparison: (Comparison, Number), outside: &[usize]) -> Bits {
    Bits::from_rows(table.rows, outside.iter().copied().filter(|row| !values.holds(*row, comparison)))
}

/// The sums of this many columns, of so few columns, the simplest first, that there are not too many of them.
fn few_sums(table: &Table, terms: usize, most: usize) -> Vec<Vec<(i64, usize)>> {
    let columns = match terms {
        1 => (0..table.columns.len()).filter(|place| !table.columns[*place].numbers.is_empty()).collect(),
        _ => table.addable(),
    };
    sums(&enough_columns(table, terms, most, columns), terms)
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
            let flipped = flipped(table, sum);
            let is_total = |name: &String| {
                table.column(name).is_none_or(|column| (0..table.rows).all(|row| column.exact(row).is_some()))
            };
            match sum.terms.iter().all(|(_, name)| is_total(name)) {
                true => flipped.unwrap_or_else(|| guard.negated()),
                false => guard.negated(),
            }
        }
        guard => guard.negated(),
    }
}
