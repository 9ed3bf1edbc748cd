//! What is executed: nothing twice, nothing behind an error, and the same in every run.

use crate::common::{FAMILIES, LEARNERS, Random, Size, Teacher, finals, learn, learner, seeds, zoo};
use typestar_learn::{DistinguisherBound, Exact, MealyHypothesis, Oracle as _, StateBound, Tester};
use typestar_model::{Mealy, ObservationTree, Word, minimise};

/// The testers that finish for any machine of this size, by name.
fn testers(machine: &Mealy) -> [(&'static str, Box<dyn Tester<MealyHypothesis>>); 3] {
    [
        ("exact", Box::new(Exact::new(machine.clone()))),
        ("distinguisher-bound(2)", Box::new(DistinguisherBound::new(2, 6))),
        ("state-bound", Box::new(StateBound::new(machine.live_states().min(3)))),
    ]
}

/// Learns some machines of all families with all learners and testers, and hands over what happened.
fn for_all_runs(mut check: impl FnMut(&str, &Mealy, Teacher)) {
    for seed in seeds(0..12) {
        for (family_name, family) in FAMILIES {
            let machine = minimise(&family(&mut Random::new(seed), Size { states: 10, inputs: 4 }));
            for learner_name in LEARNERS {
                for (tester_name, mut tester) in testers(&machine) {
                    let mut teacher = Teacher::new(machine.clone(), finals(&machine));
                    learn(&mut *learner(learner_name, 6), &mut *tester, &mut teacher);
                    check(&format!("{family_name} {seed}, {learner_name}, {tester_name}"), &machine, teacher);
                }
            }
        }
    }
}

#[test]
fn every_executed_word_shows_something_new() {
    for_all_runs(|what, machine, teacher| {
        let mut tree = ObservationTree::new();
        for word in &teacher.words {
            assert_eq!(tree.outputs_of(word), None, "{what} executed {word:?} for nothing");
            tree.insert(word, &machine.run(word)).unwrap();
        }
        assert_eq!(tree.len(), teacher.tree().len(), "{what}");
    });
}

#[test]
fn nothing_is_executed_behind_an_error() {
    for_all_runs(|what, machine, teacher| {
        for word in &teacher.words {
            let outputs = machine.run(word);
            let early = outputs.split_last().map_or(&[][..], |(_, early)| early);
            assert!(!early.iter().any(|&output| teacher.tree().is_final(output)), "{what} went on in {word:?}");
        }
    });
}

#[test]
fn two_runs_execute_the_same_words() {
    let runs = || {
        let mut runs: Vec<(String, Vec<Word>)> = Vec::new();
        for_all_runs(|what, _, teacher| runs.push((what.to_owned(), teacher.words)));
        runs
    };
    for (first, second) in runs().iter().zip(&runs()) {
        assert_eq!(first, second);
    }
}

#[test]
fn running_on_saves_words() {
    let words = |run_on: usize| {
        let machine = zoo("MediaRecorder");
        let mut teacher = Teacher::new(machine.clone(), finals(&machine));
        learn(&mut *learner("lsharp", run_on), &mut DistinguisherBound::new(2, run_on), &mut teacher);
        teacher.executed()
    };
    assert!(words(6) < words(0), "{} words with, {} without", words(6), words(0));
}

#[test]
fn the_tester_asks_for_nothing_that_the_tree_knows() {
    for seed in seeds(0..100) {
        let machine = minimise(&FAMILIES[seed as usize % FAMILIES.len()].1(
            &mut Random::new(seed),
            Size { states: 8, inputs: 4 },
        ));
        let mut teacher = Teacher::new(machine.clone(), finals(&machine));
        let hypothesis = learn(&mut *learner("lsharp", 6), &mut DistinguisherBound::new(2, 6), &mut teacher);
        let before = teacher.executed();
        DistinguisherBound::new(2, 6).test(&mut teacher, &hypothesis).unwrap();
        assert_eq!(teacher.executed(), before, "a second test of the same hypothesis is free");
        let asked = teacher.asked;
        DistinguisherBound::new(1, 6).test(&mut teacher, &hypothesis).unwrap();
        assert_eq!(teacher.asked, asked, "a test with a smaller bound has no plans");
    }
}
