//! Beginning with a system of one's own: `init`, `try`, `doctor`.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::json;
use typestar_model::{Evidence, Silence, Step, counted, cut, number_fault, one_line, some_names};
use typestar_query::{
    self as query, Check, CheckOutcome, Data, DoctorOptions, Examination, Given, ModelKind, Tried, inputs_of,
    misplaced_maker, read_typed_word,
};

use crate::args::{DoctorArguments, InitArguments, Language, TryArguments};
use crate::exit::{Exit, Failure};
use crate::hooks::with_hooks;
use crate::open;
use crate::signals;
use crate::terminal::{print, print_text, say, tell};

/// The files that `init` writes, by language.
const PYTHON: [(&str, &str); 3] = [
    ("player.toml", include_str!("../templates/python/player.toml")),
    ("player.py", include_str!("../templates/python/player.py")),
    ("typestar_adapter.py", include_str!("../../../hosts/python/typestar_adapter.py")),
];
const ASYNCIO: [(&str, &str); 3] =
    [PYTHON[0], ("player.py", include_str!("../templates/python/asyncio_player.py")), PYTHON[2]];
const JAVASCRIPT: [(&str, &str); 3] = [
    ("player.toml", include_str!("../templates/javascript/player.toml")),
    ("player.js", include_str!("../templates/javascript/player.js")),
    ("typestar_adapter.js", include_str!("../../../hosts/javascript/typestar_adapter.js")),
];
/// The library comes with the command, which compiles all of it.
const JAVA: [(&str, &str); 3] = [
    ("player.toml", include_str!("../templates/java/player.toml")),
    ("Player.java", include_str!("../templates/java/Player.java")),
    ("PlayerAdapter.java", include_str!("../templates/java/PlayerAdapter.java")),
];

/// The library comes with the command here, too.
const ANDROID: [(&str, &str); 2] = [
    ("timer.toml", include_str!("../templates/android/timer.toml")),
    ("Timer.java", include_str!("../templates/android/Timer.java")),
];

/// A word of the player that calls back.
const PLAYER_WORD: &str = "load wait play wait";

/// Writes an example that learns at once, or the host library alone. Files that are there already stay as they are.
pub fn init(arguments: &InitArguments) -> Result<Exit, Failure> {
    if arguments.library {
        return write_library(arguments);
    }
    let (files, word): (&[_], _) = match (arguments.lang, arguments.asyncio) {
        (Language::Python, false) => (&PYTHON, PLAYER_WORD),
        (Language::Python, true) => (&ASYNCIO, PLAYER_WORD),
        (Language::Javascript, false) => (&JAVASCRIPT, PLAYER_WORD),
        (Language::Java, false) => (&JAVA, PLAYER_WORD),
        (Language::Android, false) => (&ANDROID, "start wait cancel wait"),
        (Language::Javascript | Language::Java | Language::Android, true) => {
            return Err(Failure::usage("--asyncio is for Python: leave it out, or use --lang python"));
        }
    };
    let folder = &arguments.folder;
    let files = beside_others(folder, files, arguments.lang);
    let is_taken = |(name, text): &&(String, String)| folder.join(name).exists() && !is_library(folder, name, text);
    if let Some((name, _)) = files.iter().find(is_taken) {
        return Err(Failure::usage(format!(
            "{} already exists: choose another folder, or use --library for the host library alone",
            folder.join(name).display()
        )));
    }
    write_all(folder, &files)?;
    let case = folder.join(&files[0].0);
    let case = case.strip_prefix(".").unwrap_or(&case).display();
    say(&format!("\nTry one word:      typestar try {case} \"{word}\""));
    say(&format!("Check it:          typestar doctor {case}"));
    say(&format!("Learn it:          typestar learn {case}"));
    Ok(Exit::Done)
}

