//! Closing gaps: calls with numbers between the closest calls that speak for a number of a guard, until there are none.
//!
//! ```text
//!   mark()        litres = 99: LOW          litres = 1000: HIGH     a call that other words repeated went through both
//!   tried         litres = 500, 501, then whatever the answers leave
//! ```
//!
//! A number is reached in three ways: with another argument in the same situation, with a call that sets a field before it, or
//! at a place that was seen already: many words went through the numbers between two others. Of long words not every step
//! was kept with what was known of it, so there the place is guessed from those that were, and corrected by the answer.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use typestar_model::guarded::{Exact, Features, Guard, Number, Sum};
use typestar_model::{NodeId, Symbol, Word};

use super::aim::{Aims, Handle, Setter, Settings, meeting, setters, sums};
use super::calls::{Call, Calls, call_at, word_after};
use super::halving::{Gap, Seen, decides, gaps};
use super::hypothesis::{Belief, GuardedHypothesis};
use super::infer::is_argument;
use super::pool::is_earlier;
use crate::oracle::Oracle;

/// So many words in a row may say nothing of a number before it is left open.
const MOST_ATTEMPTS: usize = 12;
/// So many words are asked to close a gap.
const MOST_WORDS: usize = 150;

/// What a word tries to break: a state, a method, and what is tested.
pub(super) type Tested = (usize, usize, Guard);

/// The numbers of all guards that are being closed in on.
#[derive(Default)]
pub(super) struct Closing {
    open: Vec<Open>,
    /// What nothing closes: the comparison and the numbers of its closest calls.
    given_up: HashSet<(usize, usize, Sum, [Option<Exact>; 2])>,
    /// How many calls there were when the numbers of a guard were looked at last.
    looked: HashMap<Tested, usize>,
}

/// A number that could be another one.
struct Open {
    rule: (usize, usize),
    belief: Belief,
    gap: Gap,
    aims: Aims,
    setters: Vec<Setter>,
    /// The objects at which the number is inside, by number; none if nobody looked yet.
    places: Option<Vec<(Exact, NodeId)>>,
    /// The word whose answer tells more.
    last: Option<Word>,
    /// How many words in a row told nothing, and how many there were.
    attempts: usize,
    words: usize,
    /// Whether the calls next to the border were made in the same situation.
    is_compared: bool,
    is_done: bool,
}

impl Closing {
    /// Looks for numbers of these guards that could be others. Methods that block are left out.
    pub(super) fn begin<'b>(
        &mut self,
        calls: &Calls,
        hypothesis: &GuardedHypothesis,
        guards: impl Iterator<Item = ((usize, usize), &'b Belief)>,
        settings: &mut Settings,
    ) {
        let judged = hypothesis.judged(calls);
        let has_numbers = |belief: &Belief| !sums(&belief.guard).is_empty();
        for (rule, belief) in guards.filter(|((_, method), belief)| has_numbers(belief) && !calls.blocks(*method)) {
            let examples = calls.examples(rule.1);
            if self.looked.insert((rule.0, rule.1, belief.tested()), examples.len()) == Some(examples.len()) {
                continue;
            }
            let is_here = |call: &Call| call.parent.is_some_and(|parent| judged.state(parent) == Some(rule.0));
            let meant = examples.filter(|(_, call)| !belief.is_local || is_here(call));
            let sided = meant.filter_map(|(node, call)| Some((node, call, belief.side(call)?)));
            // What was known before calls is shared by those that look alike.
            let mut befores = HashSet::new();
            let sided = sided.filter(|(_, call, _)| befores.insert(Rc::as_ptr(&call.before)));
            let mut found = gaps(&belief.guard, &sided.collect::<Vec<_>>());
            found.retain(|gap| !self.is_given_up(rule, gap));
            if found.is_empty() {
                continue;
            }
            let aims = Aims::of(calls, rule.1);
            for gap in found {
                let fields = gap.sum.terms.iter().map(|(_, name)| name.as_str()).filter(|name| !is_argument(name));
                let setters = setters(calls, &fields.collect(), settings);
                self.open.push(Open::new(rule, belief.clone(), gap, (aims.clone(), setters)));
            }
        }
    }

    /// Leaves open what is not closed yet: other guards follow.
    pub(super) fn end(&mut self) {
        self.open.clear();
    }

    fn is_given_up(&self, rule: (usize, usize), gap: &Gap) -> bool {
        self.given_up.contains(&given_up(rule, gap))
    }

