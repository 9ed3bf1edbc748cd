//! Simulated systems: a machine from a file that answers as if it were real.

use typestar_learn::Plan;
use typestar_model::{Id, Inputs, Mealy, OUTSIDE, OutputId, Outputs, with_errors, write_dot};
use typestar_query::{Answer, System, SystemError};

use crate::digest::digest;

/// A machine that can be asked. Missing transitions answer `outside`.
pub struct Simulated {
    machine: Mealy,
    name: String,
}

impl Simulated {
    /// A system that behaves like `machine`; the outputs named in `errors` mean `error` and end a word.
    pub fn new(name: &str, machine: &Mealy, errors: &[String]) -> Self {
        let machine = if errors.is_empty() { machine.clone() } else { with_errors(machine, errors) };
        Self { machine, name: name.to_owned() }
    }

    /// The machine itself: the truth for the exact tester.
    pub fn machine(&self) -> &Mealy {
        &self.machine
    }

    fn execute(&self, plan: &Plan, known: &[OutputId], outside: OutputId, finals: &[OutputId]) -> Answer {
        let mut answer = Answer::default();
        let (mut state, mut part) = (self.machine.initial(), Some(plan));
        while let Some(plan) = part {
            for &input in &plan.word {
                let step = self.machine.step(state, input);
                let output = step.map_or(outside, |(output, _)| known[output.index()]);
                answer.word.push(input);
                answer.outputs.push(output);
                let Some((_, next)) = step.filter(|_| !finals.contains(&output)) else { return answer };
                state = next;
            }
            part = plan.next(answer.outputs.last().copied());
        }
        answer
    }
}

impl System for Simulated {
    fn inputs(&self) -> &Inputs {
        self.machine.inputs()
    }

    fn run(
        &mut self,
        plans: &[Plan],
        outputs: &mut Outputs,
        finals: &[OutputId],
        answers: &mut Vec<Answer>,
    ) -> Result<(), SystemError> {
        let known: Vec<OutputId> = self.machine.outputs().names().iter().map(|name| outputs.intern(name)).collect();
        let outside = outputs.intern(OUTSIDE);
        answers.extend(plans.iter().map(|plan| self.execute(plan, &known, outside, finals)));
        Ok(())
    }

    fn identity(&self) -> Vec<(String, String)> {
        vec![(format!("machine {}", self.name), digest(write_dot(&self.machine, &self.name).as_bytes()))]
    }
}
