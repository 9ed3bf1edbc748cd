//! A teacher of register automata.

use typestar_learn::register::{ExploreLimits, RegisterHypothesis, Theories, explore, separating_word_before};
use typestar_learn::{Halt, Oracle};
use typestar_model::register::{RegisterAutomaton, RegisterRun, TypeId};
use typestar_model::{Id, InputId, Inputs, OUTSIDE, ObservationTree, OutputId, Outputs, Plan, Symbol, Word};

/// So far a hypothesis is compared that cannot be compared exactly.
const MANY: ExploreLimits = ExploreLimits { depth: 10, words: 200_000 };

/// Answers words from an automaton and keeps every word that a system would have had to execute.
pub struct RegisterTeacher {
    automaton: RegisterAutomaton,
    inputs: Inputs,
    outputs: Outputs,
    tree: ObservationTree,
    /// The executed words, in order.
    pub words: Vec<Word>,
    is_longest_first: bool,
}

impl RegisterTeacher {
    /// A teacher of an automaton in which nothing changes after the outputs `finals`.
    pub fn new<'a>(automaton: RegisterAutomaton, finals: impl IntoIterator<Item = &'a str>) -> Self {
        let (mut outputs, mut tree) = (Outputs::default(), ObservationTree::new());
        finals.into_iter().chain([OUTSIDE]).for_each(|name| tree.declare_final(outputs.intern(name)));
        let inputs = automaton.signature.inputs.iter().map(|action| action.name.as_str()).collect();
        Self { automaton, inputs, outputs, tree, words: Vec::new(), is_longest_first: false }
    }

    /// The same teacher, who executes the longest of the words that are asked together first: it answers those that begin it.
    pub fn longest_first(self) -> Self {
        Self { is_longest_first: true, ..self }
    }

    /// How many words were executed, and how many symbols.
    pub fn counts(&self) -> (usize, usize) {
        (self.words.len(), self.words.iter().map(Vec::len).sum())
    }

    /// Shows a word on which the hypothesis is wrong, free of charge; whether there is one. Equality and order are compared
    /// exactly. With sums there is no exact way: many words are tried.
    pub fn refute(&mut self, hypothesis: &RegisterHypothesis, theories: &Theories) -> bool {
        let (guess, truth) = (&hypothesis.automaton, &self.automaton);
        let is_final = |name: &str| self.outputs.get(name).is_some_and(|output| self.tree.is_final(output));
        let mut types = (0..truth.signature.types.len()).map(TypeId::new);
        let word = match types.any(|data_type| theories.of(data_type).name().starts_with("sums")) {
            false => separating_word_before(guess, truth, theories, &is_final),
            true => explore((guess, truth), theories, &is_final, MANY, &mut || true).1,
        };
        let Some(word) = word else { return false };
        let word: Word = word.into_iter().map(|symbol| self.inputs.intern_symbol(symbol)).collect();
        self.observe(&word);
        true
    }

    /// Executes a word; what was executed of it.
    fn observe(&mut self, word: &[InputId]) -> Word {
        let (mut run, mut outputs) = (RegisterRun::new(&self.automaton), Vec::<OutputId>::new());
        for &input in word {
            let symbol = self.inputs.symbol(input);
            if !symbol.finds_values(|step| outputs.get(step - 1).map(|&output| self.outputs.symbol(output))) {
                break;
            }
            let action = self.automaton.signature.input_of(symbol).expect("learners ask what fits the signature");
            let output = run.step(action, symbol.values()).map_or_else(|| Symbol::read(OUTSIDE), |step| step.output);
            outputs.push(self.outputs.intern_symbol(output));
            if outputs.last().is_some_and(|&output| self.tree.is_final(output)) {
                break;
            }
        }
        let executed = &word[..outputs.len()];
        self.tree.insert(executed, &outputs).expect("an automaton answers a word always the same");
        executed.to_vec()
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

    fn ask(&mut self, mut plans: Vec<Plan>) -> Result<(), Halt> {
        if self.is_longest_first {
            plans.sort_by_key(|plan| std::cmp::Reverse(plan.word.len()));
        }
        for plan in plans {
            if plan.first_unknown(&self.tree, self.tree.root()).is_some() {
                let word = self.observe(&plan.word);
                self.words.push(word);
            }
        }
        Ok(())
    }

    fn count_known(&mut self, _questions: u64) {}
}
