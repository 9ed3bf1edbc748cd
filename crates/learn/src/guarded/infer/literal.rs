//! Literals: flags, texts, and sums of a few features with factors 1 and -1.
//!
//! A comparison needs a number, and every number in the gap between the last row outside and the first
//! row inside would do. The one closest to 0 is taken: if -536870911 passes and 0 fails, that is `x <=
//! -1`.

use std::collections::BTreeSet;

use typestar_model::Value;
use typestar_model::guarded::{Comparison, Exact, Guard, Number, Sum};

use super::bits::Bits;
use super::complexity::{complexity, of_comparison, of_terms};
use super::scale::Scale;
use super::table::{Cell, Column, Table, added};

/// How many texts of a feature are compared with,
const MOST_TEXTS: usize = 8;
/// how many numbers are tried for `!=` with one sum,
const MOST_HOLES: usize = 3;
/// and how many thresholds of a feature are used in disjunctions and trees.
const MOST_THRESHOLDS: usize = 12;

/// From here on, the ends of types are simpler than other numbers.
const LARGE: u64 = 1 << 14;
/// What begins with a type of 16 or 32 bits, and behind it.
const ENDS: [i64; 6] = [1 << 15, -(1 << 15), 1 << 16, 1 << 31, -(1 << 31), 1 << 32];

/// A condition, and the rows in which it holds.
#[derive(Clone, Debug)]
pub struct Literal {
    /// The condition.
    pub guard: Guard,
    /// The rows in which it holds.
    pub holds: Bits,
    /// How complex it is.
    pub cost: u32,
}

impl Literal {
    /// The literal of a condition.
    pub fn new(table: &Table, guard: Guard) -> Self {
        Self { holds: table.holds(&guard), cost: complexity(table, &guard), guard }
    }
}

/// Columns, by their places, with their factors, and what their sum is in each row, if all of them are there.
pub struct Values {
    terms: Vec<(i64, usize)>,
    numbers: Vec<Option<i64>>,
    scale: Scale,
    cost: u32,
}

impl Values {
    /// The sum of these columns; they can be added if there are several.
    pub fn new(table: &Table, terms: Vec<(i64, usize)>) -> Self {
        let (numbers, scale) = sum_of(table, &terms);
        let names: Vec<_> = terms.iter().map(|(factor, column)| (*factor, table.columns[*column].name)).collect();
        Self { cost: of_terms(table, &names), terms, numbers, scale }
    }

    /// How complex a comparison is.
    pub fn cost(&self, comparison: Comparison, bound: Number) -> u32 {
        self.cost + of_comparison(comparison, bound)
    }

    /// Whether a comparison holds in a row.
    pub fn holds(&self, row: usize, (comparison, bound): (Comparison, Number)) -> bool {
        self.numbers[row].is_some_and(|number| match (&self.scale, bound) {
            (Scale::Whole, Number::Whole(bound)) => comparison.holds(number, bound),
            (scale, bound) => comparison.holds(scale.exact(number), bound.exact()),
        })
    }

    /// The comparisons that hold in all rows inside and not in all rows outside, with the simplest numbers.
    ///
    /// One pass over the rows finds the gap on both sides. `==` is offered only if there are rows on
    /// both sides, because otherwise `>=` or `<=` says the same and is cheaper.
    pub fn comparisons(&self, inside: &[usize], outside: &[usize]) -> Vec<(Comparison, Number)> {
        let Some((least, most)) = self.range(inside) else { return Vec::new() };
        let (mut below, mut above, mut is_between) = (None, None, false);
        for number in outside.iter().filter_map(|row| self.numbers[*row]) {
            match number {
                number if number < least => below = below.max(Some(number)),
                number if number > most => above = Some(above.map_or(number, |above: i64| above.min(number))),
                _ => is_between = true,
            }
        }
        let mut found = Vec::new();
        found.extend(below.and_then(|below| self.scale.from(below, least)));
        found.extend(above.and_then(|above| self.scale.up_to(most, above)));
        if least == most && below.is_some() && above.is_some() {
            found.extend(self.scale.number(least).map(|only| (Comparison::Equal, only)));
        }
        if is_between {
            let holes = self.holes(inside, outside, least..=most).into_iter();
            found.extend(holes.filter_map(|hole| Some((Comparison::Differs, self.scale.number(hole)?))));
        }
        found
    }

    /// The least and the greatest number; none if it is not there in some row.
    fn range(&self, rows: &[usize]) -> Option<(i64, i64)> {
        let first = self.numbers[*rows.first()?]?;
        rows.iter().try_fold((first, first), |(least, most), row| {
            let number = self.numbers[*row]?;
            Some((least.min(number), most.max(number)))
        })
    }

