//! A component that hangs or crashes is learned: that is what it does, and not the end of the run.

use crate::common;
use crate::common::{Desk, has};

/// A door: closing it when it is shut never returns, and slamming it ends the process.
const DOOR: &str = r#"
import os, sys, threading
from typestar_adapter import serve

class Door:
    def __init__(self, emit):
        self.emit, self.is_open = emit, False
    def open(self):
        if self.is_open:
            raise RuntimeError("it is open")
        self.is_open = True
        self.emit("onOpen")
    def close(self):
        if not self.is_open:
            threading.Event().wait()
        self.is_open = False
    def slam(self):
        if self.is_open:
            print("the hinges break", file=sys.stderr, flush=True)
            os._exit(3)

serve(name="door", create=Door, inputs=["open", "close", "slam"], outputs=["onOpen"])
"#;

const CASE: &str = r#"
[system]
command = ["python3", "door.py"]
[inputs]
callins = ["open", "close", "slam"]
[purpose]
at_most_once = ["open"]
[timing]
quiescence_ms = 20
step_deadline_ms = 200
"#;

/// Every hang costs its deadline twice, so there are few.
const LEARN: [&str; 4] = ["learn", "door.toml", "--tester", "hsi(0)"];

fn desk(case: &str) -> Option<Desk> {
    if !has("python3") {
        return None;
    }
    let desk = Desk::new();
    let host = std::fs::read_to_string(common::repository("hosts/python/typestar_adapter.py"));
    desk.write("typestar_adapter.py", &host.expect("the host library is in the repository"));
    desk.write("door.py", DOOR);
    desk.write("door.toml", case);
    Some(desk)
}

#[test]
fn hangs_and_crashes_are_outputs_of_the_learned_model() {
    let Some(desk) = desk(CASE) else { return };
    let learned = desk.run(&LEARN).exits(0);
    let learned = learned.prints(&["and the error sink", "hangs: close\n", "crashes: slam\n"]);
    assert!(!learned.stdout.contains("adapter troubles"), "{}", learned.stdout);
    let model = desk.read("door.run/model.json");
    assert!(model.contains(r#"{"name":"hang","kind":"hang"}"#) && model.contains(r#"{"name":"crash","kind":"crash"}"#));
    assert!(model.contains("`close` did not return within 200 ms (as the first input)"), "the reason is kept");
    assert!(model.contains("exit status: 3)\\nthe hinges break"), "the last lines are kept");

    // What is known is not asked again, and counts as before.
    let again = desk.run(&[&LEARN[..], &["--json"]].concat()).exits(0).json();
    let executed = |part: &str| again[part]["executed"].as_u64().expect("a count");
    assert_eq!(again["replayed"].as_u64(), Some(executed("learning") + executed("testing")));
    assert_eq!(desk.read("door.run/model.json"), model);

    desk.run(&["try", "door.toml", "open close close open"]).exits(0).prints(&["3  close  hang"]);
    desk.run(&["conform", "door.run", "door.toml", "--tester", "hsi(0)"]).exits(0);
}

#[test]
fn a_model_that_hangs_can_be_learned_again_and_compared() {
    let desk = Desk::new();
    let machine = |output: &str| {
        format!(
            "digraph {{ s -> t [label=\"go/ok\"]; t -> e [label=\"go/{output}\"]; e -> e [label=\"go/error\"]; \
             s -> s [label=\"wait/quiet\"]; t -> t [label=\"wait/quiet\"]; e -> e [label=\"wait/error\"]; }}"
        )
    };
    desk.write("hangs.dot", &machine("hang"));
    desk.write("accepts.dot", &machine("ok"));
    desk.run(&["learn", "sim:hangs.dot", "-o", "run"]).exits(0).prints(&["hangs: go\n"]);
    desk.run(&["compare", "run", "hangs.dot"]).exits(0);
    desk.run(&["learn", "sim:run/model.json", "-o", "again"]).exits(0);
    desk.run(&["compare", "again", "run"]).exits(0);
    desk.run(&["compare", "run", "accepts.dot"]).exits(1).prints(&["ok hang"]);
    desk.run(&["conform", "run", "sim:accepts.dot"]).exits(1).prints(&["hang"]);
}

#[test]
fn a_hang_ends_the_run_if_the_case_says_so() {
    let Some(desk) = desk(&format!("{CASE}on_hang = \"fail\"\nrestarts = 0\n")) else { return };
    desk.run(&["learn", "door.toml"]).exits(3).complains(&["did not return within 200 ms", "hangs"]);
    desk.write("door.toml", &format!("{CASE}on_hang = \"panic\"\n"));
    desk.run(&["learn", "door.toml"]).exits(2).complains(&[
        "door.toml",
        "invalid value `panic` for `on_hang`",
        "\"output\"",
    ]);
}

#[test]
fn a_component_that_dies_while_it_is_made_ends_the_run() {
    let Some(desk) = desk(CASE) else { return };
    desk.write("door.py", &DOOR.replace("self.emit, self.is_open = emit, False", "os._exit(4)"));
    desk.run(&["learn", "door.toml"]).exits(3).complains(&["the adapter exited (exit status: 4)"]);
}

#[test]
fn a_component_that_crashes_whenever_it_is_ended_ends_the_run() {
    let Some(desk) = desk(CASE) else { return };
    let door = DOOR.replace("serve(name", "serve(destroy=lambda door: os._exit(9), name");
    desk.write("door.py", &door.replace("threading.Event().wait()", "pass"));
    let ran = desk.run(&["learn", "door.toml", "-q"]).exits(3);
    ran.complains(&[
        "exit status: 9",
        "while ending the component of the previous word, 3 times in a row",
        "`destroy` of the host libraries",
    ]);
    let kept = desk.run(&["log", "door.run"]).exits(0);
    assert_eq!(kept.stdout.lines().count(), 4, "the word that ended it was answered, too: {}", kept.stdout);
}
