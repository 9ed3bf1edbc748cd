//! All integration tests of this crate in one executable: to link one is cheaper than to link each.

mod common;
mod drawing;
mod guarded;
mod layout;
mod page;
mod registers;
mod text;
