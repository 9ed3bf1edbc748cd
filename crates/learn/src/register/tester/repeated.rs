//! Repeated calls with values: words that look for what a system counts in silence.
//!
//! The idea is that of the suite for machines (`mealy/tester/suite/repeated.rs`): a random word never gets to a limit of
//! twenty calls, because each of its steps is drawn anew.
//!
//! ```text
//!   access word    ·  repetition                ·  the access word backwards  ·  tail
//!   to a location     one call, or two in turn,    with the values that it had   a few
//!                     again and again                                            random calls
//! ```
//!
//! The values of a repetition are new in every round, or always the same, or any.

use typestar_model::register::ActionId;
use typestar_model::{Random, Symbol, Value};

use super::super::hypothesis::RegisterHypothesis;
use super::super::theories::Theories;
use super::making::Making;
use super::random::{Shares, ask_made};
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester};

/// Fewer rounds than these have neighbours among random words.
const FEWEST_ROUNDS: usize = 3;

/// How many calls of a repetition may be quiet. On a real clock each of them takes the whole quiescence time.
const MOST_QUIET: usize = 3;

/// How many inputs the tail has, in the mean.
const TAIL: usize = 2;

/// Values that were never seen.
const NEW: Shares = Shares { fresh: 1, repeated: 0, related: 0 };

/// Random words of another kind: access words, each followed by a long repetition, its own reverse and a short tail.
///
/// ```
/// use typestar_learn::register::{RegisterRepeated, Shares, Theories};
/// use typestar_model::register::families::fifo;
///
/// let theories = Theories::equality(&fifo(2).signature);
/// let shares = Shares { fresh: 3, repeated: 5, related: 2 };
/// // Something is repeated up to 48 times in each of 250 words.
/// let _tester = RegisterRepeated::new(theories, 250, 48, shares, 42);
/// ```
pub struct RegisterRepeated {
    theories: Theories,
    shares: Shares,
    words: u64,
    rounds: usize,
    seed: u64,
}

/// How a value of a repetition is chosen.
#[derive(Clone)]
enum Pick {
    /// In every round by these shares.
    EachRound(Shares),
    /// In the first round, and then it is always this one.
    Once(Option<Value>),
}

/// A call of a repetition.
struct Repeated {
    input: ActionId,
    picks: Vec<Pick>,
}

impl RegisterRepeated {
    /// So many words for every hypothesis, in which something is repeated up to `rounds` times. The shares are those of
    /// values that are neither new in every round nor always the same.
    pub fn new(theories: Theories, words: u64, rounds: usize, shares: Shares, seed: u64) -> Self {
        Self { theories, shares, words, rounds: rounds.max(FEWEST_ROUNDS), seed }
    }

    fn word(&self, mut making: Making, access: &[Symbol], random: &mut Random) -> Vec<Symbol> {
        access.iter().for_each(|symbol| give_again(&mut making, symbol));
        self.repeat(&mut making, random);
        access.iter().rev().for_each(|symbol| give_again(&mut making, symbol));
        for _ in 0..random.geometric(TAIL) {
            let input = making.any_input(random);
            if !making.has_ended() {
                making.give_any(input, self.shares, random);
            }
        }
        making.word()
    }

    /// Repeats a unit, but not beyond a few quiet calls.
    fn repeat(&self, making: &mut Making, random: &mut Random) {
        let (mut unit, rounds) = (self.unit(making, random), random.between(FEWEST_ROUNDS, self.rounds));
        let mut quiet = 0;
        for _ in 0..rounds {
            for Repeated { input, picks } in &mut unit {
                if making.has_ended() || quiet >= MOST_QUIET {
                    return;
                }
                making.give(*input, &mut |making, index, data_type| {
                    let mut drawn = |shares| making.drawn(data_type, shares, random);
                    match &mut picks[index] {
                        Pick::EachRound(shares) => drawn(*shares),
                        Pick::Once(value) => value.get_or_insert_with(|| drawn(self.shares)).clone(),
                    }
                });
                quiet += usize::from(making.is_quiet());
            }
        }
    }

    /// One call or two, which need not differ. The first of them goes on, if there is one that does.
    fn unit(&self, making: &Making, random: &mut Random) -> Vec<Repeated> {
        let going_on: Vec<ActionId> = making.inputs().filter(|&input| making.goes_on(input)).collect();
        let any = making.any_input(random);
        let first = if going_on.is_empty() { any } else { *random.pick(&going_on) };
        let inputs = if random.once_in(2) { vec![first] } else { vec![first, any] };
        let pick = |random: &mut Random| match random.below(3) {
            0 => Pick::EachRound(NEW),
            1 => Pick::EachRound(self.shares),
            _ => Pick::Once(None),
        };
        let call = |input| Repeated { input, picks: making.parameters(input).iter().map(|_| pick(random)).collect() };
        inputs.into_iter().map(call).collect()
    }
}

/// Gives an input once more with the values that it had.
fn give_again(making: &mut Making, symbol: &Symbol) {
    if let Some(input) = making.input_of(symbol).filter(|_| !making.has_ended()) {
        making.give(input, &mut |_, index, _| symbol.values()[index].clone());
    }
}

impl Tester<RegisterHypothesis> for RegisterRepeated {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        let mut random = Random::new(self.seed);
        ask_made(oracle, hypothesis, (&self.theories, self.words), &mut |machine, is_final| {
            let location = random.below(hypothesis.access.len().max(1));
            let access = hypothesis.access.get(location).map_or(&[][..], Vec::as_slice);
            self.word(Making::new(machine, &self.theories, is_final), access, &mut random)
        })
    }
}
