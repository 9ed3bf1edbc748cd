//! The tester `words(FILE)` for systems with data and for guarded models, in `learn` and in `conform`.

use crate::common::{Desk, Ran, has, repository};

/// A safe that opens after five turns in the pattern a b a b a, and one whose door is stuck.
const PYTHON: &str = r#"
import sys
from typestar_adapter import output, serve

class Safe:
    opens = True

    def __init__(self):
        self.turns = []

    def turn(self, number):
        self.turns = (self.turns + [number])[-5:]

    def open(self):
        a, b, *rest = self.turns if len(self.turns) == 5 else [0, 0]
        return output("opened" if self.opens and a != b and rest == [a, b, a] else "closed")

class Stuck(Safe):
    opens = False

class Scale:
    """Tells the number before."""
    def __init__(self):
        self.last = None

    def put(self, weight):
        self.last = weight

    def weigh(self):
        return self.last

class Stamps:
    """Hands out a stamp, and knows it again."""
    def __init__(self):
        self.stamp = None

    def take(self):
        self.stamp = 1000000 + id(self) % 1000
        return self.stamp

    def give(self, stamp):
        return output("known" if stamp == self.stamp else "unknown")

kind = globals()[sys.argv[1]]
serve(name=sys.argv[1], create=lambda emit: kind(), inputs=[name for name in dir(kind) if name[0] != "_" and name != "opens"])
"#;

const SAFE: &str = "[types]\nnumber = \"equality\"\n[inputs.actions]\nturn = [\"number\"]\nopen = []\n\
                    [outputs.actions]\nopened = []\nclosed = []\n[purpose]\nautomaton = \"six.dot\"\n";

const SCALE: &str = "[types]\nweight = { domain = \"decimal\" }\n[inputs.actions]\nput = [\"weight\"]\nweigh = []\n\
                     [outputs.actions]\nweigh = [\"weight\"]\nnull = []\n";

const STAMPS: &str = "[types]\nstamp = \"equality\"\n[inputs.actions]\ntake = []\ngive = [\"stamp\"]\n\
                      [outputs.actions]\ntake = [\"stamp\"]\nknown = []\nunknown = []\n";

/// A desk with the adapter; none without Python.
fn desk() -> Option<Desk> {
    let desk = has("python3").then(Desk::new)?;
    let library = std::fs::read_to_string(repository("hosts/python/typestar_adapter.py")).expect("the library");
    desk.write("typestar_adapter.py", &library);
    desk.write("adapter.py", PYTHON);
    desk.write("six.dot", &five_turns());
    Some(desk)
}

/// A rule that ends words after five turns, so that what is learned is finite.
fn five_turns() -> String {
    let turns: String =
        (0..5).map(|n| format!("s{n} -> s{} [label=\"turn\"]\n s{n} -> s{n} [label=\"open\"]\n", n + 1)).collect();
    format!("digraph {{\n {turns} s5 -> outside [label=\"turn\"]\n s5 -> s5 [label=\"open\"]\n}}\n")
}

fn write_case(desk: &Desk, kind: &str, data: &str) {
    desk.write("case.toml", &format!("[system]\ncommand = [\"python3\", \"adapter.py\", \"{kind}\"]\n{data}"));
}

fn learn(desk: &Desk, tester: &str) -> Ran {
    desk.run(&["learn", "case.toml", "-o", "run", "-q", "--fresh", "--tester", tester])
}

/// What a user has seen, with a comment and with outputs, which do not count.
const SEEN: &str = "# The pattern that opens it.\nturn(3)/ok turn( 4 ) turn(3) turn(4) turn(3) open/opened\n\nopen\n";

