//! What several tests need: machines, summaries, and a checker for markup.
#![allow(dead_code)] // each test binary uses its own part

pub mod guarded;
pub mod registers;

use std::path::PathBuf;

use typestar_model::{Counts, Finding, FindingKind, Learned, Mealy, SeenTrace, Step, Summary, Verdict, Witness};

/// A small asynchronous player with an error sink.
pub fn player() -> Mealy {
    let mut machine = Mealy::new(["load", "start", "stop", "release", "wait"].iter().collect());
    let [idle, loading, ready, playing, released, error] =
        ["Idle", "Loading", "Ready", "Playing", "Released", "Error"].map(|name| machine.add_state(name));
    for state in [idle, loading, ready, playing, released, error] {
        for input in ["load", "start", "stop", "release", "wait"] {
            machine.add_edge(state, input, "error", error);
        }
    }
    machine.add_edge(idle, "load", "ok", loading);
    machine.add_edge(loading, "wait", "onReady", ready);
    machine.add_edge(ready, "start", "ok", playing);
    machine.add_edge(playing, "stop", "ok", ready);
    machine.add_edge(playing, "start", "ok", playing);
    machine.add_edge(playing, "wait", "quiet", ready);
    for state in [idle, loading, ready, playing, released] {
        machine.add_edge(state, "release", "ok", released);
    }
    for state in [idle, ready, released] {
        machine.add_edge(state, "wait", "quiet", state);
    }
    machine
}

/// The player with one observed trace.
pub fn learned_player() -> Learned {
    let mut learned = Learned::imported("Player", player());
    let machine = &learned.machine;
    let witness = Witness {
        from: machine.states().nth(1).unwrap(),
        input: machine.inputs().get("start").unwrap(),
        steps: vec![
            Step::new("load", "ok"),
            Step::new("start", "error").with_reason(Some("IllegalState: still loading".to_owned())),
        ],
    };
    learned.witnesses.push(witness);
    learned
}

/// A finished run without findings.
pub fn summary() -> Summary {
    Summary {
        system: "Player".to_owned(),
        states: 5,
        states_total: 6,
        inputs: 5,
        learner: "lsharp".to_owned(),
        tester: "distinguisher-bound(2)".to_owned(),
        rounds: 3,
        history: Vec::new(),
        learning: Counts { asked: 120, executed: 80, symbols: 1234 },
        testing: Counts { asked: 400, executed: 300, symbols: 2000 },
        challenge: None,
        replayed: 12,
        bound_needed: 2,
        registers: None,
        guarded: None,
        origins: Default::default(),
        findings: Vec::new(),
        verdict: Verdict {
            text: "complete if any two states differ within 2 inputs".to_owned(),
            finished: true,
            assumptions: vec!["a quiet wait changes nothing".to_owned()],
        },
        wall_ms: 2500,
        run: "runs/player".to_owned(),
        notes: [("seed".to_owned(), "7".to_owned())].into(),
    }
}

/// Two runs that disagree.
pub fn finding() -> Finding {
    let trace = |last: &str, count: u64| {
        let last = Step::new("wait", last).with_reason(Some("network".to_owned()));
        SeenTrace::new(vec![Step::new("load", "ok"), last], count)
    };
    Finding {
        kind: FindingKind::Disagreement,
        message: "the same word was answered differently".to_owned(),
        word: vec!["load".to_owned(), "wait".to_owned()],
        traces: vec![trace("onReady", 3), trace("quiet", 1)],
        advice: vec!["lengthen the quiescence time".to_owned()],
    }
}

/// Panics unless every tag is closed in order and every attribute is quoted.
pub fn assert_well_formed(markup: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = markup;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        assert!(!tag.contains('<'), "a raw < in {tag:?}");
        assert_eq!(tag.matches('"').count() % 2, 0, "an unquoted attribute in {tag:?}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "a tag is closed that is not the last opened one");
        } else if !tag.starts_with('!') && !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().expect("a tag has a name"));
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
}

/// Other people's models, which are not part of the repository.
pub fn models() -> Vec<(String, Mealy)> {
    let default = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/models");
    let folder = std::env::var_os("TYPESTAR_MODELS").map_or(default, PathBuf::from);
    let mut files: Vec<PathBuf> = ["callback", "mealy"]
        .iter()
        .filter_map(|kind| std::fs::read_dir(folder.join(kind)).ok())
        .flat_map(|entries| entries.map(|entry| entry.unwrap().path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "dot"))
        .collect();
    files.sort();
    if files.is_empty() {
        eprintln!("skipped: no models in {}, set TYPESTAR_MODELS to their folder", folder.display());
    }
    (files.iter())
        .map(|file| {
            (file.display().to_string(), typestar_model::read_dot(&std::fs::read_to_string(file).unwrap()).unwrap())
        })
        .collect()
}
