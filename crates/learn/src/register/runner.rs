//! Running an automaton very often: transitions are looked up, and no output symbol is made.

use typestar_model::register::{ActionId, LocationId, Operand, RegisterAutomaton, Scope, Source, Transition};
use typestar_model::{Id, Symbol, Value};

/// An automaton with its transitions by location and input.
pub(crate) struct Runner<'a> {
    pub(crate) automaton: &'a RegisterAutomaton,
    transitions: Vec<Vec<&'a Transition>>,
}

/// Where a run stands: the location, and what the registers hold.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) location: LocationId,
    pub(crate) registers: Vec<Option<Value>>,
}

/// The values before a step.
struct Before<'a> {
    automaton: &'a RegisterAutomaton,
    place: &'a Place,
    parameters: &'a [Value],
}

impl Scope for Before<'_> {
    fn value<'v>(&'v self, operand: &'v Operand) -> Option<&'v Value> {
        match operand {
            Operand::Register(register) => self.place.registers[register.index()].as_ref(),
            Operand::Parameter(index) => self.parameters.get(*index),
            Operand::Constant(constant) => Some(&self.automaton.signature.constants[constant.index()].value),
            Operand::Literal(value) => Some(value),
        }
    }
}

impl<'a> Runner<'a> {
    pub(crate) fn new(automaton: &'a RegisterAutomaton) -> Self {
        let mut transitions = vec![Vec::new(); automaton.locations.len() * automaton.signature.inputs.len()];
        for transition in &automaton.transitions {
            transitions[cell(automaton, transition.from, transition.input)].push(transition);
        }
        Self { automaton, transitions }
    }

    /// Where every run begins.
    pub(crate) fn start(&self) -> Place {
        let registers = self.automaton.registers.iter().map(|register| register.initial.clone()).collect();
        Place { location: self.automaton.initial(), registers }
    }

    /// The transitions from a location with an input, in order.
    pub(crate) fn transitions(&self, location: LocationId, input: ActionId) -> &[&'a Transition] {
        &self.transitions[cell(self.automaton, location, input)]
    }

    /// The transition that an input takes as this step of a word; `outputs` become the values that it answers. None if
    /// nothing is enabled, or if a value of the output has none.
    pub(crate) fn answer(
        &self,
        place: &Place,
        (input, parameters): (ActionId, &[Value]),
        step: u32,
        outputs: &mut Vec<Value>,
    ) -> Option<&'a Transition> {
        let scope = Before { automaton: self.automaton, place, parameters };
        let mut transitions = self.transitions(place.location, input).iter();
        let transition = *transitions.find(|transition| transition.guard.holds(&scope))?;
        outputs.clear();
        for (index, source) in transition.values.iter().enumerate() {
            outputs.push(match source {
                Source::Term(term) => term.value(&scope)?,
                Source::Fresh => Value::Returned { step, value: Some(index as u32 + 1) },
                Source::Output(_) => return None,
            });
        }
        Some(transition)
    }

    /// Sets `after` to where a transition leads.
    pub(crate) fn follow(
        &self,
        place: &Place,
        transition: &Transition,
        (parameters, outputs): (&[Value], &[Value]),
        after: &mut Place,
    ) {
        let scope = Before { automaton: self.automaton, place, parameters };
        after.location = transition.to;
        after.registers.clone_from(&place.registers);
        for (register, source) in &transition.assignments {
            after.registers[register.index()] = match source {
                Source::Term(term) => term.value(&scope),
                Source::Output(index) => outputs.get(*index).cloned(),
                Source::Fresh => None,
            };
        }
    }

    /// The name of the output of a transition.
    pub(crate) fn output_name(&self, transition: &Transition) -> &'a str {
        &self.automaton.signature.outputs[transition.output.index()].name
    }

    /// The input with this name and so many values.
    pub(crate) fn input(&self, name: &str, arity: usize) -> Option<ActionId> {
        input_named(self.automaton, name, arity)
    }
}

/// The input that a symbol is.
pub(crate) fn input_action(automaton: &RegisterAutomaton, symbol: &Symbol) -> Option<ActionId> {
    input_named(automaton, symbol.name(), symbol.values().len())
}

fn input_named(automaton: &RegisterAutomaton, name: &str, arity: usize) -> Option<ActionId> {
    let mut inputs = automaton.signature.inputs.iter();
    inputs.position(|action| action.name == name && action.parameters.len() == arity).map(ActionId::new)
}

fn cell(automaton: &RegisterAutomaton, location: LocationId, input: ActionId) -> usize {
    location.index() * automaton.signature.inputs.len() + input.index()
}
