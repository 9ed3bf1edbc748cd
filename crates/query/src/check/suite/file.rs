//! Suites in files, as `typestar tests` writes them.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use typestar_model::{ERROR, InputId, Inputs, Symbol, repeated_after, some_names};

use super::SuiteError;
use crate::case::Case;
use crate::check::conform::TestWord;
use crate::check::traces::{TraceError, WrittenStep, read_trace};

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
    pub fn open(path: &Path, inputs: &'a Inputs, case: &'a Case) -> Result<Self, SuiteError> {
        let open = || -> Result<Self, SuiteError> {
            let file = File::open(path).map_err(|error| SuiteError::Unreadable { file: path.to_owned(), error })?;
            let (name, lines) = (path.display().to_string(), BufReader::with_capacity(1 << 16, file));
            Ok(Self { name, lines, line: 0, text: String::new(), inputs, case })
        };
        if path.is_file() {
            let mut checked = open()?;
            while checked.next_word()?.is_some() {}
        }
        open()
    }

    /// Takes note of the inputs with values that a suite has, of those that the system has without them.
    pub fn learn_inputs(path: &Path, inputs: &mut Inputs) -> Result<(), SuiteError> {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| SuiteError::Unreadable { file: path.to_owned(), error })?;
        for (input, _) in text.lines().filter_map(|line| read_trace(line.trim_end()).ok()).flatten() {
            let symbol = Symbol::read(&input);
            if inputs.get_name(symbol.name()).is_some() {
                inputs.intern_symbol(symbol);
            }
        }
        Ok(())
    }

    /// The word in the next line that has one.
    pub fn next_word(&mut self) -> Result<Option<TestWord>, SuiteError> {
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
        let (mut test, mut last) = (TestWord::default(), None);
        for (input, output) in steps {
            test.word.push(self.input(&input)?);
            let output = output.filter(|output| !output.is_empty()).ok_or_else(|| {
                format!("`{input}` has no expected output: write `{input}/OUTPUT`, as typestar tests does")
            })?;
            let output = if self.case.outputs.errors.contains(&output) { ERROR.to_owned() } else { output };
            refuse_behind_final(last.as_deref(), &input, &output)?;
            last = last.or_else(|| self.is_final(&output).then(|| output.clone()));
            test.expected.push(output);
        }
        Ok(test)
    }

    fn is_final(&self, output: &str) -> bool {
        self.case.errors_are_final() && output == ERROR || repeated_after(output) != output
    }

    fn input(&self, name: &str) -> Result<InputId, String> {
        let has = || some_names(self.inputs.texts());
        self.inputs.get(name).ok_or_else(|| format!("unknown input `{name}`: this system has {}", has()))
    }

    fn wrong(&self, message: String) -> SuiteError {
        SuiteError::Trace(TraceError { file: self.name.clone(), line: self.line, message })
    }
}

/// What is never asked must not look as if it had agreed: `last` was final.
fn refuse_behind_final(last: Option<&str>, input: &str, output: &str) -> Result<(), String> {
    match last {
        Some(last) if output != ERROR => Err(format!(
            "`{input}/{output}` is never checked, because nothing is asked after `{last}`: end the line before it"
        )),
        _ => Ok(()),
    }
}
