//! Many copies of an adapter, as a user of the command sees them.

use std::collections::BTreeMap;

use crate::common::{Desk, Ran, Running, SlowMachine, has, repository, sim};
use typestar_model::Random;

/// The copies of most tests.
const COPIES: usize = 4;

/// What a kill may cost: for each copy the word that it executes, and one that it has answered and nobody has kept yet.
const MOST_IN_FLIGHT: usize = 2 * COPIES;

/// A queue of three, and a lamp. Each copy notes its set-up and its words.
const ADAPTER: &str = r#"
import os
import sys
import time
from typestar_adapter import output, serve

COPY = os.environ["TYPESTAR_COPY"]

def note(file, text):
    with open(file, "a") as notes:
        notes.write(text + "\n")

class Queue:
    def __init__(self):
        self.items = []

    def offer(self, item):
        if len(self.items) == 3:
            return output("full")
        self.items.append(item)

    def poll(self):
        return self.items.pop(0) if self.items else None

class Lamp:
    lit = False

    def on(self):
        self.switch(True)

    def off(self):
        self.switch(False)

    def dim(self):
        if not self.lit:
            raise RuntimeError("it is off")

    brighten = flicker = dim

    def switch(self, lit):
        if self.lit == lit:
            raise RuntimeError("already so")
        self.lit = lit

class Plug(Lamp):
    """A lamp at the only socket, which the first process keeps."""

    is_first = False

    def on(self):
        if not Plug.is_first:
            raise RuntimeError("the socket is taken")
        super().on()

def set_up():
    note("ground", "copy " + COPY)
    try:
        os.close(os.open("socket", os.O_CREAT | os.O_EXCL))
        Plug.is_first = True
    except FileExistsError:
        pass

def tear_down():
    if Plug.is_first:
        os.remove("socket")

lamp = ["on", "off", "dim", "brighten", "flicker"]
kind, inputs = {"queue": (Queue, ["offer", "poll"]), "lamp": (Lamp, lamp), "plug": (Plug, lamp)}[sys.argv[1]]

def create(emit):
    note("words", COPY)
    time.sleep(0.002)
    return kind()

serve(name=sys.argv[1], create=create, inputs=inputs, outputs=[], set_up=set_up, tear_down=tear_down)
"#;

const QUEUE: &str = "[types]\nitem = \"equality\"\n[inputs.actions]\noffer = [\"item\"]\npoll = []\n\
                     [outputs.actions]\npoll = [\"item\"]\nfull = []\nnull = []\n\
                     [learning]\ntester = \"explore(3) + random(100)\"\n";

const LAMP: &str = "[inputs]\ncallins = [\"on\", \"off\", \"dim\", \"brighten\", \"flicker\"]\nwait = false\n\
                    [learning]\ntester = \"wp(1)\"\n";

/// A desk with a case of the adapter; none without Python.
fn desk(kind: &str, more: &str) -> Option<Desk> {
    let desk = has("python3").then(Desk::new)?;
    let library = std::fs::read_to_string(repository("hosts/python/typestar_adapter.py")).expect("the library");
    desk.write("typestar_adapter.py", &library);
    desk.write("adapter.py", ADAPTER);
    let set_up = "set_up = [\"sh\", \"-c\", \"echo case >> ground\"]";
    desk.write(
        "case.toml",
        &format!("[system]\ncommand = [\"python3\", \"adapter.py\", \"{kind}\"]\n{set_up}\n{more}"),
    );
    Some(desk)
}

/// How many words each copy began since the last time somebody asked, by its number.
fn words_of_copies(desk: &Desk) -> BTreeMap<String, usize> {
    let counts = desk.read("words").lines().fold(BTreeMap::new(), |mut counts, copy| {
        *counts.entry(copy.to_owned()).or_default() += 1;
        counts
    });
    desk.write("words", "");
    counts
}

/// Asserts that all copies had words, this many together.
#[track_caller]
fn assert_all_copies_worked(desk: &Desk, words: usize) {
    let counts = words_of_copies(desk);
    assert_eq!(counts.len(), COPIES, "all copies had words: {counts:?}");
    assert_eq!(counts.values().sum::<usize>(), words, "{counts:?}");
}

fn learn(desk: &Desk, folder: &str, copies: &str) -> Ran {
    desk.run(&["learn", "case.toml", "-o", folder, "-q", "--json", "--copies", copies]).exits(0)
}

/// Model, counts and words of a run.
fn outcome(desk: &Desk, folder: &str, ran: &Ran) -> (String, Vec<String>, Vec<String>) {
    let summary = ran.json();
    let counts = ["learning", "testing", "challenge"].map(|phase| summary[phase].to_string());
    let words = desk.run(&["log", folder, "--json"]).exits(0).json_lines();
    let words = words.iter().map(|word| format!("{} {}", word["inputs"], word["outputs"])).collect();
    (desk.read(&format!("{folder}/model.json")), counts.to_vec(), words)
}

/// Learns a case with one copy and with many; both leave the same, and all copies work.
fn many_are_like_one(desk: &Desk) {
    let one = outcome(desk, "one", &learn(desk, "one", "1"));
    let words = words_of_copies(desk);
    assert_eq!(words.keys().collect::<Vec<_>>(), ["1"], "one copy has a number, too");
    let many = outcome(desk, "many", &learn(desk, "many", "4"));
    assert_eq!(many, one);
    assert_all_copies_worked(desk, words["1"]);
}

