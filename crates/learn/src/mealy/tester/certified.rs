//! Which observations count as evidence for which transition, under the distinguisher bound.
//!
//! Suppose that any two states of the system differ within `bound` inputs. Then a state is known by what it answers
//! to all words of `bound` inputs. It does not matter from which access word of a state these answers come, as long
//! as that word surely leads to the same state of the system as the state's own access word does. Such nodes of the
//! tree are *certified* for the state:
//!
//! - the node of a state's access word is certified for it;
//! - if a node is certified for `p`, and the transition `(p, i)` is part of an access word or *verified*, then the
//!   node after `i` is certified for its target.
//!
//! A transition `(p, i)` to `q` is verified once all words of `bound` inputs were seen after `i` from certified nodes
//! of `p`, and all words of `bound` inputs from certified nodes of `q`, each perhaps from another node. All nodes
//! certified for one state are one state of the system; so what `(p, i)` leads to and what the access word of `q`
//! leads to answer alike within the bound, and are the same state. Every certificate rests on earlier ones only:
//! the argument is an induction, not a circle.
//!
//! # A small example
//!
//! K = 1, and the hypothesis of the timer: `Idle` (ε), `Running` (`start`), `Ended` (`start cancel`).
//! Rows of one input from a state tell about the state. The transition (`Running`, `wait`) to `Ended`
//! is verified once `wait start`, `wait cancel` and `wait wait` were seen after `start`, and `start`,
//! `cancel`, `wait` after `start cancel`. From then on `start wait` may stand for the access word of
//! `Ended`: a row seen after it counts for `Ended`.
//!
//! # What must hold
//!
//! - A node has at most one certificate, and the system is in the certified state there, if the bound
//!   holds.
//! - `seen` has every row that certified nodes have shown; `of_state` and `of_transition` count what is
//!   left to see. They only go down.
//! - The tree agrees with the hypothesis. The tester makes sure of that before it calls
//!   [`Certified::look`].
//!
//! The proof, with the reason why no part of it can be left out, is decision 3 in the documents.
//!
//! # Cost
//!
//! There are about n·k^(K+1) rows. They are kept as words in a hash set: the bound is small, or the
//! suite could not be executed either.

use std::collections::{HashMap, HashSet};

use typestar_model::{Id, InputId, NodeId, ObservationTree, StateId};

use crate::mealy::hypothesis::MealyHypothesis;

/// Inputs in a row from some state. A row of `bound` inputs tells about the state; one of `bound + 1` inputs about
/// the transition that it begins with. A row that ends at a final output may be shorter.
pub(super) type Row = Vec<InputId>;

/// What a row is evidence about.
///
/// The same inputs may be a row about a state and one about a transition: with K = 2, a word of two
/// inputs that ends in an error is both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum About {
    /// The state that it starts from.
    State,
    /// The transition that it begins with.
    Transition,
}

impl About {
    /// Whether a row tells about this; `ends` says that its last output is final.
    pub(super) fn is_told_by(self, row: &[InputId], ends: bool, bound: usize) -> bool {
        match self {
            Self::State => row.len() == bound || ends && row.len() < bound,
            Self::Transition => row.len() == bound + 1 || ends,
        }
    }
}

/// What was seen from certified nodes, and what is still missing.
///
/// It lives as long as one test of one hypothesis. Observations of earlier rounds are read from the
/// tree, so nothing is asked twice.
pub(super) struct Certified<'a> {
    hypothesis: &'a MealyHypothesis,
    bound: usize,
    inputs: usize,
    /// The state that a node is certified for.
    state_of: HashMap<NodeId, StateId>,
    nodes_of: Vec<Vec<NodeId>>,
    seen: HashSet<(StateId, Row)>,
    /// How many rows about each state are missing.
    of_state: Vec<u64>,
    /// How many rows about each transition are missing.
    of_transition: Vec<u64>,
    /// Transitions over which certificates pass: parts of access words, what is assumed, what is verified.
    passable: Vec<bool>,
    looked_at: usize,
    /// Nodes to certify.
    queue: Vec<(NodeId, StateId)>,
}

