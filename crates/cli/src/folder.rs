//! The run folder: the journal, a lock, and the files that a run leaves for people.

use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use typestar_learn::EarlierVersion;
use typestar_model::{Learned, write_json};
use typestar_query::{Case, Finished, Journal, System, Target};
use typestar_view::{Drawing, Form, report, svg};

use crate::draft::Draft;
use crate::earlier;
use crate::exit::Failure;
use crate::terminal::say;

/// A run folder that no other process uses.
pub struct Folder {
    path: PathBuf,
    /// Held open: the lock lasts as long as the file is open.
    _lock: File,
}

/// What a run leaves for people at its end; the first of them now and then before.
const RESULTS: [&str; 4] = ["model.json", "model.svg", "report.html", "summary.json"];

/// What to do with the answers of an earlier run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Earlier {
    /// Continue, if nothing changed that they depend on.
    Continue,
    /// Believe them anyway.
    Keep,
    /// Forget them.
    Forget,
}

impl Folder {
    /// Makes the folder if need be, and locks it.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let cannot = |error: &dyn std::fmt::Display| {
            Failure::usage(format!(
                "cannot use the run folder {}: {error}; choose another with -o DIR or make it writable",
                path.display()
            ))
        };
        std::fs::create_dir_all(path).map_err(|error| cannot(&error))?;
        let lock = File::create(path.join("lock")).map_err(|error| cannot(&error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(Failure::usage(format!(
                "another typestar uses the run folder {}: wait for it, or choose another folder with -o DIR",
                path.display()
            ))),
            Err(TryLockError::Error(error)) => Err(cannot(&error)),
        }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the journal, after checking that its answers are still about the same system.
    pub fn journal(
        &self,
        case: &Case,
        system: &dyn System,
        versions: &[EarlierVersion],
        earlier: Earlier,
    ) -> Result<Journal, Failure> {
        let file = self.path.join("journal.db");
        if earlier == Earlier::Forget {
            self.forget();
        }
        let journal =
            Journal::open(&file).map_err(|error| match std::fs::OpenOptions::new().append(true).open(&file) {
                Err(cause) => Failure::usage(format!(
                    "cannot write {}: {cause}; choose another folder with -o DIR or make it writable",
                    file.display()
                )),
                Ok(_) => Failure::failed(format!("{error}\n --> {}", file.display())),
            })?;
        if let Some(damage) = journal.damage() {
            say(&format!("note: {damage}; what is lost is asked again"));
        }
        let now = identity(case, system);
        let from = serde_json::json!(earlier::identity(versions)).to_string();
        if earlier == Earlier::Continue && !journal.is_empty() {
            self.refuse_if_changed(journal.meta("identity")?.as_deref(), &now)?;
            self.refuse_other_versions(journal.meta("earlier versions")?.as_deref().unwrap_or("[]"), &from)?;
        }
        journal.set_meta("identity", &serde_json::json!(now).to_string())?;
        journal.set_meta("earlier versions", &from)?;
        Ok(journal)
    }

    /// Removes all answers, and what was made of them: if this run is killed, nothing says that it has finished.
    fn forget(&self) {
        let journal = ["journal.db-count", "journal.repaired.db", "journal.db-wal", "journal.db-shm", "journal.db"];
        for name in journal.into_iter().chain(RESULTS) {
            let _ = std::fs::remove_file(self.path.join(name));
        }
    }

    /// The earlier versions decide the order of all questions: without the same ones a run is another run.
    fn refuse_other_versions(&self, before: &str, now: &str) -> Result<(), Failure> {
        if before == now {
            return Ok(());
        }
        let before: Vec<(String, String)> = serde_json::from_str(before).unwrap_or_default();
        let names: Vec<&str> = before.iter().map(|(name, _)| name.as_str()).collect();
        let began = match names.is_empty() {
            true => "without --from".to_owned(),
            false => format!("with models that are others or have changed since: --from {}", names.join(" --from ")),
        };
        Err(Failure::usage(format!(
            "the run in {} began {began}\n\
             use the same to continue it, --fresh to ask everything again, or --keep-answers to use its answers for \
             another run",
            self.path.display()
        )))
    }

    fn refuse_if_changed(&self, before: Option<&str>, now: &[(String, String)]) -> Result<(), Failure> {
        let Some(before) = before else {
            return Err(Failure::usage(format!(
                "the journal in {} is damaged, and what its answers depend on cannot be read\n\
                 use --fresh to ask everything again, or --keep-answers to believe that nothing has changed",
                self.path.display()
            )));
        };
        let before: Vec<(String, String)> = serde_json::from_str(before).unwrap_or_default();
        let changed = |(name, value): &&(String, String)| !before.contains(&(name.clone(), value.clone()));
        let gone = |(name, _): &&(String, String)| !now.iter().any(|(other, _)| other == name);
        let mut names: Vec<&str> = now.iter().filter(changed).map(|(name, _)| name.as_str()).collect();
        names.extend(before.iter().filter(gone).map(|(name, _)| name.as_str()));
        if names.is_empty() {
            return Ok(());
        }
        Err(Failure::usage(format!(
            "the answers in {} may no longer hold, because this changed: {}\n\
             use --fresh to ask everything again, or --keep-answers to believe the old answers",
            self.path.display(),
            names.join(", ")
        )))
    }

    /// Writes what people look at: the model, its picture, the report, the summary.
    pub fn write_results(&self, finished: &Finished, try_command: &str) -> Result<(), Failure> {
        let learned = &finished.learned;
        let drawing = Drawing::new(&learned.system, &learned.machine, Form::suiting(&learned.machine));
        let texts = [
            write_json(learned),
            svg(&drawing),
            report(learned, &finished.summary, try_command),
            format!("{:#}\n", finished.summary.to_json()),
        ];
        RESULTS.iter().zip(&texts).try_for_each(|(name, text)| self.write(name, text).map(drop))
    }

    /// Writes the model so far, while the run goes on. What an earlier process made of another model goes; a disk that
    /// is full is told at the end.
    pub fn write_partial(&self, learned: &Learned) {
        let [model, others @ ..] = RESULTS;
        for name in others {
            let _ = std::fs::remove_file(self.path.join(name));
        }
        let _ = self.write(model, &write_json(learned));
    }

    /// Writes a whole file or nothing: a crash leaves the old one.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let path = self.path.join(name);
        let written = Draft::create(&path).and_then(|(draft, mut file)| {
            file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).and_then(|()| draft.complete())
        });
        match written {
            Ok(()) => Ok(path),
            Err(error) => Err(Failure::failed(format!(
                "cannot write {}: {error}; all answers are kept in the journal",
                path.display()
            ))),
        }
    }
}

/// What the answers depend on.
fn identity(case: &Case, system: &dyn System) -> Vec<(String, String)> {
    let mut identity = vec![("case file".to_owned(), case.identity())];
    identity.extend(system.identity());
    // The machine may be the same, but not which of its outputs are final; an adapter's errors always are.
    if matches!(case.system.target, Target::Model(_)) {
        identity.push(("declared errors".to_owned(), case.outputs.errors.join(" ")));
    }
    identity
}
