//! `typestar compare`: same behaviour, or the shortest word that tells two models apart.

use crate::common::{Desk, zoo};
use serde_json::json;

/// A lamp that can be pressed and broken.
const LAMP: &str = r#"digraph {
  __start0 -> off;
  off -> on [label="press / ok"];
  on -> off [label="press / ok"];
  off -> off [label="look / dark"];
  on -> on [label="look / bright"];
}
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("lamp.dot", LAMP);
    desk
}

#[test]
fn a_machine_has_the_same_behaviour_as_itself_in_every_form() {
    let desk = desk();
    desk.run(&["learn", "sim:lamp.dot", "-q"]).exits(0);
    for other in ["lamp.dot", "sim:lamp.dot", "lamp.run", "lamp.run/model.json"] {
        desk.run(&["compare", "lamp.run", other]).exits(0).prints(&["same behaviour"]);
        let expected = json!({"same": true, "compared": 4, "transitions": 4, "partial": []});
        assert_eq!(desk.run(&["compare", other, "lamp.dot", "--json"]).exits(0).json(), expected);
    }
}

#[test]
fn the_shortest_word_tells_two_machines_apart() {
    let desk = desk();
    // The second press does not switch it off.
    desk.write("stuck.dot", &LAMP.replace("on -> off", "on -> on"));
    let ran = desk.run(&["compare", "lamp.dot", "stuck.dot"]).exits(1);
    ran.prints(&["different behaviour", "word: press press look", "lamp.dot: ok ok dark", "stuck.dot: ok ok bright"]);
    let expected = json!({
        "same": false,
        "word": ["press", "press", "look"],
        "left": ["ok", "ok", "dark"],
        "right": ["ok", "ok", "bright"],
        "compared": 6,
        "transitions": 6,
        "partial": [],
    });
    assert_eq!(desk.run(&["compare", "lamp.dot", "stuck.dot", "--json"]).exits(1).json(), expected);
}

#[test]
fn different_inputs_are_listed() {
    let desk = desk();
    desk.write("other.dot", &LAMP.replace("look", "see"));
    let ran = desk.run(&["compare", "lamp.dot", "other.dot"]).exits(1);
    ran.prints(&["different inputs", "only lamp.dot: look", "only other.dot: see"]);
    let data = desk.run(&["compare", "lamp.dot", "other.dot", "--json"]).exits(1).json();
    let expected = json!({
        "same": false, "only_left": ["look"], "only_right": ["see"], "compared": 2, "transitions": 6, "partial": [],
    });
    assert_eq!(data, expected);
}

#[test]
fn outputs_that_mean_error_hide_what_comes_after_them() {
    let desk = desk();
    desk.write("left.dot", &LAMP.replace("on -> off [label=\"press / ok\"]", "on -> off [label=\"press / broken\"]"));
    desk.write("right.dot", &LAMP.replace("on -> off [label=\"press / ok\"]", "on -> on [label=\"press / broken\"]"));
    desk.run(&["compare", "left.dot", "right.dot"]).exits(1).prints(&["word: press press press"]);
    desk.run(&["compare", "left.dot", "right.dot", "--errors", "broken"]).exits(0);
}

#[test]
fn words_outside_a_purpose_are_not_compared_unless_they_count_as_errors() {
    let desk = desk();
    let case = "[system]\nmodel = \"lamp.dot\"\n[purpose]\nat_most_once = [\"press\"]\n";
    desk.write("case.toml", case);
    desk.run(&["learn", "case.toml", "-q"]).exits(0);
    let ran = desk.run(&["compare", "case.run", "lamp.dot"]).exits(0);
    ran.prints(&["same behaviour", "compared: 3 of 4 transitions"]);
    let ran = desk.run(&["compare", "case.run", "lamp.dot", "--outside", "error"]).exits(1);
    ran.prints(&["word: press press", "case.run: ok error", "lamp.dot: ok ok"]);
}

#[test]
fn the_variants_of_the_zoo_differ_from_what_was_published() {
    let desk = Desk::new();
    for class in ["FileObserver", "SQLiteOpenHelper"] {
        let variant = zoo(&format!("{class}-kept"));
        desk.run(&["compare", &zoo(class), &variant]).exits(1).prints(&["different behaviour", "word: "]);
    }
}

