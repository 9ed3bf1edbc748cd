//! What the file formats of all kinds of model share: errors with a place, and limits.
//!
//! Each kind of model has its formats in its own module. What is here is used by all of them, so that they look
//! the same: how JSON is laid out, how DOT quotes, how Mermaid escapes, and how an error names its place.

pub(crate) mod dot;
pub(crate) mod json;
pub(crate) mod mermaid;

use std::fmt;

pub use mermaid::TooLargeForMermaid;

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

/// A text that names no place is an error as a whole.
impl From<String> for FormatError {
    fn from(message: String) -> Self {
        Self::general(message)
    }
}

/// What is read of, or checked in, the entries of a list. What is wrong with one of them is said with its place.
pub(crate) fn each<E, T, C: FromIterator<T>>(
    list: &str,
    entries: impl IntoIterator<Item = E>,
    mut read: impl FnMut(E) -> Result<T, String>,
) -> Result<C, String> {
    let place = |(index, entry)| read(entry).map_err(|message| format!("{list}[{index}]: {message}"));
    entries.into_iter().enumerate().map(place).collect()
}

/// What some editors put before the text.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// A machine is held as a table; a file must not make us reserve more than this many cells.
const LARGEST_TABLE: usize = 1 << 26;

/// Refuses a machine that would not fit, before anything is reserved.
///
/// The number of states is known from a few bytes of the file, and the table is as large as states times inputs.
pub(crate) fn check_size(states: usize, inputs: usize) -> Result<(), String> {
    if states.saturating_mul(inputs) > LARGEST_TABLE {
        return Err(format!(
            "too large: {states} states with {inputs} inputs (the limit is {LARGEST_TABLE} \
                            transitions)"
        ));
    }
    Ok(())
}
