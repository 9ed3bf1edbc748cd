//! Systems with data, as a user of the command sees them.

use crate::common::{Desk, Ran, has, repository, wait_until};

/// A queue of three, a login service, and systems that do not keep to their declaration.
const PYTHON: &str = r#"
import random
import sys
import time
from typestar_adapter import output, serve

class Queue:
    def __init__(self):
        self.items = []

    def offer(self, item):
        if len(self.items) == 3:
            return output("full")
        self.items.append(item)

    def poll(self):
        return self.items.pop(0) if self.items else None

class Slow(Queue):
    def __init__(self):
        super().__init__()
        with open("words.txt", "a") as words:
            words.write("word\n")
        time.sleep(0.01)

class Login:
    def __init__(self):
        self.known = None
        self.is_in = False

    def register(self, name, password):
        if self.known:
            return output("refused")
        self.known = (name, password)

    def login(self, name, password):
        self.is_in = self.known == (name, password)
        return output("welcome") if self.is_in else output("refused")

class Wrong:
    def offer(self, item):
        pass

    def poll(self):
        return {"undeclared": output("tail"), "many": output("poll", 1, 2), "text": "a"}[sys.argv[2]]

class Desk:
    def __init__(self):
        self.id = None

    def open(self):
        self.id = random.randrange(10**6, 10**12)
        return self.id

    def use(self, id):
        return output("known" if id == self.id else "unknown")

class Threshold:
    def put(self, n):
        return output("large" if n > 500 else "small")

class Tickets:
    last = 0

    def take(self, id):
        Tickets.last += 1
        return Tickets.last

class Largest:
    def __init__(self):
        self.largest = -1

    def put(self, n):
        is_more = n > self.largest
        self.largest = max(n, self.largest)
        return output("more" if is_more else "less")

kinds = {
    "queue": Queue, "slow": Slow, "login": Login, "wrong": Wrong, "desk": Desk, "threshold": Threshold, "largest": Largest,
    "tickets": Tickets,
}
kind = kinds[sys.argv[1]]
names = [name for name in dir(kind) if not name.startswith("_")]
serve(name=sys.argv[1], create=lambda emit: kind(), inputs=names)
"#;

const QUEUE: &str = "[types]\nitem = \"equality\"\n[inputs.actions]\noffer = [\"item\"]\npoll = []\n\
                     [outputs.actions]\npoll = [\"item\"]\nfull = []\nnull = []\n\
                     [learning]\ntester = \"explore(3) + random(100)\"\n";

const LOGIN: &str = "[types]\nname = { domain = \"text\" }\npassword = \"equality\"\n[inputs.actions]\n\
                     register = [\"name\", \"password\"]\nlogin = [\"name\", \"password\"]\n\
                     [outputs.actions]\nwelcome = []\nrefused = []\n[learning]\ntester = \"explore(2)\"\n";

const DESK: &str = "[types]\nid = \"equality\"\n[inputs.actions]\nopen = []\nuse = [\"id\"]\n\
                    [outputs.actions]\nopen = [\"id\"]\nknown = []\nunknown = []\n[learning]\ntester = \"explore(3)\"\n";

/// A desk with the adapter; none without Python.
fn desk() -> Option<Desk> {
    let desk = has("python3").then(Desk::new)?;
    let library = std::fs::read_to_string(repository("hosts/python/typestar_adapter.py")).expect("the library");
    desk.write("typestar_adapter.py", &library);
    desk.write("adapter.py", PYTHON);
    Some(desk)
}

/// Writes the case of a system of the adapter.
fn write_case(desk: &Desk, arguments: &[&str], data: &str) {
    let arguments: Vec<String> = arguments.iter().map(|argument| format!(", \"{argument}\"")).collect();
    let system = format!("[system]\ncommand = [\"python3\", \"adapter.py\"{}]\n", arguments.concat());
    desk.write("case.toml", &format!("{system}{data}"));
}

fn learn(desk: &Desk, more: &[&str]) -> Ran {
    desk.run(&[&["learn", "case.toml", "-o", "run", "-q"], more].concat())
}

/// A queue of two in our JSON, learned from the queue of the zoo's family.
fn simulated(desk: &Desk) {
    let automaton = typestar_model::register::families::fifo(2);
    desk.write("fifo.json", &typestar_model::register::write_register_json(&automaton));
}

