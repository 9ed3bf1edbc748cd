//! The rows as columns, without what cannot matter.
//!
//! Rows that are equal are kept once, columns that are constant are dropped, and columns that are equal
//! share one place under the simplest name. Then rows and columns are sorted, so that the order of the
//! calls leaves no trace.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use typestar_model::guarded::{Exact, Guard, Number, Sum};
use typestar_model::{Decimal, Value};

use super::bits::Bits;
use super::scale::Scale;
use super::{Row, Unseparable};

/// Sums with whole numbers beyond this need more than 64 bits. Those with fractions are added exactly.
const LARGEST: i64 = 1 << 58;

/// What a feature is in a row.
///
/// A missing feature is neither true nor false nor a number: no comparison with it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell<'a> {
    /// It is not there.
    Missing,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A number with a fraction.
    Decimal(Decimal),
    /// Anything else.
    Other(&'a Value),
}

/// What is known of one feature, row by row.
pub struct Column<'a> {
    /// Its name.
    pub name: &'a str,
    /// Further features that are the same in every row.
    pub aliases: Vec<&'a str>,
    /// What it is in each row.
    pub cells: Vec<Cell<'a>>,
    /// The numbers among them, by what they are called in the scale; empty if there are not two different ones. A number
    /// that is always the same if it is there tells no more than that its owner is there, which a flag says better.
    pub numbers: Vec<Option<i64>>,
    /// What the numbers stand for.
    pub scale: Scale,
    /// Whether the system gives its numbers with fractions, also where these are 0.
    pub is_decimal: bool,
    /// Whether some of its numbers are so large that a sum with them may need more than 64 bits.
    pub is_large: bool,
    /// How many different values it has.
    pub values: usize,
}

/// The different rows, and the features that are not the same in all of them. Rows and columns are in an order of their
/// own: nothing that is read from a table depends on the order of the calls.
pub struct Table<'a> {
    /// The features, those with simple names first.
    pub columns: Vec<Column<'a>>,
    /// The rows that pass.
    pub passing: Bits,
    /// The rows that fail.
    pub failing: Bits,
    /// How many rows there are.
    pub rows: usize,
    places: HashMap<&'a str, usize>,
    /// The rows in which comparisons hold that were asked for: writing guards well asks for the same ones again and again.
    known: RefCell<HashMap<Guard, Bits>>,
}

impl<'a> Table<'a> {
    /// The table of these calls; none if two of them contradict each other.
    pub fn new(rows: &[Row<'a>]) -> Result<Self, Unseparable> {
        let columns = columns(rows);
        let order = distinct(rows, &columns)?;
        let columns = without_twins(columns.iter().map(|column| column.with_rows(&order)).collect());
        let names = |column: &Column<'a>| [vec![column.name], column.aliases.clone()].concat();
        let places = columns.iter().enumerate();
        let places = places.flat_map(|(place, column)| names(column).into_iter().map(move |name| (name, place)));
        let places = places.collect();
        let passing = Bits::of(order.len(), |place| rows[order[place]].passes);
        let failing = Bits::of(order.len(), |place| !rows[order[place]].passes);
        Ok(Self { columns, passing, failing, rows: order.len(), places, known: RefCell::default() })
    }

    /// The same table with some of its rows only.
    pub fn with_rows(&self, rows: &[usize]) -> Self {
        Self {
            columns: self.columns.iter().map(|column| column.with_rows(rows)).collect(),
            passing: Bits::of(rows.len(), |place| self.passing.contains(rows[place])),
            failing: Bits::of(rows.len(), |place| self.failing.contains(rows[place])),
            rows: rows.len(),
            places: self.places.clone(),
            known: RefCell::default(),
        }
    }

    /// The columns with numbers, which may be added to others, by their places.
    pub fn addable(&self) -> Vec<usize> {
        (0..self.columns.len()).filter(|place| !self.columns[*place].numbers.is_empty()).collect()
    }

    /// The column of a feature, which may be an alias; none if it is the same in all rows.
    pub fn column(&self, name: &str) -> Option<&Column<'a>> {
        self.places.get(name).map(|place| &self.columns[*place])
    }

    /// Whether a guard holds in all rows that pass and in no other.
    pub fn fits(&self, guard: &Guard) -> bool {
        self.holds(guard) == self.passing
    }

