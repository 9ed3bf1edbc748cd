//! Numbers that guards compare: whole ones, and ones with a fraction, without rounding.
//!
//! Every finite number of 64 bits is a whole number times a power of two. So sums of them are exact here, and a guard
//! says of `balance - arg1 >= 0` what `arg1 <= balance` answers in any language that compares such numbers.
//!
//! JSON has no form for numbers that are not finite, so systems report them as the texts `Infinity`, `-Infinity` and
//! `NaN`. The first two are beyond all others in a sum. What is no number compares with nothing: no sum holds.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Decimal, Value};

/// Beyond this not every whole number is a decimal.
const MOST_WHOLE: f64 = 9_007_199_254_740_992.0;
/// Twice to this power is beyond all sums of decimals.
const INFINITE: i32 = 2_000;
/// Mantissas keep this many bits free, so that they can be added.
const MOST_BITS: u32 = 124;
/// No decimal needs more digits behind its point.
const MOST_DIGITS: usize = 330;
/// Powers of ten up to this one are numbers of 64 bits without an error.
const MOST_EXACT_POWER: usize = 22;

/// The number that a guard compares with: whole, if it can be.
///
/// ```
/// use typestar_model::guarded::Number;
/// let texts = [Number::from(3), Number::of(3.0).unwrap(), Number::of(0.3).unwrap()].map(|number| number.to_string());
/// assert_eq!(texts, ["3", "3", "0.3"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Number {
    /// Without a fraction.
    Whole(i64),
    /// With a fraction, or so large that nobody can tell.
    Decimal(Decimal),
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Self::Whole(number)
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        match number {
            Number::Whole(number) => Self::Integer(number),
            Number::Decimal(number) => Self::Decimal(number),
        }
    }
}

impl Number {
    /// The number that is this; none if it is not finite.
    pub fn of(number: f64) -> Option<Self> {
        match number.fract() == 0.0 && number.abs() <= MOST_WHOLE {
            true => Some(Self::Whole(number as i64)),
            false => Decimal::new(number).map(Self::Decimal),
        }
    }

    /// The whole number that it is.
    pub fn whole(self) -> Option<i64> {
        match self {
            Self::Whole(number) => Some(number),
            Self::Decimal(_) => None,
        }
    }

    /// The same with the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Whole(number) => number.checked_neg().map_or_else(|| self.as_decimal().negated(), Self::Whole),
            Self::Decimal(number) => Decimal::new(-number.number()).map_or(self, Self::Decimal),
        }
    }

    fn as_decimal(self) -> Self {
        Decimal::new(self.nearest()).map_or(self, Self::Decimal)
    }

    /// The number without rounding.
    pub fn exact(self) -> Exact {
        match self {
            Self::Whole(number) => Exact::from(number),
            Self::Decimal(number) => Exact::of_finite(number.number()),
        }
    }

    /// The closest number of 64 bits with a fraction.
    pub fn nearest(self) -> f64 {
        match self {
            Self::Whole(number) => number as f64,
            Self::Decimal(number) => number.number(),
        }
    }

    /// The shortest number between these two, both included: the whole one that is closest to 0, or else the one with the
    /// fewest digits behind the point. None if no number of 64 bits is there.
    ///
    /// ```
    /// use typestar_model::guarded::{Exact, Number};
    /// let between = |least: f64, most: f64| {
    ///     let exact = |number| Number::of(number).unwrap().exact();
    ///     Number::shortest(exact(least), exact(most)).unwrap().to_string()
    /// };
    /// assert_eq!(between(0.25, 0.3125), "0.3");
    /// assert_eq!(between(-7.5, 9.0), "0");
    /// assert_eq!(between(-7.5, -2.5), "-3");
    /// ```
    pub fn shortest(least: Exact, most: Exact) -> Option<Self> {
        if least <= Exact::ZERO && most >= Exact::ZERO {
            return Some(Self::Whole(0));
        }
        let is_negative = most < Exact::ZERO;
        let (near, far) = if is_negative { (most.negated(), least.negated()) } else { (least, most) };
        let found = quotient_between(near, far).or_else(|| {
            (least_digits(far.nearest())..=MOST_DIGITS).find_map(|digits| with_digits(near, far, digits))
        })?;
        Self::of(if is_negative { -found } else { found })
    }
}

/// The smallest number between two positive ones with the fewest digits behind the point, where a whole number and a power
/// of ten that have no error tell it. Most borders are such numbers, and a search asks for millions of them.
fn quotient_between(least: Exact, most: Exact) -> Option<f64> {
    let (near, far) = (least.nearest(), most.nearest());
    let powers = (least_digits(far)..=MOST_EXACT_POWER).map(|digits| 10f64.powi(digits as i32));
    for power in powers.take_while(|power| near * power < MOST_WHOLE - 2.0) {
        let first = (near * power).floor();
        let quotients = [first, first + 1.0, first + 2.0].map(|whole| whole / power);
        let is_between = |number: &f64| (least..=most).contains(&Exact::of_finite(*number));
        if let Some(found) = quotients.into_iter().find(is_between) {
            return Some(found);
        }
    }
    None
}

