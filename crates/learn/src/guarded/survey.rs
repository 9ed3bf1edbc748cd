//! The survey at the end: the model that a hypothesis stands for, with the calls that speak for it.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use typestar_model::guarded::{Boundary, Branch, Features, Guard, GuardedModel, Rule, surprises};
use typestar_model::{Id, MachineLimit, NodeId, Step, Symbol, Value};

use super::breaking::{GuardTests, distance};
use super::calls::{Call, Calls};
use super::endings::{behind_idle_end, used_again};
use super::hypothesis::{Belief, GuardedHypothesis};
use super::lacks::{Lack, lacks};
use crate::oracle::{Halt, Oracle};

/// How many calls near the border are shown for each side of a guard.
const SHOWN: usize = 2;

/// How many calls are listed of a method that never succeeded.
const TRIED: usize = 6;

/// A surprise is looked for in words of at most so many calls: nobody reads longer ones.
const LONGEST_SHOWN: usize = 64;

/// What is known at the end of a run.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The model; its name and whether it is finished are for others to say.
    pub model: GuardedModel,
    /// A call of each method that a limit of the machine ended, with the limit: its outcome is none of the class's own.
    pub limited: Vec<(String, MachineLimit)>,
    /// The methods of which nothing explains when they pass.
    pub unexplained: Vec<Unexplained>,
    /// The methods of which nothing explains the outcome of the calls that pass, or of those that fail.
    pub untold: Vec<Untold>,
    /// What is missing for all this to rest on.
    pub lacks: Vec<Lack>,
    /// The methods whose guards have fewer tests than they should because there is nothing else to call.
    pub exhausted: Vec<String>,
    /// The methods that show a count which nothing else shows.
    pub counted: Vec<Counted>,
}

/// A count that only the answers of a method show.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The name of the method.
    pub method: String,
    /// The name of the method whose calls are counted,
    pub counted: String,
    /// and how many of them at least.
    pub times: usize,
    /// An execution that shows it.
    pub steps: Vec<Step>,
}

