//! The parts of a guarded model in words.

use typestar_model::guarded::{Branch, Guard, GuardedMethod, GuardedModel, Rule};
use typestar_model::{Step, Symbol, counted};

use crate::text::many;

use crate::register::broken;

/// What is said of a guard that always holds.
const ALWAYS: &str = "always";
const NEVER: &str = "never";

/// How large a model is: `1 state and the error sink, 5 methods`.
pub(super) fn size(model: &GuardedModel) -> String {
    let sink = if model.states_total() > model.states { " and the error sink" } else { "" };
    let (methods, makers) = model.methods_and_makers();
    let makers = if makers == 0 { String::new() } else { format!(", {}", counted(makers, "maker")) };
    format!("{}{sink}, {}{makers}", counted(model.states, "state"), counted(methods, "method"))
}

/// The name of a state.
pub(super) fn state_name(state: usize) -> String {
    format!("s{state}")
}

/// How a state is reached: `the start`, `after start, stop`; nothing if no rule leads there.
pub(super) fn reached(model: &GuardedModel, path: Option<&[usize]>) -> String {
    match path {
        None => String::new(),
        Some([]) => "the start".to_owned(),
        Some(path) => {
            let names: Vec<&str> = path.iter().map(|method| model.methods[*method].name.as_str()).collect();
            format!("after {}", names.join(", "))
        }
    }
}

/// The name of a type without its package.
pub(super) fn short_type(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// A method with the types of its parameters: `push(Object)`. An overloaded one has them in its name.
pub(super) fn call(method: &GuardedMethod) -> String {
    if method.name.ends_with(')') {
        return method.name.clone();
    }
    let types: Vec<&str> = method.parameters.iter().map(|name| short_type(name)).collect();
    format!("{}({})", method.name, types.join(", "))
}

/// The same with the type of what it returns: `pop(): Object`.
pub(super) fn signature(method: &GuardedMethod) -> String {
    match method.returns.as_str() {
        "" => call(method),
        returns => format!("{}: {}", call(method), short_type(returns)),
    }
}

/// When a call passes: `elementCount >= 1`, `always`.
pub(super) fn condition(rule: &Rule) -> String {
    let text = match &rule.guard {
        guard if *guard == Guard::ALWAYS => ALWAYS.to_owned(),
        guard if *guard == Guard::NEVER => match rule.never_succeeded() {
            Some(calls) => format!("{NEVER} succeeded in {}", many(calls, "call")),
            None => NEVER.to_owned(),
        },
        guard => guard.to_string(),
    };
    if rule.is_certain { text } else { format!("{text} (not certain)") }
}

/// What was tried, where no call succeeded: `tried: put(null), put("a")`, in pieces; nothing if that says nothing.
pub(super) fn tried(rule: &Rule) -> Vec<String> {
    let has_values = rule.tried.iter().any(|call| !call.values().is_empty());
    let last = rule.tried.len().saturating_sub(1);
    let piece = |(place, call): (usize, &Symbol)| {
        let (before, after) = (if place == 0 { "tried: " } else { "" }, if place < last { "," } else { "" });
        format!("{before}{call}{after}")
    };
    if has_values { rule.tried.iter().enumerate().map(piece).collect() } else { Vec::new() }
}

/// When a branch is taken: `count >= 2`, `always`.
pub(super) fn condition_of(branch: &Branch) -> String {
    if branch.guard == Guard::ALWAYS { ALWAYS.to_owned() } else { branch.guard.to_string() }
}

/// What stands at the edge of a branch, in pieces between which a line may be broken: `offer / false`, `[count >= 2]`.
pub(super) fn event_of(model: &GuardedModel, rule: &Rule, branch: &Branch) -> Vec<String> {
    let call = branch.call(&model.methods[rule.method].name);
    match branch.guard == Guard::ALWAYS {
        true => vec![call],
        false => [call].into_iter().chain(broken(&format!("[{}]", branch.guard))).collect(),
    }
}

/// What stands at an edge, in pieces between which a line may be broken: `pop`, `[elementCount >= 1]`. A question mark follows what is not certain.
pub(super) fn event(model: &GuardedModel, rule: &Rule) -> Vec<String> {
    let name = &model.methods[rule.method].name;
    let doubt = if rule.is_certain { "" } else { "?" };
    match rule.guard == Guard::ALWAYS {
        true => vec![format!("{name}{doubt}")],
        false => [name.clone()].into_iter().chain(broken(&format!("[{}]{doubt}", rule.guard))).collect(),
    }
}

/// The inputs of an execution; one that is repeated is written once, with how often.
pub(super) fn word(steps: &[Step]) -> String {
    let runs = steps.chunk_by(|left, right| left.input == right.input);
    let inputs = runs.map(|run| match run.len() {
        1 => run[0].input.to_string(),
        times => format!("{} (×{times})", run[0].input),
    });
    inputs.collect::<Vec<_>>().join(" ")
}
