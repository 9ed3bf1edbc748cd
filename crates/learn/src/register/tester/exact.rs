//! The exact tester: possible only where the truth is known, that is for simulated systems.

use typestar_model::register::RegisterAutomaton;

use super::super::equivalence::{Searched, search_while};
use super::super::hypothesis::RegisterHypothesis;
use super::super::theories::Theories;
use super::{ask_symbols, finals};
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
        let searched = search_difference(oracle, &hypothesis.automaton, &self.truth, &self.theories)?;
        searched.word.map_or(Ok(Outcome::Agreed), |word| ask_symbols(oracle, hypothesis, &word))
    }
}

/// Looks for a shortest word that two automata answer differently, where nothing matters behind what is final for an oracle.
/// The oracle is asked nothing, but it can end the search.
pub fn search_difference(
    oracle: &mut dyn Oracle,
    left: &RegisterAutomaton,
    right: &RegisterAutomaton,
    theories: &Theories,
) -> Result<Searched, Halt> {
    let finals = finals(oracle, &left.signature);
    search_while(left, right, theories, &|name| finals.contains(&name), usize::MAX, &mut || oracle.check())
}
