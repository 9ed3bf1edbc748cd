//! All integration tests of this crate in one executable: to link one is cheaper than to link each.

mod clock;
mod lines;
