//! Final outputs: those after which nothing changes.
//!
//! A learner for which `refused` is final asks nothing behind it. To compare its result with a known automaton,
//! the known one must end there, too.

use super::{ActionId, Guard, Location, LocationId, REJECT, RegisterAutomaton, Transition};
use crate::symbols::symbol::Id;

/// The same automaton, but after the outputs with these names, which have no values, every input answers them again.
///
/// What the automaton says behind them is lost: whoever calls an output final wants to know nothing of it.
///
/// ```
/// use typestar_model::register::{families::fifo, with_final_outputs};
/// let ended = with_final_outputs(&fifo(1), &["refused".to_owned()]);
/// assert_eq!(ended.locations.last().unwrap().name, "refused");
/// assert_eq!(ended.check(), Ok(()));
/// ```
pub fn with_final_outputs(automaton: &RegisterAutomaton, names: &[String]) -> RegisterAutomaton {
    let mut changed = automaton.clone();
    for (index, output) in automaton.signature.outputs.iter().enumerate() {
        let is_answered = automaton.transitions.iter().any(|transition| transition.output.index() == index);
        if is_answered && output.parameters.is_empty() && names.contains(&output.name) {
            end_with(&mut changed, ActionId::new(index));
        }
    }
    changed
}

/// Leads all transitions with an output to a location that nothing leaves.
fn end_with(automaton: &mut RegisterAutomaton, output: ActionId) {
    let (sink, name) = (LocationId::new(automaton.locations.len()), &automaton.signature.outputs[output.index()].name);
    let accepting = automaton.signature.is_acceptor && name != REJECT;
    automaton.locations.push(Location { name: free_name(automaton, name), accepting, registers: Vec::new() });
    for transition in automaton.transitions.iter_mut().filter(|transition| transition.output == output) {
        (transition.to, transition.assignments) = (sink, Vec::new());
    }
    let inputs = (0..automaton.signature.inputs.len()).map(ActionId::new);
    automaton.transitions.extend(inputs.map(|input| Transition::new((sink, input), Guard::ALWAYS, output, sink)));
}

/// A name that no location has: that of the output, with as many underscores as it takes.
fn free_name(automaton: &RegisterAutomaton, name: &str) -> String {
    let mut free = name.to_owned();
    while automaton.locations.iter().any(|location| location.name == free) {
        free.push('_');
    }
    free
}
