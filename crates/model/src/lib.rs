//! What typestar learns: symbols, words, the observation tree, models of each kind and their file formats.
//!
//! Nothing here does input or output, reads a clock, starts a thread or depends on hash order.
//!
//! # A first example
//!
//! A machine is built in code or read from a file. [`compare`] finds the shortest word that tells two of
//! them apart, or says that there is none.
//!
//! ```
//! use typestar_model::{Comparison, Mealy, compare, read_dot};
//!
//! let mut built = Mealy::new(["press", "look"].iter().collect());
//! let (off, on) = (built.add_state("off"), built.add_state("on"));
//! for (from, to, seen) in [(off, on, "dark"), (on, off, "bright")] {
//!     built.add_edge(from, "press", "ok", to);
//!     built.add_edge(from, "look", seen, from);
//! }
//! // The lamp in the file cannot be switched off.
//! let read = read_dot(
//!     r#"digraph {
//!         off -> on [label="press / ok"]   off -> off [label="look / dark"]
//!         on -> on [label="press / ok"]    on -> on [label="look / bright"]
//!     }"#,
//! )?;
//! let Comparison::Different(difference) = compare(&built, &read) else { panic!("the lamps differ") };
//! println!("after {}: {:?} or {:?}", difference.word.join(" "), difference.left, difference.right);
//! assert_eq!(difference.word, ["press", "press", "look"]);
//! assert_eq!((difference.left[2].as_str(), difference.right[2].as_str()), ("dark", "bright"));
//! # Ok::<(), typestar_model::FormatError>(())
//! ```
//!
//! # Menu
//!
//! What words are made of:
//!
//! | item | what it is |
//! | --- | --- |
//! | [`Symbol`], [`Value`] | an input or output: a name, perhaps with values, as in `offer(3)` |
//! | [`Inputs`], [`Outputs`] | alphabets: symbols in a fixed order, each with a small number |
//! | [`Word`] | a sequence of inputs, by number |
//! | [`OutputKind`] | what the reserved outputs mean: `ok`, `quiet`, `error`, `hang`, `crash`, `outside` |
//!
//! What is asked, and what was answered:
//!
//! | item | what it is |
//! | --- | --- |
//! | [`Plan`] | what to do in one execution: a word, or a choice of words by outputs |
//! | [`Cursor`] | a place in a plan; the only code that interprets plans |
//! | [`ObservationTree`] | every answer that the system gave, each word once |
//! | [`Step`], [`Evidence`] | one step by names, and what else is known of it: reasons, times, values |
//! | [`Origins`] | whose code made each output: the real class, or a stand-in |
//!
//! Models:
//!
//! | item | what it is |
//! | --- | --- |
//! | [`Mealy`] | a machine: states, and for each input an output and the next state |
//! | [`Learned`] | a machine with the trace that proves each transition |
//! | [`InterfaceAutomaton`] | the same machine as users of the class read it: callins and callbacks |
//! | [`register`] | register automata: control and data, with guards over stored values |
//! | [`guarded`] | guarded models: which call succeeds when, by the fields of the object |
//! | [`Model`] | one of these, whichever a file holds |
//!
//! What is done with machines:
//!
//! | item | what it answers |
//! | --- | --- |
//! | [`compare`], [`separating_word`] | do two machines behave the same, and if not, which word shows it? |
//! | [`overlap`] | how much do they know in common, so that agreement means something? |
//! | [`minimise`], [`canonical`] | what is the one form of this behaviour? |
//! | [`access_words`], [`named_by_access`] | how is each state reached, and what is it called? |
//! | [`Levels`], [`distinguisher_bound`] | how many inputs does it take to tell states apart? |
//!
//! Files and reports:
//!
//! | item | what it is |
//! | --- | --- |
//! | [`read_any_model`] | reads JSON, DOT and the XML of RALib, whatever the file is |
//! | [`FormatError`] | what is wrong with a file, with line and column |
//! | [`Summary`], [`Finding`], [`Verdict`] | what a run has to say when it ends |
//! | [`Event`], [`EventLine`] | what happens during a run, as one stream of lines |
//! | [`Random`] | numbers from a seed, the same ones for ever |
//!
//! # What holds everywhere
//!
//! - The same input gives the same bytes. Everything that is iterated has a fixed order: symbols that of
//!   their declaration, states breadth first, nodes that of observation.
//! - Small numbers stand for names. Each kind of number is a type, so an input cannot be passed where an
//!   output is meant. A number means something only together with its alphabet, machine or tree.
//! - An output may be *final*: after an error, a hang or a crash nothing more can be seen, so nothing
//!   behind it is stored or asked.
//! - A missing transition means "not known". It never means "error".
//! - Readers refuse what they do not understand, and say where it stands.

mod event;
mod evidence;
mod format;
pub mod guarded;
mod mealy;
mod model;
mod origin;
mod plan;
mod random;
pub mod register;
mod report;
mod symbols;
mod tree;

pub use event::{EVENT_FORMAT, Event, EventLine, Progress, RunEnd, RunStart};
pub use evidence::{Evidence, LateCallback, MachineLimit, Silence, Step};
pub use format::{FormatError, TooLargeForMermaid};
pub use mealy::{
    Comparison, Difference, Form, InterfaceAutomaton, InterfaceEdge, InterfaceLabel, Learned, Levels, Mealy, Overlap,
    TraceRule, Witness, access_words, canonical, compare, distinguisher_bound, interface_automaton, minimise,
    named_by_access, overlap, read_dot, read_json, separating_word, separating_word_of_states, with_errors,
    with_final_failures, with_inputs, with_outside_as_error, with_used_outputs, write_dot, write_interface_dot,
    write_interface_mermaid, write_json, write_mermaid,
};
pub use model::{Model, read_any_model, read_model};
pub use origin::{Origin, OriginKind, Origins};
pub use plan::{Choice, Cursor, Plan, Weight};
pub use random::Random;
pub use report::{
    Challenge, Counts, Finding, FindingKind, GuardedNumbers, HistoryEntry, Phase, RegisterNumbers, SeenTrace, Summary,
    Verdict, counted, cut, one_line, some_names,
};
pub use symbols::{
    Alphabet, CRASH, Decimal, ERROR, HANG, Id, InputId, Inputs, Label, Labels, NameId, NodeId, NotASymbol, OK, OUTSIDE,
    OutputId, OutputKind, Outputs, QUIET, StateId, Symbol, Value, WAIT, number_fault, repeated_after,
};
pub use tree::{Conflict, ObservationTree, Seen};

/// A sequence of inputs.
///
/// It is a plain vector, because words are built, cut and joined all the time. [`Alphabet::show`] writes
/// one as people type it.
///
/// ```
/// use typestar_model::{Inputs, Word};
/// let inputs: Inputs = ["start", "stop"].iter().collect();
/// let word: Word = ["stop", "start"].iter().filter_map(|name| inputs.get(name)).collect();
/// assert_eq!(inputs.show(&word), "stop start");
/// ```
pub type Word = Vec<InputId>;
