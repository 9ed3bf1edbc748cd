//! Guarded models of Java classes: what learning them takes, beside the figures of TzuYu, and whether their guards are right
//! on classes that nobody prepared.

mod strangers;

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use typestar_model::Summary;
use typestar_model::guarded::{Guard, GuardedModel};
use typestar_query::{Case, Finished, Journal, RunOptions, learn_guarded};
use typestar_system::{Process, ProcessOptions};

pub use self::strangers::strangers;
use crate::tables::grouped;

/// A class with its case.
struct Class {
    name: &'static str,
    /// The case file, in the folder of cases.
    case: &'static str,
    /// What learning it may take, of a class that TzuYu's paper has.
    limits: Option<Limits>,
}

/// What learning a class may take, beside what it took TzuYu.
struct Limits {
    /// Words that the learner asks,
    asked: u64,
    /// and those of them that are executed.
    executed: u64,
    /// Hypotheses.
    rounds: u64,
    /// Words that are executed until the final guards are believed first.
    words: u64,
    /// TzuYu's membership queries, candidate queries and traces, and its time.
    published: [u64; 3],
    milliseconds: u64,
}

const fn limits(most: [u64; 4], published: [u64; 3], milliseconds: u64) -> Option<Limits> {
    let [asked, executed, rounds, words] = most;
    Some(Limits { asked, executed, rounds, words, published, milliseconds })
}

const CLASSES: [Class; 10] = [
    Class { name: "java.util.Stack", case: "tzuyu/stack", limits: limits([24, 10, 3, 159], [39, 4, 120], 1177) },
    Class { name: "BoundedStack", case: "tzuyu/bounded_stack", limits: limits([16, 7, 3, 119], [21, 4, 98], 764) },
    Class {
        name: "java.io.PipedOutputStream",
        case: "tzuyu/piped_output_stream",
        limits: limits([45, 14, 5, 275], [75, 6, 200], 8343),
    },
    Class {
        name: "example PipedOutputStream",
        case: "tzuyu/example_piped_output_stream",
        limits: limits([33, 11, 4, 208], [48, 5, 160], 1548),
    },
    Class {
        name: "example Signature",
        case: "tzuyu/example_signature",
        limits: limits([40, 14, 5, 275], [75, 6, 200], 3227),
    },
    Class { name: "java.io.PipedOutputStream with arrays", case: "tzuyu/piped_output_stream_arrays", limits: None },
    Class { name: "ListIterator", case: "guards/list_iterator", limits: None },
    Class { name: "ByteBuffer", case: "guards/byte_buffer", limits: None },
    Class { name: "ArrayDeque", case: "guards/array_deque", limits: None },
    Class { name: "ArrayBlockingQueue", case: "guards/array_blocking_queue", limits: None },
];

/// What became of a class.
struct Measured {
    summary: Summary,
    model: GuardedModel,
    time: Duration,
}

/// Prints what all classes took; whether all targets are met. TzuYu tells when calls pass, and no outcomes: to be compared
/// with it, neither does this, unless outcomes are wanted.
pub fn guarded(outcomes: bool) -> Result<bool> {
    println!(
        "| class | states | guards | asked | executed | candidates | words until the guards | all words | time | TzuYu: \
         queries, candidates, traces | its time | met |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --- |");
    let mut learned = Vec::new();
    for class in &CLASSES {
        let measured = Measured::of(class, outcomes).with_context(|| format!("{} was not learned", class.name))?;
        println!("{}", measured.row(class));
        learned.push((class, measured));
    }
    println!();
    for (class, measured) in &learned {
        println!("{}: {}", class.name, measured.guards());
    }
    let is_well = learned.iter().all(|(class, measured)| measured.faults(class).is_empty());
    println!("\nAll targets met: {}", if is_well { "yes" } else { "NO" });
    Ok(is_well)
}

impl Measured {
    /// Learns a class, from the start of its process to the model.
    fn of(class: &Class, outcomes: bool) -> Result<Self> {
        let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases");
        let mut case = Case::load(&cases.join(format!("{}.toml", class.case)))?;
        case.learning.outcomes = outcomes;
        let mut options = ProcessOptions::of_java(&case, true)?.context("it is no Java class")?;
        options.settings.tell_returned = outcomes;
        let started = Instant::now();
        let mut process = Process::start(options)?;
        let run = RunOptions::default();
        let Finished { learned: model, summary, .. } =
            learn_guarded(&case, &mut process, Journal::in_memory(), &run, &mut |_, _| {})?;
        Ok(Self { summary, model, time: started.elapsed() })
    }

    /// How many words had been executed when the final guards were believed first.
    fn words_until_guards(&self) -> u64 {
        self.summary.guarded.map_or(0, |numbers| numbers.words_until_guards)
    }

    /// Which targets are missed.
    fn faults(&self, class: &Class) -> Vec<String> {
        let summary = &self.summary;
        let mut faults = Vec::new();
        if !summary.verdict.finished || !summary.findings.is_empty() {
            faults.push("it was not learned to its end".to_owned());
        }
        if summary.states_total != 2 {
            faults.push(format!("{} states", summary.states_total));
        }
        let above = |(what, took, most): (&str, u64, u64)| (took > most).then(|| format!("{what} {took} > {most}"));
        faults.extend(class.limits.iter().flat_map(|limits| self.compared(limits)).filter_map(above));
        faults
    }

    /// What it took, and what it may take at most.
    fn compared(&self, limits: &Limits) -> [(&'static str, u64, u64); 4] {
        let summary = &self.summary;
        [
            ("asked", summary.learning.asked, limits.asked),
            ("executed", summary.learning.executed, limits.executed),
            ("candidates", summary.rounds, limits.rounds),
            ("words", self.words_until_guards(), limits.words),
        ]
    }

    fn row(&self, class: &Class) -> String {
        let (summary, limits) = (&self.summary, class.limits.as_ref());
        let most =
            |most: fn(&Limits) -> u64| limits.map_or_else(String::new, |limits| format!(" (≤ {})", most(limits)));
        let faults = self.faults(class);
        format!(
            "| {} | {} | {} | {}{} | {}{} | {}{} | {}{} | {} | {:.1} s | {} | {} | {} |",
            class.name,
            summary.states_total,
            summary.guarded.map_or(0, |numbers| numbers.guards),
            summary.learning.asked,
            most(|limits| limits.asked),
            summary.learning.executed,
            most(|limits| limits.executed),
            summary.rounds,
            most(|limits| limits.rounds),
            self.words_until_guards(),
            most(|limits| limits.words),
            grouped(summary.total().executed),
            self.time.as_secs_f64(),
            limits.map_or_else(String::new, |limits| limits.published.map(|number| number.to_string()).join(", ")),
            limits.map_or_else(String::new, |limits| format!("{:.1} s", limits.milliseconds as f64 / 1000.0)),
            if faults.is_empty() { "yes".to_owned() } else { format!("NO: {}", faults.join("; ")) },
        )
    }

    /// The guards that say something, with their methods.
    fn guards(&self) -> String {
        let said = self.model.rules.iter().filter(|rule| rule.guard != Guard::ALWAYS);
        let texts: Vec<String> =
            said.map(|rule| format!("`{}`: `{}`", self.model.methods[rule.method].name, rule.guard)).collect();
        texts.join("; ")
    }
}
