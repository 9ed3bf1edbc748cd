//! Typestar and its peers, learner against learner, with a perfect oracle.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::command::Typestar;
use crate::contestants::{Contestant, Runner, contestants};
use crate::measure::{Cost, run};
use crate::models::Model;
use crate::options::Options;
use crate::{plot, tables};

/// How one run ended.
pub enum Outcome {
    /// With the right machine.
    Learned(Cost),
    /// Not within the time limit.
    TimedOut,
    /// The model is too large for this learner.
    NotTried,
    /// With something else than the right machine.
    Failed(String),
}

impl Outcome {
    /// What it took, if it came to its end.
    pub fn cost(&self) -> Option<&Cost> {
        match self {
            Self::Learned(cost) => Some(cost),
            _ => None,
        }
    }
}

/// The outcomes of all contestants on one model.
pub struct Row {
    /// The name of the model.
    pub model: String,
    /// Its states.
    pub states: usize,
    /// Its inputs.
    pub inputs: usize,
    /// One outcome for each contestant.
    pub outcomes: Vec<Outcome>,
}

/// Measures everything and writes `results.csv` and `peers.svg`; whether all finished runs learned the right machine.
pub fn peers(options: &Options) -> Result<bool> {
    let (mut all, missing) = contestants(&peers_folder())?;
    all.retain(|contestant| options.wants(&contestant.name()));
    missing.iter().for_each(|reason| println!("not measured: {reason}"));
    let mut rows = Vec::new();
    for model in &options.models()? {
        rows.push(measure(model, &all, options)?);
        write(options, &all, &rows)?;
        eprintln!("{}", tables::row(rows.last().expect("it was just measured"), &all));
    }
    println!("{}", tables::all(&rows, &all));
    for (row, outcome) in rows.iter().flat_map(|row| row.outcomes.iter().map(move |outcome| (row, outcome))) {
        if let Outcome::Failed(reason) = outcome {
            println!("{}: {reason}", row.model);
        }
    }
    Ok(!rows.iter().flat_map(|row| &row.outcomes).any(|outcome| matches!(outcome, Outcome::Failed(_))))
}

/// Where the peers are installed.
pub fn peers_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(".peers")
}

fn write(options: &Options, all: &[Contestant], rows: &[Row]) -> Result<()> {
    std::fs::create_dir_all(&options.out)?;
    std::fs::write(options.out.join("results.csv"), tables::csv(rows, all))?;
    std::fs::write(options.out.join("peers.svg"), plot::svg(rows, all)).context("cannot write the plot")
}

fn measure(model: &Model, all: &[Contestant], options: &Options) -> Result<Row> {
    let table = tempfile::NamedTempFile::new()?;
    std::fs::write(table.path(), model.table())?;
    let outcomes = all.iter().map(|contestant| outcome(contestant, model, table.path(), options.timeout));
    Ok(Row {
        model: model.name.clone(),
        states: model.machine.len(),
        inputs: model.machine.inputs().len(),
        outcomes: outcomes.collect::<Result<_>>()?,
    })
}

/// Runs one contestant on one model.
pub fn outcome(contestant: &Contestant, model: &Model, table: &Path, timeout: Duration) -> Result<Outcome> {
    if contestant.most_states.is_some_and(|most| model.machine.len() > most) {
        return Ok(Outcome::NotTried);
    }
    let (program, file) = match &contestant.runner {
        Runner::OfTable(program) => (program, table),
        Runner::OfDot(program) => (program, model.file.as_path()),
        Runner::Command(typestar) => return Ok(outcome_of_command(typestar, model, timeout)),
    };
    let mut command = Command::new(&program[0]);
    let Some(ended) = run(command.args(&program[1..]).arg(file), timeout)? else { return Ok(Outcome::TimedOut) };
    Ok(match Cost::of_line(&ended.output) {
        Ok(cost) if cost.states == model.machine.len() => Outcome::Learned(cost),
        Ok(cost) => {
            Outcome::Failed(format!("{}: {} states instead of {}", contestant.name(), cost.states, model.machine.len()))
        }
        Err(error) => Outcome::Failed(format!("{}: {error}: {}", contestant.name(), complaint(&ended.output))),
    })
}

fn outcome_of_command(typestar: &Typestar, model: &Model, timeout: Duration) -> Outcome {
    match typestar.learn(&model.file, &["--tester", "exact"], timeout) {
        Ok(Some(learned)) if learned.is_right(&model.machine) => Outcome::Learned(learned.cost()),
        Ok(Some(learned)) => Outcome::Failed(format!("the command: {}", learned.verdict())),
        Ok(None) => Outcome::TimedOut,
        Err(error) => Outcome::Failed(format!("the command: {error:#}")),
    }
}

/// The line of a long message that says what happened.
fn complaint(text: &str) -> &str {
    let exception = text.lines().find(|line| line.contains("Exception") || line.contains("OutOfMemory"));
    exception.or(text.lines().last()).unwrap_or("it printed nothing")
}
