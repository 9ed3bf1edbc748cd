//! Growth: what piles up without end has no finite machine.
//!
//! There are three ways to it. Ladders and loops of a hypothesis are repeated, whatever they mean (`climb.rs`, `loops.rs`);
//! so are ladders in the tree (`observed.rs`). Pending callbacks are seen earlier and cheaper: they are what the rest is about.
//!
//! Kept callbacks make `n` starts give `n` onFinish. A hypothesis then counts pending callbacks with its states, one
//! more in each round, for ever; or it stops counting where the tester does, and is wrong. So whatever leaves more the
//! second time than the first time is a *suspect*: finding suspects asks nothing. Each is then *pumped*: repeated twice
//! as often again and again, and drained. What leaves more with every doubling grows.

mod climb;
mod loops;
mod observed;
mod pump;
mod suspects;

use std::collections::BTreeMap;

use typestar_learn::{Halt, Hypothesis, MealyHypothesis, Oracle};
use typestar_model::{InputId, Phase, Word};

use self::climb::{Cycle, Outcome, climb_ladders};
use self::loops::repeat_loops;
use self::observed::{SeenLadder, ladders_in_tree};
use self::pump::{Level, Pumped, pump};
use self::suspects::{Shows, Suspect, suspects_in_hypothesis, suspects_in_tree};
use crate::run::findings;
use crate::run::growth::gauges::Gauge;
use crate::run::growth::proposals::{Measured, callbacks_in, stop_at};
use crate::run::growth::repetition::endless;
use crate::run::growth::{Growth, SUSPICIOUS_RUNGS, Suspicion, look_in_overtime, trace, wait_of};
use crate::session::Session;

/// How many suspects are pumped at one look; later looks see the others, if they are still there.
const MOST_AT_ONCE: usize = 4;

/// How many doubtful ones are pumped at one look. Nearly all of them end with their first word.
const MOST_DOUBTFUL_AT_ONCE: usize = 8;

/// How many suspects that come to an end are pumped in a run. One that counts far may look suspect again and again.
const MOST_PUMPED: usize = 60;

/// From this many places a cycle is pumped: what ends from one may grow from another.
const MOST_PLACES: usize = 2;

impl Growth {
    /// Takes note of a suspect that is about to be pumped; whether it is worth that.
    fn takes(&mut self, suspect: &Suspect) -> bool {
        self.takes_place(&suspect.unit, &suspect.access)
    }

    /// Takes note of a cycle that is about to be repeated from a place; whether it is worth that.
    fn takes_place(&mut self, unit: &[InputId], access: &[InputId]) -> bool {
        let has_room = self.pumped.values().flatten().count() < MOST_PUMPED;
        let places = self.pumped.entry(least_rotation(unit)).or_default();
        let is_taken = has_room && places.len() < MOST_PLACES && !places.iter().any(|place| place == access);
        if is_taken {
            places.push(access.to_vec());
        }
        is_taken
    }

    /// Whether a part of the cycle was pumped already, and came to an end.
    fn knows_part_of(&self, suspect: &Suspect) -> bool {
        let twice = suspect.unit.repeat(2);
        self.pumped.keys().any(|unit| is_subsequence(unit, &twice))
    }
}

/// Looks for growth in a new hypothesis: one that goes on stops the run with a finding.
///
/// What was pumped may refute the hypothesis: then the shortest word that does so is told.
pub(crate) fn look_for_growth(session: &mut Session, hypothesis: &MealyHypothesis) -> Result<Option<Word>, Halt> {
    let known = session.tree().len();
    look(session, Some(hypothesis), false)?;
    if session.growth.has_doubled(hypothesis.size())
        && let Some(word) = climb(session, hypothesis)?
    {
        return Ok(Some(word));
    }
    Ok((session.tree().len() > known).then(|| hypothesis.disagreement(session.observed())).flatten())
}

