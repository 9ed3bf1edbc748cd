//! Register automata in DOT, to be drawn.

use super::super::RegisterAutomaton;
use crate::format::dot::{graph, quoted};
use crate::symbols::symbol::Id;

/// Writes a register automaton in DOT. Locations show their registers, edges say `offer(p) [p <= x1] / ok` and below it
/// what registers are set to. Accepting locations of an acceptor have two borders, and its edges no outputs.
pub fn write_register_dot(automaton: &RegisterAutomaton) -> String {
    let states = automaton.locations.iter().map(|location| {
        let line = if location.registers.is_empty() { "" } else { "\n" };
        let borders = if automaton.signature.is_acceptor && location.accepting { ", peripheries=2" } else { "" };
        let label = format!("{}{line}{}", location.name, automaton.show_registers(location));
        format!("label={}{borders}", quoted(&label))
    });
    let edges = automaton.transitions.iter().map(|transition| {
        let label = quoted(&automaton.show_transition(transition));
        (transition.from.index(), transition.to.index(), format!("label={label}"))
    });
    graph((&automaton.name, Some("register automaton")), states, edges, Some(0))
}
