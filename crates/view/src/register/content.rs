//! What the report page shows of a register automaton.

use typestar_model::register::{RegisterAutomaton, Transition};
use typestar_model::{Summary, counted};

use super::drawing::drawing;
use super::words::{Words, location_name};
use crate::html::{Content, DRAWN_NODES, ROWS, Row};
use crate::text::{queries, size_of_registers};

/// What the page shows of an automaton: a drawing, and each transition with the trace that shows it.
pub(crate) fn content(automaton: &RegisterAutomaton, summary: Option<&Summary>) -> Content {
    let numbers = summary.and_then(|summary| summary.registers.as_ref());
    let is_drawn = automaton.locations.len() <= DRAWN_NODES;
    let drawn = is_drawn.then(|| ("Register automaton", drawing(&automaton.name, automaton)));
    let theories = numbers.map(|numbers| ("Theories", numbers.theories.clone()));
    let asked = summary.and_then(queries).map(|asked| ("Queries", asked));
    Content {
        name: automaton.name.clone(),
        what: format!("register automaton: {}", size_of_registers(automaton.size())),
        nodes: counted(automaton.locations.len(), "location"),
        drawings: drawn.into_iter().collect(),
        columns: vec!["Location", "Input", "Guard", "Output", "Assignments", "Next location"],
        rows: automaton.transitions.iter().take(ROWS).map(|transition| row(automaton, transition)).collect(),
        transitions: automaton.transitions.len(),
        numbers: theories.into_iter().chain(asked).collect(),
        ..Content::default()
    }
}

fn row(automaton: &RegisterAutomaton, transition: &Transition) -> Row {
    let Words { input, guard, output, assignments } = Words::of(automaton, transition);
    let [from, to] = [transition.from, transition.to].map(|location| location_name(automaton, location));
    let cells = vec![from, input, guard, output.unwrap_or_default(), assignments.join(", "), to];
    Row { cells, steps: transition.witness.clone(), observed: !transition.witness.is_empty() }
}
