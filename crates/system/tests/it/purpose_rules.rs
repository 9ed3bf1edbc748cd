//! Rules of the learning purpose, as a case file states them, for machines and for systems with data.

use std::path::Path;

use crate::common::talking;
use crate::learning::{Class, Stepped, guarded, learned};
use typestar_model::register::RegisterAutomaton;
use typestar_model::{InputId, Mealy, TraceRule};
use typestar_query::{Case, Journal, LearnerKind, MachineTester, Purpose, PurposeSpec, TesterKind};

/// Every start brings one onFinish; cancel takes one of them back.
fn timers() -> Class<()> {
    Class::new(&["start", "cancel"], |_, pending, input| match input {
        "start" => pending.push_back("onFinish"),
        _ => drop(pending.pop_back()),
    })
}

/// What was pushed is written when it is flushed, all at once.
fn writer() -> Class<usize> {
    Class::new(&["push", "flush"], |pushed, pending, input| match input {
        "push" => *pushed += 1,
        _ => {
            pending.clear();
            pending.extend(vec!["onWritten"; std::mem::take(pushed)]);
        }
    })
}

/// The case of a class with these rules.
fn case(callins: &[&str], rules: &str, learner: LearnerKind) -> Case {
    let text = format!("[system]\ncommand = [\"x\"]\n[inputs]\ncallins = {callins:?}\n[purpose]\n{rules}\n");
    let mut case = Case::parse(&text, Path::new("class.toml")).unwrap_or_else(|error| panic!("{error}"));
    case.learning.learner = Some(learner);
    case.learning.tester = Some(TesterKind::Machine(vec![MachineTester::DistinguisherBound(4)]));
    case
}

/// The case of a class whose purpose is an automaton with these edges.
fn case_with_automaton(callins: &[&str], edges: &str, learner: LearnerKind) -> Case {
    let rule = TraceRule::read(&format!("digraph {{\n{edges}}}")).unwrap_or_else(|error| panic!("{error}"));
    let mut case = case(callins, "", learner);
    rule.check(case.inputs.alphabet().texts()).unwrap_or_else(|error| panic!("{error}"));
    case.purpose.automaton = Some(rule);
    case
}

/// Learns a class within rules, by every learner; nothing outside is given, and what is inside is known.
fn check<S: Default + Send>(callins: &[&str], class: fn() -> Class<S>, rules: &str, states: usize) {
    for learner in LearnerKind::ALL {
        check_case(&case(callins, rules, learner), class, states);
    }
}

fn check_case<S: Default + Send>(case: &Case, class: fn() -> Class<S>, states: usize) {
    let finished = learned(case, &mut guarded(class(), &case.purpose));
    assert_eq!((finished.stop, finished.summary.findings), (None, Vec::new()), "{:?}", case.learning.learner);
    assert_eq!(finished.summary.states, states, "{:?}", case.learning.learner);
    assert_same_inside(&finished.learned.machine, &mut class(), &case.purpose, 7);
}

/// The machine answers every word of at most `length` inputs as the class does, and knows those of the purpose only.
fn assert_same_inside<S: Default + Send>(machine: &Mealy, class: &mut Class<S>, spec: &PurposeSpec, length: usize) {
    let purpose = Purpose::new(spec, &class.inputs);
    let mut words: Vec<Vec<InputId>> = vec![Vec::new()];
    while let Some(word) = words.pop() {
        class.reset();
        let mut state = purpose.start();
        for (&input, output) in word.iter().zip(machine.run(&word)) {
            let answer = class.step(machine.inputs().text(input));
            assert_eq!(machine.outputs().text(output), answer, "{}", machine.inputs().show(&word));
            state = purpose.step(&state, input, &answer);
        }
        for input in machine.inputs().ids() {
            let next = [&word[..], &[input]].concat();
            let is_known = machine.run(&next).len() == next.len();
            assert_eq!(is_known, purpose.allows(&state, input), "{}", machine.inputs().show(&next));
            if is_known && next.len() <= length {
                words.push(next);
            }
        }
    }
}

