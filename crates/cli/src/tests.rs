//! `typestar tests`: a conformance suite as lines of text.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;

use typestar_learn::SuiteKind;
use typestar_model::Model;
use typestar_query::{
    Case, Data, Draft, ModelSuite, RegisterSuite, SuiteError, TesterKind, Written, check_errors, check_final_outputs,
};

use crate::args::TestsArguments;
use crate::exit::{Exit, Failure};
use crate::open;
use crate::terminal::{counted, say};

/// Writes the words of the suites with the outputs that the model expects, as they are made.
pub fn write(arguments: &TestsArguments) -> Result<Exit, Failure> {
    let suite = suite(arguments)?;
    let Target { name, file, draft } = Target::open(arguments.output.as_deref())?;
    let file = BufWriter::with_capacity(1 << 16, file);
    let written = match suite {
        OfModel::Machine(suite) => suite.write(file),
        OfModel::Registers(suite) => suite.write(file),
    };
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

/// The suite of a model.
enum OfModel {
    Machine(Box<ModelSuite>),
    Registers(Box<RegisterSuite>),
}

fn suite(arguments: &TestsArguments) -> Result<OfModel, Failure> {
    let (tester, errors) = (arguments.tester.as_ref(), &arguments.machine.errors);
    let learned = match open::any_model(&arguments.model)? {
        Model::Machine(learned) => learned,
        Model::Registers(automaton) => {
            check_final_outputs(errors, Path::new(&arguments.model), &automaton)?;
            let data = Data::of_automaton(&Case::of_model(Path::new(&arguments.model)), &automaton)?;
            let suite = RegisterSuite::new(&automaton, &data, errors, (tester, arguments.seed))?;
            return Ok(OfModel::Registers(Box::new(suite)));
        }
        Model::Guarded(_) => return Err(no_suite_of_guards(&arguments.model)),
    };
    check_errors(errors, &[&learned.machine])?;
    let first = TesterKind::Suites(vec![SuiteKind::Hsi(1)]);
    let machine = learned.machine_with_errors(errors);
    let suite = ModelSuite::new(&machine, true, tester.unwrap_or(&first), arguments.seed, Arc::default())?;
    Ok(OfModel::Machine(Box::new(suite)))
}

/// A guarded model says when calls succeed, and not which calls bring an object there.
pub fn no_suite_of_guards(model: &str) -> Failure {
    Failure::usage(format!(
        "{model} is a guarded model, and conformance suites are made from machines and register automata: learn the class \
         again to test its guards, and compare the two models with typestar compare"
    ))
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
