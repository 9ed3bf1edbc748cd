//! How many words it takes to learn and to test with bound 2.

#[path = "../../../../zoo/word_counts.rs"]
mod word_counts;

use std::collections::BTreeSet;

use crate::common::{FAMILIES, Random, Size, finals, learned_correctly, learner, live_hypothesis, zoo};
use typestar_learn::{DistinguisherBound, MealyHypothesis};
use typestar_model::{InputId, Mealy, Word, distinguisher_bound, minimise};
use word_counts::WORD_COUNTS;

/// The bound that all of these use.
const BOUND: usize = 2;

fn executed(what: &str, machine: &Mealy, tester: DistinguisherBound) -> u64 {
    let mut tester = tester;
    learned_correctly(what, machine, finals(machine), &mut *learner("lsharp", 6), &mut tester).executed() as u64
}

#[test]
fn published_classes_take_exactly_the_words_of_the_table() {
    for (name, _, words, ..) in WORD_COUNTS {
        assert_eq!(executed(name, &zoo(name), DistinguisherBound::new(BOUND, 6)), words, "{name}");
    }
}

#[test]
fn published_classes_take_exactly_the_words_of_the_table_where_quiet_is_stable() {
    for (name, _, _, words, ..) in WORD_COUNTS {
        let tester = DistinguisherBound::new(BOUND, 6).assume_quiet_is_stable();
        assert_eq!(executed(name, &zoo(name), tester), words, "{name}");
    }
}

/// The leaves of the tree of all words `access(q) . i . w` with two inputs in `w`, cut at errors: what the paper's
/// algorithm would execute if it never ran a prefix on its own.
fn leaves(truth: &MealyHypothesis) -> usize {
    let inputs: Vec<InputId> = truth.machine.inputs().ids().collect();
    let mut words: BTreeSet<Word> = BTreeSet::new();
    for access in &truth.access {
        let mut open = vec![access.clone()];
        for _ in 0..=BOUND {
            let longer = open.iter().flat_map(|word| inputs.iter().map(|&input| [&word[..], &[input]].concat()));
            let (ended, going) = longer.partition(|word| truth.is_sink(truth.state_after(word)));
            words.extend::<Vec<Word>>(ended);
            open = going;
        }
        words.extend(open);
    }
    let is_prefix = |(word, next): (&Word, Option<&Word>)| next.is_some_and(|next| next.starts_with(word));
    let after = words.iter().skip(1).map(Some).chain([None]);
    words.iter().zip(after).filter(|&pair| !is_prefix(pair)).count()
}

/// Random machines with absorbing errors whose states differ within the bound.
fn machines_with_errors(count: usize) -> impl Iterator<Item = (String, Mealy)> {
    let seeds = (0..).flat_map(|seed| FAMILIES.map(|(name, family)| (name, family, seed)));
    let machines = seeds.map(|(name, family, seed)| {
        let random = &mut Random::new(seed);
        let most = *random.pick(&[
            Size { states: 6, inputs: 4 },
            Size { states: 12, inputs: 8 },
            Size { states: 25, inputs: 6 },
        ]);
        (format!("{name} {seed}"), minimise(&family(random, most)))
    });
    let wanted = |machine: &Mealy| machine.error_sink().is_some() && distinguisher_bound(machine) <= BOUND;
    machines.filter(move |(_, machine)| wanted(machine)).take(count)
}

#[test]
fn random_machines_take_at_most_a_tenth_more_words_than_the_tree_has_leaves() {
    let mut worst = (0.0, String::new());
    for (what, machine) in machines_with_errors(500) {
        let leaves = leaves(&live_hypothesis(&machine, finals(&machine)));
        let executed = executed(&what, &machine, DistinguisherBound::new(BOUND, 6));
        let (words, most) = (executed as f64, 1.1 * leaves as f64 + 2.0);
        assert!(words <= most, "{what} took {executed} words, the tree has {leaves} leaves");
        if words / most > worst.0 {
            worst = (words / most, format!("{what} took {executed} words, the tree has {leaves} leaves"));
        }
    }
    eprintln!("nearest to what is allowed: {}", worst.1);
}
