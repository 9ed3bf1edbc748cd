//! Exit codes that scripts can trust, and errors that carry them.

use std::fmt;
use std::process::ExitCode;

use typestar_model::FormatError;
use typestar_query::{CaseError, Finished, JournalError, StopReason, SystemError};

/// How the command ended. `docs/reference/exit-codes.md` describes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, nothing to report.
    Done,
    /// A finding, or a difference.
    Finding,
    /// Wrong usage, or a wrong case or model file.
    Usage,
    /// The system, its adapter or the machine's own disk failed.
    Failed,
    /// A budget ran out; the partial model is kept.
    Budget,
    /// The user interrupted; the partial model is kept.
    Interrupted,
}

impl Exit {
    /// The number for the shell.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Finding => 1,
            Self::Usage => 2,
            Self::Failed => 3,
            Self::Budget => 4,
            Self::Interrupted => 130,
        }
    }

    /// How a learning run ended.
    pub fn of(finished: &Finished) -> Self {
        match &finished.stop {
            None if finished.summary.findings.is_empty() => Self::Done,
            None | Some(StopReason::Unsettled | StopReason::PendingCallbacksGrow | StopReason::CountGrows) => {
                Self::Finding
            }
            Some(StopReason::Budget(_)) => Self::Budget,
            Some(StopReason::Interrupted) => Self::Interrupted,
            Some(StopReason::SystemFailed(_) | StopReason::JournalFailed(_)) => Self::Failed,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Why the command could not do its work.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// What happened and what to do next.
    pub message: String,
}

impl Failure {
    /// The user asked for something that cannot be.
    pub fn usage(message: impl fmt::Display) -> Self {
        Self { exit: Exit::Usage, message: message.to_string() }
    }

    /// Something outside failed.
    pub fn failed(message: impl fmt::Display) -> Self {
        Self { exit: Exit::Failed, message: message.to_string() }
    }

    /// The user wanted the end.
    pub fn interrupted() -> Self {
        Self { exit: Exit::Interrupted, message: "interrupted".to_owned() }
    }

    /// A file's format is wrong.
    pub fn format(file: &std::path::Path, error: &FormatError) -> Self {
        let place = if error.line > 0 { format!(":{}:{}", error.line, error.column) } else { String::new() };
        Self::usage(format!("error: {}\n --> {}{place}", error.message, file.display()))
    }

    /// The journal of another run cannot be read: that run is not to be started over.
    pub fn old_journal(file: &std::path::Path, error: &JournalError, advice: &str) -> Self {
        Self::failed(format!("cannot read the journal {}: {}; {advice}", file.display(), error.fault()))
    }

    /// A file cannot be read.
    pub fn unreadable(file: &std::path::Path, error: &std::io::Error) -> Self {
        Self::usage(format!("cannot read {}: {error}", file.display()))
    }
}

impl From<CaseError> for Failure {
    fn from(error: CaseError) -> Self {
        Self::usage(error)
    }
}

impl From<SystemError> for Failure {
    fn from(error: SystemError) -> Self {
        Self::failed(error)
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        Self::failed(error)
    }
}
