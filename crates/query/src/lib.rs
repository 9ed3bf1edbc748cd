//! The way from a question to an answer: the [`System`] trait, purpose, journal, votes, limits and the learning run.

mod case;
mod conform;
mod doctor;
mod event;
mod execution;
mod findings;
mod growth;
mod journal;
mod purpose;
mod recorded;
mod report;
mod run;
mod session;
mod system;
mod traces;
mod verdict;
mod vote;
mod within;

pub use case::{
    Assumption, Case, CaseError, InputsSpec, KindError, LearnerKind, LearningSpec, Limits, OutputsSpec, Problem,
    SystemSpec, Target, TesterKind, Timing,
};
pub use conform::{ConformOptions, Conformance, Difference, Judgement, Listener, TestWord, conform};
pub use doctor::{Check, CheckKind, CheckOutcome, DoctorOptions, Examination, examine};
pub use event::{Event, Progress};
pub use journal::{Damage, Entry, Journal, JournalError, LostEntry};
pub use purpose::{PendingLimit, Purpose, PurposeSpec, PurposeState};
pub use report::{Counts, Finding, FindingKind, HistoryEntry, Phase, SeenTrace, Summary, TraceStep, Verdict, one_line};
pub use run::{Finished, RunOptions, learn};
pub use session::{Observer, StopReason};
pub use system::{Answer, Evidence, LateCallback, System, SystemError};
pub use traces::{TraceError, WrittenStep, read_trace, read_words, write_trace};
pub use verdict::suites_verdict;
