//! Registers that are never needed at the same time share a place.
//!
//! ```text
//!   l1 (x1) ── msg(p)  x2 := p ──▶ l3 (x2) ── ack(p)  x1 := x2 ──▶ l1      two registers
//!   l1 (x1) ── msg(p)  x1 := p ──▶ l3 (x1) ── ack(p)           ──▶ l1      one is enough
//! ```
//!
//! As many registers of each type are needed as the location with most of them has. Each location gets its own numbering of
//! what it keeps, and what moves from one number to another is an assignment.

use crate::register::{
    LocationId, Operand, Register, RegisterAutomaton, RegisterId, Source, Term, Transition, TypeId, live_registers,
};
use crate::symbols::symbol::Id;

/// The automaton with as many registers of each type as any location needs; as it is, if it has no more than that.
///
/// It must be canonical: the first transition into a location comes from one before it.
pub(super) fn allotted(automaton: &RegisterAutomaton) -> RegisterAutomaton {
    let live = live_registers(automaton);
    let types = (0..automaton.signature.types.len()).map(TypeId::new);
    let of_type = |data_type| {
        let is_of = |register: &&RegisterId| automaton.registers[register.index()].data_type == data_type;
        let most = live.iter().map(|here| here.iter().filter(is_of).count()).max().unwrap_or(0);
        std::iter::repeat_n(data_type, most)
    };
    let places: Vec<TypeId> = types.flat_map(of_type).collect();
    if places.len() >= automaton.registers.len() {
        return automaton.clone();
    }
    let mut allotment = Allotment { automaton, live: &live, places, numbers: vec![Vec::new(); live.len()] };
    (0..live.len()).map(LocationId::new).for_each(|location| allotment.number(location));
    allotment.automaton()
}

struct Allotment<'a> {
    automaton: &'a RegisterAutomaton,
    live: &'a [Vec<RegisterId>],
    /// The new registers, by their types.
    places: Vec<TypeId>,
    /// For each location, where its registers go.
    numbers: Vec<Vec<(RegisterId, RegisterId)>>,
}

impl Allotment<'_> {
    /// Numbers the registers of a location: what comes there stays where it is, the rest takes the first free place.
    fn number(&mut self, location: LocationId) {
        let into = self.automaton.transitions.iter().find(|transition| transition.to == location);
        let into = into.filter(|transition| transition.from < location);
        let mut numbers = Vec::new();
        for &register in &self.live[location.index()] {
            let before = into.and_then(|transition| self.moved_from(transition, register));
            if let Some(place) = before.filter(|place| numbers.iter().all(|(_, taken)| taken != place)) {
                numbers.push((register, place));
            }
        }
        for &register in &self.live[location.index()] {
            if numbers.iter().all(|(known, _)| *known != register) {
                let data_type = self.automaton.registers[register.index()].data_type;
                let is_free = |place: &RegisterId| numbers.iter().all(|(_, taken)| taken != place);
                let mut of_type =
                    (0..self.places.len()).filter(|&place| self.places[place] == data_type).map(RegisterId::new);
                let place = of_type.find(is_free).expect("there are as many as any location needs");
                numbers.push((register, place));
            }
        }
        self.numbers[location.index()] = numbers;
    }

    /// Where the value of a register is before a transition, if it is in a register.
    fn moved_from(&self, transition: &Transition, register: RegisterId) -> Option<RegisterId> {
        match source_of(transition, register) {
            Source::Term(Term { operand: Operand::Register(before), plus: None }) => {
                self.place(transition.from, before)
            }
            _ => None,
        }
    }

    fn place(&self, location: LocationId, register: RegisterId) -> Option<RegisterId> {
        let mut numbers = self.numbers[location.index()].iter();
        numbers.find(|(known, _)| *known == register).map(|(_, place)| *place)
    }

    fn automaton(&self) -> RegisterAutomaton {
        let initial = |place: RegisterId| {
            let mut numbers = self.numbers[self.automaton.initial().index()].iter();
            let (register, _) = numbers.find(|(_, taken)| *taken == place)?;
            self.automaton.registers[register.index()].initial.clone()
        };
        let register = |(index, data_type): (usize, &TypeId)| Register {
            name: format!("x{}", index + 1),
            data_type: *data_type,
            initial: initial(RegisterId::new(index)),
        };
        let mut made = self.automaton.clone();
        made.registers = self.places.iter().enumerate().map(register).collect();
        for (location, numbers) in made.locations.iter_mut().zip(&self.numbers) {
            location.registers = numbers.iter().map(|(_, place)| *place).collect();
        }
        made.transitions = self.automaton.transitions.iter().map(|transition| self.transition(transition)).collect();
        made
    }

    /// A transition with the registers of its two locations renamed.
    fn transition(&self, transition: &Transition) -> Transition {
        let here = |register: RegisterId| self.place(transition.from, register).expect("what is read is live");
        let mut made = transition.clone();
        made.guard.terms_mut(&mut |term| term.rename_registers(&here));
        made.values.iter_mut().for_each(|source| source.rename_registers(&here));
        let moved = |(register, place): &(RegisterId, RegisterId)| {
            let mut source = source_of(transition, *register);
            source.rename_registers(&here);
            (*place, source)
        };
        made.assignments = self.numbers[transition.to.index()].iter().map(moved).collect();
        made.assignments.sort_by_key(|(register, _)| *register);
        made
    }
}

/// What a register holds behind a transition.
fn source_of(transition: &Transition, register: RegisterId) -> Source {
    let set = transition.assignments.iter().find(|(to, _)| *to == register);
    set.map_or(Source::Term(Term::of(Operand::Register(register))), |(_, source)| source.clone())
}
