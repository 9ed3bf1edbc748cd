//! Learning register automata: control and data together.

mod needed;
mod relocate;
mod theories;
pub mod theory;

pub use needed::{Need, needs};
pub use theories::Theories;
