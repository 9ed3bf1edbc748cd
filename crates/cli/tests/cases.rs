//! The cases that come with typestar are learned for real: Python classes with threads and timers.

mod common;

use common::{Desk, Ran, has, repository, zoo};

/// How often a case is tried: on a machine that is too busy, a timer may come too late once, but not every time.
const ATTEMPTS: usize = 3;

/// Learns a case; when it does not come out clean, says why and tries again from the start.
fn learn(desk: &Desk, case: &str, more: &[&str]) -> Ran {
    let file = repository(&format!("cases/{case}/case.toml"));
    let arguments = [&["learn", &file, "-o", "run", "--json", "--max-time", "360", "--fresh"], more].concat();
    for attempt in 1..ATTEMPTS {
        let ran = desk.run(&arguments);
        if ran.code == Some(0) {
            return ran;
        }
        eprintln!("{case}, attempt {attempt}: {}{}", ran.stdout, ran.stderr);
    }
    desk.run(&arguments)
}

/// Learns a case and compares it with the machine that it should be.
fn assert_is_learned(case: &str, machine: &str, states: u64) {
    if !has("python3") {
        return;
    }
    let desk = Desk::new();
    let summary = learn(&desk, case, &[]).exits(0).json();
    eprintln!("{case}: {} ms, {} and {}", summary["wall_ms"], summary["learning"], summary["testing"]);
    assert_eq!(summary["states"], states);
    desk.run(&["compare", "run", &zoo(machine)]).exits(0).prints(&["same behaviour"]);
}

#[test]
fn the_asynchronous_task_is_learned() {
    assert_is_learned("async_task", "AsyncTask", 5);
}

#[test]
fn the_media_player_is_learned() {
    assert_is_learned("media_player", "MediaPlayer", 13);
}

#[test]
fn the_spell_checker_session_is_learned_inside_its_purpose() {
    assert_is_learned("spell_checker_session", "SpellCheckerSession", 4);
}

#[test]
fn the_spell_checker_session_is_as_published_when_outside_is_an_error() {
    if !has("python3") {
        return;
    }
    let desk = Desk::new();
    learn(&desk, "spell_checker_session", &["--outside", "error"]).exits(0);
    let machine = zoo("SpellCheckerSession");
    desk.run(&["compare", "run", &machine]).exits(0).prints(&["same behaviour"]);
    let word = "getSentenceSuggestions getSentenceSuggestions";
    let last = |system: &str| {
        let steps = desk.run(&["try", system, word, "--json"]).exits(0).json();
        steps["steps"][1]["output"].clone()
    };
    assert_eq!(last(&format!("sim:{machine}")), "error", "the published machine folds the purpose into errors");
    let case = repository("cases/spell_checker_session/case.toml");
    assert_eq!(last(&case), "ok", "the class itself takes a second request");
    let model: serde_json::Value = serde_json::from_str(&desk.read("run/model.json")).expect("a model");
    let transitions = model["transitions"].as_array().expect("transitions");
    assert_eq!(transitions.len(), 5 * 4, "and so does the learned one: it is complete");
}
