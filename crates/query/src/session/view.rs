//! What a run sees of its session, beyond what every oracle shows.

use typestar_learn::Oracle;
use typestar_model::{InputId, NodeId, Step, one_line};

use crate::executor::StopReason;
use crate::session::Session;
use crate::session::drafts::observed_steps;

impl Session<'_> {
    /// How many states the learner has told apart so far.
    pub fn states_so_far(&self) -> usize {
        self.executor.status.progress.states.max(1)
    }

    /// Why the run stops, if it does.
    pub(crate) fn stop_reason(&self) -> Option<&StopReason> {
        self.executor.status.stop.as_ref()
    }

    /// How many answers votes decided against.
    pub(crate) fn outvoted(&self) -> usize {
        self.votes.overturned.len()
    }

    /// The steps that lead to a node of the tree.
    pub(crate) fn steps_to(&self, node: NodeId) -> Vec<Step> {
        observed_steps(node, self)
    }

    /// What was observed of a word, step by step; as much as there is.
    pub(crate) fn observed_trace(&self, word: &[InputId]) -> Vec<Step> {
        let mut node = self.tree().root();
        for &input in word {
            let Some(next) = self.tree().child(node, input) else { break };
            node = next;
        }
        self.steps_to(node)
    }

    /// What was mended on the way.
    pub(crate) fn mended(&self) -> Vec<(&'static str, String)> {
        let notes = [
            ("noise", self.votes.settled.note()),
            ("fields", self.depth.note()),
            ("journal", self.executor.damage()),
            ("adapter troubles", self.note_of_troubles()),
            ("conflicts settled by votes", Some(self.votes.conflicts.to_string()).filter(|_| self.votes.conflicts > 0)),
        ];
        notes.into_iter().filter_map(|(name, note)| Some((name, note?))).collect()
    }

    fn note_of_troubles(&self) -> Option<String> {
        let troubles = self.executor.system().troubles();
        let last = troubles.last()?;
        Some(format!("{}; the last: {}", troubles.len(), one_line(last)))
    }
}
