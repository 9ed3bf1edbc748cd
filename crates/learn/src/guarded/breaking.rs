//! The tester that is made to break guards: calls on both sides of their borders, and what tells them from their rivals.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use typestar_model::guarded::{Exact, Features, Guard, Number, Parameter, Sum, ValueKind};
use typestar_model::{NodeId, Plan, Random, Symbol, Value, Word};

use super::aim::{
    Aims, Handle, Setter, Settings, beside_text, between, bounds, far_value, joined, joint, meeting, other_texts,
    setters, sums, texts_of,
};
use super::calls::{Call, Calls, SharedCalls, argument, is_untried, symbols_to, word_after};
use super::closing::{Closing, Tested};
use super::coverage::Coverage;
use super::explore::walk;
use super::hypothesis::{Belief, GuardedHypothesis};
use super::infer::is_argument;
use super::pool::Callable;
use super::swapping::Swapping;
use crate::hypothesis::Hypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester};

/// Words are asked in waves, so that each wave can begin where the one before it came to.
const WAVE: usize = 50;
/// One walk of this many that goes far begins with an object that is made in another way.
const MADE_WALKS: usize = 3;
/// One word of this many is a walk by chance that ends in the method.
const WALKS: usize = 4;
/// One word of this many may be expected not to come back: each of them takes the time to find that out.
const HANGING_WORDS: usize = 5;
/// How many nodes are looked at for calls near a border.
const MOST_PLACES: usize = 48;
/// One word of this many of the others is far from the border.
const FAR_WORDS: usize = 3;
/// One word of this many sets a field to a number at the border.
const SET_WORDS: usize = 5;
/// One word of this many closes in on a number of the guard. More do if it takes more.
const CLOSING_WORDS: u64 = 5;
/// One word of this many is a call again with another argument, or at another object.
const SWAPPED_WORDS: usize = 5;
/// How many places a field is set at.
const SET_PLACES: usize = 2;
/// How many numbers between those that passed and those that failed are tried.
const MOST_BETWEEN: usize = 8;
/// How many numbers are added to the pool of a parameter,
const MOST_NUMBERS: usize = 20;
/// How many sums of a guard and its rivals are met with each argument.
const MOST_SUMS: usize = 6;
/// How many calls are tried to find one that is expected to pass.
const TRIES: usize = 4;
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
    settings: Settings,
    coverage: Coverage,
    closing: Closing,
    /// How many objects that show something were known when a guard had its last words: objects that show something new, which
    /// tests of other guards made, are tried with all guards.
    tried_at: HashMap<Tested, usize>,
    /// Whether the numbers of the present guards were looked at.
    is_begun: bool,
}

/// How many words were made to break each guard: of a state, a method, and the guard that they had.
pub type GuardTests = Rc<RefCell<BTreeMap<(usize, usize, Guard), u64>>>;

/// A call that may break a guard.
struct Candidate {
    node: NodeId,
    call: Symbol,
    /// Whether the guard holds, as far as that is known before the call.
    holds: bool,
    /// Whether it is far from what was seen on purpose, and the border does not matter.
    is_far: bool,
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
        (is_probe, is_known, is_far): (bool, bool, bool),
    ) -> Self {
        let holds = belief.guard.holds(features);
        let differs = belief.rivals.iter().any(|rival| rival.holds(features) != holds);
        let rank = (!differs && !is_probe, is_known, distance(&belief.guard, features));
        Self { node, call, holds, is_far, rank }
    }
}

/// What a method can be given to test its guard.
struct Goals {
    aims: Aims,
    /// For each handle, what lies between the sides of the border.
    between: Vec<BTreeSet<Number>>,
    /// The numbers in the guard and in its rivals.
    bounds: BTreeSet<Number>,
}

impl Goals {
    fn new(calls: &Calls, method: usize, belief: &Belief, here: &Here) -> Self {
        let aims = Aims::of(calls, method);
        let gaps = |handle: &Handle| {
            between(calls, method, (&handle.feature, handle.has_fractions()), |call| here.side(belief, call))
        };
        let between = aims.handles.iter().map(gaps).collect();
        Self { aims, between, bounds: bounds(&belief.guard) }
    }

