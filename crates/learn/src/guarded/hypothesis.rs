//! What the learner believes: for each state and each method, when a call passes and where it leads.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use typestar_model::guarded::{
    Branch, Features, Guard, GuardedMethod, GuardedModel, Rule, all_of, branch_taken, complement, exclusive,
};
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
    judging: Judging,
}

/// What a hypothesis says of the calls that it was asked about. Whoever has a copy asks anew.
#[derive(Debug, Default)]
struct Judging(RefCell<Judged>);

impl Clone for Judging {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// What a hypothesis says of the calls so far. They only become more, so each is looked at once.
#[derive(Debug, Default)]
pub(super) struct Judged {
    /// The [version](Calls::version) of the calls.
    version: u64,
    /// The state of each node of the tree at which the object can be used.
    pub(super) states: Vec<Option<usize>>,
    /// The first call, of the shortest word, that ended otherwise than believed.
    wrong: Option<(usize, NodeId)>,
}

impl Judged {
    /// The state of a node.
    pub(super) fn state(&self, node: NodeId) -> Option<usize> {
        self.states.get(node.index()).copied().flatten()
    }
}

/// What a method does in a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    /// It passes exactly if this holds.
    pub guard: Guard,
    /// Other guards that fit what was seen, almost as simple.
    pub rivals: Vec<Guard>,
    /// Where it leads; none if nobody has seen it pass.
    pub target: Option<usize>,
    /// Whether the guard fits what was seen. If it does not, no guard does that was tried.
    pub is_certain: bool,
    /// Whether this is of one state: other states have guards of their own for the method.
    pub is_local: bool,
    /// What holds of all calls that this is about.
    pub within: Guard,
    /// The outcome that calls have for which the guard holds, and whether such calls pass, where that is what it tells;
    /// none if it tells which calls pass.
    pub told: Option<(bool, String)>,
    /// What tells the outcomes of calls that pass apart, and of those that fail, one after the other.
    pub splits: Vec<Belief>,
    /// Which outcome calls have when; empty if only passing and failing are looked at.
    pub branches: Vec<Branch>,
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
    /// What it answered, if that is known.
    pub outcome: Option<String>,
}

impl GuardedHypothesis {
    /// That an object behaves so.
    pub(super) fn new(rules: Vec<Vec<Belief>>, methods: Rc<[GuardedMethod]>, calls: SharedCalls) -> Self {
        Self { rules, methods, calls, judging: Judging::default() }
    }

    /// The same of an object of which other calls were observed.
    #[must_use]
    pub fn with_calls(&self, calls: SharedCalls) -> Self {
        Self { calls, ..self.clone() }
    }

    /// What a model says, of an object whose methods are called in the order of the model.
    pub fn of_model(model: &GuardedModel, calls: &SharedCalls) -> Self {
        let belief = |state: usize, method: usize| match model.rule(state, method) {
            Some(rule) => Belief::of_rule(rule),
            None => Belief { is_certain: false, ..Belief::new(Guard::NEVER) },
        };
        let beliefs = |state: usize| (0..model.methods.len()).map(|method| belief(state, method)).collect();
        let rules = (0..model.states).map(beliefs).collect();
        Self::new(rules, model.methods.iter().cloned().collect(), Rc::clone(calls))
    }

    /// What is believed, without the calls that speak for it.
    pub fn model(&self) -> GuardedModel {
        let rules = self.beliefs().map(|((state, method), belief)| belief.rule(state, method));
        let (methods, rules) = (self.methods.to_vec(), rules.collect());
        GuardedModel { states: self.rules.len(), methods, rules, ..GuardedModel::default() }
    }

    /// What is believed of each method in each state: of what makes the object in the first one only.
    pub(super) fn beliefs(&self) -> impl Iterator<Item = ((usize, usize), &Belief)> {
        let all = self.rules.iter().enumerate().flat_map(|(state, beliefs)| {
            beliefs.iter().enumerate().map(move |(method, belief)| ((state, method), belief))
        });
        all.filter(|((state, method), _)| *state == 0 || !self.methods[*method].makes)
    }

    /// The guards that tests try to break, with the state and the method of each: those that tell when calls pass, and
    /// those that tell outcomes apart.
    pub(super) fn testable(&self) -> impl Iterator<Item = ((usize, usize), &Belief)> {
        let certain = self.beliefs().filter(|(_, belief)| belief.is_certain);
        certain.flat_map(|(rule, belief)| std::iter::once(belief).chain(&belief.splits).map(move |guard| (rule, guard)))
    }

