//! What is true of machines, on random ones, against slow but obvious computations.

use std::collections::BTreeSet;

use crate::common::{answers, different, machines, reachable, renumbered, similar_machines, words};
use proptest::prelude::*;
use typestar_model::{
    Comparison, ERROR, Id, Levels, Mealy, OUTSIDE, Overlap, StateId, access_words, canonical, compare,
    distinguisher_bound, minimise, named_by_access, overlap, separating_word, separating_word_of_states, with_errors,
};

/// Whether both machines answer every word alike, by walking all pairs of states. Missing answers count.
fn behave_alike(left: &Mealy, right: &Mealy) -> bool {
    let mut pairs = vec![(left.initial(), right.initial())];
    let mut next = 0;
    while let Some(&(p, q)) = pairs.get(next) {
        next += 1;
        for input in left.inputs().ids() {
            if answers(left, p, &[input]) != answers(right, q, &[input]) {
                return false;
            }
            if let (Some((_, p)), Some((_, q))) = (left.step(p, input), right.step(q, input))
                && !pairs.contains(&(p, q))
            {
                pairs.push((p, q));
            }
        }
    }
    true
}

/// The length of the shortest word that both machines know and answer differently at its end.
fn shortest_separation(left: &Mealy, right: &Mealy) -> Option<usize> {
    let longest = left.len() * right.len();
    (words(left.inputs().len(), longest).iter())
        .find(|word| {
            let (a, b) = (answers(left, left.initial(), word), answers(right, right.initial(), word));
            let is_known = |name: &Option<String>| name.as_ref().is_some_and(|name| name != OUTSIDE);
            a.iter().chain(&b).all(is_known) && a.last() != b.last()
        })
        .map(Vec::len)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(400)))]

    #[test]
    fn minimising_keeps_the_behaviour(machine in machines(8, 3)) {
        prop_assert!(behave_alike(&machine, &minimise(&machine)));
    }

    #[test]
    fn a_minimised_machine_has_only_reachable_and_different_states(machine in machines(8, 3)) {
        let small = minimise(&machine);
        prop_assert_eq!(reachable(&small).len(), small.len());
        let table = different(&small);
        for (p, row) in table.iter().enumerate() {
            prop_assert!(row[..p].iter().all(|&is_different| is_different), "{} appears twice", p);
        }
    }

    #[test]
    fn a_separating_word_separates_and_none_is_shorter((left, right) in similar_machines(3, 2)) {
        let word = separating_word(&left, &right);
        prop_assert_eq!(word.as_ref().map(Vec::len), shortest_separation(&left, &right));
        if let Some(word) = word {
            let (a, b) = (answers(&left, left.initial(), &word), answers(&right, right.initial(), &word));
            prop_assert_ne!(a.last(), b.last());
            prop_assert_eq!(&a[..a.len() - 1], &b[..b.len() - 1]);
        }
    }

    #[test]
    fn words_outside_the_purpose_separate_nothing(machine in machines(4, 2)) {
        let mut narrowed = machine.clone();
        for (from, input, _, to) in machine.edges().step_by(3) {
            narrowed.add_edge(from, machine.inputs().text(input), OUTSIDE, to);
        }
        prop_assert_eq!(compare(&machine, &narrowed), Comparison::Same);
    }

    #[test]
    fn machines_that_differ_know_something_in_common((left, right) in similar_machines(4, 3)) {
        let counted = overlap(&left, &right);
        prop_assert_eq!(counted, overlap(&right, &left));
        prop_assert!(counted.both <= counted.either);
        prop_assert!(separating_word(&left, &right).is_none() || counted.both > 0);
    }

    #[test]
    fn a_machine_knows_of_itself_every_transition_that_can_be_reached(machine in machines(5, 3)) {
        let known = canonical(&machine).edges().count();
        prop_assert_eq!(overlap(&machine, &machine), Overlap { both: known, either: known });
    }

    #[test]
    fn comparing_is_symmetric((left, right) in similar_machines(5, 3)) {
        match (compare(&left, &right), compare(&right, &left)) {
            (Comparison::Different(there), Comparison::Different(back)) => {
                prop_assert_eq!((there.word, there.left, there.right), (back.word, back.right, back.left));
            }
            (there, back) => prop_assert_eq!(there, back),
        }
    }

    #[test]
    fn a_separating_word_of_states_is_a_shortest_one(machine in machines(4, 2)) {
        let all = words(machine.inputs().len(), machine.len());
        for p in machine.states() {
            for q in machine.states() {
                let shortest = all.iter().find(|word| answers(&machine, p, word) != answers(&machine, q, word));
                let found = separating_word_of_states(&machine, p, q);
                prop_assert_eq!(found.as_ref().map(Vec::len), shortest.map(Vec::len));
                if let Some(word) = found {
                    prop_assert_ne!(answers(&machine, p, &word), answers(&machine, q, &word));
                }
            }
        }
    }

    #[test]
    fn levels_tell_states_apart_by_their_shortest_words(machine in machines(6, 3)) {
        let levels = Levels::of(&machine);
        let mut are_all_different = true;
        for (p, q) in machine.states().flat_map(|p| machine.states().map(move |q| (p, q))) {
            let shortest = separating_word_of_states(&machine, p, q);
            let length = shortest.as_ref().map(Vec::len);
            prop_assert_eq!(levels.first_difference([p, q]), length);
            prop_assert_eq!(levels.separating_word(&machine, p, q), shortest);
            prop_assert_eq!(levels.class(p) != levels.class(q), length.is_some());
            prop_assert!(length.is_none_or(|length| length <= levels.longest()));
            are_all_different &= p == q || length.is_some();
        }
        prop_assert_eq!(levels.are_all_different(), are_all_different);
    }

    #[test]
    fn canonical_numbering_does_not_depend_on_the_numbers_before(
        (machine, order) in machines(8, 3).prop_flat_map(|machine| {
            let order: Vec<usize> = (0..machine.len()).collect();
            (Just(machine), Just(order).prop_shuffle())
        })
    ) {
        let numbered = canonical(&machine);
        prop_assert_eq!(&canonical(&numbered), &numbered);
        prop_assert_eq!(&canonical(&renumbered(&machine, &order)), &numbered);
        prop_assert_eq!(minimise(&renumbered(&machine, &order)).len(), minimise(&machine).len());
        prop_assert!(behave_alike(&machine, &numbered));
    }

    #[test]
    fn canonical_states_are_in_the_order_of_their_access_words(machine in machines(8, 3)) {
        let accesses = access_words(&canonical(&machine));
        let key = |word: &Option<Vec<_>>| word.as_ref().map(|word: &Vec<_>| (word.len(), word.clone())).unwrap();
        prop_assert!(accesses.windows(2).all(|pair| key(&pair[0]) < key(&pair[1])));
    }

    #[test]
    fn the_distinguisher_bound_is_the_longest_shortest_difference(machine in machines(5, 2)) {
        let all = words(machine.inputs().len(), machine.len());
        let states = reachable(&machine);
        let pairs = states.iter().flat_map(|&p| states.iter().map(move |&q| (p, q)));
        let bound = pairs
            .filter_map(|(p, q)| all.iter().find(|word| answers(&machine, p, word) != answers(&machine, q, word)))
            .map(Vec::len)
            .max();
        prop_assert_eq!(distinguisher_bound(&machine), bound.unwrap_or(0));
    }

    #[test]
    fn after_a_declared_error_everything_is_error(machine in machines(5, 2)) {
        let errors = ["onDone".to_owned(), ERROR.to_owned()];
        let changed = with_errors(&machine, &errors);
        for word in words(machine.inputs().len(), 6) {
            let mut failed = false;
            let expected: Vec<Option<String>> = (answers(&machine, machine.initial(), &word).into_iter())
                .map(|answer| {
                    failed |= answer.as_ref().is_some_and(|name| errors.contains(name));
                    if failed { Some(ERROR.to_owned()) } else { answer }
                })
                .collect();
            prop_assert_eq!(answers(&changed, changed.initial(), &word), expected);
        }
    }

    #[test]
    fn states_named_by_access_have_different_names(machine in machines(8, 6)) {
        let named = named_by_access(&machine);
        let names: BTreeSet<&str> = named.states().map(|state| named.name(state)).collect();
        prop_assert_eq!(names.len(), named.len());
        prop_assert_eq!(named.edges().collect::<Vec<_>>(), machine.edges().collect::<Vec<_>>());
    }

    #[test]
    fn access_words_lead_to_their_states_and_none_is_shorter(machine in machines(5, 2)) {
        let all = words(machine.inputs().len(), machine.len());
        for (state, access) in machine.states().zip(access_words(&machine)) {
            let shortest = all.iter().find(|word| machine.state_after(word) == Some(state));
            prop_assert_eq!(access.as_ref(), shortest);
        }
    }
}

#[test]
fn machines_with_other_inputs_are_not_compared_word_by_word() {
    let one = |input: &str| {
        let mut machine = Mealy::new([input, "shared"].iter().collect());
        let state = machine.add_state("s");
        machine.add_edge(state, input, "ok", state);
        machine
    };
    let comparison = compare(&one("left"), &one("right"));
    let (only_left, only_right) = (vec!["left".to_owned()], vec!["right".to_owned()]);
    assert_eq!(comparison, Comparison::DifferentInputs { only_left, only_right });
}

#[test]
fn a_state_name_is_not_taken_twice_by_a_number_at_its_end() {
    let mut machine = Mealy::new(["start", "start2"].iter().collect());
    let states: Vec<StateId> = (0..4).map(|_| machine.add_state("")).collect();
    machine.add_edge(states[0], "start", "ok", states[1]);
    machine.add_edge(states[0], "start2", "ok", states[2]);
    machine.add_edge(states[1], "start", "ok", states[3]);
    let named = named_by_access(&machine);
    let names: Vec<&str> = named.states().map(|state| named.name(state)).collect();
    assert_eq!(names, ["Start", "start", "start2", "start3"]);
    assert_eq!(named.initial(), StateId::new(0));
}
