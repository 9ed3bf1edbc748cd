//! The exact tester: possible only where the truth is known, that is for simulated systems.

use typestar_model::{Mealy, separating_word};

use super::{Outcome, Tester, ask_words};
use crate::mealy::MealyHypothesis;
use crate::oracle::{Halt, Oracle};

/// Compares the hypothesis with the true machine. Its counterexamples are executed and counted like any other.
pub struct Exact {
    truth: Mealy,
}

impl Exact {
    /// A tester that knows the truth.
    pub fn new(truth: Mealy) -> Self {
        Self { truth }
    }
}

impl Tester<MealyHypothesis> for Exact {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        let Some(word) = separating_word(&hypothesis.machine, &self.truth) else { return Ok(Outcome::Agreed) };
        Ok(ask_words(oracle, hypothesis, vec![word])?.map_or(Outcome::Agreed, Outcome::Counterexample))
    }
}
