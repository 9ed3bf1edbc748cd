//! Machines that differ a little from others, and hypotheses about them.

use typestar_learn::Hypothesis;
use typestar_model::{Id, Mealy, OutputId, StateId, Word, canonical};

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
    let (from, input) = (random.pick(&live), random.pick(&machine.inputs().ids().collect::<Vec<_>>()));
    let (output, _) = machine.step(from, input).unwrap();
    let output = if random.chance(60) { output } else { random.pick(&outputs) };
    let error = sink.and_then(|sink| Some(machine.step(sink, input)?.0));
    let to = sink.filter(|_| error == Some(output)).unwrap_or_else(|| random.pick(&live));
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
    let (kept, lost) = (random.pick(&live), random.pick(&live));
    for (from, input, output, to) in machine.edges() {
        mutant.set(from, input, output, if to == lost { kept } else { to });
    }
    if machine.initial() == lost {
        mutant.set_initial(kept);
    }
    canonical(&mutant)
}

/// The hypothesis that a complete machine is the system: every state that is reached without a final output is live
/// and has the first shortest access word, and a final output leads to a sink of its own.
pub fn live_hypothesis(truth: &Mealy, finals: &[&str]) -> Hypothesis {
    let is_final = |output: OutputId| finals.contains(&truth.outputs().name(output));
    let mut machine = Mealy::with_outputs(truth.inputs().clone(), truth.outputs().clone());
    let mut number: Vec<Option<StateId>> = vec![None; truth.len()];
    let mut order = vec![truth.initial()];
    let mut access = vec![Word::new()];
    number[truth.initial().index()] = Some(machine.add_state("q0"));
    let mut ends = Vec::new();
    let mut next = 0;
    while let Some(&state) = order.get(next) {
        for input in truth.inputs().ids() {
            let (output, to) = truth.step(state, input).unwrap();
            if is_final(output) {
                ends.push((StateId::new(next), input, output));
                continue;
            }
            let target = *number[to.index()].get_or_insert_with(|| {
                access.push([&access[next][..], &[input]].concat());
                order.push(to);
                machine.add_state(&format!("q{}", order.len() - 1))
            });
            machine.set(StateId::new(next), input, output, target);
        }
        next += 1;
    }
    add_sinks(&mut machine, &ends);
    Hypothesis { machine, access }
}

fn add_sinks(machine: &mut Mealy, ends: &[(StateId, typestar_model::InputId, OutputId)]) {
    let mut sinks: Vec<Option<StateId>> = vec![None; machine.outputs().len()];
    for &(from, input, output) in ends {
        let sink = *sinks[output.index()].get_or_insert_with(|| machine.add_state("sink"));
        machine.set(from, input, output, sink);
        for input in machine.inputs().ids() {
            machine.set(sink, input, output, sink);
        }
    }
}
