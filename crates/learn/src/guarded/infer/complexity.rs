//! How simple a guard is: the one measure by which guards are compared.
//!
//! It is a description length: what a reader has to take in, and what had to be chosen to make the guard fit. A feature
//! costs most, because every feature more doubles the chance of a fit by accident. Half-spaces are cheaper than
//! equalities, small numbers than large ones, shallow features than deep ones. The last digits settle ties: a feature with
//! few values is preferred, so that a counter of calls loses against the size that explains the same rows, and a field is
//! preferred to an argument.

use typestar_model::guarded::{Comparison, Guard, Number, Sum};

use super::table::{Table, dots, is_argument};

/// Each mention of a feature,
pub const FEATURE: u32 = 100;
/// and each object on the way to it.
const DOT: u32 = 10;
/// An argument instead of a field.
const ARGUMENT: u32 = 3;
/// What an argument has to do with the object: there are many such flags, and few matter,
const RARE: u32 = 5;
/// and fewer of the elements of an array.
const ELEMENT: u32 = 20;
/// Each further term of a sum.
const TERM: u32 = 20;
/// A sum that compares no feature with another one: `a + b <= 1` is rarer than `a <= b + 1`.
const ONE_SIDED: u32 = 20;
/// Each further condition that must hold,
pub const AND: u32 = 40;
/// and each further one of which one must hold.
pub const OR: u32 = 80;
/// Each digit, in binary, of a number,
const DIGIT: u32 = 8;
/// of which this many count.
const MOST_DIGITS: u32 = 8;
/// A negation of a comparison, which people have to read twice.
const NOT: u32 = 30;
/// Each further member of a set, `x == 7 || x == 42 || x == 300`, behind the second one. The first two cost what other
/// disjunctions do, so that a set is no cheaper than what is read more easily.
const MEMBER: u32 = 40;

/// An equality, instead of a half-space.
const EQUAL: u32 = 20;

/// How much less simple a guard may be than the simplest one to be its rival: about one feature.
pub const RIVAL: u32 = FEATURE + DOT + ARGUMENT;

/// No sum of two features is simpler than this,
pub const LEAST_OF_PAIRS: u32 = 2 * FEATURE + TERM;
/// none of two with a factor,
pub const LEAST_OF_FACTORS: u32 = LEAST_OF_PAIRS + 2 * DIGIT;
/// none of three,
pub const LEAST_OF_TRIPLES: u32 = 3 * FEATURE + 2 * TERM;
/// no guard with a disjunction,
pub const LEAST_OF_DISJUNCTIONS: u32 = 2 * FEATURE + OR;
/// none with a set of three,
pub const LEAST_OF_SETS: u32 = 2 * (FEATURE + EQUAL) + OR + MEMBER;
/// and none with a sum that overflows.
pub const LEAST_OF_OVERFLOWS: u32 = LEAST_OF_PAIRS + OR + FEATURE;

/// Linear programming is asked if what was found is no simpler than three conditions: what it finds is rarely simpler.
pub const LEAST_OF_LINEAR: u32 = 3 * FEATURE + 2 * AND;

/// How complex a guard is.
pub fn complexity(table: &Table, guard: &Guard) -> u32 {
    match guard {
        Guard::All(parts) => {
            let between = AND * (parts.len() as u32).saturating_sub(1);
            between + parts.iter().map(|part| complexity(table, part)).sum::<u32>()
        }
        Guard::Any(parts) => of_any(table, parts),
        Guard::Not(part) => complexity(table, part) + if matches!(**part, Guard::Sum(_)) { NOT } else { 1 },
        Guard::Flag(name) => feature(table, name),
        Guard::Is { feature: name, .. } => feature(table, name) + DIGIT,
        Guard::Sum(sum) => of_sum(table, sum),
    }
}

/// Conditions of which one must hold. Those behind the second that compare the same feature for equality are members of a
/// set.
fn of_any(table: &Table, parts: &[Guard]) -> u32 {
    let member = |place: usize| {
        let feature = member_of(&parts[place])?;
        let before = parts[..place].iter().filter(|other| member_of(other) == Some(feature)).count();
        (before >= 2).then(|| of_member(&parts[place]))
    };
    let part = |place: usize| {
        let other = || complexity(table, &parts[place]) + if place > 0 { OR } else { 0 };
        member(place).unwrap_or_else(other)
    };
    (0..parts.len()).map(part).sum()
}

