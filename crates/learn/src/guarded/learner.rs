//! The learner of guarded models.

use std::rc::Rc;

use typestar_model::guarded::{Guard, GuardedMethod};
use typestar_model::{NodeId, Plan, Value};

use super::calls::{Calls, SharedCalls, plan_after};
use super::fit::{Guesses, fitted};
use super::hypothesis::{Belief, GuardedHypothesis};
use super::pool::is_earlier;
use crate::Learner;
use crate::oracle::{Halt, Oracle};

/// With so many arguments a method is called everywhere that has a guard in each state.
const MOST_TELLING: usize = 2;

/// Learns when calls pass. It asks each method in each state, and infers guards from all calls that were ever observed:
/// an answer stays an answer when guards change.
///
/// A question of the paper's table is a state with one side of a guard. Most of them are answered by calls that were
/// observed; they count as asked all the same.
pub struct GuardedLearner {
    calls: SharedCalls,
    methods: Rc<[GuardedMethod]>,
    last: Option<GuardedHypothesis>,
    guesses: Guesses,
    /// How many questions were counted.
    counted: u64,
}

impl GuardedLearner {
    /// A learner that knows nothing but the calls that were observed.
    pub fn new(calls: &SharedCalls) -> Self {
        let methods: Rc<[GuardedMethod]> =
            calls.borrow().callables().iter().map(|callable| callable.method.shown()).collect();
        Self { calls: Rc::clone(calls), guesses: Guesses::new(methods.len()), methods, last: None, counted: 0 }
    }

    /// Counts the questions of the table: each state with each side of each guard, or with each outcome.
    fn count_questions(&mut self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) {
        let rules = hypothesis.beliefs().map(|(_, belief)| belief);
        let sides = |guard: &Guard| 1 + u64::from(*guard != Guard::ALWAYS && *guard != Guard::NEVER);
        let questions: u64 = rules.map(|rule| sides(&rule.guard).max(rule.branches.len() as u64)).sum();
        oracle.count_known(questions.saturating_sub(self.counted));
        self.counted = self.counted.max(questions);
    }
}

impl Learner for GuardedLearner {
    type Hypothesis = GuardedHypothesis;

    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<GuardedHypothesis, Halt> {
        loop {
            let check = &mut || oracle.check();
            let rules = fitted(&self.calls.borrow(), &mut self.guesses, self.last.as_ref(), check)?;
            if !is_explained_by_fields(&rules) && oracle.look_deeper()? {
                return Err(Halt::Changed);
            }
            let (methods, calls) = (Rc::clone(&self.methods), Rc::clone(&self.calls));
            let hypothesis = GuardedHypothesis::new(rules, methods, calls);
            oracle.note_states(hypothesis.rules.len())?;
            let questions = open_questions(oracle, &self.calls.borrow(), &hypothesis);
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

/// Whether guards explain what was seen, without states.
fn is_explained_by_fields(rules: &[Vec<Belief>]) -> bool {
    rules.len() == 1 && rules[0].iter().all(|belief| belief.is_certain)
}

/// What has to be asked so that every method was called in every state, and behind every call that leads to a state,
/// where states are told apart by it.
fn open_questions(oracle: &mut dyn Oracle, calls: &Calls, hypothesis: &GuardedHypothesis) -> Vec<Plan> {
    let mut questions = Vec::new();
    for (state, node) in representatives(calls, hypothesis).into_iter().enumerate() {
        let Some(node) = node else { continue };
        questions.extend((0..calls.callables().len()).filter_map(|method| question(oracle, calls, node, method)));
        questions.extend(telling_questions(oracle, calls, hypothesis, node));
        if hypothesis.rules.len() > 1 {
            questions.extend(questions_behind(oracle, calls, hypothesis, (state, node)));
        }
    }
    questions
}

/// Asks the methods that states differ in behind every call from a node.
fn questions_behind(
    oracle: &mut dyn Oracle,
    calls: &Calls,
    hypothesis: &GuardedHypothesis,
    (state, node): (usize, NodeId),
) -> Vec<Plan> {
    let is_telling = |&method: &usize| {
        let here = &hypothesis.rules[state][method];
        hypothesis.rules.iter().any(|rules| rules[method].guard != here.guard || !rules[method].answers_like(here))
    };
    let telling: Vec<usize> = (0..calls.callables().len()).filter(is_telling).collect();
    let behind = calls.alive().filter(|(_, call)| call.parent == Some(node));
    let mut questions = Vec::new();
    for (node, _) in behind {
        questions.extend(telling.iter().filter_map(|&method| question(oracle, calls, node, method)));
        questions.extend(telling_questions(oracle, calls, hypothesis, node));
    }
    questions
}

/// Asks the methods that have a guard in each state with arguments that once passed and once did not, although the same
/// was known. They tell states apart that the usual arguments may not tell apart.
fn telling_questions(
    oracle: &mut dyn Oracle,
    calls: &Calls,
    hypothesis: &GuardedHypothesis,
    node: NodeId,
) -> Vec<Plan> {
    let is_local = |method: &usize| hypothesis.rules[0][*method].is_local;
    let mut questions = Vec::new();
    for method in (0..calls.callables().len()).filter(is_local) {
        for arguments in telling_arguments(oracle, calls, method) {
            let plan = plan_after(oracle, node, &calls.callables()[method], arguments);
            questions.extend(plan.filter(|plan| oracle.tree().outputs_of(&plan.word).is_none()));
        }
    }
    questions
}

/// The arguments of the first calls that ended otherwise than others of which the same was known.
fn telling_arguments(oracle: &dyn Oracle, calls: &Calls, method: usize) -> Vec<Vec<Value>> {
    let mut telling: Vec<Vec<Value>> = Vec::new();
    for node in calls.contradicted(method) {
        let Some((_, input, _)) = oracle.tree().edge_to(node) else { continue };
        let arguments = oracle.inputs().symbol(input).values();
        if telling.len() < MOST_TELLING
            && !arguments.iter().any(is_earlier)
            && !telling.iter().any(|known| known == arguments)
        {
            telling.push(arguments.to_vec());
        }
    }
    telling
}

/// The first node of each state.
fn representatives(calls: &Calls, hypothesis: &GuardedHypothesis) -> Vec<Option<NodeId>> {
    let mut first = vec![None; hypothesis.rules.len()];
    for ((node, call), state) in calls.all().zip(hypothesis.states_of(calls)) {
        if let Some(state) = state.filter(|_| call.lives()) {
            first[state].get_or_insert(node);
        }
    }
    first
}

/// A call of a method at a node, unless there was one.
fn question(oracle: &mut dyn Oracle, calls: &Calls, node: NodeId, method: usize) -> Option<Plan> {
    if !calls.can_call(node, method) {
        return None;
    }
    let is_asked = oracle.tree().children(node).any(|(_, _, child)| calls.of(child).method == Some(method));
    let callable = &calls.callables()[method];
    if is_asked { None } else { plan_after(oracle, node, callable, callable.usual()) }
}
