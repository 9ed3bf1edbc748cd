//! What `--from` names: models of earlier versions, run folders, folders of models.

use std::path::{Path, PathBuf};

use typestar_learn::EarlierVersion;
use typestar_model::{Inputs, write_dot};
use typestar_query::Journal;
use typestar_system::digest;

use crate::exit::Failure;
use crate::open;
use crate::terminal::say;

/// Reads all earlier versions, in the order in which they were named; in a folder, by name.
///
/// `output` is the folder of the run that is about to begin, which cannot learn from itself. In a folder of models it is
/// left out, so that it can be made there and continued.
pub fn versions(named: &[PathBuf], errors: &[String], output: &Path) -> Result<Vec<EarlierVersion>, Failure> {
    let mut versions = Vec::new();
    for path in named {
        if is_same_folder(path, output) {
            return Err(Failure::usage(format!(
                "--from {} is the folder of this run itself: choose another for the new run with -o DIR",
                path.display()
            )));
        }
        let is_family = path.is_dir() && !is_run(path);
        let members = if is_family { members(path, output)? } else { vec![path.clone()] };
        for member in members {
            versions.push(version(&member, errors)?);
        }
    }
    Ok(versions)
}

/// Drops the versions that have no input in common with the system, and says so: they tell nothing about it.
pub fn drop_foreign(versions: &mut Vec<EarlierVersion>, inputs: &Inputs) {
    let is_foreign = |version: &mut EarlierVersion| {
        let names = version.machine.inputs().names();
        !names.iter().any(|name| inputs.get(name).is_some())
    };
    let foreign: Vec<String> = versions.extract_if(.., is_foreign).map(|version| version.name).collect();
    if !foreign.is_empty() {
        let names = foreign.join(", ");
        say(&format!("note: not used, because it has none of the system's inputs: {names}"));
    }
}

/// What tells these versions from others: the name of each, and a digest of what is known of it.
pub fn identity(versions: &[EarlierVersion]) -> Vec<(String, String)> {
    let known = |version: &EarlierVersion| {
        let words: Vec<String> = version.words.iter().map(|word| word.join(" ")).collect();
        digest(format!("{}{}", write_dot(&version.machine, ""), words.join("\n")).as_bytes())
    };
    versions.iter().map(|version| (version.name.clone(), known(version))).collect()
}

fn is_same_folder(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

fn is_run(path: &Path) -> bool {
    path.join("model.json").exists() || path.join("journal.db").exists()
}

/// The models and run folders in a folder, without one of them.
fn members(folder: &Path, without: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error| Failure::unreadable(folder, &error);
    let mut members = Vec::new();
    for entry in folder.read_dir().map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let is_model = (path.is_file() && open::is_model(&path)) || path.join("model.json").exists();
        if is_model && !is_same_folder(&path, without) {
            members.push(path);
        }
    }
    members.sort();
    match members.is_empty() {
        true => Err(Failure::usage(format!(
            "--from {} holds no models: name a model (DOT or JSON), a run folder, or a folder of these",
            folder.display()
        ))),
        false => Ok(members),
    }
}

fn version(path: &Path, errors: &[String]) -> Result<EarlierVersion, Failure> {
    let name = path.display().to_string();
    let learned = open::model(&name)?;
    open::tell_if_partial(&name, &learned);
    let machine = open::machine_with_errors(learned, errors);
    let journal = path.join("journal.db");
    let words = if journal.exists() { refuting_words(&journal)? } else { Vec::new() };
    Ok(EarlierVersion { name, machine, words })
}

fn refuting_words(journal: &Path) -> Result<Vec<Vec<String>>, Failure> {
    let advice = "name the model.json beside it to learn from the model alone";
    let unreadable = |error| Failure::old_journal(journal, &error, advice);
    let read = Journal::open_to_read(journal).map_err(unreadable)?;
    if let Some(damage) = read.damage() {
        say(&format!("note: {}: {damage}", journal.display()));
    }
    read.refuting_words().map_err(unreadable)
}