    /// Whether a call has a number between what passed and what failed, or tells what drives a feature.
    fn is_probe(&self, arguments: &[Value], features: &Features) -> bool {
        let is_between = |(handle, between): (&Handle, &BTreeSet<Number>)| {
            let number = features.get(&handle.feature).and_then(Exact::of).and_then(Exact::number);
            number.is_some_and(|number| between.contains(&number))
        };
        let is_unknown = |(place, value): &(usize, Value)| arguments[*place] == *value;
        self.aims.handles.iter().zip(&self.between).any(is_between) || self.aims.unknown.iter().any(is_unknown)
    }
}

/// The state that a guard is tested in, and that of each node.
pub(super) struct Here {
    states: Vec<Option<usize>>,
    state: usize,
}

impl Here {
    pub(super) fn has(&self, node: NodeId) -> bool {
        self.states[typestar_model::Id::index(node)] == Some(self.state)
    }

    /// Whether a guard is about a call at all.
    fn is_meant(&self, belief: &Belief, call: &Call) -> bool {
        !belief.is_local || call.parent.is_some_and(|parent| self.has(parent))
    }

    /// On which side of the border a call was; none if this says nothing of it.
    pub(super) fn side(&self, belief: &Belief, call: &Call) -> Option<bool> {
        belief.side(call).filter(|_| self.is_meant(belief, call))
    }
}

/// What an argument that nobody has passed yet is expected to look like, by its place.
type Expected = HashMap<(usize, Value), Features>;

impl Breaking {
    /// Makes this many words for each guard. `tests` counts them.
    pub fn new(calls: &SharedCalls, words: u64, seed: u64, tests: &GuardTests) -> Self {
        let (calls, random) = (Rc::clone(calls), Random::new(seed));
        Self {
            calls,
            words,
            random,
            tests: Rc::clone(tests),
            done: 0,
            settings: Settings::default(),
            coverage: Coverage::default(),
            closing: Closing::default(),
            tried_at: HashMap::new(),
            is_begun: false,
        }
    }

    /// The next words that may break a guard; none if each has had its own. What was observed of the words before these
    /// decides what they are.
    pub fn next_words(&mut self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) -> Option<Vec<Plan>> {
        let closing = self.closing_words(oracle, hypothesis);
        closing.or_else(|| self.next_wave(oracle, hypothesis))
    }

    /// Words between the closest calls on both sides of each number. They come first: a guard with another number is another
    /// guard, and would have all its words again.
    fn closing_words(&mut self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) -> Option<Vec<Plan>> {
        if !std::mem::replace(&mut self.is_begun, true) {
            self.closing.end();
            self.begin_closing(hypothesis, hypothesis.testable());
        }
        let made = self.closing.words(oracle, &self.calls.borrow(), hypothesis);
        let mut words = Vec::new();
        for (tested, word) in made {
            self.count_closing(tested);
            if !words.contains(&word) {
                words.push(word);
            }
        }
        (!words.is_empty()).then(|| words.into_iter().map(Plan::word).collect())
    }

    fn begin_closing<'b>(
        &mut self,
        hypothesis: &GuardedHypothesis,
        guards: impl Iterator<Item = ((usize, usize), &'b Belief)>,
    ) {
        let calls = self.calls.borrow();
        self.closing.begin(&calls, hypothesis, guards, &mut self.settings);
    }

    /// A guard has its other words, too, however many its numbers take.
    fn count_closing(&mut self, tested: Tested) {
        let mut tests = self.tests.borrow_mut();
        let made = tests.entry(tested).or_default();
        *made += u64::from(*made < self.words / CLOSING_WORDS);
    }

    /// The next wave of other words. After its last one, the numbers of a guard are looked at again.
    fn next_wave(&mut self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) -> Option<Vec<Plan>> {
        let guards: Vec<((usize, usize), &Belief)> = hypothesis.testable().collect();
        while let Some(&guard) = guards.get(self.done) {
            let words = self.wave(oracle, guard, hypothesis);
            if !words.is_empty() {
                oracle.note_left(Some(self.left_of(&guards[self.done..])));
                return Some(words);
            }
            self.done += 1;
            self.begin_closing(hypothesis, std::iter::once(guard));
            if let Some(words) = self.closing_words(oracle, hypothesis) {
                return Some(words);
            }
        }
        None
    }