/// A positive number with fewer digits behind the point than these is larger than this one.
fn least_digits(number: f64) -> usize {
    (-number.log10()).floor().clamp(0.0, MOST_DIGITS as f64) as usize
}

/// The smallest number with so many digits behind the point between two positive ones.
fn with_digits(least: Exact, most: Exact, digits: usize) -> Option<f64> {
    let rounded = |number: f64| format!("{number:.digits$}").parse::<f64>().ok();
    let near = rounded(least.nearest())?;
    let step = format!("1e-{digits}").parse::<f64>().ok()?;
    [Some(near), rounded(near + step)]
        .into_iter()
        .flatten()
        .find(|number| number.is_finite() && (least..=most).contains(&Exact::of_finite(*number)))
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Decimal(number) => number.fmt(f),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(number) => serializer.serialize_i64(*number),
            Self::Decimal(number) => serializer.serialize_f64(number.number()),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = match Value::deserialize(deserializer)? {
            Value::Integer(number) => Some(Self::Whole(number)),
            Value::Decimal(number) => Self::of(number.number()),
            _ => None,
        };
        number.ok_or_else(|| de::Error::custom("a bound is a number"))
    }
}

/// A whole number times a power of two: what a sum of numbers is without rounding.
///
/// Only where the numbers of a sum differ by a factor of more than 2 to the power of 70 is the smaller one cut, in a way
/// that still tells on which side of the larger one the sum is.
///
/// ```
/// use typestar_model::guarded::Number;
/// let exact = |number| Number::of(number).unwrap().exact();
/// assert!(exact(0.1).plus(exact(0.2)) > exact(0.3), "as the numbers of 64 bits are, which are called so");
/// assert!(exact(1e300).plus(exact(1e-300)) > exact(1e300));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exact {
    /// Odd, unless it is 0.
    mantissa: i128,
    exponent: i32,
}

impl From<i64> for Exact {
    fn from(number: i64) -> Self {
        Self::new(i128::from(number), 0)
    }
}

impl Exact {
    /// Nothing.
    pub const ZERO: Self = Self { mantissa: 0, exponent: 0 };

    fn new(mantissa: i128, exponent: i32) -> Self {
        match mantissa.trailing_zeros() {
            _ if mantissa == 0 => Self::ZERO,
            zeros => Self { mantissa: mantissa >> zeros, exponent: exponent + zeros as i32 },
        }
    }

    /// A whole number, such as the sum of a few numbers of 64 bits.
    pub fn whole(number: i128) -> Self {
        Self::new(number, 0)
    }

    fn of_finite(number: f64) -> Self {
        let bits = number.to_bits();
        let (sign, power) = (if number < 0.0 { -1 } else { 1 }, (bits >> 52 & 0x7ff) as i32);
        let hidden = if power == 0 { 0 } else { 1 << 52 };
        Self::new(sign * i128::from(bits & ((1 << 52) - 1) | hidden), power.max(1) - 1_075)
    }

