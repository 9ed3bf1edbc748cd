//! Exit codes that scripts can trust, and errors that carry them.

use std::fmt;
use std::process::ExitCode;

use typestar_query::{Blame, Finished, StopReason};

/// How the command ended. `docs/reference/exit-codes.md` describes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, nothing to report.
    Done = 0,
    /// A finding, or a difference.
    Finding = 1,
    /// Wrong usage, or a wrong case or model file.
    Usage = 2,
    /// The system, its adapter or the machine's own disk failed.
    Failed = 3,
    /// A budget ran out; the partial model is kept.
    Budget = 4,
    /// The user interrupted; the partial model is kept.
    Interrupted = 130,
}

impl Exit {
    /// The number for the shell.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// How a learning run ended.
    pub fn of<M>(finished: &Finished<M>) -> Self {
        match &finished.stop {
            None if finished.summary.findings.is_empty() => Self::Done,
            None => Self::Finding,
            Some(
                StopReason::Unsettled
                | StopReason::PendingCallbacksGrow
                | StopReason::CountGrows
                | StopReason::Misfit
                | StopReason::TheoryRefuted,
            ) => Self::Finding,
            Some(StopReason::Budget(_) | StopReason::TooCostly(_)) => Self::Budget,
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
}

impl<E: Blame> From<E> for Failure {
    fn from(error: E) -> Self {
        if error.is_mistake() { Self::usage(error) } else { Self::failed(error) }
    }
}
