//! What is missing for a verdict to rest on: calls, values, objects, tests.
//!
//! "Never succeeds" after three calls with one value is not what a reader takes it for. So what little is known of is told,
//! with what would change that.

use std::collections::{BTreeSet, HashSet};

use typestar_model::guarded::{Guard, Parameter, ValueKind};
use typestar_model::{MachineLimit, Value};

use super::breaking::GuardTests;
use super::calls::{Call, Calls};
use super::hypothesis::{Belief, GuardedHypothesis};
use crate::oracle::Observed;

/// So many different values of a kind with many of them have to fail before a method is said to fail with all.
const ENOUGH_VALUES: usize = 10;
/// Objects are costly to make, so fewer of them will do,
const ENOUGH_OBJECTS: usize = 3;
/// and so many looks of the object itself.
const ENOUGH_LOOKS: usize = 5;
/// So many other texts have to be tried before a text is said to be the one that matters.
const ENOUGH_TEXTS: usize = 5;

/// Something that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The name of the method.
    pub method: String,
    /// What it is.
    pub what: Missing,
}

/// What is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// There is no call whose outcome is known; and the limit of the machine that ended them, if it was one.
    Calls(Option<MachineLimit>),
    /// It was given null alone for a parameter of this type.
    AnyValue(String),
    /// It never succeeded, and had only so many values of this type.
    Values {
        /// The type.
        type_name: String,
        /// How many values.
        tried: usize,
        /// How many calls.
        calls: usize,
    },
    /// It never succeeded, and was called on so few different objects.
    Objects {
        /// How many objects look different.
        tried: usize,
        /// How many calls.
        calls: usize,
    },
    /// Its guard had too few tests.
    Tests {
        /// How many it had,
        made: u64,
        /// and why not more.
        because: FewTests,
    },
    /// Its guard names a text, and so few others were tried.
    Texts {
        /// The text with the argument that it is compared with: `arg1 == "a"`.
        guard: String,
        /// How many others.
        others: usize,
    },
}

/// Why a guard has few tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FewTests {
    /// Its calls block, and each of them costs a process.
    Blocks,
    /// Calls that ask for more meet a limit of the machine.
    Limit(MachineLimit),
}

/// What is missing of each method, and the methods whose guards have fewer tests because there is nothing else to call.
pub(super) fn lacks(
    observed: Observed,
    hypothesis: &GuardedHypothesis,
    (tests, wanted): (&GuardTests, u64),
) -> (Vec<Lack>, Vec<String>) {
    let calls = &hypothesis.calls.borrow();
    let mut lacks = Vec::new();
    let looks: HashSet<usize> = calls.alive().filter_map(|(_, call)| call.look).collect();
    for (method, callable) in calls.callables().iter().enumerate() {
        let seen: Vec<&Call> = calls.examples(method).map(|(_, call)| call).collect();
        let is_certain = hypothesis.rules.iter().all(|rules| rules[method].is_certain);
        let arguments = calls.arguments_of(observed, method);
        let what = match () {
            () if seen.is_empty() => Some(Missing::Calls(calls.limits.of(method))),
            () if seen.iter().any(|call| call.passes()) => only_null(&callable.method.parameters, &arguments),
            () if !is_certain => None,
            () => only_null(&callable.method.parameters, &arguments)
                .or_else(|| few_values(calls, method, &arguments, seen.len()))
                .or_else(|| few_objects(calls, &seen, looks.len()).filter(|_| !callable.makes())),
        };
        let texts = hypothesis.beliefs().filter(|((_, other), belief)| *other == method && belief.is_certain);
        let texts = texts.flat_map(|(_, belief)| few_texts(calls, method, belief)).collect::<Vec<_>>();
        lacks.extend(what.into_iter().chain(texts).map(|what| Lack { method: callable.method.name.clone(), what }));
    }
    let (few, exhausted) = few_tests(calls, hypothesis, tests, wanted);
    lacks.extend(few);
    lacks.dedup();
    (lacks, exhausted)
}

fn only_null(parameters: &[Parameter], arguments: &[Vec<Value>]) -> Option<Missing> {
    let is_null = |place: usize| !arguments.is_empty() && arguments.iter().all(|values| values[place] == Value::Null);
    let found = parameters.iter().enumerate().find(|(place, _)| is_null(*place));
    found.map(|(_, parameter)| Missing::AnyValue(parameter.type_name.clone()))
}

