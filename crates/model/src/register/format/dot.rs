//! Register automata in DOT, to be drawn.

use std::fmt::Write as _;

use super::super::RegisterAutomaton;
use crate::format::dot::{graph_name, quoted};
use crate::symbol::Id;

/// Writes a register automaton in DOT. Locations show their registers, edges say `offer(p) [p <= x1] / ok` and below it
/// what registers are set to. Accepting locations of an acceptor have two borders, and its edges no outputs.
pub fn write_register_dot(automaton: &RegisterAutomaton) -> String {
    let mut dot = format!("digraph {} {{\n", graph_name(&automaton.name));
    for (index, location) in automaton.locations.iter().enumerate() {
        let registers: Vec<&str> =
            location.registers.iter().map(|register| automaton.registers[register.index()].name.as_str()).collect();
        let label = if registers.is_empty() {
            location.name.clone()
        } else {
            format!("{}\n{}", location.name, registers.join(", "))
        };
        let borders = if automaton.signature.is_acceptor && location.accepting { ", peripheries=2" } else { "" };
        let _ = writeln!(dot, "s{index} [label={}{borders}];", quoted(&label));
    }
    for transition in &automaton.transitions {
        let (from, to) = (transition.from.index(), transition.to.index());
        let _ = writeln!(dot, "s{from} -> s{to} [label={}];", quoted(&automaton.show_transition(transition)));
    }
    dot.push_str("__start0 [label=\"\", shape=none];\n__start0 -> s0 [label=\"\"];\n}\n");
    dot
}
