//! Register automata in our own JSON.

use crate::common;
use crate::common::register::{answers, random_automaton};
use proptest::prelude::*;
use typestar_model::register::{RegisterAutomaton, read_register_json, write_register_json};
use typestar_model::{Id, Value};

const QUEUE: &str = r#"{
  "format": "typestar-register-automaton",
  "version": 1,
  "name": "queue",
  "finished": true,
  "types": {"id":"integer"},
  "constants": [
    {"name":"zero","type":"id","value":0}
  ],
  "inputs": [
    {"name":"offer","parameters":[{"name":"p","type":"id"}]},
    {"name":"poll"}
  ],
  "outputs": [
    {"name":"ok"},
    {"name":"out","parameters":[{"name":"q","type":"id"}]}
  ],
  "registers": [
    {"name":"x1","type":"id"},
    {"name":"x2","type":"id","initial":3}
  ],
  "locations": [
    {"name":"empty","registers":[]},
    {"name":"full","registers":["x1"]}
  ],
  "transitions": [
    {"from":"empty","input":"offer","guard":"p != zero","output":"ok","assign":{"x1":"p"},"to":"full"},
    {"from":"full","input":"poll","output":"out(x1)","to":"empty"},
    {"from":"empty","input":"poll","output":"out(fresh)","assign":{"x1":"output 1"},"to":"full","witness":[{"input":"poll","output":"out(9)"}]}
  ]
}
"#;

#[test]
fn a_file_that_people_write_is_read_and_written_with_one_line_for_each_entry() {
    let queue = read_register_json(QUEUE).unwrap();
    assert_eq!(write_register_json(&queue), QUEUE);
    let [offer, poll] = [0, 1].map(Id::new);
    let word = [
        (offer, vec![Value::Integer(0)]),
        (offer, vec![Value::Integer(5)]),
        (poll, vec![]),
        (poll, vec![]),
        (poll, vec![]),
    ];
    let texts: Vec<String> = answers(&queue, &word)
        .into_iter()
        .map(|answer| answer.map_or("-".to_owned(), |answer| answer.to_string()))
        .collect();
    assert_eq!(texts, ["-", "ok", "out(5)", "out($3.1)", "out($3.1)"]);
}

#[test]
fn what_can_be_left_out_is_filled_in() {
    let short = r#"{"format": "typestar-register-automaton", "version": 1, "name": "even",
        "comment": ["accepts", "a value and the same one again"], "acceptor": true, "types": {"rate": "decimal"},
        "inputs": [{"name": "put", "parameters": [{"name": "p", "type": "rate"}]}],
        "registers": [{"name": "x", "type": "rate", "initial": 1}],
        "locations": [{"name": "no"}, {"name": "yes", "accepting": true}],
        "transitions": [{"from": "no", "input": "put", "guard": "p == x", "to": "yes"},
                        {"from": "no", "input": "put", "assign": {"x": "p"}, "to": "no"}]}"#;
    let even = read_register_json(short).unwrap();
    assert!(even.finished);
    assert_eq!(even.locations[0].registers, [Id::new(0)]);
    assert!(even.locations[1].registers.is_empty());
    let word =
        [1.0, 2.0, 2.0].map(|number| (Id::new(0), vec![Value::Decimal(typestar_model::Decimal::new(number).unwrap())]));
    let texts: Vec<_> = answers(&even, &word[1..]).into_iter().map(|answer| answer.unwrap().to_string()).collect();
    assert_eq!(texts, ["reject", "accept"]);
    assert_eq!(answers(&even, &word[..1])[0].as_ref().unwrap().text(), "accept", "1 is 1.0 where decimals are meant");
    assert_eq!(read_register_json(&write_register_json(&even)).unwrap(), even);
}

