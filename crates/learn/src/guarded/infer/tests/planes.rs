//! Sums of three features with factors, behind conditions on signs.

use typestar_model::guarded::Features;
use typestar_model::{Random, Value};

use super::{Seen, best};

/// Numbers that are tried whatever the border is.
const USUAL: [i64; 4] = [i32::MAX as i64, i32::MIN as i64, 1_000, 0];

/// Calls that lift so much more, near the border and far from it.
fn lifted(random: &mut Random, rows: usize, passes: fn([i64; 4]) -> bool, border: fn([i64; 3]) -> i64) -> Vec<Seen> {
    let row = |_| {
        let ballast = *random.pick(&[0, 1, 2, 5, 10, 50, 100, 500, 999, 1000, 37, 411]);
        let load = *random.pick(&[0, 0, 0, 1, 2, 3, 10, 25, 50, 300]);
        let reach = *random.pick(&[1, 1, 2, 0, -1, 5, 40]);
        let near = border([ballast, load, reach]) + random.between(0, 4) as i64 - 2;
        let arg1 = if random.once_in(3) { *random.pick(&USUAL) } else { near };
        let numbers = [("arg1", arg1), ("arg2", reach), ("load", load), ("ballast", ballast)];
        let features: Features = numbers.map(|(name, number)| (name.to_owned(), Value::Integer(number))).into();
        (features, passes([arg1, reach, load, ballast]))
    };
    (0..rows).map(row).collect()
}

#[test]
fn a_sum_of_three_with_a_factor_is_found_behind_a_sign() {
    for rows in [200, 400, 800] {
        let passes = |[arg1, _, load, ballast]: [i64; 4]| arg1 >= 0 && load + 3 * arg1 <= ballast;
        let seen = lifted(&mut Random::new(rows), rows as usize, passes, |[ballast, load, _]| (ballast - load) / 3);
        assert_eq!(best(&seen).unwrap().to_string(), "arg1 >= 0 && 3 * arg1 + load <= ballast", "{rows}");
    }
}

#[test]
fn a_sum_of_three_with_a_factor_is_found_behind_three_signs() {
    for rows in [400, 800] {
        let passes = |[arg1, reach, load, ballast]: [i64; 4]| {
            arg1 >= 1 && reach >= 1 && load == 0 && 2 * arg1 + reach <= ballast + 50
        };
        let border = |[ballast, _, reach]: [i64; 3]| (ballast + 50 - reach) / 2;
        let seen = lifted(&mut Random::new(rows), rows as usize, passes, border);
        let guard = best(&seen).unwrap().to_string();
        let mut parts: Vec<&str> = guard.split(" && ").collect();
        parts.sort_unstable();
        assert_eq!(parts, ["2 * arg1 + arg2 - ballast <= 50", "arg1 >= 1", "arg2 >= 1", "load <= 0"], "{rows}");
    }
}
