//! `typestar tests` writes suites, and testers made of suites learn.

use std::process::{Command, Stdio};

use crate::common::{Desk, sim, wait_until, zoo};
use typestar_model::{ERROR, Mealy, read_dot};
use typestar_query::read_trace;

fn machine(name: &str) -> Mealy {
    read_dot(&std::fs::read_to_string(zoo(name)).unwrap()).unwrap()
}

#[test]
fn every_line_is_a_word_with_the_outputs_of_the_model() {
    let machine = machine("MediaPlayer");
    for tester in ["w(0)", "wp(1)", "hsi(1)", "h(1)", "hybrid-ads(1)", "random-walk(50)", "random-wp(50)"] {
        let ran = Desk::new().run(&["tests", &zoo("MediaPlayer"), "--tester", tester]).exits(0);
        let (mut words, mut symbols) = (0, 0);
        for line in ran.stdout.lines() {
            let steps = read_trace(line).unwrap();
            let word: Vec<_> = steps.iter().map(|(input, _)| machine.inputs().get(input).unwrap()).collect();
            let expected: Vec<_> = machine.run(&word).iter().map(|&output| machine.outputs().text(output)).collect();
            let written: Vec<_> = steps.iter().map(|(_, output)| output.as_deref().unwrap()).collect();
            assert_eq!(written, expected, "{tester}");
            assert!(written[..written.len() - 1].iter().all(|output| *output != ERROR), "{tester}: {line}");
            (words, symbols) = (words + 1, symbols + steps.len());
        }
        ran.complains(&[&format!("{words} words, {symbols} symbols")]);
    }
}

#[test]
fn a_suite_goes_to_a_file_and_a_seed_repeats_it() {
    let desk = Desk::new();
    let written = |seed: &str| {
        desk.run(&["tests", &zoo("AsyncTask"), "--tester", "random-wp(20)", "--seed", seed, "-o", "suite"]).exits(0);
        desk.read("suite")
    };
    assert_eq!(written("1"), written("1"));
    assert_ne!(written("1"), written("2"));
    assert_eq!(written("1").lines().count(), 20);
}

#[test]
fn half_a_suite_does_not_have_the_name_of_the_whole() {
    let desk = Desk::new();
    desk.write("suite", "the suite of yesterday\n");
    let running = desk.start(&["tests", &zoo("MediaPlayer"), "--tester", "hsi(9)", "-o", "suite"]);
    let length = |name: &str| std::fs::metadata(desk.path(name)).map_or(0, |metadata| metadata.len());
    wait_until("a part is written", || length("suite.new") > 0 || length("suite") > 1000);
    running.kill();
    assert_eq!(desk.read("suite"), "the suite of yesterday\n");
    desk.run(&["tests", &zoo("MediaPlayer"), "-o", "suite"]).exits(0);
    assert!(desk.read("suite").lines().count() == 899 && !desk.path("suite.new").exists());
    desk.run(&["tests", &zoo("MediaPlayer"), "-o", "/dev/null"]).exits(0);
}

#[test]
fn a_suite_of_a_partial_model_says_so() {
    let desk = Desk::new();
    desk.run(&["learn", &sim("AsyncTask"), "--errors", "error", "-q", "-o", "run", "--max-words", "9"]).exits(4);
    desk.run(&["tests", "run"]).exits(0).complains(&["note: run holds a draft"]);
}

#[test]
fn a_model_that_knows_nothing_has_no_suite() {
    let desk = Desk::new();
    desk.run(&["learn", &sim("AsyncTask"), "--errors", "error", "-q", "-o", "run", "--max-words", "0"]).exits(4);
    desk.run(&["tests", "run", "-o", "suite"]).exits(2).complains(&["run holds a draft", "the suite has no words"]);
    assert!(!desk.path("suite").exists() && !desk.path("suite.new").exists());
}

#[test]
fn a_suite_can_be_the_words_of_a_tester() {
    let desk = Desk::new();
    desk.run(&["tests", &zoo("AsyncTask"), "--tester", "hsi(0)", "-o", "suite"]).exits(0);
    let learn = ["learn", &sim("AsyncTask"), "--errors", "error", "--tester", "words(suite)", "-q"];
    desk.run(&learn).exits(0).prints(&["5 states", "19 known words; nothing is known about other words"]);
}

#[test]
fn what_is_no_suite_is_refused() {
    let desk = Desk::new();
    desk.write("words", "cancel\nexec cancle\n");
    let refuses = |tester: &str, complaint: &str| {
        desk.run(&["tests", &zoo("AsyncTask"), "--tester", tester]).exits(2).complains(&[complaint]);
    };
    refuses("auto", "`auto` depends on the system");
    refuses("random-walk", "give a number of words, such as random-walk(10000)");
    refuses("words(words)", "unknown input `cancle`");
    refuses("words(words)", "words:2");
    refuses("words(nothing)", "cannot read the file of words");
    refuses("hsi", "give hsi the number of extra states");
    desk.run(&["tests", "nothing.dot"]).exits(2).complains(&["cannot read nothing.dot"]);
    desk.run(&["tests", &zoo("AsyncTask"), "-o", "no/such/folder"])
        .exits(2)
        .complains(&["cannot write no/such/folder"]);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_typestar"))
        .args(["tests", &zoo("MediaPlayer"), "--tester", "hsi(3)"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success());
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
}

#[test]
fn a_partial_model_is_tested_inside_its_purpose() {
    let desk = Desk::new();
    desk.write(
        "partial.dot",
        "digraph g { s0 -> s1 [label=\"a / x\"]; s1 -> s0 [label=\"b / y\"]; s1 -> s1 [label=\"a / z\"]; }",
    );
    let ran = desk.run(&["tests", "partial.dot", "--tester", "hsi(1)"]).exits(0);
    assert!(ran.stdout.lines().count() > 2 && !ran.stdout.contains("outside"), "{}", ran.stdout);
}

#[test]
fn machines_are_learned_with_every_suite() {
    let desk = Desk::new();
    for tester in ["w(1)", "wp(1)", "hsi(1)", "h(1)", "hybrid-ads(1)", "auto", "auto(1)", "hsi(0) + random-wp(3000)"] {
        let learn =
            ["learn", &sim("MediaPlayer"), "--errors", "error", "--tester", tester, "-q", "-o", "run", "--fresh"];
        desk.run(&learn).exits(0);
        desk.run(&["compare", "run", &zoo("MediaPlayer"), "--errors", "error"]).exits(0);
    }
}

#[test]
fn a_case_file_names_suites_and_a_seed() {
    let desk = Desk::new();
    desk.write("known.txt", "cancel exec # a trace\n");
    let case =
        |tester: &str| format!("[system]\nmodel = {:?}\n[learning]\ntester = {tester:?}\nseed = 5\n", zoo("AsyncTask"));
    desk.write("case.toml", &case("words(known.txt) + random-wp(100)"));
    desk.run(&["learn", "case.toml", "-q"]).exits(0).prints(&["1 known word and 100 random words (seed 5)"]);
    desk.write("case.toml", &case("words(missing.txt)"));
    desk.run(&["learn", "case.toml", "-q"]).exits(2).complains(&["case.toml:4", "missing.txt"]);
}
