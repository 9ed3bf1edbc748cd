//! What the readers accept and refuse, and that the writers lose nothing.

use std::collections::BTreeSet;

use crate::common::{machines, repository, zoo};
use proptest::collection::vec;
use proptest::prelude::*;
use typestar_model::{
    Evidence, Id, InterfaceLabel, Learned, Mealy, Origin, OriginKind, StateId, Step, Witness, canonical,
    interface_automaton, read_dot, read_json, read_model, write_dot, write_interface_dot, write_json, write_mermaid,
};

fn refusal(text: &str) -> String {
    read_dot(text).expect_err(text).to_string()
}

/// The transitions by names, in a fixed order.
fn transitions(machine: &Mealy) -> BTreeSet<[String; 4]> {
    (machine.edges())
        .map(|(from, input, output, to)| {
            let [from, to] = [from, to].map(|state| machine.name(state).to_owned());
            [from, machine.inputs().text(input).to_owned(), machine.outputs().text(output).to_owned(), to]
        })
        .collect()
}

fn named(expected: &[[&str; 4]]) -> BTreeSet<[String; 4]> {
    expected.iter().map(|edge| edge.map(str::to_owned)).collect()
}

#[test]
fn dot_is_read_in_all_its_spellings() {
    let machine = read_dot(
        r##"# a comment of the preprocessor
        strict DIGRAPH "a name" {
            graph [rankdir=LR]; node [shape=circle, label="\N"]
            rankdir = "TB" ; label = <b<i>old</i>>
            edge [color="#ff0000"; fontsize=8] [style=solid]
            "first one":north -> 2:e:w -> -3.5 [ label = "a &amp; b / x&#33;" ]; // to the end
            2 [label="second"] /* over
            two lines */ -3.5 -> 2 [weight=1 label="c" + " / say \"hi\""]
            2 -> 2 [label=<<b>c</b> / d&lt;e>]
        }"##,
    )
    .unwrap();
    assert_eq!(machine.name(machine.initial()), "first one");
    let expected = [
        ["first one", "a & b", "x!", "second"],
        ["second", "a & b", "x!", "-3.5"],
        ["-3.5", "c", "say \"hi\"", "second"],
        ["second", "c", "d<e", "second"],
    ];
    assert_eq!(transitions(&machine), named(&expected));
}

#[test]
fn the_marker_decides_the_start_and_is_no_state() {
    let machine =
        read_dot("digraph { a -> b [label=\"i/o\"]; __start0 -> b [label=\"\"]; __start0 [shape=none] }").unwrap();
    assert_eq!((machine.len(), machine.name(machine.initial())), (2, "b"));
}

#[test]
fn without_a_marker_the_first_node_is_the_start() {
    let machine = read_dot("digraph { 3\n0\n0 -> 3 [label=\"i/o\"] }").unwrap();
    assert_eq!(machine.name(machine.initial()), "3");
}

#[test]
fn a_slash_with_blanks_splits_where_all_edges_have_one() {
    let machine = read_dot("digraph { s -> s [label=\"GET /a / 200 / fine\"] s -> s [label=\"b / c/d\"] }").unwrap();
    assert_eq!(transitions(&machine), named(&[["s", "GET /a", "200 / fine", "s"], ["s", "b", "c/d", "s"]]));
}

#[test]
fn a_slash_without_blanks_splits_at_the_first_that_leaves_an_input() {
    let machine = read_dot("digraph { s -> s [label=\"/a/200/x\"] s -> s [label=\"b/ c\"] }").unwrap();
    assert_eq!(transitions(&machine), named(&[["s", "/a", "200/x", "s"], ["s", "b", "c", "s"]]));
}

#[test]
fn moore_outputs_stand_in_the_labels_of_states() {
    for (left, right) in [("off", "on"), ("p|off", "q|on"), ("p/off", "q/on")] {
        let text = format!("digraph {{ p [label=\"{left}\"] q [label=\"{right}\"] p -> q -> p [label=\"press\"] }}");
        let machine = read_dot(&text).unwrap();
        assert_eq!(transitions(&machine), named(&[["p", "press", "on", "q"], ["q", "press", "off", "p"]]), "{text}");
    }
}

