//! File formats: our own JSON with evidence, DOT in the dialects of the field, and Mermaid for documents.

pub(crate) mod dot;
mod dot_syntax;
pub(crate) mod json;
mod mermaid;

use std::fmt;
use std::path::Path;

pub use dot::{read_dot, write_dot, write_interface_dot};
pub use json::{read_json, write_json};
pub use mermaid::{TooLargeForMermaid, write_interface_mermaid, write_mermaid};

use crate::learned::Learned;

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

/// Reads a model in whichever format it is written: JSON if it starts with a brace, DOT otherwise.
///
/// DOT has no name for the system; the file name without folder and ending stands in.
///
/// ```
/// let text = "digraph { closed -> open [label=\"push / ok\"] }";
/// let learned = typestar_model::read_model(text, "models/door.dot").unwrap();
/// assert_eq!((learned.system.as_str(), learned.machine.len()), ("door", 2));
/// ```
pub fn read_model(text: &str, file_name: &str) -> Result<Learned, FormatError> {
    if text.trim_start_matches(BYTE_ORDER_MARK).trim_start().starts_with('{') {
        return read_json(text);
    }
    let system = Path::new(file_name).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    Ok(Learned::imported(&system, read_dot(text)?))
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
