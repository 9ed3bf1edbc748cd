//! `typestar learn --from`: a new version is learned from what is known of an old one.

use crate::common::{Desk, Ran, zoo};

/// A desk with the media player, and a newer version that is stopped, not paused, when it has completed.
fn desk_with_two_versions() -> Desk {
    let desk = Desk::new();
    let old = std::fs::read_to_string(zoo("MediaPlayer")).expect("a machine of the zoo");
    let completed = |state: &str| format!("Started -> {state} [label=\"wait / onCompletion\"]");
    let new = old.replace(&completed("Paused"), &completed("Stopped"));
    assert!(old != new, "the media player completes");
    desk.write("old.dot", &old);
    desk.write("new.dot", &new);
    desk
}

fn learn(desk: &Desk, file: &str, more: &[&str]) -> Ran {
    desk.run(&[&["learn", &format!("sim:{file}"), "--errors", "error", "-q"], more].concat())
}

/// What the summary says of the earlier version.
fn learned_from(ran: &Ran) -> String {
    ran.json()["notes"]["learned from"].as_str().expect("a note").to_owned()
}

#[test]
fn a_new_version_is_learned_from_the_model_of_an_old_one() {
    let desk = desk_with_two_versions();
    let ran = learn(&desk, "new.dot", &["--from", "old.dot", "--json"]).exits(0);
    let note = learned_from(&ran);
    assert!(note.starts_with("old.dot: ") && note.contains(" of 13 states recognised, "), "{note}");
    desk.run(&["compare", "new.run", "new.dot"]).exits(0);
    learn(&desk, "new.dot", &["--from", "old.dot"]).exits(0).prints(&["learned from old.dot: "]);
}

#[test]
fn an_unchanged_system_is_recognised_before_the_first_hypothesis() {
    let desk = desk_with_two_versions();
    let ran = learn(&desk, "old.dot", &["--from", "old.dot", "--tester", "exact", "--json"]).exits(0);
    let words = &ran.json()["learning"]["executed"];
    assert_eq!(learned_from(&ran), format!("old.dot: 13 of 13 states recognised, {words} words"));
    assert_eq!((&ran.json()["rounds"], &ran.json()["testing"]["executed"]), (&1.into(), &0.into()));
}

#[test]
fn a_run_folder_gives_its_model() {
    let desk = desk_with_two_versions();
    learn(&desk, "old.dot", &[]).exits(0);
    let ran = learn(&desk, "new.dot", &["--from", "old.run", "--json"]).exits(0);
    assert!(learned_from(&ran).starts_with("old.run: 13 of 13 states recognised"), "{}", learned_from(&ran));
    desk.run(&["compare", "new.run", "new.dot"]).exits(0);
}

#[test]
fn an_earlier_version_that_is_only_a_part_is_named() {
    let desk = desk_with_two_versions();
    learn(&desk, "old.dot", &["-o", "part.run", "--max-words", "50"]).exits(4);
    let ran = learn(&desk, "new.dot", &["--from", "part.run", "-o", "new.run"]).exits(0);
    ran.complains(&["note: part.run holds a draft"]);
}

#[test]
fn of_a_folder_of_models_the_nearest_is_taken() {
    let desk = desk_with_two_versions();
    std::fs::create_dir(desk.path("family")).unwrap();
    for name in ["AsyncTask", "MediaCodec", "MediaRecorder"] {
        std::fs::copy(zoo(name), desk.path(&format!("family/{name}.dot"))).unwrap();
    }
    desk.write("family/README.md", "not a model");
    learn(&desk, "old.dot", &["-o", "family/player"]).exits(0);
    let ran = learn(&desk, "old.dot", &["--from", "family", "--json"]).exits(0);
    assert!(learned_from(&ran).starts_with("family/player: 13 of 13 states recognised"), "{}", learned_from(&ran));
    let models = ["--from", "family/AsyncTask.dot", "--from", "old.dot", "-o", "again.run", "--json"];
    assert!(learned_from(&learn(&desk, "old.dot", &models).exits(0)).starts_with("old.dot: 13 of 13"));
}

#[test]
fn an_unrelated_model_does_no_harm() {
    let desk = desk_with_two_versions();
    learn(&desk, "new.dot", &["--from", &zoo("AsyncTask")]).exits(0);
    desk.run(&["compare", "new.run", "new.dot"]).exits(0);
}

/// A machine whose only input no other one has.
const FOREIGN: &str = "digraph g { s0 -> s1 [label=\"dim / ok\"]; s1 -> s0 [label=\"dim / error\"]; }";

#[test]
fn a_model_without_an_input_of_the_system_is_named_and_not_used() {
    let desk = desk_with_two_versions();
    desk.write("foreign.dot", FOREIGN);
    let cold = learn(&desk, "new.dot", &["-o", "cold.run", "--json"]).exits(0).json();
    let ran = learn(&desk, "new.dot", &["--from", "foreign.dot", "--json"]).exits(0);
    assert_eq!((&ran.json()["notes"], &ran.json()["learning"]), (&cold["notes"], &cold["learning"]));
    ran.complains(&["note: not used, because it has none of the system's inputs: foreign.dot"]);
    std::fs::create_dir(desk.path("family")).unwrap();
    desk.write("family/a.dot", FOREIGN);
    std::fs::copy(desk.path("old.dot"), desk.path("family/b.dot")).unwrap();
    let ran = learn(&desk, "new.dot", &["--from", "family", "-o", "of-family.run", "--json"]).exits(0);
    assert!(learned_from(&ran).starts_with("family/b.dot: "), "{}", learned_from(&ran));
}

