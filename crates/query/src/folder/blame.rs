//! Whose fault an error is: the exit code of the command says so.

use crate::case::CaseError;
use crate::case::earlier::EarlierError;
use crate::case::locator::LocatorError;
use crate::check::compare::CompareError;
use crate::check::suite::SuiteError;
use crate::check::traces::TraceError;
use crate::folder::FolderError;
use crate::journal::JournalError;
use crate::run::RunError;
use crate::run::registers::data::DataError;
use crate::system::SystemError;
use crate::task::{OptionError, TaskError};

/// An error that knows whose fault it is.
pub trait Blame: std::error::Error {
    /// Whether the user has asked for something that cannot be. Otherwise the system, its adapter or the disk failed.
    fn is_mistake(&self) -> bool {
        true
    }
}

impl Blame for CaseError {}
impl Blame for CompareError {}
impl Blame for DataError {}
impl Blame for LocatorError {}
impl Blame for SuiteError {}
impl Blame for TraceError {}
impl Blame for OptionError {}
impl Blame for TaskError {}

impl Blame for FolderError {
    fn is_mistake(&self) -> bool {
        !matches!(self, Self::JournalNotOpened { .. } | Self::Journal(_) | Self::ResultNotWritten { .. })
    }
}

impl Blame for EarlierError {
    fn is_mistake(&self) -> bool {
        !matches!(self, Self::Journal { .. })
    }
}

impl Blame for RunError {
    fn is_mistake(&self) -> bool {
        !matches!(self, Self::Journal(_))
    }
}

impl Blame for JournalError {
    fn is_mistake(&self) -> bool {
        false
    }
}

impl Blame for SystemError {
    fn is_mistake(&self) -> bool {
        false
    }
}
