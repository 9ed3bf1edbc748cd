//! Registers whose values have a fixed difference in a location, however a run came there.
//!
//! The answer comes from the front: a guard such as `p = x1 + 1` and the assignment `x2 := p` tell that x2 is one more than
//! x1 behind the transition. Where transitions meet, only what all of them say stays. This is repeated until nothing
//! changes; each round forgets something, so there is an end.

use crate::register::{
    Addend, Comparison, Guard, LocationId, Operand, RegisterAutomaton, RegisterId, Source, Term, Transition,
};
use crate::symbols::symbol::Id;
use crate::symbols::value::Value;

/// What is known of the registers of each location; nothing of locations that are not reached.
pub(super) struct Relations(Vec<Option<Places>>);

/// For each register, what its value is told by.
type Places = Vec<Place>;

/// A value: how far it lies from another one. Only integers are added, because these are never rounded.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    from: Base,
    offset: i64,
}

/// What values are told by.
#[derive(Clone, Debug, PartialEq)]
enum Base {
    /// A register; behind a transition, what it was before.
    Register(usize),
    /// A parameter of the input.
    Parameter(usize),
    /// A value of the output.
    Output(usize),
    /// The number 0.
    Zero,
    /// A value as it is, no integer.
    Literal(Value),
    /// Nobody can tell what a register is set to.
    Unknown(usize),
}

impl Place {
    fn of(from: Base) -> Self {
        Self { from, offset: 0 }
    }

    fn of_value(value: &Value) -> Self {
        match value {
            Value::Integer(number) => Self { from: Base::Zero, offset: *number },
            other => Self::of(Base::Literal(other.clone())),
        }
    }

    fn plus(self, number: i64) -> Option<Self> {
        Some(Self { offset: self.offset.checked_add(number)?, ..self })
    }

    /// How much more this value is than another one, if that is always the same.
    fn minus(&self, other: &Self) -> Option<i64> {
        if self.from == other.from { self.offset.checked_sub(other.offset) } else { None }
    }
}

impl Relations {
    pub(super) fn of(automaton: &RegisterAutomaton) -> Self {
        let mut known = Self(vec![None; automaton.locations.len()]);
        let initial = automaton.registers.iter().enumerate().map(|(index, register)| match &register.initial {
            Some(value) => Place::of_value(value),
            None => Place::of(Base::Register(index)),
        });
        known.meet(automaton.initial(), named(&initial.collect::<Vec<_>>()));
        let mut changed = true;
        while changed {
            changed = false;
            for transition in &automaton.transitions {
                let Some(before) = &known.0[transition.from.index()] else { continue };
                let after = Step::of(automaton, transition, before).after();
                changed |= known.meet(transition.to, after);
            }
        }
        known
    }

    /// How much more one register holds than another one in a location, if that is always the same.
    pub(super) fn difference(&self, location: LocationId, one: RegisterId, other: RegisterId) -> Option<i64> {
        let places = self.0[location.index()].as_ref()?;
        places[one.index()].minus(&places[other.index()])
    }

    /// Keeps what is known of a location and holds here, too; whether that is less than before.
    fn meet(&mut self, location: LocationId, places: Places) -> bool {
        let known = &mut self.0[location.index()];
        let met = match known.as_ref() {
            None => places,
            Some(known) => common(known, &places),
        };
        let changed = known.as_ref() != Some(&met);
        *known = Some(met);
        changed
    }
}

/// Each register told by the first one that it has a fixed difference to.
fn named(places: &[Place]) -> Places {
    related(places.len(), |one, other| places[one].minus(&places[other]))
}

/// What is the same in both.
fn common(left: &[Place], right: &[Place]) -> Places {
    related(left.len(), |one, other| {
        let difference = left[one].minus(&left[other])?;
        (right[one].minus(&right[other]) == Some(difference)).then_some(difference)
    })
}

fn related(registers: usize, difference: impl Fn(usize, usize) -> Option<i64>) -> Places {
    let place = |register: usize| {
        let found = (0..register).find_map(|first| Some((first, difference(register, first)?)));
        let (first, offset) = found.unwrap_or((register, 0));
        Place { from: Base::Register(first), offset }
    };
    (0..registers).map(place).collect()
}

/// A transition, and what is known before it.
struct Step<'a> {
    automaton: &'a RegisterAutomaton,
    transition: &'a Transition,
    before: &'a [Place],
    parameters: Places,
}

impl<'a> Step<'a> {
    fn of(automaton: &'a RegisterAutomaton, transition: &'a Transition, before: &'a [Place]) -> Self {
        let arity = automaton.signature.inputs[transition.input.index()].parameters.len();
        let parameters = (0..arity).map(|index| Place::of(Base::Parameter(index))).collect();
        let mut step = Self { automaton, transition, before, parameters };
        step.note(&transition.guard);
        step
    }

    /// A guard may say what a parameter is.
    fn note(&mut self, guard: &Guard) {
        match guard {
            Guard::All(parts) => parts.iter().for_each(|part| self.note(part)),
            Guard::Compare(Term { operand: Operand::Parameter(index), plus: None }, Comparison::Equal, right) => {
                if let Some(place) = self.place(right) {
                    self.parameters[*index] = place;
                }
            }
            Guard::Compare(..) | Guard::Any(_) => {}
        }
    }

    /// What a term is told by, if that is one value.
    fn place(&self, term: &Term) -> Option<Place> {
        let place = match &term.operand {
            Operand::Register(register) => self.before[register.index()].clone(),
            Operand::Parameter(index) => self.parameters[*index].clone(),
            Operand::Constant(constant) => Place::of_value(&self.automaton.signature.constants[constant.index()].value),
            Operand::Literal(value) => Place::of_value(value),
        };
        match &term.plus {
            None => Some(place),
            Some(Addend::Number(Value::Integer(number))) => place.plus(*number),
            Some(_) => None,
        }
    }

    /// What is known behind the transition.
    fn after(&self) -> Places {
        let mut after = self.before.to_vec();
        for (register, source) in &self.transition.assignments {
            let place = match source {
                Source::Term(term) => self.place(term),
                Source::Output(index) => Some(self.output(*index)),
                Source::Fresh => None,
            };
            after[register.index()] = place.unwrap_or(Place::of(Base::Unknown(register.index())));
        }
        named(&after)
    }

    /// What a value of the output is told by.
    fn output(&self, index: usize) -> Place {
        let term = match self.transition.values.get(index) {
            Some(Source::Term(term)) => self.place(term),
            _ => None,
        };
        term.unwrap_or(Place::of(Base::Output(index)))
    }
}
