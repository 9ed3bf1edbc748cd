//! Testers one after the other.
//!
//! A cheap tester that finds most counterexamples goes first, one with a promise goes last. After a
//! counterexample all begin again with the next hypothesis, because it is another one.

use crate::oracle::{Halt, Oracle};
use crate::tester::{Completeness, Outcome, Tester};

/// Tries testers in their order. Each hypothesis is tried by all of them, until one finds a counterexample.
///
/// ```
/// use typestar_learn::{Joined, Learner as _, Lsharp, Outcome, StateBound, Streamed, SuiteKind, Tester as _};
/// use typestar_testing::{Teacher, zoo};
///
/// let mut tester = Joined::new(vec![
///     Box::new(Streamed::new(vec![SuiteKind::RandomWalk(Some(100))], 1)),
///     Box::new(StateBound::new(4)),
/// ]);
/// let mut oracle = Teacher::new(zoo("CountDownTimer"), &["error"]);
/// let mut learner = Lsharp::new(0);
/// let mut hypothesis = learner.hypothesis(&mut oracle)?;
/// while tester.test(&mut oracle, &hypothesis)? != Outcome::Agreed {
///     hypothesis = learner.hypothesis(&mut oracle)?;
/// }
/// assert_eq!(hypothesis.access.len(), 3);
/// # Ok::<(), typestar_learn::Halt>(())
/// ```
pub struct Joined<H>(Vec<Box<dyn Tester<H>>>);

impl<H> Joined<H> {
    /// These testers as one.
    pub fn new(testers: Vec<Box<dyn Tester<H>>>) -> Self {
        Self(testers)
    }
}

impl<H> Tester<H> for Joined<H> {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &H) -> Result<Outcome, Halt> {
        for tester in &mut self.0 {
            let outcome = tester.test(oracle, hypothesis)?;
            if outcome != Outcome::Agreed {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Agreed)
    }

    fn completeness(&self) -> Option<Completeness> {
        self.0.iter().find_map(|tester| tester.completeness())
    }
}
