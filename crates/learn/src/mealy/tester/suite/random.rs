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

/// Random inputs through the hypothesis. Each word ends after a random length, or at a final output.
///
/// ```
/// use typestar_learn::{MealyHypothesis, RandomWalk, Suite as _};
/// use typestar_model::ObservationTree;
/// use typestar_testing::zoo;
///
/// let hypothesis = MealyHypothesis::of_machine(&zoo("CountDownTimer"), &[]);
/// let mut words = RandomWalk::new(&hypothesis, 7).limited(Some(10));
/// let tree = ObservationTree::new();
/// assert_eq!(std::iter::from_fn(|| words.next_word(&tree)).count(), 10);
/// ```
pub struct RandomWalk<'a> {
    steps: Steps<'a>,
    mean: usize,
    left: Left,
}

impl<'a> RandomWalk<'a> {
    /// Endless random words, of a mean length that is twice what the deepest state needs.
    pub fn new(hypothesis: &'a MealyHypothesis, seed: u64) -> Self {
        let deepest = hypothesis.access.iter().map(Vec::len).max().unwrap_or(0);
        Self { steps: Steps::new(hypothesis, seed), mean: 2 * deepest + 4, left: Left::new(None) }
    }

    /// The same with at most this many words.
    pub fn limited(mut self, words: Option<u64>) -> Self {
        self.left = Left::new(words);
        self
    }
}

impl Suite for RandomWalk<'_> {
    fn next_word(&mut self, tree: &ObservationTree) -> Option<Word> {
        let mut word = Word::new();
        let length = 1 + self.steps.random.geometric(self.mean);
        self.steps.walk(&mut word, StateId::new(0), length);
        self.left.take(tree, &word)?;
        Some(word)
    }

    fn left(&self) -> Option<u64> {
        self.left.words
    }
}

/// A random access word, a random middle, and a random identifier of the state that they lead to.
///
/// The identifier at the end is what a random walk lacks: it tells whether the last step led to the
/// expected state, even if no output on the way was wrong.
///
/// ```
/// use typestar_learn::{Identifiers, MealyHypothesis, RandomWp, Suite as _};
/// use typestar_model::ObservationTree;
/// use typestar_testing::zoo;
///
/// let hypothesis = MealyHypothesis::of_machine(&zoo("CountDownTimer"), &[]);
/// let identifiers = Identifiers::harmonised(&hypothesis, &mut || Ok(())).unwrap();
/// let mut words = RandomWp::new(&hypothesis, identifiers, 7);
/// assert!(words.next_word(&ObservationTree::new()).is_some());
/// ```
pub struct RandomWp<'a> {
    steps: Steps<'a>,
    identifiers: Identifiers,
    left: Left,
}

impl<'a> RandomWp<'a> {
    /// Endless random words that end with one of these identifiers.
    pub fn new(hypothesis: &'a MealyHypothesis, identifiers: Identifiers, seed: u64) -> Self {
        Self { steps: Steps::new(hypothesis, seed), identifiers, left: Left::new(None) }
    }

    /// The same with at most this many words.
    pub fn limited(mut self, words: Option<u64>) -> Self {
        self.left = Left::new(words);
        self
    }
}

impl Suite for RandomWp<'_> {
    fn next_word(&mut self, tree: &ObservationTree) -> Option<Word> {
        let start = self.steps.random.below(self.steps.hypothesis.access.len());
        let mut word = self.steps.hypothesis.access[start].clone();
        let length = 1 + self.steps.random.geometric(FURTHER_INPUTS);
        let state = self.steps.walk(&mut word, StateId::new(start), length);
        word.extend(self.steps.random.pick(self.identifiers.of(state)));
        self.left.take(tree, &word)?;
        Some(word)
    }

    fn left(&self) -> Option<u64> {
        self.left.words
    }
}

/// Random steps through a hypothesis.
struct Steps<'a> {
    hypothesis: &'a MealyHypothesis,
    random: Random,
    /// For each state the inputs that have no final output.
    going_on: Vec<Vec<InputId>>,
}

impl<'a> Steps<'a> {
    fn new(hypothesis: &'a MealyHypothesis, seed: u64) -> Self {
        let inputs = || hypothesis.machine.inputs().ids();
        let goes_on = |state: StateId| inputs().filter(|&input| !hypothesis.is_final(state, input)).collect();
        Self { hypothesis, random: Random::new(seed), going_on: hypothesis.live().map(goes_on).collect() }
    }

    /// Adds random inputs to a word that leads to `state`. Only the last of them may have a final output.
    ///
    /// The last input is any input, so that final outputs are tested, too.
    fn walk(&mut self, word: &mut Word, mut state: StateId, length: usize) -> StateId {
        let inputs = self.hypothesis.machine.inputs().len();
        for left in (0..length).rev() {
            let going_on = &self.going_on[state.index()];
            let is_last = left == 0 || going_on.is_empty();
            if inputs == 0 {
                break;
            }
            let input = if is_last { InputId::new(self.random.below(inputs)) } else { *self.random.pick(going_on) };
            word.push(input);
            state = self.hypothesis.target(state, input);
            if is_last {
                break;
            }
        }
        state
    }
}

/// How much longer a random suite goes on.
///
/// A limited suite counts all words, also those that are known, so that its length is what it says.
struct Left {
    words: Option<u64>,
    known_in_a_row: u64,
}

impl Left {
    fn new(words: Option<u64>) -> Self {
        Self { words, known_in_a_row: 0 }
    }

    /// Takes note of a word; none if the suite ends before it. A suite with a limit has as many words as it says.
    fn take(&mut self, tree: &ObservationTree, word: &[InputId]) -> Option<()> {
        if let Some(words) = &mut self.words {
            *words = words.checked_sub(1)?;
            return Some(());
        }
        let is_known = tree.follow(tree.root(), word).is_some();
        self.known_in_a_row = if is_known { self.known_in_a_row + 1 } else { 0 };
        (self.known_in_a_row < PATIENCE).then_some(())
    }
}
