//! What the tests of learners and testers share: a teacher, random machines, and the loop of learning.

pub mod automata;
pub mod generated;
mod machines;
mod mutants;
mod passing;

pub use machines::{FAMILIES, Size, family};
pub use mutants::{live_hypothesis, merged_mutant, single_edge_mutant, unfolded_mutant};
pub use passing::{Domain, Passing};
pub use typestar_model::Random;
pub use typestar_testing::{
    RegisterTeacher, Teacher, dot_files, models, repository, seeds, share, skip, zoo, zoo_names,
};

use typestar_learn::{Adt, Hypothesis as _, Kv, Learner, Lsharp, Lstar, MealyHypothesis, Outcome, Tester, Ttt};
use typestar_model::{Comparison, ERROR, Mealy, compare, minimise};

/// The learners, by name.
pub const LEARNERS: [&str; 5] = ["lsharp", "lstar", "kv", "ttt", "adt"];

/// The learner of this name.
pub fn learner(name: &str, run_on: usize) -> Box<dyn Learner<Hypothesis = MealyHypothesis>> {
    match name {
        "lsharp" => Box::new(Lsharp::new(run_on)),
        "lstar" => Box::new(Lstar::new()),
        "kv" => Box::new(Kv::new()),
        "adt" => Box::new(Adt::new()),
        "ttt" => Box::new(Ttt::new()),
        _ => panic!("no learner is called {name}"),
    }
}

/// The outputs to declare final: the error, if the machine never leaves it, and none else.
pub fn finals(machine: &Mealy) -> &'static [&'static str] {
    match machine.error_sink() {
        Some(_) => &[ERROR],
        None => &[],
    }
}

/// Learns until the tester agrees. Every hypothesis is looked at on the way.
pub fn learn(
    learner: &mut dyn Learner<Hypothesis = MealyHypothesis>,
    tester: &mut dyn Tester<MealyHypothesis>,
    teacher: &mut Teacher,
) -> MealyHypothesis {
    use typestar_learn::Oracle as _;
    for _ in 0..2_000 {
        let hypothesis = learner.hypothesis(teacher).unwrap();
        assert!(hypothesis.machine.is_complete());
        assert_eq!(hypothesis.disagreement(teacher.observed()), None);
        assert_access_words_are_closed(&hypothesis);
        match tester.test(teacher, &hypothesis).unwrap() {
            Outcome::Agreed => return hypothesis,
            Outcome::Counterexample(word) => {
                let disagreement = hypothesis.disagreement_on(teacher.observed(), &word);
                assert_eq!(disagreement.as_ref(), Some(&word), "a counterexample disagrees on its last input");
            }
        }
    }
    panic!("no end of learning in sight");
}

/// Every state has its own access word, which leads to it, and every prefix of one is one.
pub fn assert_access_words_are_closed(hypothesis: &MealyHypothesis) {
    for (state, word) in hypothesis.live().zip(&hypothesis.access) {
        assert_eq!(hypothesis.state_after(word), state);
        if let Some((_, before)) = word.split_last() {
            assert!(hypothesis.access.iter().any(|other| other == before), "{word:?} comes from nowhere");
        }
    }
}

/// Learns a machine and compares the outcome with it; the teacher tells what it took.
pub fn learned_correctly(
    what: &str,
    machine: &Mealy,
    finals: &[&str],
    learner: &mut dyn Learner<Hypothesis = MealyHypothesis>,
    tester: &mut dyn Tester<MealyHypothesis>,
) -> Teacher {
    let mut teacher = Teacher::new(machine.clone(), finals);
    let hypothesis = learn(learner, tester, &mut teacher);
    assert_eq!(compare(&hypothesis.machine, machine), Comparison::Same, "{what}");
    // A state that always errs is the same as the sink.
    assert!(hypothesis.access.len() <= minimise(&hypothesis.machine).len(), "{what}: a state too many");
    teacher
}
