//! A small decision tree: the last resort.
//!
//! It is tried only if there is no other guard. Each question is the literal after which passing and
//! failing rows are least mixed. A tree with fewer than four rows for each leaf would only list the
//! rows, and is refused.

use typestar_model::guarded::Guard;

use super::bits::Bits;
use super::literal::Literal;
use super::side::complement;
use super::table::Table;

/// A tree asks at most this many questions one after the other.
const MOST_DEPTH: usize = 8;
/// A tree needs at least this many rows for each of its leaves, or it only tells the rows one by one.
const LEAST_ROWS: usize = 4;

/// What a tree says that asks these literals; none if it would be too large.
pub fn guard(table: &Table, literals: &[Literal]) -> Option<Guard> {
    let mut leaves = 0;
    let guard = grown(table, literals, &table.passing.or(&table.failing), MOST_DEPTH, &mut leaves)?;
    (table.rows >= LEAST_ROWS * leaves).then_some(guard)
}

fn grown(table: &Table, literals: &[Literal], rows: &Bits, depth: usize, leaves: &mut usize) -> Option<Guard> {
    let (passing, failing) = (rows.count_common(&table.passing), rows.count_common(&table.failing));
    if passing == 0 || failing == 0 {
        *leaves += 1;
        return Some(if passing == 0 { Guard::NEVER } else { Guard::ALWAYS });
    }
    let question = best(table, literals, rows).filter(|_| depth > 0)?;
    let yes = grown(table, literals, &rows.and(&question.holds), depth - 1, leaves)?;
    let no = grown(table, literals, &rows.without(&question.holds), depth - 1, leaves)?;
    Some(joined(question.guard.clone(), complement(table, &question.guard), yes, no))
}

/// The literal whose answers are most alike in outcome; of equals the simplest.
fn best<'l>(table: &Table, literals: &'l [Literal], rows: &Bits) -> Option<&'l Literal> {
    let impurity = |rows: &Bits| {
        let (passing, failing) = (rows.count_common(&table.passing), rows.count_common(&table.failing));
        (passing * failing * 1_000).checked_div(passing + failing)
    };
    let rank = |literal: &&Literal| {
        let impurity = impurity(&rows.and(&literal.holds))? + impurity(&rows.without(&literal.holds))?;
        Some((impurity, literal.cost))
    };
    literals.iter().filter(|literal| rank(literal).is_some()).min_by_key(rank)
}

/// If the question holds, then this, else that.
fn joined(question: Guard, opposite: Guard, yes: Guard, no: Guard) -> Guard {
    match (yes == Guard::ALWAYS, yes == Guard::NEVER, no == Guard::ALWAYS, no == Guard::NEVER) {
        (true, _, _, true) => question,
        (_, true, true, _) => opposite,
        (true, ..) => Guard::Any(vec![question, no]),
        (_, _, true, _) => Guard::Any(vec![opposite, yes]),
        (_, _, _, true) => Guard::All(vec![question, yes]),
        (_, true, ..) => Guard::All(vec![opposite, no]),
        _ => Guard::Any(vec![Guard::All(vec![question, yes]), Guard::All(vec![opposite, no])]),
    }
}
