//! File formats of guarded models.

mod dot;
mod json;
mod mermaid;

pub use dot::write_guarded_dot;
pub(crate) use json::FORMAT as GUARDED_FORMAT;
pub use json::{read_guarded_json, write_guarded_json};
pub use mermaid::write_guarded_mermaid;

use super::{Guard, GuardedModel, Rule};

/// What stands at the edge of a rule: `pop [elementCount >= 1]`. A question mark follows what is not certain.
fn label(model: &GuardedModel, rule: &Rule) -> String {
    let name = &model.methods[rule.method].name;
    let doubt = if rule.is_certain { "" } else { "?" };
    match rule.guard == Guard::ALWAYS {
        true => format!("{name}{doubt}"),
        false => format!("{name} [{}]{doubt}", rule.guard),
    }
}
