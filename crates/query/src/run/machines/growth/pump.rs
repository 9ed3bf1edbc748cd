//! Pumping: a suspect is repeated twice as often again and again, to see whether what is left comes to an end.

use typestar_learn::{Halt, Oracle};
use typestar_model::{InputId, OutputId, OutputKind, Plan, Word};

use super::suspects::{Drain, Shows, Suspect};
use crate::session::Session;
use crate::session::within::relying_on;

/// Beyond four times what is expected, and this many more, callbacks are taken for endless.
const FAR_MORE: usize = 100;

/// What came of a suspect.
pub(super) enum Pumped {
    /// Every doubling left more, in proportion or faster.
    Grows(Vec<Level>),
    /// It comes to an end, or cannot be repeated so often.
    Ends,
    /// The callbacks after it never end.
    NeverEnds(Level),
}

/// How much was left after this many rounds.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) rounds: usize,
    pub(super) left: usize,
    /// All that was given.
    pub(super) word: Word,
    /// How many of its inputs came before the draining.
    pub(super) repeated: usize,
}

/// What draining showed.
enum Drained {
    Empty(usize),
    NoEnd(usize),
    /// A round failed, or draining ended otherwise.
    Broken,
}

/// Repeats a suspect more and more often, as long as that leaves more.
pub(super) fn pump(session: &mut Session, suspect: &Suspect) -> Result<Pumped, Halt> {
    let mut levels: Vec<Level> = Vec::new();
    for rounds in session.growth.rounds.clone() {
        let Some((level, has_end)) = drained(session, suspect, rounds, &levels)? else { return Ok(Pumped::Ends) };
        let is_early = levels.len() < 2;
        match (has_end, suspect.drain.is_callbacks()) {
            (false, false) => return Ok(Pumped::Ends),
            (false, true) if is_early => return Ok(Pumped::NeverEnds(level)),
            _ => levels.push(level),
        }
        if levels[0].left <= suspect.left[0] || !grows(&levels) {
            return Ok(Pumped::Ends);
        }
        if !has_end {
            break;
        }
    }
    Ok(if purpose_ends(session, suspect, &levels) { Pumped::Ends } else { Pumped::Grows(levels) })
}

/// What is left after this many rounds, and whether that is all; nothing if it cannot be seen.
///
/// There is one wait more than callbacks are expected, because a quiet wait is slow; if there are more callbacks, the
/// word is asked again with more waits.
fn drained(
    session: &mut Session,
    suspect: &Suspect,
    rounds: usize,
    levels: &[Level],
) -> Result<Option<(Level, bool)>, Halt> {
    let expected = if matches!(suspect.drain.shows, Shows::Value) { 0 } else { expected(suspect, levels, rounds) };
    let (mut times, most) = (expected + 1, 4 * expected + FAR_MORE);
    loop {
        let (word, repeated) = suspect.word(rounds, times);
        let Some(plan) = plan(session, suspect, rounds, &word[repeated..]) else { return Ok(None) };
        session.ask(vec![plan])?;
        let level = |left| Level { rounds, left, word: word.clone(), repeated };
        match measured(session, suspect, &word, repeated) {
            Drained::Empty(left) => return Ok(Some((level(left), true))),
            Drained::NoEnd(left) if times >= most => return Ok(Some((level(left), false))),
            Drained::NoEnd(_) => times = (2 * times).min(most),
            Drained::Broken => return Ok(None),
        }
    }
}

/// What is left if it goes on as it went so far.
fn expected(suspect: &Suspect, levels: &[Level], rounds: usize) -> usize {
    let known = [(1, suspect.left[0]), (2, suspect.left[1])].into_iter();
    let points: Vec<(usize, usize)> = known.chain(levels.iter().map(|level| (level.rounds, level.left))).collect();
    let [.., (before, less), (last, left)] = points[..] else { unreachable!("two rounds are known") };
    left + left.saturating_sub(less) * (rounds - last) / (last - before)
}

/// Whether the last doubling left more, and at least three quarters of what is in proportion to the doubling before.
fn grows(levels: &[Level]) -> bool {
    let more = |[one, two]: [&Level; 2]| (two.left.saturating_sub(one.left), two.rounds - one.rounds);
    match levels {
        [.., a, b, c] => {
            let ((before, rounds_before), (now, rounds_now)) = (more([a, b]), more([b, c]));
            now > 0 && 4 * now * rounds_before >= 3 * before * rounds_now
        }
        [a, b] => b.left > a.left,
        _ => true,
    }
}

