//! The exact tester: possible only where the truth is known, that is for simulated systems.
//!
//! It walks through both machines at once and finds a shortest word on which they differ. That asks the
//! system nothing but this word. Use it to measure learners without the price of testing, and in tests.

use typestar_model::{Mealy, separating_word};

use crate::mealy::hypothesis::MealyHypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester, ask_words};

/// Compares the hypothesis with the true machine. Its counterexamples are executed and counted like any other.
///
/// ```
/// use typestar_learn::{Exact, Learner as _, Lsharp, Outcome, Tester as _};
/// use typestar_testing::{Teacher, zoo};
///
/// let timer = zoo("CountDownTimer");
/// let mut oracle = Teacher::new(timer.clone(), &["error"]);
/// let mut learner = Lsharp::new(0);
/// let hypothesis = learner.hypothesis(&mut oracle)?;
/// match Exact::new(timer).test(&mut oracle, &hypothesis)? {
///     Outcome::Agreed => assert_eq!(hypothesis.access.len(), 3),
///     Outcome::Counterexample(word) => assert!(oracle.words.contains(&word), "it was executed"),
/// }
/// # Ok::<(), typestar_learn::Halt>(())
/// ```
pub struct Exact {
    truth: Mealy,
}

impl Exact {
    /// A tester that knows the truth.
    ///
    /// Inputs and outputs of the truth and of the hypothesis are matched by name.
    pub fn new(truth: Mealy) -> Self {
        Self { truth }
    }
}

impl Tester<MealyHypothesis> for Exact {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        let Some(word) = separating_word(&hypothesis.machine, &self.truth) else { return Ok(Outcome::Agreed) };
        Ok(ask_words(oracle, hypothesis, vec![word])?.map_or(Outcome::Agreed, Outcome::Counterexample))
    }
}