/// The host library alone: for an adapter that is there already, or in place of one of another version.
fn write_library(arguments: &InitArguments) -> Result<Exit, Failure> {
    let (name, text) = match arguments.lang {
        Language::Python => PYTHON[2],
        Language::Javascript => JAVASCRIPT[2],
        Language::Java | Language::Android => {
            return Err(Failure::usage(
                "the library for Java comes with the command, which compiles adapters and drivers with it: nothing to \
                 write",
            ));
        }
    };
    let folder = &arguments.folder;
    if folder.join(name).exists() && !is_library(folder, name, text) {
        let path = folder.join(name);
        return Err(Failure::usage(format!(
            "{} already exists, and differs from the library of this typestar: delete it first, or choose another folder",
            path.display()
        )));
    }
    write_all(folder, &[(name.to_owned(), text.to_owned())])?;
    Ok(Exit::Done)
}

/// The files of an example. In a folder whose case file has the same name, such as that of another language, its own gets
/// another one, and so does its run folder.
fn beside_others(folder: &Path, files: &[(&str, &str)], language: Language) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> =
        files.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect();
    let (case, text) = &mut files[0];
    if folder.join(&*case).exists() {
        let stem = case.trim_end_matches(".toml").to_owned();
        let other = format!("{stem}-{}", language.name());
        *text = text.replace(&format!("\"{stem}\""), &format!("\"{other}\"")).replace(&*case, &format!("{other}.toml"));
        *case = format!("{other}.toml");
    }
    files
}

/// Whether the host library is there already, as we would write it.
fn is_library(folder: &Path, name: &str, text: &str) -> bool {
    name.starts_with("typestar_adapter") && std::fs::read_to_string(folder.join(name)).is_ok_and(|there| there == text)
}

fn write_all(folder: &Path, files: &[(String, String)]) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| cannot_write(&path, &error))?;
        say(&format!("wrote {}", path.display()));
    }
    Ok(())
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()))
}

/// Runs one word and shows its steps.
pub fn try_word(arguments: &TryArguments, given: &Given) -> Result<Exit, Failure> {
    let case = arguments.setting.case(&arguments.system)?;
    with_hooks(&case, || {
        let mut opened = open::system(&case, given, true)?;
        let mut inputs = inputs_of(&case, &*opened.system);
        let names = some_names(inputs.texts());
        let unknown = |name: String| match number_fault(&name) {
            Some(fault) => Failure::usage(format!("`{name}` cannot be given: {fault}")),
            None => Failure::usage(format!("unknown input `{name}`: this system has {names}")),
        };
        let word = read_typed_word(&arguments.word, &mut inputs).map_err(unknown)?;
        let symbols = word.iter().map(|&input| inputs.symbol(input));
        if let Some(message) = misplaced_maker(&opened.system.about().methods, symbols) {
            return Err(Failure::usage(message));
        }
        let refused = |data: &Data| word.iter().find_map(|&input| data.refuse_input(inputs.symbol(input)));
        if let Some(message) = opened.task.data().and_then(refused) {
            return Err(Failure::usage(message));
        }
        let tried = query::try_word(&case, &mut *opened.system, (&inputs, &word), &signals::interrupt());
        match arguments.json && tried.failure.is_none() {
            true => print(&as_json(&tried)),
            false => print_text(&as_table(&tried)),
        }
        tell(&tried.troubles);
        let place = tried.steps.len();
        let input = word.get(place).map_or("", |&input| inputs.text(input));
        match &tried.failure {
            None => Ok(Exit::Done),
            Some(failure) => {
                Err(Failure::failed(format!("step {} (`{input}`) could not be run: {failure}", place + 1)))
            }
        }
    })
}

