//! What the report page shows of a register automaton.

use typestar_model::register::{RegisterAutomaton, Transition};
use typestar_model::{Origins, Summary};

use super::words::{Words, location_name};
use crate::html::{Content, DRAWN_NODES, ROWS, Row, page};
use crate::merge::{Drawing, count};
use crate::text::size_of_registers;

/// The page about an automaton: what a run found out, if there was one, a drawing, and each transition with the trace that
/// shows it. `command_for_try` is what stands before the quoted word in a command that repeats a trace.
pub fn registers_page(
    automaton: &RegisterAutomaton,
    summary: Option<&Summary>,
    command_for_try: Option<&str>,
) -> String {
    let mut content = content(automaton);
    let numbers = summary.and_then(|summary| summary.registers.as_ref());
    content.numbers.extend(numbers.map(|numbers| ("Theories", numbers.theories.clone())));
    page(&content, summary, command_for_try)
}

fn content(automaton: &RegisterAutomaton) -> Content {
    let is_drawn = automaton.locations.len() <= DRAWN_NODES;
    let drawing = is_drawn.then(|| ("Register automaton", Drawing::of_registers(&automaton.name, automaton)));
    Content {
        name: automaton.name.clone(),
        what: format!("register automaton: {}", size_of_registers(automaton.size())),
        nodes: count(automaton.locations.len(), "location"),
        drawings: drawing.into_iter().collect(),
        sections: Vec::new(),
        columns: vec!["Location", "Input", "Guard", "Output", "Assignments", "Next location"],
        rows: automaton.transitions.iter().take(ROWS).map(|transition| row(automaton, transition)).collect(),
        transitions: automaton.transitions.len(),
        notes: Vec::new(),
        origins: Origins::default(),
        numbers: Vec::new(),
    }
}

fn row(automaton: &RegisterAutomaton, transition: &Transition) -> Row {
    let Words { input, guard, output, assignments } = Words::of(automaton, transition);
    let [from, to] = [transition.from, transition.to].map(|location| location_name(automaton, location));
    let cells = vec![from, input, guard, output.unwrap_or_default(), assignments.join(", "), to];
    Row { cells, steps: transition.witness.clone(), observed: !transition.witness.is_empty() }
}
