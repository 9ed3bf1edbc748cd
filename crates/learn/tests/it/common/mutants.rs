//! Machines that differ a little from others, and hypotheses about them.

use typestar_learn::MealyHypothesis;
use typestar_model::{Id, InputId, Mealy, OutputId, StateId, Word, canonical};

use super::Random;

/// The machine with one transition changed: another target, another output, or both.
///
/// Where the machine has a sink of errors, an error still leads there and nothing else does.
pub fn single_edge_mutant(random: &mut Random, machine: &Mealy) -> Mealy {
    let sink = machine.error_sink();
    let live: Vec<StateId> = machine.states().filter(|&state| Some(state) != sink).collect();
    let outputs: Vec<OutputId> = machine.outputs().ids().collect();
    let mut mutant = machine.clone();
    if live.is_empty() {
        return mutant;
    }
    let (from, input) = (*random.pick(&live), *random.pick(&machine.inputs().ids().collect::<Vec<_>>()));
    let (output, _) = machine.step(from, input).unwrap();
    let output = if random.chance(60) { output } else { *random.pick(&outputs) };
    let error = sink.and_then(|sink| Some(machine.step(sink, input)?.0));
    let to = sink.filter(|_| error == Some(output)).unwrap_or_else(|| *random.pick(&live));
    mutant.set(from, input, output, to);
    mutant
}

/// The machine in which one state was taken for another.
pub fn merged_mutant(random: &mut Random, machine: &Mealy) -> Mealy {
    let sink = machine.error_sink();
    let live: Vec<StateId> = machine.states().filter(|&state| Some(state) != sink).collect();
    let mut mutant = machine.clone();
    if live.is_empty() {
        return mutant;
    }
    let (kept, lost) = (*random.pick(&live), *random.pick(&live));
    for (from, input, output, to) in machine.edges() {
        mutant.set(from, input, output, if to == lost { kept } else { to });
    }
    if machine.initial() == lost {
        mutant.set_initial(kept);
    }
    canonical(&mutant)
}

/// The hypothesis that a machine is the system, in which nothing changes after the outputs `finals`.
pub fn live_hypothesis(truth: &Mealy, finals: &[&str]) -> MealyHypothesis {
    let finals: Vec<OutputId> = finals.iter().filter_map(|name| truth.outputs().get(name)).collect();
    MealyHypothesis::of_machine(truth, &finals)
}

/// A machine that repeats states of the hypothesis near its access words, with one transition changed, such that access
/// words followed by at most `extra` inputs reach all its states; none if it turned out otherwise.
pub fn unfolded_mutant(random: &mut Random, hypothesis: &MealyHypothesis, extra: usize) -> Option<Mealy> {
    let mut system = hypothesis.machine.clone();
    let mut copies = Vec::new();
    let mut last: Vec<(StateId, StateId)> = hypothesis.live().map(|state| (state, state)).collect();
    for _ in 0..extra {
        let mut next = Vec::new();
        for &(state, of) in &last {
            for input in hypothesis.machine.inputs().ids() {
                let (output, to) = hypothesis.machine.step(of, input)?;
                if hypothesis.is_sink(to) || is_tree_step(hypothesis, state, input) || random.chance(50) {
                    continue;
                }
                let copy = copy_of(&mut system, to);
                system.set(state, input, output, copy);
                next.push((copy, to));
            }
        }
        copies.extend(next.iter().map(|&(copy, _)| copy));
        last = next;
    }
    change_one(random, &mut system, hypothesis, &copies)?;
    let is_near = reached(&system, &hypothesis.access, extra) == reached(&system, &hypothesis.access, system.len());
    let differs = typestar_model::compare(&system, &hypothesis.machine) != typestar_model::Comparison::Same;
    (is_near && differs).then_some(system)
}

fn is_tree_step(hypothesis: &MealyHypothesis, state: StateId, input: InputId) -> bool {
    let access = hypothesis.access.get(state.index());
    access.is_some_and(|access| hypothesis.access.contains(&[&access[..], &[input]].concat()))
}

/// A new state with the transitions of another one.
fn copy_of(system: &mut Mealy, of: StateId) -> StateId {
    let copy = system.add_state("copy");
    for input in system.inputs().ids() {
        let (output, to) = system.step(of, input).unwrap();
        system.set(copy, input, output, to);
    }
    copy
}

/// Changes one transition of a copy that has no final output; another target, or another output that is not final.
fn change_one(random: &mut Random, system: &mut Mealy, hypothesis: &MealyHypothesis, copies: &[StateId]) -> Option<()> {
    let live: Vec<StateId> =
        system.states().filter(|state| copies.contains(state) || !hypothesis.is_sink(*state)).collect();
    let edges: Vec<_> =
        (system.edges()).filter(|(from, _, _, to)| copies.contains(from) && live.contains(to)).collect();
    if edges.is_empty() {
        return None;
    }
    let (from, input, output, to) = *random.pick(&edges);
    let outputs: Vec<OutputId> = edges.iter().map(|edge| edge.2).collect();
    match random.chance(30) {
        true => system.set(from, input, *random.pick(&outputs), to),
        false => system.set(from, input, output, *random.pick(&live)),
    }
    Some(())
}

/// The states that these words followed by at most this many inputs reach, in order.
fn reached(system: &Mealy, words: &[Word], inputs: usize) -> Vec<StateId> {
    let mut states: Vec<StateId> = words.iter().filter_map(|word| system.state_after(word)).collect();
    for _ in 0..inputs {
        let steps =
            |&state: &StateId| system.inputs().ids().filter_map(move |input| Some(system.step(state, input)?.1));
        let next: Vec<StateId> = states.iter().flat_map(steps).collect();
        states.extend(next);
        states.sort();
        states.dedup();
    }
    states.sort();
    states.dedup();
    states
}
