//! Loops of a hypothesis: calls that seem to change nothing, with fresh values, with the same one again and again, and with
//! one that a register holds; and two calls that lead there and back.

use std::collections::BTreeSet;

use typestar_model::register::{ActionId, LocationId};
use typestar_model::{Id, Value, WAIT};

use super::words::{Believed, Building, Call, Pick};
use crate::session::Session;

/// Calls that lead from a location back to it, what leads there, and what follows to see whether it is still the same.
pub(super) struct Loop {
    pub(super) access: Vec<Call>,
    pub(super) unit: Vec<Call>,
    pub(super) tail: Vec<Call>,
}

/// All loops of one call, then those of two.
pub(super) fn loops(believed: Believed, session: &Session, access: impl Fn(usize) -> Option<Vec<Call>>) -> Vec<Loop> {
    let (mut single, mut double) = (Vec::new(), Vec::new());
    let mut known = BTreeSet::new();
    for location in 0..believed.machine.automaton.locations.len() {
        let Some(access) = access(location) else { continue };
        let Some(building) = Building::of(believed, &access) else { continue };
        let here = Here { believed, session, location: LocationId::new(location), building };
        let looped = |unit: Vec<Call>| Loop { access: access.clone(), tail: here.tail(&unit), unit };
        single.extend(here.loops_of_one().into_iter().map(looped));
        double.extend(here.loops_of_two(&mut known).into_iter().map(looped));
    }
    single.extend(double);
    single
}

/// Where a call leads: its transition, by its place in the automaton, and the location.
type Step = (usize, LocationId);

/// A location, and a word that leads to it.
struct Here<'a, 's> {
    believed: Believed<'a>,
    session: &'a Session<'s>,
    location: LocationId,
    building: Building<'a>,
}

impl Here<'_, '_> {
    fn actions(&self) -> impl Iterator<Item = ActionId> + use<> {
        (0..self.believed.data.signature.inputs.len()).map(ActionId::new)
    }

    /// What the hypothesis does with a call; none if the word ends there.
    fn step(&self, building: &mut Building, call: &Call) -> Option<Step> {
        let said = building.give(call, None)??;
        let transitions = &self.believed.machine.automaton.transitions;
        let number = transitions.iter().position(|transition| std::ptr::eq(transition, said.transition))?;
        (!said.is_final(self.session)).then_some((number, said.transition.to))
    }

    /// What a call does here.
    fn step_here(&self, call: &Call) -> Option<Step> {
        self.step(&mut self.building.clone(), call)
    }

    fn is_idle(&self, call: &Call) -> bool {
        self.step_here(call).is_some_and(|(_, to)| to == self.location)
    }

    /// Each call that leads back at once. With values of registers only what other values do not show.
    fn loops_of_one(&self) -> Vec<Vec<Call>> {
        let mut loops = Vec::new();
        for action in self.actions() {
            let fresh = Call::fresh(self.believed.data, action);
            let mut shown = BTreeSet::new();
            if self.is_idle(&fresh) {
                let same = Call::new(self.believed.data, action, &Pick::Same);
                shown.extend(self.step_here(&fresh).map(|(transition, _)| transition));
                loops.extend((same != fresh).then(|| vec![same]));
                loops.push(vec![fresh]);
            }
            for call in self.with_registers(action) {
                let step = self.step_here(&call).filter(|&(_, to)| to == self.location);
                loops.extend(step.filter(|&(transition, _)| shown.insert(transition)).map(|_| vec![call]));
            }
        }
        loops
    }

    /// An action with the value of each register as its first one of that type; the others are fresh.
    fn with_registers(&self, action: ActionId) -> Vec<Call> {
        let parameters = &self.believed.data.signature.inputs[action.index()].parameters;
        let registers = &self.believed.machine.automaton.registers;
        let call = |(data_type, value): (_, Value)| {
            let at = parameters.iter().position(|parameter| parameter.data_type == data_type)?;
            let mut call = Call::fresh(self.believed.data, action);
            call.picks[at] = Pick::Given(value);
            Some(call)
        };
        let held = self.building.place().into_iter().flat_map(|place| {
            let live = &self.believed.machine.automaton.locations[self.location.index()].registers;
            live.iter().filter_map(|id| Some((registers[id.index()].data_type, place.registers[id.index()].clone()?)))
        });
        held.filter_map(call).collect()
    }

    /// Each two calls that lead to another location and back, the second one with values of its own or with those of the
    /// first; each way once.
    fn loops_of_two(&self, known: &mut BTreeSet<(usize, usize)>) -> Vec<Vec<Call>> {
        let mut loops = Vec::new();
        for there in self.actions().map(|action| Call::fresh(self.believed.data, action)) {
            let mut building = self.building.clone();
            let Some((way, _)) = self.step(&mut building, &there).filter(|&(_, to)| to != self.location) else {
                continue;
            };
            for action in self.actions() {
                for pick in [Pick::Fresh, Pick::Before] {
                    let back = Call::new(self.believed.data, action, &pick);
                    let step = self.step(&mut building.clone(), &back).filter(|&(_, to)| to == self.location);
                    let Some((return_way, _)) = step else { continue };
                    if known.insert((way, return_way)) && known.insert((return_way, way)) {
                        loops.push(vec![there.clone(), back]);
                    }
                }
            }
        }
        loops
    }

    /// What follows a loop: the other calls that seem to change nothing here, each with one more round behind it, then each
    /// action with the value of a register, and at last those calls that lead elsewhere.
    fn tail(&self, unit: &[Call]) -> Vec<Call> {
        let is_wait = |action: ActionId| self.believed.data.signature.inputs[action.index()].name == WAIT;
        let calls = self.actions().filter(|&action| unit.iter().all(|call| call.action != action));
        let calls = calls.map(|action| Call::fresh(self.believed.data, action));
        let (idle, moving): (Vec<Call>, Vec<Call>) = calls.partition(|call| self.is_idle(call));
        let idle = idle.into_iter().filter(|call| !is_wait(call.action));
        let idle = idle.flat_map(|call| [&[call], unit].concat());
        let held = self.actions().filter_map(|action| self.with_registers(action).into_iter().next());
        let (ending, moving): (Vec<Call>, Vec<Call>) =
            moving.into_iter().partition(|call| self.step_here(call).is_none());
        idle.chain(held).chain(moving).chain(ending.into_iter().take(1)).collect()
    }
}