#[test]
fn broken_dot_is_refused_with_its_place() {
    let refused = [
        ("", "line 1, column 1: expected digraph, found the end of the file"),
        ("graph { a -- b }", "line 1, column 1: expected digraph, found \"graph\""),
        ("digraph x y {", "line 1, column 11: expected '{', found \"y\""),
        ("digraph {\n  a -> b [label=\"i/o]\n}", "line 2, column 17: this quoted text never ends: add a closing quote"),
        ("digraph {\n\ta -- b\n}", "line 2, column 4: a machine has directed edges: write -> between two nodes"),
        ("digraph { /* a", "line 1, column 11: this comment never ends: add */"),
        ("digraph { a [label=<<b>] }", "line 1, column 20: this HTML text never ends: add a closing >"),
        ("digraph { a -> b [label=\"i/o\"]", "line 1, column 31: the file ends inside the graph: add '}'"),
        ("digraph { a [label= ] }", "line 1, column 21: expected a name, found ']'"),
        (
            "digraph { é€ -> $ }",
            "line 1, column 17: unexpected character '$': put names with special characters in quotes",
        ),
        ("digraph { }", "line 1, column 11: the graph has no states: add at least one node"),
        ("digraph { a } digraph { b }", "line 1, column 15: the graph has ended here: keep one graph in a file"),
        (
            "digraph { subgraph x { a } }",
            "line 1, column 11: subgraphs are not supported: write every node and edge in the graph itself",
        ),
        (
            "digraph { a -> {b c} }",
            "line 1, column 16: subgraphs are not supported: write every node and edge in the graph itself",
        ),
        (
            "digraph {\n a -> b [label=\"i/o\"]\n b -> a [label=\"i\"] }",
            "line 3, column 2: this edge lacks an input or an output: label it \"input / output\"",
        ),
        ("digraph { a -> b }", "line 1, column 11: this edge lacks an input or an output: label it \"input / output\""),
        (
            "digraph { __start0 -> a [label=\"i/o\"] }",
            "line 1, column 11: the edge that marks the start has a label: leave it empty",
        ),
        (
            "digraph { __start0 -> a; __start1 -> b }",
            "line 1, column 26: this is a second start: a machine has one initial state",
        ),
        (
            "digraph { a -> __start0 }",
            "line 1, column 11: this edge leads to the start marker: it must lead to a \
                                       state",
        ),
        (
            "digraph {\n a -> b [label=\"i/o\"]\n a -> a [label=\"i/p\"] }",
            "line 3, column 2: state \"a\" has two different edges for input \"i\": remove one, a machine is deterministic",
        ),
    ];
    for (text, message) in refused {
        assert_eq!(refusal(text), message, "{text}");
    }
}

#[test]
fn the_same_edge_twice_is_no_contradiction() {
    assert_eq!(read_dot("digraph { a -> a [label=\"i/o\"] a -> a [label=\"i/o\"] }").unwrap().edges().count(), 1);
}

#[test]
fn a_file_cannot_make_us_reserve_more_than_a_table_may_hold() {
    let text: String = (0..60_000).map(|n| format!("s{n} -> s0 [label=\"i{n}/o\"]\n")).collect();
    let error = refusal(&format!("digraph {{\n{text}}}"));
    assert!(error.starts_with("line 60002, column 1: too large: 60000 states with 60000 inputs"), "{error}");
}

#[test]
fn a_machine_may_have_more_symbols_than_sixteen_bits_can_count() {
    let text: String = (0..70_000).map(|n| format!("s -> s [label=\"i{n}/o{n}\"]\n")).collect();
    let machine = read_dot(&format!("digraph {{\n{text}}}")).unwrap();
    assert_eq!((machine.inputs().len(), machine.outputs().len()), (70_000, 70_000));
    let last = machine.inputs().get("i69999").unwrap();
    assert_eq!(machine.outputs().show(&machine.run(&[last])), "o69999");
    let learned = Learned::imported("many", machine);
    assert_eq!(read_json(&write_json(&learned)).unwrap(), learned);
}

