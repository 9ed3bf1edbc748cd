//! The distinguisher-bound tester is complete: where any two states differ within the bound, no error survives it.

use crate::common::{
    FAMILIES, LEARNERS, Random, Size, Teacher, family, finals, learn, learned_correctly, learner, live_hypothesis,
    merged_mutant, share, single_edge_mutant, zoo, zoo_names,
};
use typestar_learn::{DistinguisherBound, Halt, MealyHypothesis, Outcome, Tester};
use typestar_model::{Comparison, Id, InputId, Mealy, QUIET, WAIT, compare, distinguisher_bound, minimise};

const RUN_ON: [usize; 4] = [0, 3, 6, 12];

/// Machines whose states differ within `bound` inputs, and not within fewer unless `bound` is 1.
fn machines(bound: usize, count: usize, most: Size) -> impl Iterator<Item = (String, Mealy)> {
    let seeds = (0..).flat_map(|seed| (0..FAMILIES.len()).map(move |index| (index, seed)));
    let machines = seeds.map(move |(index, seed)| {
        let (name, family) = FAMILIES[index];
        let random = &mut Random::new(seed * 100 + 10 * bound as u64 + index as u64);
        (format!("{name} {seed} of bound {bound}"), minimise(&family(random, most)))
    });
    let wanted = move |machine: &Mealy| distinguisher_bound(machine).max(1) == bound;
    machines.filter(move |(_, machine)| wanted(machine)).take(share(count))
}

fn every_machine_is_learned(bound: usize, count: usize, most: Size) {
    for (index, (what, machine)) in machines(bound, count, most).enumerate() {
        let run_on = RUN_ON[index % RUN_ON.len()];
        for name in LEARNERS {
            let what = format!("{what} with {name} running on by {run_on}");
            let mut tester = DistinguisherBound::new(bound, run_on);
            learned_correctly(&what, &machine, finals(&machine), &mut *learner(name, run_on), &mut tester);
        }
    }
}

#[test]
fn every_machine_of_bound_1_is_learned() {
    every_machine_is_learned(1, 1000, Size { states: 12, inputs: 6 });
}

#[test]
fn every_machine_of_bound_2_is_learned() {
    every_machine_is_learned(2, 700, Size { states: 20, inputs: 5 });
}

#[test]
fn every_machine_of_bound_3_is_learned() {
    every_machine_is_learned(3, 400, Size { states: 14, inputs: 3 });
}

#[test]
fn errors_that_are_not_declared_final_are_learned_too() {
    for bound in 1..=3 {
        let erring = machines(bound, 150, Size { states: 10, inputs: 3 });
        for (what, machine) in erring.filter(|(_, machine)| machine.error_sink().is_some()) {
            let mut tester = DistinguisherBound::new(bound, 6);
            learned_correctly(&what, &machine, &[], &mut *learner("lsharp", 6), &mut tester);
        }
    }
}

/// A teacher that has seen some words on which the hypothesis is right.
fn teacher_with_past(random: &mut Random, machine: &Mealy, hypothesis: &MealyHypothesis) -> Teacher {
    let mut teacher = Teacher::new(machine.clone(), finals(machine));
    let inputs = machine.inputs().len();
    for access in &hypothesis.access {
        teacher.observe_if_agreed(access, &hypothesis.machine);
    }
    for _ in 0..random.below(60) {
        let length = random.between(1, 12);
        let word: Vec<InputId> = (0..length).map(|_| InputId::new(random.below(inputs))).collect();
        teacher.observe_if_agreed(&word, &hypothesis.machine);
    }
    teacher
}

/// Tests hypotheses that differ from the machine in a transition or in a state, and counts those that are wrong.
fn refute_mutants(what: &str, random: &mut Random, machine: &Mealy, tester: impl Fn() -> DistinguisherBound) -> usize {
    let mutants = [single_edge_mutant(random, machine), merged_mutant(random, machine)];
    let wrong = mutants.iter().filter(|mutant| compare(mutant, machine) != Comparison::Same);
    wrong
        .map(|mutant| {
            let hypothesis = live_hypothesis(mutant, finals(machine));
            let mut teacher = teacher_with_past(random, machine, &hypothesis);
            let outcome = tester().test(&mut teacher, &hypothesis).unwrap();
            assert_ne!(outcome, Outcome::Agreed, "a mutant of {what}");
        })
        .count()
}

#[test]
fn every_wrong_hypothesis_is_refuted_whatever_was_seen_before() {
    let mut refuted = 0;
    for bound in 1..=3 {
        for (index, (what, machine)) in machines(bound, 1000, Size { states: 10, inputs: 3 }).enumerate() {
            let (random, run_on) = (&mut Random::new(index as u64), RUN_ON[index % RUN_ON.len()]);
            refuted += refute_mutants(&what, random, &machine, || DistinguisherBound::new(bound, run_on));
        }
    }
    assert!(refuted > share(4000), "{refuted} wrong hypotheses are too few");
}

#[test]
fn every_wrong_hypothesis_is_refuted_where_quiet_is_stable() {
    let mut refuted = 0;
    for (index, (what, machine)) in machines_with_stable_quiet(1000, Size { states: 10, inputs: 3 }).enumerate() {
        let (random, run_on) = (&mut Random::new(index as u64), RUN_ON[index % RUN_ON.len()]);
        let tester = || DistinguisherBound::new(2, run_on).assume_quiet_is_stable();
        refuted += refute_mutants(&what, random, &machine, tester);
    }
    assert!(refuted > share(1000), "{refuted} wrong hypotheses are too few");
}

