//! Learning register automata: control and data together.
//!
//! A learner asks *tree queries*: what a system answers to a prefix and a symbolic suffix, for all values that the theory
//! tells apart ([`theory`]). Prefixes whose trees agree, up to a renaming of values, lead to the same location.

mod analysis;
mod branching;
mod classes;
mod construct;
mod hypothesis;
mod language;
mod learner;
mod merge;
mod query;
mod renaming;
mod rows;
mod runner;
mod suffix;
mod theories;
pub mod theory;
mod tree;

pub use hypothesis::RegisterHypothesis;
pub use learner::{RegisterLearner, RegisterLearnerKind};
pub use theories::Theories;
