//! Register automata written in RALib's XML and in DOT.

use crate::common::register::{assert_alike, random_automaton};
use crate::common::{files_ending, models};
use proptest::prelude::*;
use typestar_model::Id;
use typestar_model::register::{
    RegisterAutomaton, Source, read_register_json, read_register_xml, write_register_dot, write_register_xml,
};

/// A queue of one that hands out a ticket for each value.
const TICKETS: &str = r#"{"format": "typestar-register-automaton", "version": 1, "name": "tickets",
  "types": {"id": "integer", "rate": "decimal", "realm": "integer"},
  "constants": [{"name": "zero", "type": "id", "value": 0}],
  "inputs": [{"name": "offer", "parameters": [{"name": "p", "type": "id"}, {"name": "d", "type": "rate"}]}, {"name": "poll"}],
  "outputs": [{"name": "ticket", "parameters": [{"name": "t", "type": "id"}]},
              {"name": "out<>", "parameters": [{"name": "q", "type": "id"}, {"name": "r", "type": "realm"}]}],
  "registers": [{"name": "x1", "type": "id"}, {"name": "x2", "type": "id"}, {"name": "x3", "type": "realm", "initial": 4}],
  "locations": [{"name": "o0"}, {"name": "full"}],
  "transitions": [
    {"from": "o0", "input": "offer", "guard": "(p = zero or p > 5) and d < 1", "output": "ticket(fresh)",
     "assign": {"x1": "p", "x2": "output 1"}, "to": "full"},
    {"from": "full", "input": "poll", "output": "out<>(x1 + 1, x3)", "to": "o0"},
    {"from": "full", "input": "offer", "guard": "p = x2 or p < 0", "output": "ticket(fresh)", "assign": {"x3": "x3 + 1"}, "to": "o0"}]}"#;

fn again(automaton: &RegisterAutomaton) -> RegisterAutomaton {
    let text = write_register_xml(automaton).unwrap();
    read_register_xml(&text, &automaton.name).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn a_transition_is_written_as_an_input_and_an_output_with_helpers_for_other_values() {
    let tickets = read_register_json(TICKETS).unwrap();
    let text = write_register_xml(&tickets).unwrap();
    let expected = [
        r#"<variable type="id" name="out1">0</variable>"#,
        r#"<variable type="int2" name="x3">4</variable>"#,
        r#"<param type="double1" name="d"/>"#,
        r#"<guard>(p == zero || p &gt; 5) &amp;&amp; d &lt; 1.0</guard>"#,
        r#"<transition from="_o0" to="full" symbol="ticket" params="x2">"#,
        r#"<assign to="x2">__fresh__</assign>"#,
        r#"<assign to="out1">x1 + 1</assign>"#,
        r#"<transition from="o1" to="o0" symbol="out&lt;&gt;" params="out1,x3"/>"#,
        r#"<assign to="out1">__fresh__</assign>"#,
    ];
    for part in expected {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let again = again(&tickets);
    assert_alike(&tickets, &again, 1);
    assert_eq!((again.locations.len(), again.transitions.len()), (2, 3));
    assert_eq!(again.transitions[0].values, [Source::Fresh]);
}

#[test]
fn what_xml_cannot_say_is_refused() {
    let mut tickets = read_register_json(TICKETS).unwrap();
    tickets.transitions[0].assignments[0].1 = Source::Output(0);
    let error = write_register_xml(&tickets).unwrap_err().to_string();
    assert_eq!(error, "transitions[0]: two registers store one fresh value, which this format cannot express");
    let mut tickets = read_register_json(TICKETS).unwrap();
    tickets.locations[0].name = "a\u{1}".to_owned();
    let error = write_register_xml(&tickets).unwrap_err().to_string();
    assert!(error.starts_with("XML cannot contain '\\u{1}'"), "{error}");
}

#[test]
fn other_peoples_automata_survive_writing_and_reading() {
    let Some(folder) = models("writing of RALib's register automata") else { return };
    for path in files_ending(&folder.join("register"), "xml") {
        let text = std::fs::read_to_string(&path).unwrap();
        let automaton = read_register_xml(&text, "test").unwrap();
        let again = again(&automaton);
        assert_alike(&automaton, &again, 1);
        assert_eq!(again.locations, automaton.locations, "{}", path.display());
        let guards =
            |automaton: &RegisterAutomaton| automaton.transitions.iter().map(|t| t.guard.clone()).collect::<Vec<_>>();
        assert_eq!(guards(&again), guards(&automaton), "{}", path.display());
    }
}

#[test]
fn dot_shows_guards_assignments_and_registers() {
    let tickets = read_register_json(TICKETS).unwrap();
    let expected = "digraph tickets {
typestar=\"register automaton\";
s0 [label=\"o0\\nx3\"];
s1 [label=\"full\\nx1, x2, x3\"];
s0 -> s1 [label=\"offer(p, d) [(p = zero or p > 5) and d < 1.0] / ticket(fresh)\\nx1 := p, x2 := output 1\"];
s1 -> s0 [label=\"poll / out<>(x1 + 1, x3)\"];
s1 -> s0 [label=\"offer(p, d) [p = x2 or p < zero] / ticket(fresh)\\nx3 := x3 + 1\"];
__start0 [label=\"\", shape=none];
__start0 -> s0 [label=\"\"];
}
";
    assert_eq!(write_register_dot(&tickets), expected);
}

#[test]
fn accepting_locations_have_two_borders_in_dot() {
    let mut even = random_automaton(1);
    even.signature.is_acceptor = true;
    even.locations[1].accepting = true;
    even.locations[2].accepting = false;
    let dot = write_register_dot(&even);
    let line = |state: &str| dot.lines().find(|line| line.starts_with(&format!("{state} ["))).unwrap().to_owned();
    assert!(line("s1").ends_with(", peripheries=2];") && !line("s2").contains("peripheries"));
    assert!(!dot.contains(" / "));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(200)))]

    #[test]
    fn random_automata_behave_alike_after_writing_and_reading_xml(seed in any::<u64>()) {
        let mut automaton = random_automaton(seed);
        automaton.signature.is_acceptor = false;
        // What cannot be reached is left out, so the first location leads everywhere.
        let first = automaton.transitions[0].clone();
        for location in 0..automaton.locations.len() {
            let mut transition = first.clone();
            (transition.from, transition.to) = (Id::new(0), Id::new(location));
            automaton.transitions.push(transition);
        }
        let again = again(&automaton);
        assert_alike(&automaton, &again, seed);
        prop_assert_eq!(again.transitions.len(), automaton.transitions.len());
    }

    #[test]
    fn damaged_files_are_read_or_refused_and_never_panic(seed in any::<u64>(), place in any::<prop::sample::Index>(), length in 0..30usize, new in "\\PC{0,3}") {
        let text = write_register_xml(&random_automaton(seed)).unwrap();
        let mut letters: Vec<char> = text.chars().collect();
        let at = place.index(letters.len());
        let end = (at + length).min(letters.len());
        letters.splice(at..end, new.chars());
        let text: String = letters.into_iter().collect();
        if let Ok(automaton) = read_register_xml(&text, "test") {
            automaton.check().unwrap();
        }
    }
}
