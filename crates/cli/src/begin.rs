//! Beginning with a system of one's own: `init`, `try`, `doctor`.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::json;
use typestar_model::{Evidence, InputId, OutputId, Outputs, Plan, TraceStep, Word, one_line};
use typestar_query::{
    Answer, Check, CheckOutcome, DoctorOptions, Examination, System, SystemError, examine, read_typed_word,
};

use crate::args::{DoctorArguments, InitArguments, Language, TryArguments};
use crate::exit::{Exit, Failure};
use crate::hooks::with_hooks;
use crate::open;
use crate::signals;
use crate::terminal::{counted, print, print_text, say};

/// The files that `init` writes, by language.
const PYTHON: [(&str, &str); 3] = [
    ("player.toml", include_str!("../templates/python/player.toml")),
    ("player.py", include_str!("../templates/python/player.py")),
    ("typestar_adapter.py", include_str!("../../../hosts/python/typestar_adapter.py")),
];
const JAVASCRIPT: [(&str, &str); 3] = [
    ("player.toml", include_str!("../templates/javascript/player.toml")),
    ("player.js", include_str!("../templates/javascript/player.js")),
    ("typestar_adapter.js", include_str!("../../../hosts/javascript/typestar_adapter.js")),
];

/// Writes an example that learns at once. Files that are there already stay as they are.
pub fn init(arguments: &InitArguments) -> Result<Exit, Failure> {
    let files = match arguments.lang {
        Language::Python => PYTHON,
        Language::Javascript => JAVASCRIPT,
    };
    let folder = &arguments.folder;
    if let Some((name, _)) = files.iter().find(|(name, _)| folder.join(name).exists()) {
        return Err(Failure::usage(format!("{} is there already: choose another folder", folder.join(name).display())));
    }
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| cannot_write(&path, &error))?;
        say(&format!("wrote {}", path.display()));
    }
    let case = folder.join("player.toml");
    let case = case.strip_prefix(".").unwrap_or(&case).display();
    say(&format!("\nTry one word:      typestar try {case} \"load wait play wait\""));
    say(&format!("Check the adapter: typestar doctor {case}"));
    say(&format!("Learn it:          typestar learn {case}"));
    Ok(Exit::Done)
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()))
}

/// Runs one word and shows its steps.
pub fn try_word(arguments: &TryArguments) -> Result<Exit, Failure> {
    let case = open::case(&arguments.system, &arguments.machine.errors)?;
    with_hooks(&case, || {
        let mut opened = open::telling_system(&case)?;
        let system = &mut *opened.system;
        let word = parse_word(&arguments.word, system)?;
        let mut outputs = Outputs::default();
        let finals = case.finals(&mut outputs);
        let tried = run_word(system, &word, &mut outputs, &finals);
        let answer = tried.map_err(|error| failing_step(system, &word, &mut outputs, &finals, error))?;
        match arguments.json {
            true => print(&as_json(&answer, system, &outputs)),
            false => print_text(&as_table(&answer, system, &outputs)),
        }
        for trouble in system.troubles() {
            say(&format!("note: {trouble}"));
        }
        Ok(Exit::Done)
    })
}

fn run_word(
    system: &mut dyn System,
    word: &[InputId],
    outputs: &mut Outputs,
    finals: &[OutputId],
) -> Result<Answer, SystemError> {
    let mut answers = Vec::new();
    system.run(&[Plan::word(word)], outputs, finals, &mut answers)?;
    answers.pop().ok_or_else(|| SystemError::Failed("the system gave no answer".to_owned()))
}

/// Finds the step at which the system fails by running ever longer beginnings of the word, and shows those before it.
fn failing_step(
    system: &mut dyn System,
    word: &[InputId],
    outputs: &mut Outputs,
    finals: &[OutputId],
    error: SystemError,
) -> Failure {
    let mut shown = String::new();
    for length in 0..word.len() {
        match run_word(system, &word[..length], outputs, finals) {
            Ok(answer) => shown = as_table(&answer, system, outputs),
            Err(_) => break,
        }
    }
    let before = shown.lines().filter(|line| !line.starts_with("late")).count();
    let step = word.get(before).map_or("", |&input| system.inputs().name(input));
    print_text(&shown);
    Failure::failed(format!("step {} (`{step}`) failed: {error}", before + 1))
}

fn parse_word(text: &str, system: &dyn System) -> Result<Word, Failure> {
    let names = system.inputs();
    read_typed_word(text, names)
        .map_err(|name| Failure::usage(format!("unknown input `{name}`; this system has {}", names.names().join(", "))))
}

