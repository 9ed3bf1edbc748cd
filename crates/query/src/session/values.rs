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
    /// The names of these inputs.
    shown: BTreeSet<String>,
}

impl SeenValues {
    /// Nothing yet. It has not heard of any input either.
    pub(crate) fn new(spec: &InputsSpec) -> Self {
        let shown = spec.returns.iter().filter(|(_, returns)| **returns == Returns::Shown(Shown::Value));
        Self { by_input: Vec::new(), shown: shown.map(|(name, _)| name.clone()).collect() }
    }

    /// Hears of inputs that are new in the alphabet.
    pub(crate) fn extend(&mut self, inputs: &Inputs) {
        for input in inputs.ids().skip(self.by_input.len()) {
            let symbol = inputs.symbol(input);
            let is_shown = self.shown.contains(symbol.text()) || self.shown.contains(symbol.name());
            self.by_input.push(is_shown.then(BTreeSet::new));
        }
    }

    /// Takes note of a value. Whether it is the first one too many.
    pub(crate) fn add(&mut self, input: InputId, output: OutputId) -> bool {
        match self.by_input.get_mut(input.index()) {
            Some(Some(values)) if values.len() <= MOST_VALUES => values.insert(output) && values.len() > MOST_VALUES,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_appears_later_is_counted_once_it_was_heard_of() {
        let mut inputs: Inputs = ["wait"].into_iter().collect();
        let returns = [("read".to_owned(), Returns::Shown(Shown::Value))].into();
        let mut seen = SeenValues::new(&InputsSpec { returns, ..InputsSpec::default() });
        seen.extend(&inputs);
        let late = inputs.intern("read(3)");
        let told = |seen: &mut SeenValues| (0..100).filter(|&n| seen.add(late, OutputId::new(n))).count();
        assert_eq!(told(&mut seen), 0);
        seen.extend(&inputs);
        assert_eq!(told(&mut seen), 1);
    }
}
