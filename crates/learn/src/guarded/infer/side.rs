//! One side of the rows, and the clauses that hold on all of it.

use typestar_model::guarded::{Comparison, Guard};

use super::bits::Bits;
use super::complexity::{OR, complexity};
use super::cover::{Clause, covers, twins};
use super::literal::{Literal, Values, sums};
use super::table::Table;

/// So many numbers are looked at to find the literals, or the disjunctions, of one kind.
const MOST_LOOKS: usize = 20_000_000;
/// So many literals begin a disjunction of two,
const MOST_SEEDS: usize = 150;
/// and so many begin one of three.
const MOST_SEEDS_OF_THREE: usize = 24;

/// The rows that pass, seen against those that fail; or the other way round. Clauses hold in all rows inside; together
/// they are to rule out all rows outside.
pub struct Side<'t, 'a> {
    table: &'t Table<'a>,
    passes: bool,
    inside: Bits,
    outside: Bits,
    clauses: Vec<Clause>,
}

/// The start of a disjunction: one or two literals, and the rows that are left to the next one.
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
        Self { table, passes, inside: inside.clone(), outside: outside.clone(), clauses: Vec::new() }
    }

    /// Takes the literals that hold in all rows inside.
    pub fn add_literals(&mut self, literals: &[Literal]) {
        for literal in literals {
            if literal.holds.contains_all(&self.inside) {
                self.add(literal.guard.clone(), literal.cost, self.outside.without(&literal.holds));
            }
        }
    }

    /// Takes the comparisons of sums of so many columns that hold in all rows inside.
    pub fn add_sums(&mut self, terms: usize) {
        let (inside, outside): (Vec<_>, Vec<_>) = (self.inside.iter().collect(), self.outside.iter().collect());
        for sum in few_sums(self.table, terms, MOST_LOOKS / self.table.rows) {
            let values = Values::new(self.table, sum);
            for (comparison, bound) in values.comparisons(&inside, &outside) {
                let guard = values.guard(self.table, comparison, bound);
                let rules_out = self.ruled_out(&values, comparison, bound, &outside);
                self.add(guard.clone(), complexity(self.table, &guard), rules_out);
            }
        }
    }

    /// Takes the disjunctions of two or three literals that hold in all rows inside. The first ones are among those
    /// given; the last one is one of them, or the comparison that best tells the rows that are left.
    pub fn add_disjunctions(&mut self, literals: &[Literal], parts: usize) {
        let seeds = self.seeds(literals, parts);
        for seed in &seeds {
            let left = self.inside.without(&seed.holds);
            for literal in literals.iter().filter(|literal| literal.holds.contains_all(&left)) {
                let rules_out = self.outside.without(&seed.holds).without(&literal.holds);
                self.add_disjunction(seed, &literal.guard, literal.cost, rules_out);
            }
        }
        let looks = MOST_LOOKS / self.table.rows / seeds.len().max(1);
        let single = few_sums(self.table, 1, looks);
        let pairs = few_sums(self.table, 2, looks.saturating_sub(single.len()));
        for sum in single.into_iter().chain(pairs) {
            let values = Values::new(self.table, sum);
            seeds.iter().for_each(|seed| self.add_comparisons(seed, &values));
        }
    }

    /// The guards that the cheapest sets of clauses make, with rivals; not sorted.
    pub fn guards(&self, most: usize) -> Vec<Guard> {
        let mut guards = Vec::new();
        for cover in covers(&self.clauses, &self.outside, most) {
            guards.push(self.guard(&cover));
            for place in 0..cover.len() {
                for twin in twins(&self.clauses, cover[place], most) {
                    let mut other = cover.clone();
                    other[place] = twin;
                    guards.push(self.guard(&other));
                }
            }
        }
        guards
    }

    /// Takes a clause, if it rules out anything.
    pub fn add(&mut self, guard: Guard, cost: u32, rules_out: Bits) {
        if !rules_out.is_empty() {
            self.clauses.push(Clause { guard, rules_out, cost });
        }
    }

    fn add_comparisons(&mut self, seed: &Seed, values: &Values) {
        for (comparison, bound) in values.comparisons(&seed.inside, &seed.outside) {
            let guard = values.guard(self.table, comparison, bound);
            let rules_out = self.ruled_out(values, comparison, bound, &seed.outside);
            self.add_disjunction(seed, &guard, complexity(self.table, &guard), rules_out);
        }
    }

    fn add_disjunction(&mut self, seed: &Seed, last: &Guard, cost: u32, rules_out: Bits) {
        if !rules_out.is_empty() {
            let parts = seed.parts.iter().chain([last]).cloned().collect();
            self.add(Guard::Any(parts), seed.cost + OR + cost, rules_out);
        }
    }

    fn ruled_out(&self, values: &Values, comparison: Comparison, bound: i64, outside: &[usize]) -> Bits {
        let bound = i128::from(bound);
        let holds = |row: &usize| values.number(*row).is_some_and(|value| comparison.holds(i128::from(value), bound));
        Bits::from_rows(self.table.rows, outside.iter().copied().filter(|row| !holds(row)))
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
    fn guard(&self, cover: &[usize]) -> Guard {
        let clauses = cover.iter().map(|clause| &self.clauses[*clause].guard);
        match (self.passes, cover.len()) {
            (true, 1) => self.clauses[cover[0]].guard.clone(),
            (true, _) => Guard::All(clauses.cloned().collect()),
            (false, 1) => complement(self.table, &self.clauses[cover[0]].guard),
            (false, _) => Guard::Any(clauses.map(|clause| complement(self.table, clause)).collect()),
        }
    }
}

/// The sums of so many columns, of so few columns, the simplest first, that there are not too many of them.
fn few_sums(table: &Table, terms: usize, most: usize) -> Vec<Vec<(i64, usize)>> {
    let columns = match terms {
        1 => (0..table.columns.len()).filter(|place| !table.columns[*place].numbers.is_empty()).collect(),
        _ => table.addable(),
    };
    let number = |columns: usize| match terms {
        1 => columns,
        2 => columns * columns.saturating_sub(1),
        _ => columns * columns.saturating_sub(1) * columns.saturating_sub(2) * 2 / 3,
    };
    let enough = (0..=columns.len()).rev().find(|columns| number(*columns) <= most).unwrap_or(0);
    sums(&columns[..enough], terms)
}

/// The condition that holds exactly in the other rows, as people would write it.
fn complement(table: &Table, guard: &Guard) -> Guard {
    match guard {
        Guard::Any(parts) => Guard::All(parts.iter().map(|part| complement(table, part)).collect()),
        Guard::Sum(sum) => {
            let flipped = super::polish::flipped(sum);
            let is_total =
                |name: &String| table.column(name).is_none_or(|column| column.numbers.iter().all(Option::is_some));
            match sum.terms.iter().all(|(_, name)| is_total(name)) {
                true => flipped.unwrap_or_else(|| guard.negated()),
                false => guard.negated(),
            }
        }
        guard => guard.negated(),
    }
}
