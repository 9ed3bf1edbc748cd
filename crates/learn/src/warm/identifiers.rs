//! State identifiers of an earlier version: the words of the test suites, by the states of its model.

use typestar_model::{Id, StateId, Word};

use super::reference::Reference;
use crate::mealy::MealyHypothesis;
use crate::oracle::{Check, Halt};
use crate::tester;

/// For each state that can be asked about, the words that tell it from all others.
pub(super) struct Identifiers {
    words: Vec<Vec<Word>>,
}

impl Identifiers {
    /// The identifiers of the states that are reached without a final output.
    pub(super) fn of(reference: &Reference, check: Check<'_>) -> Result<Self, Halt> {
        let hypothesis = MealyHypothesis::of_machine(&reference.machine, &reference.finals());
        let identifiers = tester::Identifiers::harmonised(&hypothesis, check)?;
        let mut words = vec![Vec::new(); reference.machine.len()];
        // A hypothesis numbers its states breadth first, too.
        for (state, same) in reference.live_states().into_iter().zip(hypothesis.live()) {
            words[state.index()] = identifiers.of(same).to_vec();
        }
        Ok(Self { words })
    }

    /// The words of a state; none of them begins another.
    pub(super) fn words(&self, state: StateId) -> &[Word] {
        &self.words[state.index()]
    }
}
