//! Components in the same process as systems.

use typestar_model::{Inputs, OutputId, Outputs, Plan};
use typestar_protocol::{Component, Host, Settings};
use typestar_query::{Answer, System, SystemError};

use crate::troubles::Troubles;
use crate::wording::{Misread, Wording};

/// A component that is closed to a system: a callin answers `ok`, what it returned, or `error`; a wait the next callback
/// or `quiet`.
pub struct Closed<C: Component> {
    host: Host<C>,
    troubles: Troubles,
}

impl<C: Component> Closed<C> {
    /// Closes a component.
    pub fn new(component: C, settings: Settings) -> Self {
        Self { host: Host::new(component, settings), troubles: Troubles::default() }
    }

    /// The component itself.
    pub fn component(&self) -> &C {
        self.host.component()
    }
}

impl<C: Component> System for Closed<C> {
    fn inputs(&self) -> &Inputs {
        self.host.inputs()
    }

    fn run(
        &mut self,
        plans: &[Plan],
        outputs: &mut Outputs,
        finals: &[OutputId],
        answers: &mut Vec<Answer>,
    ) -> Result<(), SystemError> {
        let inputs = self.host.inputs().clone();
        let wording = Wording::plain(&inputs);
        for plan in plans {
            let steps = self.host.execute(plan, &inputs, outputs, &mut |_| {}).map_err(SystemError::Failed)?;
            let mut answer = wording.answer(plan, steps, outputs, finals).map_err(|misread| match misread {
                Misread::OffThePlan(text) => SystemError::Failed(text),
                Misread::Unusable(error) => error,
            })?;
            let remarks = self.host.take_remarks();
            answer.late = remarks.late;
            self.troubles.add_notes(&self.host.inputs().show(&answer.word), remarks.notes);
            answers.push(answer);
        }
        Ok(())
    }

    fn troubles(&self) -> &[String] {
        self.troubles.lines()
    }
}
