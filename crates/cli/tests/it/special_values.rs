//! Values that matter to a component, as a user of the command sees them: found by themselves, or left out because the case
//! says so.

use crate::common::{Desk, Ran, has, repository};

/// Components that treat some values in a way of their own. A value that a case leaves out ends the process.
const PYTHON: &str = r#"
import os
import sys
import unicodedata
from typestar_adapter import output, serve

class Trimmed:
    """One text, without the blanks around it."""
    text = None

    def add(self, text):
        if self.text is not None:
            return output("full")
        self.text = text.strip()
        return output("added")

    def has(self, text):
        return output("yes" if text.strip() == self.text else "no")

class Composed(Trimmed):
    """The same, in one form of its letters."""
    def add(self, text):
        return super().add(unicodedata.normalize("NFC", text))

    def has(self, text):
        return output("yes" if unicodedata.normalize("NFC", text) == self.text else "no")

class Byte:
    """A number of eight bits."""
    number = None

    def put(self, n):
        self.number = n & 255
        return output("kept")

    def same(self, n):
        return output("yes" if self.number == n & 255 else "no")

class Login:
    """A name, but not the empty one."""
    name = None

    def login(self, name):
        if name == "":
            return output("refused")
        self.name = self.name or name
        return output("welcome" if self.name == name else "busy")

class Speed:
    """A number that is not negative and at most a thousand."""
    speed = None

    def set(self, n):
        if not 0 <= n <= 1000:
            raise ValueError("out of range")
        same, self.speed = self.speed == n, n
        return output("same" if same else "set")

class Largest:
    """Whether a number is larger than the first one."""
    number = None

    def put(self, n):
        if self.number is None:
            self.number = n
        return output("larger" if n > self.number else "other")

class Keys:
    """One of three keys, and nothing else is ever given."""
    keys, key = ("red", "green", "blue"), None

    def take(self, key):
        if key not in self.keys:
            os._exit(1)
        if self.key is not None:
            return output("busy")
        self.key = key
        return output("taken")

    def bring(self, key):
        if key not in self.keys:
            os._exit(1)
        if key != self.key:
            return output("wrong")
        self.key = None
        return output("brought")

class Percent(Speed):
    """The same where a wrong number is never given."""
    def set(self, n):
        if not 0 <= n <= 100:
            os._exit(1)
        return super().set(n)

class Counted:
    """Hands out ids from 1 on."""
    id = 0

    def open(self):
        if self.id == 2:
            return output("busy")
        self.id += 1
        return output("opened", self.id)

    def close(self, id):
        return output("known" if 1 <= id <= self.id else "unknown")

kinds = [Trimmed, Composed, Byte, Login, Speed, Largest, Keys, Percent, Counted]
kind = {kind.__name__.lower(): kind for kind in kinds}[sys.argv[1]]
names = [name for name in dir(kind) if callable(getattr(kind, name)) and not name.startswith("_")]
serve(name=sys.argv[1], create=lambda emit, clock: kind(), inputs=names, clock="virtual")
"#;

const TRIMMED: &str = "[types]\ntext = { domain = \"text\" }\n[inputs.actions]\nadd = [\"text\"]\nhas = [\"text\"]\n\
                       [outputs.actions]\nadded = []\nfull = []\nyes = []\nno = []\n";
const BYTE: &str = "[types]\nn = \"equality\"\n[inputs.actions]\nput = [\"n\"]\nsame = [\"n\"]\n\
                    [outputs.actions]\nkept = []\nyes = []\nno = []\n";
const LOGIN: &str = "[types]\nname = { domain = \"text\" }\n[inputs.actions]\nlogin = [\"name\"]\n\
                     [outputs.actions]\nrefused = []\nwelcome = []\nbusy = []\n";
const SPEED: &str = "[types]\nn = { domain = \"integer\" }\n[inputs.actions]\nset = [\"n\"]\n\
                     [outputs.actions]\nset = []\nsame = []\n";
const LARGEST: &str =
    "[types]\nn = \"equality\"\n[inputs.actions]\nput = [\"n\"]\n[outputs.actions]\nlarger = []\nother = []\n";
const KEYS: &str = "[types]\nkey = { domain = \"text\", values = [\"red\", \"green\", \"blue\"] }\n[inputs.actions]\n\
                    take = [\"key\"]\nbring = [\"key\"]\n[outputs.actions]\ntaken = []\nbusy = []\nwrong = []\nbrought = []\n";

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

fn learn(desk: &Desk, seed: u32, more: &[&str]) -> Ran {
    let (folder, seed) = (format!("run{seed}"), seed.to_string());
    desk.run(&[&["learn", "case.toml", "-o", &folder, "-q", "--seed", &seed], more].concat())
}

/// Every seed ends with a finding that says this.
fn assert_refuted(system: &str, data: &str, texts: &[&str]) {
    let Some(desk) = desk(system, data) else { return };
    for seed in 1..=3 {
        learn(&desk, seed, &[]).exits(1).prints(&[&["theory refuted"], texts].concat());
    }
}

/// Every seed learns this.
fn assert_learned(system: &str, data: &str, texts: &[&str]) {
    let Some(desk) = desk(system, data) else { return };
    for seed in 1..=3 {
        let ran = learn(&desk, seed, &[]).exits(0).prints(texts);
        assert!(!ran.stdout.contains("crash"), "{}", ran.stdout);
    }
}

