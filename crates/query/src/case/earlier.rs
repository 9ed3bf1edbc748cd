//! Earlier versions that a run learns from: models, run folders, folders of models.

use std::io;
use std::path::{Path, PathBuf};

use typestar_learn::EarlierVersion;
use typestar_model::{Inputs, write_dot};

use crate::case::locator::{LocatorError, is_machine, model_at};
use crate::folder::Folder;
use crate::folder::digest::digest;
use crate::folder::note::Note;
use crate::journal::{Journal, JournalError};

/// Why an earlier version cannot be learned from.
#[derive(Debug, thiserror::Error)]
pub enum EarlierError {
    /// A run cannot learn from itself.
    #[error("--from {} is the folder of this run: choose another folder for the new run with -o DIR", .0.display())]
    Itself(PathBuf),
    /// A folder without models.
    #[error(
        "--from {} contains no models: name a model (DOT or JSON), a run folder, or a folder of these", .0.display()
    )]
    NoModels(PathBuf),
    /// A folder cannot be read.
    #[error("cannot read {}: {error}", folder.display())]
    Unreadable {
        /// The folder.
        folder: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The name stands for no model.
    #[error(transparent)]
    Model(#[from] LocatorError),
    /// The journal beside the model cannot be read. That run is not to be started over.
    #[error(
        "cannot read the journal {}: {}; name the model.json next to it to use only the model",
        file.display(), error.fault()
    )]
    Journal {
        /// The journal.
        file: PathBuf,
        /// What is wrong with it.
        error: JournalError,
    },
}

/// Reads all earlier versions, in the order in which they were named; in a folder, by name.
///
/// `output` is the folder of the run that is about to begin, which cannot learn from itself. In a folder of models it is
/// left out, so that it can be made there and continued.
pub fn earlier_versions(
    named: &[PathBuf],
    errors: &[String],
    output: &Path,
) -> Result<(Vec<EarlierVersion>, Vec<Note>), EarlierError> {
    let (mut versions, mut notes) = (Vec::new(), Vec::new());
    for path in named {
        if is_same_folder(path, output) {
            return Err(EarlierError::Itself(path.clone()));
        }
        let is_family = path.is_dir() && !Folder::is_run(path);
        let members = if is_family { members(path, output)? } else { vec![path.clone()] };
        for member in members {
            versions.push(version(&member, errors, &mut notes)?);
        }
    }
    Ok((versions, notes))
}

/// Drops the versions that have no input in common with the system: they tell nothing about it.
pub fn drop_foreign(versions: &mut Vec<EarlierVersion>, inputs: &Inputs) -> Option<Note> {
    let is_foreign = |version: &mut EarlierVersion| {
        let names = version.machine.inputs().texts();
        !names.iter().any(|name| inputs.get(name).is_some())
    };
    let foreign: Vec<String> = versions.extract_if(.., is_foreign).map(|version| version.name).collect();
    (!foreign.is_empty()).then_some(Note::ForeignVersions(foreign))
}

/// What tells these versions from others: the name of each, and a digest of what is known of it.
pub(crate) fn identity(versions: &[EarlierVersion]) -> Vec<(String, String)> {
    let known = |version: &EarlierVersion| {
        let words: Vec<String> = version.words.iter().map(|word| word.join(" ")).collect();
        digest(format!("{}{}", write_dot(&version.machine, ""), words.join("\n")).as_bytes())
    };
    versions.iter().map(|version| (version.name.clone(), known(version))).collect()
}

fn is_same_folder(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The models and run folders in a folder, without one of them.
fn members(folder: &Path, without: &Path) -> Result<Vec<PathBuf>, EarlierError> {
    let unreadable = |error| EarlierError::Unreadable { folder: folder.to_owned(), error };
    let mut members = Vec::new();
    for entry in folder.read_dir().map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let has_model = (path.is_file() && is_machine(&path)) || path.join(Folder::MODEL).exists();
        if has_model && !is_same_folder(&path, without) {
            members.push(path);
        }
    }
    members.sort();
    if members.is_empty() { Err(EarlierError::NoModels(folder.to_owned())) } else { Ok(members) }
}

fn version(path: &Path, errors: &[String], notes: &mut Vec<Note>) -> Result<EarlierVersion, EarlierError> {
    let name = path.display().to_string();
    let learned = model_at(&name)?;
    notes.extend(Note::if_partial(&name, learned.finished));
    let machine = learned.machine_with_errors(errors);
    let journal = path.join(Folder::JOURNAL);
    let words = if journal.exists() { refuting_words(journal, notes)? } else { Vec::new() };
    Ok(EarlierVersion { name, machine, words })
}

fn refuting_words(file: PathBuf, notes: &mut Vec<Note>) -> Result<Vec<Vec<String>>, EarlierError> {
    let read = Journal::open_to_read(&file).and_then(|journal| Ok((journal.refuting_words()?, journal)));
    let (words, journal) = read.map_err(|error| EarlierError::Journal { file: file.clone(), error })?;
    notes.extend(journal.damage().map(|damage| Note::EarlierJournalDamaged { file, damage: damage.clone() }));
    Ok(words)
}
