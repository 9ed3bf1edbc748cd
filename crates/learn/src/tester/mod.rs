//! Conformance testers: they look for a word on which the system and the hypothesis differ.

mod auto;
mod certified;
mod distinguisher_bound;
mod exact;
mod joined;
mod state_bound;
mod streamed;
mod suite;

pub use auto::Auto;
pub use distinguisher_bound::DistinguisherBound;
pub use exact::Exact;
pub use joined::Joined;
pub use state_bound::StateBound;
pub use streamed::Streamed;
pub use suite::{Identifiers, RandomWalk, RandomWp, Suite, SuiteKind, suite};

use typestar_model::{Plan, Word};

use crate::hypothesis::Hypothesis;
use crate::oracle::{Halt, Oracle};

/// What a tester found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The system and the hypothesis differ on the last input of this word. It is in the tree.
    Counterexample(Word),
    /// The system agreed on everything the tester tries; what follows from that is the tester's promise.
    Agreed,
}

/// An algorithm that tries to refute a hypothesis. No counterexample is evidence, never proof without assumptions.
pub trait Tester<H> {
    /// Tests until there is a counterexample or nothing is left to try.
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &H) -> Result<Outcome, Halt>;

    /// What was established since the last counterexample, if the tester's name does not say it.
    fn completeness(&self) -> Option<Completeness> {
        None
    }
}

impl<H, T: Tester<H> + ?Sized> Tester<H> for Box<T> {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &H) -> Result<Outcome, Halt> {
        (**self).test(oracle, hypothesis)
    }

    fn completeness(&self) -> Option<Completeness> {
        (**self).completeness()
    }
}

/// What follows from words that found no counterexample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completeness {
    /// For how many extra states the words are complete, and k-A-complete; none if they are not even for 0.
    pub complete_for: Option<usize>,
    /// How many words were tried since that was established.
    pub words_beyond: u64,
}

/// How many words to ask at once: more, the longer no counterexample was found, because what stands in a batch
/// behind a counterexample is asked in vain.
#[derive(Debug, Default)]
pub(crate) struct Batches {
    asked: u64,
}

impl Batches {
    /// The most words that are asked at once.
    const LARGEST: u64 = 512;
    /// Of the words that were asked, the share that may be asked at once.
    const SHARE: u64 = 16;

    pub(crate) fn size(&self) -> u64 {
        (self.asked / Self::SHARE).clamp(1, Self::LARGEST)
    }

    pub(crate) fn note(&mut self, words: u64) {
        self.asked += words;
    }
}

/// Asks a batch of words; the shortest disagreement among them, if there is one.
pub(crate) fn ask_words(
    oracle: &mut dyn Oracle,
    hypothesis: &impl Hypothesis,
    words: Vec<Word>,
) -> Result<Option<Word>, Halt> {
    oracle.ask(words.iter().map(|word| Plan::word(word.clone())).collect())?;
    let found = words.iter().filter_map(|word| hypothesis.disagreement_on(oracle.observed(), word));
    Ok(found.min_by_key(Vec::len))
}
