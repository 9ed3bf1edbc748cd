//! The way from a question to an answer: the [`System`] trait, purpose, journal, votes, limits and the learning run.

mod report;
mod system;

pub use report::{Counts, Finding, FindingKind, SeenTrace, Summary, TraceStep, Verdict};
pub use system::{Answer, Evidence, LateCallback, System, SystemError};
