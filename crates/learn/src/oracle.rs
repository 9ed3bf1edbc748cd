//! The border between algorithms and the world: plans go out, observations come back.

use typestar_model::{Evidence, InputId, Inputs, NodeId, ObservationTree, Outputs, Plan, Symbol};

/// Why an oracle does not go on. Algorithms only pass this on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It will not answer any more: a limit was reached, the user interrupted, the system failed. It knows the reason.
    Stopped,
    /// What was observed is seen in another way now: build again from the tree. That executes nothing.
    Changed,
}

/// What long computations call from time to time, so that they can be stopped between questions.
pub type Check<'a> = &'a mut dyn FnMut() -> Result<(), Halt>;

/// What an oracle has seen so far: the words with their answers, and the symbols that their numbers stand for.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a> {
    /// The words with their answers.
    pub tree: &'a ObservationTree,
    /// The inputs that have a number.
    pub inputs: &'a Inputs,
    /// The outputs that have a number.
    pub outputs: &'a Outputs,
}

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
    /// The number of an input, which may be new: a symbol with values that nobody has given yet. It comes behind those
    /// that are offered. None if there is no such input.
    fn input(&mut self, symbol: &Symbol) -> Option<InputId> {
        self.inputs().get(symbol.text())
    }
    /// The outputs that are known so far.
    fn outputs(&self) -> &Outputs;
    /// Everything that was ever observed.
    fn tree(&self) -> &ObservationTree;
    /// All of that at once, for those who compare it with what they expect.
    fn observed(&self) -> Observed<'_> {
        Observed { tree: self.tree(), inputs: self.inputs(), outputs: self.outputs() }
    }
    /// What is known of the step that leads to a node, beyond its output. That is nothing where nobody told more.
    fn evidence(&mut self, _node: NodeId) -> Result<Evidence, Halt> {
        Ok(Evidence::default())
    }
    /// Answers all plans: afterwards the tree holds each of them. Plans whose answer is known cost nothing.
    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt>;
    /// Counts questions that the algorithm had and the tree answered, so that "asked" stays honest.
    fn count_known(&mut self, questions: u64);
    /// A learner says how many states it has found before it asks on: an oracle with a limit stops it here, and does
    /// not wait for a hypothesis, which may be far away.
    fn note_states(&mut self, _states: usize) -> Result<(), Halt> {
        Ok(())
    }
    /// A tester says how many words its present suite still has, at most, behind those that it asks next; none if
    /// nobody can tell. People want to know how long it takes.
    fn note_left(&mut self, _words: Option<u64>) {}
    /// Algorithms that compute for long without a question call this meanwhile: an oracle whose user wants the end stops
    /// them here.
    fn check(&mut self) -> Result<(), Halt> {
        Ok(())
    }
    /// A learner says that no model of its kind explains this word, which was observed. It cannot go on; the oracle knows
    /// what to tell the user.
    fn unexplained(&mut self, _word: &[InputId]) -> Halt {
        Halt::Stopped
    }
}
