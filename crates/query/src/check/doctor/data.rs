//! The examination of a system with data: its inputs with a few values each.

use std::sync::{Arc, OnceLock};

use typestar_model::{Finding, Inputs, Outputs, Plan, Symbol};

use super::checks::passed;
use super::{Check, CheckKind, CheckOutcome, Declared};
use crate::run::findings;
use crate::run::registers::data::Data;
use crate::run::registers::misfits::Misfits;
use crate::system::{About, Answer, Symbols, System, SystemError, Taker, run_in_order};

/// The first answer that does not fit its declaration.
pub(super) type FirstMisfit = Arc<OnceLock<Finding>>;

impl Declared<'_> {
    /// Whether all outputs have the declared values.
    pub(super) fn outputs(&self) -> Check {
        match self.misfit.get() {
            Some(finding) => Check {
                kind: CheckKind::Outputs,
                outcome: CheckOutcome::Failed,
                message: finding.message.clone(),
                advice: finding.advice.first().cloned(),
                traces: finding.traces.clone(),
            },
            None => passed(CheckKind::Outputs, "all outputs have the declared values".to_owned()),
        }
    }
}

/// A system with data whose inputs have values.
pub(super) struct Sampled<'a> {
    system: &'a mut dyn System,
    inputs: Inputs,
    misfits: Misfits,
    first: FirstMisfit,
}

impl<'a> Sampled<'a> {
    pub(super) fn new(system: &'a mut dyn System, data: &Data, first: &FirstMisfit) -> Self {
        let mut inputs = Inputs::default();
        for call in data.sample_calls() {
            inputs.intern_symbol(call);
        }
        Self { system, inputs, misfits: Misfits::new(data.clone()), first: Arc::clone(first) }
    }
}

/// Keeps the first answer that does not fit its declaration.
fn note(misfits: &mut Misfits, first: &FirstMisfit, answer: &Answer, symbols: &Symbols, outputs: &Outputs) {
    if let Some((place, misfit)) = misfits.first(answer, &symbols.inputs, outputs) {
        let steps = answer.steps(place + 1, &symbols.inputs, outputs);
        first.get_or_init(|| findings::wrong_values(&misfit, steps));
    }
}

impl System for Sampled<'_> {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        self.system.outputs()
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        run_in_order(self, plans, symbols, answers)
    }

    fn run_at_once(&mut self, plans: &[Plan], symbols: &Symbols, taker: Taker) -> Result<(), SystemError> {
        let (misfits, first) = (&mut self.misfits, &self.first);
        self.system.run_at_once(plans, symbols, &mut |answers, outputs| {
            answers.iter().for_each(|(_, answer)| note(misfits, first, answer, symbols, outputs));
            taker(answers, outputs)
        })
    }

    fn copies(&self) -> usize {
        self.system.copies()
    }

    fn begin(&mut self, interrupt: &std::sync::Arc<std::sync::atomic::AtomicBool>) {
        self.system.begin(interrupt);
    }

    fn about(&self) -> &About {
        self.system.about()
    }

    fn troubles(&self) -> &[String] {
        self.system.troubles()
    }
}

impl Data {
    /// Each input with values that were never seen, and once more with others.
    fn sample_calls(&self) -> Vec<Symbol> {
        let actions = self.signature.inputs.iter();
        actions.flat_map(|action| self.fresh_calls(action, 2)).collect()
    }
}
