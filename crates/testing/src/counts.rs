//! How much of a random test is run: the first quarter while people work, everything before a change is taken.

use std::ops::Range;

/// All of it is run if this variable says so.
const VARIABLE: &str = "TYPESTAR_TESTS";

/// One part in this many is run otherwise.
const PART: usize = 4;

/// The seeds of a random test: all of these with `TYPESTAR_TESTS=all`, and the first quarter otherwise.
///
/// ```
/// let seeds = typestar_testing::seeds(0..200);
/// assert!(seeds == (0..50) || seeds == (0..200));
/// ```
pub fn seeds(all: Range<u64>) -> Range<u64> {
    all.start..all.start + share((all.end - all.start) as usize) as u64
}

/// How many cases `proptest` makes: all of these with `TYPESTAR_TESTS=all`, and a quarter otherwise.
pub fn cases(all: u32) -> u32 {
    if runs_all() { all } else { all.div_ceil(PART as u32) }
}

/// How many of something that a random test meets: all of these with `TYPESTAR_TESTS=all`, and a quarter otherwise.
pub fn share(all: usize) -> usize {
    if runs_all() { all } else { all.div_ceil(PART) }
}

fn runs_all() -> bool {
    std::env::var_os(VARIABLE).is_some_and(|value| value == "all")
}
