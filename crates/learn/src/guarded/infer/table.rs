//! The rows as columns, without what cannot matter.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use typestar_model::Value;
use typestar_model::guarded::{Features, Guard, Sum};

use super::bits::Bits;
use super::{Row, Unseparable};

/// Numbers beyond this are not added to others, so that no sum overflows.
const LARGEST: i64 = 1 << 60;

/// What is known of one feature, row by row.
pub struct Column<'a> {
    /// Its name.
    pub name: &'a str,
    /// Further features that are the same in every row.
    pub aliases: Vec<&'a str>,
    /// What it is in each row, if it is there.
    pub cells: Vec<Option<&'a Value>>,
    /// The whole numbers among them; empty if there are not two different ones. A number that is always the same if it
    /// is there tells no more than that its owner is there, which a flag says better.
    pub numbers: Vec<Option<i64>>,
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
}

impl<'a> Table<'a> {
    /// The table of these calls; none if two of them contradict each other.
    pub fn new(rows: &[Row<'a>]) -> Result<Self, Unseparable> {
        let rows = distinct(rows)?;
        let columns = columns(&rows);
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by_cached_key(|row| columns.iter().map(|column| column.cells[*row]).collect::<Vec<_>>());
        let columns = without_twins(columns.into_iter().map(|column| column.sorted(&order)).collect());
        let names = |column: &Column<'a>| [vec![column.name], column.aliases.clone()].concat();
        let places = columns.iter().enumerate();
        let places = places.flat_map(|(place, column)| names(column).into_iter().map(move |name| (name, place)));
        let places = places.collect();
        let passes = |place: usize| rows[order[place]].passes;
        let passing = Bits::of(rows.len(), passes);
        let failing = Bits::of(rows.len(), |place| !passes(place));
        Ok(Self { columns, passing, failing, rows: rows.len(), places })
    }

    /// The columns with numbers that may be added to others, by their places.
    pub fn addable(&self) -> Vec<usize> {
        let is_small = |number: &Option<i64>| number.is_none_or(|number| (-LARGEST..=LARGEST).contains(&number));
        let is_addable = |column: &Column| !column.numbers.is_empty() && column.numbers.iter().all(is_small);
        (0..self.columns.len()).filter(|place| is_addable(&self.columns[*place])).collect()
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
            Guard::Flag(feature) => self.cells(feature, |value| *value == Value::Boolean(true)),
            Guard::Is { feature, text } => {
                self.cells(feature, |value| matches!(value, Value::Text(seen) if seen == text))
            }
            Guard::Sum(sum) => self.holds_sum(sum),
        }
    }

    /// Every row.
    fn all(&self) -> Bits {
        self.passing.or(&self.failing)
    }

    fn cells(&self, feature: &str, is_so: impl Fn(&Value) -> bool) -> Bits {
        let column = self.column(feature);
        Bits::of(self.rows, |row| column.and_then(|column| column.cells[row]).is_some_and(&is_so))
    }

    fn holds_sum(&self, sum: &Sum) -> Bits {
        let columns: Option<Vec<_>> =
            sum.terms.iter().map(|(factor, name)| Some((i128::from(*factor), self.column(name)?))).collect();
        let Some(columns) = columns.filter(|columns| columns.iter().all(|(_, column)| !column.numbers.is_empty()))
        else {
            return Bits::none(self.rows);
        };
        let term = |(factor, column): &(i128, &Column), row: usize| Some(factor * i128::from(column.numbers[row]?));
        let value = |row| columns.iter().map(|column| term(column, row)).sum::<Option<i128>>();
        let bound = i128::from(sum.bound);
        Bits::of(self.rows, |row| value(row).is_some_and(|value| sum.comparison.holds(value, bound)))
    }
}

/// The rows without duplicates.
fn distinct<'a>(rows: &[Row<'a>]) -> Result<Vec<Row<'a>>, Unseparable> {
    let mut first: HashMap<&Features, usize> = HashMap::new();
    let mut distinct = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let before = *first.entry(row.features).or_insert(place);
        if rows[before].passes != row.passes {
            return Err(Unseparable::Contradiction(before, place));
        }
        if before == place {
            distinct.push(*row);
        }
    }
    Ok(distinct)
}

/// The features that are not the same in all rows, the simplest first.
fn columns<'a>(rows: &[Row<'a>]) -> Vec<Column<'a>> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut columns: Vec<(&str, Vec<Option<&Value>>)> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        for (name, value) in row.features {
            let column = *places.entry(name).or_insert_with(|| {
                columns.push((name, vec![None; rows.len()]));
                columns.len() - 1
            });
            columns[column].1[place] = Some(value);
        }
    }
    columns.retain(|(_, cells)| cells.iter().any(|cell| *cell != cells[0]));
    let mut columns: Vec<Column> = columns.into_iter().map(|(name, cells)| Column::new(name, cells)).collect();
    columns.sort_by_key(|column| (dots(column.name), is_argument(column.name), column.values, column.name));
    columns
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

impl<'a> Column<'a> {
    fn new(name: &'a str, cells: Vec<Option<&'a Value>>) -> Self {
        let values = cells.iter().collect::<BTreeSet<_>>().len();
        Self { name, aliases: Vec::new(), cells, numbers: Vec::new(), values }
    }

    /// The same with its rows in another order.
    fn sorted(mut self, order: &[usize]) -> Self {
        self.cells = order.iter().map(|row| self.cells[*row]).collect();
        let number = |cell: &Option<&Value>| match cell {
            Some(Value::Integer(number)) => Some(*number),
            _ => None,
        };
        let numbers: Vec<Option<i64>> = self.cells.iter().map(number).collect();
        let first = numbers.iter().flatten().next();
        if numbers.iter().flatten().any(|number| Some(number) != first) {
            self.numbers = numbers;
        }
        self
    }

    /// The different texts, the frequent ones first.
    pub fn texts(&self) -> Vec<&'a str> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for cell in &self.cells {
            if let Some(Value::Text(text)) = cell {
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
