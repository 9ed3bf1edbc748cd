//! How much faster many copies of a slow system are.

mod floor;
mod measured;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use typestar_query::{Case, LearningSpec, MachineTester};

use self::floor::Batches;
use self::measured::Job;
use crate::callback::{zoo, zoo_file};
use crate::measure::Cost;
use crate::models::Model;
use crate::options::Options;

/// The numbers of copies beside one.
const COUNTS: [usize; 4] = [2, 4, 8, 16];

/// The most memory, in MB, that one more copy may take in our process.
const MOST_MEMORY: f64 = 5.0;

/// One measurement with all numbers of copies.
struct Measurement {
    title: &'static str,
    job: Job,
    file: PathBuf,
    /// What the batches allow.
    batches: Batches,
    /// The most that may be taken of one copy's time.
    limits: [f64; 4],
}

/// Prints what copies can save, and what they do save; whether all limits hold.
pub fn copies(options: &Options) -> Result<bool> {
    println!("The least share of one copy's time that the batches allow, if all words take the same time\n");
    floor::table();
    let mut within = player().measure(options)?;
    match options.models.join("mqtt_mosquitto.dot") {
        file if file.exists() => within &= mosquitto(file)?.measure(options)?,
        file => println!("\nnot measured: there is no {}: name its folder with --models", file.display()),
    }
    println!("\nAll limits kept: {}", if within { "yes" } else { "NO" });
    Ok(within)
}

/// One run in this process, for [`copies`]: its costs in a line.
pub fn copies_one(job: &str, file: &str, copies: &str) -> Result<String> {
    let job = Job::named(job).with_context(|| format!("there is no job {job}"))?;
    Ok(job.measure_here(Path::new(file), copies.parse()?)?.line())
}

fn player() -> Measurement {
    Measurement {
        title: "MediaPlayer is learned in a run folder",
        job: Job::Learn,
        file: zoo_file("MediaPlayer"),
        batches: Batches::of_learning(&zoo("MediaPlayer"), usual()),
        limits: [0.55, 0.30, 0.18, 0.13],
    }
}

fn mosquitto(file: PathBuf) -> Result<Measurement> {
    Ok(Measurement {
        title: "hsi(1) of mqtt_mosquitto is run",
        job: Job::Conform,
        batches: Batches::of_suite(&Model::read(&file)?)?,
        file,
        limits: [0.53, 0.28, 0.15, 0.10],
    })
}

impl Measurement {
    /// Prints a line for each number of copies; whether the limits hold and all of them take the words of one.
    fn measure(&self, options: &Options) -> Result<bool> {
        println!("\n{}, 20 ms for each word\n", self.title);
        println!(
            "| copies | words | wall time | of one copy's | floor | limit | our CPU per word | memory per copy more |"
        );
        println!("| --: | --: | --: | --: | --: | --: | --: | --: |");
        let one = self.job.measure(&self.file, 1, options.timeout)?;
        println!("| 1 | {} | {:.2} s | 1 | 1 | | {:.0} µs | |", one.queries, one.wall, cpu_per_word(&one));
        let mut within = one.queries == self.batches.words() as u64;
        for (copies, limit) in COUNTS.into_iter().zip(self.limits) {
            let many = self.job.measure(&self.file, copies, options.timeout)?;
            within &= self.line(&one, copies, &many, limit);
        }
        Ok(within)
    }

    /// Prints a line; whether the limits hold.
    fn line(&self, one: &Cost, copies: usize, many: &Cost, limit: f64) -> bool {
        let (share, floor) = (many.wall / one.wall, self.batches.floor(copies));
        let memory = (many.memory_kb as f64 - one.memory_kb as f64) / 1024.0 / (copies - 1) as f64;
        println!(
            "| {copies} | {} | {:.2} s | {share:.3} | {floor:.3} | {limit:.2} | {:.0} µs | {memory:.2} MB |",
            many.queries,
            many.wall,
            cpu_per_word(many)
        );
        share <= limit && memory < MOST_MEMORY && (many.queries, many.symbols) == (one.queries, one.symbols)
    }
}

/// Microseconds.
fn cpu_per_word(cost: &Cost) -> f64 {
    cost.cpu * 1e6 / cost.queries as f64
}

/// How the published tables count: every transition is tested up to the bound 2, and there is no challenge.
fn usual() -> LearningSpec {
    LearningSpec { tester: Some(MachineTester::DistinguisherBound(2).into()), ..LearningSpec::default() }
}

/// The case of a class of the zoo, whose errors end a word.
fn class_case(learning: LearningSpec) -> Case {
    let mut case = Case::of_model(Path::new("machine"));
    case.outputs.errors = vec!["error".to_owned()];
    case.learning = learning;
    case
}
