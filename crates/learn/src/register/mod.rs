//! Learning register automata: control and data together.

mod comparable;
mod equivalence;
mod hypothesis;
mod needed;
mod relocate;
mod runner;
mod shown;
mod tester;
mod theories;
pub mod theory;

pub use equivalence::{MOST_PAIRS, separating_word, separating_word_before};
pub use hypothesis::RegisterHypothesis;
pub use needed::{Need, needs};
pub use tester::{ExploreLimits, Explored, RegisterExact, RegisterExplore, RegisterRandom, Shares, explore};
pub use theories::Theories;
