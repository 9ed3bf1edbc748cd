//! What follows from a conformance suite, in words.

use typestar_model::Inputs;

use super::Conformance;
use crate::check::suite::{AnySuite, SuiteError};
use crate::executor::StopReason;
use crate::system::how_made;

impl Conformance {
    /// Refuses a suite that ran nothing: it must not look like one that agrees.
    pub fn check_run(&self) -> Result<(), SuiteError> {
        match self.skipped {
            _ if self.words() > 0 || self.stop.is_some() => Ok(()),
            0 => Err(SuiteError::Empty),
            skipped => Err(SuiteError::Outside(skipped)),
        }
    }

    /// What is established of a system with these inputs, in one sentence; `suite` is there if it is that of a model.
    pub fn verdict(&self, inputs: &Inputs, suite: Option<&AnySuite>) -> String {
        let text = self.outcome(inputs, suite);
        let makers = if matches!(suite, Some(AnySuite::Guarded(_))) { self.makers } else { 0 };
        match how_made(&self.object, makers) {
            // What an object does depends on how it was made.
            made if !made.is_empty() && self.words() > 0 => format!("{text}; {made}"),
            _ => text,
        }
    }

    fn outcome(&self, inputs: &Inputs, suite: Option<&AnySuite>) -> String {
        match &self.stop {
            Some(StopReason::Interrupted) => Self::INTERRUPTED.to_owned(),
            Some(StopReason::SystemFailed(message)) => format!("the system failed: {message}"),
            Some(StopReason::Budget(limit)) if self.failed > 0 => {
                format!("{}; the budget of {limit} ran out", disagreement(suite))
            }
            _ if self.failed > 0 && self.finished => disagreement(suite).to_owned(),
            _ if self.failed > 0 => {
                format!("{}; the rest of the suite was not run (--keep-going runs it)", disagreement(suite))
            }
            _ if self.flaky > 0 => "the system gives different answers to the same word".to_owned(),
            Some(StopReason::Budget(limit)) => {
                format!("no counterexample, but the budget of {limit} ran out: raise --max-words")
            }
            _ => {
                let quiescence = self.quiescence.map(|quiescence| format!("; {quiescence}"));
                self.verdict_of_agreement(inputs, suite) + &quiescence.unwrap_or_default()
            }
        }
    }

    /// The verdict of a suite that the user has interrupted.
    pub const INTERRUPTED: &str = "interrupted: the rest of the suite was not run";

    fn verdict_of_agreement(&self, inputs: &Inputs, suite: Option<&AnySuite>) -> String {
        match suite {
            _ if self.skipped > 0 => "no counterexample in the words that stay inside the learning purpose".to_owned(),
            Some(suite) => suite.verdict(inputs),
            None => "no counterexample in the suite; nothing is known about other words".to_owned(),
        }
    }
}

/// What a failed word means: a model expects something else, or a suite of a file does.
fn disagreement(suite: Option<&AnySuite>) -> &'static str {
    match suite {
        Some(_) => "the system does not do what the model expects",
        None => "the system does not do what the suite expects",
    }
}
