//! Swapping: calls again with one argument replaced, or at another object.
//!
//! ```text
//!   set("timeout", 30000)    passed
//!   set("port", 30000)       "port" was never seen with a number with which something passes
//! ```
//!
//! A value that fails in all calls may have failed because of the others. So each value of the pool is put into calls that
//! passed, null included: into those at the border, and those where another argument or a field is least or largest, or has
//! another text. What never passed comes first. In the same way values that never failed are put into calls that failed,
//! and calls of both sides are made at objects that show something that others do not.

use std::collections::{BTreeMap, HashSet};

use typestar_model::guarded::{Exact, Features};
use typestar_model::{NodeId, Symbol, Value, Word};

use super::breaking::{Here, distance, spoken_of};
use super::calls::{Call, Calls, call_at, is_untried, word_after};
use super::hypothesis::Belief;
use super::infer::is_argument;
use super::pool::is_earlier;
use crate::oracle::Oracle;

/// So many of them are the first ones, whose arguments are the plainest.
const FIRST_DONORS: usize = 3;
/// So many calls of each side are made again.
const MOST_DONORS: usize = 24;
/// Of so many words, this many put values into calls of the side where the guard holds,
const OF: usize = 6;
const INTO_PASSING: usize = 3;
/// this many into calls of the other one, and the others make calls at other objects.
const INTO_FAILING: usize = 1;

/// A call that is made again: the node before it, and the call.
type Donor<'a> = (NodeId, Symbol, &'a Call);

/// The calls of a method that a guard is about, by side, with the values that were seen on each.
pub(super) struct Swapping<'a> {
    calls: &'a Calls,
    here: &'a Here,
    method: usize,
    belief: &'a Belief,
    /// Calls in which the guard holds, and in which it does not.
    donors: [Vec<Donor<'a>>; 2],
    /// What was passed on each side, by place.
    seen: [HashSet<(usize, Value)>; 2],
}

impl<'a> Swapping<'a> {
    /// Chooses the calls that are made again.
    pub(super) fn of(
        oracle: &dyn Oracle,
        (calls, here): (&'a Calls, &'a Here),
        method: usize,
        belief: &'a Belief,
    ) -> Self {
        let mut swapping = Self { calls, here, method, belief, donors: Default::default(), seen: Default::default() };
        let mut sides: [Vec<(NodeId, &Call)>; 2] = Default::default();
        for (node, call) in calls.examples(method) {
            let Some(holds) = here.side(belief, call) else { continue };
            let side = usize::from(!holds);
            let Some((parent, input, _)) = oracle.tree().edge_to(node) else { continue };
            for (place, value) in oracle.inputs().symbol(input).values().iter().enumerate() {
                let known = (place, value.clone());
                if !swapping.seen[side].contains(&known) {
                    swapping.seen[side].insert(known);
                }
            }
            if calls.place(parent).is_some() {
                sides[side].push((node, call));
            }
        }
        for (donors, of_side) in swapping.donors.iter_mut().zip(sides) {
            let chosen = diverse(belief, &of_side).into_iter().filter_map(|(node, call)| {
                let (parent, symbol) = call_at(oracle, node)?;
                Some((parent, symbol, call))
            });
            *donors = chosen.collect();
        }
        swapping
    }

    /// At most so many words. Objects that show something are at these nodes.
    pub(super) fn words(&self, oracle: &mut dyn Oracle, shown: &[NodeId], most: usize) -> Vec<Word> {
        let mut words = self.with_values(oracle, 0, (most * INTO_PASSING).div_ceil(OF));
        words.extend(self.with_values(oracle, 1, (most * INTO_FAILING).div_ceil(OF)));
        let left = most.saturating_sub(words.len());
        words.extend(self.at_others(oracle, shown, left));
        words.truncate(most);
        words
    }

    /// The values of the pools, put into calls of a side in turn: those that were never seen on it first, but every other
    /// word has one of the others. Numbers are no values of their own: which of them pass is found by their borders.
    fn with_values(&self, oracle: &mut dyn Oracle, side: usize, most: usize) -> Vec<Word> {
        let callable = &self.calls.callables()[self.method];
        let pools = callable.pools.iter().enumerate();
        let all = pools.flat_map(|(place, pool)| pool.iter().map(move |value| (place, value.clone())));
        let is_plain = |known: &(usize, Value)| known.1.whole().is_some() || self.seen[side].contains(known);
        let (known, new): (Vec<_>, Vec<_>) = all.partition(is_plain);
        let mut words = Vec::new();
        for (values, share) in [(new, most.div_ceil(2)), (known, most)] {
            for (donor, (place, value)) in turns(&self.donors[side], &values) {
                if words.len() >= share {
                    break;
                }
                let (node, symbol, call) = donor;
                let mut arguments = symbol.values().to_vec();
                arguments[*place] = value.clone();
                let word = self.word(oracle, *node, arguments, &call.before);
                words.extend(word.filter(|word| !words.contains(word)));
            }
        }
        words
    }

