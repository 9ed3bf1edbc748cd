//! Conformance suites: made from a model, or read from a file.

mod any;
mod file;
mod guarded;
mod registers;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use typestar_learn::{Halt, MealyHypothesis, Suite, SuiteKind, suite};
use typestar_model::{
    CRASH, ERROR, HANG, Id, InputId, Inputs, Learned, Mealy, OUTSIDE, ObservationTree, OutputId, Word, minimise,
    some_names,
};

pub use self::any::AnySuite;
pub use self::file::SuiteFile;
pub use self::guarded::{GuardedSuite, GuardedTests};
pub use self::registers::{RegisterSuite, RegisterTests};
use crate::case::locator::LocatorError;
use crate::case::{Case, LearningSpec, MachineTester, TesterKind};
use crate::check::conform::{Mismatch, Seen, TestSource, TestWord};
use crate::check::traces::{TraceError, Vocabulary, read_words, write_trace};
use crate::folder::Folder;
use crate::folder::note::Note;
use crate::run::FEWEST_RANDOM_WORDS;
use crate::run::registers::data::DataError;
use crate::run::verdict::suites_verdict;

/// How many inputs the access words of a model may have together: they are kept in memory.
const MOST_ACCESS_SYMBOLS: u64 = 100_000_000;

/// Why a suite cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A line of a file is wrong.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The tester is no suite.
    #[error("`{0}` depends on the system and is not a suite: use a suite such as hsi(1)")]
    NoSuite(TesterKind),
    /// The tester is no suite of register automata.
    #[error(
        "`{0}` is not a suite for register automata: use explore(K), random(WORDS), words(FILE), or some joined by `+`"
    )]
    NoSuiteOfRegisters(TesterKind),
    /// The tester has no words for a guarded model.
    #[error("`{0}` is not for guarded models: use words(FILE), or leave it out")]
    NoSuiteOfGuards(TesterKind),
    /// The guards of a model speak of fields.
    #[error("the model is guarded, and the system tells no fields: name the Java class that it was learned of")]
    NoFields,
    /// The words of a register automaton are for a system with data.
    #[error(
        "the model is a register automaton, but the case file declares no data: declare the actions \
             ([inputs.actions])"
    )]
    SystemWithoutData,
    /// The words of a machine are not for a system with data.
    #[error("the system has data, but the model is a machine: name a register automaton learned from this system")]
    SystemWithData,
    /// The model does not have what is said of it.
    #[error(transparent)]
    Model(#[from] LocatorError),
    /// The data of the model do not fit.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The suite never ends.
    #[error("`{0}` never ends: give a number of words, such as {0}(10000)")]
    Endless(SuiteKind),
    /// The file cannot be read.
    #[error("cannot read {}: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The model has inputs that the system does not have.
    #[error(
        "the model has inputs that the system does not have: {}; the system has {}",
        some_names(names),
        some_names(has)
    )]
    UnknownInputs {
        /// The inputs that the system does not have.
        names: Vec<String>,
        /// Those that it has.
        has: Vec<String>,
    },
    /// Nothing of the model can be tested.
    #[error("the suite has no words: there is nothing to test in the model")]
    NothingToTest,
    /// The ways to the states are too long for a suite, all together.
    #[error(
        "the model is too deep for a suite: the shortest words to its states have {0} inputs in total, and the limit \
         is {MOST_ACCESS_SYMBOLS}; test a part of the model"
    )]
    TooDeep(u64),
    /// The suite has no words.
    #[error("the suite has no words: nothing was run")]
    Empty,
    /// No word was run: this many leave the learning purpose.
    #[error("nothing was run: {} the learning purpose of the case file", leaving(*.0))]
    Outside(u64),
}