#[test]
fn a_timer_that_can_be_cancelled_is_learned_with_what_is_really_pending() {
    let limit = |end: &str| {
        format!("at_most_pending = [{{ count = 2, requests = [\"start\"], callbacks = [\"onFinish\"]{end} }}]")
    };
    check(&["start", "cancel"], timers, &limit(", ended_by = [\"cancel\"]"), 3);
    check(&["start", "cancel"], timers, &limit(""), 6);
}

#[test]
fn a_writer_is_flushed_after_two_pushes() {
    let rule = "at_most_between = [{ count = 2, of = [\"push\"], between = [\"flush\"] }]";
    check(&["push", "flush"], writer, rule, 9);
}

/// At most two timers at a time, of which the automaton counts those that run.
const TWO_TIMERS: &str = "none -> one [label=start]; none -> none [label=cancel]; none -> none [label=wait]\n\
                          one -> two [label=start]; one -> none [label=cancel]\n\
                          one -> none [label=\"wait / onFinish\"]; one -> one [label=\"wait / *\"]\n\
                          two -> outside [label=start]; two -> one [label=cancel]\n\
                          two -> one [label=\"wait / onFinish\"]; two -> two [label=\"wait / *\"]\n";

#[test]
fn a_timer_is_learned_within_an_automaton_that_counts_along() {
    for learner in LearnerKind::ALL {
        check_case(&case_with_automaton(&["start", "cancel"], TWO_TIMERS, learner), timers, 3);
    }
}

#[test]
fn a_writer_is_learned_within_an_automaton_that_looks_at_inputs_alone() {
    let edges = "a -> b [label=push]; a -> outside [label=flush]; a -> a [label=wait]\n\
                 b -> outside [label=push]; b -> a [label=flush]; b -> b [label=wait]\n";
    for learner in LearnerKind::ALL {
        check_case(&case_with_automaton(&["push", "flush"], edges, learner), writer, 4);
    }
}

/// Learns a queue that any number of items fit into, within rules, and perhaps an automaton.
fn queue(rules: &str, automaton: Option<TraceRule>) -> RegisterAutomaton {
    let data = format!(
        "[types]\nitem = \"equality\"\n[inputs.actions]\noffer = [\"item\"]\npoll = []\nclear = []\n\
         [outputs.actions]\nhead = [\"item\"]\nempty = []\n[purpose]\n{rules}\n[learning]\ntester = \"explore(3) + random(300)\"\n"
    );
    let mut case = talking::case(&data);
    case.purpose.automaton = automaton;
    let finished = talking::learn(&case, Journal::in_memory(), || {
        let mut items = std::collections::VecDeque::new();
        Box::new(move |input, values| match input {
            "offer" => {
                items.push_back(values[0].clone());
                "ok".to_owned()
            }
            "clear" => {
                items.clear();
                "ok".to_owned()
            }
            _ => items.pop_front().map_or("empty".to_owned(), |item| format!("head({item})")),
        })
    });
    assert!(finished.stop.is_none() && finished.summary.findings.is_empty(), "{:?}", finished.summary.findings);
    finished.learned
}

#[test]
fn an_endless_queue_is_learned_with_as_many_items_as_the_rules_allow() {
    let pending = "at_most_pending = [{ count = 2, requests = [\"offer\"], ended_by = [\"poll\", \"clear\"] }]";
    let size = queue(pending, None).size();
    assert_eq!((size.locations, size.registers), (5, 2));
    let between = "at_most_between = [{ count = 2, of = [\"offer\"], between = [\"clear\"] }]";
    let size = queue(between, None).size();
    assert_eq!((size.locations, size.registers), (6, 2));
}

#[test]
fn an_endless_queue_is_learned_within_an_automaton() {
    let edges = |from: &str, offer: &str, poll: &str| {
        format!(
            "{from} -> {offer} [label=offer]; {from} -> {from} [label=poll]; {from} -> {poll} [label=\"poll / head\"]\n\
             {from} -> none [label=clear]\n"
        )
    };
    let states = [edges("none", "one", "none"), edges("one", "two", "none"), edges("two", "outside", "one")].concat();
    let rule = TraceRule::read(&format!("digraph {{\n{states}}}")).unwrap();
    let size = queue("", Some(rule)).size();
    assert_eq!((size.locations, size.registers), (3, 2));
}
