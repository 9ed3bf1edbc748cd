//! The cases that come with typestar are learned. None of them sleeps: our own classes have virtual clocks, and software of
//! others is not waited for, or tells when it is done.

use std::process::{Command, Stdio};

use crate::common::{Desk, Ran, has, repository, skip, wait_until, zoo};

/// Learns a case.
fn learn(desk: &Desk, case: &str, more: &[&str]) -> Ran {
    let file = repository(&format!("cases/{case}/case.toml"));
    let arguments = [&["learn", &file, "-o", "run", "--json", "--max-time", "360", "--fresh"], more].concat();
    desk.run(&arguments)
}

/// Learns a case and compares it with the machine that it should be, which is better than any challenge; a part of the
/// words with which `conform` tries a model agrees, too.
fn assert_is_learned(case: &str, machine: &str, states: u64) {
    if !has("python3") {
        return;
    }
    let desk = Desk::new();
    let summary = learn(&desk, case, &["--challenge", "none"]).exits(0).json();
    eprintln!("{case}: {} ms, {} and {}", summary["wall_ms"], summary["learning"], summary["testing"]);
    assert_eq!(summary["states"], states);
    desk.run(&["compare", "run", &zoo(machine)]).exits(0).prints(&["same behaviour"]);
    let case = repository(&format!("cases/{case}/case.toml"));
    desk.run(&["conform", "run", &case, "--max-words", "40"]).exits(4).prints(&["40 agreed", "no counterexample"]);
}

#[test]
fn the_asynchronous_task_is_learned() {
    assert_is_learned("async_task", "AsyncTask", 5);
}

#[test]
fn the_media_player_is_learned() {
    assert_is_learned("media_player", "MediaPlayer", 13);
}

#[test]
fn the_spell_checker_session_is_learned_inside_its_purpose() {
    assert_is_learned("spell_checker_session", "SpellCheckerSession", 4);
}

#[test]
fn the_spell_checker_session_is_as_published_when_outside_is_an_error() {
    if !has("python3") {
        return;
    }
    let desk = Desk::new();
    learn(&desk, "spell_checker_session", &["--outside", "error", "--challenge", "none"]).exits(0);
    let machine = zoo("SpellCheckerSession");
    desk.run(&["compare", "run", &machine]).exits(0).prints(&["same behaviour"]);
    let word = "getSentenceSuggestions getSentenceSuggestions";
    let last = |system: &str| {
        let steps = desk.run(&["try", system, word, "--json"]).exits(0).json();
        steps["steps"][1]["output"].clone()
    };
    assert_eq!(last(&format!("sim:{machine}")), "error", "the published machine folds the purpose into errors");
    let case = repository("cases/spell_checker_session/case.toml");
    assert_eq!(last(&case), "ok", "the class itself takes a second request");
    let model: serde_json::Value = serde_json::from_str(&desk.read("run/model.json")).expect("a model");
    let transitions = model["transitions"].as_array().expect("transitions");
    assert_eq!(transitions.len(), 5 * 4, "and so does the learned one: it is complete");
}

#[test]
fn the_cases_with_data_are_learned_with_their_locations_and_registers() {
    if !has("python3") {
        return;
    }
    let sizes = [
        ("fifo", 3, 2, 6),
        ("priority_queue", 3, 2, 7),
        ("login", 3, 2, 11),
        ("request_queue", 3, 2, 15),
        ("alternating_bit", 2, 0, 6),
        ("sliding_window", 4, 1, 13),
        ("tcp_handshake", 4, 2, 14),
        ("atm", 3, 1, 7),
        ("timeout", 2, 1, 5),
        ("fibonacci", 4, 2, 5),
    ];
    for (case, locations, registers, transitions) in sizes {
        let desk = Desk::new();
        let found = &learn(&desk, case, &["--tester", "explore(3) + random(100)"]).exits(0).json()["registers"];
        assert_eq!((&found["locations"], &found["registers"]), (&locations.into(), &registers.into()), "{case}");
        assert!(found["transitions"].as_u64() <= Some(transitions), "{case}: {found}");
    }
}

#[test]
fn a_request_that_is_cancelled_makes_room_and_reports_nothing() {
    if !has("python3") {
        return;
    }
    let (desk, case) = (Desk::new(), repository("cases/request_queue/case.toml"));
    let said = |word: &str| outputs_of(&desk, &case, word);
    assert_eq!(said("request(1) request(2) request(3) wait wait wait"), "ok ok busy onDone(1) onDone(2) quiet");
    assert_eq!(said("request(1) request(2) cancel(1) request(3) wait wait"), "ok ok ok ok onDone(2) onDone(3)");
    assert_eq!(said("request(1) request(1) cancel(2) wait cancel(1)"), "ok known unknown onDone(1) unknown");
    learn(&desk, "request_queue", &["--tester", "explore(3) + random(100)"]).exits(0);
    desk.run(&["show", "run"]).exits(0).prints(&["/ onDone(x1)  x1 := x2"]);
    desk.run(&["conform", "run", &case, "--quiet"]).exits(0);
    let gallery = std::fs::read_to_string(repository("docs/gallery/README.md")).expect("the gallery");
    assert!(gallery.contains("(request-queue.svg)"), "it has a picture");
}

