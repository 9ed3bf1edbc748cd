//! Testers one after the other.

use super::{Completeness, Outcome, Tester};
use crate::oracle::{Halt, Oracle};

/// Tries testers in their order. Each hypothesis is tried by all of them, until one finds a counterexample.
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
