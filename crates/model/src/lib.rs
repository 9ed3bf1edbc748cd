//! What typestar learns: symbols, words, the observation tree, Mealy machines and their file formats.
//!
//! Nothing here does input or output, reads a clock, starts a thread or depends on hash order.

mod format;
mod interface;
mod learned;
mod levels;
mod mealy;
mod separate;
mod symbol;
mod tree;

pub use format::{
    FormatError, TooLargeForMermaid, read_dot, read_json, read_model, write_dot, write_interface_dot,
    write_interface_mermaid, write_json, write_mermaid,
};
pub use interface::{Event, InterfaceAutomaton, InterfaceEdge, interface_automaton};
pub use learned::{Learned, Witness, WitnessStep};
pub use levels::Levels;
pub use mealy::Mealy;
pub use separate::{
    Comparison, Difference, Overlap, access_words, canonical, compare, distinguisher_bound, minimise, named_by_access,
    overlap, separating_word, separating_word_of_states, with_errors, with_final_failures, with_inputs,
    with_outside_as_error, with_used_outputs,
};
pub use symbol::{
    Alphabet, CRASH, ERROR, HANG, Id, InputId, Inputs, NodeId, OK, OUTSIDE, OutputId, OutputKind, Outputs, QUIET,
    StateId, WAIT, repeated_after,
};
pub use tree::{Conflict, ObservationTree, Seen};

/// A sequence of inputs.
pub type Word = Vec<InputId>;
