//! Guarded models as Mermaid state diagrams.

use super::super::GuardedModel;
use super::edges;
use crate::format::mermaid::{Arrows, TooLargeForMermaid, diagram, escaped, group_of};

/// Writes a guarded model as a Mermaid `stateDiagram-v2`. Methods that lead from one state to the same one share an arrow;
/// calls that end the object are not drawn.
pub fn write_guarded_mermaid(model: &GuardedModel) -> Result<String, TooLargeForMermaid> {
    let mut arrows = Arrows::new();
    for rule in &model.rules {
        for (target, label) in edges(model, rule) {
            group_of(&mut arrows, (rule.state, target)).push(escaped(&label));
        }
    }
    let states = (0..model.states).map(|state| (state, format!("s{state}")));
    diagram(states, (model.states > 0).then_some(0), &arrows, &[])
}
