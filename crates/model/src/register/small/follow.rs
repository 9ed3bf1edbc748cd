//! A register that follows from another one need not be kept.
//!
//! Where x2 is always x1 + 1, the guard `p = x1` is `p = x2 - 1`, and nothing else has to know x1. Only guards and outputs
//! get sums in this way: a register is set to what there is, never to a sum. And only sums with numbers that the automaton
//! adds anyway, so that its theory stays the same.

use std::collections::BTreeSet;

use super::relations::Relations;
use crate::register::{
    Addend, LocationId, Operand, RegisterAutomaton, RegisterId, Source, Term, Transition, live_registers,
};
use crate::symbols::symbol::Id;
use crate::symbols::value::Value;

/// The automaton with reads of registers replaced by reads of others, wherever locations then have one register less.
pub(super) fn followed(automaton: &RegisterAutomaton) -> RegisterAutomaton {
    let mut known = automaton.clone();
    while let Some(next) = one_less(&known) {
        known = next;
    }
    known
}

/// The same automaton with one register less in some locations.
fn one_less(automaton: &RegisterAutomaton) -> Option<RegisterAutomaton> {
    let (relations, live, numbers) = (Relations::of(automaton), live_registers(automaton), numbers_of(automaton));
    let mut locations = (0..automaton.locations.len()).map(LocationId::new);
    locations.find_map(|location| {
        let here = &live[location.index()];
        let pairs = here.iter().flat_map(|&gone| here.iter().map(move |&kept| (gone, kept)));
        let type_of = |register: RegisterId| automaton.registers[register.index()].data_type;
        let mut pairs = pairs.filter(|&(gone, kept)| gone != kept && type_of(gone) == type_of(kept));
        pairs.find_map(|(gone, kept)| {
            let difference = relations.difference(location, gone, kept)?;
            let is_alike = |other: &LocationId| {
                let both = [gone, kept].iter().all(|register| live[other.index()].contains(register));
                both && relations.difference(*other, gone, kept) == Some(difference)
            };
            let places = (0..automaton.locations.len()).map(LocationId::new).filter(is_alike).collect();
            Replaced { gone, kept, difference, places, live: &live, numbers: &numbers }.automaton(automaton)
        })
    })
}

/// The distances that guards add.
fn numbers_of(automaton: &RegisterAutomaton) -> BTreeSet<u64> {
    let number = |term: &Term| match term.number() {
        Some(Value::Integer(number)) => Some(number.unsigned_abs()),
        _ => None,
    };
    automaton.transitions.iter().flat_map(|transition| transition.guard.terms()).filter_map(number).collect()
}

/// A register that is told by another one in some locations.
struct Replaced<'a> {
    gone: RegisterId,
    kept: RegisterId,
    /// How much more the one that goes is.
    difference: i64,
    /// Where it goes.
    places: BTreeSet<LocationId>,
    live: &'a [Vec<RegisterId>],
    numbers: &'a BTreeSet<u64>,
}

impl Replaced<'_> {
    /// The automaton without the register in as many of the locations as can be; none if all of them need it.
    ///
    /// A location that needs it may be the reason why another one does, so this is repeated.
    fn automaton(mut self, automaton: &RegisterAutomaton) -> Option<RegisterAutomaton> {
        let needs_it = |own: &Self, way: &&Transition| own.places.contains(&way.from) && own.transition(way).is_none();
        while let Some(way) = automaton.transitions.iter().find(|way| needs_it(&self, way)) {
            self.places.remove(&way.from);
        }
        let changed = |way: &Transition| match self.places.contains(&way.from) {
            true => self.transition(way),
            false => Some(way.clone()),
        };
        let transitions = automaton.transitions.iter().map(changed).collect::<Option<_>>()?;
        (!self.places.is_empty()).then(|| RegisterAutomaton { transitions, ..automaton.clone() })
    }

    fn transition(&self, transition: &Transition) -> Option<Transition> {
        let guard = transition.guard.map_terms(&|term| self.term(term).ok_or(())).ok()?;
        let value = |source: &Source| match source {
            Source::Term(term) => self.term(term).map(Source::Term),
            other => Some(other.clone()),
        };
        let values = transition.values.iter().map(value).collect::<Option<_>>()?;
        Some(Transition { guard, values, assignments: self.assignments(transition)?, ..transition.clone() })
    }

    /// What registers are set to. One that is set to the register that goes, or that is this register and keeps its value,
    /// is set to the other one, if that is the same value. Where it goes, too, nothing has to be kept.
    fn assignments(&self, transition: &Transition) -> Option<Vec<(RegisterId, Source)>> {
        let is_needed = self.live[transition.to.index()].contains(&self.gone) && !self.places.contains(&transition.to);
        let mut assignments = transition.assignments.clone();
        assignments.retain(|(register, _)| *register != self.gone || is_needed);
        if is_needed && !assignments.iter().any(|(register, _)| *register == self.gone) {
            assignments.push((self.gone, Source::Term(Term::of(Operand::Register(self.gone)))));
        }
        let reads = |term: &Term| term.operands().any(|operand| *operand == Operand::Register(self.gone));
        for (_, source) in &mut assignments {
            if let Source::Term(term) = source
                && reads(term)
            {
                *source = Source::Term(self.term(term).filter(|_| self.difference == 0)?);
            }
        }
        assignments.sort_by_key(|(register, _)| *register);
        Some(assignments)
    }

    /// The same value, told by the register that stays; none if that takes a number that nothing adds.
    fn term(&self, term: &Term) -> Option<Term> {
        let gone = Operand::Register(self.gone);
        if !term.operands().any(|operand| *operand == gone) {
            return Some(term.clone());
        }
        let kept = Operand::Register(self.kept);
        let number = match &term.plus {
            _ if self.difference == 0 => return Some(self.renamed(term)),
            None => self.difference,
            Some(Addend::Number(Value::Integer(number))) => number.checked_add(self.difference)?,
            Some(_) => return None,
        };
        match number {
            0 => Some(Term::of(kept)),
            number if self.numbers.contains(&number.unsigned_abs()) => {
                Some(Term { operand: kept, plus: Some(Addend::Number(Value::Integer(number))) })
            }
            _ => None,
        }
    }

    /// A term about the register that stays, where both hold the same value.
    fn renamed(&self, term: &Term) -> Term {
        let mut renamed = term.clone();
        for operand in renamed.operands_mut().filter(|operand| **operand == Operand::Register(self.gone)) {
            *operand = Operand::Register(self.kept);
        }
        renamed
    }
}
