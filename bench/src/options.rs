//! What can be typed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::models::{Model, models_in};

/// The settings of a measurement.
pub struct Options {
    /// The folder with the models; of Java classes, the folder with their table and their sources.
    pub models: PathBuf,
    /// The names of the models to measure; all if empty.
    pub only: Vec<String>,
    /// Models with more states are left out.
    pub most_states: usize,
    /// The contestants to measure; all if empty.
    pub learners: Vec<String>,
    /// The time limit of each run.
    pub timeout: Duration,
    /// Where results go.
    pub out: PathBuf,
    /// The earlier version that an end-to-end run starts from: the name of a model in the folder.
    pub from: Option<String>,
    /// How many random words Android classes, Java classes and truths of strangers are asked.
    pub words: usize,
    /// How many seeds Android classes and strangers are learned with.
    pub seeds: u64,
    /// How many strangers are measured at once.
    pub jobs: usize,
}

impl Options {
    /// Reads the words after the name of the measurement.
    pub fn parse(words: &[String]) -> Result<Self> {
        Self::new(default_models("mealy", "../zoo")).with(words)
    }

    /// The same for strangers, which are learned with several seeds.
    pub fn of_strangers(words: &[String]) -> Result<Self> {
        let usual = Self { timeout: Duration::from_secs(300), words: 5_000, seeds: 5, ..Self::new(PathBuf::new()) };
        usual.with(words)
    }

    /// The same for Java classes that nobody prepared.
    pub fn of_guards(words: &[String]) -> Result<Self> {
        let usual = Self { timeout: Duration::from_secs(120), words: 30_000, ..Self::new(beside("guards")) };
        usual.with(words)
    }

    /// The same for a measurement of register automata.
    pub fn of_registers(words: &[String]) -> Result<Self> {
        Self::new(default_models("register", "../zoo/register")).with(words)
    }

    /// What holds where nothing is typed.
    fn new(models: PathBuf) -> Self {
        Self {
            models,
            only: Vec::new(),
            most_states: usize::MAX,
            learners: Vec::new(),
            timeout: Duration::from_secs(90),
            out: PathBuf::from("bench-results"),
            from: None,
            words: 20_000,
            seeds: 1,
            jobs: 2,
        }
    }

    /// The same with what was typed.
    fn with(mut self, words: &[String]) -> Result<Self> {
        let options = &mut self;
        for pair in words.chunks(2) {
            let [name, value] = pair else { bail!("{} needs a value", pair[0]) };
            match name.as_str() {
                "--models" => options.models = value.into(),
                "--only" => options.only = list(value),
                "--most-states" => options.most_states = value.parse().context("--most-states takes a number")?,
                "--learners" => options.learners = list(value),
                "--timeout" => options.timeout = Duration::from_secs(value.parse().context("--timeout takes seconds")?),
                "--out" => options.out = value.into(),
                "--words" => options.words = value.parse().context("--words takes a number")?,
                "--seeds" => options.seeds = value.parse().context("--seeds takes a number")?,
                "--jobs" => options.jobs = value.parse().context("--jobs takes a number")?,
                "--from" => options.from = Some(value.clone()),
                _ => bail!("there is no option {name}"),
            }
        }
        Ok(self)
    }

    /// The models to measure; those that are left out for other reasons than these options are named with the reason.
    pub fn models(&self) -> Result<Vec<Model>> {
        let (mut models, left_out) = models_in(&self.models, &self.only)?;
        left_out.iter().for_each(|reason| println!("not measured: {reason}"));
        models.retain(|model| model.machine.len() <= self.most_states);
        Ok(models)
    }

    /// Whether a contestant such as "LearnLib KV" is to be measured: its whole name or its tool may be given.
    pub fn wants(&self, name: &str) -> bool {
        let tool = name.split(' ').next().unwrap_or(name);
        self.learners.is_empty() || self.learners.iter().any(|wanted| wanted == name || wanted == tool)
    }
}

fn list(value: &str) -> Vec<String> {
    value.split(',').map(str::to_owned).collect()
}

/// A folder of `TYPESTAR_MODELS` if that is set, else one of the zoo.
fn default_models(folder: &str, zoo: &str) -> PathBuf {
    std::env::var_os("TYPESTAR_MODELS").map_or_else(|| beside(zoo), |models| PathBuf::from(models).join(folder))
}

/// A folder of this repository, seen from this crate.
fn beside(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Options> {
        Options::parse(&text.split('|').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_tool_stands_for_all_its_learners() {
        let options = parsed("--learners|typestar,LearnLib KV").unwrap();
        let wanted = ["typestar lsharp", "LearnLib KV", "LearnLib TTT", "AALpy KV"].map(|name| options.wants(name));
        assert_eq!(wanted, [true, true, false, false]);
    }

    #[test]
    fn strangers_have_seeds_of_their_own() {
        let options = Options::of_strangers(&["--jobs".to_owned(), "1".to_owned()]).unwrap();
        assert_eq!((options.seeds, options.words, options.jobs), (5, 5_000, 1));
        assert_eq!(Options::parse(&[]).unwrap().seeds, 1);
    }

    #[test]
    fn unknown_options_and_missing_values_are_refused() {
        assert!(parsed("--fast|yes").is_err());
        assert!(parsed("--models").is_err());
    }
}
