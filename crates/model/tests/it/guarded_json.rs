//! Guarded models in files.

use crate::common;
use crate::common::guarded::{NAMES, at, pipe, queue, random_guard, rule, stack};
use proptest::prelude::*;
use typestar_model::guarded::{
    Guard, GuardedModel, Surprise, read_guarded_json, write_guarded_dot, write_guarded_json, write_guarded_mermaid,
};
use typestar_model::{Model, Random, Step, Symbol, Value, read_any_model, read_model};

const STACK: &str = r#"{
  "format": "typestar-guarded-model",
  "version": 2,
  "system": "java.util.Stack",
  "finished": true,
  "states": 1,
  "methods": [
    {"name":"push","parameters":["java.lang.Object"],"returns":"java.lang.Object"},
    {"name":"pop","returns":"java.lang.Object"}
  ],
  "rules": [
    {"state":0,"method":"push","guard":{"all":[]},"text":"true","to":0,"certain":true,"passing":12,"failing":0,"tests":500,"passes":[{"input":"push(1)","output":"ok"}]},
    {"state":0,"method":"pop","guard":{"sum":{"terms":[[1,"elementCount"]],"comparison":">=","bound":1}},"text":"elementCount >= 1","to":0,"certain":true,"passing":61,"failing":40,"tests":500,"boundary":[{"features":{"elementCount":1},"passes":true},{"features":{"elementCount":0},"passes":false}],"passes":[{"input":"push(1)","output":"ok"},{"input":"pop","output":"ok"}],"fails":[{"input":"pop","output":"error","reason":"EmptyStackException"}]}
  ],
  "surprises": []
}
"#;

#[test]
fn a_model_is_written_with_one_line_for_each_rule_and_read_as_the_same() {
    assert_eq!(write_guarded_json(&stack()), STACK);
    assert_eq!(read_guarded_json(STACK).unwrap(), stack());
    let Ok(Model::Guarded(pipe)) = read_any_model(&Model::Guarded(pipe()).to_json(), "any") else { panic!("guarded") };
    assert_eq!(pipe, common::guarded::pipe());
}

#[test]
fn the_structure_of_a_guard_counts_and_not_its_text() {
    let lying = STACK.replace("\"text\":\"elementCount >= 1\"", "\"text\":\"elementCount >= 7\"");
    assert_eq!(read_guarded_json(&lying).unwrap(), stack());
}

#[test]
fn a_file_of_the_first_version_tells_when_calls_pass_and_no_outcomes() {
    let first = STACK.replace("\"version\": 2", "\"version\": 1");
    assert_eq!(read_guarded_json(&first).unwrap(), stack());
    assert!(stack().rules.iter().all(|rule| rule.branches.is_empty()));
}

