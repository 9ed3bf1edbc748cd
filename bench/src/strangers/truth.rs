//! The truth: a program that does what the component does, asked through the adapter protocol.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use typestar_model::{InputId, OutputId, Outputs, Plan, Random, Symbol, Value};
use typestar_query::{Case, Purpose, Symbols, System as _};
use typestar_system::{Process, ProcessOptions};

use super::words::{Vocabulary, Word};

/// A word that a final error or the purpose cuts short is tried again without the input there, so many times in a row.
const REPAIRS: usize = 12;
/// Values that the truth invented are given back so many times in a row.
const REUSES: usize = 3;
/// The words are the same for all components and seeds of learners.
const SEED: u64 = 1;

/// A word with what the truth answers, up to the first output that is final and inside the purpose.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The inputs that were answered.
    pub word: Vec<InputId>,
    /// One output for each of them, in the truth's own numbers.
    pub outputs: Vec<OutputId>,
}

/// All that was asked of a truth.
pub struct Truth {
    /// The inputs of the words.
    pub symbols: Symbols,
    /// What was answered.
    pub outputs: Outputs,
    /// Each word with its answers.
    pub traces: Vec<Trace>,
}

impl Truth {
    /// Asks the truth of a case all words, so many random ones among them.
    pub fn of(case: &Case, count: usize) -> Result<Self> {
        let mut asking = Asking::start(case)?;
        let mut random = Random::new(SEED);
        let words = asking.vocabulary.words(count, &mut random);
        asking.ask_and_repair(words)?;
        if asking.vocabulary.has_data() {
            let words = asking.vocabulary.random_words(count / 2, &mut random);
            asking.ask_and_reuse(words, &mut random)?;
        }
        Ok(asking.finish())
    }

    /// Asks one word.
    pub fn of_word(case: &Case, word: Word) -> Result<Self> {
        let mut asking = Asking::start(case)?;
        asking.ask(&[word])?;
        Ok(asking.finish())
    }
}

/// A truth that is being asked.
struct Asking {
    process: Process,
    vocabulary: Vocabulary,
    purpose: Purpose,
    symbols: Symbols,
    asked: BTreeSet<Vec<InputId>>,
    traces: Vec<Trace>,
}

/// What came of a word: its trace, and the place of the input to leave out if it was cut short.
struct Asked {
    trace: Trace,
    cut: Option<usize>,
}

impl Asking {
    fn start(case: &Case) -> Result<Self> {
        let process = Process::start(ProcessOptions::of_case(case).context("the truth has no command")?)?;
        let mut symbols = Symbols { inputs: process.inputs().clone(), ..Symbols::default() };
        symbols.finals = case.finals(&mut symbols.outputs);
        let purpose = Purpose::new(&case.purpose, &symbols.inputs);
        let has_purpose = !purpose.is_everything();
        let vocabulary = match case.data.has_actions() {
            true => Vocabulary::of_data(case.data.signature(case.inputs.wait), has_purpose),
            false => Vocabulary::of_names(process.inputs().texts(), has_purpose),
        };
        Ok(Self { process, vocabulary, purpose, symbols, asked: BTreeSet::new(), traces: Vec::new() })
    }

    /// Asks words, and those that are cut short again without the input that cut them.
    fn ask_and_repair(&mut self, mut words: Vec<Word>) -> Result<()> {
        for _ in 0..=REPAIRS {
            let asked = self.ask(&words)?;
            let repaired = words.into_iter().zip(asked).filter_map(|(mut word, asked)| {
                word.remove(asked?.cut?);
                Some(word)
            });
            words = repaired.collect();
        }
        Ok(())
    }

    /// Asks words, and again with values that the truth invented, where there are any.
    fn ask_and_reuse(&mut self, mut words: Vec<Word>, random: &mut Random) -> Result<()> {
        for _ in 0..=REUSES {
            let asked = self.ask(&words)?;
            let (outputs, constants) = (self.process.outputs(), self.vocabulary.constants());
            let reused = words.iter().zip(&asked).filter_map(|(word, asked)| {
                let answers = asked.as_ref()?.trace.outputs.iter().map(|&output| outputs.symbol(output).clone());
                reused(word, &answers.collect::<Vec<_>>(), &constants, random)
            });
            words = reused.collect();
        }
        Ok(())
    }

    /// Asks words; none for those that were asked before.
    fn ask(&mut self, words: &[Word]) -> Result<Vec<Option<Asked>>> {
        let numbers: Vec<Vec<InputId>> = words.iter().map(|word| self.numbers(word)).collect();
        self.purpose.extend(&self.symbols.inputs);
        let is_new: Vec<bool> = numbers.iter().map(|word| self.asked.insert(word.clone())).collect();
        let new = || numbers.iter().zip(&is_new).filter(|(_, is_new)| **is_new).map(|(word, _)| word);
        let plans: Vec<Plan> = new().map(|word| Plan::word(&word[..])).collect();
        let mut answers = Vec::with_capacity(plans.len());
        self.process.run(&plans, &self.symbols, &mut answers)?;
        let asked: Vec<Asked> = new()
            .zip(answers)
            .map(|(word, answer)| self.judge(word, Trace { word: answer.word, outputs: answer.outputs }))
            .collect();
        self.traces.extend(asked.iter().map(|asked| asked.trace.clone()));
        let mut asked = asked.into_iter();
        Ok(is_new.into_iter().map(|is_new| is_new.then(|| asked.next()).flatten()).collect())
    }