    /// The next words, at most a few for each number, with what each of them tests. Nothing if nothing is left to close.
    pub(super) fn words(
        &mut self,
        oracle: &mut dyn Oracle,
        calls: &Calls,
        hypothesis: &GuardedHypothesis,
    ) -> Vec<(Tested, Word)> {
        let mut words: Vec<(Tested, Word)> = Vec::new();
        let mut long_words = None;
        while words.is_empty() && !self.open.is_empty() {
            for open in &mut self.open {
                open.read(oracle, calls, hypothesis);
                let next = open.next(oracle, calls, hypothesis, &mut long_words);
                if open.is_done {
                    self.given_up.insert(given_up(open.rule, &open.gap));
                }
                let tested = || (open.rule.0, open.rule.1, open.belief.tested());
                words.extend(next.into_iter().map(|word| (tested(), word)));
            }
            self.open.retain(|open| !open.is_done);
        }
        words
    }
}

fn given_up((state, method): (usize, usize), gap: &Gap) -> (usize, usize, Sum, [Option<Exact>; 2]) {
    (state, method, gap.sum.clone(), gap.ends.map(|end| end.map(|seen| seen.value)))
}

/// The nodes of long words, which are looked for at most once in a round.
type LongWords = Option<Vec<Vec<NodeId>>>;

impl Open {
    fn new(rule: (usize, usize), belief: Belief, gap: Gap, (aims, setters): (Aims, Vec<Setter>)) -> Self {
        let (places, last, attempts, words) = (None, None, 0, 0);
        Self { rule, belief, gap, aims, setters, places, last, attempts, words, is_compared: false, is_done: false }
    }

    /// Takes what the last word told.
    fn read(&mut self, oracle: &dyn Oracle, calls: &Calls, hypothesis: &GuardedHypothesis) {
        let Some(word) = self.last.take() else { return };
        let node = oracle.tree().follow(oracle.tree().root(), &word);
        let seen = node.and_then(|node| self.seen(calls, hypothesis, node));
        if seen.is_some_and(|seen| self.gap.narrow(seen)) {
            self.attempts = 0;
        }
    }

    /// What a call says of the number.
    fn seen(&self, calls: &Calls, hypothesis: &GuardedHypothesis, node: NodeId) -> Option<Seen> {
        let call = calls.of(node);
        let is_meant = call.method == Some(self.rule.1) && self.is_here(calls, hypothesis, call.parent?);
        let value = self.gap.sum.value(&call.before)?;
        let decides = decides(&self.belief.guard, self.gap.place, &call.before);
        let side = self.belief.side(call).filter(|_| is_meant && decides && !call.is_sketch)?;
        Some(Seen { value, node, side })
    }

    fn is_here(&self, calls: &Calls, hypothesis: &GuardedHypothesis, node: NodeId) -> bool {
        !self.belief.is_local || hypothesis.judged(calls).state(node) == Some(self.rule.0)
    }

    /// What to ask next.
    fn next(
        &mut self,
        oracle: &mut dyn Oracle,
        calls: &Calls,
        hypothesis: &GuardedHypothesis,
        long_words: &mut LongWords,
    ) -> Vec<Word> {
        let wanted = self.gap.wanted();
        if wanted.is_empty() && self.gap.has_both_ends() && !self.is_compared {
            self.is_compared = true;
            return self.compared(oracle, calls);
        }
        let next = match self.attempts < MOST_ATTEMPTS && self.words < MOST_WORDS {
            true => self.reaching(oracle, calls, hypothesis, (&wanted, long_words)),
            false => None,
        };
        self.attempts += 1;
        self.words += 1;
        self.is_done = next.is_none();
        self.last.clone_from(&next);
        next.into_iter().collect()
    }

    /// A word with a call that has one of these numbers, and that nobody has asked.
    fn reaching(
        &mut self,
        oracle: &mut dyn Oracle,
        calls: &Calls,
        hypothesis: &GuardedHypothesis,
        (wanted, long_words): (&[Number], &mut LongWords),
    ) -> Option<Word> {
        let ends: Vec<Seen> = self.gap.ends.into_iter().flatten().collect();
        for number in wanted {
            for end in &ends {
                let like =
                    self.like(oracle, calls, *end, *number).or_else(|| self.like_after(oracle, calls, *end, *number));
                if like.is_some() {
                    return like;
                }
            }
        }
        let number = wanted.last()?.exact();
        ends.iter().find_map(|end| {
            let known = self.at_place(oracle, calls, hypothesis, (*end, number));
            known.or_else(|| self.at_guess(oracle, calls, hypothesis, (*end, number), long_words))
        })
    }

    /// The calls next to the border, each with the number of the other one.
    fn compared(&self, oracle: &mut dyn Oracle, calls: &Calls) -> Vec<Word> {
        let [Some(low), Some(high)] = self.gap.ends else { return Vec::new() };
        let each = [(low, high), (high, low)].map(|(end, other)| {
            let number = other.value.number()?;
            self.like_any(oracle, calls, end, number, true)
        });
        each.into_iter().flatten().collect()
    }

