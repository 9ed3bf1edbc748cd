//! Inputs that appear while learning: every learner asks them in all states, and nobody stumbles over them before.

use crate::common::{FAMILIES, LEARNERS, Random, Size, Teacher, finals, learner, seeds};
use typestar_learn::{
    Auto, DistinguisherBound, Exact, Halt, Learner, MealyHypothesis, Oracle, Outcome, Streamed, SuiteKind, Tester,
};
use typestar_model::{Comparison, Id, InputId, Inputs, Mealy, ObservationTree, Outputs, Plan, compare, with_inputs};

/// A teacher who offers more and more of the inputs.
struct Growing {
    teacher: Teacher,
    offered: usize,
}

impl Growing {
    fn new(machine: &Mealy, offered: usize, finals: &[&str]) -> Self {
        Self { teacher: Teacher::new(machine.clone(), finals), offered }
    }
}

impl Oracle for Growing {
    fn inputs(&self) -> &Inputs {
        self.teacher.inputs()
    }

    fn offered(&self) -> usize {
        self.offered
    }

    fn outputs(&self) -> &Outputs {
        self.teacher.outputs()
    }

    fn tree(&self) -> &ObservationTree {
        self.teacher.tree()
    }

    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt> {
        self.teacher.ask(plans)
    }

    fn count_known(&mut self, questions: u64) {
        self.teacher.count_known(questions);
    }
}

/// The machine over its first inputs alone.
fn part(machine: &Mealy, inputs: usize) -> Mealy {
    with_inputs(machine, &machine.inputs().first(inputs)).expect("it has them all")
}

/// Learns until the tester agrees.
fn learn(
    learner: &mut dyn Learner<Hypothesis = MealyHypothesis>,
    tester: &mut dyn Tester<MealyHypothesis>,
    oracle: &mut dyn Oracle,
) -> MealyHypothesis {
    loop {
        let hypothesis = learner.hypothesis(oracle).expect("an answer");
        assert!(hypothesis.machine.is_complete());
        if let Outcome::Agreed = tester.test(oracle, &hypothesis).expect("an answer") {
            return hypothesis;
        }
    }
}

/// Words over all inputs that somebody else asked before.
fn observe_some(teacher: &mut Teacher, machine: &Mealy, random: &mut Random) {
    for _ in 0..20 {
        let word: Vec<InputId> = (0..6).map(|_| InputId::new(random.below(machine.inputs().len()))).collect();
        teacher.observe_if_agreed(&word, machine);
    }
}

/// A machine for each seed, of all families in turn.
fn machines() -> impl Iterator<Item = (String, Mealy, Random)> {
    seeds(0..60).map(|seed| {
        let (name, family) = FAMILIES[seed as usize % FAMILIES.len()];
        let mut random = Random::new(seed);
        let machine = family(&mut random, Size { states: 12, inputs: 6 });
        (format!("{name} {seed}"), machine, random)
    })
}

#[test]
fn inputs_that_are_offered_one_after_the_other_are_asked_in_all_states() {
    for (what, machine, mut random) in machines() {
        for name in LEARNERS {
            let mut learner = learner(name, *random.pick(&[0, 6]));
            let mut oracle = Growing::new(&machine, 1, finals(&machine));
            for offered in 1..=machine.inputs().len() {
                oracle.offered = offered;
                let truth = part(&machine, offered);
                let hypothesis = learn(&mut *learner, &mut Exact::new(truth.clone()), &mut oracle);
                assert_eq!(hypothesis.machine.inputs(), truth.inputs());
                assert_eq!(compare(&hypothesis.machine, &truth), Comparison::Same, "{what} with {name}, {offered}");
            }
        }
    }
}

#[test]
fn what_others_asked_with_further_inputs_disturbs_no_learner_and_serves_later() {
    for (what, machine, mut random) in machines() {
        for name in LEARNERS {
            let mut oracle = Growing::new(&machine, 1, finals(&machine));
            observe_some(&mut oracle.teacher, &machine, &mut random);
            let mut learner = learner(name, 0);
            for offered in [machine.inputs().len() / 2, machine.inputs().len()] {
                oracle.offered = offered.max(1);
                let truth = part(&machine, oracle.offered);
                let hypothesis = learn(&mut *learner, &mut Exact::new(truth.clone()), &mut oracle);
                assert_eq!(compare(&hypothesis.machine, &truth), Comparison::Same, "{what} with {name}, {offered}");
            }
        }
    }
}

#[test]
fn testers_ask_only_what_is_offered_whatever_others_asked() {
    let kinds = [SuiteKind::W(1), SuiteKind::Wp(1), SuiteKind::Hsi(1), SuiteKind::H(1), SuiteKind::HybridAds(1)];
    for (what, machine, mut random) in machines().take(10) {
        let offered = (machine.inputs().len() / 2).max(1);
        let mut exact = Exact::new(part(&machine, offered));
        let mut oracle = Growing::new(&machine, offered, finals(&machine));
        let hypothesis = learn(&mut *learner("lsharp", 0), &mut exact, &mut oracle);
        let mut testers: Vec<Box<dyn Tester<MealyHypothesis>>> = kinds
            .clone()
            .into_iter()
            .map(|kind| Box::new(Streamed::new(vec![kind], 1)) as Box<dyn Tester<MealyHypothesis>>)
            .collect();
        testers.push(Box::new(Auto::new(1, 1)));
        testers.push(Box::new(DistinguisherBound::new(2, 0)));
        for mut tester in testers {
            let mut oracle = Growing::new(&machine, offered, finals(&machine));
            observe_some(&mut oracle.teacher, &machine, &mut random);
            assert!(matches!(tester.test(&mut oracle, &hypothesis), Ok(Outcome::Agreed)), "{what}");
            let further = |word: &&Vec<InputId>| word.iter().any(|input| input.index() >= offered);
            assert_eq!(oracle.teacher.words.iter().find(further), None, "{what}");
        }
    }
}