    /// What a value counts in a sum; none if it is no number.
    pub fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Integer(number) => Some(Self::from(*number)),
            Value::Decimal(number) => Some(Self::of_finite(number.number())),
            Value::Text(text) if text == "Infinity" => Some(Self::new(1, INFINITE)),
            Value::Text(text) if text == "-Infinity" => Some(Self::new(-1, INFINITE)),
            _ => None,
        }
    }

    /// The number that is so many parts of 2 to the power of this.
    pub(super) fn of_parts(parts: i128, bits: u32) -> Self {
        Self::new(parts, -(bits as i32))
    }

    /// How many bits it has behind the point.
    pub(super) fn fraction_bits(self) -> u32 {
        (-self.exponent).max(0) as u32
    }

    /// The parts of 2 to the power of this that it is; none if it is no whole number of them, or too many.
    pub(super) fn parts(self, bits: u32) -> Option<i128> {
        let shift = u32::try_from(self.exponent + bits as i32).ok()?;
        (self.bits() + shift < MOST_BITS).then(|| self.mantissa << shift)
    }

    /// Whether it is beyond all numbers.
    pub fn is_infinite(self) -> bool {
        self.exponent >= INFINITE
    }

    /// The same with the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { mantissa: -self.mantissa, ..self }
    }

    /// So many times this.
    #[must_use]
    pub fn times(self, factor: i64) -> Self {
        let (mantissa, factor) = (self.fit_to(63), i128::from(factor));
        Self::new(mantissa.mantissa * factor, mantissa.exponent)
    }

    /// The sum of both. What is infinite stays so.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        if self.mantissa == 0 || other.is_infinite() {
            return other;
        }
        if other.mantissa == 0 || self.is_infinite() {
            return self;
        }
        let (high, low) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let spread = (high.exponent - low.exponent) as u32;
        let room = MOST_BITS.saturating_sub(high.bits());
        if spread <= room {
            return Self::new((high.mantissa << spread) + low.mantissa, low.exponent);
        }
        let (high, low) = (high.mantissa << room, low.cut(high.exponent - room as i32));
        Self::new(high * 2 + low.mantissa, low.exponent)
    }

    /// The number cut before this power of two, with one bit more that says whether anything was cut.
    fn cut(self, exponent: i32) -> Self {
        let dropped = (exponent - self.exponent).min(126) as u32;
        let kept = self.mantissa >> dropped;
        Self { mantissa: kept * 2 + 1, exponent: exponent - 1 }
    }

    /// At most so many bits of the mantissa.
    fn fit_to(self, bits: u32) -> Self {
        let dropped = self.bits().saturating_sub(bits);
        Self { mantissa: self.mantissa >> dropped, exponent: self.exponent + dropped as i32 }
    }

    fn bits(self) -> u32 {
        128 - self.mantissa.unsigned_abs().leading_zeros()
    }

    /// The closest number of 64 bits, as far as there is one; 0 for what is too small.
    pub fn nearest(self) -> f64 {
        let (mantissa, exponent) = (self.mantissa as f64, self.exponent);
        match exponent {
            exponent if exponent < -1_000 => mantissa * 2f64.powi(-1_000) * 2f64.powi(exponent + 1_000),
            exponent => mantissa * 2f64.powi(exponent),
        }
    }

    /// The number of 64 bits that it is; none if it is none.
    pub fn number(self) -> Option<Number> {
        let whole = (0..=62).contains(&self.exponent).then(|| self.mantissa.checked_mul(1 << self.exponent)).flatten();
        let whole = whole.and_then(|whole| i64::try_from(whole).ok()).map(Number::Whole);
        whole.or_else(|| Number::of(self.nearest())).filter(|number| number.exact() == self)
    }

    /// How far two numbers are from each other, in parts of 2 to the power of 20, so that small distances differ, too.
    pub fn distance(self, other: Self) -> u128 {
        let between = self.plus(other.negated());
        let (size, shift) = (between.mantissa.unsigned_abs(), between.exponent + 20);
        match shift {
            0.. if shift as u32 >= size.leading_zeros() => u128::MAX - 1,
            0.. => size << shift,
            _ => (size >> (-shift).min(127)).max(u128::from(size > 0)),
        }
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.is_infinite() || other.is_infinite() {
            let side = |one: &Self| if one.is_infinite() { one.mantissa.signum() } else { 0 };
            return side(self).cmp(&side(other));
        }
        self.plus(other.negated()).mantissa.cmp(&0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(number: f64) -> Exact {
        Exact::of(&Value::Decimal(Decimal::new(number).unwrap())).unwrap()
    }

    #[test]
    fn numbers_compare_as_floating_point_numbers_do() {
        let numbers = [0.0, 0.1, 0.3, 1.0, 10.5, 1e-300, 5e-324, 1e300, f64::MAX, 3.0_f64.next_up(), 1e16];
        let numbers: Vec<f64> = numbers.into_iter().flat_map(|number| [number, -number]).collect();
        for (one, other) in numbers.iter().flat_map(|one| numbers.iter().map(move |other| (*one, *other))) {
            assert_eq!(Some(exact(one).cmp(&exact(other))), one.partial_cmp(&other), "{one} {other}");
            assert_eq!(exact(one).nearest(), one);
        }
    }

    #[test]
    fn sums_are_not_rounded() {
        let large = exact(9_007_199_254_740_992.0);
        assert!(large.plus(Exact::from(1)) > large);
        assert_eq!(exact(1e300).plus(exact(0.1)).plus(exact(-1e300)).cmp(&Exact::ZERO), Ordering::Greater);
        assert_eq!(exact(10.5).times(3), exact(31.5));
        assert!(Exact::from(i64::MIN).times(1 << 31).negated() > Exact::from(i64::MAX).times(1 << 31));
    }

    #[test]
    fn the_smallest_number_is_found_between_its_neighbours() {
        let least = exact(5e-324);
        assert_eq!(Number::shortest(least, least), Number::of(5e-324));
        assert_eq!(Number::shortest(exact(0.3_f64.next_up()), exact(0.31)), Number::of(0.31));
        assert_eq!(Number::shortest(exact(1e-7), exact(9.0)), Some(Number::Whole(1)));
    }

    #[test]
    fn infinity_is_beyond_every_number_and_the_distance_is_none_to_itself() {
        let infinity = Exact::of(&Value::Text("Infinity".to_owned())).unwrap();
        assert!(infinity > exact(f64::MAX).times(1 << 31) && infinity.negated() < exact(f64::MIN));
        assert_eq!(infinity.plus(exact(1.0)), infinity);
        assert_eq!((exact(2.5).distance(exact(2.5)), exact(2.5).distance(exact(1.5))), (0, 1 << 20));
        assert_eq!(exact(1e300).distance(exact(0.1)), u128::MAX - 1);
    }
}
