//! The line of numbers, cut at terms: points, and the gaps between them.
//!
//! All theories of numbers differ only in the terms at which they cut. This module does the rest: it
//! sorts the terms, finds a witness for each gap, and leaves out gaps without a number.
//!
//! A witness should be *generic*: no sum of it with anything should fall onto a cut. Otherwise two
//! terms would be equal by chance, and a guard would be given the wrong name. So candidates are tried,
//! from the middle of the gap to finer and finer fractions, and beyond the ends in large steps.

use std::cmp::Ordering;

use typestar_model::register::Domain;
use typestar_model::{Decimal, Value};

use super::{Allowed, Atom, KnownTerm};

/// Where the line is cut: each term with its value, in order, no value twice.
pub(super) struct Cuts {
    points: Vec<(Value, KnownTerm)>,
}

/// Where values beyond the ends of the cuts and between them are taken from.
pub(super) struct Spacing {
    /// The first value of all, if nothing is known. It is away from 0, which is what registers of systems often begin with.
    pub first: Value,
    /// How far a value beyond an end is from the outermost known value.
    pub step: Value,
    /// Whether values lie a little beside the middles, so that none is a small multiple of another one.
    pub is_uneven: bool,
}

/// The open gap between two neighbours; without an end it goes on for ever, or as far as values are allowed.
#[derive(Clone, Copy)]
struct Gap<'a> {
    low: Option<&'a Value>,
    high: Option<&'a Value>,
    allowed: &'a Allowed,
}

impl Cuts {
    /// Cuts at terms. Where several have the same value, the first one names it.
    pub(super) fn new(mut terms: Vec<(Value, KnownTerm)>) -> Self {
        terms.sort_by(|(left, _), (right, _)| compare(left, right));
        terms.dedup_by(|later, earlier| later.0 == earlier.0);
        Self { points: terms }
    }

    /// Whether there is a cut at a value.
    fn contains(&self, value: &Value) -> bool {
        self.points.binary_search_by(|(point, _)| compare(point, value)).is_ok()
    }

    /// The points and gaps in order. `sums` are the terms that a new value would bring with it, beside itself. The witness
    /// of a gap is the first candidate whose sums fall onto no cut, so that sums are equal only where somebody means them
    /// to be, or where there is no such value. 0 is avoided, too. A gap without a number is left out.
    pub(super) fn atoms(
        &self,
        known: &[Value],
        (spacing, allowed): (&Spacing, &Allowed),
        sums: impl Fn(&Value) -> Vec<Value>,
    ) -> Vec<Atom> {
        let has_no_zero = |value: &Value| !is_zero(value) && !sums(value).iter().any(is_zero);
        let is_generic = |value: &Value| !is_zero(value) && !sums(value).iter().any(|sum| self.contains(sum));
        // Each sum falls onto a cut or zero for as many values as there are, and a number may come up again.
        let tries = 4 * (sums(&spacing.first).len() + 1) * (self.points.len() + 2) + few_if(allowed);
        let witness = |gap: Gap| {
            let candidates = || gap.candidates(known, spacing).take(tries).flatten();
            let best = candidates().find(|value| has_no_zero(value) && is_generic(value));
            let good = best.or_else(|| candidates().find(is_generic));
            good.or_else(|| candidates().find(|value| !is_zero(value))).or_else(|| candidates().next())
        };
        let mut atoms = Vec::with_capacity(2 * self.points.len() + 1);
        let mut low = None;
        for (value, term) in &self.points {
            let gap = Gap { low, high: Some(value), allowed };
            atoms.extend(witness(gap).map(|witness| Atom { point: None, witness }));
            let may_be_given = allowed.holds(value);
            atoms.extend(may_be_given.then(|| Atom { point: Some(term.clone()), witness: value.clone() }));
            low = Some(value);
        }
        atoms.extend(witness(Gap { low, high: None, allowed }).map(|witness| Atom { point: None, witness }));
        // Where a point is not allowed, the gaps beside it are one.
        atoms.dedup_by(|later, earlier| later.point.is_none() && earlier.point.is_none());
        atoms
    }
}

