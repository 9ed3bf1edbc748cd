//! Guarded models: which calls succeed when, said in the fields of the object and of the arguments.

mod guard;
mod model;

pub use guard::{Comparison, Features, Guard, Sum};
pub use model::{Boundary, GuardedMethod, GuardedModel, Rule};
