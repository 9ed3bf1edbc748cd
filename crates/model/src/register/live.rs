//! Which registers matter where.
//!
//! A register is *live* in a location if its value can still make a difference there. The answer comes from behind: what
//! a transition reads is live where it begins, and so is what is live where it ends, unless the transition sets it. This
//! is repeated until nothing changes, at most once for each location and register.

use super::{Operand, RegisterAutomaton, RegisterId, Source, Transition};
use crate::symbols::symbol::Id;

/// The registers of each location whose values can still be seen: some word reads them before it sets them.
///
/// All others can be forgotten, so two runs that differ in nothing else behave alike.
///
/// ```
/// use typestar_model::register::{families::fifo, live_registers};
/// let live: Vec<usize> = live_registers(&fifo(2)).iter().map(Vec::len).collect();
/// assert_eq!(live, [0, 1, 2], "an empty queue has forgotten everything");
/// ```
pub fn live_registers(automaton: &RegisterAutomaton) -> Vec<Vec<RegisterId>> {
    let mut live = vec![vec![false; automaton.registers.len()]; automaton.locations.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for transition in automaton.transitions.iter().rev() {
            let read = read_by(transition, &live[transition.to.index()]);
            let before = &mut live[transition.from.index()];
            for register in read {
                changed |= !std::mem::replace(&mut before[register.index()], true);
            }
        }
    }
    let listed = |row: Vec<bool>| (0..row.len()).filter(|&index| row[index]).map(RegisterId::new).collect();
    live.into_iter().map(listed).collect()
}

/// What a transition reads, if these registers matter behind it.
fn read_by(transition: &Transition, live: &[bool]) -> Vec<RegisterId> {
    let is_set = |register: usize| transition.assignments.iter().any(|(to, _)| to.index() == register);
    let kept = (0..live.len()).filter(|&register| live[register] && !is_set(register)).map(RegisterId::new);
    let assigned = transition.assignments.iter().filter(|(to, _)| live[to.index()]).map(|(_, source)| source);
    let terms = transition.values.iter().chain(assigned).filter_map(|source| match source {
        Source::Term(term) => Some(term),
        Source::Fresh | Source::Output(_) => None,
    });
    let operands = terms.chain(transition.guard.terms()).flat_map(|term| term.operands());
    let read = operands.filter_map(|operand| match operand {
        Operand::Register(register) => Some(*register),
        _ => None,
    });
    kept.chain(read).collect()
}
