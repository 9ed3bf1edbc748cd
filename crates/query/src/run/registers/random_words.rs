//! Random words with data, of three kinds.

use typestar_learn::register::{RegisterHypothesis, RegisterRandom, RegisterRepeated, Shares, Theories};
use typestar_learn::{Halt, Oracle, Outcome, Tester};

use super::{RANDOM_LENGTH, SHARES};

/// Words with few values have so many inputs,
const LONGER: usize = 30;

/// and their values are drawn like this.
const FEW_VALUES: Shares = Shares { fresh: 3, repeated: 15, related: 2 };

/// Of the random words, one in this many repeats calls.
const REPEATED_SHARE: u64 = 4;

/// Random words of one seed.
///
/// Half of those that do not repeat anything are longer and have fewer new values. A cache whose order is wrong, say, shows
/// that only if a few values are used again and again. Words that repeat come last: they are the longest.
pub(super) struct RandomWords {
    pub(super) theories: Theories,
    pub(super) words: u64,
    /// How often words repeat calls at most; 0 if none does.
    pub(super) rounds: usize,
    pub(super) seed: u64,
}

impl RandomWords {
    fn testers(&self) -> [Box<dyn Tester<RegisterHypothesis>>; 3] {
        let theories = || self.theories.clone();
        let repeated = if self.rounds == 0 { 0 } else { self.words / REPEATED_SHARE };
        let words = self.words - repeated;
        let seed = |kind| self.seed.wrapping_add(kind);
        [
            Box::new(RegisterRandom::new(theories(), words.div_ceil(2), RANDOM_LENGTH, SHARES, seed(0))),
            Box::new(RegisterRandom::new(theories(), words / 2, LONGER, FEW_VALUES, seed(1))),
            Box::new(RegisterRepeated::new(theories(), repeated, self.rounds, SHARES, seed(2))),
        ]
    }
}

impl Tester<RegisterHypothesis> for RandomWords {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        for mut tester in self.testers() {
            let outcome = tester.test(oracle, hypothesis)?;
            if outcome != Outcome::Agreed {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Agreed)
    }
}
