//! Simulated systems: a machine from a file that answers as if it were real.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use typestar_model::{
    CRASH, Cursor, HANG, Id, InputId, Inputs, Mealy, OUTSIDE, OutputId, Outputs, Plan, with_errors,
    with_final_failures, write_dot,
};
use typestar_query::{About, Answer, Symbols, System, SystemError, digest};

/// A machine that can be asked. Missing transitions answer `outside`.
pub struct Simulated {
    machine: Mealy,
    about: About,
    /// The machine's outputs, and last `outside`.
    outputs: Outputs,
    outside: OutputId,
    known: Known,
}

/// What is known of the symbols of those who ask.
#[derive(Default)]
struct Known {
    /// The machine's numbers of their inputs, where they are not the same.
    inputs: Vec<Option<InputId>>,
    /// Their numbers of the machine's outputs, as far as they knew them when they knew this many.
    outputs: Vec<Option<OutputId>>,
    of: usize,
    /// Whether each of the machine's outputs is final to them.
    finals: Vec<bool>,
}

impl Simulated {
    /// A system that behaves like `machine`; the outputs named in `errors` mean `error` and end a word. After a hang or a
    /// crash everything is an error, whatever the machine says.
    pub fn new(name: &str, machine: &Mealy, errors: &[String]) -> Self {
        let machine = if errors.is_empty() { machine.clone() } else { with_errors(machine, errors) };
        let fails = [HANG, CRASH].iter().any(|name| machine.outputs().get(name).is_some());
        let machine = if fails { with_final_failures(&machine) } else { machine };
        let mut outputs = machine.outputs().clone();
        let outside = outputs.intern(OUTSIDE);
        let identity = vec![(format!("machine {name}"), digest(write_dot(&machine, name).as_bytes()))];
        let about = About { identity, ..About::default() };
        Self { machine, about, outputs, outside, known: Known::default() }
    }

    /// The machine itself: the truth for the exact tester.
    pub fn machine(&self) -> &Mealy {
        &self.machine
    }

    /// Takes note of symbols that came since.
    fn learn_symbols(&mut self, symbols: &Symbols) {
        let Known { inputs, outputs, of, finals } = &mut self.known;
        for input in symbols.inputs.ids().skip(inputs.len()) {
            inputs.push(self.machine.inputs().get(symbols.inputs.text(input)));
        }
        if outputs.is_empty() || *of != symbols.outputs.len() {
            *outputs = self.outputs.texts().iter().map(|name| symbols.outputs.get(name)).collect();
            *of = symbols.outputs.len();
            let is_final = |known: &Option<OutputId>| known.is_some_and(|output| symbols.finals.contains(&output));
            *finals = outputs.iter().map(is_final).collect();
        }
    }

    fn execute(&self, plan: &Plan, symbols: &Symbols) -> Option<Answer> {
        let mut answer = Answer::default();
        let (mut state, mut cursor) = (self.machine.initial(), Cursor::naming(plan, &symbols.outputs));
        answer.word.reserve_exact(plan.word.len());
        answer.outputs.reserve_exact(plan.word.len());
        while let Some(input) = cursor.next() {
            let step = self.machine.step(state, self.known.inputs[input.index()]?);
            let output = step.map_or(self.outside, |(output, _)| output);
            answer.word.push(input);
            answer.outputs.push(output);
            let Some((_, next)) = step.filter(|_| !self.known.finals[output.index()]) else { break };
            state = next;
            match self.known.outputs[output.index()] {
                None if plan.is_adaptive() => cursor.take_text(self.outputs.text(output)),
                known => cursor.take(known),
            }
        }
        Some(answer)
    }
}

impl System for Simulated {
    fn inputs(&self) -> &Inputs {
        self.machine.inputs()
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn begin(&mut self, _: &Arc<AtomicBool>) {
        self.known = Known::default();
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        self.learn_symbols(symbols);
        for plan in plans {
            let answer = self.execute(plan, symbols);
            answers.push(answer.ok_or_else(|| SystemError::Failed("the machine has no such input".to_owned()))?);
        }
        Ok(())
    }

    fn about(&self) -> &About {
        &self.about
    }
}
