//! Random machines with random purposes are learned inside the purpose, and nothing else is asked.

use crate::learning;
use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::learning::{Random, Walked, completed, guarded, knowing, learned_with};
use typestar_learn::EarlierVersion;
use typestar_model::{Comparison, ERROR, Mealy, StateId, WAIT, compare, distinguisher_bound, minimise};
use typestar_query::{
    BetweenLimit, Case, LearnerKind, MachineTester, PendingLimit, Purpose, PurposeSpec, PurposeState, RunOptions,
    TesterKind,
};
use typestar_testing::{seeds, share};

/// A machine with absorbing errors. With `wait` among its inputs only that delivers callbacks, as everywhere.
fn random_machine(random: &mut Random) -> Mealy {
    let (states, inputs) = (random.between(2, 12), random.between(2, 5));
    let first = if random.once_in(3) { "z" } else { WAIT };
    let names = [first, "a", "b", "c", "d"];
    let mut machine = Mealy::new(names[..inputs].iter().collect());
    let states: Vec<StateId> = (0..states).map(|state| machine.add_state(&format!("q{state}"))).collect();
    let sink = machine.add_state("sink");
    for &name in &names[..inputs] {
        let outputs: &[&str] = match (first, name) {
            (WAIT, WAIT) => &["quiet", "onDone", "onFailed"],
            (WAIT, _) => &["ok"],
            _ => &["ok", "onDone", "onFailed"],
        };
        machine.add_edge(sink, name, ERROR, sink);
        for &state in &states {
            let to = states[random.below(states.len())];
            match name != WAIT && random.once_in(4) {
                true => machine.add_edge(state, name, ERROR, sink),
                false => machine.add_edge(state, name, outputs[random.below(outputs.len())], to),
            }
        }
    }
    minimise(&machine)
}

fn some(random: &mut Random, names: &[String]) -> Vec<String> {
    names.iter().filter(|_| random.once_in(2)).cloned().collect()
}

fn some_callins(random: &mut Random, inputs: &[String]) -> Vec<String> {
    some(random, inputs).into_iter().filter(|name| name != WAIT).collect()
}

/// One or two rules of any kind.
fn random_purpose(random: &mut Random, inputs: &[String]) -> PurposeSpec {
    let mut purpose = PurposeSpec::default();
    for _ in 0..random.between(1, 2) {
        match random.below(6) {
            0 => purpose.at_most_once.push(inputs[random.below(inputs.len())].clone()),
            1 => purpose.at_most_one_of.push(some(random, inputs)),
            2 => purpose.must_come_first = some(random, inputs),
            3 => {
                let input = inputs[random.below(inputs.len())].clone();
                purpose.must_be_followed_by.insert(input, some(random, inputs));
            }
            4 => purpose.at_most_between.push(BetweenLimit {
                count: random.between(1, 2),
                of: some_callins(random, inputs),
                between: some_callins(random, inputs),
            }),
            _ => purpose.at_most_pending.push(PendingLimit {
                count: random.between(1, 2),
                requests: some_callins(random, inputs),
                callbacks: vec![["onDone", "onFailed"][random.below(2)].to_owned()],
                ended_by: if random.below(2) == 0 { some_callins(random, inputs) } else { Vec::new() },
            }),
        }
    }
    purpose
}

/// The truth inside the purpose; what is outside is missing, or an error. Errors end a word.
fn inside(truth: &Mealy, purpose: &Purpose, outside_is_error: bool) -> Mealy {
    let mut part = Mealy::with_outputs(truth.inputs().clone(), truth.outputs().clone());
    let mut known: HashMap<(StateId, PurposeState), StateId> = HashMap::new();
    let start = (truth.initial(), purpose.start());
    known.insert(start.clone(), part.add_state("start"));
    let sink = part.add_state("sink");
    let mut queue = VecDeque::from([start]);
    while let Some((state, judged)) = queue.pop_front() {
        let from = known[&(state, judged.clone())];
        for input in truth.inputs().ids() {
            let (output, next) = truth.step(state, input).unwrap();
            let (name, answer) = (truth.inputs().text(input), truth.outputs().text(output));
            match (purpose.allows(&judged, input), answer == ERROR) {
                (false, _) if !outside_is_error => {}
                (false, _) | (true, true) => part.add_edge(from, name, ERROR, sink),
                (true, false) => {
                    let place = (next, purpose.step(&judged, input, answer));
                    let to = *known.entry(place.clone()).or_insert_with(|| {
                        queue.push_back(place);
                        part.add_state("inside")
                    });
                    part.add_edge(from, name, answer, to);
                }
            }
        }
    }
    for name in truth.inputs().texts() {
        part.add_edge(sink, name, ERROR, sink);
    }
    minimise(&part)
}

/// Sometimes the machine itself, as a whole or inside the purpose, and sometimes another one.
fn earlier_versions(random: &mut Random, truth: &Mealy, inside: &Mealy) -> Vec<EarlierVersion> {
    let machines = [truth.clone(), inside.clone(), random_machine(random)];
    let some = machines.into_iter().filter(|_| random.once_in(3));
    some.map(|machine| EarlierVersion { name: "earlier".to_owned(), machine, words: Vec::new() }).collect()
}

#[test]
fn machines_are_learned_inside_their_purposes() {
    let mut bounded: BTreeMap<bool, usize> = BTreeMap::new();
    for seed in seeds(0..600) {
        let mut random = Random::new(seed);
        let truth = random_machine(&mut random);
        let spec = random_purpose(&mut random, truth.inputs().texts());
        let purpose = Purpose::new(&spec, truth.inputs());
        let mut options = RunOptions { outside_is_error: seed % 3 == 0, ..knowing(&truth) };
        let inside = inside(&truth, &purpose, options.outside_is_error);
        options.earlier = earlier_versions(&mut random, &truth, &inside);
        let expected = completed(&inside);
        let is_bounded = distinguisher_bound(&expected) <= 2;
        *bounded.entry(is_bounded).or_default() += 1;
        let testers = [Some(TesterKind::Exact), is_bounded.then_some(MachineTester::DistinguisherBound(2).into())];
        for tester in testers.into_iter().flatten() {
            let learner = LearnerKind::ALL[seed as usize % LearnerKind::ALL.len()];
            let case = Case { purpose: spec.clone(), ..learning::case_with("random", learner, tester.clone()) };
            let finished = learned_with(&case, &mut guarded(Walked::new(&truth), &spec), &options);
            let what = format!("seed {seed}, {learner}, {tester}, {spec:?}");
            assert_eq!(finished.stop, None, "{what}");
            assert_eq!(compare(&completed(&finished.learned.machine), &expected), Comparison::Same, "{what}");
        }
    }
    assert!(bounded[&true] >= share(100) && bounded[&false] >= share(20), "{bounded:?}");
}
