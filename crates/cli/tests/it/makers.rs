//! Classes whose objects are made in several ways, and what is printed of them: each word can be tried.

#![cfg(unix)]

use crate::common::{Desk, has};
use std::collections::BTreeSet;

/// Kept from test to test, so that the host is compiled once; never the cache of the user.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// A desk with a case for a class of `tests/java`; none where there is no JDK.
fn desk(class: &str) -> Option<Desk> {
    if !has("java") || !has("javac") {
        return None;
    }
    let desk = Desk::new().with("TYPESTAR_CACHE", CACHE);
    let file = format!("{class}.java");
    let source = std::fs::read_to_string(format!("{}/tests/java/{file}", env!("CARGO_MANIFEST_DIR")));
    desk.write(&file, &source.expect("a class"));
    desk.write(
        "case.toml",
        &format!("[system]\nname = \"{class}\"\n\n[system.java]\nclass = \"{class}\"\nsources = [\"{file}\"]\n"),
    );
    Some(desk)
}

/// Learns the class of a desk; the guards, as `method: outcome: guard`.
fn guards(desk: &Desk, exit: i32, run: &str, options: &[&str]) -> BTreeSet<String> {
    let learn = ["learn", "case.toml", "--guard-tests", "60", "-q", "-o", run];
    desk.run(&[&learn, options].concat()).exits(exit);
    let model: serde_json::Value = serde_json::from_str(&desk.read(&format!("{run}/model.json"))).expect("a model");
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let rules = model["rules"].as_array().expect("rules").iter();
    let branches = rules.flat_map(|rule| {
        let branches = rule["branches"].as_array().cloned().unwrap_or_default().into_iter();
        branches
            .map(move |branch| format!("{}: {}: {}", text(&rule["method"]), branch["outcomes"], text(&branch["text"])))
    });
    branches.collect()
}

#[test]
fn constructors_and_factories_are_first_calls_with_guards_of_their_own() {
    let Some(desk) = desk("Meter") else { return };
    let known = guards(&desk, 0, "one", &["--seed", "1"]);
    let expected = [
        "half(int): [\"IllegalArgumentException\"]: arg1 <= 1",
        "half(int): [\"ok\"]: arg1 >= 2",
        "new(int): [\"IllegalArgumentException\"]: arg1 <= 0",
        "new(int): [\"ok\"]: arg1 >= 1",
    ];
    assert!(expected.iter().all(|guard| known.contains(*guard)), "{known:?}");
    assert!(!known.iter().any(|guard| guard.contains("shared")), "it makes nothing: {known:?}");
    assert!(known.contains("use: [\"ok\"]: most - used >= 1"), "{known:?}");
    for seed in ["2", "3", "4", "5"] {
        assert_eq!(guards(&desk, 0, seed, &["--seed", seed]), known, "seed {seed}");
    }
    let shown = desk.run(&["show", "one"]).exits(0);
    shown.prints(&["1 state and the error sink, 1 method, 2 makers", "objects are also made by", "new(int) / ok"]);
    let drawing = desk.read("one/model.svg");
    assert!(drawing.contains("Objects are also made by new(int) [arg1 &gt;= 1]."), "{drawing}");
    let javadoc = desk.read("one/javadoc.txt");
    assert!(javadoc.contains(" */\nMeter(int arg1);\n") && javadoc.contains(" */\nstatic Meter half(int arg1);\n"));
    assert!(!desk.run(&["show", "one", "--format", "dot"]).exits(0).stdout.contains("new(int)"));
    assert!(desk.read("one/report.html").contains("<h2>Objects are made by</h2>"));
    desk.run(&["tests", "one"]).exits(0).prints(&["new(int)(1)/ok"]);
    let conform = desk.run(&["conform", "one", "case.toml", "--guard-tests", "20"]).exits(0);
    conform.prints(&["the object is made by `new Meter()`, or by one of the 2 other makers of the table"]);
    desk.run(&["compare", "one", "2"]).exits(0).prints(&["same behaviour"]);
}

#[test]
fn a_run_with_makers_is_resumed_byte_for_byte() {
    let Some(desk) = desk("Meter") else { return };
    let learn = ["learn", "case.toml", "--guard-tests", "40", "-q", "-o"];
    desk.run(&[&learn[..], &["whole"]].concat()).exits(0);
    desk.run(&[&learn[..], &["parts", "--max-words", "60"]].concat()).exits(4);
    desk.run(&[&learn[..], &["parts"]].concat()).exits(0);
    assert_eq!(desk.read("whole/model.json"), desk.read("parts/model.json"));
}

