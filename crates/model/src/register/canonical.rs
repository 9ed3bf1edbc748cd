//! One form for automata that differ only in numbering, names of registers and what nothing sees.
//!
//! Two learners may find the same automaton and call its registers differently, or keep a value that nothing reads.
//! Canonical forms of such automata are equal, byte for byte in JSON. This is not minimisation: locations that behave
//! the same stay apart.

use super::{
    Location, LocationId, Operand, Register, RegisterAutomaton, RegisterId, Source, Term, Transition, live_registers,
};
use crate::symbols::symbol::Id;

/// The locations that can be reached, breadth first, inputs in their order. Guards are not looked at.
pub fn reachable_locations(automaton: &RegisterAutomaton) -> Vec<LocationId> {
    let mut leaving = vec![Vec::new(); automaton.locations.len()];
    for transition in &automaton.transitions {
        leaving[transition.from.index()].push((transition.input, transition.to));
    }
    // Stable: transitions with the same input stay in the order in which they are tried.
    leaving.iter_mut().for_each(|targets| targets.sort_by_key(|(input, _)| *input));
    let mut order = vec![automaton.initial()];
    let mut is_known = vec![false; automaton.locations.len()];
    is_known[automaton.initial().index()] = true;
    let mut next = 0;
    while let Some(location) = order.get(next) {
        next += 1;
        for (_, to) in std::mem::take(&mut leaving[location.index()]) {
            if !std::mem::replace(&mut is_known[to.index()], true) {
                order.push(to);
            }
        }
    }
    order
}

/// The same automaton without parts that cannot be reached and registers that nothing reads, with its locations numbered
/// breadth first in input order and its registers named `x1`, `x2`, ... in the order in which they are set first, so that
/// two runs that learned the same thing give the same bytes.
///
/// Transitions are sorted by location and input. Among those, the order stays: the first one that is enabled is taken.
/// Locations keep their names, unless all of them are numbers like `l3`.
///
/// ```
/// use typestar_model::register::{canonical, families::fifo};
/// let mut queue = fifo(2);
/// queue.registers.iter_mut().for_each(|register| register.name.insert_str(0, "kept_"));
/// assert_ne!(queue, fifo(2));
/// assert_eq!(canonical(&queue), canonical(&fifo(2)));
/// ```
pub fn canonical(automaton: &RegisterAutomaton) -> RegisterAutomaton {
    let order = reachable_locations(automaton);
    let mut numbered = with_locations(automaton, &order);
    let live = live_registers(&numbered);
    for transition in &mut numbered.transitions {
        let is_live = |register: &RegisterId| live[transition.to.index()].contains(register);
        transition.assignments.retain(|(register, source)| is_live(register) && !is_kept(*register, source));
    }
    let registers = register_order(&numbered, &live[0]);
    for (location, mut live) in numbered.locations.iter_mut().zip(live) {
        live.sort_by_key(|register| registers.iter().position(|known| known == register));
        location.registers = live;
    }
    with_registers(&numbered, &registers)
}

/// Whether an assignment changes nothing.
fn is_kept(register: RegisterId, source: &Source) -> bool {
    *source == Source::Term(Term::of(Operand::Register(register)))
}

/// The automaton with these locations alone, in this order, and its transitions sorted.
fn with_locations(automaton: &RegisterAutomaton, order: &[LocationId]) -> RegisterAutomaton {
    let mut numbers = vec![None; automaton.locations.len()];
    order.iter().enumerate().for_each(|(new, old)| numbers[old.index()] = Some(LocationId::new(new)));
    let moved = |transition: &Transition| {
        let (from, to) = (numbers[transition.from.index()]?, numbers[transition.to.index()]?);
        Some(Transition { from, to, ..transition.clone() })
    };
    let mut transitions: Vec<Transition> = automaton.transitions.iter().filter_map(moved).collect();
    transitions.sort_by_key(|transition| (transition.from, transition.input));
    let is_number = |name: &str| name.strip_prefix('l').is_some_and(|digits| digits.parse::<u32>().is_ok());
    let are_numbers = order.iter().all(|location| is_number(&automaton.locations[location.index()].name));
    let named = |(new, old): (usize, &LocationId)| {
        let location = automaton.locations[old.index()].clone();
        if are_numbers { Location { name: format!("l{new}"), ..location } } else { location }
    };
    let locations = order.iter().enumerate().map(named).collect();
    RegisterAutomaton { locations, transitions, ..automaton.clone() }
}

