//! Learning whatever a case names: what the command does, for everybody.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use typestar_learn::EarlierVersion;
use typestar_model::Model;
use typestar_query::{
    Blame, Case, Dependencies, EarlierError, Event, Finished, Folder, FolderError, Given, Journal, LEARN, Note,
    Progress, Resume, RunError, RunOptions, SummarySoFar, TraceError, drop_foreign, earlier_versions, inputs_of,
    read_words,
};

use crate::open::{OpenError, OpenOptions, Opened, open};

/// How a case is learned, beyond what it says itself.
#[derive(Default)]
pub struct LearnOptions<'a> {
    /// The run folder, and the names of the views in it that the audience makes; none to keep nothing.
    pub folder: Option<(PathBuf, &'static [&'static str])>,
    /// What becomes of the answers that are in the folder.
    pub resume: Resume,
    /// Earlier versions of the system: models, run folders, folders of models.
    pub from: Vec<PathBuf>,
    /// Whether words outside the purpose count as errors, as in the published tables.
    pub outside_is_error: bool,
    /// The names of the options that were typed: those that are not for the kind of model are refused.
    pub given: Vec<String>,
    /// Set from elsewhere to end the run cleanly.
    pub interrupt: Arc<AtomicBool>,
    /// How often the model so far is told, and written into the folder; none for never.
    pub drafts_every: Option<Duration>,
    /// Who is told what happens.
    pub audience: Option<&'a mut dyn Audience>,
}

/// Who is told what happens in a run.
pub trait Audience {
    /// Something is worth a line.
    fn note(&mut self, _note: Note) {}

    /// The run begins, or goes on with the answers of an earlier one. This is known of it so far.
    fn begin(&mut self, _known: SummarySoFar, _goes_on: bool) {}

    /// Something happened.
    fn see(&mut self, _event: &Event, _progress: &Progress) {}

    /// The texts of the views that the run folder gets, in the order of their names.
    fn views(&mut self, _finished: &Finished<Model>) -> Vec<String> {
        Vec::new()
    }
}

struct Nobody;

impl Audience for Nobody {}

/// Why a case cannot be learned.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// Its system cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// An earlier version cannot be learned from.
    #[error(transparent)]
    Earlier(#[from] EarlierError),
    /// The known words of a tester cannot be read.
    #[error(transparent)]
    Words(#[from] TraceError),
    /// The run cannot begin.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The run folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The system was learned, and the results cannot be written.
    #[error("{error}")]
    NotWritten {
        /// What was learned.
        finished: Box<Finished<Model>>,
        /// Why it cannot be written.
        error: FolderError,
    },
}

impl Blame for LearnError {
    fn is_mistake(&self) -> bool {
        match self {
            Self::Open(error) => error.is_mistake(),
            Self::Earlier(error) => error.is_mistake(),
            Self::Words(error) => error.is_mistake(),
            Self::Run(error) => error.is_mistake(),
            Self::Folder(error) | Self::NotWritten { error, .. } => error.is_mistake(),
        }
    }
}

/// Learns the system of a case, as a model of the kind that suits it.
///
/// This is `typestar learn` without a terminal. With the default options nothing is kept: all answers are in memory.
///
/// ```
/// use typestar_model::Model;
/// use typestar_query::Case;
/// use typestar_system::{LearnOptions, learn};
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("lamp.dot");
/// std::fs::write(&file, "digraph {
///     off -> on [label=\"press / ok\"]  off -> off [label=\"look / dark\"]
///     on -> off [label=\"press / ok\"]  on -> on [label=\"look / bright\"]
/// }")?;
/// let finished = learn(&Case::of_model(&file), LearnOptions::default())?;
/// let Model::Machine(learned) = finished.learned else { panic!("a lamp is a machine") };
/// assert_eq!(learned.machine.len(), 2);
/// assert!(finished.summary.verdict.text.starts_with("no counterexample"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn learn(case: &Case, options: LearnOptions) -> Result<Finished<Model>, LearnError> {
    let LearnOptions { folder, resume, from, outside_is_error, given, interrupt, drafts_every, audience } = options;
    let mut nobody = Nobody;
    let audience = audience.unwrap_or(&mut nobody);
    let opening =
        OpenOptions { given: Given::new(LEARN, given), interrupt: Arc::clone(&interrupt), ..Default::default() };
    let mut opened = open(case, &opening)?;
    opened.notes.drain(..).for_each(|note| audience.note(note));
    let output = folder.as_ref().map(|(path, _)| path.clone()).unwrap_or_default();
    let (case, earlier) = prepared(case, &opened, (&from, &output), audience)?;
    let (folder_name, truth) = (output.display().to_string(), opened.truth.take());
    let options =
        RunOptions { truth, outside_is_error, earlier, interrupt, drafts_every, folder: folder_name, stopwatch: None };
    let known = opened.task.so_far(&case, &*opened.system, &options)?;
    let folder = folder.map(|(path, views)| Folder::open(&path, views)).transpose()?;
    let job = Job { case: &case, folder: folder.as_ref(), resume, options };
    let journal = job.journal(&opened, audience)?;
    audience.begin(known, !journal.is_empty());
    job.run(opened, journal, audience)
}

