//! The observation tree: every answer that the system ever gave, and nothing else.
//!
//! Learner and tester share it, so that no word is executed twice. It is a tree of words: each node is a word
//! that was executed, each edge an input with its output.
//!
//! ```text
//! inserted                          (0)
//!   coin push / ok ok        coin/ok ╱ ╲ push/refused
//!   push      / refused           (1)   (3)
//!                          push/ok │
//!                                 (2)
//! ```
//!
//! Two nodes are *apart* if some word was seen from both with different outputs. Above, nodes 0 and 1 are
//! apart by `push`: the first one refused it, the second one did not. So they are different states for sure.
//! Nodes 0 and 2 are not apart. They may be one state or two; only more observations can tell.
//!
//! What holds:
//!
//! - Nothing is ever removed, and node numbers never change: those who keep numbers need no message.
//! - A new observation can make two nodes apart. It can never undo this.
//! - Answers agree. A trace with another answer to a known word is refused as a [`Conflict`], and whoever asked
//!   decides what to do about it.
//! - Behind a final output there is nothing: [`Seen::Final`] tells what would be answered.
//!
//! # What it costs
//!
//! A node is 16 bytes: parent, first child, next sibling, label. Siblings are a list in alphabet order, so
//! looking for an input takes as many steps as there are smaller ones. Nodes with more than 8 children get a
//! *row*, an array by input, as long as all rows together have no more than half a cell for each node. So
//! lookups are fast where there are many inputs, and memory stays in proportion to the observations.

use crate::symbols::label::{Label, Labels};
use crate::symbols::symbol::{Id, InputId, NodeId, OutputId};

/// What was observed after a node under one input.
///
/// ```
/// use typestar_model::{Id, InputId, ObservationTree, OutputId, Seen};
/// let (start, ok, error) = (InputId::new(0), OutputId::new(0), OutputId::new(1));
/// let mut tree = ObservationTree::new();
/// tree.declare_final(error);
/// assert_eq!(tree.seen(tree.root(), start), Seen::Unknown);
/// let first = tree.insert(&[start], &[ok]).unwrap();
/// assert_eq!(tree.seen(tree.root(), start), Seen::Step(ok, first));
/// let second = tree.insert(&[start, start], &[ok, error]).unwrap();
/// assert_eq!(tree.seen(second, start), Seen::Final(error));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The system was not asked yet.
    Unknown,
    /// The system answered this and went to this node.
    Step(OutputId, NodeId),
    /// An earlier answer was final (an error, a hang, outside the purpose): this output repeats for ever.
    Final(OutputId),
}

/// Two answers to the same word that disagree.
///
/// Then the system is not deterministic, or something of an earlier execution was left over.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// How many inputs lead to the answer that disagrees, itself included.
    pub position: usize,
    /// What the tree says.
    pub known: OutputId,
    /// What the new answer says.
    pub seen: OutputId,
}

/// All observed traces as one tree, the shared memory of learner and tester.
///
/// Nodes are numbered in the order of observation and take 16 bytes each, and at most 4 more for the rows of nodes
/// with many children; only the children of a node with thousands of them may take more. A *final* output ends its branch:
/// whatever comes after is known to be the same output for ever, so nobody asks.
///
/// ```
/// use typestar_model::{Id, InputId, ObservationTree, OutputId};
/// let (a, ok) = (InputId::new(0), OutputId::new(0));
/// let mut tree = ObservationTree::new();
/// tree.insert(&[a, a], &[ok, ok]).unwrap();
/// assert_eq!(tree.outputs_of(&[a]), Some(vec![ok]));
/// assert_eq!(tree.outputs_of(&[a, a, a]), None);
/// ```
#[derive(Clone, Debug)]
pub struct ObservationTree {
    nodes: Vec<Node>,
    labels: Labels,
    /// The final outputs, each with what is answered for ever after it.
    finals: Vec<(OutputId, OutputId)>,
    /// The steps by input of some nodes that have many, so that nobody has to search among them.
    rows: Vec<Row>,
    /// How many steps all rows have room for.
    in_rows: usize,
    /// The highest input that was seen.
    highest: usize,
}

/// The children of one node by input.
#[derive(Clone, Debug, Default)]
struct Row {
    /// Where the list of children begins, which the row's node had to give up for the number of the row. The
    /// list is kept, so that a row can be dropped or made longer.
    first_child: u32,
    /// By input; later inputs than the last cell are not there.
    cells: Box<[Cell]>,
}

/// A step in a row; its output is here, too, because the child itself is elsewhere in memory.
#[derive(Clone, Copy, Debug)]
struct Cell {
    child: u32,
    output: OutputId,
}

