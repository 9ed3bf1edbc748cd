//! Signals and processes: whatever ends typestar, nothing of it is left, and the ground is cleaned.

#![cfg(target_os = "linux")]

use crate::common;
use std::time::Duration;

use crate::common::{Desk, Running, has, wait_until};
use typestar_model::Random;

/// Its own set-up starts a process that only its tear-down ends: not even the end of its group does.
const ADAPTER: &str = r#"
import os, subprocess, sys, time
from typestar_adapter import serve

server = None

def set_up():
    global server
    server = subprocess.Popen(["sleep", "1000"], start_new_session=True)

def tear_down():
    server.kill()
    server.wait()

class Switch:
    def __init__(self, emit):
        self.emit, self.on, self.was_on = emit, False, False
        time.sleep(0.005)
    def flip(self):
        self.on = not self.on
        if not self.was_on:
            self.was_on = True
            self.emit("onOn")
    def check(self):
        if not self.on:
            raise RuntimeError("it is off")
    def block(self):
        open("blocked", "w").close()
        time.sleep(1000)

serve(name="switch", create=Switch, inputs=["flip", "check", "block"], set_up=set_up, tear_down=tear_down)
"#;

/// An adapter without a host library that does not mind that its input ends, nor that it is asked to end.
const STUBBORN: &str = r#"
import json, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
sys.stdin.readline()
print(json.dumps({"type": "ready", "protocol": 3, "inputs": ["flip", "check"]}), flush=True)
open("ready", "w").close()
time.sleep(1000)
"#;

const CASE: &str = r#"
[system]
command = ["python3", "adapter.py"]
set_up = ["sh", "-c", "echo up >> ground; sleep 0.2; sleep 0.2"]
tear_down = ["sh", "-c", "echo down >> ground"]
[inputs]
callins = ["flip", "check"]
[timing]
quiescence_ms = 20
"#;

fn desk(adapter: &str) -> Option<Desk> {
    if !has("python3") {
        return None;
    }
    let desk = Desk::new();
    let host = std::fs::read_to_string(common::repository("hosts/python/typestar_adapter.py"));
    desk.write("typestar_adapter.py", &host.expect("the host library is in the repository"));
    desk.write("adapter.py", adapter);
    desk.write("case.toml", CASE);
    Some(desk)
}

/// How often the ground was laid, and how often it was cleared.
fn ground(desk: &Desk) -> (usize, usize) {
    let text = std::fs::read_to_string(desk.path("ground")).unwrap_or_default();
    let count = |what: &str| text.lines().filter(|line| *line == what).count();
    (count("up"), count("down"))
}

/// Ends a run after this many milliseconds in one of the three ways; whether the ground has to be cleared afterwards.
fn disturb(desk: &Desk, moment: u64, signal: &str) -> bool {
    let before = ground(desk);
    let running = desk.start(&["learn", "case.toml", "-o", "run", "-q"]);
    std::thread::sleep(Duration::from_millis(moment));
    running.signal(signal);
    drop(running.wait());
    desk.wait_for_silence();
    let after = ground(desk);
    let (laid, cleared) = (after.0 - before.0, after.1 - before.1);
    // A run that has come to its end before the signal has cleared the ground, too.
    signal == "KILL" || laid == cleared
}

/// Ends runs at random moments, from their very beginning to their end, and then lets one come to its end.
fn disturb_at_random_moments(seed: u64, times: u64) {
    let Some(desk) = desk(ADAPTER) else { return };
    let mut random = Random::new(seed);
    for time in 0..times {
        let signal = ["INT", "TERM", "KILL"][(time % 3) as usize];
        let moment = random.below(2500) as u64;
        assert!(disturb(&desk, moment, signal), "SIG{signal} after {moment} ms: the ground is not cleared");
        if desk.path("run/model.json").exists() && desk.read("run/model.json").contains("\"finished\": true") {
            std::fs::remove_dir_all(desk.path("run")).expect("the run is removed");
        }
    }
    desk.run(&["learn", "case.toml", "-o", "run", "-q"]).exits(0);
    desk.wait_for_silence();
}

#[test]
fn signals_at_random_moments_leave_no_process_and_clear_the_ground() {
    disturb_at_random_moments(7, 6);
}

