//! The streamed tester: suites by name, one after the other, in batches.
//!
//! A suite makes its words one at a time. Between them this tester asks whether somebody wants to stop,
//! skips what the tree knows, and hands over batches that grow while nothing is found.
//!
//! Small suites are made in full first. Then it is known how many of their words are new, and people
//! see how long it takes.

use typestar_model::{ObservationTree, Word};

use super::suite::{Suite, SuiteKind, suite};
use crate::mealy::hypothesis::MealyHypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Batches, Outcome, Tester, ask_words};

/// Tries suites one after the other, and skips what the observation tree knows already.
///
/// ```
/// use typestar_learn::{KnownWords, Learner as _, Lsharp, Outcome, Streamed, SuiteKind, Tester as _};
/// use typestar_testing::{Teacher, zoo};
///
/// // Known traces first, then a complete suite.
/// let timer = zoo("CountDownTimer");
/// let trace = ["start", "wait", "wait"].map(|name| timer.inputs().get(name).unwrap());
/// let inputs = timer.inputs().clone();
/// let known = KnownWords { name: "traces".to_owned(), inputs, words: [trace.to_vec()].into() };
/// let mut tester = Streamed::new(vec![SuiteKind::Words(known), SuiteKind::Hsi(1)], 1);
///
/// let mut oracle = Teacher::new(timer, &["error"]);
/// let mut learner = Lsharp::new(0);
/// let mut hypothesis = learner.hypothesis(&mut oracle)?;
/// while tester.test(&mut oracle, &hypothesis)? != Outcome::Agreed {
///     hypothesis = learner.hypothesis(&mut oracle)?;
/// }
/// assert_eq!(hypothesis.access.len(), 3);
/// # Ok::<(), typestar_learn::Halt>(())
/// ```
pub struct Streamed {
    kinds: Vec<SuiteKind>,
    seed: u64,
}

impl Streamed {
    /// A tester that tries these suites; the seed matters to random ones.
    pub fn new(kinds: Vec<SuiteKind>, seed: u64) -> Self {
        Self { kinds, seed }
    }
}

impl Tester<MealyHypothesis> for Streamed {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        let mut batches = Batches::default();
        for kind in &self.kinds {
            let suite = suite(kind, hypothesis, self.seed, &mut || oracle.check())?;
            let mut suite =
                if suite.left().is_some_and(|left| left <= FEW) { made(suite, oracle.tree()) } else { suite };
            let mut batch = Vec::new();
            loop {
                let word = next_unknown(oracle, &mut *suite)?;
                let is_last = word.is_none();
                batch.extend(word);
                if is_last || batch.len() as u64 >= batches.size() {
                    batches.note(batch.len() as u64);
                    oracle.note_left(suite.left());
                    if let Some(word) = ask_words(oracle, hypothesis, std::mem::take(&mut batch))? {
                        return Ok(Outcome::Counterexample(word));
                    }
                }
                if is_last {
                    break;
                }
            }
            oracle.note_left(None);
        }
        Ok(Outcome::Agreed)
    }
}

/// The words of a suite with at most this many of them are made beforehand, to tell people how many are new.
const FEW: u64 = 10_000;

/// A suite whose words are made already.
///
/// What was new when it was made may be known when it comes: the count is an upper bound.
struct Made {
    /// The words, and whether they were new when they were made.
    words: std::vec::IntoIter<(Word, bool)>,
    new: u64,
}

/// The same suite with its words made. A suite that knows how many words it has does not look at the tree.
fn made<'a>(mut suite: Box<dyn Suite + 'a>, tree: &ObservationTree) -> Box<dyn Suite + 'a> {
    let words = std::iter::from_fn(|| suite.next_word(tree));
    let with_news = |word: Word| {
        let is_new = tree.follow(tree.root(), &word).is_none();
        (word, is_new)
    };
    let words: Vec<(Word, bool)> = words.map(with_news).collect();
    let new = words.iter().filter(|(_, is_new)| *is_new).count() as u64;
    Box::new(Made { words: words.into_iter(), new })
}

impl Suite for Made {
    fn next_word(&mut self, _: &ObservationTree) -> Option<Word> {
        let (word, is_new) = self.words.next()?;
        self.new -= u64::from(is_new);
        Some(word)
    }

    fn left(&self) -> Option<u64> {
        Some(self.new)
    }
}

/// The next word that the tree does not know; those that it knows are counted.
///
/// With a suite that is mostly known, millions of words may be skipped in a row, so each of them is a
/// chance to stop.
fn next_unknown(oracle: &mut dyn Oracle, suite: &mut dyn Suite) -> Result<Option<Word>, Halt> {
    let mut known = 0;
    let found = loop {
        oracle.check()?;
        let tree = oracle.tree();
        match suite.next_word(tree) {
            Some(word) if tree.follow(tree.root(), &word).is_some() => known += 1,
            other => break other,
        }
    };
    oracle.count_known(known);
    Ok(found)
}