/// Whether the purpose counts along, so that it ends the growth at last.
fn purpose_ends(session: &Session, suspect: &Suspect, levels: &[Level]) -> bool {
    let Some(level) = levels.last() else { return true };
    let outputs = session.tree().outputs_of(&level.word).unwrap_or_default();
    let after = |rounds: usize| {
        let length = suspect.access.len() + rounds * suspect.unit.len();
        session.purpose.after(session.named(&level.word, &outputs).take(length))
    };
    session.purpose.counts_up(&after(2), &after(level.rounds))
}

impl Suspect {
    /// How many rounds and then this many times what drains; and how many inputs come before the draining.
    fn word(&self, rounds: usize, times: usize) -> (Word, usize) {
        let repeated = [&self.access[..], &self.unit.repeat(rounds)].concat();
        let length = repeated.len();
        ([repeated, self.drain.word.repeat(times)].concat(), length)
    }
}

/// The plan to give this many rounds and then `rest`, which stays inside the purpose.
///
/// Where the purpose looks at outputs, the rounds are expected to answer as the second one did: a plan for every other
/// answer would be far too large.
fn plan(session: &Session, suspect: &Suspect, rounds: usize, rest: &[InputId]) -> Option<Plan> {
    let unit = suspect.unit.len();
    let word = [&suspect.access[..], &suspect.unit.repeat(rounds), rest].concat();
    if !session.purpose.looks_at_outputs() {
        return Some(Plan::word(word));
    }
    let mut outputs = session.tree().outputs_of(&suspect.access)?;
    outputs.extend(&suspect.outputs[..unit]);
    (1..rounds).for_each(|_| outputs.extend(&suspect.outputs[unit..]));
    let trace: Vec<(InputId, OutputId)> = word.iter().copied().zip(outputs).collect();
    Some(relying_on(&session.purpose, &trace, session.outputs(), Plan::word(rest)))
}

/// How much was left when the rounds of a word were over.
fn measured(session: &Session, suspect: &Suspect, word: &[InputId], repeated: usize) -> Drained {
    let Some(outputs) = session.tree().outputs_of(word) else { return Drained::Broken };
    let (rounds, rest) = outputs.split_at(repeated);
    if rounds.iter().any(|&output| session.tree().is_final(output)) {
        return Drained::Broken;
    }
    if matches!(suspect.drain.shows, Shows::Value) {
        return told(session, suspect, word, repeated);
    }
    let left = rest.iter().take_while(|&&output| suspect.drain.is_left(session, output)).count();
    match rest.get(left) {
        None => Drained::NoEnd(left),
        Some(&output) if suspect.drain.is_empty(session, output) => Drained::Empty(left),
        Some(_) => Drained::Broken,
    }
}

/// As many are left as there were rounds, if no smaller number of rounds had the same answer.
fn told(session: &Session, suspect: &Suspect, word: &[InputId], repeated: usize) -> Drained {
    let rounds = (repeated - suspect.access.len()) / suspect.unit.len();
    let answer = |rounds: usize| session.tree().outputs_of(&suspect.word(rounds, 1).0)?.pop();
    let is_new = (0..rounds).all(|fewer| answer(fewer) != answer(rounds));
    if is_new && word.len() > repeated { Drained::Empty(rounds) } else { Drained::Broken }
}

impl Drain {
    /// Whether an output shows that something was left.
    fn is_left(&self, session: &Session, output: OutputId) -> bool {
        match &self.shows {
            Shows::Callbacks => OutputKind::of(session.outputs().text(output)) == OutputKind::Callback,
            Shows::Until(empty) => *empty != output && !session.tree().is_final(output),
            Shows::Value => false,
        }
    }

    /// Whether an output shows that nothing is left.
    fn is_empty(&self, session: &Session, output: OutputId) -> bool {
        match &self.shows {
            Shows::Callbacks => OutputKind::of(session.outputs().text(output)) == OutputKind::Quiet,
            Shows::Until(empty) => *empty == output,
            Shows::Value => false,
        }
    }
}
