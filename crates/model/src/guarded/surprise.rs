//! What people may not expect of a class: calls that succeed after its end, that never come back, that never succeed, that
//! fail because of a null that was taken earlier.
//!
//! These are hints for people, not errors: the model is right about them, and the class may be, too.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{GuardedMethod, GuardedModel, Rule};
use crate::evidence::entries;
use crate::{OutputKind, Step, Value, counted, some_names};

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
    for method in 0..model.methods.len() {
        seen.look_for_success(method);
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
    NeverSucceeds(usize),
    KeepsNull(usize),
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
                OutputKind::Hang => self.note(What::Hangs(method), trace),
                OutputKind::Crash => self.note(What::Crashes(method), trace),
                OutputKind::Error | OutputKind::Outside => {}
                _ if self.is_failure(method, step.output.text()) => {}
                _ => self.look_at_success(method, trace, &mut ended),
            }
        }
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
        if !begins_with_one_of(&self.model.methods[method].name, &QUESTIONS) {
            for end in ended.iter().copied() {
                self.note(What::SucceedsAfter { end, method }, trace);
            }
        }
    }

    /// Looks for an execution of a rule in which a call takes null, and a later one that is given none fails because of it.
    fn look_for_null(&mut self, rule: &Rule) {
        let by_outcome = rule.branches.iter().filter(|branch| branch.outcomes == [NULL_FAILURE]);
        let with_reason = Some(&rule.fails).filter(|steps| {
            steps.last().and_then(Step::reason).is_some_and(|reason| reason.starts_with(NULL_FAILURE))
        });
        for trace in by_outcome.flat_map(|branch| &branch.executions).chain(with_reason) {
            let Some((last, before)) = trace.split_last() else { continue };
            let takes_null = |step: &Step| step.input.values().contains(&Value::Null);
            if !takes_null(last) && before.last().is_some_and(takes_null) {
                self.note(What::KeepsNull(rule.method), trace);
            }
        }
    }

    /// Looks whether a method was called and never succeeded. A failure shows it.
    fn look_for_success(&mut self, method: usize) {
        let rules: Vec<&Rule> = self.model.rules.iter().filter(|rule| rule.method == method).collect();
        let never = rules.iter().all(|rule| rule.passing == 0) && rules.iter().any(|rule| rule.failing > 0);
        let trace =
            rules.iter().map(|rule| &rule.fails).filter(|trace| !trace.is_empty()).min_by_key(|trace| trace.len());
        if never {
            self.note(What::NeverSucceeds(method), trace.map_or(&[], |trace| trace));
        }
    }

    /// One surprise for all that succeeds after the same end, with the shortest trace of these.
    fn told(&self) -> Vec<Surprise> {
        let mut told: Vec<Surprise> = Vec::new();
        for (end, method) in self.model.methods.iter().enumerate() {
            let after = |what: &What| matches!(what, What::SucceedsAfter { end: other, .. } if *other == end);
            let found: Vec<(&What, &Vec<Step>)> = self.shortest.iter().filter(|(what, _)| after(what)).collect();
            let Some((_, trace)) = found.iter().min_by_key(|(what, trace)| (trace.len(), *what)) else { continue };
            let names: Vec<String> =
                found.iter().filter_map(|(what, _)| what.method()).map(|other| self.name(other)).collect();
            let passes = if names.len() == 1 { "passes" } else { "pass" };
            let message = format!("{} still {passes} after {}", some_names(&names), method.name);
            told.push(Surprise { message, trace: trace.to_vec() });
        }
        let others = self.shortest.iter().filter(|(what, _)| !matches!(what, What::SucceedsAfter { .. }));
        told.extend(others.map(|(what, trace)| what.surprise(self.model, trace)));
        told
    }

    fn name(&self, method: usize) -> String {
        self.model.methods[method].name.clone()
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
    /// The method that succeeds after an end.
    fn method(self) -> Option<usize> {
        match self {
            Self::SucceedsAfter { method, .. } => Some(method),
            _ => None,
        }
    }

    fn surprise(self, model: &GuardedModel, trace: &[Step]) -> Surprise {
        let name = |method: usize| &model.methods[method].name;
        let message = match self {
            Self::SucceedsAfter { end, method } => format!("{} still passes after {}", name(method), name(end)),
            Self::Hangs(method) => format!("{} does not return", name(method)),
            Self::Crashes(method) => format!("{} ends the whole process", name(method)),
            Self::NeverSucceeds(method) => {
                let failing = |rule: &&Rule| rule.method == method;
                let calls: u64 = model.rules.iter().filter(failing).map(|rule| rule.failing).sum();
                format!("{} never succeeded in {}", name(method), counted(calls, "call"))
            }
            Self::KeepsNull(method) => format!("{} fails because of a null that was taken before", name(method)),
        };
        Surprise { message, trace: trace.to_vec() }
    }
}

/// Whether the name of a method says that nothing more is expected after it.
pub fn is_ending(method: &GuardedMethod) -> bool {
    let name = method.name.split('(').next().unwrap_or_default();
    ENDINGS.contains(&name.strip_suffix("Now").unwrap_or(name))
}

/// Whether the first word of a name is one of these: `isOpen` begins with `is`, `island` does not.
fn begins_with_one_of(name: &str, words: &[&str]) -> bool {
    let begins = |word: &&str| {
        name.strip_prefix(*word).is_some_and(|rest| !rest.starts_with(|next: char| next.is_lowercase() || next == '_'))
    };
    words.iter().any(begins)
}
