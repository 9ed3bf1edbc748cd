//! The challenge: what the usual tester could not refute is tried by other means before it is called done.

use crate::learning;
use crate::learning::{assert_learned, case, knowing, learned, learned_with as learned_knowing, watched};
use typestar_model::{Inputs, Mealy};
use typestar_query::{
    Assumption, ChallengeKind, Finished, Journal, MachineTester, RunOptions, StopReason, TesterKind, learn,
};
use typestar_system::Simulated;

/// How many pushes it takes: more than words run on by themselves.
const PUSHES: usize = 8;

/// Rings at the wait after the last push; nothing shows it before.
fn last_push() -> Mealy {
    let inputs: Inputs = ["push", "wait"].iter().collect();
    let mut machine = Mealy::new(inputs);
    let states: Vec<_> = (0..=PUSHES).map(|at| machine.add_state(&at.to_string())).collect();
    for at in 0..=PUSHES {
        machine.add_edge(states[at], "push", "ok", states[(at + 1).min(PUSHES)]);
        let (output, next) = if at == PUSHES { ("onLast", 0) } else { ("quiet", at) };
        machine.add_edge(states[at], "wait", output, states[next]);
    }
    machine
}

fn learned_with(challenge: Option<ChallengeKind>, tester: Option<TesterKind>) -> Finished {
    let mut case = case("last push");
    (case.learning.challenge, case.learning.tester) = (challenge, tester);
    learned(&case, &mut watched(&last_push()))
}

#[test]
fn the_usual_tester_does_not_call_done_what_hsi_1_and_random_words_refute() {
    let bound_alone = learned_with(Some(ChallengeKind::None), None);
    assert_eq!((bound_alone.summary.states, bound_alone.stop), (1, None));
    assert_eq!(bound_alone.summary.challenge, None);
    let challenged = learned_with(None, None);
    assert_learned("last push", &challenged, &last_push());
}

#[test]
fn a_bound_that_the_machine_refutes_is_dropped_with_a_note_and_no_finding() {
    let summary = learned_with(None, None).summary;
    assert_eq!(summary.bound_needed, PUSHES);
    assert!(summary.findings.is_empty(), "{:?}", summary.findings);
    assert!(summary.notes["bound dropped"].contains(&format!("needs {PUSHES}")), "{:?}", summary.notes);
    let words = summary.challenge.and_then(|challenge| challenge.random_words).expect("it was challenged");
    let verdict = format!("no counterexample; complete for 1 extra state; {words} random words, seed 1; learned again");
    assert!(summary.verdict.text.starts_with(&verdict), "{}", summary.verdict.text);
    assert!(!summary.verdict.assumptions.iter().any(|text| text.contains("differ within")));
}

#[test]
fn a_challenge_that_was_broken_off_says_what_the_bound_was_worth() {
    let mut case = case("last push");
    // The last hundred words are those of a second learner, and fewer.
    case.limits.max_words = learned_with(None, None).summary.total().executed - 120;
    let finished = learned(&case, &mut watched(&last_push()));
    assert!(matches!(finished.stop, Some(StopReason::Budget(_))));
    assert_eq!((finished.summary.states, finished.summary.bound_needed), (PUSHES + 1, PUSHES));
    let text = finished.summary.verdict.text;
    assert!(
        text.ends_with(
            "up to then: no counterexample, but the learned machine itself needs 8 inputs to tell all \
                            states apart, more than the assumed 2"
        ),
        "{text}"
    );
}

#[test]
fn only_bounds_that_the_machine_refutes_are_dropped() {
    let tester = Some("distinguisher-bound(2) + distinguisher-bound(8)".parse().unwrap());
    let summary = learned_with(Some(ChallengeKind::Words(0)), tester).summary;
    assert_eq!(
        summary.verdict.text,
        "no counterexample; complete if any two states differ within 8 inputs (the learned machine needs 8, exactly \
         the bound, so states that differ only after 9 inputs may be missing); complete for 1 extra state"
    );
    assert!(summary.notes["bound dropped"].contains("any two states were assumed to differ within 2 inputs"));
}

#[test]
fn that_quiet_is_stable_is_assumed_where_the_bound_is_and_nowhere_else() {
    let assumptions = |name: &str, truth: &Mealy| {
        let mut case = case(name);
        case.learning.assume = vec![Assumption::QuietIsStable];
        learned(&case, &mut watched(truth)).summary.verdict.assumptions
    };
    let held = assumptions("AsyncTask", &learning::zoo("AsyncTask"));
    assert!(held[0].starts_with("any two states of the system differ within 2 inputs, and a quiet wait"), "{held:?}");
    assert!(held[0].contains("(quiet-is-stable); or the system has at most 1 state more"), "{held:?}");
    let dropped = assumptions("last push", &last_push());
    assert!(!dropped.iter().any(|text| text.contains("quiet-is-stable")), "{dropped:?}");
}

