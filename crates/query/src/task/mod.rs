//! What is learned of a system: the one place that decides between the kinds of model.

mod options;

use typestar_model::{Inputs, Model};

use self::options::check_keys;
pub use self::options::{Given, LEARN, OPTIONS, OptionError, OptionGroup, Systems};
use crate::case::{Case, CaseError, ModelKind, Target};
use crate::check::conform::{ConformOptions, Conformance, Listener, TestSource, conform};
use crate::check::doctor::{Check, DoctorOptions, Examination, examine};
use crate::check::traces::Vocabulary;
use crate::check::try_word::inputs_of;
use crate::executor::Observer;
use crate::journal::Journal;
use crate::run::guarded::{Guarded, callables, learn_guarded};
use crate::run::machines::{Machines, learn};
use crate::run::registers::data::{Data, DataError};
use crate::run::registers::typed::Typed;
use crate::run::registers::{Registers, learn_registers};
use crate::run::so_far::SummarySoFar;
use crate::run::{Finished, RunError, RunOptions};
use crate::system::{System, SystemError};

/// What is learned of a system. It is decided where the system is opened, and nobody asks again.
///
/// A new kind of model is a new variant: the compiler then names everything that it has to bring.
#[derive(Clone, Debug)]
pub enum Task {
    /// A machine: the order of calls.
    Machine,
    /// A register automaton: a system with these data.
    Registers(Data),
    /// A guarded model: the fields of a class decide what succeeds.
    Guarded,
}

/// Why a case cannot be learned as it says.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// The tester compares with a model, and there is none.
    #[error(transparent)]
    Run(#[from] RunError),
    /// An option is not for this kind of model.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A key of the case file is not for this kind of model.
    #[error(transparent)]
    Key(#[from] CaseError),
    /// There are no fields that guards could speak of.
    #[error(
        "--model guarded is for Java classes (java:CLASS) and other systems that report their methods, without \
         [inputs.actions]: leave the option out"
    )]
    NoFields,
    /// A section of the case file is for the order of calls.
    #[error(
        "{section} is for machines, but a guarded model is learned here: {advice}, or learn a machine \
         (--model machine, or `model = \"machine\"` in [learning])"
    )]
    OrderOfCalls {
        /// The section or key.
        section: &'static str,
        /// What to do about it.
        advice: &'static str,
    },
}

impl Task {
    /// What is learned of the system of a case, unless it is a model in a file, which says so itself.
    pub fn of_case(case: &Case) -> Result<Self, DataError> {
        Ok(match (Data::of_case(case)?, case.model_kind()) {
            (Some(data), _) => Self::Registers(data),
            (None, ModelKind::Guarded) => Self::Guarded,
            (None, _) => Self::Machine,
        })
    }

    /// The same for a host that carries no integers but these.
    pub fn carried(self, least: i64, greatest: i64) -> Result<Self, DataError> {
        match self {
            Self::Registers(data) => Ok(Self::Registers(data.carried(least, greatest)?)),
            other => Ok(other),
        }
    }

    /// The kind of model that is learned.
    pub fn kind(&self) -> ModelKind {
        match self {
            Self::Machine => ModelKind::Machine,
            Self::Registers(_) => ModelKind::Registers,
            Self::Guarded => ModelKind::Guarded,
        }
    }

    /// Refuses what was typed if it is not for this kind of model or this system, and what the case says of learning if the
    /// system is to be learned. Nothing that a user says is ignored.
    pub fn refuse(&self, case: &Case, given: &Given) -> Result<(), TaskError> {
        let target = &case.system.target;
        if given.command == LEARN {
            if case.learning.model == Some(ModelKind::Guarded) && (target.is_model() || !matches!(self, Self::Guarded))
            {
                return Err(TaskError::NoFields);
            }
            if case.learning.needs_model() && !matches!(target, Target::Model(_)) {
                return Err(RunError::NothingToCompareWith.into());
            }
            check_keys(case, self.kind())?;
            self.check_tester(case)?;
        }
        given.check_kind(self.kind())?;
        given.check_system(target)?;
        match self {
            Self::Guarded if given.command == LEARN => refuse_order_of_calls(case),
            _ => Ok(()),
        }
    }

