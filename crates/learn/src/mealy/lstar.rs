//! L*: learning with an observation table, and counterexamples cut down by binary search (Rivest and Schapire).
//!
//! # The table
//!
//! Rows are words, columns are suffixes, and a cell is what the system answers to the suffix after the
//! word. For the timer of the zoo, with the columns `start`, `cancel` and `wait`:
//!
//! ```text
//!                       start   cancel   wait
//!   ε                   ok      ok       quiet       state 0
//!   start               error   ok       onFinish    state 1
//!   start cancel        error   ok       quiet       state 2
//!   ─────────────────────────────────────────────
//!   cancel              ok      ok       quiet       = state 0
//!   wait                ok      ok       quiet       = state 0
//!   start wait          error   ok       quiet       = state 2
//! ```
//!
//! The table is *closed* if every row below the line is equal to one above it: then each transition has
//! a target. A row that is equal to none becomes a state.
//!
//! # Counterexamples
//!
//! Rivest and Schapire: replace ever longer beginnings of the counterexample by the access word of the
//! state that the hypothesis has there. At the beginning the system answers otherwise than the
//! hypothesis, at the end as it says. Binary search finds a place where that changes; what follows it
//! is a column that tells two words of one state apart. So the table gets one column for each
//! counterexample, and log m words are asked for one of m inputs.
//!
//! # Cost
//!
//! Every column is asked in every state and behind every transition: about k·n words for each column.
//! Discrimination trees (see `sifting.rs`) ask a word only what tells the states apart that it may be.
//!
//! # Invariant
//!
//! Rows of states are pairwise different, and every prefix of a state's word is a state's word. Rows
//! never become equal again, because columns are only added.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use typestar_model::{Id, InputId, NodeId, OutputId, Plan, Seen, Word};

use crate::Learner;
use crate::hypothesis::Hypothesis;
use crate::mealy::hypothesis::{Destination, MealyHypothesis, build};
use crate::oracle::{Halt, Oracle};

/// The L* learner, the algorithm of the callback-typestate papers.
///
/// Use it to compare: it is simple and well understood, and asks more than [`crate::Lsharp`].
///
/// ```
/// use typestar_learn::{Exact, Learner as _, Lstar, Outcome, Tester as _};
/// use typestar_testing::{Teacher, zoo};
///
/// let timer = zoo("CountDownTimer");
/// let (mut learner, mut tester) = (Lstar::new(), Exact::new(timer.clone()));
/// let mut oracle = Teacher::new(timer, &["error"]);
/// let mut hypothesis = learner.hypothesis(&mut oracle)?;
/// while tester.test(&mut oracle, &hypothesis)? != Outcome::Agreed {
///     hypothesis = learner.hypothesis(&mut oracle)?;
/// }
/// assert_eq!(hypothesis.access.len(), 3);
/// # Ok::<(), typestar_learn::Halt>(())
/// ```
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
///
/// Outputs of all columns are written one after the other. As every column has a fixed length, two rows
/// are equal exactly if all cells are.
type Row = Vec<OutputId>;

impl Lstar {
    /// A learner that knows nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes note of new inputs: each is a column, and the rows behind it are missing in all states.
    ///
    /// Every input is a column, because the output of a transition has to be known anyway. That also
    /// keeps states with different outputs apart from the beginning.
    fn widen(&mut self, inputs: usize) {
        if inputs > self.inputs {
            self.suffixes.extend((self.inputs..inputs).map(|input| vec![InputId::new(input)]));
            self.filled = (0, 0);
            self.inputs = inputs;
        }
    }

    /// Asks for what is missing in the rows of the states and their successors.
    ///
    /// It asks only what is new since the last time: new columns for old states, all columns for new
    /// ones. What the tree knows costs nothing.
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
    ///
    /// New rows are compared with each other, too, so that two equal successors become one state. All
    /// successors of one pass are added together, which makes larger batches.
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
    ///
    /// Behind a final output the system repeats itself, so a sink needs no word.
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
    ///
    /// After `low` inputs the last output is what the system says, after `high` what the hypothesis
    /// says; the search keeps that true and halves the distance.
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