/// A node with more children than this is worth a row.
const MANY: usize = 8;

/// A node with more children than this needs a row, even if there are this many cells for each of them.
const VERY_MANY: usize = 1024;
/// Cells for each child, at most, in a row for very many children.
const SPARSE: usize = 16;

/// Marks a `first_child` that is the number of a row.
const ROW: u32 = 1 << 31;

impl Cell {
    #[inline]
    fn step(&self) -> Option<(OutputId, NodeId)> {
        (self.child != NONE).then(|| (self.output, NodeId::new(self.child as usize)))
    }
}

/// Numbers of nodes, [`NONE`] where there is none. Half the memory that pointers would take.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Kept, because the word that leads to a node is asked for all the time.
    parent: u32,
    first_child: u32,
    next_sibling: u32,
    /// The step that leads to the node.
    label: Label,
}

/// Not the number of a node or of a row.
const NONE: u32 = u32::MAX;

impl Default for ObservationTree {
    fn default() -> Self {
        Self::new()
    }
}

impl ObservationTree {
    /// The tree that has seen nothing.
    pub fn new() -> Self {
        let root = Node { parent: NONE, first_child: NONE, next_sibling: NONE, label: Label::default() };
        let nodes = vec![root];
        Self { nodes, labels: Labels::default(), finals: Vec::new(), rows: Vec::new(), in_rows: 0, highest: 0 }
    }

    /// Declares, before it is observed, that nothing changes after `output`: it is answered for ever.
    ///
    /// After it was declared, the tree stores nothing behind this output, and answers for it.
    ///
    /// ```
    /// use typestar_model::{Id, InputId, ObservationTree, OutputId};
    /// let (open, error) = (InputId::new(0), OutputId::new(0));
    /// let mut tree = ObservationTree::new();
    /// tree.declare_final(error);
    /// tree.insert(&[open, open], &[error, error]).unwrap();
    /// assert_eq!(tree.len(), 2, "the root, and one node after the error");
    /// assert_eq!(tree.outputs_of(&[open, open, open]), Some(vec![error; 3]));
    /// ```
    pub fn declare_final(&mut self, output: OutputId) {
        self.declare_final_with(output, output);
    }

    /// Declares, before it is observed, that nothing changes after `output`: `repeated` is answered for ever.
    ///
    /// A hang is repeated as `error`: the second call does not hang again, it is never made.
    pub fn declare_final_with(&mut self, output: OutputId, repeated: OutputId) {
        if !self.is_final(output) {
            self.finals.push((output, repeated));
        }
    }

    /// Whether nothing changes after `output`.
    #[inline]
    pub fn is_final(&self, output: OutputId) -> bool {
        self.repeated_after(output).is_some()
    }

    /// What is answered for ever after `output`, if it is final.
    #[inline]
    pub fn repeated_after(&self, output: OutputId) -> Option<OutputId> {
        self.finals.iter().find(|(known, _)| *known == output).map(|&(_, repeated)| repeated)
    }

    /// The node of the empty word.
    pub fn root(&self) -> NodeId {
        NodeId::new(0)
    }

    /// How many nodes there are; ids below this number are valid.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was observed yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// What is answered for ever after this node, if a final output led to it.
    #[inline]
    pub fn final_output(&self, node: NodeId) -> Option<OutputId> {
        let (_, _, output) = self.edge_to(node)?;
        self.repeated_after(output)
    }

    /// What is known of `node` under `input`.
    #[inline]
    pub fn seen(&self, node: NodeId, input: InputId) -> Seen {
        // What is behind a final output is not stored, so a step that is there needs no further look.
        match self.step(node, input) {
            Some((output, child)) => Seen::Step(output, child),
            None => self.final_output(node).map_or(Seen::Unknown, Seen::Final),
        }
    }

    /// What `node` answered to `input` and the node after it, if that was observed.
    #[inline]
    pub fn step(&self, node: NodeId, input: InputId) -> Option<(OutputId, NodeId)> {
        match self.row(node) {
            Some(row) => row.cells.get(input.index()).and_then(Cell::step),
            None => {
                let next = self.listed(node).find(|&(other, ..)| other >= input);
                next.filter(|&(other, ..)| other == input).map(|(_, output, child)| (output, child))
            }
        }
    }

    /// The node after `input`, if it was observed.
    #[inline]
    pub fn child(&self, node: NodeId, input: InputId) -> Option<NodeId> {
        self.step(node, input).map(|(_, child)| child)
    }

