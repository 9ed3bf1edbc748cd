//! Running on: a word that is executed anyway is made longer, because a reset costs more than a symbol.
//!
//! What the extra symbols show is wanted sooner or later: the testers need to see every short word from every
//! state. So a word runs on through inputs that were given least in the situation that it is believed to reach.
//!
//! # Why it helps
//!
//! A word of five inputs that goes on for six more needs no further reset, and shows six more rows of
//! inputs.
//!
//! # What a situation is
//!
//! With `ROW = 3`, the input that comes next is chosen by the two inputs before it and by the state
//! before these. For each such situation the inputs are counted, and the one that was given least is
//! taken. So each tail sees something that no other tail has seen, as long as there is something left:
//!
//! ```text
//!   believed states   q0 ──start──▶ q1 ──wait──▶ q2 ──?──▶
//!   situation         (q1 is not part of it)  (q0, [start, wait])
//!   given so far      start 2, cancel 0, wait 1       so `cancel` is next
//! ```
//!
//! Inputs that are believed to end the word are not taken: behind them nothing can be seen.
//!
//! The learner's belief may be wrong. Then the count goes to the wrong situation, which costs a little
//! and breaks nothing: whatever is observed is observed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use typestar_model::{Id, InputId, Plan};

/// What a learner believes of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Belief {
    /// The step leads to this state.
    To(usize),
    /// The step ends the word: nothing can follow.
    Final,
    /// Nothing is known of this step.
    Unknown,
}

/// The last inputs in a row, and the believed state before the first of them.
type Situation = (Option<usize>, Vec<InputId>);

/// How many inputs in a row are told apart, the next one included: one transition and the default distinguisher bound.
const ROW: usize = 3;

/// Chooses how words run on.
pub(crate) struct RunOn {
    limit: usize,
    inputs: usize,
    given: HashMap<Situation, Given>,
}

/// How often inputs were given in one situation. The one that was given least is found without a look at all of them:
/// there may be very many.
///
/// Both directions are needed: by input to count, by count to choose. `first_new` keeps the search for
/// an input that was never given from starting at 0 each time.
#[derive(Default)]
struct Given {
    counts: HashMap<InputId, u32>,
    /// The inputs that were given, seldom ones first.
    by_count: BTreeSet<(u32, InputId)>,
    /// All inputs before this one were given.
    first_new: usize,
}

impl Given {
    fn note(&mut self, input: InputId) {
        let count = self.counts.entry(input).or_insert(0);
        self.by_count.remove(&(*count, input));
        *count += 1;
        self.by_count.insert((*count, input));
        while self.counts.contains_key(&InputId::new(self.first_new)) {
            self.first_new += 1;
        }
    }

    /// The first of this many inputs among those that were given least, the new ones before all others.
    fn least(&self, inputs: usize, is_open: impl Fn(InputId) -> bool) -> Option<InputId> {
        let new = (self.first_new..inputs).map(InputId::new).filter(|input| !self.counts.contains_key(input));
        new.chain(self.by_count.iter().map(|&(_, input)| input)).find(|&input| is_open(input))
    }
}

impl RunOn {
    /// Lets words run on by at most `limit` symbols.
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, inputs: 0, given: HashMap::new() }
    }

    /// Lets every end of `plan` run on. `belief` tells what a step from a state does; state 0 is the initial one.
    ///
    /// Branches of a plan run on, each from its own believed state; and a plan that would end at an
    /// output that it does not list goes on there, too.
    pub(crate) fn extend(&mut self, mut plan: Plan, inputs: usize, belief: &dyn Fn(usize, InputId) -> Belief) -> Plan {
        self.inputs = inputs;
        if self.limit > 0 {
            self.extend_after(&mut plan, &mut Walk::start(), belief);
        }
        plan
    }

    fn extend_after(&mut self, plan: &mut Plan, walk: &mut Walk, belief: &dyn Fn(usize, InputId) -> Belief) {
        for &input in &plan.word {
            walk.step(input, belief);
            self.note(walk);
        }
        if !plan.is_adaptive() {
            plan.word.extend(self.tail(walk, belief));
            return;
        }
        for (_, next) in Arc::make_mut(&mut plan.then) {
            self.extend_after(next, &mut walk.clone(), belief);
        }
        if plan.otherwise.is_none() {
            let tail = self.tail(walk, belief);
            plan.otherwise = Some(Box::new(Plan::word(tail)));
        }
    }

    fn tail(&mut self, walk: &mut Walk, belief: &dyn Fn(usize, InputId) -> Belief) -> Vec<InputId> {
        let mut tail = Vec::new();
        while tail.len() < self.limit {
            let Some(input) = self.choose(walk, belief) else { break };
            walk.step(input, belief);
            self.note(walk);
            tail.push(input);
        }
        tail
    }

    /// The input given least in this situation that is not believed to end the word.
    fn choose(&self, walk: &Walk, belief: &dyn Fn(usize, InputId) -> Belief) -> Option<InputId> {
        let is_open = |input| walk.state().is_none_or(|state| belief(state, input) != Belief::Final);
        match self.given.get(&walk.situation(walk.word.len())) {
            Some(given) => given.least(self.inputs, is_open),
            None => Given::default().least(self.inputs, is_open),
        }
    }

    /// Words shorter than a row are not counted: they are prefixes of almost everything.
    fn note(&mut self, walk: &Walk) {
        if let Some(before) = walk.word.len().checked_sub(1).filter(|&before| before + 1 >= ROW) {
            self.given.entry(walk.situation(before)).or_default().note(walk.word[before]);
        }
    }
}

/// Where a word is believed to have been: the state before each input, and the state now.
///
/// A state is `None` from the first step on of which nothing is believed. The walk goes on without it:
/// then the situation consists of inputs alone.
#[derive(Clone)]
struct Walk {
    states: Vec<Option<usize>>,
    word: Vec<InputId>,
}

impl Walk {
    fn start() -> Self {
        Self { states: vec![Some(0)], word: Vec::new() }
    }

    fn state(&self) -> Option<usize> {
        self.states[self.states.len() - 1]
    }

    fn step(&mut self, input: InputId, belief: &dyn Fn(usize, InputId) -> Belief) {
        let next = self.state().and_then(|state| match belief(state, input) {
            Belief::To(next) => Some(next),
            Belief::Final | Belief::Unknown => None,
        });
        self.states.push(next);
        self.word.push(input);
    }

    /// The situation after the first this many inputs.
    fn situation(&self, length: usize) -> Situation {
        let start = (length + 1).saturating_sub(ROW);
        (self.states[start], self.word[start..length].to_vec())
    }
}
