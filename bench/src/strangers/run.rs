//! One run of the command on one component, and what became of it.

use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::Value;
use typestar_model::{Mealy, Model, read_any_model};

use super::agreement::{Difference, difference};
use super::component::{Component, Nature, python_path};
use super::counted::{counted, difference_of_states};
use super::truth::Truth;
use crate::command::Typestar;
use crate::measure::{Ended, run};

/// Findings of these kinds tell something of the case file, and do not put the model in doubt.
const OF_THE_CASE: [&str; 2] = ["unseen-output", "undeclared-output"];
/// A finding of this kind says that values are compared in another way than the theories have it.
const THEORY_REFUTED: &str = "theory-refuted";

/// What became of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The model answers all words as the truth does.
    Right,
    /// It does not, or the nature of the component says that no model does.
    Wrong(Option<Difference>),
    /// The run says that the model is not to be believed, with findings of these kinds.
    Finding(Vec<String>),
    /// A budget ran out.
    Limit,
    /// It was ended at the time limit.
    TimedOut,
    /// It ended otherwise, with this message.
    Failed(String),
}

impl Outcome {
    /// Its name in tables.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong(_) => "wrong",
            Self::Finding(_) => "finding",
            Self::Limit => "limit",
            Self::TimedOut => "timeout",
            Self::Failed(_) => "failed",
        }
    }

    /// Whether it is what a component of this kind has to give.
    pub fn is_expected(&self, nature: Nature) -> bool {
        match nature {
            Nature::Finite => *self == Self::Right,
            Nature::Endless => matches!(self, Self::Finding(_) | Self::Limit),
            Nature::Refuted => matches!(self, Self::Finding(kinds) if kinds.iter().any(|kind| kind == THEORY_REFUTED)),
        }
    }

    /// What there is to say beside the name.
    pub fn details(&self) -> String {
        match self {
            Self::Right | Self::Limit | Self::TimedOut => String::new(),
            Self::Wrong(None) => "no word shows it, but no model of this kind is right".to_owned(),
            Self::Wrong(Some(Difference { word, model, truth })) => {
                format!("`{word}`: model {model}, truth {truth}")
            }
            Self::Finding(kinds) => kinds.join(" "),
            Self::Failed(message) => message.clone(),
        }
    }
}

/// One run with one seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The seed.
    pub seed: u64,
    /// What became of it.
    pub outcome: Outcome,
    /// The exit code of the command; none if it had to be ended.
    pub code: Option<i32>,
    /// The states or locations of the model.
    pub states: u64,
    /// The words that it executed.
    pub words: u64,
    /// How long it took.
    pub seconds: f64,
}

/// A component while it is measured: its truth is asked once, when a model is there to be compared.
pub struct Subject<'a> {
    component: &'a Component,
    random_words: usize,
    truth: Option<Truth>,
    states: Option<Mealy>,
}

impl<'a> Subject<'a> {
    /// Nothing is started yet.
    pub fn new(component: &'a Component, random_words: usize) -> Self {
        Self { component, random_words, truth: None, states: None }
    }

    /// How many words the truth was asked.
    pub fn compared(&self) -> usize {
        self.truth.as_ref().map_or(0, |truth| truth.traces.len())
    }

    /// Learns the component with a seed and compares the model with the truth.
    pub fn run(&mut self, typestar: &Typestar, seed: u64, limit: Duration) -> Result<Run> {
        let folder = tempfile::tempdir()?;
        let mut command = typestar.command();
        command.arg("learn").arg(self.component.case_file()).args(["--seed", &seed.to_string(), "--json", "--quiet"]);
        command.arg("-o").arg(folder.path()).env("PYTHONPATH", python_path());
        let Some(ended) = run(&mut command, limit)? else {
            let seconds = limit.as_secs_f64();
            return Ok(Run { seed, outcome: Outcome::TimedOut, code: None, states: 0, words: 0, seconds });
        };
        let summary = serde_json::from_str(&ended.output).unwrap_or(Value::Null);
        let outcome = match judge(&ended, &summary) {
            Some(outcome) => outcome,
            None => self.compare(&std::fs::read_to_string(folder.path().join("model.json"))?)?,
        };
        let executed = |phase: &str| summary[phase]["executed"].as_u64().unwrap_or(0);
        let words = ["learning", "testing", "challenge", "growth"].map(executed).iter().sum();
        let states = summary["states"].as_u64().unwrap_or(0);
        Ok(Run { seed, outcome, code: ended.code, states, words, seconds: ended.wall })
    }

