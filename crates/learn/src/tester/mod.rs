//! Conformance testers: they look for a word on which the system and the hypothesis differ.

mod certified;
mod distinguisher_bound;
mod exact;
mod state_bound;
mod streamed;
mod suite;

pub use distinguisher_bound::DistinguisherBound;
pub use exact::Exact;
pub use state_bound::StateBound;
pub use streamed::Streamed;
pub use suite::{Identifiers, RandomWalk, RandomWp, Suite, SuiteKind, suite};

use typestar_model::Word;

use crate::hypothesis::Hypothesis;
use crate::oracle::{Oracle, Plan, Stopped};

/// What a tester found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The system and the hypothesis differ on the last input of this word. It is in the tree.
    Counterexample(Word),
    /// The system agreed on everything the tester tries; what follows from that is the tester's promise.
    Agreed,
}

/// An algorithm that tries to refute a hypothesis. No counterexample is evidence, never proof without assumptions.
pub trait Tester {
    /// Tests until there is a counterexample or nothing is left to try.
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &Hypothesis) -> Result<Outcome, Stopped>;
}

/// Asks a batch of words; the shortest disagreement among them, if there is one.
pub(crate) fn ask_words(
    oracle: &mut dyn Oracle,
    hypothesis: &Hypothesis,
    words: Vec<Word>,
) -> Result<Option<Word>, Stopped> {
    oracle.ask(words.iter().map(|word| Plan::word(word.clone())).collect())?;
    let found = words.iter().filter_map(|word| hypothesis.disagreement_on(oracle.tree(), word));
    Ok(found.min_by_key(Vec::len))
}
