//! Guarded models in DOT, to be drawn.

use super::super::GuardedModel;
use super::edges;
use crate::format::dot::{graph, quoted};

/// Writes a guarded model in DOT. Edges say `pop [elementCount >= 1]`, or `offer / false [count >= 2]` where outcomes are
/// known; a call that ends the object is not drawn.
pub fn write_guarded_dot(model: &GuardedModel) -> String {
    let states = (0..model.states).map(|state| format!("label=\"s{state}\""));
    let edges = model.rules.iter().flat_map(|rule| {
        let edges = edges(model, rule).into_iter();
        edges.map(|(target, label)| (rule.state, target, format!("label={}", quoted(&label))))
    });
    graph((&model.system, Some("guarded model")), states, edges, (model.states > 0).then_some(0))
}
