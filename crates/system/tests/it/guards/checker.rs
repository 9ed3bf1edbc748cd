//! Checks a guarded model by calls alone, without any learner.

use std::collections::BTreeMap;

use typestar_model::guarded::{Features, GuardedModel, Rule};

use super::classes::{Class, Method, pool};
use super::host::{Call, Host};

/// How many words are asked at once.
const CHUNK: usize = 512;

/// What is tried.
#[derive(Clone, Copy)]
pub struct Effort {
    /// How many methods a sequence has at most, before the last call.
    pub longest: usize,
    /// The whole pool of arguments is tried after so many of the sequences that look alike: the fields of the object are
    /// equal, and as many objects were made. The accepted argument is tried after all sequences.
    pub alike: usize,
}

/// Calls that all succeeded, each method with its accepted argument.
struct Sequence {
    /// The methods by their places.
    methods: Vec<usize>,
    /// The calls as the host reads them.
    calls: Vec<String>,
    /// Where each model is after it.
    states: Vec<usize>,
    /// The fields of the object after it; none are known before the first call.
    fields: Features,
}

/// One more call after a sequence.
struct LastCall<'a> {
    after: &'a Sequence,
    method: usize,
    call: String,
    /// Whether it has the accepted argument, so that it belongs into longer sequences.
    is_accepted: bool,
}

impl LastCall<'_> {
    fn word(&self) -> String {
        [&self.after.calls[..], std::slice::from_ref(&self.call)].concat().join(",")
    }
}

/// An object that was made by an earlier call: its type, and how it is written.
type Made = (&'static str, String);

/// Runs all sequences of methods with their accepted arguments, each followed by calls with the arguments of the pool,
/// and compares the last call with the guard of its method in each of the models.
pub struct Checker<'a> {
    class: &'a Class,
    models: &'a [GuardedModel],
    host: Host,
    effort: Effort,
    /// How many sequences looked like this: the fields of the object, and how many objects were made.
    seen: BTreeMap<(Features, usize), usize>,
    /// How many words were run.
    pub words: u64,
    /// For each model, the words whose last call the guard of its method tells wrong.
    pub wrong: Vec<Vec<String>>,
}

impl<'a> Checker<'a> {
    /// Checks all that there is to check.
    pub fn check(class: &'a Class, models: &'a [GuardedModel], host: Host, effort: Effort) -> Self {
        let (seen, wrong) = (BTreeMap::new(), vec![Vec::new(); models.len()]);
        let mut checker = Self { class, models, host, effort, seen, words: 0, wrong };
        let states = vec![0; models.len()];
        let mut sequences = vec![Sequence { methods: Vec::new(), calls: Vec::new(), states, fields: Features::new() }];
        for _ in 0..=effort.longest {
            sequences = checker.check_after(&sequences);
        }
        checker
    }

    /// Checks the calls after these sequences; the sequences that are longer by one call.
    fn check_after(&mut self, sequences: &[Sequence]) -> Vec<Sequence> {
        let calls: Vec<LastCall> = sequences.iter().flat_map(|sequence| self.last_calls(sequence)).collect();
        let mut longer = Vec::new();
        for chunk in calls.chunks(CHUNK) {
            let words: Vec<String> = chunk.iter().map(LastCall::word).collect();
            for (last, (call, before)) in chunk.iter().zip(self.host.last_calls(&words)) {
                assert_eq!(before, last.after.calls.len(), "what passed once passes again: {}", last.word());
                longer.extend(self.take(last, call));
            }
        }
        longer
    }

    /// Compares a call with its guards; the longer sequence if it belongs into one.
    fn take(&mut self, last: &LastCall, call: Call) -> Option<Sequence> {
        let (after, method) = (last.after, &self.class.methods[last.method]);
        let rules = self.models.iter().zip(&after.states).map(|(model, &state)| rule(model, state, method));
        self.words += 1;
        for (rule, wrong) in rules.clone().zip(&mut self.wrong) {
            if rule.guard.holds(&call.before) != call.passed() {
                wrong.push(last.word());
            }
        }
        (call.passed() && last.is_accepted).then(|| Sequence {
            methods: [&after.methods[..], &[last.method]].concat(),
            calls: [&after.calls[..], std::slice::from_ref(&last.call)].concat(),
            states: rules.zip(&after.states).map(|(rule, &state)| rule.target.unwrap_or(state)).collect(),
            fields: call.values.into_iter().filter(|(name, _)| !name.starts_with("arg")).collect(),
        })
    }

    fn last_calls<'s>(&mut self, after: &'s Sequence) -> Vec<LastCall<'s>> {
        let made = self.made(after);
        let seen = self.seen.entry((after.fields.clone(), made.len())).or_default();
        *seen += 1;
        let is_new = *seen <= self.effort.alike;
        let mut calls = Vec::new();
        let can_come = |(_, method): &(usize, &Method)| after.calls.is_empty() || !method.makes;
        for (place, method) in self.class.methods.iter().enumerate().filter(can_come) {
            let others = if is_new { method.other_arguments(&made) } else { Vec::new() };
            let accepted = method.accepted.iter().map(|&value| value.to_owned()).collect();
            for (index, values) in [accepted].into_iter().chain(others).enumerate() {
                calls.push(LastCall { after, method: place, call: method.call(&values), is_accepted: index == 0 });
            }
        }
        calls
    }

    /// The objects that were made by a sequence.
    fn made(&self, sequence: &Sequence) -> Vec<Made> {
        let mut made = Vec::new();
        for (step, &place) in sequence.methods.iter().enumerate() {
            let method = &self.class.methods[place];
            let arguments = method.parameters.iter().zip(method.accepted).enumerate();
            let objects = arguments.filter(|(_, (_, text))| text.starts_with("\"@"));
            made.extend(objects.map(|(at, (kind, _))| (*kind, format!("\"@{}.{}\"", step + 1, at + 1))));
        }
        made
    }
}

impl Method {
    /// All arguments of the pool but the accepted one. What was made earlier is in the pool of its type.
    fn other_arguments(&self, made: &[Made]) -> Vec<Vec<String>> {
        let mut lists: Vec<Vec<String>> = vec![Vec::new()];
        for parameter in self.parameters {
            let earlier = made.iter().filter(|(kind, _)| kind == parameter).map(|(_, text)| text.clone());
            let values: Vec<String> = pool(parameter).iter().map(|&value| value.to_owned()).chain(earlier).collect();
            let longer = |list: &Vec<String>| -> Vec<Vec<String>> {
                values.iter().map(|value| [&list[..], std::slice::from_ref(value)].concat()).collect()
            };
            lists = lists.iter().flat_map(longer).collect();
        }
        lists.retain(|list| list != self.accepted);
        lists
    }

    /// A call as the host reads it.
    fn call(&self, values: &[String]) -> String {
        format!("[{}]", [&[format!("\"{}\"", self.name)], values].concat().join(","))
    }
}

fn rule<'m>(model: &'m GuardedModel, state: usize, method: &Method) -> &'m Rule {
    let place = model.methods.iter().position(|known| known.name == method.name);
    let rule = place.and_then(|place| model.rule(state, place));
    rule.unwrap_or_else(|| panic!("there is no rule of {} in state {state}", method.name))
}