    /// The state of each node of the tree at which the object can be used.
    pub(super) fn states_of(&self, calls: &Calls) -> Vec<Option<usize>> {
        self.judged(calls).states.clone()
    }

    /// What this says of all calls so far.
    pub(super) fn judged(&self, calls: &Calls) -> Ref<'_, Judged> {
        let mut judged = self.judging.0.borrow_mut();
        if judged.version != calls.version() || judged.states.len() > calls.len() {
            *judged = Judged { version: calls.version(), ..Judged::default() };
        }
        for (node, call) in calls.all().skip(judged.states.len()) {
            self.judge(&mut judged, node, call);
        }
        drop(judged);
        self.judging.0.borrow()
    }

    fn judge(&self, judged: &mut Judged, node: NodeId, call: &Call) {
        let before = call.parent.and_then(|parent| judged.states[parent.index()]);
        let belief = before.zip(call.method).map(|(state, method)| &self.rules[state][method]);
        if belief.is_some_and(|belief| belief.contradicts(call) || belief.leaves_open(call)) {
            let wrong = (call.depth, node);
            judged.wrong = Some(judged.wrong.map_or(wrong, |earlier| earlier.min(wrong)));
        }
        judged.states.push(match call.parent {
            None => Some(0),
            Some(_) => belief.and_then(|belief| belief.target_of(call)),
        });
    }

    /// The first call, of the shortest word, that ended otherwise than believed.
    fn contradiction(&self, calls: &Calls) -> Option<NodeId> {
        self.judged(calls).wrong.map(|(_, node)| node)
    }

    /// The nodes behind the calls of a word, with the state and the method of each, as far as both are known.
    fn way(&self, observed: Observed, calls: &Calls, word: &[InputId]) -> Vec<(NodeId, usize, usize)> {
        let (mut node, mut state, mut way) = (observed.tree.root(), Some(0), Vec::new());
        for &input in word {
            let Some(next) = observed.tree.child(node, input) else { break };
            let call = calls.of(next);
            let (Some(before), Some(method)) = (state, call.method) else { break };
            way.push((next, before, method));
            (node, state) = (next, self.rules[before][method].target_of(call));
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
            let outcome = call.outcome.as_ref().map(|outcome| outcome.to_string());
            let wrong = Contradicted { place, state, method, before, passes, outcome };
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
    /// That calls pass exactly if this holds, without more.
    pub(super) fn new(guard: Guard) -> Self {
        let (rivals, splits, branches) = (Vec::new(), Vec::new(), Vec::new());
        let (within, told) = (Guard::ALWAYS, None);
        Self { guard, rivals, target: None, is_certain: true, is_local: false, within, told, splits, branches }
    }

    fn of_rule(rule: &Rule) -> Self {
        let sides = [true, false].map(|passes| splits_of(rule, passes));
        Self {
            target: rule.target,
            is_certain: rule.is_certain,
            splits: sides.concat(),
            branches: rule.branches.clone(),
            ..Self::new(rule.guard.clone())
        }
    }

    /// The same, with branches that say of all calls seen by now when what they speak of is not there: an argument may have
    /// been null for the first time after this was believed.
    pub(super) fn of_all_calls(&self, calls: &Calls, method: usize) -> Self {
        let absence = |name: &str| calls.absence(method, name);
        let mut belief = self.clone();
        for passes in [true, false] {
            let side = if passes { self.guard.clone() } else { complement(&self.guard, &absence) };
            let of_side = self.splits.iter().filter(|split| matches!(&split.told, Some((told, _)) if *told == passes));
            let conditions: Vec<Guard> = of_side.map(|split| split.guard.clone()).collect();
            let branches: Vec<&mut Branch> =
                belief.branches.iter_mut().filter(|branch| branch.passes == passes).collect();
            if branches.len() == conditions.len() + 1 {
                let guards = exclusive(&side, &conditions, &absence);
                branches.into_iter().zip(guards).for_each(|(branch, guard)| branch.guard = guard);
            }
        }
        belief
    }

    /// What is believed of a method in a state, without the calls that speak for it.
    pub(super) fn rule(&self, state: usize, method: usize) -> Rule {
        let (is_certain, branches) = (self.is_certain, self.branches.clone());
        Rule { is_certain, branches, ..Rule::new(state, method, self.guard.clone(), self.target) }
    }

    /// Whether calls have the same outcomes as by another belief, as far as states tell them apart.
    pub(super) fn answers_like(&self, other: &Self) -> bool {
        let outcomes = |belief: &Self| belief.branches.iter().map(|branch| branch.outcomes.clone()).collect::<Vec<_>>();
        outcomes(self) == outcomes(other)
    }

    /// What the words count for that try to break it.
    pub(super) fn tested(&self) -> Guard {
        all_of(vec![self.within.clone(), self.guard.clone()])
    }

    /// On which side of the border a call was; none if this says nothing of it.
    pub(super) fn side(&self, call: &Call) -> Option<bool> {
        let Some((passes, outcome)) = &self.told else { return Some(call.passes()) };
        let is_within = call.passes() == *passes && self.within.holds(&call.before);
        call.outcome.as_deref().filter(|_| is_within).map(|seen| seen == outcome)
    }

    /// What tells a branch from the others: its own guard or, of the last branch of a side, that of the one before it, or
    /// what tells the sides apart.
    pub(super) fn telling(&self, branch: &Branch) -> &Self {
        let of_side =
            || self.splits.iter().filter(|split| matches!(&split.told, Some((passes, _)) if *passes == branch.passes));
        let own = |split: &&Self| matches!(&split.told, Some((_, outcome)) if branch.outcomes == [outcome.as_str()]);
        of_side().find(own).or_else(|| of_side().next_back()).unwrap_or(self)
    }

    /// Where a call leads; none if the object ends, or if nobody knows.
    fn target_of(&self, call: &Call) -> Option<usize> {
        match &call.outcome {
            _ if !call.lives() => None,
            Some(outcome) if !self.branches.is_empty() => {
                let has_it = |branch: &&Branch| branch.passes == call.passes() && branch.has(outcome);
                self.branches.iter().find(has_it).and_then(|branch| branch.target)
            }
            _ => self.target.filter(|_| call.passes()),
        }
    }

    /// Whether a call ended otherwise than believed.
    pub(super) fn contradicts(&self, call: &Call) -> bool {
        let is_known = self.is_certain && call.end != End::Unknown && !call.is_sketch;
        is_known && (self.guard.holds(&call.before) != call.passes() || self.contradicts_outcome(call))
    }

    /// Whether no branch speaks of a call: what its guards compare was there before all calls that were known when they were
    /// made. They have to be made anew, even if the last branch of the side happens to be right.
    fn leaves_open(&self, call: &Call) -> bool {
        let came_back = !matches!(call.end, End::Unknown | End::Hung) && !call.is_sketch;
        let mut of_side = self.branches.iter().filter(|branch| branch.passes == call.passes()).peekable();
        self.is_certain
            && came_back
            && of_side.peek().is_some()
            && !of_side.any(|branch| branch.guard.holds(&call.before))
    }

    /// Whether a call on the expected side has an outcome that is not expected, or leads where nobody has been.
    fn contradicts_outcome(&self, call: &Call) -> bool {
        let branch = branch_taken(&self.branches, call.passes(), &call.before);
        let is_other = branch.zip(call.outcome.as_ref()).is_some_and(|(branch, outcome)| !branch.has(outcome));
        is_other || call.lives() && self.target_of(call).is_none()
    }
}

/// What tells the branches of a side of a rule apart. Each branch but the last one says when it is taken.
fn splits_of(rule: &Rule, passes: bool) -> Vec<Belief> {
    let side = if passes { rule.guard.clone() } else { complement(&rule.guard, &|_| None) };
    let branches: Vec<&Branch> = rule.branches.iter().filter(|branch| branch.passes == passes).collect();
    let told =
        branches.split_last().map_or(&[][..], |(_, told)| told).iter().filter(|branch| branch.outcomes.len() == 1);
    let split = |branch: &&Branch| Belief {
        within: side.clone(),
        told: Some((passes, branch.name())),
        ..Belief::new(branch.guard.clone())
    };
    told.map(split).collect()
}

impl Hypothesis for GuardedHypothesis {
    /// A call passes or fails: what else the system answered is as good as `ok`, or as `error`. Of a call that passes or
    /// fails as expected, but with another outcome, no output is expected.
    fn predict(&self, observed: Observed, word: &[InputId]) -> Vec<Option<OutputId>> {
        let calls = self.calls.borrow();
        let expected = self.way(observed, &calls, word).into_iter().map(|(node, state, method)| {
            let call = calls.of(node);
            let belief = &self.rules[state][method];
            let is_other_outcome = !belief.branches.is_empty() && belief.guard.holds(&call.before) == call.passes();
            match (belief.contradicts(call), call.passes()) {
                (false, _) => observed.tree.edge_to(node).map(|(_, _, output)| output),
                (true, _) if is_other_outcome => None,
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
