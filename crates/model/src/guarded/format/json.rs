//! Guarded models in our own JSON.
//!
//! ```text
//! {"format": "typestar-guarded-model", "version": 2, "system": "Stack", "states": 1,
//!  "methods": [{"name": "pop"}],
//!  "rules": [{"state": 0, "method": "pop", "to": 0, "text": "size >= 1",
//!             "guard": {"sum": {"terms": [[1, "size"]], "comparison": ">=", "bound": 1}}}]}
//! ```
//!
//! Methods are named, states are numbers. The guard is there twice: as data, which counts, and as text for people.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::super::{Boundary, Branch, Features, Guard, GuardedMethod, GuardedModel, Rule, Sum, Surprise};
use crate::evidence::{Step, entries};
use crate::format::json::{Written, read_since};
use crate::format::{FormatError, each};
use crate::symbols::Symbol;

/// What a file of this format calls itself.
pub(crate) const FORMAT: &str = "typestar-guarded-model";
const VERSION: u32 = 2;
/// Files of this version tell only which calls succeed.
const FIRST_VERSION: u32 = 1;
/// More states than anybody could look at.
const MOST_STATES: usize = 100_000;
/// Sums of factors up to this and features of 64 bits never overflow.
const LARGEST_FACTOR: u64 = 1 << 31;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    system: String,
    #[serde(default = "yes")]
    finished: bool,
    states: usize,
    methods: Vec<GuardedMethod>,
    rules: Vec<RuleEntry>,
    #[serde(default)]
    surprises: Vec<Surprise>,
}

fn yes() -> bool {
    true
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleEntry {
    state: usize,
    method: String,
    guard: Guard,
    /// The guard for people. Only what `guard` says counts.
    #[serde(default)]
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<usize>,
    #[serde(default = "yes")]
    certain: bool,
    #[serde(default)]
    passing: u64,
    #[serde(default)]
    failing: u64,
    #[serde(default)]
    tests: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    boundary: Vec<Boundary>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "entries")]
    passes: Vec<Step>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "entries")]
    fails: Vec<Step>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    branches: Vec<BranchEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tried: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BranchEntry {
    outcomes: Vec<String>,
    passes: bool,
    #[serde(default = "yes")]
    ends: bool,
    guard: Guard,
    /// The guard for people. Only what `guard` says counts.
    #[serde(default)]
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<usize>,
    #[serde(default)]
    calls: u64,
    #[serde(default)]
    tests: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    boundary: Vec<Features>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    executions: Vec<Execution>,
}

/// Steps, as the reports have them.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Execution(#[serde(with = "entries")] Vec<Step>);

/// Writes a guarded model as JSON. The same model gives the same bytes, one line for each method and each rule.
pub fn write_guarded_json(model: &GuardedModel) -> String {
    let mut file = Written::new(FORMAT, VERSION);
    file.field("system", &model.system);
    file.field("finished", &model.finished);
    file.field("states", &model.states);
    file.lines("methods", &model.methods);
    file.lines("rules", model.rules.iter().map(|rule| rule_entry(model, rule)));
    file.lines("surprises", &model.surprises);
    file.end()
}

fn rule_entry(model: &GuardedModel, rule: &Rule) -> RuleEntry {
    RuleEntry {
        state: rule.state,
        method: model.methods[rule.method].name.clone(),
        guard: rule.guard.clone(),
        text: rule.guard.to_string(),
        to: rule.target,
        certain: rule.is_certain,
        passing: rule.passing,
        failing: rule.failing,
        tests: rule.tests,
        boundary: rule.boundary.clone(),
        passes: rule.passes.clone(),
        fails: rule.fails.clone(),
        branches: rule.branches.iter().map(branch_entry).collect(),
        tried: rule.tried.iter().map(|call| call.text().to_owned()).collect(),
    }
}

fn branch_entry(branch: &Branch) -> BranchEntry {
    BranchEntry {
        outcomes: branch.outcomes.clone(),
        passes: branch.passes,
        ends: branch.ends,
        guard: branch.guard.clone(),
        text: branch.guard.to_string(),
        to: branch.target,
        calls: branch.calls,
        tests: branch.tests,
        boundary: branch.boundary.clone(),
        executions: branch.executions.iter().cloned().map(Execution).collect(),
    }
}

/// Reads what [`write_guarded_json`] wrote, or what people write, and checks that it makes sense.
///
/// ```
/// use typestar_model::guarded::{read_guarded_json, write_guarded_json};
/// let text = r#"{"format": "typestar-guarded-model", "version": 2, "system": "Stack", "states": 1,
///   "methods": [{"name": "push"}, {"name": "pop"}],
///   "rules": [{"state": 0, "method": "push", "guard": {"all": []}, "to": 0},
///             {"state": 0, "method": "pop", "to": 0,
///              "guard": {"sum": {"terms": [[1, "size"]], "comparison": ">=", "bound": 1}}}]}"#;
/// let stack = read_guarded_json(text).unwrap();
/// assert_eq!(stack.rules[1].guard.to_string(), "size >= 1");
/// assert_eq!(read_guarded_json(&write_guarded_json(&stack)).unwrap(), stack);
/// ```
pub fn read_guarded_json(text: &str) -> Result<GuardedModel, FormatError> {
    Ok(model_of(read_since(text, FORMAT, FIRST_VERSION..=VERSION)?)?)
}

