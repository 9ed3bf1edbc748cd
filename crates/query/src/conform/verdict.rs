//! What follows from a conformance suite, in words.

use typestar_model::Inputs;

use super::Conformance;
use crate::executor::StopReason;
use crate::suite::{ModelSuite, SuiteError};
use crate::verdict::suites_verdict;

impl Conformance {
    /// Refuses a suite that ran nothing: it must not look like one that agrees.
    pub fn check_run(&self) -> Result<(), SuiteError> {
        match self.skipped {
            _ if self.words() > 0 || self.stop.is_some() => Ok(()),
            0 => Err(SuiteError::Empty),
            skipped => Err(SuiteError::Outside(skipped)),
        }
    }

    /// What is established of a system with these inputs, in one sentence; `model` is the suite if it is that of a model.
    pub fn verdict(&self, inputs: &Inputs, model: Option<&ModelSuite>) -> String {
        self.verdict_or(|| self.verdict_of_agreement(inputs, model))
    }

    /// What is established, in one sentence; if everything agreed, this one.
    pub fn verdict_or(&self, agreed: impl FnOnce() -> String) -> String {
        match &self.stop {
            Some(StopReason::Interrupted) => Self::INTERRUPTED.to_owned(),
            Some(StopReason::SystemFailed(message)) => format!("the system failed: {message}"),
            Some(StopReason::Budget(limit)) if self.failed > 0 => {
                format!("the system does not do what is expected; the budget of {limit} ran out")
            }
            _ if self.failed > 0 && self.finished => "the system does not do what is expected".to_owned(),
            _ if self.failed > 0 => {
                "the system does not do what is expected; the rest of the suite was not run (--keep-going runs it)"
                    .to_owned()
            }
            _ if self.flaky > 0 => "the system answers the same word differently".to_owned(),
            Some(StopReason::Budget(limit)) => {
                format!("no counterexample, but the budget of {limit} ran out: raise --max-words")
            }
            _ => self.with_quiescence(agreed()),
        }
    }

    fn with_quiescence(&self, verdict: String) -> String {
        match &self.quiescence {
            Some(quiescence) => format!("{verdict}; {quiescence}"),
            None => verdict,
        }
    }

    /// The verdict of a suite that the user has interrupted.
    pub const INTERRUPTED: &str = "interrupted: the rest of the suite was not run";

    fn verdict_of_agreement(&self, inputs: &Inputs, model: Option<&ModelSuite>) -> String {
        if self.skipped > 0 {
            return "no counterexample in the words that stay inside the learning purpose".to_owned();
        }
        let Some(model) = model else {
            return "no counterexample in the suite; nothing is known of other words".to_owned();
        };
        let (text, _) = suites_verdict(model.kinds(), model.seed(), "the model");
        match model.is_partial() || model.untried(inputs).is_some() {
            true => format!("{text}; what the model leaves open was not tried"),
            false => text,
        }
    }
}
