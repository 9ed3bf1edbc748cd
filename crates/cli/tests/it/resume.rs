//! A run that ended, however it ended, continues where it was and asks nothing twice.

use crate::common;
use std::collections::BTreeMap;
use std::time::Duration;

use crate::common::{Desk, Ran, SlowMachine, has, sim};
use typestar_model::Random;

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
fn five_kills_change_nothing_and_cost_only_the_words_in_flight() {
    if !has("python3") {
        return;
    }
    let undisturbed = speech_recognizer();
    undisturbed.learn(&["-q"]).exits(0);
    let words = undisturbed.executed();
    assert!(counted(words.clone()).values().all(|&times| times == 1), "no word is executed twice");

    let disturbed = speech_recognizer();
    let mut random = Random::new(20);
    let mut moments: Vec<usize> = (0..5).map(|_| 1 + random.below(words.len() * 9 / 10)).collect();
    moments.sort_unstable();
    let mut lost_before = 0;
    for moment in moments {
        let mut running = disturbed.start(&["-q"]);
        disturbed.wait_for_words(&mut running, moment);
        std::thread::sleep(Duration::from_millis(random.below(25) as u64));
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
fn answers_that_cannot_be_forgotten_are_not_replayed() {
    if !has("python3") {
        return;
    }
    for file in ["journal.db-count", "journal.db-wal", "journal.db-shm", "journal.db"] {
        let slow = timer();
        slow.learn(&["-q", "--max-words", "20"]).exits(4);
        let words = slow.executed();
        // A folder in the place of the file stays, whoever the user is.
        let _ = std::fs::remove_file(slow.desk().path(&format!("run/{file}")));
        std::fs::create_dir(slow.desk().path(&format!("run/{file}"))).expect("a folder in the place of a file");
        let refused = slow.learn(&["-q", "--fresh"]).exits(2);
        refused.complains(&[&format!("run/{file}"), "cannot be deleted", "delete it", "-o DIR"]);
        assert_eq!(slow.executed(), words, "{file}: nothing is asked");
    }
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

/// A desk with a run that ran out of its budget, and what it learns when it goes on undisturbed.
fn desk_with_part() -> (Desk, String) {
    let desk = Desk::new();
    let learn = ["learn", &sim("MediaPlayer"), "--errors", "error", "-q"];
    desk.run(&[&learn[..], &["-o", "whole"]].concat()).exits(0);
    desk.run(&[&learn[..], &["-o", "part", "--max-words", "200"]].concat()).exits(4);
    let model = desk.read("whole/model.json");
    (desk, model)
}

fn go_on(desk: &Desk) -> Ran {
    desk.run(&["learn", &sim("MediaPlayer"), "--errors", "error", "-q", "-o", "part", "--json"])
}

#[test]
fn a_damaged_journal_costs_its_damaged_entries_and_the_model_is_the_same() {
    let (desk, model) = desk_with_part();
    let whole = std::fs::read(desk.path("part/journal.db")).expect("a journal");
    let count = desk.read("part/journal.db-count");
    for seed in typestar_testing::seeds(0..8) {
        std::fs::remove_dir_all(desk.path("part")).expect("the part before");
        std::fs::create_dir(desk.path("part")).expect("a run folder");
        desk.write("part/journal.db-count", &count);
        let mut random = Random::new(seed);
        let mut bytes = whole.clone();
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(600)).min(bytes.len());
        bytes[at..end].fill(random.below(256) as u8);
        std::fs::write(desk.path("part/journal.db"), &bytes).expect("a damaged journal");
        let log = desk.run(&["log", "part"]);
        let summary = go_on(&desk).exits(0).json();
        assert_eq!(desk.read("part/model.json"), model, "seed {seed}");
        desk.run(&["log", "part"]).exits(0);
        let Some(note) = summary["notes"]["journal"].as_str() else {
            assert_eq!(log.code, Some(0), "seed {seed}: nothing was hit that matters");
            continue;
        };
        assert_eq!(log.code, Some(3), "seed {seed}: {}", log.stderr);
        let kept = log.stdout.lines().count();
        assert!(note.contains(&format!("{kept} of 200 entries can be read")), "seed {seed}: {note}");
        assert_eq!(summary["replayed"], kept, "seed {seed}");
        assert!(std::fs::read(desk.path("part/journal.damaged.db")).expect("the damaged file") == bytes);
    }
}

#[test]
fn a_lost_log_is_told_and_its_words_are_asked_again() {
    if !has("python3") {
        return;
    }
    let slow = timer();
    let mut running = slow.start(&["-q"]);
    slow.wait_for_words(&mut running, 20);
    running.kill();
    slow.wait_for_adapter_to_end();
    std::fs::remove_file(slow.desk().path("run/journal.db-wal")).expect("a log is there after a kill");
    slow.desk().run(&["log", "run"]).exits(3).complains(&["its write-ahead log journal.db-wal"]);
    let ran = slow.learn(&["-q"]).exits(0);
    ran.complains(&["note: the journal is damaged", "journal.db-wal", "what is lost is asked again"]);
    let ran = slow.learn(&["-q"]).exits(0);
    assert!(!ran.stderr.contains("damaged"), "it is told once: {}", ran.stderr);
}

#[test]
fn answers_of_which_nobody_knows_on_what_they_depend_are_not_believed() {
    let (desk, _) = desk_with_part();
    let bytes = std::fs::read(desk.path("part/journal.db")).expect("a journal");
    let mut damaged = bytes.clone();
    let text = b"case file";
    for at in (0..bytes.len() - text.len()).filter(|&at| bytes[at..].starts_with(text)) {
        damaged[at] = b'x';
    }
    std::fs::write(desk.path("part/journal.db"), damaged).expect("a damaged journal");
    for _ in 0..2 {
        go_on(&desk).exits(2).complains(&["what its answers depend on cannot be read", "--fresh", "--keep-answers"]);
    }
    desk.run(&["learn", &sim("MediaPlayer"), "--errors", "error", "-q", "-o", "part", "--keep-answers"]).exits(0);
}
