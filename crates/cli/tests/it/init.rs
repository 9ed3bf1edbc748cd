//! A new user's way: `init`, `try`, `learn`, `show`.

use crate::common;
use crate::common::{Desk, Ran, has};

const PYTHON_FILES: [&str; 3] = ["player.toml", "player.py", "typestar_adapter.py"];

/// Learns the example.
fn learn(desk: &Desk, folder: &str) -> Ran {
    let case = format!("{folder}/player.toml");
    // The tour in the README learns with the challenge; it takes most of the time.
    desk.run(&["learn", &case, "--fresh", "--challenge", "none"])
}

fn assert_new_users_succeed(options: &[&str], interpreter: &str, files: [&str; 3]) {
    if !has(interpreter) {
        return;
    }
    let desk = Desk::new();
    let ran = desk.run(&[&["init", "mine"], options].concat()).exits(0);
    let next =
        ["typestar try mine/player.toml \"load wait play wait\"", "doctor mine/player.toml", "learn mine/player.toml"];
    ran.complains(&next).complains(&files.map(|file| file));
    assert!(files.iter().all(|file| desk.path("mine").join(file).exists()));

    let steps = desk.run(&["try", "mine/player.toml", "load wait play wait", "--json"]).exits(0).json();
    let outputs: Vec<&str> = (0..4).map(|step| steps["steps"][step]["output"].as_str().expect("an output")).collect();
    assert_eq!(outputs, ["ok", "onLoaded", "ok", "onFinished"]);
    desk.run(&["try", "mine/player.toml", "play load"]).exits(0).prints(&["1  play  error", "cannot play now", " ms"]);

    learn(&desk, "mine").exits(0).prints(&["player: 5 states and the error sink, 4 inputs", "← onLoaded"]);
    desk.run(&["show", "player.run"]).exits(0).prints(&["▸ Start", "load", "← onFinished", "illegal: play"]);
    assert!(desk.read("player.run/report.html").contains("cannot play now"), "the report shows why a call is illegal");
}

#[test]
fn the_python_example_learns_at_once() {
    assert_new_users_succeed(&["--lang", "python"], "python3", PYTHON_FILES);
}

#[test]
fn the_asyncio_example_learns_at_once() {
    assert_new_users_succeed(&["--lang", "python", "--asyncio"], "python3", PYTHON_FILES);
}

#[test]
fn the_javascript_example_learns_at_once() {
    assert_new_users_succeed(&["--lang", "javascript"], "node", ["player.toml", "player.js", "typestar_adapter.js"]);
}

#[test]
fn the_java_example_learns_at_once() {
    assert_new_users_succeed(&["--lang", "java"], "javac", ["player.toml", "Player.java", "PlayerAdapter.java"]);
}

#[cfg(unix)]
#[test]
fn the_android_example_learns_at_once() {
    let Some(desk) = common::android_desk(34) else { return };
    let ran = desk.run(&["init", "mine", "--lang", "android"]).exits(0);
    let next =
        ["typestar try mine/timer.toml \"start wait cancel wait\"", "doctor mine/timer.toml", "learn mine/timer.toml"];
    ran.complains(&next).complains(&["timer.toml", "Timer.java"]);
    let steps = desk.run(&["try", "mine/timer.toml", "start wait cancel wait", "--json"]).exits(0).json();
    let outputs: Vec<&str> = (0..4).map(|step| steps["steps"][step]["output"].as_str().expect("an output")).collect();
    assert_eq!(outputs, ["ok", "onTick", "ok", "quiet"]);
    let examined = desk.run(&["doctor", "mine/timer.toml"]).exits(0).prints(&["ok    handshake", "API 34"]);
    assert!(!examined.stdout.contains("FAIL"), "{}", examined.stdout);
    let learned = desk.run(&["learn", "mine/timer.toml", "--challenge", "none"]).exits(0);
    learned.prints(&["timer: 5 states, 3 inputs", "← onTick", "← onFinish", "quiescence is exact"]);
}

#[test]
fn init_writes_here_and_in_python_by_default() {
    let desk = Desk::new();
    desk.run(&["init"]).exits(0).complains(&["typestar learn player.toml"]);
    assert!(desk.read("player.toml").contains("[\"python3\", \"player.py\"]"));
}

#[test]
fn init_overwrites_nothing() {
    let desk = Desk::new();
    desk.write("player.js", "my own work");
    let ran = desk.run(&["init", "--lang", "javascript"]).exits(2);
    ran.complains(&["player.js already exists", "choose another folder"]);
    assert_eq!(desk.read("player.js"), "my own work");
    assert!(!desk.path("player.toml").exists(), "nothing is written if not everything can be");
}

#[test]
fn examples_of_two_languages_live_in_one_folder() {
    if !has("python3") || !has("node") {
        return;
    }
    let desk = Desk::new();
    desk.run(&["init"]).exits(0);
    let ran = desk.run(&["init", "--lang", "javascript"]).exits(0);
    ran.complains(&["wrote ./player-javascript.toml", "typestar learn player-javascript.toml"]);
    for (case, command) in [("player.toml", "python3"), ("player-javascript.toml", "node")] {
        assert!(desk.read(case).contains(command), "{case}");
        let tried = desk.run(&["try", case, "load wait play wait", "--json"]).exits(0).json();
        assert_eq!(tried["steps"][3]["output"], "onFinished", "{case}");
    }
    let learned = desk.run(&["learn", "player-javascript.toml", "--challenge", "none"]).exits(0);
    learned.prints(&["player-javascript: 5 states", "player-javascript.run"]);
    let again = desk.run(&["init", "--lang", "javascript"]).exits(2);
    again.complains(&["player-javascript.toml already exists", "--library"]);
    desk.run(&["init", "--asyncio"]).exits(2).complains(&["player.py already exists", "choose another folder"]);
}

