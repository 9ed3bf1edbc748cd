//! Guarded models in DOT, to be drawn.

use super::super::GuardedModel;
use super::label;
use crate::format::dot::{graph, quoted};

/// Writes a guarded model in DOT. Edges say `pop [elementCount >= 1]`; a call whose guard does not hold fails and ends the
/// object, and is not drawn.
pub fn write_guarded_dot(model: &GuardedModel) -> String {
    let states = (0..model.states).map(|state| format!("label=\"s{state}\""));
    let edges = model.rules.iter().filter_map(|rule| {
        let label = quoted(&label(model, rule));
        rule.reached().map(|target| (rule.state, target, format!("label={label}")))
    });
    graph((&model.system, Some("guarded model")), states, edges, (model.states > 0).then_some(0))
}
