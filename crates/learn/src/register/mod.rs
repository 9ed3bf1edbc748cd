//! Learning register automata: control and data together.
//!
//! A learner asks *tree queries*: what a system answers to a prefix and a symbolic suffix, for all values that the theory
//! tells apart ([`theory`]). Prefixes whose trees agree, up to a renaming of values, lead to the same location.

mod comparable;
mod compare;
mod equivalence;
mod hypothesis;
mod learner;
mod needed;
mod relocate;
mod shorten;
mod shown;
mod tester;
mod theories;
pub mod theory;
mod tree;

pub use compare::{RegisterComparison, compare_registers};
pub use equivalence::{
    MOST_PAIRS, MOST_PAIRS_WITH_SUMS, Searched, search_separating_word, separating_word, separating_word_before,
};
pub use hypothesis::RegisterHypothesis;
pub use learner::{RegisterLearner, RegisterLearnerKind};
pub use needed::{Need, needs};
pub use shorten::shorten;
pub use tester::{ExploreLimits, Explored, RegisterExact, RegisterExplore, RegisterRandom, Shares, explore};
pub use theories::Theories;
