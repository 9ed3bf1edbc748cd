//! The positions of a suite: where identifiers are asked.
//!
//! ```text
//!   access words   ε    start    start cancel          middles of at most 1 input
//!   positions      ε    start    start cancel                             (middle ε)
//!                  cancel, wait                         start is the next access word
//!                  start start, start wait              start cancel is an access word
//!                  start cancel start, ..cancel, ..wait
//! ```
//!
//! A step from one access word to the next is left out of the middles: the same word is the position of
//! the next access word with a shorter middle. So each position comes once.
//!
//! Positions are visited by length of the middle. A stop in the middle of the suite leaves a complete
//! suite for fewer extra states behind.

use typestar_model::{Id, InputId, StateId, Word};

use crate::mealy::hypothesis::MealyHypothesis;

/// The positions of longer middles are not counted: nobody waits for the end of such a suite.
///
/// It is a limit of time, too: each length takes one look at all transitions.
const COUNTED: usize = 64;

/// Every access word followed by every word of at most this many inputs, each once, short middles first.
///
/// A position whose middle begins with a step to the next access word is that access word's business. Nothing goes on
/// behind a final output.
///
/// It is a counter with digits: the middle is a number in base `inputs`, of which digits that lead
/// behind a final output are skipped.
pub(super) struct Positions<'a> {
    hypothesis: &'a MealyHypothesis,
    inputs: usize,
    /// Whether the step leads from an access word to another one, by state and input.
    is_tree_step: Vec<bool>,
    /// The last step of each access word: where from, and the input.
    parents: Vec<Option<(StateId, InputId)>>,
    deepest: usize,
    /// The length of the middles at the moment.
    depth: usize,
    start: usize,
    started: bool,
    middle: Word,
    /// The states along the middle, the first one included.
    path: Vec<StateId>,
}

impl<'a> Positions<'a> {
    /// All positions with middles of at most `deepest` inputs.
    pub(super) fn new(hypothesis: &'a MealyHypothesis, deepest: usize) -> Self {
        let inputs = hypothesis.machine.inputs().len();
        let mut is_tree_step = vec![false; hypothesis.access.len() * inputs];
        let last_step = |word: &Word| word.split_last().map(|(&last, before)| (hypothesis.state_after(before), last));
        let parents: Vec<_> = hypothesis.access.iter().map(last_step).collect();
        for (from, input) in parents.iter().flatten() {
            is_tree_step[from.index() * inputs + input.index()] = true;
        }
        let (depth, start, started, middle, path) = (0, 0, false, Word::new(), vec![StateId::new(0)]);
        Self { hypothesis, inputs, is_tree_step, parents, deepest, depth, start, started, middle, path }
    }

    /// How many positions there are, each as often as `weight` says of its state and of whether its middle is as long as
    /// it gets. They are counted by state and not made; none if that are too many to count.
    ///
    /// Paths are counted by the state that they end in, one input at a time: the time is that of one
    /// look at all transitions for each length, however many words there are.
    pub(super) fn weigh(&self, weight: impl Fn(StateId, bool) -> u64) -> Option<u64> {
        let mut here = vec![0; self.hypothesis.machine.len()];
        here[..self.hypothesis.access.len()].fill(1);
        let mut sum = 0_u64;
        for depth in 0..=self.deepest {
            for (state, count) in here.iter().enumerate() {
                let weight = weight(StateId::new(state), depth == self.deepest);
                sum = sum.checked_add(weight.checked_mul(*count)?)?;
            }
            if depth == COUNTED {
                return None;
            }
            here = self.longer(&here, depth == 0)?;
        }
        Some(sum)
    }

    /// How many positions are one input longer than these, by state.
    fn longer(&self, counts: &[u64], is_first: bool) -> Option<Vec<u64>> {
        let mut longer = vec![0_u64; counts.len()];
        for (state, input) in self.hypothesis.transitions() {
            if !is_first || !self.is_tree_step[state.index() * self.inputs + input.index()] {
                let count = &mut longer[self.hypothesis.target(state, input).index()];
                *count = count.checked_add(counts[state.index()])?;
            }
        }
        Some(longer)
    }

    /// Moves on to the next position; false at the end.
    pub(super) fn advance(&mut self) -> bool {
        while !self.next_middle() {
            self.start += 1;
            if self.start == self.hypothesis.access.len() {
                (self.start, self.depth) = (0, self.depth + 1);
            }
            if self.depth > self.deepest {
                return false;
            }
            (self.started, self.path) = (false, vec![StateId::new(self.start)]);
        }
        true
    }

    /// The next middle of the present length from the present start.
    ///
    /// Depth first. It enters the next input that is allowed, and goes back where there is none.
    fn next_middle(&mut self) -> bool {
        let is_first = !std::mem::replace(&mut self.started, true);
        if self.depth == 0 || self.inputs == 0 {
            return is_first && self.depth == 0;
        }
        let mut next = if is_first { 0 } else { self.retreat() };
        loop {
            next = match self.allowed_from(next) {
                Some(input) => {
                    self.enter(input);
                    if self.middle.len() == self.depth {
                        return true;
                    }
                    0
                }
                None if self.middle.is_empty() => return false,
                None => self.retreat(),
            }
        }
    }

    /// The first input from this one on that may come next.
    fn allowed_from(&self, first: usize) -> Option<InputId> {
        let state = self.state();
        if self.hypothesis.is_sink(state) {
            return None;
        }
        let steps = state.index() * self.inputs;
        let is_allowed = |&input: &usize| !self.middle.is_empty() || !self.is_tree_step[steps + input];
        (first..self.inputs).find(is_allowed).map(InputId::new)
    }

    fn enter(&mut self, input: InputId) {
        self.path.push(self.hypothesis.target(self.state(), input));
        self.middle.push(input);
    }

    /// Takes the last input back; the one after it comes next.
    fn retreat(&mut self) -> usize {
        self.path.pop();
        self.middle.pop().map_or(0, |input| input.index() + 1)
    }

    /// The state at the present position.
    pub(super) fn state(&self) -> StateId {
        self.path[self.path.len() - 1]
    }

    /// The states along the middle, from the one of the access word to that of the position.
    pub(super) fn path(&self) -> &[StateId] {
        &self.path
    }

    /// The access word of the present position.
    pub(super) fn access(&self) -> &[InputId] {
        &self.hypothesis.access[self.start]
    }

    /// The inputs after the access word.
    pub(super) fn middle(&self) -> &[InputId] {
        &self.middle
    }

    /// The steps to the present position, backwards: where from, and the input.
    pub(super) fn steps_back(&self) -> impl Iterator<Item = (StateId, InputId)> + '_ {
        let middle = self.path.iter().zip(&self.middle).rev().map(|(&state, &input)| (state, input));
        let parent = |&(state, _): &(StateId, InputId)| self.parents[state.index()];
        middle.chain(std::iter::successors(self.parents[self.start], parent))
    }

    /// Whether the middle is as long as it gets.
    pub(super) fn is_last_depth(&self) -> bool {
        self.depth == self.deepest
    }

    /// The state of the next access word, if the suffix leads from one access word to another.
    pub(super) fn next_access(&self, suffix: &[InputId]) -> Option<StateId> {
        let first = *suffix.first().filter(|_| self.middle.is_empty())?;
        let is_tree_step = self.is_tree_step[self.state().index() * self.inputs + first.index()];
        is_tree_step.then(|| self.hypothesis.target(self.state(), first))
    }
}
