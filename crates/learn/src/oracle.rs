//! The border between algorithms and the world: plans go out, observations come back.

use std::sync::Arc;

use typestar_model::{InputId, Inputs, NodeId, ObservationTree, OutputId, Outputs, Seen, Word};

/// What to do in one execution, which costs one reset: a word, and then perhaps a choice by the last output.
///
/// A plan without branches is simply a word. Execution ends early at a final output (an error).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The inputs to give first.
    pub word: Word,
    /// How to go on, by the last output of `word`. Shared, because many plans go on in the same way.
    pub then: Arc<[(OutputId, Plan)]>,
    /// How to go on after an output that `then` does not list; without it the execution ends there.
    pub otherwise: Option<Box<Plan>>,
}

impl Plan {
    /// The plan that gives one fixed word.
    pub fn word(word: impl Into<Word>) -> Self {
        Self { word: word.into(), ..Self::default() }
    }

    /// How the plan goes on after `word`, given its last output; none if it ends there.
    pub fn next(&self, last: Option<OutputId>) -> Option<&Plan> {
        let listed = self.then.iter().find(|(output, _)| Some(*output) == last).map(|(_, plan)| plan);
        listed.or(self.otherwise.as_deref())
    }

    /// The first step of the plan after `node` that the tree does not know; none if the tree has its whole answer.
    pub fn first_unknown(&self, tree: &ObservationTree, mut node: NodeId) -> Option<(NodeId, InputId)> {
        let (mut last, mut part) = (None, Some(self));
        while let Some(plan) = part {
            for &input in &plan.word {
                match tree.seen(node, input) {
                    Seen::Unknown => return Some((node, input)),
                    Seen::Final(_) => return None,
                    Seen::Step(output, next) => (node, last) = (next, Some(output)),
                }
            }
            part = plan.next(last);
        }
        None
    }

    /// How many inputs its longest way has.
    pub fn longest(&self) -> usize {
        let branches = self.then.iter().map(|(_, plan)| plan).chain(self.otherwise.as_deref());
        self.word.len() + branches.map(Plan::longest).max().unwrap_or(0)
    }

    /// Whether the plan chooses by outputs.
    pub fn is_adaptive(&self) -> bool {
        !self.then.is_empty() || self.otherwise.is_some()
    }
}

impl From<&[InputId]> for Plan {
    fn from(word: &[InputId]) -> Self {
        Self::word(word)
    }
}

/// The oracle will not answer any more: a limit was reached, the user interrupted, the system failed.
///
/// The oracle knows the reason. Algorithms only pass this on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// What long computations call from time to time, so that they can be stopped between questions.
pub type Check<'a> = &'a mut dyn FnMut() -> Result<(), Stopped>;

/// Who answers questions. Every answer goes into one observation tree that learner and tester share.
pub trait Oracle {
    /// The inputs that can be asked.
    fn inputs(&self) -> &Inputs;
    /// How many of the first inputs a learner asks. There may be more when it builds its next hypothesis: then it asks
    /// them in all states. Inputs behind these are there for others, who give symbols with values; what they saw may tell
    /// states apart all the same.
    fn offered(&self) -> usize {
        self.inputs().len()
    }
    /// The outputs that are known so far.
    fn outputs(&self) -> &Outputs;
    /// Everything that was ever observed.
    fn tree(&self) -> &ObservationTree;
    /// Answers all plans: afterwards the tree holds each of them. Plans whose answer is known cost nothing.
    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Stopped>;
    /// Counts questions that the algorithm had and the tree answered, so that "asked" stays honest.
    fn count_known(&mut self, questions: u64);
    /// A learner says how many states it has found before it asks on: an oracle with a limit stops it here, and does
    /// not wait for a hypothesis, which may be far away.
    fn note_states(&mut self, _states: usize) -> Result<(), Stopped> {
        Ok(())
    }
    /// A tester says how many words its present suite still has, at most, behind those that it asks next; none if
    /// nobody can tell. People want to know how long it takes.
    fn note_left(&mut self, _words: Option<u64>) {}
    /// Algorithms that compute for long without a question call this meanwhile: an oracle whose user wants the end stops
    /// them here.
    fn check(&mut self) -> Result<(), Stopped> {
        Ok(())
    }
}
