//! From a case to a system: the one place that opens what a case names, and decides what is learned of it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use typestar_model::guarded::OfferedMethod;
use typestar_model::register::RegisterAutomaton;
use typestar_model::{Inputs, Learned, Model, WAIT, counted, some_names};
use typestar_protocol::Integers;
use typestar_query::{
    Blame, Case, CaseError, Copies, Data, DataError, Given, LocatorError, Note, System, SystemError, Target, Task,
    TaskError, inputs_of, simulated_model,
};

use crate::{AndroidError, JavaError, Process, ProcessOptions, Simulated, SimulatedAutomaton, Subject};

/// A system that is ready to be asked, and what is learned of it.
pub struct Opened {
    /// The system.
    pub system: Box<dyn System>,
    /// What is learned of it.
    pub task: Task,
    /// The model itself, if it is simulated.
    pub truth: Option<Model>,
    /// What it says of itself, for people.
    pub greeting: String,
    /// What the user should know.
    pub notes: Vec<Note>,
}

/// How a system is opened.
#[derive(Clone, Debug, Default)]
pub struct OpenOptions {
    /// What was typed: what is not for the kind of model is refused before anything is started.
    pub given: Given,
    /// Whether an adapter tells what calls return, also where that is no output.
    pub tell_returned: bool,
    /// Set from elsewhere when the user wants the end.
    pub interrupt: Arc<AtomicBool>,
}

