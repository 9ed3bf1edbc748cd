//! The model itself: states, and for each of them a rule for every method.
//!
//! A rule has, beside its guard, what speaks for it: how many calls succeeded and failed, an execution of each kind, and
//! the calls closest to the border. For `size >= 1` these are calls with size 0 and with size 1: if the guard were off by
//! one, they would show it.

use std::collections::{BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use super::{Branch, Features, Guard, Surprise, branch_taken};
use crate::{Step, Symbol, Value};

/// A typestate with guards. Most classes have one state: all that matters is in the fields. More states are there where
/// fields do not tell calls apart. A call that fails ends the object; that sink is not among the states.
///
/// ```
/// use typestar_model::guarded::{Guard, GuardedMethod, GuardedModel, Rule};
/// let method = |name: &str| GuardedMethod { name: name.to_owned(), ..GuardedMethod::default() };
/// let socket = GuardedModel {
///     states: 2,
///     methods: vec![method("bind"), method("send")],
///     rules: vec![
///         Rule::new(0, 0, Guard::ALWAYS, Some(1)),
///         Rule::new(0, 1, Guard::NEVER, None),
///         Rule::new(1, 1, Guard::at_least("arg1.length", 1), Some(1)),
///     ],
///     ..GuardedModel::default()
/// };
/// assert_eq!(socket.paths(), [Some(vec![]), Some(vec![0])], "bind leads to state 1");
/// assert_eq!(socket.states_total(), 3, "with the sink of errors");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GuardedModel {
    /// The name of the system.
    pub system: String,
    /// Whether the run that made it came to its own end.
    pub finished: bool,
    /// How many states it has, without the sink of errors. The first one is the initial one.
    pub states: usize,
    /// The methods in the order of the alphabet.
    pub methods: Vec<GuardedMethod>,
    /// What is known of each method in each state, by state, then by method.
    pub rules: Vec<Rule>,
    /// What people may not expect of the class.
    pub surprises: Vec<Surprise>,
}

/// A method that can be called.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuardedMethod {
    /// Its name; of an overloaded method with the types, as `write(int)`.
    pub name: String,
    /// The types of its parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<String>,
    /// The type of what it returns; empty if it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub returns: String,
    /// Whether it makes the object. Then it can only be the first call, and only the first state has a rule for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub makes: bool,
}

/// What a method does in a state: it succeeds exactly if the guard holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The state, from 0.
    pub state: usize,
    /// The method, by its place in the list.
    pub method: usize,
    /// When it succeeds.
    pub guard: Guard,
    /// Where it leads then; none if it never succeeds, if nobody has seen it succeed, or if that depends on the outcome.
    pub target: Option<usize>,
    /// Whether the guard was found; if not, the outcomes that were seen contradict every guard that was tried, and `guard`
    /// only says what was seen most.
    pub is_certain: bool,
    /// How many different calls succeeded,
    pub passing: u64,
    /// and how many failed.
    pub failing: u64,
    /// How many of them were made to break the guard.
    pub tests: u64,
    /// The calls closest to the border of the guard, on both sides; the closest ones first.
    pub boundary: Vec<Boundary>,
    /// A short execution whose last call succeeds; empty if none does.
    pub passes: Vec<Step>,
    /// A short execution whose last call fails; empty if none does.
    pub fails: Vec<Step>,
    /// Which outcome its calls have when, those that succeed first; empty if only succeeding and failing are known.
    pub branches: Vec<Branch>,
    /// Calls with different arguments, if none succeeded: a short list of what was tried.
    pub tried: Vec<Symbol>,
}

/// A call near the border of a guard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boundary {
    /// What the guard speaks of, as it was before the call.
    pub features: Features,
    /// Whether the call succeeded.
    pub passes: bool,
}

/// Features as people would say them: `elementCount = 1, sink != null`.
///
/// ```
/// use typestar_model::Value;
/// use typestar_model::guarded::{Features, features_text};
/// let features = [("size", Value::Integer(1)), ("sink == null", Value::Boolean(false))];
/// let features: Features = features.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
/// assert_eq!(features_text(&features), "sink != null, size = 1");
/// ```
pub fn features_text(features: &Features) -> String {
    let known = features.iter().map(|(name, value)| match value {
        Value::Boolean(true) => name.clone(),
        Value::Boolean(false) => Guard::Flag(name.clone()).negated().to_string(),
        value => format!("{name} = {value}"),
    });
    let known: Vec<String> = known.collect();
    if known.is_empty() { "nothing known".to_owned() } else { known.join(", ") }
}

