//! What a user should know beside the result. Only the command prints, so it is handed over as data.

use std::fmt;
use std::path::PathBuf;

use typestar_model::some_names;

use crate::journal::Damage;

/// Something worth a line that changes nothing of the result.
#[derive(Clone, Debug)]
pub enum Note {
    /// The model of this name is only a part of the truth.
    PartialModel(String),
    /// The journal of this run was damaged; all that could be read is kept.
    JournalRepaired(Damage),
    /// The journal of an earlier version is damaged; all that can be read is used.
    EarlierJournalDamaged {
        /// The journal.
        file: PathBuf,
        /// What is wrong with it.
        damage: Damage,
    },
    /// These earlier versions have no input in common with the system.
    ForeignVersions(Vec<String>),
    /// These inputs of the system are not in the model.
    UntriedInputs(Vec<String>),
    /// These methods of a class are no inputs, because nobody can make their parameters.
    MethodsLeftOut(Vec<String>),
    /// The events of the run can no longer be written; the run needs none of them.
    EventsNotKept {
        /// Where they stand.
        file: PathBuf,
        /// Why.
        error: String,
    },
}

impl Note {
    /// That a model is only a part of the truth, if its run did not come to its end.
    pub fn if_partial(name: &str, is_finished: bool) -> Option<Self> {
        (!is_finished).then(|| Self::PartialModel(name.to_owned()))
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PartialModel(name) => {
                write!(f, "{name} holds a draft: its run is still going or was stopped early")
            }
            Self::JournalRepaired(damage) => write!(f, "{damage}; what is lost is asked again"),
            Self::EarlierJournalDamaged { file, damage } => write!(f, "{}: {damage}", file.display()),
            Self::ForeignVersions(names) => {
                write!(f, "not used, because it has none of the system's inputs: {}", some_names(names))
            }
            Self::UntriedInputs(names) => {
                write!(f, "the model does not have these inputs, so they are not tried: {}", some_names(names))
            }
            Self::MethodsLeftOut(names) => write!(
                f,
                "skipped (cannot construct their arguments): {}; use --methods to include them anyway",
                some_names(names)
            ),
            Self::EventsNotKept { file, error } => {
                write!(f, "cannot write {}: {error}; the run continues without recording events", file.display())
            }
        }
    }
}
