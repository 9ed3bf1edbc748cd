//! Known words: traces of a log, a manual or an earlier run, tried as they are.

use std::fmt;
use std::sync::Arc;

use typestar_model::{InputId, Inputs, Symbol, Word};

use crate::hypothesis::Hypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Batches, Outcome, Tester, ask_words};

/// Words that somebody knows to be interesting. They reach places that no algorithm would look at first.
///
/// The inputs of a system with data have any values, and get their numbers while it is learned. So the words come with
/// the alphabet that they were read with, and are numbered again when they are asked.
///
/// ```
/// use typestar_learn::{KnownWords, MealyHypothesis, Outcome, Tester as _};
/// use typestar_testing::{Teacher, zoo};
///
/// let timer = zoo("CountDownTimer");
/// let trace = ["start", "wait", "wait"].map(|name| timer.inputs().get(name).unwrap());
/// let inputs = timer.inputs().clone();
/// let mut known = KnownWords { name: "traces".to_owned(), inputs, words: [trace.to_vec()].into() };
/// let mut oracle = Teacher::new(timer.clone(), &["error"]);
/// let truth = MealyHypothesis::of_machine(&timer, &[]);
/// assert_eq!(known.test(&mut oracle, &truth), Ok(Outcome::Agreed));
/// assert_eq!(known.to_string(), "words(traces)");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownWords {
    /// Where they come from, such as the name of a file.
    pub name: String,
    /// The inputs that their numbers stand for.
    pub inputs: Inputs,
    /// The words; whoever reads them fills them in.
    pub words: Arc<[Word]>,
}

impl KnownWords {
    /// The words as symbols, one after the other.
    pub fn symbols(&self) -> impl Iterator<Item = Vec<Symbol>> + '_ {
        self.words.iter().map(|word| word.iter().map(|&input| self.inputs.symbol(input).clone()).collect())
    }

    /// The next words, as the oracle numbers them. What it does not have ends a word: nobody could answer it.
    fn numbered(&self, oracle: &mut dyn Oracle, words: &[Word]) -> Vec<Word> {
        let mut number = |input: &InputId| oracle.input(self.inputs.symbol(*input));
        words.iter().map(|word| word.iter().map_while(&mut number).collect()).collect()
    }
}

impl fmt::Display for KnownWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "words({})", self.name)
    }
}

impl<H: Hypothesis> Tester<H> for KnownWords {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &H) -> Result<Outcome, Halt> {
        let (mut batches, mut left) = (Batches::default(), &self.words[..]);
        while !left.is_empty() {
            let (batch, rest) = left.split_at(left.len().min(batches.size() as usize));
            left = rest;
            batches.note(batch.len() as u64);
            oracle.note_left(Some(left.len() as u64));
            let words = self.numbered(oracle, batch);
            if let Some(word) = ask_words(oracle, hypothesis, words)? {
                return Ok(Outcome::Counterexample(word));
            }
        }
        oracle.note_left(None);
        Ok(Outcome::Agreed)
    }
}