#[test]
fn a_hundred_thousand_states_load() {
    let count = 100_000;
    let edges = (0..count).flat_map(|n| {
        [format!("s{n} -> s{} [label=\"next/ok\"]\n", (n + 1) % count), format!("s{n} -> s0 [label=\"reset/done\"]\n")]
    });
    let machine = read_dot(&format!("digraph {{\n{} }}", edges.collect::<String>())).unwrap();
    assert_eq!(machine.len(), count);
    assert!(machine.is_complete());
    assert_eq!(read_dot(&write_dot(&machine, "ring")).unwrap().len(), count);
}

#[test]
fn dot_is_written_so_that_other_tools_can_read_it() {
    let mut machine = Mealy::new(["connect", "GET /a"].iter().collect());
    let (closed, open) = (machine.add_state("closed"), machine.add_state("say \"open\""));
    machine.set_initial(open);
    machine.add_edge(closed, "connect", "ok", open);
    machine.add_edge(open, "GET /a", "200", closed);
    let expected = r#"digraph g_8_times {
s0 [label="closed"];
s1 [label="say \"open\""];
s1 -> s0 [label="GET %2Fa/200", input="GET /a", output="200"];
s0 -> s1 [label="connect/ok"];
__start0 [label="", shape=none];
__start0 -> s1 [label=""];
}
"#;
    assert_eq!(write_dot(&machine, "8 times"), expected);
}

#[test]
fn a_call_with_an_answer_of_its_own_keeps_it_in_the_interface_automaton() {
    let machine = read_dot(
        "digraph { s -> s [label=\"get / 200\"] s -> t [label=\"wait / outside\"] s -> t [label=\"put / outside\"] \
         t -> t [label=\"get / 404\"] }",
    )
    .unwrap();
    let automaton = interface_automaton(&machine);
    assert_eq!(automaton.states().len(), 1, "what lies outside the purpose is not drawn");
    assert_eq!(automaton.edges().len(), 1);
    assert_eq!(automaton.edges()[0].event, InterfaceLabel::Callin("get / 200".to_owned()));
    assert!(write_interface_dot(&automaton, "http").contains("label=\"get / 200\""));
}

#[test]
fn mermaid_merges_edges_and_leaves_out_noise() {
    let text = write_mermaid(&zoo("VelocityTracker")).unwrap();
    let expected = "stateDiagram-v2
    state \"Live\" as s0
    state \"Recycled\" as s1
    [*] --> s0
    s0 --> s0 : addMovement, clear, computeCurrentVelocity, getXVelocity / ok
    s0 --> s1 : recycle / ok
    s1 --> s1 : addMovement, clear, computeCurrentVelocity, getXVelocity / ok
";
    assert_eq!(text, expected);
    assert!(write_mermaid(&zoo("MediaRecorder")).unwrap().contains("s6 --> s7 : wait / quiet\n"));
}

#[test]
fn mermaid_refuses_what_it_cannot_draw() {
    let mut ring = Mealy::new(["next"].iter().collect());
    let states: Vec<StateId> = (0..500).map(|_| ring.add_state("s")).collect();
    for (index, &state) in states.iter().enumerate() {
        ring.add_edge(state, "next", "ok", states[(index + 1) % states.len()]);
    }
    let error = write_mermaid(&ring).unwrap_err();
    assert_eq!(error.edges, 501);
    assert!(error.to_string().ends_with("use dot or svg instead"), "{error}");
    ring.rename(states[0], &"long ".repeat(20_000));
    ring.unset(states[0], ring.inputs().get("next").unwrap());
    let error = write_mermaid(&ring).unwrap_err();
    assert_eq!(error.edges, 500);
    assert!(error.characters > 50_000);
}

