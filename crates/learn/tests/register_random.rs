//! Random systems with data are learned: with the exact tester, and with testers that are bad.

mod common;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use common::generated::{Compared, generated};
use common::{Random, RegisterTeacher};
use typestar_learn::register::{
    ExploreLimits, RegisterExact, RegisterExplore, RegisterHypothesis, RegisterLearner, RegisterLearnerKind,
    RegisterRandom, Shares, Theories, explore, separating_word_before, shorten,
};
use typestar_learn::{Halt, Hypothesis as _, Learner as _, Oracle, Outcome, Tester};
use typestar_model::register::{RegisterAutomaton, write_register_json};
use typestar_model::{InputId, Inputs, OUTSIDE, ObservationTree, Outputs, Plan, Symbol};

const KINDS: [RegisterLearnerKind; 2] = [RegisterLearnerKind::Slstar, RegisterLearnerKind::Slct];

/// No system of these tests takes so many words, rounds or looks at the locations.
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
    /// Long random walks with many equal values.
    Walks,
    /// The same, but counterexamples are shortened.
    Shortened,
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
        Way::Walks | Way::Shortened => {
            let mut walks = RegisterRandom::new(theories.clone(), 100, 12, shares, 7);
            let outcome = walks.test(oracle, hypothesis).unwrap();
            if let (Outcome::Counterexample(word), Way::Shortened) = (&outcome, way) {
                shorten(oracle, hypothesis, theories, word).unwrap();
            }
            outcome
        }
    }
}

/// Learns a system. The hypothesis agrees with all that was seen.
fn learned(
    truth: &RegisterAutomaton,
    theories: &Theories,
    kind: RegisterLearnerKind,
    way: Way,
) -> (RegisterHypothesis, usize) {
    let mut learner = RegisterLearner::new(kind, truth.signature.clone(), theories.clone())
        .with_empty_word(truth.locations[0].accepting);
    let teacher = RegisterTeacher::new(truth.clone(), &[]);
    let mut oracle = Patient { teacher, looks: Cell::new(0) };
    for round in 0..MOST_ROUNDS {
        let hypothesis = learner.hypothesis(&mut oracle).unwrap();
        assert_eq!(hypothesis.disagreement(oracle.observed()), None, "a hypothesis agrees with what was seen");
        let outcome = test(way, truth, theories, &mut oracle, &hypothesis);
        if std::env::var("SHOW").is_ok() {
            eprintln!(
                "--- {kind:?} round {round} words {} {}",
                oracle.teacher.words.len(),
                hypothesis.automaton.locations.len()
            );
            if let Outcome::Counterexample(word) = &outcome {
                eprintln!("  ce {}", oracle.inputs().show(word));
            }
            if std::env::var("SHOW").unwrap() == "2" {
                eprintln!("{}", write_register_json(&hypothesis.automaton));
            }
        }
        if outcome == Outcome::Agreed {
            return (hypothesis, oracle.teacher.words.len());
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

/// What goes wrong with a seed.
fn trouble(seed: u64, compared: Compared, kind: RegisterLearnerKind, way: Way) -> Option<String> {
    let truth = generated(&mut Random::new(seed), compared);
    let theories = compared.theories(&truth.signature);
    if std::env::var("SHOW").is_ok() {
        eprintln!("{}", write_register_json(&truth));
    }
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let (hypothesis, words) = learned(&truth, &theories, kind, way);
        let difference = difference(&truth, &theories, compared, &hypothesis);
        (hypothesis, words, difference)
    }));
    match outcome {
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            Some(text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default())
        }
        Ok((_, _, Some(word))) if matches!(way, Way::Exact | Way::Explored) => Some(format!("differs on {word:?}")),
        Ok(_) => None,
    }
}

#[test]
fn hunt() {
    let number = |name: &str, or: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or);
    let (from, to) = (number("FROM", 0), number("TO", 40));
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut troubles = Vec::new();
    for seed in from..to {
        for compared in [Compared::Equal, Compared::Decimals, Compared::Integers, Compared::Mixed, Compared::Sums] {
            for way in [Way::Exact, Way::Walks, Way::Shortened, Way::Explored] {
                if (compared == Compared::Sums) != (way == Way::Explored) && matches!(way, Way::Exact | Way::Explored) {
                    continue;
                }
                for kind in KINDS {
                    let name = format!("{seed} {compared:?} {kind:?} {way:?}");
                    if !name.contains(&only) {
                        continue;
                    }
                    let start = std::time::Instant::now();
                    let trouble = trouble(seed, compared, kind, way);
                    let slow = start.elapsed().as_secs();
                    if slow > 3 {
                        eprintln!("SLOW {name}: {slow} s");
                    }
                    if let Some(trouble) = trouble {
                        eprintln!("BAD {name}: {}", trouble.lines().take(3).collect::<Vec<_>>().join(" "));
                        troubles.push(name);
                    }
                }
            }
        }
    }
    assert_eq!(troubles, Vec::<String>::new());
}
