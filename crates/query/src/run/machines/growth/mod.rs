//! Growth: what piles up without end has no finite machine.
//!
//! Kept callbacks make `n` starts give `n` onFinish. A hypothesis then counts pending callbacks with its states, one
//! more in each round, for ever; or it stops counting where the tester does, and is wrong. So whatever leaves more the
//! second time than the first time is a *suspect*: finding suspects asks nothing. Each is then *pumped*: repeated twice
//! as often again and again, and drained. What leaves more with every doubling grows.

mod proposals;
mod pump;
mod suspects;

use std::collections::BTreeMap;

use typestar_learn::{Halt, Hypothesis, MealyHypothesis, Oracle};
use typestar_model::{InputId, Step, WAIT, Word};

use self::pump::{Pumped, pump};
use self::suspects::{Suspect, suspects_in_hypothesis, suspects_in_tree};
use crate::case::{Case, Target};
use crate::executor::StopReason;
use crate::run::findings;
use crate::session::Session;
use crate::session::purpose::PurposeSpec;

/// A learner that has no hypothesis after this many words may be chasing something that grows.
const PATIENCE: u64 = 128;

/// Something can grow in fewer rounds, but not be told from what comes to an end.
const FEWEST_ROUNDS: usize = 3;

/// How many suspects are pumped at one look; later looks see the others, if they are still there.
const MOST_AT_ONCE: usize = 4;

/// How many doubtful ones are pumped at one look. Nearly all of them end with their first word.
const MOST_DOUBTFUL_AT_ONCE: usize = 8;

/// How many suspects that come to an end are pumped in a run. One that counts far may look suspect again and again.
const MOST_PUMPED: usize = 60;

/// From this many places a cycle is pumped: what ends from one may grow from another.
const MOST_PLACES: usize = 2;

/// What a run knows of growth.
pub(crate) struct Growth {
    /// How many rounds a suspect is pumped, from the fewest on; empty if nobody looks for growth.
    rounds: Vec<usize>,
    /// The purpose as the case file states it: what is proposed is added to it.
    purpose: PurposeSpec,
    /// The cycles that were pumped, and from where.
    pumped: BTreeMap<Word, Vec<Word>>,
    /// How many words may be executed before somebody looks at what was observed.
    pub(crate) due: u64,
}

impl Growth {
    /// Nobody looks for growth.
    pub(crate) fn none() -> Self {
        Self { rounds: Vec::new(), purpose: PurposeSpec::default(), pumped: BTreeMap::new(), due: u64::MAX }
    }

    /// Nothing is known yet. A machine is finite by nature, so nobody looks for growth in one.
    pub(crate) fn new(case: &Case) -> Self {
        let is_machine = matches!(case.system.target, Target::Model(_));
        let most = if is_machine { 0 } else { case.learning.growth_rounds };
        let halves = std::iter::successors(Some(most), |rounds| Some(rounds / 2));
        let mut rounds: Vec<usize> = halves.take_while(|&rounds| rounds >= FEWEST_ROUNDS).collect();
        rounds.reverse();
        let due = if rounds.is_empty() { u64::MAX } else { PATIENCE };
        Self { rounds, purpose: case.purpose.clone(), pumped: BTreeMap::new(), due }
    }

    /// Lets the next look at what was observed wait, after this many words, for as many more.
    pub(crate) fn postpone(&mut self, executed: u64) {
        if !self.rounds.is_empty() {
            self.due = executed + executed.max(PATIENCE);
        }
    }

    /// Takes note of a suspect that is about to be pumped; whether it is worth that.
    fn takes(&mut self, suspect: &Suspect) -> bool {
        let has_room = self.pumped.values().flatten().count() < MOST_PUMPED;
        let places = self.pumped.entry(least_rotation(&suspect.unit)).or_default();
        let is_taken = has_room && places.len() < MOST_PLACES && !places.contains(&suspect.access);
        if is_taken {
            places.push(suspect.access.clone());
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
    Ok((session.tree().len() > known).then(|| hypothesis.disagreement(session.observed())).flatten())
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
        session.growth.postpone(executed);
    }
    Ok(is_due)
}

/// Looks once more when a budget has run out: that something grows helps more than the advice to raise the limit.
pub(crate) fn last_look(session: &mut Session, hypothesis: Option<&MealyHypothesis>) {
    if !matches!(session.executor.status.stop, Some(StopReason::Budget(_))) {
        return;
    }
    let budget = session.executor.status.stop.take();
    session.executor.status.is_overtime = true;
    // Whether it was stopped is told by `stop`.
    let _ = look(session, hypothesis, true);
    session.executor.status.stop = session.executor.status.stop.take().or(budget);
}

/// Looks in a hypothesis; at the end, or if there is none, also in what was observed.
fn look(session: &mut Session, hypothesis: Option<&MealyHypothesis>, is_end: bool) -> Result<(), Halt> {
    if session.growth.rounds.is_empty() {
        return Ok(());
    }
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
            let proposals = proposals::proposals(session, suspect, &levels)?;
            let finding = proposals::finding(session, suspect, &levels, &proposals);
            session.find(finding);
            Err(session.stop(match suspect.drain.is_callbacks() {
                true => StopReason::PendingCallbacksGrow,
                false => StopReason::CountGrows,
            }))
        }
    }
}

/// The input that delivers callbacks, if there is one.
fn wait_of(session: &Session) -> Option<InputId> {
    session.inputs().get(WAIT)
}

/// What was observed along a word, by names.
fn trace(session: &Session, word: &[InputId]) -> Vec<Step> {
    let outputs = session.tree().outputs_of(word).unwrap_or_default();
    let step = |(&input, output)| Step::of(session.inputs().symbol(input), session.outputs().symbol(output));
    word.iter().zip(outputs).map(step).collect()
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
