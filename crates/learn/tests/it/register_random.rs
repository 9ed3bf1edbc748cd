//! Random systems with data are learned: with the exact tester, and with testers that are bad.

use std::cell::Cell;

use crate::common::generated::{Compared, generated};
use crate::common::{Random, RegisterTeacher, seeds};
use typestar_learn::register::{
    ExploreLimits, RegisterExact, RegisterExplore, RegisterHypothesis, RegisterLearner, RegisterLearnerKind,
    RegisterRandom, Shares, Theories, explore, separating_word_before,
};
use typestar_learn::{Halt, Hypothesis as _, Learner as _, Oracle, Outcome, Tester};
use typestar_model::register::RegisterAutomaton;
use typestar_model::{InputId, Inputs, OUTSIDE, ObservationTree, Outputs, Plan, Symbol};

/// No system of these tests takes this many words, rounds or looks at the locations.
const MOST_WORDS: usize = 60_000;
const MOST_ROUNDS: usize = 200;
const MOST_LOOKS: usize = 2_000;

/// A teacher that loses patience.
struct Patient {
    teacher: RegisterTeacher,
    looks: Cell<usize>,
}

impl Oracle for Patient {
    fn inputs(&self) -> &Inputs {
        self.teacher.inputs()
    }

    fn input(&mut self, symbol: &Symbol) -> Option<InputId> {
        self.teacher.input(symbol)
    }

    fn outputs(&self) -> &Outputs {
        self.teacher.outputs()
    }

    fn tree(&self) -> &ObservationTree {
        self.teacher.tree()
    }

    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt> {
        assert!(self.teacher.words.len() < MOST_WORDS, "too many words");
        self.teacher.ask(plans)
    }

    fn count_known(&mut self, _questions: u64) {}

    fn note_states(&mut self, _states: usize) -> Result<(), Halt> {
        self.looks.set(self.looks.get() + 1);
        assert!(self.looks.get() < MOST_LOOKS, "locations are looked at again and again");
        Ok(())
    }
}

/// How hypotheses are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Exact,
    /// Long random walks with many equal values, whose counterexamples are shortened.
    Walks,
    Explored,
}

fn test(
    way: Way,
    truth: &RegisterAutomaton,
    theories: &Theories,
    oracle: &mut Patient,
    hypothesis: &RegisterHypothesis,
) -> Outcome {
    let shares = Shares { fresh: 1, repeated: 4, related: 2 };
    match way {
        Way::Exact => RegisterExact::new(truth.clone(), theories.clone()).test(oracle, hypothesis).unwrap(),
        Way::Explored => {
            let limits = ExploreLimits { depth: 6, words: 20_000 };
            RegisterExplore::new(theories.clone(), limits).knowing(truth.clone()).test(oracle, hypothesis).unwrap()
        }
        Way::Walks => RegisterRandom::new(theories.clone(), 100, 12, shares, 7).test(oracle, hypothesis).unwrap(),
    }
}

/// Learns a system. The hypothesis agrees with all that was seen.
fn learned(truth: &RegisterAutomaton, theories: &Theories, kind: RegisterLearnerKind, way: Way) -> RegisterHypothesis {
    let mut learner = RegisterLearner::new(kind, truth.signature.clone(), theories.clone())
        .with_empty_word(truth.locations[0].accepting);
    let teacher = RegisterTeacher::new(truth.clone(), []);
    let mut oracle = Patient { teacher, looks: Cell::new(0) };
    for _ in 0..MOST_ROUNDS {
        let hypothesis = learner.hypothesis(&mut oracle).unwrap();
        assert_eq!(hypothesis.disagreement(oracle.observed()), None, "a hypothesis agrees with what was seen");
        let outcome = test(way, truth, theories, &mut oracle, &hypothesis);
        if outcome == Outcome::Agreed {
            return hypothesis;
        }
    }
    panic!("too many rounds");
}

/// A word that tells the result from the truth.
fn difference(
    truth: &RegisterAutomaton,
    theories: &Theories,
    compared: Compared,
    hypothesis: &RegisterHypothesis,
) -> Option<Vec<Symbol>> {
    let is_final = |name: &str| name == OUTSIDE;
    match compared {
        Compared::Sums => {
            let limits = ExploreLimits { depth: 6, words: 20_000 };
            explore((&hypothesis.automaton, truth), theories, &is_final, limits, &mut || true).1
        }
        _ => separating_word_before(&hypothesis.automaton, truth, theories, &is_final),
    }
}

/// Learns systems with these seeds and compares the results with the truth.
fn assert_learned(
    seeds: std::ops::Range<u64>,
    compared: Compared,
    kind: RegisterLearnerKind,
    way: Way,
    is_partial: bool,
) {
    for seed in seeds {
        let truth = generated(&mut Random::new(seed), compared, is_partial);
        let theories = compared.theories(&truth.signature);
        let hypothesis = learned(&truth, &theories, kind, way);
        if matches!(way, Way::Exact | Way::Explored) {
            assert_eq!(difference(&truth, &theories, compared, &hypothesis), None, "{seed} {compared:?} {kind:?}");
        }
    }
}

#[test]
fn systems_that_compare_for_equality_are_learned() {
    assert_learned(seeds(0..200), Compared::Equal, RegisterLearnerKind::Slct, Way::Exact, false);
    assert_learned(seeds(0..60), Compared::Equal, RegisterLearnerKind::Sllambda, Way::Exact, false);
    assert_learned(seeds(0..15), Compared::Equal, RegisterLearnerKind::Slstar, Way::Exact, false);
}

#[test]
fn systems_that_compare_decimals_are_learned() {
    assert_learned(seeds(0..100), Compared::Decimals, RegisterLearnerKind::Slct, Way::Exact, false);
    assert_learned(seeds(0..40), Compared::Decimals, RegisterLearnerKind::Sllambda, Way::Exact, false);
    assert_learned(seeds(0..8), Compared::Decimals, RegisterLearnerKind::Slstar, Way::Exact, false);
}

#[test]
fn systems_that_compare_integers_with_constants_are_learned() {
    assert_learned(seeds(0..100), Compared::Integers, RegisterLearnerKind::Slct, Way::Exact, false);
    assert_learned(seeds(0..40), Compared::Integers, RegisterLearnerKind::Sllambda, Way::Exact, false);
    assert_learned(seeds(0..8), Compared::Integers, RegisterLearnerKind::Slstar, Way::Exact, false);
}

#[test]
fn systems_with_several_types_are_learned() {
    assert_learned(seeds(0..100), Compared::Mixed, RegisterLearnerKind::Slct, Way::Exact, false);
    assert_learned(seeds(0..15), Compared::Mixed, RegisterLearnerKind::Slstar, Way::Exact, false);
}

#[test]
fn systems_that_leave_something_open_are_learned() {
    assert_learned(seeds(0..60), Compared::Equal, RegisterLearnerKind::Slct, Way::Exact, true);
    assert_learned(seeds(0..14), Compared::Decimals, RegisterLearnerKind::Slct, Way::Exact, true);
}

#[test]
fn sums_are_learned_by_exploration() {
    assert_learned(seeds(0..12), Compared::Sums, RegisterLearnerKind::Slct, Way::Explored, false);
}

#[test]
fn long_counterexamples_with_equal_values_are_no_endless_loop() {
    assert_learned(0..12, Compared::Equal, RegisterLearnerKind::Slct, Way::Walks, false);
    assert_learned(140..150, Compared::Equal, RegisterLearnerKind::Slct, Way::Walks, false);
    assert_learned(0..10, Compared::Mixed, RegisterLearnerKind::Slct, Way::Walks, false);
}
