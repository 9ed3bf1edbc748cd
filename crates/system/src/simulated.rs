//! Simulated systems: a machine from a file that answers as if it were real.

use typestar_learn::Plan;
use typestar_model::{
    CRASH, HANG, Id, Inputs, Mealy, OUTSIDE, OutputId, Outputs, with_errors, with_final_failures, write_dot,
};
use typestar_query::{Answer, System, SystemError, digest};

/// A machine that can be asked. Missing transitions answer `outside`.
pub struct Simulated {
    machine: Mealy,
    name: String,
    /// The askers' numbers of the machine's outputs, and last of `outside`.
    known: Vec<OutputId>,
}

impl Simulated {
    /// A system that behaves like `machine`; the outputs named in `errors` mean `error` and end a word. After a hang or a
    /// crash everything is an error, whatever the machine says.
    pub fn new(name: &str, machine: &Mealy, errors: &[String]) -> Self {
        let machine = if errors.is_empty() { machine.clone() } else { with_errors(machine, errors) };
        let fails = [HANG, CRASH].iter().any(|name| machine.outputs().get(name).is_some());
        let machine = if fails { with_final_failures(&machine) } else { machine };
        Self { machine, name: name.to_owned(), known: Vec::new() }
    }

    /// The machine itself: the truth for the exact tester.
    pub fn machine(&self) -> &Mealy {
        &self.machine
    }

    /// Finds the numbers of the machine's outputs in `outputs`, unless they are still the same.
    fn find_outputs(&mut self, outputs: &mut Outputs) {
        let names = || self.machine.outputs().names().iter().map(String::as_str).chain([OUTSIDE]);
        let is_same = |(&id, name): (&OutputId, &str)| outputs.names().get(id.index()).is_some_and(|of| of == name);
        if self.known.is_empty() || !self.known.iter().zip(names()).all(is_same) {
            self.known = names().map(|name| outputs.intern(name)).collect();
        }
    }

    fn execute(&self, plan: &Plan, finals: &[OutputId]) -> Answer {
        let mut answer = Answer::default();
        let outside = self.machine.outputs().len();
        let (mut state, mut part) = (self.machine.initial(), Some(plan));
        while let Some(plan) = part {
            answer.word.reserve_exact(plan.word.len());
            answer.outputs.reserve_exact(plan.word.len());
            for &input in &plan.word {
                let step = self.machine.step(state, input);
                let output = self.known[step.map_or(outside, |(output, _)| output.index())];
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
        self.find_outputs(outputs);
        answers.extend(plans.iter().map(|plan| self.execute(plan, finals)));
        Ok(())
    }

    fn identity(&self) -> Vec<(String, String)> {
        vec![(format!("machine {}", self.name), digest(write_dot(&self.machine, &self.name).as_bytes()))]
    }
}