    /// The call again, with another number in one of its arguments, so that the sum is this number.
    fn like(&self, oracle: &mut dyn Oracle, calls: &Calls, end: Seen, number: Number) -> Option<Word> {
        self.like_any(oracle, calls, end, number, false)
    }

    fn like_any(
        &self,
        oracle: &mut dyn Oracle,
        calls: &Calls,
        end: Seen,
        number: Number,
        is_end: bool,
    ) -> Option<Word> {
        let (parent, symbol) = call_at(oracle, end.node)?;
        let (before, callable) = (&calls.of(end.node).before, &calls.callables()[self.rule.1]);
        self.aims.handles.iter().find_map(|handle| {
            let numbers = self.numbers(&handle.feature, handle, before, number);
            let numbers = numbers
                .into_iter()
                .filter(|(_, sum)| if is_end { *sum == number.exact() } else { self.gap.is_inside(*sum) });
            let known = &symbol.values()[handle.place];
            let mut values =
                numbers.filter_map(|(number, _)| handle.value_like(known, number).or_else(|| handle.value(number)));
            values.find_map(|value| {
                let mut arguments = symbol.values().to_vec();
                arguments[handle.place] = value;
                let is_beyond = calls.limits.is_beyond(self.rule.1, &arguments);
                let again = callable.call(arguments).filter(|_| !is_beyond)?;
                untried(oracle, parent, &[again])
            })
        })
    }

    /// The call again, after one that sets a field, so that the sum is this number.
    fn like_after(&self, oracle: &mut dyn Oracle, calls: &Calls, end: Seen, number: Number) -> Option<Word> {
        let (parent, symbol) = call_at(oracle, end.node)?;
        let before = &calls.of(end.node).before;
        self.setters.iter().find_map(|setter| {
            let parent = unset(calls, parent, setter.method)?;
            let callable = &calls.callables()[setter.method];
            let numbers = self.numbers(&setter.field, &setter.handle, before, number);
            let numbers = numbers.into_iter().filter(|(_, sum)| self.gap.is_inside(*sum));
            let mut values = numbers.filter_map(|(number, _)| setter.handle.value(number));
            values.find_map(|value| {
                let mut arguments = callable.usual();
                arguments[setter.handle.place] = value;
                let is_beyond = calls.limits.is_beyond(setter.method, &arguments);
                let set = callable.call(arguments).filter(|_| !is_beyond)?;
                untried(oracle, parent, &[set, symbol.clone()])
            })
        })
    }

    /// The numbers of a feature with which the sum is about this number, and what the sum is then.
    fn numbers(&self, feature: &str, handle: &Handle, before: &Features, number: Number) -> Vec<(Number, Exact)> {
        let sum = Sum { bound: number, ..self.gap.sum.clone() };
        let mut numbers = meeting(&sum, feature, handle.has_fractions(), before);
        // The number itself comes first.
        if numbers.len() == 3 && !handle.has_fractions() {
            numbers.swap(0, 1);
        }
        let with = |number: Number| {
            let names = sum.terms.iter().map(|(_, name)| name);
            let mut features: Features =
                names.filter_map(|name| Some((name.clone(), before.get(name)?.clone()))).collect();
            features.insert(feature.to_owned(), number.into());
            Some((number, sum.value(&features)?))
        };
        numbers.into_iter().filter_map(with).collect()
    }

    /// The call at an object that was seen, at which the sum is closest to this number.
    fn at_place(
        &mut self,
        oracle: &mut dyn Oracle,
        calls: &Calls,
        hypothesis: &GuardedHypothesis,
        (end, number): (Seen, Exact),
    ) -> Option<Word> {
        let symbol = movable(oracle, end)?;
        let arguments = self.arguments(calls, end);
        if self.places.is_none() {
            let inside = calls.looks().filter_map(|(node, call)| {
                let value = self.value_at(call, &arguments).filter(|value| self.gap.is_inside(*value))?;
                (self.is_here(calls, hypothesis, node) && calls.can_call(node, self.rule.1)).then_some((value, node))
            });
            self.places = Some(inside.collect());
        }
        let mut places = self.places.take().unwrap_or_default();
        places.retain(|(value, _)| self.gap.is_inside(*value));
        let rank = |(value, node): &(Exact, NodeId)| (value.distance(number), calls.of(*node).depth, *node);
        let mut found = None;
        while let (None, Some(best)) = (&found, (0..places.len()).min_by_key(|place| rank(&places[*place]))) {
            let (_, node) = places.swap_remove(best);
            found = untried(oracle, node, std::slice::from_ref(&symbol));
        }
        self.places = Some(places);
        found
    }

