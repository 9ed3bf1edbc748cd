//! Repetition: something is done many times in one word, and then measured by a *gauge*.
//!
//! Real components count: items in a queue, bad commands before a server hangs up. A finite model stops counting
//! somewhere, and short words do not show it. So a word repeats what may be counted far beyond the states of the model.
//! Where the system answers otherwise than the model says, there are two cases. It has a limit: then the word is a
//! counterexample like any other. Or it counts without end: then no finite model is right.
//!
//! The two are told apart like this. Rounds are the same word again and again, so they walk through the states of the
//! system like a function that is applied again and again. If the state after N rounds differs from those after 0, 1,
//! ..., N - 1 rounds, then all of these differ from each other: two that are the same would go on in the same way, and
//! one of them would be the last. So N words prove N + 1 states, and it does not matter which gauge tells which apart.

use typestar_learn::{Halt, Hypothesis, Oracle};
use typestar_model::{InputId, OUTSIDE, OutputId, OutputKind, Plan, QUIET, Symbol, WAIT, Word};

use crate::session::Session;
use crate::session::purpose::Purpose;
use crate::session::within::relying_on;

/// Something that can be done many times, with gauges that may show how often it was done.
pub(crate) trait Repetition {
    /// How many gauges there are.
    fn gauges(&self) -> usize;

    /// How many of them, the first ones, are tried on the hypothesis. The others help to find out what a surprise is.
    fn gauges_at_first(&self) -> usize {
        self.gauges()
    }

    /// Whether a gauge is the same for every number of rounds, so that what it tells apart are different states.
    fn proves(&self, _gauge: usize) -> bool {
        true
    }

    /// A narrower purpose than that of the case: what is outside of it does not count.
    fn purpose(&self) -> Option<&Purpose> {
        None
    }

    /// So many rounds, and behind them a gauge that is made for `most` rounds; and how many inputs come before the gauge.
    /// None if there is no such word.
    fn word(&self, session: &mut Session, rounds: usize, gauge: usize, most: usize) -> Option<(Word, usize)>;
}

/// What many rounds show.
pub(crate) enum Repeated {
    /// The system answers as the hypothesis says.
    AsBelieved,
    /// It comes to an end somewhere else than the hypothesis says; this word refutes it.
    Refuted(Word),
    /// Every number of rounds that was tried has answers of its own.
    Endless(Endless),
}

/// A count whose end was not reached.
#[derive(Clone, Debug)]
pub(crate) struct Endless {
    /// The most rounds that were tried.
    pub(crate) rounds: usize,
    /// The gauge that told the last number of rounds from the one before, and its word after all rounds,
    pub(crate) gauge: usize,
    pub(crate) word: Word,
    /// of which so many inputs come before the gauge.
    pub(crate) before: usize,
}

/// Does something so often, and measures it with each gauge. Where the system surprises, it is found out whether it
/// counts for ever, with one more round than that.
pub(crate) fn repeat<H: Hypothesis>(
    session: &mut Session,
    hypothesis: &H,
    repetition: &dyn Repetition,
    rounds: usize,
    growth: Option<usize>,
) -> Result<Repeated, Halt> {
    let made = (0..repetition.gauges_at_first()).filter_map(|gauge| {
        let (word, before) = repetition.word(session, rounds, gauge, rounds)?;
        Some((gauge, trimmed(session, hypothesis, word, before)))
    });
    let words: Vec<(usize, Word)> = made.collect();
    session.ask(words.iter().map(|(_, word)| expecting(session, hypothesis, word)).collect())?;
    let refuted = |(gauge, word): &(usize, Word)| {
        hypothesis.disagreement_on(session.observed(), word).map(|shortest| (*gauge, shortest))
    };
    let refuted: Vec<(usize, Word)> = words.iter().filter_map(refuted).collect();
    let Some(shortest) = refuted.iter().map(|(_, word)| word).min_by_key(|word| word.len()).cloned() else {
        return Ok(Repeated::AsBelieved);
    };
    let gauges: Vec<usize> = refuted.into_iter().map(|(gauge, _)| gauge).collect();
    let endless = match growth {
        Some(most) => endless(session, repetition, gauges, most)?,
        None => None,
    };
    Ok(endless.map_or(Repeated::Refuted(shortest), Repeated::Endless))
}

/// Whether the system counts on until `most` rounds: whether the last number of rounds has other answers than each
/// smaller one. The gauges that surprised come first, then all others.
pub(crate) fn endless(
    session: &mut Session,
    repetition: &dyn Repetition,
    mut gauges: Vec<usize>,
    most: usize,
) -> Result<Option<Endless>, Halt> {
    gauges.extend((0..repetition.gauges()).filter(|gauge| !gauges.contains(gauge)).collect::<Vec<_>>());
    gauges.retain(|&gauge| repetition.proves(gauge));
    let (mut first, mut hint) = (None, 1);
    for fewer in (0..most).rev() {
        let mut found = None;
        for (place, &gauge) in gauges.iter().enumerate() {
            if let Some(length) = told_apart(session, repetition, (gauge, hint), fewer, most)? {
                found = Some((place, length));
                break;
            }
        }
        let Some((place, length)) = found else { return Ok(None) };
        hint = length;
        gauges.swap(0, place);
        first.get_or_insert(gauges[0]);
    }
    let Some(gauge) = first else { return Ok(None) };
    let made = repetition.word(session, most, gauge, most);
    Ok(made.map(|(word, before)| Endless { rounds: most, gauge, word, before }))
}

