//! What is special in testing machines: links that look at the purpose, at what grows, and at random words.

use std::cell::Cell;
use std::rc::Rc;

use typestar_learn::{Halt, Hypothesis, MealyHypothesis, Oracle, Outcome, Streamed, SuiteKind, Tester};
use typestar_model::{Phase, Plan};

use super::FEWEST_RANDOM_WORDS;
use crate::run::chain::{Link, Milestone};
use crate::run::machines::growth::{climb, look_before_verdict, look_for_growth, run_loops};
use crate::session::Session;
use crate::session::within::misjudged_word;

/// Looks for what grows without end in a new hypothesis: that stops the run.
pub(super) struct GrowthAtFirst;

impl Link<MealyHypothesis> for GrowthAtFirst {
    fn test(&mut self, session: &mut Session, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        Ok(look_for_growth(session, hypothesis)?.map_or(Outcome::Agreed, Outcome::Counterexample))
    }
}

/// Climbs the ladders of a hypothesis, and runs its loops again and again, when the testers agree.
pub(super) struct Repeating;

impl Link<MealyHypothesis> for Repeating {
    fn phase(&self) -> Phase {
        Phase::Growth
    }

    fn test(&mut self, session: &mut Session, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        let word = match climb(session, hypothesis)? {
            None => run_loops(session, hypothesis)?,
            found => found,
        };
        Ok(word.map_or(Outcome::Agreed, Outcome::Counterexample))
    }
}

/// Looks closer, when nothing else refutes the hypothesis. The next link sees whether what was pumped does so.
pub(super) struct GrowthAtLast(pub(super) Phase);

impl Link<MealyHypothesis> for GrowthAtLast {
    fn phase(&self) -> Phase {
        self.0
    }

    fn test(&mut self, session: &mut Session, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        look_before_verdict(session, hypothesis)?;
        Ok(Outcome::Agreed)
    }
}

/// Asks where the hypothesis and the purpose disagree about what is outside.
pub(super) struct PurposeCheck;

impl Link<MealyHypothesis> for PurposeCheck {
    fn test(&mut self, session: &mut Session, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        let outside = session.executor.outside();
        while let Some(word) = misjudged_word(&session.purpose, session.tree(), hypothesis, outside) {
            session.ask(vec![Plan::word(word.clone())])?;
            if let Some(word) = hypothesis.disagreement_on(session.observed(), &word) {
                return Ok(Outcome::Counterexample(word));
            }
        }
        Ok(Outcome::Agreed)
    }
}

/// Of the random words, one in this many repeats inputs.
const REPEATED_SHARE: u64 = 4;

/// The end of the challenge: random words, as many as all words so far if nobody says how many.
pub(super) struct RandomWords {
    /// How many the case asks for.
    pub(super) asked_for: Option<u64>,
    pub(super) seed: u64,
    /// How often words repeat inputs at most; 0 if none does.
    pub(super) rounds: usize,
    /// How many were tried with the last hypothesis.
    pub(super) tried: Rc<Cell<u64>>,
}

impl RandomWords {
    /// Most words end with an identifier of the state that they lead to. The others repeat what those never do, at the
    /// same price.
    fn suites(&self, words: u64) -> Vec<SuiteKind> {
        let repeated = if self.rounds == 0 { 0 } else { words / REPEATED_SHARE };
        let identifying = SuiteKind::RandomWp(Some(words - repeated));
        vec![identifying, SuiteKind::Repeated { words: repeated, rounds: self.rounds }]
    }
}

impl Link<MealyHypothesis> for RandomWords {
    fn phase(&self) -> Phase {
        Phase::Challenge
    }

    fn test(&mut self, session: &mut Session, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        self.tried.set(self.asked_for.unwrap_or_else(|| session.executed().max(FEWEST_RANDOM_WORDS)));
        Streamed::new(self.suites(self.tried.get()), self.seed).test(session, hypothesis)
    }

    fn establishes(&self) -> Option<Milestone> {
        Some(Milestone::Challenged(self.tried.get()))
    }
}
