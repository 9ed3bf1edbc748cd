//! `typestar tests`: a conformance suite as lines of text.

use std::io::{BufWriter, ErrorKind, Write};

use typestar_model::{InputId, Mealy};
use typestar_query::write_trace;

use crate::args::TestsArguments;
use crate::exit::{Exit, Failure};
use crate::open;
use crate::suite::ModelSuite;
use crate::terminal::say;

/// Writes the words of the suites with the outputs that the model expects, as they are made.
pub fn write(arguments: &TestsArguments) -> Result<Exit, Failure> {
    let machine = open::machine_with_errors(open::model(&arguments.model)?, &arguments.machine.errors);
    let suite = ModelSuite::new(&machine, true, &arguments.tester, arguments.seed)?;
    let (file, name): (Box<dyn Write>, _) = match &arguments.output {
        None => (Box::new(std::io::stdout().lock()), "standard output".to_owned()),
        Some(path) => {
            let cannot = |error| Failure::usage(format!("cannot write {}: {error}", path.display()));
            (Box::new(std::fs::File::create(path).map_err(cannot)?), path.display().to_string())
        }
    };
    let mut writer = Writer::new(suite.machine(), BufWriter::with_capacity(1 << 16, file));
    let written = suite.words().try_for_each(|word| writer.write_word(&word));
    match written.and_then(|()| writer.file.flush()) {
        Ok(()) => say(&format!("{} words, {} symbols", writer.words, writer.symbols)),
        // A reader that has seen enough (`| head`) is no error.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => return Err(Failure::failed(format!("cannot write to {name}: {error}"))),
    }
    Ok(Exit::Done)
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
