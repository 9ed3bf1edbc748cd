//! Interface automata: a learned machine as users of the class read it, callins and callbacks as edges.
//!
//! A Mealy machine answers inputs, and waiting is an input. People think in events: I call, it calls back. What
//! is not drawn is illegal. So the machine is rewritten edge by edge:
//!
//! ```text
//! input / output          becomes            drawn as
//! start / ok              callin             start
//! size / 3                callin             size / 3
//! wait / onTick           callback           ← onTick
//! wait / quiet            nothing, or a quiet change if the state changes
//! start / error, hang, crash, outside        nothing
//! ```
//!
//! States that can be reached only by what is not drawn are left out, and the others are numbered again.

use crate::mealy::machine::Mealy;
use crate::symbols::symbol::{Id, OK, OutputKind, StateId, WAIT};

/// What happens on an edge of an interface automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InterfaceLabel {
    /// The client calls. Where a call has an answer of its own, the name is `input / output`.
    Callin(String),
    /// The system calls back.
    Callback(String),
    /// Nothing is seen, and yet the state changes after a while.
    Quiet,
}

/// One edge of an interface automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterfaceEdge {
    /// Where it starts.
    pub from: StateId,
    /// What happens.
    pub event: InterfaceLabel,
    /// Where it leads.
    pub to: StateId,
}

/// What is allowed, when, and what comes back: the same behaviour as the machine's, without errors and without waiting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterfaceAutomaton {
    names: Vec<String>,
    edges: Vec<InterfaceEdge>,
}

impl InterfaceAutomaton {
    /// The initial state, which is the first.
    pub fn initial(&self) -> StateId {
        StateId::new(0)
    }

    /// All states, breadth first from the initial one.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = StateId> + ExactSizeIterator + use<> {
        (0..self.names.len()).map(StateId::new)
    }

    /// The name of a state.
    pub fn name(&self, state: StateId) -> &str {
        &self.names[state.index()]
    }

    /// All edges, by state and then in the order of the machine's inputs.
    pub fn edges(&self) -> &[InterfaceEdge] {
        &self.edges
    }
}

/// Converts a machine to the interface automaton: errors, what lies outside the purpose and quiet waits that change
/// nothing are dropped, with the states that only they reach; a wait becomes the callback that it brings.
///
/// ```
/// use typestar_model::{InterfaceLabel, interface_automaton, read_dot};
/// let timer = read_dot(r#"digraph {
///     idle -> running [label="start / ok"]
///     running -> idle [label="wait / onFinish"]
///     idle -> idle [label="wait / quiet"]
///     running -> sink [label="start / error"]
/// }"#).unwrap();
/// let automaton = interface_automaton(&timer);
/// assert_eq!(automaton.states().len(), 2);
/// assert_eq!(automaton.edges()[1].event, InterfaceLabel::Callback("onFinish".to_owned()));
/// ```
pub fn interface_automaton(machine: &Mealy) -> InterfaceAutomaton {
    let mut number = vec![None; machine.len()];
    let mut order = vec![machine.initial()];
    number[machine.initial().index()] = Some(StateId::new(0));
    let mut edges = Vec::new();
    let mut next = 0;
    while let Some(&state) = order.get(next) {
        let from = StateId::new(next);
        next += 1;
        for (event, target) in events(machine, state) {
            let to = *number[target.index()].get_or_insert_with(|| {
                order.push(target);
                StateId::new(order.len() - 1)
            });
            edges.push(InterfaceEdge { from, event, to });
        }
    }
    let names = order.iter().map(|&state| machine.name(state).to_owned()).collect();
    InterfaceAutomaton { names, edges }
}

fn events(machine: &Mealy, state: StateId) -> impl Iterator<Item = (InterfaceLabel, StateId)> + '_ {
    machine.inputs().ids().filter_map(move |input| {
        let (output, to) = machine.step(state, input)?;
        let event = event(machine.inputs().text(input), machine.outputs().text(output))?;
        (event != InterfaceLabel::Quiet || to != state).then_some((event, to))
    })
}

/// What a transition with these symbols is to the client; nothing for what goes wrong and what was not explored.
fn event(input: &str, output: &str) -> Option<InterfaceLabel> {
    match OutputKind::of(output) {
        kind if kind.is_failure() || kind == OutputKind::Outside => None,
        OutputKind::Quiet if input == WAIT => Some(InterfaceLabel::Quiet),
        OutputKind::Callback if input == WAIT => Some(InterfaceLabel::Callback(output.to_owned())),
        OutputKind::Ok if input != WAIT => Some(InterfaceLabel::Callin(input.to_owned())),
        _ => Some(InterfaceLabel::Callin(format!("{input} / {output}"))),
    }
}

/// How a machine is shown.
///
/// ```
/// use typestar_model::{Form, read_dot};
/// let protocol = read_dot("digraph { a -> a [label=\"SYN/ACK\"] }").unwrap();
/// assert_eq!(Form::suiting(&protocol), Form::Mealy);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Callins and callbacks as events; what is not drawn is illegal. Machines that are not typestates look as in `Mealy`.
    Interface,
    /// Every input with its output.
    Mealy,
}

impl Form {
    /// The form that suits a machine: events for typestates, which have callbacks or calls that merely return, and inputs
    /// with outputs for everything else.
    pub fn suiting(machine: &Mealy) -> Self {
        let is_typestate = machine.inputs().get(WAIT).is_some() || machine.outputs().get(OK).is_some();
        if is_typestate { Self::Interface } else { Self::Mealy }
    }
}
