//! `typestar conform`: does a system do what a model says?

use std::cell::Cell;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::json;
use typestar_model::register::RegisterAutomaton;
use typestar_model::{Inputs, Model, Step, one_line};
use typestar_query::{
    Case, ConformOptions, Conformance, Data, Judgement, Mismatch, ModelKind, ModelSuite, Note, RegisterSuite,
    StopReason, SuiteFile, System, TestWord, Tests, any_model_at, case_at, conform, conform_data, inputs_of,
    other_seed,
};

use crate::args::ConformArguments;
use crate::exit::{Exit, Failure};
use crate::hooks::with_hooks;
use crate::junit::Junit;
use crate::learn::{quoted, try_command};
use crate::open;
use crate::signals;
use crate::terminal::{ProgressLine, counted, duration_of, pace, print_text, tell};
use crate::tests::no_suite_of_guards;

/// Runs a suite against a system and tells what came of it.
pub fn run(arguments: &ConformArguments) -> Result<Exit, Failure> {
    let mut case = arguments.time.apply(arguments.java.apply(case_at(&arguments.system, &arguments.machine.errors)?)?);
    case.system.copies = arguments.copies.unwrap_or(case.system.copies);
    // The words of a machine are made of calls.
    case.learning.model = case.learning.model.or(Some(ModelKind::Machine));
    if let Some(automaton) = registers(arguments)? {
        return exit(&with_hooks(&case, || conform_registers(arguments, &case, &automaton))?);
    }
    let model = model_suite(arguments, &case)?;
    let sum = with_hooks(&case, || {
        let mut opened = open::system(&case)?;
        if let Some(data) = &opened.data {
            return conform_file(arguments, &case, data, &mut *opened.system);
        }
        let job = Job { arguments, case: &case, data: None };
        let sum = job.run(&mut *opened.system, model.as_ref())?;
        let verdict =
            sum.verdict(&inputs_of(&case, &*opened.system), model.as_ref().filter(|_| arguments.suite.is_none()));
        tell_sum(arguments, &sum, &verdict);
        tell(opened.system.troubles());
        Ok(sum)
    })?;
    exit(&sum)
}

/// The register automaton that the words are made from, if the model is one.
fn registers(arguments: &ConformArguments) -> Result<Option<RegisterAutomaton>, Failure> {
    let Some(name) = &arguments.model else { return Ok(None) };
    match any_model_at(name)? {
        Model::Registers(automaton) => {
            tell(Note::if_partial(name, automaton.finished));
            Ok(Some(automaton))
        }
        Model::Machine(_) => Ok(None),
        Model::Guarded(_) => Err(no_suite_of_guards(name)),
    }
}

/// Runs the words of a register automaton, or of a file, against a system with data.
fn conform_registers(
    arguments: &ConformArguments,
    case: &Case,
    automaton: &RegisterAutomaton,
) -> Result<Conformance, Failure> {
    let mut opened = open::system(case)?;
    let Some(data) = opened.data.clone() else {
        return Err(Failure::usage(
            "the model is a register automaton, and the system has no data: declare its actions ([inputs.actions])",
        ));
    };
    if arguments.suite.is_some() {
        return conform_file(arguments, case, &data, &mut *opened.system);
    }
    let seed = arguments.seed.unwrap_or_else(|| other_seed(arguments.model.as_deref().unwrap_or_default()));
    let of_model = Data::of_automaton(&Case::of_model(Path::new("")), automaton)?;
    let suite = RegisterSuite::new(automaton, &of_model, &arguments.machine.errors, (arguments.tester.as_ref(), seed))?;
    let mut inputs = inputs_of(case, &*opened.system);
    let tests = Tests::Registers(suite.tests(&mut inputs)?.into_iter());
    let job = Job { arguments, case, data: Some(&data) };
    let sum = job.drive(&mut *opened.system, &inputs, tests)?;
    tell_sum(arguments, &sum, &sum.verdict_or(|| suite.verdict(&of_model)));
    tell(opened.system.troubles());
    Ok(sum)
}

