//! The run folder: the journal, a lock, and the files that a run leaves for people.

pub(crate) mod atomic_file;
pub(crate) mod blame;
pub(crate) mod digest;
pub(crate) mod events;
pub(crate) mod log;
pub(crate) mod note;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use typestar_learn::EarlierVersion;
use typestar_model::{Model, Summary};

use self::log::EventLog;
use crate::case::earlier;
use crate::case::{Case, Target};
use crate::folder::atomic_file::Draft;
use crate::journal::{Journal, JournalError};
use crate::run::registers::data::Data;
use crate::system::System;

/// How often a lock is tried again before the folder counts as used by another run,
const LOCK_TRIES: usize = 25;

/// and how long it is left alone in between.
const LOCK_PAUSE: Duration = Duration::from_millis(20);

/// A run folder that no other process uses.
pub struct Folder {
    path: PathBuf,
    /// The names of what others make of the model.
    views: &'static [&'static str],
    /// Held open: the lock lasts as long as the file is open.
    _lock: File,
}

/// What to do with the answers of an earlier run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Resume {
    /// Continue, if nothing changed that they depend on.
    #[default]
    Continue,
    /// Believe them anyway.
    Keep,
    /// Forget them.
    Forget,
}

/// What the answers of a run depend on, and the order of its questions: pairs of a name and a text or digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependencies {
    identity: Vec<(String, String)>,
    versions: Vec<(String, String)>,
}

/// Why a run folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder cannot be made or written.
    #[error("cannot use the run folder {}: {error}; choose another with -o DIR or make it writable", path.display())]
    Unusable {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another process has the lock.
    #[error(
        "another typestar process is using the run folder {}: wait for it, or choose another folder with -o DIR", .0.display()
    )]
    InUse(PathBuf),
    /// Something that should be forgotten stays: old answers would be taken for new ones.
    #[error(
        "cannot replace {}, because the old file cannot be deleted: {error}; delete it, or choose another folder with \
         -o DIR",
        file.display()
    )]
    NotForgotten {
        /// What cannot be deleted.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The journal cannot be written.
    #[error("cannot write {}: {error}; choose another folder with -o DIR or make it writable", file.display())]
    JournalNotWritable {
        /// The journal.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The journal cannot be opened.
    #[error("{error}\n --> {}", file.display())]
    JournalNotOpened {
        /// The journal.
        file: PathBuf,
        /// Why.
        error: JournalError,
    },
    /// The journal cannot be read or written any more.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Nobody knows on what the answers depend.
    #[error(
        "the journal in {} is damaged, and what its answers depend on cannot be read\n\
         use --fresh to ask everything again, or --keep-answers to assume that nothing has changed", .0.display()
    )]
    UnknownDependencies(PathBuf),
    /// The answers are those of another system.
    #[error(
        "the answers in {} may be out of date, because this changed: {}\n\
         use --fresh to ask everything again, or --keep-answers to trust the old answers",
        path.display(), names.join(", ")
    )]
    Changed {
        /// The folder.
        path: PathBuf,
        /// What changed.
        names: Vec<String>,
    },
    /// The run began with other earlier versions.
    #[error(
        "the run in {} began {}\n\
         use the same models to continue it, --fresh to ask everything again, or --keep-answers to use its answers for \
         another run",
        path.display(), began_with(names)
    )]
    OtherVersions {
        /// The folder.
        path: PathBuf,
        /// The earlier versions that it began with.
        names: Vec<String>,
    },
    /// A result cannot be written.
    #[error("cannot write {}: {error}; all answers are kept in the journal", file.display())]
    ResultNotWritten {
        /// The result.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
}

fn began_with(names: &[String]) -> String {
    match names.is_empty() {
        true => "without --from".to_owned(),
        false => {
            format!("with other models, or with models that have changed since: --from {}", names.join(" --from "))
        }
    }
}

/// Locks a file, if need be after a moment: a process that another thread has just started shares the lock of a folder that
/// was closed, until its program begins.
fn patiently_locked(file: &File) -> Result<(), TryLockError> {
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            done => return done,
        }
    }
    file.try_lock()
}

impl Folder {
    /// The name of the journal in a run folder.
    pub const JOURNAL: &str = "journal.db";
    /// The name of the model in a run folder.
    pub const MODEL: &str = "model.json";
    /// The name of the file of events in a run folder.
    pub const EVENTS: &str = "events.jsonl";
    /// The name of the summary in a run folder.
    pub const SUMMARY: &str = "summary.json";

