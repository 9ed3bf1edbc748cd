//! Android classes: start, speed and leaks of their virtual machine, and what learning them takes beside DroidStar.

mod jvm;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use typestar_model::{Comparison, ERROR, InputId, Mealy, OutputId, Plan, WAIT, compare, with_outside_as_error};
use typestar_query::{Case, Finished, Journal, MachineTester, Purpose, RunOptions, Symbols, System, learn};
use typestar_system::{Process, ProcessOptions};

use self::jvm::{Jvm, bare_start};
use crate::callback::zoo;
use crate::options::Options;
use crate::random::Random;
use crate::tables::grouped;
use crate::word_counts::WORD_COUNTS;

/// What is asked of a case of a class that DroidStar learned.
struct Published {
    /// The case file, in the folder of Android's cases.
    case: &'static str,
    /// Its machine in the zoo.
    machine: &'static str,
    /// The seconds that DroidStar took on a phone.
    seconds: u64,
    /// How many words a second it has to answer at least.
    speed: Option<f64>,
}

const fn published(case: &'static str, machine: &'static str, seconds: u64) -> Published {
    Published { case, machine, seconds, speed: None }
}

const PUBLISHED: [Published; 10] = [
    published("async_task/case", "AsyncTask", 49),
    Published { speed: Some(10_000.0), ..published("count_down_timer/case", "CountDownTimer", 134) },
    published("file_observer/case", "FileObserver", 104),
    published("image_loader/case", "ImageLoader", 88),
    published("ok_http_call/case", "OkHttpCall", 463),
    published("request_queue/case", "RequestQueue", 420),
    published("speech_recognizer/case", "SpeechRecognizer", 3460),
    published("spell_checker_session/case", "SpellCheckerSession", 133),
    Published { speed: Some(1_000.0), ..published("sqlite_open_helper/case", "SQLiteOpenHelper", 43) },
    Published { speed: Some(10_000.0), ..published("velocity_tracker/case", "VelocityTracker", 98) },
];

/// A case of an Android class.
struct Class {
    /// Its file without its ending, in the folder of Android's cases.
    name: String,
    published: Option<&'static Published>,
}

/// A start may take so long.
const START: Duration = Duration::from_secs(5);
/// Random words are at most so long,
const LONGEST: usize = 8;
/// and the virtual machine is warm after this many of them. It is looked at then, and at the end.
const SOON: usize = 2_000;
/// From then on its live heap may grow by this many megabytes,
const GROWTH: f64 = 8.0;
/// and it may have this many threads more: libraries keep idle ones for a while.
const IDLE_THREADS: u64 = 4;

/// Prints what all classes take; whether all targets are met.
pub fn android(options: &Options) -> Result<bool> {
    let classes = classes(&options.only)?;
    let first = classes.first().context("there is no case of this name")?;
    let java = first.command()?.command.remove(0);
    println!("A bare virtual machine starts in {:.2} s.\n", bare_start(&java)?.as_secs_f64());
    println!(
        "| case | ready | words | words/s | late | threads | live heap, MB | resident, MB | states | words to learn | \
         time | DroidStar: words | its time | seeds, models | met |"
    );
    println!("| --- |{} --- |", " --: |".repeat(13));
    let mut is_well = true;
    for class in &classes {
        let measured = Measured::of(class, options).with_context(|| format!("{} was not measured", class.name))?;
        println!("{}", measured.row(class, options));
        is_well &= measured.faults(class).is_empty();
    }
    println!("\nAll targets met: {}", if is_well { "yes" } else { "NO" });
    Ok(is_well)
}

/// What became of a class.
struct Measured {
    ready: Duration,
    words: usize,
    per_second: f64,
    late: usize,
    /// After some words, and at the end.
    machines: [Jvm; 2],
    learned: Learned,
    /// Different models of all seeds.
    models: usize,
}

/// What learning took.
struct Learned {
    machine: Mealy,
    states: usize,
    words: u64,
    time: Duration,
    is_finished: bool,
}