/// How many values of a parameter have to fail: all of a kind that has few.
fn enough(calls: &Calls, method: usize, place: usize) -> usize {
    let callable = &calls.callables()[method];
    match callable.method.parameters[place].kind {
        ValueKind::Nothing => 0,
        ValueKind::Boolean => 2,
        ValueKind::Enumeration => callable.pools[place].iter().filter(|value| **value != Value::Null).count(),
        ValueKind::Integer { min, max } => {
            ENOUGH_VALUES.min(usize::try_from(max.saturating_sub(min).saturating_add(1)).unwrap_or(ENOUGH_VALUES))
        }
        ValueKind::Decimal | ValueKind::Character | ValueKind::Text => ENOUGH_VALUES,
        ValueKind::Array | ValueKind::Collection | ValueKind::Object => ENOUGH_OBJECTS,
    }
}

fn few_values(calls: &Calls, method: usize, arguments: &[Vec<Value>], seen: usize) -> Option<Missing> {
    let parameters = &calls.callables()[method].method.parameters;
    parameters.iter().enumerate().find_map(|(place, parameter)| {
        let values: BTreeSet<String> = arguments
            .iter()
            .map(|values| &values[place])
            .filter(|value| **value != Value::Null)
            .map(ToString::to_string)
            .collect();
        let (tried, type_name) = (values.len(), parameter.type_name.clone());
        (tried < enough(calls, method, place)).then_some(Missing::Values { type_name, tried, calls: seen })
    })
}

/// The object has few looks: then nothing else can be called. But if there are many, several have to be tried.
fn few_objects(calls: &Calls, seen: &[&Call], looks: usize) -> Option<Missing> {
    let of = |call: &&Call| call.parent.and_then(|parent| calls.of(parent).look);
    let tried = seen.iter().filter_map(of).collect::<HashSet<usize>>().len();
    (tried < looks.min(ENOUGH_LOOKS)).then_some(Missing::Objects { tried, calls: seen.len() })
}

/// The texts that a guard compares an argument with, where few others were tried.
fn few_texts(calls: &Calls, method: usize, belief: &Belief) -> Vec<Missing> {
    let mut named = BTreeSet::new();
    let guards = belief.branches.iter().map(|branch| &branch.guard).chain([&belief.guard]);
    guards.for_each(|guard| add_texts(guard, &mut named));
    let few = |(feature, text): (&str, &str)| {
        let place = feature.strip_prefix("arg")?.parse::<usize>().ok()?.checked_sub(1)?;
        let parameter = calls.callables()[method].method.parameters.get(place)?;
        let most = match parameter.kind {
            ValueKind::Enumeration => enough(calls, method, place).saturating_sub(1),
            _ => ENOUGH_TEXTS,
        };
        let seen = calls.examples(method).filter_map(|(_, call)| call.before.get(feature));
        let is_other = |value: &&Value| !matches!(value, Value::Text(other) if other == text);
        let others = seen.filter(is_other).map(ToString::to_string).collect::<BTreeSet<String>>().len();
        let guard = Guard::Is { feature: feature.to_owned(), text: text.to_owned() }.to_string();
        (others < most.min(ENOUGH_TEXTS)).then_some(Missing::Texts { guard, others })
    };
    named.into_iter().filter_map(few).collect()
}

fn add_texts<'g>(guard: &'g Guard, texts: &mut BTreeSet<(&'g str, &'g str)>) {
    match guard {
        Guard::All(guards) | Guard::Any(guards) => guards.iter().for_each(|guard| add_texts(guard, texts)),
        Guard::Not(guard) => add_texts(guard, texts),
        Guard::Is { feature, text } => {
            texts.insert((feature, text));
        }
        Guard::Flag(_) | Guard::Sum(_) => {}
    }
}

/// The methods with guards below their share of tests that something keeps from having more; and the others.
fn few_tests(
    calls: &Calls,
    hypothesis: &GuardedHypothesis,
    tests: &GuardTests,
    wanted: u64,
) -> (Vec<Lack>, Vec<String>) {
    let (mut few, mut exhausted): (Vec<Lack>, Vec<String>) = (Vec::new(), Vec::new());
    let tests = tests.borrow();
    for ((state, method), belief) in hypothesis.testable() {
        let made = tests.get(&(state, method, belief.tested())).copied().unwrap_or(0);
        if made >= wanted {
            continue;
        }
        let name = &calls.callables()[method].method.name;
        let because = match calls.limits.of(method) {
            _ if calls.blocks(method) => FewTests::Blocks,
            Some(limit) if 2 * made < wanted => FewTests::Limit(limit),
            _ => {
                exhausted.push(name.clone());
                continue;
            }
        };
        match few.iter_mut().find(|lack| lack.method == *name) {
            Some(Lack { what: Missing::Tests { made: least, .. }, .. }) => *least = made.min(*least),
            _ => few.push(Lack { method: name.clone(), what: Missing::Tests { made, because } }),
        }
    }
    exhausted.dedup();
    (few, exhausted)
}
