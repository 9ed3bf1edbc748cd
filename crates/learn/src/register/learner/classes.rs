//! The classification tree: prefixes that agree on all suffixes of a path share a leaf, which is a location.
//!
//! A table is the tree in which every path has all suffixes.
//!
//! ```text
//!   poll?
//!   ├── like ε            ──▶ leaf: l0                     answers empty
//!   └── like offer(101)   ──▶ poll poll?                   answers out
//!                             ├── like offer(101)           ──▶ leaf: l1
//!                             └── like offer(101) offer(102) ──▶ leaf: l2
//! ```
//!
//! An inner node has a suffix, and a representative for each child. A prefix goes to the first child
//! whose representative it agrees with on *all suffixes of the path*, under one renaming. Renamings of
//! single suffixes could contradict each other.

use super::super::tree::language::Call;
use super::super::tree::renaming::{Renaming, renaming};
use super::guided::Guess;
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
    /// Whether all suffixes are for all prefixes, and nothing is assumed.
    is_table: bool,
}

impl Classes {
    /// One class for everything.
    pub(crate) fn new(is_table: bool) -> Self {
        Self {
            classes: vec![Class::Leaf { members: Vec::new() }],
            parents: vec![None],
            everywhere: Vec::new(),
            leaves: Vec::new(),
            is_table,
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
        (0..self.classes.len()).filter(|&at| self.suffix(at).is_none()).collect()
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

    /// A class and those above it.
    fn above(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::successors(Some(class), |&at| self.parents[at])
    }

    /// What prefixes are told apart by at a node; none in a leaf.
    fn suffix(&self, class: ClassId) -> Option<SuffixId> {
        match self.classes[class] {
            Class::Inner { suffix, .. } => Some(suffix),
            Class::Leaf { .. } => None,
        }
    }

    /// The suffixes on the way to a class, the first one first.
    pub(crate) fn path(&self, class: ClassId) -> Vec<SuffixId> {
        let mut suffixes: Vec<SuffixId> = self.above(class).skip(1).filter_map(|at| self.suffix(at)).collect();
        suffixes.reverse();
        suffixes
    }

    /// The suffixes of a prefix that is in a leaf.
    pub(crate) fn suffixes(&self, prefix: PrefixId) -> Vec<SuffixId> {
        self.leaf(prefix).map(|leaf| self.path(leaf)).unwrap_or_default()
    }

    /// The suffix that tells two leaves apart.
    ///
    /// The suffix at the lowest common node: what a double and its location are told apart by.
    pub(crate) fn separator(&self, left: ClassId, right: ClassId) -> Option<SuffixId> {
        let common = self.above(left).find(|&at| self.above(right).any(|other| other == at))?;
        self.suffix(common)
    }

    /// How a prefix of a leaf plays the part of another one.
    pub(crate) fn renaming(&self, rows: &Rows, prefix: PrefixId, other: PrefixId) -> Option<Renaming> {
        let path = self.suffixes(other);
        matches(rows, &path, prefix, other)
    }

    /// Whether one suffix more shows that a prefix plays the part of another one in a different way, or not at all.
    pub(crate) fn refutes(&self, rows: &Rows, prefix: PrefixId, other: PrefixId, suffix: SuffixId) -> bool {
        let mut path = self.suffixes(other);
        let before = matches(rows, &path, prefix, other);
        path.push(suffix);
        matches(rows, &path, prefix, other) != before
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
            let (mut wanted, mut words) = (Vec::new(), Vec::new());
            for &(prefix, at) in moving.iter() {
                let ahead: Vec<SuffixId> =
                    self.ahead(at).into_iter().filter(|&of| !rows.has_tree(prefix, of)).collect();
                if !ahead.is_empty() && !evaluated.contains(&prefix) {
                    evaluated.push(prefix);
                    rows.tree_queries += 1;
                }
                match self.guess(rows, oracle, prefix, at) {
                    Some(asked) => words.extend(asked),
                    None => wanted.extend(ahead.into_iter().map(|suffix| (prefix, suffix))),
                }
            }
            rows.ask(oracle, &words)?;
            rows.query(oracle, &wanted)?;
            let bare: Vec<PrefixId> = moving.iter().map(|&(prefix, _)| prefix).collect();
            rows.answer(oracle, &bare)?;
            self.step_all(rows, moving);
        }
        Ok(())
    }

    /// The words that tell whether a prefix is like a child of a node, if that is how it is found out; none of them if it is.
    ///
    /// If several children are possible, one word at a time is asked, since it may rule out several.
    fn guess(&self, rows: &mut Rows, oracle: &mut dyn Oracle, prefix: PrefixId, at: ClassId) -> Option<Vec<Vec<Call>>> {
        let Class::Inner { suffix, children } = &self.classes[at] else { return Some(Vec::new()) };
        // Whether a prefix is accepted is asked: the word itself, so nothing is cheaper to assume.
        let is_empty = rows.suffixes[*suffix].actions.is_empty();
        if self.is_table || is_empty || rows.has_tree(prefix, *suffix) || rows.prefixes[prefix].is_doubted {
            return None;
        }
        let path = self.path(at);
        let mut asked: Option<Vec<Vec<Call>>> = None;
        for &(model, _) in children {
            let Some(renaming) = matches(rows, &path, prefix, model) else { continue };
            match (rows.guess(oracle, prefix, model, *suffix, &renaming), &mut asked) {
                (Guess::Alike(_), _) => return Some(Vec::new()),
                (Guess::Unlike, _) => {}
                (Guess::Ask(words), None) => asked = Some(words),
                // It may be like several: one word at a time tells which.
                (Guess::Ask(_), Some(words)) => words.truncate(1),
            }
        }
        let before = &rows.prefixes[prefix].calls;
        asked.map(|words| words.iter().map(|calls| [&before[..], calls].concat()).collect())
    }

    /// Moves on all prefixes whose trees are known.
    fn step_all(&mut self, rows: &mut Rows, moving: &mut Vec<(PrefixId, ClassId)>) {
        let mut still = Vec::new();
        for (prefix, at) in moving.drain(..) {
            match self.suffix(at).is_none_or(|suffix| rows.has_tree(prefix, suffix)) {
                true => still.extend(self.step(rows, prefix, at).map(|next| (prefix, next))),
                false => still.push((prefix, at)),
            }
        }
        *moving = still;
    }

    /// The suffixes that a prefix at a node needs next: all that every path has, or the node's own.
    fn ahead(&self, at: ClassId) -> Vec<SuffixId> {
        let Some(suffix) = self.suffix(at) else { return Vec::new() };
        let from = self.everywhere.iter().position(|&other| other == suffix);
        from.map_or_else(|| vec![suffix], |from| self.everywhere[from..].to_vec())
    }

    /// Moves a prefix one node on; none if it stays in a leaf.
    ///
    /// A prefix that becomes a representative loses all that was assumed of it and starts again from
    /// the root.
    fn step(&mut self, rows: &mut Rows, prefix: PrefixId, at: ClassId) -> Option<ClassId> {
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
                match found {
                    Some(&(_, child)) => Some(child),
                    // Others will be compared with it: nothing of it may be assumed.
                    None if rows.doubt(prefix) => Some(0),
                    None => Some(self.add_child(at, suffix, prefix)),
                }
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
    ///
    /// The access word of the location goes first and becomes the first representative, with a real
    /// tree; the others are then asked what it suggests.
    pub(crate) fn split(
        &mut self,
        rows: &mut Rows,
        oracle: &mut dyn Oracle,
        leaf: ClassId,
        suffix: SuffixId,
        first: PrefixId,
    ) -> Result<(), Halt> {
        // The others are asked what the first one suggests.
        let members = self.take_members(leaf, suffix, first);
        let mut moving: Vec<(PrefixId, ClassId)> = members.into_iter().map(|prefix| (prefix, leaf)).collect();
        let mut others = moving.split_off(1);
        self.move_down(rows, oracle, &mut moving)?;
        self.move_down(rows, oracle, &mut others)
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
        for leaf in self.leaves() {
            let first = self.members(leaf).iter().copied().find(|member| first.contains(member));
            let members = self.take_members(leaf, suffix, first.unwrap_or(usize::MAX));
            moving.extend(members.into_iter().map(|prefix| (prefix, leaf)));
        }
        self.move_down(rows, oracle, &mut moving)
    }

    /// Takes a prefix out of its leaf and sorts it again, with nothing assumed.
    pub(crate) fn sift_again(
        &mut self,
        rows: &mut Rows,
        oracle: &mut dyn Oracle,
        prefix: PrefixId,
    ) -> Result<(), Halt> {
        if let Some(leaf) = self.leaf(prefix)
            && let Class::Leaf { members } = &mut self.classes[leaf]
        {
            members.retain(|&member| member != prefix);
        }
        self.sift(rows, oracle, &[prefix])
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
    if rows.prefixes[prefix].is_known && ends(prefix) != ends(other) {
        return None;
    }
    let suffixes: Vec<_> = path.iter().map(|&suffix| &rows.suffixes[suffix]).collect();
    renaming(&rows.language, &suffixes, &rows.row(prefix, path), &rows.row(other, path))
}
