//! How typestar learns: learners and conformance testers. They see an [`Oracle`], never a system.
//!
//! A [`Learner`] asks until it has a [`Hypothesis`] that agrees with what was observed; a [`Tester`] looks for an
//! observation that does not. Both work on the one observation tree that the oracle keeps, so that a
//! counterexample needs no other message than itself.
//!
//! # How the parts play together
//!
//! ```text
//!             plans                    hypothesis
//!   Learner  ───────▶  Oracle  ◀───────  Tester
//!      │                 │                  │
//!      └── looks at ── observation tree ── looks at
//!                        │
//!           every word with its answers, once
//! ```
//!
//! - The **oracle** answers plans: words, or decision trees that choose the next input by the last
//!   output. Every answer goes into its observation tree, and nothing is ever taken out.
//! - The **learner** reads the tree, asks what is missing, and returns a hypothesis that agrees with
//!   it.
//! - The **tester** asks words on which the hypothesis may be wrong. A counterexample is in the tree
//!   when the tester returns it, so the learner is called again without an argument for it.
//! - The **hypothesis** says what the system answers to any word. It knows no oracle.
//!
//! The loop is four lines, and the caller has it: the crate `typestar-query` adds limits, a journal and
//! a verdict, and a test needs none of these.
//!
//! # A first example
//!
//! The system is a turnstile: a coin opens it, a push goes through and closes it. The oracle runs every
//! plan from a fresh start. That is all that a learner may expect of a system.
//!
//! ```
//! use typestar_learn::{Halt, Learner as _, Lsharp, Oracle, Outcome, StateBound, Tester as _};
//! use typestar_model::{Cursor, Inputs, ObservationTree, Outputs, Plan, Word};
//!
//! struct Turnstile {
//!     inputs: Inputs,
//!     outputs: Outputs,
//!     tree: ObservationTree,
//! }
//!
//! impl Oracle for Turnstile {
//!     fn inputs(&self) -> &Inputs {
//!         &self.inputs
//!     }
//!     fn outputs(&self) -> &Outputs {
//!         &self.outputs
//!     }
//!     fn tree(&self) -> &ObservationTree {
//!         &self.tree
//!     }
//!     fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt> {
//!         for plan in plans {
//!             let (mut cursor, mut word, mut answers) = (Cursor::new(&plan), Word::new(), Vec::new());
//!             let mut is_open = false;
//!             while let Some(input) = cursor.next() {
//!                 let is_push = self.inputs.text(input) == "push";
//!                 let answer = if is_push && !is_open { "refused" } else { "ok" };
//!                 is_open = !is_push;
//!                 word.push(input);
//!                 answers.push(self.outputs.intern(answer));
//!                 cursor.take(answers.last().copied());
//!             }
//!             self.tree.insert(&word, &answers).expect("the turnstile is deterministic");
//!         }
//!         Ok(())
//!     }
//!     fn count_known(&mut self, _questions: u64) {}
//! }
//!
//! let inputs = ["coin", "push"].iter().collect();
//! let mut oracle = Turnstile { inputs, outputs: Outputs::default(), tree: ObservationTree::new() };
//! let (mut learner, mut tester) = (Lsharp::new(0), StateBound::new(3));
//! let hypothesis = loop {
//!     let hypothesis = learner.hypothesis(&mut oracle)?;
//!     match tester.test(&mut oracle, &hypothesis)? {
//!         Outcome::Agreed => break hypothesis,
//!         Outcome::Counterexample(_) => {} // it is in the tree: the learner finds it there
//!     }
//! };
//! assert_eq!(hypothesis.machine.len(), 2);
//! # Ok::<(), Halt>(())
//! ```
//!
//! # Menu
//!
//! Learners of machines. All of them learn the same machine; they differ in what they ask.
//!
//! | learner | when to use it |
//! | --- | --- |
//! | [`Lsharp`] | by default: it asks the fewest questions, and chooses inputs by outputs |
//! | [`Adt`] | a reset costs more than an input, and the system can be asked adaptively |
//! | [`Ttt`] | counterexamples are long, as those of random testers are |
//! | [`Kv`] | the system takes whole words only, or a simple algorithm is wanted |
//! | [`Lstar`] | to compare with publications: the classic table |
//!
//! Testers of machines. Each page says what follows when it agrees.
//!
//! | tester | when to use it |
//! | --- | --- |
//! | [`Auto`] | nothing is known of the system: a complete suite in a clever order, and random words |
//! | [`DistinguisherBound`] | any two states differ within a few inputs: classes with callbacks |
//! | [`StateBound`] | the number of states is known to be at most N |
//! | [`Exact`] | the truth is known, as in tests and measurements |
//! | [`Streamed`] | one of the test suites below, by name |
//! | [`OldBehaviour`] | before another tester, if an earlier version was learned |
//! | [`Joined`] | several testers, one after the other |
//! | [`KnownWords`] | traces that somebody has, for models of every kind |
//!
//! Test suites ([`SuiteKind`], made by [`suite`]). The number k is how many states more than the
//! hypothesis the system may have.
//!
//! | suite | what it does |
//! | --- | --- |
//! | `w(k)` | one set of words for all states: simple, long |
//! | `wp(k)` | the same, with fewer words at the last step |
//! | `hsi(k)` | harmonised identifiers: the usual choice |
//! | `h(k)` | decides by what was executed already: often the fewest words |
//! | `hybrid-ads(k)` | one adaptive sequence as far as there is one |
//! | `random-walk`, `random-wp` | promise nothing, and find deep differences |
//! | `repeated` | promises nothing, and finds what is counted in silence |
//! | `words` | words that somebody knows to be interesting |
//!
//! Systems with data are in [`register`]: learners by [`register::RegisterLearnerKind`], testers
//! [`register::RegisterExact`], [`register::RegisterExplore`] and [`register::RegisterRandom`], and one
//! theory for each type of values:
//!
//! | theory | what values are compared by |
//! | --- | --- |
//! | [`register::theory::Equality`] | the same or not: identifiers, names |
//! | [`register::theory::Order`] | less, equal, more: priorities, deadlines |
//! | [`register::theory::Sums`] | a known value plus or minus a constant: sequence numbers |
//! | [`register::theory::PairSums`] | the sum of two known values: totals |
//!
//! Models with guards over the fields of an object are in [`guarded`]: [`guarded::GuardedLearner`], the
//! testers [`guarded::Explore`] and [`guarded::Breaking`], and [`guarded::guards`], which infers a
//! condition from examples and can be used on its own.
//!
//! An earlier version of the system saves words: [`warm_start`].
//!
//! # What holds everywhere
//!
//! - No input or output, no clock, no thread, no randomness without a seed: the same answers give the
//!   same questions.
//! - Words end at a *final* output. What comes after it is known, so it is never asked.
//! - Memory grows with the observation tree. Suites are streams, never lists.

