//! Learning register automata: control and data together.
//!
//! A learner asks *tree queries*: what a system answers to a prefix and a symbolic suffix, for all values that the theory
//! tells apart ([`theory`]). Prefixes whose trees agree, up to a renaming of values, lead to the same location.
//!
//! # The problem
//!
//! A queue answers `poll` with the value that was offered first. There are endlessly many values, so no
//! finite machine says that. A register automaton does: it keeps a few values in *registers*, and its
//! guards compare the parameters of an input with them.
//!
//! ```text
//!   l0 ── offer(p) / ok,  x := p ──▶ l1          a queue for one value
//!   l1 ── poll / out(x) ──▶ l0
//! ```
//!
//! # From words to locations
//!
//! 1. A *theory* says which values need not be told apart: after `offer(101)` the next value is 101 or
//!    it is not. One *witness* of each class is enough.
//! 2. A *tree query* asks a prefix and a *symbolic suffix* with all combinations of witnesses, and
//!    returns a decision tree: which values are answered how.
//! 3. Values of the prefix that the tree mentions are *memorable*: they have to be in registers.
//! 4. Two prefixes lead to the same *location* if their trees agree, when the memorable values of one
//!    stand for those of the other.
//!
//! # A whole run
//!
//! ```
//! use typestar_learn::register::{RegisterExact, RegisterLearner, RegisterLearnerKind, Theories};
//! use typestar_learn::{Halt, Learner as _, Oracle, Outcome, Tester as _};
//! use typestar_model::register::families::fifo;
//! use typestar_model::register::{RegisterAutomaton, RegisterRun};
//! use typestar_model::{InputId, Inputs, ObservationTree, Outputs, Plan, Symbol};
//!
//! /// Answers from an automaton, as a system with data would.
//! struct Queue {
//!     automaton: RegisterAutomaton,
//!     inputs: Inputs,
//!     outputs: Outputs,
//!     tree: ObservationTree,
//! }
//!
//! impl Oracle for Queue {
//!     fn inputs(&self) -> &Inputs {
//!         &self.inputs
//!     }
//!     fn input(&mut self, symbol: &Symbol) -> Option<InputId> {
//!         Some(self.inputs.intern_symbol(symbol.clone())) // any value may be given
//!     }
//!     fn outputs(&self) -> &Outputs {
//!         &self.outputs
//!     }
//!     fn tree(&self) -> &ObservationTree {
//!         &self.tree
//!     }
//!     fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt> {
//!         for plan in plans {
//!             let mut run = RegisterRun::new(&self.automaton);
//!             let mut answers = Vec::new();
//!             for &input in &plan.word {
//!                 let symbol = self.inputs.symbol(input);
//!                 let action = self.automaton.signature.input_of(symbol).unwrap();
//!                 let stepped = run.step(action, symbol.values()).expect("a queue takes all inputs");
//!                 answers.push(self.outputs.intern_symbol(stepped.output));
//!             }
//!             self.tree.insert(&plan.word, &answers).unwrap();
//!         }
//!         Ok(())
//!     }
//!     fn count_known(&mut self, _questions: u64) {}
//! }
//!
//! let truth = fifo(2);
//! let inputs = truth.signature.inputs.iter().map(|action| action.name.as_str()).collect();
//! let (outputs, tree) = (Outputs::default(), ObservationTree::new());
//! let mut oracle = Queue { automaton: truth.clone(), inputs, outputs, tree };
//!
//! let theories = Theories::equality(&truth.signature);
//! let kind = RegisterLearnerKind::Slct;
//! let mut learner = RegisterLearner::new(kind, truth.signature.clone(), theories.clone());
//! let mut tester = RegisterExact::new(truth, theories);
//! let mut hypothesis = learner.hypothesis(&mut oracle)?;
//! while tester.test(&mut oracle, &hypothesis)? != Outcome::Agreed {
//!     hypothesis = learner.hypothesis(&mut oracle)?;
//! }
//! assert_eq!(hypothesis.automaton.locations.len(), 3);
//! assert_eq!(hypothesis.automaton.registers.len(), 2);
//! # Ok::<(), Halt>(())
//! ```
//!
//! # What must stay true
//!
//! - *Words are canonical*: each value of a word that is asked is a witness, or was invented by the
//!   system and is called by its place. So words that are equal up to a renaming are one word.
//! - *Representatives have real trees*: the prefix that others are compared with was asked in full.
//! - *An assumed tree is never a representative's*: see `learner/guided.rs`.

mod comparable;
mod compare;
mod equivalence;
mod hypothesis;
mod learner;
mod needed;
mod relocate;
mod shorten;
mod shown;
mod tester;
mod theories;
pub mod theory;
mod tree;

pub use compare::{RegisterComparison, compare_registers};
pub use equivalence::{MOST_PAIRS, MOST_PAIRS_WITH_SUMS, Searched, separating_word, separating_word_before};
pub use hypothesis::RegisterHypothesis;
pub use learner::{RegisterLearner, RegisterLearnerKind};
pub use needed::{Need, needs};
pub use shorten::shorten;
pub use tester::{
    ExploreLimits, Explored, RegisterExact, RegisterExplore, RegisterKnown, RegisterRandom, RegisterRepeated,
    RegisterWords, Shares, explore, search_difference,
};
pub use theories::Theories;
