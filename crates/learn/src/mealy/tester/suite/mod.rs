//! Test suites as streams: words worth executing to find out whether a system is what the hypothesis says.
//!
//! # What complete means
//!
//! A suite is *complete for k extra states* if every system that agrees on all its words, and has at
//! most k states more than the hypothesis, is equivalent to it. It is *k-A-complete* if that holds for
//! systems of any size whose states are all reached by access words followed by at most k inputs.
//!
//! # What it costs
//!
//! With n states, i inputs and identifiers of total length l: about n·i^(k+1) positions, each with its
//! identifiers. One extra state more multiplies the words by the number of inputs. That is why suites
//! are streams: `hsi(3)` of a large machine has more words than memory.
//!
//! # Which one
//!
//! They differ in the words that identify the state at a position (see [`Identifiers`]). `w` asks all
//! words everywhere, `wp` fewer at the last step, `hsi` only those of the expected state, `hybrid-ads`
//! one long word where there is one, and `h` decides at each position by what was executed already.

mod h;
mod identifiers;
mod positions;
mod products;
mod random;
mod repeated;
mod splitting;

use std::fmt;
use std::sync::Arc;

use typestar_model::{ObservationTree, Word};

use h::H;
pub use identifiers::Identifiers;
use identifiers::until_final;
use products::Products;
use random::RandomWords;
use repeated::RepeatedInputs;

use crate::known::KnownWords;
use crate::mealy::hypothesis::MealyHypothesis;
use crate::oracle::{Check, Halt};

/// A stream of words to test one hypothesis with. It is made as it goes: memory does not grow with its length.
///
/// No word goes on behind an output that is final in the hypothesis.
///
/// ```
/// use typestar_learn::{MealyHypothesis, SuiteKind, suite};
/// use typestar_model::ObservationTree;
/// use typestar_testing::zoo;
///
/// let timer = zoo("CountDownTimer");
/// let error = timer.outputs().get("error").unwrap();
/// let hypothesis = MealyHypothesis::of_machine(&timer, &[error]);
/// let mut words = suite(&SuiteKind::Hsi(0), &hypothesis, 1, &mut || Ok(())).unwrap();
/// let tree = ObservationTree::new(); // nothing was executed yet
/// let mut count = 0;
/// while let Some(word) = words.next_word(&tree) {
///     assert!(!word.is_empty());
///     count += 1;
/// }
/// assert!(count >= 5, "each of the five steps that are no error is tried");
/// ```
pub trait Suite {
    /// The next word worth executing; none when the suite has ended.
    ///
    /// `tree` holds what was executed so far. It may lack words that were handed out and are not executed yet.
    fn next_word(&mut self, tree: &ObservationTree) -> Option<Word>;

    /// How many words are still to come, at most; none if nobody can tell before they are made.
    ///
    /// Words that the tree knows may be among them. It is for people who wait, and decides nothing.
    fn left(&self) -> Option<u64> {
        None
    }
}

/// A test suite, by name and parameters.
///
/// The number of those that have one is k, how many states more than the hypothesis the system may have.
/// Random suites have a number of words, or no end.
///
/// ```
/// use typestar_learn::SuiteKind;
/// assert_eq!(SuiteKind::Hsi(1).to_string(), "hsi(1)");
/// assert_eq!(SuiteKind::RandomWp(Some(5000)).to_string(), "random-wp(5000)");
/// ```
///
/// Its text is what a case file says, and what a verdict names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteKind {
    /// One characterising set of words for all states.
    W(usize),
    /// The characterising set, but for the last input only the words that the state reached needs.
    Wp(usize),
    /// Harmonised state identifiers.
    Hsi(usize),
    /// Separating words that are chosen as it goes, by what was executed already.
    H(usize),
    /// An adaptive distinguishing sequence, completed by harmonised identifiers.
    HybridAds(usize),
    /// Random inputs.
    RandomWalk(Option<u64>),
    /// A random access word, random inputs, a random identifier of the state reached.
    RandomWp(Option<u64>),
    /// An access word, one or two inputs repeated again and again, the access word backwards, and a few random inputs.
    Repeated {
        /// How many words.
        words: u64,
        /// How often the inputs are repeated at most.
        rounds: usize,
    },
    /// Words that somebody knows to be interesting.
    Words(KnownWords),
}

