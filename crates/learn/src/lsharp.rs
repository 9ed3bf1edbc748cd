//! L#: learning by apartness on the observation tree.
//!
//! The *basis* holds nodes that are pairwise apart: states for certain. Its successors outside the basis are the
//! *frontier*. A frontier node that is apart from the whole basis is a new state; one that is apart from all but
//! one basis state is taken for that state. Nothing is recomputed: each new observation is compared with the
//! candidates of the nodes on its own path only.

use std::collections::{BTreeMap, HashMap};

use typestar_model::{Id, InputId, NodeId, ObservationTree, OutputId, Seen, Word};

use crate::Learner;
use crate::adaptive::distinguishing_plan;
use crate::hypothesis::{Hypothesis, Target, build};
use crate::oracle::{Oracle, Plan, Stopped};
use crate::run_on::{Belief, RunOn};

/// The L# learner with adaptive distinguishing sequences.
///
/// Use it by default: it asks the fewest questions.
pub struct Lsharp {
    basis: Vec<NodeId>,
    /// The basis index of a node.
    state_of: HashMap<NodeId, usize>,
    /// The basis states that a frontier node may still be, in order.
    candidates: BTreeMap<NodeId, Vec<usize>>,
    /// The frontier nodes that may be each basis state, and some that were ruled out since.
    nodes_like: Vec<Vec<NodeId>>,
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
            candidates: BTreeMap::new(),
            nodes_like: Vec::new(),
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
            for state in 0..self.basis.len() {
                self.compare_nodes(tree, state, node);
            }
            self.candidates.entry(node).or_default();
        }
    }

    /// Makes `state` a candidate of a frontier node unless they are apart.
    fn compare_nodes(&mut self, tree: &ObservationTree, state: usize, node: NodeId) {
        if !are_apart(tree, self.basis[state], node) {
            self.candidates.entry(node).or_default().push(state);
            self.nodes_like[state].push(node);
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

    /// A basis state has a new answer: rules it out wherever it may have been and the answer differs.
    fn compare_state(&mut self, tree: &ObservationTree, state: usize, suffix: &[(InputId, OutputId)]) {
        self.nodes_like[state].retain(|&node| {
            let Some(candidates) = self.candidates.get_mut(&node) else { return false };
            let Some(position) = candidates.iter().position(|&candidate| candidate == state) else { return false };
            let agrees = agrees(tree, node, suffix);
            if !agrees {
                candidates.remove(position);
            }
            agrees
        });
    }

    /// Makes `node` a state.
    fn promote(&mut self, tree: &ObservationTree, node: NodeId) {
        let state = self.basis.len();
        self.basis.push(node);
        self.state_of.insert(node, state);
        self.nodes_like.push(Vec::new());
        self.candidates.remove(&node);
        let frontier: Vec<NodeId> = self.candidates.keys().copied().collect();
        for other in frontier {
            self.compare_nodes(tree, state, other);
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
    fn plans(&self, oracle: &dyn Oracle) -> Vec<Plan> {
        let tree = oracle.tree();
        let everything: Vec<usize> = (0..self.basis.len()).collect();
        let mut made: HashMap<&[usize], Plan> = HashMap::new();
        let mut plans = Vec::new();
        for &state in &self.basis {
            for input in oracle.inputs().ids() {
                let (node, inputs, candidates) = match tree.seen(state, input) {
                    Seen::Final(_) => continue,
                    Seen::Unknown => (state, &[input][..], &everything),
                    Seen::Step(_, node) => match self.candidates.get(&node) {
                        Some(candidates) if candidates.len() > 1 => (node, &[][..], candidates),
                        _ => continue,
                    },
                };
                let plan = made.entry(candidates).or_insert_with(|| self.distinguishing_plan(tree, candidates));
                plans.push(after(tree, node, inputs, plan.clone()));
            }
        }
        plans
    }

    fn distinguishing_plan(&self, tree: &ObservationTree, candidates: &[usize]) -> Plan {
        let nodes: Vec<NodeId> = candidates.iter().map(|&state| self.basis[state]).collect();
        distinguishing_plan(tree, &nodes)
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

/// Whether something that was observed of both nodes differs. Neither of them stands behind a final output, and so
/// neither do the nodes below them after equal outputs, unless both do and nothing is below.
fn are_apart(tree: &ObservationTree, p: NodeId, q: NodeId) -> bool {
    let mut stack = vec![(p, q)];
    while let Some((p, q)) = stack.pop() {
        let mut others = tree.children(q).peekable();
        for (input, output, child) in tree.children(p) {
            while others.next_if(|&(other, ..)| other < input).is_some() {}
            match others.next_if(|&(other, ..)| other == input) {
                Some((_, seen, _)) if seen != output => return true,
                Some((_, _, other)) => stack.push((child, other)),
                None => {}
            }
        }
    }
    false
}
