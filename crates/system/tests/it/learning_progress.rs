//! What a run tells while it goes on, and what it leaves when it is stopped early.

use std::time::Duration;

use crate::learning::{case, case_with, learned, simulated, watched, zoo};
use typestar_model::{Comparison, Learned, Mealy, Model, Phase, compare};
use typestar_query::{
    Case, Event, Finished, Journal, LearnerKind, MachineTester, Progress, RunOptions, StopReason, TesterKind, learn,
};

/// Learns a class; what it told after each wave of words, and at the end.
fn told(case: &Case, name: &str) -> (Finished, Vec<Progress>) {
    let mut told = Vec::new();
    let see = &mut |event: &Event, progress: &Progress| {
        if matches!(event, Event::WordsExecuted { .. }) {
            told.push(*progress);
        }
    };
    let finished = learn(case, &mut simulated(name), Journal::in_memory(), &RunOptions::default(), see).unwrap();
    (finished, told)
}

#[test]
fn states_are_counted_before_the_first_hypothesis() {
    // The others have a hypothesis as soon as they have a state.
    for learner in [LearnerKind::Lsharp, LearnerKind::Lstar] {
        let (_, told) = told(&case_with("MediaPlayer", learner, MachineTester::Auto(0)), "MediaPlayer");
        let before = told.iter().filter(|progress| progress.round == 0).map(|progress| progress.states);
        assert!(before.max() > Some(1), "{learner}");
    }
}

#[test]
fn what_is_left_of_a_suite_counts_down_and_is_never_too_little() {
    for (tester, repeat) in [("hsi(1)", 1), ("random-wp(300)", 1), ("hsi(1)", 3), ("wp(0) + random-walk(50)", 1)] {
        let mut case = case_with("AsyncTask", LearnerKind::Lsharp, tester.parse::<TesterKind>().unwrap());
        case.learning.repeat = repeat;
        let (finished, told) = told(&case, "AsyncTask");
        let last = told.iter().filter(|progress| progress.round == finished.summary.rounds && progress.left.is_some());
        let last: Vec<&Progress> = last.collect();
        assert!(last.len() > 5, "{tester}: told {} times", last.len());
        let suites = tester.split('+').count();
        let jumps = last.windows(2).filter(|pair| pair[0].left < pair[1].left).count();
        assert!(jumps < suites, "{tester}, repeat {repeat}: it counts down within a suite");
        if suites == 1 {
            let all = finished.summary.testing.executed;
            let is_enough = |progress: &&Progress| progress.left >= Some(all - progress.testing.executed);
            assert!(last.iter().all(is_enough), "{tester}, repeat {repeat}: {last:?}");
        }
        let is_told = |progress: &Progress| progress.phase == Phase::Learning && progress.left.is_some();
        assert!(!told.iter().any(is_told), "{tester}: learning has no such number");
    }
}

#[test]
fn nobody_knows_what_auto_has_left() {
    let (_, told) = told(&case_with("AsyncTask", LearnerKind::Lsharp, MachineTester::Auto(1)), "AsyncTask");
    assert!(told.len() > 5 && told.iter().all(|progress| progress.left.is_none()));
}

/// Whether the machine says of every word only what the truth says.
fn is_part_of(machine: &Mealy, truth: &Mealy) -> bool {
    compare(machine, truth) == Comparison::Same
}

#[test]
fn a_run_without_a_hypothesis_leaves_what_was_observed() {
    for words in [1, 3, 8] {
        let mut case = case("MediaPlayer");
        case.limits.max_words = words;
        let mut system = watched(&zoo("MediaPlayer"));
        let finished = learned(&case, &mut system);
        assert_eq!((finished.summary.rounds, &finished.stop), (0, &Some(StopReason::Budget(format!("{words} words")))));
        let Learned { machine, finished: is_finished, witnesses, .. } = &finished.learned;
        assert!(!is_finished && is_part_of(machine, &zoo("MediaPlayer")));
        assert_eq!(machine.edges().filter(|(from, ..)| Some(*from) != machine.error_sink()).count(), witnesses.len());
        for executed in system.log.lock().unwrap().iter() {
            let word: Vec<_> = executed.inputs.iter().map(|name| machine.inputs().get(name).unwrap()).collect();
            assert_eq!(machine.outputs().show(&machine.run(&word)), executed.outputs.join(" "));
        }
        assert_eq!((finished.summary.bound_needed, finished.summary.states_total), (0, finished.summary.states));
    }
}

#[test]
fn what_was_observed_has_one_sink_for_all_that_went_wrong() {
    let mut machine = Mealy::new(["close", "slam", "open", "wait"].iter().collect());
    let (start, sink) = (machine.add_state("Start"), machine.add_state("End"));
    for (input, output) in [("close", "hang"), ("slam", "crash"), ("open", "error"), ("wait", "error")] {
        machine.add_edge(start, input, output, sink);
        machine.add_edge(sink, input, "error", sink);
    }
    let mut case = case("door");
    case.limits.max_words = 3;
    let finished = learned(&case, &mut watched(&machine));
    let observed = &finished.learned.machine;
    assert_eq!((finished.summary.rounds, observed.len()), (0, 2));
    assert!(observed.error_sink().is_some() && is_part_of(observed, &machine));
}

#[test]
fn what_was_observed_is_shown_in_part_if_it_is_much() {
    let names: Vec<String> = (0..150).map(|number| format!("call{number}")).collect();
    let mut machine = Mealy::new(names.iter().collect());
    let state = machine.add_state("Start");
    names.iter().for_each(|name| machine.add_edge(state, name, "ok", state));
    let mut case = case("many");
    case.limits.max_words = 140;
    let finished = learned(&case, &mut watched(&machine));
    assert_eq!((finished.summary.rounds, finished.learned.machine.len()), (0, 100));
}

#[test]
fn the_model_so_far_is_told_before_the_end_and_never_called_finished() {
    let options = RunOptions { drafts_every: Some(Duration::ZERO), ..RunOptions::default() };
    let (mut drafts, truth) = (Vec::new(), zoo("SpeechRecognizer"));
    let see = &mut |event: &Event, progress: &Progress| {
        if let Event::ModelDrafted(draft) = event
            && let Model::Machine(learned) = &**draft
        {
            drafts.push((progress.round, learned.clone()));
        }
    };
    let journal = Journal::in_memory();
    let finished =
        learn(&case("SpeechRecognizer"), &mut simulated("SpeechRecognizer"), journal, &options, see).unwrap();
    assert!(drafts.iter().all(|(_, learned)| !learned.finished && learned.system == "SpeechRecognizer"));
    assert_eq!(drafts[0].0, 0, "the first one comes before the first hypothesis");
    assert!(drafts.iter().filter(|(round, _)| *round == 0).all(|(_, learned)| is_part_of(&learned.machine, &truth)));
    let told: Vec<u64> = drafts.iter().map(|(round, _)| *round).filter(|&round| round > 0).collect();
    assert!(told.is_sorted_by(|one, next| one < next), "each hypothesis once: {told:?}");
    assert_eq!(drafts.last().unwrap().1.machine, finished.learned.machine);
}