    /// Calls of both sides at other objects, the last ones that showed something first.
    pub(super) fn at_others(&self, oracle: &mut dyn Oracle, shown: &[NodeId], most: usize) -> Vec<Word> {
        let calls = self.calls;
        let is_place = |node: &&NodeId| self.here.has(**node) && calls.can_call(**node, self.method);
        let places: Vec<NodeId> = shown.iter().rev().filter(is_place).copied().collect();
        let movable = |donor: &&Donor| !donor.1.values().iter().any(is_earlier);
        let donors: Vec<&Donor> = self.donors.iter().flatten().filter(movable).collect();
        let mut words = Vec::new();
        for (donor, node) in turns(&donors, &places) {
            if words.len() >= most {
                break;
            }
            let word = self.word(oracle, *node, donor.1.values().to_vec(), &calls.of(*node).after);
            words.extend(word.filter(|word| !words.contains(word)));
        }
        words
    }

    /// The call with these arguments behind a node, if nobody has made it, and it is expected to come back.
    fn word(&self, oracle: &mut dyn Oracle, node: NodeId, arguments: Vec<Value>, known: &Features) -> Option<Word> {
        if self.calls.limits.is_beyond(self.method, &arguments) {
            return None;
        }
        let fields = known.iter().filter(|(name, _)| !is_argument(name));
        let fields = fields.map(|(name, value)| (name.clone(), value.clone())).collect();
        let features = self.calls.foretold(self.method, &arguments, fields);
        let may_hang = self.calls.hangs(self.method) && !self.belief.guard.holds(&features);
        let call = self.calls.callables()[self.method].call(arguments).filter(|_| !may_hang)?;
        word_after(oracle, node, std::slice::from_ref(&call)).filter(|_| is_untried(oracle, node, &call))
    }
}

/// Each of the one with each of the other: first all with different ones, then each with the next one.
fn turns<'t, D, V>(donors: &'t [D], values: &'t [V]) -> impl Iterator<Item = (&'t D, &'t V)> {
    (0..donors.len()).flat_map(move |turn| {
        values.iter().enumerate().map(move |(place, value)| (&donors[(turn + place) % donors.len()], value))
    })
}

/// Calls that are as different as may be: those closest to the border, and those where a number is least or largest, or
/// where a text or a flag is another one. Arguments count, and what the guard speaks of.
fn diverse<'a>(belief: &Belief, calls: &[(NodeId, &'a Call)]) -> Vec<(NodeId, &'a Call)> {
    let names = spoken_of(belief);
    let counts = |name: &str| is_argument(name) || names.contains(name);
    let mut closest: Option<(u128, usize)> = None;
    let mut numbers: BTreeMap<&str, [(Exact, usize); 2]> = BTreeMap::new();
    let mut others: BTreeMap<(&str, &Value), usize> = BTreeMap::new();
    let mut befores = HashSet::new();
    for (place, (_, call)) in calls.iter().enumerate() {
        if !befores.insert(std::rc::Rc::as_ptr(&call.before)) {
            continue;
        }
        let near = (distance(&belief.guard, &call.before), place);
        closest = Some(closest.map_or(near, |known| known.min(near)));
        for (name, value) in call.before.iter().filter(|(name, _)| counts(name)) {
            match Exact::of(value) {
                Some(number) => {
                    let [least, most] = numbers.entry(name).or_insert([(number, place); 2]);
                    *least = (*least).min((number, place));
                    if number > most.0 {
                        *most = (number, place);
                    }
                }
                None => drop(others.entry((name, value)).or_insert(place)),
            }
        }
    }
    let ends = numbers.into_values().flat_map(|ends| ends.into_iter().rev()).map(|(_, place)| place);
    let mut chosen = Vec::new();
    let first = 0..FIRST_DONORS.min(calls.len());
    for place in first.chain(closest.map(|(_, place)| place)).chain(ends).chain(others.into_values()) {
        if chosen.len() < MOST_DONORS && !chosen.contains(&place) {
            chosen.push(place);
        }
    }
    chosen.into_iter().map(|place| calls[place]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_meets_each_call_and_first_all_meet_different_ones() {
        let (donors, values) = ([1, 2, 3], ["a", "b"]);
        let all: Vec<(i32, &str)> = turns(&donors, &values).map(|(donor, value)| (*donor, *value)).collect();
        assert_eq!(all, [(1, "a"), (2, "b"), (2, "a"), (3, "b"), (3, "a"), (1, "b")]);
        assert_eq!(turns(&[0; 0], &values).count(), 0);
    }
}
