//! A teacher: an oracle over a machine that is known, with honest counts.

use typestar_learn::{Halt, Oracle};
use typestar_model::{Cursor, InputId, Inputs, Mealy, ObservationTree, OutputId, Outputs, Plan, Seen, Word};

/// Answers plans from a machine and keeps every word that a system would have had to execute.
pub struct Teacher {
    machine: Mealy,
    tree: ObservationTree,
    /// The executed words, in order.
    pub words: Vec<Word>,
    /// How many plans were asked.
    pub asked: u64,
    /// How many questions the tree had answered before they were asked.
    pub known: u64,
    /// How many words are executed at most.
    most: usize,
    /// How many words a suite said it has left, with how many were executed then.
    pub left: Vec<(Option<u64>, usize)>,
}

impl Teacher {
    /// A teacher of a complete machine in which nothing changes after the outputs `finals`.
    pub fn new(machine: Mealy, finals: &[&str]) -> Self {
        let mut tree = ObservationTree::new();
        for output in finals.iter().filter_map(|name| machine.outputs().get(name)) {
            tree.declare_final(output);
        }
        Self { machine, tree, words: Vec::new(), asked: 0, known: 0, most: usize::MAX, left: Vec::new() }
    }

    /// The same teacher, who stops after so many words.
    pub fn with_patience_for(mut self, words: usize) -> Self {
        self.most = words;
        self
    }

    /// How many words were executed.
    pub fn executed(&self) -> usize {
        self.words.len()
    }

    /// How many symbols were executed.
    pub fn symbols(&self) -> usize {
        self.words.iter().map(Vec::len).sum()
    }

    /// Puts a word into the tree that nobody asked for, unless the other machine answers it differently.
    pub fn observe_if_agreed(&mut self, word: &[InputId], other: &Mealy) {
        let (word, outputs) = self.run(&Plan::word(word));
        if other.run(&word) == outputs {
            self.tree.insert(&word, &outputs).unwrap();
        }
    }

    fn run(&self, plan: &Plan) -> (Word, Vec<OutputId>) {
        let (mut word, mut outputs) = (Word::new(), Vec::new());
        let (mut state, mut cursor) = (self.machine.initial(), Cursor::new(plan));
        while let Some(input) = cursor.next() {
            let (output, next) = self.machine.step(state, input).unwrap();
            word.push(input);
            outputs.push(output);
            state = next;
            if self.tree.is_final(output) {
                return (word, outputs);
            }
            cursor.take(outputs.last().copied());
        }
        (word, outputs)
    }
}

impl Oracle for Teacher {
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
        self.asked += plans.len() as u64;
        plans.sort_by_key(|plan| std::cmp::Reverse(plan.word.len()));
        for plan in plans {
            if plan.first_unknown(&self.tree, self.tree.root()).is_none() {
                self.known += 1;
                continue;
            }
            if self.words.len() == self.most {
                return Err(Halt::Stopped);
            }
            let (word, outputs) = self.run(&plan);
            self.tree.insert(&word, &outputs).unwrap();
            self.words.push(word);
        }
        Ok(())
    }

    fn count_known(&mut self, questions: u64) {
        self.known += questions;
    }

    fn note_left(&mut self, words: Option<u64>) {
        self.left.push((words, self.words.len()));
    }
}
