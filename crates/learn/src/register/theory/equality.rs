//! Equality: values are the same or not.
//!
//! The weakest theory, and the cheapest: after v different values there are v + 1 atoms. Where it is
//! enough, use it; the guards of the model say `=` and `!=` alone.

use typestar_model::register::Domain;
use typestar_model::{Decimal, Value};

use super::read::{Form, named};
use super::{Atom, KnownTerm, Need, Shape, Theory};

pub(super) const FORM: Form = Form {
    examples: &["equality"],
    takes_texts: true,
    read: |text, domain| named(text, "equality", Equality::new(domain)),
};

/// Values are the same or not: identifiers, names, passwords. The only theory for texts.
///
/// ```
/// use typestar_learn::register::theory::{Equality, Theory as _};
/// use typestar_model::Value;
/// use typestar_model::register::Domain;
///
/// let known = [Value::Integer(101)];
/// let atoms = Equality::new(Domain::Integer).atoms(&known, 0, 1);
/// assert_eq!(atoms.len(), 2, "the same, or another one");
/// assert!(atoms[0].point.is_some() && atoms[0].witness == known[0]);
/// assert_eq!(atoms[1].witness, Value::Integer(102));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Equality {
    domain: Domain,
}

impl Equality {
    /// Equality of the values of a domain.
    pub fn new(domain: Domain) -> Self {
        Self { domain }
    }

    /// A value that is none of the known ones. Numbers are above all of them, and begin at 101: away from 0, which is what
    /// registers of systems often begin with.
    fn fresh(&self, known: &[Value]) -> Value {
        let is_new = |value: &Value| !known.contains(value);
        let above = known.iter().filter_map(|value| match value {
            Value::Integer(number) => Some(*number),
            Value::Decimal(number) => Some(number.number().floor() as i64),
            _ => None,
        });
        let start = above.max().unwrap_or(0).max(100).saturating_add(1);
        let numbers = (start..=i64::MAX).chain(101..);
        match self.domain {
            Domain::Integer => numbers.map(Value::Integer).find(is_new),
            Domain::Decimal => {
                numbers.filter_map(|number| Decimal::new(number as f64)).map(Value::Decimal).find(is_new)
            }
            Domain::Text => (1..).map(|number: u64| Value::Text(format!("v{number}"))).find(is_new),
        }
        .expect("there are more values than a word can hold")
    }
}

impl Theory for Equality {
    fn shape(&self) -> Shape {
        Shape::Flat
    }

    fn atoms(&self, known: &[Value], _constants: usize, _remaining: usize) -> Vec<Atom> {
        let point =
            |(index, value): (usize, &Value)| Atom { point: Some(KnownTerm::of(index)), witness: value.clone() };
        let rest = Atom { point: None, witness: self.fresh(known) };
        known.iter().enumerate().map(point).chain([rest]).collect()
    }

    fn name(&self) -> String {
        "equality".to_owned()
    }

    fn covers(&self, need: &Need) -> bool {
        *need == Need::Equality
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::theory::witnesses;

    #[test]
    fn fresh_values_are_away_from_zero_and_above_constants() {
        let fresh = |known: &[Value]| Equality::new(Domain::Integer).atoms(known, 0, 1).pop().unwrap().witness;
        assert_eq!(fresh(&[]), Value::Integer(101));
        assert_eq!(fresh(&[Value::Integer(0), Value::Integer(101)]), Value::Integer(102));
        assert_eq!(fresh(&[Value::Integer(500)]), Value::Integer(501));
        assert_eq!(fresh(&[Value::Integer(i64::MAX)]), Value::Integer(101));
    }

    #[test]
    fn decimals_and_texts_have_fresh_values_of_their_own() {
        assert_eq!(witnesses(&Equality::new(Domain::Decimal), "0.5", 1), "0.5 101.0*");
        assert_eq!(witnesses(&Equality::new(Domain::Decimal), "101.5 1e300", 0), "101.5 1e300 9.223372036854776e18*");
        assert_eq!(witnesses(&Equality::new(Domain::Text), "\"v2\" \"v1\"", 1), "\"v2\" \"v1\" \"v3\"*");
    }

    #[test]
    fn what_a_system_invented_is_one_more_value() {
        assert_eq!(witnesses(&Equality::new(Domain::Integer), "101 $1.1", 0), "101 $1.1 102*");
    }
}
