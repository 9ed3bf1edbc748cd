//! File formats of register automata.

mod json;
mod xml;

pub use json::{read_register_json, write_register_json};
pub use xml::read_register_xml;
