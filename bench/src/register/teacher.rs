//! A teacher: answers learners from a register automaton in memory and counts what a system would have had to execute.

use typestar_learn::register::{ExploreLimits, RegisterHypothesis, Theories, explore, separating_word_before};
use typestar_learn::{Halt, Oracle};
use typestar_model::register::{RegisterAutomaton, TypeId};
use typestar_model::{Id as _, InputId, Inputs, OUTSIDE, ObservationTree, Outputs, Plan, Symbol};
use typestar_query::{Symbols, System as _};
use typestar_system::SimulatedAutomaton;

use super::models::Model;

/// So far a hypothesis is compared that cannot be compared exactly.
const MANY: ExploreLimits = ExploreLimits { depth: 10, words: 200_000 };

/// Answers plans from an automaton that is known.
pub struct Teacher {
    system: SimulatedAutomaton,
    theories: Theories,
    symbols: Symbols,
    tree: ObservationTree,
    /// The words that reached the automaton.
    pub tests: u64,
    /// The inputs that reached the automaton.
    pub inputs: u64,
    /// The counterexamples that were given, free of charge.
    pub counterexamples: u64,
}

impl Teacher {
    /// A teacher of a model.
    pub fn new(model: &Model) -> Self {
        let system = SimulatedAutomaton::new(model.automaton.clone());
        let (mut symbols, mut tree) = (Symbols::default(), ObservationTree::new());
        symbols.inputs = system.inputs().clone();
        symbols.offered = symbols.inputs.len();
        for name in model.finals.iter().map(String::as_str).chain([OUTSIDE]) {
            let output = symbols.outputs.intern(name);
            symbols.finals.push(output);
            tree.declare_final(output);
        }
        Self { system, theories: model.theories.clone(), symbols, tree, tests: 0, inputs: 0, counterexamples: 0 }
    }

    /// Shows a shortest word on which the hypothesis is wrong; whether there is one.
    pub fn refute(&mut self, hypothesis: &RegisterHypothesis) -> bool {
        let Some(word) = self.separating_word(&hypothesis.automaton) else { return false };
        let word: Vec<InputId> = word.iter().map(|symbol| self.symbols.inputs.intern_symbol(symbol.clone())).collect();
        self.observe(&Plan::word(word));
        self.counterexamples += 1;
        true
    }

    /// Equality and order are compared exactly. With sums there is no exact way: many words are tried.
    fn separating_word(&self, hypothesis: &RegisterAutomaton) -> Option<Vec<Symbol>> {
        let finals = |name: &str| self.symbols.outputs.get(name).filter(|output| self.symbols.finals.contains(output));
        let (truth, is_final) = (self.system.automaton(), |name: &str| finals(name).is_some());
        let mut types = (0..truth.signature.types.len()).map(TypeId::new);
        match types.any(|data_type| self.theories.of(data_type).name().starts_with("sums")) {
            false => separating_word_before(hypothesis, truth, &self.theories, &is_final),
            true => explore((hypothesis, truth), &self.theories, &is_final, MANY, &mut || true).1,
        }
    }

    /// Executes a plan; how many inputs it took.
    fn observe(&mut self, plan: &Plan) -> usize {
        let mut answers = Vec::new();
        let ran = self.system.run(std::slice::from_ref(plan), &self.symbols, &mut answers);
        ran.unwrap_or_else(|error| panic!("learners ask only what fits the signature: {error}"));
        let answer = answers.remove(0);
        let said = self.system.outputs();
        let outputs: Vec<_> = answer
            .outputs
            .iter()
            .map(|&output| self.symbols.outputs.intern_symbol(said.symbol(output).clone()))
            .collect();
        self.tree.insert(&answer.word, &outputs).expect("an automaton answers a word always the same");
        answer.word.len()
    }
}

impl Oracle for Teacher {
    fn inputs(&self) -> &Inputs {
        &self.symbols.inputs
    }

    fn offered(&self) -> usize {
        self.symbols.offered
    }

    fn input(&mut self, symbol: &Symbol) -> Option<InputId> {
        Some(self.symbols.inputs.intern_symbol(symbol.clone()))
    }

    fn outputs(&self) -> &Outputs {
        &self.symbols.outputs
    }

    fn tree(&self) -> &ObservationTree {
        &self.tree
    }

    fn ask(&mut self, mut plans: Vec<Plan>) -> Result<(), Halt> {
        plans.sort_by_key(|plan| std::cmp::Reverse(plan.word.len()));
        for plan in plans {
            if plan.first_unknown(&self.tree, self.tree.root()).is_some() {
                self.inputs += self.observe(&plan) as u64;
                self.tests += 1;
            }
        }
        Ok(())
    }

    fn count_known(&mut self, _questions: u64) {}
}
