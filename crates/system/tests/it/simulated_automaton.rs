//! Register automata that answer as if they were real.

use crate::common::typed_plan;
use typestar_model::register::families::{fifo, fifo_set, lifo, priority_queue};
use typestar_model::register::{
    Action, ActionId, Comparison, Guard, LocationId, Operand, Parameter, RegisterAutomaton, RegisterId, Source, Term,
    Transition, TypeId,
};
use typestar_model::{Choice, Id, Plan};
use typestar_query::{Answer, Symbols, System, SystemError};
use typestar_system::SimulatedAutomaton;

fn run(system: &mut SimulatedAutomaton, plan: Plan, symbols: &Symbols) -> Result<Answer, SystemError> {
    let mut answers = Vec::new();
    system.run(&[plan], symbols, &mut answers)?;
    Ok(answers.remove(0))
}

fn answered(automaton: &RegisterAutomaton, text: &str) -> Result<String, String> {
    let (mut system, mut symbols) = (SimulatedAutomaton::new(automaton.clone()), Symbols::default());
    let plan = typed_plan(&mut symbols.inputs, text);
    let answer = run(&mut system, plan, &symbols).map_err(|error| error.to_string())?;
    Ok(system.outputs().show(&answer.outputs))
}

/// A lock whose keys are made by itself: `key` answers `key(k)` with a new value, `open(p)` with the last one is `ok`.
/// Nothing is enabled before the first key.
fn lock() -> RegisterAutomaton {
    let mut lock = fifo(1);
    let value = |name: &str| vec![Parameter { name: name.to_owned(), data_type: TypeId::new(0) }];
    let action = |name: &str, parameters| Action { name: name.to_owned(), parameters };
    lock.signature.inputs = vec![action("open", value("p")), action("key", Vec::new())];
    lock.signature.outputs[2] = action("key", value("k"));
    let (parameter, register) = (Term::of(Operand::Parameter(0)), Term::of(Operand::Register(RegisterId::new(0))));
    let key = |from| Transition {
        from: LocationId::new(from),
        input: ActionId::new(1),
        guard: Guard::ALWAYS,
        output: ActionId::new(2),
        values: vec![Source::Fresh],
        assignments: vec![(RegisterId::new(0), Source::Output(0))],
        to: LocationId::new(1),
        witness: Vec::new(),
    };
    let open = Transition {
        input: ActionId::new(0),
        guard: Guard::Compare(parameter, Comparison::Equal, register),
        output: ActionId::new(0),
        values: Vec::new(),
        assignments: Vec::new(),
        ..key(1)
    };
    lock.transitions = vec![key(0), key(1), open];
    lock
}

#[test]
fn containers_give_back_what_they_were_given() {
    let words = "offer(5) offer(3) offer(5) offer(4) poll poll poll poll";
    let of = |automaton: &RegisterAutomaton| answered(automaton, words).expect("it answers");
    assert_eq!(of(&fifo(3)), "ok ok ok refused out(5) out(3) out(5) empty");
    assert_eq!(of(&lifo(3)), "ok ok ok refused out(5) out(3) out(5) empty");
    assert_eq!(of(&lifo(2)), "ok ok refused refused out(3) out(5) empty empty");
    assert_eq!(of(&fifo_set(3)), "ok ok refused ok out(5) out(3) out(4) empty");
    let words = "offer(5.0) offer(3.0) offer(4.0) poll offer(4.0) offer(1.0) poll poll poll poll";
    let outputs = "ok ok ok out(3.0) ok refused out(4.0) out(4.0) out(5.0) empty";
    assert_eq!(answered(&priority_queue(3), words), Ok(outputs.to_owned()));
}

#[test]
fn families_have_the_known_sizes() {
    for n in 1..=12 {
        let size = |automaton: RegisterAutomaton| (automaton.locations.len(), automaton.transitions.len());
        assert_eq!(size(fifo(n)), (n + 1, 2 * n + 2));
        assert_eq!(size(lifo(n)), (n + 1, 2 * n + 2));
        assert_eq!(size(fifo_set(n)), (n + 1, 3 * n + 1));
        assert_eq!(size(priority_queue(n)), (n + 1, (n * n + 3 * n + 4) / 2));
    }
}

