//! Guarded models: when a call succeeds, learned from calls that passed and calls that failed.

mod infer;

pub use infer::{Row, Unseparable, guards};
