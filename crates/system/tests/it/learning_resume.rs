//! Resume is replay: runs that are stopped and continued end like runs that are not.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::learning::{
    Noisy, Random, Stepped, Trail, Walked, Watched, assert_learned, case, case_with, knowing, trail, watched, zoo,
};
use typestar_model::{Mealy, Summary};
use typestar_query::{
    Case, Event, Journal, LearnerKind, MachineTester, RunOptions, StopReason, Symbols, System, SystemError,
};
use typestar_system::Simulated;

/// Runs once, without a journal file.
fn undisturbed(case: &Case, system: &mut dyn System, truth: &Mealy) -> Trail {
    let (finished, trail) = trail(case, system, Journal::in_memory(), &knowing(truth), &mut |_| {});
    assert_eq!(finished.stop, None);
    trail
}

/// How the processes of a run end.
#[derive(Clone, Copy, Debug)]
enum Ending {
    /// The user interrupts after some batches.
    Interrupt,
    /// The system fails at some word, which it did not execute.
    Failure,
    /// All is lost at some word, as with a power failure: the words of its batch were executed, but not recorded.
    Loss,
}

/// Runs until it is done, with processes that all end before; how many of them there were.
fn disturbed<S: Stepped>(
    case: &Case,
    system: S,
    truth: &Mealy,
    random: &mut Random,
    ending: Ending,
) -> (Trail, Watched<'static, S>, usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.sqlite");
    let mut watched = Watched::new(system);
    for process in 0.. {
        let (stop, trail) = one_process(case, &mut watched, truth, &path, random.between(1, 25), ending);
        match (ending, stop) {
            (_, None) => return (trail, watched, process),
            (Ending::Interrupt, Some(StopReason::Interrupted)) => {}
            (Ending::Failure | Ending::Loss, Some(StopReason::SystemFailed(message))) => assert_eq!(message, "pulled"),
            (_, stop) => panic!("{stop:?}"),
        }
        assert!(process < 2000, "no end in sight");
    }
    unreachable!()
}

fn one_process<S: Stepped>(
    case: &Case,
    watched: &mut Watched<'static, S>,
    truth: &Mealy,
    path: &Path,
    patience: usize,
    ending: Ending,
) -> (Option<StopReason>, Trail) {
    let interrupt = Arc::new(AtomicBool::new(false));
    let options = RunOptions { interrupt: interrupt.clone(), ..knowing(truth) };
    let counted = |system: &mut dyn System| {
        let mut batches = 0;
        let (finished, trail) = trail(case, system, Journal::open(path).unwrap(), &options, &mut |event| {
            batches += usize::from(matches!(event, Event::WordsExecuted { executed: 1.., .. }));
            let interrupted = matches!(ending, Ending::Interrupt) && batches > patience / 12;
            interrupt.store(interrupted, Ordering::Relaxed);
        });
        (finished.stop, trail)
    };
    match ending {
        Ending::Interrupt => counted(watched),
        _ => counted(&mut Pulled { system: watched, left: patience, loses: matches!(ending, Ending::Loss) }),
    }
}

/// A system that fails after this many words.
struct Pulled<'a, S> {
    system: &'a mut Watched<'static, S>,
    left: usize,
    loses: bool,
}

impl<S: Stepped> System for Pulled<'_, S> {
    fn inputs(&self) -> &typestar_model::Inputs {
        self.system.inputs()
    }

    fn outputs(&self) -> &typestar_model::Outputs {
        &self.system.outputs
    }

    fn run(
        &mut self,
        plans: &[typestar_model::Plan],
        symbols: &Symbols,
        answers: &mut Vec<typestar_query::Answer>,
    ) -> Result<(), SystemError> {
        for plan in plans {
            if self.left == 0 {
                if self.loses {
                    answers.clear();
                }
                return Err(SystemError::Failed("pulled".to_owned()));
            }
            self.left -= 1;
            self.system.run(std::slice::from_ref(plan), symbols, answers)?;
        }
        Ok(())
    }
}

#[test]
fn a_run_that_is_stopped_at_random_moments_ends_like_one_that_is_not() {
    let mut random = Random::new(1);
    for (name, learner) in [
        ("SpeechRecognizer", LearnerKind::Lsharp),
        ("BluetoothAdapter", LearnerKind::Lsharp),
        ("AsyncTask", LearnerKind::Lstar),
        ("SpeechRecognizer", LearnerKind::Ttt),
        ("BluetoothAdapter", LearnerKind::Adt),
    ] {
        let truth = zoo(name);
        let case = case_with(name, learner, MachineTester::DistinguisherBound(2));
        let mut reference = watched(&truth);
        let expected = undisturbed(&case, &mut reference, &truth);
        for ending in [Ending::Interrupt, Ending::Failure] {
            let (trail, system, processes) = disturbed(&case, Walked::new(&truth), &truth, &mut random, ending);
            assert!(processes >= 2, "{name} {ending:?}: only {processes} processes");
            assert_eq!(trail, expected, "{name} {ending:?}");
            assert_eq!(
                *system.log.lock().unwrap(),
                *reference.log.lock().unwrap(),
                "{name} {ending:?}: the same words in the same order"
            );
        }
    }
}

