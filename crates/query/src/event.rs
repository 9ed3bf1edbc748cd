//! What happens during a run, as one stream: the progress line, the log and the report all listen to it.

use typestar_model::{Counts, Finding, Model, Phase};

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
    /// Words reached the system and are durable; they count when all that are executed together are answered.
    WordsAnswered,
    /// The learner has a hypothesis.
    HypothesisBuilt {
        /// How many states it has, without sinks.
        states: usize,
    },
    /// The model so far is worth keeping; its run goes on.
    ModelDrafted(Box<Model>),
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// How many hypotheses were built.
    pub round: u64,
    /// States that the learner has found so far: those of the last hypothesis, or more.
    pub states: usize,
    /// Cost of learning so far.
    pub learning: Counts,
    /// Cost of testing so far.
    pub testing: Counts,
    /// Cost of challenges so far.
    pub challenge: Counts,
    /// Words taken from the journal.
    pub replayed: u64,
    /// Words that were answered in this process and do not count yet.
    pub answered: u64,
    /// How many words of the present suite are left, at most; none if nobody can tell.
    pub left: Option<u64>,
    /// Milliseconds since the run began, over all its processes.
    pub elapsed_ms: u64,
}

impl Progress {
    /// Cost of all phases so far.
    pub fn total(&self) -> Counts {
        self.learning + self.testing + self.challenge
    }

    /// The words that the system answered so far, in this process or an earlier one.
    pub fn executed(&self) -> u64 {
        self.total().executed + self.answered
    }

    /// Those of them that it answered in this process.
    pub fn fresh(&self) -> u64 {
        self.executed().saturating_sub(self.replayed)
    }

    /// The share of asked words whose answer was known, between 0 and 1.
    pub fn cached_share(&self) -> f64 {
        let (asked, executed) = (self.total().asked, self.executed());
        if asked == 0 { 0.0 } else { 1.0 - (executed as f64 / asked as f64).min(1.0) }
    }
}
