//! Classes of frontier nodes: nodes after which the same was observed may be the same states.
//!
//! What a node may be depends on nothing but what was observed below it. So nodes with equal observations share one
//! list of candidates, and each new observation is compared with classes, of which there are far fewer than nodes.

use std::collections::{BTreeSet, HashMap};

use typestar_model::{Id, InputId, NodeId, ObservationTree, OutputId, Seen};

use super::index::Index;

/// Nodes with more observations than this are in a class of their own: others would hardly share them.
const SHARED: usize = 64;

/// How many classes are looked at where all of them would take too long.
const SAMPLE: usize = 256;

/// How many classes a new state is compared with at first.
const COMPARED: usize = 1024;

/// Inputs and outputs in a row.
pub(super) type Trace = [(InputId, OutputId)];

/// The frontier nodes with the same observations.
#[derive(Debug, Default)]
struct Class {
    /// Its nodes; none once all of them became states or members of other classes.
    members: BTreeSet<NodeId>,
    /// Where it is in the index.
    place: usize,
    /// The states that are not apart from its nodes, in order.
    candidates: Vec<usize>,
    /// The state that so many of its nodes are counted as.
    counted: Option<(usize, usize)>,
    /// What was observed below its nodes; nothing for a class of a single node with many observations.
    key: Option<Vec<u32>>,
}

/// All classes, and which states they may be.
#[derive(Debug, Default)]
pub(super) struct Classes {
    classes: Vec<Class>,
    /// The classes that have nodes.
    index: Index,
    by_key: HashMap<Vec<u32>, usize>,
    /// The classes that may be each state, and some that were ruled out since.
    like: Vec<Vec<usize>>,
    /// How many nodes can only be each state.
    known_as: Vec<usize>,
    /// Classes that are no known state.
    isolated: BTreeSet<usize>,
    /// Classes that may be several states.
    unresolved: BTreeSet<usize>,
}

impl Classes {
    /// The states that the nodes of a class may be.
    pub(super) fn candidates(&self, class: usize) -> &[usize] {
        &self.classes[class].candidates
    }

