//! What a run tells: counts, findings, the verdict. The same values feed `--json`, the terminal and the report page.
//!
//! Everything here is plain data, without behaviour: what a run says is the same wherever it is read. Costs are counted in three numbers that mean the same
//! everywhere:
//!
//! ```text
//! asked      words that an algorithm wanted to know     known answers included
//! executed   words that reached the system              one reset each
//! symbols    inputs of the executed words
//! ```

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use serde::{Deserialize, Serialize};

use crate::evidence::{Evidence, Step, entries};
use crate::origin::Origins;

/// What a word is executed for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// To build a hypothesis.
    #[default]
    Learning,
    /// To refute one.
    Testing,
    /// To refute one that the tester could not refute.
    Challenge,
    /// To see what many repetitions do: whether something is counted, up to a limit or without end.
    Growth,
}

impl Phase {
    /// All phases, in the order of their numbers in the journal.
    pub const ALL: [Self; 4] = [Self::Learning, Self::Testing, Self::Challenge, Self::Growth];

    /// The name in the journal.
    pub fn name(self) -> &'static str {
        match self {
            Self::Learning => "learning",
            Self::Testing => "testing",
            Self::Challenge => "challenge",
            Self::Growth => "growth",
        }
    }

    /// The phase with this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.name() == name)
    }
}

/// How much one phase cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Words that the algorithm asked, whether or not the answer was known.
    pub asked: u64,
    /// Words that reached the system; each is one reset.
    pub executed: u64,
    /// Symbols that reached the system.
    pub symbols: u64,
}

impl std::ops::Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            asked: self.asked + other.asked,
            executed: self.executed + other.executed,
            symbols: self.symbols + other.symbols,
        }
    }
}

/// What followed when the tester agreed: the rest of `hsi(1)`, and then random words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// What the challenges of all hypotheses cost.
    #[serde(flatten)]
    pub counts: Counts,
    /// How many random words the last hypothesis withstood; none if it was not challenged to the end.
    pub random_words: Option<u64>,
}

/// A trace and how often it was seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeenTrace {
    /// The steps, each with its reason and no other evidence.
    #[serde(serialize_with = "entries::serialize")]
    pub steps: Vec<Step>,
    /// How often exactly these outputs were seen.
    pub count: u64,
    /// The copies of the system that answered so; empty if there is only one.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub copies: BTreeSet<u32>,
}

impl SeenTrace {
    /// Keeps of the evidence only the reasons: a report of the same behaviour is the same, however long the steps took.
    pub fn new(mut steps: Vec<Step>, count: u64) -> Self {
        for step in &mut steps {
            step.evidence = Evidence { reason: step.evidence.reason.take(), ..Evidence::default() };
        }
        Self { steps, count, copies: BTreeSet::new() }
    }
}

/// The kinds of findings.
///
/// A finding is something about the system or its case that the model itself cannot show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// The same word was answered differently.
    Disagreement,
    /// Alternatives of one input behave differently.
    AlternativesDiffer,
    /// A callback came after `quiet`.
    QuiescenceTooShort,
    /// An output that the case file does not declare.
    UndeclaredOutput,
    /// A declared output that never occurred.
    UnseenOutput,
    /// Pending callbacks grow, as it seems without end: a finite machine cannot count them.
    PendingCallbacksGrow,
    /// A callin returns more different values than a machine should show.
    TooManyValues,
    /// Something else than callbacks is counted, as it seems without end.
    CountGrows,
    /// Callbacks came one after the other, and no end of them was seen.
    CallbacksNeverEnd,
    /// An output of a system with data has other values than were declared.
    WrongValues,
    /// A system with data compares values in a way that the theories of its types lack.
    TheoryRefuted,
    /// Neither fields nor arguments nor earlier calls tell when a method fails.
    NoGuard,
    /// What is said of a method rests on too little: it could not be called, or not with enough values, objects or tests.
    LittleEvidence,
    /// The learned machine itself needs a larger bound, on distinguishers or on states, than was assumed.
    BoundRefuted,
    /// The system was learned twice, with different seeds, and the models did not become the same.
    ModelsDiffer,
}

/// Something the user should know: it makes the exit code 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What kind of finding this is.
    pub kind: FindingKind,
    /// One sentence that says what was found.
    pub message: String,
    /// The shortest word that shows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub word: Vec<String>,
    /// The traces that prove it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traces: Vec<SeenTrace>,
    /// What usually helps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<String>,
}

/// What was established and under which assumptions. Never "correct".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// One sentence for people.
    pub text: String,
    /// Whether the run came to its own end (not to a limit, an interrupt or a failure).
    pub finished: bool,
    /// What the sentence takes for granted.
    #[serde(default)]
    pub assumptions: Vec<String>,
}

/// What a hypothesis had cost when it was built, so that the cost until the right one can be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// States of the hypothesis, without the sink of errors.
    pub states: usize,
    /// Words executed until then, for learning and testing together.
    pub executed: u64,
    /// Symbols executed until then, for learning and testing together.
    pub symbols: u64,
}

/// How large a register automaton is, what its values are compared by, and what publications tell of its learner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisterNumbers {
    /// How many locations it has.
    pub locations: usize,
    /// How many registers it has in all.
    pub registers: usize,
    /// How many transitions it has, one for each branch of a guard.
    pub transitions: usize,
    /// The theory of each type: `item: equality, seq: sums(1)`.
    pub theories: String,
    /// How many tree queries the learner made: how many times it evaluated a prefix with a set of suffixes.
    #[serde(default)]
    pub tree_queries: u64,
    /// How many inputs the last counterexample had; none if there was none.
    #[serde(default)]
    pub last_counterexample: Option<usize>,
    /// How long this process was learning. Words from the journal take hardly any time, so that of a run that was continued
    /// is not the time that it took in all.
    #[serde(default)]
    pub learning_ms: u64,
    /// How long this process was testing, words that look for growth included.
    #[serde(default)]
    pub testing_ms: u64,
}

