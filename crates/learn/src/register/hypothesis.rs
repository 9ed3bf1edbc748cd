//! Register automata as hypotheses.
//!
//! A prediction follows the automaton with the values of the word. Outputs are compared as whole
//! symbols, so a wrong value is a wrong answer. An output that the system never gave has no number, and
//! differs from everything seen: that is what `None` in a prediction means.

use std::collections::VecDeque;

use typestar_model::register::{ActionId, Place, RegisterAutomaton, RegisterMachine, RegisterRun};
use typestar_model::{Id, InputId, OUTSIDE, OutputId, Symbol, Word};

use crate::hypothesis::Hypothesis;
use crate::oracle::Observed;

/// A guess about a system with data.
///
/// Where no transition is enabled it expects that the input is outside of what the system knows, and says nothing of what
/// follows. The same holds behind a final output.
#[derive(Clone, Debug)]
pub struct RegisterHypothesis {
    /// The automaton.
    pub automaton: RegisterAutomaton,
    /// The access word of each location.
    pub access: Vec<Vec<Symbol>>,
    /// How many tree queries its learner had made when it was built.
    pub tree_queries: u64,
}

impl RegisterHypothesis {
    /// The shortest observed words that it does not explain, at most so many, each up to the first answer that differs.
    ///
    /// The tree is walked once with the places of the automaton, without a run for each word; registers
    /// are copied only where the tree goes on.
    pub(super) fn disagreements(&self, observed: Observed, most: usize) -> Vec<Word> {
        let (tree, machine) = (observed.tree, RegisterMachine::new(&self.automaton));
        let action = |input| self.automaton.signature.input_of(observed.inputs.symbol(input));
        let actions: Vec<Option<ActionId>> = observed.inputs.ids().map(action).collect();
        let (mut outputs, mut found) = (Vec::new(), Vec::new());
        let mut queue = VecDeque::from([(tree.root(), machine.start(), 1)]);
        while let Some((node, place, step)) = queue.pop_front() {
            for (input, output, child) in tree.children(node) {
                let Some(action) = actions[input.index()] else { continue };
                let values = observed.inputs.symbol(input).values();
                let seen = observed.outputs.symbol(output);
                let taken = machine.answer(&place, (action, values), step, &mut outputs);
                let agrees = taken.map_or(seen.name() == OUTSIDE, |transition| {
                    seen.name() == machine.output_name(transition) && seen.values() == outputs
                });
                if !agrees {
                    found.push(tree.access_word(child));
                    if found.len() == most {
                        return found;
                    }
                    continue;
                }
                if let Some(transition) = taken.filter(|_| tree.children(child).next().is_some()) {
                    let mut after = Place { location: transition.to, registers: Vec::new() };
                    machine.follow(&place, transition, (values, &outputs), &mut after);
                    queue.push_back((child, after, step + 1));
                }
            }
        }
        found
    }
}

impl Hypothesis for RegisterHypothesis {
    fn predict(&self, observed: Observed, word: &[InputId]) -> Vec<Option<OutputId>> {
        let mut run = RegisterRun::new(&self.automaton);
        let mut expected = Vec::with_capacity(word.len());
        for &input in word {
            let symbol = observed.inputs.symbol(input);
            let Some(action) = self.automaton.signature.input_of(symbol) else { break };
            let Some(stepped) = run.step(action, symbol.values()) else {
                expected.push(observed.outputs.get(OUTSIDE));
                break;
            };
            let output = observed.outputs.get(stepped.output.text());
            expected.push(output);
            if output.is_some_and(|output| observed.tree.is_final(output)) {
                break;
            }
        }
        expected
    }

    fn size(&self) -> usize {
        self.automaton.locations.len()
    }

    fn registers(&self) -> Option<usize> {
        Some(self.automaton.registers.len())
    }

    fn disagreement(&self, observed: Observed) -> Option<Word> {
        self.disagreements(observed, 1).pop()
    }

    /// The access words of new locations.
    fn news(&self, earlier: Option<&Self>, observed: Observed) -> Vec<Word> {
        let numbered = |word: &Vec<Symbol>| -> Option<Word> {
            word.iter().map(|symbol| observed.inputs.get(symbol.text())).collect()
        };
        let is_new = |word: &&Vec<Symbol>| earlier.is_none_or(|earlier| !earlier.access.contains(word));
        let words = self.access.iter().filter(is_new).filter_map(numbered);
        words.filter(|word| !word.is_empty() && observed.tree.outputs_of(word).is_some()).collect()
    }
}
