//! The way from a question to an answer: the [`System`] trait, purpose, journal, votes, limits and the learning run.

mod abstraction;
mod arguments;
mod blame;
mod case;
mod conform;
mod copies;
mod data;
mod digest;
mod doctor;
mod draft;
mod earlier;
mod event;
mod executor;
mod findings;
mod folder;
mod growth;
mod journal;
mod locator;
mod misfits;
mod note;
mod observations;
mod other_values;
mod partial;
mod purpose;
mod quiescence;
mod refinement;
mod run;
mod session;
mod session_view;
mod so_far;
mod suite;
mod system;
mod traces;
mod trial;
mod typed;
mod values;
mod verdict;
mod vote;
mod within;

pub use abstraction::{Abstraction, Variant};
pub use arguments::plain_call;
pub use blame::Blame;
pub use case::{
    ActionSpec, AndroidSpec, ApiLevel, Assumption, Case, CaseError, ChallengeKind, ClassSpec, DataSpec, InputsSpec,
    JavaProgram, JavaSpec, KindError, LearnerKind, LearningSpec, Limits, MOST_COPIES, ModelKind, Noise, OnHang,
    OutputsSpec, Problem, SystemSpec, Target, TesterKind, Timing, TypeSpec, TypeTheory,
};
pub use conform::{ConformOptions, Conformance, Judgement, Listener, Mismatch, TestWord, conform, conform_data};
pub use copies::Copies;
pub use data::{Data, DataError};
pub use digest::digest;
pub use doctor::{Check, CheckKind, CheckOutcome, DoctorOptions, Examination, examine, examine_data};
pub use draft::Draft;
pub use earlier::{EarlierError, drop_foreign, earlier_versions};
pub use event::{
    EVENT_FORMAT, Event, EventError, EventLine, EventLog, Events, Progress, RunEnd, RunStart, read_event, read_events,
};
pub use executor::{Observer, StopReason};
pub use folder::{Dependencies, Folder, FolderError, Resume};
pub use journal::{Damage, Entry, Journal, JournalError, LostEntry};
pub use locator::{LocatorError, any_model_at, case_at, check_errors, check_final_outputs, model_at, simulated_model};
pub use note::Note;
pub use purpose::{PendingLimit, Purpose, PurposeSpec, PurposeState};
pub use quiescence::Quiescence;
pub use run::{
    Chain, Finished, Kind, Link, Milestone, Numbers, RunError, RunOptions, TesterLink, WholeTree, learn,
    learn_abstracted, learn_guarded, learn_kind, learn_registers,
};
pub use session::Session;
pub use so_far::SummarySoFar;
pub use suite::{ModelSuite, ModelTests, RegisterSuite, SuiteError, SuiteFile, Tests, Words, Written, other_seed};
pub use system::{Answer, Symbols, System, SystemError, Taker};
pub use traces::{TraceError, WrittenStep, read_trace, read_typed_word, read_words, write_trace};
pub use trial::{Tried, inputs_of, try_word};
pub use typestar_protocol::Clock;
pub use verdict::Established;
