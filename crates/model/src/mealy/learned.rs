//! A learned model: the machine, and the trace that proves each of its transitions.

use crate::evidence::Step;
use crate::mealy::machine::Mealy;
use crate::mealy::separate::with_errors;
use crate::origin::Origins;
use crate::symbols::symbol::{InputId, StateId};

/// The trace that proves one transition: its last step is the transition itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// Where the transition starts.
    pub from: StateId,
    /// The input of the transition.
    pub input: InputId,
    /// The observed steps from a fresh start.
    pub steps: Vec<Step>,
}

/// What a run hands over: a machine with its evidence. Imported machines have no evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The name of the system.
    pub system: String,
    /// The machine, minimal and numbered canonically. Transitions outside the purpose are missing.
    pub machine: Mealy,
    /// Whether the run that made it came to its end; a partial model is the best guess so far.
    pub finished: bool,
    /// The traces, by state and input.
    pub witnesses: Vec<Witness>,
    /// Who made each of its outputs, where the system told it.
    pub origins: Origins,
}

impl Learned {
    /// A machine without evidence, as read from a DOT file.
    pub fn imported(system: &str, machine: Mealy) -> Self {
        let (witnesses, origins) = (Vec::new(), Origins::default());
        Self { system: system.to_owned(), machine, finished: true, witnesses, origins }
    }

    /// The trace behind a transition.
    pub fn witness(&self, from: StateId, input: InputId) -> Option<&Witness> {
        self.witnesses.iter().find(|witness| witness.from == from && witness.input == input)
    }

    /// The machine in which the named outputs mean error; as it is if there are none.
    pub fn machine_with_errors(self, errors: &[String]) -> Mealy {
        if errors.is_empty() { self.machine } else { with_errors(&self.machine, errors) }
    }
}