    /// Of the testers that can be named, guarded models have only known words: their guards have tests of their own.
    fn check_tester(&self, case: &Case) -> Result<(), RunError> {
        match &case.learning.tester {
            Some(tester) if matches!(self, Self::Guarded) && tester.of_guarded().is_none() => {
                Err(RunError::NotForGuards(tester.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Learns the system. Answers that the journal holds are not asked again.
    pub fn learn(
        &self,
        case: &Case,
        system: &mut dyn System,
        journal: Journal,
        options: &RunOptions,
        observer: Observer,
    ) -> Result<Finished<Model>, RunError> {
        match self {
            Self::Machine => Ok(learn(case, system, journal, options, observer)?.map(Model::Machine)),
            Self::Registers(data) => {
                Ok(learn_registers(case, data, system, journal, options, observer)?.map(Model::Registers))
            }
            Self::Guarded => Ok(learn_guarded(case, system, journal, options, observer)?.map(Model::Guarded)),
        }
    }

    /// What is known of a run before its first word: how the system will be learned. A learner or a tester of another kind
    /// is refused here.
    pub fn so_far(&self, case: &Case, system: &dyn System, options: &RunOptions) -> Result<SummarySoFar, RunError> {
        let (inputs, folder) = (inputs_of(case, system), &options.folder);
        Ok(match self {
            Self::Machine => SummarySoFar::new(case, &Machines::new(case, options, &inputs)?, &inputs, folder),
            Self::Registers(data) => SummarySoFar::new(case, &Registers::new(case, data, options)?, &inputs, folder),
            Self::Guarded => SummarySoFar::new(case, &Guarded::new(case, system)?, &inputs, folder),
        })
    }

    /// Examines a system that is already open (whoever opens it has seen the handshake), and tells `observer` each check
    /// as soon as it is done, so that a system which fails half-way has still been told about.
    ///
    /// The words are random, repeat with the seed of the case, and stay inside its purpose. Of a system with data each
    /// input is given with values that were never seen, twice, and whether outputs have the values that are declared is
    /// looked at in every answer.
    pub fn examine(
        &self,
        case: &Case,
        system: &mut dyn System,
        options: &DoctorOptions,
        observer: &mut dyn FnMut(&Check),
    ) -> Result<Examination, SystemError> {
        match self {
            Self::Machine | Self::Guarded => examine(case, None, system, options, observer),
            Self::Registers(data) => {
                examine(case, Some(data), &mut Typed::sampled(system, data, case), options, observer)
            }
        }
    }

    /// Runs the words of a suite, as they come, and compares the answers with what is expected.
    ///
    /// A word whose answer differs is run once more, because an answer that changes says more about the system's
    /// surroundings than about its protocol. Behind what is final, nothing is expected. No input outside the purpose of the
    /// case is given. The words are over these inputs, which may have values. Errors are those of the suite or of the
    /// listener.
    pub fn conform<E>(
        &self,
        case: &Case,
        (system, inputs): (&mut dyn System, &Inputs),
        options: &ConformOptions,
        suite: &mut dyn TestSource<E>,
        listener: Listener<E>,
    ) -> Result<Conformance, E> {
        match self {
            Self::Machine | Self::Guarded => conform(case, (system, inputs), options, suite, listener),
            Self::Registers(data) => {
                conform(case, (&mut Typed::new(system, data, case), inputs), options, suite, listener)
            }
        }
    }

    /// What the system takes, over these inputs of its case.
    pub fn vocabulary<'a>(&'a self, system: &dyn System, inputs: &'a Inputs) -> Vocabulary<'a> {
        match self {
            Self::Machine => Vocabulary::Inputs(inputs),
            Self::Registers(data) => Vocabulary::Data(data),
            Self::Guarded => {
                Vocabulary::Methods(callables(system, &[]).into_iter().map(|callable| callable.method).collect())
            }
        }
    }

    /// The data of a system that has some.
    pub fn data(&self) -> Option<&Data> {
        match self {
            Self::Registers(data) => Some(data),
            Self::Machine | Self::Guarded => None,
        }
    }
}

/// Refuses what a case says of the order of calls. What is called are methods, with arguments of all kinds; and nobody waits
/// for a class that calls nothing back.
fn refuse_order_of_calls(case: &Case) -> Result<(), TaskError> {
    let said = [
        ("[inputs] callins", !case.inputs.callins.is_empty(), "name methods in `methods` of [system.java] instead"),
        ("[inputs] wait", case.inputs.wait, "leave it out"),
    ];
    let refused = said.into_iter().find(|(_, is_said, _)| *is_said);
    refused.map_or(Ok(()), |(section, _, advice)| Err(TaskError::OrderOfCalls { section, advice }))
}