/// A system of others, as a case.
struct Foreign {
    case: &'static str,
    /// The program that must be there, and what makes it tell its version.
    program: [&'static str; 2],
    /// How the version begins with which the states were counted.
    version: &'static str,
    states: u64,
    /// Words and their outputs: what surprises, in any version.
    surprises: &'static [(&'static str, &'static str)],
}

const NODE: [&str; 2] = ["node", "--version"];
const PYTHON: [&str; 2] = ["python3", "--version"];
const REDIS: [&str; 2] = ["redis-server", "--version"];

impl Foreign {
    /// Learns it and tries the model on it, if it is installed. Another version need only surprise in the same way.
    fn check(&self) {
        let Some(version) = version_of(self.program) else {
            skip(&format!("needs {}, which is not on PATH", self.program[0]));
            return;
        };
        let desk = Desk::new();
        let file = repository(&format!("cases/{}/case.toml", self.case));
        for (word, outputs) in self.surprises {
            assert_eq!(outputs_of(&desk, &file, word), *outputs, "{word}");
        }
        if !version.starts_with(&format!("{}.", self.version)) {
            eprintln!("{}: the states are known for version {}, not {version}", self.case, self.version);
            return;
        }
        let summary = learn(&desk, self.case, &[]).exits(0).json();
        eprintln!("{}: {} ms, {} and {}", self.case, summary["wall_ms"], summary["learning"], summary["testing"]);
        assert_eq!(summary["states"], self.states, "{}", self.case);
        desk.run(&["conform", "run", &file, "--quiet"]).exits(0);
    }
}

/// How many states a case has with another case file: the texts that are left out of its own.
fn states_without(case: &str, texts: &[&str]) -> u64 {
    let folder = repository(&format!("cases/{case}"));
    let mut file = std::fs::read_to_string(format!("{folder}/case.toml")).expect("a case file");
    for text in texts {
        assert!(file.contains(text), "{text}");
        file = file.replace(text, "");
    }
    for name in ["adapter.py", "../local_server.py"] {
        file = file.replace(&format!("\"{name}\""), &format!("\"{folder}/{name}\""));
    }
    let desk = Desk::new();
    desk.write("case.toml", &file);
    desk.run(&["learn", "case.toml", "--json"]).exits(0).json()["states"].as_u64().expect("a number")
}

/// The outputs of a word on a fresh object, separated by blanks.
fn outputs_of(desk: &Desk, case: &str, word: &str) -> String {
    let tried = desk.run(&["try", case, word, "--json"]).exits(0).json();
    let steps = tried["steps"].as_array().expect("steps");
    steps.iter().map(|step| step["output"].as_str().expect("an output")).collect::<Vec<_>>().join(" ")
}

/// The first number in what a program says of itself, with all its dots; none if the program is not there.
fn version_of([program, option]: [&str; 2]) -> Option<String> {
    let said = Command::new(program).arg(option).stdin(Stdio::null()).output().ok()?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let number = said.find(|letter: char| letter.is_ascii_digit())?;
    said[number..].split_whitespace().next().map(str::to_owned)
}

#[test]
fn a_pause_of_a_read_stream_counts_before_there_is_anything_to_pause() {
    let surprises = &[("onData wait wait", "ok open data"), ("pause onData wait wait", "ok ok open quiet")];
    Foreign { case: "fs_read_stream", program: NODE, version: "20", states: 33, surprises }.check();
}

#[test]
fn a_write_after_end_destroys_a_socket_that_connects() {
    let surprises = &[
        ("connect end write wait wait", "ok ok ok onError:ERR_STREAM_WRITE_AFTER_END onClose"),
        ("connect destroy write wait wait", "ok ok ok onClose quiet"),
    ];
    Foreign { case: "net_socket", program: NODE, version: "20", states: 16, surprises }.check();
}

#[test]
fn onabort_keeps_its_place_when_it_is_cleared() {
    let surprises = &[("setOnabort addListener clearOnabort setOnabort abort", r#"ok ok ok ok "onabort listener""#)];
    Foreign { case: "abort_controller", program: NODE, version: "20", states: 11, surprises }.check();
}

#[test]
fn an_unread_body_becomes_the_next_status_line() {
    let surprises = &[("request getResponse closeResponse request getResponse", "ok ok ok ok BadStatusLine")];
    Foreign { case: "http_client", program: PYTHON, version: "3.11", states: 10, surprises }.check();
}

#[test]
fn a_script_commits_what_is_pending() {
    let surprises = &[("insert rollback rows", "ok ok 0"), ("insert script rollback rows", "ok ok ok 1")];
    Foreign { case: "sqlite3", program: PYTHON, version: "3.11", states: 6, surprises }.check();
}

#[test]
fn a_future_tells_only_once_that_it_was_cancelled() {
    let surprises = &[("cancel cancel setRunning setRunning", "true true false error")];
    Foreign { case: "future", program: PYTHON, version: "3.11", states: 16, surprises }.check();
}

#[test]
fn a_task_that_is_cancelled_before_its_first_turn_never_starts() {
    let surprises = &[
        ("turn cancel turn turn result", "onStarted true onCleanUp onDone CancelledError"),
        ("cancel turn turn result", "true ok onDone CancelledError"),
    ];
    Foreign { case: "asyncio_task", program: PYTHON, version: "3.11", states: 10, surprises }.check();
}

#[test]
fn a_write_of_ones_own_spoils_a_transaction_with_a_watched_key() {
    if !has("python3") {
        return;
    }
    let surprises = &[
        ("watch multi exec", "ok ok list"),
        ("watch set multi exec", "ok ok ok null"),
        ("multi bad exec", "ok ResponseError EXECABORT"),
    ];
    Foreign { case: "redis", program: REDIS, version: "7", states: 12, surprises }.check();
}

#[test]
fn an_own_message_comes_back_before_it_is_acknowledged() {
    if !has("python3") {
        return;
    }
    let surprises = &[("connect subscribe publish", "CONNACK SUBACK PUBLISH+PUBACK")];
    Foreign { case: "mosquitto", program: ["mosquitto", "-h"], version: "2", states: 4, surprises }.check();
}

#[test]
fn a_future_without_callbacks_has_six_states() {
    if version_of(PYTHON).is_some() {
        let callback = [", \"addDoneCallback\"", "at_most_once = [\"addDoneCallback\"]", "callbacks = [\"onDone\"]"];
        assert_eq!(states_without("future", &callback), 6);
    } else {
        skip("needs python3, which is not on PATH");
    }
}

#[test]
fn redis_without_subscriptions_has_seven_states() {
    if version_of(REDIS).is_some_and(|version| version.starts_with("7.")) {
        assert_eq!(states_without("redis", &[", \"subscribe\", \"unsubscribe\""]), 7);
    } else {
        skip("needs redis-server 7, which is not on PATH");
    }
}

/// The server has its folder in that for temporary files, and removes it when it has ended.
#[test]
fn the_server_of_a_case_ends_with_a_run_that_is_killed() {
    if version_of(REDIS).is_none() || !has("python3") {
        skip("needs redis-server, which is not on PATH");
        return;
    }
    let desk = Desk::new();
    std::fs::create_dir(desk.path("temporary")).expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_typestar"));
    command.args(["learn", &repository("cases/redis/case.toml"), "-o", "run", "--quiet"]);
    command.current_dir(desk.path(".")).env("TMPDIR", desk.path("temporary"));
    let mut learning = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts");
    let folders = || desk.path("temporary").read_dir().expect("the folder").count();
    wait_until("the server starts", || folders() == 1 && desk.path("run").exists());
    learning.kill().expect("a process of our own");
    learning.wait().expect("its status");
    wait_until("the server has ended", || folders() == 0);
}

/// The gallery shows what is learned: whoever adds a case adds its row and its picture.
#[test]
fn every_foreign_case_has_a_row_and_a_picture() {
    let [table, gallery] = ["cases/README.md", "docs/gallery/README.md"]
        .map(|page| std::fs::read_to_string(repository(page)).expect("a page"));
    let foreign = table.split("## In the manner of Android").next().expect("the first table");
    let rows = foreign.lines().filter(|line| line.starts_with("| ["));
    let names = rows.map(|row| row[3..].split(']').next().expect("a name"));
    // Classes of the JDK have a page of their own.
    let names: Vec<&str> = names.filter(|name| !name.contains('/')).collect();
    assert_eq!(names.len(), 9, "{names:?}");
    for name in names {
        let picture = format!("{}.svg", name.replace('_', "-"));
        assert!(gallery.contains(&format!("({picture})")), "no {picture} in the gallery");
        assert!(gallery.contains(&format!("cases/{name}/case.toml")), "no case {name} in the gallery");
    }
}
