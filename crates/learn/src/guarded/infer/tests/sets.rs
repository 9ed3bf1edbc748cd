//! Sets: a feature is one of several numbers or texts.

use typestar_model::Value;

use super::classes::{flag, number};
use super::*;

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn seen(features: &[(&str, Value)], passes: bool) -> Seen {
    (features.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(), passes)
}

/// Calls with each of these codes, on objects that were called so often.
fn with_codes(codes: &[i64], is_known: impl Fn(i64) -> bool) -> Vec<Seen> {
    let row = |(times, &code): (usize, &i64)| {
        seen(&[("arg1", number(code)), ("executed", number((times * times) as i64 % 5))], is_known(code))
    };
    codes.iter().enumerate().map(row).collect()
}

#[test]
fn the_keys_of_a_switch_over_numbers_are_a_set() {
    let codes = [0, 1, -1, 7, 6, 8, 42, 41, 43, 300, 299, 301, 70_000, 69_999, 70_001, 100, 5_000, 1 << 30];
    let calls = with_codes(&codes, |code| [7, 42, 300, 70_000].contains(&code));
    assert_eq!(best(&calls).unwrap().to_string(), "arg1 == 7 || arg1 == 42 || arg1 == 300 || arg1 == 70000");
    let others = with_codes(&codes, |code| ![7, 42, 300].contains(&code));
    assert_eq!(best(&others).unwrap().to_string(), "arg1 != 7 && arg1 != 42 && arg1 != 300");
}

#[test]
fn one_key_of_a_switch_over_texts_needs_more() {
    let mut calls = Vec::new();
    for is_started in [false, true] {
        for command in ["start", "status", "stop", "", "a", "Start", "stopp", "tart"] {
            let passes = matches!(command, "start" | "status") || command == "stop" && is_started;
            let null = ("arg1 == null", flag(false));
            calls.push(seen(&[("arg1", text(command)), null, ("isStarted", flag(is_started))], passes));
        }
        calls.push(seen(&[("arg1 == null", flag(true)), ("isStarted", flag(is_started))], false));
    }
    let guard = best(&calls).unwrap();
    assert_eq!(right(&guard, &calls), calls.len());
    assert_eq!(guard.to_string(), "arg1 == \"start\" || arg1 == \"status\" || (isStarted && arg1 == \"stop\")");
}

#[test]
fn what_only_lists_the_rows_is_no_set() {
    let long = with_codes(&(0..60).collect::<Vec<_>>(), |code| code % 3 == 0);
    assert_eq!(best(&long), Err(Unseparable::NotFound), "a set of twenty lists what was seen");
}

#[test]
fn a_set_of_states_was_seen_with_other_fields() {
    let calls: Vec<Seen> = (0..40)
        .map(|row| {
            let state = row % 8;
            seen(&[("state", number(state)), ("calls", number(row / 8))], [1, 3, 4, 6].contains(&state))
        })
        .collect();
    assert_eq!(best(&calls).unwrap().to_string(), "state == 1 || state == 3 || state == 4 || state == 6");
}
