//! Executed words on callback typestates.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use typestar_model::{Comparison, ERROR, InputId, Mealy, Word, access_words, compare, read_dot};
use typestar_query::{
    Assumption, Case, Finished, Journal, LearnerKind, LearningSpec, MachineTester, RunOptions, Target, learn,
};
use typestar_system::Simulated;

use crate::random::{Random, machine};
use crate::word_counts::WORD_COUNTS;

/// Where a machine of the zoo is.
pub fn zoo_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../zoo/{name}.dot"))
}

/// A machine of the zoo.
pub fn zoo(name: &str) -> Mealy {
    let text = std::fs::read_to_string(zoo_file(name)).expect("the zoo is beside the bench");
    read_dot(&text).expect("the zoo is well formed")
}

/// Prints the table of the sixteen classes; whether all limits hold.
pub fn classes() -> bool {
    println!(
        "| class | states | leaves | DroidStar | limit | lsharp words (symbols) | lstar words | limit, quiet is \
         stable | lsharp words (symbols) | lsharp with the challenge | as a real component |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
    let (mut within, mut words, mut usual_words, mut real_words) = (true, 0, 0, 0);
    for (name, droidstar, limit, quiet_limit, usual_limit, real_limit) in WORD_COUNTS {
        let truth = zoo(name);
        let full = Measured::of(&truth, LearnerKind::Lsharp, false);
        let table = Measured::of(&truth, LearnerKind::Lstar, false);
        let quiet = Measured::of(&truth, LearnerKind::Lsharp, true);
        let usual = Measured::with(&truth, LearningSpec::default());
        let real = Measured::as_real(&truth);
        println!(
            "| {name} | {} | {} | {droidstar} | {limit} | {full} | {} | {quiet_limit} | {quiet} | {usual} | {real} |",
            truth.live_states(),
            leaves(&truth),
            table.words,
        );
        within &= full.words <= limit && quiet.words <= quiet_limit;
        within &= usual.words <= usual_limit && real.words <= real_limit;
        within &= full.same && table.same && quiet.same && usual.same && real.same;
        (words, usual_words, real_words) = (words + full.words, usual_words + usual.words, real_words + real.words);
    }
    let ratio = usual_words as f64 / words as f64;
    println!("\nAll classes with the challenge: {usual_words} words, {ratio:.2} times the {words} without it");
    let ratio = real_words as f64 / usual_words as f64;
    println!("As real components, with what may be counted: {real_words} words, {ratio:.2} times that");
    println!("\nAll learned machines equivalent to their files and all limits kept: {}\n", yes(within));
    within
}

/// Measures random machines with absorbing errors and a true bound of at most 2; whether all of them stay within
/// 1.1 times the leaves of the paper's test tree, and two words.
pub fn random_machines(count: usize) -> bool {
    let Totals { words, leaves, worst, wrong, over } = Totals::of_random_machines(count);
    println!(
        "{count} random machines with absorbing errors and a true bound of at most 2: {words} words for {leaves} \
         leaves ({:.2} words a leaf; at worst {worst:.2} a leaf and 2 words); {wrong} learned wrong, {over} over 1.1 \
         words a leaf and 2",
        words as f64 / leaves as f64
    );
    wrong == 0 && over == 0
}

/// What learning many machines took.
#[derive(Default)]
struct Totals {
    words: u64,
    leaves: u64,
    /// The most words a leaf, without two words.
    worst: f64,
    /// How many were learned wrong.
    wrong: usize,
    /// How many took more than they may.
    over: usize,
}

impl Totals {
    fn of_random_machines(count: usize) -> Self {
        let (mut random, mut totals) = (Random::new(1), Self::default());
        for _ in 0..count {
            let truth = machine(&mut random);
            totals.add(&Measured::of(&truth, LearnerKind::Lsharp, false), leaves(&truth));
        }
        totals
    }

    fn add(&mut self, measured: &Measured, leaves: u64) {
        self.words += measured.words;
        self.leaves += leaves;
        self.worst = self.worst.max((measured.words as f64 - 2.0) / leaves as f64);
        self.wrong += usize::from(!measured.same);
        self.over += usize::from(measured.words as f64 > 1.1 * leaves as f64 + 2.0);
    }
}

fn yes(yes: bool) -> &'static str {
    if yes { "yes" } else { "NO" }
}

/// What learning one machine took.
struct Measured {
    words: u64,
    symbols: u64,
    same: bool,
}

impl Measured {
    fn of(truth: &Mealy, learner: LearnerKind, quiet_is_stable: bool) -> Self {
        let tester = Some(MachineTester::DistinguisherBound(2).into());
        let assume = if quiet_is_stable { vec![Assumption::QuietIsStable] } else { Vec::new() };
        Self::with(truth, LearningSpec { learner: Some(learner), tester, assume, ..LearningSpec::default() })
    }

    fn with(truth: &Mealy, learning: LearningSpec) -> Self {
        Self::of_case(truth, Case { learning, ..Case::of_model(Path::new("machine")) })
    }

    /// With the defaults, as something that is not known to be a machine: it may count.
    fn as_real(truth: &Mealy) -> Self {
        let mut case = Case::of_model(Path::new("machine"));
        case.system.target = Target::Command(vec!["machine".to_owned()]);
        Self::of_case(truth, case)
    }

    fn of_case(truth: &Mealy, mut case: Case) -> Self {
        case.outputs.errors = vec!["error".to_owned()];
        let mut system = Simulated::new("machine", truth, &case.outputs.errors);
        let finished = learn(&case, &mut system, Journal::in_memory(), &RunOptions::default(), &mut |_, _| {})
            .expect("a journal in memory does not fail");
        Self::from(&finished, truth)
    }

    fn from(finished: &Finished, truth: &Mealy) -> Self {
        let total = finished.summary.total();
        Self {
            words: total.executed,
            symbols: total.symbols,
            same: compare(&finished.learned.machine, truth) == Comparison::Same,
        }
    }
}

impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.words, self.symbols)
    }
}

/// The leaves of the paper's test tree: all words `access . input . w` with `w` of two inputs, cut at errors.
fn leaves(machine: &Mealy) -> u64 {
    let mut words: BTreeSet<Word> = BTreeSet::new();
    for access in access_words(machine).into_iter().flatten() {
        if !ends_in_error(machine, &access) {
            let mut ends = vec![access];
            for _ in 0..3 {
                ends = ends.into_iter().flat_map(|word| longer(machine, word)).collect();
            }
            words.extend(ends);
        }
    }
    let is_leaf = |word: &Word| {
        let after = words.range((std::ops::Bound::Excluded(word.clone()), std::ops::Bound::Unbounded)).next();
        after.is_none_or(|next| !next.starts_with(word))
    };
    words.iter().filter(|word| is_leaf(word)).count() as u64
}

/// The word with each input after it, or the word itself if it ends in an error.
fn longer(machine: &Mealy, word: Word) -> Vec<Word> {
    if ends_in_error(machine, &word) {
        return vec![word];
    }
    machine.inputs().ids().map(|input: InputId| [&word[..], &[input]].concat()).collect()
}

fn ends_in_error(machine: &Mealy, word: &[InputId]) -> bool {
    machine.run(word).last().is_some_and(|&output| machine.outputs().text(output) == ERROR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_random_machines_take_exactly_these_words() {
        let totals = Totals::of_random_machines(20);
        assert_eq!((totals.words, totals.leaves, totals.wrong, totals.over), (2865, 4456, 0, 0));
    }
}
