//! Families of random machines, the nasty ones included: uniform random machines are too easy.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use typestar_model::{ERROR, Mealy, OK, QUIET, StateId, WAIT, minimise};

use super::{Random, single_edge_mutant, zoo, zoo_names};

/// One kind of random machine, of at most this many states and inputs.
pub type Family = fn(&mut Random, Size) -> Mealy;

/// How large machines may become; a sink of errors is not counted.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// The most states.
    pub states: usize,
    /// The most inputs.
    pub inputs: usize,
}

/// All families.
pub const FAMILIES: [(&str, Family); 10] = [
    ("uniform", uniform),
    ("erring", erring),
    ("callback", callback),
    ("lock", lock),
    ("counter", counter),
    ("two outputs", two_outputs),
    ("permutation", permutation),
    ("self-loops", self_loops),
    ("near-equal", near_equal),
    ("zoo mutant", zoo_mutant),
];

/// The family of this name.
pub fn family(name: &str) -> Family {
    FAMILIES.iter().find(|(other, _)| *other == name).unwrap().1
}

const OUTPUTS: [&str; 5] = [OK, QUIET, "onDone", "onFailed", "onProgress"];

/// A machine with nothing but states `0..states`; the inputs are `wait`, `a`, `b`, ...
fn blank(states: usize, inputs: usize) -> Mealy {
    let names = [WAIT, "a", "b", "c", "d", "e", "f", "g"];
    let mut machine = Mealy::new(names[..inputs].iter().collect());
    for state in 0..states {
        machine.add_state(&format!("q{state}"));
    }
    machine
}