#[test]
fn json_has_one_line_for_each_state_and_transition() {
    let machine = read_dot("digraph { off -> on -> off [label=\"press / onClick\"] }").unwrap();
    let mut learned = Learned::imported("lamp", machine);
    let input = learned.machine.inputs().get("press").unwrap();
    let step = Step::new("press", "onClick").with_reason(Some("it works".into()));
    learned.witnesses.push(Witness { from: StateId::new(0), input, steps: vec![step] });
    let expected = r#"{
  "format": "typestar-model",
  "version": 1,
  "system": "lamp",
  "finished": true,
  "inputs": ["press"],
  "outputs": [
    {"name":"onClick","kind":"callback"}
  ],
  "initial": 0,
  "states": [
    {"name":"off","access":[]},
    {"name":"on","access":["press"]}
  ],
  "transitions": [
    {"from":0,"input":"press","output":"onClick","to":1,"witness":[{"input":"press","output":"onClick","reason":"it works"}]},
    {"from":1,"input":"press","output":"onClick","to":0}
  ]
}
"#;
    assert_eq!(write_json(&learned), expected);
    assert_eq!(read_json(expected).unwrap(), learned);
}

#[test]
fn a_witness_is_written_and_read_with_reasons_and_no_other_evidence() {
    let machine = read_dot("digraph { off -> off [label=\"press/click\"] }").unwrap();
    let mut learned = Learned::imported("lamp", machine);
    let plain = Step::new("press", "click").with_reason(Some("why".to_owned()));
    let evidence = Evidence { ms: 1.5, returned: Some("true".to_owned()), ..plain.evidence.clone() };
    let told = Step { evidence, ..plain.clone() };
    let input = learned.machine.inputs().get("press").unwrap();
    learned.witnesses.push(Witness { from: StateId::new(0), input, steps: vec![told] });
    let written = write_json(&learned);
    let step = r#"{"input":"press","output":"click","reason":"why"}"#;
    assert!(written.contains(&format!("\"witness\":[{step}]}}")), "{written}");
    assert_eq!(read_json(&written).unwrap().witnesses[0].steps, [plain]);
    let error = read_json(&written.replace("\"reason\"", "\"ms\":1.5,\"reason\"")).unwrap_err().to_string();
    assert!(error.contains("unknown field `ms`"), "{error}");
}

#[test]
fn the_documented_model_is_what_is_read_and_written() {
    let page = std::fs::read_to_string(repository().join("docs/reference/model-json.md")).unwrap();
    let example = page.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(write_json(&read_json(example).unwrap()), example);
}

#[test]
fn broken_json_is_refused_with_its_place_or_its_entry() {
    let machine = read_dot("digraph { off -> on -> off [label=\"press/click\"] }").unwrap();
    let good = write_json(&Learned::imported("lamp", machine));
    let refused = [
        ("\"typestar-model\"", "\"other\"", "the format is \"other\": expected \"typestar-model\""),
        (
            "\"version\": 1",
            "\"version\": 2, \"more\": 0",
            "version 2 of the model format is not supported: this program reads version 1",
        ),
        ("\"finished\": true", "\"finished\": 1", "line 5, column 15: invalid type: integer `1`, expected a boolean"),
        ("\"finished\"", "\"complete\"", "line 5, column 12: unknown field `complete`"),
        ("\"initial\": 0", "\"initial\": 2", "initial: state 2 does not exist (number of states: 2)"),
        ("[\"press\"],", "[\"press\",\"press\"],", "inputs: \"press\" appears twice"),
        ("\"callback\"", "\"error\"", "outputs: \"click\" is of kind \"callback\", not \"error\""),
        ("\"to\":1", "\"to\":7", "transitions[0]: state 7 does not exist (number of states: 2)"),
        ("\"input\":\"press\"", "\"input\":\"pull\"", "transitions[0]: \"pull\" is not in inputs"),
        ("\"output\":\"click\"", "\"output\":\"bang\"", "transitions[0]: \"bang\" is not in outputs"),
        ("\"from\":1", "\"from\":0", "transitions[1]: state 0 has two transitions for \"press\""),
        ("\"access\":[\"press\"]", "\"access\":[]", "states[1]: its access word \"\" does not lead there"),
        ("  ]\n}", "  ]", "line 19, column 1: EOF while parsing an object"),
    ];
    for (before, after, message) in refused {
        assert!(good.contains(before), "{before}");
        let error = read_json(&good.replacen(before, after, 1)).expect_err(after).to_string();
        assert!(error.starts_with(message), "{after}: {error}");
    }
}