impl Measured {
    fn of(class: &Class, options: &Options) -> Result<Self> {
        let (case, command) = (class.case()?, class.command()?);
        let started = Instant::now();
        let mut process = Process::start(command)?;
        let ready = started.elapsed();
        let (mut cold, mut warm) = (Asked::default(), Asked::default());
        let words = random_words(&case, &process, options.words);
        let (soon, rest) = words.split_at(SOON.min(words.len()));
        cold.ask(&mut process, soon)?;
        let then = Jvm::of_child()?;
        warm.ask(&mut process, rest)?;
        let machines = [then, Jvm::of_child()?];
        let per_second = rest.len() as f64 / warm.time.as_secs_f64();
        drop(process);
        let (learned, models) = learn_with_seeds(class, options.seeds)?;
        Ok(Self { ready, words: words.len(), per_second, late: cold.late + warm.late, machines, learned, models })
    }

    /// Which targets are missed.
    fn faults(&self, class: &Class) -> Vec<String> {
        let mut faults = self.faults_of_words(class);
        faults.extend((self.ready > START).then(|| "slow start".to_owned()));
        faults.extend((!self.learned.is_finished).then(|| "not learned to its end".to_owned()));
        faults.extend((self.models > 1).then(|| format!("{} different models", self.models)));
        if let Some(Published { machine, .. }) = class.published {
            let (_, limit) = counts(machine);
            faults.extend((self.learned.words > limit).then(|| format!("more than {limit} words")));
            let is_same = compare(&self.learned.machine, &zoo(machine)) == Comparison::Same;
            faults.extend((!is_same).then(|| format!("another machine than {machine}")));
        }
        faults
    }

    /// The same of asking random words.
    fn faults_of_words(&self, class: &Class) -> Vec<String> {
        let [then, now] = &self.machines;
        let mut faults = Vec::new();
        faults.extend(
            class
                .published
                .and_then(|known| known.speed)
                .filter(|&speed| self.per_second < speed)
                .map(|speed| format!("below {speed} words/s")),
        );
        faults.extend((self.late > 0).then(|| "late callbacks".to_owned()));
        faults.extend((now.threads > then.threads + IDLE_THREADS).then(|| "more threads".to_owned()));
        faults.extend((now.live > then.live + GROWTH).then(|| "more memory".to_owned()));
        faults
    }

    fn row(&self, class: &Class, options: &Options) -> String {
        let ([then, now], faults) = (&self.machines, self.faults(class));
        let (droidstar, limit, seconds) = class.published.map_or_else(Default::default, |known| {
            let (droidstar, limit) = counts(known.machine);
            (droidstar.to_string(), format!(" (≤ {limit})"), format!("{} s", known.seconds))
        });
        format!(
            "| {} | {:.1} s | {} | {} | {} | {}, {} | {:.1}, {:.1} | {}, {} | {} | {}{limit} | {:.1} s | {droidstar} | \
             {seconds} | {}, {} | {} |",
            class.name.trim_end_matches("/case"),
            self.ready.as_secs_f64(),
            grouped(self.words as u64),
            grouped(self.per_second as u64),
            self.late,
            then.threads,
            now.threads,
            then.live,
            now.live,
            then.resident,
            now.resident,
            self.learned.states,
            self.learned.words,
            self.learned.time.as_secs_f64(),
            options.seeds,
            self.models,
            if faults.is_empty() { "yes".to_owned() } else { format!("NO: {}", faults.join("; ")) },
        )
    }
}

/// The words that DroidStar executed, and our limit.
fn counts(machine: &str) -> (u64, u64) {
    let row = WORD_COUNTS.iter().find(|row| row.0 == machine);
    row.map_or((0, 0), |&(_, droidstar, limit, ..)| (droidstar, limit))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/android")
}

/// The cases whose names have one of these parts, all if there are none, in the order of their names.
fn classes(only: &[String]) -> Result<Vec<Class>> {
    let mut names = Vec::new();
    for place in std::fs::read_dir(folder())?.flatten().filter(|entry| entry.path().is_dir()) {
        let files = std::fs::read_dir(place.path())?.flatten().map(|file| file.path());
        let cases = files.filter(|path| path.extension().is_some_and(|end| end == "toml"));
        names.extend(cases.filter_map(|path| Some(path.with_extension("").strip_prefix(folder()).ok()?.to_owned())));
    }
    names.sort();
    let names = names.iter().map(|name| name.to_string_lossy().into_owned());
    let wanted = names.filter(|name| only.is_empty() || only.iter().any(|part| name.contains(part.as_str())));
    Ok(wanted.map(Class::new).collect())
}

impl Class {
    fn new(name: String) -> Self {
        let published = PUBLISHED.iter().find(|known| known.case == name);
        Self { name, published }
    }

