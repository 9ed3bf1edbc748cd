//! Conformance testers: they look for a word on which the system and the hypothesis differ.
//!
//! A tester is the only part that can say anything about words that were not asked yet. All of them
//! work
//! in the same way: they choose words by the hypothesis, ask them in batches, and compare. They differ
//! in the choice, and so in what follows from agreement.
//!
//! Batches are a compromise. Words are cheaper in large batches, because the oracle may execute them
//! together; but what stands in a batch behind a counterexample is asked in vain. So batches begin with
//! one word, and grow with the number of words that found nothing.

use typestar_model::{Plan, Word};

use crate::hypothesis::Hypothesis;
use crate::oracle::{Halt, Oracle};

/// What a tester found.
///
/// A counterexample carries its word for those who want to show it. The learner does not need it: the
/// word is in the observation tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The system and the hypothesis differ on the last input of this word. It is in the tree.
    Counterexample(Word),
    /// The system agreed on everything the tester tries; what follows from that is the tester's promise.
    Agreed,
}

/// An algorithm that tries to refute a hypothesis. No counterexample is evidence, never proof without assumptions.
///
/// It is generic over the hypothesis, because a tester may need more of it than
/// [`Hypothesis`](crate::Hypothesis) offers: its machine, its access words, its guards.
///
/// ```
/// use typestar_learn::{Exact, MealyHypothesis, Outcome, Tester as _};
/// use typestar_testing::{Teacher, zoo};
///
/// let truth = zoo("CountDownTimer");
/// let start = truth.inputs().get("start").unwrap();
/// let running = truth.state_after(&[start]).unwrap();
/// let mut wrong = truth.clone();
/// wrong.add_edge(running, "wait", "quiet", running);
///
/// let mut oracle = Teacher::new(truth.clone(), &["error"]);
/// let mut tester = Exact::new(truth.clone());
/// let hypothesis = |machine| MealyHypothesis::of_machine(machine, &[]);
/// assert_eq!(tester.test(&mut oracle, &hypothesis(&truth)), Ok(Outcome::Agreed));
/// let outcome = tester.test(&mut oracle, &hypothesis(&wrong));
/// assert!(matches!(outcome, Ok(Outcome::Counterexample(word)) if word.len() == 2), "start, wait");
/// ```
pub trait Tester<H> {
    /// Tests until there is a counterexample or nothing is left to try.
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &H) -> Result<Outcome, Halt>;

    /// What was established since the last counterexample, if the tester's name does not say it.
    fn completeness(&self) -> Option<Completeness> {
        None
    }
}

impl<H, T: Tester<H> + ?Sized> Tester<H> for Box<T> {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &H) -> Result<Outcome, Halt> {
        (**self).test(oracle, hypothesis)
    }

    fn completeness(&self) -> Option<Completeness> {
        (**self).completeness()
    }
}

/// What follows from words that found no counterexample.
///
/// Only a tester whose name does not tell what it established has one: [`crate::Auto`] may be stopped
/// anywhere, and what it had finished by then is worth saying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completeness {
    /// For how many extra states the words are complete, and k-A-complete; none if they are not even for 0.
    pub complete_for: Option<usize>,
    /// How many words were tried since that was established.
    pub words_beyond: u64,
}

/// How many words to ask at once: more, the longer no counterexample was found, because what stands in a batch
/// behind a counterexample is asked in vain.
///
/// After 160 words that agreed, ten are asked at once; at most 512. The growth depends on counts alone,
/// so a seed repeats a run exactly.
#[derive(Debug, Default)]
pub(crate) struct Batches {
    asked: u64,
}

impl Batches {
    /// The most words that are asked at once.
    const LARGEST: u64 = 512;
    /// Of the words that were asked, the share that may be asked at once.
    const SHARE: u64 = 16;

    pub(crate) fn size(&self) -> u64 {
        (self.asked / Self::SHARE).clamp(1, Self::LARGEST)
    }

    pub(crate) fn note(&mut self, words: u64) {
        self.asked += words;
    }
}

/// Asks a batch of words; the shortest disagreement among them, if there is one.
///
/// All words are compared even after the first disagreement: they are answered anyway, and a shorter
/// counterexample saves the learner words.
pub(crate) fn ask_words(
    oracle: &mut dyn Oracle,
    hypothesis: &impl Hypothesis,
    words: Vec<Word>,
) -> Result<Option<Word>, Halt> {
    oracle.ask(words.iter().map(|word| Plan::word(word.clone())).collect())?;
    let found = words.iter().filter_map(|word| hypothesis.disagreement_on(oracle.observed(), word));
    Ok(found.min_by_key(Vec::len))
}
