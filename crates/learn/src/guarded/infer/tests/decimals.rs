//! Guards over numbers with fractions.

use typestar_model::guarded::{Comparison, Number, Sum};
use typestar_model::{Random, Value};

use super::*;

/// Features of calls, as JSON has them.
fn row(pairs: &[(&str, &str)]) -> Features {
    pairs.iter().map(|(name, text)| ((*name).to_owned(), Value::read(text).unwrap())).collect()
}

/// The simplest guard for numbers of one argument.
fn of_numbers(seen: &[(&str, bool)]) -> String {
    let seen: Vec<Seen> = seen.iter().map(|(text, passes)| (row(&[("arg1", text)]), *passes)).collect();
    best(&seen).unwrap().to_string()
}

#[test]
fn a_border_is_the_shortest_number_between_its_neighbours() {
    assert_eq!(of_numbers(&[("0.0", false), ("5e-324", true), ("1.0", true)]), "arg1 > 0");
    assert_eq!(of_numbers(&[("0.29999999999999993", false), ("0.3", true)]), "arg1 >= 0.3");
    assert_eq!(of_numbers(&[("0.3", false), ("0.30000000000000004", true)]), "arg1 > 0.3");
    assert_eq!(of_numbers(&[("-7.5", true), ("10.5", true), ("10.6", false)]), "arg1 <= 10.5");
    assert_eq!(of_numbers(&[("99.9", true), ("100.0", false)]), "arg1 < 100");
}

#[test]
fn a_short_float_is_found_between_two_that_are_next_to_each_other() {
    assert_eq!(of_numbers(&[("0.29999998211860657", false), ("0.30000001192092896", true)]), "arg1 >= 0.3");
}

#[test]
fn only_one_number_may_pass_or_fail() {
    assert_eq!(of_numbers(&[("0.5", false), ("1.5", true), ("2.5", false)]), "arg1 == 1.5");
    assert_eq!(of_numbers(&[("0.5", true), ("1.5", false), ("2.5", true)]), "arg1 != 1.5");
}

#[test]
fn two_numbers_with_fractions_are_compared_exactly() {
    let pairs = [("0.0", "0.0"), ("10.5", "10.5"), ("10.500000000000002", "10.5"), ("0.1", "7.0"), ("7.0", "0.1")];
    let pairs = pairs.into_iter().chain([("0.30000000000000004", "0.3"), ("0.3", "0.3"), ("1e300", "5.0")]);
    let seen: Vec<Seen> = pairs
        .map(|(arg1, balance)| {
            let is_enough = arg1.parse::<f64>().unwrap() <= balance.parse::<f64>().unwrap();
            (row(&[("arg1", arg1), ("balance", balance)]), is_enough)
        })
        .collect();
    assert_eq!(best(&seen).unwrap().to_string(), "balance >= arg1");
}

#[test]
fn infinity_is_beyond_all_numbers_and_what_is_no_number_meets_no_comparison() {
    let infinite = [("\"Infinity\"", true), ("\"-Infinity\"", false), ("0.0", false), ("5e-324", true)];
    assert_eq!(of_numbers(&infinite), "arg1 > 0");
    let refused_below = [("\"NaN\"", true), ("0.0", true), ("-5e-324", false), ("\"-Infinity\"", false), ("3.5", true)];
    assert_eq!(of_numbers(&refused_below), "!(arg1 < 0)");
}

#[test]
fn whole_numbers_stay_whole() {
    assert_eq!(of_numbers(&[("0", false), ("9", true)]), "arg1 >= 1");
}

/// A number with one or two digits behind the point.
fn random_number(random: &mut Random) -> Value {
    Value::read(&format!("{:?}", (random.below(160) as f64 - 60.0) / *random.pick(&[1.0, 4.0, 10.0]))).unwrap()
}

fn random_features(random: &mut Random) -> Features {
    let mut known = Features::new();
    for name in ["rate", "balance", "arg1"] {
        known.insert(name.to_owned(), random_number(random));
    }
    known.insert("count".to_owned(), Value::Integer(random.below(9) as i64 - 3));
    known
}

fn random_guard(random: &mut Random) -> Guard {
    let mut names = ["rate", "balance", "arg1", "count"];
    random.shuffle(&mut names);
    let factors: &[i64] = random.pick::<&[i64]>(&[&[1], &[1], &[1, -1], &[1, 1]]);
    let terms = factors.iter().zip(names).map(|(factor, name)| (*factor, name.to_owned())).collect();
    let comparison = *random.pick(&[Comparison::AtLeast, Comparison::AtMost, Comparison::Above, Comparison::Below]);
    let bound = Number::of((random.below(60) as f64 - 20.0) / *random.pick(&[1.0, 2.0, 10.0])).unwrap();
    Guard::Sum(Sum { terms, comparison, bound })
}

#[test]
fn random_guards_over_fractions_are_found_from_random_calls() {
    for seed in 0..24 {
        let random = &mut Random::new(seed);
        let guard = random_guard(random);
        let calls = |random: &mut Random, number: usize| -> Vec<Seen> {
            let seen = (0..number).map(|_| random_features(random));
            seen.map(|features| (guard.holds(&features), features)).map(|(passes, known)| (known, passes)).collect()
        };
        let (seen, others) = (calls(random, 400), calls(random, 400));
        let found = best(&seen).unwrap_or_else(|problem| panic!("{problem:?} for {guard}"));
        assert_eq!(right(&found, &seen), seen.len(), "{found} for {guard}");
        assert!(right(&found, &others) >= 392, "{found} for {guard}");
    }
}