fn model_of(document: Document) -> Result<GuardedModel, String> {
    let Document { system, finished, states, methods, rules, surprises, .. } = document;
    check_states(states, rules.is_empty())?;
    check_methods(&methods)?;
    let mut model = GuardedModel { system, finished, states, methods, surprises, rules: Vec::new() };
    model.rules = each("rules", rules, |entry| read_rule(&model, entry))?;
    model.rules.sort_by_key(|rule| (rule.state, rule.method));
    check_once(&model)?;
    Ok(model)
}

/// Before the first hypothesis nothing is known, not even a state.
fn check_states(states: usize, knows_nothing: bool) -> Result<(), String> {
    match states {
        0 if knows_nothing => Ok(()),
        0 => Err("states: there must be at least one; the first one is the initial one".to_owned()),
        states if states > MOST_STATES => Err(format!("states: {states} is too many; the limit is {MOST_STATES}")),
        _ => Ok(()),
    }
}

fn check_methods(methods: &[GuardedMethod]) -> Result<(), String> {
    let mut names = BTreeSet::new();
    for (index, GuardedMethod { name, .. }) in methods.iter().enumerate() {
        if name.is_empty() {
            return Err(format!("methods[{index}]: its name is empty"));
        }
        if !names.insert(name) {
            return Err(format!("methods: {name:?} appears twice: rename one"));
        }
    }
    Ok(())
}

/// There is one rule for a method in a state.
fn check_once(model: &GuardedModel) -> Result<(), String> {
    let mut pairs = model.rules.windows(2);
    match pairs.find(|pair| (pair[0].state, pair[0].method) == (pair[1].state, pair[1].method)) {
        Some(pair) => {
            let name = &model.methods[pair[0].method].name;
            Err(format!("rules: state {} has two rules for {name:?}: remove one", pair[0].state))
        }
        None => Ok(()),
    }
}

fn read_rule(model: &GuardedModel, entry: RuleEntry) -> Result<Rule, String> {
    let reached = entry.branches.iter().filter_map(|branch| branch.to);
    let mut states = [Some(entry.state), entry.to].into_iter().flatten().chain(reached);
    if let Some(state) = states.find(|state| *state >= model.states) {
        return Err(format!("state {state} does not exist (number of states: {})", model.states));
    }
    let method = model.methods.iter().position(|method| method.name == entry.method);
    let method = method.ok_or_else(|| format!("there is no method {:?}: add it to methods", entry.method))?;
    entry.guard.sums().try_for_each(check_sum)?;
    Ok(Rule {
        state: entry.state,
        method,
        guard: entry.guard,
        target: entry.to,
        is_certain: entry.certain,
        passing: entry.passing,
        failing: entry.failing,
        tests: entry.tests,
        boundary: entry.boundary,
        passes: entry.passes,
        fails: entry.fails,
        branches: each("branches", entry.branches, read_branch)?,
        tried: entry.tried.iter().map(|call| Symbol::read(call)).collect(),
    })
}

fn read_branch(entry: BranchEntry) -> Result<Branch, String> {
    if entry.outcomes.is_empty() {
        return Err("outcomes: there must be at least one".to_owned());
    }
    entry.guard.sums().try_for_each(check_sum)?;
    Ok(Branch {
        outcomes: entry.outcomes,
        passes: entry.passes,
        ends: entry.ends,
        guard: entry.guard,
        target: entry.to,
        calls: entry.calls,
        tests: entry.tests,
        boundary: entry.boundary,
        executions: entry.executions.into_iter().map(|Execution(steps)| steps).collect(),
    })
}

/// The comparison of guards relies on this: no factor is 0, and each feature is in a sum once.
fn check_sum(sum: &Sum) -> Result<(), String> {
    if sum.terms.is_empty() {
        return Err("guard: a sum has no terms: write true as {\"all\": []}".to_owned());
    }
    let mut features = BTreeSet::new();
    for (factor, feature) in &sum.terms {
        if !(1..=LARGEST_FACTOR).contains(&factor.unsigned_abs()) {
            return Err(format!(
                "guard: the factor {factor} of {feature:?} is out of range: use 1 to {LARGEST_FACTOR}, or the negative"
            ));
        }
        if !features.insert(feature) {
            return Err(format!("guard: {feature:?} appears twice in a sum: add up its factors"));
        }
    }
    Ok(())
}
