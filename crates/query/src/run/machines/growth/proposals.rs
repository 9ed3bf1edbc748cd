//! Purposes that end a growth. Each is pumped like the suspect itself before it is proposed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use typestar_learn::{Halt, Oracle};
use typestar_model::{Finding, InputId, OutputKind, Plan, Word};

use super::pump::{Level, drained, grows};
use super::suspects::{Drain, Shows, Suspect};
use super::{trace, wait_of};
use crate::run::findings;
use crate::session::Session;
use crate::session::purpose::{PendingLimit, Purpose, PurposeSpec};

/// A callin that brings more callbacks than these is taken for one whose callbacks never end.
const MOST_BROUGHT: usize = 64;

/// A rule that may end a growth.
struct Candidate {
    /// The purpose with this rule.
    purpose: PurposeSpec,
    /// The rule as a line under `[purpose]`.
    line: String,
    /// The cycle as it is inside the purpose, and what leads to it; none if the rule ends it at once.
    cycle: Option<(Word, Word)>,
}

/// The lines of the case file that end the growth.
pub(super) fn proposals(session: &mut Session, suspect: &Suspect, levels: &[Level]) -> Result<Vec<String>, Halt> {
    let pending = pending_candidate(session, suspect, levels);
    let quiet = quiet_candidate(session, suspect)?;
    let once = callins(session, &suspect.unit).into_iter().map(|callin| once_candidate(session, suspect, callin));
    let mut lines = Vec::new();
    for candidates in [Vec::from_iter(pending), Vec::from_iter(quiet), once.collect()] {
        lines.extend(first_that_ends(session, suspect, candidates)?);
    }
    Ok(lines)
}

/// The line of the first candidate that ends the growth.
fn first_that_ends(
    session: &mut Session,
    suspect: &Suspect,
    candidates: Vec<Candidate>,
) -> Result<Option<String>, Halt> {
    for candidate in candidates {
        if ends(session, suspect, &candidate)? {
            return Ok(Some(candidate.line));
        }
    }
    Ok(None)
}

/// What was found, with the purposes that end it.
pub(super) fn finding(session: &Session, suspect: &Suspect, levels: &[Level], proposals: &[String]) -> Finding {
    let cycle = session.inputs().show(&suspect.unit);
    let steps = levels.first().map_or_else(Vec::new, |level| trace(session, &level.word));
    let counts: Vec<(usize, usize)> = levels.iter().map(|level| (level.rounds, level.left)).collect();
    let left = levels.last().map_or_else(BTreeMap::new, |level| callbacks_left(session, level));
    let shown_by = session.inputs().show(&suspect.drain.word);
    match suspect.drain.shows {
        Shows::Callbacks => findings::pending_callbacks_grow(&cycle, &counts, &left, steps, proposals),
        Shows::Until(_) => findings::count_grows(&cycle, &shown_by, Some(&counts), steps, proposals),
        Shows::Value => findings::count_grows(&cycle, &shown_by, None, steps, proposals),
    }
}

/// The callbacks that draining gave, and how many of each.
fn callbacks_left(session: &Session, level: &Level) -> BTreeMap<String, usize> {
    let mut left = BTreeMap::new();
    for name in callbacks_in(session, &level.word, level.repeated..level.word.len()) {
        *left.entry(name.to_owned()).or_insert(0) += 1;
    }
    left
}

/// The callbacks that this part of a word gave.
fn callbacks_in<'a>(session: &'a Session, word: &[InputId], part: Range<usize>) -> impl Iterator<Item = &'a str> {
    let outputs = session.tree().outputs_of(word).unwrap_or_default();
    let names = outputs.into_iter().skip(part.start).take(part.len()).map(|output| session.outputs().text(output));
    names.filter(|name| OutputKind::of(name) == OutputKind::Callback)
}

/// The callins of a cycle, each once.
fn callins(session: &Session, unit: &[InputId]) -> Vec<InputId> {
    let mut seen = BTreeSet::from_iter(wait_of(session));
    unit.iter().copied().filter(|&input| seen.insert(input)).collect()
}

/// How many more the last doubling left for each round, if that is a whole number.
fn left_by_round(levels: &[Level]) -> Option<usize> {
    let [.., one, two] = levels else { return None };
    let (more, rounds) = (two.left.checked_sub(one.left)?, two.rounds - one.rounds);
    more.is_multiple_of(rounds).then_some(more / rounds)
}

/// At most two requests pending, where each request brings one callback, always the same.
fn pending_candidate(session: &Session, suspect: &Suspect, levels: &[Level]) -> Option<Candidate> {
    let (&[request], wait) = (&suspect.unit[..], wait_of(session)?) else { return None };
    let left = callbacks_left(session, levels.last()?);
    let [callback] = left.into_keys().collect::<Vec<_>>().try_into().ok()?;
    let is_one_each = left_by_round(levels) == Some(1) && suspect.drain.is_callbacks();
    if !is_one_each || !session.growth.purpose.at_most_pending.is_empty() {
        return None;
    }
    let requests = vec![session.inputs().text(request).to_owned()];
    let limit = PendingLimit { count: 2, requests, callbacks: vec![callback], ..PendingLimit::default() };
    let line = format!(
        "at_most_pending = [{{ count = 2, requests = {}, callbacks = {} }}]",
        list(&limit.requests),
        list(&limit.callbacks)
    );
    let purpose = PurposeSpec { at_most_pending: vec![limit], ..session.growth.purpose.clone() };
    let access = [&suspect.access[..], &[request]].concat();
    Some(Candidate { purpose, line, cycle: Some((access, vec![request, wait])) })
}