#[test]
fn a_model_is_read_by_what_it_contains() {
    let dot = "digraph { s -> s [label=\"i/o\"] }";
    let learned = read_model(dot, "folder/door.v2.dot").unwrap();
    assert_eq!(learned.system, "door.v2");
    let json = format!("\u{feff}\n{}", write_json(&learned));
    assert_eq!(read_model(&json, "whatever").unwrap(), learned);
    assert!(read_model("{", "x.json").unwrap_err().line == 1);
}

/// Names that formats stumble over.
fn odd_names() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,3}",
        "[ -~]{1,8}",
        "[/%& ;#<>\"\\\\\n\t|:{}\\[\\]=+,-]{1,5}",
        "(&amp;|&#65;|\\\\n|\\\\N|%2F| / |//|/\\*|é|__start0|error|wait)[a-z]?",
    ]
}

/// Random machines whose states, inputs and outputs have odd names.
fn oddly_named_machines() -> impl Strategy<Value = Mealy> {
    (machines(6, 4), vec(odd_names(), 7), vec(odd_names(), 4), vec(odd_names(), 5)).prop_map(
        |(machine, states, inputs, outputs)| {
            let input = |index: usize| format!("{}{}", inputs[index], "'".repeat(index));
            let mut odd = Mealy::new((0..machine.inputs().len()).map(input).collect());
            for state in machine.states() {
                odd.add_state(&states[state.index()]);
            }
            for (from, i, output, to) in machine.edges() {
                odd.add_edge(from, &input(i.index()), &outputs[output.index()], to);
            }
            odd
        },
    )
}

/// The same machine with its blank state names replaced, which a format may do.
fn with_visible_names(machine: &Mealy) -> Mealy {
    let mut visible = machine.clone();
    for state in machine.states().filter(|&state| machine.name(state).trim().is_empty()) {
        visible.rename(state, &format!("s{}", state.index()));
    }
    visible
}

/// Who may have made an output.
fn made() -> Vec<Origin> {
    vec![Origin::new(OriginKind::Framework, "Timer$1.run"), Origin::new(OriginKind::Imitation, "ShadowTimer.start")]
}

/// A model with a trace for some of its transitions, of which some outputs have origins.
fn learned_models() -> impl Strategy<Value = Learned> {
    (oddly_named_machines(), any::<bool>(), vec(proptest::option::of(odd_names()), 1..4)).prop_map(
        |(machine, finished, reasons)| {
            let step = |reason: &Option<String>| Step::new("i\"", "o\\").with_reason(reason.clone());
            let witness = |(from, input, ..): (StateId, _, _, _)| Witness {
                from,
                input,
                steps: reasons.iter().map(step).collect(),
            };
            let witnesses = machine.edges().step_by(2).map(witness).collect();
            let origins = machine.outputs().texts().iter().step_by(2).map(|output| (output.clone(), made())).collect();
            Learned { system: "a \"system\"".to_owned(), machine, finished, witnesses, origins }
        },
    )
}

