//! The suite of a model of any kind: the one place where a kind says which words try a system.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use typestar_learn::SuiteKind;
use typestar_model::register::RegisterAutomaton;
use typestar_model::{Inputs, Model};

use super::{GuardedSuite, ModelSuite, RegisterSuite, SuiteError, Tests, Written};
use crate::case::locator::{check_errors, check_final_outputs};
use crate::case::{Case, MachineTester, TesterKind};
use crate::folder::note::Note;
use crate::run::registers::data::Data;
use crate::system::System;
use crate::task::Task;

/// The suite of a model.
pub enum AnySuite {
    /// That of a machine.
    Machine(Box<ModelSuite>),
    /// That of a register automaton.
    Registers(Box<RegisterSuite>),
    /// That of a guarded model.
    Guarded(Box<GuardedSuite>),
}

impl AnySuite {
    /// The words that a tester names, with the usual ones if it is none, of the model with this name. The outputs with the
    /// names `errors` mean error.
    pub fn of_model(
        (name, model): (&str, Model),
        errors: &[String],
        (tester, seed): (Option<&TesterKind>, u64),
    ) -> Result<Self, SuiteError> {
        match model {
            Model::Machine(learned) => {
                check_errors(errors, &[&learned.machine])?;
                let first = MachineTester::Suites(vec![SuiteKind::Hsi(1)]).into();
                let machine = learned.machine_with_errors(errors);
                let suite = ModelSuite::new(&machine, true, tester.unwrap_or(&first), seed, Arc::default())?;
                Ok(Self::Machine(Box::new(suite)))
            }
            Model::Registers(automaton) => {
                check_final_outputs(errors, Path::new(name), &automaton)?;
                Self::of_registers(&automaton, errors, (tester, seed))
            }
            Model::Guarded(model) => Ok(Self::Guarded(Box::new(GuardedSuite::new(model, None, (None, seed))?))),
        }
    }

    /// The words that the system of a case is tried with; of a guarded model so many for each guard. When `interrupt` is set
    /// there are no more.
    pub fn of_case(
        case: &Case,
        model: Model,
        errors: &[String],
        (tester, guard_tests, seed): (Option<&TesterKind>, Option<u64>, u64),
        interrupt: Arc<AtomicBool>,
    ) -> Result<Self, SuiteError> {
        match model {
            Model::Machine(learned) => {
                Ok(Self::Machine(Box::new(ModelSuite::of_case(case, learned, tester, seed, interrupt)?)))
            }
            Model::Registers(automaton) => Self::of_registers(&automaton, errors, (tester, seed)),
            Model::Guarded(model) => {
                Ok(Self::Guarded(Box::new(GuardedSuite::new(model, guard_tests, (tester, seed))?)))
            }
        }
    }

    fn of_registers(
        automaton: &RegisterAutomaton,
        errors: &[String],
        wanted: (Option<&TesterKind>, u64),
    ) -> Result<Self, SuiteError> {
        let data = Data::of_automaton(&Case::of_model(Path::new("")), automaton)?;
        Ok(Self::Registers(Box::new(RegisterSuite::new(automaton, &data, errors, wanted)?)))
    }

    /// The words as tests of a system with these inputs that this is learned of.
    pub fn tests(&self, (task, system): (&Task, &dyn System), inputs: &Inputs) -> Result<Tests<'_>, SuiteError> {
        match (self, task.data()) {
            (Self::Guarded(suite), _) => Ok(Tests::Guarded(Box::new(suite.tests(system, inputs)?))),
            (Self::Machine(_), Some(_)) => Err(SuiteError::SystemWithData),
            (Self::Registers(_), None) => Err(SuiteError::SystemWithoutData),
            (Self::Machine(suite), None) => suite.tests(inputs).map(Tests::Model),
            (Self::Registers(suite), Some(_)) => suite.tests(inputs).map(Tests::Registers),
        }
    }

    /// From now on no word has a value that the system of a task must not be given.
    pub fn within(&mut self, task: &Task) {
        if let (Self::Registers(suite), Some(data)) = (self, task.data()) {
            suite.within(data);
        }
    }

    /// Which of these inputs of a system are not tried, if there are some.
    pub fn untried(&self, inputs: &Inputs) -> Option<Note> {
        match self {
            Self::Machine(suite) => suite.untried(inputs),
            Self::Registers(_) => None,
            Self::Guarded(suite) => suite.untried(inputs),
        }
    }

    /// What follows when a system with these inputs answers all of it as expected.
    pub fn verdict(&self, inputs: &Inputs) -> String {
        match self {
            Self::Machine(suite) => suite.verdict(inputs),
            Self::Registers(suite) => suite.verdict(),
            Self::Guarded(suite) => suite.verdict(inputs),
        }
    }

    /// Writes the words with the outputs that the model expects, one line each.
    pub fn write(&self, file: impl Write) -> io::Result<Written> {
        match self {
            Self::Machine(suite) => suite.write(file),
            Self::Registers(suite) => suite.write(file),
            Self::Guarded(suite) => suite.write(file),
        }
    }
}
