//! The state-bound tester is complete: no machine of at most this many states passes for another.

use std::collections::BTreeSet;

use crate::common::{
    FAMILIES, LEARNERS, Random, Size, Teacher, family, finals, learned_correctly, learner, live_hypothesis,
    merged_mutant, seeds, single_edge_mutant,
};
use typestar_learn::{Outcome, StateBound, Tester};
use typestar_model::{Comparison, Id, InputId, Mealy, OutputId, StateId, Word, compare, minimise};

/// All behaviours of machines with at most this many states, two inputs and two outputs, each once.
fn all_machines(states: usize) -> Vec<Mealy> {
    let cells = 2 * states;
    let mut seen = BTreeSet::new();
    let mut machines = Vec::new();
    for number in 0..(2 * states).pow(cells as u32) {
        let machine = minimise(&numbered(states, number));
        if seen.insert(machine.edges().collect::<Vec<_>>()) {
            machines.push(machine);
        }
    }
    machines
}

/// The machine whose transition table is the digits of `number`.
fn numbered(states: usize, mut number: usize) -> Mealy {
    let mut machine = Mealy::with_outputs(["a", "b"].iter().collect(), ["0", "1"].iter().collect());
    for _ in 0..states {
        machine.add_state("q");
    }
    for (state, input) in (0..states).flat_map(|state| [(state, 0), (state, 1)]) {
        let (output, to) = (number % 2, number / 2 % states);
        number /= 2 * states;
        machine.set(StateId::new(state), InputId::new(input), OutputId::new(output), StateId::new(to));
    }
    machine
}

/// The words that the tester tries on a system that agrees.
fn suite(hypothesis: &Mealy, states: usize) -> Vec<Word> {
    let mut teacher = Teacher::new(hypothesis.clone(), &[]);
    let outcome = StateBound::new(states).test(&mut teacher, &live_hypothesis(hypothesis, &[])).unwrap();
    assert_eq!(outcome, Outcome::Agreed);
    teacher.words
}

/// Whether the suite finds out every machine but the one that it was made for.
fn assert_suite_is_complete(hypothesis: &Mealy, machines: &[Mealy], states: usize) {
    let expected: Vec<(Word, Vec<OutputId>)> =
        suite(hypothesis, states).into_iter().map(|word| (word.clone(), hypothesis.run(&word))).collect();
    for machine in machines {
        let agrees = expected.iter().all(|(word, outputs)| machine.run(word) == *outputs);
        assert_eq!(agrees, machine == hypothesis, "{machine:?} passes for {hypothesis:?}");
    }
}

#[test]
fn no_machine_of_three_states_passes_for_a_smaller_one() {
    let machines = all_machines(3);
    for hypothesis in &all_machines(2) {
        assert_suite_is_complete(hypothesis, &machines, 3);
    }
}

#[test]
fn no_machine_of_three_states_passes_for_another() {
    let machines = all_machines(3);
    for hypothesis in machines.iter().step_by(5) {
        assert_suite_is_complete(hypothesis, &machines, 3);
    }
}

#[test]
fn every_machine_of_three_states_is_learned() {
    for (index, machine) in all_machines(3).iter().enumerate() {
        let name = LEARNERS[index % LEARNERS.len()];
        learned_correctly(name, machine, &[], &mut *learner(name, 3), &mut StateBound::new(3));
    }
}

#[test]
fn every_machine_is_learned_where_the_number_of_its_states_is_known() {
    for seed in seeds(0..60) {
        for (name, family) in FAMILIES {
            let machine = minimise(&family(&mut Random::new(seed), Size { states: 6, inputs: 3 }));
            for learner_name in LEARNERS {
                let what = format!("{name} {seed} with {learner_name}");
                let mut tester = StateBound::new(machine.live_states());
                learned_correctly(&what, &machine, finals(&machine), &mut *learner(learner_name, 0), &mut tester);
            }
        }
    }
}

#[test]
fn states_that_only_err_do_not_count() {
    for seed in seeds(0..3000) {
        let machine = minimise(&family("erring")(&mut Random::new(seed), Size { states: 5, inputs: 2 }));
        let mut tester = StateBound::new(machine.live_states());
        let what = format!("erring {seed}");
        learned_correctly(&what, &machine, finals(&machine), &mut *learner("lsharp", 0), &mut tester);
    }
}

#[test]
fn every_wrong_hypothesis_is_refuted() {
    for seed in seeds(0..300) {
        let random = &mut Random::new(seed);
        for (name, family) in FAMILIES {
            let machine = minimise(&family(random, Size { states: 5, inputs: 3 }));
            for mutant in [single_edge_mutant(random, &machine), merged_mutant(random, &machine)] {
                if compare(&mutant, &machine) == Comparison::Same {
                    continue;
                }
                let hypothesis = live_hypothesis(&minimise(&mutant), finals(&machine));
                let mut teacher = Teacher::new(machine.clone(), finals(&machine));
                let outcome = StateBound::new(machine.live_states()).test(&mut teacher, &hypothesis).unwrap();
                assert_ne!(outcome, Outcome::Agreed, "{name} {seed}");
            }
        }
    }
}
