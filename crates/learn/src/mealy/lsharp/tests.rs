//! What the learner keeps about the frontier is compared with what the tree says, after stops at chance moments.

use typestar_model::{
    Cursor, Id, InputId, Inputs, Mealy, NodeId, ObservationTree, Outputs, Plan, Random, StateId, Word, separating_word,
};
use typestar_testing::{seeds, share};

use super::places::Place;
use super::{Lsharp, Newcomer};
use crate::oracle::{Halt, Oracle};
use crate::{Hypothesis, Learner};

/// A machine that answers this many words and then no more until it is allowed to.
struct Limited {
    machine: Mealy,
    tree: ObservationTree,
    allowed: usize,
}

impl Limited {
    fn observe(&mut self, word: &[InputId]) {
        let outputs = self.machine.run(word);
        self.tree.insert(word, &outputs).expect("a machine answers a word always the same");
    }

    fn execute(&mut self, plan: &Plan) {
        let (mut word, mut cursor) = (Word::new(), Cursor::new(plan));
        while let Some(input) = cursor.next() {
            word.push(input);
            cursor.take(self.machine.run(&word).last().copied());
        }
        self.observe(&word);
    }
}

impl Oracle for Limited {
    fn inputs(&self) -> &Inputs {
        self.machine.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.machine.outputs()
    }

    fn tree(&self) -> &ObservationTree {
        &self.tree
    }

    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt> {
        for plan in plans {
            self.allowed = self.allowed.checked_sub(1).ok_or(Halt::Stopped)?;
            self.execute(&plan);
        }
        Ok(())
    }

    fn count_known(&mut self, _questions: u64) {}
}

/// A machine of this many states in which some steps err, for ever.
fn machine(random: &mut Random, states: usize, inputs: usize, outputs: usize) -> Mealy {
    let names: Vec<String> = (0..inputs).map(|input| format!("i{input}")).collect();
    let mut machine = Mealy::new(names.iter().map(String::as_str).collect());
    for state in 0..=states {
        machine.add_state(&format!("s{state}"));
    }
    for state in 0..states {
        for name in &names {
            let (from, errs) = (StateId::new(state), random.below(5) == 0);
            let to = if errs { states } else { random.below(states) };
            let output = if errs { "error".to_owned() } else { format!("o{}", random.below(outputs)) };
            machine.add_edge(from, name, &output, StateId::new(to));
        }
    }
    names.iter().for_each(|name| machine.add_edge(StateId::new(states), name, "error", StateId::new(states)));
    machine
}

/// The states that are not apart from a node, one by one.
fn not_apart(learner: &Lsharp, tree: &ObservationTree, node: NodeId) -> Vec<usize> {
    (0..learner.basis.len()).filter(|&state| tree.apart(learner.basis[state], node).is_none()).collect()
}

fn assert_candidates_are_right(learner: &Lsharp, tree: &ObservationTree) -> usize {
    let mut nodes = 0;
    for node in (0..tree.len()).map(NodeId::new) {
        if let Place::Frontier(class) = learner.places.of(node) {
            assert_eq!(learner.classes.candidates(class), not_apart(learner, tree, node));
            nodes += 1;
        }
    }
    nodes
}

fn limited(random: &mut Random, (states, inputs, outputs): (usize, usize, usize)) -> Limited {
    let machine = machine(random, states, inputs, outputs);
    let mut tree = ObservationTree::new();
    machine.outputs().get("error").into_iter().for_each(|error| tree.declare_final(error));
    Limited { machine, tree, allowed: 0 }
}

fn random_word(random: &mut Random, inputs: usize, longest: usize) -> Word {
    let length = random.below(longest);
    (0..length).map(|_| InputId::new(random.below(inputs))).collect()
}

#[test]
fn candidates_are_always_the_states_that_are_not_apart() {
    let mut compared = 0;
    for seed in seeds(0..25) {
        let mut random = Random::new(seed);
        let (states, inputs, outputs) = (2 + random.below(60), 2 + random.below(12), 2 + random.below(2));
        let mut oracle = limited(&mut random, (states, inputs, outputs));
        let mut learner = Lsharp::new(0);
        for _ in 0..100 {
            oracle.allowed = random.below(80);
            let stopped = learner.hypothesis(&mut oracle).is_err();
            learner.look(&oracle);
            if learner.newcomer == Newcomer::Introduced {
                compared += assert_candidates_are_right(&learner, &oracle.tree);
            }
            let words = if stopped { random.below(2) } else { 20 };
            for _ in 0..words {
                let word = random_word(&mut random, inputs, 20);
                oracle.observe(&word);
            }
        }
    }
    assert!(compared > share(10_000), "only {compared} nodes were compared");
}

#[test]
fn trees_that_are_compared_in_parts_end_with_the_right_machine() {
    for seed in seeds(0..30) {
        let mut random = Random::new(seed);
        let (states, inputs) = (20 + random.below(40), 2 + random.below(4));
        let mut oracle = limited(&mut random, (states, inputs, 2));
        oracle.allowed = usize::MAX;
        let mut learner = Lsharp::new(0);
        learner.small_tree = 100;
        let machine = oracle.machine.clone();
        let mut last = Word::new();
        loop {
            let hypothesis = learner.hypothesis(&mut oracle).unwrap();
            assert_eq!(hypothesis.disagreement_on(oracle.observed(), &last), None, "what is new was not heeded");
            let Some(word) = separating_word(&hypothesis.machine, &machine) else { break };
            // The counterexample is hidden in a word that runs on.
            last = [word, random_word(&mut random, inputs, 30)].concat();
            oracle.observe(&last);
        }
    }
}
