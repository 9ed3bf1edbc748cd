//! Values that often mean something to a component, and pairs of values that another comparison takes for one.
//!
//! No theory tells `v1` from `V1`, nor 0 from 101 unless somebody declares it. Components do: zero means "at once", a
//! negative number is an error, a number of 16 bits wraps, a dictionary of headers does not care about case. So each of these
//! values is tried where a value matters, and each pair where two values are compared. What is not allowed, by the case or by
//! what the host can carry, is not tried.

use typestar_learn::register::theory::Allowed;
use typestar_model::register::Domain;
use typestar_model::{Decimal, Value};

/// Why two values may be one, or a value may be a case of its own: what a finding says of it.
pub(super) type Reason = &'static str;

/// Values that are tried in the place of others.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Special {
    /// In the place of one value.
    One(Value),
    /// In the place of two different ones, the later one first.
    Pair(Value, Value, Reason),
}

impl Special {
    pub(super) fn values(&self) -> Vec<&Value> {
        match self {
            Self::One(value) => vec![value],
            Self::Pair(later, earlier, _) => vec![later, earlier],
        }
    }
}

/// The special values of a type, those first that matter most often. `constants` are those of the case, of all types.
pub(super) fn special_values(allowed: &Allowed, constants: &[Value]) -> Vec<Value> {
    let mut values: Vec<Value> = match allowed.domain {
        Domain::Integer => INTEGERS.iter().copied().map(Value::Integer).collect(),
        Domain::Decimal => DECIMALS.iter().filter_map(|&number| decimal(number)).collect(),
        Domain::Text => texts(),
    };
    let around = constants.iter().filter(|value| allowed.domain.holds(value)).flat_map(beside);
    values.extend(around);
    values.extend(allowed.values.iter().flatten().cloned());
    values.extend(allowed.min.iter().chain(&allowed.max).flat_map(beside));
    let mut different = Vec::new();
    for value in values.into_iter().filter(|value| allowed.holds(value)) {
        if !different.contains(&value) {
            different.push(value);
        }
    }
    different
}

/// The pairs of a type: the value that comes later, the one before it, and what makes them one.
pub(super) fn special_pairs(allowed: &Allowed) -> Vec<(Value, Value, Reason)> {
    let pairs: Vec<(Value, Value, Reason)> = match allowed.domain {
        Domain::Integer => {
            INTEGER_PAIRS.iter().map(|&(a, b, why)| (Value::Integer(a), Value::Integer(b), why)).collect()
        }
        Domain::Decimal => {
            DECIMAL_PAIRS.iter().filter_map(|&(a, b, why)| Some((decimal(a)?, decimal(b)?, why))).collect()
        }
        Domain::Text => text_pairs(),
    };
    pairs.into_iter().filter(|(later, earlier, _)| allowed.holds(later) && allowed.holds(earlier)).collect()
}

/// What was tried of a domain, for the verdict.
pub(super) fn tried_text(domain: Domain) -> &'static str {
    match domain {
        Domain::Integer => {
            "integers: 0, small and negative ones, ends of 8 to 64 bits; pairs that are one after a cut of bits, \
                            without sign, or in another order"
        }
        Domain::Decimal => {
            "decimals: 0, negative, tiny and huge ones; pairs that are one after rounding, without sign, or in \
                            another order"
        }
        Domain::Text => "texts: empty, blank, digits, long; pairs that differ in case, accents, blanks or zeros only",
    }
}

const INTEGERS: [i64; 27] = [
    0,
    -1,
    1,
    i64::MAX,
    i64::MIN,
    i32::MAX as i64,
    i32::MIN as i64,
    2,
    10,
    255,
    256,
    i16::MAX as i64,
    i16::MAX as i64 + 1,
    u16::MAX as i64,
    u16::MAX as i64 + 1,
    u32::MAX as i64,
    i32::MAX as i64 + 1,
    u32::MAX as i64 + 1,
    (1 << 53) - 1,
    (1 << 53) + 1,
    1 - (1 << 53),
    127,
    128,
    i16::MIN as i64,
    -100,
    1000,
    7,
];

const DECIMALS: [f64; 19] = [
    0.0,
    -1.0,
    1.0,
    0.5,
    1e300,
    -1e300,
    1e-12,
    1e12,
    -0.5,
    2_147_483_648.0,
    1e-300,
    f64::MAX,
    0.1,
    10.0,
    0.001,
    -1e-12,
    1e19,
    16_777_217.0,
    1e6,
];

const CUT_BITS: Reason = "they are one where numbers are cut to fewer bits";
const WITHOUT_SIGN: Reason = "they differ in sign only";
const ROUNDED: Reason = "they are one where numbers are rounded";
/// The later value is less: what theories without order take for the same as the usual words, where it is greater.
pub(super) const FALLING: Reason = "the later one is less";
/// The later value is greater, as in usual words.
pub(super) const RISING: Reason = "the later one is greater";

