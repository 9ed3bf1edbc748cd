//! The way from a question to an answer: the [`System`] trait, purpose, journal, votes, limits and the learning run.

mod blame;
mod case;
mod conform;
mod digest;
mod doctor;
mod draft;
mod earlier;
mod event;
mod execution;
mod findings;
mod folder;
mod growth;
mod journal;
mod locator;
mod note;
mod partial;
mod purpose;
mod recorded;
mod report;
mod run;
mod session;
mod so_far;
mod suite;
mod system;
mod traces;
mod values;
mod verdict;
mod vote;
mod within;

pub use blame::Blame;
pub use case::{
    Assumption, Case, CaseError, ChallengeKind, InputsSpec, KindError, LONGEST_OUTPUT, LearnerKind, LearningSpec,
    Limits, Noise, OnHang, OutputsSpec, Problem, Recoverable, Returns, Shown, SystemSpec, Target, TesterKind, Timing,
    is_output_name, is_printable, is_reserved,
};
pub use conform::{ConformOptions, Conformance, Difference, Judgement, Listener, TestWord, conform};
pub use digest::digest;
pub use doctor::{Check, CheckKind, CheckOutcome, DoctorOptions, Examination, examine};
pub use draft::Draft;
pub use earlier::{EarlierError, drop_foreign, earlier_versions};
pub use event::{Event, Progress};
pub use folder::{Dependencies, Folder, FolderError, Resume};
pub use journal::{Damage, Entry, Journal, JournalError, LostEntry};
pub use locator::{LocatorError, case_at, check_errors, machine_of, model_at};
pub use note::Note;
pub use purpose::{PendingLimit, Purpose, PurposeSpec, PurposeState};
pub use report::{
    Challenge, Counts, Finding, FindingKind, HistoryEntry, Phase, SeenTrace, Summary, TraceStep, Verdict, one_line,
};
pub use run::{Finished, RunError, RunOptions, learn};
pub use session::{Observer, StopReason};
pub use so_far::SummarySoFar;
pub use suite::{ModelSuite, ModelTests, SuiteError, SuiteFile, Tests, Words, Written, other_seed};
pub use system::{Answer, Evidence, LateCallback, System, SystemError};
pub use traces::{TraceError, WrittenStep, read_trace, read_words, write_trace};
