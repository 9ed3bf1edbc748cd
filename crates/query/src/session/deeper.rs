//! A deeper look: where the fields that are known do not explain what a system does, the objects in them are followed
//! further, and what was executed with less is executed again.
//!
//! The journal has both executions of a word, and the later one tells more: whoever reads evidence of calls takes the last
//! word on each step. A run that is continued asks the same words in the same order and so finds both.

use std::collections::HashMap;

use typestar_learn::{Halt, Oracle};
use typestar_model::{CRASH, Evidence, HANG, Id, NodeId, OUTSIDE, Plan};

use crate::executor::Executed;
use crate::session::Session;

/// Nobody looks deeper. What is in fields of fields of fields explains little to people.
const DEEPEST: u32 = 5;
/// How many words are executed again before somebody may want the end.
const WAVE: usize = 64;
/// After so many words a look goes as deep as may be: each look executes all of them again.
const MANY: u64 = 2_000;

/// How deep fields are followed.
#[derive(Default)]
pub(crate) struct Depth {
    /// How deep by now, if that was raised.
    raised: Option<u32>,
    /// How many words were executed again for it.
    words: u64,
    /// Whether there is nothing deeper.
    is_all: bool,
}

impl Depth {
    /// What a summary says of it.
    pub(crate) fn note(&self) -> Option<String> {
        let depth = self.raised?;
        let words = if self.words == 1 { "1 word".to_owned() } else { format!("{} words", self.words) };
        Some(format!("{depth} objects deep; {words} executed again for it"))
    }
}

impl Session<'_> {
    /// Looks deeper by one object, or as deep as may be, and sees all calls again. False if that shows nothing new, or cannot be.
    pub(super) fn see_deeper(&mut self) -> Result<bool, Halt> {
        let usual = self.executor.system().about().depth;
        let Some(depth) = self.depth.raised.or(usual).filter(|&depth| depth < DEEPEST && !self.depth.is_all) else {
            return Ok(false);
        };
        let next = if self.executed() > MANY { DEEPEST } else { depth + 1 };
        let Some(calls) = self.calls.clone().filter(|_| self.executor.look(next)) else { return Ok(false) };
        let known = calls.borrow().names();
        self.depth.raised = Some(next);
        self.execute_again()?;
        self.see_calls_again()?;
        self.depth.is_all = calls.borrow().names() == known;
        Ok(!self.depth.is_all)
    }

    /// Executes again what shows all steps but those that cost a process.
    fn execute_again(&mut self) -> Result<(), Halt> {
        let ends: Vec<NodeId> = (1..self.tree().len()).map(NodeId::new).filter(|&node| self.is_end(node)).collect();
        let plans: Vec<Plan> = ends.into_iter().map(|node| Plan::word(self.tree().access_word(node))).collect();
        for wave in plans.chunks(WAVE) {
            let before = self.executed();
            for executed in self.execute(wave)? {
                self.absorb(executed)?;
            }
            self.depth.words += self.executed() - before;
        }
        Ok(())
    }

    /// Whether a word ends here that is worth another execution: nothing that can be executed follows.
    fn is_end(&self, node: NodeId) -> bool {
        self.can_be_again(node) && !self.tree().children(node).any(|(_, _, child)| self.can_be_again(child))
    }

    fn can_be_again(&self, node: NodeId) -> bool {
        let output = self.tree().edge_to(node).map(|(_, _, output)| self.outputs().text(output));
        output.is_some_and(|output| ![HANG, CRASH, OUTSIDE].contains(&output))
    }

    /// Shows all calls anew, with what the last execution told that had the step.
    pub(super) fn see_calls_again(&mut self) -> Result<(), Halt> {
        let Some(calls) = self.calls.clone().filter(|_| self.depth.raised.is_some()) else { return Ok(()) };
        let mut told: HashMap<NodeId, (Evidence, usize)> = HashMap::new();
        let mut next = 1;
        while let Some(page) = self.executor.seen_from(&mut next)? {
            let believed = page.into_iter().filter(|executed| !self.votes.overturned.contains(&executed.seq));
            believed.for_each(|executed| self.note_told(executed, &mut told));
        }
        let mut calls = calls.borrow_mut();
        calls.clear();
        calls.see_each(self.observed(), |node, _| told.remove(&node).unwrap_or_default());
        Ok(())
    }

    /// Takes note of what an execution told of each step that is in the tree.
    fn note_told(&self, executed: Executed, told: &mut HashMap<NodeId, (Evidence, usize)>) {
        let mut node = self.tree().root();
        let answer = executed.answer;
        let steps = answer.word.len();
        for ((&input, &output), evidence) in answer.word.iter().zip(&answer.outputs).zip(answer.evidence) {
            let Some((_, child)) = self.tree().step(node, input).filter(|(known, _)| *known == output) else { break };
            told.insert(child, (evidence, steps));
            node = child;
        }
    }
}