    /// The rows in which a guard holds.
    pub fn holds(&self, guard: &Guard) -> Bits {
        match guard {
            Guard::All(parts) => parts.iter().fold(self.all(), |rows, part| rows.and(&self.holds(part))),
            Guard::Any(parts) => parts.iter().fold(Bits::none(self.rows), |rows, part| rows.or(&self.holds(part))),
            Guard::Not(part) => self.all().without(&self.holds(part)),
            literal => self.holds_literal(literal),
        }
    }

    fn holds_literal(&self, literal: &Guard) -> Bits {
        if let Some(known) = self.known.borrow().get(literal) {
            return known.clone();
        }
        let holds = match literal {
            Guard::Flag(feature) => self.cells(feature, |cell| cell == Cell::Flag(true)),
            Guard::Is { feature, text } => {
                self.cells(feature, |cell| matches!(cell, Cell::Other(Value::Text(seen)) if seen == text))
            }
            Guard::Sum(sum) => self.holds_sum(sum),
            joined => return self.holds(joined),
        };
        self.known.borrow_mut().insert(literal.clone(), holds.clone());
        holds
    }

    /// Every row.
    fn all(&self) -> Bits {
        self.passing.or(&self.failing)
    }

    fn cells(&self, feature: &str, is_so: impl Fn(Cell<'a>) -> bool) -> Bits {
        let column = self.column(feature);
        Bits::of(self.rows, |row| column.is_some_and(|column| is_so(column.cells[row])))
    }

    fn holds_sum(&self, sum: &Sum) -> Bits {
        let column = |(factor, name): &(i64, String)| Some((i128::from(*factor), self.column(name)?));
        let Some(columns) = sum.terms.iter().map(column).collect::<Option<Vec<_>>>() else {
            return Bits::none(self.rows);
        };
        let term = |(factor, column): &(i128, &Column), row: usize| match column.cells[row] {
            Cell::Number(number) => Some(factor * i128::from(number)),
            _ => None,
        };
        let whole = |row| columns.iter().map(|column| term(column, row)).sum::<Option<i128>>();
        Bits::of(self.rows, |row| match (whole(row), sum.bound) {
            (Some(value), Number::Whole(bound)) => sum.comparison.holds(value, i128::from(bound)),
            _ => self.exact_sum(sum, row).is_some_and(|value| sum.comparison.holds(value, sum.bound.exact())),
        })
    }

    /// What a sum is in a row, with fractions.
    fn exact_sum(&self, sum: &Sum, row: usize) -> Option<Exact> {
        let value = |name: &str| self.column(name)?.exact(row);
        let terms: Option<Vec<Exact>> =
            sum.terms.iter().map(|(factor, name)| Some(value(name)?.times(*factor))).collect();
        added(&terms?)
    }
}

/// The sum of these numbers; none if what is infinite cancels out.
pub fn added(terms: &[Exact]) -> Option<Exact> {
    let mut infinite = terms.iter().filter(|term| term.is_infinite());
    let first = infinite.next();
    let is_one = first.is_none_or(|first| infinite.all(|other| other == first));
    is_one.then(|| terms.iter().fold(Exact::ZERO, |sum, term| sum.plus(*term)))
}

/// The features that are not the same in all rows, the simplest first.
fn columns<'a>(rows: &[Row<'a>]) -> Vec<Column<'a>> {
    let mut columns: Vec<(&str, Vec<Cell>)> = Vec::new();
    let mut decimals: Vec<bool> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    // Most rows have the features of the row before them.
    let mut before: Vec<usize> = Vec::new();
    for (row, features) in rows.iter().map(|row| row.features).enumerate() {
        before.resize(features.len().max(before.len()), 0);
        for ((name, value), before) in features.iter().zip(&mut before) {
            if columns.get(*before).is_none_or(|(other, _)| other != name) {
                *before = *places.entry(name).or_insert(columns.len());
                if *before == columns.len() {
                    columns.push((name, vec![Cell::Missing; rows.len()]));
                    decimals.push(false);
                }
            }
            columns[*before].1[row] = Cell::new(value);
            decimals[*before] |= matches!(value, Value::Decimal(_));
        }
    }
    let varies = |cells: &[Cell]| cells.iter().any(|cell| *cell != cells[0]);
    let columns = columns.into_iter().zip(decimals).filter(|((_, cells), _)| varies(cells));
    let mut columns: Vec<Column> =
        columns.map(|((name, cells), is_decimal)| Column::new(name, cells, is_decimal)).collect();
    columns.sort_by_key(|column| (dots(column.name), is_argument(column.name), column.values, column.name));
    columns
}