#[test]
fn outcomes_are_written_with_their_rule_and_read_as_the_same() {
    let text = write_guarded_json(&queue());
    assert_eq!(read_guarded_json(&text).unwrap(), queue());
    let branch = r#"{"outcomes":["false"],"passes":true,"ends":false,"guard":{"sum":{"terms":[[1,"count"]],"comparison":">=","bound":2}},"text":"count >= 2","to":0,"calls":4,"tests":500,"boundary":[{"count":2}],"executions":[[{"input":"offer(1)","output":"ok"}]]}"#;
    assert!(text.contains(branch), "{text}");
    let refused = |before: &str, after: &str, message: &str| {
        assert!(text.contains(before), "{before}");
        let error = read_guarded_json(&text.replacen(before, after, 1)).expect_err(after).to_string();
        assert!(error.starts_with(message), "{error}");
    };
    refused(r#"["false"]"#, "[]", "rules[0]: branches[1]: outcomes: there must be at least one");
    refused(r#""to":0,"calls""#, r#""to":7,"calls""#, "rules[0]: state 7 does not exist (number of states: 1)");
    refused(r#""executions""#, r#""traces""#, "line ");
}

#[test]
fn drawings_have_an_edge_for_each_outcome_that_the_object_survives() {
    let dot = write_guarded_dot(&queue());
    for label in ["offer / true [count <= 1]", "offer / false [count >= 2]", "clear"] {
        assert!(dot.contains(&format!("[label=\"{label}\"]")), "{dot}");
    }
    assert!(!dot.contains("NullPointerException"), "{dot}");
    assert!(write_guarded_mermaid(&queue()).unwrap().contains("offer / false #91;count #62;#61; 2#93;"));
}

#[test]
fn rules_are_sorted_when_they_are_read() {
    let (mut lines, second) = (STACK.lines().collect::<Vec<_>>(), 12);
    lines.swap(second - 1, second);
    let swapped = lines.join("\n").replace("\"EmptyStackException\"}]}", "\"EmptyStackException\"}]},");
    let swapped = swapped.replace("\"push(1)\",\"output\":\"ok\"}]},", "\"push(1)\",\"output\":\"ok\"}]}");
    assert_eq!(read_guarded_json(&swapped).unwrap(), stack());
}

#[test]
fn broken_files_are_refused_with_their_place_or_their_entry() {
    let refused = [
        (
            "\"version\": 2",
            "\"version\": 3",
            "version 3 of the model format is not supported: this program reads versions up to 2",
        ),
        ("\"system\"", "\"name\"", "line 4, column 8: unknown field `name`"),
        ("\"states\": 1", "\"states\": 0", "states: there must be at least one; the first one is the initial one"),
        ("\"states\": 1", "\"states\": 100001", "states: 100001 is too many; the limit is 100000"),
        ("{\"name\":\"pop\"", "{\"name\":\"push\"", "methods: \"push\" appears twice: rename one"),
        ("{\"name\":\"pop\"", "{\"name\":\"\"", "methods[1]: its name is empty"),
        ("\"to\":0", "\"to\":1", "rules[0]: state 1 does not exist (number of states: 1)"),
        ("\"method\":\"push\"", "\"method\":\"peek\"", "rules[0]: there is no method \"peek\": add it to methods"),
        ("\"method\":\"push\"", "\"method\":\"pop\"", "rules: state 0 has two rules for \"pop\": remove one"),
        ("[[1,", "[[0,", "rules[1]: guard: the factor 0 of \"elementCount\" is out of range: use 1 to 2147483648"),
        ("[[1,\"elementCount\"]]", "[]", "rules[1]: guard: a sum has no terms"),
        ("[[1,\"elementCount\"]]", "[[1,\"a\"],[2,\"a\"]]", "rules[1]: guard: \"a\" appears twice in a sum"),
        ("\"bound\":1", "\"bound\":1,\"also\":2", "line 13, column 109: unknown field `also`"),
        ("\">=\"", "\"=>\"", "line 13, column 92: unknown variant `=>`"),
        ("\"passes\":true", "\"passes\":true,\"how\":1", "line 13, column 254: unknown field `how`"),
    ];
    for (before, after, message) in refused {
        assert!(STACK.contains(before), "{before}");
        let error = read_guarded_json(&STACK.replacen(before, after, 1)).expect_err(after).to_string();
        assert!(error.starts_with(message), "{after}: {error}");
    }
}

#[test]
fn a_run_that_was_stopped_early_knows_no_state() {
    let nothing = GuardedModel { system: "Stack".to_owned(), ..GuardedModel::default() };
    assert_eq!(read_guarded_json(&write_guarded_json(&nothing)).unwrap(), nothing);
    assert_eq!(write_guarded_dot(&nothing), "digraph Stack {\ntypestar=\"guarded model\";\n}\n");
    assert_eq!(write_guarded_mermaid(&nothing).unwrap(), "stateDiagram-v2\n");
}

#[test]
fn a_guarded_model_is_no_machine() {
    let error = read_model(STACK, "stack.json").unwrap_err();
    assert_eq!(error.to_string(), "this is a guarded model, but a machine is needed");
}

#[test]
fn drawings_have_guards_on_their_edges() {
    let mut pipe = pipe();
    pipe.rules[2].is_certain = false;
    let dot = write_guarded_dot(&pipe);
    assert!(dot.contains("s0 -> s0 [label=\"write(int) [sink != null && !sink.closedByWriter]\"];"), "{dot}");
    assert!(dot.contains("s0 -> s0 [label=\"flush?\"];"), "{dot}");
    let mermaid = write_guarded_mermaid(&stack()).unwrap();
    assert!(mermaid.contains("    s0 --> s0 : push<br/>pop #91;elementCount #62;#61; 1#93;\n"), "{mermaid}");
}

#[test]
fn what_never_succeeds_leads_nowhere() {
    let mut stack = stack();
    stack.rules[1].guard = Guard::NEVER;
    assert!(!write_guarded_dot(&stack).contains("pop"));
}

#[test]
fn the_documented_model_is_what_is_read_and_written() {
    let page = std::fs::read_to_string(common::repository().join("docs/reference/guarded-models.md")).unwrap();
    let example = page.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(write_guarded_json(&read_guarded_json(example).unwrap()), example);
}

/// A random model that makes sense.
fn random_model(seed: u64) -> GuardedModel {
    let mut random = Random::new(seed);
    let states = random.between(1, 3);
    let methods = stack().methods;
    let mut rules = Vec::new();
    for state in 0..states {
        for method in 0..methods.len() {
            let guard = random_guard(&mut random, 3);
            let target = Some(random.below(states)).filter(|_| random.chance(80));
            let is_certain = random.chance(90);
            let (passing, failing) = (random.below(9) as u64, random.below(9) as u64);
            let value = random.pick(&[Value::Null, Value::Integer(-3), Value::Text("a".to_owned())]).clone();
            let boundary = vec![at(random.pick::<&str>(&NAMES), value, random.chance(50))];
            let fails = vec![Step::new("pop(\"\\u0007\")", "hang").with_reason(Some("why\n".to_owned()))];
            let plain = rule(method, guard, (passing, failing));
            let tried = vec![Symbol::read("push(\"a, b\")"), Symbol::read("add(int,Object)(0, null)")];
            let tried = if random.chance(30) { tried } else { Vec::new() };
            rules.push(typestar_model::guarded::Rule { state, target, is_certain, boundary, fails, tried, ..plain });
        }
    }
    let surprises = vec![Surprise { message: "odd \"é\"".to_owned(), trace: vec![Step::new("pop", "ok")] }];
    GuardedModel { states, methods, rules, surprises, finished: random.chance(50), ..stack() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(300)))]

    #[test]
    fn what_is_written_is_read_as_the_same(seed: u64) {
        let model = random_model(seed);
        prop_assert_eq!(read_guarded_json(&write_guarded_json(&model)).unwrap(), model);
    }

    /// What is damaged is refused or makes sense: it can be written, drawn and read again.
    #[test]
    fn damaged_files_never_panic(seed: u64, at in 0_usize..1500, letter in "[0-9{}\\[\\]\",a-z-]") {
        let mut text = write_guarded_json(&random_model(seed));
        let place = (0..=at.min(text.len() - 1)).rev().find(|place| text.is_char_boundary(*place)).unwrap();
        let length = text[place..].chars().next().unwrap().len_utf8();
        text.replace_range(place..place + length, &letter);
        if let Ok(model) = read_guarded_json(&text) {
            write_guarded_dot(&model);
            prop_assert_eq!(read_guarded_json(&write_guarded_json(&model)).unwrap(), model);
        }
    }
}
