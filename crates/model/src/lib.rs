//! What typestar learns: symbols, words, the observation tree, Mealy machines and their file formats.
//!
//! Nothing here does input or output, reads a clock, starts a thread or depends on hash order.

mod alphabet;
mod evidence;
mod format;
pub mod guarded;
mod interface;
mod label;
mod learned;
mod levels;
mod mealy;
mod origin;
mod plan;
mod random;
pub mod register;
mod report;
mod separate;
mod symbol;
mod tree;
mod value;

pub use alphabet::{Alphabet, Inputs, Outputs};
pub use evidence::{Evidence, LateCallback, Silence, Step};
pub use format::{
    FormatError, Model, TooLargeForMermaid, read_any_model, read_dot, read_json, read_model, write_dot,
    write_interface_dot, write_interface_mermaid, write_json, write_mermaid,
};
pub use interface::{InterfaceAutomaton, InterfaceEdge, InterfaceLabel, interface_automaton};
pub use label::{Label, Labels};
pub use learned::{Learned, Witness};
pub use levels::Levels;
pub use mealy::Mealy;
pub use origin::{Origin, OriginKind, Origins};
pub use plan::{Choice, Cursor, Plan, Weight};
pub use random::Random;
pub use report::{
    Challenge, Counts, Finding, FindingKind, GuardedNumbers, HistoryEntry, Phase, RegisterNumbers, SeenTrace, Summary,
    Verdict, one_line, some_names,
};
pub use separate::{
    Comparison, Difference, Overlap, access_words, canonical, compare, distinguisher_bound, minimise, named_by_access,
    overlap, separating_word, separating_word_of_states, with_errors, with_final_failures, with_inputs,
    with_outside_as_error, with_used_outputs,
};
pub use symbol::{
    CRASH, ERROR, HANG, Id, InputId, NameId, NodeId, NotASymbol, OK, OUTSIDE, OutputId, OutputKind, QUIET, StateId,
    Symbol, WAIT, repeated_after,
};
pub use tree::{Conflict, ObservationTree, Seen};
pub use value::{Decimal, Value};

/// A sequence of inputs.
pub type Word = Vec<InputId>;
