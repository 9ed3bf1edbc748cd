//! The streamed tester: suites by name, one after the other, in batches.

use typestar_model::{ObservationTree, Word};

use super::suite::{SuiteKind, suite};
use super::{Batches, Outcome, Tester, ask_words};
use crate::hypothesis::Hypothesis;
use crate::oracle::{Oracle, Stopped};

/// Tries suites one after the other, and skips what the observation tree knows already.
pub struct Streamed {
    kinds: Vec<SuiteKind>,
    seed: u64,
}

impl Streamed {
    /// A tester that tries these suites; the seed matters to random ones.
    pub fn new(kinds: Vec<SuiteKind>, seed: u64) -> Self {
        Self { kinds, seed }
    }
}

impl Tester for Streamed {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &Hypothesis) -> Result<Outcome, Stopped> {
        let mut batches = Batches::default();
        for kind in &self.kinds {
            let mut rehearsed = rehearse(kind, hypothesis, self.seed, oracle.tree());
            let mut suite = suite(kind, hypothesis, self.seed);
            let mut batch = Vec::new();
            loop {
                let word = next_unknown(oracle, &mut |tree| suite.next_word(tree));
                let is_last = word.is_none();
                batch.extend(word);
                if is_last || batch.len() as u64 >= batches.size() {
                    batches.note(batch.len() as u64);
                    rehearsed = rehearsed.saturating_sub(batch.len() as u64);
                    oracle.note_left(suite.left().map(|left| left.min(rehearsed)));
                    if let Some(word) = ask_words(oracle, hypothesis, std::mem::take(&mut batch))? {
                        return Ok(Outcome::Counterexample(word));
                    }
                }
                if is_last {
                    break;
                }
            }
            oracle.note_left(None);
        }
        Ok(Outcome::Agreed)
    }
}

/// A suite of at most so many words is made once more beforehand, to tell people how many of them are new.
const REHEARSED: u64 = 10_000;

/// How many words of a suite the tree does not know; no limit if the suite is too long to find out, or has no end.
fn rehearse(kind: &SuiteKind, hypothesis: &Hypothesis, seed: u64, tree: &ObservationTree) -> u64 {
    let mut suite = suite(kind, hypothesis, seed);
    if suite.left().is_none_or(|left| left > REHEARSED) {
        return u64::MAX;
    }
    let words = std::iter::from_fn(|| suite.next_word(tree));
    words.filter(|word| tree.follow(tree.root(), word).is_none()).count() as u64
}

/// The next word that the tree does not know; those that it knows are counted.
fn next_unknown(oracle: &mut dyn Oracle, next: &mut dyn FnMut(&ObservationTree) -> Option<Word>) -> Option<Word> {
    let mut known = 0;
    let found = loop {
        let tree = oracle.tree();
        match next(tree) {
            Some(word) if tree.follow(tree.root(), &word).is_some() => known += 1,
            other => break other,
        }
    };
    oracle.count_known(known);
    found
}