/// How many inputs the shortest words to all states have together. The words are not made.
fn access_symbols(machine: &Mealy) -> u64 {
    let mut is_reached = vec![false; machine.len()];
    is_reached[machine.initial().index()] = true;
    let (mut level, mut depth, mut sum) = (vec![machine.initial()], 0, 0);
    while !level.is_empty() {
        sum += depth * level.len() as u64;
        depth += 1;
        let targets =
            level.iter().flat_map(|&state| machine.inputs().ids().map(move |input| machine.step(state, input)));
        let targets = targets.flatten().map(|(_, target)| target);
        level = targets.filter(|target| !std::mem::replace(&mut is_reached[target.index()], true)).collect();
    }
    sum
}

fn leaving(words: u64) -> String {
    match words {
        1 => "the only word of the suite leaves".to_owned(),
        words => format!("all {words} words of the suite leave"),
    }
}

/// Suites of a model.
pub struct ModelSuite {
    hypothesis: MealyHypothesis,
    kinds: Vec<SuiteKind>,
    seed: u64,
    interrupt: Arc<AtomicBool>,
}

/// How much of a suite was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Its words.
    pub words: u64,
    /// Their inputs.
    pub symbols: u64,
}

impl ModelSuite {
    /// The suites that `tester` names, if all of them come to an end. When `interrupt` is set they have no more words.
    ///
    /// If errors are final, nothing is asked behind an error that the machine never leaves; nor is it behind a hang.
    pub fn new(
        machine: &Mealy,
        errors_are_final: bool,
        tester: &TesterKind,
        seed: u64,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Self, SuiteError> {
        let machine = minimise(machine);
        let symbols = access_symbols(&machine);
        if symbols > MOST_ACCESS_SYMBOLS {
            return Err(SuiteError::TooDeep(symbols));
        }
        let kinds = kinds(tester, machine.inputs())?;
        let finals = final_outputs(&machine, errors_are_final);
        Ok(Self { hypothesis: MealyHypothesis::of_machine(&machine, &finals), kinds, seed, interrupt })
    }

    /// The suites that the system of a case is tried with. If nobody says which: `hsi(1)`, and then as many random words,
    /// but never few.
    pub fn of_case(
        case: &Case,
        model: Learned,
        tester: Option<&TesterKind>,
        seed: u64,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Self, SuiteError> {
        let errors_are_final = case.errors_are_final();
        let mut errors = case.outputs.errors.clone();
        errors.extend(errors_are_final.then(|| ERROR.to_owned()));
        let machine = model.machine_with_errors(&errors);
        let first = MachineTester::Suites(vec![SuiteKind::Hsi(1)]).into();
        let mut suite = Self::new(&machine, errors_are_final, tester.unwrap_or(&first), seed, interrupt)?;
        if tester.is_none() {
            let words = suite.words().count() as u64;
            suite.kinds.push(SuiteKind::RandomWp(Some(words.max(FEWEST_RANDOM_WORDS))));
        }
        Ok(suite)
    }

    /// The model, in which everything that is outside the learning purpose is `outside`.
    pub fn machine(&self) -> &Mealy {
        &self.hypothesis.machine
    }

    /// Whether the model says nothing of some input in some state.
    pub fn is_partial(&self) -> bool {
        let machine = self.machine();
        let outside = machine.outputs().get(OUTSIDE);
        self.hypothesis.live().any(|state| {
            machine.inputs().ids().any(|input| machine.step(state, input).map(|(output, _)| output) == outside)
        })
    }

    /// The seed of everything random in it.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The suites, by name.
    pub fn kinds(&self) -> &[SuiteKind] {
        &self.kinds
    }

    /// The words of all suites, made as they are taken.
    pub fn words(&self) -> Words<'_> {
        Words { of: self, kinds: self.kinds.iter(), current: None }
    }

    /// The words of all suites as tests of a system with these inputs, which must have all of the model.
    pub fn tests(&self, inputs: &Inputs) -> Result<ModelTests<'_>, SuiteError> {
        let unknown = names_not_in(self.machine().inputs(), inputs);
        if !unknown.is_empty() {
            return Err(SuiteError::UnknownInputs { names: unknown, has: inputs.texts().to_vec() });
        }
        let numbers = self.machine().inputs().texts().iter().filter_map(|name| inputs.get(name)).collect();
        Ok(ModelTests { words: self.words(), numbers })
    }

