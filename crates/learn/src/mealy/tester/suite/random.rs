//! Random suites: words that nobody would think of.
//!
//! Random words promise nothing: agreement is evidence of the number of words alone. But they find what
//! lies far from all access words, and long words try combinations that no suite for few extra states
//! has. Both kinds walk through the hypothesis to avoid final outputs: a word that ends at its second
//! input tests little.
//!
//! The same seed gives the same words, for the same hypothesis.

use typestar_model::{Id, InputId, ObservationTree, Random, StateId, Word};

use super::Suite;
use super::identifiers::Identifiers;
use crate::mealy::hypothesis::MealyHypothesis;

/// An endless suite ends when this many words in a row were known: there is nothing new to find for it.
const PATIENCE: u64 = 10_000;

/// How many inputs the middle of a word has after its first, in the mean.
const FURTHER_INPUTS: usize = 4;

/// Random words: a walk from the start, or a random access word, a random middle, and a random identifier of the state
/// that they lead to.
///
/// The identifier at the end is what a random walk lacks: it tells whether the last step led to the
/// expected state, even if no output on the way was wrong.
pub(super) struct RandomWords<'a> {
    hypothesis: &'a MealyHypothesis,
    random: Random,
    /// For each state the inputs that have no final output.
    going_on: Vec<Vec<InputId>>,
    /// What words end with; walks from the start have none.
    identifiers: Option<Identifiers>,
    /// How many inputs are chosen after the first, in the mean.
    mean: usize,
    /// How many words are left; none if there is no limit. A limited suite counts all words, also those that are known,
    /// so that its length is what it says.
    left: Option<u64>,
    known_in_a_row: u64,
}

impl<'a> RandomWords<'a> {
    /// At most this many words, with one of these identifiers at their ends.
    pub(super) fn new(
        hypothesis: &'a MealyHypothesis,
        identifiers: Option<Identifiers>,
        left: Option<u64>,
        seed: u64,
    ) -> Self {
        let inputs = || hypothesis.machine.inputs().ids();
        let goes_on = |state: StateId| inputs().filter(|&input| !hypothesis.is_final(state, input)).collect();
        let (random, going_on) = (Random::new(seed), hypothesis.live().map(goes_on).collect());
        // A walk from the start is twice as long as what the deepest state needs.
        let deepest = hypothesis.access.iter().map(Vec::len).max().unwrap_or(0);
        let mean = if identifiers.is_some() { FURTHER_INPUTS } else { 2 * deepest + 4 };
        Self { hypothesis, random, going_on, identifiers, mean, left, known_in_a_row: 0 }
    }

    /// Adds random inputs to a word that leads to `state`. Only the last of them may have a final output.
    ///
    /// The last input is any input, so that final outputs are tested, too.
    fn walk(&mut self, word: &mut Word, mut state: StateId, length: usize) -> StateId {
        let inputs = self.hypothesis.machine.inputs().len();
        for left in (0..length).rev().filter(|_| inputs > 0) {
            let going_on = &self.going_on[state.index()];
            let is_last = left == 0 || going_on.is_empty();
            let input = if is_last { InputId::new(self.random.below(inputs)) } else { *self.random.pick(going_on) };
            word.push(input);
            state = self.hypothesis.target(state, input);
            if is_last {
                break;
            }
        }
        state
    }

    /// Takes note of a word; none if the suite ends before it.
    fn take(&mut self, tree: &ObservationTree, word: Word) -> Option<Word> {
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(1)?;
            return Some(word);
        }
        let is_known = tree.follow(tree.root(), &word).is_some();
        self.known_in_a_row = if is_known { self.known_in_a_row + 1 } else { 0 };
        (self.known_in_a_row < PATIENCE).then_some(word)
    }
}

impl Suite for RandomWords<'_> {
    fn next_word(&mut self, tree: &ObservationTree) -> Option<Word> {
        let start = if self.identifiers.is_some() { self.random.below(self.hypothesis.access.len()) } else { 0 };
        let mut word = self.hypothesis.access[start].clone();
        let length = 1 + self.random.geometric(self.mean);
        let state = self.walk(&mut word, StateId::new(start), length);
        if let Some(identifiers) = &self.identifiers {
            word.extend(self.random.pick(identifiers.of(state)));
        }
        self.take(tree, word)
    }

    fn left(&self) -> Option<u64> {
        self.left
    }
}
