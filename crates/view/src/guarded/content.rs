//! What the report page shows of a guarded model.

use std::fmt::Write;

use typestar_model::guarded::{Branch, Guard, GuardedModel, Rule, features_text};
use typestar_model::{Summary, counted};

use super::drawing::drawing;
use super::english::sentence;
use super::javadoc::comment;
use super::words::{condition, condition_of, signature, size, state_name, tried, word};
use crate::html::{Content, DRAWN_NODES, ROWS, Row, copy_button, copying, table};
use crate::markup::escape;
use crate::text::{guards, thousands};

/// How many calls at a border are listed for each side.
const CALLS: usize = 5;

/// What the page shows of a guarded model: a drawing, what is surprising, a table of the methods with text for their
/// documentation, and for both sides of each guard the execution that shows it.
pub(crate) fn content(model: &GuardedModel, summary: Option<&Summary>, command_for_try: Option<&str>) -> Content {
    let is_drawn = model.states <= DRAWN_NODES;
    let drawn = is_drawn.then(|| ("Guarded model", drawing(&model.system, model)));
    let rows: Vec<Row> = model.rules.iter().flat_map(|rule| sides(model, rule)).collect();
    let known = summary.and_then(guards);
    Content {
        name: model.system.clone(),
        what: format!("guarded model: {}", size(model)),
        nodes: counted(model.states, "state"),
        drawings: drawn.into_iter().collect(),
        sections: sections(model, command_for_try),
        columns: vec!["State", "Method", "Outcome", "When", "Calls", "Closest calls", "Next state"],
        transitions: rows.len(),
        rows: rows.into_iter().take(ROWS).collect(),
        notes: vec![ending(model).to_owned()],
        numbers: known.map(|known| ("Guards", known)).into_iter().collect(),
        ..Content::default()
    }
}

/// What is true of calls that fail.
fn ending(model: &GuardedModel) -> &'static str {
    let mut branches = model.rules.iter().flat_map(|rule| &rule.branches);
    match branches.any(|branch| !branch.passes && !branch.ends) {
        true => "A call that fails ends the object, unless there is a next state.",
        false => "A call that fails ends the object.",
    }
}

/// A row for each outcome; if none is known, one for the calls that pass, and one for those that fail.
fn sides(model: &GuardedModel, rule: &Rule) -> Vec<Row> {
    if !rule.branches.is_empty() {
        return rule.branches.iter().flat_map(|branch| outcomes(model, rule, branch)).collect();
    }
    let passes = (rule.guard != Guard::NEVER).then(|| side(model, rule, true));
    let fails = (rule.guard != Guard::ALWAYS || rule.failing > 0).then(|| side(model, rule, false));
    passes.into_iter().chain(fails).collect()
}

/// A row for each outcome of a branch. Outcomes that nothing tells apart have the same guard.
fn outcomes(model: &GuardedModel, rule: &Rule, branch: &Branch) -> Vec<Row> {
    let never = rule.never_succeeded().map(|_| tried(rule).join(" ")).filter(|tried| !tried.is_empty());
    let closest: Vec<String> = branch.boundary.iter().take(CALLS).map(features_text).chain(never).collect();
    let target = branch.target.map(state_name).unwrap_or_default();
    let (state, method) = (place(model, rule), model.methods[rule.method].name.clone());
    let row = |(place, outcome): (usize, &String)| {
        let steps = branch.executions.get(place).cloned().unwrap_or_default();
        let (when, calls) = (condition_of(branch), thousands(branch.calls));
        let told = [state.clone(), method.clone(), outcome.clone(), when, calls, closest.join("; "), target.clone()];
        Row { cells: told.to_vec(), observed: !steps.is_empty(), steps }
    };
    branch.outcomes.iter().enumerate().map(row).collect()
}

/// The state in which a method is called; nothing for what makes the object.
fn place(model: &GuardedModel, rule: &Rule) -> String {
    if model.is_making(rule) { String::new() } else { state_name(rule.state) }
}

fn side(model: &GuardedModel, rule: &Rule, passes: bool) -> Row {
    let closest = rule.boundary.iter().filter(|call| call.passes == passes).take(CALLS);
    let closest: Vec<String> = closest.map(|call| features_text(&call.features)).collect();
    let otherwise = if rule.guard == Guard::NEVER { "always" } else { "otherwise" };
    let tried = Some(tried(rule).join(" ")).filter(|tried| !passes && !tried.is_empty());
    let closest: Vec<String> = closest.into_iter().chain(tried).collect();
    let (outcome, when, calls, steps) = match passes {
        true => ("passes", condition(rule), rule.passing, &rule.passes),
        false => ("fails", otherwise.to_owned(), rule.failing, &rule.fails),
    };
    let target = rule.reached().filter(|_| passes).map(state_name).unwrap_or_default();
    let method = model.methods[rule.method].name.clone();
    let cells =
        vec![place(model, rule), method, outcome.to_owned(), when, thousands(calls), closest.join("; "), target];
    Row { cells, steps: steps.clone(), observed: !steps.is_empty() }
}

fn sections(model: &GuardedModel, command_for_try: Option<&str>) -> Vec<(&'static str, String)> {
    let surprises = (!model.surprises.is_empty()).then(|| ("Surprises", surprises(model, command_for_try)));
    let makers = (model.methods_and_makers().1 > 0).then(|| ("Objects are made by", methods(model, true)));
    surprises.into_iter().chain(makers).chain([("Methods", methods(model, false))]).collect()
}

fn surprises(model: &GuardedModel, command_for_try: Option<&str>) -> String {
    let mut html = "<ul>\n".to_owned();
    for surprise in &model.surprises {
        let button = copy_button(command_for_try, surprise.trace.iter().map(|step| step.input.text()));
        let (message, word) = (escape(&surprise.message), escape(&word(&surprise.trace)));
        let _ = writeln!(html, "<li>{message}: <code>{word}</code> {button}</li>");
    }
    html + "</ul>\n"
}

/// The table of methods, or of what makes objects, each with the sentence that its documentation lacks.
fn methods(model: &GuardedModel, makes: bool) -> String {
    let state = if model.states > 1 && !makes { "<th>State</th>" } else { "" };
    let numbers = ["Passed", "Failed", "Tests"].map(|name| format!("<th class=\"number\">{name}</th>")).concat();
    let what = if makes { "Maker" } else { "Method" };
    let heads = format!("<th>{what}</th>{state}<th>Passes if</th>{numbers}<th>Javadoc</th>");
    let mut by_method: Vec<&Rule> =
        model.rules.iter().filter(|rule| model.is_making(rule) == makes).take(ROWS).collect();
    by_method.sort_by_key(|rule| rule.method);
    table("class=\"methods\"", &heads, by_method.into_iter().map(|rule| method(model, rule)))
        + "<p class=\"note\">The button copies a Javadoc comment for the method.</p>\n"
}

fn method(model: &GuardedModel, rule: &Rule) -> String {
    let has_state = model.states > 1 && !model.is_making(rule);
    let state = if has_state { format!("<td>{}</td>", state_name(rule.state)) } else { String::new() };
    let numbers = [rule.passing, rule.failing, rule.tests].map(thousands);
    let numbers = numbers.map(|number| format!("<td class=\"number\">{number}</td>")).concat();
    format!(
        "<tr><td><code>{}</code></td>{state}<td><code>{}</code></td>{numbers}<td>{} {}</td></tr>\n",
        escape(&signature(&model.methods[rule.method])),
        escape(&condition(rule)),
        sentence(rule, |code| format!("<code>{}</code>", escape(code))),
        copying(&comment(model, rule.method)),
    )
}
