//! Whether copies that are asked at once disturb each other.

use typestar_model::Word;

use super::checks::{ending, failed, passed, unchecked};
use super::trials::Disturbance;
use super::{Check, CheckKind, Doctor};
use crate::run::findings::SHARED;
use crate::system::SystemError;

/// How many words each copy runs beside the others, once all have been started.
const WORDS_EACH: usize = 6;

impl Doctor<'_> {
    /// Asks all copies at once for words that were answered alone. Only a deterministic system can be judged by this.
    pub(super) fn ask_at_once(&mut self, words: &[Word]) -> Result<(), SystemError> {
        let copies = self.trials.executor.system().copies();
        if copies == 1 || words.is_empty() {
            return Ok(());
        }
        if self.judge().is_unsteady {
            let message = "not checked: even one copy alone gives different answers (see determinism)";
            self.tell(|_| unchecked(CheckKind::Copies, message));
            return Ok(());
        }
        let asked: Vec<&Word> = words.iter().cycle().take(copies * (WORDS_EACH + 1)).collect();
        let (first, then) = asked.split_at(copies);
        let disturbed = match self.trials.run_at_once(first)? {
            None => self.trials.run_at_once(then)?,
            disturbed => disturbed,
        };
        self.tell(|_| match disturbed {
            Some(disturbance) => disturbed_check(disturbance),
            None => passed(
                CheckKind::Copies,
                format!("{copies} copies at once gave the same answers to {} words as one copy alone", asked.len()),
            ),
        });
        Ok(())
    }
}

fn disturbed_check(disturbance: Disturbance) -> Check {
    let Disturbance { word, alone, beside, copy } = disturbance;
    let (expected, seen) = (ending(&alone), ending(&beside));
    let message = format!(
        "the copies interfere with each other: `{word}` ended with {expected} on one copy alone, but with {seen} on \
         copy {copy} while others were running"
    );
    Check { traces: vec![alone, beside], ..failed(CheckKind::Copies, message, SHARED) }
}
