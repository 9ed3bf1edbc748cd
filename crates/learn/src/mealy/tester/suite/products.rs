//! Suites that are products: access words, middles, identifiers.
//!
//! `w`, `wp`, `hsi` and `hybrid-ads` are one loop with different identifiers. A word that is the
//! beginning of another word of the suite is left out, as far as that can be seen without a list of all
//! words: it may begin a word of the next access word, or have been asked on the way here.

use typestar_model::{InputId, ObservationTree, Word};

use super::Suite;
use super::identifiers::Identifiers;
use super::positions::Positions;
use crate::mealy::hypothesis::MealyHypothesis;

/// Every position followed by the identifiers of its state: W, Wp, HSI and hybrid ADS, depending on the identifiers.
pub(super) struct Products<'a> {
    positions: Positions<'a>,
    identifiers: Identifiers,
    /// Other identifiers for the positions with the longest middles.
    last: Option<Identifiers>,
    /// How long the longest identifier is.
    longest: usize,
    /// Which identifier comes next.
    next: Option<usize>,
    /// How many pairs of a position and an identifier are still to come. Words that others cover are among them.
    left: Option<u64>,
}

impl<'a> Products<'a> {
    /// The suite for systems with this many extra states; positions with the longest middles may have other identifiers.
    pub(super) fn new(
        hypothesis: &'a MealyHypothesis,
        extra: usize,
        identifiers: Identifiers,
        last: Option<Identifiers>,
    ) -> Self {
        let lengths = hypothesis.live().flat_map(|state| identifiers.of(state)).map(Vec::len);
        let longest = lengths.max().unwrap_or(0);
        let positions = Positions::new(hypothesis, extra.saturating_add(1));
        let left = pairs(&positions, &identifiers, last.as_ref().unwrap_or(&identifiers));
        Self { positions, identifiers, last, longest, next: None, left }
    }

    fn identifiers(&self) -> &Identifiers {
        self.last.as_ref().filter(|_| self.positions.is_last_depth()).unwrap_or(&self.identifiers)
    }

    /// Whether the word is the beginning of another one: of one from the next access word, which comes soon, or of one
    /// from a position on the way to this one, which came before.
    ///
    /// Memory must not grow with the suite, so each test looks only at the identifiers of the states on
    /// the way to the position.
    fn is_covered(&self, suffix: &[InputId]) -> bool {
        if let Some(state) = self.positions.next_access(suffix) {
            return self.identifiers.of(state).iter().any(|word| word.starts_with(&suffix[1..]));
        }
        !self.positions.middle().is_empty() && self.was_asked_on_the_way(suffix)
    }

    /// An identifier of an earlier state that begins with the way from there to here, and goes on with
    /// the suffix, contains the whole word.
    fn was_asked_on_the_way(&self, suffix: &[InputId]) -> bool {
        let steps_back = || self.positions.steps_back();
        let room = self.longest.saturating_sub(suffix.len());
        steps_back().zip(1..=room).any(|((state, _), passed)| {
            let words = self.identifiers.of(state).iter().filter(|word| word.len() >= passed + suffix.len());
            let mut beginnings = words.map(|word| word.split_at(passed));
            let leads_here =
                |way: &[InputId]| way.iter().rev().copied().eq(steps_back().take(passed).map(|step| step.1));
            beginnings.any(|(way, rest)| rest.starts_with(suffix) && leads_here(way))
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
                self.left = self.left.map(|left| left.saturating_sub(1));
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

    fn left(&self) -> Option<u64> {
        self.left
    }
}

/// How many pairs of a position and an identifier there are, if those with the longest middles have their own.
fn pairs(positions: &Positions, identifiers: &Identifiers, last: &Identifiers) -> Option<u64> {
    let weight = |state, is_last| if is_last { last.of(state).len() } else { identifiers.of(state).len() };
    positions.weigh(|state, is_last| weight(state, is_last) as u64)
}
