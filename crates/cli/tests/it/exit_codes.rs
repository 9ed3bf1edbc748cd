//! Exit codes and `--json`: what scripts rely on.

use crate::common;
use std::collections::BTreeSet;

use crate::common::{Desk, Ran, SlowMachine, has, sim};
use serde_json::Value;

fn learn(desk: &Desk, machine: &str, more: &[&str]) -> Ran {
    desk.run(&[&["learn", &sim(machine), "--errors", "error", "-o", "run"], more].concat())
}

fn executed(summary: &Value) -> u64 {
    ["learning", "testing"].iter().map(|phase| summary[phase]["executed"].as_u64().expect("a count")).sum()
}

#[test]
fn a_run_that_finds_nothing_odd_exits_with_0() {
    let desk = Desk::new();
    learn(&desk, "AsyncTask", &[]).exits(0).prints(&["AsyncTask: 5 states and the error sink", "no counterexample"]);
    for file in ["model.json", "model.svg", "report.html", "summary.json", "journal.db"] {
        assert!(desk.path("run").join(file).exists(), "{file} is left for people");
    }
    assert!(desk.read("run/model.json").contains("\"finished\": true"));
}

#[test]
fn json_is_one_object_on_stdout_and_nothing_else() {
    let ran = learn(&Desk::new(), "AsyncTask", &["--json"]).exits(0);
    let summary = ran.json();
    assert_eq!(summary["system"], "AsyncTask");
    assert_eq!((&summary["states"], &summary["states_total"]), (&5.into(), &6.into()));
    assert_eq!((&summary["inputs"], &summary["run"]), (&3.into(), &"run".into()));
    assert_eq!((&summary["learner"], &summary["tester"]), (&"lsharp".into(), &"distinguisher-bound(2)".into()));
    for count in ["rounds", "wall_ms"] {
        assert!(summary[count].is_u64(), "{count}");
    }
    for (phase, count) in ["learning", "testing"].iter().flat_map(|p| ["asked", "executed", "symbols"].map(|c| (p, c)))
    {
        assert!(summary[phase][count].as_u64().is_some_and(|number| number > 0), "{phase}.{count}");
    }
    assert_eq!(summary["findings"], Value::Array(Vec::new()));
    assert!(summary["verdict"].as_str().is_some_and(|verdict| verdict.contains("complete if any two states differ")));
}

#[test]
fn a_result_that_cannot_be_written_is_told_and_exits_with_3() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("run/report.html.new")).expect("a folder in the place of a file");
    let ran = learn(&desk, "AsyncTask", &["--json", "-q"]).exits(3).complains(&["cannot write run/report.html"]);
    assert_eq!(ran.json()["states"], 5);
    learn(&desk, "AsyncTask", &["-q"]).exits(3).prints(&["AsyncTask: 5 states"]);
}

#[test]
fn a_file_that_cannot_be_completed_leaves_no_part_of_it() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("run/model.json/full")).expect("a folder in the place of a file");
    learn(&desk, "AsyncTask", &["-q"]).exits(3).complains(&["cannot write run/model.json"]);
    assert!(!desk.path("run/model.json.new").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_leaves_no_part_of_a_file() {
    if !common::has("bash") {
        return;
    }
    let desk = Desk::new();
    learn(&desk, "MediaPlayer", &["-q"]).exits(0);
    let before = desk.read("run/report.html");
    assert!(before.len() > 64 * 1024, "it is longer than the limit");
    let command = format!("ulimit -f 64; trap '' XFSZ; exec {:?} \"$@\"", env!("CARGO_BIN_EXE_typestar"));
    let machine = common::sim("MediaPlayer");
    let arguments = ["-c", &command, "bash", "learn", &machine, "--errors", "error", "-o", "run", "-q"];
    let ran = std::process::Command::new("bash").args(arguments).current_dir(desk.path("")).output();
    let ran = ran.expect("a shell");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.code() == Some(3) && said.contains("cannot write run/report.html"), "{said}");
    assert!(!desk.path("run/report.html.new").exists(), "{said}");
    assert!(desk.read("run/report.html") == before, "the old one stays");
}