    /// The call behind a step of a long word of which nothing was kept, where the sum should be about this number.
    fn at_guess(
        &self,
        oracle: &mut dyn Oracle,
        calls: &Calls,
        hypothesis: &GuardedHypothesis,
        (end, number): (Seen, Exact),
        long_words: &mut LongWords,
    ) -> Option<Word> {
        let symbol = movable(oracle, end)?;
        let arguments = self.arguments(calls, end);
        let long_words = long_words.get_or_insert_with(|| calls.long_words());
        long_words.iter().find_map(|nodes| {
            let known = nodes.iter().enumerate().filter_map(|(place, node)| {
                let call = Some(calls.of(*node)).filter(|call| call.look.is_some())?;
                Some((place, self.value_at(call, &arguments)?))
            });
            let known: Vec<(usize, Exact)> = known.collect();
            let around = known.windows(2).find(|pair| pair[1].0 - pair[0].0 > 1 && is_between(number, pair))?;
            let place = guessed(number, around, self.attempts.is_multiple_of(2));
            let node = *nodes.get(place).filter(|node| self.is_here(calls, hypothesis, **node))?;
            untried(oracle, node, std::slice::from_ref(&symbol))
        })
    }

    /// What the sum is for a call with these arguments behind another one, if the comparison decides on it.
    fn value_at(&self, behind: &Call, arguments: &Features) -> Option<Exact> {
        let known = |name: &str| behind.after.get(name).or_else(|| arguments.get(name)).cloned();
        let names = self.belief.guard.features().into_iter();
        let features: Features = names.filter_map(|name| Some((name.to_owned(), known(name)?))).collect();
        let value = self.gap.sum.value(&features)?;
        decides(&self.belief.guard, self.gap.place, &features).then_some(value)
    }

    /// What the guard says of the arguments of a call.
    fn arguments(&self, calls: &Calls, end: Seen) -> Features {
        let before = &calls.of(end.node).before;
        let names = self.belief.guard.features().into_iter().filter(|name| is_argument(name));
        names.filter_map(|name| Some((name.to_owned(), before.get(name)?.clone()))).collect()
    }
}

/// Where a field is set before a call at this node: instead of a call that set it already, so that words do not grow with
/// each number.
fn unset(calls: &Calls, node: NodeId, setter: usize) -> Option<NodeId> {
    let call = calls.of(node);
    let place = if call.method == Some(setter) { call.parent? } else { node };
    (calls.place(place).is_some() && calls.can_call(place, setter)).then_some(place)
}

/// The call that leads to a node, if it can be made in any word: it is given no object of an earlier step.
fn movable(oracle: &dyn Oracle, end: Seen) -> Option<Symbol> {
    let (_, symbol) = call_at(oracle, end.node)?;
    (!symbol.values().iter().any(is_earlier)).then_some(symbol)
}

/// These calls behind a node, if nobody has asked that.
fn untried(oracle: &mut dyn Oracle, node: NodeId, calls: &[Symbol]) -> Option<Word> {
    let word = word_after(oracle, node, calls)?;
    oracle.tree().outputs_of(&word).is_none().then_some(word)
}

fn is_between(number: Exact, pair: &[(usize, Exact)]) -> bool {
    let (one, other) = (pair[0].1.min(pair[1].1), pair[0].1.max(pair[1].1));
    one < number && number < other
}

/// The place between two others where a number is expected that lies between theirs: as if it grew by the same amount with
/// each step or, where that is not so, in the middle.
fn guessed(number: Exact, around: &[(usize, Exact)], is_even: bool) -> usize {
    let [(from, least), (to, most)] = [around[0], around[1]];
    let share = (number.nearest() - least.nearest()) / (most.nearest() - least.nearest());
    let even = from + (share * (to - from) as f64).round() as usize;
    let place = if is_even { even } else { usize::midpoint(from, to) };
    place.clamp(from + 1, to - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_guessed_between_two_others_and_corrected_by_halving() {
        let around = [(100, Exact::from(1_000)), (200, Exact::from(2_000))];
        let places = [1_500, 1_001, 1_999].map(|number| guessed(Exact::from(number), &around, true));
        assert_eq!(places, [150, 101, 199]);
        assert_eq!(guessed(Exact::from(1_001), &around, false), 150);
        let falling = [(100, Exact::from(2_000)), (200, Exact::from(1_000))];
        assert_eq!(guessed(Exact::from(1_250), &falling, true), 175);
        assert!(is_between(Exact::from(1_250), &falling) && !is_between(Exact::from(1_000), &falling));
    }
}