/// The case with the words that its tester names, and the earlier versions that tell something about its system.
fn prepared(
    case: &Case,
    opened: &Opened,
    (from, output): (&[PathBuf], &std::path::Path),
    audience: &mut dyn Audience,
) -> Result<(Case, Vec<EarlierVersion>), LearnError> {
    let (mut versions, notes) = earlier_versions(from, &case.outputs.errors, output)?;
    let inputs = inputs_of(case, &*opened.system);
    let foreign = drop_foreign(&mut versions, &inputs);
    notes.into_iter().chain(foreign).for_each(|note| audience.note(note));
    let mut case = case.clone();
    if let Some(tester) = &mut case.learning.tester {
        read_words(tester, &opened.task.vocabulary(&*opened.system, &inputs))?;
    }
    Ok((case, versions))
}

/// One learning run.
struct Job<'a> {
    case: &'a Case,
    folder: Option<&'a Folder>,
    resume: Resume,
    options: RunOptions,
}

impl Job<'_> {
    /// The journal, with the answers of an earlier run as far as they may be used.
    fn journal(&self, opened: &Opened, audience: &mut dyn Audience) -> Result<Journal, FolderError> {
        let Some(folder) = self.folder else { return Ok(Journal::in_memory()) };
        let journal = folder.journal(self.resume)?;
        journal.damage().cloned().into_iter().for_each(|damage| audience.note(Note::JournalRepaired(damage)));
        let mut dependencies = Dependencies::of(self.case, &*opened.system, &self.options.earlier);
        if let Some(data) = opened.task.data() {
            dependencies = dependencies.with_data(data);
        }
        folder.claim(&journal, self.resume, &dependencies)?;
        Ok(journal)
    }

    /// Learns, and writes what came of it.
    fn run(
        &self,
        mut opened: Opened,
        journal: Journal,
        audience: &mut dyn Audience,
    ) -> Result<Finished<Model>, LearnError> {
        let mut events = self.folder.map(Folder::events);
        let mut see = |event: &Event, progress: &Progress| {
            if let (Event::ModelDrafted(model), Some(folder)) = (event, self.folder) {
                folder.write_partial(model);
            }
            audience.see(event, progress);
            let trouble = events.as_mut().and_then(|events| events.see(event, progress));
            trouble.into_iter().for_each(|note| audience.note(note));
        };
        let finished = opened.task.learn(self.case, &mut *opened.system, journal, &self.options, &mut see)?;
        let Some(folder) = self.folder else { return Ok(finished) };
        let views = audience.views(&finished);
        let written = folder.write_results(&finished.learned, &finished.summary, &views);
        events.and_then(|events| events.finish()).into_iter().for_each(|note| audience.note(note));
        match written {
            Ok(()) => Ok(finished),
            Err(error) => Err(LearnError::NotWritten { finished: Box::new(finished), error }),
        }
    }
}
