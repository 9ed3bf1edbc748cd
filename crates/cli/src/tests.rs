//! `typestar tests`: a conformance suite as lines of text.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;

use typestar_model::{InputId, Mealy};
use typestar_query::write_trace;

use crate::args::TestsArguments;
use crate::draft::Draft;
use crate::exit::{Exit, Failure};
use crate::open;
use crate::suite::ModelSuite;
use crate::terminal::{counted, say};

/// Writes the words of the suites with the outputs that the model expects, as they are made.
pub fn write(arguments: &TestsArguments) -> Result<Exit, Failure> {
    let learned = open::model(&arguments.model)?;
    open::tell_if_partial(&arguments.model, &learned);
    open::check_errors(&arguments.machine.errors, &[&learned.machine])?;
    let machine = open::machine_with_errors(learned, &arguments.machine.errors);
    let suite = ModelSuite::new(&machine, true, &arguments.tester, arguments.seed)?;
    let Target { name, file, draft } = Target::open(arguments.output.as_deref())?;
    let mut writer = Writer::new(suite.machine(), BufWriter::with_capacity(1 << 16, file));
    let written = suite.words().try_for_each(|word| writer.write_word(&word));
    let written = written.and_then(|()| writer.file.flush());
    if written.is_ok() && writer.words == 0 {
        return Err(Failure::usage("the suite has no words: the model knows nothing that could be tested"));
    }
    match written.and_then(|()| draft.map_or(Ok(()), |draft| draft.complete())) {
        Ok(()) => say(&format!("{}, {}", counted(writer.words, "word"), counted(writer.symbols, "symbol"))),
        // A reader that has seen enough (`| head`) is no error.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => return Err(Failure::failed(format!("cannot write to {name}: {error}"))),
    }
    Ok(Exit::Done)
}

/// Where a suite is written to.
struct Target {
    name: String,
    file: Box<dyn Write>,
    /// A part of a suite would look like a suite.
    draft: Option<Draft>,
}

impl Target {
    fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            let file = Box::new(std::io::stdout().lock());
            return Ok(Self { name: "standard output".to_owned(), file, draft: None });
        };
        // A pipe or a device keeps its name.
        let is_file = path.is_file() || !path.exists();
        let opened = match is_file {
            true => Draft::create(path).map(|(draft, file)| (file, Some(draft))),
            false => File::create(path).map(|file| (file, None)),
        };
        let (file, draft) =
            opened.map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))?;
        Ok(Self { name: path.display().to_string(), file: Box::new(file), draft })
    }
}

/// Writes words, and counts them.
struct Writer<'a, W: Write> {
    machine: &'a Mealy,
    file: W,
    line: String,
    words: u64,
    symbols: u64,
}

impl<'a, W: Write> Writer<'a, W> {
    fn new(machine: &'a Mealy, file: W) -> Self {
        Self { machine, file, line: String::new(), words: 0, symbols: 0 }
    }

    fn write_word(&mut self, word: &[InputId]) -> std::io::Result<()> {
        let outputs = self.machine.run(word);
        let names = |(&input, &output)| (self.machine.inputs().name(input), self.machine.outputs().name(output));
        self.line.clear();
        write_trace(word.iter().zip(&outputs).map(names), &mut self.line);
        self.words += 1;
        self.symbols += word.len() as u64;
        self.file.write_all(self.line.as_bytes())
    }
}
