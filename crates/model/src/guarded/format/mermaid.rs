//! Guarded models as Mermaid state diagrams.

use std::fmt::Write as _;

use super::super::GuardedModel;
use super::label;
use crate::format::TooLargeForMermaid;
use crate::format::mermaid::{checked, escaped, group_of};

/// Writes a guarded model as a Mermaid `stateDiagram-v2`. Methods that lead from one state to the same one share an arrow;
/// calls that fail are not drawn.
pub fn write_guarded_mermaid(model: &GuardedModel) -> Result<String, TooLargeForMermaid> {
    let mut text = String::from("stateDiagram-v2\n");
    for state in 0..model.states {
        let _ = writeln!(text, "    state \"s{state}\" as s{state}");
    }
    text.push_str(if model.states > 0 { "    [*] --> s0\n" } else { "" });
    let mut arrows: Vec<((usize, usize), Vec<String>)> = Vec::new();
    for rule in &model.rules {
        if let Some(target) = rule.reached() {
            group_of(&mut arrows, (rule.state, target)).push(escaped(&label(model, rule)));
        }
    }
    for ((from, to), lines) in &arrows {
        let _ = writeln!(text, "    s{from} --> s{to} : {}", lines.join("<br/>"));
    }
    checked(text, arrows.len() + 1)
}