#[test]
fn counts_of_the_journal_and_of_json_agree() {
    let desk = Desk::new();
    let summary = learn(&desk, "OkHttpCall", &["--json", "-q"]).exits(0).json();
    let log = desk.run(&["log", "run", "--json"]).exits(0).json_lines();
    for phase in ["learning", "testing"] {
        let words: Vec<&Value> = log.iter().filter(|entry| entry["phase"] == *phase).collect();
        let symbols: usize = words.iter().map(|entry| entry["inputs"].as_array().map_or(0, Vec::len)).sum();
        assert_eq!(summary[phase]["executed"], words.len());
        assert_eq!(summary[phase]["symbols"], symbols);
    }
}

#[test]
fn a_finding_exits_with_1() {
    let desk = Desk::new();
    let model = common::zoo("AsyncTask");
    desk.write(
        "case.toml",
        &format!(
            "[system]\nmodel = {model:?}\n[outputs]\nerrors = [\"error\"]\n\
             callbacks = [\"onPostExecute\", \"onCancelled\", \"onProgress\"]\n"
        ),
    );
    let ran = desk.run(&["learn", "case.toml"]).exits(1);
    ran.complains(&["finding", "onProgress"]).prints(&["5 states", "the declared callback `onProgress` never came"]);
    let findings = desk.run(&["learn", "case.toml", "--json"]).exits(1).json()["findings"].clone();
    assert_eq!(findings[0]["kind"], "unseen-output");
    assert_eq!(findings.as_array().map(Vec::len), Some(1));
}

/// A desk with an adapter in Python for a class whose body is this.
fn desk_with(callins: &str, outputs: &str, class: &str) -> Desk {
    let desk = Desk::new();
    let host = common::repository("hosts/python/typestar_adapter.py");
    desk.write("typestar_adapter.py", &std::fs::read_to_string(host).expect("the host library is in the repository"));
    let adapter = format!(
        "from typestar_adapter import serve\n\nclass Component:\n{class}\n\
         serve(name=\"component\", create=Component, inputs={callins}, outputs={outputs})\n"
    );
    desk.write("component.py", &adapter);
    let case = format!(
        "[system]\ncommand = [\"python3\", \"component.py\"]\n[inputs]\ncallins = {callins}\n\
         [timing]\nquiescence_ms = 20\n"
    );
    desk.write("component.toml", &case);
    desk
}

/// The lines of the case file that the first finding proposes.
fn proposed(summary: &serde_json::Value) -> Vec<String> {
    let advice = summary["findings"][0]["advice"].as_array().expect("advice");
    let line = |text: &serde_json::Value| {
        let (_, line) = text.as_str().expect("a text").split_once("under [purpose], write ").expect("a line");
        line.to_owned()
    };
    advice.iter().map(line).collect()
}

/// Every start gives a callback of its own, at once.
const TIMER: &str = r#"
    def __init__(self, emit):
        self.emit = emit
    def start(self):
        self.emit("onFinish")
"#;

#[test]
fn callbacks_that_grow_without_end_are_a_finding_that_proposes_a_purpose() {
    if !common::has("python3") {
        return;
    }
    let desk = desk_with("[\"start\"]", "[\"onFinish\"]", TIMER);
    let summary = desk.run(&["learn", "component.toml", "--json"]).exits(1).json();
    assert_eq!(summary["findings"][0]["kind"], "pending-callbacks-grow");
    assert!(proposed(&summary)[0].starts_with("at_most_pending = [{ count = 2, requests = [\"start\"]"));
    assert_eq!(summary["finished"], false);
    assert!(desk.read("component.run/model.json").contains("\"finished\": false"));
}

