//! Hypotheses that contradict what was observed: a learner that does not look at its whole tree each time has such.

use crate::common::{
    FAMILIES, Random, Size, Teacher, finals, live_hypothesis, merged_mutant, seeds, share, single_edge_mutant,
};
use typestar_learn::{
    Auto, DistinguisherBound, Exact, Hypothesis as _, MealyHypothesis, Observed, OldBehaviour, Oracle as _, Outcome,
    StateBound, Streamed, SuiteKind, Tester,
};
use typestar_model::{Id, InputId, Mealy, ObservationTree, OutputId, Plan, minimise};

/// A machine with one input that answers `ok` this many times, and errors ever after.
fn errs_after(steps: usize) -> Mealy {
    let mut machine = Mealy::with_outputs(["a"].iter().collect(), ["ok", "error"].iter().collect());
    let states: Vec<_> = (0..=steps).map(|state| machine.add_state(&format!("q{state}"))).collect();
    states.windows(2).for_each(|pair| machine.add_edge(pair[0], "a", "ok", pair[1]));
    machine.add_edge(states[steps], "a", "error", states[steps]);
    machine
}

#[test]
fn a_disagreement_in_a_new_word_is_at_the_last_input_only() {
    let hypothesis = live_hypothesis(&errs_after(1), &["error"]);
    let (a, ok) = (InputId::new(0), OutputId::new(0));
    let mut tree = ObservationTree::new();
    tree.declare_final(OutputId::new(1));
    tree.insert(&[a; 3], &[ok; 3]).unwrap();
    let known = tree.len();
    let since = |tree: &ObservationTree| {
        let machine = &hypothesis.machine;
        hypothesis.disagreement_since(Observed { tree, inputs: machine.inputs(), outputs: machine.outputs() }, known)
    };
    assert_eq!(since(&tree), None);
    tree.insert(&[a; 5], &[ok; 5]).unwrap();
    assert_eq!(since(&tree), Some(vec![a; 2]));
}

#[test]
fn a_word_that_was_observed_in_part_shows_a_disagreement() {
    let hypothesis = live_hypothesis(&errs_after(1), &["error"]);
    let (a, ok) = (InputId::new(0), OutputId::new(0));
    let (mut tree, machine) = (ObservationTree::new(), &hypothesis.machine);
    let on = |tree: &ObservationTree, length: usize| {
        let observed = Observed { tree, inputs: machine.inputs(), outputs: machine.outputs() };
        hypothesis.disagreement_on(observed, &vec![a; length])
    };
    tree.insert(&[a], &[ok]).unwrap();
    assert_eq!(on(&tree, 5), None, "what was observed agrees, and of the rest nothing is known");
    tree.insert(&[a; 3], &[ok; 3]).unwrap();
    assert_eq!(on(&tree, 5), Some(vec![a; 2]));
    assert_eq!(on(&tree, 3), Some(vec![a; 2]));
}

/// A teacher of whom many random words were asked.
fn teacher_with_past(random: &mut Random, machine: &Mealy) -> Teacher {
    let mut teacher = Teacher::new(machine.clone(), finals(machine));
    let inputs = machine.inputs().len();
    let mut word = || (0..random.between(1, 12)).map(|_| InputId::new(random.below(inputs))).collect::<Vec<_>>();
    let plans = (0..60).map(|_| Plan::word(word())).collect();
    teacher.ask(plans).unwrap();
    teacher
}

/// Every tester, and whether it finds all that the tree already shows.
fn testers(machine: &Mealy) -> Vec<(String, Box<dyn Tester<MealyHypothesis>>, bool)> {
    let kinds = [
        SuiteKind::W(1),
        SuiteKind::Wp(1),
        SuiteKind::Hsi(1),
        SuiteKind::H(1),
        SuiteKind::HybridAds(1),
        SuiteKind::RandomWalk(Some(100)),
        SuiteKind::RandomWp(Some(100)),
    ];
    let streamed = |kind: SuiteKind| -> (String, Box<dyn Tester<MealyHypothesis>>, bool) {
        (kind.to_string(), Box::new(Streamed::new(vec![kind], 1)), false)
    };
    let mut testers: Vec<_> = kinds.map(streamed).into();
    testers.push(("auto".to_owned(), Box::new(Auto::new(1, 1)), false));
    testers.push(("state bound".to_owned(), Box::new(StateBound::new(3)), false));
    testers.push(("old behaviour".to_owned(), Box::new(OldBehaviour::new(machine.clone())), false));
    testers.push(("exact".to_owned(), Box::new(Exact::new(machine.clone())), true));
    for bound in 1..=3 {
        let tester = DistinguisherBound::new(bound, 6);
        testers.push((format!("distinguisher bound {bound}"), Box::new(tester), true));
    }
    testers
}

#[test]
fn every_tester_copes_with_a_hypothesis_that_contradicts_the_tree() {
    let mut contradicted = 0;
    for (seed, (name, family)) in seeds(0..12).flat_map(|seed| FAMILIES.map(|family| (seed, family))) {
        let random = &mut Random::new(seed);
        let machine = minimise(&family(random, Size { states: 6, inputs: 3 }));
        for mutant in [single_edge_mutant(random, &machine), merged_mutant(random, &machine)] {
            let hypothesis = live_hypothesis(&minimise(&mutant), finals(&machine));
            if hypothesis.disagreement(teacher_with_past(&mut random.clone(), &machine).observed()).is_none() {
                continue;
            }
            contradicted += 1;
            for (tester_name, mut tester, finds_all) in testers(&machine) {
                let what = format!("{tester_name} of {name} {seed}");
                let mut teacher = teacher_with_past(&mut random.clone(), &machine);
                match tester.test(&mut teacher, &hypothesis).unwrap() {
                    Outcome::Agreed => assert!(!finds_all, "{what}"),
                    Outcome::Counterexample(word) => {
                        assert_eq!(hypothesis.disagreement_on(teacher.observed(), &word), Some(word), "{what}");
                    }
                }
            }
        }
    }
    assert!(contradicted >= share(80), "only {contradicted} hypotheses contradict what was seen");
}
