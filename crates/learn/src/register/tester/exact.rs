//! The exact tester: possible only where the truth is known, that is for simulated systems.

use typestar_model::register::RegisterAutomaton;

use super::super::equivalence::separating_word_before;
use super::super::hypothesis::RegisterHypothesis;
use super::super::theories::Theories;
use super::{ask_symbols, is_final};
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester};

/// Compares the hypothesis with the true automaton. Its counterexamples are executed and counted like any other.
///
/// For its use see the example of the [module](crate::register). With sums it is exact only up to
/// [`MOST_PAIRS_WITH_SUMS`](crate::register::MOST_PAIRS_WITH_SUMS) pairs of places.
pub struct RegisterExact {
    truth: RegisterAutomaton,
    theories: Theories,
}

impl RegisterExact {
    /// A tester that knows the truth.
    pub fn new(truth: RegisterAutomaton, theories: Theories) -> Self {
        Self { truth, theories }
    }
}

impl Tester<RegisterHypothesis> for RegisterExact {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        let is_final = |name: &str| is_final(oracle, name);
        let word = separating_word_before(&hypothesis.automaton, &self.truth, &self.theories, &is_final);
        word.map_or(Ok(Outcome::Agreed), |word| ask_symbols(oracle, hypothesis, &word))
    }
}