/// Why a system cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Its model cannot be used.
    #[error(transparent)]
    Locator(#[from] LocatorError),
    /// The case file is wrong.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// Its data do not fit.
    #[error(transparent)]
    Data(#[from] DataError),
    /// It cannot be learned as the user wants it.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// Nothing can be started on a virtual machine.
    #[error(transparent)]
    Java(#[from] JavaError),
    /// The Android framework is not there.
    #[error(transparent)]
    Android(#[from] AndroidError),
    /// The case names inputs that the system does not have.
    #[error("{0}")]
    UnknownInputs(String),
    /// It did not start.
    #[error(transparent)]
    System(#[from] SystemError),
}

impl Blame for OpenError {
    fn is_mistake(&self) -> bool {
        match self {
            Self::Locator(error) => error.is_mistake(),
            Self::Case(error) => error.is_mistake(),
            Self::Data(error) => error.is_mistake(),
            Self::Task(error) => error.is_mistake(),
            Self::Java(error) => error.is_mistake(),
            Self::Android(error) => error.is_mistake(),
            Self::UnknownInputs(_) => true,
            Self::System(error) => error.is_mistake(),
        }
    }
}

/// Reads the model that a case names, or starts its adapter.
pub fn open(case: &Case, options: &OpenOptions) -> Result<Opened, OpenError> {
    let opened = match &case.system.target {
        Target::Model(file) => simulated(case, file, &options.given)?,
        Target::Command(_) | Target::Java(_) | Target::Android(_) => started(case, options)?,
    };
    case.check_inputs(&inputs_of(case, &*opened.system))?;
    Ok(opened)
}

fn started(case: &Case, options: &OpenOptions) -> Result<Opened, OpenError> {
    let task = Task::of_case(case)?;
    task.refuse(case, &options.given)?;
    let mut process = process_options(case, options.tell_returned || matches!(task, Task::Guarded))?;
    process.settings.tell_returned = options.tell_returned || matches!(task, Task::Guarded);
    process.interrupt = Arc::clone(&options.interrupt);
    let first = Process::start(process.clone()).map_err(|error| unknown_inputs(case, error))?;
    let handshake = first.handshake();
    check_arguments(case, &handshake.methods)?;
    let task = match handshake.integers {
        Some(Integers { min, max }) => task.carried(min, max)?,
        None => task,
    };
    let is_worth_a_note = case.inputs.callins.is_empty() && !handshake.left_out.is_empty();
    let notes = is_worth_a_note.then(|| Note::MethodsLeftOut(handshake.left_out.clone())).into_iter().collect();
    let version = if handshake.version.is_empty() { String::new() } else { format!(" {}", handshake.version) };
    let (name, inputs) = (&handshake.name, &handshake.inputs);
    let who = match &process.subject {
        Subject::Adapter => format!("adapter {name}{version}"),
        Subject::Class(name) => format!("class {name}{version}"),
        Subject::Driver(name) => format!("driver {name}{version}"),
    };
    let greeting = format!("{who} with {}: {}", counted(inputs.len(), "input"), some_names(inputs));
    Ok(Opened { system: copied(first, process, case.system.copies), task, truth: None, greeting, notes })
}

/// Refuses what the user gives for parameters that are not there, or that do not take it.
fn check_arguments(case: &Case, methods: &[OfferedMethod]) -> Result<(), OpenError> {
    let Err(error) = case.check_arguments(methods) else { return Ok(()) };
    match error.problems().iter().find(|problem| problem.span.is_empty()) {
        Some(typed) => Err(OpenError::UnknownInputs(format!("--argument: {}: {}", typed.message, typed.advice))),
        None => Err(error.into()),
    }
}

/// How the adapter is started. What fields a class has is told where somebody looks at it.
fn process_options(case: &Case, with_snapshots: bool) -> Result<ProcessOptions, OpenError> {
    let of_class = match ProcessOptions::of_android(case)? {
        None => ProcessOptions::of_java(case, with_snapshots)?,
        of_android => of_android,
    };
    Ok(of_class.or_else(|| ProcessOptions::of_case(case)).expect("the case names a command or a class"))
}

/// As many copies of an adapter as the case wants, of which this is the first.
fn copied(first: Process, options: ProcessOptions, copies: usize) -> Box<dyn System> {
    if copies == 1 {
        return Box::new(first);
    }
    let start = move |copy| -> Result<Box<dyn System>, SystemError> {
        Ok(Box::new(Process::start(ProcessOptions { copy, ..options.clone() })?))
    };
    Box::new(Copies::new(Box::new(first), copies, start))
}

/// Points at the place in the case file that names an input which the adapter does not have.
fn unknown_inputs(case: &Case, error: SystemError) -> OpenError {
    let (message, known) = match error {
        SystemError::UnknownInputs { message, known } => (message, known),
        SystemError::Failed(text) => {
            return case.blamed_argument(&text).map_or(SystemError::Failed(text).into(), Into::into);
        }
        other => return other.into(),
    };
    let abstract_names = case.inputs.alternatives.keys().map(String::as_str);
    let names: Inputs = known.iter().map(String::as_str).chain(abstract_names).chain([WAIT]).collect();
    OpenError::UnknownInputs(match case.check_inputs(&names) {
        Err(place) => format!("{}\n{message}", place.to_string().trim_end()),
        Ok(()) => message,
    })
}

fn simulated(case: &Case, file: &Path, given: &Given) -> Result<Opened, OpenError> {
    match simulated_model(case, file)? {
        Model::Machine(learned) => {
            Task::Machine.refuse(case, given)?;
            Ok(simulated_machine(case, &learned))
        }
        Model::Registers(automaton) => {
            let task = Task::Registers(Data::of_automaton(case, &automaton)?);
            task.refuse(case, given)?;
            Ok(simulated_automaton(case, task, automaton))
        }
        Model::Guarded(_) => Err(LocatorError::GuardedForSystem(file.to_owned()).into()),
    }
}

fn simulated_machine(case: &Case, learned: &Learned) -> Opened {
    let name = &case.system.name;
    let system = Simulated::new(name, &learned.machine, &case.outputs.errors);
    let truth = Some(Model::Machine(Learned::imported(name, system.machine().clone())));
    let greeting = format!("simulated machine with {}", counted(system.machine().len(), "state"));
    Opened { system: Box::new(system), task: Task::Machine, truth, greeting, notes: Vec::new() }
}

fn simulated_automaton(case: &Case, task: Task, automaton: RegisterAutomaton) -> Opened {
    let greeting = format!("simulated register automaton with {}", counted(automaton.locations.len(), "location"));
    let system = SimulatedAutomaton::ending_with(automaton, &case.outputs.errors);
    let truth = Some(Model::Registers(system.automaton().clone()));
    Opened { system: Box::new(system), task, truth, greeting, notes: Vec::new() }
}
