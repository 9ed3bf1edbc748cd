//! The splitting tree of a machine: which word tells which states apart.
//!
//! ```text
//!   {Idle, Running, Ended, sink}   split by `wait`, the input with most different answers
//!   ├── {Running}                  onFinish
//!   ├── {sink}                     error
//!   └── {Idle, Ended}              quiet; split by `start`
//!       ├── {Idle}                 ok
//!       └── {Ended}                error
//! ```
//!
//! Which word tells a set of states apart is read from the lowest block that contains all of them. So
//! one tree answers for every set, and there are at most n - 1 words in it.
//!
//! A block is split by one input if the outputs differ; otherwise by an input that leads its states
//! into a block which is split already, followed by the word of that block. Blocks are split in rounds
//! until none can be split: then the states of a leaf are equivalent.

use typestar_model::{Id, InputId, Mealy, OutputId, StateId, Word};

use crate::oracle::{Check, Halt};

/// What a splitting tree is made for.
///
/// An adaptive sequence needs words after which the states that were not told apart are still
/// different. Such a word is called *lossless* here; in publications, valid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Short words.
    Short,
    /// Words that bring no two states together which they do not tell apart, as far as there are any:
    /// such words can be continued without a reset.
    Lossless,
}

/// A tree of blocks of states. A word splits each inner block; the states of a leaf are equivalent.
///
/// `leaf_of` finds the block of a state at once; the lowest common block is found by going up from
/// there.
pub(super) struct SplittingTree<'a> {
    machine: &'a Mealy,
    nodes: Vec<Block>,
    leaf_of: Vec<usize>,
}

/// States that the words above do not tell apart.
struct Block {
    parent: usize,
    depth: usize,
    members: Vec<StateId>,
    /// How it is split; none if it is a leaf.
    split: Option<Split>,
}

/// A way to split a block.
struct Split {
    word: Word,
    lossless: bool,
}

impl<'a> SplittingTree<'a> {
    /// The splitting tree of all states of a complete machine.
    pub(super) fn new(machine: &'a Mealy, aim: Aim, check: Check<'_>) -> Result<Self, Halt> {
        let root = Block { parent: 0, depth: 0, members: machine.states().collect(), split: None };
        let mut tree = Self { machine, nodes: vec![root], leaf_of: vec![0; machine.len()] };
        let mut leaves = vec![0];
        while tree.split_some(&mut leaves, aim, check)? {}
        Ok(tree)
    }

    /// The word that splits the smallest block which holds all these states; none if they are equivalent.
    pub(super) fn word_for(&self, states: &[StateId]) -> Option<&[InputId]> {
        self.split_over(states.iter().copied()).map(|split| &split.word[..])
    }

    /// Splits all leaves that can be split now in the best way that there is; false if there are none.
    ///
    /// All leaves are considered before one is split, because a lossless split of one block may make a
    /// lossless split of another one possible.
    fn split_some(&mut self, leaves: &mut Vec<usize>, aim: Aim, check: Check<'_>) -> Result<bool, Halt> {
        let mut found: Vec<(usize, Split)> = Vec::new();
        for &leaf in leaves.iter() {
            check()?;
            found.extend(self.best_split(leaf, aim).map(|split| (leaf, split)));
        }
        let rank = |split: &Split| if aim == Aim::Lossless { (!split.lossless, split.word.len()) } else { (false, 0) };
        let Some((is_lossy, length)) = found.iter().map(|(_, split)| rank(split)).min() else { return Ok(false) };
        for (leaf, split) in found {
            // A lossy split is a last resort: a lossless one may turn up when others are split.
            let is_chosen = if is_lossy { rank(&split) == (true, length) } else { !rank(&split).0 };
            if is_chosen {
                leaves.retain(|&other| other != leaf);
                leaves.extend(self.apply(leaf, split));
            }
        }
        Ok(true)
    }