#[test]
fn the_states_that_are_counted_are_those_of_the_old_model() {
    let desk = Desk::new();
    desk.write(
        "old.dot",
        "digraph g { s0 -> s1 [label=\"a / ok\"]; s1 -> s0 [label=\"a / ok\"]; s0 -> s2 [label=\"b / no\"]; }",
    );
    desk.write("new.dot", "digraph g { s0 -> s0 [label=\"a / ok\"]; }");
    let note = learned_from(&desk.run(&["learn", "sim:new.dot", "--from", "old.dot", "--json", "-q"]).exits(0));
    assert!(note.starts_with("old.dot: 1 of 3 states recognised"), "{note}");
}

#[test]
fn what_is_no_earlier_version_is_named() {
    let desk = desk_with_two_versions();
    desk.write("broken.dot", "digraph { a -> }");
    desk.write("case.toml", "[system]\nmodel = \"old.dot\"\n");
    for folder in ["empty", "bad", "killed"] {
        std::fs::create_dir(desk.path(folder)).unwrap();
    }
    desk.write("bad/model.dot", "no machine");
    desk.write("killed/journal.db", "");
    let wrong = [
        ("nowhere.dot", "cannot read nowhere.dot"),
        ("broken.dot", "broken.dot:1:"),
        ("case.toml", "is a case file"),
        ("empty", "--from empty contains no models"),
        ("bad", "bad/model.dot"),
        ("killed", "killed has no model yet"),
    ];
    for (from, complaint) in wrong {
        learn(&desk, "new.dot", &["--from", from]).exits(2).complains(&[complaint]);
    }
    assert!(!desk.path("new.run").exists(), "nothing begins with a wrong option");
}

#[test]
fn a_run_cannot_learn_from_itself() {
    let desk = desk_with_two_versions();
    learn(&desk, "old.dot", &[]).exits(0);
    learn(&desk, "old.dot", &["--from", "old.run"]).exits(2).complains(&["is the folder of this run", "-o DIR"]);
}

#[test]
fn a_run_in_a_folder_of_models_is_no_model_of_that_folder() {
    let desk = desk_with_two_versions();
    std::fs::create_dir(desk.path("family")).unwrap();
    std::fs::copy(desk.path("old.dot"), desk.path("family/old.dot")).unwrap();
    let arguments = ["--from", "family", "-o", "family/new.run"];
    learn(&desk, "new.dot", &arguments).exits(0);
    learn(&desk, "new.dot", &arguments).exits(0).prints(&["nothing was asked"]);
    let fresh = learn(&desk, "new.dot", &[&arguments[..], &["--fresh", "--json"]].concat()).exits(0);
    assert!(learned_from(&fresh).starts_with("family/old.dot: "), "{}", learned_from(&fresh));
}

#[test]
fn a_run_that_was_stopped_goes_on_as_if_it_had_not_been() {
    let desk = desk_with_two_versions();
    learn(&desk, "new.dot", &["--from", "old.dot", "-o", "whole"]).exits(0);
    for words in ["3", "40", "90", "200"] {
        let limited = ["--from", "old.dot", "-o", "parts", "--max-words", words];
        learn(&desk, "new.dot", &limited).exits(4);
    }
    learn(&desk, "new.dot", &["--from", "old.dot", "-o", "parts"]).exits(0);
    let log = |run: &str| desk.run(&["log", run]).exits(0).stdout;
    assert_eq!(log("parts"), log("whole"));
    assert_eq!(desk.read("parts/model.json"), desk.read("whole/model.json"));
    let again = learn(&desk, "new.dot", &["--from", "old.dot", "-o", "parts"]).exits(0);
    again.prints(&["nothing was asked", "learned from old.dot: "]);
}

#[test]
fn a_run_that_began_from_other_models_is_refused_and_they_are_named() {
    let desk = desk_with_two_versions();
    learn(&desk, "new.dot", &["--from", "old.dot"]).exits(0);
    let refused = learn(&desk, "new.dot", &[]).exits(2);
    refused.complains(&["the run in new.run began with", "--from old.dot", "--fresh", "--keep-answers"]);
    desk.write("old.dot", &std::fs::read_to_string(zoo("AsyncTask")).unwrap());
    learn(&desk, "new.dot", &["--from", "old.dot"]).exits(2).complains(&["have changed since: --from old.dot"]);
    learn(&desk, "new.dot", &["--keep-answers"]).exits(0);
    let from_now_on = learn(&desk, "new.dot", &["--from", "old.dot"]).exits(2);
    from_now_on.complains(&["began without --from"]);
    learn(&desk, "new.dot", &["--from", "old.dot", "--fresh"]).exits(0);
}
