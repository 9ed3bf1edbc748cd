//! Many rows, few of which matter.

use std::collections::BTreeSet;

use typestar_model::guarded::Guard;

use super::Search;
use super::bits::Bits;
use super::table::Table;

/// So many rows of each outcome are looked at first,
const FIRST: usize = 60;
/// and so many more of each outcome after a guard was wrong about some.
const MORE: usize = 6;
/// So often rows are added only because a rival was wrong about them.
const MOST_ROUNDS_FOR_RIVALS: usize = 1;

/// The guards that fit a table. They are sought in a sample of its rows, to which rows are added until what is found fits
/// all rows. The simplest guard of a sample that fits all rows is the simplest of all: every other one fits the sample
/// too.
pub fn guards(table: &Table, most: usize) -> Option<Vec<Guard>> {
    let mut sample: BTreeSet<usize> =
        [&table.passing, &table.failing].into_iter().flat_map(|rows| spread(rows, FIRST)).collect();
    let mut rounds = 0;
    loop {
        let rows: Vec<usize> = sample.iter().copied().collect();
        let found = Search::new(&table.with_rows(&rows), most).run();
        let wrong = |guard: &Guard| {
            let holds = table.holds(guard);
            [table.passing.without(&holds), table.failing.and(&holds)]
        };
        let all_wrong: Vec<[Bits; 2]> = found.iter().map(wrong).collect();
        let is_right = |wrong: &[Bits; 2]| wrong.iter().all(Bits::is_empty);
        rounds += usize::from(is_right(all_wrong.first()?));
        if all_wrong.iter().all(is_right) || rounds > MOST_ROUNDS_FOR_RIVALS {
            let right = found.into_iter().zip(&all_wrong).filter(|(_, wrong)| is_right(wrong));
            return Some(right.map(|(guard, _)| guard).collect());
        }
        sample.extend(all_wrong.iter().flatten().flat_map(|rows| spread(rows, MORE)));
    }
}

/// So many of these rows, or all, evenly spread.
fn spread(rows: &Bits, most: usize) -> Vec<usize> {
    let rows: Vec<usize> = rows.iter().collect();
    let number = rows.len().min(most);
    (0..number).map(|place| rows[place * rows.len() / number]).collect()
}
