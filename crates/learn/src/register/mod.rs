//! Learning register automata: control and data together.

mod comparable;
mod equivalence;
mod hypothesis;
mod runner;
mod shorten;
mod shown;
mod tester;
mod theories;
pub mod theory;

pub use equivalence::{MOST_PAIRS_WITH_SUMS, separating_word, separating_word_before};
pub use hypothesis::RegisterHypothesis;
pub use shorten::shorten;
pub use tester::{ExploreLimits, Explored, RegisterExact, RegisterExplore, RegisterRandom, Shares, explore};
pub use theories::Theories;
