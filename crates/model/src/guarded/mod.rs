//! Guarded models: which calls pass when, said in the fields of the object and of the arguments.
//!
//! A class like a stack has no control to speak of: `pop` fails because the stack is empty, and `size` says so. A machine
//! would need a state for each size. A guarded model says it in one line:
//!
//! ```text
//! state   method   succeeds if     leads to
//! 0       push     true            0
//! 0       pop      size >= 1       0
//! ```
//!
//! The parts: a [`Guard`] is a condition, a [`Rule`] gives one to a method in a state and has a [`Branch`] for each outcome
//! of its calls, a [`GuardedModel`] has the rules.
//! [`compare_guards`] and [`compare_guarded`] tell whether two of them mean the same, and [`surprises`] looks for what
//! people may not expect.
//!
//! Guards speak of *features*: what is known by name before a call, fields and arguments together. A feature may be
//! missing, as the fields of an object that is null are. Every guard is then still true or false.
//!
//! ```
//! use typestar_model::Value;
//! use typestar_model::guarded::{Features, Guard};
//! let can_pop = Guard::at_least("size", 1);
//! for size in [Some(0), Some(1), None] {
//!     let features: Features = size.map(|size| ("size".to_owned(), Value::Integer(size))).into_iter().collect();
//!     assert_ne!(can_pop.holds(&features), can_pop.negated().holds(&features));
//! }
//! ```

mod branch;
mod compare;
mod format;
mod guard;
mod integers;
mod model;
mod number;
mod offered;
mod same;
mod surprise;

pub use branch::{Absence, Branch, all_of, branch_taken, complement, exclusive};
pub use compare::{GuardedComparison, GuardedDifference, compare_guarded};
pub(crate) use format::GUARDED_FORMAT;
pub use format::{read_guarded_json, write_guarded_dot, write_guarded_json, write_guarded_mermaid};
pub use guard::{Comparison, Features, Guard, Sum};
pub use model::{Boundary, GuardedMethod, GuardedModel, Rule, features_text};
pub use number::{Exact, Number};
pub use offered::{Hole, LeftOut, Making, OfferedMethod, Parameter, Returned, ValueKind};
pub use same::{GuardComparison, compare_guards};
pub use surprise::{Surprise, is_ending, surprises};
