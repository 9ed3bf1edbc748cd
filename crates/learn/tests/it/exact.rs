//! Every learner learns every machine with a tester that knows the truth.

use crate::common::{FAMILIES, LEARNERS, Random, Size, finals, learned_correctly, learner, seeds};
use typestar_learn::Exact;

/// How many machines of each family; there are ten families.
const MACHINES: u64 = 200;

fn learn_family(index: usize) {
    let (name, family) = FAMILIES[index];
    for seed in seeds(0..MACHINES) {
        let random = &mut Random::new(seed + 1000 * index as u64);
        let machine = family(random, Size { states: 40, inputs: 8 });
        for learner_name in LEARNERS {
            let what = format!("{name} {seed} with {learner_name}");
            let run_on = *random.pick(&[0, 6]);
            for finals in [finals(&machine), &[]] {
                let mut exact = Exact::new(machine.clone());
                learned_correctly(&what, &machine, finals, &mut *learner(learner_name, run_on), &mut exact);
                if finals.is_empty() {
                    break;
                }
            }
        }
    }
}

macro_rules! families {
    ($($name:ident $index:expr;)*) => {
        $(#[test] fn $name() { learn_family($index); })*
        #[test]
        fn every_family_has_a_test() {
            assert_eq!([$($index),*], std::array::from_fn::<usize, { FAMILIES.len() }, _>(|index| index));
        }
    };
}

families! {
    uniform_machines_are_learned 0;
    machines_with_errors_are_learned 1;
    machines_with_callbacks_are_learned 2;
    locks_are_learned 3;
    counters_are_learned 4;
    machines_with_two_outputs_are_learned 5;
    permutations_are_learned 6;
    machines_with_many_self_loops_are_learned 7;
    machines_with_nearly_equal_states_are_learned 8;
    mutants_of_the_zoo_are_learned 9;
}
