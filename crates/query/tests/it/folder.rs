//! The run folder: whose answers are believed, and what is left when a run ends too soon.

use std::path::Path;

use typestar_learn::EarlierVersion;
use typestar_model::{Inputs, Learned, Mealy, Model, Outputs, Phase, Plan, Summary};
use typestar_query::{
    About, Answer, Blame, Case, Dependencies, Entry, Folder, FolderError, Journal, Resume, Symbols, System, SystemError,
};

const VIEWS: [&str; 2] = ["picture", "page"];

/// A system of which only this text is known.
struct Known(About, Inputs, Outputs);

impl System for Known {
    fn inputs(&self) -> &Inputs {
        &self.1
    }

    fn outputs(&self) -> &Outputs {
        &self.2
    }

    fn run(&mut self, _: &[Plan], _: &Symbols, _: &mut Vec<Answer>) -> Result<(), SystemError> {
        Err(SystemError::Failed("it is never asked".to_owned()))
    }

    fn about(&self) -> &About {
        &self.0
    }
}

fn dependencies(system: &'static str, versions: &[EarlierVersion]) -> Dependencies {
    let about = About { identity: vec![("adapter".to_owned(), system.to_owned())], ..About::default() };
    Dependencies::of(&Case::of_model(Path::new("lamp")), &Known(about, Inputs::default(), Outputs::default()), versions)
}

fn lamp() -> Mealy {
    let mut lamp = Mealy::new(["press"].iter().collect());
    let off = lamp.add_state("off");
    lamp.add_edge(off, "press", "on", off);
    lamp
}

fn earlier() -> EarlierVersion {
    EarlierVersion { name: "old.dot".to_owned(), machine: lamp(), words: Vec::new() }
}

/// A folder in which one word was answered by this system.
fn folder_with_answer(system: &'static str, versions: &[EarlierVersion]) -> (tempfile::TempDir, Folder) {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::open(&place.path().join("run"), &VIEWS).unwrap();
    let mut journal = folder.journal(Resume::Continue).unwrap();
    folder.claim(&journal, Resume::Continue, &dependencies(system, versions)).unwrap();
    let (inputs, outputs) = (vec!["press".to_owned()], vec!["on".to_owned()]);
    let (evidence, late) = (Vec::new(), Vec::new());
    let entry = Entry { seq: 0, copy: 0, phase: Phase::Learning, inputs, outputs, evidence, late, overturned: false };
    journal.append(&mut [entry], 0).unwrap();
    (place, folder)
}

/// Opens the folder's journal for this system.
fn resume(folder: &Folder, resume: Resume, now: &Dependencies) -> Result<Journal, FolderError> {
    let journal = folder.journal(resume)?;
    folder.claim(&journal, resume, now)?;
    Ok(journal)
}

fn model() -> Model {
    Model::Machine(Learned::imported("lamp", lamp()))
}

fn files(folder: &Folder) -> Vec<String> {
    let entries = folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.filter(|name| !name.starts_with("journal")).collect();
    names.sort();
    names
}

#[test]
fn answers_of_the_same_system_are_continued() {
    let (_place, folder) = folder_with_answer("first", &[earlier()]);
    let journal = resume(&folder, Resume::Continue, &dependencies("first", &[earlier()])).unwrap();
    assert!(!journal.is_empty());
}

#[test]
fn answers_of_a_changed_system_are_refused_until_they_are_kept() {
    let (_place, folder) = folder_with_answer("first", &[]);
    let error = resume(&folder, Resume::Continue, &dependencies("second", &[])).map(drop).unwrap_err();
    assert!(matches!(&error, FolderError::Changed { names, .. } if names == &["adapter"]), "{error}");
    assert!(error.is_mistake());
    assert!(!resume(&folder, Resume::Keep, &dependencies("second", &[])).unwrap().is_empty());
    assert!(!resume(&folder, Resume::Continue, &dependencies("second", &[])).unwrap().is_empty(), "from now on");
}

#[test]
fn a_run_that_began_with_other_versions_is_refused() {
    let (_place, folder) = folder_with_answer("first", &[earlier()]);
    let error = resume(&folder, Resume::Continue, &dependencies("first", &[])).map(drop).unwrap_err();
    assert!(matches!(&error, FolderError::OtherVersions { names, .. } if names == &["old.dot"]), "{error}");
    assert!(error.is_mistake());
}

#[test]
fn a_forgotten_run_leaves_nothing_of_itself() {
    let (_place, folder) = folder_with_answer("first", &[]);
    folder.write_results(&model(), &Summary::default(), &["drawn".to_owned(), "told".to_owned()]).unwrap();
    assert_eq!(files(&folder), ["lock", "model.json", "page", "picture", "summary.json"]);
    assert!(resume(&folder, Resume::Forget, &dependencies("second", &[])).unwrap().is_empty());
    assert_eq!(files(&folder), ["lock"]);
}

#[test]
fn what_cannot_be_forgotten_is_named() {
    for name in ["journal.db-count", "journal.repaired.db", "journal.db-wal", "journal.db-shm", "journal.db", "page"] {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path(), &VIEWS).unwrap();
        std::fs::create_dir(place.path().join(name)).unwrap();
        let error = folder.journal(Resume::Forget).map(drop).unwrap_err();
        assert!(matches!(&error, FolderError::NotForgotten { file, .. } if file.ends_with(name)), "{name}: {error}");
        assert!(error.is_mistake());
    }
}

#[test]
fn a_model_so_far_stands_alone() {
    let (_place, folder) = folder_with_answer("first", &[]);
    folder.write_results(&model(), &Summary::default(), &["drawn".to_owned(), "told".to_owned()]).unwrap();
    folder.write_partial(&model());
    assert_eq!(files(&folder), ["lock", "model.json"], "no view of another model is left");
}

#[test]
fn a_result_that_cannot_be_written_is_no_mistake() {
    let (_place, folder) = folder_with_answer("first", &[]);
    std::fs::create_dir_all(folder.path().join("page/full")).unwrap();
    let error =
        folder.write_results(&model(), &Summary::default(), &["drawn".to_owned(), "told".to_owned()]).unwrap_err();
    assert!(matches!(&error, FolderError::ResultNotWritten { file, .. } if file.ends_with("page")), "{error}");
    assert!(!error.is_mistake());
}

#[test]
fn a_folder_has_one_user_at_a_time() {
    let place = tempfile::tempdir().unwrap();
    let first = Folder::open(place.path(), &VIEWS).unwrap();
    let error = Folder::open(place.path(), &VIEWS).map(drop).unwrap_err();
    assert!(matches!(error, FolderError::InUse(_)), "{error}");
    assert!(error.is_mistake());
    drop(first);
    assert!(Folder::open(place.path(), &VIEWS).is_ok());
}
