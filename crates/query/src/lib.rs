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
mod run;
mod session;
mod session_view;
mod system;
mod traces;
mod values;
mod verdict;
mod vote;
mod within;

pub use case::{
    Assumption, Case, CaseError, ChallengeKind, InputsSpec, KindError, LearnerKind, LearningSpec, Limits, Noise,
    OnHang, OutputsSpec, Problem, SystemSpec, Target, TesterKind, Timing,
};
pub use conform::{ConformOptions, Conformance, Difference, Judgement, Listener, TestWord, conform};
pub use doctor::{Check, CheckKind, CheckOutcome, DoctorOptions, Examination, examine};
pub use event::{Event, Progress};
pub use journal::{Damage, Entry, Journal, JournalError, LostEntry};
pub use purpose::{PendingLimit, Purpose, PurposeSpec, PurposeState};
pub use run::{
    Chain, FEWEST_RANDOM_WORDS, Finished, Kind, Link, Milestone, Numbers, RunOptions, Tried, WholeTree, learn,
    learn_kind,
};
pub use session::{Observer, Session, StopReason};
pub use system::{Answer, System, SystemError};
pub use traces::{TraceError, WrittenStep, read_trace, read_typed_word, read_words, write_trace};
pub use verdict::{Established, suites_verdict};