/// A queue in Python without a limit.
const UNLIMITED: &str = r#"
from collections import deque
from typestar_adapter import serve

serve(name="deque", create=lambda emit, clock: deque(), inputs=["append", "popleft"], clock="virtual")
"#;

#[test]
fn a_queue_without_a_limit_exits_with_1_unless_nobody_looks() {
    let Some(desk) = desk() else { return };
    desk.write("unlimited.py", UNLIMITED);
    let data = "[types]\nitem = \"equality\"\n[inputs.actions]\nappend = [\"item\"]\npopleft = []\n\
                [outputs.actions]\npopleft = [\"item\"]\nIndexError = []\n[[outputs.recoverable]]\n\
                input = \"popleft\"\nexception = \"IndexError*\"\noutput = \"IndexError\"\n";
    let case = format!("[system]\ncommand = [\"python3\", \"unlimited.py\"]\n{data}");
    desk.write("case.toml", &case);
    let summary = learn(&desk, &["--json"]).exits(1).json();
    assert_eq!((&summary["findings"][0]["kind"], &summary["finished"]), (&"count-grows".into(), &false.into()));
    let line = "at_most_pending = [{ count = 2, requests = [\"append\"], ended_by = [\"popleft\"] }]";
    learn(&desk, &[]).exits(1).prints(&["every `append` is counted", line]);
    desk.write("case.toml", &format!("{case}[purpose]\n{line}\n"));
    learn(&desk, &["--fresh"]).exits(0);
    desk.write("case.toml", &format!("{case}[learning]\ngrowth_rounds = 0\n"));
    learn(&desk, &["--fresh"]).exits(0);
}

/// A lock that its owner can take again, so many times.
const LOCK: &str = r#"
import sys
from typestar_adapter import output, serve

class Lock:
    def __init__(self):
        self.owner, self.count = None, 0

    def acquire(self, owner):
        if self.owner not in (None, owner) or self.count == float(sys.argv[1]):
            return output("held")
        self.owner, self.count = owner, self.count + 1

    def release(self, owner):
        if self.owner != owner:
            return output("notYours")
        self.count -= 1
        self.owner = self.owner if self.count else None

serve(name="lock", create=lambda emit, clock: Lock(), inputs=["acquire", "release"], clock="virtual")
"#;

#[test]
fn a_lock_that_is_taken_without_end_exits_with_1_and_one_with_a_limit_that_is_too_far_with_4() {
    let Some(desk) = desk() else { return };
    desk.write("lock.py", LOCK);
    let data = "[types]\nowner = \"equality\"\n[inputs.actions]\nacquire = [\"owner\"]\nrelease = [\"owner\"]\n\
                [outputs.actions]\nheld = []\nnotYours = []\n";
    let case = |limit: &str| format!("[system]\ncommand = [\"python3\", \"lock.py\", \"{limit}\"]\n{data}");
    desk.write("case.toml", &case("inf"));
    learn(&desk, &[]).exits(1).prints(&["every `acquire(101)` is counted", "ended_by = [\"release\"]"]);
    desk.write("case.toml", &case("20"));
    let summary = learn(&desk, &["--fresh", "--json", "--max-words", "1000"]).exits(4).json();
    let verdict = summary["verdict"].as_str().expect("a verdict");
    assert!(verdict.contains("`acquire(101)` seems to be counted"), "{verdict}");
}

#[test]
fn a_queue_in_python_is_learned_shown_and_continued() {
    let Some(desk) = desk() else { return };
    write_case(&desk, &["queue"], QUEUE);
    let ran = learn(&desk, &[]).exits(0);
    ran.prints(&["case: 4 locations, 3 registers", "complete to depth 3", "in the theory equality", "item: equality"]);
    let summary: serde_json::Value = serde_json::from_str(&desk.read("run/summary.json")).expect("a summary");
    assert_eq!((&summary["registers"]["locations"], &summary["states"]), (&4.into(), &4.into()), "{summary}");
    assert_eq!(summary["finished"], true);
    assert!(summary["challenge"]["executed"].as_u64() > Some(10), "the theory was checked: {summary}");
    desk.run(&["show", "run"]).exits(0).prints(&["/ poll(x1)  x1 := x2, x2 := x3"]);
    assert!(desk.read("run/report.html").contains("register automaton"));
    let model = desk.read("run/model.json");
    learn(&desk, &[]).exits(0).prints(&["nothing was asked"]);
    assert_eq!(desk.read("run/model.json"), model, "resume is replay");
    learn(&desk, &["--fresh"]).exits(0);
    assert_eq!(desk.read("run/model.json"), model);
    learn(&desk, &["--fresh", "--max-words", "10"]).exits(4);
    learn(&desk, &[]).exits(0);
    assert_eq!(desk.read("run/model.json"), model, "a run that was stopped goes on");
}