#[test]
#[ignore = "takes ten minutes: run it by hand"]
fn signals_at_two_hundred_random_moments_leave_no_process_and_clear_the_ground() {
    disturb_at_random_moments(8, 200);
}

/// Sends a signal, and once it was heard another one.
fn insist_on_the_end(running: &mut Running, signal: &str) {
    running.signal(signal);
    wait_until("it is heard", || running.says("press Ctrl-C again") || running.has_ended());
    if !running.has_ended() {
        running.signal(signal);
    }
}

/// Waits until something is there, or the command has ended.
fn wait_for(desk: &Desk, file: &str, running: &mut Running) {
    wait_until(file, || desk.path(file).exists() || running.has_ended());
}

#[test]
fn a_signal_while_the_ground_is_laid_clears_it_in_every_command() {
    let Some(desk) = desk(ADAPTER) else { return };
    desk.write("case.toml", &CASE.replace("sleep 0.2; sleep 0.2", "sleep 1000"));
    desk.write(
        "switch.dot",
        "digraph { s -> s [label=\"flip/ok\"]; s -> s [label=\"check/ok\"]; s -> s [label=\"wait/quiet\"] }",
    );
    let commands: [&[&str]; 4] = [
        &["learn", "case.toml"],
        &["conform", "switch.dot", "case.toml"],
        &["doctor", "case.toml"],
        &["try", "case.toml", "flip"],
    ];
    for (command, signal) in commands.into_iter().zip(["INT", "TERM", "HUP", "TERM"]) {
        let _ = std::fs::remove_file(desk.path("ground"));
        let mut running = desk.start(command);
        wait_for(&desk, "ground", &mut running);
        running.signal(signal);
        running.wait().exits(130);
        desk.wait_for_silence();
        assert_eq!(ground(&desk), (1, 1), "{command:?}");
    }
}

#[test]
fn whoever_insists_on_the_end_while_the_ground_is_laid_leaves_no_process() {
    let Some(desk) = desk(ADAPTER) else { return };
    let case = CASE.replace("sleep 0.2; sleep 0.2", "sleep 1000 & sleep 1000; echo later >> ground");
    desk.write("case.toml", &case);
    let mut running = desk.start(&["learn", "case.toml"]);
    wait_for(&desk, "ground", &mut running);
    insist_on_the_end(&mut running, "INT");
    running.wait().exits(130);
    desk.wait_for_silence();
    assert_eq!(ground(&desk), (1, 1));
}

#[test]
fn an_interrupt_in_a_call_that_blocks_is_answered_after_the_step_and_nothing_is_left() {
    let Some(desk) = desk(ADAPTER) else { return };
    desk.write(
        "case.toml",
        &CASE.replace("\"check\"", "\"check\", \"block\"").replace("20", "20\nstep_deadline_ms = 600000"),
    );
    let mut running = desk.start(&["try", "case.toml", "flip wait block"]);
    wait_for(&desk, "blocked", &mut running);
    insist_on_the_end(&mut running, "TERM");
    running.wait().exits(130);
    desk.wait_for_silence();
    assert_eq!(ground(&desk), (1, 1));
}

#[test]
fn an_adapter_that_stays_is_ended_when_typestar_is_gone() {
    let Some(desk) = desk(STUBBORN) else { return };
    let mut running = desk.start(&["try", "case.toml", "flip"]);
    wait_for(&desk, "ready", &mut running);
    running.kill();
    desk.wait_for_silence();
}

#[test]
fn whoever_insists_on_the_end_gets_the_object_all_the_same() {
    let Some(desk) = desk(ADAPTER) else { return };
    let case = CASE.replace("\"check\"", "\"check\", \"block\"").replace("20", "20\nstep_deadline_ms = 600000");
    desk.write("case.toml", &case);
    let mut running = desk.start(&["learn", "case.toml", "--json"]);
    wait_for(&desk, "blocked", &mut running);
    insist_on_the_end(&mut running, "INT");
    let summary = running.wait().exits(130).json();
    assert_eq!((&summary["system"], &summary["finished"]), (&"case".into(), &false.into()));
    assert!(summary["verdict"].as_str().is_some_and(|text| text.starts_with("interrupted")), "{summary}");
    desk.wait_for_silence();
}
