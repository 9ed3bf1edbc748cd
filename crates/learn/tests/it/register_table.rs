//! The table of "Learning Extended Finite State Machines" (SEFM 2014): its seven systems, learned by `slstar`.

use crate::common::{RegisterTeacher, repository};
use typestar_learn::register::theory::read_theory;
use typestar_learn::register::{
    ExploreLimits, RegisterExplore, RegisterLearner, RegisterLearnerKind, Theories, explore,
};
use typestar_learn::{Learner, Outcome, Tester};
use typestar_model::register::{Domain, REJECT, RegisterAutomaton, Size, read_register_json, small};

/// What the table says of a system, and what we measure.
struct Row {
    name: &'static str,
    theory: &'static str,
    /// Locations, registers, and transitions: guards that are merged may make fewer.
    size: [usize; 3],
    tree_queries: u64,
    /// What our learner takes: transitions and tree queries.
    ours: (usize, u64),
}

const fn row(name: &'static str, theory: &'static str, size: [usize; 3], tree_queries: u64, ours: (usize, u64)) -> Row {
    Row { name, theory, size, tree_queries, ours }
}

const TABLE: [Row; 7] = [
    row("abp", "equality", [3, 0, 5], 9, (5, 5)),
    row("sequence_number", "sums(1)", [3, 1, 4], 8, (4, 4)),
    row("tcp", "sums(1)", [7, 1, 51], 187, (43, 39)),
    row("priority_queue", "order", [8, 2, 33], 113, (30, 102)),
    row("timeout", "sums(5)", [4, 1, 5], 9, (5, 5)),
    row("atm", "sums(20, 300, 1000)", [3, 1, 7], 16, (7, 7)),
    row("fibonacci", "sums(p+p)", [4, 2, 6], 19, (5, 7)),
];

/// So far each hypothesis is compared with the truth.
const MANY: ExploreLimits = ExploreLimits { depth: 6, words: 20_000 };

/// Learns a system whose language is closed under prefixes; its size, and how many tree queries it took.
fn learned(truth: &RegisterAutomaton, theory: &str) -> (Size, u64) {
    let theory = read_theory(theory, truth.signature.types[0].domain).expect("a theory");
    let theories = Theories::new(&truth.signature, vec![theory]);
    let mut learner = RegisterLearner::new(RegisterLearnerKind::Slstar, truth.signature.clone(), theories.clone())
        .with_empty_word(truth.locations[0].accepting);
    let mut tester = RegisterExplore::new(theories, MANY).knowing(truth.clone());
    let mut teacher = RegisterTeacher::new(truth.clone(), [REJECT]);
    loop {
        let hypothesis = learner.hypothesis(&mut teacher).unwrap();
        if tester.test(&mut teacher, &hypothesis).unwrap() == Outcome::Agreed {
            return (small(&hypothesis.automaton).size(), learner.tree_queries());
        }
    }
}

/// Learns the running example of the paper; the automaton as every run hands it over.
fn learned_l_seq(kind: RegisterLearnerKind) -> (RegisterAutomaton, RegisterAutomaton) {
    let text = std::fs::read_to_string(repository().join("zoo/register/l_seq.json")).unwrap();
    let truth = read_register_json(&text).unwrap();
    let theories = Theories::new(&truth.signature, vec![read_theory("sums(1)", Domain::Integer).unwrap()]);
    let mut learner = RegisterLearner::new(kind, truth.signature.clone(), theories.clone()).with_empty_word(true);
    let mut tester = RegisterExplore::new(theories, MANY).knowing(truth.clone());
    let mut teacher = RegisterTeacher::new(truth.clone(), []);
    loop {
        let hypothesis = learner.hypothesis(&mut teacher).unwrap();
        if tester.test(&mut teacher, &hypothesis).unwrap() == Outcome::Agreed {
            return (small(&hypothesis.automaton), truth);
        }
    }
}

#[test]
fn the_running_example_is_learned_with_one_register_and_fourteen_transitions() {
    for kind in [RegisterLearnerKind::Slct, RegisterLearnerKind::Sllambda, RegisterLearnerKind::Slstar] {
        let (learned, truth) = learned_l_seq(kind);
        assert_eq!(learned.size(), Size { locations: 5, registers: 1, transitions: 14 }, "{kind:?}");
        assert_eq!(learned.size(), truth.size());
        let theories = Theories::new(&truth.signature, vec![read_theory("sums(1)", Domain::Integer).unwrap()]);
        let (explored, word) = explore((&learned, &truth), &theories, &|_| false, MANY, &mut || true);
        assert_eq!(word, None, "{kind:?}");
        assert!(explored.depth >= 4, "{kind:?}: {}", explored.depth);
    }
}

#[test]
fn the_seven_systems_of_the_table_are_learned_with_its_sizes_and_no_more_tree_queries() {
    for row in TABLE {
        let text = std::fs::read_to_string(repository().join(format!("zoo/register/{}.json", row.name))).unwrap();
        let (size, tree_queries) = learned(&read_register_json(&text).unwrap(), row.theory);
        let [locations, registers, transitions] = row.size;
        assert_eq!((size.locations, size.registers), (locations, registers), "{}", row.name);
        assert_eq!((size.transitions, tree_queries), row.ours, "{}", row.name);
        assert!(size.transitions <= transitions && tree_queries <= row.tree_queries, "{}", row.name);
    }
}
