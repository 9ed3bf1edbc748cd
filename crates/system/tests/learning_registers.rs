//! Learning systems with data: simulated automata, and systems that are asked.

mod common;

use std::path::Path;

use typestar_model::register::families::fifo;
use typestar_model::register::RegisterAutomaton;
use typestar_model::{FindingKind, Inputs, Outputs, Plan};
use typestar_query::{
    Answer, Case, Data, Finished, Journal, LearnerKind, RunOptions, StopReason, Symbols, System, SystemError,
    learn_registers,
};
use typestar_system::SimulatedAutomaton;

fn simulated(truth: &RegisterAutomaton, change: impl FnOnce(&mut Case)) -> Finished<RegisterAutomaton> {
    let mut case = Case::of_model(Path::new("fifo.xml"));
    change(&mut case);
    let data = Data::of_automaton(&case, truth).expect("data");
    let mut system = SimulatedAutomaton::new(truth.clone());
    let options = RunOptions { automaton: Some(truth.clone()), ..RunOptions::default() };
    let journal = Journal::in_memory();
    learn_registers(&case, &data, &mut system, journal, &options, &mut |_, _| {}).expect("a run")
}

#[test]
fn every_learner_learns_a_queue_with_registers() {
    for learner in LearnerKind::OF_REGISTERS {
        let finished = simulated(&fifo(3), |case| case.learning.learner = Some(learner));
        let numbers = finished.summary.registers.clone().expect("numbers");
        assert_eq!((numbers.locations, numbers.registers, finished.stop), (4, 3, None), "{learner}");
        assert_eq!(finished.summary.verdict.text, "equivalent to the simulated automaton, compared exactly");
        assert!(finished.learned.finished && finished.learned.transitions.iter().all(|t| !t.witness.is_empty()));
    }
}
