//! What all kinds of model share where something is counted: what a run knows of it, repeating it, and purposes under
//! which it is limited.

pub(crate) mod gauges;
pub(crate) mod ladders;
pub(crate) mod proposals;
pub(crate) mod purposes;
pub(crate) mod repetition;

use std::collections::BTreeMap;

use typestar_learn::{Halt, Oracle};
use typestar_model::{InputId, Step, WAIT, Word};

use crate::case::{Case, Target};
use crate::executor::StopReason;
use crate::run::verdict::counted;
use crate::session::Session;
use crate::session::purpose::PurposeSpec;

/// A learner that has no hypothesis after this many words may be chasing something that grows.
const PATIENCE: u64 = 128;

/// Something can grow in fewer rounds, but not be told from what comes to an end.
const FEWEST_ROUNDS: usize = 3;

/// Ladders of smaller hypotheses are climbed only when the tester agrees.
const FEWEST_STATES: usize = 8;

/// What a run knows of growth.
pub(crate) struct Growth {
    /// How many rounds a suspect is pumped, from the fewest on; empty if nobody looks for growth.
    pub(crate) rounds: Vec<usize>,
    /// The purpose as the case file states it: what is proposed is added to it.
    pub(crate) purpose: PurposeSpec,
    /// The cycles that were pumped, and from where.
    pub(crate) pumped: BTreeMap<Word, Vec<Word>>,
    /// How many words may be executed before somebody looks at what was observed.
    pub(crate) due: u64,
    /// Whether somebody looks at what was observed at all.
    is_watching: bool,
    /// Whether ladders and loops of hypotheses are repeated, too.
    pub(crate) is_climbing: bool,
    /// How many states the hypothesis had whose ladders were climbed last.
    states: usize,
    /// What was repeated of the last hypothesis.
    pub(crate) climbed: Climbed,
    /// What seems to be counted.
    pub(crate) suspicion: Option<Suspicion>,
}

/// Something that seems to be counted, but that was not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Suspicion {
    /// What is done again and again, by names.
    pub(crate) cycle: String,
    /// How many numbers of rounds were told apart,
    pub(crate) rungs: usize,
    /// of how many states in all,
    pub(crate) states: usize,
    /// and how many inputs that takes, if somebody knows.
    pub(crate) bound: Option<usize>,
}

/// Fewer rungs are no reason to suspect anything.
pub(crate) const SUSPICIOUS_RUNGS: usize = 5;

impl std::fmt::Display for Suspicion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { cycle, rungs, states, bound } = self;
        write!(
            f,
            "it may grow without end: `{cycle}` seems to be counted, {rungs} of {states} states told apart so far differ in \
             how often it was given"
        )?;
        let bound = bound.map(|bound| format!(", and a word of {bound} inputs is needed to tell all states apart"));
        f.write_str(&bound.unwrap_or_default())
    }
}

/// What was repeated of a hypothesis, and what was left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Climbed {
    pub(crate) ladders: usize,
    pub(crate) ladders_left: usize,
    pub(crate) loops: usize,
    pub(crate) loops_left: usize,
    /// Whether cycles of several inputs were too many to look at all of them.
    pub(crate) is_cut: bool,
    /// How many of all were run a few times only, because their waits take real time.
    pub(crate) slow: usize,
}

impl Growth {
    /// Nobody looks for growth.
    pub(crate) fn none() -> Self {
        Self {
            rounds: Vec::new(),
            purpose: PurposeSpec::default(),
            pumped: BTreeMap::new(),
            due: u64::MAX,
            is_watching: false,
            is_climbing: false,
            states: FEWEST_STATES,
            climbed: Climbed::default(),
            suspicion: None,
        }
    }

