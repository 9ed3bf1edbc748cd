//! The way from a question to an answer: the [`System`] trait, purpose, journal, votes, limits and the learning run.

mod case;
mod purpose;
mod report;
mod system;

pub use case::{
    Assumption, Case, CaseError, InputsSpec, KindError, LearnerKind, LearningSpec, Limits, OutputsSpec, Problem,
    SystemSpec, Target, TesterKind, Timing,
};
pub use purpose::{PendingLimit, Purpose, PurposeSpec, PurposeState};
pub use report::{Counts, Finding, FindingKind, SeenTrace, Summary, TraceStep, Verdict};
pub use system::{Answer, Evidence, LateCallback, System, SystemError};
