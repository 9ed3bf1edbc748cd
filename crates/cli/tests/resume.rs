//! A run that ended, however it ended, continues where it was and asks nothing twice.

mod common;

use std::collections::BTreeMap;
use std::time::Duration;

use common::{Random, SlowMachine, has};

/// The most words that are given to a system before they are kept.
const MOST_IN_FLIGHT: usize = 16;

fn speech_recognizer() -> SlowMachine {
    SlowMachine::new("SpeechRecognizer", &["startListening", "stopListening", "cancel"])
}

fn timer() -> SlowMachine {
    SlowMachine::new("CountDownTimer", &["start", "cancel"])
}

/// How often each word is in the list.
fn counted(words: Vec<String>) -> BTreeMap<String, usize> {
    words.into_iter().fold(BTreeMap::new(), |mut counts, word| {
        *counts.entry(word).or_default() += 1;
        counts
    })
}

/// How often each word was executed without being kept.
fn lost(slow: &SlowMachine) -> BTreeMap<String, usize> {
    let kept = counted(slow.journal());
    let executed = counted(slow.executed());
    assert!(kept.keys().all(|word| executed.contains_key(word)), "what is kept was executed");
    let lost = executed.into_iter().map(|(word, times)| {
        let times = times.checked_sub(kept.get(&word).copied().unwrap_or(0)).expect("what is kept was executed");
        (word, times)
    });
    lost.filter(|&(_, times)| times > 0).collect()
}

#[test]
fn ten_kills_change_nothing_and_cost_only_the_words_in_flight() {
    if !has("python3") {
        return;
    }
    let undisturbed = speech_recognizer();
    undisturbed.learn(&["-q"]).exits(0);
    let words = undisturbed.executed();
    assert!(counted(words.clone()).values().all(|&times| times == 1), "no word is executed twice");

    let disturbed = speech_recognizer();
    let mut random = Random::new(20);
    let mut moments: Vec<u64> = (0..10).map(|_| 1 + random.below(words.len() as u64 * 9 / 10)).collect();
    moments.sort_unstable();
    let mut lost_before = 0;
    for moment in moments {
        let mut running = disturbed.start(&["-q"]);
        disturbed.wait_for_words(&mut running, moment as usize);
        std::thread::sleep(Duration::from_millis(random.below(25)));
        assert!(!running.has_ended(), "it is killed before its end");
        running.kill();
        disturbed.wait_for_adapter_to_end();
        let lost_now: usize = lost(&disturbed).values().sum();
        assert!(lost_now - lost_before <= MOST_IN_FLIGHT, "a kill costs only the words in flight");
        lost_before = lost_now;
    }
    assert!(lost_before > 0, "some kills came while words were in flight");
    disturbed.learn(&["-q"]).exits(0);
    assert_eq!(disturbed.model(), undisturbed.model());
    assert_eq!(disturbed.journal(), words, "every word is kept once, in the order of the undisturbed run");
    assert_eq!(lost(&disturbed).values().sum::<usize>(), lost_before, "the last run lost nothing");
}

#[test]
fn a_finished_run_asks_nothing_when_it_is_repeated() {
    if !has("python3") {
        return;
    }
    let slow = timer();
    slow.learn(&[]).exits(0);
    let (words, model) = (slow.executed(), slow.model());
    slow.learn(&[]).exits(0).prints(&["nothing was asked"]);
    let summary = slow.learn(&["--json"]).exits(0).json();
    assert_eq!(summary["replayed"], words.len());
    assert_eq!(slow.executed(), words);
    assert_eq!(slow.model(), model);
}

#[test]
fn another_tester_uses_the_answers_of_the_first() {
    if !has("python3") {
        return;
    }
    let slow = timer();
    slow.learn(&[]).exits(0);
    let words = slow.executed();
    slow.learn(&["--tester", "distinguisher-bound(3)"]).exits(0);
    let more = slow.executed();
    assert!(more.len() > words.len() && more.starts_with(&words), "a larger bound needs more words");
    assert!(counted(more).values().all(|&times| times == 1), "and no word twice");
}