    fn numbers(&mut self, word: &Word) -> Vec<InputId> {
        word.iter().map(|symbol| self.symbols.inputs.intern_symbol(symbol.clone())).collect()
    }

    /// Cuts a trace where it leaves the purpose.
    fn judge(&self, word: &[InputId], mut trace: Trace) -> Asked {
        let mut state = self.purpose.start();
        for (place, (&input, &output)) in trace.word.iter().zip(&trace.outputs).enumerate() {
            if !self.purpose.allows(&state, input) {
                trace.word.truncate(place);
                trace.outputs.truncate(place);
                return Asked { trace, cut: Some(place) };
            }
            state = self.purpose.step(&state, input, self.process.outputs().text(output));
        }
        let cut = (trace.word.len() < word.len()).then(|| trace.word.len().saturating_sub(1));
        Asked { trace, cut }
    }

    fn finish(self) -> Truth {
        Truth { symbols: self.symbols, outputs: self.process.outputs().clone(), traces: self.traces }
    }
}

/// The word with one more value that an earlier step invented; none if there is none. Values are given back from the front to
/// the back: a change before a value that was given back could change what was invented there.
fn reused(word: &Word, outputs: &[Symbol], constants: &[Value], random: &mut Random) -> Option<Word> {
    let invented = invented(word, outputs, constants);
    let (first, _) = *invented.first()?;
    let is_given = |value: &Value| !matches!(value, Value::Returned { .. });
    let last_reuse = word.iter().rposition(|symbol| !symbol.values().iter().all(is_given)).unwrap_or(0);
    let places = word.iter().enumerate().skip(last_reuse.max(first + 1)).flat_map(|(step, symbol)| {
        symbol.values().iter().enumerate().filter(move |(_, value)| is_given(value)).map(move |(at, _)| (step, at))
    });
    let places: Vec<(usize, usize)> = places.collect();
    if places.is_empty() {
        return None;
    }
    let (step, at) = *random.pick(&places);
    let earlier: Vec<(usize, usize)> = invented.into_iter().filter(|(from, _)| *from < step).collect();
    let (from, which) = *random.pick(&earlier);
    let mut values = word[step].values().to_vec();
    values[at] = Value::Returned { step: from as u32 + 1, value: Some(which as u32 + 1) };
    let mut changed = word.clone();
    changed[step] = Symbol::new(word[step].name(), values).ok()?;
    Some(changed)
}

/// The places, step and value, of what no input gave and what is no constant: the system invented it.
fn invented(word: &Word, outputs: &[Symbol], constants: &[Value]) -> Vec<(usize, usize)> {
    let mut known: BTreeSet<&Value> = word.iter().flat_map(|symbol| symbol.values()).chain(constants).collect();
    let mut invented = Vec::new();
    for (step, output) in outputs.iter().enumerate() {
        for (at, value) in output.values().iter().enumerate() {
            if known.insert(value) {
                invented.push((step, at));
            }
        }
    }
    invented
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(texts: &[&str]) -> Word {
        texts.iter().map(|text| Symbol::read(text)).collect()
    }

    #[test]
    fn only_invented_values_are_given_back() {
        let answers = word(&["ok", "found(7, 900)", "ok"]);
        let asked = word(&["set(7)", "gets", "cas(7, 7)"]);
        assert_eq!(invented(&asked, &answers, &[]), [(1, 1)]);
        let changed = reused(&asked, &answers, &[], &mut Random::new(1)).unwrap();
        assert!(["cas($2.2, 7)", "cas(7, $2.2)"].contains(&changed[2].text()), "{}", changed[2].text());
        let none =
            |answers: &[&str]| reused(&asked, &word(answers), &[Value::Integer(0)], &mut Random::new(1)).is_none();
        assert!(none(&["ok", "found(7, 7)"]) && none(&["ok", "found(7, 0)"]), "given, or a constant");
    }

    #[test]
    fn what_comes_before_a_value_that_was_given_back_stays() {
        let asked = word(&["make", "take(7)", "make", "take($3.1)", "take(7)"]);
        let answers = word(&["made(1)", "ok", "made(2)", "ok", "ok"]);
        for seed in 1..20 {
            let changed = reused(&asked, &answers, &[], &mut Random::new(seed)).unwrap();
            assert_eq!(changed[..4], asked[..4]);
            assert!(["take($1.1)", "take($3.1)"].contains(&changed[4].text()), "{}", changed[4].text());
        }
    }
}
