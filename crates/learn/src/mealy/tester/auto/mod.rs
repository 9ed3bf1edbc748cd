//! The automatic tester: a portfolio of layers of k-complete suites and of random words.
//!
//! No single suite finds all counterexamples soonest, and most of what a k-complete suite asks finds nothing. So its
//! words are sorted into layers by how likely they are to find something, and the layers compete with each other
//! and with random words: whoever found more for its symbols is asked more. That depends on counts alone, so a seed
//! repeats a run. What all layers together ask is a complete suite, so the end is a verdict, not a guess.
//!
//! # How the contest works
//!
//! Each *expert* has a record: counterexamples found and symbols spent. The one with the largest
//!
//! ```text
//!   (found + credit) / (symbols + 200)
//! ```
//!
//! gives the next batch. The credit is what it gets on trust before it found anything: short middles
//! and little trust in the steps get most, random words 0.01. An expert that spends symbols and finds
//! nothing falls behind, so that all get their turn. After a counterexample earlier results count a
//! fifth, because the new hypothesis may hide its next error elsewhere.
//!
//! # What is guaranteed
//!
//! The layers are a partition of `hsi(extra)`: each choice of an access word, a middle and an
//! identifier is in exactly one of them. When
//! all are empty, the suite is complete. Random words never end a test: they may spend about as many
//! symbols as the layers, so a verdict costs at most about twice the suite.
//!
//! Figures, and what was tried before, are in decision 9 of the documents.

mod doubt;
mod drift;
mod layer;

use std::collections::BTreeMap;

use typestar_model::{Random, Word};

use super::suite::Identifiers;
use crate::mealy::hypothesis::MealyHypothesis;
use crate::oracle::{Check, Halt, Oracle};
use crate::tester::{Batches, Completeness, Outcome, Tester, ask_words};
use doubt::Doubt;
use drift::Drift;
use layer::{Ground, Layer};

/// One of those that compete.
///
/// They are ordered, and equal worth is decided by that order: short layers with little trust first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Expert {
    /// Words with this many inputs in the middle and so much trust.
    Layer(usize, usize),
    /// Random words with middles of about this many inputs.
    Drift(usize),
}

impl Expert {
    /// How many counterexamples an expert is given credit for before it found any.
    ///
    /// A middle with one input more has a quarter of the credit, a unit of trust more has seven tenths.
    fn credit(self) -> f64 {
        match self {
            Self::Layer(length, trust) => 0.25f64.powi(length as i32) * 0.7f64.powi(trust as i32),
            Self::Drift(_) => 0.01,
        }
    }
}

/// What an expert did so far.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    found: f64,
    symbols: f64,
}

/// Experts are taken for equally good until they had about this many symbols.
const TRIAL: f64 = 200.0;

/// About how many inputs random words have in the middle.
const DRIFTS: [usize; 3] = [4, 10, 25];

/// Random words have ended when this many in a row were known.
const PATIENCE: u64 = 1000;

/// What was found and spent counts for less after each counterexample: the hypothesis is another one.
const MEMORY: f64 = 0.2;

/// Tries to refute a hypothesis with the most promising words first, until it is complete for `extra` more states.
///
/// ```
/// use typestar_learn::{Auto, Learner as _, Lsharp, Outcome, Tester as _};
/// use typestar_testing::{Teacher, zoo};
///
/// let mut oracle = Teacher::new(zoo("CountDownTimer"), &["error"]);
/// let (mut learner, mut tester) = (Lsharp::new(0), Auto::new(1, 42));
/// let mut hypothesis = learner.hypothesis(&mut oracle)?;
/// while tester.test(&mut oracle, &hypothesis)? != Outcome::Agreed {
///     hypothesis = learner.hypothesis(&mut oracle)?;
/// }
/// assert_eq!(hypothesis.access.len(), 3);
/// assert_eq!(tester.completeness().unwrap().complete_for, Some(1));
/// # Ok::<(), typestar_learn::Halt>(())
/// ```
pub struct Auto {
    extra: usize,
    random: Random,
    records: BTreeMap<Expert, Record>,
    completeness: Completeness,
}

impl Auto {
    /// A tester that ends when the system is what the hypothesis says or has more than `extra` states more.
    pub fn new(extra: usize, seed: u64) -> Self {
        Self { extra, random: Random::new(seed), records: BTreeMap::new(), completeness: Completeness::default() }
    }

    /// The expert that found most for its symbols, its credit included.
    fn best(&self, round: &Round<'_>) -> Option<Expert> {
        let worth = |expert: Expert| {
            let record = self.records.get(&expert).copied().unwrap_or_default();
            (record.found + expert.credit()) / (record.symbols + TRIAL)
        };
        round.experts().max_by(|&a, &b| worth(a).total_cmp(&worth(b)).then(b.cmp(&a)))
    }

    /// The division by five comes after the addition, so that the last counterexample counts a fifth,
    /// too: all records shrink together and their order stays.
    fn note_found(&mut self, expert: Expert) {
        self.records.entry(expert).or_default().found += 1.0;
        for record in self.records.values_mut() {
            record.found *= MEMORY;
            record.symbols *= MEMORY;
        }
    }

