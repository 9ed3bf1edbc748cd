//! Answers that the journal already holds, found by plan, so that nothing is executed twice.

use std::collections::VecDeque;

use typestar_learn::Plan;
use typestar_model::{InputId, OutputId};

use crate::system::Answer;

/// An answer of an earlier process, and its number in the journal.
#[derive(Clone, Debug)]
pub(crate) struct RecordedAnswer {
    pub(crate) seq: i64,
    pub(crate) answer: Answer,
}

/// The recorded answers as a tree of their traces.
#[derive(Default)]
pub(crate) struct Recorded {
    nodes: Vec<Node>,
    answers: Vec<RecordedAnswer>,
}

#[derive(Default)]
struct Node {
    children: Vec<(InputId, OutputId, usize)>,
    /// Answers that end here and were not replayed yet, in the order of execution.
    unused: VecDeque<usize>,
    /// An answer that passes here and was never overturned.
    witness: Option<usize>,
}

impl Recorded {
    /// Adds an answer; answers come in the order of execution.
    pub(crate) fn add(&mut self, recorded: RecordedAnswer, overturned: bool) {
        if self.nodes.is_empty() {
            self.nodes.push(Node::default());
        }
        let index = self.answers.len();
        let mut node = 0;
        for (&input, &output) in recorded.answer.word.iter().zip(&recorded.answer.outputs) {
            node = self.child_or_new(node, input, output);
            if !overturned {
                self.nodes[node].witness.get_or_insert(index);
            }
        }
        self.nodes[node].unused.push_back(index);
        self.answers.push(recorded);
    }

    fn child_or_new(&mut self, node: usize, input: InputId, output: OutputId) -> usize {
        let found = self.nodes[node].children.iter().find(|(i, o, _)| (*i, *o) == (input, output));
        if let Some(&(_, _, child)) = found {
            return child;
        }
        let child = self.nodes.len();
        self.nodes.push(Node::default());
        self.nodes[node].children.push((input, output, child));
        child
    }

    /// Takes the first answer that is exactly what `plan` would give, or else a part of a longer one.
    pub(crate) fn take(&mut self, plan: &Plan, finals: &[OutputId]) -> Option<RecordedAnswer> {
        let ends = self.ends(plan, finals);
        let first = ends.iter().filter(|&&(node, _)| !self.nodes[node].unused.is_empty());
        if let Some(&(node, _)) = first.min_by_key(|&&(node, _)| self.nodes[node].unused[0]) {
            let index = self.nodes[node].unused.pop_front().expect("it is not empty");
            return Some(self.answers[index].clone());
        }
        let (node, length) = ends.into_iter().find(|&(node, _)| self.nodes[node].witness.is_some())?;
        let mut recorded = self.answers[self.nodes[node].witness?].clone();
        recorded.answer.word.truncate(length);
        recorded.answer.outputs.truncate(length);
        recorded.answer.evidence.truncate(length);
        Some(recorded)
    }

    /// The nodes where `plan` ends, one for each way in which the system answered, with their depths.
    fn ends(&self, plan: &Plan, finals: &[OutputId]) -> Vec<(usize, usize)> {
        let mut ends = Vec::new();
        if !self.nodes.is_empty() {
            self.follow(Place { node: 0, depth: 0, last: None }, plan, 0, finals, &mut ends);
        }
        ends
    }

    fn follow(&self, place: Place, plan: &Plan, at: usize, finals: &[OutputId], ends: &mut Vec<(usize, usize)>) {
        let is_final = place.last.is_some_and(|output| finals.contains(&output));
        match (plan.word.get(at), plan.next(place.last)) {
            _ if is_final => ends.push((place.node, place.depth)),
            (None, None) => ends.push((place.node, place.depth)),
            (None, Some(next)) => self.follow(place, next, 0, finals, ends),
            (Some(&wanted), _) => {
                for &(input, output, node) in &self.nodes[place.node].children {
                    if input == wanted {
                        let next = Place { node, depth: place.depth + 1, last: Some(output) };
                        self.follow(next, plan, at + 1, finals, ends);
                    }
                }
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Place {
    node: usize,
    depth: usize,
    last: Option<OutputId>,
}
