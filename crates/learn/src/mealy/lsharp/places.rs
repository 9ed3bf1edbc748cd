//! What each node of the tree is to the learner: a table by node, because it is looked at for every step of every path.
//!
//! Nodes are numbered without gaps, so a vector of 32-bit codes is the smallest and fastest map there
//! is: four bytes for each node. The lowest bit tells states from classes.

use typestar_model::{Id, NodeId};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Neither of the others.
    Elsewhere,
    /// A state.
    Basis(usize),
    /// In the frontier, a member of this class.
    Frontier(usize),
}

/// What the nodes are.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The number of a state or class, twice, and one more for classes; or `ELSEWHERE`.
    codes: Vec<u32>,
}

/// Most nodes are below the frontier. They cost nothing to look up, and the vector may end before them.
const ELSEWHERE: u32 = u32::MAX;

impl Places {
    /// What `node` is.
    pub(super) fn of(&self, node: NodeId) -> Place {
        match self.codes.get(node.index()) {
            None | Some(&ELSEWHERE) => Place::Elsewhere,
            Some(&code) if code & 1 == 0 => Place::Basis(code as usize >> 1),
            Some(&code) => Place::Frontier(code as usize >> 1),
        }
    }

    /// Notes that `node` is a state or a member of a class from now on.
    pub(super) fn set(&mut self, node: NodeId, place: Place) {
        if self.codes.len() <= node.index() {
            self.codes.resize(node.index() + 1, ELSEWHERE);
        }
        self.codes[node.index()] = match place {
            Place::Elsewhere => ELSEWHERE,
            Place::Basis(state) => (state as u32) << 1,
            Place::Frontier(class) => (class as u32) << 1 | 1,
        };
    }
}
