//! The tester that is made to break guards: calls on both sides of their borders, and what tells them from their rivals.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use typestar_model::guarded::{Features, Guard};
use typestar_model::{Decimal, NodeId, Plan, Random, Symbol, Value, Word};

use super::calls::{Calls, symbols_to, word_after};
use super::explore::{counterexample, walk};
use super::hypothesis::{Belief, GuardedHypothesis};
use super::pool::Callable;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester};

/// Words are asked in waves, so that each wave can begin where the one before it came to.
const WAVE: usize = 50;
/// One word of so many is a walk by chance that ends in the method.
const WALKS: usize = 4;
/// So many nodes are looked at for calls near a border.
const MOST_PLACES: usize = 48;
/// So many numbers between those that passed and those that failed are tried.
const MOST_BETWEEN: usize = 8;
/// So many numbers are added to the pool of a parameter,
const MOST_NUMBERS: usize = 20;
/// so many of them by chance,
const BY_CHANCE: usize = 3;
/// and not farther from 0 than this.
const FAR: i64 = 20;

/// Tries to break each guard with a fixed number of words.
pub struct Breaking {
    callables: Vec<Callable>,
    calls: Calls,
    /// How many words each guard has to withstand.
    words: u64,
    random: Random,
    tests: GuardTests,
}

/// How many words were made to break each guard: of a state, a method, and the guard that they had.
pub type GuardTests = Rc<RefCell<BTreeMap<(usize, usize, Guard), u64>>>;

/// A call that may break a guard.
struct Candidate {
    node: NodeId,
    call: Symbol,
    /// Whether the guard holds, as far as that is known before the call.
    holds: bool,
    /// The smaller, the better: first what rivals say something else of, and numbers between those that passed and those
    /// that failed; then what looks new, then the distance from the border.
    rank: (bool, bool, u128),
}

impl Candidate {
    fn new(
        node: NodeId,
        call: Symbol,
        belief: &Belief,
        features: &Features,
        (is_probe, is_known): (bool, bool),
    ) -> Self {
        let holds = belief.guard.holds(features);
        let differs = belief.rivals.iter().any(|rival| rival.holds(features) != holds);
        let rank = (!differs && !is_probe, is_known, distance(&belief.guard, features));
        Self { node, call, holds, rank }
    }
}

impl Breaking {
    /// So many words for each guard. The tests are told to those who ask.
    pub fn new(callables: Vec<Callable>, words: u64, seed: u64, tests: &GuardTests) -> Self {
        let (calls, random) = (Calls::default(), Random::new(seed));
        Self { callables, calls, words, random, tests: Rc::clone(tests) }
    }

    /// The words that are left for a guard.
    fn left(&self, key: &(usize, usize, Guard)) -> u64 {
        self.words.saturating_sub(self.tests.borrow().get(key).copied().unwrap_or(0))
    }

    /// The words that are left for several guards.
    fn left_of(&self, hypothesis: &GuardedHypothesis, rules: &[(usize, usize)]) -> u64 {
        let key = |&(state, method): &(usize, usize)| (state, method, hypothesis.rules[state][method].guard.clone());
        rules.iter().map(|rule| self.left(&key(rule))).sum()
    }

    /// The next words for the guard of a method in a state.
    fn wave(&mut self, oracle: &mut dyn Oracle, at: (usize, usize), hypothesis: &GuardedHypothesis) -> Vec<Plan> {
        let (state, method) = at;
        let key = (state, method, hypothesis.rules[state][method].guard.clone());
        let most = self.left(&key).min(WAVE as u64) as usize;
        let states = hypothesis.states_of(&self.calls);
        let places = self.places(&states, state);
        let belief = hypothesis.rules[state][method].clone();
        let mut words: Vec<Word> = Vec::new();
        let near = self.near_border(oracle, &places, method, &belief, most - most / WALKS);
        words.extend(near);
        for _ in 0..4 * WAVE {
            if words.len() >= most || places.is_empty() || self.calls.blocks(method) {
                break;
            }
            words.extend(
                self.walk_to(oracle, &places, method).filter(|word| is_new(oracle, word) && !words.contains(word)),
            );
        }
        *self.tests.borrow_mut().entry(key).or_default() += words.len() as u64;
        words.into_iter().map(Plan::word).collect()
    }

