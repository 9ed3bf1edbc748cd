//! Many rows, few of which matter.
//!
//! Thousands of rows often look like a hundred of them. The search is run on a sample, and rows that
//! its result gets wrong are added, until it is right about all.

use std::collections::BTreeSet;

use typestar_model::guarded::Guard;

use super::Search;
use super::bits::Bits;
use super::table::Table;
use crate::oracle::{Check, Halt};

/// How many rows of each outcome are looked at first,
const FIRST: usize = 50;
/// and how many more of each outcome for each guard that is wrong about some.
const MORE: usize = 6;

/// The guards that fit a table. They are sought in a sample of its rows, to which rows are added until what is found fits
/// all rows. The simplest guard of a sample that fits all rows is the simplest of all: every other one fits the sample
/// too.
pub fn guards(table: &Table, most: usize, check: Check) -> Result<Option<Vec<Guard>>, Halt> {
    let both = [&table.passing, &table.failing];
    let mut sample: BTreeSet<usize> = both.into_iter().flat_map(|rows| spread(rows, FIRST)).collect();
    loop {
        let rows: Vec<usize> = sample.iter().copied().collect();
        let found = Search::new(&table.with_rows(&rows), most).run(check)?;
        let Some(first) = found.first() else { return Ok(None) };
        if table.fits(first) {
            return Ok(Some(found.into_iter().filter(|guard| table.fits(guard)).collect()));
        }
        sample.extend(found.iter().flat_map(|guard| wrong(table, guard)));
    }
}

/// Some of the rows that a guard is wrong about.
fn wrong(table: &Table, guard: &Guard) -> Vec<usize> {
    let holds = table.holds(guard);
    [table.passing.without(&holds), table.failing.and(&holds)].iter().flat_map(|rows| spread(rows, MORE)).collect()
}

/// This many of these rows, or all, evenly spread.
fn spread(rows: &Bits, most: usize) -> Vec<usize> {
    let rows: Vec<usize> = rows.iter().collect();
    let number = rows.len().min(most);
    (0..number).map(|place| rows[place * rows.len() / number]).collect()
}