    /// Which of these inputs of a system are not tried, if there are some.
    pub fn untried(&self, inputs: &Inputs) -> Option<Note> {
        let untried = names_not_in(inputs, self.machine().inputs());
        (!untried.is_empty()).then_some(Note::UntriedInputs(untried))
    }

    /// Writes the words with the outputs that the model expects, one line each, as they are made.
    pub fn write(&self, file: impl Write) -> io::Result<Written> {
        write_words(file, self.words(), |word, line| {
            let inputs = word.iter().map(|&input| self.machine().inputs().text(input));
            write_trace(inputs.zip(self.expected(word)), line);
            word.len()
        })
    }

    /// What follows when a system with these inputs answers all of it as expected.
    pub fn verdict(&self, inputs: &Inputs) -> String {
        let (text, _) = suites_verdict(&self.kinds, self.seed, "the model");
        match self.is_partial() || self.untried(inputs).is_some() {
            true => format!("{text}; what the model does not know was not tested"),
            false => text,
        }
    }

    /// The outputs of the model, by names.
    fn expected(&self, word: &[InputId]) -> impl Iterator<Item = &str> {
        self.machine().run(word).into_iter().map(|output| self.machine().outputs().text(output))
    }
}

/// Writes words as they come, one line each; `write` makes a line and tells how many inputs it has.
fn write_words<T>(
    mut file: impl Write,
    words: impl Iterator<Item = T>,
    write: impl Fn(&T, &mut String) -> usize,
) -> io::Result<Written> {
    let (mut line, mut written) = (String::new(), Written::default());
    for word in words {
        line.clear();
        written.symbols += write(&word, &mut line) as u64;
        written.words += 1;
        file.write_all(line.as_bytes())?;
    }
    file.flush()?;
    Ok(written)
}

fn names_not_in(names: &Inputs, others: &Inputs) -> Vec<String> {
    names.texts().iter().filter(|name| others.get(name).is_none()).cloned().collect()
}

/// A seed that a model was not learned with: the random words that it was learned from agree with it anyway.
pub fn other_seed(model: &str) -> u64 {
    let summary = std::fs::read_to_string(Path::new(model).join(Folder::SUMMARY)).unwrap_or_default();
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap_or_default();
    let learned_with = summary["notes"]["seed"].as_str().and_then(|seed| seed.parse().ok());
    learned_with.unwrap_or(LearningSpec::default().seed).wrapping_add(1)
}

/// The suites, with the words that they name, if all of them come to an end.
fn kinds(tester: &TesterKind, inputs: &Inputs) -> Result<Vec<SuiteKind>, SuiteError> {
    let mut tester = tester.clone();
    read_words(&mut tester, &Vocabulary::Inputs(inputs))?;
    let parts = tester.of_machines().unwrap_or_default();
    let [MachineTester::Suites(suites)] = &parts[..] else { return Err(SuiteError::NoSuite(tester)) };
    match suites.iter().find(|suite| !suite.ends()) {
        Some(endless) => Err(SuiteError::Endless(endless.clone())),
        None => Ok(suites.clone()),
    }
}

/// Hang, crash and, if the machine never leaves it, the error.
fn final_outputs(machine: &Mealy, errors_are_final: bool) -> Vec<OutputId> {
    let sink = machine.error_sink().filter(|_| errors_are_final);
    let error = machine.outputs().get(ERROR).filter(|_| sink.is_some());
    let is_final = |error: &OutputId| machine.edges().all(|(_, _, output, to)| output != *error || Some(to) == sink);
    let failures = [HANG, CRASH].into_iter().filter_map(|name| machine.outputs().get(name));
    error.into_iter().filter(is_final).chain(failures).collect()
}

/// The words of some suites, as far as they stay within the learning purpose of the model.
pub struct Words<'a> {
    of: &'a ModelSuite,
    kinds: std::slice::Iter<'a, SuiteKind>,
    current: Option<Current<'a>>,
}

