//! `typestar tests`: a conformance suite as lines of text.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;

use typestar_model::counted;
use typestar_query::{AnySuite, Draft, Given, ModelKind, SuiteError, Written};

use crate::args::TestsArguments;
use crate::exit::{Exit, Failure};
use crate::open;
use crate::terminal::say;

/// Writes the words of the suites with the outputs that the model expects, as they are made.
pub fn write(arguments: &TestsArguments, given: &Given) -> Result<Exit, Failure> {
    let model = open::any_model(&arguments.model)?;
    given.check_kind(ModelKind::of(&model))?;
    let wanted = (arguments.tester.as_ref(), arguments.seed);
    let suite = AnySuite::of_model((&arguments.model, model), &arguments.machine.errors, wanted)?;
    let Target { name, file, draft } = Target::open(arguments.output.as_deref())?;
    let written = suite.write(BufWriter::with_capacity(1 << 16, file));
    if matches!(written, Ok(Written { words: 0, .. })) {
        return Err(SuiteError::NothingToTest.into());
    }
    match written.and_then(|written| draft.map_or(Ok(()), |draft| draft.complete()).map(|()| written)) {
        Ok(Written { words, symbols }) => say(&format!("{}, {}", counted(words, "word"), counted(symbols, "symbol"))),
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
