//! The way from a question to an answer: the [`System`] trait, purpose, journal, votes, limits and the learning run.

mod abstraction;
mod case;
mod conform;
mod doctor;
mod event;
mod executor;
mod findings;
mod growth;
mod journal;
mod observations;
mod partial;
mod purpose;
mod run;
mod session;
mod system;
mod traces;
mod trial;
mod values;
mod verdict;
mod vote;
mod within;

pub use abstraction::{Abstraction, Variant};
pub use case::{
    Assumption, Case, CaseError, ChallengeKind, InputsSpec, KindError, LearnerKind, LearningSpec, Limits, Noise,
    OnHang, OutputsSpec, Problem, SystemSpec, Target, TesterKind, Timing,
};
pub use conform::{ConformOptions, Conformance, Judgement, Listener, Mismatch, TestWord, conform};
pub use doctor::{Check, CheckKind, CheckOutcome, DoctorOptions, Examination, examine};
pub use event::{Event, Progress};
pub use executor::{Observer, StopReason};
pub use journal::{Damage, Entry, Journal, JournalError, LostEntry};
pub use purpose::{PendingLimit, Purpose, PurposeSpec, PurposeState};
pub use run::{FEWEST_RANDOM_WORDS, Finished, RunOptions, learn, learn_abstracted};
pub use system::{Answer, Symbols, System, SystemError};
pub use traces::{TraceError, WrittenStep, read_trace, read_typed_word, read_words, write_trace};
pub use trial::{Tried, inputs_of, try_word};
pub use verdict::suites_verdict;
