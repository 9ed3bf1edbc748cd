//! Guarded models: when a call succeeds, learned from calls that passed and calls that failed.
//!
//! ```text
//!   observed calls of pop            guard
//!   elementCount 0   failed
//!   elementCount 1   passed    ──▶   elementCount >= 1
//!   elementCount 2   passed
//! ```
//!
//! The parts, in the order of the data:
//!
//! 1. `calls` reads each node of the observation tree as an example: a method, what was known of the
//!    object before it, whether it passed, and its outcome (`outcomes`).
//! 2. [`guards`] infers the simplest condition that fits all examples of a method, with its rivals.
//! 3. `split` tells the outcomes of a side apart, by conditions that are inferred in the same way.
//! 4. `states` folds words of calls into states, only for what no guard explains.
//! 5. [`GuardedLearner`] asks each method in each state; [`Explore`], [`Ladders`], [`Breaking`] and [`Long`]
//!    test.
//! 6. [`survey()`] makes the model, with the calls that speak for each guard; `lacks` tells what is missing for that.
//!
//! Nothing is answered that was not executed, so a guard that changes makes no answer invalid.

mod aim;
mod behind;
mod breaking;
mod calls;
mod closing;
mod coverage;
mod endings;
mod explore;
mod fit;
mod halving;
mod hypothesis;
mod infer;
mod lacks;
mod ladders;
mod learner;
mod limits;
mod long;
mod outcomes;
mod pool;
mod split;
mod states;
mod survey;
mod swapping;
#[cfg(test)]
mod tests;

pub use breaking::{Breaking, GuardTests};
pub use calls::{Calls, SharedCalls};
pub use explore::Explore;
pub use hypothesis::{Belief, Contradicted, GuardedHypothesis};
pub use infer::{Row, Unseparable, guards};
pub use lacks::{FewTests, Lack, Missing};
pub use ladders::Ladders;
pub use learner::GuardedLearner;
pub use long::Long;
pub use pool::Callable;
pub use survey::{Counted, Survey, Unexplained, Untold, survey};
