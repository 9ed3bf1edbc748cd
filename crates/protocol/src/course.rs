//! What an execution has done so far, and the values of it that later inputs reuse.

use typestar_model::{Symbol, Value};

use crate::Returned;

/// The outputs of one execution, and what its calls returned.
#[derive(Default)]
pub(crate) struct Course {
    answers: Vec<(Symbol, Option<Returned>)>,
}

impl Course {
    pub(crate) fn add(&mut self, output: Symbol, returned: Option<Returned>) {
        self.answers.push((output, returned));
    }

    /// The values of the next input. Those of earlier steps are put in where they are reused.
    pub(crate) fn values(&self, input: &Symbol) -> Result<Vec<Value>, String> {
        input.values().iter().map(|value| self.resolve(value)).collect()
    }

    fn resolve(&self, value: &Value) -> Result<Value, String> {
        let &Value::Returned { step, value: place } = value else { return Ok(value.clone()) };
        let found = match (self.answers.get(step as usize - 1), place) {
            (None, _) => Err("does not come before it"),
            (Some((output, _)), Some(place)) => {
                output.values().get(place as usize - 1).cloned().ok_or("has no such value in its output")
            }
            (Some((_, returned)), None) => {
                let returned = returned.as_ref().and_then(Returned::reusable);
                returned.ok_or("returned nothing that can be reused")
            }
        };
        found.map_err(|why| format!("value: step {} reuses {value}, but step {step} {why}", self.answers.len() + 1))
    }
}
