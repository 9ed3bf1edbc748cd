//! What is said of a growth, and the purposes that end it. Each is tried before it is proposed, by the same means that
//! showed the growth: with waits, and with every call that may let go what was counted.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use typestar_learn::{Halt, Oracle};
use typestar_model::{Finding, FindingKind, InputId, OutputKind, Plan, Step, Symbol, WAIT, Word};

use super::purposes::{Candidate, Growing, Inside, candidates};
use super::repetition::{Endless, Repetition, knowing};
use super::{trace, wait_of};
use crate::executor::StopReason;
use crate::run::findings;
use crate::session::Session;
use crate::session::purpose::{Purpose, PurposeSpec};

/// A callin that brings more callbacks than these is taken for one whose callbacks never end.
const MOST_BROUGHT: usize = 64;

/// So many rounds are tried where each of them takes real time.
const SLOW_ROUNDS: usize = 13;

/// So many rounds are shown.
const SHOWN_ROUNDS: usize = 3;

/// A cycle of any kind of model, by the texts of its inputs. An input whose values do not matter is written by its name.
pub(crate) trait Cyclic: Repetition {
    /// What leads to the cycle.
    fn access(&self, session: &Session) -> Vec<String>;

    /// One round.
    fn unit(&self, session: &Session) -> Vec<String>;

    /// What people call a symbol here.
    fn called<'s>(&self, symbol: &'s Symbol) -> &'s str {
        symbol.text()
    }

    /// What a gauge repeats, as people read it; none if it has no such part, or nobody can tell.
    fn repeated(&self, _session: &Session, _gauge: usize) -> Option<String> {
        None
    }

    /// What is too small to count.
    fn model(&self) -> &'static str {
        "machine"
    }

    /// The word of these inputs; none if it cannot be given.
    fn numbered(&self, session: &mut Session, inputs: &[String]) -> Option<Word>;

    /// Another cycle with the same gauges, inside a purpose.
    fn inside(
        &self,
        session: &Session,
        access: &[String],
        unit: &[String],
        purpose: Purpose,
    ) -> Option<Box<dyn Cyclic + '_>>;

    /// Whether it counts on until `most` rounds, as far as its gauges show it.
    fn endless(&self, session: &mut Session, most: usize) -> Result<Option<Endless>, Halt>;
}

/// What was measured while a cycle was repeated more and more often; nothing if it was not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    /// How much was left after how many rounds.
    pub(crate) counts: Vec<(usize, usize)>,
    /// The callbacks that were left at last, and how many of each.
    pub(crate) callbacks: BTreeMap<String, usize>,
}

/// Stops the run with the finding that a cycle counts without end.
pub(crate) fn stop_at(
    session: &mut Session,
    cycle: &dyn Cyclic,
    found: &Endless,
    measured: &Measured,
) -> Result<Halt, Halt> {
    let proposals = proposals(session, cycle, found)?;
    let finding = finding(session, cycle, found, measured, &proposals)?;
    let reason = match finding.kind {
        FindingKind::PendingCallbacksGrow => StopReason::PendingCallbacksGrow,
        _ => StopReason::CountGrows,
    };
    session.find(finding);
    Ok(session.stop(reason))
}

/// The lines of the case file that end the growth. When a budget has run out, rules are not joined: that takes more words.
fn proposals(session: &mut Session, cycle: &dyn Cyclic, found: &Endless) -> Result<Vec<String>, Halt> {
    let known = session.growth.purpose.clone();
    let can_join = !session.executor.status.is_overtime;
    lines(session, cycle, found, &known, can_join)
}

