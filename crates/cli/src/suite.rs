//! Conformance suites: made from a model, or read from a file.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use typestar_learn::{Halt, MealyHypothesis, Suite, SuiteKind, suite};
use typestar_model::{
    CRASH, ERROR, HANG, InputId, Inputs, Mealy, OUTSIDE, ObservationTree, OutputId, Word, minimise, repeated_after,
};
use typestar_query::{
    Case, FEWEST_RANDOM_WORDS, TestWord, TesterKind, TraceError, WrittenStep, read_trace, read_words,
};

use crate::exit::Failure;
use crate::signals;

/// Suites of a model.
pub struct ModelSuite {
    hypothesis: MealyHypothesis,
    kinds: Vec<SuiteKind>,
    seed: u64,
}

impl ModelSuite {
    /// The suites that `tester` names, if all of them come to an end.
    ///
    /// If errors are final, nothing is asked behind an error that the machine never leaves; nor is it behind a hang.
    pub fn new(machine: &Mealy, errors_are_final: bool, tester: &TesterKind, seed: u64) -> Result<Self, Failure> {
        let machine = minimise(machine);
        let kinds = kinds(tester, machine.inputs())?;
        let finals = final_outputs(&machine, errors_are_final);
        Ok(Self { hypothesis: MealyHypothesis::of_machine(&machine, &finals), kinds, seed })
    }

    /// What a system is tried with if nobody says how: `hsi(1)`, and then as many random words, but never few.
    pub fn usual(machine: &Mealy, errors_are_final: bool, seed: u64) -> Result<Self, Failure> {
        let mut suite = Self::new(machine, errors_are_final, &TesterKind::Suites(vec![SuiteKind::Hsi(1)]), seed)?;
        let words = suite.words().count() as u64;
        suite.kinds.push(SuiteKind::RandomWp(Some(words.max(FEWEST_RANDOM_WORDS))));
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
}

/// The suites, with the words that they name, if all of them come to an end.
fn kinds(tester: &TesterKind, inputs: &Inputs) -> Result<Vec<SuiteKind>, Failure> {
    let mut tester = tester.clone();
    read_words(&mut tester, inputs).map_err(Failure::usage)?;
    let TesterKind::Suites(suites) = tester else {
        let message = format!("`{tester}` depends on the system and is no suite: use a suite such as hsi(1)");
        return Err(Failure::usage(message));
    };
    match suites.iter().find(|suite| !suite.ends()) {
        Some(endless) => {
            let message = format!("`{endless}` has no end: say how many words you want, such as {endless}(10000)");
            Err(Failure::usage(message))
        }
        None => Ok(suites),
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
        let end = outputs.iter().position(|&output| machine.outputs().name(output) == OUTSIDE);
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
                let mut check = || if signals::is_interrupted() { Err(Halt::Stopped) } else { Ok(()) };
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

/// A suite in a file, read line by line.
pub struct SuiteFile<'a> {
    name: String,
    lines: BufReader<File>,
    line: usize,
    text: String,
    inputs: &'a Inputs,
    case: &'a Case,
}

impl<'a> SuiteFile<'a> {
    /// Opens a suite for a system with these inputs; the case says which outputs mean error, and whether errors are final.
    ///
    /// A file that can be read twice is checked as a whole, before any word is run.
    pub fn open(path: &Path, inputs: &'a Inputs, case: &'a Case) -> Result<Self, Failure> {
        let open = || -> Result<Self, Failure> {
            let file = File::open(path).map_err(|error| Failure::unreadable(path, &error))?;
            let (name, lines) = (path.display().to_string(), BufReader::with_capacity(1 << 16, file));
            Ok(Self { name, lines, line: 0, text: String::new(), inputs, case })
        };
        if path.is_file() {
            let mut checked = open()?;
            while checked.next_word()?.is_some() {}
        }
        open()
    }

    /// The word in the next line that has one.
    pub fn next_word(&mut self) -> Result<Option<TestWord>, Failure> {
        loop {
            self.line += 1;
            self.text.clear();
            match self.lines.read_line(&mut self.text) {
                Ok(0) => return Ok(None),
                Ok(_) => {}
                Err(error) => return Err(self.wrong(format!("cannot read the line: {error}"))),
            }
            let test = read_trace(self.text.trim_end()).and_then(|steps| self.test_word(steps));
            let test = test.map_err(|message| self.wrong(message))?;
            if !test.word.is_empty() {
                return Ok(Some(test));
            }
        }
    }

    fn test_word(&self, steps: Vec<WrittenStep>) -> Result<TestWord, String> {
        let mut test = TestWord::default();
        for (input, output) in steps {
            test.word.push(self.input(&input)?);
            let output = output.filter(|output| !output.is_empty()).ok_or_else(|| {
                format!("`{input}` has no expected output: write `{input}/OUTPUT`, as typestar tests does")
            })?;
            let output = if self.case.outputs.errors.contains(&output) { ERROR.to_owned() } else { output };
            self.refuse_behind_final(&test, &input, &output)?;
            test.expected.push(output);
        }
        Ok(test)
    }

    /// What is never asked must not look as if it had agreed.
    fn refuse_behind_final(&self, test: &TestWord, input: &str, output: &str) -> Result<(), String> {
        let is_final = |name: &&String| self.case.errors_are_final() && *name == ERROR || repeated_after(name) != *name;
        match test.expected.iter().find(is_final) {
            Some(last) if output != ERROR => Err(format!(
                "`{input}/{output}` is never checked, because nothing is asked behind `{last}` here: end the line before it"
            )),
            _ => Ok(()),
        }
    }

    fn input(&self, name: &str) -> Result<InputId, String> {
        let has = || self.inputs.names().join(", ");
        self.inputs.get(name).ok_or_else(|| format!("unknown input `{name}`: this system has {}", has()))
    }

    fn wrong(&self, message: String) -> Failure {
        Failure::usage(TraceError { file: self.name.clone(), line: self.line, message })
    }
}