const INTEGER_PAIRS: [(i64, i64, Reason); 17] = [
    (101, 102, FALLING),
    (102, 101, RISING),
    (65_637, 101, CUT_BITS),
    (357, 101, CUT_BITS),
    (4_294_967_397, 101, CUT_BITS),
    (-101, 101, WITHOUT_SIGN),
    ((1 << 53) + 1, 1 << 53, "they are one where numbers are machine decimals"),
    (5, 7, FALLING),
    (7, 5, RISING),
    (-1, 255, CUT_BITS),
    (-1, 65_535, CUT_BITS),
    (-1, 4_294_967_295, CUT_BITS),
    (0, -1, RISING),
    (0, 256, CUT_BITS),
    (1_000_000, 1, RISING),
    (1, 1_000_000, FALLING),
    (i64::MIN, i64::MAX, FALLING),
];

const DECIMAL_PAIRS: [(f64, f64, Reason); 14] = [
    (101.0, 102.0, FALLING),
    (102.0, 101.0, RISING),
    (101.5, 101.0, ROUNDED),
    (-101.0, 101.0, WITHOUT_SIGN),
    (16_777_217.0, 16_777_216.0, ROUNDED),
    (0.300_000_000_000_000_04, 0.3, ROUNDED),
    (2e-12, 1e-12, ROUNDED),
    (1.000_000_001, 1.0, ROUNDED),
    (5.0, 7.0, FALLING),
    (7.0, 5.0, RISING),
    (357.0, 101.0, CUT_BITS),
    (4_294_967_397.0, 101.0, CUT_BITS),
    (1e300, 1e299, RISING),
    (1e299, 1e300, FALLING),
];

const CASE: Reason = "they differ in case only";
const BLANKS: Reason = "they differ in blanks only";
const DIGITS: Reason = "they are one number";
const ACCENTS: Reason = "they differ in accents only";

fn text_pairs() -> Vec<(Value, Value, Reason)> {
    let long = "x".repeat(300);
    let cut = "they differ in their last characters only, which a limit of the length would cut off";
    let pairs = [
        ("V1", "v1", CASE),
        ("v1 ", "v1", BLANKS),
        ("e\u{301}", "\u{e9}", "they are the same letters, composed or not"),
        ("e", "\u{e9}", ACCENTS),
        ("01", "1", DIGITS),
        ("1.0", "1", DIGITS),
        (" v1", "v1", BLANKS),
        ("v1", "v2", "the later one comes first in the order of texts"),
        (&format!("{long}2"), &format!("{long}1"), cut),
        ("STRASSE", "stra\u{df}e", CASE),
        ("v10", "v1", "the earlier one is the beginning of the later one"),
        ("v1", "v10", "the later one is the beginning of the earlier one"),
        (" ", "", BLANKS),
        ("v1\t", "v1", BLANKS),
        ("\u{c9}", "\u{e9}", CASE),
        ("v_1", "v-1", "they differ in punctuation only"),
    ];
    let text = |text: &str| Value::Text(text.to_owned());
    pairs.into_iter().map(|(later, earlier, why)| (text(later), text(earlier), why)).collect()
}

fn texts() -> Vec<Value> {
    let plain =
        ["", " ", "0", "V1", "v1 ", "\u{e9}", "1", "v 1", "-1", "01", "1.0", " v1", "e\u{301}", "null", "*", "v/1"];
    let long = ["x".repeat(300), "x".repeat(5000)];
    plain.into_iter().map(str::to_owned).chain(long).map(Value::Text).collect()
}

fn decimal(number: f64) -> Option<Value> {
    Decimal::new(number).map(Value::Decimal)
}

/// A value and its neighbours; a text in another case.
fn beside(value: &Value) -> Vec<Value> {
    let more = match value {
        Value::Integer(number) => {
            [-1, 1].iter().filter_map(|step| number.checked_add(*step).map(Value::Integer)).collect()
        }
        Value::Decimal(number) => [-1.0, 1.0].iter().filter_map(|step| decimal(number.number() + step)).collect(),
        Value::Text(text) => {
            vec![Value::Text(text.to_uppercase()), Value::Text(text.to_lowercase()), Value::Text(format!("{text} "))]
        }
        _ => Vec::new(),
    };
    [vec![value.clone()], more].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_allowed_is_not_tried() {
        let small = Allowed::all(Domain::Integer).between(&Value::Integer(0), &Value::Integer(300));
        let values = special_values(&small, &[]);
        assert!(values.contains(&Value::Integer(256)) && values.contains(&Value::Integer(299)));
        assert!(values.iter().all(|value| small.holds(value)));
        assert!(special_pairs(&small).iter().all(|(later, earlier, _)| small.holds(later) && small.holds(earlier)));
        let named = Allowed { nonempty: true, ..Allowed::all(Domain::Text) };
        assert!(!special_values(&named, &[]).contains(&Value::Text(String::new())));
    }

    #[test]
    fn constants_are_tried_with_their_neighbours() {
        let values =
            special_values(&Allowed::all(Domain::Integer), &[Value::Integer(4711), Value::Text("a".to_owned())]);
        assert!([4710, 4711, 4712].iter().all(|number| values.contains(&Value::Integer(*number))));
    }
}
