//! Suites of register automata: data words with the outputs that the automaton expects.

use std::io::{self, Write};

use typestar_learn::register::{ExploreLimits, RegisterExplore, RegisterHypothesis, RegisterRandom};
use typestar_learn::{Halt, Oracle, Tester};
use typestar_model::register::{RegisterAutomaton, RegisterRun};
use typestar_model::{ERROR, Id, InputId, Inputs, NodeId, OUTSIDE, ObservationTree, OutputId, Outputs, Plan, Symbol};

use super::{SuiteError, Written, write_words};
use crate::case::{RegisterTester, TesterKind};
use crate::check::conform::TestWord;
use crate::check::traces::write_trace;
use crate::run::registers::data::Data;
use crate::run::verdict::{inputs_text, words_text};
use crate::run::{RANDOM_LENGTH, SHARES};
use crate::session::observations::Observations;

/// The words of a register automaton: every class of data words to a depth, and random ones.
pub struct RegisterSuite {
    tester: Vec<RegisterTester>,
    seed: u64,
    /// How values compare, for the verdict.
    theories: String,
    answers: Answers,
}

/// If nobody says which words are wanted.
const USUAL: [RegisterTester; 2] = [RegisterTester::Explore(Some(3)), RegisterTester::Random(Some(400))];

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
        let parts = tester.map_or_else(|| Some(USUAL.to_vec()), TesterKind::of_registers).ok_or_else(no_suite)?;
        let mut answers = Answers::new(automaton.clone(), finals);
        let hypothesis = RegisterHypothesis { automaton: automaton.clone(), access: Vec::new() };
        for part in &parts {
            let theories = data.theories.clone();
            let mut part: Box<dyn Tester<RegisterHypothesis>> = match *part {
                RegisterTester::Explore(Some(depth)) => {
                    Box::new(RegisterExplore::new(theories, ExploreLimits { depth, words: u64::MAX }))
                }
                RegisterTester::Random(Some(words)) => {
                    Box::new(RegisterRandom::new(theories, words, RANDOM_LENGTH, SHARES, seed))
                }
                RegisterTester::Exact | RegisterTester::Explore(None) | RegisterTester::Random(None) => {
                    return Err(no_suite());
                }
            };
            // An automaton answers itself as it expects, and never stops.
            let _ = part.test(&mut answers, &hypothesis);
        }
        Ok(Self { tester: parts, seed, theories: data.theories_text(), answers })
    }

    /// The words, each with its outputs, as they are taken. None of them begins like another.
    fn words(&self) -> RegisterWords<'_> {
        let tree = &self.answers.observations.tree;
        RegisterWords { tree, outside: self.answers.outputs.get(OUTSIDE), open: vec![tree.root()] }
    }

    /// The words as tests of a system. Its inputs get those that have values.
    pub fn tests(&self, inputs: &mut Inputs) -> Result<RegisterTests<'_>, SuiteError> {
        let mut numbers = Vec::new();
        for input in self.answers.inputs.ids() {
            let symbol = self.answers.inputs.symbol(input);
            if inputs.get_name(symbol.name()).is_none() {
                let (names, has) = (vec![symbol.name().to_owned()], inputs.texts().to_vec());
                return Err(SuiteError::UnknownInputs { names, has });
            }
            numbers.push(inputs.intern_symbol(symbol.clone()));
        }
        Ok(RegisterTests {
            outputs: &self.answers.outputs,
            words: self.words(),
            numbers,
            left: self.words().count() as u64,
        })
    }

    /// Writes the words with the outputs that the automaton expects, one line each.
    pub fn write(&self, file: impl Write) -> io::Result<Written> {
        let Answers { inputs, outputs, .. } = &self.answers;
        write_words(file, self.words(), |steps, line| {
            write_trace(steps.iter().map(|&(input, output)| (inputs.text(input), outputs.text(output))), line);
            steps.len()
        })
    }

    /// What follows when a system answers all of it as expected.
    pub fn verdict(&self) -> String {
        let said = |part: &RegisterTester| match part {
            RegisterTester::Explore(Some(depth)) => {
                format!("every class of data words of at most {} ({})", inputs_text(*depth), self.theories)
            }
            RegisterTester::Random(Some(words)) => format!("{} at random (seed {})", words_text(*words), self.seed),
            other => other.to_string(),
        };
        let tried: Vec<String> = self.tester.iter().map(said).collect();
        format!("no counterexample in {}; nothing is known about other words", tried.join(" and "))
    }
}

/// The words of a suite: the leaves of what was asked, from the first to the last.
struct RegisterWords<'a> {
    tree: &'a ObservationTree,
    outside: Option<OutputId>,
    /// Nodes that are still to be looked at, the next one last.
    open: Vec<NodeId>,
}

impl Iterator for RegisterWords<'_> {
    type Item = Vec<(InputId, OutputId)>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(node) = self.open.pop() {
            let before = self.open.len();
            let inside = self.tree.children(node).filter(|(_, output, _)| Some(*output) != self.outside);
            self.open.extend(inside.map(|(_, _, child)| child));
            if self.open.len() == before && node != self.tree.root() {
                return Some(self.tree.trace(node));
            }
            self.open[before..].reverse();
        }
        None
    }
}

/// The words of a register automaton as tests of a system, which may number the inputs otherwise.
pub struct RegisterTests<'a> {
    outputs: &'a Outputs,
    words: RegisterWords<'a>,
    numbers: Vec<InputId>,
    left: u64,
}

impl RegisterTests<'_> {
    /// How many words are left.
    pub fn left(&self) -> u64 {
        self.left
    }
}

impl Iterator for RegisterTests<'_> {
    type Item = TestWord;

    fn next(&mut self) -> Option<TestWord> {
        let steps = self.words.next()?;
        self.left -= 1;
        let expected = steps.iter().map(|&(_, output)| self.outputs.text(output).to_owned()).collect();
        Some(TestWord { word: steps.into_iter().map(|(input, _)| self.numbers[input.index()]).collect(), expected })
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
