//! The way from a question to an answer: the [`System`] trait, purpose, journal, votes, limits and the learning run.

mod case;
mod check;
mod executor;
mod folder;
mod journal;
mod run;
mod session;
mod system;
mod task;

pub use case::earlier::{EarlierError, drop_foreign, earlier_versions};
pub use case::locator::{
    LocatorError, any_model_at, case_at, check_errors, check_final_outputs, model_at, simulated_model,
};
pub use case::{
    ActionSpec, AndroidSpec, ApiLevel, ArgumentError, Assumption, Case, CaseError, ChallengeKind, ClassSpec, DataSpec,
    GivenArgument, InputsSpec, JavaProgram, JavaSpec, KindError, LearnerKind, LearningSpec, Limits, MOST_COPIES,
    MOST_DEPTH, MachineTester, ModelKind, Noise, OnHang, OutputsSpec, Problem, RegisterTester, SharedTester, Source,
    SystemSpec, Target, TesterKind, Timing, TypeSpec, TypeTheory, USUAL_DEPTH,
};
pub use check::compare::{CompareError, CompareOptions, ModelComparison, compare_models};
pub use check::conform::{ConformOptions, Conformance, Judgement, Listener, Mismatch, Seen, TestSource, TestWord};
pub use check::doctor::{Check, CheckKind, CheckOutcome, DoctorOptions, Examination};
pub use check::suite::{
    AnySuite, GuardedSuite, GuardedTests, ModelSuite, ModelTests, RegisterSuite, RegisterTests, SuiteError, SuiteFile,
    Tests, Words, Written, other_seed,
};
pub use check::traces::{
    TraceError, Vocabulary, WrittenStep, misplaced_maker, read_trace, read_typed_word, read_words, write_trace,
};
pub use check::try_word::{Tried, inputs_of, try_word};
pub use executor::quiescence::Quiescence;
pub use executor::{Observer, StopReason, Stopwatch};
pub use folder::atomic_file::Draft;
pub use folder::blame::Blame;
pub use folder::digest::digest;
pub use folder::events::{EventError, Events, read_event, read_events};
pub use folder::log::EventLog;
pub use folder::note::Note;
pub use folder::{Dependencies, Folder, FolderError, Resume};
pub use journal::{Damage, Entry, Journal, JournalError, LostEntry};
pub use run::guarded::arguments::plain_call;
pub use run::registers::data::{Data, DataError};
pub use run::so_far::SummarySoFar;
pub use run::verdict::Established;
pub use run::{
    Chain, Finished, Kind, Link, Milestone, Numbers, RunError, RunOptions, TesterLink, WholeTree, learn, learn_guarded,
    learn_kind, learn_registers,
};
pub use session::Session;
pub use session::purpose::{BetweenLimit, PendingLimit, Purpose, PurposeSpec, PurposeState};
pub use system::copies::Copies;
pub use system::{About, Answer, Symbols, System, SystemError, Taker};
pub use task::{Given, LEARN, OPTIONS, OptionError, OptionGroup, Systems, Task, TaskError};
pub use typestar_model::{EVENT_FORMAT, Event, EventLine, Progress, RunEnd, RunStart};
pub use typestar_protocol::Clock;