#[test]
fn a_machine_that_was_compared_exactly_rests_on_no_number_of_states() {
    let mut case = case("last push");
    (case.learning.tester, case.learning.challenge) = (Some(TesterKind::Exact), Some(ChallengeKind::Words(1)));
    let summary = learned_knowing(&case, &mut watched(&last_push()), &knowing(&last_push())).summary;
    assert!(summary.verdict.text.starts_with("equivalent to the simulated machine"), "{}", summary.verdict.text);
    assert_eq!(summary.verdict.assumptions, ["the system always answers every word as it did when asked"]);
}

#[test]
fn a_bound_that_holds_is_told_beside_the_challenge() {
    let truth = learning::zoo("AsyncTask");
    let finished = learned(&case("AsyncTask"), &mut watched(&truth));
    assert_learned("AsyncTask", &finished, &truth);
    let summary = finished.summary;
    assert_eq!(
        summary.verdict.text,
        "no counterexample; complete if any two states differ within 2 inputs (the learned machine needs 1); \
         complete for 1 extra state; 400 random words, seed 1; learned again with seed 3: the same model"
    );
    let challenge = summary.challenge.expect("it was challenged");
    assert_eq!(challenge.random_words, Some(400));
    assert!(challenge.counts.executed > 0);
    assert_eq!(
        summary.total().executed,
        summary.learning.executed + summary.testing.executed + challenge.counts.executed
    );
}

#[test]
fn a_machine_that_needs_the_whole_bound_is_told_in_plain_words() {
    let truth = learning::zoo("MediaPlayer");
    let mut bounded = case("MediaPlayer");
    bounded.learning.tester = Some(MachineTester::DistinguisherBound(2).into());
    let summary = learned(&bounded, &mut watched(&truth)).summary;
    assert!(
        summary.verdict.text.contains(
            "needs 2, exactly the bound, so states that differ only after 3 inputs may be \
                                       missing"
        ),
        "{}",
        summary.verdict.text
    );
}

#[test]
fn an_explicit_tester_is_challenged_only_if_that_is_asked_for() {
    let bound = || Some(TesterKind::from(MachineTester::DistinguisherBound(2)));
    assert_eq!(learned_with(None, bound()).summary.challenge, None);
    let asked = learned_with(Some(ChallengeKind::Words(1000)), bound());
    assert_learned("last push", &asked, &last_push());
    assert_eq!(asked.summary.challenge.unwrap().random_words, Some(1000));
}

#[test]
fn random_words_are_as_many_as_were_executed_before_them() {
    let truth = learning::zoo("MediaPlayer");
    let summary = learned(&case("MediaPlayer"), &mut watched(&truth)).summary;
    let challenge = summary.challenge.unwrap();
    let random = challenge.random_words.unwrap();
    let bound_alone = summary.learning.executed + summary.testing.executed;
    assert!(random > bound_alone, "hsi(1) had words of its own: {random} random ones after {bound_alone}");
    assert!(summary.total().executed - random <= bound_alone + challenge.counts.executed);
}

#[test]
fn joined_testers_are_tried_one_after_the_other_and_all_tell_what_they_establish() {
    let tester = |text: &str| Some(text.parse().unwrap());
    let missed = learned_with(None, tester("distinguisher-bound(2) + hsi(1)"));
    assert_eq!(missed.summary.states, 1);
    let found = learned_with(None, tester("distinguisher-bound(2) + random-wp(400) + state-bound(12)"));
    assert_learned("last push", &found, &last_push());
    let text = found.summary.verdict.text;
    assert!(text.contains("the learned machine itself needs 8 inputs"), "{text}");
    assert!(
        text.contains("; no counterexample in 400 random words (seed 1); complete if the system has at most 12 states"),
        "{text}"
    );
    assert!(!text.contains("nothing is known"), "{text}");
}

#[test]
fn a_continued_run_replays_the_challenge() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.db");
    let run = || {
        let mut system = Simulated::new("last push", &last_push(), &[]);
        let journal = Journal::open(&file).unwrap();
        learn(&case("last push"), &mut system, journal, &RunOptions::default(), &mut |_, _| {}).unwrap().summary
    };
    let (first, again) = (run(), run());
    assert_eq!((first.replayed, again.replayed), (0, first.total().executed));
    assert_eq!((first.challenge, first.verdict), (again.challenge, again.verdict));
}
