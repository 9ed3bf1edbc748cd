//! What is called behind long words: an answer that changes after 30 or 500 calls of another method is in no short word.
//!
//! ```text
//!   step step ... step                 2,000 times, by `long`
//!   step ... step  forgets size        behind 10 and 100 of them, where a field was largest, and behind the last one
//!   step ... step  redo                what may change something, or fail, has a word of its own
//!   step forgets step forgets ...      what changes nothing, between the first of them
//! ```

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use typestar_model::guarded::Exact;
use typestar_model::{NodeId, Symbol, Word};

use super::calls::{Calls, call_at, word_after};
use super::hypothesis::GuardedHypothesis;
use super::long::first_passed;
use super::pool::is_earlier;
use crate::oracle::Oracle;

/// Behind so many calls of a long word others are made,
const BEHIND: [usize; 2] = [10, 100];
/// and at so many nodes where a number of the object was least or largest.
const MOST_EXTREMES: usize = 4;
/// So many calls are made behind long words and in them, all in all, for each hypothesis.
const MOST_CALLS: usize = 60_000;
/// So many calls are in all words in which calls that change something alternate with those that change nothing,
const MOST_BETWEEN: usize = 1_200;
/// and so many in each of them.
const MOST_IN_WORD: usize = 200;

/// What was called behind long words.
#[derive(Debug, Default)]
pub(super) struct Behind {
    /// The [version](Calls::version) of the calls.
    version: u64,
    /// The methods that were called on objects that look like this, by look.
    called: HashSet<(usize, usize)>,
    /// The methods between whose calls others were called.
    alternated: HashSet<usize>,
    /// How many more calls there are for this hypothesis.
    left: usize,
}

/// A long word, from where on it repeats.
pub(super) struct Repeated {
    /// The node before the first call that is repeated, and this call.
    pub(super) before: NodeId,
    pub(super) method: usize,
    /// The nodes behind the calls that passed.
    pub(super) nodes: Vec<NodeId>,
}

/// Calls behind a node.
type Tail = (NodeId, Vec<Symbol>);

impl Behind {
    /// Words of a new hypothesis.
    pub(super) fn begin(&mut self, calls: &Calls) {
        if self.version != calls.version() {
            *self = Self { version: calls.version(), ..Self::default() };
        }
        self.left = MOST_CALLS;
    }

    /// The next words behind these long words: of calls that change nothing several in one word, and the others each in a word
    /// of its own. Where a word ended early, the next ones have what it left out.
    pub(super) fn words(
        &mut self,
        oracle: &mut dyn Oracle,
        calls: &Calls,
        hypothesis: &GuardedHypothesis,
        long: &[Repeated],
    ) -> Vec<Word> {
        let made = calls_made(oracle, calls);
        let places = places(calls, long);
        let mut turns: BTreeMap<(usize, usize), Vec<Tail>> = BTreeMap::new();
        for (turn, &node) in places.iter().enumerate() {
            let Some(look) = calls.of(node).look else { continue };
            let known: Vec<&(usize, Symbol, bool)> =
                made.iter().filter(|(method, ..)| !self.called.contains(&(look, *method))).collect();
            let (idle, alone): (Vec<_>, Vec<_>) = known
                .into_iter()
                .filter(|(method, call, _)| !calls.hangs(*method) || passes(calls, hypothesis, node, (*method, call)))
                .partition(|(method, call, is_idle)| *is_idle && passes(calls, hypothesis, node, (*method, call)));
            let chain: Vec<Symbol> = idle.iter().map(|(_, call, _)| call.clone()).collect();
            if !chain.is_empty() {
                turns.entry((0, turn)).or_default().push((node, chain));
            }
            // Each method is called alone behind another long word first.
            for (method, call, _) in alone {
                let own = 1 + (turn + method) % places.len();
                turns.entry((own, *method)).or_default().push((node, vec![call.clone()]));
            }
        }
        self.chosen(oracle, calls, turns.into_values().flatten().collect())
    }

    /// The first of these words for which there are calls left.
    fn chosen(&mut self, oracle: &mut dyn Oracle, calls: &Calls, words: Vec<Tail>) -> Vec<Word> {
        let mut chosen = Vec::new();
        for (node, behind) in words {
            let length = calls.of(node).depth + behind.len();
            if length > self.left {
                continue;
            }
            let word = word_after(oracle, node, &behind).filter(|word| oracle.tree().outputs_of(word).is_none());
            if let Some(word) = word {
                self.left -= length;
                chosen.push(word);
            }
        }
        chosen
    }

