//! Guarded models as drawings.

use typestar_model::guarded::{Branch, Guard, GuardedModel, Rule};

use super::words::{condition, condition_of, event, event_of, reached, state_name};
use crate::merge::{Arrow, DETAIL_LINES, Drawing, DrawnState, GUARDED_LINES, Voice, capped, cut, wrap};
use crate::text::thousands;

/// Draws a guarded model under a title. Edges have the methods with their guards; the sink of errors is not drawn.
pub(crate) fn drawing(title: &str, model: &GuardedModel) -> Drawing {
    let paths = model.paths();
    let nodes = (0..model.states).map(|state| node(model, state, paths[state].as_deref())).collect();
    let is_drawn = |(rule, arrow): &(&Rule, Arrow)| !(model.is_making(rule) && arrow.from == arrow.to);
    let arrows = model.rules.iter().flat_map(|rule| arrows(model, rule).into_iter().map(move |arrow| (rule, arrow)));
    let arrows: Vec<Arrow> = arrows.filter(is_drawn).map(|(_, arrow)| arrow).collect();
    let can_fail = |rule: &Rule| rule.guard != Guard::ALWAYS && !rule.targets().is_empty();
    let note = "Not drawn: calls whose guard does not hold. They fail, and the object ends.";
    Drawing {
        title: title.to_owned(),
        initial: (model.states > 0).then_some(0),
        notes: model.rules.iter().any(can_fail).then(|| note.to_owned()).into_iter().chain(makers(model)).collect(),
        ..Drawing::merged(nodes, &arrows, GUARDED_LINES)
    }
}

/// How else objects are made, a line for each way.
fn makers(model: &GuardedModel) -> Vec<String> {
    let makings = model.rules.iter().filter(|rule| model.is_making(rule));
    let line = |rule: &Rule| {
        let name = &model.methods[rule.method].name;
        match rule.guard == Guard::ALWAYS {
            true => format!("Objects are also made by {}.", cut(name)),
            false => format!("Objects are also made by {} [{}].", cut(name), cut(&condition(rule))),
        }
    };
    makings.map(line).collect()
}

/// What never passes in a state stands in it.
fn node(model: &GuardedModel, state: usize, path: Option<&[usize]>) -> DrawnState {
    let failing =
        model.rules.iter().filter(|rule| rule.state == state && rule.targets().is_empty() && !model.is_making(rule));
    let names: Vec<Vec<String>> = failing.map(|rule| vec![cut(&model.methods[rule.method].name)]).collect();
    let (name, mut tooltip) = (state_name(state), reached(model, path));
    tooltip.insert_str(0, &format!("{name}\n"));
    let details = match names.is_empty() {
        true => Vec::new(),
        false => capped(wrap("never passes: ", &names, "", Voice::Error), DETAIL_LINES),
    };
    DrawnState { name, details, tooltip, accepting: false }
}

/// One arrow if only passing and failing are known, else one for each outcome that the object survives.
fn arrows(model: &GuardedModel, rule: &Rule) -> Vec<Arrow> {
    match rule.branches.is_empty() {
        true => arrow(model, rule).into_iter().collect(),
        false => rule.branches.iter().filter_map(|branch| arrow_of(model, rule, branch)).collect(),
    }
}

fn arrow_of(model: &GuardedModel, rule: &Rule, branch: &Branch) -> Option<Arrow> {
    let call = branch.call(&model.methods[rule.method].name);
    let [calls, tests] = [branch.calls, branch.tests].map(thousands);
    Some(Arrow {
        from: rule.state,
        to: branch.target?,
        kind: (rule.method, kind_of(model, rule, branch)),
        voice: Voice::Plain,
        event: event_of(model, rule, branch),
        answer: None,
        effects: Vec::new(),
        tooltip: format!("{call}: {}; {calls} calls, {tests} tests", condition_of(branch)),
    })
}

/// The place of the first branch of the method that says the same: such branches are of one kind.
fn kind_of(model: &GuardedModel, rule: &Rule, branch: &Branch) -> usize {
    let rules = model.rules.iter().filter(|other| other.method == rule.method);
    let mut branches = rules.flat_map(|rule| &rule.branches);
    let is_alike = |other: &Branch| (&other.outcomes, &other.guard) == (&branch.outcomes, &branch.guard);
    branches.position(is_alike).unwrap_or(0)
}

fn arrow(model: &GuardedModel, rule: &Rule) -> Option<Arrow> {
    let name = &model.methods[rule.method].name;
    let [passing, failing, tests] = [rule.passing, rule.failing, rule.tests].map(thousands);
    Some(Arrow {
        from: rule.state,
        to: rule.reached()?,
        kind: (rule.method, kind(model, rule)),
        voice: Voice::Plain,
        event: event(model, rule),
        answer: None,
        effects: Vec::new(),
        tooltip: format!("{name}: {}; {passing} passed, {failing} failed, {tests} tests", condition(rule)),
    })
}

/// The first state in which the method has the same guard: rules that say the same are of one kind.
fn kind(model: &GuardedModel, rule: &Rule) -> usize {
    let is_alike = |other: &&Rule| other.method == rule.method && other.guard == rule.guard;
    model.rules.iter().find(is_alike).map_or(rule.state, |first| first.state)
}
