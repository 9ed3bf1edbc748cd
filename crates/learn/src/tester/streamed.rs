//! The streamed tester: suites by name, one after the other, in batches.

use typestar_model::{ObservationTree, Word};

use super::suite::{Suite, SuiteKind, suite};
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
            let mut suite = make(kind, hypothesis, self.seed, oracle)?;
            let mut rehearsed = match suite.left() {
                Some(left) if left <= REHEARSED => {
                    unknown_words(&mut *make(kind, hypothesis, self.seed, oracle)?, oracle.tree())
                }
                _ => u64::MAX,
            };
            let mut batch = Vec::new();
            loop {
                let word = next_unknown(oracle, &mut |tree| suite.next_word(tree))?;
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

fn make<'a>(
    kind: &SuiteKind,
    hypothesis: &'a Hypothesis,
    seed: u64,
    oracle: &mut dyn Oracle,
) -> Result<Box<dyn Suite + 'a>, Stopped> {
    suite(kind, hypothesis, seed, &mut || oracle.check())
}

/// How many words of a suite the tree does not know.
fn unknown_words(suite: &mut dyn Suite, tree: &ObservationTree) -> u64 {
    let words = std::iter::from_fn(|| suite.next_word(tree));
    words.filter(|word| tree.follow(tree.root(), word).is_none()).count() as u64
}

/// The next word that the tree does not know; those that it knows are counted.
fn next_unknown(
    oracle: &mut dyn Oracle,
    next: &mut dyn FnMut(&ObservationTree) -> Option<Word>,
) -> Result<Option<Word>, Stopped> {
    let mut known = 0;
    let found = loop {
        oracle.check()?;
        let tree = oracle.tree();
        match next(tree) {
            Some(word) if tree.follow(tree.root(), &word).is_some() => known += 1,
            other => break other,
        }
    };
    oracle.count_known(known);
    Ok(found)
}
