//! Sums of two known values, and of these with constants.
//!
//! After v values there are v plain points and v(v+1)/2 sums, and each of them again plus and minus every constant. That is
//! the most expensive theory; use it only where a system really adds what it is given.

use typestar_model::register::Domain;
use typestar_model::{Decimal, Value};

use super::line::{Cuts, Spacing, compare, number, numbers};
use super::order::plain_terms;
use super::read::{Form, NotATheory};
use super::room::has_lost_a_gap;
use super::sums::{CLOSED, has_all, negative, read_constant};
use super::{Allowed, Atom, KnownAddend, KnownTerm, Need, Shape, Theory};

pub(super) const FORM: Form = Form {
    examples: &["sums(p+p)", "sums(1, p+p)"],
    takes_texts: false,
    read: |text, domain| {
        let parts = text.strip_prefix("sums(").and_then(|rest| rest.strip_suffix(')'));
        parts.filter(|parts| parts.split(',').any(|part| part == PAIR)).map(|parts| read_pair_sums(parts, domain))
    },
};

/// How people write the sum of two values.
pub(super) const PAIR: &str = "p+p";

/// Values are compared with a known value, or with the sum of two, each plus or minus a constant if there are some: totals,
/// totals with a fee, counters of Fibonacci.
///
/// The two may be the same value, since two registers may hold the same one; and they may be constants, since a word may
/// contain these.
///
/// It is complete for systems whose guards compare a parameter with one term over stored values. It is not for others:
/// where a later value is compared with p + x, it matters how p compares with the difference of two known values, and
/// these are no cuts. The same holds for a later value that is compared with p + 1, as in the plain form of
/// [`Sums`](super::Sums).
///
/// ```
/// use typestar_learn::register::theory::{PairSums, Theory as _};
/// use typestar_model::Value;
/// use typestar_model::register::Domain;
///
/// let known = [Value::Integer(1_000_000), Value::Integer(10_000_000)];
/// let is_point = |theory: &PairSums, sum: i64| {
///     theory.atoms(&known, 0, 1).iter().any(|atom| atom.point.is_some() && atom.witness == Value::Integer(sum))
/// };
/// let plain = PairSums::new(Domain::Integer);
/// assert!(is_point(&plain, 11_000_000) && !is_point(&plain, 11_000_001));
/// let with_one = plain.with(vec![Value::Integer(1)]);
/// assert!(is_point(&with_one, 11_000_001) && is_point(&with_one, 999_999));
/// ```
#[derive(Clone, Debug)]
pub struct PairSums {
    allowed: Allowed,
    constants: Vec<Value>,
}

impl PairSums {
    /// Sums of pairs in a domain of numbers.
    pub fn new(domain: Domain) -> Self {
        Self { allowed: Allowed::all(domain), constants: Vec::new() }
    }

    /// The same with constants, which are added to values and to sums of pairs, and taken away from them. They are positive
    /// numbers of the domain.
    #[must_use]
    pub fn with(self, constants: Vec<Value>) -> Self {
        Self { constants, ..self }
    }

    /// The constants and their negatives.
    fn offsets(&self) -> impl Iterator<Item = Value> {
        self.constants.iter().flat_map(|constant| [constant.clone(), negative(constant)])
    }

    /// The terms that the line is cut at, those first whose labels are wanted most: plain values, values with constants, sums
    /// of two, and these with constants.
    fn terms(&self, known: &[Value]) -> Vec<(Value, KnownTerm)> {
        let mut terms = plain_terms(known);
        let pairs: Vec<(Value, (usize, usize))> = pairs_of(known).collect();
        for offset in self.offsets() {
            terms.extend(known.iter().enumerate().filter_map(|(index, value)| {
                let plus = Some(KnownAddend::Number(offset.clone()));
                Some((value.plus(&offset)?, KnownTerm { known: index, plus }))
            }));
        }
        let pair = |known: usize, plus: KnownAddend| KnownTerm { known, plus: Some(plus) };
        terms.extend(
            pairs.iter().map(|(sum, (first, second))| (sum.clone(), pair(*first, KnownAddend::Known(*second)))),
        );
        for offset in self.offsets() {
            terms.extend(pairs.iter().filter_map(|(sum, (first, second))| {
                Some((sum.plus(&offset)?, pair(*first, KnownAddend::Both(*second, offset.clone()))))
            }));
        }
        terms
    }

