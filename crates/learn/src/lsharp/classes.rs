//! Classes of frontier nodes: nodes after which the same was observed may be the same states.
//!
//! What a node may be depends on nothing but what was observed below it. So nodes with equal observations share one
//! list of candidates, and each new observation is compared with classes, of which there are far fewer than nodes.

use std::collections::{BTreeSet, HashMap};

use typestar_model::{Id, InputId, NodeId, ObservationTree, OutputId, Seen};

use super::index::Index;
use crate::oracle::Plan;

/// Nodes with more observations than this are in a class of their own: others would hardly share them.
const SHARED: usize = 64;

/// How many classes are looked at where all of them would take too long.
const SAMPLE: usize = 256;

/// A plan for fewer candidates is made anew each time: that is fast, and more may be known of them.
const REUSED: usize = 8;

/// A plan for at least so many candidates is good for others, too, if few came or went.
const MANY: usize = 64;

/// That is, if at most one of so many did.
pub(super) const ALMOST: usize = 4;

/// How many classes a new state is compared with at first.
const COMPARED: usize = 512;

/// Inputs and outputs in a row.
pub(super) type Trace = [(InputId, OutputId)];

/// The frontier nodes with the same observations.
#[derive(Debug, Default)]
struct Class {
    /// Its nodes; none while all that it had became states or members of other classes: it sleeps.
    members: BTreeSet<NodeId>,
    /// Where it is in the index.
    place: usize,
    /// The states that are not apart from its nodes, in order. While it sleeps, some may be apart.
    candidates: Vec<usize>,
    /// How often it fell asleep.
    slept: u32,
    /// When it fell asleep.
    asleep_since: u64,
    /// While it sleeps, states from this one on are not among its candidates.
    compared: usize,
    /// What tells the candidates apart, and how many of them came or went since it was made.
    plan: Option<(Plan, usize)>,
    /// The state that so many of its nodes are counted as.
    counted: Option<(usize, usize)>,
    /// The last state that it could only be.
    was: Option<usize>,
    /// What was observed below its nodes; nothing for a class of a single node with many observations.
    key: Option<Vec<u32>>,
}

impl Class {
    /// Whether the node of a state is apart from the nodes of the class, if it has any.
    fn is_apart(&self, tree: &ObservationTree, state: NodeId) -> bool {
        match (&self.key, self.members.first()) {
            (Some(key), Some(_)) => differs_from_key(tree, state, key),
            (None, Some(&member)) => are_apart(tree, state, member),
            (_, None) => true,
        }
    }

    fn note_changes(&mut self, count: usize) {
        if let Some((_, changes)) = &mut self.plan {
            *changes += count;
        }
    }
}

/// A class that may be a state, and how often it had slept when that was found.
type Likeness = (usize, u32);

/// All classes, and which states they may be.
#[derive(Debug, Default)]
pub(super) struct Classes {
    classes: Vec<Class>,
    /// The classes that have nodes.
    index: Index,
    by_key: HashMap<Vec<u32>, usize>,
    /// The classes that may be each state, and some that were ruled out or fell asleep since.
    like: Vec<Vec<Likeness>>,
    /// How many nodes can only be each state.
    known_as: Vec<usize>,
    /// Nodes that came, went, or can only be another state than before.
    changed: Vec<NodeId>,
    /// When each state was last seen to answer something new.
    answered: Vec<u64>,
    /// How many times something new was seen of states.
    now: u64,
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

    /// The nodes that came, went, or can only be another state since the last time; some may be here for nothing.
    pub(super) fn take_changed(&mut self) -> Vec<NodeId> {
        std::mem::take(&mut self.changed)
    }

