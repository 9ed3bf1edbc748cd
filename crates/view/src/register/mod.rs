//! What people see of register automata: locations with their registers, guards, and what registers are set to.

mod content;
mod drawing;
mod table;
mod words;

pub(crate) use content::content;
pub(crate) use drawing::drawing;
pub(crate) use table::text_of_first;
pub(crate) use words::broken;
