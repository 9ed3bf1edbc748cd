//! `--json` says what each hypothesis had cost when it was built.

use crate::common::{Desk, sim, zoo};
use serde_json::Value;

const LEARNERS: [&str; 5] = ["lsharp", "lstar", "kv", "ttt", "adt"];

/// Checks that the history of a finished run fits the rest of its summary.
#[track_caller]
fn check(summary: &Value) {
    let history = summary["history"].as_array().expect("a list");
    assert_eq!(summary["rounds"], history.len(), "one entry for each hypothesis");
    let last = history.last().expect("a hypothesis");
    assert_eq!(last["states"], summary["states"], "the last hypothesis is the model");
    for name in ["executed", "symbols"] {
        let counts: Vec<u64> = history.iter().map(|entry| entry[name].as_u64().expect("a count")).collect();
        assert!(counts.is_sorted(), "{name}: {counts:?}");
        let total: u64 = ["learning", "testing"].iter().map(|phase| summary[phase][name].as_u64().unwrap()).sum();
        assert!(counts[0] > 0 && *counts.last().unwrap() <= total, "{name}: {counts:?} of {total}");
    }
}

#[test]
fn the_history_has_an_entry_for_each_hypothesis_of_every_learner() {
    let desk = Desk::new();
    for learner in LEARNERS {
        let learn = ["learn", &sim("MediaPlayer"), "--learner", learner, "--tester", "exact", "-o", learner, "--json"];
        let summary = desk.run(&[&learn[..], &["--errors", "error"]].concat()).exits(0).json();
        check(&summary);
        assert!(summary["history"].as_array().unwrap().len() > 1, "it takes {learner} several hypotheses");
    }
}

#[test]
fn a_sink_of_errors_that_are_not_final_is_not_counted() {
    let desk = Desk::new();
    for learner in LEARNERS {
        let learn = ["learn", &sim("AsyncTask"), "--learner", learner, "--tester", "exact", "-o", learner, "--json"];
        let summary = desk.run(&learn).exits(0).json();
        assert_eq!((&summary["states"], &summary["states_total"]), (&5.into(), &6.into()));
        check(&summary);
    }
}

#[test]
fn what_is_outside_the_purpose_is_not_counted() {
    let desk = Desk::new();
    let model = zoo("AsyncTask");
    desk.write(
        "case.toml",
        &format!(
            "[system]\nmodel = {model:?}\n[outputs]\nerrors = [\"error\"]\n[purpose]\nat_most_once = [\"cancel\"]\n"
        ),
    );
    for (learner, outside) in LEARNERS.iter().flat_map(|learner| ["unknown", "error"].map(|way| (learner, way))) {
        let learn = ["learn", "case.toml", "--learner", learner, "--outside", outside, "--tester", "exact", "--json"];
        check(&desk.run(&[&learn[..], &["-o", &format!("{learner}-{outside}")]].concat()).exits(0).json());
    }
}

#[test]
fn a_run_that_was_stopped_has_the_history_of_one_that_was_not() {
    let desk = Desk::new();
    let learn = |more: &[&str]| {
        desk.run(&[&["learn", &sim("MediaPlayer"), "--errors", "error", "-q", "--json"], more].concat())
    };
    let whole = learn(&["-o", "whole"]).exits(0).json()["history"].clone();
    let entries = whole.as_array().expect("a list");
    for words in ["20", "200", "700"] {
        let part = learn(&["-o", "parts", "--max-words", words]).exits(4).json()["history"].clone();
        assert!(entries.starts_with(part.as_array().expect("a list")), "{part} is the beginning of {whole}");
    }
    assert_eq!(learn(&["-o", "parts"]).exits(0).json()["history"], whole);
    assert_eq!(learn(&["-o", "parts"]).exits(0).json()["history"], whole, "also when everything is replayed");
}
