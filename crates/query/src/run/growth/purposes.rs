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
    /// Whether `wait` is an input.
    pub(crate) has_wait: bool,
}

/// Rules that may end a growth.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The purpose with these rules.
    pub(crate) purpose: PurposeSpec,
    /// The rules as lines under `[purpose]`.
    pub(crate) line: String,
    /// A cycle that might still grow inside, and what comes before it; none if the rules end it at once.
    pub(crate) cycle: Option<Inside>,
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
    let mut groups = vec![pending(known, growing).into_iter().collect(), quiet(known, growing).into_iter().collect()];
    for call in growing.let_go_by.iter().filter(|call| !callins.contains(call)) {
        groups.push(with_quiet(growing, |quiet| between(known, &callins, call, quiet)));
        groups.push(with_quiet(growing, |quiet| ended_by(known, &callins, call, quiet)));
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

/// A rule alone, and with quiet between all callins.
fn with_quiet(growing: &Growing, rule: impl Fn(bool) -> Option<Candidate>) -> Vec<Candidate> {
    let quiet = growing.has_wait.then(|| rule(true)).flatten();
    rule(false).into_iter().chain(quiet).collect()
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
    let cycle = Some(Inside { begin: vec![request.clone()], round, is_quiet: false });
    let purpose = PurposeSpec { at_most_pending: vec![limit], ..known.clone() };
    known.at_most_pending.is_empty().then_some(Candidate { purpose, line, cycle })
}

/// One callin between two quiet waits.
fn quiet(known: &PurposeSpec, growing: &Growing) -> Option<Candidate> {
    let is_new = growing.has_wait && known.at_most_between_quiets != Some(1);
    let round = growing.unit.iter().filter(|input| *input != WAIT).cloned().collect();
    let purpose = PurposeSpec { at_most_between_quiets: Some(1), ..known.clone() };
    let cycle = Some(Inside { begin: Vec::new(), round, is_quiet: true });
    is_new.then(|| Candidate { purpose, line: QUIETS.to_owned(), cycle })
}

const QUIETS: &str = "at_most_between_quiets = 1";

/// At most two rounds between two calls that let go what was counted.
fn between(known: &PurposeSpec, callins: &[String], call: &str, is_quiet: bool) -> Option<Candidate> {
    let callin = callins.first()?.clone();
    let limit = BetweenLimit { count: ALLOWED, of: vec![callin], between: vec![call.to_owned()] };
    let line = format!(
        "at_most_between = [{{ count = {ALLOWED}, of = {}, between = {} }}]",
        list(&limit.of),
        list(&limit.between)
    );
    let round = [callins, callins, &[call.to_owned()]].concat();
    let purpose = PurposeSpec { at_most_between: vec![limit], ..known.clone() };
    known.at_most_between.is_empty().then(|| limited(purpose, line, Vec::new(), round, is_quiet)).flatten()
}

/// At most two requests that are not ended by another call.
fn ended_by(known: &PurposeSpec, callins: &[String], call: &str, is_quiet: bool) -> Option<Candidate> {
    let callin = callins.first()?.clone();
    let (requests, ended_by) = (vec![callin], vec![call.to_owned()]);
    let limit = PendingLimit { count: ALLOWED, requests, ended_by, ..PendingLimit::default() };
    let line = format!(
        "at_most_pending = [{{ count = {ALLOWED}, requests = {}, ended_by = {} }}]",
        list(&limit.requests),
        list(&limit.ended_by)
    );
    let round = [callins, &[call.to_owned()]].concat();
    let purpose = PurposeSpec { at_most_pending: vec![limit], ..known.clone() };
    known.at_most_pending.is_empty().then(|| limited(purpose, line, callins.to_vec(), round, is_quiet)).flatten()
}

/// A candidate, with quiet between all callins if that is wanted and new.
fn limited(
    mut purpose: PurposeSpec,
    mut line: String,
    begin: Vec<String>,
    round: Vec<String>,
    is_quiet: bool,
) -> Option<Candidate> {
    let was_quiet = purpose.at_most_between_quiets == Some(1);
    if is_quiet {
        if was_quiet {
            return None;
        }
        purpose.at_most_between_quiets = Some(1);
        line = format!("{line} and {QUIETS}");
    }
    Some(Candidate { purpose, line, cycle: Some(Inside { begin, round, is_quiet: is_quiet || was_quiet }) })
}

/// A callin of the cycle only once: the others may go on.
fn once(known: &PurposeSpec, growing: &Growing, callin: &str) -> Candidate {
    let mut purpose = known.clone();
    purpose.at_most_once.push(callin.to_owned());
    let line = format!("at_most_once = {}", list(&purpose.at_most_once));
    let round = without(&growing.unit, callin);
    let is_given = growing.access.iter().any(|input| input == callin);
    let begin = if is_given { round.clone() } else { growing.unit.clone() };
    let cycle = round.iter().any(|input| input != WAIT).then_some(Inside { begin, round, is_quiet: false });
    Candidate { purpose, line, cycle }
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
