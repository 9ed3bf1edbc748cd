//! An index of classes by the first word that was observed of their nodes.
//!
//! Most frontier nodes are asked the same first. So a new state, which was asked that, too, has to be compared with
//! few classes only: those that answered the same, and those that were asked something it does not know.

use std::collections::BTreeSet;

use typestar_model::{InputId, NodeId, ObservationTree, OutputId};

/// All classes that have nodes, each at the end of its first word.
#[derive(Debug)]
pub(super) struct Index {
    entries: Vec<Entry>,
}

#[derive(Debug, Default)]
struct Entry {
    classes: BTreeSet<usize>,
    next: Vec<((InputId, OutputId), usize)>,
}

impl Default for Index {
    fn default() -> Self {
        Self { entries: vec![Entry::default()] }
    }
}

impl Index {
    /// The place for classes that know what was first observed of `node`.
    pub(super) fn place(&mut self, tree: &ObservationTree, mut node: NodeId) -> usize {
        let mut place = 0;
        while let Some((input, output, child)) = tree.children(node).min_by_key(|&(_, _, child)| child) {
            (place, node) = (self.after(place, (input, output)), child);
        }
        place
    }

    fn after(&mut self, place: usize, step: (InputId, OutputId)) -> usize {
        if let Some(&(_, next)) = self.entries[place].next.iter().find(|(other, _)| *other == step) {
            return next;
        }
        let next = self.entries.len();
        self.entries.push(Entry::default());
        self.entries[place].next.push((step, next));
        next
    }

    /// Puts a class at a place.
    pub(super) fn insert(&mut self, place: usize, class: usize) {
        self.entries[place].classes.insert(class);
    }

    /// Takes a class from its place.
    pub(super) fn remove(&mut self, place: usize, class: usize) {
        self.entries[place].classes.remove(&class);
    }

    /// The classes, in order, whose first words `node` answers in the same way as far as it knows them.
    pub(super) fn perhaps(&self, tree: &ObservationTree, node: NodeId) -> Vec<usize> {
        let (mut found, mut stack) = (Vec::new(), vec![(0, Some(node))]);
        while let Some((place, node)) = stack.pop() {
            let entry = &self.entries[place];
            found.extend(&entry.classes);
            for &((input, output), next) in &entry.next {
                match node.and_then(|node| tree.child(node, input)) {
                    None => stack.push((next, None)),
                    Some(child) if tree.edge_to(child).is_some_and(|(_, _, seen)| seen == output) => {
                        stack.push((next, Some(child)));
                    }
                    Some(_) => {}
                }
            }
        }
        found.sort_unstable();
        found
    }
}
