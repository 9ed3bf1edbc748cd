//! What a terminal shows.

use crate::common::{finding, named, player, summary};
use typestar_model::{Finding, Form, Mealy, RegisterNumbers, SeenTrace, Step, Summary};
use typestar_view::{drawing, summary_text, text};

#[test]
fn a_typestate_is_one_block_a_state() {
    let shown = text(&named("", &player()), Some(Form::Interface), false);
    let expected = "\
▸ Idle
    load       → Loading
    release    → Released
    illegal: start, stop
  Loading
    release    → Released
    ← onReady  → Ready
    illegal: load, start, stop
  Ready
    start      → Playing
    release    → Released
    illegal: load, stop
  Playing
    start        stays
    stop       → Ready
    release    → Released
    quiet      → Ready
    illegal: load
  Released
    release      stays
    illegal: load, start, stop
not shown: 3 quiet waits that change nothing
";
    assert_eq!(shown, expected);
}

#[test]
fn the_mealy_form_shows_answers_and_quiet_waits() {
    let shown = text(&named("", &player()), Some(Form::Mealy), false);
    assert!(shown.contains("    wait / onReady  → Ready\n"));
    assert!(shown.contains("    wait / quiet      stays\n"));
    assert!(!shown.contains("not shown"));
}

#[test]
fn a_call_shows_what_it_returned_but_no_plain_ok() {
    let mut machine = Mealy::new(["coin", "push"].iter().collect());
    let [locked, open] = ["Locked", "Open"].map(|name| machine.add_state(name));
    for (from, input, output, to) in
        [(locked, "coin", "true", open), (open, "coin", "false", open), (locked, "push", "ok", locked)]
    {
        machine.add_edge(from, input, output, to);
    }
    machine.add_edge(open, "push", "ok", locked);
    assert_eq!(Form::suiting(&machine), Form::Interface);
    let expected = "\
▸ Locked
    coin / true   → Open
    push            stays
  Open
    coin / false    stays
    push          → Locked
";
    assert_eq!(text(&named("", &machine), Some(Form::Interface), false), expected);
    assert!(text(&named("", &machine), Some(Form::Mealy), false).contains("push / ok"));
}

#[test]
fn colours_come_only_when_asked_for() {
    assert!(!text(&named("", &player()), Some(Form::Interface), false).contains('\u{1b}'));
    assert!(text(&named("", &player()), Some(Form::Interface), true).contains("\u{1b}[35m← onReady\u{1b}[0m"));
    assert!(!summary_text(&summary(), false).contains('\u{1b}'));
}

#[test]
fn what_is_outside_the_purpose_is_unknown_not_illegal() {
    let mut machine = Mealy::new(["a", "b", "wait"].iter().collect());
    let state = machine.add_state("Start");
    machine.add_edge(state, "a", "outside", state);
    assert_eq!(text(&named("", &machine), Some(Form::Interface), false), "▸ Start\n    unknown: a, b, wait\n");
}

#[test]
fn many_inputs_are_broken_into_lines() {
    let names: Vec<String> = (0..9).map(|index| format!("message{index}")).collect();
    let mut machine = Mealy::new(names.iter().collect());
    let state = machine.add_state("Start");
    names.iter().for_each(|name| machine.add_edge(state, name, "done", state));
    let shown = text(&named("", &machine), Some(Form::Mealy), false);
    assert!(shown.contains("\n    message0, message1, message2, message3,\n"));
    assert!(shown.contains("message8 / done"));
    assert!(shown.lines().all(|line| line.chars().count() < 60));
}

#[test]
fn the_summary_says_what_was_tried_and_what_follows() {
    let shown = summary_text(&summary(), false);
    assert!(shown.starts_with("Player: 5 states and the error sink, 5 inputs\n"));
    assert!(shown.contains("verdict    complete if any two states differ within 2 inputs\n"));
    assert!(shown.contains("assuming   a quiet wait changes nothing\n"));
    assert!(shown.contains("testing             400          300        2,000\n"));
    assert!(shown.contains("total               520          380        3,234\n"));
    assert!(shown.contains("rounds     3 with lsharp, tested by distinguisher-bound(2)\n"));
    assert!(shown.contains("run        runs/player\n"));
    assert!(!shown.contains("finding"));
}

#[test]
fn a_run_that_did_not_end_is_marked() {
    let mut summary = summary();
    summary.verdict.finished = false;
    assert!(summary_text(&summary, false).contains("draft: the run has not finished"));
}