/// After how many inputs of a gauge fewer rounds answer otherwise than the most; none if they never do.
fn told_apart(
    session: &mut Session,
    repetition: &dyn Repetition,
    (gauge, hint): (usize, usize),
    fewer: usize,
    most: usize,
) -> Result<Option<usize>, Halt> {
    let Some((long, before)) = repetition.word(session, most, gauge, most) else { return Ok(None) };
    let Some(last) = measured(session, repetition, &long, before, hint)? else { return Ok(None) };
    let Some((word, before)) = repetition.word(session, fewer, gauge, most) else { return Ok(None) };
    let Some(seen) = measured(session, repetition, &word, before, hint)? else { return Ok(None) };
    Ok(seen.iter().zip(&last).position(|(one, other)| one != other).map(|at| at + 1))
}

/// What a gauge answers; none if a round before it failed. With a real clock each quiet wait takes its time, so the waits
/// at its end are given only until one is quiet, as many as the hint says at first.
fn measured(
    session: &mut Session,
    repetition: &dyn Repetition,
    word: &[InputId],
    before: usize,
    hint: usize,
) -> Result<Option<Vec<String>>, Halt> {
    let begin = if session.has_real_clock() { waits_from(session, word, before) } else { word.len() };
    let mut waits = hint.max(1);
    loop {
        let part = &word[..word.len().min(begin + waits)];
        session.ask(vec![Plan::word(part)])?;
        let seen = answers(session, repetition.purpose(), part, before);
        let is_quiet = |seen: &Vec<String>| seen.iter().skip(begin - before).any(|name| name == QUIET);
        if part.len() == word.len() || seen.as_ref().is_none_or(is_quiet) {
            return Ok(seen);
        }
        waits *= 2;
    }
}

/// Where the waits at the end of a word begin.
fn waits_from(session: &Session, word: &[InputId], before: usize) -> usize {
    let wait = session.inputs().get(WAIT);
    let waits = word.iter().rev().take_while(|&&input| Some(input) == wait).count();
    before.max(word.len() - waits)
}

/// What a gauge answers, by the names of outputs, as far as it is inside the purpose; none if a round before it failed.
/// Values are no part of that: each round may have its own.
fn answers(session: &Session, purpose: Option<&Purpose>, word: &[InputId], before: usize) -> Option<Vec<String>> {
    let mut outputs = session.tree().known_outputs_from(session.tree().root(), word);
    if let Some(purpose) = purpose {
        outputs.truncate(knowing(session, purpose).length_inside(session.named(word, &outputs)));
    }
    let failed = outputs.iter().take(before).any(|&output| session.tree().is_final(output));
    if failed || outputs.len() < before {
        return None;
    }
    let names = outputs[before..].iter().map(|&output| session.outputs().symbol(output));
    Some(names.map(Symbol::name).take_while(|&name| name != OUTSIDE).map(str::to_owned).collect())
}

/// A purpose that has heard of all inputs: each round may have values of its own.
pub(crate) fn knowing(session: &Session, purpose: &Purpose) -> Purpose {
    let mut purpose = purpose.clone();
    purpose.extend(session.inputs());
    purpose
}

/// The word without the waits at its end that are expected to be quiet, but for the first: the others take time and tell
/// nothing.
fn trimmed<H: Hypothesis>(session: &Session, hypothesis: &H, mut word: Word, before: usize) -> Word {
    let begin = waits_from(session, &word, before);
    let expected = hypothesis.predict(session.observed(), &word);
    let is_quiet = |output: &Option<OutputId>| {
        output.is_some_and(|output| OutputKind::of(session.outputs().text(output)) == OutputKind::Quiet)
    };
    if let Some(first) = expected.iter().skip(begin).position(is_quiet) {
        word.truncate(begin + first + 1);
    }
    word
}

/// The plan to give a word. Where the purpose looks at outputs, it ends at the first that the hypothesis does not expect:
/// a plan for every other answer would be far too large, and the surprise is what was looked for.
pub(crate) fn expecting<H: Hypothesis>(session: &Session, hypothesis: &H, word: &[InputId]) -> Plan {
    if !session.purpose.looks_at_outputs() {
        return Plan::word(word);
    }
    let expected = hypothesis.predict(session.observed(), word);
    let trace: Vec<(InputId, OutputId)> =
        word.iter().copied().zip(expected.into_iter().map_while(|output| output)).collect();
    relying_on(&session.purpose, &trace, session.outputs(), Plan::default())
}
