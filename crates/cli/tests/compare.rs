//! `typestar compare`: same behaviour, or the shortest word that tells two models apart.

mod common;

use common::{Desk, zoo};
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
        assert_eq!(desk.run(&["compare", other, "lamp.dot", "--json"]).exits(0).json(), json!({"same": true}));
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
    assert_eq!(data, json!({"same": false, "only_left": ["look"], "only_right": ["see"]}));
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
    desk.run(&["compare", "case.run", "lamp.dot"]).exits(0).prints(&["same behaviour"]);
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
    desk.run(&["compare", "outside.dot", "ok.dot"]).exits(0);
    desk.run(&["compare", "outside.dot", "ok.dot", "--outside", "error"]).exits(1).prints(&["error"]);
}

#[test]
fn errors_that_neither_machine_has_are_refused() {
    let desk = Desk::new();
    let machine = zoo("AsyncTask");
    let ran = desk.run(&["compare", &machine, &machine, "--errors", "eror"]).exits(2);
    ran.complains(&["--errors eror: there is no output `eror`, only "]);
    desk.run(&["tests", &machine, "--errors", "eror"]).exits(2).complains(&["there is no output `eror`"]);
    desk.run(&["compare", &machine, &machine, "--errors", "error"]).exits(0);
}