/// The registers that are read, in the order in which they are set first; before them those that have a value already.
fn register_order(automaton: &RegisterAutomaton, initial: &[RegisterId]) -> Vec<RegisterId> {
    let mut order = initial.to_vec();
    for transition in &automaton.transitions {
        let mut assignments: Vec<_> = transition.assignments.iter().collect();
        assignments.sort_by_key(|(_, source)| match source {
            Source::Term(Term { operand: Operand::Parameter(index), plus: None }) => *index,
            _ => usize::MAX,
        });
        for (register, _) in assignments {
            if !order.contains(register) {
                order.push(*register);
            }
        }
    }
    order
}

/// The automaton with these registers alone, in this order.
fn with_registers(automaton: &RegisterAutomaton, order: &[RegisterId]) -> RegisterAutomaton {
    let mut numbers = vec![None; automaton.registers.len()];
    order.iter().enumerate().for_each(|(new, old)| numbers[old.index()] = Some(RegisterId::new(new)));
    let number = |register: RegisterId| numbers[register.index()].expect("what is read was set, or has a value");
    let mut renamed = automaton.clone();
    let prefix = free_prefix(automaton);
    renamed.registers = (order.iter().enumerate())
        .map(|(new, old)| Register { name: format!("{prefix}{}", new + 1), ..automaton.registers[old.index()].clone() })
        .collect();
    for location in &mut renamed.locations {
        location.registers.iter_mut().for_each(|register| *register = number(*register));
    }
    for transition in &mut renamed.transitions {
        transition.rename_registers(&number);
    }
    renamed
}

/// How names of registers begin: no constant and no parameter is called like one.
fn free_prefix(automaton: &RegisterAutomaton) -> String {
    let parameters = automaton.signature.inputs.iter().flat_map(|action| &action.parameters);
    let mut names = parameters.map(|parameter| parameter.name.as_str()).collect::<Vec<_>>();
    names.extend(automaton.signature.constants.iter().map(|constant| constant.name.as_str()));
    let is_taken = |prefix: &str| {
        names.iter().any(|name| name.strip_prefix(prefix).is_some_and(|rest| rest.parse::<u32>().is_ok()))
    };
    let mut prefix = "x".to_owned();
    while is_taken(&prefix) {
        prefix.push('x');
    }
    prefix
}

impl Transition {
    /// Gives registers other numbers.
    ///
    /// Assignments are sorted by their new numbers: all happen at once, so their order means nothing.
    fn rename_registers(&mut self, number: &impl Fn(RegisterId) -> RegisterId) {
        self.guard.terms_mut(&mut |term| term.rename_registers(number));
        let assigned = self.assignments.iter_mut().map(|(_, source)| source);
        self.values.iter_mut().chain(assigned).for_each(|source| source.rename_registers(number));
        self.assignments.iter_mut().for_each(|(register, _)| *register = number(*register));
        self.assignments.sort_by_key(|(register, _)| *register);
    }
}

impl Source {
    pub(super) fn rename_registers(&mut self, number: &impl Fn(RegisterId) -> RegisterId) {
        if let Self::Term(term) = self {
            term.rename_registers(number);
        }
    }
}

impl Term {
    pub(super) fn rename_registers(&mut self, number: &impl Fn(RegisterId) -> RegisterId) {
        for operand in self.operands_mut() {
            if let Operand::Register(register) = operand {
                *register = number(*register);
            }
        }
    }
}
