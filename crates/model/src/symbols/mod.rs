//! Symbols: names with values, how they are numbered, and what states are called after them.
//!
//! The parts, from the smallest one:
//!
//! ```text
//! Value      3   "a"   null   $1.2            data that a symbol carries
//! Symbol     offer(3, "a")                    a name with zero or more values
//! Alphabet   0 = offer(3)   1 = poll          symbols in the order of declaration
//! Label      input 0 with output 2            one step in 32 bits, for the tree
//! ```
//!
//! Everything outside this module speaks of symbols by number. That keeps words and trees small and makes
//! comparisons cheap. Names come back only where people read: in files, reports and messages.

pub(crate) mod alphabet;
pub(crate) mod label;
pub(crate) mod number;
pub(crate) mod symbol;
pub(crate) mod value;

pub use alphabet::{Alphabet, Inputs, Outputs};
pub use label::{Label, Labels};
pub use number::number_fault;
pub use symbol::{
    CRASH, ERROR, HANG, Id, InputId, NameId, NodeId, NotASymbol, OK, OUTSIDE, OutputId, OutputKind, QUIET, StateId,
    Symbol, WAIT, repeated_after,
};
pub use value::{Decimal, Value};
