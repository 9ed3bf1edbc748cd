//! Small systems on which learners of register automata are known to fail, one for each known gap.

use crate::common::RegisterTeacher;
use typestar_learn::register::theory::{Equality, Order, Theory};
use typestar_learn::register::{
    RegisterExact, RegisterHypothesis, RegisterLearner, RegisterLearnerKind, Theories, separating_word,
};
use typestar_learn::{Hypothesis as _, Learner as _, Oracle as _, Outcome, Tester as _};
use typestar_model::register::{Domain, RegisterAutomaton, read_register_json};

const KINDS: [RegisterLearnerKind; 3] =
    [RegisterLearnerKind::Slstar, RegisterLearnerKind::Sllambda, RegisterLearnerKind::Slct];

/// An automaton from its parts. Values are of the type `v`; inputs are `put(p)`, `pair(p, q)` and `get`.
fn automaton(
    domain: &str,
    constants: &str,
    registers: &str,
    locations: &str,
    transitions: &[&str],
) -> RegisterAutomaton {
    let parts = |transition: &&str| {
        let [from, input, guard, output, assign, to]: [&str; 6] =
            transition.split('|').map(str::trim).collect::<Vec<_>>().try_into().unwrap();
        let guard = if guard.is_empty() { String::new() } else { format!(r#""guard": "{guard}", "#) };
        let assign: Vec<String> = assign
            .split(',')
            .filter_map(|one| one.split_once(":="))
            .map(|(register, value)| format!(r#""{}": "{}""#, register.trim(), value.trim()))
            .collect();
        let assign = format!(r#""assign": {{{}}}"#, assign.join(", "));
        format!(r#"{{"from": "{from}", "input": "{input}", {guard}"output": "{output}", {assign}, "to": "{to}"}}"#)
    };
    let transitions = transitions.iter().map(parts).collect::<Vec<_>>().join(",\n");
    let names = |text: &str, make: fn(&str) -> String| text.split_whitespace().map(make).collect::<Vec<_>>().join(", ");
    let constant = |text: &str| {
        let (name, value) = text.split_once('=').unwrap();
        format!(r#"{{"name": "{name}", "type": "v", "value": {value}}}"#)
    };
    let register = |text: &str| format!(r#"{{"name": "{text}", "type": "v"}}"#);
    let location = |text: &str| format!(r#"{{"name": "{text}"}}"#);
    let text = format!(
        r#"{{"format": "typestar-register-automaton", "version": 1, "name": "gap", "types": {{"v": "{domain}"}},
        "constants": [{}], "registers": [{}], "locations": [{}],
        "inputs": [{{"name": "put", "parameters": [{{"name": "p", "type": "v"}}]}},
          {{"name": "pair", "parameters": [{{"name": "p", "type": "v"}}, {{"name": "q", "type": "v"}}]}}, {{"name": "get"}}],
        "outputs": [{{"name": "ok"}}, {{"name": "no"}}, {{"name": "out", "parameters": [{{"name": "p", "type": "v"}}]}},
          {{"name": "both", "parameters": [{{"name": "p", "type": "v"}}, {{"name": "q", "type": "v"}}]}}],
        "transitions": [{transitions}]}}"#,
        names(constants, constant),
        names(registers, register),
        names(locations, location),
    );
    read_register_json(&text).unwrap()
}

/// Learns with every learner until it is the same as the truth. The hypotheses agree with all that was seen.
fn learn(truth: &RegisterAutomaton) -> Vec<RegisterHypothesis> {
    let theory = |domain: Domain| -> Box<dyn Theory> {
        match domain {
            Domain::Decimal => Box::new(Order::new(domain)),
            _ => Box::new(Equality::new(domain)),
        }
    };
    let theories = Theories::new(&truth.signature, truth.signature.types.iter().map(|of| theory(of.domain)).collect());
    KINDS.map(|kind| learn_with(kind, truth, &theories)).into()
}

fn learn_with(kind: RegisterLearnerKind, truth: &RegisterAutomaton, theories: &Theories) -> RegisterHypothesis {
    let mut learner = RegisterLearner::new(kind, truth.signature.clone(), theories.clone());
    let mut tester = RegisterExact::new(truth.clone(), theories.clone());
    let mut teacher = RegisterTeacher::new(truth.clone(), []);
    for _ in 0..50 {
        let hypothesis = learner.hypothesis(&mut teacher).unwrap();
        assert_eq!(hypothesis.disagreement(teacher.observed()), None, "{kind:?}");
        assert!(teacher.words.len() < 10_000, "{kind:?} asks too much");
        if tester.test(&mut teacher, &hypothesis).unwrap() == Outcome::Agreed {
            assert_eq!(separating_word(&hypothesis.automaton, truth, theories), None, "{kind:?}");
            return hypothesis;
        }
    }
    panic!("{kind:?}: no end in sight");
}

#[test]
fn a_renaming_that_more_suffixes_refute_is_replaced() {
    // Both values are alike until `get` has told the first one: then only the second one is.
    let truth = automaton(
        "integer",
        "",
        "x y",
        "a b c d",
        &[
            "a | put  |                  | ok     | x:=p       | b",
            "a | pair |  | no | | a",
            "a | get | | no | | a",
            "b | put  |                  | ok     | x:=p, y:=x | c",
            "b | pair |  | no | x:=x | b",
            "b | get | | no | x:=x | b",
            "c | put  | p = x or p = y   | ok     | x:=x, y:=y | c",
            "c | put | p != x and p != y | no | x:=x, y:=y | c",
            "c | pair |                  | ok     | x:=y, y:=x | c",
            "c | get | | ok | x:=x, y:=y | d",
            "d | put  |                  | no     | x:=x, y:=y | d",
            "d | pair | | no | | a",
            "d | get | | both(x, y) | | a",
        ],
    );
    learn(&truth);
}

#[test]
fn a_point_that_changes_its_side_does_not_change_earlier_guards() {
    // `put` tells x from what is above it, and what follows tells it from what is below.
    let truth = automaton(
        "decimal",
        "",
        "x",
        "a b c d",
        &[
            "a | put | | ok | x:=p | b",
            "a | pair | | no | | a",
            "a | get | | no | | a",
            "b | put | p > x | ok | | c",
            "b | put | p = x | ok | | d",
            "b | put | p < x | ok | | c",
            "b | pair | | no | | a",
            "b | get | | no | x:=x | b",
            "c | put | | no | | a",
            "c | pair | | no | | a",
            "c | get | | ok | | a",
            "d | put | | no | | a",
            "d | pair | | ok | | a",
            "d | get | | ok | | d",
        ],
    );
    learn(&truth);
}

#[test]
fn sub_trees_are_compared_where_their_region_holds() {
    // A list of one that removes what it has, if it is at least what is asked for.
    let truth = automaton(
        "decimal",
        "",
        "x",
        "a b",
        &[
            "a | put | | ok | x:=p | b",
            "a | pair | | no | | a",
            "a | get | | no | | a",
            "b | put | p < x | out(p) | x:=p | b",
            "b | put | p >= x | out(x) | x:=x | b",
            "b | pair | p <= q and q <= x | ok | x:=q | b",
            "b | pair | p > q or q > x | no | x:=x | b",
            "b | get | | out(x) | | a",
        ],
    );
    learn(&truth);
}

#[test]
fn paths_that_overlap_after_a_renaming_are_no_difference() {
    let truth = automaton(
        "integer",
        "",
        "x y",
        "a b c",
        &[
            "a | put | | ok | x:=p | b",
            "a | pair | p = q | ok | x:=p | b",
            "a | pair | p != q | ok | x:=p, y:=q | c",
            "a | get | | no | | a",
            "b | put | p = x | ok | x:=x | b",
            "b | put | p != x | ok | x:=x, y:=p | c",
            "b | pair | | no | | a",
            "b | get | | out(x) | | a",
            "c | put | p = x or p = y | ok | x:=y, y:=x | c",
            "c | put | p != x and p != y | no | x:=x, y:=y | c",
            "c | pair | | no | | a",
            "c | get | | out(y) | x:=x | b",
        ],
    );
    learn(&truth);
}

#[test]
fn registers_in_opposite_order_are_told_apart() {
    let truth = automaton(
        "decimal",
        "",
        "x y",
        "a b c",
        &[
            "a | put | | ok | x:=p | b",
            "a | pair | | ok | x:=q, y:=p | c",
            "a | get | | no | | a",
            "b | put | | ok | x:=x, y:=p | c",
            "b | pair | | no | | a",
            "b | get | | no | x:=x | b",
            "c | put | p < x and p > y | ok | x:=x, y:=y | c",
            "c | put | p >= x or p <= y | no | x:=x, y:=y | c",
            "c | pair | | no | | a",
            "c | get | | no | | a",
        ],
    );
    learn(&truth);
}

#[test]
fn constants_refine_what_is_no_constant() {
    let truth = automaton(
        "integer",
        "one=1 two=2",
        "",
        "a b c",
        &[
            "a | put | p = one | ok | | b",
            "a | put | p != one | ok | | c",
            "a | pair | p != two and q = one | ok | | b",
            "a | pair | p = two or q != one | no | | a",
            "a | get | | no | | a",
            "b | put | p != two | ok | | b",
            "b | put | p = two | no | | a",
            "b | pair | | no | | a",
            "b | get | | ok | | a",
            "c | put | p = one | no | | a",
            "c | put | p = two | ok | | a",
            "c | put | p != one and p != two | no | | c",
            "c | pair | | no | | a",
            "c | get | | no | | a",
        ],
    );
    learn(&truth);
}

#[test]
fn every_input_is_answered_in_every_location() {
    let truth = automaton(
        "integer",
        "",
        "x",
        "a b",
        &[
            "a | put | | ok | x:=p | b",
            "a | pair | | no | | a",
            "a | get | | no | | a",
            "b | put | p = x | ok | | a",
            "b | put | p != x | no | x:=x | b",
            "b | pair | | no | x:=x | b",
            "b | get | | out(x) | x:=x | b",
        ],
    );
    for hypothesis in learn(&truth) {
        let automaton = &hypothesis.automaton;
        let inputs = automaton.signature.inputs.len();
        for location in 0..automaton.locations.len() {
            let mut answered = automaton.transitions.iter().filter(|way| way.from == typestar_model::Id::new(location));
            let different: std::collections::BTreeSet<_> = answered.by_ref().map(|way| way.input).collect();
            assert_eq!(different.len(), inputs);
        }
    }
}

#[test]
fn a_parameter_that_equals_a_free_one_stays_free() {
    let truth = automaton(
        "integer",
        "",
        "x",
        "a b c",
        &[
            "a | put | | ok | x:=p | b",
            "a | pair | | no | | a",
            "a | get | | no | | a",
            "b | put | p = x | ok | x:=x | c",
            "b | put | p != x | no | x:=x | b",
            "b | pair | p = x and q = x | ok | | a",
            "b | pair | p != x or q != x | no | x:=x | b",
            "b | get | | no | x:=x | b",
            "c | put | p = x | no | x:=x | c",
            "c | put | p != x | ok | x:=p | c",
            "c | pair | | no | x:=x | c",
            "c | get | | ok | x:=x | b",
        ],
    );
    learn(&truth);
}

#[test]
fn a_suffix_that_shows_nothing_new_is_no_endless_loop() {
    // What is kept plays another part on either side of the constant, and no single suffix shows it.
    let text = r#"{"format": "typestar-register-automaton", "version": 1, "name": "sides", "types": {"v": "decimal"},
        "constants": [{"name": "three", "type": "v", "value": 3.0}],
        "registers": [{"name": "x", "type": "v"}], "locations": [{"name": "a"}, {"name": "b"}],
        "inputs": [{"name": "put", "parameters": [{"name": "p", "type": "v"}]},
          {"name": "set", "parameters": [{"name": "p", "type": "v"}]}],
        "outputs": [{"name": "ok"}, {"name": "no"}, {"name": "out", "parameters": [{"name": "p", "type": "v"}]}],
        "transitions": [
          {"from": "a", "input": "put", "output": "ok", "to": "a"},
          {"from": "a", "input": "set", "guard": "p <= three", "output": "ok", "assign": {"x": "p"}, "to": "b"},
          {"from": "a", "input": "set", "guard": "p > three", "output": "ok", "to": "a"},
          {"from": "b", "input": "put", "guard": "p = x", "output": "no", "to": "a"},
          {"from": "b", "input": "put", "guard": "p != x and p < three", "output": "ok", "assign": {"x": "p"}, "to": "b"},
          {"from": "b", "input": "put", "guard": "p != x and p >= three", "output": "ok", "to": "b"},
          {"from": "b", "input": "set", "guard": "p = three", "output": "ok", "to": "a"},
          {"from": "b", "input": "set", "guard": "p != three", "output": "out(x)", "assign": {"x": "p"}, "to": "b"}]}"#;
    let truth = read_register_json(text).unwrap();
    let theories = Theories::new(&truth.signature, vec![Box::new(Order::new(Domain::Decimal))]);
    // The table asks more than anybody wants to wait for.
    for kind in [RegisterLearnerKind::Sllambda, RegisterLearnerKind::Slct] {
        learn_with(kind, &truth, &theories);
    }
}

#[test]
fn what_the_system_invents_is_kept_apart_from_what_it_is_given() {
    let text = r#"{"format": "typestar-register-automaton", "version": 1, "name": "ticket", "types": {"v": "integer"},
        "registers": [{"name": "x", "type": "v"}], "locations": [{"name": "a"}, {"name": "b"}],
        "inputs": [{"name": "open"}, {"name": "use", "parameters": [{"name": "p", "type": "v"}]}],
        "outputs": [{"name": "ticket", "parameters": [{"name": "p", "type": "v"}]}, {"name": "ok"}, {"name": "no"}],
        "transitions": [
          {"from": "a", "input": "open", "output": "ticket(fresh)", "assign": {"x": "output 1"}, "to": "b"},
          {"from": "a", "input": "use", "output": "no", "to": "a"},
          {"from": "b", "input": "open", "output": "no", "assign": {"x": "x"}, "to": "b"},
          {"from": "b", "input": "use", "guard": "p = x", "output": "ok", "to": "a"},
          {"from": "b", "input": "use", "guard": "p != x", "output": "no", "assign": {"x": "x"}, "to": "b"}]}"#;
    learn(&read_register_json(text).unwrap());
}

#[test]
fn an_answer_with_two_sources_is_learned_by_where_they_differ() {
    let truth = automaton(
        "integer",
        "",
        "x",
        "a b",
        &[
            "a | put | | out(p) | x:=p | b",
            "a | pair | | both(q, p) | x:=q | b",
            "a | get | | no | | a",
            "b | put | p = x | out(p) | x:=x | b",
            "b | put | p != x | out(x) | x:=p | b",
            "b | pair | p = q | both(p, x) | | a",
            "b | pair | p != q | both(x, q) | x:=x | b",
            "b | get | | out(x) | x:=x | b",
        ],
    );
    learn(&truth);
}

#[test]
fn registers_that_begin_with_zero_do_not_meet_fresh_values() {
    let mut truth = automaton(
        "integer",
        "zero=0",
        "x",
        "a",
        &[
            "a | put | p = x | ok | x:=x | a",
            "a | put | p != x | no | x:=p | a",
            "a | pair | | no | x:=x | a",
            "a | get | | out(x) | x:=x | a",
        ],
    );
    truth.registers[0].initial = Some(typestar_model::Value::Integer(0));
    learn(&truth);
}

#[test]
fn parameters_of_one_action_are_compared_with_each_other_and_with_what_is_kept() {
    // Two guards, each seen by another suffix, hold at once where both parameters are what is kept.
    let truth = automaton(
        "integer",
        "",
        "x",
        "a b",
        &[
            "a | put | | ok | x:=p | b",
            "a | pair | | no | | a",
            "a | get | | no | | a",
            "b | put | p = x | ok | | a",
            "b | put | p != x | no | x:=x | b",
            "b | get | | out(x) | x:=x | b",
            "b | pair | q = p | both(p, x) | x:=q | b",
            "b | pair | q != p and q = x | no | x:=x | b",
            "b | pair | q != p and q != x | no | x:=p | b",
        ],
    );
    learn(&truth);
}

#[test]
fn a_counterexample_that_a_refinement_has_resolved_is_dropped() {
    let truth = automaton(
        "integer",
        "",
        "x y",
        "a b c",
        &[
            "a | put | | ok | x:=p | b",
            "a | pair | | ok | x:=p, y:=q | c",
            "a | get | | no | | a",
            "b | put | p = x | ok | x:=x | b",
            "b | put | p != x | ok | x:=x, y:=p | c",
            "b | pair | | no | | a",
            "b | get | | out(x) | | a",
            "c | put | p = y | ok | x:=x | b",
            "c | put | p != y | no | x:=y, y:=x | c",
            "c | pair | | no | | a",
            "c | get | | both(x, y) | | a",
        ],
    );
    let theories = Theories::equality(&truth.signature);
    let mut learner = RegisterLearner::new(RegisterLearnerKind::Slct, truth.signature.clone(), theories.clone());
    let mut teacher = RegisterTeacher::new(truth.clone(), []);
    let first = learner.hypothesis(&mut teacher).unwrap();
    let mut tester = RegisterExact::new(truth.clone(), theories);
    assert!(matches!(tester.test(&mut teacher, &first).unwrap(), Outcome::Counterexample(_)));
    let second = learner.hypothesis(&mut teacher).unwrap();
    let asked = teacher.words.len();
    assert_eq!(learner.hypothesis(&mut teacher).unwrap().automaton, second.automaton);
    assert_eq!(teacher.words.len(), asked, "what is resolved costs nothing");
    learn(&truth);
}
