//! Half-spaces with any factors, by linear programming.
//!
//! The factors with the least sum of absolute values are sought for which all rows inside are at least 1 above all rows
//! outside. That prefers few features, as such a sum is least in a corner. Then features with small factors are made dear,
//! and the problem is solved again: fewer features are left. Each solution is scaled and rounded to small whole numbers,
//! and checked with them, so that the solver need not be exact.
//!
//! Numbers with fractions do not take part: there is no smallest distance between them.
//!
//! The rows are added as they are needed: a plane for a few rows is checked on all, and the rows that
//! it is most wrong about join the problem. Few rows touch the border, so few are ever needed.

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};
use typestar_model::guarded::{Comparison, Guard, Sum};

use super::literal::{normal, simplest_least};
use super::table::Table;

/// How many features take part, the simplest ones.
const MOST_FEATURES: usize = 24;
/// Rows with larger numbers do not: the solver would lose precision. They only check what it finds.
const LARGEST: i64 = 100_000;
/// Of a feature that takes part, one row of this many has such a number at most.
const ROWS_BEYOND: usize = 3;
/// Larger factors make no guard that people would believe.
const LARGEST_FACTOR: u32 = 12;
/// The solver is asked so often, each time with the rows that the last solution is wrong about.
const MOST_ROUNDS: usize = 30;
/// So often the prices of the features are changed.
const MOST_PRICES: usize = 3;
/// How many rows are added each time.
const MORE_ROWS: usize = 8;

/// A half-space in which all rows inside are, and no row outside is that has all of its features.
///
/// First with features that every row has, then with those that every row inside has: a row outside
/// without them is ruled out by their absence.
pub fn separator(table: &Table, inside: &[usize], outside: &[usize]) -> Option<Guard> {
    let (everywhere, there) = (columns_of(table, &[inside, outside].concat()), columns_of(table, inside));
    let plane = separated(table, &everywhere, inside, outside);
    let others = || (there != everywhere).then(|| separated(table, &there, inside, outside)).flatten();
    plane.or_else(others)
}

/// The columns of numbers that are mostly small and are there in all of these rows.
fn columns_of(table: &Table, rows: &[usize]) -> Vec<usize> {
    let is_small = |place: &usize| {
        let column = &table.columns[*place];
        let beyond = column.numbers.iter().flatten().filter(|number| !is_precise(**number)).count();
        !column.is_decimal && beyond * ROWS_BEYOND <= table.rows
    };
    let has_all = |place: &usize| rows.iter().all(|row| table.columns[*place].numbers[*row].is_some());
    table.addable().into_iter().filter(|place| is_small(place) && has_all(place)).take(MOST_FEATURES).collect()
}

fn is_precise(number: i64) -> bool {
    (-LARGEST..=LARGEST).contains(&number)
}

fn separated(table: &Table, columns: &[usize], inside: &[usize], outside: &[usize]) -> Option<Guard> {
    let points = Points::new(table, columns, inside, outside);
    let has = |wanted: bool| points.rows.iter().any(|(_, is_inside)| *is_inside == wanted);
    if points.names.is_empty() || !has(true) || !has(false) {
        return None;
    }
    let (mut active, mut prices) = (Vec::new(), vec![1.0; points.names.len()]);
    for _ in 0..=MOST_PRICES {
        let plane = points.separated(&prices, &mut active)?;
        if let Some(guard) = (1..=LARGEST_FACTOR).find_map(|largest| points.rounded(&plane, largest)) {
            return Some(guard);
        }
        let largest = plane.largest();
        prices = plane.factors.iter().map(|factor| 1.0 / (factor.abs() / largest + 0.01)).collect();
    }
    None
}

/// Rows as points: the numbers of the features that take part, and whether the row is inside.
struct Points<'a> {
    names: Vec<&'a str>,
    rows: Vec<(Vec<i64>, bool)>,
}

/// Factors for the features. The sum is at least the bound inside, and at most one less outside.
struct Plane {
    factors: Vec<f64>,
    bound: f64,
}

impl Plane {
    /// The largest factor, without its sign.
    fn largest(&self) -> f64 {
        self.factors.iter().map(|factor| factor.abs()).fold(f64::MIN_POSITIVE, f64::max)
    }

    /// How far a point is on the wrong side; not above 0 if it is right.
    fn error(&self, (numbers, is_inside): &(Vec<i64>, bool)) -> f64 {
        let sum: f64 = numbers.iter().zip(&self.factors).map(|(number, factor)| *number as f64 * factor).sum();
        if *is_inside { self.bound - sum } else { sum - (self.bound - 1.0) }
    }
}

