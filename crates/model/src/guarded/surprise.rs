//! What people may not expect of a class: calls that succeed after its end, that never come back, that fail
//! because of a null that was taken earlier.
//!
//! These are hints for people, not errors: the model is right about them, and the class may be, too.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{GuardedMethod, GuardedModel, Rule};
use crate::evidence::entries;
use crate::{HANG, OutputKind, Step, Value, some_names};

/// Something that people may not expect.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surprise {
    /// What it is, in a sentence without a full stop.
    pub message: String,
    /// A short execution that shows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "entries")]
    pub trace: Vec<Step>,
}

/// The names of methods after which nothing more is expected; `shutdownNow` is one of them, `closeEntry` is not.
const ENDINGS: [&str; 10] =
    ["close", "shutdown", "end", "cancel", "finish", "dispose", "destroy", "terminate", "release", "stop"];
/// What the names of methods begin with that only ask something.
const QUESTIONS: [&str; 11] =
    ["is", "has", "get", "to", "size", "length", "count", "contains", "available", "peek", "ready"];
/// What a call fails with that was not prepared for null.
const NULL_FAILURE: &str = "NullPointerException";

/// What is surprising about a class, each time with the shortest execution that shows it.
///
/// It is looked for in the executions that the model itself has and in `traces`. A name is taken at its word: whether
/// `flush` should fail after `close`, only people know. `is_no_end` says which methods, by their places, are not the end of
/// anything: those that return a number, such as `Matcher.end()`, and those after which an object is used again.
///
/// ```
/// use typestar_model::Step;
/// use typestar_model::guarded::{GuardedMethod, GuardedModel, surprises};
/// let method = |name: &str| GuardedMethod { name: name.to_owned(), ..GuardedMethod::default() };
/// let model = GuardedModel { methods: vec![method("flush"), method("close")], ..GuardedModel::default() };
/// let trace = vec![Step::new("close", "ok"), Step::new("flush", "ok")];
/// assert_eq!(surprises(&model, |_| false, [trace])[0].message, "flush still passes after close");
/// ```
pub fn surprises(
    model: &GuardedModel,
    is_no_end: impl Fn(usize) -> bool,
    traces: impl IntoIterator<Item: AsRef<[Step]>>,
) -> Vec<Surprise> {
    let ends = model.methods.iter().enumerate().map(|(place, method)| is_ending(method) && !is_no_end(place)).collect();
    let mut seen = Seen { model, ends, shortest: BTreeMap::new() };
    for rule in &model.rules {
        seen.look_at(&rule.passes);
        seen.look_at(&rule.fails);
    }
    for trace in traces {
        seen.look_at(trace.as_ref());
    }
    model.rules.iter().for_each(|rule| seen.look_for_null(rule));
    seen.told()
}

/// What is surprising, in the order in which it is told; methods by their places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    SucceedsAfter { end: usize, method: usize },
    Hangs(usize),
    Crashes(usize),
    KeepsNull { giver: usize, method: usize },
}

struct Seen<'m> {
    model: &'m GuardedModel,
    /// Whether nothing more is expected after each method.
    ends: Vec<bool>,
    shortest: BTreeMap<What, Vec<Step>>,
}

