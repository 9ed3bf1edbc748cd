//! What is measured: a run with this many copies of the sleepy adapter, in a process of its own.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use typestar_model::Inputs;
use typestar_query::{
    Case, ConformOptions, Conformance, Copies, Folder, Judgement, ModelSuite, Resume, RunOptions, SuiteError, System,
    SystemError, Task, TestWord, learn,
};
use typestar_system::{Process, ProcessOptions};

use super::{class_case, usual};
use crate::measure::{Cost, present_memory, process_cpu, run};
use crate::models::Model;

/// How long the adapter sleeps for each word, in milliseconds.
const PAUSE: &str = "20";

/// The job that is done with many copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// Learns a class, in a run folder.
    Learn,
    /// Runs `hsi(1)` of the model.
    Conform,
}

impl Job {
    /// The job of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Learn, Self::Conform].into_iter().find(|job| job.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Learn => "learn",
            Self::Conform => "conform",
        }
    }

    /// What it takes in a fresh process; the limit is that of the run.
    pub fn measure(self, file: &Path, copies: usize, limit: Duration) -> Result<Cost> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["copies-one", self.name()]).arg(file).arg(copies.to_string());
        match run(&mut command, limit)? {
            Some(ended) => Cost::of_line(&ended.output).with_context(|| ended.output.trim().to_owned()),
            None => bail!("not within {} s: allow more with --timeout", limit.as_secs()),
        }
    }

    /// The same in this process, from the start of the copies to the end of the run.
    pub fn measure_here(self, file: &Path, copies: usize) -> Result<Cost> {
        let model = Model::read(file)?;
        let (wall, cpu) = (Instant::now(), process_cpu());
        let mut system = sleepy(&model, copies)?;
        let (queries, symbols) = match self {
            Self::Learn => learned(&mut *system)?,
            Self::Conform => conformed(&model, &mut *system)?,
        };
        let (wall, cpu) = (wall.elapsed().as_secs_f64(), process_cpu() - cpu);
        // All copies are still there.
        let memory_kb = present_memory("/proc/self");
        Ok(Cost { states: model.machine.len(), queries, symbols, wall, cpu, memory_kb, ..Cost::default() })
    }
}

/// This many copies of a system that answers from the file.
fn sleepy(model: &Model, copies: usize) -> Result<Box<dyn System>> {
    let command = [std::env::current_exe()?, "sleepy-adapter".into(), model.file.clone(), PAUSE.into()];
    let command = command.map(|word: PathBuf| word.display().to_string());
    let wait = model.machine.inputs().get(typestar_model::WAIT).is_some();
    let options = ProcessOptions { wait, ..ProcessOptions::new(command) };
    let start = move |copy| -> Result<Box<dyn System>, SystemError> {
        Ok(Box::new(Process::start(ProcessOptions { copy, ..options.clone() })?))
    };
    let first = start(1)?;
    Ok(if copies == 1 { first } else { Box::new(Copies::new(first, copies, start)) })
}

/// Words and symbols that learning takes.
fn learned(system: &mut dyn System) -> Result<(u64, u64)> {
    let path = tempfile::tempdir()?;
    let folder = Folder::open(path.path(), &[])?;
    let journal = folder.journal(Resume::Continue)?;
    let finished = learn(&class_case(usual()), system, journal, &RunOptions::default(), &mut |_, _| {})?;
    match finished.stop {
        None => Ok((finished.summary.total().executed, finished.summary.total().symbols)),
        Some(stop) => bail!("the run did not come to its end: {stop:?}"),
    }
}

/// Words and symbols that the suite takes.
fn conformed(model: &Model, system: &mut dyn System) -> Result<(u64, u64)> {
    let (sum, _) = run_suite(model, system)?;
    match sum.stop.is_none() && sum.is_clean() {
        true => Ok((sum.executed, sum.symbols)),
        false => bail!("the adapter does not conform to its own model: {sum:?}"),
    }
}

/// Runs `hsi(1)` of a model on a system; what came of it, and how many words were asked together each time.
pub fn run_suite(model: &Model, system: &mut dyn System) -> Result<(Conformance, Vec<usize>)> {
    let options = ConformOptions { max_words: u64::MAX, keep_going: true, interrupt: Default::default() };
    let suite = ModelSuite::new(&model.machine, false, &"hsi(1)".parse()?, 1, Default::default())?;
    let inputs = system.inputs().clone();
    let mut tests = suite.tests(&inputs)?;
    // Words that are asked together are taken from the suite together, and judged together.
    let (taken, mut batches) = (Cell::new(0), Vec::new());
    let mut next = || {
        let test = tests.next();
        taken.set(taken.get() + usize::from(test.is_some()));
        Ok::<_, SuiteError>(test)
    };
    let mut judged = |_: (&Inputs, &TestWord), _: &Judgement, _: &Conformance| {
        batches.extend(Some(taken.take()).filter(|&taken| taken > 0));
        Ok(())
    };
    let case = Case::of_model(&model.file);
    let sum = Task::Machine.conform(&case, (system, &inputs), &options, &mut next, &mut judged)?;
    Ok((sum, batches))
}