#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let Some(desk) = desk() else { return };
    write_case(&desk, &["slow"], QUEUE);
    learn(&desk, &[]).exits(0);
    let (model, log) = (desk.read("run/model.json"), desk.run(&["log", "run"]).exits(0).stdout);
    let mut running = desk.start(&["learn", "case.toml", "-o", "killed", "-q"]);
    let words = || desk.read("words.txt").lines().count();
    let before = words();
    wait_until("some words were executed", || words() > before + 40 || running.has_ended());
    assert!(!running.has_ended(), "it is killed before its end");
    running.kill();
    desk.run(&["learn", "case.toml", "-o", "killed", "-q"]).exits(0);
    assert_eq!(desk.read("killed/model.json"), model);
    assert_eq!(desk.run(&["log", "killed"]).exits(0).stdout, log, "every word is kept once, in the same order");
}

#[test]
fn a_login_service_is_learned_by_every_learner() {
    let Some(desk) = desk() else { return };
    write_case(&desk, &["login"], LOGIN);
    for learner in ["slct", "sllambda", "slstar"] {
        let ran = learn(&desk, &["--fresh", "--learner", learner]).exits(0);
        ran.prints(&["2 locations, 2 registers", &format!("with {learner}, tested by explore(2)")]);
    }
}

#[test]
fn random_ids_are_no_conflict_and_their_values_are_evidence() {
    let Some(desk) = desk() else { return };
    write_case(&desk, &["desk"], DESK);
    learn(&desk, &[]).exits(0).prints(&["2 locations, 1 register", "open(fresh)"]);
    desk.run(&["log", "run"]).exits(0).prints(&["open/open($1.1)"]);
    let log = desk.run(&["log", "run", "--json"]).exits(0).stdout;
    assert!(log.contains("\"$1.1\":"), "the concrete values are kept: {log}");
    desk.run(&["conform", "run", "case.toml", "-q", "--tester", "explore(3)"]).exits(0).prints(&["agreed"]);
}

#[test]
fn answers_that_do_not_fit_are_findings_and_nothing_is_lost() {
    let Some(desk) = desk() else { return };
    let cases = [
        ("undeclared", "undeclared output `tail`"),
        ("many", "`poll(1, 2)` has 2 values instead of 1"),
        ("text", "\"a\", which is not of type `item`"),
    ];
    for (kind, message) in cases {
        write_case(&desk, &["wrong", kind], QUEUE);
        let first = learn(&desk, &["--fresh"]).exits(1);
        first.prints(&[message, "does not fit its declaration"]);
        let log = desk.run(&["log", "run"]).exits(0).stdout;
        learn(&desk, &[]).exits(1).prints(&[message]);
        assert_eq!(desk.run(&["log", "run"]).exits(0).stdout, log, "{kind}: nothing is asked twice");
        desk.run(&["doctor", "case.toml"]).exits(1).prints(&["FAIL  outputs", message]);
    }
}

#[test]
fn a_theory_that_does_not_fit_is_a_finding_with_both_traces() {
    let Some(desk) = desk() else { return };
    let data =
        "[types]\nn = \"equality\"\n[inputs.actions]\nput = [\"n\"]\n[outputs.actions]\nsmall = []\nlarge = []\n";
    write_case(&desk, &["threshold"], data);
    let ran = learn(&desk, &[]).exits(1);
    ran.prints(&[
        "compares values in a way that the theories",
        "put(101)",
        "small",
        "large",
        "--theory",
        "its own input",
    ]);
    let constant = data.replace("\"equality\"", "{ theory = \"order\", constants = { limit = 500 } }");
    write_case(&desk, &["threshold"], &constant);
    learn(&desk, &["--fresh"]).exits(0).prints(&["1 location, 0 registers", "p > limit"]);
}

