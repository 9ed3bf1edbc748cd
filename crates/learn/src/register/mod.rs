//! Learning register automata: control and data together.

mod relocate;
mod theories;
pub mod theory;

pub use theories::Theories;
