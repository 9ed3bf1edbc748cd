mod classes;

mod decimals;
mod ends;
mod examples;
mod factors;
mod generalisation;
mod planes;
mod random;
mod sets;

use typestar_model::guarded::{Features, Guard};

use super::{Row, Unseparable, guards};

/// A call that was seen: what was known before it, and whether it passed.
type Seen = (Features, bool);

/// The simplest guard for these calls.
fn best(seen: &[Seen]) -> Result<Guard, Unseparable> {
    Ok(all(seen, 1)?.remove(0))
}

/// The guards for these calls.
fn all(seen: &[Seen], most: usize) -> Result<Vec<Guard>, Unseparable> {
    let rows: Vec<Row> = seen.iter().map(|(features, passes)| Row { features, passes: *passes }).collect();
    guards(&rows, most)
}

/// How many of these calls a guard is right about.
fn right(guard: &Guard, seen: &[Seen]) -> usize {
    seen.iter().filter(|(features, passes)| guard.holds(features) == *passes).count()
}
