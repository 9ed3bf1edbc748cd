//! Return values and recoverable errors as outputs, as a user of the command sees them.

use crate::common::{Desk, Ran, has, repository};

/// A turnstile that says what it did, and a store with transactions that can be spoiled.
const PYTHON: &str = r#"
from typestar_adapter import output, serve

class ReplyError(Exception):
    pass

class Turnstile:
    def __init__(self):
        self.open = False
        self.asked = 0

    def coin(self):
        was_open, self.open = self.open, True
        return not was_open

    def push(self):
        was_open, self.open = self.open, False
        return "please, go through" if was_open else "blocked"

    def count(self):
        self.asked = min(self.asked + 1, 40)
        return self.asked

class Store:
    def __init__(self):
        self.queue = None

    def multi(self):
        if self.queue is not None:
            raise ReplyError("ERR MULTI calls can not be nested")
        self.queue = []

    def bad(self):
        if self.queue is None:
            raise ReplyError("ERR unknown command")
        self.queue.append("bad")

    def exec(self):
        queue, self.queue = self.queue, None
        if queue is None:
            raise ReplyError("ERR EXEC without MULTI")
        if "bad" in queue:
            raise ReplyError("EXECABORT Transaction discarded")
        return queue

    def name(self):
        return output("NAME")

    def wrong(self):
        return output("quiet")

import sys
kind = {"turnstile": Turnstile, "store": Store}[sys.argv[1]]
names = [name for name in dir(kind) if not name.startswith("_")]
serve(name=sys.argv[1], create=lambda emit: kind(), inputs=names)
"#;

const TURNSTILE: &str = "[system]\ncommand = [\"python3\", \"adapter.py\", \"turnstile\"]\n\
                         [inputs]\ncallins = [\"coin\", \"push\"]\nwait = false\n";

const STORE: &str = "[system]\ncommand = [\"python3\", \"adapter.py\", \"store\"]\n\
                     [inputs]\ncallins = [\"multi\", \"bad\", \"exec\"]\nwait = false\nreturns = { exec = \"type\" }\n";

/// A desk with the adapter; none without Python.
fn desk() -> Option<Desk> {
    let desk = has("python3").then(Desk::new)?;
    let library = std::fs::read_to_string(repository("hosts/python/typestar_adapter.py")).expect("the library");
    desk.write("typestar_adapter.py", &library);
    desk.write("adapter.py", PYTHON);
    Some(desk)
}

/// Learns a case that is this text.
fn learn(desk: &Desk, case: &str, more: &[&str]) -> Ran {
    desk.write("case.toml", case);
    desk.run(&[&["learn", "case.toml", "-o", "run", "-q"], more].concat())
}

#[test]
fn what_a_call_returns_is_an_output_where_the_case_asks_for_it() {
    let Some(desk) = desk() else { return };
    let plain = learn(&desk, TURNSTILE, &[]).exits(0).prints(&["case: 1 state,", "coin, push"]);
    assert!(!plain.stdout.contains("/ ok"), "{}", plain.stdout);
    let case = format!("{TURNSTILE}returns = {{ coin = \"value\", push = [[\"*through\", \"through\"]] }}\n");
    let ran = learn(&desk, &case, &["--fresh"]).exits(0).prints(&["case: 2 states"]);
    assert!(ran.stdout.contains("coin / true"), "{}", ran.stdout);
    desk.run(&["log", "run"]).exits(0).prints(&["coin/true push/through push/ok"]);
    let tried = desk.run(&["try", "case.toml", "coin coin push push"]).exits(0);
    tried.prints(&[
        "coin  true",
        "coin  false",
        "push  through  (returned \"please, go through\")",
        "push  ok  (returned",
    ]);
}

#[test]
fn edges_show_the_value_and_a_plain_ok_is_not_drawn() {
    let Some(desk) = desk() else { return };
    let case = TURNSTILE.replace("wait = false\n", "") + "returns.coin = \"value\"\n[timing]\nquiescence_ms = 5\n";
    learn(&desk, &case, &[]).exits(0);
    for format in ["text", "dot", "mermaid"] {
        let shown = desk.run(&["show", "run", "--as", "interface", "--format", format]).exits(0).stdout;
        assert!(shown.contains("coin / true"), "{format}: {shown}");
        assert!(shown.contains("push") && !shown.contains("push / "), "{format}: {shown}");
    }
    let picture = desk.run(&["show", "run", "--format", "svg"]).exits(0).stdout;
    // Graphviz, where it is installed, draws labels with blanks around them.
    let picture = picture.replace(">\u{a0}", ">").replace("\u{a0}<", "<");
    assert!(!picture.contains(">push / ok<"), "{picture}");
    for shown in [picture, desk.read("run/report.html")] {
        assert!(shown.contains(">coin / true<") && shown.contains(">push<"), "{shown}");
    }
}

