//! Known words with data.

use super::super::hypothesis::RegisterHypothesis;
use super::super::shorten::shorten;
use super::super::theories::Theories;
use crate::known::KnownWords;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester};

/// Words that somebody knows to be interesting, with values.
///
/// A counterexample is shortened before it is returned, at the price of a few words: a trace of a log is longer and more
/// special than it need be.
pub struct RegisterKnown {
    known: KnownWords,
    theories: Theories,
}

impl RegisterKnown {
    /// These words, of a system whose values compare like this.
    pub fn new(known: KnownWords, theories: Theories) -> Self {
        Self { known, theories }
    }
}

impl Tester<RegisterHypothesis> for RegisterKnown {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        match self.known.test(oracle, hypothesis)? {
            Outcome::Counterexample(word) => {
                shorten(oracle, hypothesis, &self.theories, &word).map(Outcome::Counterexample)
            }
            Outcome::Agreed => Ok(Outcome::Agreed),
        }
    }
}
