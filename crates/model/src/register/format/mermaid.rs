//! Register automata as Mermaid state diagrams.

use std::fmt::Write as _;

use super::super::{LocationId, RegisterAutomaton};
use crate::format::TooLargeForMermaid;
use crate::format::mermaid::{checked, escaped, group_of};
use crate::symbol::Id;

/// Writes a register automaton as a Mermaid `stateDiagram-v2`. Transitions between the same two locations are drawn once.
/// An acceptor has no outputs; an arrow leads from its accepting locations to the end.
pub fn write_register_mermaid(automaton: &RegisterAutomaton) -> Result<String, TooLargeForMermaid> {
    let mut text = String::from("stateDiagram-v2\n");
    for (index, location) in automaton.locations.iter().enumerate() {
        let registers = location.registers.iter().map(|register| automaton.registers[register.index()].name.as_str());
        let registers: Vec<&str> = registers.collect();
        let held = if registers.is_empty() { String::new() } else { format!(" ({})", registers.join(", ")) };
        let _ = writeln!(text, "    state \"{}\" as s{index}", escaped(&format!("{}{held}", location.name)));
    }
    let _ = writeln!(text, "    [*] --> s{}", automaton.initial().index());
    let mut arrows: Vec<((LocationId, LocationId), Vec<String>)> = Vec::new();
    for transition in &automaton.transitions {
        let lines = automaton.show_transition(transition);
        group_of(&mut arrows, (transition.from, transition.to)).extend(lines.lines().map(escaped));
    }
    for ((from, to), lines) in &arrows {
        let _ = writeln!(text, "    s{} --> s{} : {}", from.index(), to.index(), lines.join("<br/>"));
    }
    let accepting = automaton.locations.iter().enumerate().filter(|(_, location)| location.accepting);
    let ends: Vec<usize> = accepting.filter(|_| automaton.signature.is_acceptor).map(|(index, _)| index).collect();
    for index in &ends {
        let _ = writeln!(text, "    s{index} --> [*]");
    }
    checked(text, arrows.len() + ends.len() + 1)
}
