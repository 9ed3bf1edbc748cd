//! The classification tree: prefixes that agree on all suffixes of a path share a leaf, which is a location.
//!
//! A table is the tree in which every path has all suffixes.

use super::renaming::{Renaming, renaming};
use super::rows::{PrefixId, Rows, SuffixId};
use crate::oracle::{Halt, Oracle};

/// A node by its number.
pub(crate) type ClassId = usize;

#[derive(Debug)]
enum Class {
    /// Prefixes go on by what they are like here: a representative of each child.
    Inner {
        suffix: SuffixId,
        children: Vec<(PrefixId, ClassId)>,
    },
    Leaf {
        members: Vec<PrefixId>,
    },
}

/// Prefixes by what they are like.
#[derive(Debug)]
pub(crate) struct Classes {
    classes: Vec<Class>,
    parents: Vec<Option<ClassId>>,
    /// The suffixes that every path has.
    everywhere: Vec<SuffixId>,
    leaves: Vec<Option<ClassId>>,
}

impl Classes {
    /// One class for everything.
    pub(crate) fn new() -> Self {
        Self {
            classes: vec![Class::Leaf { members: Vec::new() }],
            parents: vec![None],
            everywhere: Vec::new(),
            leaves: Vec::new(),
        }
    }

    /// From now on every path has this suffix. Only while there are no prefixes.
    pub(crate) fn add_everywhere(&mut self, suffix: SuffixId) {
        if self.everywhere.is_empty() {
            self.classes[0] = Class::Inner { suffix, children: Vec::new() };
        }
        self.everywhere.push(suffix);
    }

    /// All leaves, in the order in which they were found.
    pub(crate) fn leaves(&self) -> Vec<ClassId> {
        (0..self.classes.len()).filter(|&at| matches!(self.classes[at], Class::Leaf { .. })).collect()
    }

    /// The leaf of a prefix.
    pub(crate) fn leaf(&self, prefix: PrefixId) -> Option<ClassId> {
        self.leaves.get(prefix).copied().flatten()
    }

    /// The prefixes of a leaf.
    pub(crate) fn members(&self, leaf: ClassId) -> &[PrefixId] {
        match &self.classes[leaf] {
            Class::Leaf { members } => members,
            Class::Inner { .. } => &[],
        }
    }

    /// The suffixes on the way to a class, the first one first.
    pub(crate) fn path(&self, class: ClassId) -> Vec<SuffixId> {
        let mut suffixes = Vec::new();
        let mut at = class;
        while let Some(parent) = self.parents[at] {
            if let Class::Inner { suffix, .. } = self.classes[parent] {
                suffixes.push(suffix);
            }
            at = parent;
        }
        suffixes.reverse();
        suffixes
    }

    /// The suffixes of a prefix that is in a leaf.
    pub(crate) fn suffixes(&self, prefix: PrefixId) -> Vec<SuffixId> {
        self.leaf(prefix).map(|leaf| self.path(leaf)).unwrap_or_default()
    }

    /// The suffix that tells two leaves apart.
    pub(crate) fn separator(&self, left: ClassId, right: ClassId) -> Option<SuffixId> {
        let ancestors = |mut at: ClassId| {
            let mut found = vec![at];
            while let Some(parent) = self.parents[at] {
                found.push(parent);
                at = parent;
            }
            found
        };
        let (left, right) = (ancestors(left), ancestors(right));
        let common = left.iter().find(|at| right.contains(at))?;
        match self.classes[*common] {
            Class::Inner { suffix, .. } => Some(suffix),
            Class::Leaf { .. } => None,
        }
    }

    /// How a prefix of a leaf plays the part of another one.
    pub(crate) fn renaming(&self, rows: &Rows, prefix: PrefixId, other: PrefixId) -> Option<Renaming> {
        let path = self.suffixes(other);
        matches(rows, &path, prefix, other)
    }

    /// Sorts prefixes into leaves. New leaves are among them.
    pub(crate) fn sift(&mut self, rows: &mut Rows, oracle: &mut dyn Oracle, prefixes: &[PrefixId]) -> Result<(), Halt> {
        let mut moving: Vec<(PrefixId, ClassId)> = prefixes.iter().map(|&prefix| (prefix, 0)).collect();
        self.move_down(rows, oracle, &mut moving)
    }