fn as_table(tried: &Tried) -> String {
    let width = tried.steps.iter().map(|step| step.input.text().chars().count()).max().unwrap_or(0);
    let mut table = String::new();
    for (index, Step { input, output, evidence }) in tried.steps.iter().enumerate() {
        let has_time = tried.steps.iter().any(|step| step.evidence != Evidence::default());
        let time = if has_time { format!("  {:.1} ms", evidence.ms) } else { String::new() };
        let reason = evidence.reason.as_deref().map(|reason| format!("  ({})", one_line(reason))).unwrap_or_default();
        let used = evidence.used.as_deref().map(|used| format!("  by {used}")).unwrap_or_default();
        let silence = evidence.silence.map(silence_text).unwrap_or_default();
        let returned = unshown_value(evidence, output.text()).unwrap_or_default();
        let values = values_text(evidence);
        let origin = evidence.origin.as_ref().map(|origin| format!("  from {origin}")).unwrap_or_default();
        table.push_str(&format!(
            "{:>3}  {input:<width$}  {output}{silence}{returned}{reason}{origin}{used}{values}{time}\n",
            index + 1
        ));
    }
    for late in &tried.late {
        table.push_str(&format!("late: {} after `{}`\n", late.output, late.word.join(" ")));
    }
    table
}

/// Why silence is not exact although the clock is virtual.
fn silence_text(silence: Silence) -> &'static str {
    match silence {
        Silence::Horizon => "  (at the horizon)",
        Silence::Timed => "  (timed)",
    }
}

/// What a call returned, unless it returned nothing or its output says it already.
fn unshown_value(evidence: &Evidence, output: &str) -> Option<String> {
    let returned = evidence.returned.as_deref().filter(|&returned| returned != "null" && returned != output);
    returned.map(|returned| format!("  (returned {returned})"))
}

/// The named values that a step tells.
fn values_text(evidence: &Evidence) -> String {
    let values: Vec<String> = evidence.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if values.is_empty() { String::new() } else { format!("  ({})", values.join(", ")) }
}

fn as_json(tried: &Tried) -> String {
    let step = |step: &Step| {
        let Evidence { reason, used, silence, origin, returned, ms, values, .. } = &step.evidence;
        let mut told = json!({
            "input": step.input.text(), "output": step.output.text(), "reason": reason, "used": used, "returned": returned,
            "ms": ms,
        });
        if let Some(silence) = silence {
            told["silence"] = json!(silence);
        }
        if let Some(origin) = origin {
            told["origin"] = json!(origin);
        }
        if !values.is_empty() {
            told["values"] = json!(values);
        }
        told
    };
    let steps: Vec<_> = tried.steps.iter().map(step).collect();
    format!("{}\n", json!({"steps": steps, "late": tried.late}))
}

/// How many characters of a reason are shown.
const LONGEST_REASON: usize = 200;

/// Checks a case before it is learned; exit code 1 if a check failed.
pub fn doctor(arguments: &DoctorArguments, given: &Given) -> Result<Exit, Failure> {
    let mut case = arguments.setting.case(&arguments.system)?;
    case.system.copies = arguments.copies.unwrap_or(case.system.copies);
    // Its words are made of calls, whatever is learned of them.
    case.learning.model = Some(ModelKind::Machine);
    with_hooks(&case, || {
        let mut opened = open::system(&case, given, true)?;
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
        let examination = opened.task.examine(&case, &mut *opened.system, &DoctorOptions::default(), &mut tell);
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
fn step_text(step: &Step) -> String {
    let reason = step.reason().map(|reason| format!(" ({})", reason_text(reason)));
    format!("{}/{}{}", step.input, step.output, reason.unwrap_or_default())
}

/// A reason on one line, and not all of a long one.
fn reason_text(reason: &str) -> String {
    cut(&one_line(reason), LONGEST_REASON).into_owned()
}

fn closing_text(examination: &Examination) -> String {
    let (words, symbols) = (counted(examination.executed, "word"), counted(examination.symbols, "symbol"));
    let mut text = format!("{words}, {symbols} executed\n");
    if let Some(quiescence) = examination.suggested_quiescence_ms {
        text.push_str(&format!("suggested: [timing] quiescence_ms = {quiescence}\n"));
    }
    text
}