#[test]
fn a_right_hypothesis_is_never_refuted() {
    for (what, machine) in machines(2, 200, Size { states: 12, inputs: 4 }) {
        let hypothesis = live_hypothesis(&machine, finals(&machine));
        let mut teacher = Teacher::new(machine.clone(), finals(&machine));
        let outcome = DistinguisherBound::new(2, 6).test(&mut teacher, &hypothesis).unwrap();
        assert_eq!(outcome, Outcome::Agreed, "{what}");
    }
}

/// A machine with two inputs in which nothing ever happens, or which answers differently after this many inputs.
fn machine_that_changes_after(inputs: Option<usize>) -> Mealy {
    let mut machine = Mealy::with_outputs(["a", "b"].iter().collect(), ["ok", "late"].iter().collect());
    let last = machine.add_state("q0");
    let last = (1..=inputs.unwrap_or(0)).fold(last, |before, number| {
        let next = machine.add_state(&format!("q{number}"));
        ["a", "b"].iter().for_each(|input| machine.add_edge(before, input, "ok", next));
        next
    });
    let output = if inputs.is_some() { "late" } else { "ok" };
    ["a", "b"].iter().for_each(|input| machine.add_edge(last, input, output, last));
    machine
}

#[test]
fn more_rows_than_can_be_counted_are_not_taken_for_none() {
    let hypothesis = live_hypothesis(&machine_that_changes_after(None), &[]);
    for bound in [63, 64, 65] {
        let test = |system: Mealy| {
            let mut teacher = Teacher::new(system, &[]).with_patience_for(20);
            DistinguisherBound::new(bound, 0).test(&mut teacher, &hypothesis)
        };
        assert!(matches!(test(machine_that_changes_after(Some(60))), Ok(Outcome::Counterexample(_))));
        assert_eq!(test(machine_that_changes_after(None)), Err(Halt::Stopped));
    }
}

/// The machine in which a quiet wait changes nothing.
fn with_stable_quiet(machine: &Mealy) -> Mealy {
    let mut stable = machine.clone();
    let (Some(wait), Some(quiet)) = (machine.inputs().get(WAIT), machine.outputs().get(QUIET)) else { return stable };
    for state in machine.states().filter(|&state| machine.step(state, wait).unwrap().0 == quiet) {
        stable.set(state, wait, quiet, state);
    }
    minimise(&stable)
}

/// Machines with stable quiet, most of them with a quiet wait, whose states still differ within two inputs.
fn machines_with_stable_quiet(count: usize, most: Size) -> impl Iterator<Item = (String, Mealy)> {
    let stable = machines(2, count, most).map(|(what, machine)| (what, with_stable_quiet(&machine)));
    stable.filter(|(_, machine)| distinguisher_bound(machine) <= 2)
}

#[test]
fn machines_with_stable_quiet_are_learned_under_that_assumption() {
    let mut learned = 0;
    for (index, (what, machine)) in machines_with_stable_quiet(500, Size { states: 16, inputs: 5 }).enumerate() {
        let run_on = RUN_ON[index % RUN_ON.len()];
        for name in LEARNERS {
            let mut tester = DistinguisherBound::new(2, run_on).assume_quiet_is_stable();
            learned_correctly(&what, &machine, finals(&machine), &mut *learner(name, run_on), &mut tester);
        }
        learned += 1;
    }
    assert!(learned > share(300), "{learned} machines are too few");
}

#[test]
fn the_assumption_saves_words_and_its_edges_are_still_identified() {
    let machine = with_stable_quiet(&family("callback")(&mut Random::new(3), Size { states: 20, inputs: 4 }));
    let words = |tester: DistinguisherBound| {
        let mut tester = tester;
        let mut teacher = Teacher::new(machine.clone(), finals(&machine));
        let hypothesis = learn(&mut *learner("lsharp", 6), &mut tester, &mut teacher);
        assert_eq!(compare(&hypothesis.machine, &machine), Comparison::Same);
        teacher.executed()
    };
    let with = words(DistinguisherBound::new(2, 6).assume_quiet_is_stable());
    let without = words(DistinguisherBound::new(2, 6));
    assert!(with < without, "{with} words with the assumption, {without} without");
}

#[test]
fn there_are_never_more_words_left_than_it_says() {
    for name in zoo_names() {
        let hypothesis = live_hypothesis(&zoo(&name), &["error"]);
        let mut teacher = Teacher::new(zoo(&name), &["error"]);
        assert_eq!(DistinguisherBound::new(2, 6).test(&mut teacher, &hypothesis), Ok(Outcome::Agreed));
        let (all, left) = (teacher.executed(), &teacher.left);
        for moments in left.windows(2) {
            let (said, behind) = (moments[0].0.unwrap_or(0) as usize, all - moments[1].1);
            assert!(said >= behind, "{name}: {said} said, {behind} executed behind the batch");
        }
        assert_eq!(left.last(), Some(&(None, all)), "{name}: nothing is left");
    }
}
