//! KV: learning with a discrimination tree, and counterexamples cut down by binary search.

use crate::Learner;
use crate::mealy::MealyHypothesis;
use crate::oracle::{Halt, Oracle};
use crate::sifting::Sifting;

/// The KV learner (Kearns and Vazirani).
///
/// Use it for systems that cannot choose the next input by the last output, or where a simple algorithm is wanted: it
/// asks whole words only, and far fewer than [`crate::Lstar`].
pub struct Kv {
    sifting: Sifting,
}

impl Default for Kv {
    fn default() -> Self {
        Self::new()
    }
}

impl Kv {
    /// A learner that knows nothing yet.
    pub fn new() -> Self {
        Self { sifting: Sifting::new() }
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
