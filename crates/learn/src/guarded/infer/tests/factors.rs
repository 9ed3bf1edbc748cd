//! Sums with small factors.

use typestar_model::Value;

use super::*;

/// Calls with these two numbers, which pass if `is_allowed` says so.
fn calls(one: &str, other: &str, pairs: &[(i64, i64)], is_allowed: impl Fn(i64, i64) -> bool) -> Vec<Seen> {
    let row = |&(left, right): &(i64, i64)| {
        let features = [(one, left), (other, right)].map(|(name, number)| (name.to_owned(), Value::Integer(number)));
        (Features::from(features), is_allowed(left, right))
    };
    pairs.iter().map(row).collect()
}

#[test]
fn a_factor_is_simpler_than_several_thresholds() {
    let pairs = [(0, 0), (1, 0), (1, 1), (0, 1), (1, 2), (2, 2), (2, 4), (2, 10), (6, 10), (5, 10), (3, 5), (2, 3)];
    let seen = calls("balance", "limit", &pairs, |balance, limit| 2 * balance > limit);
    assert_eq!(best(&seen).unwrap().to_string(), "2 * balance - limit >= 1");
}

#[test]
fn a_tenth_is_found_as_well() {
    let pairs = [(0, 0), (10, 1), (9, 1), (11, 1), (30, 3), (31, 3), (100, 10), (90, 10), (101, 10), (5, 0), (500, 49)];
    let seen = calls("used", "slots", &pairs, |used, slots| used <= 10 * slots);
    assert_eq!(best(&seen).unwrap().to_string(), "used <= 10 * slots");
}
