//! Guarded models: which calls succeed when, said in the fields of the object and of the arguments.

mod compare;
mod format;
mod guard;
mod integers;
mod model;
mod same;
mod surprise;

pub use compare::{GuardedComparison, GuardedDifference, compare_guarded};
pub(crate) use format::GUARDED_FORMAT;
pub use format::{read_guarded_json, write_guarded_dot, write_guarded_json, write_guarded_mermaid};
pub use guard::{Comparison, Features, Guard, Sum};
pub use model::{Boundary, GuardedMethod, GuardedModel, Rule, features_text};
pub use same::{GuardComparison, compare_guards};
pub use surprise::{Surprise, surprises};