#[test]
fn an_explicit_outside_counts_as_an_error_if_the_user_wants_it_so() {
    let desk = Desk::new();
    desk.write("outside.dot", "digraph { a -> a [label=\"x / outside\"] }");
    desk.write("ok.dot", "digraph { a -> a [label=\"x / ok\"] }");
    desk.run(&["compare", "outside.dot", "ok.dot"]).exits(2).prints(&["compared: 0 of 1 transitions"]);
    desk.run(&["compare", "outside.dot", "ok.dot", "--outside", "error"]).exits(1).prints(&["error"]);
}

#[test]
fn errors_that_neither_machine_has_are_refused() {
    let desk = Desk::new();
    let machine = zoo("AsyncTask");
    let ran = desk.run(&["compare", &machine, &machine, "--errors", "eror"]).exits(2);
    ran.complains(&["--errors eror: unknown output `eror`; the model has "]);
    desk.run(&["tests", &machine, "--errors", "eror"]).exits(2).complains(&["unknown output `eror`"]);
    desk.run(&["compare", &machine, &machine, "--errors", "error"]).exits(0);
}

/// A desk with the lamp, and with a run on it that has a model but did not come to its end.
fn desk_with_part() -> Desk {
    let desk = desk();
    desk.run(&["learn", "sim:lamp.dot", "-q", "--max-words", "5", "-o", "part.run"]).exits(4);
    desk
}

#[test]
fn a_partial_model_is_not_called_the_same_unless_the_user_is_content_with_it() {
    let desk = desk_with_part();
    for arguments in [["part.run", "lamp.dot"], ["lamp.dot", "part.run"], ["part.run", "part.run"]] {
        let compare = [&["compare"], &arguments[..]].concat();
        let ran = desk.run(&compare).exits(2);
        let ran = ran.complains(&["note: part.run holds a draft", "but this is a draft: part.run", "--partial"]);
        assert!(ran.stdout.starts_with("no difference found\n  compared: 4 of 4 transitions"), "{}", ran.stdout);
        let data = desk.run(&[&compare[..], &["--json"]].concat()).exits(2).json();
        assert_eq!((&data["same"], &data["partial"][0]), (&json!(null), &json!("part.run")));
        let ran = desk.run(&[&compare[..], &["--partial"]].concat()).exits(0);
        ran.prints(&["same behaviour"]).complains(&["note: part.run holds a draft"]);
        let data = desk.run(&[&compare[..], &["--partial", "--json"]].concat()).exits(0).json();
        assert_eq!((&data["same"], &data["partial"][0]), (&json!(true), &json!("part.run")));
    }
}

#[test]
fn a_difference_to_a_partial_model_is_a_difference() {
    let desk = desk_with_part();
    desk.write("bright.dot", &LAMP.replace("dark", "bright"));
    for more in [&[][..], &["--partial"], &["--json"]] {
        let ran = desk.run(&[&["compare", "part.run", "bright.dot"], more].concat()).exits(1);
        ran.complains(&["note: part.run holds a draft"]);
    }
}

#[test]
fn models_that_know_nothing_in_common_are_not_compared() {
    let desk = Desk::new();
    desk.write("left.dot", r#"digraph { a -> b [label="x / ok"]; b -> b [label="y / ok"] }"#);
    desk.write("right.dot", r#"digraph { a -> b [label="y / ok"]; b -> b [label="x / no"] }"#);
    for more in [&[][..], &["--partial"]] {
        let ran = desk.run(&[&["compare", "left.dot", "right.dot"], more].concat()).exits(2);
        let ran = ran.complains(&["nothing was compared"]).prints(&["compared: 0 of 2 transitions"]);
        assert!(!ran.stdout.contains("same"), "{}", ran.stdout);
    }
    let data = desk.run(&["compare", "left.dot", "right.dot", "--json"]).exits(2).json();
    assert_eq!(data, json!({"same": null, "compared": 0, "transitions": 2, "partial": []}));
}

#[test]
fn what_is_known_is_counted_where_the_models_have_agreed() {
    let desk = Desk::new();
    desk.write("left.dot", r#"digraph { a -> b [label="x / ok"]; b -> b [label="x / ok"]; b -> a [label="y / ok"] }"#);
    desk.write("right.dot", r#"digraph { a -> b [label="x / ok"]; a -> a [label="y / ok"]; b -> b [label="x / no"] }"#);
    // The start: x is known to both, y to the right one. Behind x: x is known to both, y to the left one.
    let ran = desk.run(&["compare", "left.dot", "right.dot"]).exits(1);
    ran.prints(&["word: x x", "compared: 2 of 4 transitions"]);
}