/// Runs the words of a file against a system with data.
fn conform_file(
    arguments: &ConformArguments,
    case: &Case,
    data: &Data,
    system: &mut dyn System,
) -> Result<Conformance, Failure> {
    let Some(file) = &arguments.suite else {
        return Err(Failure::usage(
            "the system has data, and the model is a machine: name the register automaton that was learned from it",
        ));
    };
    let mut inputs = inputs_of(case, system);
    SuiteFile::learn_inputs(file, &mut inputs)?;
    let tests = Tests::File(SuiteFile::open(file, &inputs, case)?);
    let job = Job { arguments, case, data: Some(data) };
    let sum = job.drive(system, &inputs, tests)?;
    let agreed = || "no counterexample in the suite; nothing is known of other words".to_owned();
    tell_sum(arguments, &sum, &sum.verdict_or(agreed));
    tell(system.troubles());
    Ok(sum)
}

fn tell_sum(arguments: &ConformArguments, sum: &Conformance, verdict: &str) {
    match arguments.json {
        true => signals::print_object(&as_json(sum, verdict)),
        false => print_text(&as_text(sum, verdict, &try_command(&arguments.system, &arguments.machine.errors))),
    }
}

/// The suite of the model. With a suite from a file, the model is not needed, but if it is named it has to be there.
fn model_suite(arguments: &ConformArguments, case: &Case) -> Result<Option<ModelSuite>, Failure> {
    let Some(name) = &arguments.model else {
        return if arguments.suite.is_some() { Ok(None) } else { Err(nothing_to_run()) };
    };
    let seed = arguments.seed.unwrap_or_else(|| other_seed(name));
    let suite = ModelSuite::of_case(case, open::model(name)?, arguments.tester.as_ref(), seed, signals::flag())?;
    Ok(Some(suite))
}

fn nothing_to_run() -> Failure {
    Failure::usage("name a model before the system, or give a suite with --suite FILE")
}

/// One suite against one system.
struct Job<'a> {
    arguments: &'a ConformArguments,
    case: &'a Case,
    data: Option<&'a Data>,
}

impl Job<'_> {
    fn run(&self, system: &mut dyn System, model: Option<&ModelSuite>) -> Result<Conformance, Failure> {
        let inputs = inputs_of(self.case, system);
        let of_model = model.map(|model| model.tests(&inputs)).transpose()?;
        tell(model.and_then(|model| model.untried(&inputs)));
        let tests = match (&self.arguments.suite, of_model) {
            (Some(file), _) => Tests::File(SuiteFile::open(file, &inputs, self.case)?),
            (None, Some(tests)) => Tests::Model(tests),
            (None, None) => return Err(nothing_to_run()),
        };
        self.drive(system, &inputs, tests)
    }

    /// Runs the tests, and shows how far they have come.
    fn drive(&self, system: &mut dyn System, inputs: &Inputs, mut tests: Tests) -> Result<Conformance, Failure> {
        let interrupt = signals::interrupt();
        let known = Arc::new(Mutex::new(Conformance::default()));
        if self.arguments.json {
            let known = Arc::clone(&known);
            signals::prepare_last_words(move || last_words(&known));
        }
        let (max_words, keep_going) = (self.arguments.max_words.unwrap_or(u64::MAX), self.arguments.keep_going);
        let options = ConformOptions { max_words, keep_going, interrupt };
        let junit = self.arguments.junit.as_ref().map(|path| Junit::create(path, &self.case.system.name));
        let mut junit = junit.transpose()?;
        let mut line = ProgressLine::new(!self.arguments.quiet);
        let started = Instant::now();
        let left = Cell::new(None);
        let mut next = || {
            let word = tests.next_word()?;
            left.set(tests.left());
            Ok(word)
        };
        let mut listen = |test: &TestWord, judgement: &Judgement, sum: &Conformance| {
            let rate = line.rate(started.elapsed().as_millis() as u64, sum.executed);
            line.renew(|| progress(sum, pace(rate, left.get()), started));
            known.lock().unwrap_or_else(PoisonError::into_inner).clone_from(sum);
            junit.as_mut().map_or(Ok(()), |junit| junit.add(inputs, test, judgement))
        };
        let sum = match self.data {
            Some(data) => conform_data((self.case, data), system, inputs, &options, &mut next, &mut listen),
            None => conform(self.case, system, &options, &mut next, &mut listen),
        };
        line.clear();
        let sum = sum?;
        sum.check_run()?;
        junit.map_or(Ok(()), |junit| junit.finish(&sum))?;
        Ok(sum)
    }
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
    format!("{}\n", as_json(&known, Conformance::INTERRUPTED))
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