#[test]
fn all_copies_learn_what_one_learns() {
    let Some(desk) = desk("lamp", LAMP) else { return };
    many_are_like_one(&desk);
}

#[test]
fn all_copies_learn_a_register_automaton() {
    let Some(desk) = desk("queue", QUEUE) else { return };
    many_are_like_one(&desk);
}

#[test]
fn all_copies_conform() {
    for (kind, more) in [("lamp", LAMP), ("queue", QUEUE)] {
        let Some(desk) = desk(kind, more) else { return };
        learn(&desk, "run", "1");
        words_of_copies(&desk);
        let conform = |copies| desk.run(&["conform", "run", "case.toml", "-q", "--json", "--copies", copies]).exits(0);
        let one = conform("1").json();
        let words = words_of_copies(&desk)["1"];
        assert_eq!(conform("4").json(), one);
        assert_all_copies_worked(&desk, words);
    }
}

#[test]
fn the_case_is_set_up_once_and_each_copy_once() {
    let Some(desk) = desk("lamp", &format!("copies = 4\n{LAMP}")) else { return };
    desk.run(&["learn", "case.toml", "-o", "run", "-q"]).exits(0);
    desk.run(&["log", "run"]).exits(0).prints(&["(copy 1)", "(copy 2)"]);
    let ground = desk.read("ground");
    let mut lines: Vec<&str> = ground.lines().collect();
    assert_eq!(lines.first(), Some(&"case"), "before all copies");
    lines.sort_unstable();
    assert_eq!(lines, ["case", "copy 1", "copy 2", "copy 3", "copy 4"]);
}

#[test]
fn copies_that_share_something_are_found() {
    let Some(desk) = desk("plug", LAMP) else { return };
    desk.run(&["doctor", "case.toml"]).exits(0);
    let checked = desk.run(&["doctor", "case.toml", "--copies", "16"]).exits(1);
    checked.prints(&["the copies interfere with each other", "error on copy", "copies = 1"]);
    let learned = desk.run(&["learn", "case.toml", "-o", "run", "-q", "--copies", "16"]).exits(1);
    learned.prints(&["had different answers", "(cop", "or use one copy: copies = 1"]);
    desk.run(&["learn", "case.toml", "-o", "alone", "-q"]).exits(0);
}

fn speech_recognizer() -> SlowMachine {
    SlowMachine::new("SpeechRecognizer", &["startListening", "stopListening", "cancel"])
}

/// How often each word is in the list.
fn counted(words: Vec<String>) -> BTreeMap<String, usize> {
    words.into_iter().fold(BTreeMap::new(), |mut counts, word| {
        *counts.entry(word).or_default() += 1;
        counts
    })
}

/// How many words were executed without being kept.
fn lost(slow: &SlowMachine) -> usize {
    let (kept, executed) = (counted(slow.journal()), counted(slow.executed()));
    let times = |word: &String| executed.get(word).copied().unwrap_or(0);
    assert!(kept.iter().all(|(word, kept)| *kept <= times(word)), "what is kept was executed");
    executed.values().sum::<usize>() - kept.values().sum::<usize>()
}

/// Kills a run when this many words were executed, and waits until nothing is left of it.
fn kill_at(slow: &SlowMachine, mut running: Running, words: usize) {
    slow.wait_for_words(&mut running, words);
    assert!(!running.has_ended(), "it is killed before its end");
    running.kill();
    slow.desk().wait_for_silence();
}

#[test]
#[cfg(target_os = "linux")]
fn five_kills_lose_nothing_and_cost_only_the_words_in_flight() {
    if !has("python3") {
        return;
    }
    let undisturbed = speech_recognizer();
    undisturbed.learn(&["-q"]).exits(0);
    let words = undisturbed.executed();
    let disturbed = speech_recognizer();
    let mut random = Random::new(11);
    let mut moments: Vec<usize> = (0..5).map(|_| 1 + random.below(words.len() * 9 / 10)).collect();
    moments.sort_unstable();
    let mut lost_before = 0;
    for moment in moments {
        kill_at(&disturbed, disturbed.start(&["-q", "--copies", "4"]), moment);
        let lost_now = lost(&disturbed);
        assert!(lost_now - lost_before <= MOST_IN_FLIGHT, "{} words lost at {moment}", lost_now - lost_before);
        lost_before = lost_now;
    }
    assert!(lost_before > 0, "some kills came while words were in flight");
    disturbed.learn(&["-q", "--copies", "4"]).exits(0);
    assert_eq!(disturbed.model(), undisturbed.model());
    assert_eq!(disturbed.journal(), words, "every word is kept once, in the order of one copy");
    assert_eq!(lost(&disturbed), lost_before, "the last run lost nothing");
    let busy = disturbed.executed_by_copies().iter().filter(|words| !words.is_empty()).count();
    assert_eq!(busy, COPIES, "all copies executed words");
    disturbed.desk().wait_for_silence();
}

#[test]
fn conform_of_a_machine_uses_all_copies() {
    if !has("python3") {
        return;
    }
    let slow = speech_recognizer();
    let arguments = ["conform", &sim("SpeechRecognizer"), "case.toml", "-q", "--copies", "4", "--tester", "hsi(1)"];
    slow.desk().run(&arguments).exits(0).prints(&["agreed"]);
    let by_copies: Vec<usize> = slow.executed_by_copies().iter().map(Vec::len).collect();
    assert!(by_copies.len() == COPIES && by_copies.iter().all(|&words| words > 0), "{by_copies:?}");
}
