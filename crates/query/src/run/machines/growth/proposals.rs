//! What is said of a growth, and the purposes that end it. Each is tried before it is proposed, by the same means that
//! showed the growth: with waits, and with every call that may let go what was counted.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use typestar_learn::{Halt, Oracle};
use typestar_model::{Finding, FindingKind, InputId, OutputKind, Plan, Step, Word};

use super::climb::Cycle;
use super::pump::Level;
use super::{trace, wait_of};
use crate::run::findings;
use crate::run::growth::purposes::{Candidate, Growing, Inside, candidates};
use crate::run::growth::repetition::{Endless, Repetition, endless};
use crate::session::Session;
use crate::session::purpose::{Purpose, PurposeSpec};

/// A callin that brings more callbacks than these is taken for one whose callbacks never end.
const MOST_BROUGHT: usize = 64;

/// So many rounds are tried where each of them takes real time.
const SLOW_ROUNDS: usize = 13;

/// So many rounds are shown.
const SHOWN_ROUNDS: usize = 3;

/// The lines of the case file that end the growth. When a budget has run out, rules are not joined: that takes more words.
pub(super) fn proposals(session: &mut Session, cycle: &Cycle, found: &Endless) -> Result<Vec<String>, Halt> {
    let known = session.growth.purpose.clone();
    let can_join = !session.executor.status.is_overtime;
    lines(session, cycle, found, &known, can_join)
}

/// The rules that, added to a purpose, end the growth. Two of them are joined where something else grows with the first.
fn lines(
    session: &mut Session,
    cycle: &Cycle,
    found: &Endless,
    known: &PurposeSpec,
    can_join: bool,
) -> Result<Vec<String>, Halt> {
    let growing = growing(session, cycle, found);
    let mut lines = Vec::new();
    for group in candidates(known, &growing) {
        for candidate in group {
            if let Some(line) = tried(session, cycle, candidate, can_join)? {
                lines.push(line);
                break;
            }
        }
    }
    Ok(lines)
}

/// The line of a candidate that helps, perhaps together with another one.
fn tried(session: &mut Session, cycle: &Cycle, candidate: Candidate, can_join: bool) -> Result<Option<String>, Halt> {
    let (inner, found) = match what_grows_inside(session, cycle, &candidate)? {
        Inner::Nothing => return Ok(Some(candidate.line)),
        Inner::Grows(inner, found) if can_join && candidate.can_be_joined => (inner, found),
        _ => return Ok(None),
    };
    let others = lines(session, &inner, &found, &candidate.purpose, false)?;
    let other = others.into_iter().find(|line| !line.starts_with("at_most_once"));
    Ok(other.map(|other| format!("{} and {other}", candidate.line)))
}

/// What was found, with the purposes that end it. If it was pumped, that tells how much was left after how many rounds.
pub(super) fn finding(
    session: &mut Session,
    cycle: &Cycle,
    found: &Endless,
    levels: &[Level],
    proposals: &[String],
) -> Result<Finding, Halt> {
    let steps = few_rounds(session, cycle, found)?;
    let (unit, repeated) = (session.inputs().show(&cycle.unit), &cycle.gauges[found.gauge].unit);
    let levels = if repeated.is_empty() { &[] } else { levels };
    let gauge = match levels {
        [] => shown(session, &found.word[found.before..]),
        _ => session.inputs().show(repeated),
    };
    let counts: Vec<(usize, usize)> = levels.iter().map(|level| (level.rounds, level.left)).collect();
    let left = levels.last().map_or_else(BTreeMap::new, |level| callbacks_left(session, level));
    let most = found.rounds - 1;
    Ok(match kind(session, found) {
        FindingKind::PendingCallbacksGrow if !levels.is_empty() => {
            findings::pending_callbacks_grow(&unit, &counts, &left, steps, proposals)
        }
        kind => findings::count_grows(kind, &unit, &gauge, &counts, most, steps, proposals),
    })
}

/// What a few rounds answer, and what shows their number, up to the first quiet wait.
fn few_rounds(session: &mut Session, cycle: &Cycle, found: &Endless) -> Result<Vec<Step>, Halt> {
    let (word, before) = cycle.word(session, SHOWN_ROUNDS, found.gauge, SHOWN_ROUNDS).unwrap_or_default();
    session.ask(vec![Plan::word(word.clone())])?;
    let mut steps = trace(session, &word);
    let is_quiet = |step: &Step| OutputKind::of(step.output.text()) == OutputKind::Quiet;
    let quiet = steps.iter().skip(before).position(is_quiet);
    steps.truncate(quiet.map_or(steps.len(), |quiet| before + quiet + 1));
    Ok(steps)
}

/// What grows: callbacks if the gauge ends with waits that deliver some, else a count.
pub(super) fn kind(session: &Session, found: &Endless) -> FindingKind {
    let waits_last = found.word.last().copied() == wait_of(session);
    let mut callbacks = callbacks_in(session, &found.word, found.before..found.word.len());
    match waits_last && callbacks.next().is_some() {
        true => FindingKind::PendingCallbacksGrow,
        false => FindingKind::CountGrows,
    }
}

/// A word in which repeated inputs are counted: `resume, 49 times wait`.
fn shown(session: &Session, word: &[InputId]) -> String {
    let runs = word.chunk_by(|one, other| one == other);
    let run = |run: &[InputId]| {
        let name = session.inputs().text(run[0]);
        if run.len() == 1 { name.to_owned() } else { format!("{} times {name}", run.len()) }
    };
    let runs: Vec<String> = runs.map(run).collect();
    let is_long = runs.len() > 8;
    runs.into_iter().take(8).chain(is_long.then(|| "...".to_owned())).collect::<Vec<_>>().join(", ")
}