/// How large a guarded model is, and how it was tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuardedNumbers {
    /// How many methods it has.
    pub methods: usize,
    /// How many guards it has that say something.
    pub guards: usize,
    /// How many words had been executed when all its guards were believed first.
    pub words_until_guards: u64,
    /// How many words were made to break each guard.
    pub tests_per_guard: u64,
}

/// Everything that a finished or interrupted run has to say, except the machine itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The name of the system.
    pub system: String,
    /// States of the minimal machine, without the sink of errors.
    pub states: usize,
    /// States of the minimal machine, with the sink of errors.
    pub states_total: usize,
    /// Number of inputs, `wait` included.
    pub inputs: usize,
    /// The learner, by name.
    pub learner: String,
    /// The tester, by name and parameters.
    pub tester: String,
    /// How many hypotheses were built.
    pub rounds: u64,
    /// One entry for each hypothesis, in order.
    #[serde(default)]
    pub history: Vec<HistoryEntry>,
    /// The cost of learning.
    pub learning: Counts,
    /// The cost of testing, the last round included.
    pub testing: Counts,
    /// What followed when the tester agreed; none if nothing was to follow.
    #[serde(default)]
    pub challenge: Option<Challenge>,
    /// The cost of repeating what may be counted; nothing if nobody looked for that.
    #[serde(default)]
    pub growth: Counts,
    /// Words that this process took from the journal instead of executing them.
    pub replayed: u64,
    /// The distinguisher bound that the learned machine really needs.
    pub bound_needed: usize,
    /// How large a model with registers is; none for machines. `states` has its locations, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registers: Option<RegisterNumbers>,
    /// How large a model with guards is; none for other kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guarded: Option<GuardedNumbers>,
    /// Who made each output, where the system told it.
    #[serde(default, skip_serializing_if = "Origins::is_empty")]
    pub origins: Origins,
    /// What the user should know.
    pub findings: Vec<Finding>,
    /// What was established.
    pub verdict: Verdict,
    /// How long the run took, over all its processes.
    pub wall_ms: u64,
    /// The run folder; empty if there is none.
    pub run: String,
    /// Anything else worth a line, by name (settings, versions), in alphabetical order.
    #[serde(default)]
    pub notes: BTreeMap<String, String>,
}

impl Summary {
    /// What all phases cost together.
    pub fn total(&self) -> Counts {
        self.learning
            + self.testing
            + self.challenge.map(|challenge| challenge.counts).unwrap_or_default()
            + self.growth
    }

    /// The one JSON object of `--json`: the verdict is its sentence, `finished` and `assumptions` stand beside it, and
    /// `imitation` where the origins of outputs are known.
    pub fn to_json(&self) -> serde_json::Value {
        let mut object = serde_json::to_value(self).expect("a summary is plain data");
        object["verdict"] = self.verdict.text.clone().into();
        object["finished"] = self.verdict.finished.into();
        object["assumptions"] = self.verdict.assumptions.clone().into();
        if !self.origins.is_empty() {
            object["imitation"] = self.origins.is_imitation().into();
        }
        object
    }
}

/// How many names are worth a list.
const LISTED: usize = 40;

/// Names as part of a message; of very many only the first ones, and how many more there are.
///
/// ```
/// assert_eq!(typestar_model::some_names(&["load", "play"]), "load, play");
/// ```
///
/// ```
/// let names: Vec<String> = (0..42).map(|number| format!("n{number}")).collect();
/// assert!(typestar_model::some_names(&names).ends_with("n38, n39 and 2 more"));
/// ```
pub fn some_names<N: AsRef<str>>(names: &[N]) -> String {
    let first: Vec<&str> = names.iter().take(LISTED).map(AsRef::as_ref).collect();
    match names.len() - first.len() {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// So many things, in words.
///
/// ```
/// use typestar_model::counted;
/// assert_eq!((counted(1, "state"), counted(3, "state")), ("1 state".to_owned(), "3 states".to_owned()));
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, thing: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// At most so many characters of a text, for people who read it among others.
///
/// ```
/// assert_eq!((typestar_model::cut("low battery", 3), typestar_model::cut("low", 3)), ("low...".into(), "low".into()));
/// ```
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A text of a system, such as a reason, as part of a line.
///
/// ```
/// assert_eq!(typestar_model::one_line("broken:\n  no\u{2028}disk "), "broken: no disk");
/// ```
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seen_trace_has_reasons_and_no_other_evidence() {
        let evidence = Evidence { reason: Some("why".to_owned()), ms: 1.5, more_words: 2, ..Evidence::default() };
        let steps = vec![Step::new("load", "ok"), Step { evidence, ..Step::new("play", "error") }];
        let text =
            r#"{"steps":[{"input":"load","output":"ok"},{"input":"play","output":"error","reason":"why"}],"count":3}"#;
        let trace = SeenTrace::new(steps.clone(), 3);
        assert_eq!(serde_json::from_str::<SeenTrace>(text).unwrap(), trace, "times do not tell traces apart");
        assert_eq!(serde_json::to_string(&trace).unwrap(), text);
        assert_eq!(serde_json::to_string(&SeenTrace { steps, ..trace }).unwrap(), text);
    }
}