#[test]
fn a_theory_that_only_later_inputs_refute_ends_the_run_early() {
    let Some(desk) = desk() else { return };
    let data = "[types]\nn = \"equality\"\n[inputs.actions]\nput = [\"n\"]\n[outputs.actions]\nmore = []\nless = []\n";
    write_case(&desk, &["largest"], data);
    let ran = learn(&desk, &["--max-words", "300"]).exits(1);
    ran.prints(&["compares values in a way that the theories (n: equality) cannot express", "/less", "/more"]);
    // It begins with 0, which nobody declared.
    learn(&desk, &["--theory", "n=order", "--fresh"]).exits(1).prints(&["`put(-1)`: less", "min = 0"]);
    write_case(&desk, &["largest"], &data.replace("\"equality\"", "{ min = 1 }"));
    learn(&desk, &["--theory", "n=order", "--fresh"]).exits(0).prints(&["p > x1"]);
    let misspelt = learn(&desk, &["--theory", "m=order"]).exits(2);
    assert!(misspelt.stderr.contains("unknown type `m`"), "{}", misspelt.stderr);
}

#[test]
fn an_id_that_typestar_gave_before_by_chance_is_a_finding_that_says_so() {
    let Some(desk) = desk() else { return };
    let data = "[types]\nid = \"equality\"\n[inputs.actions]\ntake = [\"id\"]\n[outputs.actions]\ntake = [\"id\"]\n";
    write_case(&desk, &["tickets"], data);
    learn(&desk, &[]).exits(1).prints(&["typestar", "101, 102, ..."]);
}

#[test]
fn a_simulated_automaton_is_learned_exactly() {
    let desk = Desk::new();
    simulated(&desk);
    let ran = desk.run(&["learn", "sim:fifo.json", "-o", "run", "-q"]).exits(0);
    ran.prints(&["3 locations, 2 registers", "equivalent to the simulated automaton, compared exactly"]);
    desk.run(&["compare", "run", "fifo.json"]).exits(0);
    let ran = desk.run(&["learn", "sim:fifo.json", "-o", "deep", "-q", "--tester", "explore(4) + random(20)"]).exits(0);
    ran.prints(&["complete to depth 4: every class of data words of at most 4 inputs", "20 words at random"]);
    desk.run(&["conform", "run", "sim:fifo.json", "-q"]).exits(0).prints(&["every class of data words"]);
    desk.run(&["tests", "run", "-o", "fifo.tests"]).exits(0);
    desk.run(&["conform", "sim:fifo.json", "--suite", "fifo.tests", "-q"]).exits(0);
    desk.run(&["doctor", "sim:fifo.json"]).exits(0).prints(&["simulated register automaton with 3 locations"]);
}

/// An acceptor of the zoo, in which nothing changes after `reject`.
fn acceptor(name: &str) -> String {
    format!("sim:{}", repository(&format!("zoo/register/{name}.json")))
}

#[test]
fn words_end_at_an_output_that_is_declared_final() {
    let desk = Desk::new();
    let system = acceptor("abp");
    let learn = |more: &[&str]| {
        let common = ["learn", &system, "--learner", "slstar", "--tester", "explore(5)", "-q"];
        desk.run(&[&common[..], more].concat()).exits(0)
    };
    let all = learn(&["-o", "all"]).prints(&["3 locations, 0 registers, 5 transitions"]);
    assert!(!all.stdout.contains("final"), "{}", all.stdout);
    let ended = learn(&["-o", "ended", "--errors", "reject"]);
    ended.prints(&[
        "3 locations, 0 registers, 5 transitions",
        "words end at reject, which was declared final",
        "15 words compared without executing them, complete to depth 5",
    ]);
    for line in desk.run(&["log", "ended"]).exits(0).stdout.lines() {
        assert!(line.matches("reject").count() <= 1, "{line}");
    }
    desk.run(&["compare", "all", "ended"]).exits(0);
    desk.run(&["tests", "ended", "--errors", "reject", "-o", "ended.tests", "--tester", "explore(3)"]).exits(0);
    assert!(desk.read("ended.tests").lines().all(|line| line.matches("reject").count() <= 1));
    desk.run(&["conform", "ended", &system, "--errors", "reject", "-q"]).exits(0);
    desk.run(&["try", "--errors", "reject", &system, "msg(1) msg(0)"]).exits(0);
    desk.run(&["doctor", "--errors", "reject", &system]).exits(0).prints(&["each of the 1 inputs"]);
}

