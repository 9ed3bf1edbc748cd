//! The state-bound tester: complete for systems with at most so many states.

use super::{Outcome, Streamed, SuiteKind, Tester};
use crate::mealy::MealyHypothesis;
use crate::oracle::{Halt, Oracle};

/// Tests with harmonised state identifiers, for as many extra states as the bound leaves room for.
///
/// If the system has at most `states` states (a sink of errors not counted) and agrees on all words, it is
/// equivalent to the hypothesis. The suite is streamed, never collected.
pub struct StateBound {
    states: usize,
}

impl StateBound {
    /// A tester for systems with at most `states` states.
    pub fn new(states: usize) -> Self {
        Self { states }
    }
}

impl Tester<MealyHypothesis> for StateBound {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        let extra = self.states.saturating_sub(counted_states(hypothesis));
        Streamed::new(vec![SuiteKind::Hsi(extra)], 0).test(oracle, hypothesis)
    }
}

/// How many states the hypothesis has that do not just repeat a final output, as the sinks do.
fn counted_states(hypothesis: &MealyHypothesis) -> usize {
    let inputs = || hypothesis.machine.inputs().ids();
    hypothesis.live().filter(|&state| !inputs().all(|input| hypothesis.is_final(state, input))).count()
}
