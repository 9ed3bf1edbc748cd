//! L#: learning by apartness on the observation tree.
//!
//! The *basis* holds nodes that are pairwise apart: states for certain. Its successors outside the basis are the
//! *frontier*. A frontier node that is apart from the whole basis is a new state; one that is apart from all but
//! one basis state is taken for that state. Nothing is recomputed: each new observation is compared with the
//! candidates of the nodes on its own path only.

use std::collections::HashMap;

use typestar_model::{Id, InputId, NodeId, ObservationTree, OutputId, Seen, Word};

use crate::adaptive::distinguishing_plan;
use crate::hypothesis::{Hypothesis, Target, build};
use crate::oracle::{Oracle, Plan, Stopped};
use crate::Learner;
use crate::run_on::{Belief, RunOn};

/// The L# learner with adaptive distinguishing sequences.
///
/// Use it by default: it asks the fewest questions.
pub struct Lsharp {
    basis: Vec<NodeId>,
    /// The basis index of a node.
    state_of: HashMap<NodeId, usize>,
    /// The basis states that a frontier node may still be, in order.
    candidates: HashMap<NodeId, Vec<usize>>,
    /// How many nodes of the tree were looked at.
    looked_at: usize,
    run_on: RunOn,
}

impl Lsharp {
    /// A learner that lets each word run on by at most `run_on` symbols past what it needs.
    pub fn new(run_on: usize) -> Self {
        Self {
            basis: Vec::new(),
            state_of: HashMap::new(),
            candidates: HashMap::new(),
            looked_at: 1,
            run_on: RunOn::new(run_on),
        }
    }

    /// Takes new observations into account.
    fn look(&mut self, tree: &ObservationTree) {
        if self.basis.is_empty() {
            self.promote(tree, tree.root());
        }
        while self.looked_at < tree.len() {
            let node = NodeId::new(self.looked_at);
            self.looked_at += 1;
            self.meet(tree, node);
            let goes_on = self.looked_at < tree.len()
                && tree.edge_to(NodeId::new(self.looked_at)).is_some_and(|(parent, ..)| parent == node);
            if !goes_on {
                self.compare_path(tree, node);
            }
        }
    }

    /// A node just appeared: if it is a successor of a basis state it joins the frontier.
    fn meet(&mut self, tree: &ObservationTree, node: NodeId) {
        let Some((parent, _, output)) = tree.edge_to(node) else { return };
        if self.state_of.contains_key(&parent) && !tree.is_final(output) && !self.state_of.contains_key(&node) {
            let candidates = (0..self.basis.len()).filter(|&state| tree.apart(self.basis[state], node).is_none());
            let candidates = candidates.collect();
            self.candidates.insert(node, candidates);
        }
    }

    /// The path to `end` is new: its suffixes may set frontier and basis nodes on it apart from others.
    fn compare_path(&mut self, tree: &ObservationTree, end: NodeId) {
        let mut suffix = Vec::new();
        let mut node = end;
        while let Some((parent, input, output)) = tree.edge_to(node) {
            suffix.insert(0, (input, output));
            node = parent;
            if let Some(candidates) = self.candidates.get_mut(&node) {
                candidates.retain(|&state| agrees(tree, self.basis[state], &suffix));
            }
            if let Some(&state) = self.state_of.get(&node) {
                self.compare_state(tree, state, &suffix);
            }
        }
    }

    fn compare_state(&mut self, tree: &ObservationTree, state: usize, suffix: &[(InputId, OutputId)]) {
        #[expect(clippy::iter_over_hash_type, reason = "each entry is changed on its own; order does not matter")]
        for (&node, candidates) in &mut self.candidates {
            if candidates.contains(&state) && !agrees(tree, node, suffix) {
                candidates.retain(|&candidate| candidate != state);
            }
        }
    }

    /// Makes `node` a state.
    fn promote(&mut self, tree: &ObservationTree, node: NodeId) {
        let state = self.basis.len();
        self.basis.push(node);
        self.state_of.insert(node, state);
        self.candidates.remove(&node);
        #[expect(clippy::iter_over_hash_type, reason = "each entry is changed on its own; order does not matter")]
        for (&other, candidates) in &mut self.candidates {
            if tree.apart(node, other).is_none() {
                candidates.push(state);
            }
        }
        for (_, _, child) in tree.children(node) {
            if child.index() < self.looked_at {
                self.meet(tree, child);
            }
        }
    }

    /// The frontier node that is a new state for certain; the one with the shortest word, then in alphabet order.
    fn isolated(&self, tree: &ObservationTree) -> Option<NodeId> {
        let isolated = self.candidates.iter().filter(|(_, candidates)| candidates.is_empty());
        isolated.map(|(&node, _)| node).min_by_key(|&node| {
            let word = tree.access_word(node);
            (word.len(), word)
        })
    }

