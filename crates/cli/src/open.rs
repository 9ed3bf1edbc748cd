//! From what the user typed to a system, a model.

use std::path::Path;

use typestar_model::register::RegisterAutomaton;
use typestar_model::{Inputs, Learned, Mealy, Model, WAIT, some_names};
use typestar_query::{
    Case, Copies, Data, LocatorError, ModelKind, Note, System, SystemError, Target, any_model_at, inputs_of, model_at,
    simulated_model,
};
use typestar_system::{Process, ProcessOptions, Simulated, SimulatedAutomaton};

use crate::exit::Failure;
use crate::signals;
use crate::terminal::{counted, tell};

/// A system that is ready to be asked.
pub struct Opened {
    /// The system.
    pub system: Box<dyn System>,
    /// The true machine, if it is simulated.
    pub truth: Option<Mealy>,
    /// The data of a system that has some.
    pub data: Option<Data>,
    /// The true automaton, if it is simulated.
    pub automaton: Option<RegisterAutomaton>,
    /// What the adapter says of itself, if there is one.
    pub greeting: String,
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
        Target::Command(_) | Target::Java(_) | Target::Android(_) => {
            let mut options = process_options(case, tell_returned)?;
            options.settings.tell_returned = tell_returned;
            options.interrupt = signals::interrupt();
            let process = Process::start(options.clone()).map_err(|error| unknown_inputs(case, error))?;
            let handshake = process.handshake();
            let is_worth_a_note = case.inputs.callins.is_empty() && !handshake.left_out.is_empty();
            tell(is_worth_a_note.then(|| Note::MethodsLeftOut(handshake.left_out.clone())));
            let version = if handshake.version.is_empty() { String::new() } else { format!(" {}", handshake.version) };
            let (name, inputs) = (&handshake.name, &handshake.inputs);
            let greeting = format!(
                "adapter {name}{version} with {}: {}",
                counted(inputs.len() as u64, "input"),
                some_names(inputs)
            );
            let system = copied(process, options, case.system.copies);
            Opened { system, truth: None, data: Data::of_case(case)?, automaton: None, greeting }
        }
    };
    case.check_inputs(&inputs_of(case, &*opened.system))?;
    Ok(opened)
}

/// How the adapter is started. What fields a class has is told where somebody looks at it.
fn process_options(case: &Case, is_looked_at: bool) -> Result<ProcessOptions, Failure> {
    let with_snapshots = is_looked_at || case.model_kind() == ModelKind::Guarded;
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
    let learned = match simulated_model(case, file)? {
        Model::Machine(learned) => learned,
        Model::Registers(automaton) => return simulated_automaton(case, automaton),
        Model::Guarded(_) => return Err(LocatorError::GuardedForSystem(file.to_owned()).into()),
    };
    let system = Simulated::new(&case.system.name, &learned.machine, &case.outputs.errors);
    let truth = Some(system.machine().clone());
    let greeting = format!("simulated machine with {}", counted(system.machine().len() as u64, "state"));
    Ok(Opened { system: Box::new(system), truth, data: None, automaton: None, greeting })
}

fn simulated_automaton(case: &Case, automaton: RegisterAutomaton) -> Result<Opened, Failure> {
    let data = Some(Data::of_automaton(case, &automaton)?);
    let locations = counted(automaton.locations.len() as u64, "location");
    let system = SimulatedAutomaton::ending_with(automaton, &case.outputs.errors);
    let automaton = system.automaton().clone();
    let greeting = format!("simulated register automaton with {locations}");
    Ok(Opened { system: Box::new(system), truth: None, data, automaton: Some(automaton), greeting })
}

/// The machine in a run folder, in a file, or behind a `sim:` locator. If it is only a part of the truth, the user is told.
pub fn model(name: &str) -> Result<Learned, Failure> {
    let learned = model_at(name)?;
    tell(Note::if_partial(name, learned.finished));
    Ok(learned)
}

/// The same for a model of whichever kind.
pub fn any_model(name: &str) -> Result<Model, Failure> {
    let model = any_model_at(name)?;
    tell(Note::if_partial(name, model.is_finished()));
    Ok(model)
}
