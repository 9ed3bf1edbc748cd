//! Observations: the tree of all answers, and where the evidence of each of its nodes is kept.

use std::collections::HashSet;

use typestar_model::{Id, InputId, NodeId, ObservationTree, OutputId, Outputs, repeated_after};

/// The observation tree, and for each node the entry of the journal that showed it first, where somebody may want to
/// know more of it.
#[derive(Default)]
pub(crate) struct Observations {
    pub(crate) tree: ObservationTree,
    /// The number of the entry by node; 0 if there is nothing more to know.
    sources: Vec<i64>,
    /// Inputs that cannot be given after a node, because a call before it returned nothing that they could reuse.
    pub(crate) ends: HashSet<(NodeId, InputId)>,
}

impl Observations {
    /// Nothing, with these final outputs.
    pub(crate) fn new(outputs: &Outputs, finals: &[OutputId]) -> Self {
        let mut tree = ObservationTree::new();
        for &output in finals {
            let repeated = outputs.get(repeated_after(outputs.text(output))).unwrap_or(output);
            tree.declare_final_with(output, repeated);
        }
        Self { tree, ..Self::default() }
    }

    /// Adds a trace, whose details are in the entry of the journal with this number, if there is one. False if it
    /// contradicts the tree.
    pub(crate) fn insert(&mut self, word: &[InputId], outputs: &[OutputId], source: Option<i64>) -> bool {
        let known = self.tree.len();
        if self.tree.insert(word, outputs).is_err() {
            return false;
        }
        if let Some(seq) = source.filter(|_| self.tree.len() > known) {
            self.sources.resize(self.tree.len(), 0);
            self.sources[known..].fill(seq);
        }
        true
    }

    /// The entry of the journal that showed a node first, if more is known of it there.
    pub(crate) fn source(&self, node: NodeId) -> Option<i64> {
        self.sources.get(node.index()).copied().filter(|&seq| seq > 0)
    }
}