impl<'a> Points<'a> {
    fn new(table: &Table<'a>, columns: &[usize], inside: &[usize], outside: &[usize]) -> Self {
        let columns: Vec<_> = columns.iter().map(|place| &table.columns[*place]).collect();
        let number = |number: i64| is_precise(number).then_some(number);
        let numbers = |row: usize| {
            columns.iter().map(|column| column.numbers[row].and_then(number)).collect::<Option<Vec<i64>>>()
        };
        let point = |row: &usize, is_inside: bool| Some((numbers(*row)?, is_inside));
        let rows = inside.iter().map(|row| point(row, true)).chain(outside.iter().map(|row| point(row, false)));
        Self { names: columns.iter().map(|column| column.name).collect(), rows: rows.flatten().collect() }
    }

    /// The cheapest plane that is right about all rows; none if there is none. It is made for few rows, and for more and
    /// more of those that it is wrong about.
    fn separated(&self, prices: &[f64], active: &mut Vec<usize>) -> Option<Plane> {
        let mut plane = Plane { factors: vec![0.0; self.names.len()], bound: 0.0 };
        for _ in 0..MOST_ROUNDS {
            plane = if active.is_empty() { plane } else { self.solved(prices, active)? };
            let wrong = self.wrong(&plane, active);
            if wrong.is_empty() {
                return Some(plane);
            }
            active.extend(wrong);
        }
        None
    }

    /// The rows that a plane is most wrong about, without those that it was made for.
    fn wrong(&self, plane: &Plane, active: &[usize]) -> Vec<usize> {
        let errors = self.rows.iter().map(|row| plane.error(row)).enumerate();
        let mut wrong: Vec<(usize, f64)> =
            errors.filter(|(row, error)| *error > 1e-6 && !active.contains(row)).collect();
        wrong.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        wrong.into_iter().take(MORE_ROWS).map(|(row, _)| row).collect()
    }

    /// The plane for some of the rows; none if there is none.
    fn solved(&self, prices: &[f64], active: &[usize]) -> Option<Plane> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let mut positive = |price: &f64| problem.add_var(*price, (0.0, f64::INFINITY));
        let above: Vec<Variable> = prices.iter().map(&mut positive).collect();
        let below: Vec<Variable> = prices.iter().map(&mut positive).collect();
        let bound = problem.add_var(0.0, (f64::NEG_INFINITY, f64::INFINITY));
        for (numbers, is_inside) in active.iter().map(|row| &self.rows[*row]) {
            let mut sum = LinearExpr::empty();
            for (place, number) in numbers.iter().enumerate().filter(|(_, number)| **number != 0) {
                sum.add(above[place], *number as f64);
                sum.add(below[place], -*number as f64);
            }
            sum.add(bound, -1.0);
            match is_inside {
                true => problem.add_constraint(sum, ComparisonOp::Ge, 0.0),
                false => problem.add_constraint(sum, ComparisonOp::Le, -1.0),
            }
        }
        let solution = problem.solve().ok()?.into_solution().ok()?;
        let factors =
            above.iter().zip(&below).map(|(above, below)| solution.var_value(*above) - solution.var_value(*below));
        Some(Plane { factors: factors.collect(), bound: solution.var_value(bound) })
    }

    /// The plane with whole numbers for factors, the largest of which is this; none if it is wrong about a row.
    fn rounded(&self, plane: &Plane, largest: u32) -> Option<Guard> {
        let scale = f64::from(largest) / plane.largest();
        let factors: Vec<i64> = plane.factors.iter().map(|factor| (factor * scale).round() as i64).collect();
        let sum = |(numbers, _): &(Vec<i64>, bool)| {
            numbers.iter().zip(&factors).map(|(number, factor)| number * factor).sum::<i64>()
        };
        let inside = self.rows.iter().filter(|(_, is_inside)| *is_inside).map(sum).min()?;
        let outside = self.rows.iter().filter(|(_, is_inside)| !is_inside).map(sum).max()?;
        let terms = factors.iter().zip(&self.names).filter(|(factor, _)| **factor != 0);
        let terms = terms.map(|(factor, name)| (*factor, (*name).to_owned())).collect();
        let bound = || simplest_least(outside + 1, inside);
        (outside < inside).then(|| normal(Sum { terms, comparison: Comparison::AtLeast, bound: bound().into() }))
    }
}
