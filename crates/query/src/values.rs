//! Counting the values that a callin returns: a machine with an output for each of very many values helps nobody.

use std::collections::BTreeSet;

use typestar_model::{Id, InputId, Inputs, OutputId};

use crate::case::InputsSpec;
use typestar_protocol::{Returns, Shown};

/// An input with more different values than this is a finding.
pub(crate) const MOST_VALUES: usize = 32;

/// The values seen so far of the inputs whose values are outputs as they are.
#[derive(Default)]
pub(crate) struct SeenValues {
    by_input: Vec<Option<BTreeSet<OutputId>>>,
}

impl SeenValues {
    pub(crate) fn new(spec: &InputsSpec, inputs: &Inputs) -> Self {
        let is_shown = |name: &String| spec.returns.get(name) == Some(&Returns::Shown(Shown::Value));
        Self { by_input: inputs.names().iter().map(|name| is_shown(name).then(BTreeSet::new)).collect() }
    }

    /// Takes note of a value. Whether it is the first one too many.
    pub(crate) fn add(&mut self, input: InputId, output: OutputId) -> bool {
        match &mut self.by_input[input.index()] {
            Some(values) if values.len() <= MOST_VALUES => values.insert(output) && values.len() > MOST_VALUES,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_value_too_many_is_told_once_and_only_where_values_are_shown() {
        let inputs: Inputs = ["read", "name"].into_iter().collect();
        let shown = |name: &str, shown| (name.to_owned(), Returns::Shown(shown));
        let returns = [shown("read", Shown::Value), shown("name", Shown::Type)].into();
        let mut seen = SeenValues::new(&InputsSpec { returns, ..InputsSpec::default() }, &inputs);
        let mut told = |input: usize| (0..100).filter(|&n| seen.add(InputId::new(input), OutputId::new(n))).count();
        assert_eq!((told(0), told(0), told(1)), (1, 0, 0));
    }
}
