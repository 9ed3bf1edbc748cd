//! L*: learning with an observation table, and counterexamples cut down by binary search (Rivest and Schapire).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use typestar_model::{Id, InputId, NodeId, OutputId, Plan, Seen, Word};

use crate::Learner;
use crate::hypothesis::Hypothesis;
use crate::mealy::{Destination, MealyHypothesis, build};
use crate::oracle::{Halt, Oracle};

/// The L* learner, the algorithm of the callback-typestate papers.
///
/// Use it to compare: it is simple and well understood, and asks more than [`crate::Lsharp`].
#[derive(Default)]
pub struct Lstar {
    /// The words of the states, pairwise different in their rows. Every prefix of one is one.
    access: Vec<Word>,
    /// The columns: words that tell states apart.
    suffixes: Vec<Word>,
    /// How many states and how many columns were filled.
    filled: (usize, usize),
    inputs: usize,
}

/// What a state answers to all suffixes, one after the other.
type Row = Vec<OutputId>;

impl Lstar {
    /// A learner that knows nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes note of new inputs: each is a column, and the rows behind it are missing in all states.
    fn widen(&mut self, inputs: usize) {
        if inputs > self.inputs {
            self.suffixes.extend((self.inputs..inputs).map(|input| vec![InputId::new(input)]));
            self.filled = (0, 0);
            self.inputs = inputs;
        }
    }

    /// Asks for what is missing in the rows of the states and their successors.
    fn fill(&mut self, oracle: &mut dyn Oracle) -> Result<(), Halt> {
        let mut plans = Vec::new();
        for (state, access) in self.access.iter().enumerate() {
            let known = if state < self.filled.0 { self.filled.1 } else { 0 };
            for suffix in &self.suffixes[known..] {
                plans.push(Plan::word([&access[..], suffix].concat()));
                for input in (0..self.inputs).map(InputId::new) {
                    plans.push(Plan::word([&access[..], &[input], suffix].concat()));
                }
            }
        }
        self.filled = (self.access.len(), self.suffixes.len());
        oracle.ask(plans)
    }

    fn row(&self, oracle: &dyn Oracle, node: NodeId) -> Row {
        let outputs = |suffix: &Word| oracle.tree().outputs_from(node, suffix).expect("the table was filled");
        self.suffixes.iter().flat_map(outputs).collect()
    }

    fn node(&self, oracle: &dyn Oracle, word: &[InputId]) -> NodeId {
        oracle.tree().follow(oracle.tree().root(), word).expect("the table was filled")
    }

    /// The states by their rows.
    fn rows(&self, oracle: &dyn Oracle) -> HashMap<Row, usize> {
        let nodes = self.access.iter().map(|word| self.node(oracle, word));
        nodes.enumerate().map(|(state, node)| (self.row(oracle, node), state)).collect()
    }

    /// Adds successors whose rows no state has; false if the table is closed.
    fn close(&mut self, oracle: &dyn Oracle) -> bool {
        let tree = oracle.tree();
        let mut rows = self.rows(oracle);
        let mut fresh = Vec::new();
        for access in &self.access {
            for (input, output, child) in tree.children_within(self.node(oracle, access), self.inputs) {
                if !tree.is_final(output)
                    && let Entry::Vacant(entry) = rows.entry(self.row(oracle, child))
                {
                    entry.insert(self.access.len() + fresh.len());
                    fresh.push([&access[..], &[input]].concat());
                }
            }
        }
        self.access.extend(fresh.iter().cloned());
        !fresh.is_empty()
    }

    fn build(&self, oracle: &dyn Oracle) -> MealyHypothesis {
        let tree = oracle.tree();
        let rows = self.rows(oracle);
        let nodes: Vec<NodeId> = self.access.iter().map(|word| self.node(oracle, word)).collect();
        build(oracle, self.inputs, &nodes, |state, input| match tree.seen(nodes[state], input) {
            Seen::Step(output, _) | Seen::Final(output) if tree.is_final(output) => (output, Destination::Sink(output)),
            Seen::Step(output, node) => (output, Destination::State(rows[&self.row(oracle, node)])),
            _ => unreachable!("the table was filled"),
        })
    }

    /// The last output of the system when the first `length` inputs are replaced by the access word of their state.
    fn last_output(
        &self,
        oracle: &mut dyn Oracle,
        hypothesis: &MealyHypothesis,
        word: &[InputId],
        length: usize,
    ) -> Result<OutputId, Halt> {
        let state = hypothesis.state_after(&word[..length]);
        if hypothesis.is_sink(state) {
            return Ok(*hypothesis.machine.run(word).last().expect("a counterexample is not empty"));
        }
        let asked = [&self.access[state.index()][..], &word[length..]].concat();
        oracle.ask(vec![Plan::word(asked.clone())])?;
        let outputs = oracle.tree().outputs_of(&asked).expect("the word was just asked");
        Ok(*outputs.last().expect("a counterexample is not empty"))
    }

    /// Finds the suffix of a counterexample that tells two words of one state apart, and adds it as a column.
    fn learn_from(
        &mut self,
        oracle: &mut dyn Oracle,
        hypothesis: &MealyHypothesis,
        word: &[InputId],
    ) -> Result<(), Halt> {
        let wrong = *hypothesis.machine.run(word).last().expect("a counterexample is not empty");
        let (mut low, mut high) = (0, word.len() - 1);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if self.last_output(oracle, hypothesis, word, middle)? == wrong {
                high = middle;
            } else {
                low = middle;
            }
        }
        self.suffixes.push(word[high..].to_vec());
        Ok(())
    }
}

impl Learner for Lstar {
    type Hypothesis = MealyHypothesis;

    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<MealyHypothesis, Halt> {
        if self.access.is_empty() {
            self.access.push(Word::new());
        }
        loop {
            self.widen(oracle.offered());
            self.fill(oracle)?;
            if self.close(oracle) {
                oracle.note_states(self.access.len())?;
                continue;
            }
            let hypothesis = self.build(oracle);
            match hypothesis.disagreement(oracle.observed()) {
                None => return Ok(hypothesis),
                Some(word) => self.learn_from(oracle, &hypothesis, &word)?,
            }
        }
    }
}
