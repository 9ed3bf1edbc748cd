//! Identifiers tell states apart, and do so in common where that is promised.

use crate::common::{FAMILIES, Random, Size, finals, live_hypothesis, seeds, zoo, zoo_names};
use typestar_learn::{Identifiers, MealyHypothesis};
use typestar_model::{InputId, StateId, minimise, separating_word_of_states};

fn hypotheses() -> Vec<(String, MealyHypothesis)> {
    let zoo = zoo_names().into_iter().map(|name| (name.clone(), zoo(&name)));
    let random = seeds(0..40).flat_map(|seed| {
        FAMILIES.map(|(name, family)| {
            let machine = minimise(&family(&mut Random::new(seed), Size { states: 12, inputs: 4 }));
            (format!("{name} {seed}"), machine)
        })
    });
    zoo.chain(random).map(|(name, machine)| (name, live_hypothesis(&machine, finals(&machine)))).collect()
}

/// Calls back with any two states that are not equivalent, the first of them no sink.
fn each_pair(hypothesis: &MealyHypothesis, mut check: impl FnMut(StateId, StateId)) {
    for p in hypothesis.live() {
        for q in hypothesis.machine.states().filter(|&q| p != q) {
            if separating_word_of_states(&hypothesis.machine, p, q).is_some() {
                check(p, q);
            }
        }
    }
}

/// The beginning of `word` that two states answer differently.
fn difference<'w>(hypothesis: &MealyHypothesis, p: StateId, q: StateId, word: &'w [InputId]) -> Option<&'w [InputId]> {
    let (left, right) = (hypothesis.machine.run_from(p, word), hypothesis.machine.run_from(q, word));
    let at = left.iter().zip(&right).position(|(a, b)| a != b)?;
    Some(&word[..=at])
}

#[test]
fn any_two_states_share_the_beginning_of_a_word_that_tells_them_apart() {
    for (name, hypothesis) in hypotheses() {
        for identifiers in [
            Identifiers::harmonised(&hypothesis, &mut || Ok(())).unwrap(),
            Identifiers::adaptive(&hypothesis, &mut || Ok(())).unwrap(),
        ] {
            each_pair(&hypothesis, |p, q| {
                let is_shared = |word: &[InputId]| {
                    hypothesis.is_sink(q) || identifiers.of(q).iter().any(|other| other.starts_with(word))
                };
                let mut telling = identifiers.of(p).iter().filter_map(|word| difference(&hypothesis, p, q, word));
                assert!(telling.any(is_shared), "{p:?} and {q:?} of {name}");
            });
        }
    }
}

#[test]
fn every_state_is_told_from_all_others_by_its_own_words() {
    for (name, hypothesis) in hypotheses() {
        for identifiers in [
            Identifiers::characterising(&hypothesis, &mut || Ok(())).unwrap(),
            Identifiers::single(&hypothesis, &mut || Ok(())).unwrap(),
        ] {
            each_pair(&hypothesis, |p, q| {
                let is_told = identifiers.of(p).iter().any(|word| difference(&hypothesis, p, q, word).is_some());
                assert!(is_told, "{p:?} and {q:?} of {name}");
            });
        }
    }
}

#[test]
fn words_end_at_final_outputs_and_none_begins_another() {
    for (name, hypothesis) in hypotheses() {
        let all = [
            Identifiers::harmonised(&hypothesis, &mut || Ok(())).unwrap(),
            Identifiers::adaptive(&hypothesis, &mut || Ok(())).unwrap(),
            Identifiers::characterising(&hypothesis, &mut || Ok(())).unwrap(),
            Identifiers::single(&hypothesis, &mut || Ok(())).unwrap(),
        ];
        for (identifiers, state) in all.iter().flat_map(|one| hypothesis.live().map(move |state| (one, state))) {
            assert!(!identifiers.of(state).is_empty(), "{state:?} of {name}");
            for (index, word) in identifiers.of(state).iter().enumerate() {
                let (_, before) = word.split_last().expect("a state is asked something");
                let reached = before.iter().fold(state, |state, &input| hypothesis.target(state, input));
                assert!(!hypothesis.is_sink(reached), "{state:?} of {name}");
                let others = identifiers.of(state).iter().enumerate().filter(|&(other, _)| other != index);
                assert!(others.into_iter().all(|(_, other)| !other.starts_with(word)), "{state:?} of {name}");
            }
        }
    }
}
