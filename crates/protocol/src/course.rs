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

    /// The values of the next input. Those of earlier steps are put in where they are reused; none if one of them is not
    /// there.
    pub(crate) fn values(&self, input: &Symbol) -> Option<Vec<Value>> {
        input.values().iter().map(|value| self.resolve(value)).collect()
    }

    fn resolve(&self, value: &Value) -> Option<Value> {
        let &Value::Returned { step, value: place } = value else { return Some(value.clone()) };
        let (output, returned) = self.answers.get(step as usize - 1)?;
        match place {
            Some(place) => output.values().get(place as usize - 1).cloned(),
            None => returned.as_ref().and_then(Returned::reusable),
        }
    }
}