impl Seen<'_> {
    fn look_at(&mut self, trace: &[Step]) {
        let mut ended = Vec::new();
        for (place, step) in trace.iter().enumerate() {
            let Some(method) = self.model.method_of(&step.input) else { continue };
            let trace = &trace[..=place];
            match OutputKind::of(step.output.text()) {
                // With more time it might have come back.
                OutputKind::Hang if step.evidence.limit.is_some() || self.tells_when_it_hangs(method) => {}
                OutputKind::Hang => self.note(What::Hangs(method), trace),
                OutputKind::Crash => self.note(What::Crashes(method), trace),
                OutputKind::Error | OutputKind::Outside => {}
                _ if self.is_failure(method, step.output.text()) => {}
                _ => self.look_at_success(method, trace, &mut ended),
            }
        }
    }

    /// Whether the model tells when a call comes back and when it does not: who waits for something is no surprise.
    fn tells_when_it_hangs(&self, method: usize) -> bool {
        let rules = || self.model.rules.iter().filter(|rule| rule.method == method);
        let is_told = |rule: &Rule| rule.branches.iter().any(|branch| branch.outcomes == [HANG]);
        rules().any(|rule| rule.passing > 0 && is_told(rule)) && rules().all(|rule| rule.is_certain)
    }

    /// Whether an output is that of a call that failed, and after which the object lives on.
    fn is_failure(&self, method: usize, output: &str) -> bool {
        let rules = self.model.rules.iter().filter(|rule| rule.method == method);
        rules.flat_map(|rule| &rule.branches).any(|branch| !branch.passes && branch.has(output))
    }

    /// Looks at the last step of a trace, which succeeded after these ends.
    fn look_at_success(&mut self, method: usize, trace: &[Step], ended: &mut Vec<usize>) {
        if self.ends[method] {
            ended.push(method);
            return;
        }
        if !is_question(&self.model.methods[method].name) {
            for end in ended.iter().copied() {
                self.note(What::SucceedsAfter { end, method }, trace);
            }
        }
    }

    /// Looks for an execution of a rule in which a call takes null, and a later one that is given none fails because of it.
    fn look_for_null(&mut self, rule: &Rule) {
        let by_outcome = rule.branches.iter().filter(|branch| branch.outcomes == [NULL_FAILURE]);
        let with_reason = Some(&rule.fails)
            .filter(|steps| steps.last().and_then(Step::reason).is_some_and(|reason| reason.starts_with(NULL_FAILURE)));
        for trace in by_outcome.flat_map(|branch| &branch.executions).chain(with_reason) {
            let Some((last, before)) = trace.split_last() else { continue };
            let takes_null = |step: &Step| step.input.values().contains(&Value::Null);
            let giver =
                before.last().filter(|step| takes_null(step)).and_then(|step| self.model.method_of(&step.input));
            if let Some(giver) = giver.filter(|_| !takes_null(last)) {
                self.note(What::KeepsNull { giver, method: rule.method }, trace);
            }
        }
    }

    /// One surprise for all that has the same cause, with the shortest trace of these.
    fn told(&self) -> Vec<Surprise> {
        let mut causes: Vec<What> = self.shortest.keys().map(|what| what.cause()).collect();
        causes.dedup();
        let told = causes.into_iter().filter_map(|cause| {
            let same = || self.shortest.iter().filter(move |(what, _)| what.cause() == cause);
            let names: Vec<&str> = same().map(|(what, _)| self.name(what.method())).collect();
            let (_, trace) = same().min_by_key(|(what, trace)| (trace.len(), **what))?;
            Some(Surprise { message: self.message(cause, &names), trace: trace.clone() })
        });
        told.collect()
    }

    fn message(&self, cause: What, names: &[&str]) -> String {
        let (is_one, all) = (names.len() == 1, some_names(names));
        match cause {
            What::SucceedsAfter { end, .. } if is_one => format!("{all} still passes after {}", self.name(end)),
            What::SucceedsAfter { end, .. } if names.len() == self.doing() => {
                format!("everything still passes after {}", self.name(end))
            }
            What::SucceedsAfter { end, .. } => format!("{all} still pass after {}", self.name(end)),
            What::Hangs(_) => format!("{all} does not return"),
            What::Crashes(_) => format!("{all} ends the whole process"),
            What::KeepsNull { giver, .. } if is_one => {
                format!("{} takes null, and {all} fails because of it", self.name(giver))
            }
            What::KeepsNull { giver, .. } => format!("{} takes null, and {all} fail because of it", self.name(giver)),
        }
    }

    /// How many methods do something and are no end.
    fn doing(&self) -> usize {
        let all = self.model.methods.iter().zip(&self.ends);
        all.filter(|(method, is_end)| !**is_end && !method.makes && !is_question(&method.name)).count()
    }

    fn name(&self, method: usize) -> &str {
        &self.model.methods[method].name
    }

    /// Keeps the shortest trace for each surprise.
    fn note(&mut self, what: What, trace: &[Step]) {
        let known = self.shortest.get(&what);
        if known.is_none_or(|known| trace.len() < known.len()) {
            self.shortest.insert(what, trace.to_vec());
        }
    }
}

impl What {
    /// The method that does what is surprising.
    fn method(self) -> usize {
        match self {
            Self::SucceedsAfter { method, .. } | Self::KeepsNull { method, .. } => method,
            Self::Hangs(method) | Self::Crashes(method) => method,
        }
    }

    /// What it has in common with others that are told in the same line.
    fn cause(self) -> Self {
        match self {
            Self::SucceedsAfter { end, .. } => Self::SucceedsAfter { end, method: 0 },
            Self::KeepsNull { giver, .. } => Self::KeepsNull { giver, method: 0 },
            what => what,
        }
    }
}

/// Whether the name of a method says that nothing more is expected after it.
pub fn is_ending(method: &GuardedMethod) -> bool {
    let name = method.name.split('(').next().unwrap_or_default();
    ENDINGS.contains(&name.strip_suffix("Now").unwrap_or(name))
}

/// Whether a method only asks something, by its name.
fn is_question(name: &str) -> bool {
    begins_with_one_of(name, &QUESTIONS) || name.ends_with("Supported")
}

/// Whether the first word of a name is one of these: `isOpen` begins with `is`, `island` does not.
fn begins_with_one_of(name: &str, words: &[&str]) -> bool {
    let begins = |word: &&str| {
        name.strip_prefix(*word).is_some_and(|rest| !rest.starts_with(|next: char| next.is_lowercase() || next == '_'))
    };
    words.iter().any(begins)
}
