//! A teacher: an oracle over a machine that is known, with honest counts.

use std::borrow::Borrow;

use typestar_learn::{Halt, MealyHypothesis, Oracle};
use typestar_model::{Cursor, InputId, Inputs, Mealy, ObservationTree, OutputId, Outputs, Plan, Word, separating_word};

/// Answers plans from a machine, its own or a borrowed one, and keeps every word that a system would have had to execute.
pub struct Teacher<M: Borrow<Mealy> = Mealy> {
    machine: M,
    tree: ObservationTree,
    /// The executed words, in order, if they are kept.
    pub words: Vec<Word>,
    keeps_words: bool,
    executed: usize,
    symbols: usize,
    /// How many plans were asked.
    pub asked: u64,
    /// How many questions the tree had answered before they were asked.
    pub known: u64,
    /// How many words are executed at most.
    most: usize,
    /// How many words a suite said it has left, with how many were executed then.
    pub left: Vec<(Option<u64>, usize)>,
    /// The counterexamples that were given, free of charge.
    pub counterexamples: Vec<Word>,
}

impl<M: Borrow<Mealy>> Teacher<M> {
    /// A teacher of a complete machine in which nothing changes after the outputs `finals`.
    pub fn new(machine: M, finals: &[&str]) -> Self {
        let mut tree = ObservationTree::new();
        for output in finals.iter().filter_map(|name| machine.borrow().outputs().get(name)) {
            tree.declare_final(output);
        }
        let (words, left, counterexamples) = (Vec::new(), Vec::new(), Vec::new());
        let (keeps_words, executed, symbols, asked, known, most) = (true, 0, 0, 0, 0, usize::MAX);
        Self { machine, tree, words, keeps_words, executed, symbols, asked, known, most, left, counterexamples }
    }

    /// The same teacher, who stops after this many words.
    pub fn with_patience_for(mut self, words: usize) -> Self {
        self.most = words;
        self
    }

    /// The same teacher, who counts words and forgets them: memory is measured of some runs.
    pub fn without_words(mut self) -> Self {
        self.keeps_words = false;
        self
    }

    /// How many words were executed.
    pub fn executed(&self) -> usize {
        self.executed
    }

    /// How many symbols were executed.
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    /// Shows a shortest word on which the hypothesis is wrong; whether there is one.
    pub fn refute(&mut self, hypothesis: &MealyHypothesis) -> bool {
        let Some(word) = separating_word(&hypothesis.machine, self.machine.borrow()) else { return false };
        let outputs = self.machine.borrow().run(&word);
        self.observe(&word, &outputs);
        self.counterexamples.push(word);
        true
    }

    /// Puts a word into the tree that nobody asked for, unless the other machine answers it differently.
    pub fn observe_if_agreed(&mut self, word: &[InputId], other: &Mealy) {
        let (word, outputs) = self.run(&Plan::word(word));
        if other.run(&word) == outputs {
            self.observe(&word, &outputs);
        }
    }

    fn observe(&mut self, word: &[InputId], outputs: &[OutputId]) {
        self.tree.insert(word, outputs).expect("a machine answers a word always the same");
    }

    fn run(&self, plan: &Plan) -> (Word, Vec<OutputId>) {
        let (machine, mut word, mut outputs) = (self.machine.borrow(), Word::new(), Vec::new());
        let (mut state, mut cursor) = (machine.initial(), Cursor::new(plan));
        while let Some(input) = cursor.next() {
            let (output, next) = machine.step(state, input).expect("a complete machine");
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

impl<M: Borrow<Mealy>> Oracle for Teacher<M> {
    fn inputs(&self) -> &Inputs {
        self.machine.borrow().inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.machine.borrow().outputs()
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
            if self.executed == self.most {
                return Err(Halt::Stopped);
            }
            let (word, outputs) = self.run(&plan);
            self.observe(&word, &outputs);
            self.executed += 1;
            self.symbols += word.len();
            if self.keeps_words {
                self.words.push(word);
            }
        }
        Ok(())
    }

    fn count_known(&mut self, questions: u64) {
        self.known += questions;
    }

    fn note_left(&mut self, words: Option<u64>) {
        self.left.push((words, self.executed));
    }
}
