//! State identifiers of an earlier version: the words of the test suites, by the states of its model.
//!
//! An earlier model becomes a hypothesis, so that the code for suites can be used. Access words lead from
//! the states of the one to those of the other.

use typestar_model::{Id, StateId, Word};

use super::reference::Reference;
use crate::mealy::tester;
use crate::oracle::{Check, Halt};

/// For each state that can be asked about, the words that tell it from all others.
pub(super) struct Identifiers {
    words: Vec<Vec<Word>>,
}

impl Identifiers {
    /// The identifiers of the states that are reached without a final output.
    pub(super) fn of(reference: &Reference, check: Check<'_>) -> Result<Self, Halt> {
        let hypothesis = reference.live();
        let identifiers = tester::Identifiers::harmonised(&hypothesis, check)?;
        let mut words = vec![Vec::new(); reference.machine.len()];
        for (access, same) in hypothesis.access.iter().zip(hypothesis.live()) {
            let state = reference.machine.state_after(access).expect("it is the word of a state");
            words[state.index()] = identifiers.of(same).to_vec();
        }
        Ok(Self { words })
    }

    /// The words of a state; none of them begins another.
    pub(super) fn words(&self, state: StateId) -> &[Word] {
        &self.words[state.index()]
    }
}
