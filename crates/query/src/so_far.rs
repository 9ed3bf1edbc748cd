//! The summary of a run that goes on, for those who do not want to wait for its end.

use typestar_model::{Challenge, Inputs, Summary, Verdict};

use crate::case::{Case, Target, TesterKind};
use crate::data::Data;
use crate::event::{Event, Progress};

/// What is known of a run while it goes on.
#[derive(Clone, Debug)]
pub struct SummarySoFar(Summary);

impl SummarySoFar {
    /// Nothing yet but the case, the inputs of the system and the run folder.
    pub fn new(case: &Case, data: Option<&Data>, inputs: &Inputs, folder: &str) -> Self {
        let learning = &case.learning;
        let is_simulated = matches!(case.system.target, Target::Model(_));
        let usual = || data.map_or_else(|| TesterKind::usual(inputs), |data| data.usual_tester(is_simulated));
        let tester = learning.tester.clone().unwrap_or_else(usual);
        let has_challenge = match data {
            Some(_) => !is_simulated && learning.theory_check > 0,
            None => learning.challenge_for(inputs).is_some(),
        };
        let text = "interrupted: run the same command again to continue".to_owned();
        Self(Summary {
            system: case.system.name.clone(),
            inputs: inputs.len(),
            learner: learning.learner_name(data.is_some()),
            tester: tester.to_string(),
            verdict: Verdict { text, ..Verdict::default() },
            run: folder.to_owned(),
            challenge: has_challenge.then(Challenge::default),
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
        (known.learning, known.testing) = (progress.learning, progress.testing);
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
