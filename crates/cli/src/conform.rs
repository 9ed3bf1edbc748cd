//! `typestar conform`: does a system do what a model says?

use std::cell::Cell;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::json;
use typestar_model::{ERROR, Id, InputId, Inputs, Step, one_line};
use typestar_query::{
    Case, ConformOptions, Conformance, LearningSpec, Mismatch, StopReason, System, TestWord, conform, suites_verdict,
};

use crate::args::ConformArguments;
use crate::exit::{Exit, Failure};
use crate::hooks::with_hooks;
use crate::junit::Junit;
use crate::learn::{quoted, try_command};
use crate::open;
use crate::signals;
use crate::suite::{ModelSuite, SuiteFile};
use crate::terminal::{ProgressLine, counted, duration_of, pace, print_text, say};

/// Runs a suite against a system and tells what came of it.
pub fn run(arguments: &ConformArguments) -> Result<Exit, Failure> {
    let case = open::case(&arguments.system, &arguments.machine.errors)?;
    let model = model_suite(arguments, &case)?;
    let sum = with_hooks(&case, || {
        let mut opened = open::system(&case)?;
        let job = Job { arguments, case: &case };
        let sum = job.run(&mut *opened.system, model.as_ref())?;
        let verdict = job.verdict(&sum, opened.system.inputs(), model.as_ref());
        match arguments.json {
            true => signals::print_object(&as_json(&sum, &verdict)),
            false => print_text(&as_text(&sum, &verdict, &try_command(&arguments.system, &arguments.machine.errors))),
        }
        for trouble in opened.system.troubles() {
            say(&format!("note: {trouble}"));
        }
        Ok(sum)
    })?;
    exit(&sum)
}

/// The suite of the model. With a suite from a file, the model is not needed, but if it is named it has to be there.
fn model_suite(arguments: &ConformArguments, case: &Case) -> Result<Option<ModelSuite>, Failure> {
    let Some(name) = &arguments.model else {
        return match arguments.suite {
            Some(_) => Ok(None),
            None => Err(Failure::usage("name a model before the system, or give a suite with --suite FILE")),
        };
    };
    let learned = open::model(name)?;
    open::tell_if_partial(name, &learned);
    let mut errors = case.outputs.errors.clone();
    let errors_are_final = case.errors_are_final();
    errors.extend(errors_are_final.then(|| ERROR.to_owned()));
    let machine = open::machine_with_errors(learned, &errors);
    let seed = arguments.seed.unwrap_or_else(|| other_seed(name));
    let suite = match &arguments.tester {
        Some(tester) => ModelSuite::new(&machine, errors_are_final, tester, seed),
        None => ModelSuite::usual(&machine, errors_are_final, seed),
    };
    suite.map(Some)
}

/// A seed that the model was not learned with: the random words that it was learned from agree with it anyway.
fn other_seed(model: &str) -> u64 {
    let summary = std::fs::read_to_string(Path::new(model).join("summary.json")).unwrap_or_default();
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap_or_default();
    let learned_with = summary["notes"]["seed"].as_str().and_then(|seed| seed.parse().ok());
    learned_with.unwrap_or(LearningSpec::default().seed).wrapping_add(1)
}

/// One suite against one system.
struct Job<'a> {
    arguments: &'a ConformArguments,
    case: &'a Case,
}

