//! Learning register automata: control and data together.
//!
//! A learner asks *tree queries*: what a system answers to a prefix and a symbolic suffix, for all values that the theory
//! tells apart ([`theory`]). Prefixes whose trees agree, up to a renaming of values, lead to the same location.

mod analysis;
mod branching;
mod classes;
mod comparable;
mod construct;
mod equivalence;
mod guided;
mod hypothesis;
mod language;
mod learner;
mod merge;
mod query;
mod relocate;
mod renaming;
mod rows;
mod runner;
mod shorten;
mod shown;
mod suffix;
mod tester;
mod theories;
pub mod theory;
mod tree;

pub use equivalence::{MOST_PAIRS_WITH_SUMS, separating_word, separating_word_before};
pub use hypothesis::RegisterHypothesis;
pub use learner::{RegisterLearner, RegisterLearnerKind};
pub use shorten::shorten;
pub use tester::{ExploreLimits, Explored, RegisterExact, RegisterExplore, RegisterRandom, Shares, explore};
pub use theories::Theories;