    /// All observed steps `(input, output, node)` from `node`, in alphabet order.
    ///
    /// In a row or in the list, the order is the same, so that no result depends on how a node is stored.
    #[inline]
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = (InputId, OutputId, NodeId)> + '_ {
        let cells = self.row(node).map_or(&[][..], |row| &row.cells).iter().enumerate();
        let in_row =
            cells.filter_map(|(input, cell)| cell.step().map(|(output, node)| (InputId::new(input), output, node)));
        in_row.chain(self.listed(node))
    }

    /// The observed steps from `node` under the first `inputs`; others may have asked more.
    ///
    /// For those who learn over fewer inputs than the tree has seen.
    #[inline]
    pub fn children_within(
        &self,
        node: NodeId,
        inputs: usize,
    ) -> impl Iterator<Item = (InputId, OutputId, NodeId)> + '_ {
        self.children(node).take_while(move |(input, ..)| input.index() < inputs)
    }

    /// The steps from a node that has no row.
    #[inline]
    fn listed(&self, node: NodeId) -> impl Iterator<Item = (InputId, OutputId, NodeId)> + '_ {
        // The number of a row is no node.
        let mut next = self.nodes[node.index()].first_child;
        std::iter::from_fn(move || {
            let child = self.nodes.get(next as usize)?;
            let id = NodeId::new(next as usize);
            next = child.next_sibling;
            let (input, output) = self.labels.pair(child.label);
            Some((input, output, id))
        })
    }

    /// The step `(parent, input, output)` that leads to `node`; none for the root.
    #[inline]
    pub fn edge_to(&self, node: NodeId) -> Option<(NodeId, InputId, OutputId)> {
        let entry = &self.nodes[node.index()];
        (entry.parent != NONE).then(|| {
            let (input, output) = self.labels.pair(entry.label);
            (NodeId::new(entry.parent as usize), input, output)
        })
    }

    /// The input and output that lead to `node`, as one number; it means nothing for the root.
    ///
    /// Two nodes with equal labels were reached by the same input with the same output.
    #[inline]
    pub fn label(&self, node: NodeId) -> Label {
        self.nodes[node.index()].label
    }

    /// The input and output of a label of this tree.
    #[inline]
    pub fn pair(&self, label: Label) -> (InputId, OutputId) {
        self.labels.pair(label)
    }

    /// The word that leads to `node`.
    pub fn access_word(&self, mut node: NodeId) -> Vec<InputId> {
        let mut word = Vec::new();
        while let Some((parent, input, _)) = self.edge_to(node) {
            word.push(input);
            node = parent;
        }
        word.reverse();
        word
    }

    /// The inputs and outputs that lead to `node`.
    ///
    /// It takes as many steps as the word has inputs.
    pub fn trace(&self, mut node: NodeId) -> Vec<(InputId, OutputId)> {
        let mut steps = Vec::new();
        while let Some((parent, input, output)) = self.edge_to(node) {
            steps.push((input, output));
            node = parent;
        }
        steps.reverse();
        steps
    }

    /// The node that `word` leads to from `node`, if all of it was observed. A final node stands for all that follows it.
    pub fn follow(&self, node: NodeId, word: &[InputId]) -> Option<NodeId> {
        let mut node = node;
        for &input in word {
            match self.seen(node, input) {
                Seen::Unknown => return None,
                Seen::Final(_) => return Some(node),
                Seen::Step(_, next) => node = next,
            }
        }
        Some(node)
    }

    /// The outputs of `word` from the root, if all of them are known.
    pub fn outputs_of(&self, word: &[InputId]) -> Option<Vec<OutputId>> {
        self.outputs_from(self.root(), word)
    }

    /// The outputs of `word` from `node`, if all of them are known.
    pub fn outputs_from(&self, node: NodeId, word: &[InputId]) -> Option<Vec<OutputId>> {
        Some(self.known_outputs_from(node, word)).filter(|outputs| outputs.len() == word.len())
    }

    /// The outputs of `word` from `node`, as far as they are known.
    pub fn known_outputs_from(&self, mut node: NodeId, word: &[InputId]) -> Vec<OutputId> {
        let mut outputs = Vec::with_capacity(word.len());
        for &input in word {
            match self.seen(node, input) {
                Seen::Unknown => break,
                Seen::Final(output) => outputs.push(output),
                Seen::Step(output, next) => {
                    outputs.push(output);
                    node = next;
                }
            }
        }
        outputs
    }

    /// Adds an observed trace and returns its last node. A trace that contradicts the tree changes nothing.
    ///
    /// What stands behind a final output is not stored.
    ///
    /// ```
    /// use typestar_model::{Conflict, Id, InputId, ObservationTree, OutputId};
    /// let (coin, push) = (InputId::new(0), InputId::new(1));
    /// let (ok, refused) = (OutputId::new(0), OutputId::new(1));
    /// let mut tree = ObservationTree::new();
    /// let node = tree.insert(&[coin, push], &[ok, ok]).unwrap();
    /// assert_eq!(tree.access_word(node), [coin, push]);
    /// let conflict = tree.insert(&[coin, push, push], &[ok, refused, ok]).unwrap_err();
    /// assert_eq!(conflict, Conflict { position: 2, known: ok, seen: refused });
    /// assert_eq!(tree.len(), 3, "nothing was added");
    /// ```
    pub fn insert(&mut self, word: &[InputId], outputs: &[OutputId]) -> Result<NodeId, Conflict> {
        let mut node = self.root();
        for (index, (&input, &seen)) in word.iter().zip(outputs).enumerate() {
            match self.seen(node, input) {
                Seen::Final(_) => break,
                Seen::Step(known, _) if known != seen => return Err(Conflict { position: index + 1, known, seen }),
                Seen::Step(_, next) => node = next,
                // Nothing is known behind a new node, so nothing behind it can contradict.
                Seen::Unknown => node = self.add(node, input, seen),
            }
        }
        Ok(node)
    }

    /// Adds one observed step after a node, which is not behind a final output. False if it contradicts the tree.
    ///
    /// For those who follow the system step by step and know the node already.
    pub fn insert_step(&mut self, node: NodeId, input: InputId, output: OutputId) -> bool {
        match self.seen(node, input) {
            Seen::Step(known, _) | Seen::Final(known) => known == output,
            Seen::Unknown => {
                self.add(node, input, output);
                true
            }
        }
    }

    /// The first place where a trace contradicts the tree.
    ///
    /// Like [`Self::insert`], but nothing is added. Words that are not in the tree yet contradict nothing.
    pub fn conflict(&self, word: &[InputId], outputs: &[OutputId]) -> Option<Conflict> {
        let mut node = self.root();
        for (index, (&input, &seen)) in word.iter().zip(outputs).enumerate() {
            match self.seen(node, input) {
                Seen::Unknown | Seen::Final(_) => return None,
                Seen::Step(known, _) if known != seen => {
                    return Some(Conflict { position: index + 1, known, seen });
                }
                Seen::Step(_, next) => node = next,
            }
        }
        None
    }

    /// The row of a node, if it has one.
    #[inline]
    fn row(&self, node: NodeId) -> Option<&Row> {
        let first = self.nodes[node.index()].first_child;
        (first != NONE && first & ROW != 0).then(|| &self.rows[(first & !ROW) as usize])
    }

    /// Adds a step that is not there, at its place among its siblings.
    fn add(&mut self, parent: NodeId, input: InputId, output: OutputId) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        assert!(id.index() < ROW as usize, "the observation tree is full");
        let label = self.labels.intern(input, output);
        let first = self.nodes[parent.index()].first_child;
        let (before, siblings) = self.before(parent, input);
        let slot = match before {
            Some(sibling) => &mut self.nodes[sibling.index()].next_sibling,
            None if first != NONE && first & ROW != 0 => &mut self.rows[(first & !ROW) as usize].first_child,
            None => &mut self.nodes[parent.index()].first_child,
        };
        let next_sibling = std::mem::replace(slot, id.index() as u32);
        self.nodes.push(Node { parent: parent.index() as u32, first_child: NONE, next_sibling, label });
        self.highest = self.highest.max(input.index());
        self.note_in_row(parent, (input, output), id, siblings);
        id
    }

    /// The last child of `parent` before `input`, and how many there are, where that is not known from a row.
    fn before(&self, parent: NodeId, input: InputId) -> (Option<NodeId>, usize) {
        if let Some(row) = self.row(parent) {
            let cells = &row.cells[..input.index().min(row.cells.len())];
            return (cells.iter().rev().find_map(Cell::step).map(|(_, sibling)| sibling), 0);
        }
        let siblings = self.listed(parent).take_while(|&(other, ..)| other < input);
        siblings.fold((None, 0), |(_, count), (_, _, sibling)| (Some(sibling), count + 1))
    }

    /// Keeps the row of `parent`, or makes one if it has many children and there is room: half a cell for each node. Among
    /// very many children nobody can search: they get a row, and one that may grow.
    fn note_in_row(
        &mut self,
        parent: NodeId,
        (input, output): (InputId, OutputId),
        child: NodeId,
        mut siblings: usize,
    ) {
        let first = self.nodes[parent.index()].first_child;
        if first & ROW != 0 {
            let row = &mut self.rows[(first & !ROW) as usize];
            if let Some(cell) = row.cells.get_mut(input.index()) {
                *cell = Cell { child: child.index() as u32, output };
                return;
            }
            // It is too short; perhaps there is room for a longer one.
            let row = std::mem::take(row);
            self.in_rows -= row.cells.len();
            self.nodes[parent.index()].first_child = row.first_child;
            siblings = self.listed(parent).count() - 1;
        }
        if siblings >= MANY && 2 * (self.in_rows + self.highest) < self.nodes.len() {
            self.make_row(parent, self.highest + 1);
        } else if siblings >= VERY_MANY && self.highest < SPARSE * siblings {
            self.make_row(parent, self.highest + siblings);
        }
    }

    /// The list of children stays as it is; the row only finds them faster.
    fn make_row(&mut self, parent: NodeId, length: usize) {
        let mut cells = vec![Cell { child: NONE, output: OutputId::new(0) }; length].into_boxed_slice();
        for (input, output, node) in self.listed(parent) {
            cells[input.index()] = Cell { child: node.index() as u32, output };
        }
        self.in_rows += cells.len();
        let row = ROW | self.rows.len() as u32;
        let first_child = std::mem::replace(&mut self.nodes[parent.index()].first_child, row);
        self.rows.push(Row { first_child, cells });
    }

    /// A word that was observed from both nodes with different last outputs: the proof that they are different states.
    ///
    /// It is not always the shortest such word. The search visits only what was seen from both nodes.
    ///
    /// ```
    /// use typestar_model::{Id, InputId, ObservationTree, OutputId};
    /// let (coin, push) = (InputId::new(0), InputId::new(1));
    /// let (ok, refused) = (OutputId::new(0), OutputId::new(1));
    /// let mut tree = ObservationTree::new();
    /// let open_again = tree.insert(&[coin, push], &[ok, ok]).unwrap();
    /// tree.insert(&[push], &[refused]).unwrap();
    /// let open = tree.child(tree.root(), coin).unwrap();
    /// assert_eq!(tree.apart(tree.root(), open), Some(vec![push]));
    /// assert_eq!(tree.apart(tree.root(), open_again), None, "nothing was seen after it");
    /// ```
    pub fn apart(&self, p: NodeId, q: NodeId) -> Option<Vec<InputId>> {
        let start = p;
        let mut stack = vec![(p, q)];
        while let Some((p, q)) = stack.pop() {
            for (input, seen_p, seen_q) in self.common_steps(p, q) {
                match (seen_p, seen_q) {
                    (Seen::Step(a, p), Seen::Step(b, q)) if a == b => stack.push((p, q)),
                    (Seen::Step(a, _) | Seen::Final(a), Seen::Step(b, _) | Seen::Final(b)) if a == b => {}
                    _ => return Some(self.word_between(start, p, input)),
                }
            }
        }
        None
    }

    /// The inputs from `start` to a node below it, and one more.
    fn word_between(&self, start: NodeId, mut node: NodeId, last: InputId) -> Vec<InputId> {
        let mut word = vec![last];
        while let Some((parent, input, _)) = self.edge_to(node).filter(|_| node != start) {
            word.push(input);
            node = parent;
        }
        word.reverse();
        word
    }

    /// The inputs under which both nodes are known.
    fn common_steps(&self, p: NodeId, q: NodeId) -> Vec<(InputId, Seen, Seen)> {
        match (self.final_output(p), self.final_output(q)) {
            (Some(a), Some(b)) if a == b => Vec::new(),
            // Both repeat their outputs under every input; the last input serves as well as any.
            (Some(a), Some(b)) => {
                self.edge_to(p).map(|(_, input, _)| (input, Seen::Final(a), Seen::Final(b))).into_iter().collect()
            }
            (Some(a), None) => self.children(q).map(|(i, b, n)| (i, Seen::Final(a), Seen::Step(b, n))).collect(),
            (None, Some(b)) => self.children(p).map(|(i, a, n)| (i, Seen::Step(a, n), Seen::Final(b))).collect(),
            (None, None) => (self.children(p))
                .filter_map(|(input, a, n)| match self.seen(q, input) {
                    Seen::Unknown => None,
                    seen => Some((input, Seen::Step(a, n), seen)),
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_takes_sixteen_bytes() {
        assert_eq!((size_of::<Node>(), size_of::<Cell>()), (16, 8));
    }
}
