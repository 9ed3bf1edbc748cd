//! What once went wrong between purposes, journals, votes and limits.

use crate::learning::{Noisy, Watched, case, learned, watched, zoo};
use typestar_model::{Comparison, Mealy, compare, read_dot};
use typestar_query::{Case, Finished, Journal, LearnerKind, PendingLimit, RunOptions, StopReason, System, learn};
use typestar_system::Simulated;

fn learn_in(path: &std::path::Path, case: &Case, system: &mut dyn System) -> Finished {
    let journal = Journal::open(path).expect("the folder is writable");
    learn(case, system, journal, &RunOptions::default(), &mut |_, _| {}).expect("the journal is sound")
}

/// A start that is refused when the machine is off; errors are not final here.
const REFUSES: &str = r#"digraph {
  idle -> busy [label="start / ok"]
  idle -> idle [label="wait / quiet"]
  busy -> idle [label="wait / onDone"]
  busy -> off [label="start / ok"]
  idle -> off [label="stop / ok"]
  busy -> off [label="stop / ok"]
  off -> off [label="stop / ok"]
  off -> off [label="start / error"]
  off -> off [label="wait / quiet"]
}"#;

/// A start that answers with the callback itself.
const AT_ONCE: &str = r#"digraph {
  a -> b [label="start / onDone"]
  b -> a [label="start / onDone"]
  a -> a [label="wait / quiet"]
  b -> b [label="wait / quiet"]
}"#;

#[test]
fn a_pending_limit_is_judged_by_what_callins_really_answer() {
    for (text, learner) in
        [REFUSES, AT_ONCE].iter().flat_map(|text| [(text, LearnerKind::Lsharp), (text, LearnerKind::Lstar)])
    {
        let machine: Mealy = read_dot(text).expect("well formed");
        let mut case = Case::of_model(std::path::Path::new("machine"));
        case.learning.learner = Some(learner);
        case.limits.max_words = 2_000;
        let (requests, callbacks) = (vec!["start".to_owned()], vec!["onDone".to_owned()]);
        case.purpose.at_most_pending = vec![PendingLimit { count: 1, requests, callbacks, ..PendingLimit::default() }];
        let finished = learned(&case, &mut Simulated::new("machine", &machine, &[]));
        assert_eq!(finished.stop, None, "{learner}");
        assert_eq!(compare(&finished.learned.machine, &machine), Comparison::Same, "{learner}");
    }
}

#[test]
fn kept_answers_that_leave_a_narrower_purpose_survive_votes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let machine = zoo("AsyncTask");
    let mut narrower = case("AsyncTask");
    narrower.purpose.at_most_once = vec!["cancel".to_owned()];
    narrower.learning.learner = Some(LearnerKind::Lstar);
    let mut disputed = 0;
    for seed in 0..20 {
        let path = folder.path().join(seed.to_string());
        learn_in(&path, &case("AsyncTask"), &mut watched(&machine));
        let finished = learn_in(&path, &narrower, &mut Watched::new(Noisy::new(&machine, seed, 5)));
        disputed += usize::from(!finished.summary.findings.is_empty());
    }
    assert!(disputed > 0, "some answers were disputed");
}

#[test]
fn the_same_command_after_a_time_budget_keeps_the_partial_model() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("journal.db");
    let mut limited = case("MediaRecorder");
    limited.limits.max_words = 100;
    let first = learn_in(&path, &limited, &mut watched(&zoo("MediaRecorder")));
    limited.limits.max_words = 1_000_000;
    limited.limits.max_time_s = 0;
    let second = learn_in(&path, &limited, &mut watched(&zoo("MediaRecorder")));
    assert!(matches!(second.stop, Some(StopReason::Budget(_))));
    assert_eq!(second.learned.machine, first.learned.machine);
}

#[test]
fn another_learner_on_the_same_journal_counts_each_word_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["AsyncTask", "MediaRecorder", "SpeechRecognizer"] {
        let path = folder.path().join(name);
        let mut case = case(name);
        learn_in(&path, &case, &mut watched(&zoo(name)));
        case.learning.learner = Some(LearnerKind::Lstar);
        let summary = learn_in(&path, &case, &mut watched(&zoo(name))).summary;
        let mut rows = 0;
        Journal::open(&path).and_then(|journal| journal.for_each(|_| rows += 1)).expect("the journal is sound");
        assert!(summary.learning.executed + summary.testing.executed <= rows, "{name}");
    }
}
