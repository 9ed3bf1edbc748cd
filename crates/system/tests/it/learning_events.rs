//! A run that is stopped and continued leaves the events of one that is not.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::learning::{Noisy, Random, Walked, Watched, case, zoo};
use typestar_query::{
    Case, ChallengeKind, Event, EventLog, Journal, RunOptions, StopReason, System, learn, read_events,
};

/// One process of a run, which the user interrupts when this many batches were executed; whether nobody had to.
fn one_process(case: &Case, system: &mut dyn System, folder: &Path, batches: usize) -> bool {
    let interrupt = Arc::new(AtomicBool::new(false));
    let options = RunOptions { interrupt: interrupt.clone(), ..RunOptions::default() };
    let (mut log, mut executed) = (EventLog::open(&folder.join("events.jsonl")), 0);
    let journal = Journal::open(&folder.join("journal.db")).unwrap();
    let finished = learn(case, system, journal, &options, &mut |event, progress| {
        assert!(log.see(event, progress).is_none());
        executed += usize::from(matches!(event, Event::WordsExecuted { executed: 1.., .. }));
        interrupt.store(executed > batches, Ordering::Relaxed);
    });
    // A process that is killed does not write its end.
    if batches.is_multiple_of(2) {
        log.finish();
    }
    finished.unwrap().stop != Some(StopReason::Interrupted)
}

/// The events of all processes until one comes to its end.
fn events_of(case: &Case, system: &mut dyn System, mut batches: impl FnMut() -> usize) -> Vec<Event> {
    let folder = tempfile::tempdir().unwrap();
    while !one_process(case, system, folder.path(), batches()) {}
    read_events(&folder.path().join("events.jsonl")).unwrap().map(|line| line.unwrap().event).collect()
}

fn made_again(events: &[Event]) -> Vec<&Event> {
    events.iter().filter(|event| event.is_made_again()).collect()
}

fn count(events: &[Event], is_counted: impl Fn(&Event) -> bool) -> usize {
    events.iter().filter(|event| is_counted(event)).count()
}

#[test]
fn a_run_in_many_processes_tells_everything_once_and_in_the_same_order() {
    for name in ["SpeechRecognizer", "AsyncTask"] {
        let truth = zoo(name);
        let expected = events_of(&case(name), &mut Watched::new(Walked::new(&truth)), || usize::MAX);
        let (mut random, mut processes) = (Random::new(7), 0);
        let told = events_of(&case(name), &mut Watched::new(Walked::new(&truth)), || {
            processes += 1;
            random.between(1, 12)
        });
        assert!(processes > 3, "{name}: {processes} processes");
        assert_eq!(made_again(&told), made_again(&expected), "{name}");
        let resumed = count(&told, |event| matches!(event, Event::RunResumed(_)));
        assert_eq!((resumed, count(&told, |event| matches!(event, Event::RunStarted(_)))), (processes - 1, 1));
    }
}

#[test]
fn disagreements_and_overturned_answers_are_told_once() {
    let (mut findings, mut overturned) = (0, 0);
    let (truth, mut case) = (zoo("AsyncTask"), case("AsyncTask"));
    case.learning.challenge = Some(ChallengeKind::None);
    for seed in 0..6 {
        let noisy = || Watched::new(Noisy::new(&truth, seed, 20));
        let expected = events_of(&case, &mut noisy(), || usize::MAX);
        let mut random = Random::new(seed);
        let told = events_of(&case, &mut noisy(), || random.between(5, 40));
        assert_eq!(made_again(&told), made_again(&expected), "seed {seed}");
        findings += count(&told, |event| matches!(event, Event::FindingMade(_)));
        overturned += count(&told, |event| matches!(event, Event::AnswersOverturned { .. }));
    }
    assert!(findings > 6 && overturned > 2, "{findings} findings, {overturned} times answers were overturned");
}
