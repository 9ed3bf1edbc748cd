//! An index of classes: a tree of what was observed of their nodes, in the order of observation.
//!
//! Most frontier nodes are asked the same first, and then the same again if they answered alike. So a new state is
//! compared with many classes at once: what it answers otherwise rules out all classes below that answer.
//!
//! ```text
//!   root ── start/error ──┬── wait/quiet ──▶ classes 1, 7
//!        │                └── wait/onFinish ──▶ class 2
//!        └─ start/ok ── wait/quiet ──▶ class 0
//! ```
//!
//! A state that answers `start` with `error` rules out everything below `start/ok` with one look.
//!
//! Steps are in the order in which they were observed of the node, not of the alphabet: nodes that were
//! asked the same things in the same order share a path, and these are most of them. A step says after
//! which of the earlier steps it comes, so that the path describes a tree and not only a word.
//!
//! Only the first [`INDEXED`] observations are in the index. So [`Index::perhaps`] may return a class
//! that is apart after all, and never leaves one out that is not.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use typestar_model::{InputId, Label, NodeId, ObservationTree, Seen};

/// How many observations of a class are in the index.
const INDEXED: usize = 64;

/// All classes that have nodes, each at the end of what was observed of them.
#[derive(Debug)]
pub(super) struct Index {
    entries: Vec<Entry>,
    /// Entries that are not used any more.
    free: Vec<usize>,
}

/// An entry whose classes have lost all nodes is cut off and used again, so that memory follows the
/// frontier and not its history.
#[derive(Debug, Default)]
struct Entry {
    above: usize,
    next: Vec<(Step, u32)>,
    classes: Vec<u32>,
    /// How many nodes the classes here and below have.
    nodes: u32,
}

/// An answer that was observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    /// After which of the steps on the way here; 0 is before all of them.
    after: u8,
    label: Label,
}

impl Default for Index {
    fn default() -> Self {
        Self { entries: vec![Entry::default()], free: Vec::new() }
    }
}

impl Index {
    /// Puts a class with one node at the place of what was observed of the node, or observed first if that is much.
    /// Returns the place.
    pub(super) fn insert(&mut self, tree: &ObservationTree, node: NodeId, class: usize) -> usize {
        let mut place = 0;
        for step in steps_below(tree, node) {
            place = self.after(place, step);
        }
        self.entries[place].classes.push(class as u32);
        self.add_node(place);
        place
    }

    fn after(&mut self, place: usize, step: Step) -> usize {
        if let Some(&(_, next)) = self.entries[place].next.iter().find(|(other, _)| *other == step) {
            return next as usize;
        }
        let next = self.free.pop().unwrap_or(self.entries.len());
        if next == self.entries.len() {
            self.entries.push(Entry::default());
        }
        self.entries[next].above = place;
        self.entries[place].next.push((step, next as u32));
        next
    }

    /// A class at this place has one node more.
    pub(super) fn add_node(&mut self, mut place: usize) {
        self.entries[place].nodes += 1;
        while place != 0 {
            place = self.entries[place].above;
            self.entries[place].nodes += 1;
        }
    }

    /// A class at this place has one node less.
    pub(super) fn remove_node(&mut self, mut place: usize) {
        self.entries[place].nodes -= 1;
        while place != 0 {
            let (below, entry) = (place, &self.entries[place]);
            place = entry.above;
            if entry.nodes == 0 {
                self.entries[place].next.retain(|&(_, next)| next as usize != below);
                self.free.push(below);
            }
            self.entries[place].nodes -= 1;
        }
    }

    /// Takes a class without nodes from its place.
    pub(super) fn remove(&mut self, place: usize, class: usize) {
        self.entries[place].classes.retain(|&other| other as usize != class);
    }

    /// The classes, in order, whose indexed observations `node` does not contradict.
    ///
    /// What the node was not asked does not rule anything out: then all answers are followed.
    pub(super) fn perhaps(&self, tree: &ObservationTree, node: NodeId) -> Vec<usize> {
        let mut found = Vec::new();
        self.collect(tree, 0, &mut vec![Some(node)], &mut found);
        found.sort_unstable();
        found
    }

    fn collect(&self, tree: &ObservationTree, place: usize, way: &mut Vec<Option<NodeId>>, found: &mut Vec<usize>) {
        let entry = &self.entries[place];
        found.extend(entry.classes.iter().map(|&class| class as usize));
        for &(step, next) in &entry.next {
            let (input, answer) = tree.pair(step.label);
            let seen = way[usize::from(step.after)].and_then(|node| tree.step(node, input));
            if seen.is_none_or(|(output, _)| output == answer) {
                way.push(seen.map(|(_, child)| child));
                self.collect(tree, next as usize, way, found);
                way.pop();
            }
        }
    }

    /// What most of the nodes know that may be the same as `node`, which does not know it: an input after a node below
    /// it, and how many know its answer.
    ///
    /// It counts, for each answer that the state does not have, how many frontier nodes have it and
    /// have contradicted nothing so far. The largest count spares the most words.
    pub(super) fn question(&self, tree: &ObservationTree, node: NodeId) -> Option<((NodeId, InputId), usize)> {
        let mut known = BTreeMap::new();
        self.count_known(tree, 0, &mut vec![node], &mut known);
        known.into_iter().max_by_key(|&(question, count)| (count, Reverse(question)))
    }

    fn count_known(
        &self,
        tree: &ObservationTree,
        place: usize,
        way: &mut Vec<NodeId>,
        known: &mut BTreeMap<(NodeId, InputId), usize>,
    ) {
        for &(step, next) in &self.entries[place].next {
            let (node, (input, answer)) = (way[usize::from(step.after)], tree.pair(step.label));
            match tree.seen(node, input) {
                Seen::Unknown => {
                    *known.entry((node, input)).or_default() += self.entries[next as usize].nodes as usize;
                }
                Seen::Step(output, child) if output == answer => {
                    way.push(child);
                    self.count_known(tree, next as usize, way, known);
                    way.pop();
                }
                Seen::Step(..) | Seen::Final(_) => {}
            }
        }
    }
}

/// What was observed below `node`, in the order of observation.
fn steps_below(tree: &ObservationTree, node: NodeId) -> Vec<Step> {
    let mut nodes = vec![node];
    let mut next = 0;
    while let Some(&node) = nodes.get(next)
        && next <= INDEXED
    {
        nodes.extend(tree.children(node).map(|(_, _, child)| child));
        next += 1;
    }
    nodes.sort_unstable();
    nodes.truncate(INDEXED + 1);
    let step_to = |&node: &NodeId| {
        let (parent, ..) = tree.edge_to(node).expect("it is below another node");
        let after = nodes.binary_search(&parent).expect("what is above was observed before") as u8;
        Step { after, label: tree.label(node) }
    };
    nodes[1..].iter().map(step_to).collect()
}