#[test]
fn a_changed_adapter_file_is_refused_and_named() {
    if !has("python3") {
        return;
    }
    let slow = timer();
    slow.learn(&[]).exits(0);
    let (words, model) = (slow.executed(), slow.model());
    let adapter = slow.desk().read("slow_machine.py");
    slow.desk().write("slow_machine.py", &format!("{adapter}# changed\n"));
    let refused = slow.learn(&[]).exits(2);
    refused.complains(&["this changed: adapter file slow_machine.py", "--fresh", "--keep-answers"]);
    assert_eq!(slow.executed(), words, "nothing is asked before the user decides");

    slow.learn(&["--keep-answers"]).exits(0).prints(&["nothing was asked"]);
    slow.learn(&[]).exits(0).prints(&["nothing was asked"]);
    assert_eq!(slow.executed(), words, "what the user decided holds from now on");

    slow.learn(&["--fresh"]).exits(0);
    assert_eq!(slow.executed(), [&words[..], &words].concat(), "everything is asked again");
    assert_eq!((slow.journal(), slow.model()), (words, model));
}

#[test]
fn a_changed_case_file_is_refused_and_named() {
    if !has("python3") {
        return;
    }
    let slow = timer();
    slow.learn(&[]).exits(0);
    let case = slow.desk().read("case.toml");
    slow.desk().write("case.toml", &case.replace("quiescence_ms = 1", "quiescence_ms = 2"));
    slow.learn(&[]).exits(2).complains(&["this changed: case file", "--fresh", "--keep-answers"]);
    slow.learn(&["--keep-answers"]).exits(0).prints(&["nothing was asked"]);
}

#[test]
fn a_changed_adapter_command_is_refused_and_named() {
    if !has("python3") {
        return;
    }
    let slow = timer();
    slow.learn(&[]).exits(0);
    let case = slow.desk().read("case.toml");
    slow.desk().write("case.toml", &case.replace("[\"python3\", ", "[\"python3\", \"-u\", "));
    slow.learn(&[]).exits(2).complains(&["this changed: ", "case file", "adapter command"]);
}

#[test]
fn comments_and_ways_of_learning_may_change() {
    if !has("python3") {
        return;
    }
    let slow = timer();
    slow.learn(&[]).exits(0);
    let case = slow.desk().read("case.toml");
    slow.desk().write(
        "case.toml",
        &format!("# a comment\n{case}[learning]\nlearner = \"lstar\"\n[limits]\nmax_states = 99\n"),
    );
    slow.learn(&["--tester", "distinguisher-bound(1)"]).exits(0);
}

#[test]
fn a_fresh_run_that_is_killed_leaves_no_model_of_the_run_before() {
    if !has("python3") {
        return;
    }
    let slow = timer();
    slow.learn(&["-q"]).exits(0);
    let words = slow.executed().len();
    let mut running = slow.start(&["-q", "--fresh"]);
    slow.wait_for_words(&mut running, words + 1);
    running.kill();
    for file in ["model.svg", "report.html", "summary.json"] {
        assert!(!slow.desk().path(&format!("run/{file}")).exists(), "{file}");
    }
    // A run of more than a moment has a model of its own, which it does not call finished.
    let is_own = |text: String| text.contains("\"finished\": false");
    assert!(std::fs::read_to_string(slow.desk().path("run/model.json")).map_or(true, is_own));
}

#[test]
fn a_changed_machine_is_refused_and_named() {
    let desk = common::Desk::new();
    let machine = std::fs::read_to_string(common::zoo("CountDownTimer")).expect("a machine of the zoo");
    desk.write("timer.dot", &machine);
    let learn = ["learn", "sim:timer.dot", "--errors", "error"];
    desk.run(&learn).exits(0);
    desk.run(&learn[..2]).exits(2).complains(&["this changed: declared errors", "--fresh", "--keep-answers"]);
    desk.write("timer.dot", &machine.replace("onFinish", "onDone"));
    desk.run(&learn).exits(2).complains(&["this changed: machine timer", "--fresh", "--keep-answers"]);
    desk.run(&[&learn[..], &["--fresh"]].concat()).exits(0);
    assert!(desk.read("timer.run/model.json").contains("onDone"));
}
