//! Guarded models: when a call succeeds, learned from calls that passed and calls that failed.

mod breaking;
mod calls;
mod explore;
mod fit;
mod hypothesis;
mod infer;
mod learner;
mod pool;
mod states;
mod survey;

pub use breaking::{Breaking, GuardTests};
pub use explore::Explore;
pub use hypothesis::{Belief, GuardedHypothesis};
pub use infer::{Row, Unseparable, guards};
pub use learner::GuardedLearner;
pub use pool::Callable;
pub use survey::{Survey, Unexplained, survey};
