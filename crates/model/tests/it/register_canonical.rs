//! The canonical form of register automata, which registers matter, and fast runs.

use crate::common::register::{assert_alike, random_automaton, random_word};
use proptest::prelude::*;
use typestar_model::register::{
    LocationId, RegisterAutomaton, RegisterMachine, RegisterRun, canonical, live_registers, reachable_locations,
    read_register_json, write_register_json,
};
use typestar_model::{Id, Random, Symbol};

fn read(registers: &str, locations: &str, transitions: &str) -> RegisterAutomaton {
    let list = |names: &str, more: &str| {
        let entries = names.split_whitespace().map(|name| format!("{{\"name\": \"{name}\"{more}}}"));
        entries.collect::<Vec<_>>().join(",")
    };
    let text = format!(
        r#"{{"format": "typestar-register-automaton", "version": 1, "name": "test", "types": {{"id": "integer"}},
          "inputs": [{{"name": "put", "parameters": [{{"name": "p", "type": "id"}}, {{"name": "q", "type": "id"}}]}}, {{"name": "get"}}],
          "outputs": [{{"name": "ok"}}, {{"name": "out", "parameters": [{{"name": "v", "type": "id"}}]}}],
          "registers": [{}], "locations": [{}], "transitions": [{transitions}]}}"#,
        list(registers, ", \"type\": \"id\", \"initial\": 0"),
        list(locations, ""),
    );
    read_register_json(&text).unwrap()
}

#[test]
fn a_register_is_live_where_it_may_be_read_before_it_is_set() {
    let automaton = read(
        "a b c",
        "start kept copied",
        r#"{"from": "start", "input": "put", "output": "ok", "assign": {"a": "p", "c": "q"}, "to": "kept"},
           {"from": "kept", "input": "put", "guard": "p = q", "output": "ok", "assign": {"b": "a", "c": "c + 1"}, "to": "copied"},
           {"from": "copied", "input": "get", "output": "out(b)", "to": "start"}"#,
    );
    let [a, b] = [0, 1].map(Id::new);
    assert_eq!(live_registers(&automaton), [vec![], vec![a], vec![b]], "c is read by nothing but itself");
}

#[test]
fn the_canonical_form_has_no_dead_parts_and_numbers_in_order() {
    let automaton = read(
        "dead second first",
        "l7 l2 l9 l5",
        r#"{"from": "l2", "input": "get", "output": "out(second)", "to": "l7"},
           {"from": "l2", "input": "put", "guard": "p = first", "output": "ok", "assign": {"first": "first"}, "to": "l2"},
           {"from": "l2", "input": "put", "output": "ok", "to": "l9"},
           {"from": "l5", "input": "get", "output": "ok", "to": "l2"},
           {"from": "l7", "input": "put", "output": "ok", "assign": {"dead": "p", "second": "q", "first": "p"}, "to": "l2"}"#,
    );
    let expected = read(
        "x1 x2",
        "l0 l1 l2",
        r#"{"from": "l0", "input": "put", "output": "ok", "assign": {"x1": "p", "x2": "q"}, "to": "l1"},
           {"from": "l1", "input": "put", "guard": "p = x1", "output": "ok", "to": "l1"},
           {"from": "l1", "input": "put", "output": "ok", "to": "l2"},
           {"from": "l1", "input": "get", "output": "out(x2)", "to": "l0"}"#,
    );
    assert_eq!(write_register_json(&canonical(&automaton)), write_register_json(&expected));
    assert_eq!(reachable_locations(&automaton), [0, 1, 2].map(LocationId::new));
}

#[test]
fn names_that_say_something_stay_and_registers_are_not_named_like_parameters() {
    let mut automaton = read(
        "x1",
        "empty full",
        r#"{"from": "empty", "input": "put", "output": "ok", "assign": {"x1": "p"}, "to": "full"},
        {"from": "full", "input": "get", "output": "out(x1)", "to": "empty"}"#,
    );
    automaton.signature.inputs[0].parameters[1].name = "x4".to_owned();
    let canonical = canonical(&automaton);
    assert_eq!(canonical.locations[1].name, "full");
    assert_eq!(canonical.registers[0].name, "xx1");
}

/// The same automaton with its locations (but the first) and the transitions of different inputs in another order.
fn shuffled(automaton: &RegisterAutomaton, seed: u64) -> RegisterAutomaton {
    let random = &mut Random::new(seed);
    let mut order: Vec<usize> = (1..automaton.locations.len()).collect();
    random.shuffle(&mut order);
    order.insert(0, 0);
    let mut other = automaton.clone();
    other.locations = order.iter().map(|&old| automaton.locations[old].clone()).collect();
    let new = |old: LocationId| LocationId::new(order.iter().position(|&known| known == old.index()).unwrap());
    for transition in &mut other.transitions {
        (transition.from, transition.to) = (new(transition.from), new(transition.to));
    }
    other.transitions.sort_by_key(|transition| transition.from);
    other
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(200)))]

    #[test]
    fn canonical_automata_behave_alike_and_stay_as_they_are(seed in any::<u64>()) {
        let automaton = random_automaton(seed);
        let small = canonical(&automaton);
        small.check().unwrap();
        assert_alike(&automaton, &small, seed);
        prop_assert_eq!(write_register_json(&canonical(&small)), write_register_json(&small));
        let other = canonical(&shuffled(&automaton, seed));
        prop_assert_eq!(write_register_json(&other), write_register_json(&small));
    }

    #[test]
    fn a_machine_runs_as_its_automaton_does(seed in any::<u64>()) {
        let automaton = random_automaton(seed);
        let machine = RegisterMachine::new(&automaton);
        let random = &mut Random::new(seed);
        for _ in 0..20 {
            let (mut run, mut place, mut outputs) = (RegisterRun::new(&automaton), machine.start(), Vec::new());
            for (step, (input, values)) in (1..).zip(random_word(random, &automaton, 12)) {
                let stepped = run.step(input, &values);
                let taken = machine.answer(&place, (input, &values), step, &mut outputs);
                let symbol = taken.map(|taken| Symbol::new(machine.output_name(taken), outputs.clone()).unwrap());
                prop_assert_eq!(stepped.map(|stepped| stepped.output), symbol);
                let Some(taken) = taken else { break };
                let before = place.clone();
                machine.follow(&before, taken, (&values, &outputs), &mut place);
                prop_assert_eq!(run.location(), place.location);
            }
        }
    }
}