    /// Each value beyond the ends is about ten times as large as all others, and a thousand times as large as all constants,
    /// so that sums of few values are different.
    fn spacing(&self, known: &[Value]) -> Spacing {
        let (first, least) = if self.allowed.domain == Domain::Integer { (1_000_000, 1_000_000) } else { (101, 1) };
        let far = self.constants.iter().map(about_a_thousand_times);
        let larger = |one: Value, other: Value| if compare(&one, &other).is_lt() { other } else { one };
        let steps = numbers(known).map(about_nine_times).chain(far);
        let step = steps.fold(number(self.allowed.domain, least), larger);
        Spacing { first: number(self.allowed.domain, first), step, is_uneven: true }
    }

    /// The sums that a new value brings with it, beside itself.
    fn brought_by(&self, value: &Value, known: &[Value]) -> Vec<Value> {
        let pairs = known.iter().chain([value]).filter_map(|other| value.plus(other));
        let mut sums: Vec<Value> = pairs.collect();
        let plain = std::iter::once(value).chain(&sums);
        let more: Vec<Value> =
            plain.flat_map(|sum| self.offsets().filter_map(|offset| sum.plus(&offset)).collect::<Vec<_>>()).collect();
        sums.extend(more);
        sums
    }
}

/// The sums of two known values, by their positions.
fn pairs_of(known: &[Value]) -> impl Iterator<Item = (Value, (usize, usize))> {
    known.iter().enumerate().flat_map(move |(first, value)| {
        let others = known.iter().enumerate().skip(first);
        others.filter_map(move |(second, other)| Some((value.plus(other)?, (first, second))))
    })
}

impl Theory for PairSums {
    fn shape(&self) -> Shape {
        Shape::Line
    }

    fn atoms(&self, known: &[Value], _constants: usize, _remaining: usize) -> Vec<Atom> {
        let sums = |value: &Value| self.brought_by(value, known);
        Cuts::new(self.terms(known)).atoms(known, (&self.spacing(known), &self.allowed), sums)
    }

    fn is_exhausted(&self, known: &[Value], constants: usize, _remaining: usize, atoms: &[Atom]) -> bool {
        let largest = self.constants.iter().max_by(|left, right| compare(left, right));
        let overflows = |value: &Value| {
            let double = value.plus(value);
            let beyond = |sum: &Value| {
                let too_far = |largest: &Value| sum.plus(largest).and(sum.plus(&negative(largest))).is_none();
                largest.is_some_and(too_far)
            };
            double.is_none_or(|double| beyond(&double))
        };
        numbers(known).any(overflows)
            || has_lost_a_gap((known, constants, atoms), &self.allowed, &|earlier| self.terms(earlier))
    }

    fn allowed(&self) -> &Allowed {
        &self.allowed
    }

    fn limited(&self, allowed: Allowed) -> Box<dyn Theory> {
        Box::new(Self { allowed, ..self.clone() })
    }

    fn name(&self) -> String {
        let mut parts: Vec<String> = self.constants.iter().map(Value::to_string).collect();
        parts.push(PAIR.to_owned());
        format!("sums({})", parts.join(", "))
    }

    fn covers(&self, need: &Need) -> bool {
        match need {
            Need::Sums(numbers) | Need::AllSums(numbers) => has_all(&self.constants, numbers, self.allowed.domain),
            Need::Equality | Need::Order | Need::PairSums => true,
        }
    }

    fn adds(&self) -> bool {
        true
    }

    /// Whether y is above x + 2 matters to a later value, as in the plain form of sums with constants.
    fn is_open(&self) -> bool {
        !self.constants.is_empty()
    }
}

/// The constants of sums, and `p+p` among them.
fn read_pair_sums(parts: &str, domain: Domain) -> Result<Box<dyn Theory>, NotATheory> {
    let constants = parts.split(',').filter(|&part| part != PAIR);
    if constants.clone().any(|part| part == CLOSED) {
        return Err(NotATheory("sums of two values have no closed form: leave out `closed`, or `p+p`".to_owned()));
    }
    let constants = constants.map(|part| read_constant(part, domain)).collect::<Result<_, _>>()?;
    Ok(Box::new(PairSums::new(domain).with(constants)))
}

/// A thousand times a constant.
fn about_a_thousand_times(value: &Value) -> Value {
    match value {
        Value::Integer(number) => Value::Integer(number.saturating_mul(1_000).min(1 << 56)),
        Value::Decimal(number) => Value::Decimal(Decimal::new(number.number() * 1_000.0).unwrap_or(*number)),
        other => other.clone(),
    }
}

