//! The survey at the end: the model that a hypothesis stands for, with the calls that speak for it.

use std::collections::HashMap;

use typestar_model::guarded::{Boundary, Features, Guard, GuardedModel, Rule, surprises};
use typestar_model::{Id, MachineLimit, NodeId, Step};

use super::breaking::{GuardTests, distance};
use super::calls::{Call, Calls};
use super::hypothesis::{Belief, GuardedHypothesis};
use crate::oracle::{Halt, Oracle};

/// How many calls near the border are shown for each side of a guard.
const SHOWN: usize = 2;

/// What is known at the end of a run.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The model; its name and whether it is finished are for others to say.
    pub model: GuardedModel,
    /// A call of each method that a limit of the machine ended, with the limit: its outcome is none of the class's own.
    pub limited: Vec<(String, MachineLimit)>,
    /// The methods whose outcome nothing explains.
    pub unexplained: Vec<Unexplained>,
}

/// Two executions whose last calls are of the same method and end differently, and nothing tells why.
#[derive(Clone, Debug)]
pub struct Unexplained {
    /// The name of the method.
    pub method: String,
    /// Whether exactly the same was known before both calls.
    pub is_contradiction: bool,
    /// The execution whose last call passed,
    pub passed: Vec<Step>,
    /// and the one whose last call failed.
    pub failed: Vec<Step>,
}

/// Looks at all that was observed once more.
pub fn survey(oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis, tests: &GuardTests) -> Result<Survey, Halt> {
    let calls = hypothesis.calls.borrow();
    let states = hypothesis.states_of(&calls);
    let mut survey = Survey { model: hypothesis.model(), ..Survey::default() };
    survey.model.rules.clear();
    survey.limited = calls.limits.first().map(|(call, limit)| (call.text().to_owned(), limit)).collect();
    for ((state, method), belief) in hypothesis.beliefs() {
        let seen = Examples::of(&calls, &states, (state, method));
        let key = (state, method, belief.guard.clone());
        let tests = tests.borrow().get(&key).copied().unwrap_or(0);
        survey.model.rules.push(seen.rule(oracle, (state, method), belief, tests)?);
    }
    // Who wants the end does not wait for all that was seen.
    let looked_at = if oracle.check().is_ok() { usize::MAX } else { 0 };
    let traces = calls.all().take(looked_at).map(|(node, _)| trace(oracle, node));
    let returns_number = |method: usize| calls.callables()[method].method.returns.is_number();
    survey.model.surprises = surprises(&survey.model, returns_number, traces);
    for (method, callable) in calls.callables().iter().enumerate() {
        let is_certain = hypothesis.rules.iter().all(|rules| rules[method].is_certain);
        if let Some((passed, failed)) = (!is_certain).then(|| opposites(&calls, method)).flatten() {
            let is_contradiction = calls.of(passed).before == calls.of(failed).before;
            let method = callable.method.name.clone();
            let (passed, failed) = (steps(oracle, passed)?, steps(oracle, failed)?);
            survey.unexplained.push(Unexplained { method, is_contradiction, passed, failed });
        }
    }
    Ok(survey)
}

/// The calls of a method in a state.
pub(super) struct Examples<'a> {
    passing: Vec<(NodeId, &'a Call)>,
    failing: Vec<(NodeId, &'a Call)>,
}

impl<'a> Examples<'a> {
    pub(super) fn of(calls: &'a Calls, states: &[Option<usize>], (state, method): (usize, usize)) -> Self {
        let is_here = |call: &Call| call.parent.is_some_and(|parent| states[parent.index()] == Some(state));
        let here = calls.examples(method).filter(|(_, call)| is_here(call));
        let (passing, failing) = here.partition(|(_, call)| call.passes());
        Self { passing, failing }
    }

    /// The call on each side that is closest to the border of a guard.
    pub(super) fn nearest(&self, guard: &Guard) -> Vec<NodeId> {
        let rank = |(node, call): &&(NodeId, &Call)| (distance(guard, &call.before), call.depth, *node);
        let sides = [&self.passing, &self.failing].into_iter();
        sides.filter_map(|side| side.iter().min_by_key(rank)).map(|(node, _)| *node).collect()
    }

    fn rule(
        &self,
        oracle: &mut dyn Oracle,
        (state, method): (usize, usize),
        belief: &Belief,
        tests: u64,
    ) -> Result<Rule, Halt> {
        let boundary = [&self.passing, &self.failing].into_iter().flat_map(|side| closest(&belief.guard, side));
        Ok(Rule {
            passing: self.passing.len() as u64,
            failing: self.failing.len() as u64,
            tests,
            boundary: boundary.collect(),
            passes: shortest(oracle, &self.passing)?,
            fails: shortest(oracle, &self.failing)?,
            ..belief.rule(state, method)
        })
    }
}

/// The calls that are closest to the border of a guard, each look of them once.
fn closest(guard: &Guard, calls: &[(NodeId, &Call)]) -> Vec<Boundary> {
    let names = guard.features();
    if names.is_empty() {
        return Vec::new();
    }
    let mut sorted: Vec<_> = calls.iter().map(|(node, call)| (distance(guard, &call.before), *node, *call)).collect();
    sorted.sort_by_key(|(distance, node, _)| (*distance, *node));
    let mut boundary: Vec<Boundary> = Vec::new();
    for (_, _, call) in sorted {
        if boundary.len() == SHOWN {
            break;
        }
        let spoken = call.before.iter().filter(|(name, _)| names.contains(name.as_str()));
        let features: Features = spoken.map(|(name, value)| (name.clone(), value.clone())).collect();
        if boundary.iter().all(|known| known.features != features) {
            boundary.push(Boundary { features, passes: call.passes() });
        }
    }
    boundary
}

/// The shortest execution of these; nothing if there is none.
fn shortest(oracle: &mut dyn Oracle, calls: &[(NodeId, &Call)]) -> Result<Vec<Step>, Halt> {
    let first = calls.iter().min_by_key(|(node, call)| (call.depth, *node));
    first.map_or(Ok(Vec::new()), |(node, _)| steps(oracle, *node))
}

/// The steps that lead to a node.
fn trace(oracle: &dyn Oracle, node: NodeId) -> Vec<Step> {
    let steps = oracle.tree().trace(node).into_iter();
    steps.map(|(input, output)| Step::new(oracle.inputs().text(input), oracle.outputs().text(output))).collect()
}

/// The steps that lead to a node, with the reason of the last one.
fn steps(oracle: &mut dyn Oracle, node: NodeId) -> Result<Vec<Step>, Halt> {
    let mut steps = trace(oracle, node);
    if let Some(last) = steps.last_mut() {
        last.evidence.reason = oracle.evidence(node)?.reason;
    }
    Ok(steps)
}

/// A call of a method that passed and one that failed: if possible two of which the same was known.
fn opposites(calls: &Calls, method: usize) -> Option<(NodeId, NodeId)> {
    let mut seen: HashMap<&Features, (NodeId, bool)> = HashMap::new();
    for (node, call) in calls.examples(method) {
        let (other, passed) = *seen.entry(&call.before).or_insert((node, call.passes()));
        if passed != call.passes() {
            return Some(if passed { (other, node) } else { (node, other) });
        }
    }
    let first = |passes| calls.examples(method).find(|(_, call)| call.passes() == passes).map(|(node, _)| node);
    Some((first(true)?, first(false)?))
}
