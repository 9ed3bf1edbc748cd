//! The learner of guarded models.

use std::rc::Rc;

use typestar_model::guarded::{Guard, GuardedMethod};
use typestar_model::{NodeId, Plan};

use super::calls::{Calls, word_after};
use super::fit::{Guesses, fitted};
use super::hypothesis::GuardedHypothesis;
use super::pool::Callable;
use crate::Learner;
use crate::oracle::{Halt, Oracle};

/// Learns when calls pass. It asks each method in each state, and infers guards from all calls that were ever observed:
/// an answer stays an answer when guards change.
///
/// A question of the paper's table is a state with one side of a guard. Most of them are answered by calls that were
/// observed; they count as asked all the same.
pub struct GuardedLearner {
    callables: Vec<Callable>,
    methods: Rc<[GuardedMethod]>,
    calls: Calls,
    last: Option<GuardedHypothesis>,
    guesses: Guesses,
    /// How many questions were counted.
    counted: u64,
}

impl GuardedLearner {
    /// A learner that knows nothing but what can be called.
    pub fn new(callables: Vec<Callable>) -> Self {
        let guesses = vec![0; callables.len()];
        let methods = callables.iter().map(|callable| callable.method.clone()).collect();
        Self { callables, methods, calls: Calls::default(), last: None, guesses, counted: 0 }
    }

    /// What has to be asked so that every method was called in every state, and behind every call that leads to a state,
    /// where states are told apart by it.
    fn open_questions(&self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) -> Vec<Plan> {
        let mut questions = Vec::new();
        for (state, node) in self.representatives(hypothesis).into_iter().enumerate() {
            let Some(node) = node else { continue };
            questions.extend((0..self.callables.len()).filter_map(|method| self.question(oracle, node, method)));
            if hypothesis.rules.len() > 1 {
                questions.extend(self.questions_behind(oracle, hypothesis, state, node));
            }
        }
        questions
    }

    /// Asks the methods that states differ in behind every call from a node.
    fn questions_behind(
        &self,
        oracle: &mut dyn Oracle,
        hypothesis: &GuardedHypothesis,
        state: usize,
        node: NodeId,
    ) -> Vec<Plan> {
        let is_telling = |&method: &usize| {
            let guard = &hypothesis.rules[state][method].guard;
            hypothesis.rules.iter().any(|rules| rules[method].guard != *guard)
        };
        let telling: Vec<usize> = (0..self.callables.len()).filter(is_telling).collect();
        let behind: Vec<NodeId> = self.alive_behind(node).collect();
        let each = behind.into_iter().flat_map(|node| telling.iter().map(move |&method| (node, method)));
        each.filter_map(|(node, method)| self.question(oracle, node, method)).collect()
    }

    fn alive_behind(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.calls.alive().filter(move |(_, call)| call.parent == Some(node)).map(|(node, _)| node)
    }

    /// The first node of each state.
    fn representatives(&self, hypothesis: &GuardedHypothesis) -> Vec<Option<NodeId>> {
        let mut first = vec![None; hypothesis.rules.len()];
        let states = hypothesis.states_of(&self.calls);
        for ((node, call), state) in self.calls.all().zip(states) {
            if let Some(state) = state.filter(|_| call.passes()) {
                first[state].get_or_insert(node);
            }
        }
        first
    }

    /// A call of a method at a node, unless there was one.
    fn question(&self, oracle: &mut dyn Oracle, node: NodeId, method: usize) -> Option<Plan> {
        let is_asked = self.calls.examples(method).any(|(_, call)| call.parent == Some(node));
        let call = self.callables[method].call(self.callables[method].usual())?;
        (!is_asked).then(|| word_after(oracle, node, &[call]).map(Plan::word)).flatten()
    }

    /// Counts the questions of the table: each state with each side of each guard.
    fn count_questions(&mut self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) {
        let rules = hypothesis.rules.iter().flatten();
        let sides = rules.map(|rule| 1 + u64::from(rule.guard != Guard::ALWAYS && rule.guard != Guard::NEVER));
        let questions: u64 = sides.sum();
        oracle.count_known(questions.saturating_sub(self.counted));
        self.counted = self.counted.max(questions);
    }
}

impl Learner for GuardedLearner {
    type Hypothesis = GuardedHypothesis;

    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<GuardedHypothesis, Halt> {
        loop {
            self.calls.update(oracle, &self.callables)?;
            let rules = fitted(&self.calls, &mut self.guesses, self.last.as_ref());
            let hypothesis = GuardedHypothesis { rules, methods: Rc::clone(&self.methods) };
            oracle.note_states(hypothesis.rules.len())?;
            let questions = self.open_questions(oracle, &hypothesis);
            if questions.is_empty() {
                self.count_questions(oracle, &hypothesis);
                self.last = Some(hypothesis.clone());
                return Ok(hypothesis);
            }
            self.counted += questions.len() as u64;
            oracle.ask(questions)?;
        }
    }
}
