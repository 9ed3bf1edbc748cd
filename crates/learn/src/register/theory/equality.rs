//! Equality: values are the same or not.
//!
//! The weakest theory, and the cheapest: after v different values there are v + 1 atoms. Where it is
//! enough, use it; the guards of the model say `=` and `!=` alone.

use typestar_model::register::Domain;
use typestar_model::{Decimal, Value};

use super::read::{Form, named};
use super::{Allowed, Atom, KnownTerm, Need, Shape, Theory};

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
#[derive(Clone, Debug)]
pub struct Equality {
    allowed: Allowed,
}

impl Equality {
    /// Equality of the values of a domain.
    pub fn new(domain: Domain) -> Self {
        Self { allowed: Allowed::all(domain) }
    }

    /// A value that is none of the known ones, if there is one. Numbers are above all of them, and begin at 101: away from 0,
    /// which is what registers of systems often begin with. Where no such number is allowed, others do.
    fn fresh(&self, known: &[Value]) -> Option<Value> {
        let is_new = |value: &Value| !known.contains(value);
        if let Some(values) = &self.allowed.values {
            return values.iter().find(|value| is_new(value)).cloned();
        }
        match self.allowed.domain {
            Domain::Integer => self.whole_numbers(known).map(Value::Integer).find(is_new),
            Domain::Decimal => self.decimals(known).find(is_new),
            Domain::Text => (1..).map(|number: u64| Value::Text(format!("v{number}"))).find(is_new),
        }
    }

    /// Whole numbers, those first that are above all known ones.
    fn whole_numbers(&self, known: &[Value]) -> impl Iterator<Item = i64> + use<> {
        let above = known.iter().filter_map(|value| match value {
            Value::Integer(number) => Some(*number),
            Value::Decimal(number) => Some(number.number().floor() as i64),
            _ => None,
        });
        let start = above.max().unwrap_or(0).max(100).saturating_add(1);
        let end = |end: &Option<Value>, usual: i64| end.as_ref().and_then(whole).unwrap_or(usual);
        let (least, most) = (end(&self.allowed.min, i64::MIN), end(&self.allowed.max, i64::MAX));
        (start.max(least)..=most).chain(least.max(101)..=most).chain((least..=most.min(100)).rev())
    }

    /// Whole numbers as decimals, and then the fractions between the ends.
    fn decimals(&self, known: &[Value]) -> impl Iterator<Item = Value> + use<> {
        let decimal = |number: f64| Decimal::new(number).map(Value::Decimal);
        let end = |end: &Option<Value>, usual: f64| match end {
            Some(Value::Decimal(number)) => number.number(),
            _ => usual,
        };
        let (least, most) = (end(&self.allowed.min, f64::MIN), end(&self.allowed.max, f64::MAX));
        // Few of the whole numbers are known, and nobody waits for more of them than that.
        let wholes = self.whole_numbers(known).take(3 * known.len() + 3).map(|number| number as f64);
        let part = move |place: u32| {
            let exponent = (place + 1).ilog2() + 1;
            let share = f64::from(2 * (place + 1 - (1 << (exponent - 1))) + 1) / 2f64.powi(exponent as i32);
            least * (1.0 - share) + most * share
        };
        let parts = (0..4 * known.len() as u32 + 64).map(part).chain([most, least]);
        wholes.chain(parts).filter(move |number| (least..=most).contains(number)).filter_map(decimal)
    }
}

/// A number without its fraction.
fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(number) => Some(*number),
        Value::Decimal(number) => Some(number.number() as i64),
        _ => None,
    }
}

impl Theory for Equality {
    fn shape(&self) -> Shape {
        Shape::Flat
    }

    fn atoms(&self, known: &[Value], _constants: usize, _remaining: usize) -> Vec<Atom> {
        let point =
            |(index, value): (usize, &Value)| Atom { point: Some(KnownTerm::of(index)), witness: value.clone() };
        let may_be_given = |(_, value): &(usize, &Value)| self.allowed.holds(value);
        let rest = self.fresh(known).map(|witness| Atom { point: None, witness });
        known.iter().enumerate().filter(may_be_given).map(point).chain(rest).collect()
    }

    fn allowed(&self) -> &Allowed {
        &self.allowed
    }

    fn limited(&self, allowed: Allowed) -> Box<dyn Theory> {
        Box::new(Self { allowed })
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
