//! Purposes that may end a growth. Whoever proposes one tries it first, by the same means that showed the growth.

use typestar_model::WAIT;

use crate::session::purpose::{BetweenLimit, PendingLimit, PurposeSpec};

/// So many calls are allowed where some must be allowed: with two, what depends on their number can be seen.
const ALLOWED: usize = 2;

/// What is known of a growth, by names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Growing {
    /// What leads to the cycle.
    pub(crate) access: Vec<String>,
    /// One round.
    pub(crate) unit: Vec<String>,
    /// The callins that show the growth, if waits alone do not.
    pub(crate) let_go_by: Vec<String>,
    /// The callback of each round, if there is one for each, always the same.
    pub(crate) callback: Option<String>,
    /// Whether callbacks show the growth.
    pub(crate) has_callbacks: bool,
}

/// A rule that may end a growth.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The purpose with this rule.
    pub(crate) purpose: PurposeSpec,
    /// The rule as a line under `[purpose]`.
    pub(crate) line: String,
    /// The cycles that might still grow inside.
    pub(crate) cycles: Vec<Inside>,
    /// Whether it may help together with another rule.
    pub(crate) can_be_joined: bool,
}

/// A cycle inside a purpose, by the names of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Inside {
    /// What comes before it, behind the access word.
    pub(crate) begin: Vec<String>,
    pub(crate) round: Vec<String>,
    /// Whether each callin has to be followed by waits until one is quiet.
    pub(crate) is_quiet: bool,
}

/// The candidates, in groups: one of each group is enough.
pub(crate) fn candidates(known: &PurposeSpec, growing: &Growing) -> Vec<Vec<Candidate>> {
    let callins = callins(&growing.unit);
    let mut groups: Vec<Vec<Candidate>> = vec![pending(known, growing).into_iter().collect()];
    groups.push(quiet(known, growing, &callins).into_iter().collect());
    for call in growing.let_go_by.iter().filter(|call| !callins.contains(call)) {
        groups.push(between(known, &callins, call).into_iter().collect());
        groups.push(ended_by(known, &callins, call).into_iter().collect());
    }
    groups.push(callins.iter().map(|callin| once(known, growing, callin)).collect());
    groups
}

/// The callins of a round, each once.
fn callins(unit: &[String]) -> Vec<String> {
    let mut callins: Vec<String> = Vec::new();
    for input in unit.iter().filter(|input| *input != WAIT) {
        if !callins.contains(input) {
            callins.push(input.clone());
        }
    }
    callins
}

/// At most two requests pending, where each request brings one callback, always the same.
fn pending(known: &PurposeSpec, growing: &Growing) -> Option<Candidate> {
    let ([request], callback) = (&growing.unit[..], growing.callback.clone()?) else { return None };
    let requests = vec![request.clone()];
    let limit = PendingLimit { count: ALLOWED, requests, callbacks: vec![callback], ..PendingLimit::default() };
    let line = format!(
        "at_most_pending = [{{ count = {ALLOWED}, requests = {}, callbacks = {} }}]",
        list(&limit.requests),
        list(&limit.callbacks)
    );
    let round = vec![request.clone(), WAIT.to_owned()];
    let cycles = vec![Inside { begin: vec![request.clone()], round, is_quiet: is_quiet(known) }];
    let purpose = PurposeSpec { at_most_pending: vec![limit], ..known.clone() };
    known.at_most_pending.is_empty().then_some(Candidate { purpose, line, cycles, can_be_joined: false })
}

fn is_quiet(purpose: &PurposeSpec) -> bool {
    purpose.at_most_between_quiets == Some(1)
}

/// One callin between two quiet waits. What each call leaves is seen then, but another call may let go more: so each callin
/// is tried alone, too.
fn quiet(known: &PurposeSpec, growing: &Growing, callins: &[String]) -> Option<Candidate> {
    let round: Vec<String> = growing.unit.iter().filter(|input| *input != WAIT).cloned().collect();
    let single = callins.iter().map(|callin| vec![callin.clone()]).filter(|single| *single != round);
    let cycle = |round| Inside { begin: Vec::new(), round, is_quiet: true };
    let cycles = std::iter::once(round.clone()).chain(single).map(cycle).collect();
    let purpose = PurposeSpec { at_most_between_quiets: Some(1), ..known.clone() };
    let line = "at_most_between_quiets = 1".to_owned();
    (growing.has_callbacks && !is_quiet(known)).then_some(Candidate { purpose, line, cycles, can_be_joined: true })
}

/// At most two rounds between two calls that let go what was counted.
fn between(known: &PurposeSpec, callins: &[String], call: &str) -> Option<Candidate> {
    let limit = BetweenLimit { count: ALLOWED, of: vec![callins.first()?.clone()], between: vec![call.to_owned()] };
    let line = format!(
        "at_most_between = [{{ count = {ALLOWED}, of = {}, between = {} }}]",
        list(&limit.of),
        list(&limit.between)
    );
    let round = [callins, callins, &[call.to_owned()]].concat();
    let cycles = vec![Inside { begin: Vec::new(), round, is_quiet: is_quiet(known) }];
    let purpose = PurposeSpec { at_most_between: vec![limit], ..known.clone() };
    known.at_most_between.is_empty().then_some(Candidate { purpose, line, cycles, can_be_joined: true })
}

/// At most two requests that are not ended by another call.
fn ended_by(known: &PurposeSpec, callins: &[String], call: &str) -> Option<Candidate> {
    let (requests, ended_by) = (vec![callins.first()?.clone()], vec![call.to_owned()]);
    let limit = PendingLimit { count: ALLOWED, requests, ended_by, ..PendingLimit::default() };
    let line = format!(
        "at_most_pending = [{{ count = {ALLOWED}, requests = {}, ended_by = {} }}]",
        list(&limit.requests),
        list(&limit.ended_by)
    );
    let round = [callins, &[call.to_owned()]].concat();
    let cycles = vec![Inside { begin: callins.to_vec(), round, is_quiet: is_quiet(known) }];
    let purpose = PurposeSpec { at_most_pending: vec![limit], ..known.clone() };
    known.at_most_pending.is_empty().then_some(Candidate { purpose, line, cycles, can_be_joined: false })
}

/// A callin of the cycle only once: the others may go on.
fn once(known: &PurposeSpec, growing: &Growing, callin: &str) -> Candidate {
    let mut purpose = known.clone();
    purpose.at_most_once.push(callin.to_owned());
    let line = format!("at_most_once = {}", list(&purpose.at_most_once));
    let round = without(&growing.unit, callin);
    let is_given = growing.access.iter().any(|input| input == callin);
    let begin = if is_given { round.clone() } else { growing.unit.clone() };
    let is_left = round.iter().any(|input| input != WAIT);
    let cycle = Inside { begin, round, is_quiet: false };
    Candidate { purpose, line, cycles: is_left.then_some(cycle).into_iter().collect(), can_be_joined: false }
}

/// A round without one of its callins and the wait that follows it.
fn without(unit: &[String], callin: &str) -> Vec<String> {
    let mut is_left_out = false;
    let is_kept = |input: &&String| {
        is_left_out = *input == callin || is_left_out && *input == WAIT;
        !is_left_out
    };
    unit.iter().filter(is_kept).cloned().collect()
}

/// Names as TOML writes them.
fn list(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| toml::Value::String(name.clone()).to_string()).collect();
    format!("[{}]", quoted.join(", "))
}
