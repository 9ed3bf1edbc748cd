//! Sums of two known values.

use typestar_model::register::Domain;
use typestar_model::{Decimal, Value};

use super::line::{Cuts, Spacing, number, numbers};
use super::order::plain_terms;
use super::{Atom, KnownAddend, KnownTerm, Shape, Theory};

/// Values are compared with a known value, or with the sum of two different ones that are no constants: totals, counters
/// of Fibonacci.
///
/// It is complete for systems whose guards compare a parameter with one term over stored values. It is not for others:
/// where a later value is compared with p + x, it matters how p compares with the difference of two known values, and
/// these are no cuts.
#[derive(Clone, Debug)]
pub struct PairSums {
    domain: Domain,
}

impl PairSums {
    /// Sums of pairs in a domain of numbers.
    pub fn new(domain: Domain) -> Self {
        Self { domain }
    }

    fn terms(&self, known: &[Value], constants: usize) -> Vec<(Value, KnownTerm)> {
        let mut terms = plain_terms(known);
        for (first, value) in known.iter().enumerate().skip(constants) {
            terms.extend(known.iter().enumerate().skip(first + 1).filter_map(|(second, other)| {
                Some((value.plus(other)?, KnownTerm { known: first, plus: Some(KnownAddend::Known(second)) }))
            }));
        }
        terms
    }

    /// Each value beyond the ends is about ten times as large as all others, so that sums of few values are different.
    fn spacing(&self, known: &[Value]) -> Spacing {
        let (first, least) = if self.domain == Domain::Integer { (1_000_000, 1_000_000) } else { (101, 1) };
        let step = numbers(known).map(nine_times).fold(number(self.domain, least), Value::max);
        Spacing { first: number(self.domain, first), step }
    }
}

impl Theory for PairSums {
    fn shape(&self) -> Shape {
        Shape::Line
    }

    fn atoms(&self, known: &[Value], constants: usize, _remaining: usize) -> Vec<Atom> {
        let cuts = Cuts::new(self.terms(known, constants));
        let values = &known[constants..];
        cuts.atoms(known, &self.spacing(known), |value| values.iter().filter_map(|other| value.plus(other)).collect())
    }

    fn name(&self) -> String {
        PAIR_SUMS.to_owned()
    }
}

/// How people write the theory.
pub(super) const PAIR_SUMS: &str = "sums(p+p)";

/// Nine times the size of a number.
fn nine_times(value: &Value) -> Value {
    match value {
        Value::Integer(number) => Value::Integer(number.saturating_abs().saturating_mul(9)),
        Value::Decimal(number) => Value::Decimal(Decimal::new(number.number().abs() * 9.0).unwrap_or(*number)),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::theory::{label, witnesses};

    #[test]
    fn the_next_value_may_be_the_sum_of_two() {
        let atoms = "-89000000* 1000000 5500000* 10000000 10500000* 11000000 100000000*";
        assert_eq!(witnesses(&PairSums::new(Domain::Integer), "1000000 10000000", 0), atoms);
        let atoms = "-8989.0* 101.0 555.5* 1010.0 1060.5* 1111.0 10100.0*";
        assert_eq!(witnesses(&PairSums::new(Domain::Decimal), "101.0 1010.0", 0), atoms);
    }

    #[test]
    fn a_constant_is_in_no_sum() {
        assert_eq!(witnesses(&PairSums::new(Domain::Decimal), "0.5 101.0", 1), "-908.5* 0.5 50.75* 101.0 1010.0*");
    }

    #[test]
    fn fresh_values_have_different_sums() {
        let mut known = Vec::new();
        for _ in 0..12 {
            known.push(PairSums::new(Domain::Integer).atoms(&known, 0, 1).pop().unwrap().witness);
        }
        let atoms = PairSums::new(Domain::Integer).atoms(&known, 0, 1);
        assert_eq!(atoms.iter().filter(|atom| atom.point.is_some()).count(), 12 + 12 * 11 / 2);
    }

    #[test]
    fn the_sum_of_the_earliest_names_a_value() {
        let known: Vec<_> = [1, 4, 2, 3].map(Value::Integer).into();
        let atoms = PairSums::new(Domain::Integer).atoms(&known, 0, 1);
        let five = atoms.iter().find(|atom| atom.witness == Value::Integer(5)).unwrap();
        assert_eq!(label(five.point.as_ref().unwrap()), "k0 + k1");
    }
}
