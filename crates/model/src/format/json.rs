//! What the JSON of every kind of model shares: how it is laid out, and that a file says its format and version.
//!
//! A model file is for programs and for people who compare versions. So it is laid out by hand: a line for each
//! field, and in long lists a line for each entry. A diff then shows the transitions that changed.
//!
//! ```text
//! {
//!   "format": "typestar-model",
//!   "version": 1,
//!   "states": [
//!     {"name":"Start","access":[]},
//!     {"name":"start","access":["start"]}
//!   ]
//! }
//! ```

use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{BYTE_ORDER_MARK, FormatError};

/// What is read first, to tell a file of another kind or version from a broken one.
///
/// Unknown fields are allowed here alone.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}

/// A model file, written field by field into one piece of memory: models may be large.
pub(crate) struct Written(Vec<u8>);

impl Written {
    /// A file that begins with its format and version.
    pub(crate) fn new(format: &str, version: u32) -> Self {
        let mut written = Self(b"{".to_vec());
        written.field("format", format);
        written.field("version", &version);
        written
    }

    /// A value in one line.
    pub(crate) fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        self.name(name);
        self.value(value);
    }

    /// A list with a line for each entry.
    pub(crate) fn lines<T: Serialize>(&mut self, name: &str, entries: impl IntoIterator<Item = T>) {
        self.name(name);
        self.0.push(b'[');
        let start = self.0.len();
        for entry in entries {
            self.begin_line(start, "    ");
            self.value(&entry);
        }
        if self.0.len() > start {
            self.0.extend(b"\n  ");
        }
        self.0.push(b']');
    }

    /// The whole file.
    pub(crate) fn end(mut self) -> String {
        self.0.extend(b"\n}\n");
        String::from_utf8(self.0).expect("JSON is text")
    }

    fn name(&mut self, name: &str) {
        self.begin_line(1, "  ");
        self.value(name);
        self.0.extend(b": ");
    }

    /// Begins a line, with a comma before it if something was written since `start`.
    fn begin_line(&mut self, start: usize, indent: &str) {
        if self.0.len() > start {
            self.0.push(b',');
        }
        self.0.push(b'\n');
        self.0.extend(indent.as_bytes());
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) {
        serde_json::to_writer(&mut self.0, value).expect("names and numbers can always be written");
    }
}

/// Whether a file says that it is of this format.
///
/// A broken file has none: whoever reads it then says what is wrong with it.
pub(crate) fn has_format(text: &str, format: &str) -> bool {
    serde_json::from_str::<Header>(text).is_ok_and(|header| header.format == format)
}

/// The content of a file, which may have something before it, if it is of this format and version.
pub(crate) fn read<T: DeserializeOwned>(text: &str, format: &str, version: u32) -> Result<T, FormatError> {
    read_since(text, format, version..=version)
}

/// The content of a file of this format, if it is of one of these versions.
pub(crate) fn read_since<T: DeserializeOwned>(
    text: &str,
    format: &str,
    versions: RangeInclusive<u32>,
) -> Result<T, FormatError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let header: Header = serde_json::from_str(text).map_err(syntax_error)?;
    if header.format != format {
        return Err(format!("the format is {:?}: expected {format:?}", header.format).into());
    }
    if !versions.contains(&header.version) {
        let (found, last) = (header.version, versions.end());
        let known = if versions.start() == last { format!("version {last}") } else { format!("versions up to {last}") };
        let message = format!("version {found} of the model format is not supported: this program reads {known}");
        return Err(message.into());
    }
    serde_json::from_str(text).map_err(syntax_error)
}

/// What the reader of JSON complains about, with its place.
fn syntax_error(error: serde_json::Error) -> FormatError {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let message = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message).to_owned();
    FormatError { line, column: if line > 0 { column.max(1) } else { 0 }, message }
}