    /// Makes the folder if need be, and locks it.
    ///
    /// `views` are the names of the pictures and pages that the caller makes of the model. No view is left of a model
    /// that is gone.
    pub fn open(path: &Path, views: &'static [&'static str]) -> Result<Self, FolderError> {
        let unusable = |error| FolderError::Unusable { path: path.to_owned(), error };
        std::fs::create_dir_all(path).map_err(unusable)?;
        let lock = File::create(path.join("lock")).map_err(unusable)?;
        match patiently_locked(&lock) {
            Ok(()) => Ok(Self { path: path.to_owned(), views, _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(FolderError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => Err(unusable(error)),
        }
    }

    /// Where the run of a case is if nobody says where.
    pub fn usual_path(case: &Case) -> PathBuf {
        PathBuf::from(format!("{}.run", case.system.name.replace(['/', '\\'], "-")))
    }

    /// Whether there is a run in this folder.
    pub fn is_run(path: &Path) -> bool {
        [Self::MODEL, Self::JOURNAL].iter().any(|name| path.join(name).exists())
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the journal. Whether its answers may be used is said by [`Folder::claim`].
    pub fn journal(&self, resume: Resume) -> Result<Journal, FolderError> {
        if resume == Resume::Forget {
            self.forget()?;
        }
        let file = self.path.join(Self::JOURNAL);
        Journal::open(&file).map_err(|error| match OpenOptions::new().append(true).open(&file) {
            Err(error) => FolderError::JournalNotWritable { file, error },
            Ok(_) => FolderError::JournalNotOpened { file, error },
        })
    }

    /// Opens the file of events, behind what an earlier process has told. [`Folder::journal`] forgets it if that is wanted.
    pub fn events(&self) -> EventLog {
        EventLog::open(&self.path.join(Self::EVENTS))
    }

    /// Checks that the answers of the journal depend on what they depend on now. From now on they do.
    pub fn claim(&self, journal: &Journal, resume: Resume, now: &Dependencies) -> Result<(), FolderError> {
        let versions = serde_json::json!(now.versions).to_string();
        if resume == Resume::Continue && !journal.is_empty() {
            self.refuse_if_changed(journal.meta("identity")?.as_deref(), &now.identity)?;
            self.refuse_other_versions(journal.meta("earlier versions")?.as_deref().unwrap_or("[]"), &versions)?;
        }
        journal.set_meta("identity", &serde_json::json!(now.identity).to_string())?;
        Ok(journal.set_meta("earlier versions", &versions)?)
    }

    /// Removes all answers, and what was made of them: if this run is killed, nothing says that it has finished.
    ///
    /// The journal goes after its log, which nobody could tell from one of the next journal.
    fn forget(&self) -> Result<(), FolderError> {
        let beside = ["journal.db-count", "journal.repaired.db", "journal.db-wal", "journal.db-shm"];
        let results = [Self::EVENTS, Self::MODEL, Self::SUMMARY].iter().chain(self.views);
        for name in beside.iter().chain([&Self::JOURNAL]).chain(results) {
            let file = self.path.join(name);
            if let Err(error) = std::fs::remove_file(&file)
                && error.kind() != io::ErrorKind::NotFound
            {
                return Err(FolderError::NotForgotten { file, error });
            }
        }
        Ok(())
    }

    /// The earlier versions decide the order of all questions: without the same ones a run is another run.
    fn refuse_other_versions(&self, before: &str, now: &str) -> Result<(), FolderError> {
        if before == now {
            return Ok(());
        }
        let before: Vec<(String, String)> = serde_json::from_str(before).unwrap_or_default();
        let names = before.into_iter().map(|(name, _)| name).collect();
        Err(FolderError::OtherVersions { path: self.path.clone(), names })
    }

    fn refuse_if_changed(&self, before: Option<&str>, now: &[(String, String)]) -> Result<(), FolderError> {
        let Some(before) = before else { return Err(FolderError::UnknownDependencies(self.path.clone())) };
        let before: Vec<(String, String)> = serde_json::from_str(before).unwrap_or_default();
        let is_changed = |pair: &&(String, String)| !before.contains(pair);
        let is_gone = |(name, _): &&(String, String)| !now.iter().any(|(other, _)| other == name);
        let changed = now.iter().filter(is_changed).chain(before.iter().filter(is_gone));
        let names: Vec<String> = changed.map(|(name, _)| name.clone()).collect();
        match names.is_empty() {
            true => Ok(()),
            false => Err(FolderError::Changed { path: self.path.clone(), names }),
        }
    }

    /// Writes what people look at: the model, its views, which have the names and the order of those that the folder was
    /// opened with, and the summary.
    pub fn write_results(&self, model: &Model, summary: &Summary, views: &[String]) -> Result<(), FolderError> {
        self.write(Self::MODEL, &model.to_json())?;
        for (name, text) in self.views.iter().zip(views) {
            self.write(name, text)?;
        }
        self.write(Self::SUMMARY, &format!("{:#}\n", summary.to_json())).map(drop)
    }

    /// Writes the model so far, while the run goes on. What an earlier process made of another model goes; a disk that
    /// is full is told at the end.
    pub fn write_partial(&self, model: &Model) {
        for name in self.views.iter().chain([&Self::SUMMARY]) {
            let _ = std::fs::remove_file(self.path.join(name));
        }
        let _ = self.write(Self::MODEL, &model.to_json());
    }

    /// Writes a whole file or nothing: a crash leaves the old one.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf, FolderError> {
        let file = self.path.join(name);
        let written = Draft::create(&file).and_then(|(draft, mut file)| {
            file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).and_then(|()| draft.complete())
        });
        match written {
            Ok(()) => Ok(file),
            Err(error) => Err(FolderError::ResultNotWritten { file, error }),
        }
    }
}

impl Dependencies {
    /// The same for a system with data: what it invents is kept by its place in types that are compared by equality alone.
    #[must_use]
    pub fn with_data(mut self, data: &Data) -> Self {
        self.identity.push(("theories".to_owned(), data.kept_by_place()));
        self
    }

    /// What the answers of this system depend on, if it is asked first what these versions suggest.
    pub fn of(case: &Case, system: &dyn System, versions: &[EarlierVersion]) -> Self {
        let mut identity = vec![("case file".to_owned(), case.identity().to_owned())];
        identity.extend(system.about().identity.iter().cloned());
        // The machine may be the same, but not which of its outputs are final; an adapter's errors always are, unless it has
        // outputs of its own.
        let has_finals = case.data.has_actions() && !case.outputs.errors.is_empty();
        if has_finals || matches!(case.system.target, Target::Model(_)) {
            identity.push(("declared errors".to_owned(), case.outputs.errors.join(" ")));
        }
        Self { identity, versions: earlier::identity(versions) }
    }
}
