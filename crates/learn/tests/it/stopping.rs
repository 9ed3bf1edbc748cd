//! Whoever wants the end gets it also while nothing is asked.

use crate::common::Teacher;
use typestar_learn::{Auto, Check, Halt, MealyHypothesis, Oracle, Streamed, SuiteKind, Tester, suite};
use typestar_model::{Inputs, Mealy, ObservationTree, Outputs, Plan};

/// A ring of states with very many inputs, nearly all of which do nothing.
fn wide(states: usize, inputs: usize) -> Mealy {
    let names: Inputs = (0..inputs).map(|input| format!("i{input}")).collect();
    let mut machine = Mealy::new(names);
    let ring: Vec<_> = (0..states).map(|state| machine.add_state(&format!("q{state}"))).collect();
    for (at, &state) in ring.iter().enumerate() {
        for input in 0..inputs {
            let next = if input == 0 { ring[(at + 1) % states] } else { state };
            let output = if input == 1 && at == 0 { "one" } else { "ok" };
            machine.add_edge(state, &format!("i{input}"), output, next);
        }
    }
    machine
}

/// A teacher who is asked at least after this many checks, or stops.
struct Impatient {
    teacher: Teacher,
    checks: usize,
    most: usize,
}

impl Impatient {
    fn new(machine: &Mealy, most: usize) -> Self {
        Self { teacher: Teacher::new(machine.clone(), &[]), checks: 0, most }
    }
}

impl Oracle for Impatient {
    fn inputs(&self) -> &Inputs {
        self.teacher.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.teacher.outputs()
    }

    fn tree(&self) -> &ObservationTree {
        self.teacher.tree()
    }

    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt> {
        self.checks = 0;
        self.teacher.ask(plans)
    }

    fn count_known(&mut self, questions: u64) {
        self.teacher.count_known(questions);
    }

    fn check(&mut self) -> Result<(), Halt> {
        self.checks += 1;
        if self.checks > self.most { Err(Halt::Stopped) } else { Ok(()) }
    }
}

#[test]
fn a_suite_that_is_computed_can_be_stopped() {
    let machine = wide(4, 300);
    let hypothesis = MealyHypothesis::of_machine(&machine, &[]);
    for kind in [SuiteKind::W(1), SuiteKind::Wp(1), SuiteKind::Hsi(1), SuiteKind::H(1), SuiteKind::HybridAds(1)] {
        let mut checks = 0;
        let mut stop_soon = || {
            checks += 1;
            if checks > 2 { Err(Halt::Stopped) } else { Ok(()) }
        };
        let check: Check = &mut stop_soon;
        assert!(suite(&kind, &hypothesis, 1, check).is_err(), "{kind}");
        let mut impatient = Impatient::new(&machine, 2);
        let outcome = Streamed::new(vec![kind.clone()], 1).test(&mut impatient, &hypothesis);
        assert_eq!((outcome, impatient.teacher.executed()), (Err(Halt::Stopped), 0), "{kind}");
    }
}

#[test]
fn the_automatic_tester_can_be_stopped_while_it_looks_for_words() {
    let machine = wide(4, 300);
    let hypothesis = MealyHypothesis::of_machine(&machine, &[]);
    // To prepare takes fewer checks; to walk through a layer without words takes more.
    let mut impatient = Impatient::new(&machine, 20_000);
    assert_eq!(Auto::new(2, 1).test(&mut impatient, &hypothesis), Err(Halt::Stopped));
    assert!(impatient.teacher.executed() > 0, "it was stopped between questions");
}
