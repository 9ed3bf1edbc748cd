//! The streamed tester: suites by name, one after the other, in batches.

use typestar_model::Word;

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
            let mut suite = suite(kind, hypothesis, self.seed, &mut || oracle.check())?;
            let mut batch = Vec::new();
            loop {
                let word = next_unknown(oracle, &mut |tree| suite.next_word(tree))?;
                let is_last = word.is_none();
                batch.extend(word);
                if is_last || batch.len() as u64 >= batches.size() {
                    batches.note(batch.len() as u64);
                    if let Some(word) = ask_words(oracle, hypothesis, std::mem::take(&mut batch))? {
                        return Ok(Outcome::Counterexample(word));
                    }
                }
                if is_last {
                    break;
                }
            }
        }
        Ok(Outcome::Agreed)
    }
}

/// The next word that the tree does not know; those that it knows are counted.
fn next_unknown(
    oracle: &mut dyn Oracle,
    next: &mut dyn FnMut(&typestar_model::ObservationTree) -> Option<Word>,
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
