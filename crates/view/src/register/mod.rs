//! What people see of register automata: locations with their registers, guards, and what registers are set to.

mod content;
mod drawing;
mod table;
mod words;

pub use content::registers_page;
pub use table::{registers_text, registers_text_of_first};
pub(crate) use words::broken;