/// The feature that a condition compares for equality; none if it says something else.
pub fn member_of(guard: &Guard) -> Option<&str> {
    match guard {
        Guard::Is { feature, .. } => Some(feature),
        Guard::Sum(Sum { terms, comparison: Comparison::Equal, .. }) => match &terms[..] {
            [(1, feature)] => Some(feature),
            _ => None,
        },
        _ => None,
    }
}

/// What a further member of a set adds.
fn of_member(guard: &Guard) -> u32 {
    match guard {
        Guard::Sum(sum) => MEMBER + number(sum.bound),
        _ => MEMBER + DIGIT,
    }
}

fn of_sum(table: &Table, sum: &Sum) -> u32 {
    if is_overflow(sum) {
        return FEATURE;
    }
    let terms: Vec<(i64, &str)> = sum.terms.iter().map(|(factor, name)| (*factor, name.as_str())).collect();
    of_terms(table, &terms) + of_comparison(sum.comparison, sum.bound)
}

/// Whether a sum of several is beyond the numbers of 32 or of 64 bits. That has nothing to choose: it is there wherever the
/// sum is added up in so many bits, which it explains.
pub fn is_overflow(sum: &Sum) -> bool {
    sum.terms.len() > 1 && OVERFLOWS.contains(&(sum.comparison, sum.bound))
}

/// What begins behind the numbers of 32 bits, and of 64.
pub const OVERFLOWS: [(Comparison, Number); 4] = [
    (Comparison::AtLeast, Number::Whole(1 << 31)),
    (Comparison::AtMost, Number::Whole(-(1 << 31) - 1)),
    (Comparison::Above, Number::Whole(i64::MAX)),
    (Comparison::Below, Number::Whole(i64::MIN)),
];

/// The terms of a sum,
pub fn of_terms(table: &Table, terms: &[(i64, &str)]) -> u32 {
    let is_one_sided = terms.len() > 1 && terms.iter().all(|(factor, _)| factor.signum() == terms[0].0.signum());
    let sides = if is_one_sided { ONE_SIDED } else { 0 };
    let each = |(factor, name): &(i64, &str)| feature(table, name) + 2 * (digits(*factor) - DIGIT);
    sides + TERM * (terms.len() as u32 - 1) + terms.iter().map(each).sum::<u32>()
}

/// and what it is compared with.
pub fn of_comparison(comparison: Comparison, bound: Number) -> u32 {
    let comparison = match comparison {
        Comparison::AtLeast | Comparison::AtMost | Comparison::Above | Comparison::Below => 0,
        Comparison::Equal => EQUAL,
        Comparison::Differs => 30,
    };
    comparison + number(bound)
}

/// A feature by its depth, its kind, and its number of values.
fn feature(table: &Table, name: &str) -> u32 {
    let values = table.column(name).map_or(0, |column| column.values);
    let is_relation = name.contains(' ') && !name.ends_with(" == null");
    let rare = RARE * u32::from(is_relation) + ELEMENT * u32::from(name.ends_with(']'));
    FEATURE
        + rare
        + DOT * dots(name) as u32
        + ARGUMENT * u32::from(is_argument(name))
        + values.checked_ilog2().unwrap_or(0)
}

/// A number by its digits: a point is one more, and those behind it count, too.
fn number(number: Number) -> u32 {
    match number {
        Number::Whole(number) => digits(number),
        Number::Decimal(decimal) => {
            let written = decimal
                .to_string()
                .bytes()
                .filter(u8::is_ascii_digit)
                .fold(0_i64, |number, digit| number.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
            (DIGIT + digits(written)).min(DIGIT * MOST_DIGITS)
        }
    }
}

/// A whole number by its binary digits.
fn digits(number: i64) -> u32 {
    DIGIT * (64 - number.unsigned_abs().leading_zeros()).min(MOST_DIGITS)
}