pub mod guarded;
mod hypothesis;
mod known;
mod mealy;
mod oracle;
pub mod register;
mod tester;

pub use hypothesis::Hypothesis;
pub use known::KnownWords;
pub use mealy::{
    Adt, Auto, DistinguisherBound, EarlierVersion, Exact, Identifiers, Joined, Kv, Lsharp, Lstar, MealyHypothesis,
    OldBehaviour, Recognised, StateBound, Streamed, Suite, SuiteKind, Ttt, suite, warm_start,
};
pub use oracle::{Check, Halt, Observed, Oracle};
pub use tester::{Completeness, Outcome, Tester};

/// An algorithm that turns observations into a hypothesis.
///
/// A learner keeps what it knows between calls, so that a counterexample costs only what is new. It may
/// be thrown away at any time: a new one finds all answers in the tree and executes nothing twice.
///
/// ```
/// use typestar_learn::{Learner, Lsharp, Lstar, MealyHypothesis};
/// use typestar_testing::{Teacher, zoo};
///
/// let learners: [Box<dyn Learner<Hypothesis = MealyHypothesis>>; 2] =
///     [Box::new(Lsharp::new(0)), Box::new(Lstar::new())];
/// for mut learner in learners {
///     let mut oracle = Teacher::new(zoo("CountDownTimer"), &["error"]);
///     let hypothesis = learner.hypothesis(&mut oracle)?;
///     assert!(hypothesis.machine.is_complete());
/// }
/// # Ok::<(), typestar_learn::Halt>(())
/// ```
pub trait Learner {
    /// What it learns: machines, or another kind of model.
    type Hypothesis;

    /// Asks until there is a hypothesis that agrees with what was observed since the last one. Called again without
    /// any new observation, it makes sure that the hypothesis agrees with the whole observation tree.
    ///
    /// A learner never guesses an answer: where its hypothesis needs one that the tree does not have,
    /// it asks. It returns early only with a [`Halt`], and then it can be called again.
    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<Self::Hypothesis, Halt>;
}
