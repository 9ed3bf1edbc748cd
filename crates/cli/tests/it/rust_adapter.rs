//! An adapter in Rust that is built on the protocol crate alone, as a user of the command sees it.

use std::process::Command;

use crate::common::{Desk, example, repository};

const CASE: &str = r#"
[system]
command = ["ADAPTER"]
[inputs]
callins = ["open", "put(1)", 'put("a")', "take"]
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("case.toml", &CASE.replace("ADAPTER", &example("drawer_adapter")));
    desk
}

#[test]
fn a_rust_adapter_with_values_is_learned() {
    let desk = desk();
    let ran = desk.run(&["learn", "case.toml", "--challenge", "none", "--json"]).exits(0);
    // It is closed; or open, with the callback pending or not, and each of three contents.
    assert_eq!(ran.json()["states"], 7);
    let model = desk.read("case.run/model.json");
    for output in [r#"took(1)"#, r#"took(\"a\")"#, "onOpened", "empty"] {
        assert!(model.contains(output), "no {output} in {model}");
    }
}

#[test]
fn a_rust_adapter_answers_words_with_values() {
    let ran = desk().run(&["try", "case.toml", "open put(1) take wait put(1) put(1)"]);
    ran.exits(0).prints(&["put(1)", "took(1)", "onOpened", "IllegalState: the drawer is closed or full"]);
}

#[test]
fn a_rust_adapter_needs_nothing_of_learners_and_journals() {
    let mut command = Command::new(env!("CARGO"));
    command.args(["tree", "--offline", "-p", "typestar-protocol", "-e", "normal", "--prefix", "none"]);
    let ran = command.current_dir(repository("")).output().expect("cargo runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let tree = String::from_utf8(ran.stdout).expect("text");
    let mut packages: Vec<&str> = tree.lines().filter_map(|line| line.split_whitespace().next()).collect();
    packages.sort_unstable();
    packages.dedup();
    let ours: Vec<&&str> = packages.iter().filter(|package| package.starts_with("typestar")).collect();
    assert_eq!(ours, [&"typestar-model", &"typestar-protocol"]);
    assert!(packages.len() <= 16, "{packages:?}");
}