/// The rules that, added to a purpose, end the growth. Two of them are joined where something else grows with the first.
fn lines(
    session: &mut Session,
    cycle: &dyn Cyclic,
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
fn tried(
    session: &mut Session,
    cycle: &dyn Cyclic,
    candidate: Candidate,
    can_join: bool,
) -> Result<Option<String>, Halt> {
    let (inner, found) = match what_grows_inside(session, cycle, &candidate)? {
        Inner::Nothing => return Ok(Some(candidate.line)),
        Inner::Grows(inner, found) if can_join && candidate.can_be_joined => (inner, found),
        _ => return Ok(None),
    };
    let others = lines(session, &*inner, &found, &candidate.purpose, false)?;
    let other = others.into_iter().find(|line| !line.starts_with("at_most_once"));
    Ok(other.map(|other| format!("{} and {other}", candidate.line)))
}

/// What was found, with the purposes that end it.
fn finding(
    session: &mut Session,
    cycle: &dyn Cyclic,
    found: &Endless,
    measured: &Measured,
    proposals: &[String],
) -> Result<Finding, Halt> {
    let (steps, unit) = (few_rounds(session, cycle, found)?, cycle.unit(session).join(" "));
    let Measured { counts, callbacks } = measured;
    let repeated = cycle.repeated(session, found.gauge).filter(|_| !counts.is_empty());
    let counts = if repeated.is_some() { &counts[..] } else { &[] };
    let gauge = repeated.unwrap_or_else(|| shown(session, cycle, &found.word[found.before..]));
    let most = found.rounds - 1;
    if !cycle.proves(found.gauge) {
        return Ok(findings::all_remembered((&unit, &gauge, cycle.model()), most, steps, proposals));
    }
    Ok(match kind(session, found) {
        FindingKind::PendingCallbacksGrow if !counts.is_empty() => {
            findings::pending_callbacks_grow(&unit, counts, callbacks, steps, proposals)
        }
        kind => findings::count_grows(kind, (&unit, &gauge, cycle.model()), counts, most, steps, proposals),
    })
}

/// What a few rounds answer, and what shows their number, up to the first quiet wait.
fn few_rounds(session: &mut Session, cycle: &dyn Cyclic, found: &Endless) -> Result<Vec<Step>, Halt> {
    let (word, before) = cycle.word(session, SHOWN_ROUNDS, found.gauge, SHOWN_ROUNDS).unwrap_or_default();
    session.ask(vec![Plan::word(word.clone())])?;
    let mut steps = trace(session, &word);
    let is_quiet = |step: &Step| OutputKind::of(step.output.text()) == OutputKind::Quiet;
    let quiet = steps.iter().skip(before).position(is_quiet);
    steps.truncate(quiet.map_or(steps.len(), |quiet| before + quiet + 1));
    Ok(steps)
}

/// What grows: callbacks if the gauge ends with waits that deliver some, else a count.
fn kind(session: &Session, found: &Endless) -> FindingKind {
    let waits_last = found.word.last().copied() == wait_of(session);
    let mut callbacks = callbacks_in(session, &found.word, found.before..found.word.len());
    match waits_last && callbacks.next().is_some() {
        true => FindingKind::PendingCallbacksGrow,
        false => FindingKind::CountGrows,
    }
}

/// A word in which repeated inputs are counted: `resume, 49 times wait`.
fn shown(session: &Session, cycle: &dyn Cyclic, word: &[InputId]) -> String {
    let name = |input: InputId| cycle.called(session.inputs().symbol(input));
    let runs = word.chunk_by(|&one, &other| name(one) == name(other));
    let run = |run: &[InputId]| {
        let name = name(run[0]);
        if run.len() == 1 { name.to_owned() } else { format!("{} times {name}", run.len()) }
    };
    let runs: Vec<String> = runs.map(run).collect();
    let is_long = runs.len() > 8;
    runs.into_iter().take(8).chain(is_long.then(|| "...".to_owned())).collect::<Vec<_>>().join(", ")
}

/// The growth by names.
fn growing(session: &mut Session, cycle: &dyn Cyclic, found: &Endless) -> Growing {
    let callback = callback_of_each(session, cycle, found);
    let gauge: BTreeSet<InputId> = found.word[found.before..].iter().copied().collect();
    let mut let_go_by: Vec<String> = Vec::new();
    for input in gauge.into_iter().filter(|&input| Some(input) != wait_of(session)) {
        let name = cycle.called(session.inputs().symbol(input));
        if !let_go_by.iter().any(|known| known == name) {
            let_go_by.push(name.to_owned());
        }
    }
    let names = |texts: Vec<String>| texts.iter().map(|text| cycle.called(&Symbol::read(text)).to_owned()).collect();
    let (access, unit) = (names(cycle.access(session)), names(cycle.unit(session)));
    let has_callbacks = kind(session, found) == FindingKind::PendingCallbacksGrow;
    Growing { access, unit, let_go_by, callback, has_callbacks }
}

/// The one callback that every round brings, if waits alone show it.
fn callback_of_each(session: &mut Session, cycle: &dyn Cyclic, found: &Endless) -> Option<String> {
    let wait = wait_of(session)?;
    if found.word[found.before..].iter().any(|&input| input != wait) {
        return None;
    }
    let mut brought = |rounds: usize| -> Option<Vec<String>> {
        let (word, before) = cycle.word(session, rounds, found.gauge, found.rounds)?;
        let callbacks = callbacks_in(session, &word, before..word.len());
        Some(callbacks.map(|callback| cycle.called(callback).to_owned()).collect())
    };
    let (all, fewer) = (brought(found.rounds)?, brought(found.rounds - 1)?);
    let names: BTreeSet<String> = all.iter().cloned().collect();
    let [callback] = names.into_iter().collect::<Vec<_>>().try_into().ok()?;
    (all.len() == fewer.len() + 1).then_some(callback)
}

/// The callbacks that this part of a word gave, as far as that is known.
pub(crate) fn callbacks_in<'a>(
    session: &'a Session,
    word: &[InputId],
    part: Range<usize>,
) -> impl Iterator<Item = &'a Symbol> {
    let outputs = session.tree().known_outputs_from(session.tree().root(), word);
    let symbols = outputs.into_iter().skip(part.start).take(part.len()).map(|output| session.outputs().symbol(output));
    symbols.filter(|symbol| OutputKind::of(symbol.text()) == OutputKind::Callback)
}

