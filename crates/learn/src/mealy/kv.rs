//! KV: learning with a discrimination tree, and counterexamples cut down by binary search.
//!
//! The tree of questions (`discrimination.rs`) says which state a word leads to. KV asks whole words,
//! one for each question on the way, and when a counterexample splits a state, it puts the suffix of
//! the counterexample into the tree as it is.
//!
//! ```text
//!   start?
//!   ├─ ok ────▶ Idle
//!   └─ error ─▶ wait?
//!               ├─ onFinish ─▶ Running
//!               └─ quiet ────▶ Ended
//! ```
//!
//! To find out where `start cancel` leads, two words are asked: `start cancel start`, which answers
//! `error`, and `start cancel wait`, which answers `quiet`.
//!
//! The price is that a long counterexample leaves a long question, which every later word has to give.
//! [`crate::Ttt`] repairs that.

use crate::Learner;
use crate::mealy::hypothesis::MealyHypothesis;
use crate::mealy::sifting::Sifting;
use crate::oracle::{Halt, Oracle};

/// The KV learner (Kearns and Vazirani).
///
/// Use it for systems that cannot choose the next input by the last output, or where a simple algorithm is wanted: it
/// asks whole words only, and far fewer than [`crate::Lstar`].
///
/// ```
/// use typestar_learn::{Kv, Learner as _};
/// use typestar_testing::{Teacher, zoo};
///
/// let mut oracle = Teacher::new(zoo("CountDownTimer"), &["error"]);
/// let mut learner = Kv::new();
/// let mut hypothesis = learner.hypothesis(&mut oracle)?;
/// while oracle.refute(&hypothesis) {
///     hypothesis = learner.hypothesis(&mut oracle)?;
/// }
/// assert_eq!(hypothesis.access.len(), 3);
/// # Ok::<(), typestar_learn::Halt>(())
/// ```
#[derive(Default)]
pub struct Kv {
    sifting: Sifting,
}

impl Kv {
    /// A learner that knows nothing yet.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Learner for Kv {
    type Hypothesis = MealyHypothesis;

    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<MealyHypothesis, Halt> {
        self.sifting.hypothesis(oracle, &mut |sifting, oracle, _, split| {
            if sifting.is_split(oracle, &split)? {
                sifting.split(oracle.tree(), &split);
            }
            Ok(())
        })
    }
}
