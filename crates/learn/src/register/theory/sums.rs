//! Sums with constants: values are compared with a known value plus or minus a constant.
//!
//! A receiver accepts the number that is one more than the last one. Equality and order cannot say
//! that: x + 1 would be one of all values above x. Here x + 1 is a point.

use std::collections::BTreeSet;

use typestar_model::register::Domain;
use typestar_model::{Decimal, Value};

use super::line::{Cuts, Spacing, compare, number, numbers};
use super::order::plain_terms;
use super::pair_sums::PAIR;
use super::read::{Form, NotATheory};
use super::room::has_lost_a_gap;
use super::{Allowed, Atom, KnownAddend, KnownTerm, Need, Shape, Theory};

pub(super) const FORM: Form = Form {
    examples: &["sums(1)", "sums(1, closed)"],
    takes_texts: false,
    read: |text, domain| {
        let parts = text.strip_prefix("sums(").and_then(|rest| rest.strip_suffix(')'));
        // Sums of values are another theory.
        parts.filter(|parts| !parts.split(',').any(|part| part == PAIR)).map(|parts| read_sums(parts, domain))
    },
};

/// Values are compared with a known value, or with one plus or minus a constant: sequence numbers, windows, timeouts.
///
/// The plain form cuts at x, x + c and x - c for each known value x. That is what a guard can say of the next value.
/// Constants are known values like others: a word may contain them. The plain form is not all that can matter to later
/// values: y < x + 2 and y > x + 2 differ for a later value between x + 1 and y - 1. The closed form cuts at x plus and
/// minus as many constants as values are still to come. It is complete, and needs more words.
///
/// ```
/// use typestar_learn::register::theory::{Sums, Theory as _};
/// use typestar_model::Value;
/// use typestar_model::register::Domain;
///
/// let sums = Sums::new(Domain::Integer, vec![Value::Integer(1)]);
/// assert_eq!(sums.name(), "sums(1)");
/// let atoms = sums.atoms(&[Value::Integer(1_000_000)], 0, 1);
/// let points = atoms.iter().filter(|atom| atom.point.is_some());
/// let points: Vec<String> = points.map(|atom| atom.witness.to_string()).collect();
/// assert_eq!(points, ["999999", "1000000", "1000001"]);
/// ```
#[derive(Clone, Debug)]
pub struct Sums {
    allowed: Allowed,
    constants: Vec<Value>,
    is_closed: bool,
}

impl Sums {
    /// Sums with some constants, which are positive numbers of the domain.
    pub fn new(domain: Domain, constants: Vec<Value>) -> Self {
        Self { allowed: Allowed::all(domain), constants, is_closed: false }
    }

    /// The sums of at most as many signed constants, those of few constants first. Zero is none of them.
    fn offsets(&self, summands: usize) -> Vec<Value> {
        let signed: Vec<Value> =
            self.constants.iter().flat_map(|constant| [constant.clone(), negative(constant)]).collect();
        let mut offsets = vec![number(self.allowed.domain, 0)];
        let mut level = offsets.clone();
        for _ in 0..summands {
            let sums = level.iter().flat_map(|offset| signed.iter().filter_map(|constant| offset.plus(constant)));
            let mut next = Vec::new();
            for sum in sums {
                if !offsets.contains(&sum) {
                    offsets.push(sum.clone());
                    next.push(sum);
                }
            }
            level = next;
        }
        offsets.split_off(1)
    }

    /// The terms that the line is cut at, those first whose labels are wanted most: after plain values the sums with the first
    /// constants. A value that is one more than the last one and two more than the one before is told by the last one.
    fn terms(&self, known: &[Value], remaining: usize) -> Vec<(Value, KnownTerm)> {
        let offsets = self.offsets(if self.is_closed { remaining } else { 1 });
        let mut terms = plain_terms(known);
        for offset in &offsets {
            terms.extend(known.iter().enumerate().filter_map(|(index, value)| {
                let plus = Some(KnownAddend::Number(offset.clone()));
                Some((value.plus(offset)?, KnownTerm { known: index, plus }))
            }));
        }
        terms
    }

    /// Known values are so far apart that sums are equal only if somebody means them to be.
    ///
    /// With values a million constants apart, `x + 1 + 1` is never another known value by chance.
    fn spacing(&self) -> Spacing {
        let largest = self.constants.iter().max_by(|left, right| compare(left, right));
        match largest {
            Some(Value::Integer(constant)) => Spacing {
                first: Value::Integer(1_000_000),
                step: Value::Integer(constant.saturating_mul(1_000_000).min(1 << 56)),
                is_uneven: false,
            },
            Some(Value::Decimal(constant)) => {
                let step = Decimal::new(constant.number() * 100.0).unwrap_or(*constant);
                Spacing { first: number(self.allowed.domain, 101), step: Value::Decimal(step), is_uneven: false }
            }
            _ => unreachable!("sums have constants, and these are numbers"),
        }
    }
}