    /// Nodes of a state: those whose objects look different first, then others by chance.
    fn places(&mut self, states: &[Option<usize>], state: usize) -> Vec<NodeId> {
        let mut looks = HashSet::new();
        let alive = self.calls.alive().filter(|(node, _)| states[typestar_model::Id::index(*node)] == Some(state));
        let (mut places, mut others): (Vec<NodeId>, Vec<NodeId>) = (Vec::new(), Vec::new());
        for (node, call) in alive {
            if looks.insert(call.look) { places.push(node) } else { others.push(node) }
        }
        if places.len() > MOST_PLACES {
            let recent = places.split_off(MOST_PLACES / 2);
            others.extend(recent);
        }
        while places.len() < MOST_PLACES && !others.is_empty() {
            places.push(others.swap_remove(self.random.below(others.len())));
        }
        places
    }

    /// Calls near the border, half of them on each side.
    fn near_border(
        &mut self,
        oracle: &mut dyn Oracle,
        places: &[NodeId],
        method: usize,
        belief: &Belief,
        most: usize,
    ) -> Vec<Word> {
        let mut candidates = self.candidates(oracle, places, method, belief);
        self.random.shuffle(&mut candidates);
        candidates.sort_by_key(|candidate| candidate.rank);
        let (passing, failing): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|candidate| candidate.holds);
        let most_failing = if self.calls.blocks(method) { 0 } else { most };
        let mut words = Vec::new();
        for candidate in alternating(passing.into_iter(), failing.into_iter().take(most_failing)) {
            if words.len() == most {
                break;
            }
            words.extend(word_after(oracle, candidate.node, &[candidate.call]));
        }
        words
    }

    fn candidates(
        &mut self,
        oracle: &mut dyn Oracle,
        places: &[NodeId],
        method: usize,
        belief: &Belief,
    ) -> Vec<Candidate> {
        let mut seen = self.signatures(method, belief);
        let names = spoken_of(belief);
        let parameters = 0..self.callables[method].pools.len();
        let between: Vec<BTreeSet<i64>> = parameters.map(|place| self.calls.between(method, place)).collect();
        let mut candidates = Vec::new();
        for &node in places {
            let before = symbols_to(oracle, node);
            let choices = self.choices(method, &before, belief, &between);
            for arguments in Callable::combinations(&choices, &mut self.random) {
                let callable = &self.callables[method];
                let features = self.calls.foretold(node, callable, &arguments, |name| names.contains(name));
                let is_probe = arguments.iter().zip(&between).any(is_between);
                let call = callable.call(arguments).filter(|call| is_untried(oracle, node, call));
                candidates.extend(call.map(|call| {
                    let is_known = !seen.insert(signature(belief, &features));
                    Candidate::new(node, call, belief, &features, (is_probe, is_known))
                }));
            }
        }
        candidates
    }

    /// What a parameter can be given near the border: the pool, numbers by chance, and those that the guard knows.
    fn choices(
        &mut self,
        method: usize,
        before: &[Symbol],
        belief: &Belief,
        between: &[BTreeSet<i64>],
    ) -> Vec<Vec<Value>> {
        let chance = [(); BY_CHANCE].map(|()| self.random.below(2 * FAR as usize + 1) as i64 - FAR);
        let callable = &self.callables[method];
        let bounds = bounds(&belief.guard);
        let near = || bounds.iter().flat_map(|&bound| [bound.saturating_sub(1), bound, bound.saturating_add(1)]);
        let numbers = |place: usize| between[place].iter().copied().take(MOST_BETWEEN).chain(chance).chain(near());
        let choices = (0..callable.pools.len()).map(|place| {
            let mut values = callable.choices(place, before, &self.callables);
            if let Some((least, most)) = range(&callable.method.parameters[place]) {
                let ends = [least, most, 3, 4].into_iter();
                let added = numbers(place).filter(|number| (least..=most).contains(number)).chain(ends);
                add_numbers(&mut values, added.take(MOST_NUMBERS), |number| Some(Value::Integer(number)));
            } else if matches!(callable.method.parameters[place].as_str(), "float" | "double") {
                let decimal = |number| Decimal::new(number as f64).map(Value::Decimal);
                add_numbers(&mut values, numbers(place).chain([2, 3]).take(MOST_NUMBERS), decimal);
            }
            values
        });
        choices.collect()
    }

    /// What was seen of the method, as far as the guard and its rivals speak of it.
    fn signatures(&self, method: usize, belief: &Belief) -> HashSet<Vec<Option<Value>>> {
        self.calls.examples(method).map(|(_, call)| signature(belief, &call.before)).collect()
    }

    /// A walk by chance that ends in the method.
    fn walk_to(&mut self, oracle: &mut dyn Oracle, places: &[NodeId], method: usize) -> Option<Word> {
        let node = *self.random.pick(places);
        let length = self.random.below(4);
        let before = symbols_to(oracle, node);
        let mut calls = walk(&self.callables, &self.calls, before.clone(), length, &mut self.random)?;
        let begun = [before, calls.clone()].concat();
        let callable = std::slice::from_ref(&self.callables[method]);
        let arguments: Vec<Vec<Value>> =
            (0..callable[0].pools.len()).map(|place| callable[0].choices(place, &begun, &self.callables)).collect();
        let arguments = arguments.iter().map(|values| self.random.pick(values).clone()).collect();
        calls.push(callable[0].call(arguments)?);
        word_after(oracle, node, &calls)
    }
}