/// More tries, where not all values are allowed.
fn few_if(allowed: &Allowed) -> usize {
    let listed = allowed.values.as_ref().map_or(0, Vec::len);
    if allowed.is_all() { 0 } else { 3 * FAR + listed }
}

/// So many values far from all others are tried in a gap that ends where no more are allowed.
const FAR: usize = 8;

/// Numbers that are tried one after the other; none for each that fell outside.
type Tries<'s> = Box<dyn Iterator<Item = Option<Value>> + 's>;

impl Gap<'_> {
    /// Numbers of the gap, those first that are far from others.
    fn candidates<'s>(self, known: &'s [Value], spacing: &'s Spacing) -> Tries<'s>
    where
        Self: 's,
    {
        if let Some(values) = &self.allowed.values {
            return Box::new(values.iter().map(move |value| self.inside(value.clone())));
        }
        let is_open = self.low.is_none() || self.high.is_none();
        match (self.low_end(), self.high_end()) {
            (Some(low), Some(high)) if is_open => {
                let far = match self.high {
                    None => self.upward(known, spacing),
                    Some(_) => self.downward(known, spacing, &high),
                };
                Box::new(far.take(FAR).chain(self.between(low, high, spacing)))
            }
            (Some(low), Some(high)) => self.between(low, high, spacing),
            (_, None) => self.upward(known, spacing),
            (None, Some(high)) if self.high.is_some() => self.downward(known, spacing, &high),
            (None, Some(high)) => {
                Box::new(self.upward(known, spacing).take(FAR).chain(self.downward(known, spacing, &high)))
            }
        }
    }

    /// Above all known values.
    fn upward<'s>(self, known: &'s [Value], spacing: &'s Spacing) -> Tries<'s>
    where
        Self: 's,
    {
        let start = numbers(known).max_by(|left, right| compare(left, right)).unwrap_or(&spacing.first);
        let least = self.allowed.min.as_ref().filter(|least| compare(start, least).is_lt());
        let start = least.unwrap_or(start).clone();
        let far = (1..).map(move |count| self.inside(beyond(&start, &spacing.step, count)));
        Box::new(std::iter::once(self.inside(spacing.first.clone())).chain(far))
    }

    /// Below all known values.
    fn downward<'s>(self, known: &'s [Value], spacing: &'s Spacing, high: &Value) -> Tries<'s>
    where
        Self: 's,
    {
        let start = numbers(known).min_by(|left, right| compare(left, right)).unwrap_or(high);
        let most = self.allowed.max.as_ref().filter(|most| compare(most, start).is_lt());
        let start = most.unwrap_or(start).clone();
        Box::new((1..).map(move |count| self.inside(beyond(&start, &spacing.step, -count))))
    }

    /// Between two numbers. Between decimals so close that there is none between them, the ends of what is allowed.
    fn between<'s>(self, low: Value, high: Value, spacing: &'s Spacing) -> Tries<'s>
    where
        Self: 's,
    {
        let tries = places(&low, &high);
        let at = move |place| self.inside(between(&low, &high, fraction(place, spacing.is_uneven))?);
        if matches!(spacing.first, Value::Decimal(_)) && at(0).is_none() {
            let ends = self.allowed.min.iter().chain(&self.allowed.max);
            return Box::new(ends.map(move |end| self.inside(end.clone())));
        }
        Box::new((0..tries).map(at))
    }

    /// What all its allowed numbers are above.
    fn low_end(self) -> Option<Value> {
        let least = self.allowed.min.as_ref().and_then(|min| beside(min, -1));
        match self.low {
            Some(low) if least.as_ref().is_none_or(|least| compare(low, least).is_gt()) => Some(low.clone()),
            _ => least,
        }
    }

    /// What all its allowed numbers are below.
    fn high_end(self) -> Option<Value> {
        let most = self.allowed.max.as_ref().and_then(|max| beside(max, 1));
        match self.high {
            Some(high) if most.as_ref().is_none_or(|most| compare(high, most).is_lt()) => Some(high.clone()),
            _ => most,
        }
    }

    fn inside(self, value: Value) -> Option<Value> {
        self.contains(&value).then_some(value)
    }

    fn contains(self, value: &Value) -> bool {
        let is_above = self.low.is_none_or(|low| compare(low, value).is_lt());
        is_above && self.high.is_none_or(|high| compare(value, high).is_lt()) && self.allowed.holds(value)
    }
}

