//! Running a register automaton.
//!
//! There are two ways. [`RegisterRun`] is simple: it holds its place and answers symbols. [`RegisterMachine`] is for those
//! who run millions of words: it sorts transitions once, and lets its caller keep places and buffers.
//!
//! A value that the automaton invents (`fresh`) is called by its place: `$2.1` is the first value of the output of step 2.

use super::{ActionId, LocationId, Operand, RegisterAutomaton, RegisterId, Scope, Source, Transition};
use crate::symbols::symbol::{Id, Symbol};
use crate::symbols::value::Value;

/// An automaton that finds its transitions by location and input at once, and makes no symbols: for those who run it very
/// often. Where a run stands is kept by whoever runs it.
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
/// let (machine, mut outputs) = (RegisterMachine::new(&echo), Vec::new());
/// machine.answer(&machine.start(), (Id::new(0), &[Value::Integer(7)]), 1, &mut outputs).unwrap();
/// assert_eq!(outputs, [Value::Integer(7)]);
/// ```
#[derive(Clone, Debug)]
pub struct RegisterMachine<'a> {
    /// The automaton.
    pub automaton: &'a RegisterAutomaton,
    transitions: Vec<Vec<&'a Transition>>,
}

/// Where a run stands: the location, and what the registers hold.
#[derive(Clone, Debug)]
pub struct Place {
    /// The location.
    pub location: LocationId,
    /// What each register holds.
    pub registers: Vec<Option<Value>>,
}

impl<'a> RegisterMachine<'a> {
    /// Sorts the transitions of an automaton.
    pub fn new(automaton: &'a RegisterAutomaton) -> Self {
        let mut transitions = vec![Vec::new(); automaton.locations.len() * automaton.signature.inputs.len()];
        for transition in &automaton.transitions {
            transitions[cell(automaton, transition.from, transition.input)].push(transition);
        }
        Self { automaton, transitions }
    }

    /// Where every run begins.
    pub fn start(&self) -> Place {
        Place::of(self.automaton)
    }

    /// The transitions from a location with an input, in order.
    pub fn transitions(&self, location: LocationId, input: ActionId) -> &[&'a Transition] {
        &self.transitions[cell(self.automaton, location, input)]
    }

    /// The transition that an input takes as this step of a word; `outputs` become the values that it answers. None if
    /// nothing is enabled, or if a value of the output has none.
    pub fn answer(
        &self,
        place: &Place,
        (input, parameters): (ActionId, &[Value]),
        step: u32,
        outputs: &mut Vec<Value>,
    ) -> Option<&'a Transition> {
        let among = self.transitions(place.location, input).iter().copied();
        Before { automaton: self.automaton, place, parameters }.answer(among, step, outputs)
    }

    /// Sets `after` to where a transition leads.
    pub fn follow(
        &self,
        place: &Place,
        transition: &Transition,
        (parameters, outputs): (&[Value], &[Value]),
        after: &mut Place,
    ) {
        let before = Before { automaton: self.automaton, place, parameters };
        after.location = transition.to;
        after.registers.clone_from(&place.registers);
        for (register, source) in &transition.assignments {
            after.registers[register.index()] = before.kept(source, outputs);
        }
    }

    /// The name of the output of a transition.
    pub fn output_name(&self, transition: &Transition) -> &'a str {
        &self.automaton.signature.outputs[transition.output.index()].name
    }
}

impl Place {
    /// Where every run of an automaton begins.
    fn of(automaton: &RegisterAutomaton) -> Self {
        let registers = automaton.registers.iter().map(|register| register.initial.clone()).collect();
        Self { location: automaton.initial(), registers }
    }
}

/// The number of a location with an input.
fn cell(automaton: &RegisterAutomaton, location: LocationId, input: ActionId) -> usize {
    location.index() * automaton.signature.inputs.len() + input.index()
}

/// The values of registers before a step, and those of the input's parameters.
struct Before<'a> {
    automaton: &'a RegisterAutomaton,
    place: &'a Place,
    parameters: &'a [Value],
}

