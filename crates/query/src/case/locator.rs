//! What the names that users give stand for: a case file, a model, a run folder, a machine behind `sim:`.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use typestar_model::register::RegisterAutomaton;
use typestar_model::{
    ERROR, FormatError, Inputs, Learned, Mealy, Model, WAIT, read_any_model, some_names, with_inputs,
};

use crate::case::drained::drained;
use crate::case::{Case, CaseError, EXAMPLE_CLASS, is_class_name};
use crate::folder::Folder;

/// Why a name does not stand for what is needed.
#[derive(Debug, thiserror::Error)]
pub enum LocatorError {
    /// No class can have this name.
    #[error(
        "`{0}` is not a class name: write it with its package, such as java:{EXAMPLE_CLASS}, and use --classpath to say \
         where it is"
    )]
    NoClassName(String),
    /// The case file is wrong.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// A model where a case file is needed.
    #[error("{0} is a model, not a case file: did you mean sim:{0}?")]
    ModelForCase(String),
    /// A run folder where a case file is needed.
    #[error("{0} is a run folder, not a case file: name its case file, or show it with typestar show {0}")]
    RunForCase(String),
    /// Another folder where a case file is needed.
    #[error("{0} is a folder, not a case file: name a case file, for example one that typestar init writes")]
    FolderForCase(String),
    /// A case file where a model is needed.
    #[error("{} is a case file: learn it first, then name its run folder", .0.display())]
    CaseForModel(PathBuf),
    /// Another model where a machine is needed.
    #[error("{} is {kind}, but a machine is needed here: only typestar show and compare accept both", file.display())]
    NotAMachine {
        /// The model.
        file: PathBuf,
        /// What it is.
        kind: &'static str,
    },
    /// A guarded model where a model is needed that answers.
    #[error(
        "{} is a guarded model, which cannot be simulated because it does not say what calls answer: name the system \
         itself, or show the model with typestar show",
        .0.display()
    )]
    GuardedForSystem(PathBuf),
    /// A case says of a register automaton what can be said of machines alone.
    #[error(
        "{} is a register automaton: leave out [inputs] callins, which are for machines",
        .0.display()
    )]
    OptionsOfMachines(PathBuf),
    /// A folder where the file of a model is needed.
    #[error("{} is a folder: name the model in it, such as {}/model.json", .0.display(), .0.display())]
    FolderForModel(PathBuf),
    /// A folder without a model.
    #[error("{} has no model yet: run typestar learn first, or wait a moment if it is running", .0.display())]
    NoModelYet(PathBuf),
    /// The file cannot be read.
    #[error("cannot read {}: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file is no model.
    #[error("error: {}\n --> {}{}", error.message, file.display(), place(error))]
    Format {
        /// The file.
        file: PathBuf,
        /// What is wrong, and where.
        error: FormatError,
    },
    /// The case declares an error that the machine never gives.
    #[error("{} has no output `{name}`; it has {}", file.display(), some_names(has))]
    UnknownError {
        /// The machine.
        file: PathBuf,
        /// The output that it does not have.
        name: String,
        /// Those that it has.
        has: Vec<String>,
    },
    /// The case declares an output with values as an error of an automaton.
    #[error(
        "{}: the output `{name}` has values, but only an output without values can end a word: remove it from \
         --errors and [outputs] errors",
        file.display()
    )]
    ErrorWithValues {
        /// The automaton.
        file: PathBuf,
        /// The output.
        name: String,
    },
    /// A name that should mean error is no output of any machine.
    #[error("--errors {name}: unknown output `{name}`; the model has {}", some_names(has))]
    NoSuchOutput {
        /// The name.
        name: String,
        /// All outputs.
        has: Vec<String>,
    },
    /// A register automaton answers as its file says.
    #[error("{} is a register automaton, which cannot be drained: remove `drain` of [purpose]", .0.display())]
    DrainedAutomaton(PathBuf),
    /// A call of the machine can never be drained.
    #[error(
        "{}: the callbacks after `{input}` never end, so it cannot be drained: remove `drain` of [purpose]",
        file.display()
    )]
    EndlessCallbacks {
        /// The machine.
        file: PathBuf,
        /// The callin.
        input: String,
    },
    /// The case names inputs that the machine does not have.
    #[error("{} does not have all inputs of the case file; it has {}", file.display(), some_names(has))]
    MissingInputs {
        /// The machine.
        file: PathBuf,
        /// The inputs that it has.
        has: Vec<String>,
    },
}

fn place(error: &FormatError) -> String {
    if error.line > 0 { format!(":{}:{}", error.line, error.column) } else { String::new() }
}

/// The case that a locator (`sim:FILE`, `java:CLASS`) or the path of a case file names, with further outputs that mean error.
pub fn case_at(name: &str, errors: &[String]) -> Result<Case, LocatorError> {
    let path = Path::new(name);
    let mut case = match (name.strip_prefix("sim:"), name.strip_prefix("java:")) {
        (Some(file), _) => Case::of_model(Path::new(file)),
        (_, Some(class)) if is_class_name(class) => Case::of_class(class),
        (_, Some(class)) => return Err(LocatorError::NoClassName(class.to_owned())),
        _ if is_machine(path) || ends_with(path, "xml") => return Err(LocatorError::ModelForCase(name.to_owned())),
        _ if Folder::is_run(path) => return Err(LocatorError::RunForCase(name.to_owned())),
        _ if path.is_dir() => return Err(LocatorError::FolderForCase(name.to_owned())),
        _ => Case::load(path)?,
    };
    case.outputs.errors.extend(errors.iter().cloned());
    Ok(case)
}

