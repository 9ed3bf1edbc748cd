//! Words that were given: known traces, tried first.
//!
//! Traces from logs, from a manual, or from an earlier run reach places that no algorithm would look at
//! first. They are tried as they are, cut where the hypothesis expects a final output: behind it
//! nothing could be compared.

use std::sync::Arc;

use typestar_model::{ObservationTree, Word};

use super::Suite;
use crate::mealy::hypothesis::MealyHypothesis;

/// The given words, as far as the hypothesis has no final output on their way.
pub(super) struct Given<'a> {
    hypothesis: &'a MealyHypothesis,
    words: Arc<[Word]>,
    next: usize,
}

impl<'a> Given<'a> {
    /// These words.
    pub(super) fn new(hypothesis: &'a MealyHypothesis, words: Arc<[Word]>) -> Self {
        Self { hypothesis, words, next: 0 }
    }
}

impl Suite for Given<'_> {
    fn next_word(&mut self, _: &ObservationTree) -> Option<Word> {
        let word = self.words.get(self.next)?;
        self.next += 1;
        Some(super::identifiers::until_final(self.hypothesis, self.hypothesis.machine.initial(), word))
    }

    fn left(&self) -> Option<u64> {
        Some((self.words.len() - self.next) as u64)
    }
}
