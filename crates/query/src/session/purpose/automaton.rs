//! The rule that the user gives as an automaton.

use typestar_model::{Id, InputId, Inputs, TraceRule};

/// An automaton over one alphabet. It moves with each step, and says what may come next.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    rule: TraceRule,
    /// The texts of the inputs that it has heard of.
    inputs: Vec<String>,
    /// Whether an input may come, for each state and each input.
    allowed: Vec<Vec<bool>>,
}

impl Automaton {
    /// It has not heard of any input yet.
    pub(super) fn new(rule: TraceRule) -> Self {
        let allowed = rule.states().map(|_| Vec::new()).collect();
        Self { rule, inputs: Vec::new(), allowed }
    }

    /// Hears of inputs that are new in the alphabet.
    pub(super) fn extend(&mut self, inputs: &Inputs) {
        for input in inputs.ids().skip(self.inputs.len()) {
            let text = inputs.text(input);
            for (state, allowed) in self.allowed.iter_mut().enumerate() {
                allowed.push(self.rule.next(state, text, "").is_some());
            }
            self.inputs.push(text.to_owned());
        }
    }

    pub(super) fn start(&self) -> usize {
        self.rule.start()
    }

    /// Whether an input may come; one that it has not heard of may.
    pub(super) fn allows(&self, state: usize, input: InputId) -> bool {
        self.allowed[state].get(input.index()) != Some(&false)
    }

    /// Where an input leads; what must not come leads nowhere.
    pub(super) fn next(&self, state: usize, input: InputId, output: &str) -> usize {
        let text = self.inputs.get(input.index());
        text.and_then(|text| self.rule.next(state, text, output)).unwrap_or(state)
    }

    /// The outputs of an input that lead elsewhere than all others.
    pub(super) fn deciding(&self, state: usize, input: InputId) -> impl Iterator<Item = &str> {
        self.inputs.get(input.index()).into_iter().flat_map(move |text| self.rule.deciding(state, text))
    }

    /// Whether some output decides about what may come.
    pub(super) fn looks_at_outputs(&self) -> bool {
        self.rule.looks_at_outputs()
    }
}
