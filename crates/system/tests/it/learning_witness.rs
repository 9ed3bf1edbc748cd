//! Another seed is another witness: words that repeat, and a second learner, find what random words of one seed miss.

use crate::learning::{assert_learned, case, knowing, learned, learned_with, trail, watched, zoo};
use typestar_model::{Mealy, QUIET, WAIT, write_json};
use typestar_query::{Case, ChallengeKind, Finished, Journal, RunOptions, StopReason, TesterKind};

/// What the challenge was before it had words that repeat, and a second learner.
const ONE_GENERATOR: &str = "distinguisher-bound(2) + hsi(1) + random-wp(400)";

/// What the verdict says when a second learner agrees.
const SAME: &str = "; learned again with seed 3: the same model";

/// Full after this many pushes in a row, which only the next wait shows.
fn stack(most: usize) -> Mealy {
    let mut machine = Mealy::new(["push", "clear", WAIT].iter().collect());
    let states: Vec<_> = (0..=most).map(|at| machine.add_state(&at.to_string())).collect();
    for (at, &state) in states.iter().enumerate() {
        machine.add_edge(state, "push", "ok", states[(at + 1).min(most)]);
        machine.add_edge(state, "clear", "ok", states[0]);
        machine.add_edge(state, WAIT, if at == most { "onFull" } else { QUIET }, state);
    }
    machine
}

/// Opens at the wait after these inputs in a row; any other input begins again.
fn lock(code: &[&str]) -> Mealy {
    let mut machine = Mealy::new(["a", "b", "c", WAIT].iter().collect());
    let states: Vec<_> = (0..=code.len()).map(|at| machine.add_state(&at.to_string())).collect();
    for (at, &state) in states.iter().enumerate() {
        for input in ["a", "b", "c"] {
            let next = if code.get(at) == Some(&input) { at + 1 } else { 0 };
            machine.add_edge(state, input, "ok", states[next]);
        }
        machine.add_edge(state, WAIT, if at == code.len() { "onOpen" } else { QUIET }, state);
    }
    machine
}

fn with_tester(tester: &str, seed: u64) -> Case {
    let mut case = case("system");
    case.learning.tester = Some(tester.parse::<TesterKind>().unwrap());
    case.learning.seed = seed;
    case
}

#[test]
fn what_one_seed_misses_and_others_find_is_found_with_every_seed() {
    let truth = lock(&["a", "a", "a", "c"]);
    let found = |case: &Case| learned(case, &mut watched(&truth)).summary.states == truth.len();
    let before = [1, 2, 3, 4].map(|seed| found(&with_tester(ONE_GENERATOR, seed)));
    assert_eq!(before, [false, true, true, true], "random words of one generator and one seed");
    for seed in 1..=4 {
        let mut case = case("lock");
        case.learning.seed = seed;
        let finished = learned(&case, &mut watched(&truth));
        assert_learned("lock", &finished, &truth);
        assert_eq!(finished.summary.findings, [], "seed {seed}");
    }
}

#[test]
fn a_hidden_limit_is_found_by_repeating_and_not_by_random_words() {
    for most in [20, 30] {
        let truth = stack(most);
        let missed = learned(&with_tester(ONE_GENERATOR, 1), &mut watched(&truth));
        assert_eq!((missed.summary.states, missed.stop), (1, None), "random words of one generator");
        let found = learned(&case("stack"), &mut watched(&truth));
        assert_learned("stack", &found, &truth);
    }
}

#[test]
fn where_growth_is_not_looked_for_nothing_is_repeated() {
    let mut case = case("stack");
    case.learning.growth_rounds = 0;
    assert_eq!(learned(&case, &mut watched(&stack(20))).summary.states, 1);
}

/// What a verdict says of a second learner.
fn witness(finished: &Finished) -> Option<&str> {
    let text = &finished.summary.verdict.text;
    text.find("; learned again").map(|at| &text[at..])
}

