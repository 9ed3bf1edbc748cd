//! Which values of a domain may be given to a system.
//!
//! A user may say that a type ends somewhere, or list its values; a host may carry fewer numbers than 64 bits have. No theory
//! has a witness outside, so nobody who builds words on witnesses ever gives such a value.

use std::cmp::Ordering;

use typestar_model::Value;
use typestar_model::register::Domain;

/// The values of a domain that may be given. What the system itself handed out may always be given back.
///
/// ```
/// use typestar_learn::register::theory::Allowed;
/// use typestar_model::Value;
/// use typestar_model::register::Domain;
///
/// let percent = Allowed { min: Some(Value::Integer(0)), max: Some(Value::Integer(100)), ..Allowed::all(Domain::Integer) };
/// assert!(percent.holds(&Value::Integer(100)) && !percent.holds(&Value::Integer(-1)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// What the values are.
    pub domain: Domain,
    /// The least number.
    pub min: Option<Value>,
    /// The greatest number.
    pub max: Option<Value>,
    /// Whether the empty text is none of them.
    pub nonempty: bool,
    /// All of them, where they are few.
    pub values: Option<Vec<Value>>,
}

impl Allowed {
    /// All values of a domain.
    pub fn all(domain: Domain) -> Self {
        Self { domain, min: None, max: None, nonempty: false, values: None }
    }

    /// Whether nothing of the domain is left out.
    pub fn is_all(&self) -> bool {
        self.min.is_none() && self.max.is_none() && !self.nonempty && self.values.is_none()
    }

    /// Whether a value may be given.
    pub fn holds(&self, value: &Value) -> bool {
        if matches!(value, Value::Returned { .. }) {
            return true;
        }
        let is_at = |end: &Option<Value>, wrong: Ordering| {
            end.as_ref().is_none_or(|end| value.order(end).is_some_and(|order| order != wrong))
        };
        self.domain.holds(value)
            && is_at(&self.min, Ordering::Less)
            && is_at(&self.max, Ordering::Greater)
            && !(self.nonempty && *value == Value::Text(String::new()))
            && self.values.as_ref().is_none_or(|values| values.contains(value))
    }

    /// The same, and nothing beyond these numbers.
    #[must_use]
    pub fn between(self, least: &Value, greatest: &Value) -> Self {
        let narrower = |old: Option<Value>, new: &Value, keep: Ordering| match old {
            Some(old) if old.order(new) == Some(keep) => Some(old),
            _ => Some(new.clone()),
        };
        let (min, max) = (narrower(self.min, least, Ordering::Greater), narrower(self.max, greatest, Ordering::Less));
        Self { min, max, ..self }
    }

    /// Whether a value is the first or the last one.
    pub(super) fn is_end(&self, value: &Value) -> bool {
        self.min.as_ref() == Some(value) || self.max.as_ref() == Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::theory::{Theory, read_theory};

    fn integers(numbers: &[i64]) -> Vec<Value> {
        numbers.iter().copied().map(Value::Integer).collect()
    }

    fn from_to(least: i64, most: i64) -> Allowed {
        Allowed::all(Domain::Integer).between(&Value::Integer(least), &Value::Integer(most))
    }

    fn within(theory: &str, allowed: Allowed) -> Box<dyn Theory> {
        read_theory(theory, allowed.domain).expect("a theory").limited(allowed)
    }

    /// Calls `look` with all lists of known values that witnesses make, up to this length.
    fn walk(theory: &dyn Theory, known: &mut Vec<Value>, length: usize, look: &mut dyn FnMut(&[Value])) {
        look(known);
        if length == 0 {
            return;
        }
        for atom in theory.atoms(known, 0, length) {
            let is_new = !known.contains(&atom.witness);
            known.extend(is_new.then_some(atom.witness));
            walk(theory, known, length - 1, look);
            known.truncate(known.len() - usize::from(is_new));
        }
    }

    #[test]
    fn witnesses_are_allowed_in_each_theory() {
        let decimals = Allowed { min: Value::read("0.25"), max: Value::read("0.5"), ..Allowed::all(Domain::Decimal) };
        let limits =
            [from_to(0, 255), from_to(5_000_000_000, i64::MAX), from_to(i64::MIN, -7), from_to(3, 3), decimals];
        for allowed in limits {
            for name in ["equality", "order", "sums(1)", "sums(1, closed)", "sums(p+p)"] {
                let theory = within(name, allowed.clone());
                walk(&*theory, &mut Vec::new(), 3, &mut |known| {
                    let atoms = theory.atoms(known, 0, 1);
                    assert!(!atoms.is_empty(), "{name} {allowed:?} {known:?}");
                    assert!(
                        atoms.iter().all(|atom| allowed.holds(&atom.witness)),
                        "{name} {allowed:?} {known:?}: {atoms:?}"
                    );
                });
            }
        }
    }

    #[test]
    fn each_class_that_has_an_allowed_value_has_one_atom() {
        let order = within("order", from_to(0, 6));
        walk(&*order, &mut Vec::new(), 3, &mut |known| {
            let class = |value: i64| known.iter().map(|other| Value::Integer(value).order(other)).collect::<Vec<_>>();
            let classes: std::collections::BTreeSet<_> = (0..=6).map(class).collect();
            assert_eq!(order.atoms(known, 0, 1).len(), classes.len(), "{known:?}");
        });
    }

    #[test]
    fn where_all_values_are_known_there_is_no_fresh_one() {
        let listed = Allowed { values: Some(integers(&[4, 9])), ..Allowed::all(Domain::Integer) };
        for name in ["equality", "order"] {
            let theory = within(name, listed.clone());
            let fresh =
                |known: &[i64]| theory.atoms(&integers(known), 0, 1).iter().filter(|atom| atom.point.is_none()).count();
            assert_eq!((fresh(&[]), fresh(&[4]), fresh(&[4, 9])), (1, 1, 0), "{name}");
        }
        let two = within("equality", from_to(0, 1));
        assert_eq!(two.atoms(&integers(&[1, 0]), 0, 1).len(), 2);
    }

    #[test]
    fn an_end_that_is_a_constant_loses_nothing() {
        let order = within("order", from_to(0, i64::MAX));
        let is_exhausted = |known: &[i64], constants| {
            let known = integers(known);
            order.is_exhausted(&known, constants, 1, &order.atoms(&known, constants, 1))
        };
        assert!(!is_exhausted(&[0], 1));
        assert!(is_exhausted(&[0], 0), "another choice would leave room below");
    }

    #[test]
    fn usual_witnesses_are_taken_where_they_are_allowed() {
        let fresh = |allowed: Allowed| within("equality", allowed).atoms(&[], 0, 1)[0].witness.clone();
        assert_eq!(fresh(from_to(0, 255)), Value::Integer(101));
        assert_eq!(fresh(from_to(0, 7)), Value::Integer(7));
        assert_eq!(fresh(from_to(1000, 2000)), Value::Integer(1000));
    }
}
