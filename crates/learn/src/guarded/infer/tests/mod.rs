mod classes;
mod examples;

use typestar_model::guarded::{Features, Guard};

use super::{Row, Unseparable, guards};

/// A call that was seen: what was known before it, and whether it passed.
pub type Seen = (Features, bool);

/// The simplest guard for these calls.
pub fn best(seen: &[Seen]) -> Result<Guard, Unseparable> {
    Ok(all(seen, 1)?.remove(0))
}

/// The guards for these calls.
pub fn all(seen: &[Seen], most: usize) -> Result<Vec<Guard>, Unseparable> {
    let rows: Vec<Row> = seen.iter().map(|(features, passes)| Row { features, passes: *passes }).collect();
    guards(&rows, most)
}