/// The growth by names.
fn growing(session: &Session, cycle: &Cycle, found: &Endless) -> Growing {
    let wait = wait_of(session);
    let gauge = &found.word[found.before..];
    let callins: BTreeSet<InputId> = gauge.iter().copied().filter(|&input| Some(input) != wait).collect();
    let let_go_by =
        callins.into_iter().filter(|_| !gauge.is_empty()).map(|input| session.inputs().text(input).to_owned());
    Growing {
        access: session.names(&cycle.access),
        unit: session.names(&cycle.unit),
        let_go_by: let_go_by.collect(),
        callback: callback_of_each(session, cycle, found),
        has_callbacks: kind(session, found) == FindingKind::PendingCallbacksGrow,
    }
}

/// The one callback that every round brings, if waits alone show it.
fn callback_of_each(session: &Session, cycle: &Cycle, found: &Endless) -> Option<String> {
    let wait = wait_of(session)?;
    if found.word[found.before..].iter().any(|&input| input != wait) {
        return None;
    }
    let brought = |rounds: usize| {
        let word = [&cycle.access[..], &cycle.unit.repeat(rounds), &found.word[found.before..]].concat();
        let before = cycle.access.len() + rounds * cycle.unit.len();
        callbacks_in(session, &word, before..word.len()).map(str::to_owned).collect::<Vec<_>>()
    };
    let (all, fewer) = (brought(found.rounds), brought(found.rounds - 1));
    let names: BTreeSet<String> = all.iter().cloned().collect();
    let [callback] = names.into_iter().collect::<Vec<_>>().try_into().ok()?;
    (all.len() == fewer.len() + 1).then_some(callback)
}

/// The callbacks that draining gave, and how many of each.
fn callbacks_left(session: &Session, level: &Level) -> BTreeMap<String, usize> {
    let mut left = BTreeMap::new();
    for name in callbacks_in(session, &level.word, level.repeated..level.word.len()) {
        *left.entry(name.to_owned()).or_insert(0) += 1;
    }
    left
}

/// The callbacks that this part of a word gave, as far as that is known.
fn callbacks_in<'a>(session: &'a Session, word: &[InputId], part: Range<usize>) -> impl Iterator<Item = &'a str> {
    let outputs = session.tree().known_outputs_from(session.tree().root(), word);
    let names = outputs.into_iter().skip(part.start).take(part.len()).map(|output| session.outputs().text(output));
    names.filter(|name| OutputKind::of(name) == OutputKind::Callback)
}

/// What grows inside the purpose of a candidate.
enum Inner {
    /// Nothing that was tried.
    Nothing,
    Grows(Box<Cycle>, Endless),
    /// A cycle does not stay inside: with every round there is more to wait for.
    Leaves,
}

fn what_grows_inside(session: &mut Session, cycle: &Cycle, candidate: &Candidate) -> Result<Inner, Halt> {
    let purpose = Purpose::new(&candidate.purpose, session.inputs());
    for inside in &candidate.cycles {
        let is_slow = inside.is_quiet && session.has_real_clock();
        let most = session.growth.rounds_for_proof().min(if is_slow { SLOW_ROUNDS } else { usize::MAX });
        let Some((access, unit)) = words_inside(session, cycle, inside)? else { return Ok(Inner::Leaves) };
        let mut inner = Cycle::new(session, access, unit, cycle.gauges[..cycle.at_first].to_vec());
        let rounds = [&inner.access[..], &inner.unit.repeat(most)].concat();
        session.ask(vec![Plan::word(rounds.clone())])?;
        if !is_inside(session, &purpose, &rounds) {
            return Ok(Inner::Leaves);
        }
        inner.purpose = Some(purpose.clone());
        if let Some(found) = endless(session, &inner, Vec::new(), most)? {
            return Ok(Inner::Grows(Box::new(inner), found));
        }
    }
    Ok(Inner::Nothing)
}

/// The cycle of a candidate and what leads to it; none if it cannot be given.
fn words_inside(session: &mut Session, cycle: &Cycle, inside: &Inside) -> Result<Option<(Word, Word)>, Halt> {
    let numbered = |names: &[String]| names.iter().filter_map(|name| session.inputs().get(name)).collect::<Word>();
    let (begin, round) = ([&cycle.access[..], &numbered(&inside.begin)].concat(), numbered(&inside.round));
    match wait_of(session).filter(|_| inside.is_quiet) {
        Some(wait) => quiet_cycle(session, &begin, &round, wait),
        None => Ok(Some((begin, round))),
    }
}

/// The cycle in which every callin is followed by waits until one is quiet, and what leads to it.
///
/// A callin that brings more the second time is followed by as many waits as that takes.
fn quiet_cycle(
    session: &mut Session,
    access: &[InputId],
    unit: &[InputId],
    wait: InputId,
) -> Result<Option<(Word, Word)>, Halt> {
    let callins = |word: &[InputId]| word.iter().copied().filter(|&input| input != wait).collect::<Word>();
    let (access, unit) = (callins(access), callins(unit));
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

fn is_inside(session: &Session, purpose: &Purpose, word: &[InputId]) -> bool {
    let outputs = session.tree().outputs_of(word).unwrap_or_default();
    outputs.len() == word.len() && purpose.length_inside(session.named(word, &outputs)) == outputs.len()
}