#[test]
fn a_case_declares_a_final_output_of_a_model() {
    let desk = Desk::new();
    desk.write("abp.json", &std::fs::read_to_string(repository("zoo/register/abp.json")).unwrap());
    desk.write("case.toml", "[system]\nmodel = \"abp.json\"\n[outputs]\nerrors = [\"reject\"]\n");
    learn(&desk, &[]).exits(0).prints(&["words end at reject"]);
    desk.write("case.toml", "[system]\nmodel = \"abp.json\"\n[outputs]\nerrors = [\"refuse\"]\n");
    let ran = learn(&desk, &[]).exits(2);
    assert!(ran.stderr.contains("has no output `refuse`; it has"), "{}", ran.stderr);
}

#[test]
fn a_case_declares_a_final_output_of_a_system_with_data() {
    let Some(desk) = desk() else { return };
    write_case(
        &desk,
        &["login"],
        &LOGIN.replace("[outputs.actions]", "[outputs]\nerrors = [\"refused\"]\n[outputs.actions]"),
    );
    learn(&desk, &[]).exits(0).prints(&["words end at refused"]);
    for line in desk.run(&["log", "run"]).exits(0).stdout.lines() {
        assert!(line.matches("refused").count() <= 1, "{line}");
    }
}

#[test]
fn every_learner_tells_accepted_words_from_rejected_ones() {
    let desk = Desk::new();
    let truth = repository("zoo/register/timeout.json");
    let system = format!("sim:{truth}");
    for learner in ["slstar", "sllambda", "slct"] {
        desk.run(&["learn", &system, "-o", learner, "-q", "--learner", learner, "--tester", "explore(4)"]).exits(0);
        desk.run(&["compare", learner, &truth]).exits(0).prints(&["no difference to depth 6"]);
    }
}

#[test]
fn the_running_example_of_the_paper_is_learned_as_small_as_it_is_drawn() {
    let desk = Desk::new();
    for learner in ["slct", "sllambda"] {
        let learn = ["learn", &acceptor("l_seq"), "-o", learner, "-q", "--learner", learner, "--tester", "explore(4)"];
        let ran = desk.run(&learn).exits(0);
        ran.prints(&["5 locations, 1 register, 14 transitions", " tree queries; the last counterexample had 4 inputs"]);
        let shown = desk.run(&["show", learner]).exits(0);
        shown.prints(&["[p = x1 - 1]", "[p != x1 - 1]"]);
    }
}

#[test]
fn the_summary_has_what_publications_tell_of_a_learner() {
    let desk = Desk::new();
    let learn =
        ["learn", &acceptor("abp"), "-o", "run", "-q", "--learner", "slstar", "--tester", "explore(5)", "--json"];
    let first: serde_json::Value = serde_json::from_str(&desk.run(&learn).exits(0).stdout).unwrap();
    let numbers = &first["registers"];
    assert!(numbers["tree_queries"].as_u64().is_some_and(|asked| asked > 0), "{numbers}");
    assert!(numbers["learning_ms"].is_u64() && numbers["testing_ms"].is_u64(), "{numbers}");
    let (model, page) = (desk.read("run/model.json"), desk.read("run/report.html"));
    assert!(page.contains("tree queries") && page.contains("learning, "), "{page}");
    assert!(!model.contains("_ms"), "times differ from run to run, and models do not");
    // The same run from its journal: all but the times is the same.
    let again: serde_json::Value = serde_json::from_str(&desk.run(&learn).exits(0).stdout).unwrap();
    for figure in ["tree_queries", "last_counterexample", "transitions"] {
        assert_eq!(again["registers"][figure], numbers[figure], "{figure}");
    }
    assert_eq!(desk.read("run/model.json"), model);
}

