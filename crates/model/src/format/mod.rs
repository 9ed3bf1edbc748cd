//! File formats: our own JSON with evidence, DOT in the dialects of the field, and Mermaid for documents.

pub(crate) mod dot;
mod dot_syntax;
pub(crate) mod json;
pub(crate) mod mermaid;

use std::fmt;
use std::path::Path;

pub use dot::{read_dot, write_dot, write_interface_dot};
pub use json::{read_json, write_json};
pub use mermaid::{TooLargeForMermaid, write_interface_mermaid, write_mermaid};

use crate::guarded::{GUARDED_FORMAT, GuardedModel, read_guarded_json, write_guarded_json};
use crate::learned::Learned;
use crate::register::{REGISTER_FORMAT, RegisterAutomaton, read_register_json, read_register_xml, write_register_json};

/// What is wrong with a file, and where.
///
/// ```
/// let error = typestar_model::read_dot("digraph {\n  a -> }").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 8: expected a name, found '}'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The line, from 1; 0 when the text is well formed and its meaning is wrong as a whole.
    pub line: usize,
    /// The column in characters, from 1; 0 together with the line.
    pub column: usize,
    /// What is wrong and what to do about it.
    pub message: String,
}

impl FormatError {
    /// An error without a place: the message itself has to name the entry.
    pub(crate) fn general(message: impl Into<String>) -> Self {
        Self { line: 0, column: 0, message: message.into() }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}, column {}: ", self.line, self.column)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for FormatError {}

/// A model of any kind that a file can hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    /// A machine with its evidence.
    Machine(Learned),
    /// A register automaton.
    Registers(RegisterAutomaton),
    /// A guarded model.
    Guarded(GuardedModel),
}

impl Model {
    /// The model as JSON, with its evidence.
    pub fn to_json(&self) -> String {
        match self {
            Self::Machine(learned) => write_json(learned),
            Self::Registers(automaton) => write_register_json(automaton),
            Self::Guarded(model) => write_guarded_json(model),
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
        other => Err(FormatError::general(format!("this is {}, and a machine is needed", other.kind()))),
    }
}

/// What some editors put before the text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A machine is held as a table; a file must not make us reserve more than this many cells.
const LARGEST_TABLE: usize = 1 << 26;

/// Refuses a machine that would not fit, before anything is reserved.
fn check_size(states: usize, inputs: usize) -> Result<(), String> {
    if states.saturating_mul(inputs) > LARGEST_TABLE {
        return Err(format!("{states} states with {inputs} inputs are too many: at most {LARGEST_TABLE} transitions"));
    }
    Ok(())
}