/// A text with a few characters replaced, removed or added.
fn mutated(text: &str, changes: &[(prop::sample::Index, u8, char)]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (place, kind, character) in changes {
        let at = place.index(characters.len().max(1));
        match kind {
            0 if at < characters.len() => drop(characters.remove(at)),
            1 if at < characters.len() => characters[at] = *character,
            2 => characters.truncate(at),
            _ => characters.insert(at, *character),
        }
    }
    characters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(400)))]

    #[test]
    fn dot_survives_writing_and_reading(machine in oddly_named_machines(), name in odd_names()) {
        let text = write_dot(&machine, &name);
        let again = read_dot(&text).unwrap();
        let expected = with_visible_names(&machine);
        prop_assert_eq!(transitions(&again), transitions(&expected), "{}", text);
        let names = |machine: &Mealy| machine.states().map(|s| machine.name(s).to_owned()).collect::<Vec<_>>();
        prop_assert_eq!(names(&again), names(&expected));
        prop_assert_eq!(again.initial(), expected.initial());
        if expected.is_complete() {
            prop_assert_eq!(again, expected);
        }
    }

    #[test]
    fn every_line_of_written_dot_is_one_statement(machine in oddly_named_machines()) {
        let text = write_dot(&machine, "x");
        prop_assert_eq!(text.lines().count(), machine.len() + machine.edges().count() + 4);
        for line in text.lines().filter(|line| line.contains(" -> s") && !line.starts_with("__start0")) {
            let label = line.split("label=").nth(1).unwrap().split(", input=").next().unwrap();
            prop_assert_eq!(label.matches('/').count(), 1, "{}", line);
        }
    }

    #[test]
    fn json_survives_writing_and_reading(learned in learned_models()) {
        let text = write_json(&learned);
        prop_assert_eq!(text.chars().rev().take(2).collect::<String>(), "\n}");
        prop_assert_eq!(read_json(&text).unwrap(), learned);
    }

    #[test]
    fn json_is_the_same_for_the_same_model(machine in machines(6, 3)) {
        let [one, two] = [(); 2].map(|()| write_json(&Learned::imported("x", canonical(&machine))));
        prop_assert_eq!(one, two);
    }

    #[test]
    fn garbage_is_refused_and_never_panics(text in "\\PC*", tail in "[ -~\n]*") {
        for text in [&text, &format!("digraph {{ {tail}"), &format!("digraph {{ a -> b [{text}] }}"), &tail] {
            let _ = read_dot(text);
            let _ = read_json(text);
            let _ = read_model(text, &tail);
        }
    }

    #[test]
    fn damaged_files_are_read_or_refused_with_a_place_in_the_text(
        learned in learned_models(),
        changes in vec((any::<prop::sample::Index>(), 0..4u8, prop_oneof![any::<char>(), "[\"\\\\<>{}/;=\n-]".prop_map(|s| s.chars().next().unwrap())]), 1..4),
    ) {
        let dot = mutated(&write_dot(&learned.machine, "x"), &changes);
        if let Err(error) = read_dot(&dot) {
            let lines: Vec<&str> = dot.split('\n').collect();
            prop_assert!((1..=lines.len()).contains(&error.line), "{}", error);
            let width = lines[error.line - 1].chars().count();
            prop_assert!((1..=width + 1).contains(&error.column), "{}", error);
        }
        let _ = read_json(&mutated(&write_json(&learned), &changes));
    }

    #[test]
    fn mermaid_labels_are_escaped(machine in oddly_named_machines()) {
        let text = write_mermaid(&machine).unwrap();
        for line in text.lines().skip(1) {
            let names = line.trim_start().trim_start_matches("state ").replace("<br/>", "").replace("-->", "");
            let names = names.replacen("[*]", "", 1).replacen(" : ", " ", 1);
            let quotes = if line.contains("\" as s") { 2 } else { 0 };
            prop_assert_eq!(names.matches('"').count(), quotes, "{}", line);
            prop_assert!(!names.contains(['<', '>', '{', '}', '[', ']', ':', '\\', '%', '&', '\t']), "{}", line);
            let is_code = |part: &str| part.split(';').next().unwrap().chars().all(|c| c.is_ascii_digit());
            prop_assert!(names.split('#').skip(1).all(|part| part.contains(';') && is_code(part)), "{}", line);
        }
    }
}
