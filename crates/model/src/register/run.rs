//! Running a register automaton.

use super::{ActionId, LocationId, Operand, RegisterAutomaton, RegisterId, Scope, Source, Transition};
use crate::symbol::{Id, Symbol};
use crate::value::Value;

/// An automaton that finds its transitions by location and input at once. Worth it for all but a few runs.
///
/// ```
/// use typestar_model::register::{RegisterMachine, read_register_json};
/// use typestar_model::{Id, Value};
/// let text = r#"{"format": "typestar-register-automaton", "version": 1, "name": "echo", "types": {"id": "integer"},
///   "inputs": [{"name": "put", "parameters": [{"name": "p", "type": "id"}]}],
///   "outputs": [{"name": "got", "parameters": [{"name": "q", "type": "id"}]}],
///   "locations": [{"name": "l0"}],
///   "transitions": [{"from": "l0", "input": "put", "output": "got(p)", "to": "l0"}]}"#;
/// let echo = read_register_json(text).unwrap();
/// let machine = RegisterMachine::new(&echo);
/// let (_, values) = machine.run().take(Id::new(0), &[Value::Integer(7)]).unwrap();
/// assert_eq!(values, [Value::Integer(7)]);
/// ```
#[derive(Clone, Debug)]
pub struct RegisterMachine<'a> {
    automaton: &'a RegisterAutomaton,
    /// The transitions by location and input, and where those of each pair begin.
    sorted: Vec<&'a Transition>,
    starts: Vec<usize>,
}

impl<'a> RegisterMachine<'a> {
    /// Sorts the transitions of an automaton.
    pub fn new(automaton: &'a RegisterAutomaton) -> Self {
        let pairs = automaton.locations.len() * automaton.signature.inputs.len();
        let pair = |transition: &Transition| pair(automaton, transition.from, transition.input);
        let mut sorted: Vec<&Transition> = automaton.transitions.iter().collect();
        sorted.sort_by_key(|transition| pair(transition));
        let starts = (0..=pairs).map(|wanted| sorted.partition_point(|transition| pair(transition) < wanted)).collect();
        Self { automaton, sorted, starts }
    }

    /// A run that has not begun.
    pub fn run(&self) -> RegisterRun<'_> {
        RegisterRun { machine: Some(self), ..RegisterRun::new(self.automaton) }
    }

    /// The transitions from a location with an input, in order.
    fn transitions_from(&self, from: LocationId, input: ActionId) -> &[&'a Transition] {
        let pair = pair(self.automaton, from, input);
        &self.sorted[self.starts[pair]..self.starts[pair + 1]]
    }
}

/// The number of a location with an input.
fn pair(automaton: &RegisterAutomaton, from: LocationId, input: ActionId) -> usize {
    from.index() * automaton.signature.inputs.len() + input.index()
}

/// An automaton in the middle of a run.
///
/// Values that the automaton invents are named by the step that invented them (`$2.1`): that is how systems tell them.
#[derive(Clone, Debug)]
pub struct RegisterRun<'a> {
    automaton: &'a RegisterAutomaton,
    /// Finds transitions faster, if it is there.
    machine: Option<&'a RegisterMachine<'a>>,
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
        Self { automaton, machine: None, location: automaton.initial(), values, steps: 0 }
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
        let (transition, outputs) = self.take(input, parameters)?;
        let name = &self.automaton.signature.outputs[transition.output.index()].name;
        Some(Stepped { transition, output: Symbol::new(name, outputs).ok()? })
    }

    /// Takes a step as [`Self::step`] does, and tells the values of its output. For those who do not need the output as a
    /// symbol: to make one costs more than the step.
    pub fn take(&mut self, input: ActionId, parameters: &[Value]) -> Option<(&'a Transition, Vec<Value>)> {
        match self.machine {
            Some(machine) => {
                self.step_among(machine.transitions_from(self.location, input).iter().copied(), parameters)
            }
            None => self.step_among(self.automaton.transitions_from(self.location, input), parameters),
        }
    }

    /// Takes a step with the first of these transitions that is enabled, and tells the values of its output.
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