/// Whether the name of a file is that of a machine.
pub(crate) fn is_machine(path: &Path) -> bool {
    ends_with(path, "dot") || ends_with(path, "json")
}

fn ends_with(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension == ending)
}

/// The machine in a run folder, in a file, or behind a `sim:` locator.
pub fn model_at(name: &str) -> Result<Learned, LocatorError> {
    let file = file_of(name)?;
    match model_in(&file)? {
        Model::Machine(learned) => Ok(learned),
        other => Err(LocatorError::NotAMachine { file, kind: other.kind() }),
    }
}

/// The model there, of whichever kind.
pub fn any_model_at(name: &str) -> Result<Model, LocatorError> {
    model_in(&file_of(name)?)
}

/// The file of a model.
fn file_of(name: &str) -> Result<PathBuf, LocatorError> {
    let path = Path::new(name.strip_prefix("sim:").unwrap_or(name));
    if !path.is_dir() {
        return Ok(path.to_owned());
    }
    let file = path.join(Folder::MODEL);
    if file.exists() { Ok(file) } else { Err(LocatorError::NoModelYet(path.to_owned())) }
}

fn model_in(file: &Path) -> Result<Model, LocatorError> {
    if ends_with(file, "toml") {
        return Err(LocatorError::CaseForModel(file.to_owned()));
    }
    if file.is_dir() {
        return Err(LocatorError::FolderForModel(file.to_owned()));
    }
    let unreadable = |error| LocatorError::Unreadable { file: file.to_owned(), error };
    let text = std::fs::read_to_string(file).map_err(unreadable)?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    read_any_model(&text, &name).map_err(|error| LocatorError::Format { file: file.to_owned(), error })
}

/// Refuses the name of an error that no machine has, because that is a mistake in writing.
pub fn check_errors(errors: &[String], machines: &[&Mealy]) -> Result<(), LocatorError> {
    let has: BTreeSet<&String> = machines.iter().flat_map(|machine| machine.outputs().texts()).collect();
    match errors.iter().find(|name| *name != ERROR && !has.contains(name)) {
        Some(name) => Err(LocatorError::NoSuchOutput { name: name.clone(), has: has.into_iter().cloned().collect() }),
        None => Ok(()),
    }
}

/// The model in a file that is simulated. Of a machine only the inputs that the case wants are left.
pub fn simulated_model(case: &Case, file: &Path) -> Result<Model, LocatorError> {
    match model_in(file)? {
        Model::Machine(learned) => {
            let machine = wanted_of(case, file, learned.machine)?;
            Ok(Model::Machine(Learned { machine, witnesses: Vec::new(), ..learned }))
        }
        Model::Registers(_) if case.purpose.drain => Err(LocatorError::DrainedAutomaton(file.to_owned())),
        Model::Registers(_) if !case.inputs.callins.is_empty() => Err(LocatorError::OptionsOfMachines(file.to_owned())),
        Model::Registers(automaton) => {
            check_final_outputs(&case.outputs.errors, file, &automaton)?;
            Ok(Model::Registers(automaton))
        }
        Model::Guarded(_) => Err(LocatorError::GuardedForSystem(file.to_owned())),
    }
}

/// Refuses names that no output of an automaton has, and outputs with values: there would be one for each value.
pub fn check_final_outputs(names: &[String], file: &Path, automaton: &RegisterAutomaton) -> Result<(), LocatorError> {
    let outputs = &automaton.signature.outputs;
    for name in names {
        let file = file.to_owned();
        match outputs.iter().find(|output| output.name == *name) {
            None => {
                let has = outputs.iter().map(|output| output.name.clone()).collect();
                return Err(LocatorError::UnknownError { file, name: name.clone(), has });
            }
            Some(output) if !output.parameters.is_empty() => {
                return Err(LocatorError::ErrorWithValues { file, name: name.clone() });
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// A machine with the inputs that the case wants of it.
fn wanted_of(case: &Case, file: &Path, machine: Mealy) -> Result<Mealy, LocatorError> {
    let is_input = |name: &&String| !case.purpose.drain || *name != WAIT;
    case.check_inputs(&machine.inputs().texts().iter().filter(is_input).collect())?;
    if let Some(unknown) = case.outputs.errors.iter().find(|name| machine.outputs().get(name).is_none()) {
        let (name, has) = (unknown.clone(), machine.outputs().texts().to_vec());
        return Err(LocatorError::UnknownError { file: file.to_owned(), name, has });
    }
    let machine = with_wanted_inputs(case, file, machine)?;
    let endless = |input| LocatorError::EndlessCallbacks { file: file.to_owned(), input };
    if case.purpose.drain { drained(&machine, &case.outputs.errors).map_err(endless) } else { Ok(machine) }
}

fn with_wanted_inputs(case: &Case, file: &Path, machine: Mealy) -> Result<Mealy, LocatorError> {
    if case.inputs.callins.is_empty() {
        return Ok(machine);
    }
    let wait = ((case.inputs.wait || case.purpose.drain) && machine.inputs().get(WAIT).is_some()).then_some(WAIT);
    let inputs: Inputs = case.inputs.callins.iter().map(String::as_str).chain(wait).collect();
    let missing = || LocatorError::MissingInputs { file: file.to_owned(), has: machine.inputs().texts().to_vec() };
    with_inputs(&machine, &inputs).ok_or_else(missing)
}
