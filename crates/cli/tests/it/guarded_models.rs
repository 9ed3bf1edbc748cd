//! Guarded models in files: `typestar show` and `typestar compare`, and what is not possible with them.

use crate::common::{Desk, zoo};
use serde_json::json;

const STACK: &str = include_str!("../../../view/tests/models/stack.json");
const PIPE: &str = include_str!("../../../view/tests/models/pipe.json");

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("stack.json", STACK);
    desk.write("pipe.json", PIPE);
    desk
}

#[test]
fn every_format_shows_the_guards() {
    let desk = desk();
    let show = |format: &str| desk.run(&["show", "stack.json", "--format", format]).exits(0).stdout;
    desk.run(&["show", "stack.json"])
        .exits(0)
        .prints(&["pop(): Object         elementCount >= 1      61      40    500"]);
    let picture = desk.run_without_path(&["show", "stack.json", "--format", "svg"]).exits(0).stdout;
    assert!(picture.contains(">pop [elementCount &gt;= 1],</text>"), "{picture}");
    assert!(show("html").contains("<td><code>pop(): Object</code></td><td><code>elementCount &gt;= 1</code></td>"));
    assert!(show("dot").contains("s0 -> s0 [label=\"pop [elementCount >= 1]\"];"));
    assert!(show("mermaid").contains("pop #91;elementCount #62;#61; 1#93;"));
    assert_eq!(show("json"), STACK);
    assert!(show("javadoc").contains(" * Fails unless {@code elementCount >= 1}.\n"));
}

#[test]
fn a_run_folder_is_shown_like_its_model() {
    let desk = desk();
    std::fs::create_dir(desk.path("stack.run")).unwrap();
    desk.write("stack.run/model.json", STACK);
    let [file, folder] = ["stack.json", "stack.run"].map(|name| desk.run(&["show", name]).exits(0).stdout);
    assert_eq!(file, folder);
}

#[test]
fn what_is_wrong_in_a_file_is_told_with_its_place() {
    let desk = desk();
    desk.write("broken.json", &STACK.replacen("\"comparison\":\">=\"", "\"comparison\":\"=>\"", 1));
    desk.run(&["show", "broken.json"]).exits(2).complains(&["unknown variant `=>`", " --> broken.json:14:"]);
    desk.write("broken.json", &STACK.replacen("\"method\":\"peek\"", "\"method\":\"poll\"", 1));
    desk.run(&["show", "broken.json"]).exits(2).complains(&["rules[2]: there is no method \"poll\""]);
}

#[test]
fn formats_and_views_of_other_kinds_are_refused() {
    let desk = desk();
    desk.run(&["show", "stack.json", "--format", "xml"]).exits(2).complains(&["--format xml is for register automata"]);
    desk.run(&["show", "stack.json", "--as", "mealy"]).exits(2).complains(&["this is a guarded model: leave it out"]);
    let javadoc = desk.run(&["show", &zoo("AsyncTask"), "--format", "javadoc"]);
    javadoc.exits(2).complains(&["--format javadoc is for guarded models, but this is a machine"]);
}

#[test]
fn a_drawing_is_not_read_as_a_machine() {
    let desk = desk();
    desk.write("stack.dot", &desk.run(&["show", "stack.json", "--format", "dot"]).exits(0).stdout);
    let refused = ["this is a drawing (guarded model) that cannot be read as a model: use its JSON", "stack.dot:2:1"];
    desk.run(&["learn", "sim:stack.dot"]).exits(2).complains(&refused);
    desk.run(&["show", "stack.dot"]).exits(2).complains(&refused);
}

#[test]
fn guards_are_compared_by_what_they_mean() {
    let desk = desk();
    let sum = r#"{"sum":{"terms":[[1,"elementCount"]],"comparison":">=","bound":1}}"#;
    let same = r#"{"all":[{"sum":{"terms":[[-2,"elementCount"]],"comparison":"<=","bound":-1}}]}"#;
    assert!(STACK.contains(sum));
    desk.write("same.json", &STACK.replacen(sum, same, 1));
    let ran = desk.run(&["compare", "stack.json", "same.json"]).exits(0);
    assert_eq!(ran.stdout, "same behaviour\n  compared: 3 of 3 rules\n");
}

#[test]
fn a_difference_is_shown_with_a_call_that_tells_the_guards_apart() {
    let desk = desk();
    desk.write("other.json", &STACK.replacen("\"bound\":1}}", "\"bound\":2}}", 1));
    let ran = desk.run(&["compare", "stack.json", "other.json"]).exits(1);
    assert_eq!(
        ran.stdout,
        "different guards\n  pop, with elementCount = 1\n    stack.json: passes  [elementCount >= 1]\n    \
         other.json: fails   [elementCount >= 2]\n  compared: 3 of 3 rules\n"
    );
    let found = desk.run(&["compare", "stack.json", "other.json", "--json"]).exits(1).json();
    assert_eq!(found["same"], json!(false));
    assert_eq!(
        found["differences"],
        json!([{"after": [], "method": "pop", "left": "elementCount >= 1", "right": "elementCount >= 2",
                "features": {"elementCount": 1}, "succeeds_left": true}])
    );
}

#[test]
fn models_with_other_methods_differ() {
    let desk = desk();
    let ran = desk.run(&["compare", "stack.json", "pipe.json"]).exits(1);
    ran.prints(&["different methods", "only stack.json: push, pop, peek"]);
}

#[test]
fn a_model_of_an_unfinished_run_is_not_called_the_same() {
    let desk = desk();
    desk.write("part.json", &STACK.replacen("\"finished\": true", "\"finished\": false", 1));
    let doubt = desk.run(&["compare", "stack.json", "part.json"]).exits(2);
    doubt.prints(&["no difference found\n"]).complains(&["no difference found, but this is a draft: part.json"]);
    desk.run(&["compare", "stack.json", "part.json", "--partial"]).exits(0).prints(&["same behaviour"]);
}

#[test]
fn what_only_machines_can_do_is_refused_with_a_reason() {
    let desk = desk();
    let machine = zoo("AsyncTask");
    let kinds = desk.run(&["compare", "stack.json", &machine]).exits(2);
    kinds.complains(&["stack.json is a guarded model but", "only models of the same kind can be compared"]);
    desk.run(&["compare", "stack.json", "stack.json", "--errors", "error"])
        .exits(2)
        .complains(&["--errors is for machines"]);
    let conform = desk.run(&["conform", "stack.json", &format!("sim:{machine}")]).exits(2);
    conform.complains(&["the model is guarded, and the system tells no fields"]);
    desk.run(&["tests", "stack.json", "--tester", "hsi(1)"]).exits(2).complains(&["--tester is for machines"]);
    for command in ["learn", "doctor"] {
        desk.run(&[command, "sim:stack.json"]).exits(2).complains(&["is a guarded model", "cannot be simulated"]);
    }
    desk.run(&["try", "sim:stack.json", "pop"]).exits(2).complains(&["cannot be simulated"]);
    let from = desk.run(&["learn", &format!("sim:{machine}"), "--from", "stack.json"]).exits(2);
    from.complains(&["stack.json is a guarded model, but a machine is needed here"]);
}