impl Job<'_> {
    fn run(&self, system: &mut dyn System, model: Option<&ModelSuite>) -> Result<Conformance, Failure> {
        let inputs = system.inputs().clone();
        let numbers = model.map(|model| input_numbers(model.machine().inputs(), &inputs)).transpose()?;
        if let Some(file) = &self.arguments.suite {
            let mut suite = SuiteFile::open(file, &inputs, self.case)?;
            return self.drive(system, &Cell::new(None), &mut || suite.next_word());
        }
        let (Some(model), Some(numbers)) = (model, numbers) else { unreachable!("without a suite there is a model") };
        let mut words = model.words();
        let left = Cell::new(None);
        self.drive(system, &left, &mut || {
            let word = words.next();
            left.set(words.left());
            Ok(word.map(|word| expected_of_model(model, &word, &numbers)))
        })
    }

    /// Runs the words of a suite. Whoever hands them out says in `left` how many the present suite still has, at most.
    fn drive(
        &self,
        system: &mut dyn System,
        left: &Cell<Option<u64>>,
        suite: &mut dyn FnMut() -> Result<Option<TestWord>, Failure>,
    ) -> Result<Conformance, Failure> {
        let interrupt = signals::interrupt();
        let known = Arc::new(Mutex::new(Conformance::default()));
        if self.arguments.json {
            let known = Arc::clone(&known);
            signals::prepare_last_words(move || last_words(&known));
        }
        let (max_words, keep_going) = (self.arguments.max_words.unwrap_or(u64::MAX), self.arguments.keep_going);
        let options = ConformOptions { max_words, keep_going, interrupt };
        let inputs = system.inputs().clone();
        let junit = self.arguments.junit.as_ref().map(|path| Junit::create(path, &self.case.system.name));
        let mut junit = junit.transpose()?;
        let mut line = ProgressLine::new(!self.arguments.quiet);
        let started = Instant::now();
        let sum = conform(self.case, system, &options, suite, &mut |test, judgement, sum| {
            let rate = line.rate(started.elapsed().as_millis() as u64, sum.executed);
            line.renew(|| progress(sum, pace(rate, left.get()), started));
            known.lock().unwrap_or_else(PoisonError::into_inner).clone_from(sum);
            junit.as_mut().map_or(Ok(()), |junit| junit.add(&inputs, test, judgement))
        });
        line.clear();
        let sum = sum?;
        if sum.words() == 0 && sum.stop.is_none() {
            return Err(nothing_run(&sum));
        }
        junit.map_or(Ok(()), |junit| junit.finish(&sum))?;
        Ok(sum)
    }

    /// What is established, in one sentence.
    fn verdict(&self, sum: &Conformance, inputs: &Inputs, model: Option<&ModelSuite>) -> String {
        match &sum.stop {
            Some(StopReason::Interrupted) => "interrupted: the rest of the suite was not run".to_owned(),
            Some(StopReason::SystemFailed(message)) => format!("the system failed: {message}"),
            Some(StopReason::Budget(limit)) if sum.failed > 0 => {
                format!("the system does not do what is expected; the budget of {limit} ran out")
            }
            _ if sum.failed > 0 && sum.finished => "the system does not do what is expected".to_owned(),
            _ if sum.failed > 0 => {
                "the system does not do what is expected; the rest of the suite was not run (--keep-going runs it)"
                    .to_owned()
            }
            _ if sum.flaky > 0 => "the system answers the same word differently".to_owned(),
            Some(StopReason::Budget(limit)) => {
                format!("no counterexample, but the budget of {limit} ran out: raise --max-words")
            }
            _ => self.verdict_of_agreement(sum, inputs, model),
        }
    }

    fn verdict_of_agreement(&self, sum: &Conformance, inputs: &Inputs, model: Option<&ModelSuite>) -> String {
        if sum.skipped > 0 {
            return "no counterexample in the words that stay inside the learning purpose".to_owned();
        }
        let Some(model) = model.filter(|_| self.arguments.suite.is_none()) else {
            return "no counterexample in the suite; nothing is known of other words".to_owned();
        };
        let (text, _) = suites_verdict(model.kinds(), model.seed(), "the model");
        match model.is_partial() || model.machine().inputs().len() < inputs.len() {
            true => format!("{text}; what the model leaves open was not tried"),
            false => text,
        }
    }
}

/// A suite that runs nothing must not look like one that agrees.
fn nothing_run(sum: &Conformance) -> Failure {
    match sum.skipped {
        0 => Failure::usage("the suite has no words: nothing was run"),
        1 => Failure::usage("nothing was run: the only word of the suite leaves the learning purpose of the case file"),
        skipped => Failure::usage(format!(
            "nothing was run: all {skipped} words of the suite leave the learning purpose of the case file"
        )),
    }
}

/// The numbers that the system gives to the inputs of the model.
fn input_numbers(model: &Inputs, system: &Inputs) -> Result<Vec<InputId>, Failure> {
    let names = |of: &Inputs, not_in: &Inputs| -> Vec<String> {
        of.names().iter().filter(|name| not_in.get(name).is_none()).cloned().collect()
    };
    let unknown = names(model, system);
    if !unknown.is_empty() {
        return Err(Failure::usage(format!(
            "the model has inputs that the system does not have: {}; the system has {}",
            unknown.join(", "),
            system.names().join(", ")
        )));
    }
    let untried = names(system, model);
    if !untried.is_empty() {
        say(&format!("note: the model does not have these inputs, so they are not tried: {}", untried.join(", ")));
    }
    Ok(model.names().iter().filter_map(|name| system.get(name)).collect())
}

fn expected_of_model(model: &ModelSuite, word: &[InputId], numbers: &[InputId]) -> TestWord {
    let machine = model.machine();
    let expected = machine.run(word).into_iter().map(|output| machine.outputs().name(output).to_owned());
    TestWord { word: word.iter().map(|input| numbers[input.index()]).collect(), expected: expected.collect() }
}