/// The integer beside another one, if there is one; a decimal itself.
fn beside(value: &Value, step: i64) -> Option<Value> {
    match value {
        Value::Integer(number) => number.checked_add(step).map(Value::Integer),
        decimal => Some(decimal.clone()),
    }
}

/// The numbers among values. What a system invented has no place on a line.
pub(super) fn numbers(values: &[Value]) -> impl Iterator<Item = &Value> {
    values.iter().filter(|value| value.order(value).is_some())
}

/// How two numbers of one domain compare.
pub(super) fn compare(left: &Value, right: &Value) -> Ordering {
    left.order(right).expect("values on a line are numbers of one domain")
}

/// A number in a domain of numbers.
pub(super) fn number(domain: Domain, number: i64) -> Value {
    match domain {
        Domain::Integer => Value::Integer(number),
        _ => Value::Decimal(Decimal::new(number as f64).expect("an integer is finite")),
    }
}

/// The number that is as many steps away, or as far as numbers go. A step is never too small to be seen.
fn beyond(start: &Value, step: &Value, count: i64) -> Value {
    match (start, step) {
        (Value::Integer(start), Value::Integer(step)) => {
            Value::Integer(start.saturating_add(step.saturating_mul(count)))
        }
        (Value::Decimal(start), Value::Decimal(step)) => {
            let (start, step) = (start.number(), step.number());
            // Whole numbers, so that sums with them are exact.
            let far = start + step.max((start.abs() / 1e6).floor()) * count as f64;
            Value::Decimal(Decimal::new(far.clamp(f64::MIN, f64::MAX)).expect("a clamped number is finite"))
        }
        _ => unreachable!("values on a line are numbers of one domain"),
    }
}

/// How many places between two numbers have to be tried until all numbers came up.
fn places(low: &Value, high: &Value) -> u32 {
    match (low, high) {
        (Value::Integer(low), Value::Integer(high)) => {
            low.abs_diff(*high).saturating_mul(4).try_into().unwrap_or(u32::MAX)
        }
        _ => u32::MAX,
    }
}

/// The number between two others at a fraction of the way. It may be an end if there is none between.
fn between(low: &Value, high: &Value, (numerator, exponent): (u32, u32)) -> Option<Value> {
    match (low, high) {
        (Value::Integer(low), Value::Integer(high)) => {
            let width = i128::from(*high) - i128::from(*low);
            let offset = (width * i128::from(numerator)) >> exponent;
            i64::try_from(i128::from(*low) + offset).ok().map(Value::Integer)
        }
        (Value::Decimal(low), Value::Decimal(high)) => {
            let share = f64::from(numerator) / 2f64.powi(exponent as i32);
            Decimal::new(low.number() * (1.0 - share) + high.number() * share).map(Value::Decimal)
        }
        _ => unreachable!("values on a line are numbers of one domain"),
    }
}

/// The fractions 1/2, 1/4, 3/4, 1/8, 3/8, ... by their places: a numerator, and the exponent of 2 of the denominator. An
/// uneven one is a little larger.
fn fraction(place: u32, is_uneven: bool) -> (u32, u32) {
    let exponent = (place + 1).ilog2() + 1;
    let numerator = 2 * (place + 1 - (1 << (exponent - 1))) + 1;
    if is_uneven { (numerator * 128 + 1, exponent + 7) } else { (numerator, exponent) }
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Integer(number) => *number == 0,
        Value::Decimal(number) => number.number() == 0.0,
        _ => false,
    }
}
