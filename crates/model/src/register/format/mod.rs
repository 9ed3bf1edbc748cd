//! File formats of register automata.

mod xml;

pub use xml::read_register_xml;
