//! The tester that looks for what nobody has seen: calls on objects that look new, other arguments, walks by chance.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::rc::Rc;

use typestar_model::{InputId, NodeId, Plan, Random, Symbol, Value};

use super::calls::{Calls, SharedCalls, plan_after, symbols_to, word_after};
use super::hypothesis::GuardedHypothesis;
use super::pool::{Callable, is_earlier};
use crate::hypothesis::Hypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester};

/// Words are asked in waves, so that each wave can begin where the one before it came to.
const WAVE: usize = 8;
/// Of each wave, this many words call a method that was never called on an object that looks like this,
const NEW_CALLS: usize = 4;
/// and this many call one with other arguments. The rest walks by chance; behind the tests it changes objects that came to
/// look alike in different ways.
const NEW_ARGUMENTS: usize = 2;
/// More ways to objects that look alike, and more calls that change one, are not put together.
const MOST_WAYS: usize = 60;
/// A walk has at most this many calls behind a known node.
const LONGEST_WALK: usize = 4;

/// Explores an object. All words of a round are executed before it says what they contradict: guards of several methods
/// can be mended at once then.
pub struct Explore {
    calls: SharedCalls,
    /// How many words it has for each hypothesis.
    words: usize,
    random: Random,
    tried: Tried,
    /// Whether it comes after the tests of the guards: then most of what walks by chance would find is known.
    is_after_tests: bool,
}

impl Explore {
    /// This many words for each hypothesis.
    pub fn new(calls: &SharedCalls, words: usize, seed: u64) -> Self {
        let (random, tried) = (Random::new(seed), Tried::default());
        Self { calls: Rc::clone(calls), words, random, tried, is_after_tests: false }
    }

    /// At most this many words for each hypothesis that withstood its tests: they begin where these came to.
    pub fn after_tests(calls: &SharedCalls, words: usize, seed: u64) -> Self {
        Self { is_after_tests: true, ..Self::new(calls, words, seed) }
    }

    fn wave(&mut self, oracle: &mut dyn Oracle, most: usize) -> Vec<Plan> {
        let calls = self.calls.borrow();
        self.tried.read(&calls, oracle);
        let new = new_calls(&calls, oracle, &mut self.tried, NEW_CALLS.min(most));
        let others = new_arguments(&calls, oracle, &mut self.tried, NEW_ARGUMENTS.min(most - new.len()));
        let mut words: Vec<Plan> = new.into_iter().chain(others).collect();
        if self.is_after_tests {
            words.extend(self.tried.other_ways(oracle, WAVE.min(most) - words.len()));
            return words;
        }
        let alive: Vec<NodeId> = calls.alive().map(|(node, _)| node).collect();
        for _ in 0..WAVE * 4 {
            if words.len() == WAVE.min(most) {
                break;
            }
            let walk = walk_from_anywhere(&calls, &alive, oracle, &mut self.random);
            words.extend(walk.filter(|walk| !words.contains(walk)));
        }
        words
    }
}

/// What was called on objects that look alike, as far as it was read.
#[derive(Default)]
struct Tried {
    /// The [version](Calls::version) of the calls that were read, and how many nodes.
    version: u64,
    read: usize,
    /// The methods by look, and what they were given.
    methods: HashSet<(usize, usize)>,
    arguments: HashMap<(usize, usize), HashSet<Vec<Value>>>,
    /// For each look the first node with it at which the object can be used, the shortest words first.
    places: BTreeMap<usize, (usize, NodeId)>,
    /// The nodes at which nothing is left to try: of a method with its arguments, by look, and of all methods.
    exhausted: HashMap<(usize, usize), NodeId>,
    finished: HashMap<usize, NodeId>,
    /// What the present wave tries.
    new_methods: HashSet<(usize, usize)>,
    new_arguments: HashSet<(usize, usize, Vec<Value>)>,
    ways: Ways,
}

/// What fields do not show: of two objects that look alike, with one element left each, the same call takes out the last
/// element of the one and none of the other. So calls that change something are made after each way to a look.
#[derive(Default)]
struct Ways {
    /// The first node behind each last call, for each look.
    nodes: Vec<NodeId>,
    known: HashSet<(usize, InputId)>,
    /// The calls that were seen to change an object.
    changers: Vec<InputId>,
    /// What is put together and was not asked yet.
    open: VecDeque<(NodeId, InputId)>,
}

impl Ways {
    fn read(&mut self, calls: &Calls, oracle: &dyn Oracle, node: NodeId) {
        let (call, Some((parent, input, _))) = (calls.of(node), oracle.tree().edge_to(node)) else { return };
        let (Some((_, look)), Some(method)) = (calls.place(node), call.method) else { return };
        let is_plain = !oracle.inputs().symbol(input).values().iter().any(is_earlier);
        let changes = calls.of(parent).look.is_some_and(|before| before != look);
        if changes && is_plain && !calls.callables()[method].makes() && self.changers.len() < MOST_WAYS {
            self.add_changer(input);
        }
        if changes && self.nodes.len() < MOST_WAYS && self.known.insert((look, input)) {
            self.open.extend(self.changers.iter().map(|changer| (node, *changer)));
            self.nodes.push(node);
        }
    }

    fn add_changer(&mut self, input: InputId) {
        if !self.changers.contains(&input) {
            self.open.extend(self.nodes.iter().map(|node| (*node, input)));
            self.changers.push(input);
        }
    }
}

