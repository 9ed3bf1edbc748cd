//! One run of the command on one class, and what the check says of its model.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Error, Result};
use serde_json::Value;
use typestar_model::guarded::{GuardedModel, read_guarded_json};

use super::checked::Checked;
use super::class::Class;
use super::ended::{Ended, run};
use super::java::Java;
use crate::command::Typestar;
use crate::options::Options;

/// A model that says nothing, of a run that left none: all there is to know is missing.
const EMPTY: &str = r#"{"format":"typestar-guarded-model","version":1,"states":0,"methods":[],"rules":[]}"#;
/// What comes before the expression that makes the objects, in the assumptions of a verdict.
const MADE_BY: &str = "the object is made by `";
/// What stands for the public constructor with the fewest parameters: a draft does not name it.
const SIMPLEST: &str = "simplest";

/// A check ends by itself after 30 s, unless the class takes all its memory.
const CHECK_LIMIT: Duration = Duration::from_secs(180);

/// What became of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It ended by itself with this exit code and a model.
    Finished(i32),
    /// It was interrupted at the time limit.
    TimedOut,
    /// It ended without a model, with this message.
    Failed(String),
}

impl Outcome {
    /// Its name in tables.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Finished(0) => "finished",
            Self::Finished(1) => "finding",
            Self::Finished(_) => "limit",
            Self::TimedOut => "timeout",
            Self::Failed(_) => "failed",
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
    /// What the check says of its model, also of a draft.
    pub checked: Checked,
    /// The model, for comparing seeds.
    pub model: Option<GuardedModel>,
    /// The words that it executed.
    pub words: u64,
    /// How long it took.
    pub seconds: f64,
    /// The most memory that it had, with its virtual machine.
    pub memory_mb: u64,
    /// How long it took to stop after it was asked to.
    pub late: Option<f64>,
}

impl Run {
    /// One that could not be measured.
    pub fn broken(seed: u64, error: &Error) -> Self {
        let outcome = Outcome::Failed(format!("not measured: {error:#}"));
        let checked = Checked::default();
        Self { seed, outcome, checked, model: None, words: 0, seconds: 0.0, memory_mb: 0, late: None }
    }
}

/// What is needed to measure a class.
pub struct Subject<'a> {
    /// The command.
    pub typestar: &'a Typestar,
    /// All that was compiled.
    pub java: &'a Java,
    /// The class.
    pub class: &'a Class,
    /// How it is measured.
    pub options: &'a Options,
}

impl Subject<'_> {
    /// Learns the class with a seed, and checks the model.
    pub fn run(&self, seed: u64) -> Result<Run> {
        let folder = tempfile::tempdir()?;
        let ended = self.learn(seed, folder.path())?;
        let summary = serde_json::from_str(&ended.output).unwrap_or(Value::Null);
        let file = folder.path().join("model.json");
        let text = std::fs::read_to_string(&file).ok();
        if text.is_none() {
            std::fs::write(&file, EMPTY)?;
        }
        let is_draft = !summary["finished"].as_bool().unwrap_or(false);
        let checked = self.check(&file, made_by(&summary).or_else(|| is_draft.then(|| SIMPLEST.to_owned())))?;
        let executed = |phase: &str| summary[phase]["executed"].as_u64().unwrap_or(0);
        let model = text.as_ref().and_then(|text| read_guarded_json(text).ok());
        Ok(Run {
            seed,
            outcome: outcome(&ended, &summary, text.is_some()),
            checked,
            model,
            words: ["learning", "testing", "challenge", "growth"].map(executed).iter().sum(),
            seconds: ended.seconds,
            memory_mb: ended.memory_mb,
            late: ended.late,
        })
    }

    fn learn(&self, seed: u64, folder: &Path) -> Result<Ended> {
        let mut command = self.typestar.command();
        command.arg("learn").arg(format!("java:{}", self.class.name));
        command.args(["--seed", &seed.to_string(), "--json", "--quiet", "-o"]).arg(folder);
        if let Some(path) = self.java.classpath(self.class)? {
            command.arg("--classpath").arg(path);
        }
        run(&mut command, self.options.timeout)
    }

    fn check(&self, model: &Path, made_by: Option<String>) -> Result<Checked> {
        let mut command = self.java.check(self.class)?;
        command.arg(&self.class.name).arg(model).args(["--words", &self.options.words.to_string()]);
        if self.class.has_truth() {
            command.args(["--truth", &format!("{}Truth", self.class.name)]);
        }
        if let Some(expression) = made_by {
            command.args(["--made", &expression]);
        }
        let ended = run(&mut command, CHECK_LIMIT)?;
        Checked::read(&ended.output).with_context(|| ended.errors.lines().take(3).collect::<Vec<_>>().join(" "))
    }
}

/// The expression that makes the objects that the verdict speaks of.
fn made_by(summary: &Value) -> Option<String> {
    let assumptions = summary["assumptions"].as_array()?.iter().filter_map(Value::as_str);
    assumptions.filter_map(|text| Some(text.strip_prefix(MADE_BY)?.rsplit_once('`')?.0)).map(str::to_owned).next()
}

fn outcome(ended: &Ended, summary: &Value, has_model: bool) -> Outcome {
    match ended.code {
        _ if ended.late.is_some() => Outcome::TimedOut,
        Some(code @ (0 | 1 | 4)) if has_model => Outcome::Finished(code),
        _ => {
            let said = summary["verdict"].as_str().unwrap_or(if ended.output.is_empty() {
                &ended.errors
            } else {
                &ended.output
            });
            Outcome::Failed(said.lines().next().unwrap_or("").chars().take(200).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ended(code: Option<i32>, late: Option<f64>) -> Ended {
        let errors = "error: no value\n".to_owned();
        Ended { output: String::new(), errors, code, seconds: 1.0, memory_mb: 1, late }
    }

    #[test]
    fn what_was_interrupted_has_timed_out_whatever_its_exit_code() {
        assert_eq!(outcome(&ended(Some(0), Some(0.5)), &Value::Null, true), Outcome::TimedOut);
        assert_eq!(outcome(&ended(Some(1), None), &Value::Null, true).name(), "finding");
    }

    #[test]
    fn a_run_without_a_model_has_failed_with_its_message() {
        let failed = outcome(&ended(Some(2), None), &Value::Null, false);
        assert_eq!(failed, Outcome::Failed("error: no value".to_owned()));
    }

    #[test]
    fn the_verdict_says_how_objects_are_made() {
        let summary = json!({"assumptions": ["other", "the object is made by `new known.Pool()`"]});
        assert_eq!(made_by(&summary).as_deref(), Some("new known.Pool()"));
        assert_eq!(made_by(&json!({})), None);
    }
}
