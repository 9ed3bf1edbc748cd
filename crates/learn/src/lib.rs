//! How typestar learns: learners and conformance testers. They see an [`Oracle`], never a system.
//!
//! A [`Learner`] asks until it has a [`Hypothesis`] that agrees with what was observed; a [`Tester`] looks for an
//! observation that does not. Both work on the one observation tree that the oracle keeps, so that a
//! counterexample needs no other message than itself.

mod adaptive;
mod adaptive_tree;
mod adt;
mod discrimination;
pub mod guarded;
mod hypothesis;
mod kv;
mod lsharp;
mod lstar;
mod mealy;
mod oracle;
pub mod register;
mod run_on;
mod sifting;
mod tester;
mod ttt;
mod warm;

pub use adt::Adt;
pub use hypothesis::Hypothesis;
pub use kv::Kv;
pub use lsharp::Lsharp;
pub use lstar::Lstar;
pub use mealy::MealyHypothesis;
pub use oracle::{Check, Halt, Observed, Oracle};
pub use tester::{
    Auto, Completeness, DistinguisherBound, Exact, Identifiers, Joined, Outcome, RandomWalk, RandomWp, StateBound,
    Streamed, Suite, SuiteKind, Tester, suite,
};
pub use ttt::Ttt;
pub use warm::{EarlierVersion, OldBehaviour, Recognised, warm_start};

/// An algorithm that turns observations into a hypothesis.
pub trait Learner {
    /// What it learns: machines, or another kind of model.
    type Hypothesis;

    /// Asks until there is a hypothesis that agrees with what was observed since the last one. Called again without
    /// any new observation, it makes sure that the hypothesis agrees with the whole observation tree.
    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<Self::Hypothesis, Halt>;
}
