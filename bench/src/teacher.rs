//! A teacher: answers learners from a machine in memory and counts what a system would have had to execute.

use typestar_learn::{Halt, MealyHypothesis, Oracle};
use typestar_model::{Cursor, InputId, Inputs, Mealy, ObservationTree, OutputId, Outputs, Plan, Word, separating_word};

/// Answers plans from a machine that is known.
pub struct Teacher<'a> {
    machine: &'a Mealy,
    tree: ObservationTree,
    /// The words that reached the machine.
    pub queries: u64,
    /// The inputs that reached the machine.
    pub symbols: u64,
    /// The counterexamples that were given, free of charge.
    pub counterexamples: u64,
    /// Their inputs.
    pub counterexample_symbols: u64,
}

impl<'a> Teacher<'a> {
    /// A teacher of a complete machine.
    pub fn new(machine: &'a Mealy) -> Self {
        let tree = ObservationTree::new();
        Self { machine, tree, queries: 0, symbols: 0, counterexamples: 0, counterexample_symbols: 0 }
    }

    /// Shows a shortest word on which the hypothesis is wrong; whether there is one.
    pub fn refute(&mut self, hypothesis: &MealyHypothesis) -> bool {
        let Some(word) = separating_word(&hypothesis.machine, self.machine) else { return false };
        self.counterexamples += 1;
        self.counterexample_symbols += word.len() as u64;
        let outputs = self.machine.run(&word);
        self.observe(&word, &outputs);
        true
    }

    fn observe(&mut self, word: &[InputId], outputs: &[OutputId]) {
        self.tree.insert(word, outputs).expect("a machine answers a word always the same");
    }

    fn execute(&self, plan: &Plan) -> (Word, Vec<OutputId>) {
        let (mut word, mut outputs) = (Word::new(), Vec::new());
        let (mut state, mut cursor) = (self.machine.initial(), Cursor::new(plan));
        while let Some(input) = cursor.next() {
            let (output, next) = self.machine.step(state, input).expect("only complete machines are measured");
            word.push(input);
            outputs.push(output);
            state = next;
            cursor.take(outputs.last().copied());
        }
        (word, outputs)
    }
}

impl Oracle for Teacher<'_> {
    fn inputs(&self) -> &Inputs {
        self.machine.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.machine.outputs()
    }

    fn tree(&self) -> &ObservationTree {
        &self.tree
    }

    fn ask(&mut self, mut plans: Vec<Plan>) -> Result<(), Halt> {
        plans.sort_by_key(|plan| std::cmp::Reverse(plan.word.len()));
        for plan in plans {
            if plan.first_unknown(&self.tree, self.tree.root()).is_some() {
                let (word, outputs) = self.execute(&plan);
                self.observe(&word, &outputs);
                self.queries += 1;
                self.symbols += word.len() as u64;
            }
        }
        Ok(())
    }

    fn count_known(&mut self, _questions: u64) {}
}
