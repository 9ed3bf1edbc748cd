//! The examination of a system with data: its inputs with a few values each.

use std::sync::{Arc, OnceLock};

use typestar_model::{Finding, Inputs, Outputs, Plan, Symbol};

use super::{Check, CheckKind, CheckOutcome, DoctorOptions, Examination, examine};
use crate::case::Case;
use crate::data::Data;
use crate::findings;
use crate::misfits::Misfits;
use crate::system::{Answer, Symbols, System, SystemError, Taker, run_in_order};
use crate::typed::Typed;

/// The first answer that does not fit its declaration.
type FirstMisfit = Arc<OnceLock<Finding>>;

/// Examines a system with data: each of its inputs with values that were never seen, twice. Whether outputs have the
/// values that are declared is looked at in every answer.
pub fn examine_data(
    (case, data): (&Case, &Data),
    system: &mut dyn System,
    options: &DoctorOptions,
    observer: &mut dyn FnMut(&Check),
) -> Result<Examination, SystemError> {
    let (mut typed, misfit) = (Typed::new(system, data.clone()), FirstMisfit::default());
    let mut sampled = Sampled::new(&mut typed, data, &misfit);
    let told = |check: &Check| match (misfit.get(), check.kind) {
        (Some(finding), CheckKind::Outputs) => Check {
            kind: CheckKind::Outputs,
            outcome: CheckOutcome::Failed,
            message: finding.message.clone(),
            advice: finding.advice.first().cloned(),
            traces: finding.traces.clone(),
        },
        (None, CheckKind::Outputs) => {
            let message = "all outputs have the values that are declared of them".to_owned();
            Check { message, outcome: CheckOutcome::Passed, advice: None, ..check.clone() }
        }
        // Each input is tried with several values, and is still one input.
        (_, CheckKind::Inputs) if check.outcome == CheckOutcome::Passed => {
            let message = format!("each of the {} inputs was accepted somewhere", data.signature.inputs.len());
            Check { message, ..check.clone() }
        }
        _ => check.clone(),
    };
    let mut examination = examine(case, &mut sampled, options, &mut |check| observer(&told(check)))?;
    examination.checks.iter_mut().for_each(|check| *check = told(check));
    Ok(examination)
}

/// A system with data whose inputs have values.
struct Sampled<'a> {
    system: &'a mut dyn System,
    inputs: Inputs,
    misfits: Misfits,
    first: FirstMisfit,
}

impl<'a> Sampled<'a> {
    fn new(system: &'a mut dyn System, data: &Data, first: &FirstMisfit) -> Self {
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

    fn finals(&self) -> &[String] {
        self.system.finals()
    }

    fn has_virtual_clock(&self) -> bool {
        self.system.has_virtual_clock()
    }

    fn environment(&self) -> &str {
        self.system.environment()
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
