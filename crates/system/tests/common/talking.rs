//! Systems in this process that are closures from inputs to outputs.
#![allow(dead_code, reason = "every test binary uses another part")]

use std::path::Path;

use typestar_model::register::RegisterAutomaton;
use typestar_model::{Inputs, Outputs, Plan, Symbol, Value};
use typestar_query::{
    Answer, Case, Data, Finished, Journal, RunOptions, Symbols, System, SystemError, learn_registers,
};

/// What answers one execution, input by input.
pub type Execution = Box<dyn FnMut(&str, &[Value]) -> String>;

/// A system that makes an execution for each word.
pub struct Talking<F: FnMut() -> Execution + Send> {
    /// Its inputs.
    pub inputs: Inputs,
    /// The outputs so far.
    pub outputs: Outputs,
    /// Begins an execution.
    pub begin: F,
}

impl<F: FnMut() -> Execution + Send> System for Talking<F> {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            let (mut execution, mut told) = ((self.begin)(), Vec::<Symbol>::new());
            answers.push(Answer::stepped(plan, symbols, &mut self.outputs, |input| {
                let symbol = Symbol::read(input);
                let values: Vec<Value> = symbol.values().iter().map(|value| resolved(value, &told)).collect();
                let output = execution(symbol.name(), &values);
                told.push(Symbol::read(&output));
                output
            }));
        }
        Ok(())
    }
}

/// What a value that was answered earlier is.
fn resolved(value: &Value, told: &[Symbol]) -> Value {
    match value {
        Value::Returned { step, value: Some(at) } => told[*step as usize - 1].values()[*at as usize - 1].clone(),
        other => other.clone(),
    }
}

/// A case of such a system with this data.
pub fn case(data: &str) -> Case {
    let text = format!("[system]\ncommand = [\"x\"]\n{data}");
    Case::parse(&text, Path::new("talking.toml")).unwrap_or_else(|error| panic!("{error}"))
}

/// Learns a system with this case in a journal, which is opened by its path so that a later run continues.
pub fn learn(case: &Case, journal: Journal, begin: impl FnMut() -> Execution + Send) -> Finished<RegisterAutomaton> {
    let data = Data::of_case(case).expect("data").expect("actions");
    let inputs = case.inputs.alphabet();
    let mut system = Talking { inputs, outputs: Outputs::default(), begin };
    learn_registers(case, &data, &mut system, journal, &RunOptions::default(), &mut |_, _| {}).expect("a run")
}
