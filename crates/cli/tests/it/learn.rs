//! `typestar learn` and `typestar demo`: the 16 classes are learned correctly, with few words.

#[path = "../../../../zoo/word_counts.rs"]
mod word_counts;

use crate::common::{Desk, sim, zoo};
use word_counts::WORD_COUNTS;

/// Learns a class, compares it with its file, and says how many words were executed.
fn words_executed(class: &str, more: &[&str]) -> u64 {
    let desk = Desk::new();
    let arguments = ["learn", &sim(class), "--errors", "error", "--tester", "distinguisher-bound(2)", "--json"];
    let summary = desk.run(&[&arguments, more].concat()).exits(0).json();
    assert_eq!(summary["run"], format!("{class}.run"), "the run folder has the name of the system");
    desk.run(&["compare", &format!("{class}.run"), &zoo(class)]).exits(0).prints(&["same behaviour"]);
    let count = |phase: &str| summary[phase]["executed"].as_u64().expect("a count");
    count("learning") + count("testing")
}

#[test]
fn every_class_is_learned_with_exactly_the_words_of_the_table() {
    for (class, _, words, ..) in WORD_COUNTS {
        assert_eq!(words_executed(class, &[]), words, "{class}");
    }
}

#[test]
fn every_class_is_learned_with_exactly_the_words_of_the_table_when_quiet_is_stable() {
    for (class, _, _, words, ..) in WORD_COUNTS {
        assert_eq!(words_executed(class, &["--assume", "quiet-is-stable"]), words, "{class}");
    }
}

#[test]
fn an_assumption_is_named_with_the_verdict() {
    let arguments = ["learn", &sim("AsyncTask"), "--errors", "error", "--assume", "quiet-is-stable", "--json"];
    let summary = Desk::new().run(&arguments).exits(0).json();
    assert!(summary["assumptions"].to_string().contains("quiet-is-stable"));
}

#[test]
fn every_learner_and_tester_learns_the_same_machine() {
    let desk = Desk::new();
    let system = sim("SpeechRecognizer");
    let learn = |folder: &str, learner: &str, tester: &str| {
        let settings = ["--learner", learner, "--tester", tester, "-o", folder, "--json"];
        let summary = desk.run(&[&["learn", &system, "--errors", "error"][..], &settings].concat()).exits(0).json();
        assert_eq!((&summary["learner"], &summary["tester"]), (&learner.into(), &tester.into()));
        assert_eq!(summary["states"], 7);
    };
    let testers = ["distinguisher-bound(2)", "state-bound(8)", "exact"];
    let learners = ["lsharp", "lstar", "kv", "ttt", "adt"];
    for (index, (learner, tester)) in learners.iter().flat_map(|l| testers.map(|t| (l, t))).enumerate() {
        let folder = format!("run{index}");
        learn(&folder, learner, tester);
        desk.run(&["compare", &folder, &zoo("SpeechRecognizer")]).exits(0);
    }
}

#[test]
fn the_same_command_gives_the_same_files() {
    let models = [(); 2].map(|()| {
        let desk = Desk::new();
        desk.run(&["learn", &sim("BluetoothAdapter"), "--errors", "error", "-q"]).exits(0);
        (desk.read("BluetoothAdapter.run/model.json"), desk.read("BluetoothAdapter.run/model.svg"))
    });
    assert_eq!(models[0], models[1]);
}

#[test]
fn a_case_file_of_a_machine_is_learned_inside_its_purpose() {
    let desk = Desk::new();
    let model = zoo("AsyncTask");
    desk.write(
        "case.toml",
        &format!(
            "[system]\nname = \"a/task\"\nmodel = {model:?}\n[outputs]\nerrors = [\"error\"]\n\
             [purpose]\nat_most_once = [\"exec\"]\n"
        ),
    );
    let summary = desk.run(&["learn", "case.toml", "--json"]).exits(0).json();
    assert_eq!(summary["run"], "a-task.run");
    desk.run(&["compare", "a-task.run", &model]).exits(0);
    let log = desk.run(&["log", "a-task.run", "--json"]).exits(0).json_lines();
    let once = |entry: &serde_json::Value| entry["inputs"].to_string().matches("\"exec\"").count() <= 1;
    assert!(!log.is_empty() && log.iter().all(once), "no word outside the purpose is run");
}

#[test]
fn the_demo_learns_the_media_player_and_says_where_the_report_is() {
    let desk = Desk::new();
    let ran = desk.run(&["demo"]).exits(0);
    ran.prints(&["setDataSource", "← onPrepared", "13 states", "verdict"]).complains(&["demo.run/report.html", "init"]);
    let report = desk.read("demo.run/report.html");
    assert!(report.contains("<svg") && report.contains("typestar try") && report.contains("onCompletion"));
    desk.run(&["compare", "demo.run", &zoo("MediaPlayer")]).exits(0);
    desk.run(&["demo"]).exits(0);
}

#[test]
fn the_demo_deletes_no_other_run() {
    let desk = Desk::new();
    desk.run(&["learn", &sim("MediaPlayer"), "--errors", "error", "-o", "player.run", "-q"]).exits(0);
    let log = || desk.run(&["log", "player.run"]).exits(0).stdout;
    let before = log();
    desk.run(&["demo", "-o", "player.run"]).exits(2).complains(&["player.run holds another run", "-o DIR"]);
    assert_eq!(log(), before);
    desk.write("MediaPlayer.dot", "a file of the user");
    desk.run(&["demo", "-o", "."]).exits(2);
    assert_eq!(desk.read("MediaPlayer.dot"), "a file of the user");
}

/// A machine that rings at the wait after the eighth push; nothing shows it before.
fn eighth_push() -> String {
    let step = |at: usize| {
        let (output, next) = if at == 8 { ("onEighth", 0) } else { ("quiet", at) };
        format!("s{at} -> s{} [label=\"push / ok\"]; s{at} -> s{next} [label=\"wait / {output}\"];\n", (at + 1).min(8))
    };
    format!("digraph push {{ __start0 -> s0;\n{}}}\n", (0..=8).map(step).collect::<String>())
}

#[test]
fn the_default_challenges_what_the_bound_could_not_refute() {
    let desk = Desk::new();
    desk.write("push.dot", &eighth_push());
    let learn = |more: &[&str]| {
        let arguments = [&["learn", "sim:push.dot", "-q", "--json", "--fresh"], more].concat();
        desk.run(&arguments).exits(0).json()
    };
    let alone = learn(&["--challenge", "none"]);
    assert_eq!((&alone["states"], &alone["challenge"]), (&1.into(), &serde_json::Value::Null));
    let named = learn(&["--tester", "distinguisher-bound(2)"]);
    assert_eq!((&named["states"], &named["challenge"]), (&1.into(), &serde_json::Value::Null));
    let usual = learn(&[]);
    assert_eq!((&usual["states"], &usual["findings"]), (&9.into(), &serde_json::json!([])));
    assert!(usual["verdict"].as_str().unwrap().starts_with("no counterexample; complete for 1 extra state; "));
    assert!(usual["challenge"]["executed"].as_u64() > Some(0), "{usual}");
    let asked = learn(&["--tester", "distinguisher-bound(2)", "--challenge", "1000"]);
    assert_eq!((&asked["states"], &asked["challenge"]["random_words"]), (&9.into(), &1000.into()));
    let wrong = desk.run(&["learn", "sim:push.dot", "--challenge", "many"]).exits(2);
    wrong.complains(&["use none, or the number of random words"]);
}
