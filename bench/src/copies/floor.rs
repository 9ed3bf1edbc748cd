//! What the batches allow: words that are asked together can be executed at once, those behind them cannot.

use anyhow::Result;
use typestar_model::Mealy;
use typestar_query::{Event, Journal, LearningSpec, RunOptions, learn};
use typestar_system::Simulated;

use super::measured::run_suite;
use super::{COUNTS, class_case, usual};
use crate::callback::zoo;
use crate::models::Model;
use crate::word_counts::WORD_COUNTS;

/// How many words were executed together, batch by batch.
pub struct Batches(Vec<usize>);

impl Batches {
    /// Those of learning a class. They are the same for any number of copies.
    pub fn of_learning(truth: &Mealy, learning: LearningSpec) -> Self {
        let case = class_case(learning);
        let mut system = Simulated::new("machine", truth, &case.outputs.errors);
        let mut sizes = Vec::new();
        let mut observer = |event: &Event, _: &_| {
            if let Event::WordsExecuted { executed, .. } = event {
                sizes.push(*executed);
            }
        };
        learn(&case, &mut system, Journal::in_memory(), &RunOptions::default(), &mut observer)
            .expect("a journal in memory does not fail");
        Self(sizes)
    }

    /// Those of `hsi(1)` of a model.
    pub fn of_suite(model: &Model) -> Result<Self> {
        Ok(Self(run_suite(model, &mut Simulated::new(&model.name, &model.machine, &[]))?.1))
    }

    /// How many words there are.
    pub fn words(&self) -> usize {
        self.0.iter().sum()
    }

    /// The least share of one copy's time that this many copies can need, if every word takes the same time.
    pub fn floor(&self, copies: usize) -> f64 {
        self.0.iter().map(|size| size.div_ceil(copies)).sum::<usize>() as f64 / self.words() as f64
    }

    /// The floors for 2, 4, 8 and 16 copies, as cells of a table.
    fn cells(&self) -> String {
        COUNTS.map(|copies| format!("{:.2}", self.floor(copies))).join(" | ")
    }
}

/// Prints the floors of the sixteen classes: as the published tables count, and as users run it.
pub fn table() {
    println!("| class | words | 2 copies | 4 | 8 | 16 | words with the challenge | 2 copies | 4 | 8 | 16 |");
    println!("| --- |{}", " --: |".repeat(10));
    for (name, ..) in WORD_COUNTS {
        let [plain, challenged] = [usual(), LearningSpec::default()].map(|how| Batches::of_learning(&zoo(name), how));
        println!(
            "| {name} | {} | {} | {} | {} |",
            plain.words(),
            plain.cells(),
            challenged.words(),
            challenged.cells()
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::callback::zoo_file;

    #[test]
    fn a_batch_takes_as_long_as_its_fullest_copy() {
        let batches = Batches(vec![5, 1, 2]);
        assert_eq!([1, 2, 4, 8].map(|copies| batches.floor(copies)), [1.0, 0.625, 0.5, 0.375]);
    }

    #[test]
    fn every_word_of_a_suite_is_in_one_batch() {
        let model = Model::read(&zoo_file("MediaPlayer")).expect("the zoo");
        let mut system = Simulated::new("player", &model.machine, &[]);
        let (sum, batches) = run_suite(&model, &mut system).expect("a suite");
        assert!(batches.len() > 1 && sum.is_clean(), "{batches:?}, {sum:?}");
        assert_eq!(batches.iter().sum::<usize>() as u64, sum.executed);
    }

    #[test]
    fn sixteen_copies_can_learn_the_media_player_in_a_tenth_of_the_time() {
        let batches = Batches::of_learning(&zoo("MediaPlayer"), usual());
        assert_eq!((batches.words(), batches.cells().as_str()), (1863, "0.51 | 0.27 | 0.15 | 0.09"));
    }
}
