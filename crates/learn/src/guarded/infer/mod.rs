//! Guards from examples: the simplest conditions that hold in all calls that passed and in none that failed.

use typestar_model::guarded::{Features, Guard};

/// A call: what was known before it, and whether it passed.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// What was known.
    pub features: &'a Features,
    /// Whether the call passed.
    pub passes: bool,
}

/// Why there is no guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseparable {
    /// The same was known before these two calls, by their places, and one passed and the other failed.
    Contradiction(usize, usize),
    /// Every guard that was tried is wrong for some row.
    NotFound,
}

/// The guards that fit all rows, the simplest first, at most so many. Those behind the first are rivals, which further
/// calls may tell from it.
pub fn guards(rows: &[Row], most: usize) -> Result<Vec<Guard>, Unseparable> {
    let _ = most;
    match rows.iter().all(|row| row.passes) {
        true => Ok(vec![Guard::ALWAYS]),
        false => Err(Unseparable::NotFound),
    }
}
