//! Components that count, learned with the command: limits are learned, and what has none is a finding.

use crate::common;

use crate::common::{Desk, has, wait_until};
use serde_json::Value;

/// A desk with an adapter in Python for a class whose body is this, and a case with the defaults.
fn desk_with(callins: &str, outputs: &str, class: &str) -> Desk {
    let desk = Desk::new();
    let host = common::repository("hosts/python/typestar_adapter.py");
    desk.write("typestar_adapter.py", &std::fs::read_to_string(host).expect("the host library is in the repository"));
    let adapter = format!(
        "import os, time\nfrom typestar_adapter import output, serve\n\nclass Component:\n{class}\n\
         serve(name=\"component\", create=lambda emit, _clock: Component(emit), inputs={callins}, outputs={outputs}, \
         clock=\"virtual\")\n"
    );
    desk.write("component.py", &adapter);
    write_case(&desk, callins, outputs, "");
    desk
}

fn write_case(desk: &Desk, callins: &str, outputs: &str, more: &str) {
    let case = format!(
        "[system]\ncommand = [\"python3\", \"component.py\"]\n[inputs]\ncallins = {callins}\n\
         [outputs]\ncallbacks = {outputs}\n[timing]\nstep_deadline_ms = 600000\n{more}"
    );
    desk.write("component.toml", &case);
}

fn learned(desk: &Desk, code: i32) -> Value {
    desk.run(&["learn", "component.toml", "--fresh", "--json"]).exits(code).json()
}

/// A queue with room for 20 items. It rests for long in the middle of a long word, if there is a file `rest`.
const QUEUE: &str = r#"
    def __init__(self, _emit):
        self.items = 0
        self.calls = 0
    def put(self):
        self.calls += 1
        if self.calls == 40 and os.path.exists("rest"):
            open("resting", "w").close()
            time.sleep(600)
        if self.items == 20:
            return output("full")
        self.items += 1
    def get(self):
        if self.items == 0:
            return output("empty")
        self.items -= 1
"#;

/// Keeps what is pushed; flush brings a callback for each.
const BUFFER: &str = r#"
    def __init__(self, emit):
        self.emit = emit
        self.items = 0
    def push(self):
        self.items += 1
    def flush(self):
        for _ in range(self.items):
            self.emit("onItem")
        self.items = 0
"#;

/// Keeps what is fed until it has ended; a read takes one, or waits for it, and is refused while another one waits.
const STREAM: &str = r#"
    def __init__(self, emit):
        self.emit = emit
        self.kept = 0
        self.is_waiting = False
        self.has_ended = False
    def feed(self):
        if self.has_ended:
            raise AssertionError("feed after end")
        if self.is_waiting:
            self.emit("onByte")
            self.is_waiting = False
        else:
            self.kept += 1
    def feedEnd(self):
        self.has_ended = True
        if self.is_waiting:
            self.emit("onEnd")
        self.is_waiting = False
    def read(self):
        if self.kept > 0:
            self.kept -= 1
            self.emit("onByte")
        elif self.has_ended:
            self.emit("onEnd")
        elif self.is_waiting:
            self.emit("onRefused")
        else:
            self.is_waiting = True
"#;

/// Hangs up after seven bad commands.
const SERVER: &str = r#"
    def __init__(self, _emit):
        self.bad = 0
    def noop(self):
        return output("closed") if self.bad == 7 else None
    def oops(self):
        self.bad = min(self.bad + 1, 7)
        return output("closed" if self.bad == 7 else "unknown")
"#;

#[test]
fn a_limit_is_learned_and_exits_with_0() {
    if !has("python3") {
        return;
    }
    let summary = learned(&desk_with("[\"put\", \"get\"]", "[]", QUEUE), 0);
    assert_eq!(summary["states"], 21);
    assert!(summary["growth"]["executed"].as_u64() > Some(0));
    let summary = learned(&desk_with("[\"noop\", \"oops\"]", "[]", SERVER), 0);
    assert_eq!(summary["states"], 8, "a limit behind a loop");
}

#[test]
fn what_another_call_lets_go_exits_with_1_and_the_proposed_purpose_helps() {
    if !has("python3") {
        return;
    }
    let (callins, outputs) = ("[\"push\", \"flush\"]", "[\"onItem\"]");
    let desk = desk_with(callins, outputs, BUFFER);
    let quiet = "[purpose]\nat_most_between_quiets = 1\n";
    write_case(&desk, callins, outputs, quiet);
    let summary = learned(&desk, 1);
    assert_eq!(summary["findings"][0]["kind"], "pending-callbacks-grow");
    let message = summary["findings"][0]["message"].as_str().expect("a message");
    assert!(message.starts_with("every `push wait` is counted: after 49 rounds, `flush, "), "{message}");
    let advice = summary["findings"][0]["advice"][0].as_str().expect("advice");
    let (_, line) = advice.split_once("under [purpose], write ").expect("a line");
    write_case(&desk, callins, outputs, &format!("{quiet}{line}\n"));
    assert_eq!(learned(&desk, 0)["findings"], serde_json::json!([]), "{line}");
}

#[test]
fn what_a_loop_piles_up_is_seen_behind_the_call_that_takes_one_of_it() {
    if !has("python3") {
        return;
    }
    let (callins, outputs) = ("[\"feed\", \"feedEnd\", \"read\"]", "[\"onByte\", \"onEnd\", \"onRefused\"]");
    let desk = desk_with(callins, outputs, STREAM);
    write_case(&desk, callins, outputs, "[purpose]\nat_most_between_quiets = 1\n");
    for seed in ["1", "2", "3", "4", "5"] {
        let summary = desk.run(&["learn", "component.toml", "--fresh", "--json", "--seed", seed]).exits(1).json();
        assert_eq!(summary["findings"][0]["kind"], "pending-callbacks-grow", "seed {seed}");
    }
}

