//! A teacher of register automata.

use typestar_learn::{Halt, Oracle};
use typestar_model::register::{ActionId, RegisterAutomaton, RegisterRun};
use typestar_model::{Id, InputId, Inputs, OUTSIDE, ObservationTree, OutputId, Outputs, Plan, Seen, Symbol, Word};

/// Answers words from an automaton and keeps every word that a system would have had to execute.
pub struct RegisterTeacher {
    automaton: RegisterAutomaton,
    inputs: Inputs,
    outputs: Outputs,
    tree: ObservationTree,
    /// The executed words, in order.
    pub words: Vec<Word>,
}

impl RegisterTeacher {
    /// A teacher of an automaton in which nothing changes after the outputs `finals`.
    pub fn new(automaton: RegisterAutomaton, finals: &[&str]) -> Self {
        let (mut outputs, mut tree) = (Outputs::default(), ObservationTree::new());
        for name in finals.iter().chain(&[OUTSIDE]) {
            tree.declare_final(outputs.intern(name));
        }
        let inputs = automaton.signature.inputs.iter().map(|action| action.name.as_str()).collect();
        Self { automaton, inputs, outputs, tree, words: Vec::new() }
    }

    /// How many words were executed, and how many symbols.
    pub fn counts(&self) -> (usize, usize) {
        (self.words.len(), self.words.iter().map(Vec::len).sum())
    }

    fn run(&mut self, word: &[InputId]) -> (Word, Vec<OutputId>) {
        let (mut run, mut executed, mut outputs) = (RegisterRun::new(&self.automaton), Word::new(), Vec::new());
        for &input in word {
            let symbol = self.inputs.symbol(input);
            let mut actions = self.automaton.signature.inputs.iter();
            let action = actions.position(|action| action.name == symbol.name()).unwrap();
            let stepped = run.step(ActionId::new(action), symbol.values());
            let output = self.outputs.intern_symbol(stepped.map_or_else(|| Symbol::read(OUTSIDE), |step| step.output));
            executed.push(input);
            outputs.push(output);
            if self.tree.is_final(output) {
                break;
            }
        }
        (executed, outputs)
    }
}

impl Oracle for RegisterTeacher {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn input(&mut self, symbol: &Symbol) -> Option<InputId> {
        Some(self.inputs.intern_symbol(symbol.clone()))
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn tree(&self) -> &ObservationTree {
        &self.tree
    }

    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt> {
        for plan in plans {
            let mut node = self.tree.root();
            let is_known = plan.word.iter().all(|&input| match self.tree.seen(node, input) {
                Seen::Step(_, next) => {
                    node = next;
                    true
                }
                Seen::Final(_) => true,
                Seen::Unknown => false,
            });
            if !is_known {
                let (word, outputs) = self.run(&plan.word);
                self.tree.insert(&word, &outputs).unwrap();
                self.words.push(word);
            }
        }
        Ok(())
    }

    fn count_known(&mut self, _questions: u64) {}
}