#[test]
fn who_says_how_objects_are_made_has_one_way() {
    let Some(desk) = desk("Meter") else { return };
    let known = guards(&desk, 0, "run", &["--construct", "new Meter(3)"]);
    assert!(known.iter().all(|guard| guard.starts_with("use: ")), "{known:?}");
}

#[test]
fn what_makes_the_object_comes_first() {
    let Some(desk) = desk("Meter") else { return };
    desk.run(&["try", "case.toml", "new(int)(1) use (×2)"]).exits(0).prints(&["3  use", "error"]);
    let second = desk.run(&["try", "case.toml", "use new(int)(1)"]).exits(2);
    second.complains(&["`new(int)(1)` makes the object, so it can only be the first call, not call 2"]);
}

#[test]
fn a_guard_says_who_made_the_object_where_nothing_else_tells() {
    let Some(desk) = desk("Lamp") else { return };
    let known = guards(&desk, 0, "run", &[]);
    assert!(known.contains("light: [\"ok\"]: made by == \"new()\""), "{known:?}");
}

#[test]
fn what_could_not_be_called_is_a_finding_that_names_what_is_missing() {
    let Some(desk) = desk("Door") else { return };
    let learned = desk.run(&["learn", "case.toml", "--guard-tests", "40", "-o", "run"]).exits(1);
    let learned = learned
        .prints(&["`open(Only)` was never called: no value of type Door$Only could be made", "--argument 'Door$Only="]);
    assert!(!learned.stdout.contains("`shut(Only)`"), "nobody misses what is deprecated: {}", learned.stdout);
    assert!(!learned.stdout.contains("still passes after stop"), "it can be started again: {}", learned.stdout);
    let chosen = ["learn", "case.toml", "--methods", "start,stop", "--guard-tests", "40", "-q", "-o", "chosen"];
    desk.run(&chosen).exits(0);
}

#[test]
fn every_word_that_is_printed_can_be_tried() {
    for class in ["Notes", "Meter"] {
        let Some(desk) = desk(class) else { return };
        let learned = desk.run(&["learn", "case.toml", "--guard-tests", "60", "-o", "run"]).exits(0);
        if class == "Notes" {
            learned.prints(&["never succeeded in", "tried: refuse("]);
        }
        let model: serde_json::Value = serde_json::from_str(&desk.read("run/model.json")).expect("a model");
        let words = words_of(&model);
        assert!(words.len() >= 4, "{words:?}");
        for word in words {
            assert_tried(&desk, &word);
        }
    }
}

/// A word with what each of its calls answered.
type Shown = Vec<(String, String)>;

/// All executions in a model, without those that begin another one.
fn words_of(model: &serde_json::Value) -> BTreeSet<Shown> {
    let mut words = BTreeSet::new();
    add_words(model, &mut words);
    let begins = |one: &Shown| words.iter().any(|other: &Shown| other != one && other.starts_with(one));
    words.iter().filter(|word| !begins(word)).cloned().collect()
}

fn add_words(value: &serde_json::Value, words: &mut BTreeSet<Shown>) {
    let step = |step: &serde_json::Value| {
        Some((step.get("input")?.as_str()?.to_owned(), step.get("output")?.as_str()?.to_owned()))
    };
    match value {
        serde_json::Value::Array(items) => match items.iter().map(step).collect::<Option<Shown>>() {
            Some(word) if !word.is_empty() => {
                words.insert(word);
            }
            _ => items.iter().for_each(|item| add_words(item, words)),
        },
        serde_json::Value::Object(entries) => entries.values().for_each(|entry| add_words(entry, words)),
        _ => {}
    }
}

fn assert_tried(desk: &Desk, word: &Shown) {
    let typed = word.iter().map(|(input, _)| input.as_str()).collect::<Vec<_>>().join(" ");
    let tried = desk.run(&["try", "case.toml", "--json", &typed]).exits(0).json();
    let steps = tried["steps"].as_array().expect("steps").iter();
    let text = |step: &serde_json::Value, key: &str| step[key].as_str().expect("a text").to_owned();
    let answered: Shown = steps.map(|step| (text(step, "input"), text(step, "output"))).collect();
    assert_eq!(answered, *word, "{typed}");
}