impl Scope for Before<'_> {
    fn value<'v>(&'v self, operand: &'v Operand) -> Option<&'v Value> {
        match operand {
            Operand::Register(register) => self.place.registers.get(register.index())?.as_ref(),
            Operand::Parameter(index) => self.parameters.get(*index),
            Operand::Constant(constant) => Some(&self.automaton.signature.constants.get(constant.index())?.value),
            Operand::Literal(value) => Some(value),
        }
    }
}

impl Before<'_> {
    /// The first of these transitions that is enabled, and the values that it answers.
    fn answer<'t>(
        &self,
        mut among: impl Iterator<Item = &'t Transition>,
        step: u32,
        outputs: &mut Vec<Value>,
    ) -> Option<&'t Transition> {
        let transition = among.find(|transition| transition.guard.holds(self))?;
        outputs.clear();
        for (index, source) in transition.values.iter().enumerate() {
            outputs.push(match source {
                Source::Term(term) => term.value(self)?,
                Source::Fresh => Value::Returned { step, value: Some(index as u32 + 1) },
                Source::Output(_) => return None,
            });
        }
        Some(transition)
    }

    /// What a register keeps.
    fn kept(&self, source: &Source, outputs: &[Value]) -> Option<Value> {
        match source {
            Source::Term(term) => term.value(self),
            Source::Output(index) => outputs.get(*index).cloned(),
            Source::Fresh => None,
        }
    }
}

/// An automaton in the middle of a run.
///
/// Values that the automaton invents are named by the step that invented them (`$2.1`): that is how systems tell them.
///
/// ```
/// use typestar_model::{Id, Value};
/// use typestar_model::register::{ActionId, RegisterId, RegisterRun, families::fifo};
/// let queue = fifo(2);
/// let mut run = RegisterRun::new(&queue);
/// let stepped = run.step(ActionId::new(0), &[Value::Integer(7)]).unwrap();
/// assert_eq!(stepped.output.text(), "ok");
/// assert_eq!(run.register(RegisterId::new(0)), Some(&Value::Integer(7)));
/// assert_eq!(run.register(RegisterId::new(1)), None, "it was never set");
/// ```
#[derive(Clone, Debug)]
pub struct RegisterRun<'a> {
    automaton: &'a RegisterAutomaton,
    place: Place,
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

impl<'a> RegisterRun<'a> {
    /// A run that has not begun.
    pub fn new(automaton: &'a RegisterAutomaton) -> Self {
        Self { automaton, place: Place::of(automaton), steps: 0 }
    }

    /// Where the control stands.
    pub fn location(&self) -> LocationId {
        self.place.location
    }

    /// What a register holds.
    pub fn register(&self, register: RegisterId) -> Option<&Value> {
        self.place.registers[register.index()].as_ref()
    }

    /// Takes a step. None if there is no transition that is enabled, or if a value of its output has none; then nothing
    /// changes.
    pub fn step(&mut self, input: ActionId, parameters: &[Value]) -> Option<Stepped<'a>> {
        let among = self.automaton.transitions_from(self.place.location, input);
        let (transition, outputs) = self.step_among(among, parameters)?;
        let name = &self.automaton.signature.outputs[transition.output.index()].name;
        Some(Stepped { transition, output: Symbol::new(name, outputs).ok()? })
    }

    /// Takes a step with the first of these transitions that is enabled, and tells the values of its output.
    ///
    /// For those who find transitions faster than by a look at all of them, or who leave some out.
    pub fn step_among(
        &mut self,
        among: impl Iterator<Item = &'a Transition>,
        parameters: &[Value],
    ) -> Option<(&'a Transition, Vec<Value>)> {
        let before = Before { automaton: self.automaton, place: &self.place, parameters };
        let (step, mut outputs) = (self.steps + 1, Vec::new());
        let transition = before.answer(among, step, &mut outputs)?;
        let kept = |(register, source): &(RegisterId, Source)| (*register, before.kept(source, &outputs));
        let kept: Vec<_> = transition.assignments.iter().map(kept).collect();
        for (register, value) in kept {
            self.place.registers[register.index()] = value;
        }
        (self.place.location, self.steps) = (transition.to, step);
        Some((transition, outputs))
    }
}