#[test]
fn broken_files_are_refused_with_their_place_or_their_entry() {
    let refused = [
        ("typestar-register-automaton", "other", "the format is \"other\": expected \"typestar-register-automaton\""),
        (
            "\"version\": 1",
            "\"version\": 2",
            "version 2 of the model format is not supported: this program reads \
                                              version 1",
        ),
        ("\"name\": \"queue\"", "\"nam\": \"queue\"", "line 4, column 7: unknown field `nam`"),
        ("\"integer\"", "\"number\"", "line 6, column 25: unknown variant `number`"),
        ("\"value\":0", "\"value\":\"0\"", "constants[0]: \"0\" is not of type id"),
        ("\"name\":\"x2\"", "\"name\":\"fresh\"", "registers[1]: \"fresh\" cannot be a name in guards"),
        (
            "\"name\":\"p\",\"type\":\"id\"",
            "\"name\":\"p\",\"type\":\"key\"",
            "inputs[0]: parameters[0]: there is no type \"key\": add it to types",
        ),
        ("\"name\":\"p\"", "\"name\":\"x1\"", "inputs[0]: \"x1\" is a register or a constant too: rename one"),
        ("\"name\":\"poll\"", "\"name\":\"offer\"", "inputs: \"offer\" appears twice: rename one"),
        ("\"name\":\"poll\"", "\"name\":\"poll(3)\"", "inputs[1]: \"poll(3)\" cannot be the name of an action"),
        ("\"name\":\"x2\"", "\"name\":\"x1\"", "constants and registers: \"x1\" appears twice: rename one"),
        ("\"initial\":3", "\"initial\":3.5", "registers[1]: 3.5 is not of type id"),
        ("[\"x1\"]", "[\"y\"]", "locations[1]: there is no register \"y\": add it to registers"),
        (
            "\"full\",\"registers\"",
            "\"full\",\"accepting\":true,\"registers\"",
            "locations[1]: only locations of acceptors are accepting",
        ),
        ("\"to\":\"full\"", "\"to\":\"half\"", "transitions[0]: there is no location \"half\": add it to locations"),
        ("\"input\":\"offer\"", "\"input\":\"push\"", "transitions[0]: there is no input \"push\": add it to inputs"),
        (
            "p != zero",
            "p != one",
            "transitions[0]: guard, character 6: no parameter, register or constant is called \"one\"",
        ),
        ("\"output\":\"ok\"", "\"output\":\"no\"", "transitions[0]: there is no output \"no\": add it to outputs"),
        ("\"output\":\"ok\"", "\"output\":\"ok(x1)\"", "transitions[0]: output \"ok\" has 0 values"),
        ("\"output\":\"ok\",", "", "transitions[0]: its output is missing"),
        ("out(x1)", "out", "transitions[1]: output \"out\" has 1 values: write them in parentheses"),
        ("out(x1)", "out(x1, x2)", "transitions[1]: output \"out\", values, character 4: expected \")\", found \",\""),
        ("{\"x1\":\"p\"}", "{\"x3\":\"p\"}", "transitions[0]: there is no register \"x3\": add it to registers"),
        ("{\"x1\":\"p\"}", "{\"x1\":\"p\",\"x1\":\"p\"}", "transitions[0]: \"x1\" is set twice: remove one"),
        (
            "{\"x1\":\"p\"}",
            "{\"x1\":\"fresh\"}",
            "transitions[0]: assign to x1, character 1: no parameter, register or constant is called \"fresh\"",
        ),
        ("\"output 1\"", "\"output 2\"", "transitions[2]: output \"out\" has no value 2"),
        ("  ]\n}", "  ]", "line 31, column 1: EOF while parsing an object"),
    ];
    for (before, after, message) in refused {
        assert!(QUEUE.contains(before), "{before}");
        let error = read_register_json(&QUEUE.replacen(before, after, 1)).expect_err(after).to_string();
        assert!(error.starts_with(message), "{after}: {error}");
    }
}

#[test]
fn the_documented_automaton_is_what_is_read_and_written() {
    let page = std::fs::read_to_string(common::repository().join("docs/reference/register-automata.md")).unwrap();
    let example = page.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(write_register_json(&read_register_json(example).unwrap()), example);
}

/// An automaton of which one thing is changed so that it makes no sense.
#[test]
fn an_automaton_with_ids_of_nothing_is_refused_and_never_panics() {
    let changes: [fn(&mut RegisterAutomaton); 6] = [
        |automaton| automaton.transitions[0].to = Id::new(9),
        |automaton| automaton.transitions[0].input = Id::new(9),
        |automaton| automaton.transitions[0].output = Id::new(9),
        |automaton| automaton.registers.clear(),
        |automaton| automaton.signature.constants.clear(),
        |automaton| automaton.signature.types.clear(),
    ];
    for (index, change) in changes.iter().enumerate() {
        let mut queue = read_register_json(QUEUE).unwrap();
        queue.check().unwrap();
        change(&mut queue);
        assert!(queue.check().is_err(), "change {index}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(300)))]

    #[test]
    fn random_automata_survive_writing_and_reading(seed in any::<u64>()) {
        let automaton = random_automaton(seed);
        automaton.check().unwrap();
        let text = write_register_json(&automaton);
        let again = read_register_json(&text).unwrap();
        prop_assert_eq!(write_register_json(&again), text);
        common::register::assert_alike(&automaton, &again, seed);
    }

    #[test]
    fn damaged_files_are_read_or_refused_and_never_panic(
        seed in any::<u64>(),
        place in any::<prop::sample::Index>(),
        length in 0..30usize,
        new in "\\PC{0,3}",
    ) {
        let mut letters: Vec<char> = write_register_json(&random_automaton(seed)).chars().collect();
        let at = place.index(letters.len());
        let end = (at + length).min(letters.len());
        letters.splice(at..end, new.chars());
        if let Ok(automaton) = read_register_json(&letters.into_iter().collect::<String>()) {
            automaton.check().unwrap();
            let written = write_register_json(&automaton);
            prop_assert_eq!(write_register_json(&read_register_json(&written).unwrap()), written);
        }
    }
}