    /// The nodes of a class.
    pub(super) fn members(&self, class: usize) -> impl Iterator<Item = NodeId> + '_ {
        self.classes[class].members.iter().copied()
    }

    /// The nodes that are no known state.
    pub(super) fn isolated(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.isolated.iter().flat_map(|&class| self.members(class))
    }

    /// The classes that may be several states.
    pub(super) fn unresolved(&self) -> impl Iterator<Item = usize> + '_ {
        self.unresolved.iter().copied()
    }

    /// How many nodes can only be `state`.
    pub(super) fn known_as(&self, state: usize) -> usize {
        self.known_as[state]
    }

    /// The classes that are not apart from `node`; a sample, if there are very many that may be.
    pub(super) fn like_node(&self, tree: &ObservationTree, node: NodeId) -> Vec<usize> {
        let all = self.index.perhaps(tree, node);
        let step = all.len().div_ceil(COMPARED).max(1);
        all.into_iter().step_by(step).filter(|&class| !self.is_apart(tree, class, node)).collect()
    }

    /// One node of each of `classes` that may be some state, and how many nodes the class has. A sample, if there are
    /// very many.
    pub(super) fn examples(&self, classes: &[usize]) -> Vec<(NodeId, usize)> {
        let classes = classes.iter().map(|&class| &self.classes[class]).filter(|class| !class.candidates.is_empty());
        let all: Vec<_> = classes.filter_map(|class| Some((*class.members.first()?, class.members.len()))).collect();
        all.iter().copied().step_by(all.len().div_ceil(SAMPLE).max(1)).collect()
    }

    /// Whether the nodes of `class`, as far as they are known, answer `trace` as observed elsewhere.
    pub(super) fn agrees(&self, tree: &ObservationTree, class: usize, trace: &Trace) -> bool {
        self.classes[class].members.first().is_some_and(|&member| agrees(tree, member, trace))
    }

    fn is_apart(&self, tree: &ObservationTree, class: usize, node: NodeId) -> bool {
        self.classes[class].members.first().is_none_or(|&member| are_apart(tree, node, member))
    }

    /// Adds a node that was not here before, and returns its class.
    pub(super) fn add(&mut self, tree: &ObservationTree, basis: &[NodeId], node: NodeId) -> usize {
        let key = key(tree, node);
        if let Some(class) = self.existing(&key, node) {
            return class;
        }
        let candidates = (0..basis.len()).filter(|&state| !are_apart(tree, basis[state], node)).collect();
        self.create(tree, key, node, candidates)
    }

    /// `node` of `class` was seen to answer `traces`: moves it to the class of its new observations.
    pub(super) fn extend(
        &mut self,
        tree: &ObservationTree,
        basis: &[NodeId],
        (class, node): (usize, NodeId),
        traces: &[Vec<(InputId, OutputId)>],
    ) -> usize {
        let may_be = |state: &usize| traces.iter().all(|trace| agrees(tree, basis[*state], trace));
        if self.classes[class].key.is_none() {
            self.classes[class].candidates.retain(may_be);
            self.sort_in(class);
            return class;
        }
        let key = key(tree, node);
        if self.classes[class].key == key {
            return class;
        }
        if let Some(existing) = self.existing(&key, node) {
            self.remove(class, node);
            return existing;
        }
        let candidates: Vec<usize> = self.classes[class].candidates.iter().copied().filter(may_be).collect();
        self.remove(class, node);
        self.create(tree, key, node, candidates)
    }

    /// Takes a node out of its class.
    pub(super) fn remove(&mut self, class: usize, node: NodeId) {
        let entry = &mut self.classes[class];
        entry.members.remove(&node);
        if entry.members.is_empty() {
            entry.candidates = Vec::new();
            self.index.remove(entry.place, class);
            if let Some(key) = entry.key.take() {
                self.by_key.remove(&key);
            }
        }
        self.sort_in(class);
    }

    /// A new state, the next one. Only new classes may be it until [`Self::compare_state`] looks at the others.
    pub(super) fn add_state(&mut self) {
        self.like.push(Vec::new());
        self.known_as.push(0);
    }

    /// The last state, whose node is `node`, may be any class that is not apart from it.
    pub(super) fn compare_state(&mut self, tree: &ObservationTree, node: NodeId) {
        let state = self.like.len() - 1;
        for class in self.index.perhaps(tree, node) {
            if self.classes[class].candidates.last() != Some(&state) && !self.is_apart(tree, class, node) {
                self.classes[class].candidates.push(state);
                self.like[state].push(class);
                self.sort_in(class);
            }
        }
    }

    /// A state was seen to answer `trace`: rules it out wherever it may have been and the answer differs.
    pub(super) fn state_answers(&mut self, tree: &ObservationTree, state: usize, trace: &Trace) {
        let mut like = std::mem::take(&mut self.like[state]);
        like.retain(|&class| {
            let entry = &mut self.classes[class];
            let Ok(position) = entry.candidates.binary_search(&state) else { return false };
            let agrees = entry.members.first().is_some_and(|&member| agrees(tree, member, trace));
            if !agrees {
                entry.candidates.remove(position);
                self.sort_in(class);
            }
            agrees
        });
        self.like[state] = like;
    }

    fn existing(&mut self, key: &Option<Vec<u32>>, node: NodeId) -> Option<usize> {
        let &class = self.by_key.get(key.as_ref()?)?;
        self.classes[class].members.insert(node);
        self.sort_in(class);
        Some(class)
    }

    fn create(&mut self, tree: &ObservationTree, key: Option<Vec<u32>>, node: NodeId, candidates: Vec<usize>) -> usize {
        let class = self.classes.len();
        for &state in &candidates {
            self.like[state].push(class);
        }
        if let Some(key) = &key {
            self.by_key.insert(key.clone(), class);
        }
        let place = self.index.place(tree, node);
        self.index.insert(place, class);
        self.classes.push(Class { members: BTreeSet::from([node]), place, candidates, counted: None, key });
        self.sort_in(class);
        class
    }

    /// Notes whether the class is isolated, unresolved, or a certain state.
    fn sort_in(&mut self, class: usize) {
        let entry = &mut self.classes[class];
        let counted = if let [state] = entry.candidates[..] { Some((state, entry.members.len())) } else { None };
        if let Some((state, nodes)) = std::mem::replace(&mut entry.counted, counted) {
            self.known_as[state] -= nodes;
        }
        if let Some((state, nodes)) = counted {
            self.known_as[state] += nodes;
        }
        for (set, belongs) in [
            (&mut self.isolated, entry.candidates.is_empty() && !entry.members.is_empty()),
            (&mut self.unresolved, entry.candidates.len() > 1),
        ] {
            match belongs {
                true => set.insert(class),
                false => set.remove(&class),
            };
        }
    }
}

/// What was observed below a node, as one list of numbers: equal lists, equal observations. None if it is long.
fn key(tree: &ObservationTree, node: NodeId) -> Option<Vec<u32>> {
    let mut key = Vec::new();
    let mut stack = vec![(node, 0)];
    while let Some((node, place)) = stack.pop() {
        for (input, output, child) in tree.children(node) {
            if key.len() >= 2 * SHARED {
                return None;
            }
            key.extend([place, (input.index() as u32) << 16 | output.index() as u32]);
            stack.push((child, key.len() as u32));
        }
    }
    Some(key)
}

/// Whether `node`, as far as it is known, answers `trace` as observed elsewhere.
fn agrees(tree: &ObservationTree, mut node: NodeId, trace: &Trace) -> bool {
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
                None if others.peek().is_none() => break,
                None => {}
            }
        }
    }
    false
}