    fn compare(&mut self, text: &str) -> Result<Outcome> {
        let model = read_any_model(text, "model.json")?;
        let truth = match self.truth.take() {
            Some(truth) => truth,
            None => Truth::of(&self.component.truth()?, self.random_words).context("the truth could not be asked")?,
        };
        let found = difference(&model, &truth)?;
        self.truth = Some(truth);
        let found = if found.is_none() && self.component.can_be_counted() { self.look_closer(&model)? } else { found };
        Ok(compared(self.component.nature, found))
    }

    /// Compares a machine that agrees on all words with all states of the truth.
    fn look_closer(&mut self, model: &Model) -> Result<Option<Difference>> {
        let states = match self.states.take() {
            Some(states) => states,
            None => counted(self.component)?,
        };
        let found = difference_of_states(self.component, model, &states)?;
        self.states = Some(states);
        Ok(found)
    }
}

/// What the command says of its model; none if it calls it good, so that it has to be compared.
fn judge(ended: &Ended, summary: &Value) -> Option<Outcome> {
    let mut kinds: Vec<String> = summary["findings"].as_array().into_iter().flatten().map(kind).collect();
    kinds.retain(|kind| !OF_THE_CASE.contains(&kind.as_str()));
    kinds.sort();
    kinds.dedup();
    match ended.code {
        Some(0) => None,
        Some(1) if summary.is_object() => (!kinds.is_empty()).then_some(Outcome::Finding(kinds)),
        Some(4) => Some(Outcome::Limit),
        code => {
            let said = summary["verdict"].as_str().unwrap_or(&ended.output);
            Some(Outcome::Failed(format!("{}: {}", ended_with(code), first_line(said))))
        }
    }
}

fn kind(finding: &Value) -> String {
    finding["kind"].as_str().unwrap_or("unknown").to_owned()
}

fn ended_with(code: Option<i32>) -> String {
    code.map_or_else(|| "ended by a signal".to_owned(), |code| format!("exit code {code}"))
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or("").chars().take(200).collect()
}

/// What a model is that the command calls good, with a word that refutes it if there is one.
fn compared(nature: Nature, found: Option<Difference>) -> Outcome {
    match (found, nature) {
        (None, Nature::Finite) => Outcome::Right,
        (found, _) => Outcome::Wrong(found),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn judged(code: i32, kinds: &[&str]) -> Option<Outcome> {
        let findings: Vec<Value> = kinds.iter().map(|kind| json!({"kind": kind})).collect();
        let ended = Ended { output: "broken\n".to_owned(), code: Some(code), wall: 1.0, cpu: 1.0, memory_kb: 1 };
        judge(&ended, &json!({"findings": findings}))
    }

    #[test]
    fn a_model_that_is_called_good_is_compared() {
        assert_eq!(judged(0, &[]), None);
        assert_eq!(judged(1, &["unseen-output"]), None);
    }

    #[test]
    fn a_finding_that_puts_the_model_in_doubt_is_named() {
        let found = judged(1, &["unseen-output", "count-grows", "count-grows"]);
        assert_eq!(found, Some(Outcome::Finding(vec!["count-grows".to_owned()])));
    }

    #[test]
    fn limits_and_failures_are_told_apart() {
        assert_eq!(judged(4, &[]), Some(Outcome::Limit));
        assert_eq!(judged(3, &[]), Some(Outcome::Failed("exit code 3: broken".to_owned())));
    }

    #[test]
    fn a_failure_is_told_by_its_verdict() {
        let output = "{\"verdict\": \"the system failed\"}".to_owned();
        let ended = Ended { output, code: Some(3), wall: 1.0, cpu: 1.0, memory_kb: 1 };
        let outcome = judge(&ended, &json!({"verdict": "the system failed"}));
        assert_eq!(outcome, Some(Outcome::Failed("exit code 3: the system failed".to_owned())));
    }

    #[test]
    fn no_finite_model_of_an_endless_component_is_right() {
        assert_eq!(compared(Nature::Finite, None), Outcome::Right);
        assert_eq!(compared(Nature::Endless, None), Outcome::Wrong(None));
        assert!(Outcome::Limit.is_expected(Nature::Endless) && !Outcome::Limit.is_expected(Nature::Finite));
        assert!(!Outcome::Right.is_expected(Nature::Endless));
    }

    #[test]
    fn only_the_finding_about_the_theory_is_well_where_it_does_not_hold() {
        let found = |kind: &str| Outcome::Finding(vec!["count-grows".to_owned(), kind.to_owned()]);
        assert!(found("theory-refuted").is_expected(Nature::Refuted));
        assert!(!found("disagreement").is_expected(Nature::Refuted) && !Outcome::Limit.is_expected(Nature::Refuted));
        assert!(!Outcome::Right.is_expected(Nature::Refuted));
        assert_eq!(compared(Nature::Refuted, None), Outcome::Wrong(None));
    }
}
