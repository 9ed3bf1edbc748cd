//! A model of any kind, and how one is read from a file.
//!
//! There are three kinds, and each is the best form for some systems:
//!
//! ```text
//! kind                 what decides the answer        file names itself
//! machine              the calls so far               typestar-model
//! register automaton   calls, and values given        typestar-register-automaton
//! guarded model        fields of the object           typestar-guarded-model
//! ```
//!
//! Commands that take a file take any kind, and ask it what it can do. What a kind cannot do is refused by
//! name, with what to do instead; nothing is converted silently.

use std::path::Path;

use crate::format::{BYTE_ORDER_MARK, FormatError, TooLargeForMermaid, json};
use crate::guarded::{
    GUARDED_FORMAT, GuardedModel, read_guarded_json, write_guarded_dot, write_guarded_json, write_guarded_mermaid,
};
use crate::mealy::{
    Form, Learned, interface_automaton, read_dot, read_json, write_dot, write_interface_dot, write_interface_mermaid,
    write_json, write_mermaid,
};
use crate::register::{
    REGISTER_FORMAT, RegisterAutomaton, read_register_json, read_register_xml, write_register_dot, write_register_json,
    write_register_mermaid, write_register_xml,
};

/// A model of any kind that a file can hold.
///
/// Matches on it are written out, without a catch-all: a new kind shall not be forgotten anywhere.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    /// A machine with its evidence.
    Machine(Learned),
    /// A register automaton.
    Registers(RegisterAutomaton),
    /// A guarded model.
    Guarded(GuardedModel),
}

/// What can be said of a model, and how it is written, whatever its kind.
///
/// ```
/// use typestar_model::{Form, read_any_model};
/// let model = read_any_model("digraph { closed -> open [label=\"push / ok\"] }", "door.dot").unwrap();
/// assert_eq!((model.kind(), model.system(), model.size()), ("a machine", "door", (2, "state")));
/// assert!(model.to_mermaid(Some(Form::Mealy)).unwrap().contains("s0 --> s1 : push / ok\n"));
/// let refused = model.to_xml().unwrap_err();
/// assert_eq!(refused.to_string(), "--format xml is for register automata, but this is a machine: use dot or json");
/// ```
impl Model {
    /// The model as JSON, with its evidence.
    pub fn to_json(&self) -> String {
        match self {
            Self::Machine(learned) => write_json(learned),
            Self::Registers(automaton) => write_register_json(automaton),
            Self::Guarded(model) => write_guarded_json(model),
        }
    }

    /// The model in DOT: a machine in the form that other tools read, if no other is wanted; a drawing of the others.
    pub fn to_dot(&self, form: Option<Form>) -> String {
        match self {
            Self::Machine(Learned { machine, system, .. }) => match form {
                Some(Form::Interface) => write_interface_dot(&interface_automaton(machine), system),
                Some(Form::Mealy) | None => write_dot(machine, system),
            },
            Self::Registers(automaton) => write_register_dot(automaton),
            Self::Guarded(model) => write_guarded_dot(model),
        }
    }

    /// The model as a Mermaid diagram: a machine in the form that suits it, if no other is wanted.
    pub fn to_mermaid(&self, form: Option<Form>) -> Result<String, TooLargeForMermaid> {
        match self {
            Self::Machine(Learned { machine, .. }) => match form.unwrap_or_else(|| Form::suiting(machine)) {
                Form::Interface => write_interface_mermaid(&interface_automaton(machine)),
                Form::Mealy => write_mermaid(machine),
            },
            Self::Registers(automaton) => write_register_mermaid(automaton),
            Self::Guarded(model) => write_guarded_mermaid(model),
        }
    }

    /// The model in the XML of RALib, which holds register automata.
    pub fn to_xml(&self) -> Result<String, FormatError> {
        match self {
            Self::Registers(automaton) => write_register_xml(automaton),
            Self::Machine(_) | Self::Guarded(_) => {
                Err(self.refusal("--format xml is for register automata", "use dot or json"))
            }
        }
    }

    /// Why something is refused that is for another kind of model: what it is, and what to do instead.
    pub fn refusal(&self, what: &str, instead: &str) -> FormatError {
        FormatError::general(format!("{what}, but this is {}: {instead}", self.kind()))
    }