    /// The words that are left for a guard.
    fn left(&self, key: &(usize, usize, Guard)) -> u64 {
        self.words.saturating_sub(self.tests.borrow().get(key).copied().unwrap_or(0))
    }

    /// The words that are left for several guards.
    fn left_of(&self, guards: &[((usize, usize), &Belief)]) -> u64 {
        guards.iter().map(|&((state, method), belief)| self.left(&(state, method, belief.tested()))).sum()
    }

    /// The next words for a guard of a method in a state.
    fn wave(
        &mut self,
        oracle: &mut dyn Oracle,
        ((state, method), belief): ((usize, usize), &Belief),
        hypothesis: &GuardedHypothesis,
    ) -> Vec<Plan> {
        let key = (state, method, belief.tested());
        let most = self.left(&key).min(WAVE as u64) as usize;
        let calls = self.calls.borrow();
        let shown = self.coverage.nodes(&calls);
        let known = self.tried_at.insert(key.clone(), shown.len()).unwrap_or(0).min(shown.len());
        if most == 0 && known == shown.len() {
            return Vec::new();
        }
        let here = Here { states: hypothesis.judged(&calls).states.clone(), state };
        if most == 0 {
            let new = &shown[known..];
            let words = match calls.blocks(method) {
                true => Vec::new(),
                false => Swapping::of(oracle, (&calls, &here), method, belief).at_others(oracle, new, WAVE),
            };
            return words.into_iter().map(Plan::word).collect();
        }
        let (random, settings) = (&mut self.random, &mut self.settings);
        let mut maker = Maker { callables: calls.callables(), calls: &calls, here, random, settings };
        // What makes the object is called once, and nothing is there before.
        let makes = maker.callables[method].makes();
        let places = match makes {
            true => vec![oracle.tree().root()],
            false => maker.places(belief, shown),
        };
        let swapped = if calls.blocks(method) { 0 } else { most.div_ceil(SWAPPED_WORDS) };
        let mut words = Swapping::of(oracle, (&calls, &maker.here), method, belief).words(oracle, shown, swapped);
        words.extend(maker.set_words(oracle, &places, method, belief, most / SET_WORDS));
        words.extend(maker.near_border(oracle, &places, method, belief, most - most / WALKS - words.len()));
        let changing = calls.changing();
        for turn in 0..4 * WAVE {
            if words.len() >= most || places.is_empty() || calls.blocks(method) {
                break;
            }
            let walk = match turn % 2 == 0 && !changing.is_empty() {
                _ if makes => maker.far_making(oracle, method),
                true => maker.far_walk_to(oracle, &places, method, &hypothesis.rules[state], &changing),
                false => maker.walk_to(oracle, &places, method),
            };
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
    here: Here,
    random: &'a mut Random,
    settings: &'a mut Settings,
}

impl Maker<'_> {
    /// Nodes of the state: those whose objects look different, where a feature of the guard is least and largest, some of
    /// those that show something of each feature, and others by chance.
    fn places(&mut self, belief: &Belief, shown: &[NodeId]) -> Vec<NodeId> {
        let mut looks = HashSet::new();
        let (mut places, mut others): (Vec<NodeId>, Vec<NodeId>) = (Vec::new(), Vec::new());
        for (node, call) in self.calls.alive().filter(|(node, _)| self.here.has(*node)) {
            if looks.insert(call.look) { places.push(node) } else { others.push(node) }
        }
        if places.len() > MOST_PLACES {
            let extremes = extremes(self.calls, &places, &belief.guard.features());
            let recent = places.split_off(MOST_PLACES / 4);
            let mut shown: Vec<NodeId> = shown.iter().copied().filter(|node| self.here.has(*node)).collect();
            self.random.shuffle(&mut shown);
            shown.truncate(MOST_PLACES / 4);
            for node in extremes.into_iter().chain(shown) {
                if !places.contains(&node) {
                    places.push(node);
                }
            }
            others.extend(recent.into_iter().filter(|node| !places.contains(node)));
        }
        while places.len() < MOST_PLACES && !others.is_empty() {
            places.push(others.swap_remove(self.random.below(others.len())));
        }
        places
    }

    /// Calls near the border, half of them on each side, and some that are far from it.
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
        let (far, mut near): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|candidate| candidate.is_far);
        near.sort_by_key(|candidate| candidate.rank);
        let mut words = self.chosen(oracle, far, method, most / FAR_WORDS);
        words.extend(self.chosen(oracle, near, method, most - words.len()));
        words
    }

    /// The first of these calls, half of them on each side.
    fn chosen(&self, oracle: &mut dyn Oracle, candidates: Vec<Candidate>, method: usize, most: usize) -> Vec<Word> {
        let (passing, failing): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|candidate| candidate.holds);
        let most_failing = match (self.calls.blocks(method), self.calls.hangs(method)) {
            (true, _) => 0,
            (false, true) => most / HANGING_WORDS,
            (false, false) => most,
        };
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
        // Most calls look like others, and what was known before them is shared.
        let mut befores = HashSet::new();
        let examples = self.calls.examples(method).filter(|(_, call)| self.here.is_meant(belief, call));
        let examples = examples.filter(|(_, call)| befores.insert(Rc::as_ptr(&call.before)));
        let mut seen: HashSet<_> = examples.map(|(_, call)| signature(belief, &call.before)).collect();
        let names = spoken_of(belief);
        let goals = Goals::new(self.calls, method, belief, &self.here);
        let mut expected = Expected::new();
        let mut candidates = Vec::new();
        for &node in places {
            let before = symbols_to(oracle, node);
            let choices = self.choices(method, &before, &goals, &mut expected);
            let near = Callable::combinations(&choices, self.random).into_iter().map(|arguments| (arguments, false));
            let near: Vec<(Vec<Value>, bool)> = near.collect();
            let aimed = self.aimed((node, method), &choices, belief, &goals, &mut expected);
            let joint = self.joint((node, method), &choices, belief, &goals, &mut expected);
            let beside = self.beside_texts(method, &choices, belief);
            let plain = near.into_iter().chain(aimed).map(|(arguments, is_far)| (arguments, is_far, false));
            let joint = joint.into_iter().map(|arguments| (arguments, false, false));
            let beside = beside.into_iter().map(|arguments| (arguments, false, true));
            for (arguments, is_far, is_beside) in plain.chain(joint).chain(beside) {
                if self.calls.limits.is_beyond(method, &arguments) {
                    continue;
                }
                let features = self.foretold(node, method, &arguments, &names, &expected);
                if !belief.within.holds(&features) {
                    continue;
                }
                let is_probe = is_beside || goals.is_probe(&arguments, &features);
                let call = self.callables[method].call(arguments).filter(|call| is_untried(oracle, node, call));
                candidates.extend(call.map(|call| {
                    let is_known = !seen.insert(signature(belief, &features));
                    Candidate::new(node, call, belief, &features, (is_probe, is_known, is_far))
                }));
            }
        }
        candidates
    }

    /// What will be known before a call, with what is expected of arguments that nobody has passed yet.
    fn foretold(
        &self,
        node: NodeId,
        method: usize,
        arguments: &[Value],
        names: &BTreeSet<&str>,
        expected: &Expected,
    ) -> Features {
        let mut features = self.calls.foretold(method, arguments, self.calls.fields(node, names));
        let parameters = &self.callables[method].method.parameters;
        for (place, value) in arguments.iter().enumerate() {
            if self.calls.known_of(&parameters[place], value).is_none()
                && let Some(known) = expected.get(&(place, value.clone()))
            {
                features.extend(known.iter().map(|(name, value)| (name.clone(), value.clone())));
            }
        }
        features
    }

    /// What a parameter can be given near the border: the pool, numbers by chance, and those that the guard knows.
    fn choices(&mut self, method: usize, before: &[Symbol], goals: &Goals, expected: &mut Expected) -> Vec<Vec<Value>> {
        let chance = [(); BY_CHANCE].map(|()| self.random.below(2 * FAR as usize + 1) as i64 - FAR);
        let callable = &self.callables[method];
        let mut choices: Vec<Vec<Value>> =
            (0..callable.pools.len()).map(|place| callable.choices(place, before, self.callables)).collect();
        for (place, value) in &goals.aims.unknown {
            add(&mut choices[*place], value.clone());
        }
        for (handle, between) in goals.aims.handles.iter().zip(&goals.between) {
            let near = goals.bounds.iter().flat_map(|bound| near(*bound, handle.has_fractions()));
            let plain = chance.into_iter().map(Number::Whole);
            let numbers = between.iter().copied().take(MOST_BETWEEN).chain(plain).chain(near);
            let numbers: Vec<Number> = numbers.chain([3, 4].map(Number::Whole)).take(MOST_NUMBERS).collect();
            for value in numbers.into_iter().filter_map(|number| self.aimed_at(handle, number, expected)) {
                add(&mut choices[handle.place], value);
            }
        }
        for (place, parameter) in callable.method.parameters.iter().enumerate() {
            if let ValueKind::Integer { min, max } = parameter.kind
                && !parameter.nullable
            {
                [min, max].into_iter().for_each(|end| add(&mut choices[place], Value::Integer(end)));
            }
        }
        choices
    }

    /// The value with which a feature is this number, and what is expected of it.
    fn aimed_at(&self, handle: &Handle, number: Number, expected: &mut Expected) -> Option<Value> {
        let value = handle.value(number)?;
        let features = expected.entry((handle.place, value.clone())).or_insert_with(|| handle.expected(&value));
        features.insert(handle.feature.clone(), number.into());
        Some(value)
    }

    /// The same, where all else is as in another value that is known.
    fn aimed_like(
        &self,
        parameter: &Parameter,
        known: &Value,
        (handle, number): (&Handle, Number),
        expected: &mut Expected,
    ) -> Option<Value> {
        let value = handle.value_like(known, number)?;
        let name = argument(handle.place);
        let others = self.calls.known_of(parameter, known)?;
        let features = expected.entry((handle.place, value.clone())).or_default();
        features.extend(others.iter().map(|(rest, value)| (format!("{name}{rest}"), value.clone())));
        features.insert(handle.feature.clone(), number.into());
        Some(value)
    }

    /// Arguments in one of which the guard or a rival meets its border, and arguments one or all of which are far from all
    /// that was seen; whether they are far.
    fn aimed(
        &mut self,
        (node, method): (NodeId, usize),
        choices: &[Vec<Value>],
        belief: &Belief,
        goals: &Goals,
        expected: &mut Expected,
    ) -> Vec<(Vec<Value>, bool)> {
        let base: Vec<Value> = choices.iter().map(|values| self.random.pick(values).clone()).collect();
        let features = self.foretold(node, method, &base, &spoken_of(belief), expected);
        let with = |place: usize, value: Value| {
            let mut arguments = base.clone();
            arguments[place] = value;
            arguments
        };
        let guards = std::iter::once(&belief.guard).chain(&belief.rivals);
        let sums: Vec<_> = guards.flat_map(sums).take(MOST_SUMS).collect();
        let mut aimed = Vec::new();
        for handle in &goals.aims.handles {
            let meets = |sum: &&Sum| meeting(sum, &handle.feature, handle.has_fractions(), &features);
            let meeting = sums.iter().flat_map(meets);
            let far = handle.far(&goals.bounds, self.random);
            let far = [(); 2].map(|()| (*self.random.pick(&far), true));
            for value in far.iter().filter_map(|(number, _)| handle.mixed(*number, self.random)).collect::<Vec<_>>() {
                expected.entry((handle.place, value.clone())).or_insert_with(|| handle.expected(&value));
                aimed.push((with(handle.place, value), true));
            }
            for (number, is_far) in meeting.map(|number| (number, false)).chain(far) {
                let parameter = &self.callables[method].method.parameters[handle.place];
                let like = self.aimed_like(parameter, &base[handle.place], (handle, number), expected);
                let values = like.into_iter().chain(self.aimed_at(handle, number, expected));
                aimed.extend(values.map(|value| (with(handle.place, value), is_far)));
            }
        }
        for (place, parameter) in self.callables[method].method.parameters.iter().enumerate() {
            let texts = other_texts(parameter.kind, self.random);
            aimed.extend(texts.into_iter().map(|text| (with(place, text), true)));
        }
        if base.len() > 1 {
            aimed.push((self.far_arguments(method, base.clone(), &goals.aims), true));
        }
        aimed
    }

    /// Arguments in which several numbers of one value are moved together: to where the guard or a rival meets its border,
    /// and by chance.
    fn joint(
        &mut self,
        (node, method): (NodeId, usize),
        choices: &[Vec<Value>],
        belief: &Belief,
        goals: &Goals,
        expected: &mut Expected,
    ) -> Vec<Vec<Value>> {
        let guards = std::iter::once(&belief.guard).chain(&belief.rivals);
        let sums: Vec<_> = guards.flat_map(sums).take(MOST_SUMS).collect();
        let mut found = Vec::new();
        for handles in joint(&goals.aims.handles) {
            let mut base: Vec<Value> = choices.iter().map(|values| self.random.pick(values).clone()).collect();
            let numbers: Vec<Number> = handles.iter().map(|handle| self.near_number(handle, goals)).collect();
            let mut tried = vec![numbers.clone()];
            let Some((value, features)) = joined(&handles, &numbers) else { continue };
            base[handles[0].place] = value.clone();
            expected.entry((handles[0].place, value)).or_insert(features);
            let known = self.foretold(node, method, &base, &spoken_of(belief), expected);
            for (place, handle) in handles.iter().enumerate() {
                let meets = |sum: &&Sum| meeting(sum, &handle.feature, handle.has_fractions(), &known);
                tried.extend(sums.iter().flat_map(meets).map(|number| {
                    let mut numbers = numbers.clone();
                    numbers[place] = number;
                    numbers
                }));
            }
            for (value, features) in tried.iter().filter_map(|numbers| joined(&handles, numbers)) {
                expected.entry((handles[0].place, value.clone())).or_insert(features);
                base[handles[0].place] = value;
                found.push(base.clone());
            }
        }
        found
    }

    /// A number near 0, near one of a guard, or between what passed and what failed.
    fn near_number(&mut self, handle: &Handle, goals: &Goals) -> Number {
        let chance = Number::Whole(self.random.below(2 * FAR as usize + 1) as i64 - FAR);
        let mut numbers: Vec<Number> =
            goals.bounds.iter().flat_map(|bound| near(*bound, handle.has_fractions())).collect();
        if self.random.chance(50) || numbers.is_empty() {
            return chance;
        }
        numbers.extend([-1, 0, 1].map(Number::Whole));
        *self.random.pick(&numbers)
    }

    /// Arguments with a text beside one that the guard names.
    fn beside_texts(&mut self, method: usize, choices: &[Vec<Value>], belief: &Belief) -> Vec<Vec<Value>> {
        let mut found = Vec::new();
        for (place, parameter) in self.callables[method].method.parameters.iter().enumerate() {
            let named = texts_of(&belief.guard, &argument(place));
            if parameter.kind != ValueKind::Text || named.is_empty() {
                continue;
            }
            let text = *self.random.pick(&named);
            for beside in beside_text(text, self.random) {
                let mut arguments: Vec<Value> = choices.iter().map(|values| self.random.pick(values).clone()).collect();
                arguments[place] = beside;
                found.push(arguments);
            }
        }
        found
    }

    /// Arguments each of which is as far from the pool as may be, or else stays.
    fn far_arguments(&mut self, method: usize, mut arguments: Vec<Value>, aims: &Aims) -> Vec<Value> {
        for (place, argument) in arguments.iter_mut().enumerate() {
            if let Some(far) = far_value(self.calls, aims, method, place, self.random) {
                *argument = far;
            }
        }
        arguments
    }

    /// Calls that change a field with arguments far from all that was seen, and then the method. So each feature is moved
    /// that the guard does not name, and several together.
    fn far_walk_to(
        &mut self,
        oracle: &mut dyn Oracle,
        places: &[NodeId],
        method: usize,
        rules: &[Belief],
        changing: &[usize],
    ) -> Option<Word> {
        let makers = self.calls.makers();
        let is_made = !makers.is_empty() && places.contains(&oracle.tree().root()) && self.random.once_in(MADE_WALKS);
        let node = if is_made { oracle.tree().root() } else { *self.random.pick(places) };
        let first = if is_made { &makers } else { changing };
        let mut begun = symbols_to(oracle, node);
        let known = begun.len();
        for turn in 0..self.random.between(1, 3) {
            let other = *self.random.pick(changing);
            begun.push(match turn {
                0 => self.far_call_at(node, &begun, rules, first)?,
                _ => self.far_call(other, &begun)?.0,
            });
        }
        let last = match self.random.chance(50) {
            true => self.far_call(method, &begun)?.0,
            false => self.callables[method].by_chance(&begun, self.callables, self.random)?,
        };
        if self.calls.limits.is_beyond(method, last.values()) {
            return None;
        }
        begun.push(last);
        word_after(oracle, node, &begun.split_off(known))
    }

    /// An object that is made with arguments far from all that was seen.
    fn far_making(&mut self, oracle: &mut dyn Oracle, method: usize) -> Option<Word> {
        let (call, arguments) = self.far_call(method, &[])?;
        if self.calls.limits.is_beyond(method, &arguments) {
            return None;
        }
        let root = oracle.tree().root();
        word_after(oracle, root, &[call])
    }

    /// A call of one of these methods, with arguments far from all that was seen, that is expected to pass if possible.
    fn far_call_at(&mut self, node: NodeId, before: &[Symbol], rules: &[Belief], methods: &[usize]) -> Option<Symbol> {
        let mut last = None;
        for _ in 0..TRIES {
            let method = *self.random.pick(methods);
            let (call, arguments) = self.far_call(method, before)?;
            let fields = Features::clone(&self.calls.of(node).after);
            let features = self.calls.foretold(method, &arguments, fields);
            let passes = rules[method].guard.holds(&features);
            last = Some(call);
            if passes {
                break;
            }
        }
        last
    }

    fn far_call(&mut self, method: usize, before: &[Symbol]) -> Option<(Symbol, Vec<Value>)> {
        let callable = &self.callables[method];
        let choices = (0..callable.pools.len()).map(|place| callable.choices(place, before, self.callables));
        let plain = choices.map(|values| self.random.pick(&values).clone()).collect();
        let arguments = self.far_arguments(method, plain, &Aims::of(self.calls, method));
        Some((callable.call(arguments.clone())?, arguments))
    }

    /// Calls that set a field which the guard speaks of, to a number between what passed and what failed, or at the border,
    /// or far from it; and then the method.
    fn set_words(
        &mut self,
        oracle: &mut dyn Oracle,
        places: &[NodeId],
        method: usize,
        belief: &Belief,
        most: usize,
    ) -> Vec<Word> {
        if places.is_empty() || self.calls.blocks(method) || self.callables[method].makes() {
            return Vec::new();
        }
        let names = spoken_of(belief);
        let fields = names.into_iter().filter(|name| !is_argument(name)).collect();
        let setters = setters(self.calls, &fields, self.settings);
        let mut words: Vec<Word> = Vec::new();
        for setter in &setters {
            let nodes = [(); SET_PLACES].map(|()| *self.random.pick(places)).into_iter();
            let nodes = nodes.filter(|node| self.calls.can_call(*node, setter.method));
            for node in [oracle.tree().root()].into_iter().chain(nodes).collect::<Vec<_>>() {
                for number in self.numbers_to_set(setter, node, method, belief) {
                    let word = self.set_word(oracle, (node, method), setter, number);
                    words.extend(word.filter(|word| oracle.tree().outputs_of(word).is_none()));
                }
            }
        }
        words.sort_unstable();
        words.dedup();
        self.random.shuffle(&mut words);
        words.truncate(most);
        words
    }

    /// The numbers that a field is set to.
    fn numbers_to_set(&mut self, setter: &Setter, node: NodeId, method: usize, belief: &Belief) -> Vec<Number> {
        let (field, has_fractions) = (&setter.field, setter.handle.has_fractions());
        let after = &self.calls.of(node).after;
        let guards = std::iter::once(&belief.guard).chain(&belief.rivals);
        let sums = guards.flat_map(sums).take(MOST_SUMS);
        let mut numbers = between(self.calls, method, (field, has_fractions), |call| self.here.side(belief, call));
        numbers.extend(sums.flat_map(|sum| meeting(sum, field, has_fractions, after)));
        let far = setter.handle.far(&bounds(&belief.guard), self.random);
        numbers.insert(*self.random.pick(&far));
        numbers.into_iter().take(MOST_NUMBERS).collect()
    }

    /// The word that sets a field to a number, and then calls the method.
    fn set_word(
        &mut self,
        oracle: &mut dyn Oracle,
        (node, method): (NodeId, usize),
        setter: &Setter,
        number: Number,
    ) -> Option<Word> {
        let callable = &self.callables[setter.method];
        let mut arguments = callable.usual();
        arguments[setter.handle.place] = setter.handle.value(number)?;
        let mut begun = symbols_to(oracle, node);
        let known = begun.len();
        begun.push(callable.call(arguments)?);
        let last = self.callables[method].by_chance(&begun, self.callables, self.random)?;
        if self.calls.limits.is_beyond(method, last.values()) {
            return None;
        }
        begun.push(last);
        word_after(oracle, node, &begun.split_off(known))
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

/// Adds a value that is not there yet.
fn add(values: &mut Vec<Value>, value: Value) {
    if !values.contains(&value) {
        values.push(value);
    }
}

/// A number of a guard, those next to it, and twice and half of it.
fn near(bound: Number, with_fractions: bool) -> Vec<Number> {
    match bound.whole().filter(|_| !with_fractions) {
        Some(bound) => [bound.saturating_sub(1), bound, bound.saturating_add(1)].map(Number::Whole).to_vec(),
        None => {
            let exact = bound.nearest();
            let near = [exact, exact.next_up(), exact.next_down(), exact.floor(), exact.ceil()];
            near.into_iter().filter_map(Number::of).collect()
        }
    }
}

/// The nodes where one of these features is least, and where it is largest.
fn extremes(calls: &Calls, nodes: &[NodeId], names: &BTreeSet<&str>) -> BTreeSet<NodeId> {
    let number = |node: &NodeId, name: &str| calls.of(*node).after.get(name).and_then(Exact::of);
    let ends = names.iter().flat_map(|name| {
        let with = || nodes.iter().filter_map(|node| Some((number(node, name)?, *node)));
        [with().min(), with().max()]
    });
    ends.flatten().map(|(_, node)| node).collect()
}

/// First of the one, then of the other, and what is left.
fn alternating<T>(mut one: impl Iterator<Item = T>, mut other: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let mut turn = false;
    std::iter::from_fn(move || {
        turn = !turn;
        if turn { one.next().or_else(|| other.next()) } else { other.next().or_else(|| one.next()) }
    })
}

/// The features that a guard and its rivals speak of, and what holds of all its calls.
pub(super) fn spoken_of(belief: &Belief) -> BTreeSet<&str> {
    [&belief.guard, &belief.within].into_iter().chain(&belief.rivals).flat_map(Guard::features).collect()
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
        Guard::Flag(_) | Guard::Is { .. } => Exact::from(1).distance(Exact::ZERO),
        Guard::Sum(sum) => sum.value(features).map_or(u128::MAX, |value| value.distance(sum.bound.exact())),
    }
}

impl Tester<GuardedHypothesis> for Breaking {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) -> Result<Outcome, Halt> {
        (self.done, self.is_begun) = (0, false);
        loop {
            // Numbers are found to the end before the guards are made anew.
            if let Some(words) = self.closing_words(oracle, hypothesis) {
                oracle.ask(words)?;
                continue;
            }
            if let Some(found) = hypothesis.disagreement(oracle.observed()) {
                return Ok(Outcome::Counterexample(found));
            }
            let Some(words) = self.next_wave(oracle, hypothesis) else { return Ok(Outcome::Agreed) };
            oracle.ask(words)?;
        }
    }
}
