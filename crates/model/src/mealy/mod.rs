//! Machines: Mealy machines, what tells their states apart, interface automata, and their file formats.
//!
//! A machine is a table. Everything else here is a question to it:
//!
//! ```text
//! machine     the table itself: state and input give output and next state
//! separate    which word tells two states or two machines apart; one form for one behaviour
//! levels      how many inputs that takes, for all states at once
//! interface   the same behaviour as callins and callbacks
//! learned     a machine with the traces that prove it
//! format      JSON, DOT and Mermaid
//! ```

mod format;
pub(crate) mod interface;
pub(crate) mod learned;
pub(crate) mod levels;
pub(crate) mod machine;
pub(crate) mod separate;

pub use format::{
    TraceRule, read_dot, read_json, write_dot, write_interface_dot, write_interface_mermaid, write_json, write_mermaid,
};
pub use interface::{Form, InterfaceAutomaton, InterfaceEdge, InterfaceLabel, interface_automaton};
pub use learned::{Learned, Witness};
pub use levels::Levels;
pub use machine::Mealy;
pub use separate::{
    Comparison, Difference, Overlap, access_words, canonical, compare, distinguisher_bound, minimise, named_by_access,
    overlap, separating_word, separating_word_of_states, with_errors, with_final_failures, with_inputs,
    with_outside_as_error, with_used_outputs,
};
