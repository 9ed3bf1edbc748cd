//! What several tests need: machines, summaries, and a checker for markup.

pub mod guarded;
pub mod registers;

use typestar_model::{Counts, Finding, FindingKind, Learned, Mealy, Model, SeenTrace, Step, Summary, Verdict, Witness};

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

/// A machine as a model with a name.
pub fn named(name: &str, machine: &Mealy) -> Model {
    Model::Machine(Learned::imported(name, machine.clone()))
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
        growth: Counts::default(),
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

/// Machines that others published, with their files.
pub fn models() -> Vec<(String, Mealy)> {
    let folder = typestar_testing::models("a drawing of published machines");
    let kinds = folder.iter().flat_map(|folder| ["callback", "mealy"].map(|kind| folder.join(kind)));
    let files = kinds.flat_map(|folder| typestar_testing::dot_files(&folder));
    files.map(|file| (file.display().to_string(), typestar_testing::load(&file))).collect()
}
