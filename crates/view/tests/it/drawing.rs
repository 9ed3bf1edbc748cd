//! What is drawn of a machine, and what is left out.

use crate::common::{named, player};
use typestar_model::{Form, Mealy};
use typestar_view::{Drawing, Voice, drawing};

/// The lines at the edge between two named states.
fn lines(drawing: &Drawing, from: &str, to: &str) -> Vec<(String, Voice)> {
    let named = |index: usize| drawing.nodes[index].name.as_str();
    let edge = drawing.edges.iter().find(|edge| named(edge.from) == from && named(edge.to) == to);
    let edge = edge.unwrap_or_else(|| panic!("no edge from {from} to {to}"));
    edge.label.lines.iter().map(|line| (line.text.clone(), line.voice)).collect()
}

fn line(text: &str, voice: Voice) -> (String, Voice) {
    (text.to_owned(), voice)
}

#[test]
fn a_typestate_shows_callins_callbacks_and_quiet_changes() {
    let drawing = drawing(&named("Player", &player()), Some(Form::Interface));
    assert_eq!(lines(&drawing, "Idle", "Loading"), [line("load", Voice::Callin)]);
    assert_eq!(lines(&drawing, "Loading", "Ready"), [line("← onReady", Voice::Callback)]);
    assert_eq!(lines(&drawing, "Playing", "Ready"), [line("stop", Voice::Callin), line("quiet", Voice::Quiet)]);
    assert_eq!(lines(&drawing, "Playing", "Playing"), [line("start", Voice::Callin)]);
}

#[test]
fn the_sink_of_errors_is_not_drawn_but_counted() {
    let drawing = drawing(&named("Player", &player()), Some(Form::Interface));
    let names: Vec<&str> = drawing.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["Idle", "Loading", "Ready", "Playing", "Released"]);
    assert_eq!(drawing.notes, ["Not drawn: 11 illegal calls, 3 quiet waits."]);
    assert_eq!(drawing.nodes[1].tooltip, "Loading\nreached by: load\nillegal: load, start, stop");
}

#[test]
fn what_leads_to_one_state_from_everywhere_is_drawn_once() {
    let drawing = drawing(&named("Player", &player()), Some(Form::Interface));
    assert_eq!(drawing.entries.len(), 1);
    let entry = &drawing.entries[0];
    assert_eq!((drawing.nodes[entry.to].name.as_str(), entry.origin.as_str()), ("Released", "any state"));
    assert_eq!(entry.label.lines[0].text, "release");
    assert!(drawing.edges.iter().all(|edge| drawing.nodes[edge.to].name != "Released"));
}

#[test]
fn exceptions_from_everywhere_are_named() {
    let mut machine = Mealy::new(["reset", "next"].iter().collect());
    let states: Vec<_> = (0..8).map(|index| machine.add_state(&format!("s{index}"))).collect();
    for pair in states.windows(2) {
        machine.add_edge(pair[0], "next", "ok", pair[1]);
        machine.add_edge(pair[1], "reset", "ok", states[0]);
    }
    machine.add_edge(states[7], "reset", "refused", states[7]);
    let drawing = drawing(&named("", &machine), Some(Form::Mealy));
    assert_eq!(drawing.entries[0].origin, "any other state but s7");
    assert_eq!(drawing.entries[0].label.lines[0].text, "reset / ok");
    assert_eq!(drawing.notes, ["Not drawn: 2 steps outside the learning purpose."]);
}

#[test]
fn the_mealy_form_shows_every_answer() {
    let drawing = drawing(&named("Player", &player()), Some(Form::Mealy));
    assert_eq!(
        lines(&drawing, "Playing", "Ready"),
        [line("stop / ok", Voice::Callin), line("wait / quiet", Voice::Quiet)]
    );
    assert_eq!(lines(&drawing, "Idle", "Idle"), [line("wait / quiet", Voice::Quiet)]);
    assert_eq!(drawing.nodes[1].details[0].text, "error: load, start, stop");
    assert!(drawing.notes.is_empty());
}

#[test]
fn inputs_with_equal_answers_share_lines_and_long_labels_are_capped() {
    let names: Vec<String> = (0..40).map(|index| format!("message{index}")).collect();
    let mut machine = Mealy::new(names.iter().collect());
    let (one, two) = (machine.add_state("one"), machine.add_state("two"));
    for (index, name) in names.iter().enumerate() {
        machine.add_edge(one, name, if index < 3 { "yes" } else { "no" }, two);
    }
    let drawing = drawing(&named("", &machine), Some(Form::Mealy));
    let label = &drawing.edges[0].label;
    assert_eq!(label.lines.len(), 7);
    assert_eq!(label.lines[0].text, "message0, message1, message2");
    assert_eq!(label.lines[1].text, "/ yes");
    assert_eq!(label.lines[6].text, "+27 more");
    assert_eq!(label.tooltip.lines().count(), 40);
}

#[test]
fn a_machine_that_only_fails_is_drawn() {
    let mut machine = Mealy::new(["a"].iter().collect());
    let only = machine.add_state("only");
    machine.add_edge(only, "a", "error", only);
    let drawing = drawing(&named("", &machine), Some(Form::Mealy));
    assert_eq!((drawing.nodes.len(), drawing.edges.len(), drawing.initial), (1, 1, Some(0)));
}
