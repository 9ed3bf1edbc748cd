//! Words of 20,000 inputs, far more than a stack has room for: they are run like all others.

use crate::common;
use crate::common::Desk;

const LENGTH: usize = 20_000;

const PLAYER: &str = r#"digraph player {
    __start0 [shape=none]
    __start0 -> Empty
    Empty -> Loading [label="load/ok"]
    Empty -> Empty [label="play/error"]
    Empty -> Empty [label="wait/quiet"]
    Loading -> Loading [label="load/ok"]
    Loading -> Loading [label="play/ok"]
    Loading -> Empty [label="wait/onLoaded"]
}
"#;

/// The purpose does not look at outputs.
const FOLLOWED: &str = "[purpose]\nmust_be_followed_by = { load = [\"wait\"] }\n";

/// The purpose looks at outputs.
const PENDING: &str = "[[purpose.at_most_pending]]\ncount = 1\nrequests = [\"load\"]\ncallbacks = [\"onLoaded\"]\n";

/// A desk with the machine, a case with this purpose, a long word and the same word as a suite.
fn desk(purpose: &str) -> Desk {
    let desk = Desk::new();
    desk.write("player.dot", PLAYER);
    desk.write("case.toml", &format!("[system]\nmodel = \"player.dot\"\n{purpose}"));
    desk.write("words.txt", &"load wait ".repeat(LENGTH / 2));
    desk.write("words.tests", &"load/ok wait/onLoaded ".repeat(LENGTH / 2));
    desk
}

fn is_learned_with(purpose: &str) {
    let ran = desk(purpose).run(&["learn", "case.toml", "--tester", "words(words.txt)", "-o", "run", "-q"]).exits(0);
    ran.prints(&["no counterexample in 1 known word", "20,000"]);
}

#[test]
fn a_long_word_tests_a_hypothesis() {
    is_learned_with("");
}

#[test]
fn a_long_word_tests_within_a_purpose_over_inputs() {
    is_learned_with(FOLLOWED);
}

#[test]
fn a_long_word_tests_within_a_purpose_over_outputs() {
    is_learned_with(PENDING);
}

#[test]
fn a_long_word_is_written_as_a_suite_and_conforms() {
    let desk = desk("");
    desk.run(&["tests", "player.dot", "--tester", "words(words.txt)", "-o", "written.tests"]).exits(0);
    assert_eq!(desk.read("written.tests").trim_end(), desk.read("words.tests").trim_end());
    desk.run(&["conform", "case.toml", "--suite", "written.tests"]).exits(0).prints(&["20000 symbols: 1 agreed"]);
}

#[test]
fn a_long_word_of_one_input_is_learned_from_by_every_learner() {
    let desk = desk("");
    desk.write("words.txt", &("wait ".repeat(LENGTH - 2) + "load wait"));
    for learner in ["lsharp", "lstar", "kv", "ttt", "adt"] {
        let options = ["--tester", "words(words.txt)", "--learner", learner, "-o", "run", "-q", "--fresh"];
        desk.run(&[&["learn", "case.toml"][..], &options].concat()).exits(0);
    }
}

/// A machine in one state that answers each of this many inputs in its own way.
fn wide(inputs: usize) -> String {
    let edges = (0..inputs).map(|input| format!("s -> s [label=\"a{input}/o{input}\"]\n"));
    format!("digraph wide {{\n__start0 [shape=none]\n__start0 -> s\n{}}}\n", edges.collect::<String>())
}

#[test]
fn a_machine_of_one_hundred_thousand_inputs_and_outputs_is_shown_and_compared() {
    let desk = Desk::new();
    desk.write("wide.dot", &wide(100_000));
    desk.run(&["show", "wide.dot"]).exits(0).prints(&["a99999 / o99999"]);
    desk.run(&["compare", "wide.dot", "wide.dot"]).exits(0);
}

#[test]
fn a_message_lists_some_of_very_many_inputs() {
    let desk = Desk::new();
    desk.write("wide.dot", &wide(70_000));
    let ran = desk.run(&["try", "sim:wide.dot", "nothing"]).exits(2).complains(&["a0, a1,", "and 69960 more"]);
    assert!(ran.stderr.len() < 1_000, "{}", ran.stderr);
    desk.write("words.txt", "a0 nothing\n");
    let tester = ["--tester", "words(words.txt)", "-o", "run"];
    let learned = desk.run(&[&["learn", "sim:wide.dot"][..], &tester].concat()).exits(2);
    learned.complains(&["unknown input `nothing`", "and 69960 more"]);
}

/// An adapter that loads at once.
const LOADER: &str = r#"
from typestar_adapter import serve

serve(name="loader", create=lambda emit: emit, inputs={"load": lambda emit: emit("onLoaded")}, outputs=["onLoaded"])
"#;

#[test]
fn a_long_word_conforms_to_an_adapter_with_and_without_a_purpose() {
    if !common::has("python3") {
        return;
    }
    let desk = Desk::new();
    desk.write("adapter.py", LOADER);
    let host = common::repository("hosts/python/typestar_adapter.py");
    desk.write("typestar_adapter.py", &std::fs::read_to_string(host).unwrap());
    desk.write("long.txt", &"load/ok wait/onLoaded ".repeat(LENGTH / 2));
    for purpose in ["", PENDING] {
        let case = "[system]\ncommand = [\"python3\", \"adapter.py\"]\n[inputs]\ncallins = [\"load\"]\n";
        desk.write("case.toml", &format!("{case}{purpose}"));
        desk.run(&["conform", "--suite", "long.txt", "case.toml", "-q"]).exits(0).prints(&["1 word"]);
    }
}
