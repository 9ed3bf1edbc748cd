//! Suites that are products: access words, middles, identifiers.

use typestar_model::{InputId, ObservationTree, Word};

use super::Suite;
use super::identifiers::Identifiers;
use super::positions::Positions;
use crate::hypothesis::Hypothesis;

/// Every position followed by the identifiers of its state: W, Wp, HSI and hybrid ADS, depending on the identifiers.
pub(super) struct Products<'a> {
    positions: Positions<'a>,
    identifiers: Identifiers,
    /// Other identifiers for the positions with the longest middles.
    last: Option<Identifiers>,
    /// Which identifier comes next.
    next: Option<usize>,
}

impl<'a> Products<'a> {
    /// The suite for systems with so many extra states.
    pub(super) fn new(hypothesis: &'a Hypothesis, extra: usize, identifiers: Identifiers) -> Self {
        Self { positions: Positions::new(hypothesis, extra + 1), identifiers, last: None, next: None }
    }

    /// The same with other identifiers for the positions with the longest middles.
    pub(super) fn ending_with(mut self, last: Identifiers) -> Self {
        self.last = Some(last);
        self
    }

    fn identifiers(&self) -> &Identifiers {
        self.last.as_ref().filter(|_| self.positions.is_last_depth()).unwrap_or(&self.identifiers)
    }

    /// Whether the word from this access word is the beginning of one from the next access word.
    fn is_covered(&self, suffix: &[InputId]) -> bool {
        self.positions.is_on_tree(suffix).is_some_and(|state| {
            let rest = &suffix[1..];
            self.identifiers.of(state).iter().any(|word| word.starts_with(rest))
        })
    }
}

impl Suite for Products<'_> {
    fn next_word(&mut self, _: &ObservationTree) -> Option<Word> {
        loop {
            if let Some(next) = self.next
                && let Some(suffix) = self.identifiers().of(self.positions.state()).get(next)
            {
                let (positions, is_covered) = (&self.positions, self.is_covered(suffix));
                let word = [positions.access(), positions.middle(), suffix].concat();
                self.next = Some(next + 1);
                if is_covered || word.is_empty() {
                    continue;
                }
                return Some(word);
            }
            if !self.positions.advance() {
                return None;
            }
            self.next = Some(0);
        }
    }
}
