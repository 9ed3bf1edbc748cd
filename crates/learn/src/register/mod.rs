//! Learning register automata: control and data together.

mod theories;
pub mod theory;

pub use theories::Theories;
