//! Guarded models in DOT, to be drawn.

use std::fmt::Write as _;

use super::super::GuardedModel;
use super::label;
use crate::format::dot::{graph_name, quoted};

/// Writes a guarded model in DOT. Edges say `pop [elementCount >= 1]`; a call whose guard does not hold fails and ends the
/// object, and is not drawn.
pub fn write_guarded_dot(model: &GuardedModel) -> String {
    let mut dot = format!("digraph {} {{\n", graph_name(&model.system));
    for state in 0..model.states {
        let _ = writeln!(dot, "s{state} [label=\"s{state}\"];");
    }
    for rule in &model.rules {
        if let Some(target) = rule.reached() {
            let _ = writeln!(dot, "s{} -> s{target} [label={}];", rule.state, quoted(&label(model, rule)));
        }
    }
    let start = "__start0 [label=\"\", shape=none];\n__start0 -> s0 [label=\"\"];\n";
    dot + if model.states > 0 { start } else { "" } + "}\n"
}
