//! Repeated inputs: words that look for what a system counts in silence.
//!
//! A limit of twenty calls is twenty steps away from everything that a machine of few states suggests. No
//! random word gets there, because each of its steps is drawn anew, and no suite does, because it would
//! have to allow twenty extra states. But the way is a simple one:
//!
//! ```text
//!   access word  ·  repetition                  ·  the access word backwards  ·  tail
//!   to a state      one input, or two in turn,     what was set up is undone:    a few
//!                   again and again                open lock … unlock close      random inputs
//! ```
//!
//! The repetition meets a limit that shows itself at once; the way back and the tail meet one that shows
//! itself only later. The same seed gives the same words, for the same hypothesis.

use typestar_model::{Id, InputId, ObservationTree, OutputKind, Random, StateId, WAIT, Word};

use super::Suite;
use crate::mealy::hypothesis::MealyHypothesis;

/// Fewer rounds than these have neighbours among the words of other suites.
const FEWEST_ROUNDS: usize = 3;

/// How many waits of a repetition may be quiet. On a real clock each of them takes the whole quiescence time.
const MOST_QUIET: usize = 3;

/// How many inputs the tail has, in the mean.
const TAIL: usize = 2;

/// Access words, each followed by a long repetition, its own reverse and a short tail.
pub(super) struct RepeatedInputs<'a> {
    hypothesis: &'a MealyHypothesis,
    random: Random,
    /// The input that lets callbacks come, if there is one.
    wait: Option<InputId>,
    /// How often something is repeated at most.
    rounds: usize,
    left: u64,
}

/// A word that grows along the hypothesis, up to its first final output.
struct Walk<'a> {
    hypothesis: &'a MealyHypothesis,
    word: Word,
    state: StateId,
}

impl<'a> RepeatedInputs<'a> {
    /// This many words, in which something is repeated up to `rounds` times.
    pub(super) fn new(hypothesis: &'a MealyHypothesis, words: u64, rounds: usize, seed: u64) -> Self {
        let (random, inputs) = (Random::new(seed), hypothesis.machine.inputs());
        let left = if inputs.is_empty() { 0 } else { words };
        Self { hypothesis, random, wait: inputs.get(WAIT), rounds: rounds.max(FEWEST_ROUNDS), left }
    }

    /// One input or two, which need not differ. The first of them goes on, if there is one that does.
    fn unit(&mut self, state: StateId) -> Word {
        let (hypothesis, inputs) = (self.hypothesis, self.hypothesis.machine.inputs());
        let going_on: Vec<InputId> = inputs.ids().filter(|&input| !hypothesis.is_final(state, input)).collect();
        let any = InputId::new(self.random.below(inputs.len()));
        let first = if going_on.is_empty() { any } else { *self.random.pick(&going_on) };
        if self.random.once_in(2) { vec![first] } else { vec![first, any] }
    }

    /// Repeats a unit, but not beyond a few waits that are quiet.
    fn repeat(&self, walk: &mut Walk, unit: &[InputId], rounds: usize) {
        let mut quiet = 0;
        for &input in unit.iter().cycle().take(rounds * unit.len()) {
            if Some(input) == self.wait && walk.is_quiet(input) {
                quiet += 1;
            }
            if quiet > MOST_QUIET {
                break;
            }
            walk.give(input);
        }
    }
}

impl Suite for RepeatedInputs<'_> {
    fn next_word(&mut self, _: &ObservationTree) -> Option<Word> {
        self.left = self.left.checked_sub(1)?;
        let hypothesis = self.hypothesis;
        let start = self.random.below(hypothesis.access.len());
        let access = &hypothesis.access[start];
        let mut walk = Walk { hypothesis, word: access.clone(), state: StateId::new(start) };
        let (unit, rounds) = (self.unit(walk.state), self.random.between(FEWEST_ROUNDS, self.rounds));
        self.repeat(&mut walk, &unit, rounds);
        access.iter().rev().for_each(|&input| walk.give(input));
        for _ in 0..self.random.geometric(TAIL) {
            walk.give(InputId::new(self.random.below(hypothesis.machine.inputs().len())));
        }
        Some(walk.word)
    }

    fn left(&self) -> Option<u64> {
        Some(self.left)
    }
}

impl Walk<'_> {
    /// Gives an input, unless the word has come to a final output: nothing could be compared behind it.
    fn give(&mut self, input: InputId) {
        if !self.hypothesis.is_sink(self.state) {
            self.word.push(input);
            self.state = self.hypothesis.target(self.state, input);
        }
    }

    /// Whether the hypothesis expects silence.
    fn is_quiet(&self, input: InputId) -> bool {
        let machine = &self.hypothesis.machine;
        let output = machine.step(self.state, input).map(|(output, _)| machine.outputs().text(output));
        output.is_some_and(|output| OutputKind::of(output) == OutputKind::Quiet)
    }
}