#[test]
fn a_known_word_with_values_finds_what_nobody_would_look_for() {
    let Some(desk) = desk() else { return };
    write_case(&desk, "Safe", SAFE);
    desk.write("known.txt", SEEN);
    let without = learn(&desk, "random(5)").exits(0);
    assert!(!without.stdout.contains("/ opened"), "{}", without.stdout);
    let known = learn(&desk, "words(known.txt)").exits(0);
    known.prints(&[
        "/ opened",
        "no counterexample in 2 known words",
        "nothing is known about other words",
        "tested by words(known.txt)",
    ]);
    let log = desk.run(&["log", "run"]).exits(0).stdout;
    assert!(log.contains("turn(3)/ok turn(4)/ok turn(3)/ok turn(4)/ok turn(3)/ok open/opened"), "{log}");
    learn(&desk, "words(known.txt) + explore(2)").exits(0).prints(&[
        "/ opened",
        "complete to depth 2",
        "2 known words",
    ]);
    let model = desk.read("run/model.json");
    desk.run(&["learn", "case.toml", "-o", "run", "-q", "--tester", "words(known.txt) + explore(2)"])
        .exits(0)
        .prints(&["nothing was asked"]);
    assert_eq!(desk.read("run/model.json"), model, "resume is replay");
}

#[test]
fn a_case_file_names_known_words_from_its_own_folder() {
    let Some(desk) = desk() else { return };
    write_case(&desk, "Safe", &format!("{SAFE}[learning]\ntester = \"words(traces/known.txt)\"\n"));
    desk.run(&["learn", "case.toml"]).exits(2).complains(&["cannot find `traces/known.txt`", "case.toml:14:10"]);
    std::fs::create_dir(desk.path("traces")).expect("a folder");
    desk.write("traces/known.txt", SEEN);
    desk.run(&["learn", "case.toml", "-o", "run", "-q"]).exits(0).prints(&["/ opened", "2 known words"]);
}

#[test]
fn known_words_tell_a_system_with_data_from_its_model() {
    let Some(desk) = desk() else { return };
    write_case(&desk, "Safe", SAFE);
    desk.write("known.txt", SEEN);
    learn(&desk, "words(known.txt)").exits(0);
    let conform = ["conform", "run", "case.toml", "-q", "--tester", "words(known.txt)"];
    desk.run(&conform).exits(0).prints(&["2 words, ", "2 agreed", "no counterexample in 2 known words"]);
    write_case(&desk, "Stuck", SAFE);
    desk.run(&conform).exits(1).prints(&["turn(3)", "opened", "closed  <-- here"]);
    desk.run(&["tests", "run", "--tester", "words(known.txt)"])
        .exits(0)
        .prints(&["turn(3)/ok turn(4)/ok turn(3)/ok turn(4)/ok turn(3)/ok open/opened\nopen/closed\n"]);
}

#[test]
fn whole_numbers_of_known_words_are_decimals_where_these_are_declared() {
    let Some(desk) = desk() else { return };
    write_case(&desk, "Scale", SCALE);
    desk.write("known.txt", "put(3) weigh put(2.5) weigh\n");
    learn(&desk, "words(known.txt) + explore(2)").exits(0).prints(&["2 locations, 1 register", "/ weigh(x1)"]);
    desk.run(&["log", "run"]).exits(0).prints(&["put(3.0)/ok weigh/weigh(3.0)"]);
    desk.run(&["conform", "run", "case.toml", "-q", "--tester", "words(known.txt)"]).exits(0);
}

#[test]
fn known_words_pass_back_what_the_system_invented() {
    let Some(desk) = desk() else { return };
    write_case(&desk, "Stamps", STAMPS);
    desk.write("known.txt", "take give($1.1)/known take give($1.1)\n");
    learn(&desk, "words(known.txt)").exits(0).prints(&["/ take(fresh)", "/ known", "1 known word"]);
    desk.run(&["conform", "run", "case.toml", "-q", "--tester", "words(known.txt)"]).exits(0);
}

