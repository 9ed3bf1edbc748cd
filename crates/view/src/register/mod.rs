//! What people see of register automata: locations with their registers, guards, and what registers are set to.

mod content;
mod drawing;
mod table;
mod words;

pub use content::registers_page;
pub use table::{registers_text, registers_text_of_first};

use typestar_model::register::RegisterAutomaton;

use crate::merge::count;

/// How large an automaton is: `4 locations, 3 registers, 8 transitions`.
pub(crate) fn size(automaton: &RegisterAutomaton) -> String {
    let size = automaton.size();
    let (locations, registers) = (count(size.locations, "location"), count(size.registers, "register"));
    format!("{locations}, {registers}, {}", count(size.transitions, "transition"))
}
