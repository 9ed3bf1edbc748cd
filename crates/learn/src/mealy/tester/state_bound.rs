//! The state-bound tester: complete for systems with at most this many states.
//!
//! If the hypothesis has n states and the system at most N, the system has at most N - n extra states:
//! that is what `hsi(N - n)` is complete for. The suite becomes smaller as the hypothesis grows, and
//! the last round, which pays for everything, has the smallest one.
//!
//! With i inputs the number of words grows with i^(N - n + 1). A bound that is far above the truth is
//! expensive;
//! where nothing is known, [`crate::Auto`] finds most differences long before such a suite ends.

use super::{Streamed, SuiteKind};
use crate::mealy::hypothesis::MealyHypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester};

/// Tests with harmonised state identifiers, for as many extra states as the bound leaves room for.
///
/// If the system has at most `states` states (a sink of errors not counted) and agrees on all words, it is
/// equivalent to the hypothesis. The suite is streamed, never collected.
///
/// ```
/// use typestar_learn::{Learner as _, Lsharp, Outcome, StateBound, Tester as _};
/// use typestar_testing::{Teacher, zoo};
///
/// let mut oracle = Teacher::new(zoo("CountDownTimer"), &["error"]);
/// let (mut learner, mut tester) = (Lsharp::new(0), StateBound::new(4));
/// let mut hypothesis = learner.hypothesis(&mut oracle)?;
/// while tester.test(&mut oracle, &hypothesis)? != Outcome::Agreed {
///     hypothesis = learner.hypothesis(&mut oracle)?;
/// }
/// assert_eq!(hypothesis.access.len(), 3);
/// # Ok::<(), typestar_learn::Halt>(())
/// ```
pub struct StateBound {
    states: usize,
}

impl StateBound {
    /// A tester for systems with at most `states` states.
    pub fn new(states: usize) -> Self {
        Self { states }
    }
}

impl Tester<MealyHypothesis> for StateBound {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        let extra = self.states.saturating_sub(counted_states(hypothesis));
        Streamed::new(vec![SuiteKind::Hsi(extra)], 0).test(oracle, hypothesis)
    }
}

/// How many states the hypothesis has that do not just repeat a final output, as the sinks do.
///
/// A state in which every input ends in a sink is what people call the sink itself: the error state of
/// a class. Users do not count it when they say how many states there are.
fn counted_states(hypothesis: &MealyHypothesis) -> usize {
    let inputs = || hypothesis.machine.inputs().ids();
    hypothesis.live().filter(|&state| !inputs().all(|input| hypothesis.is_final(state, input))).count()
}
