//! The small form of register automata: what is said twice is said once, and nothing else changes.

use crate::common::register::{assert_alike, guard, random_automaton};
use proptest::prelude::*;
use typestar_model::register::{
    ConstantId, Guard, Operand, RegisterAutomaton, Source, Term, Transition, canonical, families::fifo_set,
    read_register_json, small, write_register_json,
};
use typestar_model::{Id, Random};

/// An automaton with integers, of transitions such as `l0 put(p) [p = x1] / ok x1 := p > l1`.
fn read(registers: usize, locations: usize, transitions: &[&str]) -> RegisterAutomaton {
    let registers = (1..=registers).map(|number| format!(r#"{{"name": "x{number}", "type": "id"}}"#));
    let locations = (0..locations).map(|number| format!(r#"{{"name": "l{number}"}}"#));
    let transition = |text: &&str| {
        let (from, rest) = text.split_once(' ').unwrap();
        let (rest, to) = rest.rsplit_once(" > ").unwrap();
        let (rest, assigned) = rest.split_once(" set ").unwrap_or((rest, ""));
        let (input, output) = rest.split_once(" / ").unwrap();
        let (input, guard) = input.split_once(" if ").unwrap_or((input, "true"));
        let assign = assigned.split(", ").filter_map(|one| one.split_once(" := "));
        let assign: Vec<String> = assign.map(|(register, term)| format!(r#""{register}": "{term}""#)).collect();
        format!(
            r#"{{"from": "{from}", "input": "{input}", "guard": "{guard}", "output": "{output}", "to": "{to}", "assign": {{{}}}}}"#,
            assign.join(", ")
        )
    };
    let transitions: Vec<String> = transitions.iter().map(transition).collect();
    let text = format!(
        r#"{{"format": "typestar-register-automaton", "version": 1, "name": "test", "types": {{"id": "integer"}},
          "inputs": [{{"name": "put", "parameters": [{{"name": "p", "type": "id"}}]}}, {{"name": "get"}}],
          "outputs": [{{"name": "ok"}}, {{"name": "no"}}, {{"name": "out", "parameters": [{{"name": "v", "type": "id"}}]}}],
          "registers": [{}], "locations": [{}], "transitions": [{}]}}"#,
        registers.collect::<Vec<_>>().join(","),
        locations.collect::<Vec<_>>().join(","),
        transitions.join(",")
    );
    read_register_json(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The transitions of the small form, in a line each.
fn shown(automaton: &RegisterAutomaton) -> Vec<String> {
    let small = small(automaton);
    small.check().unwrap();
    let name = |location: typestar_model::register::LocationId| small.locations[location.index()].name.clone();
    let line = |transition| {
        let text: &Transition = transition;
        format!("{} {} > {}", name(text.from), small.show_transition(text).replace('\n', " "), name(text.to))
    };
    small.transitions.iter().map(line).collect()
}

#[test]
fn a_register_that_follows_from_another_one_is_not_kept() {
    let window = read(
        2,
        3,
        &[
            "l0 put / ok set x1 := p > l1",
            "l1 put if p = x1 + 1 / ok set x2 := p > l2",
            "l1 put if p != x1 + 1 / no > l1",
            "l2 put if p = x1 / ok set x1 := x2 > l1",
            "l2 put if p = x2 / no > l2",
            "l2 put if p != x1 and p != x2 / no > l2",
        ],
    );
    let expected = [
        "l0 put(p) / ok x1 := p > l1",
        "l1 put(p) [p = x1 + 1] / ok x1 := p > l2",
        "l1 put(p) [p != x1 + 1] / no > l1",
        "l2 put(p) [p = x1 - 1] / ok > l1",
        "l2 put(p) [p != x1 - 1] / no > l2",
    ];
    assert_eq!(shown(&window), expected);
}

#[test]
fn a_register_is_read_from_another_one_only_with_numbers_that_guards_add_anyway() {
    let far = read(
        2,
        3,
        &[
            "l0 put / ok set x1 := p > l1",
            "l1 put if p = x1 + 1 / ok set x2 := p > l2",
            "l2 put if p = x1 - 1 / ok > l0",
            "l2 put if p = x2 + 1 / no > l0",
        ],
    );
    assert_eq!(small(&far).size().registers, 2, "x1 - 1 would be x2 - 2, and x2 + 1 would be x1 + 2");
}

#[test]
fn a_difference_that_only_one_way_has_is_no_difference() {
    let two_ways = read(
        2,
        3,
        &[
            "l0 put / ok set x1 := p > l1",
            "l1 put if p = x1 + 1 / ok set x2 := p > l2",
            "l1 put if p = x1 / no set x2 := p > l2",
            "l2 put if p = x1 / ok > l0",
            "l2 put if p = x2 / no > l0",
        ],
    );
    assert_eq!(small(&two_ways).size().registers, 2);
}

#[test]
fn a_value_is_told_by_its_copy() {
    let copies =
        read(2, 2, &["l0 put / ok set x1 := p, x2 := p > l1", "l1 put if p = x1 / ok > l0", "l1 get / out(x2) > l1"]);
    assert_eq!(small(&copies).size().registers, 1);
}

#[test]
fn guards_that_end_alike_are_one_guard() {
    let split = read(
        2,
        2,
        &[
            "l0 put / ok set x1 := p > l1",
            "l1 put if p < x1 / no > l0",
            "l1 put if p = x1 / ok > l1",
            "l1 put if p > x1 and p < x1 + 2 / no > l0",
            "l1 put if p >= x1 + 2 / no > l0",
        ],
    );
    let expected = ["l0 put(p) / ok x1 := p > l1", "l1 put(p) [p != x1] / no > l0", "l1 put(p) [p = x1] / ok > l1"];
    assert_eq!(shown(&split), expected);
}

#[test]
fn a_register_that_only_merged_guards_read_is_dropped() {
    let useless =
        read(1, 2, &["l0 put / ok set x1 := p > l1", "l1 put if p = x1 / no > l0", "l1 put if p != x1 / no > l0"]);
    assert_eq!(shown(&useless), ["l0 put(p) / ok > l1", "l1 put(p) / no > l0"]);
    assert_eq!(small(&useless).registers, []);
}

#[test]
fn two_registers_that_may_be_equal_keep_their_guards_apart() {
    // With x1 = x2 = p the first one is taken: p != x1 would not say that.
    let ways = read(
        2,
        3,
        &[
            "l0 put / ok set x1 := p > l1",
            "l1 put / ok set x2 := p > l2",
            "l2 put if p = x2 / no > l2",
            "l2 put if p = x1 / ok > l2",
            "l2 put if p != x1 and p != x2 / no > l2",
        ],
    );
    assert_eq!(small(&ways).transitions.len(), 5);
    let mut other = ways;
    other.transitions.swap(2, 3);
    assert_eq!(shown(&other)[2..], ["l2 put(p) [p = x1] / ok > l2", "l2 put(p) [p != x1] / no > l2"]);
}

#[test]
fn what_only_an_or_would_say_stays_apart() {
    for size in 1..=8 {
        let set = fifo_set(size);
        assert_eq!(small(&set).size(), canonical(&set).size(), "{size}");
    }
    let ends = read(
        1,
        2,
        &[
            "l0 put / ok set x1 := p > l1",
            "l1 put if p < x1 / no > l1",
            "l1 put if p = x1 / ok > l1",
            "l1 put if p = x1 + 1 / ok > l1",
            "l1 put if p > x1 + 1 / no > l1",
        ],
    );
    // Between x1 and x1 + 1 nobody said anything: no guard may be true there.
    assert_eq!(small(&ends).transitions.len(), 5);
}

/// The automaton with nothing invented: what has no order or no sum makes a comparison and its negation false.
fn with_known_values(mut automaton: RegisterAutomaton) -> RegisterAutomaton {
    for transition in &mut automaton.transitions {
        let given = automaton.signature.outputs[transition.output.index()].parameters.iter();
        for (value, parameter) in transition.values.iter_mut().zip(given) {
            let constant = ConstantId::new(parameter.data_type.index());
            if *value == Source::Fresh {
                *value = Source::Term(Term::of(Operand::Constant(constant)));
            }
        }
    }
    automaton
}

/// The automaton with some transitions split in two by a comparison that makes no difference.
fn split(automaton: &RegisterAutomaton, random: &mut Random) -> RegisterAutomaton {
    let mut split = automaton.clone();
    split.transitions.clear();
    for transition in &automaton.transitions {
        let by = guard(random, automaton, transition.input, 0);
        let is_plain = matches!(&transition.guard, Guard::All(parts) if parts.is_empty());
        if !is_plain {
            split.transitions.push(transition.clone());
            continue;
        }
        for part in [by.clone(), by.negated()] {
            split.transitions.push(Transition { guard: part, ..transition.clone() });
        }
    }
    split
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(400)))]

    #[test]
    fn small_automata_answer_alike_and_stay_as_they_are(seed in any::<u64>()) {
        let automaton = with_known_values(random_automaton(seed));
        for automaton in [split(&automaton, &mut Random::new(seed)), automaton] {
            let small_form = small(&automaton);
            small_form.check().unwrap();
            assert_alike(&automaton, &small_form, seed);
            let (found, known) = (small_form.size(), canonical(&automaton).size());
            prop_assert!(found.transitions <= known.transitions && found.registers <= known.registers);
            prop_assert_eq!(write_register_json(&small(&small_form)), write_register_json(&small_form));
        }
    }
}

#[test]
fn transitions_that_were_split_are_merged_again() {
    let (mut split_ones, mut merged) = (0, 0);
    for seed in 0..100 {
        let automaton = random_automaton(seed);
        let twice = split(&automaton, &mut Random::new(seed));
        split_ones += canonical(&twice).transitions.len();
        merged += small(&twice).transitions.len();
    }
    assert!(merged < split_ones, "{merged} of {split_ones}");
}
