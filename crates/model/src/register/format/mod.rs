//! File formats of register automata.
//!
//! ```text
//! JSON      read and written   everything; made to be written by hand, too
//! XML       read and written   to exchange automata with RALib
//! DOT       written            a drawing
//! Mermaid   written            a drawing for a README file
//! ```
//!
//! A drawing cannot be read again. It says so in the file, and readers of machines refuse it.

mod dot;
mod json;
mod mermaid;
mod xml;
mod xml_writer;

pub use dot::write_register_dot;
pub(crate) use json::FORMAT as REGISTER_FORMAT;
pub use json::{read_register_json, write_register_json};
pub use mermaid::write_register_mermaid;
pub use xml::read_register_xml;
pub use xml_writer::write_register_xml;
