//! The end of a run: what was learned, what it cost, and what follows from it.

use std::collections::BTreeMap;

use typestar_learn::{Hypothesis, Oracle};
use typestar_model::{Challenge, Phase, RegisterNumbers, Summary, Verdict, WAIT, some_names};

use super::chain::Milestone;
use super::kind::{Kind, Numbers};
use super::{Finished, Run};
use crate::case::LearningSpec;
use crate::executor::StopReason;
use crate::run::findings;
use crate::system::how_made;
use typestar_model::{Event, RunEnd};

impl<K: Kind> Run<'_, '_, K> {
    pub(super) fn finish(mut self, agreed: bool) -> Finished<K::Model> {
        let learned = self.kind.model(&self.session, self.last.as_deref(), agreed);
        let numbers = self.kind.numbers(&self.session, self.last.as_deref(), &learned);
        if agreed {
            self.check_at_end(&numbers);
        }
        let (mut summary, stop) = (self.summary(&numbers, agreed), self.session.stop_reason().cloned());
        summary.registers = self.register_numbers(&learned);
        summary.guarded = self.kind.guarded_numbers(&learned);
        self.session.tell(&Event::RunFinished(RunEnd::new(&summary, stop.as_ref().map(StopReason::name))));
        summary.wall_ms = self.session.executor.status.progress.elapsed_ms;
        Finished { learned, summary, stop }
    }

    /// What the kind says of a model with registers, and what the run knows of it.
    fn register_numbers(&self, learned: &K::Model) -> Option<RegisterNumbers> {
        let numbers = self.kind.register_numbers(self.last.as_deref(), learned)?;
        let spent = |phases: &[Phase]| phases.iter().map(|&phase| self.session.executor.status.spent_ms(phase)).sum();
        Some(RegisterNumbers {
            last_counterexample: self.last_counterexample,
            learning_ms: spent(&[Phase::Learning]),
            testing_ms: spent(&[Phase::Testing, Phase::Challenge, Phase::Growth]),
            ..numbers
        })
    }

    fn check_at_end(&mut self, numbers: &Numbers) {
        let is_waited_for = self.case.purpose.drain || self.session.inputs().get(WAIT).is_some();
        for output in self.case.outputs.expected() {
            if !self.session.has_met(&output) {
                self.session.find(findings::unseen(&output, is_waited_for));
            }
        }
        for action in self.callbacks_that_nobody_waits_for() {
            self.session.find(findings::unseen_action(&action));
        }
        for finding in self.kind.doubts(numbers) {
            self.session.find(finding);
        }
    }

    /// What a case with data declares as outputs and the system as callbacks, where nobody waits for them.
    fn callbacks_that_nobody_waits_for(&self) -> Vec<String> {
        let callbacks = &self.session.executor.system().about().callbacks;
        let is_waited_for = self.case.purpose.drain || self.session.inputs().get(WAIT).is_some();
        let never_came = if is_waited_for { Vec::new() } else { self.actions_that_never_came() };
        never_came.into_iter().filter(|name| callbacks.contains(name)).collect()
    }

    /// The outputs that a case with data declares and that nothing answered, but for those that it says more of.
    fn actions_that_never_came(&self) -> Vec<String> {
        let (outputs, data) = (&self.case.outputs, &self.case.data);
        let expected = outputs.expected();
        let is_told = |name: &String| expected.contains(name) || outputs.treats(name);
        let names = data.outputs.iter().map(|action| &action.name);
        names.filter(|name| !is_told(name) && !self.session.has_come(name)).cloned().collect()
    }

    fn summary(&self, numbers: &Numbers, agreed: bool) -> Summary {
        let (session, progress) = (&self.session, self.session.executor.status.progress);
        Summary {
            system: self.case.system.name.clone(),
            states: numbers.states,
            states_total: numbers.states_total,
            inputs: session.offered(),
            learner: self.kind.learner_name(),
            tester: self.kind.tester_name(),
            rounds: progress.round,
            history: self.history.clone(),
            learning: progress.learning,
            testing: progress.testing,
            challenge: self.kind.has_challenge().then(|| self.challenge()),
            growth: progress.growth,
            replayed: progress.replayed,
            bound_needed: numbers.bound_needed,
            registers: None,
            guarded: None,
            origins: session.executor.origins.clone(),
            findings: session.findings.list.clone(),
            verdict: self.verdict(agreed, numbers),
            wall_ms: progress.elapsed_ms,
            run: self.options.folder.clone(),
            notes: self.notes(numbers, agreed),
        }
    }

    fn challenge(&self) -> Challenge {
        let random_words = match self.tests.milestone() {
            Some(Milestone::Challenged(words)) => Some(words),
            _ => None,
        };
        Challenge { counts: self.session.executor.status.progress.challenge, random_words }
    }