#[test]
fn the_library_is_written_alone() {
    let desk = Desk::new();
    for (language, file) in [("python", "typestar_adapter.py"), ("javascript", "typestar_adapter.js")] {
        let write = || desk.run(&["init", "--library", "--lang", language, "mine"]);
        write().exits(0).complains(&[&format!("wrote mine/{file}")]);
        write().exits(0);
        desk.write(&format!("mine/{file}"), "an older one");
        write().exits(2).complains(&["differs from the library of this typestar", "delete it first"]);
        assert_eq!(desk.read(&format!("mine/{file}")), "an older one");
    }
    assert_eq!(std::fs::read_dir(desk.path("mine")).expect("a folder").count(), 2, "nothing else is written");
    for language in ["java", "android"] {
        desk.run(&["init", "--library", "--lang", language]).exits(2).complains(&["comes with the command"]);
    }
}

#[test]
fn an_example_is_written_beside_its_library() {
    let desk = Desk::new();
    desk.run(&["init", "--library"]).exits(0);
    desk.run(&["init"]).exits(0);
    assert!(desk.path("player.py").exists());
}

#[test]
fn init_says_where_it_cannot_write() {
    let desk = Desk::new();
    desk.write("file", "not a folder");
    desk.run(&["init", "file/mine"]).exits(2).complains(&["cannot write file/mine"]);
    desk.run(&["init", "--lang", "cobol"]).exits(2).complains(&["cobol", "python, javascript, java, android"]);
    for language in ["javascript", "java", "android"] {
        let ran = desk.run(&["init", "--lang", language, "--asyncio"]).exits(2);
        ran.complains(&["--asyncio is for Python", "use --lang python"]);
    }
    assert!(!desk.path("player.toml").exists());
}

/// Makes the player of the folder `mine` wait so long, and write down at its end whether its host has waited for real.
fn set_delay(desk: &Desk, seconds: &str) {
    let player = desk.read("mine/player.py");
    assert!(player.contains("sleep(0.03)") && player.contains("clock=\"asyncio\""), "{player}");
    let told = "clock=\"asyncio\", tear_down=lambda: open(\"waits\", \"w\").write(str(typestar_adapter.real_waits))";
    let player = player.replace("sleep(0.03)", &format!("sleep({seconds})")).replace("clock=\"asyncio\"", told);
    desk.write("mine/player.py", &player.replace("import asyncio\n", "import asyncio\nimport typestar_adapter\n"));
}

/// The model of a player that lives in asyncio and waits so long, learned without any wait in real time.
fn learned_with_delay(seconds: &str) -> String {
    let desk = Desk::new();
    desk.run(&["init", "--asyncio", "mine"]).exits(0);
    set_delay(&desk, seconds);
    learn(&desk, "mine").exits(0).prints(&["player: 5 states and the error sink, 4 inputs"]);
    let log = desk.run(&["log", "player.run"]).exits(0).stdout;
    assert!(["wait/onLoaded", "wait/onFinished", "wait/quiet"].iter().all(|step| log.contains(step)), "{log}");
    assert_eq!(desk.read("mine/waits"), "0", "the host of a player with delays of {seconds} s slept");
    desk.read("player.run/model.json")
}

#[test]
fn an_asyncio_class_with_long_delays_is_learned_without_sleeping() {
    if has("python3") {
        assert_eq!(learned_with_delay("0.01"), learned_with_delay("10"));
    }
}

/// An adapter whose `stop` has a mistake: it looks like an illegal call until somebody reads the reason.
const BROKEN: &str = r#"
from typestar_adapter import serve

class Player:
    def __init__(self, emit):
        self.emit = emit

    def play(self):
        self.emit("onPlayed")

    def stop(self, force):
        pass

serve(name="player", create=Player, inputs=["play", "stop"])
"#;

#[test]
fn the_doctor_prints_the_reasons_that_it_tells_people_to_read() {
    if !has("python3") {
        return;
    }
    let desk = Desk::new();
    desk.run(&["init", "mine"]).exits(0);
    desk.write("mine/player.py", BROKEN);
    desk.write(
        "mine/case.toml",
        "[system]\ncommand = [\"python3\", \"player.py\"]\n[inputs]\ncallins = [\"play\", \"stop\"]\n\
         [timing]\nquiescence_ms = 20\n",
    );
    let told = desk.run(&["doctor", "mine/case.toml"]);
    let told = told.prints(&["`stop` was an error", "read the reasons", "learning may take"]);
    let reason = told.stdout.lines().find(|line| line.contains("stop/error ("));
    assert!(
        reason.is_some_and(|line| line.contains("missing 1 required positional argument: 'force'")),
        "{}",
        told.stdout
    );
}
