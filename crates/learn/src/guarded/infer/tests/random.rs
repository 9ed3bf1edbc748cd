//! Facts that hold for guards of every kind, tried on random ones.

use typestar_model::guarded::{Comparison, Sum};
use typestar_model::{Random, Value};

use super::classes::{flag, number};
use super::*;

const NUMBERS: [&str; 5] = ["count", "limit", "list.size", "arg1", "arg2.length"];
const FLAGS: [&str; 3] = ["closed", "sink == null", "arg2.ready"];
const TEXTS: [&str; 3] = ["NEW", "RUNNING", "DONE"];

/// The kinds of guards, from simple to complex.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Literal,
    Pair,
    Triple,
    Conjunction,
    Disjunction,
    Both,
    Plane,
}

const KINDS: [Kind; 7] = {
    use Kind::*;
    [Literal, Pair, Triple, Conjunction, Disjunction, Both, Plane]
};

/// Features as they may be before a call. `arg2.length` and `arg2.ready` are there only if there is an `arg2`.
fn features(random: &mut Random) -> Features {
    let mut known: Features = NUMBERS.iter().map(|name| ((*name).to_owned(), number(small(random)))).collect();
    known.extend(FLAGS.iter().map(|name| ((*name).to_owned(), flag(random.chance(50)))));
    known.insert("state".to_owned(), Value::Text((*random.pick(&TEXTS)).to_owned()));
    let is_null = random.once_in(6);
    known.insert("arg2 == null".to_owned(), flag(is_null));
    known.retain(|name, _| !is_null || !name.starts_with("arg2."));
    known
}

fn small(random: &mut Random) -> i64 {
    random.below(9) as i64 - 3
}

fn sum(random: &mut Random, factors: &[i64]) -> Guard {
    let mut names = NUMBERS;
    random.shuffle(&mut names);
    let terms = factors.iter().zip(names).map(|(factor, name)| (*factor, name.to_owned())).collect();
    let comparison = *random.pick(&[Comparison::AtLeast, Comparison::AtMost]);
    Guard::Sum(Sum { terms, comparison, bound: (random.below(3) as i64).into() })
}

fn literal(random: &mut Random) -> Guard {
    let guard = match random.below(4) {
        0 => Guard::Flag((*random.pick(&FLAGS)).to_owned()),
        1 => Guard::Is { feature: "state".to_owned(), text: (*random.pick(&TEXTS)).to_owned() },
        _ => return sum(random, &[1]),
    };
    if random.chance(50) { guard.negated() } else { guard }
}

fn guard(random: &mut Random, kind: Kind) -> Guard {
    let mut literals = |number: usize| (0..number).map(|_| literal(random)).collect::<Vec<_>>();
    match kind {
        Kind::Literal => literal(random),
        Kind::Pair => sum(random, &[1, -1]),
        Kind::Triple => sum(random, &[1, 1, -1]),
        Kind::Conjunction => Guard::All(literals(3)),
        Kind::Disjunction => Guard::Any(literals(3)),
        Kind::Both => Guard::All(vec![literals(1).remove(0), Guard::Any(literals(2))]),
        Kind::Plane => sum(random, &[2, -3, 1]),
    }
}

/// Calls with this guard.
fn calls(random: &mut Random, guard: &Guard, number: usize) -> Vec<Seen> {
    let call = |features: Features| (guard.holds(&features), features);
    (0..number).map(|_| call(features(random))).map(|(passes, features)| (features, passes)).collect()
}

#[test]
fn what_is_found_fits_all_rows_and_its_negation_divides_them() {
    for kind in KINDS {
        for seed in 0..6 {
            let random = &mut Random::new(seed);
            let guard = guard(random, kind);
            let seen = calls(random, &guard, 10 + 15 * seed as usize);
            for found in all(&seen, 5).unwrap() {
                assert_eq!(right(&found, &seen), seen.len(), "{found} for {guard}");
                assert_eq!(right(&found.negated(), &seen), 0, "{found} for {guard}");
            }
        }
    }
}

#[test]
fn with_enough_rows_it_is_right_about_rows_that_were_not_seen() {
    for kind in KINDS {
        let (mut right_about, mut of) = (0, 0);
        for seed in 0..6 {
            let random = &mut Random::new(100 + seed);
            let guard = guard(random, kind);
            let seen = calls(random, &guard, 600);
            let others = calls(random, &guard, 500);
            let found = best(&seen).unwrap_or_else(|problem| panic!("{problem:?} for {guard}"));
            right_about += right(&found, &others);
            of += others.len();
        }
        let share = right_about as f64 / of as f64;
        assert!(share > 0.995, "{kind:?}: {share}");
    }
}

#[test]
fn the_order_of_the_rows_does_not_matter() {
    for kind in KINDS {
        let random = &mut Random::new(7);
        let guard = guard(random, kind);
        let mut seen = calls(random, &guard, 80);
        let found = all(&seen, 5);
        seen.extend_from_within(..20);
        random.shuffle(&mut seen);
        assert_eq!(all(&seen, 5), found, "{guard}");
    }
}

#[test]
fn rows_that_contradict_each_other_are_named() {
    let random = &mut Random::new(1);
    let mut seen = calls(random, &Guard::at_least("count", 1), 30);
    let (features, passes) = seen[4].clone();
    seen.push((features, !passes));
    assert_eq!(best(&seen), Err(Unseparable::Contradiction(4, 30)));
}

#[test]
fn outcomes_by_chance_have_no_guard() {
    let random = &mut Random::new(1);
    let mut seen = calls(random, &Guard::ALWAYS, 300);
    seen.iter_mut().for_each(|(_, passes)| *passes = random.chance(50));
    assert_eq!(best(&seen), Err(Unseparable::NotFound));
}

#[test]
fn values_that_no_guard_can_speak_of_make_no_guard() {
    let place = |step: u32| Value::Returned { step, value: None };
    let seen: Vec<Seen> =
        [1, 2, 3].map(|step| (Features::from([("weight".to_owned(), place(step))]), step == 2)).to_vec();
    assert_eq!(best(&seen), Err(Unseparable::NotFound));
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let ends = [(i64::MIN, true), (-1, true), (0, false), (i64::MAX, false)];
    let row = |value| Features::from([("a".to_owned(), number(value)), ("arg1".to_owned(), number(!value))]);
    let seen = ends.map(|(value, passes)| (row(value), passes));
    let found: Vec<String> = all(&seen, 5).unwrap().iter().map(Guard::to_string).collect();
    assert_eq!(found, ["arg1 >= 0", "a <= -1"]);
}

#[test]
fn a_long_chain_of_questions_is_a_tree() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let chain = |features: &Features| {
        let is = |name: &str| features[name] == flag(true);
        is("a") || (!is("b") && (is("c") || (!is("d") && (is("e") || (!is("f") && (is("g") || !is("h")))))))
    };
    let row = |bits: usize| -> Features {
        names.iter().enumerate().map(|(place, name)| ((*name).to_owned(), flag(bits >> place & 1 == 1))).collect()
    };
    let seen: Vec<Seen> = (0..256)
        .map(row)
        .map(|features| (chain(&features), features))
        .map(|(passes, features)| (features, passes))
        .collect();
    let found = best(&seen).unwrap();
    assert_eq!(right(&found, &seen), 256, "{found}");
}