    /// What has to be asked before there can be a hypothesis.
    fn plans(&mut self, oracle: &dyn Oracle) -> Vec<Plan> {
        let tree = oracle.tree();
        let mut plans = Vec::new();
        for &state in &self.basis {
            for input in oracle.inputs().ids() {
                match tree.seen(state, input) {
                    Seen::Final(_) => {}
                    Seen::Unknown => plans.push(after(tree, state, &[input], distinguishing_plan(tree, &self.basis))),
                    Seen::Step(_, node) => {
                        if let Some(candidates) = self.candidates.get(&node).filter(|c| c.len() > 1) {
                            let nodes: Vec<NodeId> = candidates.iter().map(|&state| self.basis[state]).collect();
                            plans.push(after(tree, node, &[], distinguishing_plan(tree, &nodes)));
                        }
                    }
                }
            }
        }
        plans
    }

    fn build(&self, oracle: &dyn Oracle) -> Hypothesis {
        let tree = oracle.tree();
        build(oracle, &self.basis, |state, input| match tree.seen(self.basis[state], input) {
            Seen::Step(output, _) | Seen::Final(output) if tree.is_final(output) => (output, Target::Sink(output)),
            Seen::Step(output, node) => {
                let target = self.state_of.get(&node).copied().unwrap_or_else(|| self.candidates[&node][0]);
                (output, Target::State(target))
            }
            _ => unreachable!("every successor of the basis was asked"),
        })
    }

    /// Shrinks a counterexample by halves until it tells something about a frontier node.
    fn learn_from(&mut self, oracle: &mut dyn Oracle, hypothesis: &Hypothesis, word: Word) -> Result<(), Stopped> {
        // `word` without its last input leads to a node that is apart from the state the hypothesis names.
        let (mut path, mut witness) = (word[..word.len() - 1].to_vec(), vec![word[word.len() - 1]]);
        loop {
            self.look(oracle.tree());
            let tree = oracle.tree();
            let known = self.basis_prefix(tree, &path);
            if path.len() <= known + 1 {
                return Ok(());
            }
            let half = (known + 1 + path.len()) / 2;
            let (front, back) = path.split_at(half);
            let state = hypothesis.state_after(front);
            let detour = [&hypothesis.access[state.index()][..], back, &witness].concat();
            let node = tree.follow(tree.root(), front).expect("the counterexample was observed");
            let plan = self.run_on(oracle, Plan::word(detour));
            oracle.ask(vec![plan])?;
            let tree = oracle.tree();
            if let Some(word) = tree.apart(self.basis[state.index()], node) {
                (path, witness) = (front.to_vec(), word);
            } else {
                path = [&hypothesis.access[state.index()][..], back].concat();
            }
        }
    }

    /// Lets a plan run on along what is believed of the states so far.
    fn run_on(&mut self, oracle: &dyn Oracle, plan: Plan) -> Plan {
        let tree = oracle.tree();
        let (basis, state_of, candidates) = (&self.basis, &self.state_of, &self.candidates);
        let belief = |state: usize, input: InputId| match tree.seen(basis[state], input) {
            Seen::Unknown => Belief::Unknown,
            Seen::Final(_) => Belief::Final,
            Seen::Step(output, _) if tree.is_final(output) => Belief::Final,
            Seen::Step(_, node) => {
                let known = state_of.get(&node).or_else(|| candidates.get(&node)?.first());
                known.map_or(Belief::Unknown, |&state| Belief::To(state))
            }
        };
        self.run_on.extend(plan, oracle.inputs().len(), &belief)
    }

    /// How many inputs of `path` stay inside the basis.
    fn basis_prefix(&self, tree: &ObservationTree, path: &[InputId]) -> usize {
        let mut node = tree.root();
        for (length, &input) in path.iter().enumerate() {
            match tree.child(node, input) {
                Some(child) if self.state_of.contains_key(&child) => node = child,
                _ => return length,
            }
        }
        path.len()
    }
}

impl Learner for Lsharp {
    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<Hypothesis, Stopped> {
        loop {
            self.look(oracle.tree());
            if let Some(node) = self.isolated(oracle.tree()) {
                self.promote(oracle.tree(), node);
                continue;
            }
            let plans = self.plans(oracle);
            if !plans.is_empty() {
                let plans = plans.into_iter().map(|plan| self.run_on(oracle, plan)).collect();
                oracle.ask(plans)?;
                continue;
            }
            let hypothesis = self.build(oracle);
            match hypothesis.disagreement(oracle.tree()) {
                None => return Ok(hypothesis),
                Some(word) => self.learn_from(oracle, &hypothesis, word)?,
            }
        }
    }
}

fn after(tree: &ObservationTree, node: NodeId, inputs: &[InputId], mut plan: Plan) -> Plan {
    plan.word = [&tree.access_word(node)[..], inputs, &plan.word].concat();
    plan
}

/// Whether `node`, as far as it is known, answers `trace` as observed elsewhere.
fn agrees(tree: &ObservationTree, mut node: NodeId, trace: &[(InputId, OutputId)]) -> bool {
    for &(input, output) in trace {
        match tree.seen(node, input) {
            Seen::Unknown => return true,
            Seen::Final(seen) => return seen == output,
            Seen::Step(seen, _) if seen != output => return false,
            Seen::Step(_, next) => node = next,
        }
    }
    true
}
