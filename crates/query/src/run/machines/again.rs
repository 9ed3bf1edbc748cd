//! Learning a machine once more: what the second learner of a run needs.

use typestar_learn::{Halt, Learner, MealyHypothesis, Streamed, SuiteKind, Tester};
use typestar_model::{InputId, Step, separating_word};

use super::Maker;
use crate::run::witness::{Compared, Relearning};
use crate::session::Session;

/// The learner of a run, and how far its words run on.
pub(in crate::run) struct MachinesAgain {
    pub(in crate::run) maker: Maker,
    pub(in crate::run) run_on: usize,
}

impl Relearning for MachinesAgain {
    type Hypothesis = MealyHypothesis;

    fn learner(&self) -> Box<dyn Learner<Hypothesis = MealyHypothesis>> {
        (self.maker)(self.run_on)
    }

    /// As many as the challenge gave up for words that repeat.
    fn random_words(&self, words: u64, seed: u64) -> Box<dyn Tester<MealyHypothesis>> {
        Box::new(Streamed::new(vec![SuiteKind::RandomWp(Some(words))], seed))
    }

    fn compare(&self, _: &mut Session, first: &MealyHypothesis, second: &MealyHypothesis) -> Result<Compared, Halt> {
        Ok(separating_word(&first.machine, &second.machine).map_or(Compared::Same, Compared::Differ))
    }

    fn trace(&self, _: &Session, model: &MealyHypothesis, word: &[InputId]) -> Vec<Step> {
        let (inputs, outputs) = (model.machine.inputs(), model.machine.outputs());
        let steps = word.iter().zip(model.machine.run(word));
        steps.map(|(&input, output)| Step::of(inputs.symbol(input), outputs.symbol(output))).collect()
    }

    fn more_words(&self) -> &'static str {
        "--challenge 5000"
    }
}