    fn note_progress(&mut self, round: &Round<'_>, asked: u64) {
        let complete_for = round.complete_for();
        match complete_for > self.completeness.complete_for {
            true => self.completeness = Completeness { complete_for, words_beyond: 0 },
            false => self.completeness.words_beyond += asked,
        }
    }
}

impl Tester<MealyHypothesis> for Auto {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        let mut round = Round::new(hypothesis, self.extra, &mut || oracle.check())?;
        let mut batches = Batches::default();
        self.completeness = Completeness::default();
        while let Some(expert) = self.best(&round) {
            let batch = round.batch(oracle, expert, batches.size(), &mut self.random)?;
            let (words, symbols) = (batch.len() as u64, batch.iter().map(Vec::len).sum::<usize>());
            batches.note(words);
            self.records.entry(expert).or_default().symbols += symbols as f64;
            if let Some(word) = ask_words(oracle, hypothesis, batch)? {
                self.note_found(expert);
                self.completeness = Completeness::default();
                return Ok(Outcome::Counterexample(word));
            }
            self.note_progress(&round, words);
        }
        Ok(Outcome::Agreed)
    }

    fn completeness(&self) -> Option<Completeness> {
        Some(self.completeness)
    }
}

/// The experts for one hypothesis.
///
/// It is made anew for each hypothesis, because layers are about its states. Records outlive it.
struct Round<'a> {
    ground: Ground<'a>,
    layers: BTreeMap<(usize, usize), Layer>,
    drift: Drift,
    /// The random words that still find something new.
    drifting: Vec<usize>,
    /// The symbols of random words.
    drifted: usize,
    /// The symbols of all other words.
    layered: usize,
    extra: usize,
}

impl<'a> Round<'a> {
    fn new(hypothesis: &'a MealyHypothesis, extra: usize, check: Check<'_>) -> Result<Self, Halt> {
        let identifiers = Identifiers::harmonised(hypothesis, check)?;
        let ground = Ground { hypothesis, identifiers, doubt: Doubt::new(hypothesis) };
        let mut layers = BTreeMap::new();
        for length in 0..=extra.saturating_add(1) {
            for trust in 0..=ground.most_trust(length) {
                layers.insert((length, trust), Layer::new(length, trust));
            }
        }
        let (drift, drifting) = (Drift::new(&ground), DRIFTS.to_vec());
        Ok(Self { drift, ground, layers, drifting, drifted: 0, layered: 0, extra })
    }

    /// Those that have words left. Random words may have as many symbols as the layers had, and a batch more, so that
    /// a verdict costs at most about twice what the complete suite does; when the layers are done, there is the
    /// verdict.
    fn experts(&self) -> impl Iterator<Item = Expert> + '_ {
        let layers = self.layers.keys().map(|&(length, trust)| Expert::Layer(length, trust));
        let may_drift = self.drifted <= self.layered && !self.layers.is_empty();
        let drifting = self.drifting.iter().filter(move |_| may_drift);
        layers.chain(drifting.map(|&mean| Expert::Drift(mean)))
    }

    /// The next words of an expert that the tree does not know; fewer than `size` when it has no more.
    ///
    /// A random expert that meets 1,000 known words in a row has ended. A layer is never given up: its
    /// promise is to be complete.
    fn batch(
        &mut self,
        oracle: &mut dyn Oracle,
        expert: Expert,
        size: u64,
        random: &mut Random,
    ) -> Result<Vec<Word>, Halt> {
        let (mut batch, mut known, mut in_vain) = (Vec::new(), 0, 0);
        while (batch.len() as u64) < size {
            oracle.check()?;
            let word = self.next_word(expert, random, &mut || oracle.check())?;
            let Some(word) = word.filter(|_| in_vain < PATIENCE) else {
                self.end(expert);
                break;
            };
            match oracle.tree().follow(oracle.tree().root(), &word) {
                Some(_) => (known, in_vain) = (known + 1, in_vain + u64::from(matches!(expert, Expert::Drift(_)))),
                None => {
                    batch.push(word);
                    in_vain = 0;
                }
            }
        }
        oracle.count_known(known);
        *match expert {
            Expert::Drift(_) => &mut self.drifted,
            Expert::Layer(..) => &mut self.layered,
        } += batch.iter().map(Vec::len).sum::<usize>();
        Ok(batch)
    }

    fn next_word(&mut self, expert: Expert, random: &mut Random, check: Check<'_>) -> Result<Option<Word>, Halt> {
        match expert {
            Expert::Layer(length, trust) => match self.layers.get_mut(&(length, trust)) {
                Some(layer) => layer.next_word(&self.ground, random, check),
                None => Ok(None),
            },
            Expert::Drift(mean) => Ok(Some(self.drift.word(&self.ground, mean, random))),
        }
    }

    fn end(&mut self, expert: Expert) {
        match expert {
            Expert::Layer(length, trust) => drop(self.layers.remove(&(length, trust))),
            Expert::Drift(ended) => self.drifting.retain(|&mean| mean != ended),
        }
    }

    /// For how many extra states all words were handed out.
    ///
    /// Layers are sorted by the length of the middle, so the first that is left tells how far all
    /// shorter ones are done.
    fn complete_for(&self) -> Option<usize> {
        let shortest = self.layers.keys().next().map_or(self.extra.saturating_add(2), |&(length, _)| length);
        // Middles of one input are the suite for no extra state.
        shortest.checked_sub(2)
    }
}
