//! Refinement: what a session does where an abstraction stands between what is asked and what is executed.
//!
//! Executions may show another abstract word than the one that was asked, or contradict each other. Then the abstraction
//! may change, and the tree is derived again from the executions that are kept.

use std::borrow::Cow;
use std::collections::HashSet;

use typestar_learn::{Halt, Oracle};
use typestar_model::{Cursor, InputId, NodeId, ObservationTree, Plan};

use crate::executor::Executed;
use crate::session::Session;

/// What a session knows of its abstraction.
#[derive(Default)]
pub(crate) struct Refinement {
    /// How often the abstraction has changed.
    pub(crate) changes: usize,
    /// The pairs of executions that were shown to it because they contradict each other. No pair is shown twice, so an
    /// abstraction that changes and changes, and does not tell them apart, comes to an end.
    offered: HashSet<(i64, i64)>,
    /// What was executed and is believed, as it was executed. Whatever it shows is in the tree.
    pub(crate) concrete: ObservationTree,
}

impl Session<'_> {
    /// Puts the answers to a plan into the tree: as many as it has executions.
    pub(crate) fn take_in(&mut self, plan: &Plan, answers: Vec<Executed>) -> Result<(), Halt> {
        if answers.is_empty() {
            return self.ask_less(plan);
        }
        let changes = self.refinement.changes;
        let mut outcome = Ok(());
        for executed in answers {
            // What was answered together with a disputed answer is not lost when the tree is built again.
            outcome = self.absorb(executed).and(outcome);
            if self.executor.status.stop.is_some() || self.refinement.changes > changes {
                break;
            }
        }
        outcome
    }

    /// The plans of a wave that are worth executing. Where only executions are left that showed something else, less is
    /// asked.
    pub(crate) fn without_repetitions<'p>(&mut self, wave: &'p [Plan]) -> Result<Cow<'p, [Plan]>, Halt> {
        if self.executor.abstraction().is_none() {
            return Ok(wave.into());
        }
        let mut worthwhile = Vec::with_capacity(wave.len());
        for plan in wave {
            match self.only_repeats(plan) {
                true => self.ask_less(plan)?,
                false => worthwhile.push(plan.clone()),
            }
        }
        Ok(worthwhile.into())
    }

    /// Whether all executions of a plan are known, so that they would show nothing new.
    fn only_repeats(&mut self, plan: &Plan) -> bool {
        let plan = self.inside(plan);
        let (known, outputs) = (&self.refinement.concrete, self.executor.outputs());
        let is_known = |plan: &Plan| Cursor::naming(plan, outputs).first_unknown(known, known.root()).is_none();
        self.executor.executions(&plan).iter().all(is_known)
    }

    /// Nothing shows all that a plan asks: asks for its first unknown step alone. If nothing shows that either, it is
    /// outside.
    fn ask_less(&mut self, plan: &Plan) -> Result<(), Halt> {
        let Some((node, input)) = self.first_unknown(plan) else { return Ok(()) };
        let mut word = self.tree().access_word(node);
        word.push(input);
        let less = Plan::word(word);
        if less != *plan {
            return self.answer(&[less]);
        }
        self.mark_as_outside(node, input);
        Ok(())
    }

    /// Whether an answer shows what was taken for outside because nothing had shown it: then the tree is built again.
    pub(crate) fn is_shown_after_all(&mut self, word: &[InputId]) -> Result<bool, Halt> {
        let node = self.tree().follow(self.tree().root(), word);
        let is_guess = self.executor.abstraction().is_some() && self.source_of(node).is_none();
        if is_guess {
            self.rebuild_tree()?;
        }
        Ok(is_guess)
    }

    fn source_of(&self, node: Option<NodeId>) -> Option<i64> {
        node.and_then(|node| self.observations.source(node))
    }

    /// Lets the abstraction change, if it can, so that an answer no longer contradicts what is known of a word.
    pub(crate) fn refine(&mut self, word: &[InputId], new: &Executed) -> Result<bool, Halt> {
        let node = self.tree().follow(self.tree().root(), word);
        let Some(known) = self.source_of(node) else { return Ok(false) };
        let is_new = self.refinement.offered.insert((known, new.seq));
        let is_changed = is_new && self.executor.refine(known, new.seq)?;
        if is_changed {
            self.see_anew()?;
        }
        Ok(is_changed)
    }

    /// The abstraction has changed: other inputs are asked, and the tree is derived again.
    fn see_anew(&mut self) -> Result<(), Halt> {
        self.refinement.changes += 1;
        self.forget_inputs();
        let changes = self.refinement.changes;
        for contradicting in self.rebuild_tree()? {
            if self.absorb(contradicting) == Err(Halt::Stopped) {
                return Err(Halt::Stopped);
            }
            if self.refinement.changes > changes {
                break;
            }
        }
        Ok(())
    }

    /// Forgets what is counted by words: they are words in other inputs now.
    fn forget_inputs(&mut self) {
        self.watch_inputs();
        self.growth.forget();
    }
}