/// What grows inside the purpose of a candidate.
enum Inner<'a> {
    /// Nothing that was tried.
    Nothing,
    Grows(Box<dyn Cyclic + 'a>, Endless),
    /// A cycle does not stay inside: with every round there is more to wait for.
    Leaves,
}

fn what_grows_inside<'a>(
    session: &mut Session,
    cycle: &'a dyn Cyclic,
    candidate: &Candidate,
) -> Result<Inner<'a>, Halt> {
    let purpose = Purpose::new(&candidate.purpose, session.inputs());
    for inside in &candidate.cycles {
        let is_slow = inside.is_quiet && session.has_real_clock();
        let most = session.growth.rounds_for_proof().min(if is_slow { SLOW_ROUNDS } else { usize::MAX });
        let Some((access, unit)) = words_inside(session, cycle, inside)? else { return Ok(Inner::Leaves) };
        let Some(inner) = cycle.inside(session, &access, &unit, purpose.clone()) else { return Ok(Inner::Leaves) };
        let Some((word, before)) = inner.word(session, most, 0, most) else { return Ok(Inner::Leaves) };
        session.ask(vec![Plan::word(&word[..before])])?;
        if !is_inside(session, &knowing(session, &purpose), &word[..before]) {
            return Ok(Inner::Leaves);
        }
        if let Some(found) = inner.endless(session, most)? {
            return Ok(Inner::Grows(inner, found));
        }
    }
    Ok(Inner::Nothing)
}

/// The cycle of a candidate and what leads to it; none if it cannot be given.
fn words_inside(session: &mut Session, cycle: &dyn Cyclic, inside: &Inside) -> Result<Option<Cut>, Halt> {
    let begin = [cycle.access(session), inside.begin.clone()].concat();
    match inside.is_quiet && wait_of(session).is_some() {
        true => quiet_cycle(session, cycle, &begin, &inside.round),
        false => Ok(Some((begin, inside.round.clone()))),
    }
}

/// What leads to a cycle, and one round of it.
type Cut = (Vec<String>, Vec<String>);

/// The cycle in which every callin is followed by waits until one is quiet, and what leads to it.
///
/// A callin that brings more the second time is followed by as many waits as that takes.
fn quiet_cycle(
    session: &mut Session,
    cycle: &dyn Cyclic,
    access: &[String],
    unit: &[String],
) -> Result<Option<Cut>, Halt> {
    let callins = |word: &[String]| word.iter().filter(|input| *input != WAIT).cloned().collect::<Vec<_>>();
    let (access, unit) = (callins(access), callins(unit));
    let (mut word, mut waits) = (Vec::new(), vec![0; unit.len()]);
    let mut start = 0;
    for (at, callin) in access.iter().chain(&unit).chain(&unit).enumerate() {
        word.push(callin.clone());
        let Some(needed) = waits_until_quiet(session, cycle, &word)? else { return Ok(None) };
        word.extend(vec![WAIT.to_owned(); needed]);
        match at.checked_sub(access.len()) {
            None => start = word.len(),
            Some(at) => waits[at % unit.len()] = needed.max(waits[at % unit.len()]),
        }
    }
    let with_waits = |(callin, waits)| [vec![callin], vec![WAIT.to_owned(); waits]].concat();
    word.truncate(start);
    Ok(Some((word, unit.into_iter().zip(waits).flat_map(with_waits).collect())))
}

/// How many waits after `word` it takes to get quiet; none if that cannot be seen.
fn waits_until_quiet(session: &mut Session, cycle: &dyn Cyclic, word: &[String]) -> Result<Option<usize>, Halt> {
    let mut waits = 2;
    while waits <= MOST_BROUGHT {
        let longer = [word, &vec![WAIT.to_owned(); waits]].concat();
        let Some(longer) = cycle.numbered(session, &longer) else { return Ok(None) };
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
