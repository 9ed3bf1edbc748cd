//! What is said of a growth, and the purposes that end it. Each is tried before it is proposed, by the same means that
//! showed the growth: with waits, and with every call that may let go what was counted.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use typestar_learn::{Halt, Oracle};
use typestar_model::{Finding, FindingKind, InputId, OutputKind, Plan, Symbol, WAIT, Word};

use super::purposes::{Candidate, Growing, Inside, candidates};
use super::repetition::{Endless, Repetition, knowing};
use super::{trace, wait_of};
use crate::executor::StopReason;
use crate::run::findings;
use crate::session::Session;
use crate::session::purpose::Purpose;

/// A callin that brings more callbacks than these is taken for one whose callbacks never end.
const MOST_BROUGHT: usize = 64;

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

/// The lines of the case file that end the growth.
fn proposals(session: &mut Session, cycle: &dyn Cyclic, found: &Endless) -> Result<Vec<String>, Halt> {
    let growing = growing(session, cycle, found);
    let mut lines = Vec::new();
    for group in candidates(&session.growth.purpose, &growing) {
        for candidate in group {
            if ends(session, cycle, &candidate)? {
                lines.push(candidate.line);
                break;
            }
        }
    }
    Ok(lines)
}

/// What was found, with the purposes that end it.
fn finding(
    session: &mut Session,
    cycle: &dyn Cyclic,
    found: &Endless,
    measured: &Measured,
    proposals: &[String],
) -> Result<Finding, Halt> {
    let (word, _) = cycle.word(session, SHOWN_ROUNDS, found.gauge, SHOWN_ROUNDS).unwrap_or_default();
    session.ask(vec![Plan::word(word.clone())])?;
    let steps = trace(session, &word);
    let (unit, gauge) = (cycle.unit(session).join(" "), shown(session, cycle, &found.word[found.before..]));
    let Measured { counts, callbacks } = measured;
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
    Growing { access, unit, let_go_by, callback, has_wait: wait_of(session).is_some() }
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

/// Whether the cycle comes to an end inside the purpose of a candidate.
fn ends(session: &mut Session, cycle: &dyn Cyclic, candidate: &Candidate) -> Result<bool, Halt> {
    let Some(inside) = &candidate.cycle else { return Ok(true) };
    let Some((access, unit)) = words_inside(session, cycle, inside)? else { return Ok(false) };
    let purpose = Purpose::new(&candidate.purpose, session.inputs());
    let Some(inside) = cycle.inside(session, &access, &unit, purpose.clone()) else { return Ok(false) };
    let most = session.growth.rounds_for_proof();
    let Some((word, before)) = inside.word(session, most, 0, most) else { return Ok(false) };
    session.ask(vec![Plan::word(&word[..before])])?;
    if !is_inside(session, &knowing(session, &purpose), &word[..before]) {
        return Ok(false);
    }
    Ok(inside.endless(session, most)?.is_none())
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