    /// Nothing is known yet. A simulated model is finite by nature, so nobody looks for growth in one. Ladders and loops
    /// are repeated unless the user says what to test.
    pub(crate) fn new(case: &Case, is_climbing: bool) -> Self {
        let is_model = matches!(case.system.target, Target::Model(_));
        let most = if is_model { 0 } else { case.learning.growth_rounds };
        let halves = std::iter::successors(Some(most), |rounds| Some(rounds / 2));
        let mut rounds: Vec<usize> = halves.take_while(|&rounds| rounds >= FEWEST_ROUNDS).collect();
        rounds.reverse();
        let is_climbing = is_climbing && !rounds.is_empty();
        Self { rounds, purpose: case.purpose.clone(), is_climbing, ..Self::none() }
    }

    /// The same; also what was observed is looked at, while a learner comes to no hypothesis.
    pub(crate) fn watching(mut self) -> Self {
        self.is_watching = !self.rounds.is_empty();
        self.postpone(0);
        self
    }

    /// Lets the next look at what was observed wait, after this many words, for as many more.
    pub(crate) fn postpone(&mut self, executed: u64) {
        if self.is_watching {
            self.due = executed + executed.max(PATIENCE);
        }
    }

    /// Whether a hypothesis of this size is twice as large as the one whose ladders were climbed last.
    pub(crate) fn has_doubled(&self, states: usize) -> bool {
        states >= 2 * self.states
    }

    /// How many rounds a hypothesis of this size is repeated; none if nobody wants that.
    pub(crate) fn begin_climbing(&mut self, states: usize) -> Option<usize> {
        self.states = states.max(FEWEST_STATES);
        self.rounds_to_climb()
    }

    /// How many rounds cycles are repeated; none if nobody wants that.
    pub(crate) fn rounds_to_climb(&self) -> Option<usize> {
        self.rounds.last().copied().filter(|_| self.is_climbing)
    }

    /// What was repeated of the last hypothesis, in words; none if nothing was.
    pub(crate) fn text(&self) -> Option<String> {
        let Climbed { ladders, ladders_left, loops, loops_left, is_cut, slow } = self.climbed;
        let rounds = self.rounds.last().filter(|_| ladders + loops > 0)?;
        let done = [(ladders, "ladder"), (loops, "loop")].into_iter().filter(|(number, _)| *number > 0);
        let done: Vec<String> = done.map(|(number, what)| counted(number as u64, what)).collect();
        let left = match ladders_left + loops_left {
            0 => String::new(),
            left => format!(", {left} more were left out"),
        };
        let slow = match slow {
            0 => String::new(),
            slow => format!(" ({slow} of them fewer times, because quiet waits take real time)"),
        };
        let cut = if is_cut { ", and not all cycles of several inputs were looked at" } else { "" };
        Some(format!("{} repeated {rounds} times{slow}{left}{cut}", done.join(" and ")))
    }

    /// How many rounds prove growth: one more than what is tried otherwise, because something with room for that many has
    /// one state more.
    pub(crate) fn rounds_for_proof(&self) -> usize {
        self.rounds.last().map_or(0, |most| most + 1)
    }
}

/// Looks once more when a budget has run out: that something grows helps more than the advice to raise the limit.
/// If there is no time left, nothing is asked any more.
pub(crate) fn look_in_overtime<T>(session: &mut Session, look: impl FnOnce(&mut Session) -> Result<T, Halt>) {
    let is_cut = matches!(session.executor.status.stop, Some(StopReason::Budget(_) | StopReason::TooCostly(_)));
    if !is_cut || session.executor.status.is_late() {
        return;
    }
    let budget = session.executor.status.stop.take();
    session.executor.status.is_overtime = true;
    // Whether it was stopped is told by `stop`.
    let _ = look(session);
    session.executor.status.stop = session.executor.status.stop.take().or(budget);
}

/// The input that delivers callbacks, if there is one.
pub(crate) fn wait_of(session: &Session) -> Option<InputId> {
    session.inputs().get(WAIT)
}

/// What was observed along a word, by names.
pub(crate) fn trace(session: &Session, word: &[InputId]) -> Vec<Step> {
    let outputs = session.tree().outputs_of(word).unwrap_or_default();
    let step = |(&input, output)| Step::of(session.inputs().symbol(input), session.outputs().symbol(output));
    word.iter().zip(outputs).map(step).collect()
}
