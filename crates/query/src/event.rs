//! What happens during a run, as one stream: the progress line, the log and the report all listen to it.

use crate::report::{Counts, Finding, Phase};

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// Words were executed, or taken from the journal, and their answers are in the tree.
    WordsExecuted {
        /// How many of them reached the system in this process.
        executed: usize,
        /// How many the journal knew.
        replayed: usize,
    },
    /// The learner has a hypothesis.
    HypothesisBuilt {
        /// How many states it has, without sinks.
        states: usize,
    },
    /// The tester refuted the hypothesis.
    CounterexampleFound {
        /// The shortest word that does so, by names.
        word: Vec<String>,
    },
    /// Something that the user should know.
    FindingMade(Finding),
    /// A vote decided against an earlier answer; the learner starts again from what is left of the tree.
    AnswersOverturned {
        /// How many words are no longer believed.
        words: usize,
    },
    /// Something was computed for a while, and nothing was asked.
    TimePassed,
    /// The run came to an end.
    RunFinished,
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// How many hypotheses were built.
    pub round: u64,
    /// States of the last hypothesis.
    pub states: usize,
    /// Cost of learning so far.
    pub learning: Counts,
    /// Cost of testing so far.
    pub testing: Counts,
    /// Words taken from the journal.
    pub replayed: u64,
    /// Milliseconds since the run began, over all its processes.
    pub elapsed_ms: u64,
}

impl Progress {
    /// The share of asked words whose answer was known, between 0 and 1.
    pub fn cached_share(&self) -> f64 {
        let asked = self.learning.asked + self.testing.asked;
        let executed = self.learning.executed + self.testing.executed;
        if asked == 0 { 0.0 } else { 1.0 - (executed as f64 / asked as f64).min(1.0) }
    }
}
