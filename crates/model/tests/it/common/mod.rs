//! Random machines, and slow but obvious ways to compute what the crate computes fast.

pub mod guarded;
pub mod register;

use proptest::collection::vec;
use proptest::prelude::*;
use typestar_model::{ERROR, Id, InputId, Mealy, StateId};
pub use typestar_testing::{dot_files, files_ending, load, models, repository, zoo};

/// What kinds of transitions a random machine has.
#[derive(Copy, Clone, Debug)]
pub enum Kind {
    /// A transition everywhere.
    Complete,
    /// Some transitions are missing.
    Partial,
    /// Complete, with a sink of errors.
    WithErrors,
}

/// Input names that a careless naming of states would mix up.
const INPUTS: [&str; 6] = ["start", "wait", "start2", "Error", "Start", "start22"];
const OUTPUTS: [&str; 4] = ["ok", "quiet", "onDone", "onDone2"];

/// One cell of the transition table before it is known what kind of machine it belongs to.
type Cell = (usize, usize, u8);

/// Machines with at most this many states (a sink of errors not counted) and inputs.
pub fn machines(states: usize, inputs: usize) -> impl Strategy<Value = Mealy> {
    let kind = prop_oneof![Just(Kind::Complete), Just(Kind::Partial), Just(Kind::WithErrors)];
    (1..=states, 1..=inputs, 1..=OUTPUTS.len(), kind).prop_flat_map(|(states, inputs, outputs, kind)| {
        let cells = vec((0..outputs, 0..states, 0..10u8), states * inputs);
        cells.prop_map(move |cells| machine(states, inputs, kind, &cells))
    })
}

fn machine(states: usize, inputs: usize, kind: Kind, cells: &[Cell]) -> Mealy {
    let mut machine = Mealy::new(INPUTS[..inputs].iter().collect());
    for state in 0..states {
        machine.add_state(&format!("q{state}"));
    }
    let sink = matches!(kind, Kind::WithErrors).then(|| machine.add_state("sink"));
    for (index, &(output, to, chance)) in cells.iter().enumerate() {
        let (from, input) = (StateId::new(index / inputs), INPUTS[index % inputs]);
        match (kind, sink) {
            (Kind::Partial, _) if chance < 2 => {}
            (_, Some(sink)) if chance < 3 => machine.add_edge(from, input, ERROR, sink),
            _ => machine.add_edge(from, input, OUTPUTS[output], StateId::new(to)),
        }
    }
    for input in sink.iter().flat_map(|_| INPUTS[..inputs].iter()) {
        machine.add_edge(StateId::new(states), input, ERROR, StateId::new(states));
    }
    machine
}

/// Two machines over the same inputs that differ in a few transitions at most.
pub fn similar_machines(states: usize, inputs: usize) -> impl Strategy<Value = (Mealy, Mealy)> {
    let changes = vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..OUTPUTS.len()), 0..3);
    (machines(states, inputs), changes).prop_map(|(left, changes)| {
        let mut right = left.clone();
        for (edge, target, output) in changes {
            let edges: Vec<_> = left.edges().collect();
            if !edges.is_empty() {
                let (from, input, ..) = edges[edge.index(edges.len())];
                let input = left.inputs().text(input).to_owned();
                right.add_edge(from, &input, OUTPUTS[output], StateId::new(target.index(left.len())));
            }
        }
        (left, right)
    })
}

/// The same machine with its states in another order.
pub fn renumbered(machine: &Mealy, order: &[usize]) -> Mealy {
    let mut other = Mealy::with_outputs(machine.inputs().clone(), machine.outputs().clone());
    for &old in order {
        other.add_state(machine.name(StateId::new(old)));
    }
    let new = |old: StateId| StateId::new(order.iter().position(|&o| o == old.index()).unwrap());
    for (from, input, output, to) in machine.edges() {
        other.set(new(from), input, output, new(to));
    }
    other.set_initial(new(machine.initial()));
    other
}

/// All words of at most this length, shortest first.
pub fn words(inputs: usize, length: usize) -> Vec<Vec<InputId>> {
    let mut words = vec![Vec::new()];
    let mut first = 0;
    for _ in 0..length {
        let end = words.len();
        for index in first..end {
            for input in 0..inputs {
                let mut word: Vec<InputId> = words[index].clone();
                word.push(InputId::new(input));
                words.push(word);
            }
        }
        first = end;
    }
    words
}

/// What a machine answers to a word from a state, by names; `None` from the first missing transition on.
pub fn answers(machine: &Mealy, from: StateId, word: &[InputId]) -> Vec<Option<String>> {
    let mut state = Some(from);
    word.iter()
        .map(|&input| {
            let step = state.and_then(|state| machine.step(state, input));
            state = step.map(|(_, to)| to);
            step.map(|(output, _)| machine.outputs().text(output).to_owned())
        })
        .collect()
}

/// The states that some word reaches, by repeated steps.
pub fn reachable(machine: &Mealy) -> Vec<StateId> {
    let mut reached = vec![machine.initial()];
    let mut next = 0;
    while next < reached.len() {
        for input in machine.inputs().ids() {
            if let Some((_, to)) = machine.step(reached[next], input)
                && !reached.contains(&to)
            {
                reached.push(to);
            }
        }
        next += 1;
    }
    reached
}

/// For all pairs of states whether they are different, by filling a table until nothing changes.
/// A missing transition is an answer of its own.
pub fn different(machine: &Mealy) -> Vec<Vec<bool>> {
    let mut table = vec![vec![false; machine.len()]; machine.len()];
    loop {
        let before = table.clone();
        for p in machine.states() {
            for q in machine.states() {
                table[p.index()][q.index()] |=
                    machine.inputs().ids().any(|input| match (machine.step(p, input), machine.step(q, input)) {
                        (Some((a, p)), Some((b, q))) => a != b || before[p.index()][q.index()],
                        (None, None) => false,
                        _ => true,
                    });
            }
        }
        if table == before {
            return table;
        }
    }
}
