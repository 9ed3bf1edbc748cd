//! Callbacks that carry values, as a user of the command sees them: `request(id)`, and later `onDone(id)`.

use crate::common::{Desk, Ran, has, repository};

/// A service for one request at a time, and others that differ from it in one thing.
const PYTHON: &str = r#"
import sys
from typestar_adapter import output, serve

class Service:
    """One request is open; `onDone` tells its id. What is asked meanwhile is refused."""
    limit = 1

    def __init__(self, emit, clock):
        self.emit, self.clock, self.open = emit, clock, []

    def request(self, id):
        if len(self.open) == self.limit:
            return output("busy")
        self.open.append(id)
        self.clock.call_later(1, self.finish)

    def finish(self):
        self.tell(self.open.pop(0))

    def tell(self, id):
        self.emit(output("onDone", id))

class Endless(Service):
    limit = None

class Throwing(Service):
    def request(self, id):
        if self.open:
            raise ValueError("busy with %r" % self.open[0])
        super().request(id)

class Talkative(Service):
    """Tells how far it is, twice, before it is done; a request after another one fails."""
    requests = 0

    def tell(self, id):
        self.requests = min(self.requests + 1, 2)
        self.emit(output("onTick", 5), at=self.clock.now())
        self.emit(output("onProgress", id))
        self.emit(output("onProgress", id))
        self.emit(output("onDone" if self.requests == 1 else "onFailed", id), code=self.requests)

class Twofold(Service):
    """The request has two snippets, and so has the question for what is open."""
    def requestNow(self, id):
        return self.request(id)

    def requestSoon(self, id):
        return self.request(id)

    def lastByName(self):
        return self.open[0] if self.open else None

    def lastByNumber(self):
        return self.lastByName()

class Differing(Twofold):
    def requestSoon(self, id):
        return output("busy")

kind = globals()[sys.argv[1]]
names = [name for name in dir(kind) if not name.startswith("_") and name not in ("finish", "tell", "limit", "requests")]
serve(name=sys.argv[1], create=kind, inputs=names, outputs=["onDone"] if kind is Endless else None, clock="virtual")
"#;

/// A desk with the adapter; none without Python.
fn desk() -> Option<Desk> {
    let desk = has("python3").then(Desk::new)?;
    let library = std::fs::read_to_string(repository("hosts/python/typestar_adapter.py")).expect("the library");
    desk.write("typestar_adapter.py", &library);
    desk.write("adapter.py", PYTHON);
    Some(desk)
}

/// The case of a system of the adapter: what is behind `[outputs]`, and what is behind `[outputs.actions]`.
fn write_case(desk: &Desk, kind: &str, outputs: &str, actions: &str) {
    let text = format!(
        "[system]\ncommand = [\"python3\", \"adapter.py\", \"{kind}\"]\n[types]\nid = \"equality\"\n\
         [inputs.actions]\nrequest = [\"id\"]\n[outputs]\n{outputs}\n[outputs.actions]\n{actions}\n"
    );
    desk.write("case.toml", &text);
}

const DONE: &str = "onDone = [\"id\"]\nbusy = []\n";

fn learn(desk: &Desk, more: &[&str]) -> Ran {
    desk.run(&[&["learn", "case.toml", "-o", "run", "-q", "--tester", "explore(3) + random(50)"], more].concat())
}

/// Learns a case that was changed.
fn relearn(desk: &Desk) -> Ran {
    learn(desk, &["--fresh"])
}

#[test]
fn waits_are_asked_where_the_case_names_a_callback() {
    let Some(desk) = desk() else { return };
    write_case(&desk, "Service", "callbacks = [\"onDone\"]", DONE);
    let ran = learn(&desk, &[]).exits(0);
    ran.prints(&["case: 2 locations, 1 register", "/ onDone(x1)", "/ quiet", "/ busy"]);
    let tried = desk.run(&["try", "case.toml", "request(7) request(8) wait wait"]).exits(0);
    tried.prints(&["request(7)  ok", "request(8)  busy", "wait        onDone(7)", "wait        quiet"]);
    desk.run(&["doctor", "case.toml"]).exits(0);
    desk.run(&["conform", "run", "case.toml", "-q"]).exits(0);
    let model = desk.read("run/model.json");
    learn(&desk, &[]).exits(0).prints(&["nothing was asked"]);
    assert_eq!(desk.read("run/model.json"), model, "resume is replay");
}