    fn verdict(&self, agreed: bool, numbers: &Numbers) -> Verdict {
        if !agreed {
            let ended_well =
                matches!(self.session.stop_reason(), Some(StopReason::Budget(_) | StopReason::Interrupted));
            let until_then = match (ended_well, self.is_refuted()) {
                (false, _) => String::new(),
                (true, true) => "; what was observed refutes the last draft".to_owned(),
                (true, false) => {
                    let partly = self.kind.partly_established(&self.tests, numbers);
                    partly.map(|text| format!("; up to then: {text}")).unwrap_or_default()
                }
            };
            let text = self.why_stopped() + &until_then;
            return Verdict { text, finished: false, assumptions: Vec::new() };
        }
        let (mut text, assumed) = self.kind.established(&self.tests, numbers);
        let mut assumptions: Vec<String> = assumed.into_iter().collect();
        assumptions.push(self.assumed_of_answers().to_owned());
        let about = self.session.executor.system().about();
        let makers = if self.kind.calls_makers() { about.makers() } else { 0 };
        let (environment, made) = (&about.environment, how_made(&about.object, makers));
        assumptions.extend(Some(made).filter(|made| !made.is_empty()));
        assumptions.extend((!environment.is_empty()).then(|| format!("the environment is as declared: {environment}")));
        text.push_str(&match self.session.outvoted() {
            0 => String::new(),
            1 => "; 1 contradicting answer was outvoted".to_owned(),
            answers => format!("; {answers} contradicting answers were outvoted"),
        });
        text.extend(self.session.growth.text().map(|text| format!("; {text}")));
        if let Some(quiescence) = &self.session.executor.quiescence {
            text.push_str(&format!("; {quiescence}"));
            assumptions.extend(quiescence.assumptions());
        }
        if let Some(imitation) = self.session.executor.origins.imitation() {
            text.push_str(&format!("; {imitation}"));
        }
        Verdict { text, finished: true, assumptions }
    }

    /// Whether something was observed that the last hypothesis does not do.
    fn is_refuted(&self) -> bool {
        self.last.as_ref().is_some_and(|last| last.disagreement(self.session.observed()).is_some())
    }

    fn assumed_of_answers(&self) -> &'static str {
        match self.session.outvoted() {
            0 => "the system always answers every word as it did when asked",
            _ => {
                "the majority of contradicting answers is right, and the system answers every other word as it did \
                 when asked"
            }
        }
    }

    fn why_stopped(&self) -> String {
        match self.session.stop_reason() {
            Some(StopReason::Interrupted) => "interrupted: run the same command again to continue".to_owned(),
            Some(StopReason::Budget(limit)) => self.budget_ran_out(limit),
            Some(StopReason::TooCostly(word)) => self.too_costly(word),
            Some(StopReason::SystemFailed(message)) => format!("the system failed: {message}"),
            Some(StopReason::JournalFailed(message)) => message.clone(),
            Some(StopReason::Unsettled) => "the system contradicts itself: see the findings".to_owned(),
            Some(StopReason::PendingCallbacksGrow) => "stopped: pending callbacks grow (see the findings)".to_owned(),
            Some(StopReason::CountGrows) => "stopped: a count grows (see the findings)".to_owned(),
            Some(StopReason::Misfit) => "stopped: an answer does not fit its declaration (see the findings)".to_owned(),
            Some(StopReason::TheoryRefuted) => {
                "stopped: the theories do not fit the system (see the findings)".to_owned()
            }
            None => "stopped".to_owned(),
        }
    }

    /// What is known to be wrong is said, and what may be the reason.
    fn too_costly(&self, word: &str) -> String {
        let suspicion = self.session.growth.suspicion.as_ref().map(|suspicion| format!(", and {suspicion}"));
        format!(
            "{word} refutes the last draft, and it would take too many words to learn from it: its values may be equal in \
             too many ways{}: limit the purpose, or leave a callin out ([inputs] callins)",
            suspicion.unwrap_or_default()
        )
    }

    /// A larger budget does not help where something grows.
    fn budget_ran_out(&self, limit: &str) -> String {
        match &self.session.growth.suspicion {
            None => {
                format!("the budget of {limit} ran out: raise the limit and run the same command again to continue")
            }
            Some(suspicion) => format!(
                "the budget of {limit} ran out, and {suspicion}: limit the purpose, or raise the limit and run the same \
                 command again to continue"
            ),
        }
    }

    /// Settings that are not the usual ones, and what was mended on the way.
    fn notes(&self, numbers: &Numbers, agreed: bool) -> BTreeMap<String, String> {
        let of_kind = self.kind.notes(&self.tests, numbers).into_iter();
        let notes = of_kind.chain(self.unusual_settings()).chain(self.session.mended()).chain(self.never_came(agreed));
        notes.map(|(name, note)| (name.to_owned(), note)).collect()
    }

    /// An output that is declared and never came is no fault: a limit may keep it away.
    fn never_came(&self, agreed: bool) -> Option<(&'static str, String)> {
        let found = self.callbacks_that_nobody_waits_for();
        let names: Vec<String> =
            self.actions_that_never_came().into_iter().filter(|name| !found.contains(name)).collect();
        (agreed && !names.is_empty()).then(|| ("declared outputs that never came", some_names(&names)))
    }

    fn unusual_settings(&self) -> Vec<(&'static str, String)> {
        let (learning, usual) = (&self.case.learning, LearningSpec::default());
        let settings = [
            ("seed", learning.seed, usual.seed),
            ("repeat", learning.repeat.into(), usual.repeat.into()),
            ("confirm", learning.confirm.into(), usual.confirm.into()),
        ];
        let unusual = settings.into_iter().filter(|(_, value, usual)| value != usual);
        unusual.map(|(name, value, _)| (name, value.to_string())).collect()
    }
}
