//! Random words that drift along steps of little trust.
//!
//! Suites for one or two extra states have short middles. What hides behind ten moving steps is found
//! by no such suite, and by uniform random words rarely, since most inputs of most systems stay where
//! they are. Here a step is four times as likely as one that is trusted by one more, so words move.

use typestar_model::{Id, InputId, Random, StateId, Word};

use super::layer::Ground;

/// How much more likely a step is than one that is trusted by one more.
const LIKELIER: u64 = 4;

/// Where words drift to: for each state the inputs that can go on, with the sums of their weights.
///
/// Weights are kept as running sums: a random number below the last sum picks an input by binary
/// search.
pub(super) struct Drift {
    steps: Vec<Vec<(u64, InputId)>>,
}

impl Drift {
    pub(super) fn new(ground: &Ground<'_>) -> Self {
        let hypothesis = ground.hypothesis;
        let least = ground.doubt.most_of_a_step();
        let steps_of = |state: StateId| {
            let mut sum = 0;
            let going_on = hypothesis.machine.inputs().ids().filter(|&input| !hypothesis.is_final(state, input));
            let weighted = going_on.map(|input| {
                sum += LIKELIER.pow((least - ground.doubt.trust(state, input)) as u32);
                (sum, input)
            });
            weighted.collect()
        };
        Self { steps: hypothesis.live().map(steps_of).collect() }
    }

    /// A word from a random state, with about `mean` random inputs and a random identifier at its end.
    ///
    /// It starts at a random state rather than at the beginning. The access word leads there for
    /// certain, and all the random inputs are spent behind it.
    pub(super) fn word(&self, ground: &Ground<'_>, mean: usize, random: &mut Random) -> Word {
        let start = random.below(self.steps.len());
        let (mut word, mut state) = (ground.hypothesis.access[start].clone(), StateId::new(start));
        for _ in 0..=random.geometric(mean) {
            let Some(input) = self.input(state, random) else { break };
            word.push(input);
            state = ground.hypothesis.target(state, input);
        }
        word.extend(random.pick(ground.identifiers.of(state)));
        word
    }

    fn input(&self, state: StateId, random: &mut Random) -> Option<InputId> {
        let steps = &self.steps[state.index()];
        let &(sum, _) = steps.last()?;
        let chosen = random.below(sum as usize) as u64;
        Some(steps[steps.partition_point(|&(upto, _)| upto <= chosen)].1)
    }
}