impl SuiteKind {
    /// How many states more than the hypothesis the system may have, for the suite to be complete; none if it never is.
    pub fn extra_states(&self) -> Option<usize> {
        match *self {
            Self::W(extra) | Self::Wp(extra) | Self::Hsi(extra) | Self::H(extra) | Self::HybridAds(extra) => {
                Some(extra)
            }
            Self::RandomWalk(_) | Self::RandomWp(_) | Self::Repeated { .. } | Self::Words(_) => None,
        }
    }

    /// Whether the suite is k-A-complete: it also finds out systems with more states, if access words followed by
    /// at most k inputs reach all of them. Of those that are complete for k extra states, only `h` is not.
    ///
    /// `h` compares a position only with access words and with positions before it on its own middle.
    /// That is enough if the number of states is bounded, and not if only their distance is.
    pub fn is_complete_by_reach(&self) -> bool {
        self.extra_states().is_some() && !matches!(self, Self::H(_))
    }

    /// Whether the suite comes to an end.
    pub fn ends(&self) -> bool {
        !matches!(self, Self::RandomWalk(None) | Self::RandomWp(None))
    }
}

impl fmt::Display for SuiteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::W(extra) => write!(f, "w({extra})"),
            Self::Wp(extra) => write!(f, "wp({extra})"),
            Self::Hsi(extra) => write!(f, "hsi({extra})"),
            Self::H(extra) => write!(f, "h({extra})"),
            Self::HybridAds(extra) => write!(f, "hybrid-ads({extra})"),
            Self::RandomWalk(None) => f.write_str("random-walk"),
            Self::RandomWalk(Some(words)) => write!(f, "random-walk({words})"),
            Self::RandomWp(None) => f.write_str("random-wp"),
            Self::RandomWp(Some(words)) => write!(f, "random-wp({words})"),
            Self::Repeated { words, .. } => write!(f, "repeated({words})"),
            Self::Words(known) => known.fmt(f),
        }
    }
}

/// The suite of this kind for a hypothesis. The seed matters to random suites only. To prepare a suite may take long if
/// the hypothesis has many states or inputs; `check` may stop that.
///
/// A suite is about one hypothesis and borrows it. See [`Suite`] for how to read it, and
/// [`crate::Streamed`] for a tester that does.
pub fn suite<'a>(
    kind: &SuiteKind,
    hypothesis: &'a MealyHypothesis,
    seed: u64,
    check: Check<'_>,
) -> Result<Box<dyn Suite + 'a>, Halt> {
    let products = |extra, all, last| Box::new(Products::new(hypothesis, extra, all, last));
    Ok(match *kind {
        SuiteKind::W(extra) => products(extra, Identifiers::characterising(hypothesis, check)?, None),
        SuiteKind::Wp(extra) => {
            let all = Identifiers::characterising(hypothesis, check)?;
            products(extra, all, Some(Identifiers::single(hypothesis, check)?))
        }
        SuiteKind::Hsi(extra) => products(extra, Identifiers::harmonised(hypothesis, check)?, None),
        SuiteKind::HybridAds(extra) => products(extra, Identifiers::adaptive(hypothesis, check)?, None),
        SuiteKind::H(extra) => Box::new(H::new(hypothesis, extra, check)?),
        SuiteKind::RandomWalk(words) => Box::new(RandomWords::new(hypothesis, None, words, seed)),
        SuiteKind::RandomWp(words) => {
            let identifiers = Identifiers::harmonised(hypothesis, check)?;
            Box::new(RandomWords::new(hypothesis, Some(identifiers), words, seed))
        }
        SuiteKind::Repeated { words, rounds } => Box::new(RepeatedInputs::new(hypothesis, words, rounds, seed)),
        SuiteKind::Words(ref known) => Box::new(given(hypothesis, Arc::clone(&known.words))),
    })
}

/// Words that were given: traces from logs, from a manual, or from an earlier run reach places that no algorithm would
/// look at first. They are tried as they are, cut where the hypothesis expects a final output: behind it nothing could be
/// compared.
fn given(hypothesis: &MealyHypothesis, words: Arc<[Word]>) -> Listed<impl ExactSizeIterator<Item = Word>> {
    let start = hypothesis.machine.initial();
    Listed((0..words.len()).map(move |next| until_final(hypothesis, start, &words[next])))
}

/// A suite that knows its words: nothing depends on what was executed.
struct Listed<I>(I);

impl<I: ExactSizeIterator<Item = Word>> Suite for Listed<I> {
    fn next_word(&mut self, _: &ObservationTree) -> Option<Word> {
        self.0.next()
    }

    fn left(&self) -> Option<u64> {
        Some(self.0.len() as u64)
    }
}