#[test]
fn without_a_named_callback_and_with_wait_false_nothing_is_waited_for() {
    let Some(desk) = desk() else { return };
    write_case(&desk, "Service", "", DONE);
    desk.run(&["try", "case.toml", "wait"]).exits(2).complains(&["unknown input `wait`"]);
    write_case(&desk, "Service", "callbacks = [\"onDone\"]", DONE);
    desk.write(
        "case.toml",
        &desk.read("case.toml").replace("[inputs.actions]", "[inputs]\nwait = false\n[inputs.actions]"),
    );
    desk.run(&["try", "case.toml", "wait"]).exits(2).complains(&["unknown input `wait`"]);
    learn(&desk, &[]).exits(1).prints(&["the declared callback `onDone` never came", "[inputs] wait = true"]);
}

#[test]
fn a_callback_that_is_declared_and_never_comes_is_a_finding_whatever_its_values() {
    let Some(desk) = desk() else { return };
    let actions = format!("{DONE}onFailed = [\"id\"]\n");
    write_case(&desk, "Service", "callbacks = [\"onDone\", \"onFailed\"]", &actions);
    let summary = learn(&desk, &["--json"]).exits(1).json();
    let findings = summary["findings"].as_array().expect("findings");
    assert_eq!(findings.len(), 1, "{summary}");
    assert!(findings[0]["message"].as_str().is_some_and(|message| message.contains("`onFailed`")), "{summary}");
    write_case(&desk, "Service", "callbacks = [\"onDone\", \"onFailed\"]", DONE);
    let ran = relearn(&desk).exits(2);
    ran.complains(&["`onFailed` is not in [outputs.actions]", "case.toml:8:24", "onFailed = []"]);
}

#[test]
fn a_callback_that_is_declared_by_its_values_alone_is_asked_for() {
    let Some(desk) = desk() else { return };
    write_case(&desk, "Endless", "", "onDone = [\"id\"]\n");
    let ran = learn(&desk, &[]).exits(1);
    ran.prints(&[
        "the declared output `onDone` is a callback, and nobody waits for callbacks",
        "name it in `callbacks` of [outputs]",
    ]);
    write_case(&desk, "Service", "callbacks = [\"onDone\"]", &format!("{DONE}onFailed = [\"id\"]\n"));
    relearn(&desk).exits(0).prints(&["declared outputs that never came", "onFailed"]);
}

#[test]
fn purposes_look_at_callbacks_with_values() {
    let Some(desk) = desk() else { return };
    let rules = [
        (
            "at_most_pending = [{ count = 2, requests = [\"request\"], callbacks = [\"onDone\"] }]",
            "3 locations, 2 registers",
        ),
        ("at_most_between_quiets = 1", "3 locations, 1 register"),
        ("must_be_followed_by = { request = [\"wait\"] }", "2 locations, 1 register"),
        ("at_most_once = [\"request\"]", "3 locations, 1 register"),
        ("automaton = \"rule.dot\"", "2 locations, 1 register"),
    ];
    desk.write(
        "rule.dot",
        "digraph {\n idle -> busy [label=\"request\"]\n idle -> idle [label=\"wait\"]\n\
         busy -> idle [label=\"wait / onDone\"]\n busy -> busy [label=\"wait / *\"]\n\
         busy -> outside [label=\"request\"]\n}\n",
    );
    for (rule, size) in rules {
        write_case(&desk, "Endless", "callbacks = [\"onDone\"]", DONE);
        desk.write("case.toml", &format!("{}[purpose]\n{rule}\n", desk.read("case.toml")));
        let ran = relearn(&desk).exits(0);
        assert!(ran.stdout.contains(size), "{rule}:\n{}", ran.stdout);
        desk.run(&["conform", "run", "case.toml", "-q"]).exits(0);
    }
}

#[test]
fn callbacks_with_values_are_merged_split_ignored_dropped_and_turned_into_errors() {
    let Some(desk) = desk() else { return };
    let ticks = "ignore = [\"onTick\"]\ndrop_repeated = [\"onProgress\"]\n";
    let progress = "onProgress = [\"id\"]\nbusy = []\n";
    let told = |outputs: &str, actions: &str| {
        write_case(&desk, "Talkative", &format!("{ticks}{outputs}"), &format!("{progress}{actions}"));
        desk.run(&["try", "case.toml", "request(7) wait wait wait request(8) wait wait"]).exits(0).stdout
    };
    let split = told(
        "split = { onDone = \"code\", onFailed = \"code\" }",
        "\"onDone:1\" = [\"id\"]\n\"onFailed:2\" = [\"id\"]\n",
    );
    for line in ["onProgress(7)", "onDone:1(7)", "quiet", "onProgress(8)", "onFailed:2(8)"] {
        assert!(split.contains(line), "no {line} in\n{split}");
    }
    assert!(!split.contains("onTick"), "{split}");
    relearn(&desk).exits(0).prints(&["onDone:1(x1)"]);
    let merged = told("merge = { onEnd = [\"onDone\", \"onFailed\"] }", "onEnd = [\"id\"]\n");
    assert!(merged.contains("onEnd(7)") && merged.contains("onEnd(8)"), "{merged}");
    relearn(&desk).exits(0).prints(&["onEnd(x1)"]);
    let errors = told("errors = [\"onFailed\"]", "onDone = [\"id\"]\n");
    assert!(errors.contains("onDone(7)") && errors.contains("error") && !errors.contains("onFailed:"), "{errors}");
    relearn(&desk).exits(0).prints(&["/ error"]);
}

