//! Every machine of the zoo is learned by every learner with every tester.

use crate::common::{LEARNERS, finals, learned_correctly, learner, zoo, zoo_names};
use typestar_learn::{DistinguisherBound, Exact, MealyHypothesis, StateBound, Tester};

fn learn_the_zoo(tester: impl Fn(&typestar_model::Mealy) -> Box<dyn Tester<MealyHypothesis>>) {
    for name in zoo_names() {
        let machine = zoo(&name);
        for learner_name in LEARNERS {
            let mut tester = tester(&machine);
            learned_correctly(&name, &machine, finals(&machine), &mut *learner(learner_name, 6), &mut *tester);
        }
    }
}

#[test]
fn the_zoo_is_learned_with_the_exact_tester() {
    learn_the_zoo(|machine| Box::new(Exact::new(machine.clone())));
}

#[test]
fn the_zoo_is_learned_with_a_distinguisher_bound_of_2() {
    learn_the_zoo(|_| Box::new(DistinguisherBound::new(2, 6)));
}

#[test]
fn the_zoo_is_learned_where_the_number_of_states_is_known() {
    learn_the_zoo(|machine| Box::new(StateBound::new(machine.live_states())));
}