#[test]
fn inputs_are_the_names_of_actions() {
    assert_eq!(SimulatedAutomaton::new(fifo(2)).inputs().texts(), ["offer", "poll"]);
}

#[test]
fn invented_values_are_told_and_given_by_their_places() {
    let outputs = |word| answered(&lock(), word);
    assert_eq!(outputs("key open($1.1) open($1)"), Ok("key($1.1) ok ok".to_owned()));
    assert_eq!(outputs("key key open($2.1) open($1.1)"), Ok("key($1.1) key($2.1) ok outside".to_owned()));
    assert_eq!(outputs("key open(101)"), Ok("key($1.1) outside".to_owned()), "no number is an invented value");
}

#[test]
fn values_that_came_back_are_resolved() {
    let words = "offer(7) poll offer($2.1) offer(7) poll";
    assert_eq!(answered(&fifo_set(2), words), Ok("ok out(7) ok refused out(7)".to_owned()));
}

#[test]
fn a_word_ends_before_a_value_that_did_not_come_back() {
    assert_eq!(answered(&fifo(2), "poll offer($1.1) poll"), Ok("empty".to_owned()));
    assert_eq!(answered(&fifo(2), "offer(1) poll offer($2.2)"), Ok("ok out(1)".to_owned()));
    assert_eq!(answered(&lock(), "open($1.1)"), Ok(String::new()));
}

#[test]
fn a_word_ends_outside_where_nothing_is_enabled() {
    assert_eq!(answered(&lock(), "open(1) key"), Ok("outside".to_owned()));
}

#[test]
fn what_does_not_fit_the_signature_is_a_failure_that_says_so() {
    let failure = |word| answered(&fifo(2), word).expect_err("it fails");
    assert_eq!(failure("push(1)"), "the automaton has no input push(1)");
    assert_eq!(failure("offer"), "offer: offer takes 1 values, not 0");
    assert_eq!(failure("offer(1, 2)"), "offer(1, 2): offer takes 1 values, not 2");
    assert_eq!(failure("offer(1.5)"), "offer: 1.5 is not valid for p: type value has integers, like 3");
    assert_eq!(answered(&fifo(2), "offer(1) push(1)").expect_err("it fails"), "the automaton has no input push(1)");
}

#[test]
fn plans_choose_by_names_of_outputs_that_nobody_has_seen() {
    let (mut system, mut symbols) = (SimulatedAutomaton::new(fifo(1)), Symbols::default());
    let first = typed_plan(&mut symbols.inputs, "offer(1) poll");
    let poll = typed_plan(&mut symbols.inputs, "poll");
    let out = symbols.outputs.intern_name("out");
    let plan = Plan { then: [(Choice::Name(out), poll)].into(), ..first };
    let answer = run(&mut system, plan, &symbols).expect("it answers");
    assert_eq!(system.outputs().show(&answer.outputs), "ok out(1) empty");
}

#[test]
fn an_execution_ends_at_a_final_output() {
    let (mut system, mut symbols) = (SimulatedAutomaton::new(fifo(1)), Symbols::default());
    let plan = typed_plan(&mut symbols.inputs, "poll poll");
    let run = |system: &mut SimulatedAutomaton, symbols: &Symbols| {
        run(system, plan.clone(), symbols).expect("it answers").outputs.len()
    };
    assert_eq!(run(&mut system, &symbols), 2);
    symbols.finals = vec![symbols.outputs.intern("empty")];
    assert_eq!(run(&mut system, &symbols), 1);
}

#[test]
fn automata_that_differ_have_different_identities() {
    let identity = |automaton| SimulatedAutomaton::new(automaton).about().identity.clone();
    assert_eq!(identity(fifo(2)), identity(fifo(2)));
    assert_ne!(identity(fifo(2)), identity(fifo(3)));
    let mut other = fifo(2);
    other.transitions.remove(0);
    assert_ne!(identity(fifo(2)), identity(other));
}
