//! From what the user typed to a case, a system, a model.

use std::collections::BTreeSet;
use std::path::Path;

use typestar_model::{ERROR, Inputs, Learned, Mealy, WAIT, read_model, with_errors, with_inputs};
use typestar_query::{Case, System, SystemError, Target};
use typestar_system::{Process, ProcessOptions, Simulated};

use crate::exit::Failure;
use crate::signals;
use crate::terminal::{counted, say};

/// A system that is ready to be asked.
pub struct Opened {
    /// The system.
    pub system: Box<dyn System>,
    /// The true machine, if it is simulated.
    pub truth: Option<Mealy>,
    /// What the adapter says of itself, if there is one.
    pub greeting: String,
}

/// The case that a locator (`sim:FILE`) or the path of a case file names.
pub fn case(system: &str, errors: &[String]) -> Result<Case, Failure> {
    let mut case = match system.strip_prefix("sim:") {
        Some(file) => Case::of_model(Path::new(file)),
        None if is_model(Path::new(system)) => {
            return Err(Failure::usage(format!("{system} is a model, no case file: did you mean sim:{system}?")));
        }
        None if Path::new(system).is_dir() => return Err(folder_for_case(system)),
        None => Case::load(Path::new(system))?,
    };
    case.outputs.errors.extend(errors.iter().cloned());
    Ok(case)
}

/// What to say to a user who names a folder instead of a case file.
fn folder_for_case(name: &str) -> Failure {
    let is_run = ["journal.db", "model.json"].iter().any(|file| Path::new(name).join(file).exists());
    Failure::usage(match is_run {
        true => format!(
            "{name} is a run folder, no case file: name the case file that it was made from, or look at it with typestar show {name}"
        ),
        false => {
            format!("{name} is a folder, no case file: name a case file, for example one that typestar init writes")
        }
    })
}

/// Whether the name of a file is that of a model.
pub fn is_model(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "dot" || extension == "json")
}

/// Starts the adapter or reads the machine.
pub fn system(case: &Case) -> Result<Opened, Failure> {
    opened(case, false)
}

/// The same with an adapter that tells what calls return, also where that is no output.
pub fn telling_system(case: &Case) -> Result<Opened, Failure> {
    opened(case, true)
}

fn opened(case: &Case, tell_returned: bool) -> Result<Opened, Failure> {
    let opened = match &case.system.target {
        Target::Model(file) => simulated(case, file)?,
        Target::Command(_) => {
            let mut options = ProcessOptions::of_case(case).expect("the case names a command");
            options.settings.tell_returned = tell_returned;
            options.interrupt = signals::interrupt();
            let process = Process::start(options).map_err(|error| unknown_inputs(case, error))?;
            let handshake = process.handshake();
            let version = if handshake.version.is_empty() { String::new() } else { format!(" {}", handshake.version) };
            let (name, inputs) = (&handshake.name, &handshake.inputs);
            let greeting = format!(
                "adapter {name}{version} with {}: {}",
                counted(inputs.len() as u64, "input"),
                inputs.join(", ")
            );
            Opened { system: Box::new(process), truth: None, greeting }
        }
    };
    case.check_inputs(opened.system.inputs())?;
    Ok(opened)
}

/// Points at the place in the case file that names an input which the adapter does not have.
fn unknown_inputs(case: &Case, error: SystemError) -> Failure {
    let SystemError::UnknownInputs { message, known } = error else { return error.into() };
    let abstract_names = case.inputs.alternatives.keys().map(String::as_str);
    let names: Inputs = known.iter().map(String::as_str).chain(abstract_names).chain([WAIT]).collect();
    case.check_inputs(&names).map_or_else(
        |place| Failure::usage(format!("{}\n{message}", place.to_string().trim_end())),
        |()| Failure::usage(&message),
    )
}

fn simulated(case: &Case, file: &Path) -> Result<Opened, Failure> {
    let machine = model_file(file)?.machine;
    case.check_inputs(machine.inputs())?;
    if let Some(unknown) = case.outputs.errors.iter().find(|name| machine.outputs().get(name).is_none()) {
        let has = machine.outputs().names().join(", ");
        return Err(Failure::usage(format!("{} has no output `{unknown}`; it has {has}", file.display())));
    }
    let machine = match case.inputs.callins.is_empty() {
        true => machine,
        false => {
            let wait = (case.inputs.wait && machine.inputs().get(WAIT).is_some()).then_some(WAIT);
            let inputs: Inputs = case.inputs.callins.iter().map(String::as_str).chain(wait).collect();
            let has = machine.inputs().names().join(", ");
            with_inputs(&machine, &inputs).ok_or_else(|| {
                Failure::usage(format!("{} does not have all inputs of the case file; it has {has}", file.display()))
            })?
        }
    };
    let system = Simulated::new(&case.system.name, &machine, &case.outputs.errors);
    let truth = Some(system.machine().clone());
    let greeting = format!("simulated machine with {}", counted(system.machine().len() as u64, "state"));
    Ok(Opened { system: Box::new(system), truth, greeting })
}

/// The model in a run folder, in a file, or behind a `sim:` locator.
pub fn model(name: &str) -> Result<Learned, Failure> {
    let path = Path::new(name.strip_prefix("sim:").unwrap_or(name));
    if !path.is_dir() {
        return model_file(path);
    }
    let file = path.join("model.json");
    match file.exists() {
        true => model_file(&file),
        false => Err(Failure::usage(format!(
            "{} holds no model yet: run typestar learn first, or wait a moment if it runs",
            path.display()
        ))),
    }
}

fn model_file(file: &Path) -> Result<Learned, Failure> {
    if file.extension().is_some_and(|extension| extension == "toml") {
        let message = format!("{} is a case file: learn it first, then name its run folder", file.display());
        return Err(Failure::usage(message));
    }
    if file.is_dir() {
        let message = format!("{} is a folder: name the model in it, such as {0}/model.json", file.display());
        return Err(Failure::usage(message));
    }
    let text = std::fs::read_to_string(file).map_err(|error| Failure::unreadable(file, &error))?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    read_model(&text, &name).map_err(|error| Failure::format(file, &error))
}

/// A machine in which the named outputs mean error.
pub fn machine_with_errors(learned: Learned, errors: &[String]) -> Mealy {
    if errors.is_empty() { learned.machine } else { with_errors(&learned.machine, errors) }
}

/// Refuses the name of an error that no machine has, because that is a mistake in writing.
pub fn check_errors(errors: &[String], machines: &[&Mealy]) -> Result<(), Failure> {
    let is_known = |name: &str| name == ERROR || machines.iter().any(|machine| machine.outputs().get(name).is_some());
    let Some(unknown) = errors.iter().find(|name| !is_known(name)) else { return Ok(()) };
    let names: BTreeSet<&str> =
        machines.iter().flat_map(|machine| machine.outputs().names()).map(String::as_str).collect();
    let names: Vec<&str> = names.into_iter().collect();
    Err(Failure::usage(format!("--errors {unknown}: there is no output `{unknown}`, only {}", names.join(", "))))
}

/// Says that the model of this name is only a part of the truth, if its run did not come to its end.
pub fn tell_if_partial(name: &str, learned: &Learned) {
    if !learned.finished {
        say(&format!("note: a partial model in {name}: the run that made it goes on, or did not come to its end"));
    }
}
