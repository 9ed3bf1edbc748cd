//! Suites of register automata: data words with the outputs that the automaton expects.

use std::io::{self, Write};

use typestar_learn::register::{ExploreLimits, RegisterExplore, RegisterHypothesis, RegisterRandom};
use typestar_learn::{Halt, Oracle, Tester};
use typestar_model::register::{RegisterAutomaton, RegisterRun};
use typestar_model::{
    ERROR, Id, InputId, Inputs, NodeId, OUTSIDE, ObservationTree, OutputId, Outputs, Plan, Symbol, Word,
};

use super::{SuiteError, Written};
use crate::case::TesterKind;
use crate::conform::TestWord;
use crate::data::Data;
use crate::observations::Observations;
use crate::run::{RANDOM_LENGTH, SHARES};
use crate::traces::write_trace;
use crate::verdict::{inputs_text, words_text};

/// The words of a register automaton: every class of data words to a depth, and random ones.
pub struct RegisterSuite {
    tester: TesterKind,
    seed: u64,
    answers: Answers,
}

/// If nobody says which words are wanted.
fn usual() -> TesterKind {
    TesterKind::Joined(vec![TesterKind::Explore(Some(3)), TesterKind::Random(Some(400))])
}

impl RegisterSuite {
    /// The words that a tester names; none for every class of at most 3 inputs, and 400 random words. No word goes on behind
    /// the outputs with the names `finals`.
    pub fn new(
        automaton: &RegisterAutomaton,
        data: &Data,
        finals: &[String],
        (tester, seed): (Option<&TesterKind>, u64),
    ) -> Result<Self, SuiteError> {
        let tester = tester.cloned().unwrap_or_else(usual);
        let mut answers = Answers::new(automaton.clone(), finals);
        let hypothesis = RegisterHypothesis { automaton: automaton.clone(), access: Vec::new() };
        for part in tester.parts() {
            let theories = data.theories.clone();
            let mut part: Box<dyn Tester<RegisterHypothesis>> = match *part {
                TesterKind::Explore(Some(depth)) => {
                    Box::new(RegisterExplore::new(theories, ExploreLimits { depth, words: u64::MAX }))
                }
                TesterKind::Random(Some(words)) => {
                    Box::new(RegisterRandom::new(theories, words, RANDOM_LENGTH, SHARES, seed))
                }
                _ => return Err(SuiteError::NoSuiteOfRegisters(tester)),
            };
            // An automaton answers itself as it expects, and never stops.
            let _ = part.test(&mut answers, &hypothesis);
        }
        Ok(Self { tester, seed, answers })
    }

    /// The words, each with its outputs. None of them begins like another.
    fn words(&self) -> Vec<(Word, Vec<OutputId>)> {
        let tree = &self.answers.observations.tree;
        let mut words = Vec::new();
        let mut open: Vec<NodeId> = vec![tree.root()];
        while let Some(node) = open.pop() {
            let outside = self.answers.outputs.get(OUTSIDE);
            let next: Vec<NodeId> = tree
                .children(node)
                .filter(|(_, output, _)| Some(*output) != outside)
                .map(|(_, _, child)| child)
                .collect();
            if next.is_empty() && node != tree.root() {
                words.push(tree.trace(node).into_iter().unzip());
            }
            open.extend(next.into_iter().rev());
        }
        words
    }

    /// The words as tests of a system. Its inputs get those that have values.
    pub fn tests(&self, inputs: &mut Inputs) -> Result<Vec<TestWord>, SuiteError> {
        let mut numbers = Vec::new();
        for input in self.answers.inputs.ids() {
            let symbol = self.answers.inputs.symbol(input);
            if inputs.get_name(symbol.name()).is_none() {
                let (names, has) = (vec![symbol.name().to_owned()], inputs.texts().to_vec());
                return Err(SuiteError::UnknownInputs { names, has });
            }
            numbers.push(inputs.intern_symbol(symbol.clone()));
        }
        let text = |output: OutputId| self.answers.outputs.text(output).to_owned();
        let test = |(word, outputs): (Word, Vec<OutputId>)| TestWord {
            word: word.into_iter().map(|input| numbers[input.index()]).collect(),
            expected: outputs.into_iter().map(text).collect(),
        };
        Ok(self.words().into_iter().map(test).collect())
    }

    /// Writes the words with the outputs that the automaton expects, one line each.
    pub fn write(&self, mut file: impl Write) -> io::Result<Written> {
        let mut written = Written::default();
        for (word, outputs) in self.words() {
            let inputs = word.iter().map(|&input| self.answers.inputs.text(input));
            let mut line = String::new();
            write_trace(inputs.zip(outputs.iter().map(|&output| self.answers.outputs.text(output))), &mut line);
            file.write_all(line.as_bytes())?;
            written.words += 1;
            written.symbols += word.len() as u64;
        }
        file.flush()?;
        Ok(written)
    }

    /// What follows when a system answers all of it as expected.
    pub fn verdict(&self, data: &Data) -> String {
        let said = |part: &TesterKind| match part {
            TesterKind::Explore(Some(depth)) => {
                format!("every class of data words of at most {} ({})", inputs_text(*depth), data.theories_text())
            }
            TesterKind::Random(Some(words)) => format!("{} at random (seed {})", words_text(*words), self.seed),
            other => other.to_string(),
        };
        let tried: Vec<String> = self.tester.parts().iter().map(said).collect();
        format!("no counterexample in {}; nothing is known of other words", tried.join(" and "))
    }
}

/// An automaton that answers questions: what is asked of it is what a system is to be asked.
struct Answers {
    automaton: RegisterAutomaton,
    inputs: Inputs,
    outputs: Outputs,
    observations: Observations,
}

impl Answers {
    fn new(automaton: RegisterAutomaton, finals: &[String]) -> Self {
        let mut outputs = Outputs::default();
        let finals = [ERROR, OUTSIDE].into_iter().chain(finals.iter().map(String::as_str));
        let finals: Vec<OutputId> = finals.map(|name| outputs.intern(name)).collect();
        let observations = Observations::new(&outputs, &finals);
        Self { automaton, inputs: Inputs::default(), outputs, observations }
    }

    fn answer(&mut self, word: &[InputId]) {
        let mut run = RegisterRun::new(&self.automaton);
        let mut outputs = Vec::new();
        for &input in word {
            let symbol = self.inputs.symbol(input);
            let action = self.automaton.signature.input_of(symbol);
            let stepped = action.and_then(|action| run.step(action, symbol.values()));
            let output = match stepped {
                Some(stepped) => self.outputs.intern_symbol(stepped.output),
                None => self.outputs.intern(OUTSIDE),
            };
            outputs.push(output);
            if self.observations.tree.is_final(output) {
                break;
            }
        }
        let is_new = self.observations.insert(&word[..outputs.len()], &outputs, None);
        debug_assert!(is_new, "an automaton does not contradict itself");
    }
}

impl Oracle for Answers {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn input(&mut self, symbol: &Symbol) -> Option<InputId> {
        Some(self.inputs.intern_symbol(symbol.clone()))
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn tree(&self) -> &ObservationTree {
        &self.observations.tree
    }

    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt> {
        plans.iter().for_each(|plan| self.answer(&plan.word));
        Ok(())
    }

    fn count_known(&mut self, _questions: u64) {}
}
