//! `typestar tests`: a conformance suite as lines of text.

use std::io::{BufWriter, ErrorKind, Write};

use typestar_learn::{Hypothesis, SuiteKind, suite};
use typestar_model::{ERROR, InputId, Mealy, OUTSIDE, ObservationTree, OutputId, StateId, minimise};
use typestar_query::{TesterKind, read_words, write_trace};

use crate::args::TestsArguments;
use crate::exit::{Exit, Failure};
use crate::open;
use crate::terminal::say;

/// Writes the words of the suites with the outputs that the model expects, as they are made.
pub fn write(arguments: &TestsArguments) -> Result<Exit, Failure> {
    let machine = minimise(&open::machine_with_errors(open::model(&arguments.model)?, &arguments.machine.errors));
    let hypothesis = Hypothesis::of_machine(&machine, &final_outputs(&machine));
    let suites = suites(arguments, &machine)?;
    let (file, name): (Box<dyn Write>, _) = match &arguments.output {
        None => (Box::new(std::io::stdout().lock()), "standard output".to_owned()),
        Some(path) => {
            let cannot = |error| Failure::usage(format!("cannot write {}: {error}", path.display()));
            (Box::new(std::fs::File::create(path).map_err(cannot)?), path.display().to_string())
        }
    };
    let mut writer = Writer::new(&hypothesis, BufWriter::with_capacity(1 << 16, file));
    let written = suites.iter().try_for_each(|kind| writer.write_suite(kind, arguments.seed));
    match written.and_then(|()| writer.file.flush()) {
        Ok(()) => say(&format!("{} words, {} symbols", writer.words, writer.symbols)),
        // A reader that has seen enough (`| head`) is no error.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => return Err(Failure::failed(format!("cannot write to {name}: {error}"))),
    }
    Ok(Exit::Done)
}

/// The suites, with the words that they name, if all of them come to an end.
fn suites(arguments: &TestsArguments, machine: &Mealy) -> Result<Vec<SuiteKind>, Failure> {
    let mut tester = arguments.tester.clone();
    read_words(&mut tester, machine.inputs()).map_err(Failure::usage)?;
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

/// The error, if the machine never leaves it: nothing is asked behind it.
fn final_outputs(machine: &Mealy) -> Vec<OutputId> {
    let sink = machine.error_sink();
    let error = machine.outputs().get(ERROR).filter(|_| sink.is_some());
    let is_final = |error: &OutputId| machine.edges().all(|(_, _, output, to)| output != *error || Some(to) == sink);
    error.into_iter().filter(is_final).collect()
}

/// Writes words, and counts them.
struct Writer<'a, W: Write> {
    hypothesis: &'a Hypothesis,
    file: W,
    line: String,
    words: u64,
    symbols: u64,
}

impl<'a, W: Write> Writer<'a, W> {
    fn new(hypothesis: &'a Hypothesis, file: W) -> Self {
        Self { hypothesis, file, line: String::new(), words: 0, symbols: 0 }
    }

    /// Writes one suite. Only `h` needs to see what was written: its tree grows, everything else runs in flat memory.
    fn write_suite(&mut self, kind: &SuiteKind, seed: u64) -> std::io::Result<()> {
        let mut tree = ObservationTree::new();
        let mut suite = suite(kind, self.hypothesis, seed);
        while let Some(word) = suite.next_word(&tree) {
            if matches!(kind, SuiteKind::H(_)) {
                tree.insert(&word, &self.hypothesis.machine.run(&word)).expect("the hypothesis agrees with itself");
            }
            self.write_word(&word)?;
        }
        Ok(())
    }

    /// Writes one word as far as it stays within the learning purpose.
    fn write_word(&mut self, word: &[InputId]) -> std::io::Result<()> {
        let machine = &self.hypothesis.machine;
        let mut state: StateId = machine.initial();
        let steps = word.iter().map_while(|&input| {
            let (output, next) = machine.step(state, input)?;
            state = next;
            let output = machine.outputs().name(output);
            (output != OUTSIDE).then_some((machine.inputs().name(input), output))
        });
        let mut length = 0;
        self.line.clear();
        write_trace(steps.inspect(|_| length += 1), &mut self.line);
        if length == 0 {
            return Ok(());
        }
        self.words += 1;
        self.symbols += length;
        self.file.write_all(self.line.as_bytes())
    }
}