/// About nine times the size of a number; exactly nine times would be a small multiple.
fn about_nine_times(value: &Value) -> Value {
    match value {
        Value::Integer(number) => {
            let size = number.saturating_abs();
            Value::Integer(size.saturating_mul(9).saturating_add(size / 128))
        }
        Value::Decimal(number) => {
            Value::Decimal(Decimal::new((number.number().abs() * (9.0 + 1.0 / 128.0)).ceil()).unwrap_or(*number))
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::theory::{label, witnesses};

    #[test]
    fn sums_that_are_too_large_are_lost() {
        let is_exhausted = |known: &[i64], constants| {
            let (theory, known) = (PairSums::new(Domain::Integer), known.iter().copied().map(Value::Integer));
            let known: Vec<Value> = known.collect();
            theory.is_exhausted(&known, constants, 1, &theory.atoms(&known, constants, 1))
        };
        assert!(!is_exhausted(&[1_000_000, 10_000_000], 0));
        assert!(!is_exhausted(&[1, 2], 2), "sums of constants lie where they lie");
        assert!(is_exhausted(&[i64::MAX / 2 + 1], 0));
    }

    #[test]
    fn the_next_value_may_be_the_sum_of_two() {
        let atoms =
            "-89078125* 1000000 1503906* 2000000 6031250* 10000000 10503906* 11000000 15535156* 20000000 100078125*";
        assert_eq!(witnesses(&PairSums::new(Domain::Integer), "1000000 10000000", 0), atoms);
    }

    #[test]
    fn sums_of_sums_meet_only_if_they_are_the_same_sum() {
        let theory = PairSums::new(Domain::Integer);
        let first = vec![Value::Integer(1_000_000)];
        for second in theory.atoms(&first, 0, 1).into_iter().filter(|atom| atom.point.is_none()) {
            // How often the first and the second value are contained in each.
            let mut parts = vec![(1, 0), (0, 1), (2, 0)];
            let mut known = vec![first[0].clone(), second.witness, first[0].plus(&first[0]).unwrap()];
            for _ in 0..4 {
                let last = known.len() - 1;
                known.push(known[last - 1].plus(&known[last]).unwrap());
                parts.push((parts[last - 1].0 + parts[last].0, parts[last - 1].1 + parts[last].1));
            }
            let sums = (0..known.len()).flat_map(|left| (0..=left).map(move |right| (left, right)));
            let value = |(left, right): (usize, usize)| known[left].plus(&known[right]).unwrap();
            let part = |(left, right): (usize, usize)| {
                let (left, right): ((i32, i32), (i32, i32)) = (parts[left], parts[right]);
                (left.0 + right.0, left.1 + right.1)
            };
            for one in sums.clone() {
                assert!(sums.clone().all(|other| (value(one) == value(other)) == (part(one) == part(other))));
            }
        }
    }

    #[test]
    fn a_constant_has_sums_since_a_word_may_contain_it() {
        let atoms = "-909.5* 0.5 0.751953125* 1.0 51.390625* 101.0 101.251953125* 101.5 152.142578125* 202.0 1011.0*";
        assert_eq!(witnesses(&PairSums::new(Domain::Decimal), "0.5 101.0", 1), atoms);
    }

    #[test]
    fn two_registers_may_hold_the_same_value() {
        let known = [Value::Integer(1_000_000)];
        let atoms = PairSums::new(Domain::Integer).atoms(&known, 0, 1);
        let double = atoms.iter().find(|atom| atom.witness == Value::Integer(2_000_000)).unwrap();
        assert_eq!(label(double.point.as_ref().unwrap()), "k0 + k0");
    }

    #[test]
    fn fresh_values_have_different_sums() {
        let mut known = Vec::new();
        for _ in 0..12 {
            known.push(PairSums::new(Domain::Integer).atoms(&known, 0, 1).pop().unwrap().witness);
        }
        let atoms = PairSums::new(Domain::Integer).atoms(&known, 0, 1);
        assert_eq!(atoms.iter().filter(|atom| atom.point.is_some()).count(), 12 + 12 * 13 / 2);
    }

    #[test]
    fn the_sum_of_the_earliest_names_a_value() {
        let known: Vec<_> = [1, 4, 2, 3].map(Value::Integer).into();
        let atoms = PairSums::new(Domain::Integer).atoms(&known, 0, 1);
        let five = atoms.iter().find(|atom| atom.witness == Value::Integer(5)).unwrap();
        assert_eq!(label(five.point.as_ref().unwrap()), "k0 + k1");
    }
}
