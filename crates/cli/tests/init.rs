//! A new user's way: `init`, `try`, `learn`, `show`.

mod common;

use common::{Desk, Ran, has};

/// Learns the example; a machine that is too busy gets a second and a third chance.
fn learn(desk: &Desk, folder: &str) -> Ran {
    let case = format!("{folder}/player.toml");
    // The tour in the README learns with the challenge; it takes most of the time.
    let arguments = ["learn", &case, "--fresh", "--challenge", "none"];
    for _ in 0..2 {
        let ran = desk.run(&arguments);
        if ran.code == Some(0) {
            return ran;
        }
        eprintln!("again: {}{}", ran.stdout, ran.stderr);
    }
    desk.run(&arguments)
}

fn assert_new_users_succeed(language: &str, interpreter: &str, files: [&str; 3]) {
    if !has(interpreter) {
        return;
    }
    let desk = Desk::new();
    let ran = desk.run(&["init", "--lang", language, "mine"]).exits(0);
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
    assert_new_users_succeed("python", "python3", ["player.toml", "player.py", "typestar_adapter.py"]);
}

#[test]
fn the_javascript_example_learns_at_once() {
    assert_new_users_succeed("javascript", "node", ["player.toml", "player.js", "typestar_adapter.js"]);
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
    ran.complains(&["player.js is there already", "choose another folder"]);
    assert_eq!(desk.read("player.js"), "my own work");
    assert!(!desk.path("player.toml").exists(), "nothing is written if not everything can be");
}

#[test]
fn init_says_where_it_cannot_write() {
    let desk = Desk::new();
    desk.write("file", "not a folder");
    desk.run(&["init", "file/mine"]).exits(2).complains(&["cannot write file/mine"]);
    desk.run(&["init", "--lang", "cobol"]).exits(2).complains(&["cobol", "python, javascript"]);
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
