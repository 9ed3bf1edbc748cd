//! Hypotheses that contradict what was observed: a learner that does not look at its whole tree each time has such.

mod common;

use common::live_hypothesis;
use typestar_model::{Id, InputId, Mealy, ObservationTree, OutputId};

/// A machine with one input that answers `ok` so many times, and errors ever after.
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
    assert_eq!(hypothesis.disagreement_since(&tree, known), None);
    tree.insert(&[a; 5], &[ok; 5]).unwrap();
    assert_eq!(hypothesis.disagreement_since(&tree, known), Some(vec![a; 2]));
}
