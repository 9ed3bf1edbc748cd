//! The library does what the command does: it opens what a case names and learns it, whatever kind of model that is.

use std::path::{Path, PathBuf};

use typestar_model::Model;
use typestar_query::{Case, ModelKind, SummarySoFar};
use typestar_system::{Audience, LearnError, LearnOptions, OpenOptions, learn, open};

fn zoo(name: &str) -> Case {
    Case::of_model(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../zoo").join(name))
}

/// Keeps what is known when a run begins.
#[derive(Default)]
struct Beginnings(Vec<(SummarySoFar, bool)>);

impl Audience for Beginnings {
    fn begin(&mut self, known: SummarySoFar, goes_on: bool) {
        self.0.push((known, goes_on));
    }
}

fn learned_in(folder: &Path, case: &Case, audience: &mut Beginnings) -> Model {
    let folder: Option<(PathBuf, &'static [&'static str])> = Some((folder.to_owned(), &[]));
    let finished = learn(case, LearnOptions { folder, audience: Some(audience), ..LearnOptions::default() }).unwrap();
    let (known, summary) = (audience.0.last().expect("the run began").0.summary(), finished.summary);
    assert_eq!((&known.learner, &known.tester), (&summary.learner, &summary.tester));
    assert_eq!((known.challenge.is_some(), known.inputs), (summary.challenge.is_some(), summary.inputs));
    assert_eq!((&known.system, &known.run), (&summary.system, &summary.run));
    finished.learned
}

#[test]
fn a_run_is_kept_continued_and_named_from_its_beginning() {
    for (name, kind) in [("AsyncTask.dot", ModelKind::Machine), ("register/sequence_number.json", ModelKind::Registers)]
    {
        let (folder, mut audience, case) = (tempfile::tempdir().unwrap(), Beginnings::default(), zoo(name));
        assert_eq!(open(&case, &OpenOptions::default()).unwrap().task.kind(), kind);
        let first = learned_in(folder.path(), &case, &mut audience);
        assert_eq!(ModelKind::of(&first), kind);
        assert_eq!(first, learned_in(folder.path(), &case, &mut audience));
        assert_eq!(audience.0.iter().map(|(_, goes_on)| *goes_on).collect::<Vec<_>>(), [false, true], "{name}");
    }
}

#[test]
fn what_does_not_fit_is_refused_before_a_folder_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let given = vec!["theory".to_owned()];
    let options = LearnOptions { folder: Some((path.clone(), &[])), given, ..LearnOptions::default() };
    let error = learn(&zoo("AsyncTask.dot"), options).unwrap_err();
    assert!(error.to_string().starts_with("--theory is for systems with data"), "{error}");
    let mut case = zoo("AsyncTask.dot");
    case.learning.learner = Some("slct".parse().unwrap());
    let options = LearnOptions { folder: Some((path.clone(), &[])), ..LearnOptions::default() };
    assert!(matches!(learn(&case, options), Err(LearnError::Run(_))));
    assert!(!path.exists());
}
