//! Guarded models of Java classes: what learning them takes, beside the figures of TzuYu, and whether their guards are right
//! on classes that nobody prepared.

mod strangers;
mod timed;

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use typestar_model::Summary;
use typestar_model::guarded::{Guard, GuardedModel};
use typestar_query::{Case, Finished, Journal, RunOptions, learn_guarded};
use typestar_system::{Process, ProcessOptions};

pub use self::strangers::strangers;
use self::timed::Timed;
use crate::tables::grouped;

/// A class with its case.
struct Class {
    name: &'static str,
    /// The case file, in the folder of cases.
    case: &'static str,
    /// What learning it may take.
    limits: Option<Limits>,
    /// What TzuYu's paper says of it.
    published: Option<Published>,
}

/// What learning a class may take.
struct Limits {
    /// Words that the learner asks,
    asked: u64,
    /// and those of them that are executed.
    executed: u64,
    /// Hypotheses.
    rounds: u64,
    /// Words that are executed until the final guards are believed first.
    words: u64,
}

/// A row of Table I of TzuYu's paper.
struct Published {
    /// Lines of code of the class.
    lines: u64,
    /// Membership queries, candidate queries and traces.
    counts: [u64; 3],
    /// The time in all, and that of its support vector machine.
    milliseconds: [u64; 2],
}

const fn limits(most: [u64; 4]) -> Option<Limits> {
    let [asked, executed, rounds, words] = most;
    Some(Limits { asked, executed, rounds, words })
}

const fn published(lines: u64, counts: [u64; 3], milliseconds: [u64; 2]) -> Option<Published> {
    Some(Published { lines, counts, milliseconds })
}

const fn unpublished(name: &'static str, case: &'static str) -> Class {
    Class { name, case, limits: None, published: None }
}

const CLASSES: [Class; 10] = [
    Class {
        name: "java.util.Stack",
        case: "tzuyu/stack",
        limits: limits([24, 5, 3, 60]),
        published: published(50, [39, 4, 120], [1177, 59]),
    },
    Class {
        name: "BoundedStack",
        case: "tzuyu/bounded_stack",
        limits: limits([16, 2, 3, 60]),
        published: published(40, [21, 4, 98], [764, 138]),
    },
    Class {
        name: "java.io.PipedOutputStream",
        case: "tzuyu/piped_output_stream",
        limits: limits([45, 4, 5, 90]),
        published: published(150, [75, 6, 200], [8343, 5069]),
    },
    Class {
        name: "example PipedOutputStream",
        case: "tzuyu/example_piped_output_stream",
        limits: limits([33, 4, 4, 60]),
        published: published(40, [48, 5, 160], [1548, 59]),
    },
    Class {
        name: "example Signature",
        case: "tzuyu/example_signature",
        limits: limits([40, 5, 5, 60]),
        published: published(50, [75, 6, 200], [3227, 156]),
    },
    Class {
        name: "java.io.PipedOutputStream with arrays",
        case: "tzuyu/piped_output_stream_arrays",
        limits: None,
        published: published(150, [75, 6, 200], [8343, 5069]),
    },
    unpublished("ListIterator", "guards/list_iterator"),
    unpublished("ByteBuffer", "guards/byte_buffer"),
    unpublished("ArrayDeque", "guards/array_deque"),
    unpublished("ArrayBlockingQueue", "guards/array_blocking_queue"),
];

/// What became of a class.
struct Measured {
    summary: Summary,
    model: GuardedModel,
    time: Duration,
    /// How much of it was not spent waiting for the class: guards, states, and which words to ask.
    inference: Duration,
}

/// Prints what all classes took; whether all targets are met. TzuYu tells when calls pass, and no outcomes: to be compared
/// with it, neither does this, unless outcomes are wanted.
pub fn guarded(outcomes: bool) -> Result<bool> {
    println!(
        "| class | lines | states | guards | asked | executed | candidates | words until the guards | all words | time | \
         of it inference | TzuYu: queries, candidates, traces | its time | of it inference | met |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --- |");
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
        let process = Process::start(options)?;
        let mut timed = Timed { system: process, waited: started.elapsed() };
        let run = RunOptions::default();
        let Finished { learned: model, summary, .. } =
            learn_guarded(&case, &mut timed, Journal::in_memory(), &run, &mut |_, _| {})?;
        let time = started.elapsed();
        Ok(Self { summary, model, time, inference: time.saturating_sub(timed.waited) })
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
        let of_paper = |text: fn(&Published) -> String| class.published.as_ref().map_or_else(String::new, text);
        let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f64());
        let cells = [
            class.name.to_owned(),
            of_paper(|published| published.lines.to_string()),
            summary.states_total.to_string(),
            summary.guarded.map_or(0, |numbers| numbers.guards).to_string(),
            format!("{}{}", summary.learning.asked, most(|limits| limits.asked)),
            format!("{}{}", summary.learning.executed, most(|limits| limits.executed)),
            format!("{}{}", summary.rounds, most(|limits| limits.rounds)),
            format!("{}{}", grouped(self.words_until_guards()), most(|limits| limits.words)),
            grouped(summary.total().executed),
            seconds(self.time),
            seconds(self.inference),
            of_paper(|published| published.counts.map(|number| number.to_string()).join(", ")),
            of_paper(|published| format!("{:.1} s", published.milliseconds[0] as f64 / 1000.0)),
            of_paper(|published| format!("{:.1} s", published.milliseconds[1] as f64 / 1000.0)),
            if faults.is_empty() { "yes".to_owned() } else { format!("NO: {}", faults.join("; ")) },
        ];
        format!("| {} |", cells.join(" | "))
    }

    /// The guards that say something, with their methods.
    fn guards(&self) -> String {
        let said = self.model.rules.iter().filter(|rule| rule.guard != Guard::ALWAYS);
        let texts: Vec<String> =
            said.map(|rule| format!("`{}`: `{}`", self.model.methods[rule.method].name, rule.guard)).collect();
        texts.join("; ")
    }
}
