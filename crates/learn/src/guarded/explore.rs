//! The tester that looks for what nobody has seen: calls on objects that look new, other arguments, walks by chance.

use std::collections::HashSet;
use std::rc::Rc;

use typestar_model::{NodeId, Plan, Random, Symbol, Value};

use super::calls::{Calls, SharedCalls, plan_after, symbols_to, word_after};
use super::hypothesis::GuardedHypothesis;
use super::pool::Callable;
use crate::hypothesis::Hypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester};

/// Words are asked in waves, so that each wave can begin where the one before it came to.
const WAVE: usize = 8;
/// Of each wave, this many words call a method that was never called on an object that looks like this,
const NEW_CALLS: usize = 4;
/// and this many call one with other arguments. The rest walks by chance.
const NEW_ARGUMENTS: usize = 2;
/// A walk has at most this many calls behind a known node.
const LONGEST_WALK: usize = 4;

/// Explores an object. All words of a round are executed before it says what they contradict: guards of several methods
/// can be mended at once then.
pub struct Explore {
    calls: SharedCalls,
    /// How many words it has for each hypothesis.
    words: usize,
    random: Random,
}

/// What was called on objects that look alike: the look, the method, and the arguments if they matter.
type Tried = HashSet<(usize, usize, Option<Vec<Value>>)>;

impl Explore {
    /// This many words for each hypothesis.
    pub fn new(calls: &SharedCalls, words: usize, seed: u64) -> Self {
        Self { calls: Rc::clone(calls), words, random: Random::new(seed) }
    }

    fn wave(&mut self, oracle: &mut dyn Oracle, most: usize) -> Vec<Plan> {
        let calls = self.calls.borrow();
        let mut tried = tried(&calls, oracle);
        let new = new_calls(&calls, oracle, &mut tried, NEW_CALLS.min(most));
        let others = new_arguments(&calls, oracle, &mut tried, NEW_ARGUMENTS.min(most - new.len()));
        let mut words: Vec<Plan> = new.into_iter().chain(others).collect();
        for _ in 0..WAVE * 4 {
            if words.len() == WAVE.min(most) {
                break;
            }
            let walk = walk_from_anywhere(&calls, oracle, &mut self.random);
            words.extend(walk.filter(|walk| !words.contains(walk)));
        }
        words
    }
}

fn tried(calls: &Calls, oracle: &dyn Oracle) -> Tried {
    let mut tried = Tried::new();
    for (node, call) in calls.all() {
        let Some((parent, input, _)) = oracle.tree().edge_to(node) else { continue };
        let (Some(look), Some(method)) = (calls.of(parent).look, call.method) else { continue };
        tried.insert((look, method, None));
        tried.insert((look, method, Some(oracle.inputs().symbol(input).values().to_vec())));
    }
    tried
}

/// Calls of methods that were never called on an object that looks like this, the shortest words first.
fn new_calls(calls: &Calls, oracle: &mut dyn Oracle, tried: &mut Tried, most: usize) -> Vec<Plan> {
    let mut words = Vec::new();
    for (node, look) in places(calls) {
        for (method, callable) in calls.returning(calls.of(node).depth) {
            if words.len() < most && tried.insert((look, method, None)) {
                words.extend(plan_after(oracle, node, callable, callable.usual()));
            }
        }
    }
    words
}

/// Calls with arguments that differ in one place from the usual ones.
fn new_arguments(calls: &Calls, oracle: &mut dyn Oracle, tried: &mut Tried, most: usize) -> Vec<Plan> {
    let mut words = Vec::new();
    for (node, look) in places(calls) {
        let before = symbols_to(oracle, node);
        for (method, callable) in calls.returning(calls.of(node).depth) {
            for arguments in callable.variations(&callable.usual(), &before, calls.callables()) {
                if calls.limits.is_beyond(method, &arguments) {
                    continue;
                }
                if words.len() < most && tried.insert((look, method, Some(arguments.clone()))) {
                    words.extend(plan_after(oracle, node, callable, arguments));
                }
            }
        }
    }
    words
}

/// The nodes at which an object can be used, with its look, the shortest words first; one for each look.
fn places(calls: &Calls) -> Vec<(NodeId, usize)> {
    let mut seen = HashSet::new();
    let mut nodes: Vec<(usize, NodeId, usize)> =
        calls.alive().filter_map(|(node, call)| Some((call.depth, node, call.look?))).collect();
    nodes.sort_unstable();
    nodes.into_iter().filter(|&(_, _, look)| seen.insert(look)).map(|(_, node, look)| (node, look)).collect()
}

/// A few calls by chance behind a node by chance.
fn walk_from_anywhere(calls: &Calls, oracle: &mut dyn Oracle, random: &mut Random) -> Option<Plan> {
    let alive: Vec<NodeId> = calls.alive().map(|(node, _)| node).collect();
    let node = *random.pick(&alive);
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