/// Every stop of something that runs gives two callbacks.
const RECORDER: &str = r#"
    def __init__(self, emit):
        self.emit, self.runs = emit, False
    def start(self):
        self.runs = True
    def stop(self):
        if self.runs:
            self.runs = False
            self.emit("onStopping")
            self.emit("onStopped")
"#;

#[test]
fn growth_along_a_cycle_exits_with_1_and_with_what_it_proposes_the_run_finishes() {
    if !common::has("python3") {
        return;
    }
    let desk = desk_with("[\"start\", \"stop\"]", "[\"onStopping\", \"onStopped\"]", RECORDER);
    let summary = desk.run(&["learn", "component.toml", "--json"]).exits(1).json();
    assert_eq!(summary["findings"][0]["kind"], "pending-callbacks-grow");
    let message = summary["findings"][0]["message"].as_str().expect("a sentence");
    assert!(message.contains("`start stop") && message.contains("onStopping"), "{message}");
    let lines = proposed(&summary);
    assert_eq!(lines, ["at_most_between_quiets = 1", "at_most_once = [\"start\"]"]);
    let case = desk.read("component.toml");
    for line in lines {
        desk.write("component.toml", &format!("{case}[purpose]\n{line}\n"));
        let summary = desk.run(&["learn", "component.toml", "--fresh", "--tester", "hsi(1)", "--json"]).exits(0).json();
        assert_eq!((&summary["finished"], &summary["findings"]), (&true.into(), &serde_json::json!([])), "{line}");
    }
}

/// Counts without callbacks.
const SEMAPHORE: &str = r#"
    def __init__(self, emit):
        self.count = 0
    def acquire(self):
        self.count += 1
    def release(self):
        if self.count == 0:
            raise RuntimeError("not acquired")
        self.count -= 1
"#;

#[test]
fn a_count_that_grows_exits_with_1_unless_nobody_looks() {
    if !common::has("python3") {
        return;
    }
    let desk = desk_with("[\"acquire\", \"release\"]", "[]", SEMAPHORE);
    let ran = desk.run(&["learn", "component.toml"]).exits(1);
    ran.prints(&["every `acquire` is counted", "at_most_once = [\"acquire\"]"]);
    let case = desk.read("component.toml");
    desk.write(
        "component.toml",
        &format!("{case}[learning]\ngrowth_rounds = 0\ntester = \"distinguisher-bound(2)\"\n"),
    );
    let summary = desk.run(&["learn", "component.toml", "--fresh", "--json"]).exits(0).json();
    assert_eq!(summary["states"], 3, "who does not look does not see");
    desk.write("component.toml", &format!("{case}[learning]\ngrowth_rounds = 5\n"));
    let ran = desk.run(&["learn", "component.toml"]).exits(2);
    ran.complains(&["component.toml:8:17", "`growth_rounds` is too small", "use at least 12, or 0"]);
}

#[test]
fn a_budget_that_runs_out_exits_with_4_and_keeps_the_partial_model() {
    let budgets = [("--max-words", "20"), ("--max-symbols", "90"), ("--max-states", "3"), ("--max-time", "0")];
    for (limit, value) in budgets {
        let desk = Desk::new();
        let ran = learn(&desk, "SpeechRecognizer", &[limit, value, "--json"]).exits(4);
        let summary = ran.json();
        assert_eq!(summary["finished"], false, "{limit}");
        let verdict = summary["verdict"].as_str().expect("a sentence");
        assert!(verdict.contains("the budget of") && verdict.contains("raise the limit"), "{limit}: {verdict}");
        assert!(desk.read("run/model.json").contains("\"finished\": false"), "{limit}");
        desk.run(&["show", "run"]).exits(0);
    }
}