    /// Numbers of rows outside that no row inside has, the smallest first; of a sum of several features only 0.
    fn holes(&self, inside: &[usize], outside: &[usize], range: std::ops::RangeInclusive<i64>) -> Vec<i64> {
        let has = |rows: &[usize], number: i64| rows.iter().any(|row| self.numbers[*row] == Some(number));
        let mut tried: Vec<i64> = self.scale.zero().into_iter().collect();
        if self.terms.len() == 1 {
            tried =
                outside.iter().filter_map(|row| self.numbers[*row]).filter(|number| range.contains(number)).collect();
            tried.sort_unstable_by_key(|number| (self.scale.size(*number), *number));
            tried.dedup();
            tried.truncate(MOST_HOLES);
        }
        tried.retain(|number| range.contains(number) && !has(inside, *number) && has(outside, *number));
        tried
    }

    /// A comparison as a guard.
    pub fn guard(&self, table: &Table, comparison: Comparison, bound: Number) -> Guard {
        let term = |(factor, column): &(i64, usize)| (*factor, table.columns[*column].name.to_owned());
        normal(Sum { terms: self.terms.iter().map(term).collect(), comparison, bound })
    }
}

/// What a sum of columns is in each row: exactly, if one of them has fractions.
fn sum_of(table: &Table, terms: &[(i64, usize)]) -> (Vec<Option<i64>>, Scale) {
    if let [(1, only)] = terms {
        let column = &table.columns[*only];
        return (column.numbers.clone(), column.scale.clone());
    }
    if terms.iter().any(|(_, column)| table.columns[*column].is_decimal) {
        let term = |(factor, column): &(i64, usize), row| Some(table.columns[*column].exact(row)?.times(*factor));
        let sum = |row| added(&terms.iter().map(|each| term(each, row)).collect::<Option<Vec<Exact>>>()?);
        return Scale::of(&(0..table.rows).map(sum).collect::<Vec<_>>());
    }
    if terms.iter().any(|(_, column)| table.columns[*column].is_large) {
        let term = |(factor, column): &(i64, usize), row: usize| {
            Some(i128::from(*factor) * i128::from(table.columns[*column].numbers[row]?))
        };
        let sum = |row: usize| terms.iter().map(|each| term(each, row)).sum();
        return Scale::wide(&(0..table.rows).map(sum).collect::<Vec<_>>());
    }
    let term = |(factor, column): (i64, usize), row: usize| Some(factor * table.columns[column].numbers[row]?);
    let numbers = match *terms {
        [one, two] => (0..table.rows).map(|row| Some(term(one, row)? + term(two, row)?)).collect(),
        _ => (0..table.rows).map(|row| terms.iter().map(|&each| term(each, row)).sum()).collect(),
    };
    (numbers, Scale::Whole)
}

/// A sum as people write it. Of the two ways, the one with nothing to subtract, then with a positive bound, then with few
/// terms to subtract, is taken: `limit - position >= 1`, `off + len <= length`.
pub fn normal(mut sum: Sum) -> Guard {
    let negative = sum.terms.iter().filter(|(factor, _)| *factor < 0).count();
    let (bound, zero) = (sum.bound.exact(), Exact::ZERO);
    let is_dearer = bound < zero || bound == zero && 2 * negative > sum.terms.len();
    let is_end = sum.bound == Number::Whole(i64::MIN);
    if negative > 0 && !is_end && (is_dearer && sum.terms.len() > 1 || negative == sum.terms.len()) {
        sum.terms.iter_mut().for_each(|(factor, _)| *factor = -*factor);
        sum.bound = sum.bound.negated();
        sum.comparison = mirrored(sum.comparison);
    }
    sum.terms.sort_by(|(one, name), (other, known)| (*one < 0, name).cmp(&(*other < 0, known)));
    Guard::Sum(sum)
}

/// The simplest number between these two, both included, for the least one that is meant: the one closest to 0, but of
/// large ones the end of a type.
pub fn simplest_least(least: i64, most: i64) -> i64 {
    simplest(least, most, Some)
}

/// The same for the greatest one that is meant.
pub fn simplest_most(least: i64, most: i64) -> i64 {
    simplest(least, most, |end| end.checked_sub(1))
}

fn simplest(least: i64, most: i64, number: impl Fn(i64) -> Option<i64>) -> i64 {
    let closest = 0.clamp(least, most);
    let numbers = ENDS.into_iter().filter_map(number).chain([i64::MAX, i64::MIN]);
    let end = || numbers.into_iter().find(|end| (least..=most).contains(end));
    if closest.unsigned_abs() < LARGE { closest } else { end().unwrap_or(closest) }
}

/// How the negations of two numbers compare.
pub fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::AtLeast => Comparison::AtMost,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::Above => Comparison::Below,
        Comparison::Below => Comparison::Above,
        same => same,
    }
}