/// Sets every transition by a rule over the indices of state and input; no target means an error.
fn fill(machine: &mut Mealy, mut rule: impl FnMut(usize, usize) -> (&'static str, Option<usize>)) {
    use typestar_model::Id as _;
    let states = machine.len();
    let names: Vec<String> = machine.inputs().texts().to_vec();
    let mut sink = None;
    for state in 0..states {
        for (input, name) in names.iter().enumerate() {
            let (output, to) = rule(state, input);
            match to {
                Some(to) => machine.add_edge(StateId::new(state), name, output, StateId::new(to)),
                None => {
                    let sink = *sink.get_or_insert_with(|| machine.add_state("sink"));
                    machine.add_edge(StateId::new(state), name, ERROR, sink);
                }
            }
        }
    }
    for (sink, name) in sink.iter().flat_map(|&sink| names.iter().map(move |name| (sink, name))) {
        machine.add_edge(sink, name, ERROR, sink);
    }
}

fn size(random: &mut Random, most: Size) -> (usize, usize) {
    (random.between(2, most.states), random.between(2, most.inputs))
}

/// Any output and any target everywhere.
fn uniform(random: &mut Random, most: Size) -> Mealy {
    let (states, inputs) = size(random, most);
    let outputs = random.between(2, OUTPUTS.len());
    let mut machine = blank(states, inputs);
    fill(&mut machine, |_, _| (OUTPUTS[random.below(outputs)], Some(random.below(states))));
    machine
}

/// A third to two thirds of all calls are errors, after which nothing changes.
fn erring(random: &mut Random, most: Size) -> Mealy {
    let (states, inputs) = size(random, most);
    let (errors, outputs) = (random.between(30, 60), random.between(1, 3));
    let mut machine = blank(states, inputs);
    fill(&mut machine, |_, _| match random.chance(errors) {
        true => (ERROR, None),
        false => (OUTPUTS[random.below(outputs)], Some(random.below(states))),
    });
    machine
}

/// Calls change a mode and may request callbacks, which waiting delivers in order; quiet waits mostly change nothing.
fn callback(random: &mut Random, most: Size) -> Mealy {
    let (modes, inputs) = (random.between(1, 4), random.between(2, most.inputs));
    let pending = random.between(1, 3);
    let calls = random_calls(random, modes, inputs);
    let quiet: Vec<usize> = (0..modes).map(|mode| if random.chance(15) { random.below(modes) } else { mode }).collect();
    let delivered: Vec<usize> = (0..3 * modes).map(|_| random.below(modes)).collect();
    let step = |(mode, queue): &Situation, input: usize| -> Option<(&'static str, Situation)> {
        if input == 0 {
            let Some((&first, rest)) = queue.split_first() else { return Some((QUIET, (quiet[*mode], Vec::new()))) };
            return Some((OUTPUTS[2 + first], (delivered[first * modes + mode], rest.to_vec())));
        }
        let (next, request) = calls[mode * inputs + input]?;
        let queue: Vec<usize> = queue.iter().copied().chain(request).collect();
        (queue.len() <= pending).then_some((OK, (next, queue)))
    };
    explore(inputs, most.states, step)
}

/// A mode, and the callbacks that are on their way.
type Situation = (usize, Vec<usize>);

/// For each mode and input the next mode and the callback requested; none for an error.
fn random_calls(random: &mut Random, modes: usize, inputs: usize) -> Vec<Option<(usize, Option<usize>)>> {
    (0..modes * inputs)
        .map(|_| {
            let request = if random.chance(40) { Some(random.below(3)) } else { None };
            let next = random.below(modes);
            (!random.chance(35)).then_some((next, request))
        })
        .collect()
}

/// The machine over all situations that are reached from the first; beyond `limit` of them everything is an error.
fn explore(
    inputs: usize,
    limit: usize,
    step: impl Fn(&Situation, usize) -> Option<(&'static str, Situation)>,
) -> Mealy {
    let start: Situation = (0, Vec::new());
    let mut numbers = BTreeMap::from([(start.clone(), 0)]);
    let mut order = vec![start];
    let mut table = Vec::new();
    let mut next = 0;
    while let Some(situation) = order.get(next).cloned() {
        next += 1;
        for input in 0..inputs {
            table.push(step(&situation, input).and_then(|(output, to)| {
                if !numbers.contains_key(&to) && order.len() < limit {
                    numbers.insert(to.clone(), order.len());
                    order.push(to.clone());
                }
                Some((output, *numbers.get(&to)?))
            }));
        }
    }
    let mut machine = blank(order.len(), inputs);
    fill(&mut machine, |state, input| match table[state * inputs + input] {
        Some((output, to)) => (output, Some(to)),
        None => (ERROR, None),
    });
    machine
}

/// One word opens the lock; a wrong input starts again, or does nothing.
fn lock(random: &mut Random, most: Size) -> Mealy {
    let (states, inputs) = size(random, Size { inputs: most.inputs.min(4), ..most });
    let right: Vec<usize> = (0..states).map(|_| random.below(inputs)).collect();
    let forgiving = random.chance(30);
    let mut machine = blank(states, inputs);
    fill(&mut machine, |state, input| match input == right[state] {
        true if state + 1 == states => ("onDone", Some(0)),
        true => (OK, Some(state + 1)),
        false => (OK, Some(if forgiving { state } else { 0 })),
    });
    machine
}

/// Up and down; only the ends are seen, or only the turn of a counter that goes round.
fn counter(random: &mut Random, most: Size) -> Mealy {
    let (states, inputs) = size(random, most);
    let (round, failing, steps) = (random.chance(40), random.chance(30), random.between(1, 2));
    let mut machine = blank(states, inputs);
    fill(&mut machine, |state, input| match input {
        0 if state + steps >= states && round => ("onDone", Some((state + steps) % states)),
        0 if state + steps >= states => ("onDone", Some(states - 1)),
        0 => (OK, Some(state + steps)),
        1 if state == 0 && failing => (ERROR, None),
        1 => (OK, Some(state.saturating_sub(1))),
        _ => (OK, Some(if state % input == 0 { 0 } else { state })),
    });
    machine
}

/// Two outputs, one of them rare.
fn two_outputs(random: &mut Random, most: Size) -> Mealy {
    let (states, inputs) = size(random, most);
    let rare = random.between(5, 40);
    let mut machine = blank(states, inputs);
    fill(&mut machine, |_, _| (if random.chance(rare) { QUIET } else { OK }, Some(random.below(states))));
    machine
}

/// The numbers below `end` in some order.
fn shuffled(random: &mut Random, end: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..end).collect();
    random.shuffle(&mut order);
    order
}

/// Every input permutes the states, so that no input ever brings two of them together.
fn permutation(random: &mut Random, most: Size) -> Mealy {
    let (states, inputs) = size(random, most);
    let rare = random.between(5, 50);
    let orders: Vec<Vec<usize>> = (0..inputs).map(|_| shuffled(random, states)).collect();
    let mut machine = blank(states, inputs);
    fill(&mut machine, |state, input| (if random.chance(rare) { QUIET } else { OK }, Some(orders[input][state])));
    machine
}

/// Most inputs change nothing.
fn self_loops(random: &mut Random, most: Size) -> Mealy {
    let (states, inputs) = size(random, most);
    let (outputs, errors) = (random.between(2, OUTPUTS.len()), *random.pick(&[0, 0, 20]));
    let mut machine = blank(states, inputs);
    fill(&mut machine, |state, _| match random.below(100) {
        chance if chance < errors => (ERROR, None),
        chance if chance < 75 => (OUTPUTS[random.below(outputs)], Some(state)),
        _ => (OUTPUTS[random.below(outputs)], Some(random.below(states))),
    });
    machine
}

/// Every state has a double that differs from it in a transition or two.
fn near_equal(random: &mut Random, most: Size) -> Mealy {
    let half = Size { states: (most.states / 2).max(2), ..most };
    let (states, inputs) = size(random, half);
    let outputs = random.between(2, 4);
    let base: Vec<(usize, usize)> =
        (0..states * inputs).map(|_| (random.below(outputs), random.below(states))).collect();
    let mut machine = blank(2 * states, inputs);
    let mut doubles = random.clone();
    fill(&mut machine, |state, input| {
        let (output, to) = base[state % states * inputs + input];
        let to = to + states * doubles.below(2);
        match state >= states && doubles.chance(100 / inputs) {
            true => (OUTPUTS[doubles.below(outputs)], Some(doubles.below(2 * states))),
            false => (OUTPUTS[output], Some(to)),
        }
    });
    machine
}

/// A machine of the zoo with one transition changed: any that is small enough, or else the smallest.
fn zoo_mutant(random: &mut Random, most: Size) -> Mealy {
    static ZOO: LazyLock<Vec<Mealy>> = LazyLock::new(|| {
        let mut machines: Vec<Mealy> = zoo_names().iter().map(|name| zoo(name)).collect();
        machines.sort_by_key(Mealy::len);
        machines
    });
    let fits = |machine: &&Mealy| machine.live_states() <= most.states && machine.inputs().len() <= most.inputs;
    let mut fitting: Vec<&Mealy> = ZOO.iter().filter(fits).collect();
    if fitting.is_empty() {
        fitting.push(&ZOO[0]);
    }
    let machine = random.pick(&fitting);
    minimise(&single_edge_mutant(random, machine))
}