/// A suite under way. Only `h` needs to see what was asked: its tree grows, everything else runs in flat memory.
struct Current<'a> {
    suite: Box<dyn Suite + 'a>,
    tree: ObservationTree,
    looks_back: bool,
}

impl Words<'_> {
    /// How many words of the present suite are left, at most; none if nobody can tell.
    pub fn left(&self) -> Option<u64> {
        self.current.as_ref()?.suite.left()
    }

    fn inside(&self, mut word: Word) -> Word {
        let machine = self.of.machine();
        let outputs = machine.run(&word);
        let end = outputs.iter().position(|&output| machine.outputs().text(output) == OUTSIDE);
        word.truncate(end.unwrap_or(outputs.len()));
        word
    }
}

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        loop {
            let Some(current) = &mut self.current else {
                let kind = self.kinds.next()?;
                let mut check = || if self.of.interrupt.load(Ordering::Relaxed) { Err(Halt::Stopped) } else { Ok(()) };
                // A suite that was interrupted has no words; whoever runs them knows of the interrupt, too.
                let suite = suite(kind, &self.of.hypothesis, self.of.seed, &mut check).ok()?;
                let looks_back = matches!(kind, SuiteKind::H(_));
                self.current = Some(Current { suite, tree: ObservationTree::new(), looks_back });
                continue;
            };
            let Some(word) = current.suite.next_word(&current.tree) else {
                self.current = None;
                continue;
            };
            if current.looks_back {
                let outputs = self.of.machine().run(&word);
                current.tree.insert(&word, &outputs).expect("the hypothesis agrees with itself");
            }
            let word = self.inside(word);
            if !word.is_empty() {
                return Some(word);
            }
        }
    }
}

/// The words of a model's suites as tests of a system, which may number the inputs otherwise.
pub struct ModelTests<'a> {
    words: Words<'a>,
    numbers: Vec<InputId>,
}

impl Iterator for ModelTests<'_> {
    type Item = TestWord;

    fn next(&mut self) -> Option<TestWord> {
        let word = self.words.next()?;
        let expected = self.words.of.expected(&word).map(str::to_owned).collect();
        Some(TestWord { word: word.iter().map(|input| self.numbers[input.index()]).collect(), expected })
    }
}

/// The tests that a system is tried with, wherever they come from.
pub enum Tests<'a> {
    /// Those of a model.
    Model(ModelTests<'a>),
    /// Those of a file.
    File(SuiteFile<'a>),
    /// Those of a register automaton.
    Registers(RegisterTests<'a>),
    /// Those of a guarded model.
    Guarded(Box<GuardedTests>),
}

impl<E: From<SuiteError>> TestSource<E> for Tests<'_> {
    fn next_word(&mut self) -> Result<Option<TestWord>, E> {
        match self {
            Self::Model(tests) => Ok(tests.next()),
            Self::File(file) => Ok(file.next_word()?),
            Self::Registers(tests) => Ok(tests.next()),
            Self::Guarded(tests) => Ok(tests.next_word()),
        }
    }

    fn waits(&self) -> bool {
        matches!(self, Self::Guarded(tests) if tests.waits())
    }

    fn inputs(&self) -> Option<&Inputs> {
        match self {
            Self::Guarded(tests) => Some(tests.inputs()),
            Self::Registers(tests) => Some(&tests.inputs),
            Self::Model(_) | Self::File(_) => None,
        }
    }

    fn left(&self) -> Option<u64> {
        match self {
            Self::Model(tests) => tests.words.left(),
            Self::File(_) => None,
            Self::Registers(tests) => tests.left(),
            Self::Guarded(tests) => Some(tests.left()),
        }
    }

    fn depth(&self) -> Option<u32> {
        if let Self::Guarded(tests) = self { Some(tests.depth()) } else { None }
    }

    fn difference(&mut self, test: &TestWord, seen: Seen) -> Option<Mismatch> {
        match self {
            Self::Guarded(tests) => tests.difference(seen),
            _ => test.difference(seen),
        }
    }
}
