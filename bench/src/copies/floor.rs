//! What the batches allow: words that are asked together can be executed at once, those behind them cannot.

use typestar_model::Mealy;
use typestar_query::{Event, Journal, LearningSpec, RunOptions, learn};
use typestar_system::Simulated;

use super::{COUNTS, class_case, usual};
use crate::callback::zoo;
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

    /// So many words in batches of this size.
    pub fn of_size(size: usize, words: usize) -> Self {
        let last = words % size;
        Self([vec![size; words / size], vec![last]].concat())
    }

    /// How many words there are.
    pub fn words(&self) -> usize {
        self.0.iter().sum()
    }

    /// The least share of one copy's time that so many copies can need, if every word takes the same time.
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

    #[test]
    fn a_batch_takes_as_long_as_its_fullest_copy() {
        let batches = Batches(vec![5, 1, 2]);
        assert_eq!([1, 2, 4, 8].map(|copies| batches.floor(copies)), [1.0, 0.625, 0.5, 0.375]);
    }

    #[test]
    fn the_last_batch_may_be_smaller() {
        assert_eq!(Batches::of_size(16, 40).0, [16, 16, 8]);
    }

    #[test]
    fn sixteen_copies_can_learn_the_media_player_in_a_tenth_of_the_time() {
        let batches = Batches::of_learning(&zoo("MediaPlayer"), usual());
        assert_eq!((batches.words(), batches.cells().as_str()), (1863, "0.51 | 0.27 | 0.15 | 0.09"));
    }
}