/// The different rows, by their places, in the order of what they are.
fn distinct(rows: &[Row], columns: &[Column]) -> Result<Vec<usize>, Unseparable> {
    let cells: Vec<Vec<Cell>> =
        (0..rows.len()).map(|row| columns.iter().map(|column| column.cells[row]).collect()).collect();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|one, other| cells[*one].cmp(&cells[*other]));
    let same = order.chunk_by(|one, other| cells[*one] == cells[*other]);
    let contradiction = |rows_of_one: &[usize]| {
        let first = |passes: bool| rows_of_one.iter().copied().find(|row| rows[*row].passes == passes);
        first(true).zip(first(false)).map(|(one, other)| (one.max(other), one.min(other)))
    };
    match same.clone().filter_map(contradiction).min() {
        Some((later, earlier)) => Err(Unseparable::Contradiction(earlier, later)),
        None => Ok(same.map(|rows| rows[0]).collect()),
    }
}

/// Columns that are the same in every row are kept once, under the first name.
fn without_twins(columns: Vec<Column>) -> Vec<Column> {
    let mut kept: Vec<Column> = Vec::new();
    for column in columns {
        match kept.iter_mut().find(|other| other.values == column.values && other.cells == column.cells) {
            Some(other) => other.aliases.push(column.name),
            None => kept.push(column),
        }
    }
    kept
}

impl<'a> Cell<'a> {
    fn new(value: &'a Value) -> Self {
        match value {
            Value::Boolean(flag) => Self::Flag(*flag),
            Value::Decimal(number) => value.whole().map_or(Self::Decimal(*number), Self::Number),
            value => value.whole().map_or(Self::Other(value), Self::Number),
        }
    }

    /// The number that it is, among numbers with fractions.
    fn exact(&self) -> Option<Exact> {
        match self {
            Self::Number(number) => Some(Exact::from(*number)),
            Self::Decimal(number) => Number::of(number.number()).map(Number::exact),
            Self::Other(value) => Exact::of(value),
            Self::Missing | Self::Flag(_) => None,
        }
    }
}

impl<'a> Column<'a> {
    fn new(name: &'a str, cells: Vec<Cell<'a>>, is_decimal: bool) -> Self {
        let mut values = cells.clone();
        values.sort_unstable();
        values.dedup();
        let (aliases, numbers, scale) = (Vec::new(), Vec::new(), Scale::Whole);
        let is_large = |cell: &Cell| matches!(cell, Cell::Number(number) if !(-LARGEST..=LARGEST).contains(number));
        let (is_large, values) = (values.iter().any(is_large), values.len());
        Self { name, aliases, cells, numbers, scale, is_decimal, is_large, values }
    }

    /// The number in a row, without rounding.
    pub fn exact(&self, row: usize) -> Option<Exact> {
        self.cells[row].exact()
    }

    /// The same with these rows only, in this order. How many values it has is not counted anew.
    fn with_rows(&self, rows: &[usize]) -> Self {
        let cells: Vec<Cell> = rows.iter().map(|row| self.cells[*row]).collect();
        let number = |cell: &Cell| match cell {
            Cell::Number(number) => Some(*number),
            _ => None,
        };
        let (mut numbers, scale) = match self.is_decimal {
            true => Scale::of(&cells.iter().map(Cell::exact).collect::<Vec<_>>()),
            false => (cells.iter().map(number).collect(), Scale::Whole),
        };
        let first = numbers.iter().flatten().next();
        if numbers.iter().flatten().all(|number| Some(number) == first) {
            numbers.clear();
        }
        Self { name: self.name, aliases: self.aliases.clone(), cells, numbers, scale, ..*self }
    }

    /// The different texts, the frequent ones first.
    pub fn texts(&self) -> Vec<&'a str> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for cell in &self.cells {
            if let Cell::Other(Value::Text(text)) = cell {
                *counts.entry(text).or_default() += 1;
            }
        }
        let mut texts: Vec<_> = counts.into_iter().collect();
        texts.sort_by_key(|(text, count)| (Reverse(*count), *text));
        texts.into_iter().map(|(text, _)| text).collect()
    }
}

/// How deep a feature is inside other objects.
pub fn dots(name: &str) -> usize {
    name.matches('.').count()
}

/// Whether a feature is an argument of the call, or part of one.
pub fn is_argument(name: &str) -> bool {
    name.strip_prefix("arg").is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
}
