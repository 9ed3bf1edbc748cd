//! Suites of register automata: data words with the outputs that the automaton expects, each made when it is taken.

use std::io::{self, Write};

use typestar_learn::register::{RegisterRandom, RegisterWords};
use typestar_model::register::{RegisterAutomaton, RegisterRun};
use typestar_model::{ERROR, Inputs, OUTSIDE, Symbol};

use super::{SuiteError, Written, write_words};
use crate::case::{RegisterTester, TesterKind};
use crate::check::conform::TestWord;
use crate::check::traces::{Vocabulary, read_words, write_trace};
use crate::run::registers::data::Data;
use crate::run::verdict::{inputs_text, known_text, words_text};
use crate::run::{RANDOM_LENGTH, SHARES};

/// The words of a register automaton: every class of data words to a depth, and random ones.
pub struct RegisterSuite {
    automaton: RegisterAutomaton,
    data: Data,
    /// The outputs behind which nothing is asked.
    finals: Vec<String>,
    tester: Vec<RegisterTester>,
    seed: u64,
}

/// If nobody says which words are wanted.
const USUAL: [RegisterTester; 2] = [RegisterTester::Explore(Some(3)), RegisterTester::Random(Some(400))];

/// How many words are counted before the first is run: people want to know how long it takes, and to wait little for that.
const MOST_COUNTED: usize = 10_000;

/// A word with the outputs that the automaton expects.
type Steps = Vec<(Symbol, Symbol)>;

impl RegisterSuite {
    /// The words that a tester names; none for every class of at most 3 inputs, and 400 random words. No word goes on behind
    /// the outputs with the names `finals`.
    pub fn new(
        automaton: &RegisterAutomaton,
        data: &Data,
        finals: &[String],
        (tester, seed): (Option<&TesterKind>, u64),
    ) -> Result<Self, SuiteError> {
        let no_suite = || SuiteError::NoSuiteOfRegisters(tester.cloned().unwrap_or(TesterKind::Exact));
        let mut read = tester.cloned();
        read.iter_mut().try_for_each(|tester| read_words(tester, &Vocabulary::Data(data)))?;
        let parts = read.map_or_else(|| Some(USUAL.to_vec()), |tester| tester.of_registers()).ok_or_else(no_suite)?;
        if !parts.iter().all(RegisterTester::is_suite) {
            return Err(no_suite());
        }
        Ok(Self {
            automaton: automaton.clone(),
            data: data.clone(),
            finals: finals.iter().cloned().chain([ERROR.to_owned()]).collect(),
            tester: parts,
            seed,
        })
    }

    /// From now on no word has a value that a system with these data must not be given.
    pub fn within(&mut self, system: &Data) {
        self.data = self.data.clone().limited_as(system);
    }

    /// The words of all parts, one after the other.
    fn words(&self) -> impl Iterator<Item = Steps> {
        let depth = |part: &RegisterTester| if let RegisterTester::Explore(Some(depth)) = *part { depth } else { 0 };
        let explored = self.tester.iter().map(depth).max().unwrap_or(0);
        self.tester.iter().flat_map(move |part| self.words_of(part, explored))
    }

    /// The words of a part. What was explored to a depth is not tried again at random.
    fn words_of<'a>(&'a self, part: &'a RegisterTester, explored: usize) -> Box<dyn Iterator<Item = Steps> + 'a> {
        match *part {
            RegisterTester::Words(ref known) => {
                let words = known.symbols().map(|word| self.steps(word));
                Box::new(words.filter(|steps| !steps.is_empty()))
            }
            RegisterTester::Explore(Some(depth)) => {
                let words = RegisterWords::new(&self.automaton, &self.data.theories, &self.finals, depth);
                Box::new(words.map(|word| self.steps(word)))
            }
            RegisterTester::Random(Some(words)) => {
                let random = RegisterRandom::new(self.data.theories.clone(), words, RANDOM_LENGTH, SHARES, self.seed);
                let words = random.words(&self.automaton, &self.finals).map(|word| self.steps(word));
                Box::new(words.filter(move |steps| steps.len() > explored))
            }
            _ => Box::new(std::iter::empty()),
        }
    }

    /// A word with its outputs, as far as the automaton says something of it.
    fn steps(&self, word: Vec<Symbol>) -> Steps {
        let mut run = RegisterRun::new(&self.automaton);
        let step = |symbol: Symbol| {
            if self.data.refuse_input(&symbol).is_some() {
                return None;
            }
            let stepped = run.step(self.automaton.signature.input_of(&symbol)?, symbol.values())?;
            Some((symbol, stepped.output)).filter(|(_, output)| output.text() != OUTSIDE)
        };
        word.into_iter().map_while(step).collect()
    }

    /// The words as tests of a system with these inputs, which must have all actions of the automaton.
    pub fn tests(&self, inputs: &Inputs) -> Result<RegisterTests<'_>, SuiteError> {
        let names = self.automaton.signature.inputs.iter().map(|action| action.name.clone());
        let names: Vec<String> = names.filter(|name| inputs.get_name(name).is_none()).collect();
        if !names.is_empty() {
            return Err(SuiteError::UnknownInputs { names, has: inputs.texts().to_vec() });
        }
        let count = self.words().take(MOST_COUNTED + 1).count();
        let left = (count <= MOST_COUNTED).then_some(count as u64);
        Ok(RegisterTests { words: Box::new(self.words()), inputs: inputs.clone(), left })
    }

    /// Writes the words with the outputs that the automaton expects, one line each, as they are made.
    pub fn write(&self, file: impl Write) -> io::Result<Written> {
        write_words(file, self.words(), |steps, line| {
            write_trace(steps.iter().map(|(input, output)| (input.text(), output.text())), line);
            steps.len()
        })
    }

    /// What follows when a system answers all of it as expected.
    pub fn verdict(&self) -> String {
        let said = |part: &RegisterTester| match part {
            RegisterTester::Explore(Some(depth)) => {
                format!("every class of data words of at most {} ({})", inputs_text(*depth), self.data.theories_text())
            }
            RegisterTester::Random(Some(words)) => format!("{} at random (seed {})", words_text(*words), self.seed),
            RegisterTester::Words(known) => known_text(known),
            other => other.to_string(),
        };
        let tried: Vec<String> = self.tester.iter().map(said).collect();
        format!("no counterexample in {}; nothing is known about other words", tried.join(" and "))
    }
}

/// The words of a register automaton as tests of a system.
pub struct RegisterTests<'a> {
    words: Box<dyn Iterator<Item = Steps> + 'a>,
    /// The inputs of the system, and those of the words so far, which have values.
    pub(super) inputs: Inputs,
    left: Option<u64>,
}

impl RegisterTests<'_> {
    /// How many words are left; none if they are too many to be counted.
    pub fn left(&self) -> Option<u64> {
        self.left
    }
}

impl Iterator for RegisterTests<'_> {
    type Item = TestWord;

    fn next(&mut self) -> Option<TestWord> {
        let steps = self.words.next()?;
        self.left = self.left.map(|left| left - 1);
        let expected = steps.iter().map(|(_, output)| output.text().to_owned()).collect();
        Some(TestWord {
            word: steps.into_iter().map(|(input, _)| self.inputs.intern_symbol(input)).collect(),
            expected,
        })
    }
}
