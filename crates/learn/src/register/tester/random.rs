//! Random walks with data.
//!
//! Values decide whether a random word finds anything. With fresh values only, no two are ever equal;
//! with repeated ones only, nothing new comes in. So values are drawn from three kinds by shares.

use typestar_model::register::{RegisterAutomaton, RegisterMachine};
use typestar_model::{Random, Symbol, Word};

use super::super::hypothesis::RegisterHypothesis;
use super::super::shorten::shorten;
use super::super::theories::Theories;
use super::is_final;
use super::making::Making;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Batches, Outcome, Tester, ask_words};

/// How values are drawn: this many parts of each kind.
///
/// ```
/// use typestar_learn::register::{RegisterRandom, Shares, Theories};
/// use typestar_model::register::families::fifo;
///
/// let theories = Theories::equality(&fifo(2).signature);
/// // Two of four values are new, one repeats another one, and one is of any class.
/// let shares = Shares { fresh: 2, repeated: 1, related: 1 };
/// let _tester = RegisterRandom::new(theories, 1_000, 12, shares, 42);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    /// Values that were never seen.
    pub fresh: usize,
    /// Values that were seen, and constants.
    pub repeated: usize,
    /// Values of any class: between others, or a sum of them.
    pub related: usize,
}

/// Random words: in each step a random input, with random values.
///
/// What the outputs will be is taken from the hypothesis, so that values which the system hands out are repeated, too.
/// Where it is wrong, the word has shown so by then.
///
/// A counterexample is shortened before it is returned, at the price of a few words.
pub struct RegisterRandom {
    theories: Theories,
    shares: Shares,
    words: u64,
    length: usize,
    seed: u64,
}

impl RegisterRandom {
    /// How many words of this many inputs each, for every hypothesis.
    pub fn new(theories: Theories, words: u64, length: usize, shares: Shares, seed: u64) -> Self {
        Self { theories, shares, words, length, seed }
    }

    /// The words of an automaton, each made when it is taken. They end at the outputs `finals`.
    pub fn words<'a>(
        self,
        automaton: &'a RegisterAutomaton,
        finals: &'a [String],
    ) -> impl Iterator<Item = Vec<Symbol>> + 'a {
        let (machine, mut random) = (RegisterMachine::new(automaton), Random::new(self.seed));
        let is_final = |name: &str| finals.iter().any(|known| known == name);
        (0..self.words).map(move |_| self.word(&machine, &is_final, &mut random))
    }

    fn word(&self, machine: &RegisterMachine, is_final: &dyn Fn(&str) -> bool, random: &mut Random) -> Vec<Symbol> {
        let mut making = Making::new(machine, &self.theories, is_final);
        for _ in 0..self.length {
            let input = making.any_input(random);
            making.give_any(input, self.shares, random);
            if making.has_ended() {
                break;
            }
        }
        making.word()
    }
}

impl Tester<RegisterHypothesis> for RegisterRandom {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        let mut random = Random::new(self.seed);
        ask_made(oracle, hypothesis, (&self.theories, self.words), &mut |machine, is_final| {
            self.word(machine, is_final, &mut random)
        })
    }
}

/// Makes a word along the automaton of a hypothesis, which ends at final outputs.
pub(super) type Maker<'m> = &'m mut dyn FnMut(&RegisterMachine, &dyn Fn(&str) -> bool) -> Vec<Symbol>;

/// Asks so many words, each made when it is its turn. A counterexample is shortened: it is longer and more special than it
/// need be, and a learner would ask in vain.
pub(super) fn ask_made(
    oracle: &mut dyn Oracle,
    hypothesis: &RegisterHypothesis,
    (theories, words): (&Theories, u64),
    make: Maker,
) -> Result<Outcome, Halt> {
    let machine = RegisterMachine::new(&hypothesis.automaton);
    let mut batches = Batches::default();
    let mut made = 0;
    while made < words {
        let count = batches.size().min(words - made);
        let is_known_final = |name: &str| is_final(oracle, name);
        let batch: Vec<_> = (0..count).map(|_| make(&machine, &is_known_final)).collect();
        // What cannot be asked has no answer.
        let mut number = |word: &Vec<Symbol>| word.iter().map_while(|symbol| oracle.input(symbol)).collect();
        let batch: Vec<Word> = batch.iter().map(&mut number).collect();
        made += count;
        batches.note(count);
        oracle.note_left(Some(words - made));
        if let Some(word) = ask_words(oracle, hypothesis, batch)? {
            return shorten(oracle, hypothesis, theories, &word).map(Outcome::Counterexample);
        }
    }
    oracle.note_left(None);
    Ok(Outcome::Agreed)
}
