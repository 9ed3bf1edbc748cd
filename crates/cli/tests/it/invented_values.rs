//! Systems that invent ids, as a user of the command sees them.

use crate::common::{Desk, Ran, has, repository};

/// Sessions with ids that the system invents, and drawers that are not what they should be.
const PYTHON: &str = r#"
import random
import sys
from typestar_adapter import output, serve

def new_id():
    return random.randrange(10**9, 10**12)

class Pool:
    """Up to three sessions, whose ids are returned."""
    def __init__(self, emit):
        self.emit, self.ids = emit, []

    def open(self):
        if len(self.ids) == 3:
            return output("busy")
        self.ids.append(new_id())
        return output("opened", self.ids[-1])

    def close(self, id):
        if id not in self.ids:
            return output("unknown")
        self.ids.remove(id)
        return output("closed")

class Called(Pool):
    """One session, whose id comes by a callback."""
    def open(self):
        if self.ids:
            return output("busy")
        self.ids = [new_id()]
        self.emit(output("onOpened", self.ids[0]))
        return output("opening")

class Tokens(Pool):
    """A token from `login` opens up to two sessions, which have ids."""
    def __init__(self, emit):
        super().__init__(emit)
        self.token = None

    def login(self):
        if self.token:
            return output("busy")
        self.token = "token %d" % new_id()
        return output("welcome", self.token)

    def open(self, token):
        if token != self.token:
            return output("unknown")
        return output("busy") if len(self.ids) == 2 else super().open()

class Once(Pool):
    """One session after the other; to close one again is an error."""
    closed = None

    def open(self):
        return output("busy") if self.ids else super().open()

    def close(self, id):
        if id == self.closed:
            raise RuntimeError("it is closed")
        if id in self.ids:
            self.closed = id
        return super().close(id)

class Again(Pool):
    """The second session has the id of the first one; a third one there is not."""
    opened, id = 0, None

    def open(self):
        if self.ids or self.opened == 2:
            return output("busy")
        self.id = self.id or new_id()
        self.opened += 1
        self.ids = [self.id]
        return output("opened", self.id)

class Client:
    """Any number of requests, whose ids are told; what is received is told again."""
    def __init__(self, emit):
        self.emit, self.ids = emit, []

    def request(self):
        self.ids.append(new_id())
        self.emit(output("onSend", self.ids[-1]))

    def receive(self, id):
        if id in self.ids:
            self.ids.remove(id)
            self.emit(output("onResult", id))

class Infinite:
    """Its values are no numbers that can be told, now and then."""
    def __init__(self, emit):
        self.values = []

    def put(self, n):
        self.values = [n]

    def get(self):
        return self.values.pop() if self.values else float("nan")

class Coin:
    tosses = random.Random(3)

    def __init__(self, emit):
        pass

    def put(self, n):
        return output(Coin.tosses.choice(["small", "large"]))

kind = {"pool": Pool, "called": Called, "tokens": Tokens, "once": Once, "again": Again, "coin": Coin,
        "client": Client, "infinite": Infinite}[sys.argv[1]]
names = [name for name in dir(kind) if callable(getattr(kind, name)) and not name.startswith("_")]
serve(name=sys.argv[1], create=lambda emit, clock: kind(emit), inputs=names, clock="virtual")
"#;

const IDS: &str = "[types]\nid = \"equality\"\n[inputs.actions]\nopen = []\nclose = [\"id\"]\n\
                   [outputs.actions]\nopened = [\"id\"]\nbusy = []\nclosed = []\nunknown = []\n";

const CALLBACKS: &str = "[types]\nid = \"equality\"\n[inputs]\nwait = true\n[inputs.actions]\nopen = []\nclose = [\"id\"]\n\
                         [outputs.actions]\nopening = []\nonOpened = [\"id\"]\nbusy = []\nclosed = []\nunknown = []\n";

const TOKENS: &str = "[types]\nid = \"equality\"\ntoken = { domain = \"text\" }\n[inputs.actions]\nlogin = []\n\
                      open = [\"token\"]\nclose = [\"id\"]\n[outputs.actions]\nwelcome = [\"token\"]\n\
                      opened = [\"id\"]\nbusy = []\nclosed = []\nunknown = []\n";

/// A desk with the adapter and the case of one of its systems; none without Python.
fn desk(system: &str, data: &str) -> Option<Desk> {
    let desk = has("python3").then(Desk::new)?;
    let library = std::fs::read_to_string(repository("hosts/python/typestar_adapter.py")).expect("the library");
    desk.write("typestar_adapter.py", &library);
    desk.write("adapter.py", PYTHON);
    let command = format!("[system]\ncommand = [\"python3\", \"adapter.py\", \"{system}\"]\n");
    desk.write("case.toml", &format!("{command}{data}"));
    Some(desk)
}

fn learn(desk: &Desk, folder: &str, more: &[&str]) -> Ran {
    desk.run(&[&["learn", "case.toml", "-o", folder, "-q"], more].concat())
}

/// Learns a system with the seeds 1 to 5. Models are the same, as the words `compare` and `conform` say.
fn assert_learned(system: &str, data: &str, size: &str) {
    let Some(desk) = desk(system, data) else { return };
    for seed in 1..=5 {
        let (folder, seed) = (format!("run{seed}"), seed.to_string());
        let ran = learn(&desk, &folder, &["--seed", &seed]).exits(0).prints(&[size]);
        assert!(!ran.stdout.contains("adapter troubles"), "{}", ran.stdout);
        desk.run(&["compare", "run1", &folder]).exits(0);
    }
    desk.run(&["conform", "run1", "case.toml", "-q", "--tester", "explore(3) + random(200)"]).exits(0);
}