impl Theory for Sums {
    fn shape(&self) -> Shape {
        Shape::Line
    }

    fn atoms(&self, known: &[Value], _constants: usize, remaining: usize) -> Vec<Atom> {
        let remaining = remaining.max(1);
        let later = self.offsets(if self.is_closed { (remaining - 1).max(1) } else { 1 });
        let cuts = Cuts::new(self.terms(known, remaining));
        let sums = |value: &Value| later.iter().filter_map(|offset| value.plus(offset)).collect();
        cuts.atoms(known, (&self.spacing(), &self.allowed), sums)
    }

    fn is_exhausted(&self, known: &[Value], constants: usize, remaining: usize, atoms: &[Atom]) -> bool {
        let summands = if self.is_closed { remaining.max(1) } else { 1 };
        let overflows = |value: &Value| {
            let mut steps = self.constants.iter().flat_map(|constant| [constant.clone(), negative(constant)]);
            steps.any(|step| (0..summands).try_fold(value.clone(), |sum, _| sum.plus(&step)).is_none())
        };
        let terms = |earlier: &[Value]| self.terms(earlier, remaining + known.len());
        numbers(known).any(overflows) || has_lost_a_gap((known, constants, atoms), &self.allowed, &terms)
    }

    fn allowed(&self) -> &Allowed {
        &self.allowed
    }

    fn limited(&self, allowed: Allowed) -> Box<dyn Theory> {
        Box::new(Self { allowed, ..self.clone() })
    }

    fn name(&self) -> String {
        let mut parts: Vec<String> = self.constants.iter().map(Value::to_string).collect();
        parts.extend(self.is_closed.then(|| CLOSED.to_owned()));
        format!("sums({})", parts.join(", "))
    }

    fn covers(&self, need: &Need) -> bool {
        match need {
            Need::Equality | Need::Order => true,
            Need::Sums(numbers) => self.is_closed || has_all(&self.constants, numbers, self.allowed.domain),
            Need::PairSums | Need::AllSums(_) => false,
        }
    }

    fn adds(&self) -> bool {
        true
    }

    fn is_open(&self) -> bool {
        !self.is_closed
    }
}

/// The word for the closed form.
pub(super) const CLOSED: &str = "closed";

/// The constants of sums, and `closed` after them or not.
fn read_sums(parts: &str, domain: Domain) -> Result<Box<dyn Theory>, NotATheory> {
    let mut parts: Vec<&str> = parts.split(',').collect();
    let is_closed = parts.last() == Some(&CLOSED);
    parts.truncate(parts.len() - usize::from(is_closed));
    if parts.is_empty() {
        return Err(NotATheory("sums need a constant: write sums(1, closed)".to_owned()));
    }
    let constants = parts.iter().map(|part| read_constant(part, domain)).collect::<Result<_, _>>()?;
    Ok(Box::new(Sums { is_closed, ..Sums::new(domain, constants) }))
}

/// Whether constants of a domain have all these numbers.
pub(super) fn has_all(constants: &[Value], numbers: &BTreeSet<Value>, domain: Domain) -> bool {
    let in_domain = |value: &Value| value.whole().map_or_else(|| value.clone(), |whole| number(domain, whole));
    numbers.iter().all(|value| constants.contains(&in_domain(value)))
}

pub(super) fn read_constant(text: &str, domain: Domain) -> Result<Value, NotATheory> {
    let value = match Value::read(text) {
        Some(Value::Integer(integer)) => number(domain, integer),
        Some(value @ Value::Decimal(_)) if domain == Domain::Decimal => value,
        _ => {
            let kind = if domain == Domain::Integer { "integer" } else { "decimal" };
            return Err(NotATheory(format!("`{text}` is not a constant of sums: it must be a positive {kind}")));
        }
    };
    if compare(&value, &number(domain, 0)).is_le() {
        let advice = "write the positive number, which is subtracted, too";
        return Err(NotATheory(format!("`{text}` is not a constant of sums: {advice}")));
    }
    if !is_exact(&value) {
        let advice = "use a number such as 0.5 or 0.125, or integers of a smaller unit";
        return Err(NotATheory(format!(
            "sums with `{text}` are rounded, so that x + {text} - {text} is not x: {advice}"
        )));
    }
    Ok(value)
}

/// Whether sums with a number are exact: it has few binary digits.
fn is_exact(value: &Value) -> bool {
    match value {
        Value::Decimal(number) => (number.number() * f64::from(1 << 20)).fract() == 0.0 && number.number() < 1e9,
        _ => true,
    }
}