#[test]
fn texts_that_differ_in_blanks_only_are_found_to_be_one() {
    assert_refuted("trimmed", TRIMMED, &["`add(\"v1\") has(\"v1 \")`: yes", "they differ in blanks only"]);
}

#[test]
fn letters_that_are_composed_or_not_are_found_to_be_one() {
    assert_refuted("composed", TRIMMED, &["composed or not"]);
}

#[test]
fn numbers_that_are_cut_to_eight_bits_are_found() {
    assert_refuted("byte", BYTE, &["they are one where numbers are cut to fewer bits"]);
}

#[test]
fn the_empty_text_is_tried_and_can_be_left_out() {
    assert_refuted("login", LOGIN, &["login(\"\")", "nonempty = true"]);
    let nonempty = LOGIN.replace("\"text\" }", "\"text\", nonempty = true }");
    assert_learned("login", &nonempty, &["2 locations, 1 register", "with special values"]);
}

#[test]
fn numbers_beyond_what_is_meant_are_tried_and_can_be_left_out() {
    assert_refuted("speed", SPEED, &["min = 0, max = 1000"]);
    let limited = SPEED.replace("\"integer\" }", "\"integer\", min = 0, max = 1000 }");
    assert_learned("speed", &limited, &["2 locations, 1 register"]);
}

#[test]
fn an_order_that_equality_lacks_is_named() {
    assert_refuted("largest", LARGEST, &["--theory 'n=order'"]);
    let Some(desk) = desk("largest", LARGEST) else { return };
    learn(&desk, 1, &["--theory", "n=order"]).exits(0);
}

#[test]
fn listed_values_are_all_that_is_ever_given() {
    assert_learned("keys", KEYS, &["2 locations, 1 register"]);
    let Some(desk) = desk("keys", KEYS) else { return };
    for learner in ["slstar", "sllambda"] {
        let ran = learn(&desk, 1, &["--fresh", "--learner", learner]).exits(0);
        ran.prints(&["2 locations, 1 register"]);
    }
    desk.run(&["doctor", "case.toml"]).exits(0);
    desk.run(&["conform", "run1", "case.toml", "-q"]).exits(0);
    let ran = desk.run(&["try", "case.toml", "take(\"yellow\")"]).exits(2);
    ran.complains(&["`take(\"yellow\")`", "values = [\"red\", \"green\", \"blue\"]"]);
}

#[test]
fn numbers_stay_between_their_ends_in_each_theory() {
    for theory in ["equality", "order", "sums(1)"] {
        let data =
            SPEED.replace("\"integer\" }", &format!("\"integer\", theory = \"{theory}\", min = 0, max = 100 }}"));
        let Some(desk) = desk("percent", &data) else { return };
        let ran = learn(&desk, 1, &[]).exits(0).prints(&["2 locations, 1 register"]);
        assert!(!ran.stdout.contains("crash"), "{}", ran.stdout);
        desk.run(&["doctor", "case.toml"]).exits(0);
        desk.run(&["conform", "run1", "case.toml", "-q"]).exits(0);
    }
}

#[test]
fn ids_that_begin_at_one_are_no_special_values() {
    let data = "[types]\nid = \"equality\"\n[inputs.actions]\nopen = []\nclose = [\"id\"]\n\
                [outputs.actions]\nopened = [\"id\"]\nbusy = []\nknown = []\nunknown = []\n";
    assert_learned("counted", data, &["3 locations, 2 registers"]);
}

#[test]
fn the_limits_of_a_type_are_part_of_what_answers_depend_on() {
    let limited = SPEED.replace("\"integer\" }", "\"integer\", min = 0, max = 1000 }");
    let Some(desk) = desk("speed", &limited) else { return };
    learn(&desk, 1, &[]).exits(0);
    desk.write("case.toml", &desk.read("case.toml").replace("max = 1000", "max = 900"));
    let ran = learn(&desk, 1, &[]).exits(2);
    ran.complains(&["case file"]);
}

#[test]
fn integers_that_javascript_would_round_are_not_given() {
    if !has("node") {
        return;
    }
    let desk = Desk::new();
    let library = std::fs::read_to_string(repository("hosts/javascript/typestar_adapter.js")).expect("the library");
    desk.write("typestar_adapter.js", &library);
    desk.write(
        "adapter.mjs",
        "import { output, serve } from \"./typestar_adapter.js\";\n\
         const cell = () => ({ number: null });\n\
         const put = (cell, n) => { if (!Number.isSafeInteger(n)) process.exit(1);\n\
           if (cell.number === n) return output(\"same\"); cell.number = n; return output(\"set\"); };\n\
         serve({ name: \"cell\", version: \"1\", clock: \"virtual\", create: cell, inputs: { put }, outputs: [] });\n",
    );
    let data = "[types]\nn = { constants = { start = 0 } }\n[inputs.actions]\nput = [\"n\"]\n\
                [outputs.actions]\nset = []\nsame = []\n";
    let case = format!("[system]\ncommand = [\"node\", \"adapter.mjs\"]\n{data}");
    desk.write("case.toml", &case);
    let ran = learn(&desk, 1, &[]).exits(0);
    assert!(!ran.stdout.contains("crash"), "{}", ran.stdout);
    desk.write("case.toml", &case.replace("start = 0", "start = 9007199254740993"));
    learn(&desk, 2, &[]).exits(2).complains(&["the adapter carries integers from -9007199254740991"]);
}