    fn apply(&mut self, leaf: usize, split: Split) -> Vec<usize> {
        let members = self.nodes[leaf].members.clone();
        let depth = self.nodes[leaf].depth + 1;
        let parts = groups(self.machine, &members, &members, &split.word);
        self.nodes[leaf].split = Some(split);
        let mut children = Vec::new();
        for members in parts {
            let child = self.nodes.len();
            members.iter().for_each(|state| self.leaf_of[state.index()] = child);
            if members.len() > 1 {
                children.push(child);
            }
            self.nodes.push(Block { parent: leaf, depth, members, split: None });
        }
        children
    }

    /// The best of the words that begin with each input: lossless if that is the aim, short, with many parts.
    ///
    /// Short first, then with many parts: a word that splits a block into five saves three other words.
    fn best_split(&self, leaf: usize, aim: Aim) -> Option<Split> {
        let members = &self.nodes[leaf].members;
        let found: Vec<Split> = self.machine.inputs().ids().filter_map(|input| self.split_by(members, input)).collect();
        let rank = |split: &Split| (aim == Aim::Lossless && !split.lossless, split.word.len());
        let best = found.iter().map(rank).min()?;
        let parts = |split: &Split| groups(self.machine, members, members, &split.word).len();
        let ties = found.into_iter().filter(|split| rank(split) == best);
        ties.map(|split| (parts(&split), split))
            .reduce(|best, next| if next.0 > best.0 { next } else { best })
            .map(|(_, split)| split)
    }

    /// How a word that begins with `input` splits these states.
    ///
    /// Lossless means that no two states give the same output and lead to the same state.
    fn split_by(&self, members: &[StateId], input: InputId) -> Option<Split> {
        let mut steps: Vec<(OutputId, StateId)> =
            members.iter().map(|&state| step(self.machine, state, input)).collect();
        let first = steps[0].0;
        let behind = match steps.iter().any(|&(output, _)| output != first) {
            true => None,
            false => Some(self.split_over(steps.iter().map(|&(_, next)| next))?),
        };
        steps.sort_unstable();
        let lossless = behind.is_none_or(|behind| behind.lossless) && steps.windows(2).all(|pair| pair[0] != pair[1]);
        Some(Split { word: [&[input][..], behind.map_or(&[], |behind| &behind.word)].concat(), lossless })
    }

    /// How the lowest block over all these states is split; none if they share a leaf.
    fn split_over(&self, states: impl Iterator<Item = StateId>) -> Option<&Split> {
        let leaves = states.map(|state| self.leaf_of[state.index()]);
        let node = leaves.reduce(|a, b| self.common_ancestor(a, b))?;
        self.nodes[node].split.as_ref()
    }

    fn common_ancestor(&self, mut a: usize, mut b: usize) -> usize {
        while a != b {
            if self.nodes[a].depth >= self.nodes[b].depth {
                a = self.nodes[a].parent;
            } else {
                b = self.nodes[b].parent;
            }
        }
        a
    }
}

/// One step of a complete machine.
pub(super) fn step(machine: &Mealy, state: StateId, input: InputId) -> (OutputId, StateId) {
    machine.step(state, input).expect("a hypothesis is complete")
}

/// The state that `word` leads to from `state`.
pub(super) fn after(machine: &Mealy, state: StateId, word: &[InputId]) -> StateId {
    word.iter().fold(state, |state, &input| step(machine, state, input).1)
}

/// The states grouped by what `word` answers in their images.
pub(super) fn groups(machine: &Mealy, states: &[StateId], images: &[StateId], word: &[InputId]) -> Vec<Vec<StateId>> {
    let mut answers: Vec<(Vec<OutputId>, StateId)> =
        states.iter().zip(images).map(|(&state, &image)| (machine.run_from(image, word), state)).collect();
    answers.sort();
    answers.chunk_by(|a, b| a.0 == b.0).map(|group| group.iter().map(|answer| answer.1).collect()).collect()
}
