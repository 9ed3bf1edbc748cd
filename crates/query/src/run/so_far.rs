//! The summary of a run that goes on, for those who do not want to wait for its end.

use typestar_model::{Challenge, Event, Inputs, Progress, Summary, Verdict};

use crate::case::Case;
use crate::run::Kind;

/// What is known of a run while it goes on.
#[derive(Clone, Debug)]
pub struct SummarySoFar(Summary);

impl SummarySoFar {
    /// Nothing yet but the case, what is learned how, the inputs of the system and the run folder.
    pub(crate) fn new<K: Kind>(case: &Case, kind: &K, inputs: &Inputs, folder: &str) -> Self {
        let text = "interrupted: run the same command again to continue".to_owned();
        Self(Summary {
            system: case.system.name.clone(),
            inputs: inputs.len(),
            learner: kind.learner_name(),
            tester: kind.tester_name(),
            verdict: Verdict { text, ..Verdict::default() },
            run: folder.to_owned(),
            challenge: kind.has_challenge().then(Challenge::default),
            ..Summary::default()
        })
    }

    /// Adds what just happened.
    pub fn see(&mut self, event: &Event, progress: &Progress) {
        let known = &mut self.0;
        if let Event::FindingMade(finding) = event {
            known.findings.push(finding.clone());
        }
        (known.states, known.states_total) = (progress.states, progress.states);
        (known.rounds, known.replayed) = (progress.round, progress.replayed);
        (known.learning, known.testing, known.growth) = (progress.learning, progress.testing, progress.growth);
        if let Some(challenge) = &mut known.challenge {
            challenge.counts = progress.challenge;
        }
        known.wall_ms = progress.elapsed_ms;
    }

    /// The summary as it would be now.
    pub fn summary(&self) -> &Summary {
        &self.0
    }
}