/// One callin between two quiet waits.
fn quiet_candidate(session: &mut Session, suspect: &Suspect) -> Result<Option<Candidate>, Halt> {
    let (wait, known) = (wait_of(session), &session.growth.purpose);
    if !suspect.drain.is_callbacks() || known.at_most_between_quiets == Some(1) {
        return Ok(None);
    }
    let purpose = PurposeSpec { at_most_between_quiets: Some(1), ..known.clone() };
    let Some(wait) = wait else { return Ok(None) };
    let cycle = quiet_cycle(session, suspect, wait)?;
    let line = "at_most_between_quiets = 1".to_owned();
    Ok(cycle.map(|cycle| Candidate { purpose, line, cycle: Some(cycle) }))
}

/// The cycle in which every callin is followed by waits until one is quiet, and what leads to it.
///
/// A callin that brings more the second time is followed by as many waits as that takes.
fn quiet_cycle(session: &mut Session, suspect: &Suspect, wait: InputId) -> Result<Option<(Word, Word)>, Halt> {
    let callins = |word: &[InputId]| word.iter().copied().filter(|&input| input != wait).collect::<Word>();
    let (access, unit) = (callins(&suspect.access), callins(&suspect.unit));
    let (mut word, mut waits) = (Word::new(), vec![0; unit.len()]);
    let mut start = 0;
    for (at, &callin) in access.iter().chain(&unit).chain(&unit).enumerate() {
        word.push(callin);
        let Some(needed) = waits_until_quiet(session, &word, wait)? else { return Ok(None) };
        word.extend(std::iter::repeat_n(wait, needed));
        match at.checked_sub(access.len()) {
            None => start = word.len(),
            Some(at) => waits[at % unit.len()] = needed.max(waits[at % unit.len()]),
        }
    }
    let round = unit.iter().zip(waits).flat_map(|(&callin, waits)| [vec![callin], vec![wait; waits]].concat());
    Ok(Some((word[..start].to_vec(), round.collect())))
}

/// How many waits after `word` it takes to get quiet; none if that cannot be seen.
fn waits_until_quiet(session: &mut Session, word: &[InputId], wait: InputId) -> Result<Option<usize>, Halt> {
    let mut waits = 2;
    while waits <= MOST_BROUGHT {
        let longer = [word, &vec![wait; waits]].concat();
        session.ask(vec![Plan::word(longer.clone())])?;
        let brought = callbacks_in(session, &longer, word.len()..longer.len()).count();
        let outputs = session.tree().outputs_of(&longer).unwrap_or_default();
        if let Some(&output) = outputs.get(word.len() + brought) {
            let is_quiet = OutputKind::of(session.outputs().text(output)) == OutputKind::Quiet;
            return Ok(is_quiet.then_some(brought + 1));
        }
        waits *= 2;
    }
    Ok(None)
}

/// A callin of the cycle only once: the others may go on.
fn once_candidate(session: &Session, suspect: &Suspect, callin: InputId) -> Candidate {
    let mut purpose = session.growth.purpose.clone();
    purpose.at_most_once.push(session.inputs().text(callin).to_owned());
    let line = format!("at_most_once = {}", list(&purpose.at_most_once));
    let rest = without(&suspect.unit, callin, wait_of(session));
    let first = if suspect.access.contains(&callin) { &rest } else { &suspect.unit };
    let access = [&suspect.access[..], first].concat();
    Candidate { purpose, line, cycle: (!rest.is_empty()).then_some((access, rest)) }
}

/// A round without one of its callins and the wait that follows it.
fn without(unit: &[InputId], callin: InputId, wait: Option<InputId>) -> Word {
    let mut is_left_out = false;
    let is_kept = |input: &InputId| {
        is_left_out = *input == callin || is_left_out && Some(*input) == wait;
        !is_left_out
    };
    unit.iter().copied().filter(is_kept).collect()
}

/// Whether the cycle comes to an end inside the purpose of a candidate.
fn ends(session: &mut Session, suspect: &Suspect, candidate: &Candidate) -> Result<bool, Halt> {
    let Some((access, unit)) = &candidate.cycle else { return Ok(true) };
    let purpose = Purpose::new(&candidate.purpose, session.inputs());
    let Some(suspect) = inside(session, access, unit, &suspect.drain)? else { return Ok(true) };
    let mut levels: Vec<Level> = Vec::new();
    for rounds in session.growth.rounds.clone() {
        let Some((mut level, has_end)) = drained(session, &suspect, rounds, &levels)? else { return Ok(true) };
        if !has_end || !is_inside(session, &purpose, &level.word[..level.repeated]) {
            return Ok(false);
        }
        // What the last round delivered was pending, too.
        level.left += callbacks_in(session, &level.word, level.repeated - unit.len()..level.repeated).count();
        levels.push(level);
        if !grows(&levels) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The cycle of a candidate as a suspect; none if two rounds of it cannot be given.
fn inside(session: &mut Session, access: &[InputId], unit: &[InputId], drain: &Drain) -> Result<Option<Suspect>, Halt> {
    let word = [access, &unit.repeat(2)].concat();
    session.ask(vec![Plan::word(word.clone())])?;
    let outputs = session.tree().outputs_of(&word);
    Ok(outputs.map(|outputs| Suspect {
        access: access.to_vec(),
        unit: unit.to_vec(),
        outputs: outputs[access.len()..].to_vec(),
        drain: drain.clone(),
        left: [0, 0],
        is_doubtful: false,
    }))
}

fn is_inside(session: &Session, purpose: &Purpose, word: &[InputId]) -> bool {
    let outputs = session.tree().outputs_of(word).unwrap_or_default();
    purpose.length_inside(session.named(word, &outputs)) == outputs.len()
}

/// Names as TOML writes them.
fn list(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| toml::Value::String(name.clone()).to_string()).collect();
    format!("[{}]", quoted.join(", "))
}
