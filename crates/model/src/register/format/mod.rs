//! File formats of register automata.

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
