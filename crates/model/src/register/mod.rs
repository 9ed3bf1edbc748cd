//! Register automata: control and data. Registers keep values, guards compare them with the parameters of an input.
//!
//! A transition takes an input with its parameters, answers an output whose values are terms, and updates all registers at
//! once. An acceptor is an automaton whose outputs are `accept` and `reject`: what it says of the word so far.
//!
//! # A queue of one place
//!
//! ```text
//! l0 ── offer(p) / ok       x1 := p ──▶ l1 (x1)
//! l0 ── poll     / empty            ──▶ l0
//! l1 ── offer(p) / refused          ──▶ l1
//! l1 ── poll     / out(x1)          ──▶ l0
//! ```
//!
//! A Mealy machine would need a state for every value that can be in the queue. With a register two locations do
//! for all values. Where the answer depends on a value, a guard says how: `offer(p) [p = x1] / refused`.
//!
//! ```
//! use typestar_model::Symbol;
//! use typestar_model::register::{RegisterRun, families::fifo};
//! let queue = fifo(1);
//! assert_eq!(queue.show_transition(&queue.transitions[0]), "offer(p) / ok\nx1 := p");
//!
//! let mut run = RegisterRun::new(&queue);
//! let mut give = |text: &str| {
//!     let input = Symbol::read(text);
//!     let action = queue.signature.input_of(&input)?;
//!     Some(run.step(action, input.values())?.output.to_string())
//! };
//! assert_eq!(give("offer(7)").as_deref(), Some("ok"));
//! assert_eq!(give("offer(8)").as_deref(), Some("refused"));
//! assert_eq!(give("poll").as_deref(), Some("out(7)"));
//! ```
//!
//! # What holds
//!
//! - Of the transitions that are enabled, the first one in the list is taken. So an automaton is deterministic,
//!   whatever its guards are.
//! - Where none is enabled, nothing is known: the run cannot go on.
//! - Terms and guards read registers as they were before the step.
//! - Values of different types are never compared. [`RegisterAutomaton::check`] makes sure of it, and every reader
//!   of files calls it.
//! - All parts are public plain data. What was put together by hand can be wrong; call `check`.

mod canonical;
mod check;
pub mod families;
mod finals;
mod format;
mod guard;
mod live;
mod names;
mod parse;
mod run;
mod show;
mod signature;
mod small;
mod sum;
mod term;

pub use canonical::{canonical, reachable_locations};
pub use finals::with_final_outputs;
pub(crate) use format::REGISTER_FORMAT;
pub use format::{
    read_register_json, read_register_xml, write_register_dot, write_register_json, write_register_mermaid,
    write_register_xml,
};
pub use guard::{Comparison, Guard};
pub use live::live_registers;
pub use names::{Names, is_name};
pub use parse::TextError;
pub use run::{Place, RegisterMachine, RegisterRun, Stepped};
pub use signature::{Action, ActionId, Constant, ConstantId, DataType, Domain, Parameter, Signature, TypeId};
pub use small::small;
pub use term::{Addend, Operand, Scope, Term};

use crate::evidence::Step;
use crate::symbols::symbol::Id;
use crate::symbols::value::Value;

crate::symbols::symbol::id!(
    /// A register of a register automaton.
    RegisterId,
    u32
);
crate::symbols::symbol::id!(
    /// A location of a register automaton: where its control stands.
    LocationId,
    u32
);

/// The output of an acceptor after a word that it accepts.
pub const ACCEPT: &str = "accept";
/// The output of an acceptor after a word that it does not accept.
pub const REJECT: &str = "reject";

/// An automaton with registers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RegisterAutomaton {
    /// The name of the system.
    pub name: String,
    /// The actions with their parameters, the types and the constants.
    pub signature: Signature,
    /// All registers. A location uses some of them.
    pub registers: Vec<Register>,
    /// The locations; the first one is the initial one.
    pub locations: Vec<Location>,
    /// The transitions. Of those that are enabled, the first one is taken.
    pub transitions: Vec<Transition>,
    /// Whether the run that made it came to its end; a partial model is the best guess so far.
    pub finished: bool,
}

/// A place for one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Register {
    /// Its name, such as `x1`.
    pub name: String,
    /// The type of its values.
    pub data_type: TypeId,
    /// Its value before the first step; none if nothing reads it before it is written.
    pub initial: Option<Value>,
}

/// Where the control stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Location {
    /// Its name.
    pub name: String,
    /// Whether the word so far is accepted. Of interest for acceptors alone, and there only for the empty word: for all
    /// others the outputs say it.
    pub accepting: bool,
    /// The registers whose values matter here.
    pub registers: Vec<RegisterId>,
}

/// One step of an automaton.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// Where it begins.
    pub from: LocationId,
    /// The input action.
    pub input: ActionId,
    /// When it is enabled: a condition on registers, parameters and constants.
    pub guard: Guard,
    /// The output action.
    pub output: ActionId,
    /// The values of the output, one for each of its parameters.
    pub values: Vec<Source>,
    /// What registers are set to, all at once. All other registers keep their values.
    pub assignments: Vec<(RegisterId, Source)>,
    /// Where it ends.
    pub to: LocationId,
    /// A trace that shows it, from a fresh start; its last step is the transition. Empty for automata that were not learned.
    pub witness: Vec<Step>,
}

/// Where the value of an output or of a register comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// From registers before the step, parameters and constants.
    Term(Term),
    /// The system invents it. Only values of outputs are invented.
    Fresh,
    /// It is this value of the output of the same transition, counted from 0. Only registers are set to it.
    Output(usize),
}

impl Transition {
    /// A transition that answers an output without values and keeps all registers.
    pub fn new((from, input): (LocationId, ActionId), guard: Guard, output: ActionId, to: LocationId) -> Self {
        let (values, assignments, witness) = (Vec::new(), Vec::new(), Vec::new());
        Self { from, input, guard, output, values, assignments, to, witness }
    }
}

impl RegisterAutomaton {
    /// The transitions from a location with an input, in order.
    pub fn transitions_from(&self, from: LocationId, input: ActionId) -> impl Iterator<Item = &Transition> {
        self.transitions.iter().filter(move |transition| transition.from == from && transition.input == input)
    }

    /// The names that transitions with an input can use, to read and to write guards and terms.
    pub fn names(&self, input: ActionId) -> Names<'_> {
        Names::new(&self.signature, &self.registers, &self.signature.inputs[input.index()])
    }

    /// Where every run begins.
    pub fn initial(&self) -> LocationId {
        LocationId::new(0)
    }

    /// How large it is.
    ///
    /// ```
    /// use typestar_model::register::families::fifo_set;
    /// let size = fifo_set(2).size();
    /// assert_eq!((size.locations, size.registers, size.transitions), (3, 2, 7));
    /// ```
    pub fn size(&self) -> Size {
        Size {
            locations: self.locations.len(),
            registers: self.registers.len(),
            transitions: self.transitions.iter().map(|transition| transition.guard.branches()).sum(),
        }
    }
}

/// How large an automaton is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// How many locations it has.
    pub locations: usize,
    /// How many registers it has in all.
    pub registers: usize,
    /// How many transitions it has, one for each branch of a guard: RALib counts its transitions with inputs so.
    pub transitions: usize,
}