#[test]
fn changing_what_is_shown_of_return_values_changes_the_case() {
    let Some(desk) = desk() else { return };
    learn(&desk, TURNSTILE, &[]).exits(0);
    let with_values = format!("{TURNSTILE}returns.coin = \"value\"\n");
    learn(&desk, &with_values, &[]).exits(2).complains(&["--fresh"]);
    learn(&desk, &with_values, &["--fresh"]).exits(0);
    let recoverable = format!("{with_values}[[outputs.recoverable]]\ninput = \"coin\"\n");
    learn(&desk, &recoverable, &[]).exits(2).complains(&["--fresh"]);
}

#[test]
fn an_error_that_is_recoverable_is_an_output_and_the_word_goes_on() {
    let Some(desk) = desk() else { return };
    learn(&desk, STORE, &[]).exits(0).prints(&["case: 3 states and the error sink", "illegal: multi, exec"]);
    let case =
        format!("{STORE}[[outputs.recoverable]]\nexception = \"ReplyError: EXECABORT*\"\noutput = \"EXECABORT\"\n");
    learn(&desk, &case, &["--fresh"]).exits(0).prints(&["case: 3 states and the error sink", "exec / EXECABORT"]);
    let word = "multi bad exec multi exec";
    let tried = desk.run(&["try", "case.toml", word]).exits(0);
    tried.prints(&["exec   EXECABORT  (ReplyError: EXECABORT Transaction discarded)", "5  exec   list"]);
    let all = format!("{case}[[outputs.recoverable]]\n");
    let ran = learn(&desk, &all, &["--fresh"]).exits(0).prints(&["case: 3 states,", "multi / ReplyError"]);
    assert!(!ran.stdout.contains("illegal") && !ran.stdout.contains("error sink"), "{}", ran.stdout);
    desk.run(&["log", "run"]).exits(0).prints(&["multi/ok bad/ok exec/EXECABORT"]);
}

#[test]
fn a_callin_names_its_output_itself_whatever_the_case_says() {
    let Some(desk) = desk() else { return };
    let case = STORE.replace("\"multi\", ", "\"multi\", \"name\", \"wrong\", ");
    desk.write("case.toml", &case);
    desk.run(&["try", "case.toml", "name multi"]).exits(0).prints(&["name   NAME"]);
    let wrong = desk.run(&["try", "case.toml", "wrong"]).exits(3);
    wrong.complains(&[
        "output: 'quiet' cannot be an output",
        "return an output with another name from this \
                                                                     callin",
    ]);
}

#[test]
fn too_many_values_of_one_call_are_a_finding_that_advises_the_type() {
    let Some(desk) = desk() else { return };
    let case = TURNSTILE.replace("\"coin\", \"push\"", "\"count\"");
    let by_value = learn(&desk, &format!("{case}returns.count = \"value\"\n"), &[]).exits(1);
    by_value.prints(&[
        "`count` returned more than 32 different values",
        "[inputs.returns] count = \"type\"",
        "40 states",
    ]);
    let by_type = format!("{case}returns.count = \"type\"\n");
    learn(&desk, &by_type, &["--fresh"]).exits(0).prints(&["count / int"]);
}

#[test]
fn what_the_case_lets_a_callin_answer_is_no_undeclared_callback() {
    let Some(desk) = desk() else { return };
    let turnstile =
        format!("{TURNSTILE}returns = {{ coin = \"value\", push = \"value\" }}\n[outputs]\ncallbacks = []\n");
    learn(&desk, &turnstile, &[]).exits(0).prints(&["coin / true"]);
    desk.run(&["doctor", "case.toml"]).exits(0);
    let store = format!("{STORE}[outputs]\ncallbacks = []\n[[outputs.recoverable]]\ninput = \"exec\"\n");
    learn(&desk, &store, &["--fresh"]).exits(0);
}

#[test]
fn the_doctor_proposes_the_calls_whose_values_vary() {
    let Some(desk) = desk() else { return };
    desk.write("case.toml", TURNSTILE);
    let proposal = "to see this in the model, add to [inputs.returns]: coin = \"value\"; push = \"value\"";
    desk.run(&["doctor", "case.toml"]).exits(0).prints(&["returns: `coin` answered false and true", proposal]);
    desk.write("case.toml", &format!("{TURNSTILE}returns = {{ coin = \"value\", push = \"type\" }}\n"));
    let ran = desk.run(&["doctor", "case.toml"]).exits(0);
    assert!(!ran.stdout.contains("returns:"), "{}", ran.stdout);
}

#[test]
fn mistakes_in_the_new_keys_are_shown_at_their_places() {
    let desk = Desk::new();
    let case = "[system]\ncommand = [\"true\"]\n[inputs]\ncallins = [\"coin\"]\n[inputs.returns]\ncion = \"value\"\n\
                [[outputs.recoverable]]\nimput = \"coin\"\n";
    desk.write("case.toml", case);
    let ran = desk.run(&["learn", "case.toml"]).exits(2);
    ran.complains(&["case.toml:6:1", "did you mean `coin`?", "case.toml:8:1", "did you mean `input`?"]);
}
