//! File formats of machines: our own JSON with evidence, DOT in the dialects of the field, and Mermaid for documents.
//!
//! ```text
//! JSON      read and written   everything, with evidence; the file of record
//! DOT       read and written   the machine alone; what LearnLib, AALpy and Graphviz use
//! Mermaid   written            a picture in a README file
//! rule      read               DOT that says which inputs may come next
//! ```

mod dot;
mod dot_syntax;
mod json;
mod mermaid;
mod rule;

pub use dot::{read_dot, write_dot, write_interface_dot};
pub use json::{read_json, write_json};
pub use mermaid::{write_interface_mermaid, write_mermaid};
pub use rule::TraceRule;