    /// Takes note of what was called behind these long words.
    pub(super) fn note(&mut self, oracle: &dyn Oracle, calls: &Calls, words: &[Word]) {
        for word in words {
            let mut node = oracle.tree().root();
            for &input in word {
                let Some(next) = oracle.tree().child(node, input) else { break };
                let known = calls.of(node).look.zip(calls.of(next).method);
                self.called.extend(known);
                node = next;
            }
        }
    }

    /// Words in which calls that change nothing come between those that are repeated.
    pub(super) fn alternating(&mut self, oracle: &mut dyn Oracle, calls: &Calls, long: &[Repeated]) -> Vec<Word> {
        let made = calls_made(oracle, calls);
        let idle: Vec<&Symbol> = made.iter().filter(|(_, _, is_idle)| *is_idle).map(|(_, call, _)| call).collect();
        let new: Vec<&Repeated> = long.iter().filter(|one| self.alternated.insert(one.method)).collect();
        let most = MOST_IN_WORD.min(MOST_BETWEEN / new.len().max(1));
        let mut words = Vec::new();
        for one in new.into_iter().filter(|_| !idle.is_empty()) {
            let steps: Vec<Symbol> = one.nodes.iter().filter_map(|node| Some(call_at(oracle, *node)?.1)).collect();
            let with_idle = |step: Symbol| std::iter::once(step).chain(idle.iter().map(|call| (*call).clone()));
            let word: Vec<Symbol> = steps.into_iter().flat_map(with_idle).take(most).collect();
            words.extend(word_after(oracle, one.before, &word));
        }
        words
    }
}

/// A call of each method, one that passed if there is one, and whether it changes nothing.
fn calls_made(oracle: &dyn Oracle, calls: &Calls) -> Vec<(usize, Symbol, bool)> {
    let changing: BTreeSet<usize> = calls.changing().into_iter().collect();
    let made = calls.returning(1).filter_map(|(method, callable)| {
        let passed = first_passed(oracle, calls, method).map(|passed| passed.call);
        let is_plain = |call: &Symbol| !call.values().iter().any(is_earlier);
        let is_idle = passed.is_some() && !changing.contains(&method);
        let call = passed.filter(is_plain).or_else(|| callable.call(callable.usual()))?;
        let is_beyond = calls.has_blocked(method) || calls.limits.is_beyond(method, call.values());
        (!is_beyond).then_some((method, call, is_idle))
    });
    made.collect()
}

/// Whether a call is expected to pass behind a node.
fn passes(calls: &Calls, hypothesis: &GuardedHypothesis, node: NodeId, (method, call): (usize, &Symbol)) -> bool {
    let state = hypothesis.judged(calls).state(node).unwrap_or(0);
    let guard = &hypothesis.rules[state][method].guard;
    let fields = calls.fields(node, &guard.features());
    guard.holds(&calls.foretold(method, call.values(), fields))
}

/// The nodes of long words behind which others are called, each look once: first the last ones, then those with the least
/// and the largest numbers, then those behind fewer calls.
fn places(calls: &Calls, long: &[Repeated]) -> Vec<NodeId> {
    let ends = long.iter().filter_map(|one| one.nodes.last().copied());
    let extremes = long.iter().flat_map(|one| extremes(calls, &one.nodes));
    let behind = BEHIND.into_iter().rev();
    let few = behind.flat_map(|times| long.iter().filter_map(move |one| one.nodes.get(times - 1).copied()));
    let mut looks = HashSet::new();
    ends.chain(extremes).chain(few).filter(|node| looks.insert(calls.of(*node).look)).collect()
}

/// The first nodes at which a number of the object is less, or larger, than at all others.
fn extremes(calls: &Calls, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut ends: HashMap<&str, [(Exact, NodeId); 2]> = HashMap::new();
    let known = nodes.iter().filter(|node| calls.of(**node).look.is_some());
    for &node in known {
        for (name, value) in calls.of(node).after.iter() {
            let Some(value) = Exact::of(value) else { continue };
            let [least, most] = ends.entry(name).or_insert([(value, node); 2]);
            if value < least.0 {
                *least = (value, node);
            }
            if value > most.0 {
                *most = (value, node);
            }
        }
    }
    let first = &nodes[..BEHIND[0].min(nodes.len())];
    let found: BTreeSet<NodeId> = ends.into_values().flatten().map(|(_, node)| node).collect();
    found.into_iter().rev().filter(|node| !first.contains(node)).take(MOST_EXTREMES).collect()
}