    fn move_down(
        &mut self,
        rows: &mut Rows,
        oracle: &mut dyn Oracle,
        moving: &mut Vec<(PrefixId, ClassId)>,
    ) -> Result<(), Halt> {
        let mut evaluated: Vec<PrefixId> = Vec::new();
        while !moving.is_empty() {
            let mut wanted = Vec::new();
            for &(prefix, at) in moving.iter() {
                let ahead = self.ahead(at);
                if ahead.iter().any(|&suffix| !rows.has_tree(prefix, suffix)) && !evaluated.contains(&prefix) {
                    evaluated.push(prefix);
                    rows.tree_queries += 1;
                }
                wanted.extend(ahead.into_iter().map(|suffix| (prefix, suffix)));
            }
            rows.query(oracle, &wanted)?;
            let bare: Vec<PrefixId> = moving.iter().map(|&(prefix, _)| prefix).collect();
            rows.answer(oracle, &bare)?;
            let mut still = Vec::new();
            for (prefix, at) in moving.drain(..) {
                if let Some(next) = self.step(rows, prefix, at) {
                    still.push((prefix, next));
                }
            }
            *moving = still;
        }
        Ok(())
    }

    /// The suffixes that a prefix at a node needs next: all that every path has, or the node's own.
    fn ahead(&self, at: ClassId) -> Vec<SuffixId> {
        match &self.classes[at] {
            Class::Leaf { .. } => Vec::new(),
            Class::Inner { suffix, .. } => {
                let from = self.everywhere.iter().position(|other| other == suffix);
                from.map_or_else(|| vec![*suffix], |from| self.everywhere[from..].to_vec())
            }
        }
    }

    /// Moves a prefix one node on; none if it stays in a leaf.
    fn step(&mut self, rows: &Rows, prefix: PrefixId, at: ClassId) -> Option<ClassId> {
        match &mut self.classes[at] {
            Class::Leaf { members } => {
                members.push(prefix);
                self.leaves.resize(self.leaves.len().max(prefix + 1), None);
                self.leaves[prefix] = Some(at);
                None
            }
            Class::Inner { suffix, children } => {
                let (suffix, children) = (*suffix, children.clone());
                let mut path = self.path(at);
                path.push(suffix);
                let found = children.iter().find(|(other, _)| matches(rows, &path, prefix, *other).is_some());
                Some(found.map_or_else(|| self.add_child(at, suffix, prefix), |&(_, child)| child))
            }
        }
    }

    fn add_child(&mut self, at: ClassId, suffix: SuffixId, prefix: PrefixId) -> ClassId {
        let next = self.everywhere.iter().position(|&other| other == suffix);
        let child = match next.and_then(|position| self.everywhere.get(position + 1)) {
            Some(&suffix) => Class::Inner { suffix, children: Vec::new() },
            None => Class::Leaf { members: Vec::new() },
        };
        let id = self.classes.len();
        self.classes.push(child);
        self.parents.push(Some(at));
        let Class::Inner { children, .. } = &mut self.classes[at] else {
            unreachable!("only inner nodes have children")
        };
        children.push((prefix, id));
        id
    }

    /// Looks at the prefixes of a leaf with one suffix more, `first` before all others.
    pub(crate) fn split(
        &mut self,
        rows: &mut Rows,
        oracle: &mut dyn Oracle,
        leaf: ClassId,
        suffix: SuffixId,
        first: PrefixId,
    ) -> Result<(), Halt> {
        let members = self.take_members(leaf, suffix, first);
        self.move_down(rows, oracle, &mut members.into_iter().map(|prefix| (prefix, leaf)).collect())
    }

    /// Looks at all prefixes with one suffix more. `first` are the first ones of their leaves.
    pub(crate) fn split_all(
        &mut self,
        rows: &mut Rows,
        oracle: &mut dyn Oracle,
        suffix: SuffixId,
        first: &[PrefixId],
    ) -> Result<(), Halt> {
        self.everywhere.push(suffix);
        let mut moving = Vec::new();
        for leaf in 0..self.classes.len() {
            if let Class::Leaf { .. } = self.classes[leaf] {
                let first = self.members(leaf).iter().copied().find(|member| first.contains(member));
                let members = self.take_members(leaf, suffix, first.unwrap_or(usize::MAX));
                moving.extend(members.into_iter().map(|prefix| (prefix, leaf)));
            }
        }
        self.move_down(rows, oracle, &mut moving)
    }

    fn take_members(&mut self, leaf: ClassId, suffix: SuffixId, first: PrefixId) -> Vec<PrefixId> {
        let inner = Class::Inner { suffix, children: Vec::new() };
        let Class::Leaf { mut members } = std::mem::replace(&mut self.classes[leaf], inner) else {
            unreachable!("only leaves are split")
        };
        members.sort_by_key(|&member| member != first);
        members
    }
}

fn matches(rows: &Rows, path: &[SuffixId], prefix: PrefixId, other: PrefixId) -> Option<Renaming> {
    // Nothing follows a final answer: such a prefix is like no other but those that end in the same way.
    let ends = |id: PrefixId| rows.prefixes[id].node.is_none().then(|| rows.prefixes[id].last.as_ref());
    if ends(prefix) != ends(other) {
        return None;
    }
    let suffixes: Vec<_> = path.iter().map(|&suffix| &rows.suffixes[suffix]).collect();
    renaming(&rows.language, &suffixes, &rows.row(prefix, path), &rows.row(other, path))
}