fn as_table(answer: &Answer, system: &dyn System, outputs: &Outputs) -> String {
    let inputs = answer.word.iter().map(|&input| system.inputs().name(input));
    let width = inputs.clone().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut table = String::new();
    for (index, input) in inputs.enumerate() {
        let output = outputs.name(answer.outputs[index]);
        let evidence = answer.evidence.get(index);
        let time = evidence.map(|evidence| format!("  {:.1} ms", evidence.ms)).unwrap_or_default();
        let reason = evidence.and_then(|evidence| evidence.reason.as_deref());
        let reason = reason.map(|reason| format!("  ({})", one_line(reason)));
        let used = evidence.and_then(|evidence| evidence.used.as_deref()).map(|used| format!("  by {used}"));
        let returned = evidence.and_then(|evidence| unshown_value(evidence, output)).unwrap_or_default();
        let (reason, used) = (reason.unwrap_or_default(), used.unwrap_or_default());
        table.push_str(&format!("{:>3}  {input:<width$}  {output}{returned}{reason}{used}{time}\n", index + 1));
    }
    for late in &answer.late {
        table.push_str(&format!("late: {} after `{}`\n", late.output, late.word.join(" ")));
    }
    table
}

/// What a call returned, unless it returned nothing or its output says it already.
fn unshown_value(evidence: &Evidence, output: &str) -> Option<String> {
    let returned = evidence.returned.as_deref().filter(|&returned| returned != "null" && returned != output);
    returned.map(|returned| format!("  (returned {returned})"))
}

fn as_json(answer: &Answer, system: &dyn System, outputs: &Outputs) -> String {
    let steps: Vec<_> = (0..answer.word.len())
        .map(|index| {
            let evidence = answer.evidence.get(index);
            json!({
                "input": system.inputs().name(answer.word[index]),
                "output": outputs.name(answer.outputs[index]),
                "reason": evidence.and_then(|evidence| evidence.reason.clone()),
                "used": evidence.and_then(|evidence| evidence.used.clone()),
                "returned": evidence.and_then(|evidence| evidence.returned.clone()),
                "ms": evidence.map(|evidence| evidence.ms),
            })
        })
        .collect();
    format!("{}\n", json!({"steps": steps, "late": answer.late}))
}

/// So many characters of a reason are shown.
const LONGEST_REASON: usize = 200;

/// Checks a case before it is learned; exit code 1 if a check failed.
pub fn doctor(arguments: &DoctorArguments) -> Result<Exit, Failure> {
    let case = open::case(&arguments.system, &arguments.machine.errors)?;
    with_hooks(&case, || {
        let mut opened = open::telling_system(&case)?;
        if !arguments.json {
            print_text(&format!("ok    handshake: {}\n", opened.greeting));
        }
        let told: Arc<Mutex<Vec<Check>>> = Arc::default();
        if arguments.json {
            let told = Arc::clone(&told);
            signals::prepare_last_words(move || format!("{}\n", told_so_far(&told)));
        }
        let mut tell = |check: &Check| {
            told.lock().unwrap_or_else(PoisonError::into_inner).push(check.clone());
            if !arguments.json {
                print_text(&check_text(check));
            }
        };
        let examination = examine(&case, &mut *opened.system, &DoctorOptions::default(), &mut tell);
        if examination.is_err() && arguments.json && signals::is_interrupted() {
            signals::print_object(&told_so_far(&told));
        }
        let examination = examination?;
        match arguments.json {
            true => signals::print_object(&json!(examination)),
            false => print_text(&closing_text(&examination)),
        }
        Ok(if examination.outcome() == CheckOutcome::Failed { Exit::Finding } else { Exit::Done })
    })
}

/// What the doctor has told when the user does not want to wait for the rest.
fn told_so_far(told: &Mutex<Vec<Check>>) -> serde_json::Value {
    json!({"checks": *told.lock().unwrap_or_else(PoisonError::into_inner), "finished": false})
}

fn check_text(check: &Check) -> String {
    let outcome = match check.outcome {
        CheckOutcome::Passed => "ok",
        CheckOutcome::Warned => "warn",
        CheckOutcome::Failed => "FAIL",
    };
    let mut text = format!("{outcome:<5} {}: {}\n", check.kind.name(), check.message);
    for trace in &check.traces {
        let steps: Vec<String> = trace.steps.iter().map(step_text).collect();
        text.push_str(&format!("        {}: {}\n", counted(trace.count, "time"), steps.join(" ")));
    }
    if let Some(advice) = &check.advice {
        text.push_str(&format!("      {advice}\n"));
    }
    text
}

/// A step with its reason, which may be the only thing that tells a mistake in the adapter from an illegal call.
fn step_text(step: &TraceStep) -> String {
    let reason = step.reason.as_deref().map(|reason| format!(" ({})", reason_text(reason)));
    format!("{}/{}{}", step.input, step.output, reason.unwrap_or_default())
}

/// A reason on one line, and not all of a long one.
fn reason_text(reason: &str) -> String {
    let line = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_REASON) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

fn closing_text(examination: &Examination) -> String {
    let (words, symbols) = (counted(examination.executed, "word"), counted(examination.symbols, "symbol"));
    let mut text = format!("{words}, {symbols} executed\n");
    if let Some(quiescence) = examination.suggested_quiescence_ms {
        text.push_str(&format!("suggested: [timing] quiescence_ms = {quiescence}\n"));
    }
    text
}
