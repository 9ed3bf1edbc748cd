//! What is known of an earlier version, in the terms of the system that is asked.
//!
//! An earlier model may have other inputs than the system has now. Inputs that are gone are dropped,
//! and inputs that are new have no transition. What was outside its purpose is unknown, not refused.
//! After that the model is minimised: states that differ only in what is gone cannot be told apart.

use typestar_model::{Id, InputId, Inputs, Mealy, NodeId, OUTSIDE, OutputId, Seen, StateId, minimise};

use crate::mealy::hypothesis::MealyHypothesis;
use crate::oracle::Oracle;

/// An earlier model whose inputs are those of the oracle. Where it lacks an input its transitions are missing.
///
/// Outputs are compared by name: the oracle numbers them as it meets them.
///
/// Whether an output is final is a matter of the oracle, not of the model.
pub(super) struct Reference {
    pub(super) machine: Mealy,
    is_final: Vec<bool>,
}

impl Reference {
    /// An earlier model in the terms of an oracle.
    pub(super) fn new(machine: &Mealy, oracle: &dyn Oracle) -> Self {
        Self::with_inputs(machine, oracle.inputs(), oracle)
    }

    /// An earlier model in the terms of an oracle, but for its inputs.
    pub(super) fn with_inputs(machine: &Mealy, inputs: &Inputs, oracle: &dyn Oracle) -> Self {
        let machine = minimise(&in_terms_of(machine, inputs));
        let ends = |name: &String| oracle.outputs().get(name).is_some_and(|output| oracle.tree().is_final(output));
        Self { is_final: machine.outputs().texts().iter().map(ends).collect(), machine }
    }

    /// Whether nothing changes after this output of the model.
    pub(super) fn is_final(&self, output: OutputId) -> bool {
        self.is_final[output.index()]
    }

    /// The states that are reached without a final output, as those of a hypothesis.
    pub(super) fn live(&self) -> MealyHypothesis {
        let finals: Vec<OutputId> = self.machine.outputs().ids().filter(|&output| self.is_final(output)).collect();
        MealyHypothesis::of_machine(&self.machine, &finals)
    }

    /// How many inputs of the system the model knows.
    pub(super) fn known_inputs(&self) -> usize {
        let is_known = |&input: &InputId| self.machine.states().any(|state| self.machine.step(state, input).is_some());
        self.machine.inputs().ids().filter(is_known).count()
    }

    /// Whether the system answers `suffix` after `word` as the model does from `state`.
    pub(super) fn answers_alike(
        &self,
        oracle: &dyn Oracle,
        word: &[InputId],
        state: StateId,
        suffix: &[InputId],
    ) -> bool {
        let node = oracle.tree().follow(oracle.tree().root(), word);
        node.is_some_and(|node| self.agreement(oracle, node, state, suffix) == Agreement::Full)
    }

    /// How far the system answers `word` after `node` as the model does from `state`.
    ///
    /// Where either side says nothing, they agree: what is not known cannot differ.
    pub(super) fn agreement(&self, oracle: &dyn Oracle, node: NodeId, state: StateId, word: &[InputId]) -> Agreement {
        let (mut node, mut state) = (node, state);
        for (length, &input) in word.iter().enumerate() {
            let Some((expected, to)) = self.machine.step(state, input) else { return Agreement::Full };
            let (seen, next) = match oracle.tree().seen(node, input) {
                Seen::Unknown => return Agreement::Full,
                Seen::Final(seen) => (seen, node),
                Seen::Step(seen, next) => (seen, next),
            };
            if oracle.outputs().text(seen) != self.machine.outputs().text(expected) {
                return Agreement::Until(length);
            }
            (node, state) = (next, to);
        }
        Agreement::Full
    }
}

/// How far a system and a model agree on a word.
///
/// The order is that of agreement: the largest is the best match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Agreement {
    /// On this many inputs, and not on the next.
    Until(usize),
    /// As far as both are known.
    Full,
}

/// The machine over other inputs, matched by name, without what is outside its purpose.
fn in_terms_of(machine: &Mealy, inputs: &Inputs) -> Mealy {
    let mut part = Mealy::with_outputs(inputs.clone(), machine.outputs().clone());
    for state in machine.states() {
        part.add_state(machine.name(state));
    }
    part.set_initial(machine.initial());
    for (from, input, output, to) in machine.edges() {
        if let Some(input) = inputs.get(machine.inputs().text(input))
            && machine.outputs().text(output) != OUTSIDE
        {
            part.set(from, input, output, to);
        }
    }
    part
}
