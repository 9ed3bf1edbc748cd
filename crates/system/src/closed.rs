//! Components in the same process as systems.

use typestar_model::{Inputs, Outputs, Plan};
use typestar_protocol::{Component, Host, Settings};
use typestar_query::{Answer, Symbols, System, SystemError};

use crate::troubles::Troubles;
use crate::wording::{Misread, answer};

/// A component that is closed to a system: a callin answers `ok`, what it returned, or `error`; a wait the next callback
/// or `quiet`.
pub struct Closed<C: Component> {
    host: Host<C>,
    outputs: Outputs,
    troubles: Troubles,
}

impl<C: Component> Closed<C> {
    /// Closes a component.
    pub fn new(component: C, settings: Settings) -> Self {
        Self { host: Host::new(component, settings), outputs: Outputs::default(), troubles: Troubles::default() }
    }

    /// The component itself.
    pub fn component(&self) -> &C {
        self.host.component()
    }

    /// How many times it has waited in real time. A virtual clock needs none.
    pub fn sleeps(&self) -> u64 {
        self.host.sleeps()
    }

    fn answer(&mut self, plan: &Plan, symbols: &Symbols) -> Result<Answer, SystemError> {
        let steps = self.host.execute(plan, &symbols.inputs, &symbols.outputs, &mut |_| {});
        let steps = steps.map_err(SystemError::Failed)?;
        let mut answer = answer(plan, steps, symbols, &mut self.outputs).map_err(|misread| match misread {
            Misread::OffThePlan(text) => SystemError::Failed(text),
            Misread::Unusable(error) => error,
        })?;
        let remarks = self.host.take_remarks();
        answer.late = remarks.late;
        self.troubles.add_notes(&symbols.inputs.show(&answer.word), remarks.notes);
        Ok(answer)
    }
}

impl<C: Component> System for Closed<C> {
    fn inputs(&self) -> &Inputs {
        self.host.inputs()
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            answers.push(self.answer(plan, symbols)?);
        }
        Ok(())
    }

    fn has_virtual_clock(&self) -> bool {
        self.host.clock().is_virtual()
    }

    fn troubles(&self) -> &[String] {
        self.troubles.lines()
    }

    fn identity(&self) -> Vec<(String, String)> {
        let clock = self.host.clock();
        clock.is_virtual().then(|| ("clock".to_owned(), clock.to_string())).into_iter().collect()
    }
}
