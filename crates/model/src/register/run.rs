//! Running a register automaton.

use super::{ActionId, LocationId, Operand, RegisterAutomaton, RegisterId, Scope, Source, Transition};
use crate::symbol::{Id, Symbol};
use crate::value::Value;

/// An automaton in the middle of a run.
///
/// Values that the automaton invents are named by the step that invented them (`$2.1`): that is how systems tell them.
#[derive(Clone, Debug)]
pub struct RegisterRun<'a> {
    automaton: &'a RegisterAutomaton,
    location: LocationId,
    values: Vec<Option<Value>>,
    /// How many steps were taken.
    steps: u32,
}

/// What came of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Stepped<'a> {
    /// The transition that was taken.
    pub transition: &'a Transition,
    /// What it answered.
    pub output: Symbol,
}

/// The values of registers before a step, and those of the input's parameters.
struct Before<'a> {
    automaton: &'a RegisterAutomaton,
    registers: &'a [Option<Value>],
    parameters: &'a [Value],
}

impl Scope for Before<'_> {
    fn value<'v>(&'v self, operand: &'v Operand) -> Option<&'v Value> {
        match operand {
            Operand::Register(register) => self.registers.get(register.index())?.as_ref(),
            Operand::Parameter(index) => self.parameters.get(*index),
            Operand::Constant(constant) => Some(&self.automaton.signature.constants.get(constant.index())?.value),
            Operand::Literal(value) => Some(value),
        }
    }
}

impl<'a> RegisterRun<'a> {
    /// A run that has not begun.
    pub fn new(automaton: &'a RegisterAutomaton) -> Self {
        let values = automaton.registers.iter().map(|register| register.initial.clone()).collect();
        Self { automaton, location: automaton.initial(), values, steps: 0 }
    }

    /// Where the control stands.
    pub fn location(&self) -> LocationId {
        self.location
    }

    /// What a register holds.
    pub fn register(&self, register: RegisterId) -> Option<&Value> {
        self.values[register.index()].as_ref()
    }

    /// Takes a step. None if there is no transition that is enabled, or if a value of its output has none; then nothing
    /// changes.
    pub fn step(&mut self, input: ActionId, parameters: &[Value]) -> Option<Stepped<'a>> {
        let (transition, outputs) =
            self.step_among(self.automaton.transitions_from(self.location, input), parameters)?;
        let name = &self.automaton.signature.outputs[transition.output.index()].name;
        Some(Stepped { transition, output: Symbol::new(name, outputs).ok()? })
    }

    /// Takes a step with the first of these transitions that is enabled, and tells the values of its output. For those who
    /// look transitions up, and know the output symbol already: to make one costs more than the step.
    pub fn step_among(
        &mut self,
        mut transitions: impl Iterator<Item = &'a Transition>,
        parameters: &[Value],
    ) -> Option<(&'a Transition, Vec<Value>)> {
        let scope = Before { automaton: self.automaton, registers: &self.values, parameters };
        let transition = transitions.find(|transition| transition.guard.holds(&scope))?;
        let step = self.steps + 1;
        let outputs = self.outputs(transition, &scope, step)?;
        let set = |source: &Source| match source {
            Source::Term(term) => term.value(&scope),
            Source::Output(index) => outputs.get(*index).cloned(),
            Source::Fresh => None,
        };
        let assigned: Vec<_> =
            transition.assignments.iter().map(|(register, source)| (*register, set(source))).collect();
        for (register, value) in assigned {
            self.values[register.index()] = value;
        }
        (self.location, self.steps) = (transition.to, step);
        Some((transition, outputs))
    }

    fn outputs(&self, transition: &Transition, scope: &Before, step: u32) -> Option<Vec<Value>> {
        let output = |(index, source): (usize, &Source)| match source {
            Source::Term(term) => term.value(scope),
            Source::Fresh => Some(Value::Returned { step, value: Some(index as u32 + 1) }),
            Source::Output(_) => None,
        };
        transition.values.iter().enumerate().map(output).collect()
    }
}