#[test]
fn ids_that_are_returned_are_learned_with_every_seed() {
    assert_learned("pool", IDS, "4 locations, 3 registers");
}

#[test]
fn ids_that_come_by_callbacks_are_learned_with_every_seed() {
    assert_learned("called", CALLBACKS, "3 locations, 1 register");
}

#[test]
fn two_kinds_of_ids_are_learned_with_every_seed() {
    assert_learned("tokens", TOKENS, "4 locations, 3 registers");
}

#[test]
fn ids_that_must_not_be_used_again_are_learned_with_every_seed() {
    assert_learned("once", IDS, "registers");
}

#[test]
fn ids_that_are_given_again_are_learned_with_every_seed() {
    assert_learned("again", IDS, "5 locations, 1 register");
}

const CLIENT: &str = "[types]\nid = \"equality\"\n[inputs]\nwait = true\n[inputs.actions]\nrequest = []\n\
                      receive = [\"id\"]\n[outputs.actions]\nonSend = [\"id\"]\nonResult = [\"id\"]\n[purpose]\n\
                      at_most_pending = [{ count = 1, requests = [\"request\"], callbacks = [\"onResult\"] }]\n";

#[test]
fn a_purpose_that_looks_at_invented_values_is_learned_with_every_seed() {
    assert_learned("client", CLIENT, "1 register");
}

const INFINITE: &str = "[types]\nn = \"equality\"\n[inputs.actions]\nput = [\"n\"]\nget = []\n\
                        [outputs.actions]\nget = [\"n\"]\n";

#[test]
fn a_number_that_is_no_value_is_an_output_of_its_type() {
    let Some(desk) = desk("infinite", INFINITE) else { return };
    let ran = learn(&desk, "run", &[]).exits(1);
    ran.prints(&["`float`", "'get' has the value nan, which is not a finite number"]);
    desk.write("case.toml", &format!("{}float = []\n", desk.read("case.toml")));
    learn(&desk, "run", &["--fresh"]).exits(0).prints(&["2 locations, 1 register", "/ float"]);
}

#[test]
fn a_run_with_invented_ids_is_continued_and_asked_of_copies() {
    let Some(desk) = desk("called", CALLBACKS) else { return };
    learn(&desk, "whole", &["--seed", "2"]).exits(0);
    let (model, log) = (desk.read("whole/model.json"), desk.run(&["log", "whole"]).exits(0).stdout);
    for words in ["15", "60"] {
        learn(&desk, "parts", &["--seed", "2", "--max-words", words]).exits(4);
    }
    learn(&desk, "parts", &["--seed", "2"]).exits(0);
    assert_eq!(desk.read("parts/model.json"), model);
    assert_eq!(desk.run(&["log", "parts"]).exits(0).stdout, log);
    learn(&desk, "parts", &["--seed", "2"]).exits(0).prints(&["nothing was asked"]);
    learn(&desk, "copies", &["--seed", "2", "--copies", "2"]).exits(0);
    assert_eq!(desk.read("copies/model.json"), model);
}

#[test]
fn a_system_that_hands_out_no_id_fails_the_model_of_one_that_does() {
    let Some(desk) = desk("pool", IDS) else { return };
    learn(&desk, "run", &[]).exits(0);
    desk.write("adapter.py", &PYTHON.replace("== 3", "== 1"));
    let ran = desk.run(&["conform", "run", "case.toml", "-q", "--tester", "random(200)"]).exits(1);
    ran.prints(&["opened($2.1)  busy"]);
    desk.run(&["try", "case.toml", "open open close($2.1) open"]).exits(0).prints(&["busy"]);
}

#[test]
fn an_older_host_library_is_named() {
    let Some(desk) = desk("called", CALLBACKS) else { return };
    let library = desk.read("typestar_adapter.py");
    let old = "raise _Failed(\"value: step %d reuses $%s\" % (len(course) + 1, value[\"$\"]))";
    let older = library.replace("    raise _Missing\n", &format!("    {old}\n"));
    assert_ne!(older, library, "the library is another one");
    desk.write("typestar_adapter.py", &older);
    let ran = learn(&desk, "run", &[]).exits(3);
    ran.complains(&["value: step", "use the host library of this typestar version"]);
}

#[test]
fn a_coin_toss_is_a_disagreement_with_both_traces() {
    let data =
        "[types]\nn = \"equality\"\n[inputs.actions]\nput = [\"n\"]\n[outputs.actions]\nsmall = []\nlarge = []\n";
    let Some(desk) = desk("coin", data) else { return };
    for seed in ["1", "2", "3", "4", "5"] {
        let summary = learn(&desk, "run", &["--json", "--fresh", "--seed", seed]).exits(1).json();
        let findings = summary["findings"].as_array().expect("findings");
        let kinds: Vec<_> = findings.iter().map(|finding| &finding["kind"]).collect();
        assert!(!kinds.is_empty() && kinds.iter().all(|kind| *kind == "disagreement"), "seed {seed}: {kinds:?}");
        assert!(findings[0]["traces"].as_array().expect("traces").len() >= 2, "{}", findings[0]);
    }
}