/// Repeats the ladders of a hypothesis; the word that refutes it, if there is one. What counts without end stops the run.
pub(crate) fn climb(session: &mut Session, hypothesis: &MealyHypothesis) -> Result<Option<Word>, Halt> {
    repeated(session, hypothesis, climb_ladders)
}

/// Repeats the loops of a hypothesis, in the same way.
pub(crate) fn run_loops(session: &mut Session, hypothesis: &MealyHypothesis) -> Result<Option<Word>, Halt> {
    repeated(session, hypothesis, repeat_loops)
}

fn repeated(
    session: &mut Session,
    hypothesis: &MealyHypothesis,
    repeat: fn(&mut Session, &MealyHypothesis, usize) -> Result<Outcome, Halt>,
) -> Result<Option<Word>, Halt> {
    let Some(most) = session.growth.begin_climbing(hypothesis.size()) else { return Ok(None) };
    session.in_phase(Phase::Growth, |session| match repeat(session, hypothesis, most)? {
        Outcome::AsBelieved => Ok(None),
        Outcome::Refuted(word) => Ok(Some(word)),
        Outcome::Endless(cycle, found) => Err(stop_at(session, &*cycle, &found, &Measured::default())?),
    })
}

/// Looks once more, and closer, when a tester agrees. The caller sees whether what was pumped refutes the hypothesis.
pub(crate) fn look_before_verdict(session: &mut Session, hypothesis: &MealyHypothesis) -> Result<(), Halt> {
    look(session, Some(hypothesis), true)
}

/// Looks for growth in what was observed, if a learner comes to no hypothesis; whether it was time for that.
pub(crate) fn look_if_due(session: &mut Session, executed: u64) -> Result<bool, Halt> {
    let is_due = executed >= session.growth.due;
    if is_due {
        session.growth.due = u64::MAX;
        look(session, None, false)?;
        session.in_phase(Phase::Growth, look_for_ladders)?;
        session.growth.postpone(executed);
    }
    Ok(is_due)
}

/// Looks for ladders in what was observed.
fn look_for_ladders(session: &mut Session) -> Result<(), Halt> {
    let most = session.growth.rounds_for_proof();
    if !session.growth.is_climbing {
        return Ok(());
    }
    let (ladders, mut left) = (ladders_in_tree(session), MOST_AT_ONCE);
    suspect_longest(session, ladders.first());
    for SeenLadder { cycle, .. } in ladders {
        if left > 0 && session.growth.takes_place(&cycle.unit, &cycle.access) {
            // Without a hypothesis only the gauges can tell, so the first ladder is worth waits that take real time.
            let is_patient = left == MOST_AT_ONCE && session.has_real_clock();
            let cycle = if is_patient { cycle.with_waits(session) } else { cycle };
            left -= 1;
            if let Some(found) = endless(session, &cycle, Vec::new(), most)? {
                return Err(stop_at(session, &cycle, &found, &Measured::default())?);
            }
        }
    }
    Ok(())
}

/// Takes note of the longest ladder, for whoever waits for the end.
fn suspect_longest(session: &mut Session, longest: Option<&SeenLadder>) {
    let longest = longest.filter(|ladder| ladder.rungs >= SUSPICIOUS_RUNGS);
    let suspicion = longest.map(|ladder| Suspicion {
        cycle: session.inputs().show(&ladder.cycle.unit),
        rungs: ladder.rungs,
        states: session.states_so_far(),
        bound: Some(ladder.bound),
    });
    session.suspect(suspicion);
}

/// Looks once more when a budget has run out: that something grows helps more than the advice to raise the limit. If
/// there is no time left, nothing is asked any more.
pub(crate) fn last_look(session: &mut Session, hypothesis: Option<&MealyHypothesis>) {
    look_in_overtime(session, |session| {
        look(session, hypothesis, true)?;
        if let Some(hypothesis) = hypothesis {
            climb(session, hypothesis)?;
        }
        session.in_phase(Phase::Growth, look_for_ladders)
    });
}

