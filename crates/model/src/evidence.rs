//! Evidence: what is known of a step beyond its input and its output.
//!
//! A step is input and output; learners see nothing else. People want to know more: why a call failed, how
//! long it took, who made the callback. That is evidence. It travels beside the output and never decides what
//! is learned, except for the values that guarded models are made of.
//!
//! In memory and in the journal a step has all its evidence. In reports and model files it has its reason alone:
//!
//! ```text
//! {"input": "play", "output": "error", "reason": "IllegalStateException: not prepared"}
//! ```

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::origin::Origin;
use crate::{Symbol, Value};

/// One step of an execution, by names.
///
/// ```
/// use typestar_model::{Step, Symbol};
/// let step = Step::new("offer(3)", "ok");
/// assert_eq!((step.input.name(), step.output), ("offer", Symbol::read("ok")));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "StepLine")]
pub struct Step {
    /// The input that was given, as it was planned: a value that it reuses is written as such.
    pub input: Symbol,
    /// The output that came back.
    pub output: Symbol,
    /// What else is known.
    #[serde(flatten)]
    pub evidence: Evidence,
}

/// A step as it is read. With a field for each thing that can be known, serde need not keep all of it first.
#[derive(Deserialize)]
struct StepLine {
    input: Symbol,
    output: Symbol,
    reason: Option<String>,
    #[serde(default)]
    ms: f64,
    used: Option<String>,
    silence: Option<Silence>,
    origin: Option<Origin>,
    returned: Option<String>,
    #[serde(default)]
    values: BTreeMap<String, Value>,
    #[serde(default)]
    before: BTreeMap<String, Value>,
    limit: Option<MachineLimit>,
    #[serde(default)]
    more_words: u64,
    #[serde(default)]
    more_symbols: u64,
}

impl From<StepLine> for Step {
    fn from(line: StepLine) -> Self {
        let StepLine { input, output, reason, ms, used, silence, origin, returned, values, before, .. } = line;
        let StepLine { limit, more_words, more_symbols, .. } = line;
        let evidence =
            Evidence { reason, ms, used, silence, origin, returned, values, before, limit, more_words, more_symbols };
        Self { input, output, evidence }
    }
}

impl Step {
    /// A step of which nothing else is known, by the texts of its symbols.
    pub fn new(input: &str, output: &str) -> Self {
        Self::of(&Symbol::read(input), &Symbol::read(output))
    }

    /// A step of which nothing else is known.
    pub fn of(input: &Symbol, output: &Symbol) -> Self {
        Self { input: input.clone(), output: output.clone(), evidence: Evidence::default() }
    }

    /// The same step, answered for this reason, if there is one.
    ///
    /// ```
    /// use typestar_model::Step;
    /// let step = Step::new("stop", "error").with_reason(Some("it does not run".to_owned()));
    /// assert_eq!(step.reason(), Some("it does not run"));
    /// ```
    #[must_use]
    pub fn with_reason(mut self, reason: Option<String>) -> Self {
        self.evidence.reason = reason;
        self
    }

    /// Why the step answered as it did, where the system said so.
    pub fn reason(&self) -> Option<&str> {
        self.evidence.reason.as_deref()
    }
}

/// A step in a report or a model file. Of its evidence only the reason is written: times differ from run to run, and
/// the same model shall give the same bytes. A reader of model files refuses what it does not know.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepEntry {
    input: String,
    output: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl From<&Step> for StepEntry {
    fn from(step: &Step) -> Self {
        let (input, output) = (step.input.to_string(), step.output.to_string());
        Self { input, output, reason: step.evidence.reason.clone() }
    }
}

impl From<StepEntry> for Step {
    fn from(entry: StepEntry) -> Self {
        Self::new(&entry.input, &entry.output).with_reason(entry.reason)
    }
}

/// Steps as reports and model files have them.
pub(crate) mod entries {
    use super::{Deserialize, Deserializer, Serializer, Step, StepEntry};

    pub(crate) fn serialize<S: Serializer>(steps: &[Step], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(steps.iter().map(StepEntry::from))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Step>, D::Error> {
        Ok(Vec::<StepEntry>::deserialize(deserializer)?.into_iter().map(Step::from).collect())
    }
}

/// What is known of one step beyond its output.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Why the step answered as it did: the text of an exception, the arguments of a callback.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How long the step took, in milliseconds.
    #[serde(default)]
    pub ms: f64,
    /// The alternative snippet that was run for this input, if it has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<String>,
    /// Why a `quiet` is not exact, of a system whose clock is virtual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub silence: Option<Silence>,
    /// Who made the callback or the exception, where the system says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// What the call returned, if the system was asked to tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned: Option<String>,
    /// What is known by name, such as the fields of an object after the step.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Value>,
    /// What was known by name just before the step, the arguments of the call included.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub before: BTreeMap<String, Value>,
    /// The limit of the machine that ended the call, if one did: then the outcome is none of the system's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<MachineLimit>,
    /// How many words were executed beside this one to find out what the step does, such as the repetition of a hang.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more_words: u64,
    /// How many symbols these words had.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more_symbols: u64,
}

/// What a machine has too little of for a call. Where there is more of it, the call may end otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MachineLimit {
    /// Room for what the call makes.
    Memory,
    /// Calls inside each other.
    Stack,
    /// Time: the call waits until some has passed, and would come back then.
    Time,
}

impl MachineLimit {
    /// Its name, as adapters write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Stack => "stack",
            Self::Time => "time",
        }
    }
}

/// Why nobody knows for sure that nothing would have come, although the clock is virtual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Silence {
    /// Something is scheduled, but it is due beyond the horizon, or too many calls brought no callback.
    Horizon,
    /// Threads or sockets are at work, so that silence was measured in real time.
    Timed,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A callback that arrived after `quiet` was answered and before the next callin.
///
/// Then the wait for silence was too short, and some of the answers `quiet` may be wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LateCallback {
    /// The word (by names) after whose last answer, `quiet`, the callback came.
    pub word: Vec<String>,
    /// The callback.
    pub output: String,
}
