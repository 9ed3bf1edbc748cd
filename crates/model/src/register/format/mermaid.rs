//! Register automata as Mermaid state diagrams.

use super::super::RegisterAutomaton;
use crate::format::mermaid::{Arrows, TooLargeForMermaid, diagram, escaped, group_of};
use crate::symbols::symbol::Id;

/// Writes a register automaton as a Mermaid `stateDiagram-v2`. Transitions between the same two locations are drawn once.
/// An acceptor has no outputs; an arrow leads from its accepting locations to the end.
pub fn write_register_mermaid(automaton: &RegisterAutomaton) -> Result<String, TooLargeForMermaid> {
    let states =
        automaton.locations.iter().enumerate().map(|(index, location)| (index, automaton.show_location(location)));
    let mut arrows = Arrows::new();
    for transition in &automaton.transitions {
        let lines = automaton.show_transition(transition);
        let ends = (transition.from.index(), transition.to.index());
        group_of(&mut arrows, ends).extend(lines.lines().map(escaped));
    }
    let accepting = automaton.locations.iter().enumerate().filter(|(_, location)| location.accepting);
    let ends: Vec<usize> = accepting.filter(|_| automaton.signature.is_acceptor).map(|(index, _)| index).collect();
    diagram(states, Some(automaton.initial().index()), &arrows, &ends)
}
