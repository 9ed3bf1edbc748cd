//! State identifiers of an earlier version: the words of the test suites, by the states of its model.
//!
//! An earlier model becomes a hypothesis, so that the code for suites can be used. The two number their
//! states in the same order, breadth first, so that no table is needed between them.

use typestar_model::{Id, StateId, Word};

use super::reference::Reference;
use crate::mealy::hypothesis::MealyHypothesis;
use crate::mealy::tester;
use crate::oracle::{Check, Halt};

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
