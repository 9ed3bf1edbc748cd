//! A layer of a k-complete suite: all words with this many inputs in the middle and so much trust.
//!
//! A layer is a walk through all middles of one length, depth first, that is cut wherever the trust so
//! far exceeds the sum of the layer. The identifier makes up the rest of the sum: the first one of a
//! state adds 0, the second 2, and so on. So each word of the suite has exactly one sum, and is in one
//! layer.
//!
//! Walks of all states advance in random order, and each state has its own order of inputs. Otherwise
//! the words at the beginning of a layer would all be about the first states and inputs.

use typestar_model::{Id, InputId, Random, StateId, Word};

use super::doubt::Doubt;
use crate::mealy::hypothesis::MealyHypothesis;
use crate::mealy::tester::suite::Identifiers;
use crate::oracle::{Check, Halt};

/// How much more each further identifier of a state is trusted than the one before.
const FURTHER_IDENTIFIER: usize = 2;

/// What all layers of a hypothesis share.
pub(super) struct Ground<'a> {
    pub(super) hypothesis: &'a MealyHypothesis,
    pub(super) identifiers: Identifiers,
    pub(super) doubt: Doubt,
}

impl Ground<'_> {
    /// The most trust that a word with a middle of this length can have.
    pub(super) fn most_trust(&self, length: usize) -> usize {
        let identifiers = self.hypothesis.machine.states().map(|state| self.identifiers.of(state).len()).max();
        length * self.doubt.most_of_a_step() + FURTHER_IDENTIFIER * identifiers.unwrap_or(1).saturating_sub(1)
    }
}

/// The words `access . middle . identifier` of one middle length and one sum of trust, in a random order of states.
///
/// All layers together are the suite of harmonised identifiers. They are made as they go: memory holds one walk for
/// each state, whatever the number of words.
pub(super) struct Layer {
    length: usize,
    trust: usize,
    /// The walks that have not ended; none at all before the first word.
    walks: Option<Vec<Walk>>,
}

impl Layer {
    pub(super) fn new(length: usize, trust: usize) -> Self {
        Self { length, trust, walks: None }
    }

    /// The next word; none when there is no other.
    pub(super) fn next_word(
        &mut self,
        ground: &Ground<'_>,
        random: &mut Random,
        check: Check<'_>,
    ) -> Result<Option<Word>, Halt> {
        let walks = self.walks.get_or_insert_with(|| all_walks(ground.hypothesis, random));
        while !walks.is_empty() {
            let index = random.below(walks.len());
            match walks[index].next_word(ground, self.length, self.trust, check)? {
                Some(word) => return Ok(Some(word)),
                None => drop(walks.swap_remove(index)),
            }
        }
        Ok(None)
    }
}

/// A walk from each state, each with its own order of inputs.
fn all_walks(hypothesis: &MealyHypothesis, random: &mut Random) -> Vec<Walk> {
    let inputs = hypothesis.machine.inputs().len();
    let strides: Vec<usize> = (1..=inputs).filter(|&stride| greatest_common_divisor(stride, inputs) == 1).collect();
    let order = |random: &mut Random| Order { first: random.below(inputs), stride: *random.pick(&strides), inputs };
    hypothesis
        .live()
        .filter(|_| inputs > 0)
        .map(|state| Walk { order: order(random), way: vec![(state, 0, 0)] })
        .collect()
}

/// All middles from one state, depth first.
struct Walk {
    order: Order,
    /// The states on the way, the trust so far, and how many inputs were tried there.
    way: Vec<(StateId, usize, usize)>,
}

impl Walk {
    fn next_word(
        &mut self,
        ground: &Ground<'_>,
        length: usize,
        trust: usize,
        check: Check<'_>,
    ) -> Result<Option<Word>, Halt> {
        loop {
            let is_whole = self.way.len() == length + 1;
            let Some((state, so_far, tried)) = self.way.last_mut() else { return Ok(None) };
            let (state, so_far) = (*state, *so_far);
            if is_whole {
                let word = self.word(ground, state, trust - so_far);
                self.way.pop();
                if word.is_some() {
                    return Ok(word);
                }
            } else if *tried == self.order.inputs || ground.hypothesis.is_sink(state) {
                self.way.pop();
                check()?;
            } else {
                let input = self.order.input(*tried);
                *tried += 1;
                let sum = so_far + ground.doubt.trust(state, input);
                if sum <= trust {
                    self.way.push((ground.hypothesis.target(state, input), sum, 0));
                }
            }
        }
    }

    /// The word that ends in `state` with the identifier that adds exactly `trust`, if there is one.
    ///
    /// None if what is left of the sum is odd, or if the state has fewer identifiers than that.
    fn word(&self, ground: &Ground<'_>, state: StateId, trust: usize) -> Option<Word> {
        let is_whole = trust.is_multiple_of(FURTHER_IDENTIFIER);
        let identifier = ground.identifiers.of(state).get(trust / FURTHER_IDENTIFIER).filter(|_| is_whole)?;
        let steps = &self.way[..self.way.len() - 1];
        let middle = steps.iter().map(|&(_, _, tried)| self.order.input(tried - 1));
        let access = &ground.hypothesis.access[self.way[0].0.index()];
        Some(access.iter().copied().chain(middle).chain(identifier.iter().copied()).collect())
    }
}

/// An order of the inputs: every this many-th, beginning somewhere.
///
/// A stride that has no common divisor with the number of inputs reaches each of them once. That is a
/// shuffle of the inputs that takes no memory.
struct Order {
    first: usize,
    stride: usize,
    inputs: usize,
}

impl Order {
    fn input(&self, place: usize) -> InputId {
        InputId::new((self.first + place * self.stride) % self.inputs)
    }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