#[test]
fn a_raised_budget_continues_without_asking_anything_twice() {
    let desk = Desk::new();
    let first = learn(&desk, "SpeechRecognizer", &["--max-words", "20", "--json"]).exits(4).json();
    let second = learn(&desk, "SpeechRecognizer", &["--json"]).exits(0).json();
    assert_eq!((executed(&first), &second["replayed"]), (20, &20.into()));
    let at_once = learn(&Desk::new(), "SpeechRecognizer", &["--json"]).exits(0).json();
    assert_eq!((&second["learning"], &second["testing"]), (&at_once["learning"], &at_once["testing"]));
}

#[test]
fn an_interrupt_exits_with_130_and_the_next_run_continues() {
    if !has("python3") {
        return;
    }
    let slow = SlowMachine::new("CountDownTimer", &["start", "cancel"]);
    let mut running = slow.start(&["--json"]);
    slow.wait_for_words(&mut running, 3);
    running.interrupt();
    let summary = running.wait().exits(130).complains(&["stopping; press Ctrl-C again"]).json();
    assert_eq!(summary["finished"], false);
    assert!(summary["verdict"].as_str().is_some_and(|verdict| verdict.contains("run the same command again")));
    assert!(slow.model().contains("\"finished\": false"));
    assert_eq!(slow.executed(), slow.journal(), "every word that was executed is kept");
    slow.learn(&[]).exits(0).complains(&["continuing the run in run"]);
    let words = slow.executed();
    assert_eq!(words, slow.journal());
    assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), words.len(), "nothing was executed twice");
    assert!(slow.model().contains("\"finished\": true"));
}

/// An adapter that answers one word wrong, the second one, and all others right.
const ONCE_WRONG: &str = r#"
import json, sys

def send(message):
    print(json.dumps(message), flush=True)

sys.stdin.readline()
send({"type": "ready", "protocol": 3, "name": "once wrong", "version": "1", "inputs": ["go"], "outputs": None})
words = 0
for line in sys.stdin:
    request = json.loads(line)
    for index, plan in enumerate(request["plans"]):
        words, pending, steps = words + 1, False, []
        nodes, node, ended = plan.get("nodes", [plan]), 0, False
        while node is not None and not ended:
            only, output = dict(nodes[node].get("only", [])), None
            for place, name in enumerate(nodes[node]["word"]):
                output = "ok" if name == "go" else "onDone" if pending else "quiet"
                pending = name == "go"
                output = "onWrong" if words == 2 and not steps else output
                steps.append({"input": name, "output": output})
                ended = only.get(place, output) != output
                if ended:
                    break
            node = dict(nodes[node].get("then", [])).get(output, nodes[node].get("otherwise"))
        send({"type": "answer", "id": request["id"], "index": index, "steps": steps})
"#;

#[test]
fn noise_that_votes_settle_exits_with_1_unless_it_is_expected() {
    if !has("python3") {
        return;
    }
    let desk = Desk::new();
    desk.write("once_wrong.py", ONCE_WRONG);
    let case = "[system]\ncommand = [\"python3\", \"once_wrong.py\"]\n[inputs]\ncallins = [\"go\"]\n[learning]\n";
    desk.write("case.toml", case);
    let found = desk.run(&["learn", "case.toml", "--json", "-q"]).exits(1).json();
    assert_eq!(found["findings"][0]["kind"], "disagreement");
    desk.write("case.toml", &format!("{case}noise = \"expected\"\n"));
    let noted = desk.run(&["learn", "case.toml", "--json", "-q", "--fresh"]).exits(0).json();
    assert_eq!((&noted["findings"], &noted["states"]), (&Value::Array(Vec::new()), &found["states"]));
    assert!(noted["notes"]["noise"].as_str().is_some_and(|note| note.contains("onWrong")), "{noted}");
    let told =
        desk.run(&["learn", "case.toml", "--fresh"]).exits(0).prints(&["noise", "expected noise, settled by votes"]);
    assert!(!told.stdout.contains("finding") && !told.stderr.contains("finding"), "{}", told.stderr);
}
