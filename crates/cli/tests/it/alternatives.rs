//! Inputs that stand for several snippets, as a user of the command sees them.

use crate::common::{Desk, has, repository};

/// A player that is loaded in two ways. It notes every call; each new player begins a new line.
const ADAPTER: &str = r#"
import sys
from typestar_adapter import serve

differs = len(sys.argv) > 1

def note(text):
    with open("called.txt", "a") as called:
        called.write(text)

class Player:
    def __init__(self):
        self.loaded = False
        note("\n")

    def load(self, name):
        note(name + " ")
        self.loaded = True

    def loadFile(self):
        self.load("loadFile")

    def loadCopy(self):
        if differs:
            note("loadCopy ")
        else:
            self.load("loadCopy")

    def play(self):
        note("play ")
        if not self.loaded:
            raise RuntimeError("nothing is loaded")

serve(name="player", create=lambda emit: Player(), inputs=["loadFile", "loadCopy", "play"])
"#;

const CASE: &str = "[system]\nname = \"player\"\ncommand = [\"python3\", \"adapter.py\"]\n\
                    [inputs]\ncallins = [\"load\", \"play\"]\nwait = false\n\
                    [inputs.alternatives]\nload = [\"loadFile\", \"loadCopy\"]\n[purpose]\nat_most_once = [\"play\"]\n";

/// A desk with the adapter and its case; none without Python.
fn desk() -> Option<Desk> {
    let desk = has("python3").then(Desk::new)?;
    let library = std::fs::read_to_string(repository("hosts/python/typestar_adapter.py")).expect("the library");
    desk.write("typestar_adapter.py", &library);
    desk.write("adapter.py", ADAPTER);
    desk.write("case.toml", CASE);
    Some(desk)
}

/// The words that were called, in order.
fn called(desk: &Desk) -> Vec<String> {
    desk.read("called.txt").lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// The words in the journal of a run.
fn logged(desk: &Desk, run: &str) -> Vec<String> {
    let entries = desk.run(&["log", run, "--json"]).exits(0).json_lines();
    let names = |entry: &serde_json::Value| -> Vec<String> {
        entry["inputs"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    entries.iter().map(|entry| names(entry).join(" ")).collect()
}

#[test]
fn snippets_take_turns_and_a_run_that_is_continued_asks_the_same_ones() {
    let Some(desk) = desk() else { return };
    desk.run(&["learn", "case.toml", "-q", "-o", "whole"]).exits(0);
    let whole = called(&desk);
    assert_eq!(logged(&desk, "whole"), whole, "the log shows the snippets that were called");
    assert!(whole.iter().any(|word| word.contains("loadFile")) && whole.iter().any(|word| word.contains("loadCopy")));
    assert!(whole.iter().any(|word| word.contains("loadFile loadCopy")), "at each place it is another one's turn");
    assert!(whole.iter().all(|word| word.matches("play").count() <= 1), "the purpose speaks of the input");
    desk.write("called.txt", "");
    desk.run(&["learn", "case.toml", "-q", "-o", "part", "--max-words", "3"]).exits(4);
    desk.run(&["learn", "case.toml", "-q", "-o", "part"]).exits(0);
    assert_eq!(called(&desk), whole, "nothing is asked twice");
    assert_eq!(desk.read("part/model.json"), desk.read("whole/model.json"));
    assert!(!desk.read("whole/model.json").contains("loadFile"), "the model speaks of the input");
}

#[test]
fn try_shows_the_snippet_that_was_used_and_conform_and_doctor_know_the_input() {
    let Some(desk) = desk() else { return };
    desk.run(&["try", "case.toml", "load load play"]).exits(0).prints(&["by loadFile", "by loadCopy"]);
    desk.run(&["doctor", "case.toml"]).exits(0);
    desk.run(&["learn", "case.toml", "-q", "-o", "run"]).exits(0);
    let suite = desk.run(&["tests", "run"]).exits(0);
    desk.write("player.tests", &suite.stdout);
    desk.run(&["conform", "case.toml", "--suite", "player.tests"]).exits(0);
}

#[test]
fn snippets_that_differ_are_a_finding_with_both_traces() {
    let Some(desk) = desk() else { return };
    desk.write("case.toml", &CASE.replace("\"adapter.py\"", "\"adapter.py\", \"differs\""));
    let ran = desk.run(&["learn", "case.toml", "-o", "run", "--json"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let findings = &ran.json()["findings"];
    assert_eq!(findings[0]["kind"], "alternatives-differ", "{findings}");
    assert_eq!(findings[0]["traces"].as_array().map(Vec::len), Some(2), "{findings}");
    assert!(findings[0]["message"].as_str().unwrap().contains("loadCopy"), "{findings}");
}
