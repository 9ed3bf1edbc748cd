//! The way from a question to an answer: the [`System`] trait, purpose, journal, votes, limits and the learning run.

mod case;
mod conform;
mod doctor;
mod event;
mod execution;
mod findings;
mod growth;
mod journal;
mod partial;
mod purpose;
mod recorded;
mod report;
mod run;
mod session;
mod system;
mod traces;
mod values;
mod verdict;
mod vote;
mod within;

pub use case::{
    Assumption, Case, CaseError, ChallengeKind, InputsSpec, KindError, LONGEST_OUTPUT, LearnerKind, LearningSpec,
    Limits, Noise, OnHang, OutputsSpec, Problem, Recoverable, Returns, Shown, SystemSpec, Target, TesterKind, Timing,
    is_output_name, is_printable, is_reserved,
};
pub use conform::{ConformOptions, Conformance, Difference, Judgement, Listener, TestWord, conform};
pub use doctor::{Check, CheckKind, CheckOutcome, DoctorOptions, Examination, examine};
pub use event::{Event, Progress};
pub use journal::{Damage, Entry, Journal, JournalError, LostEntry};
pub use purpose::{PendingLimit, Purpose, PurposeSpec, PurposeState};
pub use report::{
    Challenge, Counts, Finding, FindingKind, HistoryEntry, Phase, SeenTrace, Summary, TraceStep, Verdict, one_line,
};
pub use run::{FEWEST_RANDOM_WORDS, Finished, RunOptions, learn};
pub use session::{Observer, StopReason};
pub use system::{Answer, Evidence, LateCallback, System, SystemError};
pub use traces::{TraceError, WrittenStep, read_trace, read_typed_word, read_words, write_trace};
pub use verdict::suites_verdict;