#[test]
fn mistakes_in_known_words_are_shown_at_their_lines() {
    let Some(desk) = desk() else { return };
    write_case(&desk, "Safe", SAFE);
    desk.write("known.txt", SEEN);
    learn(&desk, "words(known.txt)").exits(0);
    let mistakes = [
        ("turn(3)\nspin(3)\n", "unknown input `spin(3)`: this system has turn, open", 2),
        ("# turns\n\nturn(3) turn(\"a\")\n", "`turn(\"a\")`: \"a\" is not of type `number`: write an integer", 3),
        ("turn\n", "`turn` has 0 values but needs 1: turn(number)", 1),
        ("open(1)\n", "`open(1)` has 1 values but needs 0: open()", 1),
        ("\"open\n", "a closing quotation mark is missing", 1),
    ];
    for (text, message, line) in mistakes {
        desk.write("wrong.txt", text);
        let place = format!("wrong.txt:{line}");
        learn(&desk, "words(wrong.txt)").exits(2).complains(&[message, &place]);
        let conform = ["conform", "run", "case.toml", "-q", "--tester", "words(wrong.txt)"];
        desk.run(&conform).exits(2).complains(&[message, &place]);
    }
    learn(&desk, "words(missing.txt)").exits(2).complains(&["cannot read the file of words", "missing.txt"]);
    learn(&desk, "words(known.txt) + hsi(1)").exits(2).complains(&["is for machines, but this system has data"]);
}

/// A counter that goes up by any number, and down by one.
const COUNTER: &str = "public class Counter {\n  private int count;\n  public void up(int by) {\n    if (by < 1) throw new \
                       IllegalArgumentException(\"by\");\n    count += by;\n  }\n  public void down() {\n    if (count < 1) \
                       throw new IllegalStateException(\"down\");\n    count--;\n  }\n}\n";

#[test]
fn known_words_are_tried_with_a_guarded_model_before_its_guards() {
    if !has("javac") {
        return;
    }
    let desk = Desk::new();
    desk.write("Counter.java", COUNTER);
    desk.write(
        "case.toml",
        "[system.java]\nclass = \"Counter\"\nsources = [\"Counter.java\"]\n[learning]\nguard_tests = 20\n",
    );
    desk.write("known.txt", "up(7)/ok down down\n# too much\ndown/error\n");
    let ran = desk.run(&["learn", "case.toml", "-o", "run", "-q", "--tester", "words(known.txt)"]).exits(0);
    ran.prints(&[
        "in 2 known words and in 40 words that tried to break them",
        "tested by words(known.txt) + guards(20)",
        "count >= 1",
    ]);
    let log = desk.run(&["log", "run"]).exits(0).stdout;
    assert!(log.contains("up(7)/ok down/ok down/ok"), "{log}");
    let conform = ["conform", "run", "case.toml", "-q", "--guard-tests", "5", "--tester", "words(known.txt)"];
    desk.run(&conform).exits(0).prints(&["in the executions of the model, in the known words and in 5 words"]);
    desk.write("Counter.java", &COUNTER.replace("count < 1", "count < 7"));
    desk.run(&conform).exits(1).prints(&["down passes exactly if count >= 1"]);
    for (text, message) in [
        ("up(1)\nleft\n", "unknown input `left`: this system has down, up"),
        ("up(1)\nup\n", "`up` has 0 values but needs 1: (int)"),
        ("up(1)\nup(\"a\")\n", "`up(\"a\")`: \"a\" is not of type `int`"),
        ("up(1)\nup(99999999999)\n", "99999999999 is not of type `int`"),
    ] {
        desk.write("wrong.txt", text);
        let ran = desk.run(&["learn", "case.toml", "-o", "wrong", "-q", "--tester", "words(wrong.txt)"]).exits(2);
        ran.complains(&[message, "wrong.txt:2"]);
        let conform = ["conform", "run", "case.toml", "-q", "--tester", "words(wrong.txt)"];
        desk.run(&conform).exits(2).complains(&[message, "wrong.txt:2"]);
    }
    desk.run(&["learn", "case.toml", "--tester", "hsi(1)"])
        .exits(2)
        .complains(&["is not for guarded models: use words(FILE)"]);
}
