//! Random walks with data.
//!
//! Values decide whether a random word finds anything. With fresh values only, no two are ever equal;
//! with repeated ones only, nothing new comes in. So values are drawn from three kinds by shares.

use typestar_model::register::{ActionId, RegisterAutomaton, RegisterMachine, Signature, TypeId};
use typestar_model::{Id, Random, Symbol, Value, Word};

use super::super::hypothesis::RegisterHypothesis;
use super::super::shorten::shorten;
use super::super::shown::{Shown, fresh};
use super::super::theories::Theories;
use super::super::theory::Atom;
use super::is_final;
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
        let signature = &machine.automaton.signature;
        let mut shown = Shown::new(&self.theories, signature.types.len());
        let (mut place, mut outputs, mut word) = (Some(machine.start()), Vec::new(), Vec::new());
        for step in 1..=self.length {
            let input = ActionId::new(random.below(signature.inputs.len()));
            let values = self.values(signature, input, &mut shown, random);
            let symbol = Symbol::new(&signature.inputs[input.index()].name, values.clone());
            word.push(symbol.expect("actions have names of symbols"));
            let Some(before) = place.take() else { continue };
            let Some(taken) = machine.answer(&before, (input, &values), step as u32, &mut outputs) else { continue };
            if is_final(machine.output_name(taken)) {
                break;
            }
            shown.note_all(&signature.outputs[taken.output.index()], &outputs);
            let mut after = before.clone();
            machine.follow(&before, taken, (&values, &outputs), &mut after);
            place = Some(after);
        }
        word
    }

    fn values(&self, signature: &Signature, input: ActionId, shown: &mut Shown, random: &mut Random) -> Vec<Value> {
        let parameters = &signature.inputs[input.index()].parameters;
        let draw = |parameter: &typestar_model::register::Parameter| {
            let value = self.value(parameter.data_type, shown, random);
            shown.note(parameter.data_type, &value);
            value
        };
        parameters.iter().map(draw).collect()
    }

    fn value(&self, data_type: TypeId, shown: &Shown, random: &mut Random) -> Value {
        let atoms = shown.atoms(&self.theories, data_type, 1);
        let Shares { fresh: new, repeated, related } = self.shares;
        let is_repeated = |atom: &&Atom| atom.point.as_ref().is_some_and(|point| point.plus.is_none());
        let wanted: Vec<&Atom> = match random.weighted(&[new, repeated, related]) {
            Some(1) => atoms.iter().filter(is_repeated).collect(),
            Some(2) => atoms.iter().collect(),
            _ => Vec::new(),
        };
        match fresh(&atoms).filter(|_| wanted.is_empty()) {
            Some(fresh) => fresh.clone(),
            None if wanted.is_empty() => random.pick(&atoms).witness.clone(),
            None => random.pick(&wanted).witness.clone(),
        }
    }
}

impl Tester<RegisterHypothesis> for RegisterRandom {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        let machine = RegisterMachine::new(&hypothesis.automaton);
        let (mut random, mut batches) = (Random::new(self.seed), Batches::default());
        let mut made = 0;
        while made < self.words {
            let count = batches.size().min(self.words - made);
            let is_known_final = |name: &str| is_final(oracle, name);
            let words: Vec<_> = (0..count).map(|_| self.word(&machine, &is_known_final, &mut random)).collect();
            // What cannot be asked has no answer.
            let mut number = |word: &Vec<Symbol>| word.iter().map_while(|symbol| oracle.input(symbol)).collect();
            let words: Vec<Word> = words.iter().map(&mut number).collect();
            made += count;
            batches.note(count);
            oracle.note_left(Some(self.words - made));
            if let Some(word) = ask_words(oracle, hypothesis, words)? {
                // A random word is longer and more special than it need be: a learner would ask in vain.
                return shorten(oracle, hypothesis, &self.theories, &word).map(Outcome::Counterexample);
            }
        }
        oracle.note_left(None);
        Ok(Outcome::Agreed)
    }
}