#[test]
fn findings_show_all_traces_and_advice() {
    let mut summary = summary();
    summary.findings = vec![finding()];
    let shown = summary_text(&summary, false);
    assert!(shown.contains("1 finding\n  1. disagreement: the same word was answered differently\n"));
    assert!(shown.contains("     word:  load wait\n"));
    assert!(shown.contains("     seen 3 times:  load/ok  wait/onReady (network)\n"));
    assert!(shown.contains("     seen once:  load/ok  wait/quiet (network)\n"));
    assert!(shown.contains("     try:   lengthen the quiescence time\n"));
}

#[test]
fn what_hangs_and_what_crashes_is_listed_apart_from_what_is_illegal() {
    let mut machine = Mealy::new(["start", "stop", "kill", "wait"].iter().collect());
    let (on, sink) = (machine.add_state("On"), machine.add_state("Error"));
    for (input, output) in [("start", "error"), ("stop", "hang"), ("kill", "crash"), ("wait", "hang")] {
        machine.add_edge(on, input, output, sink);
        machine.add_edge(sink, input, "error", sink);
    }
    let expected = "▸ On\n    illegal: start\n    hangs: stop, wait\n    crashes: kill\n";
    assert_eq!(text(&named("", &machine), Some(Form::Interface), false), expected);
    let drawing = drawing(&named("m", &machine), Some(Form::Interface));
    let lines: Vec<&str> = drawing.nodes[0].details.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["hangs: stop, wait", "crashes: kill"]);
    assert_eq!(drawing.nodes[0].tooltip, "On\nthe start\nillegal: start\nhangs: stop, wait\ncrashes: kill");
    assert_eq!(drawing.notes, ["Not drawn: 1 illegal call."]);
    let mermaid = typestar_model::write_mermaid(&machine).unwrap();
    assert!(mermaid.contains("s0 --> s1 : stop, wait / hang<br/>kill / crash\n"), "{mermaid}");
}

#[test]
fn a_run_with_data_tells_registers_and_theories_and_no_bound() {
    let mut summary = summary();
    let theories = "item: equality".to_owned();
    let size = RegisterNumbers { locations: 4, registers: 3, transitions: 8, ..RegisterNumbers::default() };
    summary.registers = Some(RegisterNumbers { theories, ..size });
    let text = summary_text(&summary, false);
    assert!(text.starts_with("Player: 4 locations, 3 registers, 8 transitions\n"), "{text}");
    assert!(text.contains("\n  theories   item: equality\n") && !text.contains("\n  bound"), "{text}");
    summary.rounds = 0;
    assert!(summary_text(&summary, false).starts_with("Player: no hypothesis yet\n"));
}

#[test]
fn a_run_with_data_tells_what_publications_tell() {
    let mut summary = summary();
    let (tree_queries, last_counterexample) = (1_102, Some(4));
    let (learning_ms, testing_ms) = (1_200, 300);
    let figures = RegisterNumbers { tree_queries, last_counterexample, learning_ms, testing_ms, ..Default::default() };
    (summary.registers, summary.replayed) = (Some(figures.clone()), 0);
    let text = summary_text(&summary, false);
    assert!(text.contains("\n  queries    1,102 tree queries; the last counterexample had 4 inputs\n"), "{text}");
    assert!(text.contains("\n  time       2.5 s: 1.2 s learning, 300 ms testing\n"), "{text}");
    let none = RegisterNumbers { tree_queries: 1, last_counterexample: None, ..figures };
    (summary.registers, summary.replayed) = (Some(none), 7);
    let text = summary_text(&summary, false);
    assert!(text.contains("\n  queries    1 tree query; no counterexample\n"), "{text}");
    assert!(text.contains("\n  time       2.5 s\n"), "the times are those of one process: {text}");
}

#[test]
fn long_findings_and_notes_are_cut() {
    let long = "tick ".repeat(1000);
    let words: Vec<String> = long.split_whitespace().map(str::to_owned).collect();
    let steps = words.iter().map(|word| Step::new(word, "ok")).collect();
    let found = Finding {
        message: format!("`{long}` had different answers"),
        word: words,
        traces: vec![SeenTrace::new(steps, 1)],
        ..finding()
    };
    let notes = [("troubles".to_owned(), long)].into();
    let summary = Summary { findings: vec![found], notes, ..summary() };
    let shown = summary_text(&summary, false);
    assert!(shown.lines().all(|line| line.chars().count() < 700), "{shown}");
    assert!(shown.lines().filter(|line| line.ends_with("...")).count() >= 4, "{shown}");
    let whole = summary.to_json();
    assert_eq!(whole["findings"][0]["word"].as_array().map(Vec::len), Some(1000), "JSON has all of it");
}
