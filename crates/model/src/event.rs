//! What happens during a run, as one stream: the progress line, the log and the run folder all listen to it.
//!
//! Events are a format: `events.jsonl` in the run folder has a line for each of them that is kept.
//! `docs/reference/events.md` describes it.
//!
//! Some events are kept and some are only shown. Those that are skipped by the format (`WordsAnswered`,
//! `ModelDrafted`, `TimePassed`) are for listeners within the process. The others become lines of JSON:
//!
//! ```text
//! {"event":"HypothesisBuilt","states":3,"elapsed_ms":40,"phase":"learning","round":2,...}
//! ```
//!
//! A run that is resumed makes some of its events a second time, because they follow from the answers that
//! the journal has. [`Event::is_made_again`] says which; the log compares them with those that it
//! has, and does not write them twice.

use serde::{Deserialize, Serialize};

use crate::model::Model;
use crate::report::{Counts, Finding, Phase, Summary};

/// The version of the format. New kinds of events and new fields do not change it; readers pass over them.
pub const EVENT_FORMAT: u32 = 1;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event")]
pub enum Event {
    /// A run began.
    RunStarted(RunStart),
    /// A run began that knows the answers of an earlier process.
    RunResumed(RunStart),
    /// A resumed run does not make the same events again as before: the case, the tester or a limit is another one.
    RunDiverged {
        /// How many of the events that a run makes again were made again. Those behind them no longer hold.
        repeated: usize,
    },
    /// Words were executed, or taken from the journal, and their answers are in the tree.
    WordsExecuted {
        /// How many of them reached the system in this process.
        executed: usize,
        /// How many the journal knew.
        replayed: usize,
    },
    /// Words reached the system and are durable; they count when all that are executed together are answered.
    #[serde(skip)]
    WordsAnswered,
    /// The learner has a hypothesis.
    HypothesisBuilt {
        /// How many states it has, without sinks; locations, if it has registers.
        states: usize,
        /// How many registers it has; none for machines.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        registers: Option<usize>,
    },
    /// The model so far is worth keeping; its run goes on.
    #[serde(skip)]
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
    /// Something went wrong with the system and was mended: its adapter was restarted, or said what it had to cope with.
    TroubleMended {
        /// What it was, and at which word.
        text: String,
    },
    /// Something was computed for a while, and nothing was asked.
    #[serde(skip)]
    TimePassed,
    /// The run came to an end, its own or an early one.
    RunFinished(RunEnd),
    /// Something that only a newer typestar knows.
    #[serde(other)]
    Unknown,
}

/// What is known of a run at its beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunStart {
    /// The version of the format of this event and those behind it.
    pub format: u32,
    /// The version of typestar.
    pub typestar: String,
    /// The name of the system.
    pub system: String,
    /// How many inputs it has.
    pub inputs: usize,
    /// The learner, by name.
    pub learner: String,
    /// The tester, by name and parameters.
    pub tester: String,
    /// How many words the journal has.
    pub words: u64,
}

/// What came of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunEnd {
    /// What was established, or why the run ended early, in one sentence.
    pub verdict: String,
    /// Whether it came to its own end.
    pub finished: bool,
    /// Why not, by name; none if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// How many states the model has, or locations.
    pub states: usize,
    /// How many registers it has; none for machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registers: Option<usize>,
    /// How many findings there are.
    pub findings: usize,
}

/// An event as it is kept: with the time, and what the run had cost until then.
///
/// ```
/// use typestar_model::{Event, EventLine, Progress};
/// let progress = Progress { round: 2, elapsed_ms: 40, ..Progress::default() };
/// let line = EventLine::new(Event::HypothesisBuilt { states: 3, registers: None }, &progress);
/// let text = serde_json::to_string(&line).unwrap();
/// assert!(text.starts_with(r#"{"event":"HypothesisBuilt","states":3,"elapsed_ms":40,"#), "{text}");
/// assert_eq!(serde_json::from_str::<EventLine>(&text).unwrap(), line);
/// let newer = text.replace("HypothesisBuilt", "SomethingNew");
/// assert_eq!(serde_json::from_str::<EventLine>(&newer).unwrap().event, Event::Unknown);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventLine {
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
    /// Milliseconds since the run began, over all its processes.
    pub elapsed_ms: u64,
    /// What was being done.
    pub phase: Phase,
    /// How many hypotheses were built.
    pub round: u64,
    /// Cost of learning so far.
    pub learning: Counts,
    /// Cost of testing so far.
    pub testing: Counts,
    /// Cost of challenges so far.
    pub challenge: Counts,
    /// Cost of repeating what may be counted, so far.
    #[serde(default)]
    pub growth: Counts,
    /// Words that were answered and do not count yet.
    pub answered: u64,
}

impl Event {
    /// Whether a run that is continued makes this event again, because it follows from the answers alone.
    pub fn is_made_again(&self) -> bool {
        matches!(
            self,
            Self::HypothesisBuilt { .. }
                | Self::CounterexampleFound { .. }
                | Self::FindingMade(_)
                | Self::AnswersOverturned { .. }
        )
    }
}

impl RunEnd {
    /// What a summary says, and why the run stopped early, if it did.
    pub fn new(summary: &Summary, stop: Option<&str>) -> Self {
        Self {
            verdict: summary.verdict.text.clone(),
            finished: summary.verdict.finished,
            stop: stop.map(str::to_owned),
            states: summary.states,
            registers: summary.registers.as_ref().map(|numbers| numbers.registers),
            findings: summary.findings.len(),
        }
    }
}

impl EventLine {
    /// An event that happened when the run stood there.
    pub fn new(event: Event, progress: &Progress) -> Self {
        let &Progress { elapsed_ms, phase, round, learning, testing, challenge, growth, answered, .. } = progress;
        Self { event, elapsed_ms, phase, round, learning, testing, challenge, growth, answered }
    }

    /// The words that the system answered so far, in this process or an earlier one.
    pub fn executed(&self) -> u64 {
        (self.learning + self.testing + self.challenge + self.growth).executed + self.answered
    }
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
    /// How many of them differ only in how often something was done, as far as anybody looked; 0 if they are few.
    pub rungs: usize,
    /// Cost of learning so far.
    pub learning: Counts,
    /// Cost of testing so far.
    pub testing: Counts,
    /// Cost of challenges so far.
    pub challenge: Counts,
    /// Cost of repeating what may be counted, so far.
    pub growth: Counts,
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
        self.learning + self.testing + self.challenge + self.growth
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
    ///
    /// 0 before the first question: nothing was saved yet.
    pub fn cached_share(&self) -> f64 {
        let (asked, executed) = (self.total().asked, self.executed());
        if asked == 0 { 0.0 } else { 1.0 - (executed as f64 / asked as f64).min(1.0) }
    }
}