    fn case(&self) -> Result<Case> {
        Ok(Case::load(&folder().join(format!("{}.toml", self.name)))?)
    }

    /// How its process is started; what has to be compiled is compiled.
    fn command(&self) -> Result<ProcessOptions> {
        ProcessOptions::of_android(&self.case()?)?.context("it is no Android class")
    }
}

/// What was asked so far.
#[derive(Default)]
struct Asked {
    time: Duration,
    late: usize,
}

impl Asked {
    fn ask(&mut self, process: &mut Process, words: &[Plan]) -> Result<()> {
        let symbols = symbols(process);
        let (mut answers, started) = (Vec::with_capacity(words.len()), Instant::now());
        process.run(words, &symbols, &mut answers)?;
        self.time += started.elapsed();
        self.late += answers.iter().map(|answer| answer.late.len()).sum::<usize>();
        ensure!(process.troubles().is_empty(), "it had to be mended: {}", process.troubles().join("; "));
        Ok(())
    }
}

/// What words speak of: the inputs of the system, and an error that ends a word.
fn symbols(process: &Process) -> Symbols {
    let mut symbols = Symbols { inputs: process.inputs().clone(), ..Symbols::default() };
    symbols.offered = symbols.inputs.len();
    let error: OutputId = symbols.outputs.intern(ERROR);
    symbols.finals.push(error);
    symbols
}

/// Random words inside the purpose of a case, the same each time.
fn random_words(case: &Case, process: &Process, count: usize) -> Vec<Plan> {
    let purpose = Purpose::new(&case.purpose, process.inputs());
    let mut random = Random::new(7);
    (0..count).map(|_| Plan::word(random_word(&purpose, process, &mut random))).collect()
}

/// A word in which no callback has come yet, so that no limit of what may be pending is passed.
fn random_word(purpose: &Purpose, process: &Process, random: &mut Random) -> Vec<InputId> {
    let inputs = process.inputs();
    let (mut word, mut state) = (Vec::new(), purpose.start());
    for _ in 0..=random.below(LONGEST) {
        let allowed: Vec<InputId> = inputs.ids().filter(|&input| purpose.allows(&state, input)).collect();
        let Some(&input) = allowed.get(random.below(allowed.len().max(1))) else { break };
        let output = if inputs.text(input) == WAIT { "quiet" } else { "ok" };
        state = purpose.step(&state, input, output);
        word.push(input);
    }
    word
}

/// Learns a class, first as the published tables do, then with the usual challenge and other seeds, in one process; how
/// many different models there are.
fn learn_with_seeds(class: &Class, seeds: u64) -> Result<(Learned, usize)> {
    let first = Learned::of(class)?;
    let mut models = vec![first.machine.clone()];
    if seeds > 1 {
        let (mut case, mut process) = (class.case()?, Process::start(class.command()?)?);
        case.learning.tester = None;
        for seed in 2..=seeds {
            case.learning.seed = seed;
            let machine = with_outside_as_error(&learned(&case, &mut process)?.learned.machine);
            if models.iter().all(|model| compare(model, &machine) != Comparison::Same) {
                models.push(machine);
            }
        }
    }
    Ok((first, models.len()))
}

fn learned(case: &Case, process: &mut Process) -> Result<Finished> {
    let run = RunOptions { outside_is_error: true, ..RunOptions::default() };
    Ok(learn(case, process, Journal::in_memory(), &run, &mut |_, _| {})?)
}

impl Learned {
    /// Learns a class, from the start of its process to the model.
    fn of(class: &Class) -> Result<Self> {
        let (mut case, command) = (class.case()?, class.command()?);
        case.learning.tester.get_or_insert(MachineTester::DistinguisherBound(2).into());
        let started = Instant::now();
        let finished = learned(&case, &mut Process::start(command)?)?;
        let is_finished = finished.summary.verdict.finished && finished.summary.findings.is_empty();
        Ok(Self {
            machine: with_outside_as_error(&finished.learned.machine),
            states: finished.summary.states,
            words: finished.summary.total().executed,
            time: started.elapsed(),
            is_finished,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_class_has_its_case_and_its_counts() {
        let all = classes(&[]).unwrap();
        for known in &PUBLISHED {
            assert!(all.iter().any(|class| class.name == known.case), "{}", known.case);
            assert!(counts(known.machine).1 > 0, "{}", known.machine);
        }
    }
}
