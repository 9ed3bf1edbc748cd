//! What a user should know beside the result. Only the command prints, so it is handed over as data.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

use typestar_model::guarded::LeftOut;
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
    /// These methods of a class are no inputs: nobody can make their parameters, or is meant to call them.
    MethodsLeftOut(Vec<LeftOut>),
    /// The events of the run can no longer be written; the run needs none of them.
    EventsNotKept {
        /// Where they stand.
        file: PathBuf,
        /// Why.
        error: String,
    },
}

/// Which methods are left out, why, and what brings them in.
fn left_out_text(left_out: &[LeftOut]) -> String {
    let (mangled, unmade): (Vec<_>, Vec<_>) = left_out.iter().partition(|one| one.mangled);
    let names = |all: &[&LeftOut]| some_names(&all.iter().map(|one| one.method.clone()).collect::<Vec<_>>());
    let types: BTreeSet<String> = unmade.iter().filter_map(|one| one.type_name.clone()).collect();
    let types: Vec<String> = types.into_iter().collect();
    let why = match types.is_empty() {
        true => "cannot construct their arguments".to_owned(),
        false => format!("no value of type {}: give one with --argument TYPE=VALUE", some_names(&types)),
    };
    let texts = [(why.as_str(), unmade), ("their names are not meant for callers", mangled)];
    let text = |(why, methods): &(&str, Vec<&LeftOut>)| {
        format!("skipped ({why}): {}; use --methods to include them anyway", names(methods))
    };
    texts.iter().filter(|(_, methods)| !methods.is_empty()).map(text).collect::<Vec<_>>().join("\n")
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
            Self::MethodsLeftOut(left_out) => write!(f, "{}", left_out_text(left_out)),
            Self::EventsNotKept { file, error } => {
                write!(f, "cannot write {}: {error}; the run continues without recording events", file.display())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left_out(method: &str, type_name: Option<&str>, mangled: bool) -> LeftOut {
        LeftOut { method: method.to_owned(), type_name: type_name.map(str::to_owned), mangled, aside: false }
    }

    #[test]
    fn what_is_left_out_is_told_with_the_reason() {
        let all = vec![left_out("take(Task)", Some("a.Task"), false), left_out("set$a", None, true)];
        let text = Note::MethodsLeftOut(all).to_string();
        assert_eq!(
            text,
            "skipped (no value of type a.Task: give one with --argument TYPE=VALUE): take(Task); use --methods to include \
             them anyway\nskipped (their names are not meant for callers): set$a; use --methods to include them anyway"
        );
        let unknown = Note::MethodsLeftOut(vec![left_out("take", None, false)]).to_string();
        assert_eq!(unknown, "skipped (cannot construct their arguments): take; use --methods to include them anyway");
    }
}
