//! What the learner believes: for each state and each method, when a call passes and where it leads.

use std::rc::Rc;

use typestar_model::guarded::{Features, Guard, GuardedMethod, GuardedModel, Rule};
use typestar_model::{ERROR, Id, InputId, NodeId, OK, OutputId, Word};

use super::calls::{Call, Calls, End, SharedCalls};
use super::survey::Examples;
use crate::hypothesis::Hypothesis;
use crate::oracle::Observed;

/// A guess about an object. What it says of a call depends on what is known before that call: it predicts whether a call
/// that was made passes, and says nothing of words that were not executed.
#[derive(Clone, Debug)]
pub struct GuardedHypothesis {
    /// What is believed, by state and by method. The first state is the initial one.
    pub rules: Vec<Vec<Belief>>,
    /// The methods that these are about.
    pub methods: Rc<[GuardedMethod]>,
    /// What was known before each call that was observed.
    pub calls: SharedCalls,
}

/// What a method does in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Belief {
    /// It passes exactly if this holds.
    pub guard: Guard,
    /// Other guards that fit what was seen, almost as simple.
    pub rivals: Vec<Guard>,
    /// Where it leads; none if nobody has seen it pass.
    pub target: Option<usize>,
    /// Whether the guard fits what was seen. If it does not, no guard does that was tried.
    pub is_certain: bool,
}

/// A call of a word that ended otherwise than believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradicted {
    /// Its place in the word, from 0.
    pub place: usize,
    /// The state in which it was made.
    pub state: usize,
    /// The method.
    pub method: usize,
    /// What was known before it.
    pub before: Rc<Features>,
    /// Whether it passed.
    pub passes: bool,
}

impl GuardedHypothesis {
    /// What a model says, of an object whose methods are called in the order of the model.
    pub fn of_model(model: &GuardedModel, calls: &SharedCalls) -> Self {
        let belief = |state: usize, method: usize| match model.rule(state, method) {
            Some(rule) => Belief::of_rule(rule),
            None => Belief { guard: Guard::NEVER, rivals: Vec::new(), target: None, is_certain: false },
        };
        let beliefs = |state: usize| (0..model.methods.len()).map(|method| belief(state, method)).collect();
        let rules = (0..model.states).map(beliefs).collect();
        Self { rules, methods: model.methods.iter().cloned().collect(), calls: Rc::clone(calls) }
    }

    /// What is believed, without the calls that speak for it.
    pub fn model(&self) -> GuardedModel {
        let rules = self.beliefs().map(|((state, method), belief)| belief.rule(state, method));
        let (methods, rules) = (self.methods.to_vec(), rules.collect());
        GuardedModel { states: self.rules.len(), methods, rules, ..GuardedModel::default() }
    }

    /// What is believed of each method in each state.
    pub(super) fn beliefs(&self) -> impl Iterator<Item = ((usize, usize), &Belief)> {
        self.rules.iter().enumerate().flat_map(|(state, beliefs)| {
            beliefs.iter().enumerate().map(move |(method, belief)| ((state, method), belief))
        })
    }

    /// The state of each node of the tree at which the object can be used.
    pub(super) fn states_of(&self, calls: &Calls) -> Vec<Option<usize>> {
        let mut states: Vec<Option<usize>> = Vec::new();
        for (_, call) in calls.all() {
            let state = match (call.parent, call.method) {
                (None, _) => Some(0),
                (Some(parent), Some(method)) if call.passes() => {
                    states[parent.index()].and_then(|state| self.rules[state][method].target)
                }
                _ => None,
            };
            states.push(state);
        }
        states
    }

    /// The first call, of the shortest word, that ended otherwise than believed.
    fn contradiction(&self, calls: &Calls) -> Option<NodeId> {
        let states = self.states_of(calls);
        let wrong = calls.all().filter(|(_, call)| {
            let state = call.parent.and_then(|parent| states[parent.index()]);
            let (Some(state), Some(method)) = (state, call.method) else { return false };
            self.rules[state][method].contradicts(call)
        });
        wrong.min_by_key(|(node, call)| (call.depth, *node)).map(|(node, _)| node)
    }

