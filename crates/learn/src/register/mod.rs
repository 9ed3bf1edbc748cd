//! Learning register automata: control and data together.

pub mod theory;
