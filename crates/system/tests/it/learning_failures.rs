//! Machines that hang and crash are learned like others: both end a word and lead to the one sink of errors.

use crate::learning::{Random, case, knowing, learned_with};
use typestar_model::{
    CRASH, Comparison, ERROR, HANG, Mealy, StateId, compare, interface_automaton, minimise, read_dot, read_json,
    write_dot, write_json,
};
use typestar_query::{Case, LearnerKind};
use typestar_system::Simulated;

const LEARNERS: [LearnerKind; 5] =
    [LearnerKind::Lsharp, LearnerKind::Lstar, LearnerKind::Kv, LearnerKind::Ttt, LearnerKind::Adt];
const TESTERS: [&str; 5] = ["exact", "distinguisher-bound(3)", "hsi(1)", "h(1)", "auto(1)"];

/// A machine in which a third of the steps ends in an error, a hang or a crash.
fn random_machine(random: &mut Random) -> Mealy {
    let (states, inputs) = (random.between(2, 8), random.between(2, 4));
    let names = ["wait", "a", "b", "c"];
    let mut machine = Mealy::new(names[..inputs].iter().collect());
    let states: Vec<StateId> = (0..states).map(|state| machine.add_state(&format!("q{state}"))).collect();
    let sink = machine.add_state("sink");
    for &name in &names[..inputs] {
        machine.add_edge(sink, name, ERROR, sink);
        for &state in &states {
            let ends = random.once_in(3);
            let output = if ends { [ERROR, HANG, CRASH][random.below(3)] } else { ["ok", "onDone"][random.below(2)] };
            machine.add_edge(state, name, output, if ends { sink } else { states[random.below(states.len())] });
        }
    }
    minimise(&machine)
}

fn learned(case: &Case, truth: &Mealy) -> Mealy {
    let mut system = Simulated::new("random", truth, &case.outputs.errors);
    let options = knowing(system.machine());
    let finished = learned_with(case, &mut system, &options);
    assert_eq!(finished.stop, None);
    finished.learned.machine
}

#[test]
fn every_learner_and_tester_learns_hangs_and_crashes() {
    let mut random = Random::new(5);
    for round in 0..60 {
        let truth = random_machine(&mut random);
        // Errors of a machine are final if its user says so; hangs and crashes always are.
        let mut case = if round % 2 == 0 { case("random") } else { Case::of_model("random".as_ref()) };
        case.learning.learner = Some(LEARNERS[round % 5]);
        case.learning.tester = Some(TESTERS[round / 5 % 5].parse().unwrap());
        let machine = learned(&case, &truth);
        assert_eq!(compare(&machine, &truth), Comparison::Same, "round {round}");
        assert_eq!(machine.len(), truth.len(), "round {round}: one sink for all that goes wrong");
    }
}

#[test]
fn what_a_machine_says_behind_a_hang_is_never_asked() {
    let machine =
        r#"digraph { s -> t [label="a/hang"]; t -> s [label="a/ok"]; s -> s [label="b/ok"]; t -> t [label="b/ok"]; }"#;
    let learned = learned(&Case::of_model("m".as_ref()), &read_dot(machine).unwrap());
    let truth = r#"digraph { s -> e [label="a/hang"]; s -> s [label="b/ok"]; e -> e [label="a/error"]; e -> e [label="b/error"]; }"#;
    assert_eq!(compare(&learned, &read_dot(truth).unwrap()), Comparison::Same);
    assert_eq!((learned.len(), learned.live_states()), (2, 1));
}

#[test]
fn a_hang_is_a_difference_and_survives_every_format() {
    let edge = |output: &str| {
        let text = format!(
            "digraph {{ s -> e [label=\"stop/{output}\"]; s -> s [label=\"wait/quiet\"]; \
             e -> e [label=\"stop/error\"]; e -> e [label=\"wait/error\"]; }}"
        );
        read_dot(&text).unwrap()
    };
    let hangs = edge(HANG);
    let Comparison::Different(difference) = compare(&hangs, &edge(CRASH)) else { panic!("they differ") };
    assert_eq!((difference.left, difference.right), (vec![HANG.to_owned()], vec![CRASH.to_owned()]));
    assert_eq!(compare(&read_dot(&write_dot(&hangs, "m")).unwrap(), &hangs), Comparison::Same);
    let learned = typestar_model::Learned::imported("m", hangs);
    assert!(write_json(&learned).contains(r#"{"name":"hang","kind":"hang"}"#));
    assert_eq!(read_json(&write_json(&learned)).unwrap(), learned);
    assert_eq!(interface_automaton(&learned.machine).states().len(), 1, "nobody may call what hangs");
}