#[test]
fn a_suspicion_at_a_budget_exits_with_4_and_says_what_seems_to_be_counted() {
    if !has("python3") {
        return;
    }
    let desk = desk_with("[\"put\", \"get\"]", "[]", QUEUE);
    let ran = desk.run(&["learn", "component.toml", "--json", "--max-states", "12"]).exits(4);
    let verdict = ran.json()["verdict"].as_str().expect("a verdict").to_owned();
    assert!(verdict.contains("ran out, and it may grow without end: `put` seems to be counted"), "{verdict}");
}

#[test]
fn a_run_that_is_killed_while_a_ladder_is_climbed_continues_to_the_same_model() {
    if !has("python3") {
        return;
    }
    let undisturbed = desk_with("[\"put\", \"get\"]", "[]", QUEUE);
    undisturbed.run(&["learn", "component.toml", "-o", "run", "-q"]).exits(0);
    let desk = desk_with("[\"put\", \"get\"]", "[]", QUEUE);
    desk.write("rest", "");
    let running = desk.start(&["learn", "component.toml", "-o", "run", "-q"]);
    wait_until("a long word is executed", || desk.path("resting").exists());
    running.kill();
    std::fs::remove_file(desk.path("rest")).expect("the file");
    desk.run(&["learn", "component.toml", "-o", "run", "-q"]).exits(0);
    assert_eq!(desk.read("run/model.json"), undisturbed.read("run/model.json"));
}

/// The same queue, with values.
const ITEMS: &str = r#"
    def __init__(self, _emit):
        self.items = []
        self.calls = 0
    def put(self, item):
        self.calls += 1
        if self.calls == 40 and os.path.exists("rest"):
            open("resting", "w").close()
            time.sleep(600)
        if len(self.items) == 20:
            return output("full")
        self.items.append(item)
    def get(self):
        return output("took", self.items.pop(0)) if self.items else output("empty")
"#;

fn desk_with_items() -> Desk {
    let desk = desk_with("[\"put\", \"get\"]", "[]", ITEMS);
    desk.write(
        "component.toml",
        "[system]\ncommand = [\"python3\", \"component.py\"]\n[types]\nitem = \"equality\"\n[inputs.actions]\n\
         put = [\"item\"]\nget = []\n[outputs.actions]\ntook = [\"item\"]\nfull = []\nempty = []\n\
         [timing]\nstep_deadline_ms = 600000\n",
    );
    desk
}

#[test]
fn a_limit_with_data_is_learned_and_a_run_that_is_killed_on_the_way_comes_to_the_same_model() {
    if !has("python3") {
        return;
    }
    let undisturbed = desk_with_items();
    let summary = undisturbed.run(&["learn", "component.toml", "-o", "run", "--json"]).exits(0).json();
    assert_eq!(summary["registers"]["locations"], 21);
    assert!(summary["growth"]["executed"].as_u64() > Some(0));
    let desk = desk_with_items();
    desk.write("rest", "");
    let running = desk.start(&["learn", "component.toml", "-o", "run", "-q"]);
    wait_until("a long word is executed", || desk.path("resting").exists());
    running.kill();
    std::fs::remove_file(desk.path("rest")).expect("the file");
    desk.run(&["learn", "component.toml", "-o", "run", "-q"]).exits(0);
    assert_eq!(desk.read("run/model.json"), undisturbed.read("run/model.json"));
}

#[test]
fn a_suspicion_with_data_at_a_budget_exits_with_4_and_says_what_seems_to_be_counted() {
    if !has("python3") {
        return;
    }
    let desk = desk_with_items();
    let ran = desk.run(&["learn", "component.toml", "--json", "--max-states", "12"]).exits(4);
    let verdict = ran.json()["verdict"].as_str().expect("a verdict").to_owned();
    assert!(verdict.contains("ran out, and it may grow without end: `put` seems to be counted"), "{verdict}");
}

#[test]
fn every_kind_of_rule_makes_a_count_finite_and_exits_with_0() {
    if !has("python3") {
        return;
    }
    let (callins, outputs) = ("[\"push\", \"flush\"]", "[\"onItem\"]");
    let desk = desk_with(callins, outputs, BUFFER);
    desk.write(
        "rule.dot",
        "digraph {\n  none -> one [label=\"push\"]\n  none -> none [label=\"flush\"]\n  none -> none [label=\"wait\"]\n  \
         one -> outside [label=\"push\"]\n  one -> let [label=\"flush\"]\n  one -> one [label=\"wait\"]\n  \
         let -> outside [label=\"push\"]\n  let -> let [label=\"flush\"]\n  let -> none [label=\"wait\"]\n}\n",
    );
    let rules = [
        "at_most_between_quiets = 1\nat_most_between = [{ count = 2, of = [\"push\"], between = [\"flush\"] }]",
        "drain = true\nat_most_between = [{ count = 2, of = [\"push\"], between = [\"flush\"] }]",
        "at_most_pending = [{ count = 2, requests = [\"push\"], callbacks = [\"onItem\"] }]",
        "automaton = \"rule.dot\"",
    ];
    for rule in rules {
        write_case(&desk, callins, outputs, &format!("[purpose]\n{rule}\n"));
        let summary = learned(&desk, 0);
        assert_eq!((&summary["finished"], &summary["findings"]), (&true.into(), &serde_json::json!([])), "{rule}");
    }
    let rule = desk.read("rule.dot");
    desk.write("rule.dot", &rule.replace("  one -> one [label=\"wait\"]\n", ""));
    desk.run(&["learn", "component.toml"]).exits(2).complains(&["rule.dot:", "`one`", "`wait`"]);
}