/// Outcomes of a method that nothing tells apart, although it is known when it passes.
#[derive(Clone, Debug)]
pub struct Untold {
    /// The name of the method.
    pub method: String,
    /// The outcomes, with an execution whose last call has it.
    pub outcomes: Vec<(String, Vec<Step>)>,
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

/// Looks at all that was observed once more. Each guard should have had so many tests.
pub fn survey(
    oracle: &mut dyn Oracle,
    hypothesis: &GuardedHypothesis,
    (tests, wanted): (&GuardTests, u64),
) -> Result<Survey, Halt> {
    let calls = hypothesis.calls.borrow();
    let states = hypothesis.states_of(&calls);
    let mut survey = Survey { model: hypothesis.model(), ..Survey::default() };
    survey.model.rules.clear();
    survey.limited = calls.limits.first().map(|(call, limit)| (call.text().to_owned(), limit)).collect();
    for (rule, belief) in hypothesis.beliefs() {
        let seen = Examples::of(&calls, &states, rule);
        let belief = belief.of_all_calls(&calls, rule.1);
        let mut said = seen.rule(oracle, rule, &belief, tests)?;
        if said.never_succeeded().is_some() {
            said.tried = tried(&calls, calls.arguments_of(oracle.observed(), rule.1), rule.1);
        }
        survey.model.rules.push(said);
    }
    (survey.lacks, survey.exhausted) = lacks(oracle.observed(), hypothesis, (tests, wanted));
    survey.untold = untold(oracle, &survey.model, &calls)?;
    survey.counted = counted(oracle, &calls)?;
    // Who wants the end does not wait for all that was seen.
    let looked_at = if oracle.check().is_ok() { usize::MAX } else { 0 };
    let idle = behind_idle_end(&calls, &survey.model);
    let short = calls.all().take(looked_at).filter(|(_, call)| call.depth <= LONGEST_SHOWN);
    let short = short.filter(|(node, _)| !idle[node.index()]);
    let traces = short.map(|(node, _)| trace(oracle, node));
    let returns_number = |method: usize| calls.callables()[method].method.returns.is_number();
    let again = used_again(&calls, &survey.model);
    let is_no_end = |method: usize| returns_number(method) || again.contains(&method);
    survey.model.surprises = surprises(&survey.model, is_no_end, traces);
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

/// Some calls of a method with different arguments.
fn tried(calls: &Calls, all: Vec<Vec<Value>>, method: usize) -> Vec<Symbol> {
    all.into_iter().filter_map(|arguments| calls.callables()[method].call(arguments)).take(TRIED).collect()
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
        tests: &GuardTests,
    ) -> Result<Rule, Halt> {
        let tests = |guard: Guard| tests.borrow().get(&(state, method, guard)).copied().unwrap_or(0);
        let boundary = [&self.passing, &self.failing].into_iter().flat_map(|side| closest(&belief.guard, side));
        Ok(Rule {
            passing: self.passing.len() as u64,
            failing: self.failing.len() as u64,
            tests: tests(belief.tested()),
            boundary: boundary.collect(),
            passes: shortest(oracle, &self.passing)?,
            fails: shortest(oracle, &self.failing)?,
            branches: self.branches(oracle, belief, tests)?,
            // A run that ends early may end between an answer and the guard that fits it.
            is_certain: belief.is_certain && !self.refutes(belief),
            ..belief.rule(state, method)
        })
    }

    fn refutes(&self, belief: &Belief) -> bool {
        self.passing.iter().chain(&self.failing).any(|(_, call)| belief.contradicts(call))
    }

    /// The branches of a rule with the calls that speak for them.
    fn branches(
        &self,
        oracle: &mut dyn Oracle,
        belief: &Belief,
        tests: impl Fn(Guard) -> u64,
    ) -> Result<Vec<Branch>, Halt> {
        let mut branches = Vec::new();
        for branch in &belief.branches {
            let calls: Vec<(NodeId, &Call)> = self.of_branch(branch).collect();
            let boundary = closest(&branch.guard, &calls).into_iter().map(|call| call.features);
            let executions = branch.outcomes.iter().map(|outcome| {
                let with_it: Vec<(NodeId, &Call)> =
                    calls.iter().filter(|(_, call)| call.has(outcome)).copied().collect();
                shortest(oracle, &with_it)
            });
            branches.push(Branch {
                executions: executions.collect::<Result<_, Halt>>()?,
                calls: calls.len() as u64,
                tests: tests(belief.telling(branch).tested()),
                boundary: boundary.collect(),
                ..branch.clone()
            });
        }
        Ok(branches)
    }

    /// The calls with an outcome of a branch. Where nobody told, it is the only one there is.
    fn of_branch(&self, branch: &Branch) -> impl Iterator<Item = (NodeId, &'a Call)> {
        let side = if branch.passes { &self.passing } else { &self.failing };
        side.iter().filter(|(_, call)| call.outcome.as_ref().is_none_or(|outcome| branch.has(outcome))).copied()
    }
}

/// The counts that only answers show.
fn counted(oracle: &mut dyn Oracle, calls: &Calls) -> Result<Vec<Counted>, Halt> {
    let name = |method: usize| calls.callables()[method].method.name.clone();
    let mut counted = Vec::new();
    for (method, counting) in &calls.counts {
        let (mut last, root) = (oracle.tree().root(), oracle.tree().root());
        for length in 1..=counting.word.len() {
            last = oracle.tree().follow(root, &counting.word[..length]).unwrap_or(last);
        }
        let (method, by) = (name(*method), name(counting.counted));
        counted.push(Counted { method, counted: by, times: counting.times, steps: steps(oracle, last)? });
    }
    Ok(counted)
}

/// What no guard and no state tells apart, each method and side once.
fn untold(oracle: &mut dyn Oracle, model: &GuardedModel, calls: &Calls) -> Result<Vec<Untold>, Halt> {
    let mut found: BTreeMap<(usize, bool), Vec<String>> = BTreeMap::new();
    for rule in &model.rules {
        for branch in rule.branches.iter().filter(|branch| branch.outcomes.len() > 1) {
            found.entry((rule.method, !branch.passes)).or_insert_with(|| branch.outcomes.clone());
        }
    }
    let mut untold = Vec::new();
    for ((method, fails), names) in found {
        let pair = alike(calls, method, !fails);
        let mut outcomes = Vec::new();
        for name in names {
            let of_pair = || pair.iter().flatten().find(|node| calls.of(**node).has(&name)).copied();
            let first = || calls.examples(method).find(|(_, call)| call.has(&name)).map(|(node, _)| node);
            let execution = of_pair().or_else(first).map_or(Ok(Vec::new()), |node| steps(oracle, node))?;
            outcomes.push((name, execution));
        }
        untold.push(Untold { method: model.methods[method].name.clone(), outcomes });
    }
    Ok(untold)
}

/// Two calls of a side of which the same was known, with different outcomes.
fn alike(calls: &Calls, method: usize, passes: bool) -> Option<[NodeId; 2]> {
    let mut seen: HashMap<*const Features, NodeId> = HashMap::new();
    let mut of_side = calls.examples(method).filter(|(_, call)| call.passes() == passes && call.outcome.is_some());
    of_side.find_map(|(node, call)| {
        let other = *seen.entry(Rc::as_ptr(&call.before)).or_insert(node);
        (calls.of(other).outcome != call.outcome).then_some([other, node])
    })
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
    let mut seen: HashMap<*const Features, (NodeId, bool)> = HashMap::new();
    for (node, call) in calls.examples(method) {
        let (other, passed) = *seen.entry(Rc::as_ptr(&call.before)).or_insert((node, call.passes()));
        if passed != call.passes() {
            return Some(if passed { (other, node) } else { (node, other) });
        }
    }
    let first = |passes| calls.examples(method).find(|(_, call)| call.passes() == passes).map(|(node, _)| node);
    Some((first(true)?, first(false)?))
}
