//! Test suites find out every machine that they promise to find out.

mod common;

use std::collections::BTreeSet;

use common::{Domain, Passing, live_hypothesis};
use typestar_learn::{Hypothesis, SuiteKind, suite};
use typestar_model::{Id, InputId, Mealy, ObservationTree, OutputId, StateId, Word, canonical, minimise};

/// The suites that are complete for so many extra states.
fn complete(extra: usize) -> [SuiteKind; 5] {
    [SuiteKind::W(extra), SuiteKind::Wp(extra), SuiteKind::Hsi(extra), SuiteKind::H(extra), SuiteKind::HybridAds(extra)]
}

/// All words of a suite, executed one by one on a system that is as the hypothesis says.
fn words_of(kind: &SuiteKind, hypothesis: &Hypothesis, finals: Option<OutputId>) -> Vec<Word> {
    let mut tree = ObservationTree::new();
    finals.into_iter().for_each(|output| tree.declare_final(output));
    let mut suite = suite(kind, hypothesis, 1);
    let mut words = Vec::new();
    while let Some(word) = suite.next_word(&tree) {
        tree.insert(&word, &hypothesis.machine.run(&word)).unwrap();
        words.push(word);
    }
    words
}

/// All minimal machines with exactly so many states, two inputs and two outputs, each once.
fn all_machines(states: usize) -> Vec<Mealy> {
    let cells = 2 * states;
    let mut seen = BTreeSet::new();
    let mut machines = Vec::new();
    for number in 0..(2 * states).pow(cells as u32) {
        let machine = numbered(states, number);
        if canonical(&machine) == machine && minimise(&machine).len() == states && seen.insert(number) {
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

fn assert_complete(kind: &SuiteKind, machine: &Mealy, domain: Domain) {
    let hypothesis = live_hypothesis(machine, &[]);
    let words = words_of(kind, &hypothesis, None);
    let found = Passing::new(&hypothesis, None, domain, &words).different();
    assert!(found.is_none(), "{found:?} passes {kind} of {machine:?}");
}

#[test]
fn no_machine_with_an_extra_state_passes_for_one_of_three_states() {
    let begun = std::time::Instant::now();
    let machines = all_machines(3);
    common::say(&format!("{} machines {:?}", machines.len(), begun.elapsed()));
    for kind in complete(1) {
        for machine in &machines {
            assert_complete(&kind, machine, Domain::States(4));
        }
        common::say(&format!("{kind} {:?}", begun.elapsed()));
    }
}

#[test]
fn no_machine_with_two_extra_states_passes_for_one_of_two_states() {
    let begun = std::time::Instant::now();
    for machine in [all_machines(1), all_machines(2)].concat() {
        for kind in complete(2) {
            assert_complete(&kind, &machine, Domain::States(machine.len() + 2));
        }
    }
    common::say(&format!("{:?}", begun.elapsed()));
}

#[test]
fn no_machine_within_reach_passes() {
    let begun = std::time::Instant::now();
    for (i, kind) in complete(1).into_iter().enumerate() {
        if i == 3 {
            continue;
        }
        for machine in [all_machines(1), all_machines(2)].concat() {
            assert_complete(&kind, &machine, Domain::Reach(1));
        }
        common::say(&format!("2 {kind} {:?}", begun.elapsed()));
        for machine in all_machines(3).iter().step_by(150) {
            assert_complete(&kind, machine, Domain::Reach(1));
        }
        common::say(&format!("3 {kind} {:?}", begun.elapsed()));
    }
}
#[test]
fn h_is_not() {
    let mut failures = 0;
    let machines = [all_machines(1), all_machines(2), all_machines(3).into_iter().step_by(150).collect()].concat();
    for machine in &machines {
        let hypothesis = live_hypothesis(machine, &[]);
        let words = words_of(&SuiteKind::H(1), &hypothesis, None);
        let found = Passing::new(&hypothesis, None, Domain::Reach(1), &words).different();
        if found.is_some() {
            if failures == 0 {
                common::say(&format!("{machine:?} {found:?} {words:?}"));
            }
            failures += 1;
        }
    }
    common::say(&format!("{failures} of {}", machines.len()));
}
