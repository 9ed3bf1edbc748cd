//! The border between algorithms and the world: plans go out, observations come back.
//!
//! Nothing in this crate knows what a system is, how it is started or what a word costs. So the same
//! algorithm learns a machine in memory in microseconds and a class on a JVM in minutes, and a journal,
//! votes about disagreeing answers, or limits can be added on the other side of this border.
//!
//! Two rules make that work. *One tree*: all answers are in one place, which the oracle alone writes.
//! *Plans, not calls*: an algorithm hands over everything that it wants to know now, so that
//! the oracle may execute in any order, or several at once, or not at all what it knows already.

use typestar_model::{Evidence, InputId, Inputs, NodeId, ObservationTree, Outputs, Plan, Symbol};

/// Why an oracle does not go on. Algorithms only pass this on.
///
/// There are only two, because an algorithm can do nothing about either: it returns at once and leaves
/// its own state such that the next call goes on. Reasons (limits, failures) stay with the oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It will not answer any more: a limit was reached, the user interrupted, the system failed. It knows the reason.
    Stopped,
    /// What was observed is seen in another way now: build again from the tree. That executes nothing.
    Changed,
}

/// What long computations call from time to time, so that they can be stopped between questions.
///
/// Planning a suite for a thousand states takes seconds without a single question. Pass `&mut ||
/// oracle.check()` to let the user end it, or `&mut || Ok(())` where no user waits.
pub type Check<'a> = &'a mut dyn FnMut() -> Result<(), Halt>;

/// What an oracle has seen so far: the words with their answers, and the symbols that their numbers stand for.
///
/// It is a borrow of three things that always belong together: a number in the tree means nothing
/// without the alphabet that it comes from.
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
///
/// Only five methods must be written; see the example of the [crate](crate). The others have defaults
/// that fit a system with a fixed alphabet and no limits.
///
/// An implementation must keep two promises. After [`Oracle::ask`] returned `Ok`, the tree has the
/// answer of each plan, up to the first final output on its way. And the same word is never answered in
/// two ways: the tree keeps one answer for each step and refuses another.
pub trait Oracle {
    /// The inputs that can be asked.
    fn inputs(&self) -> &Inputs;
    /// How many of the first inputs a learner asks. There may be more when it builds its next hypothesis: then it asks
    /// them in all states. Inputs behind these are there for others, who give symbols with values; what they saw may tell
    /// states apart all the same.
    ///
    /// Inputs may appear while the system is learned: a callback, say, after which a new call makes
    /// sense. Learners compare this number with what they saw last, and ask all their states the new
    /// inputs.
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
    ///
    /// Guards over fields are inferred from it: what was known of the object before and after a call.
    /// It may have to be read from disk, so it can halt.
    fn evidence(&mut self, _node: NodeId) -> Result<Evidence, Halt> {
        Ok(Evidence::default())
    }
    /// Answers all plans: afterwards the tree holds each of them. Plans whose answer is known cost nothing.
    ///
    /// The order of the plans is the order of counting, not of execution. Plans may share prefixes; an
    /// oracle that executes in parallel takes care that no two words in flight share an unknown one.
    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt>;
    /// Counts questions that the algorithm had and the tree answered, so that "asked" stays honest.
    ///
    /// A tester that finds that the tree answers half of its suite does not ask that half. Without this
    /// call its price would look smaller than that of a tester which asks and is answered for free.
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
    /// A learner says that what is known of the system does not explain what it does. An oracle that can be told more,
    /// such as the fields of objects in fields, sees to it that more is known of every step that was observed, and returns
    /// true: then the learner begins again with [`Halt::Changed`].
    fn look_deeper(&mut self) -> Result<bool, Halt> {
        Ok(false)
    }
    /// A learner says that no model of its kind explains this word, which was observed. It cannot go on; the oracle knows
    /// what to tell the user.
    fn unexplained(&mut self, _word: &[InputId]) -> Halt {
        Halt::Stopped
    }
    /// A learner says that this word refutes its hypothesis, and that it would take too many words to learn from it. It
    /// cannot go on; the oracle knows what to tell the user.
    fn too_costly(&mut self, _word: &[InputId]) -> Halt {
        Halt::Stopped
    }
}
