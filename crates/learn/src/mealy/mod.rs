//! Machines: their learners, their testers, and the warm start from an earlier version.
//!
//! A *machine* has finitely many states; each input in a state has one output and one target. That is
//! the right kind of model where control decides and data does not.
//!
//! ```text
//!   learners    lsharp   adt ttt kv        lstar
//!                 │          │               │
//!   what they     │       sifting            │        walks of counterexamples
//!   share         │          │               │
//!                 │    discrimination        │        which state is this word?
//!              adaptive, adaptive_tree                one execution for many states
//!                 └──────── hypothesis ──────┘        build(): nodes to a machine
//!   testers     auto   distinguisher_bound   state_bound   streamed   exact   joined
//!                           certified            suite/*
//! ```
//!
//! Two facts are used all over these modules:
//!
//! - **Apart.** Two nodes of the observation tree that answered some word differently are different
//!   states, for certain and for ever. Two nodes that are not apart may be the same state.
//! - **Prefix closed.** Every prefix of an access word is an access word. So access words form a tree,
//!   and a step along it needs no test: it leads to its target by definition.

mod adaptive;
mod adaptive_tree;
mod adt;
mod discrimination;
mod hypothesis;
mod kv;
mod lsharp;
mod lstar;
mod run_on;
mod sifting;
mod tester;
mod ttt;
mod warm;

pub use adt::Adt;
pub use hypothesis::MealyHypothesis;
pub use kv::Kv;
pub use lsharp::Lsharp;
pub use lstar::Lstar;
pub use tester::{Auto, DistinguisherBound, Exact, Identifiers, Joined, StateBound, Streamed, Suite, SuiteKind, suite};
pub use ttt::Ttt;
pub use warm::{EarlierVersion, OldBehaviour, Recognised, warm_start};
