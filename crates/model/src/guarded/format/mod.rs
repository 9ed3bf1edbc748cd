//! File formats of guarded models.

mod dot;
mod json;
mod mermaid;

pub use dot::write_guarded_dot;
pub(crate) use json::FORMAT as GUARDED_FORMAT;
pub use json::{read_guarded_json, write_guarded_json};
pub use mermaid::write_guarded_mermaid;

use super::{Branch, Guard, GuardedModel, Rule};

/// The edges of a rule with what stands at them: one if only passing and failing are known, else one for each outcome that
/// the object survives. What makes an object of the usual kind is no edge: it does not lead from that state to itself.
fn edges(model: &GuardedModel, rule: &Rule) -> Vec<(usize, String)> {
    let mut edges = all_edges(model, rule);
    edges.retain(|(target, _)| *target != rule.state || !model.is_making(rule));
    edges
}

fn all_edges(model: &GuardedModel, rule: &Rule) -> Vec<(usize, String)> {
    if rule.branches.is_empty() {
        return rule.reached().map(|target| (target, label(model, rule))).into_iter().collect();
    }
    let edge = |branch: &Branch| Some((branch.target?, branch_label(model, rule, branch)));
    rule.branches.iter().filter_map(edge).collect()
}

/// What stands at the edge of a branch: `offer / false [count >= 2]`.
fn branch_label(model: &GuardedModel, rule: &Rule, branch: &Branch) -> String {
    let call = branch.call(&model.methods[rule.method].name);
    match branch.guard == Guard::ALWAYS {
        true => call,
        false => format!("{call} [{}]", branch.guard),
    }
}

/// What stands at the edge of a rule: `pop [elementCount >= 1]`. A question mark follows what is not certain.
fn label(model: &GuardedModel, rule: &Rule) -> String {
    let name = &model.methods[rule.method].name;
    let doubt = if rule.is_certain { "" } else { "?" };
    match rule.guard == Guard::ALWAYS {
        true => format!("{name}{doubt}"),
        false => format!("{name} [{}]{doubt}", rule.guard),
    }
}