#[test]
fn the_verdict_names_the_seed_of_a_second_learner_that_found_the_same() {
    let truth = zoo("AsyncTask");
    let finished = learned(&case("AsyncTask"), &mut watched(&truth));
    assert_eq!((witness(&finished), finished.summary.findings.len()), (Some(SAME), 0));
    let mut other = case("AsyncTask");
    other.learning.seed = 7;
    let finished = learned(&other, &mut watched(&truth));
    assert_eq!(witness(&finished), Some("; learned again with seed 9: the same model"));
}

#[test]
fn who_names_a_tester_or_compares_exactly_or_asks_for_no_random_words_has_one_learner() {
    let truth = zoo("AsyncTask");
    let learn = |tester: Option<&str>, challenge| {
        let mut case = case("AsyncTask");
        case.learning.tester = tester.map(|tester| tester.parse::<TesterKind>().unwrap());
        case.learning.challenge = challenge;
        learned_with(&case, &mut watched(&truth), &knowing(&truth))
    };
    let words = |words| Some(ChallengeKind::Words(words));
    assert_eq!(witness(&learn(Some("distinguisher-bound(2)"), None)), None);
    assert_eq!(witness(&learn(Some("hsi(1) + random-wp(400)"), None)), None);
    assert_eq!(witness(&learn(Some("exact"), words(400))), None);
    assert_eq!(witness(&learn(None, words(0))), None);
    assert_eq!(witness(&learn(None, Some(ChallengeKind::None))), None);
    assert_eq!(witness(&learn(Some("distinguisher-bound(2)"), words(400))), Some(SAME));
}

#[test]
fn what_took_more_than_a_thousand_words_is_learned_once() {
    let finished = learned(&case("MediaPlayer"), &mut watched(&zoo("MediaPlayer")));
    assert!(finished.summary.total().executed > 1000);
    assert_eq!(witness(&finished), None);
}

#[test]
fn nothing_is_executed_twice_for_the_second_learner() {
    for name in ["AsyncTask", "SpeechRecognizer", "VelocityTracker"] {
        let mut system = watched(&zoo(name));
        let finished = learned(&case(name), &mut system);
        assert_eq!(witness(&finished), Some(SAME), "{name}");
        let log = system.log.lock().unwrap();
        assert_eq!(log.len() as u64, finished.summary.total().executed, "{name}");
        for (position, executed) in log.iter().enumerate() {
            assert!(!log[..position].iter().any(|earlier| earlier.covers(&executed.inputs)), "{name}: {executed:?}");
        }
    }
}

#[test]
fn a_run_that_is_stopped_while_it_learns_again_continues_to_the_same_model() {
    for truth in [zoo("SpeechRecognizer"), stack(20)] {
        let (whole, expected) = run(&truth, Journal::in_memory(), u64::MAX);
        let total = whole.summary.total().executed;
        for words in [1, 7, 20, 40] {
            let folder = tempfile::tempdir().unwrap();
            let open = || Journal::open(&folder.path().join("journal.db")).unwrap();
            let (stopped, _) = run(&truth, open(), total - words);
            assert!(matches!(stopped.stop, Some(StopReason::Budget(_))), "{words}: {:?}", stopped.stop);
            assert_eq!(witness(&stopped), None, "{words}");
            let (continued, trail) = run(&truth, open(), u64::MAX);
            assert_eq!(trail, expected, "{words}");
            assert_eq!(write_json(&continued.learned), write_json(&whole.learned), "{words}");
            assert_eq!(continued.summary.verdict, whole.summary.verdict, "{words}");
            assert_eq!(continued.summary.total(), whole.summary.total(), "{words}");
        }
    }
}

/// Learns with at most this many words.
fn run(truth: &Mealy, journal: Journal, most: u64) -> (Finished, crate::learning::Trail) {
    let mut case = case("system");
    case.limits.max_words = most.min(case.limits.max_words);
    trail(&case, &mut watched(truth), journal, &RunOptions::default(), &mut |_| {})
}