#[test]
fn a_model_with_both_kinds_of_sums_gets_the_theory_that_has_both() {
    let desk = Desk::new();
    let model = r#"{"format": "typestar-register-automaton", "version": 1, "name": "fee", "types": {"n": "integer"},
      "inputs": [{"name": "put", "parameters": [{"name": "p", "type": "n"}]}], "outputs": [{"name": "ok"}, {"name": "no"}],
      "registers": [{"name": "x1", "type": "n"}, {"name": "x2", "type": "n"}],
      "locations": [{"name": "l0"}, {"name": "l1"}, {"name": "l2"}],
      "transitions": [
        {"from": "l0", "input": "put", "output": "ok", "assign": {"x1": "p"}, "to": "l1"},
        {"from": "l1", "input": "put", "output": "ok", "assign": {"x2": "p"}, "to": "l2"},
        {"from": "l2", "input": "put", "guard": "p = x1 + x2 + 1", "output": "ok", "to": "l0"},
        {"from": "l2", "input": "put", "guard": "p != x1 + x2 + 1", "output": "no", "to": "l2"}]}"#;
    desk.write("fee.json", model);
    let ran = desk.run(&["learn", "sim:fee.json", "-o", "run", "-q", "--tester", "explore(4)"]).exits(0);
    ran.prints(&["3 locations, 2 registers, 4 transitions", "n: sums(1, p+p)"]);
    desk.run(&["show", "run"]).exits(0).prints(&["[p = x1 + x2 + 1]"]);
    let refused = desk.run(&["learn", "sim:fee.json", "-o", "less", "-q", "--theory", "n=sums(p+p)"]).exits(2);
    assert!(refused.stderr.contains("sums of two values and with 1"), "{}", refused.stderr);
}

