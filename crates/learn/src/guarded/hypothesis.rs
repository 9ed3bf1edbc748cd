//! What the learner believes: for each state and each method, when a call passes and where it leads.

use std::rc::Rc;

use typestar_model::guarded::{Guard, GuardedMethod, GuardedModel, Rule};
use typestar_model::{Id, InputId, NodeId, OutputId};

use super::calls::{Call, Calls, End};
use crate::hypothesis::Hypothesis;
use crate::oracle::Observed;

/// A guess about an object. What it says of a call depends on what is known before that call, so that it says nothing of
/// words that were not executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuardedHypothesis {
    /// What is believed, by state and by method. The first state is the initial one.
    pub rules: Vec<Vec<Belief>>,
    /// The methods that these are about.
    pub methods: Rc<[GuardedMethod]>,
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

impl GuardedHypothesis {
    /// What is believed, without the calls that speak for it.
    pub fn model(&self) -> GuardedModel {
        let rules = self.rules.iter().enumerate().flat_map(|(state, beliefs)| {
            beliefs.iter().enumerate().map(move |(method, belief)| belief.rule(state, method))
        });
        let (methods, rules) = (self.methods.to_vec(), rules.collect());
        GuardedModel { states: self.rules.len(), methods, rules, ..GuardedModel::default() }
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
    pub(super) fn contradiction(&self, calls: &Calls) -> Option<NodeId> {
        let states = self.states_of(calls);
        let wrong = calls.all().filter(|(_, call)| {
            let state = call.parent.and_then(|parent| states[parent.index()]);
            let (Some(state), Some(method)) = (state, call.method) else { return false };
            self.rules[state][method].contradicts(call)
        });
        wrong.min_by_key(|(node, call)| (call.depth, *node)).map(|(node, _)| node)
    }
}

impl Belief {
    /// What is believed of a method in a state, without the calls that speak for it.
    pub(super) fn rule(&self, state: usize, method: usize) -> Rule {
        Rule { is_certain: self.is_certain, ..Rule::new(state, method, self.guard.clone(), self.target) }
    }

    fn contradicts(&self, call: &Call) -> bool {
        let is_known = self.is_certain && call.end != End::Unknown;
        is_known && (self.guard.holds(&call.before) != call.passes() || call.passes() && self.target.is_none())
    }
}

impl Hypothesis for GuardedHypothesis {
    /// It says nothing of words: what was observed of fields decides, and testers look at that.
    fn predict(&self, _observed: Observed, _word: &[InputId]) -> Vec<Option<OutputId>> {
        Vec::new()
    }

    fn disagreement(&self, _observed: Observed) -> Option<typestar_model::Word> {
        None
    }

    fn size(&self) -> usize {
        self.rules.len()
    }
}
