//! The tester that is made to break guards: calls on both sides of their borders, and what tells them from their rivals.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use typestar_model::guarded::{Features, Guard, Parameter, ValueKind};
use typestar_model::{Decimal, NodeId, Plan, Random, Symbol, Value, Word};

use super::calls::{Calls, SharedCalls, symbols_to, word_after};
use super::explore::walk;
use super::hypothesis::{Belief, GuardedHypothesis};
use super::pool::Callable;
use crate::hypothesis::Hypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester};

/// Words are asked in waves, so that each wave can begin where the one before it came to.
const WAVE: usize = 50;
/// One word of this many is a walk by chance that ends in the method.
const WALKS: usize = 4;
/// How many nodes are looked at for calls near a border.
const MOST_PLACES: usize = 48;
/// How many numbers between those that passed and those that failed are tried.
const MOST_BETWEEN: usize = 8;
/// How many numbers are added to the pool of a parameter,
const MOST_NUMBERS: usize = 20;
/// how many of them by chance,
const BY_CHANCE: usize = 3;
/// and not farther from 0 than this.
const FAR: i64 = 20;

/// Tries to break each guard with a fixed number of words.
pub struct Breaking {
    calls: SharedCalls,
    /// How many words each guard has to withstand.
    words: u64,
    random: Random,
    tests: GuardTests,
    /// How many of the guards have had all their words.
    done: usize,
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
    /// Makes this many words for each guard. `tests` counts them.
    pub fn new(calls: &SharedCalls, words: u64, seed: u64, tests: &GuardTests) -> Self {
        let (calls, random) = (Rc::clone(calls), Random::new(seed));
        Self { calls, words, random, tests: Rc::clone(tests), done: 0 }
    }

    /// The next words that may break a guard; none if each has had its own. What was observed of the words before these
    /// decides what they are.
    pub fn next_words(&mut self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) -> Option<Vec<Plan>> {
        let certain = hypothesis.beliefs().filter(|(_, belief)| belief.is_certain);
        let certain: Vec<(usize, usize)> = certain.map(|(rule, _)| rule).collect();
        while let Some(&rule) = certain.get(self.done) {
            let words = self.wave(oracle, rule, hypothesis);
            if !words.is_empty() {
                oracle.note_left(Some(self.left_of(hypothesis, &certain[self.done..])));
                return Some(words);
            }
            self.done += 1;
        }
        None
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
        let calls = self.calls.borrow();
        let mut maker = Maker { callables: calls.callables(), calls: &calls, random: &mut self.random };
        let places = maker.places(&hypothesis.states_of(&calls), state);
        let belief = &hypothesis.rules[state][method];
        let mut words = maker.near_border(oracle, &places, method, belief, most - most / WALKS);
        for _ in 0..4 * WAVE {
            if words.len() >= most || places.is_empty() || calls.blocks(method) {
                break;
            }
            let walk = maker.walk_to(oracle, &places, method);
            words.extend(walk.filter(|word| oracle.tree().outputs_of(word).is_none() && !words.contains(word)));
        }
        *self.tests.borrow_mut().entry(key).or_default() += words.len() as u64;
        words.into_iter().map(Plan::word).collect()
    }
}

/// Makes words from the calls that were observed.
struct Maker<'a> {
    callables: &'a [Callable],
    calls: &'a Calls,
    random: &'a mut Random,
}

impl Maker<'_> {
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
        let candidates = alternating(passing.into_iter(), failing.into_iter().take(most_failing));
        candidates.filter_map(|found| word_after(oracle, found.node, &[found.call])).take(most).collect()
    }

    fn candidates(
        &mut self,
        oracle: &mut dyn Oracle,
        places: &[NodeId],
        method: usize,
        belief: &Belief,
    ) -> Vec<Candidate> {
        let examples = self.calls.examples(method);
        let mut seen: HashSet<_> = examples.map(|(_, call)| signature(belief, &call.before)).collect();
        let names = spoken_of(belief);
        let parameters = 0..self.callables[method].pools.len();
        let between: Vec<BTreeSet<i64>> = parameters.map(|place| self.calls.between(method, place)).collect();
        let mut candidates = Vec::new();
        for &node in places {
            let before = symbols_to(oracle, node);
            let (choices, fields) = (self.choices(method, &before, belief, &between), self.calls.fields(node, &names));
            for arguments in Callable::combinations(&choices, self.random) {
                if self.calls.limits.is_beyond(method, &arguments) {
                    continue;
                }
                let features = self.calls.foretold(method, &arguments, fields.clone());
                let is_probe = arguments.iter().zip(&between).any(is_between);
                let call = self.callables[method].call(arguments).filter(|call| is_untried(oracle, node, call));
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
            let mut values = callable.choices(place, before, self.callables);
            add_near(&mut values, &callable.method.parameters[place], numbers(place));
            values
        });
        choices.collect()
    }

    /// A walk by chance that ends in the method.
    fn walk_to(&mut self, oracle: &mut dyn Oracle, places: &[NodeId], method: usize) -> Option<Word> {
        let node = *self.random.pick(places);
        let length = self.random.below(4);
        let before = symbols_to(oracle, node);
        let mut calls = walk(self.calls, before.clone(), length, self.random)?;
        let begun = [before, calls.clone()].concat();
        let last = self.callables[method].by_chance(&begun, self.callables, self.random)?;
        if self.calls.limits.is_beyond(method, last.values()) {
            return None;
        }
        calls.push(last);
        word_after(oracle, node, &calls)
    }
}

/// Adds numbers to what a parameter can be given, if it takes them and is never null: what may be null has little to do
/// with borders.
fn add_near(values: &mut Vec<Value>, parameter: &Parameter, numbers: impl Iterator<Item = i64>) {
    match parameter.kind {
        ValueKind::Integer { min, max } if !parameter.nullable => {
            let added = numbers.chain([min, max, 3, 4]).filter(|number| (min..=max).contains(number));
            add_numbers(values, added.take(MOST_NUMBERS), |number| Some(Value::Integer(number)));
        }
        ValueKind::Decimal if !parameter.nullable => {
            let decimal = |number| Decimal::new(number as f64).map(Value::Decimal);
            add_numbers(values, numbers.chain([2, 3]).take(MOST_NUMBERS), decimal);
        }
        _ => {}
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
    let from_arguments = features.range("arg".to_owned()..);
    let arguments =
        from_arguments.take_while(|(name, _)| name.starts_with("arg")).map(|(_, value)| Some(value.clone()));
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

impl Tester<GuardedHypothesis> for Breaking {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) -> Result<Outcome, Halt> {
        self.done = 0;
        while let Some(words) = self.next_words(oracle, hypothesis) {
            oracle.ask(words)?;
            if let Some(found) = hypothesis.disagreement(oracle.observed()) {
                return Ok(Outcome::Counterexample(found));
            }
        }
        Ok(Outcome::Agreed)
    }
}
