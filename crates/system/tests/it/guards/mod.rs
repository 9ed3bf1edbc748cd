//! What is needed to check guards without a learner.

mod checker;
mod classes;
mod host;

pub use checker::{Checker, Effort};
pub use classes::*;
pub use host::Host;
