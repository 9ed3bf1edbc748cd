//! Components in the same process as systems.

use typestar_model::{Inputs, Outputs, Plan};
use typestar_protocol::{Component, Host, Settings};
use typestar_query::{About, Answer, Symbols, System, SystemError};

use crate::troubles::Troubles;
use crate::wording::{Answering, Misread};

/// A component that is closed to a system: a callin answers `ok`, what it returned, or `error`; a wait the next callback
/// or `quiet`.
pub struct Closed<C: Component> {
    host: Host<C>,
    about: About,
    outputs: Outputs,
    troubles: Troubles,
}

impl<C: Component> Closed<C> {
    /// Closes a component.
    pub fn new(component: C, settings: Settings) -> Self {
        let host = Host::new(component, settings);
        let clock = host.clock();
        let identity = clock.is_virtual().then(|| ("clock".to_owned(), clock.to_string())).into_iter().collect();
        let about = About { identity, clock, ..About::default() };
        Self { host, about, outputs: Outputs::default(), troubles: Troubles::default() }
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
        let (mut answering, mut read) = (Answering::new(plan, symbols), Ok(()));
        let mut take = |step| {
            if read.is_ok() {
                read = answering.add(step, &mut self.outputs);
            }
        };
        self.host.execute(plan, &symbols.inputs, &symbols.outputs, &mut take).map_err(SystemError::Failed)?;
        let mut answer = read.and_then(|()| answering.finish(&self.outputs)).map_err(|misread| match misread {
            Misread::OffThePlan(text) => SystemError::Failed(text),
            Misread::Unusable(error) => error,
        })?;
        let remarks = self.host.take_remarks();
        answer.late = remarks.late;
        self.troubles.add_notes(&|| symbols.inputs.show(&answer.word), remarks.notes);
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

    fn about(&self) -> &About {
        &self.about
    }

    fn troubles(&self) -> &[String] {
        self.troubles.lines()
    }
}