impl<'a> Certified<'a> {
    /// Nothing seen yet. `assumed` tells for which transitions the user vouches.
    ///
    /// Transitions of access words are passable from the beginning, and so are those that the user
    /// vouches for; they miss no rows.
    pub(super) fn new(
        hypothesis: &'a MealyHypothesis,
        bound: usize,
        assumed: &dyn Fn(StateId, InputId) -> bool,
    ) -> Certified<'a> {
        let (inputs, states) = (hypothesis.machine.inputs().len(), hypothesis.access.len());
        let counts = row_counts(hypothesis, bound);
        let mut certified = Certified {
            hypothesis,
            bound,
            inputs,
            state_of: HashMap::new(),
            nodes_of: vec![Vec::new(); states],
            seen: HashSet::new(),
            of_state: counts[..states].to_vec(),
            of_transition: vec![0; states * inputs],
            passable: vec![false; states * inputs],
            looked_at: 0,
            queue: Vec::new(),
        };
        certified.give(&counts, assumed);
        certified
    }

    /// Lets certificates pass over what needs no evidence, and counts what all other transitions need.
    fn give(&mut self, counts: &[u64], assumed: &dyn Fn(StateId, InputId) -> bool) {
        for word in &self.hypothesis.access {
            if let Some((&last, before)) = word.split_last() {
                let slot = self.slot(self.hypothesis.state_after(before), last);
                self.passable[slot] = true;
            }
        }
        for (state, input) in self.hypothesis.transitions() {
            let slot = self.slot(state, input);
            self.passable[slot] |= assumed(state, input);
            if !self.passable[slot] {
                self.of_transition[slot] = counts[self.hypothesis.target(state, input).index()];
            }
        }
    }

    /// How many rows are missing in all, as far as that can be counted.
    pub(super) fn missing(&self) -> u64 {
        total(self.of_state.iter().chain(&self.of_transition).copied())
    }

    /// Whether a row that begins with this transition is missing.
    pub(super) fn misses_any(&self, state: StateId, input: InputId) -> bool {
        self.of_transition[self.slot(state, input)] > 0 || self.of_state[state.index()] > 0
    }

    /// Whether this row is missing as evidence about its state or its first transition.
    pub(super) fn misses(&self, about: About, state: StateId, row: &[InputId]) -> bool {
        let open = match about {
            About::State => self.of_state[state.index()],
            About::Transition => self.of_transition[self.slot(state, row[0])],
        };
        open > 0 && !self.seen.contains(&(state, row.to_vec()))
    }

    /// Whether certificates pass over this transition.
    pub(super) fn passes(&self, state: StateId, input: InputId) -> bool {
        self.passable[self.slot(state, input)]
    }

    /// When the transition is to be verified: 0 if certificates pass over it already, else its place in the order.
    ///
    /// The order in which transitions are expected to be verified. It keeps plans from circles: what a
    /// word shows about a transition counts only if the way there passes transitions of lower rank.
    pub(super) fn rank(&self, state: StateId, input: InputId) -> usize {
        let slot = self.slot(state, input);
        if self.passable[slot] { 0 } else { slot + 1 }
    }

    /// Takes new observations into account. The tree must agree with the hypothesis.
    ///
    /// Nodes are looked at once, in the order of observation. A certificate given late looks down once
    /// more at what is below its node.
    pub(super) fn look(&mut self, tree: &ObservationTree) {
        if self.looked_at == 0 {
            self.queue.push((tree.root(), self.hypothesis.machine.initial()));
            self.looked_at = 1;
            self.certify_queued(tree);
        }
        while self.looked_at < tree.len() {
            let node = NodeId::new(self.looked_at);
            self.looked_at += 1;
            self.look_up_from(tree, node);
            self.certify_queued(tree);
        }
    }

    /// A node just appeared: it ends rows that start at certified nodes above it, and may be certified itself.
    ///
    /// A new node ends at most K + 1 rows: one for each length, each from a node above it.
    fn look_up_from(&mut self, tree: &ObservationTree, node: NodeId) {
        let (parent, input, output) = tree.edge_to(node).expect("the root was looked at first");
        let ends = tree.is_final(output);
        let mut row = Vec::with_capacity(self.bound + 1);
        let mut above = node;
        while row.len() <= self.bound
            && let Some((parent, input, _)) = tree.edge_to(above).filter(|&(_, input, _)| self.knows(input))
        {
            row.insert(0, input);
            above = parent;
            if let Some(&state) = self.state_of.get(&above) {
                self.see(tree, state, &row, ends);
            }
        }
        if let Some(&state) = self.state_of.get(&parent)
            && !ends
            && self.knows(input)
            && self.passes(state, input)
        {
            self.queue.push((node, self.hypothesis.target(state, input)));
        }
    }

    /// Whether the hypothesis has this input; others may have asked more.
    fn knows(&self, input: InputId) -> bool {
        input.index() < self.inputs
    }

    fn certify_queued(&mut self, tree: &ObservationTree) {
        while let Some((node, state)) = self.queue.pop() {
            if node.index() >= self.looked_at || self.state_of.contains_key(&node) {
                continue;
            }
            self.state_of.insert(node, state);
            self.nodes_of[state.index()].push(node);
            self.look_down_from(tree, state, &mut Vec::new(), node);
            for (input, output, child) in tree.children_within(node, self.inputs) {
                if !tree.is_final(output) && self.passes(state, input) {
                    self.queue.push((child, self.hypothesis.target(state, input)));
                }
            }
        }
    }

    /// Sees all rows from a node that was just certified.
    ///
    /// The rows below were seen before their start was certified. They count from now on.
    fn look_down_from(&mut self, tree: &ObservationTree, state: StateId, row: &mut Row, node: NodeId) {
        for (input, output, child) in tree.children_within(node, self.inputs) {
            if child.index() >= self.looked_at {
                continue;
            }
            row.push(input);
            let ends = tree.is_final(output);
            self.see(tree, state, row, ends);
            if !ends && row.len() <= self.bound {
                self.look_down_from(tree, state, row, child);
            }
            row.pop();
        }
    }

    fn see(&mut self, tree: &ObservationTree, state: StateId, row: &[InputId], ends: bool) {
        let [of_state, of_transition] =
            [About::State, About::Transition].map(|about| about.is_told_by(row, ends, self.bound));
        if !(of_state || of_transition) || !self.seen.insert((state, row.to_vec())) {
            return;
        }
        if of_state {
            self.of_state[state.index()] -= 1;
            if self.of_state[state.index()] == 0 {
                self.state_is_known(tree, state);
            }
        }
        let slot = self.slot(state, row[0]);
        if of_transition && self.of_transition[slot] > 0 {
            self.of_transition[slot] -= 1;
            self.verify(tree, state, row[0]);
        }
    }

    /// Every transition that leads to the state may have waited for this.
    fn state_is_known(&mut self, tree: &ObservationTree, target: StateId) {
        let hypothesis = self.hypothesis;
        for (state, input) in
            hypothesis.transitions().filter(|&(state, input)| hypothesis.target(state, input) == target)
        {
            self.verify(tree, state, input);
        }
    }

    /// Verifies the transition if nothing is missing for it any more.
    fn verify(&mut self, tree: &ObservationTree, state: StateId, input: InputId) {
        let (slot, target) = (self.slot(state, input), self.hypothesis.target(state, input));
        if self.passable[slot] || self.of_transition[slot] > 0 || self.hypothesis.is_sink(target) {
            return;
        }
        if self.of_state[target.index()] == 0 {
            self.passable[slot] = true;
            let children = self.nodes_of[state.index()].iter().filter_map(|&node| tree.child(node, input));
            self.queue.extend(children.map(|child| (child, target)));
        }
    }

    fn slot(&self, state: StateId, input: InputId) -> usize {
        state.index() * self.inputs + input.index()
    }
}

/// For each state, how many words of `bound` inputs there are from it, cut at final outputs. Where they are too many
/// to count they are also too many to ask, and some will always be missing.
///
/// Counted from the end: a row of K inputs from a state is an input and a row of K - 1 inputs from its
/// target. Sums saturate, and then some rows stay missing for ever, which is right: they cannot be
/// asked.
fn row_counts(hypothesis: &MealyHypothesis, bound: usize) -> Vec<u64> {
    let machine = &hypothesis.machine;
    let mut counts = vec![1; machine.len()];
    for _ in 0..bound {
        let longer = |state: StateId| match hypothesis.is_sink(state) {
            true => 1,
            false => total(machine.inputs().ids().map(|input| counts[hypothesis.target(state, input).index()])),
        };
        counts = machine.states().map(longer).collect();
    }
    counts
}

/// The sum, or the largest number there is.
fn total(counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(0, u64::saturating_add)
}