impl Tried {
    /// Reads the calls that are new.
    fn read(&mut self, calls: &Calls, oracle: &dyn Oracle) {
        if self.version != calls.version() || self.read > calls.len() {
            *self = Self { version: calls.version(), ..Self::default() };
        }
        self.new_methods.clear();
        self.new_arguments.clear();
        for (node, call) in calls.all().skip(self.read) {
            self.read += 1;
            self.read_place(calls, node);
            self.ways.read(calls, oracle, node);
            let Some((parent, input, _)) = oracle.tree().edge_to(node) else { continue };
            let (Some(look), Some(method)) = (calls.of(parent).look, call.method) else { continue };
            self.methods.insert((look, method));
            let given = self.arguments.entry((look, method)).or_default();
            let values = oracle.inputs().symbol(input).values();
            if !given.contains(values) {
                given.insert(values.to_vec());
            }
        }
    }

    fn read_place(&mut self, calls: &Calls, node: NodeId) {
        let Some((depth, look)) = calls.place(node) else { return };
        let first = self.places.entry(look).or_insert((depth, node));
        *first = (*first).min((depth, node));
    }

    /// The nodes at which an object can be used, with its look, the shortest words first; one for each look.
    fn places(&self) -> Vec<(NodeId, usize)> {
        let mut nodes: Vec<(usize, NodeId, usize)> =
            self.places.iter().map(|(look, (depth, node))| (*depth, *node, *look)).collect();
        nodes.sort_unstable();
        nodes.into_iter().map(|(_, node, look)| (node, look)).collect()
    }

    /// Calls that change something, on objects that look alike and are not.
    fn other_ways(&mut self, oracle: &mut dyn Oracle, most: usize) -> Vec<Plan> {
        let mut words = Vec::new();
        while words.len() < most
            && let Some((node, input)) = self.ways.open.pop_front()
        {
            if oracle.tree().child(node, input).is_none() {
                let mut word = oracle.tree().access_word(node);
                word.push(input);
                words.push(Plan::word(word));
            }
        }
        words
    }

    fn has_tried(&self, look: usize, method: usize, arguments: &[Value]) -> bool {
        self.arguments.get(&(look, method)).is_some_and(|given| given.contains(arguments))
    }
}

/// Calls of methods that were never called on an object that looks like this, the shortest words first.
fn new_calls(calls: &Calls, oracle: &mut dyn Oracle, tried: &mut Tried, most: usize) -> Vec<Plan> {
    let mut words = Vec::new();
    for (node, look) in tried.places() {
        for (method, callable) in calls.returning(calls.of(node).depth) {
            if words.len() == most {
                return words;
            }
            if !tried.methods.contains(&(look, method)) && tried.new_methods.insert((look, method)) {
                words.extend(plan_after(oracle, node, callable, callable.usual()));
            }
        }
    }
    words
}

/// Calls with arguments that differ in one place from the usual ones.
fn new_arguments(calls: &Calls, oracle: &mut dyn Oracle, tried: &mut Tried, most: usize) -> Vec<Plan> {
    let mut words = Vec::new();
    for (node, look) in tried.places() {
        if tried.finished.get(&look) == Some(&node) {
            continue;
        }
        let mut is_finished = true;
        for (method, callable) in calls.returning(calls.of(node).depth) {
            if words.len() == most {
                return words;
            }
            if tried.exhausted.get(&(look, method)) != Some(&node) {
                is_finished = false;
                let new = untried(calls, oracle, tried, (node, look), (method, callable));
                for arguments in new {
                    if words.len() < most && tried.new_arguments.insert((look, method, arguments.clone())) {
                        words.extend(plan_after(oracle, node, callable, arguments));
                    }
                }
            }
        }
        if is_finished {
            tried.finished.insert(look, node);
        }
    }
    words
}

/// What a method was never given on an object that looks like this.
fn untried(
    calls: &Calls,
    oracle: &dyn Oracle,
    tried: &mut Tried,
    (node, look): (NodeId, usize),
    (method, callable): (usize, &Callable),
) -> Vec<Vec<Value>> {
    let mut new = callable.variations(&callable.usual(), &symbols_to(oracle, node), calls.callables());
    new.retain(|arguments| !tried.has_tried(look, method, arguments) && !calls.limits.is_beyond(method, arguments));
    if new.is_empty() {
        tried.exhausted.insert((look, method), node);
    }
    new
}

/// A few calls by chance behind a node by chance.
fn walk_from_anywhere(calls: &Calls, alive: &[NodeId], oracle: &mut dyn Oracle, random: &mut Random) -> Option<Plan> {
    let node = *random.pick(alive);
    let length = random.between(1, LONGEST_WALK);
    let made = walk(calls, symbols_to(oracle, node), length, random)?;
    word_after(oracle, node, &made).map(Plan::word)
}

/// This many calls by chance, behind a word that began like this. Methods that block are left out.
pub(super) fn walk(calls: &Calls, mut before: Vec<Symbol>, length: usize, random: &mut Random) -> Option<Vec<Symbol>> {
    let begin = before.len();
    for _ in 0..length {
        let returning: Vec<(usize, &Callable)> = calls.returning(before.len()).collect();
        let (method, callable) = *returning.get(random.below(returning.len().max(1)))?;
        let call = callable.by_chance(&before, calls.callables(), random)?;
        if calls.limits.is_beyond(method, call.values()) {
            return None;
        }
        before.push(call);
    }
    Some(before.split_off(begin))
}

impl Tester<GuardedHypothesis> for Explore {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) -> Result<Outcome, Halt> {
        let mut left = self.words;
        while left > 0 {
            oracle.note_left(Some(left as u64));
            let words = self.wave(oracle, left);
            if words.is_empty() {
                break;
            }
            left -= words.len();
            oracle.ask(words)?;
        }
        Ok(hypothesis.disagreement(oracle.observed()).map_or(Outcome::Agreed, Outcome::Counterexample))
    }
}
