//! What a kind of model sees of a session, beyond what every oracle shows.

use crate::session::Session;

impl Session<'_> {
    /// How many states the learner has told apart so far.
    pub fn states_so_far(&self) -> usize {
        self.states.max(1)
    }

    /// How many words the learner has executed so far.
    pub fn words_of_learning(&self) -> u64 {
        self.learning.executed
    }
}