impl Rule {
    /// A rule without the calls that speak for it.
    pub fn new(state: usize, method: usize, guard: Guard, target: Option<usize>) -> Self {
        Self {
            state,
            method,
            guard,
            target,
            is_certain: true,
            passing: 0,
            failing: 0,
            tests: 0,
            boundary: Vec::new(),
            passes: Vec::new(),
            fails: Vec::new(),
            branches: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// How many calls failed, if it is known for certain that none succeeds.
    pub fn never_succeeded(&self) -> Option<u64> {
        Some(self.failing).filter(|calls| self.guard == Guard::NEVER && self.passing == 0 && *calls > 0)
    }

    /// Where it leads, if it can succeed and that does not depend on the outcome.
    pub fn reached(&self) -> Option<usize> {
        self.target.filter(|_| self.guard != Guard::NEVER)
    }

    /// Everywhere it leads, each state once.
    pub fn targets(&self) -> BTreeSet<usize> {
        self.branches.iter().filter_map(|branch| branch.target).chain(self.reached()).collect()
    }

    /// How many words were made to break each of its guards: that which tells when calls succeed, and those that tell the
    /// outcomes of a side apart.
    pub fn tests_of_guards(&self) -> Vec<u64> {
        let side = |passes| self.branches.iter().filter(move |branch| branch.passes == passes);
        let told = |passes| side(passes).take(side(passes).count().saturating_sub(1)).map(|branch| branch.tests);
        std::iter::once(self.tests).chain(told(true)).chain(told(false)).collect()
    }

    /// The branch that a call takes of which this is known.
    pub fn branch(&self, features: &Features) -> Option<&Branch> {
        branch_taken(&self.branches, self.guard.holds(features), features)
    }

    /// The closest call to the border of the guard on one of its sides.
    pub fn closest(&self, passes: bool) -> Option<&Boundary> {
        self.boundary.iter().find(|call| call.passes == passes)
    }
}

impl GuardedModel {
    /// What is known of a method in a state.
    pub fn rule(&self, state: usize, method: usize) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.state == state && rule.method == method)
    }

    /// The same model, which only knows when calls succeed.
    #[must_use]
    pub fn without_outcomes(&self) -> Self {
        let mut model = self.clone();
        for rule in &mut model.rules {
            rule.target = rule.target.or_else(|| rule.targets().first().copied());
            rule.branches.clear();
        }
        model
    }

    /// How many methods it has, and how many ways to make an object beside the usual one.
    pub fn methods_and_makers(&self) -> (usize, usize) {
        let makers = self.methods.iter().filter(|method| method.makes).count();
        (self.methods.len() - makers, makers)
    }

    /// Whether a rule tells how an object is made.
    pub fn is_making(&self, rule: &Rule) -> bool {
        self.methods[rule.method].makes
    }

    /// How many states it has with the sink of errors, which is there if some call fails.
    pub fn states_total(&self) -> usize {
        self.states + usize::from(self.rules.iter().any(|rule| rule.guard != Guard::ALWAYS))
    }

    /// The method that an input calls, by its place in the list.
    pub fn method_of(&self, input: &Symbol) -> Option<usize> {
        self.methods.iter().position(|method| method.name == input.name())
    }

    /// Which methods, called one after the other, lead to each state; none for a state that no rule leads to.
    pub fn paths(&self) -> Vec<Option<Vec<usize>>> {
        let mut paths = vec![None; self.states];
        if let Some(first) = paths.first_mut() {
            *first = Some(Vec::new());
        }
        let mut queue = VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            for rule in self.rules.iter().filter(|rule| rule.state == state) {
                for target in rule.targets() {
                    if paths[target].is_none() {
                        let path = paths[state].iter().flatten().copied().chain([rule.method]).collect();
                        paths[target] = Some(path);
                        queue.push_back(target);
                    }
                }
            }
        }
        paths
    }
}