/// The same machine with its outputs numbered backwards.
fn backwards(machine: &Mealy) -> Mealy {
    let outputs = machine.outputs().texts().iter().rev().collect();
    let mut backwards = Mealy::with_outputs(machine.inputs().clone(), outputs);
    for state in machine.states() {
        backwards.add_state(machine.name(state));
    }
    for (from, input, output, to) in machine.edges() {
        backwards.add_edge(from, machine.inputs().text(input), machine.outputs().text(output), to);
    }
    backwards.set_initial(machine.initial());
    backwards
}

#[test]
fn a_system_that_numbers_outputs_its_own_way_gives_the_same_file() {
    let truth = backwards(&zoo("MediaCodec"));
    let case = case("MediaCodec");
    let mut simulated = Simulated::new("MediaCodec", &truth, &["error".to_owned()]);
    let expected = undisturbed(&case, &mut simulated, &truth);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.sqlite");
    for max_words in [60, 120, 100_000] {
        let mut part = case.clone();
        part.limits.max_words = max_words;
        let journal = Journal::open(&path).unwrap();
        let (finished, trail) = trail(&part, &mut simulated, journal, &RunOptions::default(), &mut |_| {});
        assert_eq!(finished.stop.is_none(), max_words == 100_000);
        assert!(finished.stop.is_some() || trail == expected, "{}", trail.json);
    }
}

#[test]
fn only_words_in_flight_at_a_power_failure_are_executed_again() {
    let truth = zoo("SpeechRecognizer");
    let case = case("SpeechRecognizer");
    let mut reference = watched(&truth);
    let expected = undisturbed(&case, &mut reference, &truth);
    let (trail, system, processes) = disturbed(&case, Walked::new(&truth), &truth, &mut Random::new(2), Ending::Loss);
    assert!(processes >= 3);
    assert_eq!(trail, expected);
    let (log, reference) = (system.log.lock().unwrap(), reference.log.lock().unwrap());
    assert!(reference.iter().all(|executed| log.contains(executed)));
    assert!(log.len() <= reference.len() + 16 * processes, "at most one batch is lost with each process");
}

#[test]
fn a_run_that_is_killed_at_its_second_word_again_and_again_makes_progress() {
    let (truth, case) = (zoo("SpeechRecognizer"), case("SpeechRecognizer"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.sqlite");
    let mut watched = watched(&truth);
    for process in 1..=20 {
        one_process(&case, &mut watched, &truth, &path, 1, Ending::Loss);
        let mut recorded = 0;
        Journal::open(&path).unwrap().for_each(|_| recorded += 1).unwrap();
        assert_eq!(recorded, process);
    }
}

#[test]
fn runs_with_overturned_answers_are_replayed_too() {
    let truth = zoo("AsyncTask");
    let mut overturned = 0;
    for seed in 0..12 {
        let mut case = case("AsyncTask");
        (case.learning.repeat, case.learning.confirm) = [(3, 1), (1, 1), (1, 3)][seed as usize % 3];
        let mut reference = Watched::new(Noisy::new(&truth, seed, 40));
        let (finished, expected) = trail(&case, &mut reference, Journal::in_memory(), &knowing(&truth), &mut |_| {});
        if finished.stop.is_some() {
            continue;
        }
        overturned += expected.findings.len();
        let ending = if seed % 2 == 0 { Ending::Interrupt } else { Ending::Failure };
        let noisy = Noisy::new(&truth, seed, 40);
        let (trail, system, _) = disturbed(&case, noisy, &truth, &mut Random::new(seed), ending);
        assert_eq!(*system.log.lock().unwrap(), *reference.log.lock().unwrap(), "seed {seed}");
        assert_eq!(trail, expected, "seed {seed}");
    }
    assert!(overturned >= 10, "the noise was found only {overturned} times");
}

#[test]
fn a_finished_run_that_is_repeated_executes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.sqlite");
    let truth = zoo("OkHttpCall");
    let run = |system: &mut dyn System| {
        trail(&case("OkHttpCall"), system, Journal::open(&path).unwrap(), &RunOptions::default(), &mut |_| {})
    };
    let (_, first) = run(&mut watched(&truth));
    let mut system = watched(&truth);
    let (finished, second) = run(&mut system);
    assert_eq!(system.log.lock().unwrap().len(), 0);
    assert_eq!(finished.summary.replayed, finished.summary.total().executed);
    assert_eq!(first, second);
}

#[test]
fn another_learner_executes_no_word_that_the_journal_covers() {
    let pairs = LearnerKind::ALL.into_iter().flat_map(|first| LearnerKind::ALL.map(|second| (first, second)));
    for (first, second) in pairs.filter(|(first, second)| first != second) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.sqlite");
        let truth = zoo("SpeechRecognizer");
        let mut system = watched(&truth);
        for learner in [first, second] {
            let before = system.log.lock().unwrap().len();
            let case = case_with("SpeechRecognizer", learner, MachineTester::DistinguisherBound(2));
            let (finished, _) =
                trail(&case, &mut system, Journal::open(&path).unwrap(), &RunOptions::default(), &mut |_| {});
            assert_learned(&learner.to_string(), &finished, &truth);
            let Summary { replayed, learning, testing, .. } = &finished.summary;
            let fresh = (system.log.lock().unwrap().len() - before) as u64;
            assert_eq!(replayed + fresh, learning.executed + testing.executed, "{first} then {second}: {learner}");
        }
        let log = system.log.lock().unwrap();
        for (position, executed) in log.iter().enumerate() {
            let known = log[..position].iter().any(|earlier| earlier.covers(&executed.inputs));
            assert!(!known, "{first} then {second}: {executed:?} was known");
        }
    }
}