#[test]
fn a_recoverable_error_of_a_call_with_values_is_an_output() {
    let Some(desk) = desk() else { return };
    write_case(&desk, "Throwing", "callbacks = [\"onDone\"]", "onDone = [\"id\"]\nbusy = []\n");
    let rule = "[[outputs.recoverable]]\ninput = \"request\"\nexception = \"ValueError: busy*\"\noutput = \"busy\"\n";
    desk.write("case.toml", &format!("{}{rule}", desk.read("case.toml")));
    learn(&desk, &[]).exits(0).prints(&["case: 2 locations, 1 register", "/ busy", "/ onDone(x1)"]);
    desk.write("case.toml", &desk.read("case.toml").replace("callbacks =", "errors = [\"busy\"]\ncallbacks ="));
    let ran = relearn(&desk).exits(2);
    ran.complains(&["`busy` is both recoverable and final", "case.toml:17:10", "remove it here"]);
}

/// The case of a system whose request has two snippets.
fn write_alternatives(desk: &Desk, kind: &str) {
    write_case(desk, kind, "callbacks = [\"onDone\"]", &format!("{DONE}last = [\"id\"]\nnull = []\n"));
    let snippets = "last = []\n[inputs.alternatives]\nrequest = [\"requestNow\", \"requestSoon\"]\n\
                    last = [\"lastByName\", \"lastByNumber\"]\n[outputs]\n";
    desk.write("case.toml", &desk.read("case.toml").replace("[outputs]\n", snippets));
}

#[test]
fn alternatives_of_a_call_with_values_are_tried_learned_and_continued() {
    let Some(desk) = desk() else { return };
    write_alternatives(&desk, "Twofold");
    let tried = desk.run(&["try", "case.toml", "request(7) request(8) last last wait"]).exits(0);
    tried.prints(&[
        "ok  by requestNow",
        "busy  by requestSoon",
        "last(7)",
        "by lastByName",
        "by lastByNumber",
        "onDone(7)",
    ]);
    desk.run(&["doctor", "case.toml"]).exits(0).prints(&["other alternatives"]);
    learn(&desk, &[]).exits(0).prints(&["case: 2 locations, 1 register", "/ last(x1)", "/ onDone(x1)"]);
    let (model, log) = (desk.read("run/model.json"), desk.run(&["log", "run"]).exits(0).stdout);
    assert!(log.contains("requestNow(") && log.contains("requestSoon("), "{log}");
    assert!(!model.contains("requestNow") && !model.contains("lastByName"), "the model speaks of the inputs");
    learn(&desk, &["--fresh", "--max-words", "20"]).exits(4);
    learn(&desk, &[]).exits(0);
    assert_eq!(desk.read("run/model.json"), model, "a run that was stopped goes on");
    assert_eq!(desk.run(&["log", "run"]).exits(0).stdout, log, "nothing is asked twice");
    desk.run(&["conform", "run", "case.toml", "-q"]).exits(0);
    desk.run(&["tests", "run", "-o", "service.tests", "--tester", "explore(2)"]).exits(0);
    desk.run(&["conform", "case.toml", "--suite", "service.tests", "-q"]).exits(0);
}

#[test]
fn alternatives_with_values_that_differ_are_a_finding() {
    let Some(desk) = desk() else { return };
    write_alternatives(&desk, "Differing");
    let summary = learn(&desk, &["--json"]).exits(1).json();
    assert_eq!(summary["findings"][0]["kind"], "alternatives-differ", "{summary}");
    desk.run(&["doctor", "case.toml"]).exits(1).prints(&["when it used requestSoon"]);
}

#[test]
fn merges_that_swap_two_names_are_refused_at_their_lines() {
    let desk = Desk::new();
    write_case(&desk, "Service", "merge = { onDone = [\"onFailed\"], onFailed = [\"onDone\"] }", DONE);
    let ran = desk.run(&["learn", "case.toml"]).exits(2);
    ran.complains(&["`onFailed` is merged into `onDone`, and others into `onFailed`", "case.toml:8:21"]);
    write_case(&desk, "Service", "merge = { onEnd = [\"onDone\"], onDone = [\"onFailed\"] }", DONE);
    desk.run(&["learn", "case.toml"]).exits(2).complains(&["merge all of them into one name", "case.toml:8:20"]);
}