/// The sums of this many columns with factors 1 and -1, but for one sign for all.
pub fn sums(columns: &[usize], terms: usize) -> Vec<Vec<(i64, usize)>> {
    let mut sums: Vec<Vec<(i64, usize)>> = columns.iter().map(|column| vec![(1, *column)]).collect();
    for _ in 1..terms {
        let longer = |sum: &Vec<(i64, usize)>| {
            let last = columns.iter().position(|column| *column == sum[sum.len() - 1].1).unwrap_or(0);
            let further = |factor: i64| columns[last + 1..].iter().map(move |column| (factor, *column));
            let further: Vec<_> = further(-1).chain(further(1)).collect();
            further.into_iter().map(|term| [sum.clone(), vec![term]].concat()).collect::<Vec<_>>()
        };
        sums = sums.iter().flat_map(longer).collect();
    }
    sums
}

/// The sums of two columns, one of which has one of these factors.
pub fn sums_with_factors(columns: &[usize], factors: &[i64]) -> Vec<Vec<(i64, usize)>> {
    let with = |sum: Vec<(i64, usize)>| {
        let [(_, one), (sign, other)] = sum[..] else { return Vec::new() };
        let both = |factor: i64| [vec![(factor, one), (sign, other)], vec![(1, one), (sign * factor, other)]];
        factors.iter().copied().flat_map(both).collect::<Vec<_>>()
    };
    sums(columns, 2).into_iter().flat_map(with).collect()
}

/// Flags and texts with their negations.
pub fn plain(table: &Table) -> Vec<Literal> {
    let mut literals = Vec::new();
    for column in &table.columns {
        let mut guards = Vec::new();
        if column.cells.contains(&Cell::Flag(true)) {
            guards.push(Guard::Flag(column.name.to_owned()));
        }
        guards.extend(
            telling_texts(table, column)
                .into_iter()
                .map(|text| Guard::Is { feature: column.name.to_owned(), text: text.to_owned() }),
        );
        for guard in guards {
            literals.push(Literal::new(table, guard.negated()));
            literals.push(Literal::new(table, guard));
        }
    }
    literals
}

/// The texts that are compared with: of many, first those of the outcome that has fewer different ones.
fn telling_texts<'a>(table: &Table, column: &Column<'a>) -> Vec<&'a str> {
    let of = |rows: &Bits| {
        let text = |row: usize| match column.cells[row] {
            Cell::Other(Value::Text(text)) => Some(text.as_str()),
            _ => None,
        };
        rows.iter().filter_map(text).collect::<BTreeSet<&str>>()
    };
    let mut sides = [&table.passing, &table.failing].map(of);
    sides.sort_by_key(BTreeSet::len);
    let mut texts = column.texts();
    if texts.len() > MOST_TEXTS {
        texts.sort_by_key(|text| !sides[0].contains(text));
    }
    texts.truncate(MOST_TEXTS);
    texts
}

/// Comparisons of single features with numbers that lie between a row that passes and one that fails.
pub fn thresholds(table: &Table) -> Vec<Literal> {
    let numeric = table.columns.iter().filter(|column| !column.numbers.is_empty());
    numeric.flat_map(|column| column_thresholds(table, column)).collect()
}

fn column_thresholds(table: &Table, column: &Column) -> Vec<Literal> {
    let mut seen: Vec<(i64, bool)> =
        (0..table.rows).filter_map(|row| Some((column.numbers[row]?, table.passing.contains(row)))).collect();
    seen.sort_unstable();
    seen.dedup();
    let changes = seen.windows(2).filter(|pair| pair[0].0 < pair[1].0);
    let mut borders: Vec<(i64, i64)> = changes.map(|pair| (pair[0].0, pair[1].0)).collect();
    let size = |number: &i64| column.scale.size(*number);
    borders.sort_by_key(|(below, above)| size(below).min(size(above)));
    borders.truncate(MOST_THRESHOLDS);
    let from = borders.iter().filter_map(|(below, above)| column.scale.from(*below, *above));
    let up_to = borders.iter().filter_map(|(below, above)| column.scale.up_to(*below, *above));
    let mut numbers: Vec<i64> = seen.iter().map(|(number, _)| *number).collect();
    numbers.dedup();
    numbers.sort_by_key(size);
    numbers.truncate(MOST_THRESHOLDS / 2);
    let equal = numbers.iter().filter_map(|number| Some((Comparison::Equal, column.scale.number(*number)?)));
    let guard = |(comparison, bound)| Guard::compared(column.name, comparison, bound);
    from.chain(up_to).chain(equal).map(|each| Literal::new(table, guard(each))).collect()
}
