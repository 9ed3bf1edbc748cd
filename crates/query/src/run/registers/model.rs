//! From the last hypothesis to the automaton that a run hands over.

use std::collections::VecDeque;

use typestar_learn::Oracle;
use typestar_learn::register::RegisterHypothesis;
use typestar_model::register::{Location, RegisterAutomaton, RegisterRun, small};
use typestar_model::{NodeId, Symbol};

use crate::run::registers::data::Data;
use crate::session::Session;

/// The automaton of a hypothesis in its small form, with its evidence.
pub(super) fn automaton(
    session: &Session,
    hypothesis: &RegisterHypothesis,
    name: &str,
    finished: bool,
) -> RegisterAutomaton {
    let mut automaton = RegisterAutomaton { name: name.to_owned(), finished, ..small(&hypothesis.automaton) };
    add_witnesses(&mut automaton, session);
    automaton
}

/// What is known before the first hypothesis.
pub(super) fn unknown(data: &Data, name: &str) -> RegisterAutomaton {
    let start = Location { name: "l0".to_owned(), accepting: false, registers: Vec::new() };
    RegisterAutomaton {
        name: name.to_owned(),
        signature: data.signature.clone(),
        registers: Vec::new(),
        locations: vec![start],
        transitions: Vec::new(),
        finished: false,
    }
}

/// Gives every transition a shortest observed trace that takes it.
fn add_witnesses(automaton: &mut RegisterAutomaton, session: &Session) {
    let mut nodes: Vec<Option<NodeId>> = vec![None; automaton.transitions.len()];
    let mut left = nodes.len();
    let mut queue = VecDeque::from([(session.tree().root(), RegisterRun::new(automaton))]);
    while let Some((node, run)) = queue.pop_front().filter(|_| left > 0) {
        for (input, output, child) in session.tree().children(node) {
            let mut next = run.clone();
            let Some(taken) = step(automaton, &mut next, session.inputs().symbol(input)) else { continue };
            // A model of a run that was stopped may contradict what was seen last.
            if taken.1 != *session.outputs().symbol(output) {
                continue;
            }
            if nodes[taken.0].is_none() {
                nodes[taken.0] = Some(child);
                left -= 1;
            }
            queue.push_back((child, next));
        }
    }
    for (transition, node) in automaton.transitions.iter_mut().zip(nodes) {
        transition.witness = node.map(|node| session.steps_to(node)).unwrap_or_default();
    }
}

/// The number of the transition that an input takes, and its output.
fn step(automaton: &RegisterAutomaton, run: &mut RegisterRun, input: &Symbol) -> Option<(usize, Symbol)> {
    let stepped = run.step(automaton.signature.input_of(input)?, input.values())?;
    let number = automaton.transitions.iter().position(|transition| std::ptr::eq(transition, stepped.transition))?;
    Some((number, stepped.output))
}
