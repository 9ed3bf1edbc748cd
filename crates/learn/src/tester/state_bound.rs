//! The state-bound tester: complete for systems with at most so many states.

use typestar_model::{Id, InputId, StateId, Word, separating_word_of_states};

use super::{Outcome, Tester, ask_words};
use crate::hypothesis::Hypothesis;
use crate::oracle::{Oracle, Stopped};

/// How many words are asked at once.
const BATCH: usize = 64;

/// Tests every transition followed by every word of as many inputs as there can be hidden states, and then by
/// words that tell the state reached from all others (harmonised state identifiers).
///
/// If the system has at most `states` states (a sink of errors not counted) and agrees on all of these, it is
/// equivalent to the hypothesis. The suite is streamed, never collected.
pub struct StateBound {
    states: usize,
}

impl StateBound {
    /// A tester for systems with at most `states` states.
    pub fn new(states: usize) -> Self {
        Self { states }
    }
}

impl Tester for StateBound {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &Hypothesis) -> Result<Outcome, Stopped> {
        let extra = self.states.saturating_sub(counted_states(hypothesis));
        let identifiers = state_identifiers(hypothesis);
        let mut batch = Vec::new();
        for length in 0..=extra + 1 {
            for access in &hypothesis.access {
                let mut middle = Odometer::new(length, oracle.inputs().len());
                while let Some(inputs) = middle.next_word() {
                    let word = [&access[..], inputs].concat();
                    if passes_sink(hypothesis, &word) {
                        continue;
                    }
                    let identified = &identifiers[hypothesis.state_after(&word).index()];
                    batch.extend(identified.iter().map(|suffix| [&word[..], suffix].concat()));
                    if batch.len() >= BATCH
                        && let Some(word) = ask_words(oracle, hypothesis, std::mem::take(&mut batch))?
                    {
                        return Ok(Outcome::Counterexample(word));
                    }
                }
            }
        }
        Ok(ask_words(oracle, hypothesis, batch)?.map_or(Outcome::Agreed, Outcome::Counterexample))
    }
}

/// How many states the hypothesis has that do not just repeat a final output, as the sinks do.
fn counted_states(hypothesis: &Hypothesis) -> usize {
    let inputs = || hypothesis.machine.inputs().ids();
    hypothesis.live().filter(|&state| !inputs().all(|input| hypothesis.is_final(state, input))).count()
}

/// Whether the word goes on behind a final output, where there is nothing to ask.
fn passes_sink(hypothesis: &Hypothesis, word: &[InputId]) -> bool {
    word.split_last().is_some_and(|(_, before)| hypothesis.is_sink(hypothesis.state_after(before)))
}

/// For each state the words that tell it from every other state. Two states share the word that separates them.
/// A state without such a word still gets one input, which tells it from a sink that the hypothesis does not know.
fn state_identifiers(hypothesis: &Hypothesis) -> Vec<Vec<Word>> {
    let machine = &hypothesis.machine;
    let mut identifiers: Vec<Vec<Word>> = vec![Vec::new(); machine.len()];
    for p in machine.states() {
        for q in (p.index() + 1..machine.len()).map(StateId::new) {
            if let Some(word) = separating_word_of_states(machine, p, q) {
                identifiers[p.index()].push(word.clone());
                identifiers[q.index()].push(word);
            }
        }
    }
    for (state, words) in identifiers.iter_mut().enumerate() {
        if hypothesis.is_sink(StateId::new(state)) {
            *words = vec![Word::new()];
        } else if words.is_empty() {
            words.push(machine.inputs().ids().take(1).collect());
        }
        words.sort();
        words.dedup();
    }
    identifiers
}

/// All words of one length, one after the other.
struct Odometer {
    word: Vec<InputId>,
    inputs: usize,
    started: bool,
}

impl Odometer {
    fn new(length: usize, inputs: usize) -> Self {
        Self { word: vec![InputId::new(0); length], inputs, started: false }
    }

    fn next_word(&mut self) -> Option<&[InputId]> {
        if !std::mem::replace(&mut self.started, true) {
            return Some(&self.word);
        }
        for position in (0..self.word.len()).rev() {
            let next = self.word[position].index() + 1;
            if next < self.inputs {
                self.word[position] = InputId::new(next);
                return Some(&self.word);
            }
            self.word[position] = InputId::new(0);
        }
        None
    }
}