/// Adds numbers that are not there yet.
fn add_numbers(values: &mut Vec<Value>, numbers: impl Iterator<Item = i64>, value: impl Fn(i64) -> Option<Value>) {
    for value in numbers.filter_map(value) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
}

/// Whether a number is one of those between what passed and what failed.
fn is_between((value, between): (&Value, &BTreeSet<i64>)) -> bool {
    value.whole().is_some_and(|number| between.contains(&number))
}

/// Whether nobody knows what a call does at a node.
fn is_untried(oracle: &dyn Oracle, node: NodeId, call: &Symbol) -> bool {
    oracle.inputs().get(call.text()).is_none_or(|input| oracle.tree().child(node, input).is_none())
}

fn is_new(oracle: &dyn Oracle, word: &[typestar_model::InputId]) -> bool {
    oracle.tree().outputs_of(word).is_none()
}

/// First of the one, then of the other, and what is left.
fn alternating<T>(mut one: impl Iterator<Item = T>, mut other: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let mut turn = false;
    std::iter::from_fn(move || {
        turn = !turn;
        if turn { one.next().or_else(|| other.next()) } else { other.next().or_else(|| one.next()) }
    })
}

/// The features that a guard and its rivals speak of.
fn spoken_of(belief: &Belief) -> BTreeSet<&str> {
    std::iter::once(&belief.guard).chain(&belief.rivals).flat_map(Guard::features).collect()
}

/// The values of what the guard and its rivals speak of, and of all arguments.
fn signature(belief: &Belief, features: &Features) -> Vec<Option<Value>> {
    let names = spoken_of(belief);
    let arguments = features.iter().filter(|(name, _)| name.starts_with("arg")).map(|(_, value)| Some(value.clone()));
    names.iter().map(|name| features.get(*name).cloned()).chain(arguments).collect()
}

/// How far a call is from the border of a guard: the smallest distance of a sum in it from its bound.
pub(super) fn distance(guard: &Guard, features: &Features) -> u128 {
    match guard {
        Guard::All(guards) | Guard::Any(guards) => {
            guards.iter().map(|guard| distance(guard, features)).min().unwrap_or(0)
        }
        Guard::Not(guard) => distance(guard, features),
        Guard::Flag(_) | Guard::Is { .. } => 1,
        Guard::Sum(sum) => sum.value(features).map_or(u128::MAX, |value| value.abs_diff(i128::from(sum.bound))),
    }
}

/// The numbers that sums in a guard are compared with.
fn bounds(guard: &Guard) -> BTreeSet<i64> {
    match guard {
        Guard::All(guards) | Guard::Any(guards) => guards.iter().flat_map(bounds).collect(),
        Guard::Not(guard) => bounds(guard),
        Guard::Flag(_) | Guard::Is { .. } => BTreeSet::new(),
        Guard::Sum(sum) => BTreeSet::from([sum.bound]),
    }
}

/// The least and the largest number of a type; none if it is no type of whole numbers.
fn range(kind: &str) -> Option<(i64, i64)> {
    match kind {
        "byte" => Some((i64::from(i8::MIN), i64::from(i8::MAX))),
        "short" => Some((i64::from(i16::MIN), i64::from(i16::MAX))),
        "int" => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
        "long" => Some((i64::MIN, i64::MAX)),
        _ => None,
    }
}

impl Tester<GuardedHypothesis> for Breaking {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) -> Result<Outcome, Halt> {
        let every = |state: usize| (0..self.callables.len()).map(move |method| (state, method));
        let all = (0..hypothesis.rules.len()).flat_map(every);
        let certain: Vec<(usize, usize)> =
            all.filter(|&(state, method)| hypothesis.rules[state][method].is_certain).collect();
        for (place, &(state, method)) in certain.iter().enumerate() {
            loop {
                self.calls.update(oracle, &self.callables)?;
                let words = self.wave(oracle, (state, method), hypothesis);
                if words.is_empty() {
                    break;
                }
                oracle.note_left(Some(self.left_of(hypothesis, &certain[place..])));
                oracle.ask(words)?;
                self.calls.update(oracle, &self.callables)?;
                if let Some(found) = counterexample(oracle, &self.calls, hypothesis) {
                    return Ok(found);
                }
            }
        }
        Ok(Outcome::Agreed)
    }
}
