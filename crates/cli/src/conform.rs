//! `typestar conform`: does a system do what a model says?

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::json;
use typestar_model::{Inputs, Model, Step, counted, one_line};
use typestar_query::{
    AnySuite, Case, ConformOptions, Conformance, Given, Judgement, Mismatch, ModelKind, StopReason, SuiteFile,
    TestWord, Tests, inputs_of, other_seed,
};
use typestar_system::Opened;

use crate::args::{ConformArguments, SettingArguments};
use crate::exit::{Exit, Failure};
use crate::hooks::with_hooks;
use crate::junit::Junit;
use crate::learn::{quoted, try_command};
use crate::open;
use crate::signals;
use crate::terminal::{ProgressLine, duration_of, pace, print_text, tell};

/// Runs a suite against a system and tells what came of it.
pub fn run(arguments: &ConformArguments, given: &Given) -> Result<Exit, Failure> {
    let mut case = arguments.setting.case(&arguments.system)?;
    case.system.copies = arguments.copies.unwrap_or(case.system.copies);
    if arguments.model.is_none() && arguments.suite.is_none() {
        return Err(nothing_to_run());
    }
    let model = arguments.model.as_deref().map(open::any_model).transpose()?;
    // Guards need fields. All other words are made of calls, whatever is learned of them.
    let kind = model.as_ref().map(ModelKind::of).or(case.learning.model);
    case.learning.model = kind.filter(|kind| *kind == ModelKind::Guarded).or(Some(ModelKind::Machine));
    // With a suite from a file, the model is not needed, but if it is named it has to be there.
    let model = model.filter(|_| arguments.suite.is_none());
    let mut suite = model.map(|model| suite_of(arguments, &case, model, given)).transpose()?;
    let sum = with_hooks(&case, || {
        let mut opened = open::system(&case, given, false)?;
        let mut inputs = inputs_of(&case, &*opened.system);
        let of_system = inputs.clone();
        suite.iter_mut().for_each(|suite| suite.within(&opened.task));
        let tests = match (&suite, &arguments.suite) {
            (Some(suite), _) => suite.tests((&opened.task, &*opened.system), &inputs)?,
            (None, Some(file)) => {
                if opened.task.kind() != ModelKind::Machine {
                    SuiteFile::learn_inputs(file, &mut inputs)?;
                }
                Tests::File(SuiteFile::open(file, &inputs, &case)?)
            }
            (None, None) => return Err(nothing_to_run()),
        };
        tell(suite.as_ref().and_then(|suite| suite.untried(&of_system)));
        let sum = drive(arguments, &case, &mut opened, &inputs, tests)?;
        tell_sum(arguments, &sum, &sum.verdict(&of_system, suite.as_ref()));
        tell(opened.system.troubles());
        Ok(sum)
    })?;
    exit(&sum)
}

fn nothing_to_run() -> Failure {
    Failure::usage("name a model before the system, or give a suite with --suite FILE")
}

/// The words of a model.
fn suite_of(arguments: &ConformArguments, case: &Case, model: Model, given: &Given) -> Result<AnySuite, Failure> {
    given.check_kind(ModelKind::of(&model))?;
    let name = arguments.model.as_deref().unwrap_or_default();
    let seed = arguments.seed.unwrap_or_else(|| other_seed(name));
    let wanted = (arguments.tester.as_ref(), arguments.guard_tests, seed);
    Ok(AnySuite::of_case(case, model, &arguments.setting.machine.errors, wanted, signals::flag())?)
}

fn tell_sum(arguments: &ConformArguments, sum: &Conformance, verdict: &str) {
    match arguments.json {
        true => signals::print_object(&as_json(sum, verdict)),
        false => {
            let SettingArguments { machine, java, .. } = &arguments.setting;
            let try_command = try_command(&arguments.system, &machine.errors, java);
            print_text(&as_text(sum, verdict, &try_command));
        }
    }
}

/// Runs the tests, and shows how far they have come.
fn drive(
    arguments: &ConformArguments,
    case: &Case,
    opened: &mut Opened,
    inputs: &Inputs,
    mut tests: Tests,
) -> Result<Conformance, Failure> {
    let interrupt = signals::interrupt();
    let known = Arc::new(Mutex::new(Conformance::default()));
    if arguments.json {
        let known = Arc::clone(&known);
        signals::prepare_last_words(move || last_words(&known));
    }
    let (max_words, keep_going) = (arguments.max_words.unwrap_or(u64::MAX), arguments.keep_going);
    let options = ConformOptions { max_words, keep_going, interrupt };
    let junit = arguments.junit.as_ref().map(|path| Junit::create(path, &case.system.name));
    let mut junit = junit.transpose()?;
    let mut line = ProgressLine::new(!arguments.quiet);
    let started = Instant::now();
    let mut listen = |(inputs, test): (&Inputs, &TestWord), judgement: &Judgement, sum: &Conformance| {
        let rate = line.rate(started.elapsed().as_millis() as u64, sum.executed);
        line.renew(|| progress(sum, pace(rate, sum.left), started));
        known.lock().unwrap_or_else(PoisonError::into_inner).clone_from(sum);
        junit.as_mut().map_or(Ok(()), |junit| junit.add(inputs, test, judgement))
    };
    let sum = opened.task.conform(case, (&mut *opened.system, inputs), &options, &mut tests, &mut listen);
    line.clear();
    let sum = sum?;
    sum.check_run()?;
    junit.map_or(Ok(()), |junit| junit.finish(&sum))?;
    Ok(sum)
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
        let why = mismatch.why.as_ref().map(|why| format!("{why}\n")).unwrap_or_default();
        text.push_str(&format!("\n{what}:\n{}{why}{}\n", table(mismatch), hint(mismatch, try_command)));
    }
    for finding in &sum.findings {
        text.push_str(&format!("finding: {}\n", finding.message));
        finding.advice.iter().for_each(|advice| text.push_str(&format!("  {advice}\n")));
    }
    text + &format!("verdict: {verdict}\n")
}

/// The word step by step, with a mark where the answer is another one.
fn table(mismatch: &Mismatch) -> String {
    let Mismatch { observed, expected, .. } = mismatch;
    let rows = expected.iter().enumerate().map(|(at, wanted)| {
        let step = observed.get(at);
        [step.map_or("-", |step| step.input.text()), wanted, step.map_or("nothing", |step| step.output.text())]
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
    let names: Vec<&str> = mismatch.observed.iter().map(|step| step.input.text()).collect();
    if names.iter().any(|name| name.contains([' ', ','])) {
        return String::new();
    }
    let word = names.join(" ");
    // What begins with a dash would be taken for an option.
    let dashes = if word.starts_with('-') { "-- " } else { "" };
    format!("run it alone: {try_command} {dashes}{}\n", quoted(&word))
}

/// What is known when the user does not want to wait for the rest.
fn last_words(known: &Mutex<Conformance>) -> String {
    let known = known.lock().unwrap_or_else(PoisonError::into_inner);
    format!("{}\n", as_json(&known, Conformance::INTERRUPTED))
}

fn as_json(sum: &Conformance, verdict: &str) -> serde_json::Value {
    let first = sum.first.as_ref().map(|Mismatch { observed, expected, why }| {
        let mut first = json!({
            "word": observed.iter().map(|step| step.input.text()).collect::<Vec<_>>(),
            "expected": expected,
            "observed": observed.iter().map(|step| step.output.text()).collect::<Vec<_>>(),
        });
        if let Some(why) = why {
            first["why"] = json!(why);
        }
        first
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