    /// The nodes behind the calls of a word, with the state and the method of each, as far as both are known.
    fn way(&self, observed: Observed, calls: &Calls, word: &[InputId]) -> Vec<(NodeId, usize, usize)> {
        let (mut node, mut state, mut way) = (observed.tree.root(), Some(0), Vec::new());
        for &input in word {
            let Some(next) = observed.tree.child(node, input) else { break };
            let call = calls.of(next);
            let (Some(before), Some(method)) = (state, call.method) else { break };
            way.push((next, before, method));
            (node, state) = (next, self.rules[before][method].target.filter(|_| call.passes()));
        }
        way
    }

    /// The first call of an observed word that ended otherwise than believed.
    pub fn contradicted(&self, observed: Observed, word: &[InputId]) -> Option<Contradicted> {
        let calls = self.calls.borrow();
        let mut way = self.way(observed, &calls, word).into_iter().enumerate();
        way.find_map(|(place, (node, state, method))| {
            let call = calls.of(node);
            let (before, passes) = (Rc::clone(&call.before), call.passes());
            let wrong = Contradicted { place, state, method, before, passes };
            self.rules[state][method].contradicts(call).then_some(wrong)
        })
    }

    /// Whether the earlier one believed the same of a method in a state.
    fn is_news(&self, earlier: Option<&Self>, (state, method): (usize, usize)) -> bool {
        let believed = earlier.and_then(|earlier| earlier.rules.get(state)).map(|rules| &rules[method]);
        let new = &self.rules[state][method];
        believed.is_none_or(|believed| believed.guard != new.guard || believed.target != new.target)
    }
}

impl Belief {
    fn of_rule(rule: &Rule) -> Self {
        Self { guard: rule.guard.clone(), rivals: Vec::new(), target: rule.target, is_certain: rule.is_certain }
    }

    /// What is believed of a method in a state, without the calls that speak for it.
    pub(super) fn rule(&self, state: usize, method: usize) -> Rule {
        Rule { is_certain: self.is_certain, ..Rule::new(state, method, self.guard.clone(), self.target) }
    }

    fn contradicts(&self, call: &Call) -> bool {
        let is_known = self.is_certain && call.end != End::Unknown && !call.is_sketch;
        is_known && (self.guard.holds(&call.before) != call.passes() || call.passes() && self.target.is_none())
    }
}

impl Hypothesis for GuardedHypothesis {
    /// A call passes or fails: what else the system answered is as good as `ok`, or as `error`.
    fn predict(&self, observed: Observed, word: &[InputId]) -> Vec<Option<OutputId>> {
        let calls = self.calls.borrow();
        let expected = self.way(observed, &calls, word).into_iter().map(|(node, state, method)| {
            let call = calls.of(node);
            match (self.rules[state][method].contradicts(call), call.passes()) {
                (false, _) => observed.tree.edge_to(node).map(|(_, _, output)| output),
                (true, true) => observed.outputs.get(ERROR),
                (true, false) => observed.outputs.get(OK),
            }
        });
        expected.collect()
    }

    fn disagreement(&self, observed: Observed) -> Option<Word> {
        let node = self.contradiction(&self.calls.borrow())?;
        Some(observed.tree.access_word(node))
    }

    /// The calls closest to the border of each new guard, one on each side: they decided on it.
    fn news(&self, earlier: Option<&Self>, observed: Observed) -> Vec<Word> {
        let calls = self.calls.borrow();
        let states = self.states_of(&calls);
        let new = self.beliefs().filter(|(rule, _)| self.is_news(earlier, *rule));
        let deciding = new.flat_map(|(rule, belief)| Examples::of(&calls, &states, rule).nearest(&belief.guard));
        deciding.map(|node| observed.tree.access_word(node)).collect()
    }

    fn size(&self) -> usize {
        self.rules.len()
    }
}