#[test]
fn what_suits_another_kind_of_model_is_refused_with_exit_code_2() {
    let desk = Desk::new();
    simulated(&desk);
    let refused = |arguments: &[&str], message: &str| {
        let ran = desk.run(arguments).exits(2);
        assert!(ran.stderr.contains(message), "{arguments:?}: {}", ran.stderr);
    };
    let data = ["learn", "sim:fifo.json", "-o", "run"];
    let with = |more: &[&'static str]| [&data[..], more].concat();
    refused(&with(&["--learner", "lsharp"]), "`lsharp` is for machines");
    refused(&with(&["--tester", "hsi(1)"]), "`hsi(1)` is for machines");
    refused(&with(&["--tester", "explore(0)"]), "such as explore(4)");
    refused(&with(&["--from", "fifo.json"]), "--from is for machines, but this system has data");
    refused(&with(&["--challenge", "10"]), "--challenge is for machines, but this system has data");
    refused(&with(&["--errors", "no"]), "has no output `no`; it has");
    refused(&with(&["--errors", "out"]), "the output `out` has values");
    refused(&with(&["--theory", "order"]), "TYPE=THEORY");
    refused(&with(&["--theory", "nothing=order"]), "unknown type `nothing`");
    refused(&with(&["--theory", "value=less"]), "`less` is not a theory");
    desk.write("door.dot", "digraph { s0 -> s1 [label=\"open / ok\"] s1 -> s0 [label=\"close / ok\"] }");
    let machine = ["learn", "sim:door.dot", "-o", "door"];
    let with = |more: &[&'static str]| [&machine[..], more].concat();
    refused(&with(&["--learner", "slct"]), "`slct` is for systems with data");
    refused(&with(&["--tester", "explore(2)"]), "`explore(2)` is for systems with data");
    refused(&with(&["--theory", "a=order"]), "--theory is for systems with data");
    refused(&["conform", "fifo.json", "sim:door.dot"], "the case file declares no data");
    refused(&["conform", "door.dot", "sim:fifo.json"], "the model is a machine");
    refused(&["conform", "fifo.json", "sim:fifo.json", "--tester", "hsi(1)"], "is not a suite for register automata");
    refused(&["tests", "fifo.json", "--tester", "explore"], "is not a suite for register automata");
    refused(&["try", "sim:fifo.json", "offer"], "`offer` has 0 values but needs 1");
    refused(&["try", "sim:fifo.json", "offer(\"a\")"], "is not of type `value`: write an integer, such as 3");
}

#[test]
fn a_guard_that_a_theory_cannot_express_is_refused_before_the_run() {
    let desk = Desk::new();
    let automaton = typestar_model::register::families::priority_queue(2);
    let name = automaton.signature.types[0].name.clone();
    desk.write("pq.json", &typestar_model::register::write_register_json(&automaton));
    let theory = format!("{name}=equality");
    let ran = desk.run(&["learn", "sim:pq.json", "-o", "run", "--theory", &theory]).exits(2);
    assert!(ran.stderr.contains("the model compares values by order"), "{}", ran.stderr);
    assert!(ran.stderr.contains(&format!("--theory '{name}=order'")), "{}", ran.stderr);
    desk.write("case.toml", &format!("[system]\nmodel = \"pq.json\"\n[types]\n{name} = \"equality\"\n"));
    desk.run(&["learn", "case.toml", "-o", "run"]).exits(2);
    let constant = format!("[types]\n{name} = {{ constants = {{ zero = \"a\" }} }}\n");
    desk.write("case.toml", &format!("[system]\nmodel = \"pq.json\"\n{constant}"));
    let ran = desk.run(&["learn", "case.toml", "-o", "run"]).exits(2);
    assert!(ran.stderr.contains("the constant `zero` is not of type"), "{}", ran.stderr);
    desk.write("case.toml", "[system]\nmodel = \"pq.json\"\n");
    desk.run(&["learn", "case.toml", "-o", "run", "-q"]).exits(0).prints(&["order"]);
}

#[test]
fn the_systems_of_the_slstar_table_are_explored_as_deep_as_wanted_and_agreeing_words_are_not_journaled() {
    let table = [
        ("abp", "explore(12)", 36, 9),
        ("sequence_number", "explore(11)", 96, 12),
        ("tcp", "explore(8)", 1965, 300),
        ("priority_queue", "explore(8)", 8114, 249),
        ("timeout", "explore", 72, 21),
        ("atm", "explore(5)", 134_211, 74),
        ("fibonacci", "explore(6)", 366, 93),
    ];
    let desk = Desk::new();
    for (name, tester, explored, executed) in table {
        let common = ["learn", &acceptor(name), "-o", name, "-q", "--errors", "reject", "--learner", "slstar"];
        let ran = desk.run(&[&common[..], &["--tester", tester]].concat()).exits(0);
        let ran = ran.prints(&[&format!("{explored} words compared without executing them")]);
        let wanted = match tester.strip_prefix("explore(").and_then(|rest| rest.strip_suffix(')')) {
            Some(depth) => format!("complete to depth {depth}:"),
            None => "there are no longer words".to_owned(),
        };
        ran.prints(&[&wanted]);
        assert_eq!(desk.run(&["log", name]).exits(0).stdout.lines().count(), executed, "{name}");
    }
}

/// Each number is larger by a constant that no five numbers have room for.
const LEAPS: &str = r#"{
  "format": "typestar-register-automaton", "version": 1, "name": "leaps", "types": {"number": "integer"},
  "acceptor": true,
  "inputs": [{"name": "leap", "parameters": [{"name": "p", "type": "number"}]}],
  "registers": [{"name": "x", "type": "number"}],
  "locations": [
    {"name": "start", "accepting": true, "registers": []},
    {"name": "up", "accepting": true, "registers": ["x"]},
    {"name": "sink", "accepting": false, "registers": []}
  ],
  "transitions": [
    {"from": "start", "input": "leap", "assign": {"x": "p"}, "to": "up"},
    {"from": "up", "input": "leap", "guard": "p = x + 4000000000000000000", "assign": {"x": "p"}, "to": "up"},
    {"from": "up", "input": "leap", "guard": "p != x + 4000000000000000000", "to": "sink"},
    {"from": "sink", "input": "leap", "to": "sink"}
  ]
}"#;

#[test]
fn a_sum_that_is_too_large_is_not_called_the_end_of_all_words() {
    let desk = Desk::new();
    desk.write("leaps.json", LEAPS);
    let learn = |system: &str| {
        let run = ["learn", system, "-o", "run", "-q", "--fresh", "--errors", "reject", "--tester", "explore"];
        desk.run(&run).exits(0)
    };
    let ran = learn("sim:leaps.json").prints(&["complete to depth 3:", "; no unused values left at greater depth"]);
    assert!(!ran.stdout.contains("there are no longer words"), "{}", ran.stdout);
    learn(&acceptor("timeout")).prints(&["there are no longer words"]);
}