fn progress(sum: &Conformance, pace: String, started: Instant) -> String {
    let (words, time) = (counted(sum.words(), "word"), duration_of(started.elapsed().as_secs_f64()));
    format!("running: {words}, {} failed{pace}, {time}", sum.failed + sum.flaky)
}

fn as_text(sum: &Conformance, verdict: &str, try_command: &str) -> String {
    let (words, symbols) = (counted(sum.words(), "word"), counted(sum.symbols, "symbol"));
    let mut text = format!("{words}, {symbols}: {} agreed", sum.agreed);
    for (count, what) in [(sum.failed, "failed"), (sum.flaky, "flaky"), (sum.skipped, "outside the purpose")] {
        if count > 0 {
            text.push_str(&format!(", {count} {what}"));
        }
    }
    let again = sum.executed.saturating_sub(sum.words());
    if again > 0 {
        text.push_str(&format!(" ({again} run again)"));
    }
    text.push('\n');
    if let Some(mismatch) = &sum.first {
        let what = if sum.failed > 0 { "the first failed word" } else { "the first flaky word" };
        text.push_str(&format!("\n{what}:\n{}{}\n", table(mismatch), hint(mismatch, try_command)));
    }
    for finding in &sum.findings {
        text.push_str(&format!("finding: {}\n", finding.message));
        finding.advice.iter().for_each(|advice| text.push_str(&format!("  {advice}\n")));
    }
    text + &format!("verdict: {verdict}\n")
}

/// The word step by step, with a mark where the answer is another one.
fn table(mismatch: &Mismatch) -> String {
    let Mismatch { observed, expected } = mismatch;
    let rows = expected.iter().enumerate().map(|(at, wanted)| {
        let step = observed.get(at);
        [step.map_or("-", |step| &step.input), wanted, step.map_or("nothing", |step| &step.output)]
    });
    let rows: Vec<[&str; 3]> = std::iter::once(["input", "expected", "observed"]).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let number = if number == 0 { String::new() } else { number.to_string() };
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        text.push_str(&format!("{number:>5}  {}", cells.join("  ").trim_end()));
        text.push('\n');
    }
    let reason = observed.get(expected.len() - 1).and_then(Step::reason);
    text.pop();
    text + "  <-- here" + &reason.map(|reason| format!(" ({})", one_line(reason))).unwrap_or_default() + "\n"
}

/// How to look at the word alone; nothing if its names cannot be typed that way.
fn hint(mismatch: &Mismatch, try_command: &str) -> String {
    let names: Vec<&str> = mismatch.observed.iter().map(|step| step.input.as_str()).collect();
    match names.iter().any(|name| name.contains([' ', ','])) {
        true => String::new(),
        false => {
            let word = names.join(" ");
            // What begins with a dash would be taken for an option.
            let dashes = if word.starts_with('-') { "-- " } else { "" };
            format!("run it alone: {try_command} {dashes}{}\n", quoted(&word))
        }
    }
}

/// What is known when the user does not want to wait for the rest.
fn last_words(known: &Mutex<Conformance>) -> String {
    let known = known.lock().unwrap_or_else(PoisonError::into_inner);
    format!("{}\n", as_json(&known, "interrupted: the rest of the suite was not run"))
}

fn as_json(sum: &Conformance, verdict: &str) -> serde_json::Value {
    let first = sum.first.as_ref().map(|Mismatch { observed, expected }| {
        json!({
            "word": observed.iter().map(|step| &step.input).collect::<Vec<_>>(),
            "expected": expected,
            "observed": observed.iter().map(|step| &step.output).collect::<Vec<_>>(),
        })
    });
    json!({
        "words": sum.words(), "agreed": sum.agreed, "failed": sum.failed, "flaky": sum.flaky, "skipped": sum.skipped,
        "executed": sum.executed, "symbols": sum.symbols, "first": first, "findings": sum.findings,
        "verdict": verdict, "finished": sum.finished,
    })
}

/// A difference counts more than a budget that ran out.
fn exit(sum: &Conformance) -> Result<Exit, Failure> {
    match &sum.stop {
        Some(StopReason::SystemFailed(message)) => Err(Failure::failed(message)),
        Some(StopReason::Interrupted) => Ok(Exit::Interrupted),
        _ if !sum.is_clean() => Ok(Exit::Finding),
        Some(_) => Ok(Exit::Budget),
        None => Ok(Exit::Done),
    }
}
