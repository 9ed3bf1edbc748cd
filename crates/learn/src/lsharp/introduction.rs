//! How a new state is made known: it is asked what is known of many nodes that it might be.

use typestar_model::{InputId, NodeId, ObservationTree, Word};

use super::classes::Classes;

/// A question to a state is worth a word of its own if its answer may settle what so many frontier nodes are.
const WORTH_A_WORD: usize = 5;

/// A state that is asked what is known of others.
pub(super) struct Introduction {
    /// The node of the state.
    pub(super) node: NodeId,
    /// The classes that it might be, or some of them.
    like: Vec<usize>,
    /// Whether these were all when they were collected.
    are_all: bool,
    /// The last question.
    asked: Word,
}

impl Introduction {
    /// Begins to introduce the state of a node.
    pub(super) fn new(node: NodeId) -> Self {
        Self { node, like: Vec::new(), are_all: false, asked: Word::new() }
    }

    /// The question whose answer settles most, unless there is none that is worth a word. The one before was answered.
    pub(super) fn question(&mut self, tree: &ObservationTree, classes: &Classes) -> Option<Word> {
        self.rule_out(tree, classes);
        let mut word = best_word(tree, classes, self.node, &self.like);
        if word.is_none() && !self.are_all {
            (self.like, self.are_all) = classes.like_node(tree, self.node);
            word = best_word(tree, classes, self.node, &self.like);
        }
        self.asked = word.clone().unwrap_or_default();
        word
    }

    /// Of the classes that were like the state before the last answer, those that answer otherwise are not.
    fn rule_out(&mut self, tree: &ObservationTree, classes: &Classes) {
        let outputs = tree.outputs_from(self.node, &self.asked).unwrap_or_default();
        let trace: Vec<_> = self.asked.iter().copied().zip(outputs).collect();
        self.like.retain(|&class| classes.agrees(tree, class, &trace));
    }
}

/// The word that most nodes of the classes know and `own` does not.
fn best_word(tree: &ObservationTree, classes: &Classes, own: NodeId, like: &[usize]) -> Option<Word> {
    let mut best = (WORTH_A_WORD - 1, Word::new());
    common_word(tree, Some(own), &classes.examples(like), &mut Word::new(), &mut best);
    (best.0 >= WORTH_A_WORD).then_some(best.1)
}

/// Finds the word that most of `nodes` (each stands for so many) know and `own`, if it is known so far, does not.
fn common_word(
    tree: &ObservationTree,
    own: Option<NodeId>,
    nodes: &[(NodeId, usize)],
    word: &mut Word,
    best: &mut (usize, Word),
) {
    let mut steps: Vec<(InputId, NodeId, usize)> = Vec::new();
    for &(node, count) in nodes {
        steps.extend(tree.children(node).map(|(input, _, child)| (input, child, count)));
    }
    steps.sort_unstable();
    for known in steps.chunk_by(|a, b| a.0 == b.0) {
        let count = known.iter().map(|&(_, _, count)| count).sum();
        if count <= best.0 {
            continue;
        }
        let input = known[0].0;
        word.push(input);
        let own = own.and_then(|node| tree.child(node, input));
        if own.is_none() {
            *best = (count, word.clone());
        }
        let children: Vec<(NodeId, usize)> = known.iter().map(|&(_, child, count)| (child, count)).collect();
        common_word(tree, own, &children, word, best);
        word.pop();
    }
}