/// Looks in a hypothesis; at the end, or if there is none, also in what was observed.
fn look(session: &mut Session, hypothesis: Option<&MealyHypothesis>, is_end: bool) -> Result<(), Halt> {
    if session.growth.rounds.is_empty() {
        return Ok(());
    }
    session.in_phase(Phase::Growth, |session| look_for_suspects(session, hypothesis, is_end))
}

fn look_for_suspects(session: &mut Session, hypothesis: Option<&MealyHypothesis>, is_end: bool) -> Result<(), Halt> {
    let in_hypothesis = hypothesis.map(|hypothesis| suspects_in_hypothesis(session, hypothesis, is_end));
    let in_tree = (is_end || hypothesis.is_none()).then(|| suspects_in_tree(session));
    let suspects = in_hypothesis.into_iter().chain(in_tree).flatten();
    let (doubtful, clear): (Vec<_>, Vec<_>) = suspects.partition(|suspect| suspect.is_doubtful);
    judge_first(session, clear, MOST_AT_ONCE)?;
    judge_first(session, doubtful, MOST_DOUBTFUL_AT_ONCE)
}

/// Pumps the first suspects that are worth it: callbacks first, and what begins like nothing that came to an end.
fn judge_first(session: &mut Session, mut suspects: Vec<Suspect>, most: usize) -> Result<(), Halt> {
    suspects.sort_by_key(|suspect| (!suspect.drain.is_callbacks(), session.growth.knows_part_of(suspect)));
    let mut left = most;
    for suspect in suspects {
        if left > 0 && session.growth.takes(&suspect) {
            left -= 1;
            judge(session, &suspect)?;
        }
    }
    Ok(())
}

/// Pumps a suspect. One that grows stops the run; callbacks that never end are told, and learned like all others.
fn judge(session: &mut Session, suspect: &Suspect) -> Result<(), Halt> {
    match pump(session, suspect)? {
        Pumped::Ends => Ok(()),
        Pumped::NeverEnds(level) => {
            let trace = trace(session, &level.word);
            session.find(findings::callbacks_never_end(trace, level.left));
            Ok(())
        }
        Pumped::Grows(levels) => {
            let (cycle, most) = (pumped(session, suspect, &levels), session.growth.rounds_for_proof());
            match endless(session, &cycle, vec![0], most)? {
                Some(found) => {
                    let measured = measured(session, &levels);
                    Err(stop_at(session, &cycle, &found, &measured)?)
                }
                None => Ok(()),
            }
        }
    }
}

/// What was pumped, with what drains it as a gauge.
fn pumped(session: &Session, suspect: &Suspect, levels: &[Level]) -> Cycle {
    let by_round = match levels {
        [.., one, two] => (two.left - one.left).div_ceil(two.rounds - one.rounds),
        _ => 1,
    };
    let gauge = match suspect.drain.shows {
        Shows::Value => Gauge::fixed(suspect.drain.word.clone()),
        _ => Gauge { unit: suspect.drain.word.clone(), by_round, more: suspect.left[0] + 2, ..Gauge::default() },
    };
    Cycle::new(session, suspect.access.clone(), suspect.unit.clone(), vec![gauge])
}

/// What pumping measured.
fn measured(session: &Session, levels: &[Level]) -> Measured {
    let mut callbacks = BTreeMap::new();
    if let Some(level) = levels.last() {
        for callback in callbacks_in(session, &level.word, level.repeated..level.word.len()) {
            *callbacks.entry(callback.text().to_owned()).or_insert(0) += 1;
        }
    }
    Measured { counts: levels.iter().map(|level| (level.rounds, level.left)).collect(), callbacks }
}

/// The same for every word that comes from `word` by beginning elsewhere.
fn least_rotation(word: &[InputId]) -> Word {
    let rotations = (0..word.len()).map(|at| [&word[at..], &word[..at]].concat());
    rotations.min().unwrap_or_default()
}

fn is_subsequence(part: &[InputId], whole: &[InputId]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|input| rest.any(|other| other == input))
}