    /// The name of the system.
    pub fn system(&self) -> &str {
        match self {
            Self::Machine(learned) => &learned.system,
            Self::Registers(automaton) => &automaton.name,
            Self::Guarded(model) => &model.system,
        }
    }

    /// How large it is, and what is counted: `(13, "state")`. The sink of errors of a machine counts.
    ///
    /// ```
    /// use typestar_model::{Model, register::families::fifo};
    /// let queue = Model::Registers(fifo(3));
    /// assert_eq!((queue.size(), queue.kind(), queue.can_be_simulated()), ((4, "location"), "a register automaton", true));
    /// ```
    pub fn size(&self) -> (usize, &'static str) {
        match self {
            Self::Machine(learned) => (learned.machine.len(), "state"),
            Self::Registers(automaton) => (automaton.locations.len(), "location"),
            Self::Guarded(model) => (model.states, "state"),
        }
    }

    /// Whether the run that made it came to its end.
    pub fn is_finished(&self) -> bool {
        match self {
            Self::Machine(learned) => learned.finished,
            Self::Registers(automaton) => automaton.finished,
            Self::Guarded(model) => model.finished,
        }
    }

    /// Whether it says what is answered, so that it can stand in for its system.
    ///
    /// A guarded model knows whether a call succeeds, and not what it returns.
    pub fn can_be_simulated(&self) -> bool {
        match self {
            Self::Machine(_) | Self::Registers(_) => true,
            Self::Guarded(_) => false,
        }
    }

    /// What is said of a model that a stand-in for the real code decided; only machines know who made their outputs.
    pub fn imitation(&self) -> Option<String> {
        match self {
            Self::Machine(learned) => learned.origins.imitation(),
            Self::Registers(_) | Self::Guarded(_) => None,
        }
    }

    /// What kind of model it is, for messages: `a machine`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Machine(_) => "a machine",
            Self::Registers(_) => "a register automaton",
            Self::Guarded(_) => "a guarded model",
        }
    }
}

/// Reads a model of any kind in whichever format it is written: JSON, which names its kind, if it starts with a brace, the
/// XML of RALib if it starts with `<`, DOT otherwise.
///
/// DOT and XML have no name for the system; the file name without folder and ending stands in.
///
/// All kinds of JSON say their format and version first. So a file of a newer version is told apart from a
/// broken one.
///
/// ```
/// use typestar_model::{Model, read_any_model};
/// let text = "digraph { closed -> open [label=\"push / ok\"] }";
/// let Model::Machine(learned) = read_any_model(text, "models/door.dot").unwrap() else { panic!("a machine") };
/// assert_eq!((learned.system.as_str(), learned.machine.len()), ("door", 2));
/// ```
pub fn read_any_model(text: &str, file_name: &str) -> Result<Model, FormatError> {
    let stem = Path::new(file_name).file_stem();
    let name = stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    match text.trim_start().chars().next() {
        Some('{') if json::has_format(text, REGISTER_FORMAT) => read_register_json(text).map(Model::Registers),
        Some('{') if json::has_format(text, GUARDED_FORMAT) => read_guarded_json(text).map(Model::Guarded),
        Some('{') => read_json(text).map(Model::Machine),
        Some('<') => read_register_xml(text, &name).map(Model::Registers),
        _ => Ok(Model::Machine(Learned::imported(&name, read_dot(text)?))),
    }
}

/// Reads a machine in whichever format it is written: JSON if it starts with a brace, DOT otherwise.
///
/// ```
/// let text = "digraph { closed -> open [label=\"push / ok\"] }";
/// let learned = typestar_model::read_model(text, "models/door.dot").unwrap();
/// assert_eq!((learned.system.as_str(), learned.machine.len()), ("door", 2));
/// ```
pub fn read_model(text: &str, file_name: &str) -> Result<Learned, FormatError> {
    match read_any_model(text, file_name)? {
        Model::Machine(learned) => Ok(learned),
        other @ (Model::Registers(_) | Model::Guarded(_)) => {
            Err(FormatError::general(format!("this is {}, but a machine is needed", other.kind())))
        }
    }
}
