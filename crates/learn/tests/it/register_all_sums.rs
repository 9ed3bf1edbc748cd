//! Systems that add two values and a number: guards of three parts.

use crate::common::RegisterTeacher;
use typestar_learn::register::theory::read_theory;
use typestar_learn::register::{
    ExploreLimits, Need, RegisterExplore, RegisterLearner, RegisterLearnerKind, Theories, explore, needs,
};
use typestar_learn::{Learner, Outcome, Tester};
use typestar_model::Value;
use typestar_model::register::{Domain, RegisterAutomaton, read_register_json, small};

/// Pays the sum of two amounts with a fee of 1, and takes the first one back if it is one less.
fn account() -> RegisterAutomaton {
    read_register_json(
        r#"{"format": "typestar-register-automaton", "version": 1, "name": "account", "types": {"amount": "integer"},
          "inputs": [{"name": "put", "parameters": [{"name": "p", "type": "amount"}]},
                     {"name": "take", "parameters": [{"name": "p", "type": "amount"}]}],
          "outputs": [{"name": "ok"}, {"name": "no"}],
          "registers": [{"name": "x1", "type": "amount"}, {"name": "x2", "type": "amount"}],
          "locations": [{"name": "l0"}, {"name": "l1"}, {"name": "l2"}],
          "transitions": [
            {"from": "l0", "input": "put", "output": "ok", "assign": {"x1": "p"}, "to": "l1"},
            {"from": "l0", "input": "take", "output": "no", "to": "l0"},
            {"from": "l1", "input": "put", "output": "ok", "assign": {"x2": "p"}, "to": "l2"},
            {"from": "l1", "input": "take", "guard": "p = x1 - 1", "output": "ok", "to": "l0"},
            {"from": "l1", "input": "take", "guard": "p != x1 - 1", "output": "no", "to": "l1"},
            {"from": "l2", "input": "put", "output": "no", "to": "l2"},
            {"from": "l2", "input": "take", "guard": "p = x1 + x2 + 1", "output": "ok", "to": "l0"},
            {"from": "l2", "input": "take", "guard": "p != x1 + x2 + 1", "output": "no", "to": "l2"}]}"#,
    )
    .unwrap()
}

const MANY: ExploreLimits = ExploreLimits { depth: 4, words: 100_000 };

/// What a learner makes of the account with a theory, tested with words of that theory.
fn learned(kind: RegisterLearnerKind, theory: &str, depth: usize) -> RegisterAutomaton {
    let truth = account();
    let theories = Theories::new(&truth.signature, vec![read_theory(theory, Domain::Integer).unwrap()]);
    let mut learner = RegisterLearner::new(kind, truth.signature.clone(), theories.clone());
    let mut tester = RegisterExplore::new(theories, ExploreLimits { depth, ..MANY }).knowing(truth.clone());
    let mut teacher = RegisterTeacher::new(truth, []);
    loop {
        let hypothesis = learner.hypothesis(&mut teacher).unwrap();
        if tester.test(&mut teacher, &hypothesis).unwrap() == Outcome::Agreed {
            return small(&hypothesis.automaton);
        }
    }
}

/// A word that the account answers in another way than an automaton.
fn difference(automaton: &RegisterAutomaton) -> Option<String> {
    let truth = account();
    let theories = Theories::needed(&truth.signature, &needs(&[&truth]));
    let (_, word) = explore((automaton, &truth), &theories, &|_| false, MANY, &mut || true);
    word.map(|word| word.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

#[test]
fn a_guard_of_three_parts_needs_both_kinds_of_sums() {
    assert_eq!(needs(&[&account()]), [Need::AllSums([Value::Integer(1)].into())]);
    let needed = Theories::needed(&account().signature, &needs(&[&account()]));
    assert_eq!(needed.of(typestar_model::Id::new(0)).name(), "sums(1, p+p)");
}

#[test]
fn every_learner_finds_a_guard_of_three_parts() {
    for kind in [RegisterLearnerKind::Slct, RegisterLearnerKind::Sllambda, RegisterLearnerKind::Slstar] {
        let automaton = learned(kind, "sums(1, p+p)", 4);
        assert_eq!(difference(&automaton), None, "{kind:?}");
        let shown: Vec<String> = automaton.transitions.iter().map(|one| automaton.show_transition(one)).collect();
        assert!(shown.contains(&"take(p) [p = x1 + x2 + 1] / ok".to_owned()), "{kind:?}: {shown:?}");
        assert!(shown.contains(&"take(p) [p = x1 - 1] / ok".to_owned()), "{kind:?}: {shown:?}");
        assert_eq!(automaton.size(), account().size(), "{kind:?}");
    }
}

#[test]
fn one_kind_of_sums_does_not_see_it() {
    // Longer words may hit the sum by chance, and no automaton of such a theory explains that.
    for theory in ["sums(1)", "sums(p+p)"] {
        assert!(difference(&learned(RegisterLearnerKind::Slct, theory, 3)).is_some(), "{theory}");
    }
}
