//! Sums at the ends of types, and of features that not every call has.

use typestar_model::Value;

use super::classes::number;
use super::*;

fn seen(numbers: &[(&str, i64)], passes: bool) -> Seen {
    (numbers.iter().map(|(name, value)| ((*name).to_owned(), number(*value))).collect(), passes)
}

const MOST: i64 = i32::MAX as i64;

#[test]
fn a_sum_of_32_bits_that_overflows_is_small_again() {
    let numbers = [-5, -1, 0, 1, 2, 8, 15, 16, 17, 100, MOST - 1, MOST];
    let pairs = numbers.into_iter().flat_map(|offset| numbers.map(|length| (offset, length)));
    let passes =
        |offset: i64, length: i64| offset >= 0 && length >= 0 && (offset as i32).wrapping_add(length as i32) <= 16;
    let calls: Vec<Seen> =
        pairs.map(|(offset, length)| seen(&[("arg1", offset), ("arg2", length)], passes(offset, length))).collect();
    let guard = best(&calls).unwrap().to_string();
    assert_eq!(guard, "arg1 >= 0 && arg2 >= 0 && (arg1 + arg2 <= 16 || arg1 + arg2 >= 2147483648)");
}

#[test]
fn a_range_that_overflows_is_compared_with_a_length() {
    let numbers = [-1, 0, 1, 2, 3, MOST - 1, MOST];
    let mut calls = Vec::new();
    for length in [0, 1, 2] {
        for (from, count) in numbers.into_iter().flat_map(|from| numbers.map(|count| (from, count))) {
            let passes = from >= 0 && count >= 0 && (from as i32).wrapping_add(count as i32) <= length as i32;
            calls.push(seen(&[("arg1.length", length), ("arg2", from), ("arg3", count)], passes));
        }
    }
    let guard = best(&calls).unwrap().to_string();
    assert_eq!(guard, "arg2 >= 0 && arg3 >= 0 && (arg2 + arg3 <= arg1.length || arg2 + arg3 >= 2147483648)");
}

#[test]
fn a_sum_that_no_call_overflows_is_a_plain_one() {
    let numbers = [-1, 0, 1, 8, 16, 17, 100, MOST];
    let pairs = numbers.into_iter().flat_map(|one| numbers.map(|other| (one, other)));
    let calls: Vec<Seen> =
        pairs.map(|(one, other)| seen(&[("arg1", one), ("arg2", other)], one + other <= 16)).collect();
    assert_eq!(best(&calls).unwrap().to_string(), "arg1 + arg2 <= 16");
}

#[test]
fn a_total_of_64_bits_stays_within_them() {
    let numbers = [0, 1, 2, -1, -2, 100, -100, i64::MAX, i64::MAX - 1, i64::MIN, i64::MIN + 1, 1 << 62, -(1 << 62)];
    let pairs = numbers.into_iter().flat_map(|total| numbers.map(|distance| (total, distance)));
    let row = |(total, distance): (i64, i64)| {
        seen(&[("total", total), ("arg1", distance)], total.checked_add(distance).is_some())
    };
    let guard = best(&pairs.map(row).collect::<Vec<_>>()).unwrap().to_string();
    assert_eq!(guard, "arg1 + total >= -9223372036854775808 && arg1 + total <= 9223372036854775807");
}

#[test]
fn of_large_numbers_the_end_of_a_type_is_the_simplest() {
    let calls: Vec<Seen> = [(1, true), (40_000, true), (90_000, false), (MOST, false)]
        .map(|(port, passes)| seen(&[("arg1", port)], passes))
        .to_vec();
    assert_eq!(best(&calls).unwrap().to_string(), "arg1 <= 65535");
}

#[test]
fn objects_of_two_kinds_have_different_features() {
    let mut calls: Vec<Seen> = (-2..4).map(|radius| seen(&[("arg1.radius", radius)], radius >= 1)).collect();
    for (width, height) in (-1..3).flat_map(|width| (-1..3).map(move |height| (width, height))) {
        calls.push(seen(&[("arg1.width", width), ("arg1.height", height)], width == height));
    }
    for (features, _) in &mut calls {
        features.insert("arg1 == null".to_owned(), Value::Boolean(false));
    }
    calls.push((Features::from([("arg1 == null".to_owned(), Value::Boolean(true))]), false));
    let guard = best(&calls).unwrap().to_string();
    assert_eq!(guard, "arg1 != null && (arg1.radius >= 1 || arg1.height == arg1.width)");
    let kinds = calls.into_iter().map(|(mut features, passes)| {
        let kind = if features.contains_key("arg1.radius") { "Circle" } else { "Box" };
        let is_there = features.len() > 1;
        features.extend(is_there.then(|| ("arg1.class".to_owned(), Value::Text(kind.to_owned()))));
        (features, passes)
    });
    let kinds: Vec<Seen> = kinds.collect();
    assert_eq!(right(&best(&kinds).unwrap(), &kinds), kinds.len());
}

#[test]
fn two_counts_that_share_one_number_have_no_guard() {
    // A phase above bit 16 and a party below it, of which calls need one.
    let state = |phase: i64, party: i64| seen(&[("state", (phase << 16) + party)], party > 0);
    let calls: Vec<Seen> = (0..12).flat_map(|phase| [state(phase, 0), state(phase, 1), state(phase, 5)]).collect();
    assert_eq!(best(&calls), Err(Unseparable::NotFound));
}

#[test]
fn a_large_number_with_a_name_is_a_guard() {
    let magic = |number: i64, count: i64, passes| seen(&[("magic", number), ("count", count)], passes);
    let calls: Vec<Seen> = (0..20)
        .flat_map(|count| [magic(70_000, count, true), magic(80_000, count, false), magic(0, count, false)])
        .collect();
    assert_eq!(best(&calls).unwrap().to_string(), "magic == 70000");
}

#[test]
fn one_of_two_numbers_is_0_or_the_others_are_in_order() {
    let calls: Vec<Seen> = [0, 1, 5]
        .into_iter()
        .flat_map(|count| {
            let ranges = [(0, 0), (3, 1), (1, 3), (-2, 7), (7, -2), (4, 4), (9, 8)];
            ranges.map(|(least, most)| {
                let passes = count == 0 || least <= most;
                seen(&[("arg1", count), ("arg2", least), ("arg3", most)], passes)
            })
        })
        .collect();
    let guard = best(&calls).unwrap().to_string();
    assert_eq!(guard, "arg1 <= 0 || arg2 <= arg3");
}