    /// The classes that may be several states.
    pub(super) fn unresolved(&self) -> impl Iterator<Item = usize> + '_ {
        self.unresolved.iter().copied()
    }

    /// What was found to tell the candidates of a class apart, if they are almost the same as then, and if its nodes do
    /// not know the answer.
    pub(super) fn plan(&self, tree: &ObservationTree, class: usize) -> Option<&Plan> {
        let entry = &self.classes[class];
        let (plan, changes) = entry.plan.as_ref()?;
        let asks = entry.members.first().is_some_and(|&member| !knows(tree, member, plan));
        let (candidates, changes) = (entry.candidates.len(), *changes);
        let almost = changes == 0 && candidates >= REUSED || changes * ALMOST <= candidates && candidates >= MANY;
        (asks && almost).then_some(plan)
    }

    /// The plan that was kept last.
    pub(super) fn kept_plan(&self, class: usize) -> Option<&Plan> {
        self.classes[class].plan.as_ref().map(|(plan, _)| plan)
    }

    /// Keeps what tells the candidates of a class apart.
    pub(super) fn keep_plan(&mut self, class: usize, plan: Plan) {
        self.classes[class].plan = Some((plan, 0));
    }

    /// How many nodes can only be `state`.
    pub(super) fn known_as(&self, state: usize) -> usize {
        self.known_as[state]
    }

    /// The classes that are not apart from `node`, and whether these are all; a sample, if there are very many.
    pub(super) fn like_node(&self, tree: &ObservationTree, node: NodeId) -> (Vec<usize>, bool) {
        let all = self.index.perhaps(tree, node);
        let step = all.len().div_ceil(COMPARED).max(1);
        let like = all.into_iter().step_by(step).filter(|&class| !self.is_apart(tree, class, node)).collect();
        (like, step == 1)
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
        self.classes[class].is_apart(tree, node)
    }

    /// Adds a node that was not here before, and returns its class.
    pub(super) fn add(&mut self, tree: &ObservationTree, basis: &[NodeId], node: NodeId) -> usize {
        let key = key(tree, node);
        if let Some(class) = self.existing(tree, basis, &key, node) {
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
        if let Some(existing) = self.existing(tree, basis, &key, node) {
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
        self.changed.push(node);
        if entry.members.is_empty() {
            entry.compared = self.like.len() - 1;
            entry.slept += 1;
            entry.asleep_since = self.now;
            self.index.remove(entry.place, class);
            if entry.key.is_none() {
                entry.candidates = Vec::new();
            }
        }
        self.sort_in(class);
    }

    /// A new state, the next one. Only new classes may be it until [`Self::compare_state`] looks at the others.
    pub(super) fn add_state(&mut self) {
        self.like.push(Vec::new());
        self.known_as.push(0);
        self.answered.push(self.now);
    }

    /// The last state, whose node is `node`, may be any class that is not apart from it.
    pub(super) fn compare_state(&mut self, tree: &ObservationTree, node: NodeId) {
        let state = self.like.len() - 1;
        for class in self.index.perhaps(tree, node) {
            if self.classes[class].candidates.last() != Some(&state) && !self.is_apart(tree, class, node) {
                self.classes[class].candidates.push(state);
                self.classes[class].note_changes(1);
                self.note_like(state, class);
                self.sort_in(class);
            }
        }
    }

    /// The state of `node` was seen to answer `traces`: rules it out wherever it may have been and an answer differs.
    pub(super) fn state_answers(&mut self, tree: &ObservationTree, (state, node): (usize, NodeId), traces: &[&Trace]) {
        self.now += 1;
        self.answered[state] = self.now;
        let mut like = std::mem::take(&mut self.like[state]);
        like.retain(|&(class, slept)| {
            let entry = &mut self.classes[class];
            let Some(&member) = entry.members.first().filter(|_| entry.slept == slept) else { return false };
            let Ok(position) = entry.candidates.binary_search(&state) else { return false };
            let agrees = match traces {
                [trace] => agrees(tree, member, trace),
                _ => !entry.is_apart(tree, node),
            };
            if !agrees {
                entry.candidates.remove(position);
                entry.note_changes(1);
                self.sort_in(class);
            }
            agrees
        });
        self.like[state] = like;
    }

    /// Puts a node into the class with this key, if there is one.
    fn existing(
        &mut self,
        tree: &ObservationTree,
        basis: &[NodeId],
        key: &Option<Vec<u32>>,
        node: NodeId,
    ) -> Option<usize> {
        let &class = self.by_key.get(key.as_ref()?)?;
        self.changed.push(node);
        self.classes[class].members.insert(node);
        if self.classes[class].members.len() == 1 {
            self.wake(tree, basis, class, node);
        }
        self.sort_in(class);
        Some(class)
    }

    /// A class has a node again: its candidates have to be compared with what is known now.
    fn wake(&mut self, tree: &ObservationTree, basis: &[NodeId], class: usize, node: NodeId) {
        let entry = &mut self.classes[class];
        self.index.insert(entry.place, class);
        let before = entry.candidates.len();
        let same = |state: usize| self.answered[state] <= entry.asleep_since;
        entry.candidates.retain(|&state| same(state) || !are_apart(tree, basis[state], node));
        let kept = entry.candidates.len();
        for (state, &known) in basis.iter().enumerate().skip(entry.compared) {
            if entry.candidates.last().is_none_or(|&last| last < state) && !are_apart(tree, known, node) {
                entry.candidates.push(state);
            }
        }
        entry.note_changes(before - kept + entry.candidates.len() - kept);
        self.note_all_like(class);
    }

    fn create(&mut self, tree: &ObservationTree, key: Option<Vec<u32>>, node: NodeId, candidates: Vec<usize>) -> usize {
        let class = self.classes.len();
        if let Some(key) = &key {
            self.by_key.insert(key.clone(), class);
        }
        let place = self.index.place(tree, node);
        self.index.insert(place, class);
        self.classes.push(Class {
            members: BTreeSet::from([node]),
            place,
            candidates,
            slept: 0,
            asleep_since: 0,
            compared: 0,
            plan: None,
            counted: None,
            was: None,
            key,
        });
        self.note_all_like(class);
        self.sort_in(class);
        class
    }

    fn note_all_like(&mut self, class: usize) {
        let candidates = std::mem::take(&mut self.classes[class].candidates);
        candidates.iter().for_each(|&state| self.note_like(state, class));
        self.classes[class].candidates = candidates;
    }

    /// Notes that `class` may be `state`. Before the list has to grow, those are dropped that fell asleep.
    fn note_like(&mut self, state: usize, class: usize) {
        let like = &mut self.like[state];
        if like.len() == like.capacity() {
            like.retain(|&(class, slept)| self.classes[class].slept == slept);
        }
        like.push((class, self.classes[class].slept));
    }

    /// Notes whether the class is isolated, unresolved, or a certain state.
    fn sort_in(&mut self, class: usize) {
        let entry = &mut self.classes[class];
        let nodes = entry.members.len();
        let counted = if let [state] = entry.candidates[..] { Some((state, nodes)) } else { None };
        if let Some((state, nodes)) = std::mem::replace(&mut entry.counted, counted) {
            self.known_as[state] -= nodes;
        }
        if let Some((state, nodes)) = counted {
            self.known_as[state] += nodes;
            if entry.was.replace(state) != Some(state) {
                self.changed.extend(&entry.members);
            }
        }
        for (set, belongs) in [
            (&mut self.isolated, entry.candidates.is_empty() && nodes > 0),
            (&mut self.unresolved, entry.candidates.len() > 1 && nodes > 0),
        ] {
            match belongs {
                true => set.insert(class),
                false => set.remove(&class),
            };
        }
    }
}

/// Whether the answer to `plan` after `node` is known.
fn knows(tree: &ObservationTree, mut node: NodeId, mut plan: &Plan) -> bool {
    loop {
        let mut last = None;
        for &input in &plan.word {
            match tree.seen(node, input) {
                Seen::Unknown => return false,
                Seen::Final(_) => return true,
                Seen::Step(output, next) => (node, last) = (next, Some(output)),
            }
        }
        match plan.next(last) {
            Some(next) => plan = next,
            None => return true,
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

/// Whether the node of a state answered something otherwise than this key says. That the key is one piece of memory,
/// which the nodes of a class are not, makes it much faster than to compare with one of them.
fn differs_from_key(tree: &ObservationTree, state: NodeId, key: &[u32]) -> bool {
    let mut nodes = [None; SHARED];
    for (index, step) in key.chunks_exact(2).enumerate() {
        let parent = if step[0] == 0 { Some(state) } else { nodes[step[0] as usize / 2 - 1] };
        let child = parent.and_then(|parent| tree.child(parent, InputId::new((step[1] >> 16) as usize)));
        if child
            .and_then(|child| tree.edge_to(child))
            .is_some_and(|(_, _, seen)| seen.index() as u32 != step[1] & 0xffff)
        {
            return true;
        }
        nodes[index] = child;
    }
    false
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
/// neither do the nodes below them after equal outputs, unless both do and nothing is below. Give the node of which
/// less is known second: only its steps are looked at one by one.
fn are_apart(tree: &ObservationTree, state: NodeId, node: NodeId) -> bool {
    tree.children(node).any(|(input, output, below)| {
        let other = tree.child(state, input).and_then(|child| Some((child, tree.edge_to(child)?.2)));
        other.is_some_and(|(child, seen)| seen != output || are_apart(tree, child, below))
    })
}