pub(super) fn negative(value: &Value) -> Value {
    match value {
        Value::Integer(number) => Value::Integer(-number),
        Value::Decimal(number) => Value::Decimal(Decimal::new(-number.number()).expect("a negative number is finite")),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::theory::{label, witnesses};

    fn integers(constants: &[i64]) -> Sums {
        Sums::new(Domain::Integer, constants.iter().copied().map(Value::Integer).collect())
    }

    fn values(numbers: &[i64]) -> Vec<Value> {
        numbers.iter().copied().map(Value::Integer).collect()
    }

    #[test]
    fn numbers_run_out_at_the_ends_and_between_values_but_not_between_a_value_and_its_sums() {
        let is_exhausted = |constants: &[i64], known: &[i64]| {
            let (sums, known) = (integers(constants), values(known));
            sums.is_exhausted(&known, 0, 1, &sums.atoms(&known, 0, 1))
        };
        assert!(!is_exhausted(&[1], &[1_000_000, 1_000_001, 1_000_002]));
        assert!(!is_exhausted(&[2], &[1_000_000, 1_000_001]), "the only value between x and x + 2");
        assert!(is_exhausted(&[1], &[1_000_000, 1_000_003]));
        assert!(!is_exhausted(&[1], &[1_000_000, 1_000_009]));
        assert!(is_exhausted(&[1], &[i64::MAX]));
    }

    #[test]
    fn a_value_may_be_one_more_or_one_less() {
        let atoms = "-1000000* 999999 1000000 1000001 2000000*";
        assert_eq!(witnesses(&integers(&[1]), "1000000", 0), atoms);
    }

    #[test]
    fn gaps_of_decimals_lie_between_a_value_and_its_sums() {
        let sums = Sums::new(Domain::Decimal, vec![number(Domain::Decimal, 1)]);
        assert_eq!(witnesses(&sums, "101.0", 0), "-99.0* 100.0 100.5* 101.0 101.5* 102.0 201.0*");
    }

    #[test]
    fn a_value_that_is_equal_to_a_constant_has_sums_too() {
        assert_eq!(witnesses(&integers(&[1]), "5", 1), "-999995* 4 5 6 1000000*");
    }

    #[test]
    fn plain_labels_are_wanted_most_then_sums_with_the_first_constants() {
        let label_at = |known: &[i64], constants, value| {
            let atoms = integers(&[1]).atoms(&values(known), constants, 1);
            let atom = atoms.iter().find(|atom| atom.witness == Value::Integer(value)).unwrap();
            label(atom.point.as_ref().unwrap())
        };
        assert_eq!(label_at(&[7, 6], 1, 7), "k0");
        assert_eq!(label_at(&[6, 7], 0, 7), "k1");
        assert_eq!(label_at(&[6, 8], 0, 7), "k0 + 1");
        assert_eq!(label_at(&[8, 6], 0, 7), "k1 + 1");
        let two = integers(&[1, 2]).atoms(&values(&[6, 7]), 0, 1);
        let atom = two.iter().find(|atom| atom.witness == Value::Integer(8)).unwrap();
        assert_eq!(label(atom.point.as_ref().unwrap()), "k1 + 1", "not k0 + 2");
    }

    #[test]
    fn a_witness_is_no_sum_of_sums() {
        // The middle of 12 and 16 is 14, which is 12 + 2 and 16 - 2; 13 is neither.
        assert_eq!(witnesses(&integers(&[2]), "10 18", 0), "-1999990* 8 9* 10 11* 12 13* 16 17* 18 19* 20 1000000*");
        // Between 11 and 14 there are 12 and 13 alone, and both are sums of sums.
        assert_eq!(witnesses(&integers(&[1]), "10 15", 0), "-999990* 9 10 11 12* 14 15 16 1000000*");
    }

    #[test]
    fn closed_sums_look_as_far_ahead_as_values_come() {
        let sums = Sums { is_closed: true, ..integers(&[1]) };
        let points = |remaining| {
            let atoms = sums.atoms(&values(&[0, 1_000_000]), 1, remaining);
            let points = atoms.iter().filter(|atom| atom.point.is_some());
            points.map(|atom| atom.witness.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(points(1), "-1 0 1 999999 1000000 1000001");
        assert_eq!(points(2), "-2 -1 0 1 2 999998 999999 1000000 1000001 1000002");
    }

    #[test]
    fn combinations_use_as_many_constants_as_there_are() {
        let offsets = integers(&[1, 10]).offsets(2);
        assert_eq!(offsets, values(&[1, -1, 10, -10, 2, 11, -9, -2, 9, -11, 20, -20]));
        assert_eq!(integers(&[1]).offsets(0), []);
    }
}
