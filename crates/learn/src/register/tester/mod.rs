//! Testers for systems with data.
//!
//! `exact` knows the truth; `explore` promises a depth; `random` promises nothing and reaches deeper, and
//! `repeated` deeper still; `known` has words that somebody gave.
//! All of them build words from witnesses, so that what they ask is what a learner would ask.

mod classes;
mod exact;
mod explore;
mod known;
mod making;
mod random;
mod repeated;
mod walk;

pub use classes::RegisterWords;
pub use exact::{RegisterExact, search_difference};
pub use explore::{ExploreLimits, Explored, RegisterExplore};
pub use known::RegisterKnown;
pub use random::{RegisterRandom, Shares};
pub use repeated::RegisterRepeated;
pub use walk::explore;

use typestar_model::register::Signature;
use typestar_model::{Symbol, Word};

use super::hypothesis::RegisterHypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, ask_words};

/// Asks a word of symbols. It agrees if the system has no such input, or if the word is no counterexample after all.
pub(crate) fn ask_symbols(
    oracle: &mut dyn Oracle,
    hypothesis: &RegisterHypothesis,
    word: &[Symbol],
) -> Result<Outcome, Halt> {
    let numbered: Option<Word> = word.iter().map(|symbol| oracle.input(symbol)).collect();
    let Some(word) = numbered else { return Ok(Outcome::Agreed) };
    Ok(ask_words(oracle, hypothesis, vec![word])?.map_or(Outcome::Agreed, Outcome::Counterexample))
}

/// Whether nothing changes after the output with this name.
pub(crate) fn is_final(oracle: &dyn Oracle, name: &str) -> bool {
    oracle.outputs().get(name).is_some_and(|output| oracle.tree().is_final(output))
}

/// The outputs of a signature after which nothing changes, by their names.
fn finals<'s>(oracle: &dyn Oracle, signature: &'s Signature) -> Vec<&'s str> {
    let names = signature.outputs.iter().map(|output| output.name.as_str());
    names.filter(|name| is_final(oracle, name)).collect()
}
