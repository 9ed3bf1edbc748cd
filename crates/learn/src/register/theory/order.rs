//! Order: values are the same, less or more.
//!
//! After v values there are 2v + 1 atoms: the values, the gaps between them, and the two ends. Integers
//! are taken a million apart, so that there is room between them for later values.

use typestar_model::Value;
use typestar_model::register::Domain;

use super::line::{Cuts, Spacing, number};
use super::read::{Form, named};
use super::room::has_lost_a_gap;
use super::{Allowed, Atom, KnownTerm, Need, Shape, Theory};

pub(super) const FORM: Form =
    Form { examples: &["order"], takes_texts: false, read: |text, domain| named(text, "order", Order::new(domain)) };

/// Values are the same, less or more: priorities, deadlines. For numbers.
///
/// Between two decimals there is always another one, until the machine has none. Between two integers there may be none,
/// as between the constants 0 and 1: then there is no atom. Twenty integers of a word of which each lies between the two
/// before it leave no room for another one. What a system invents has no place in the order, so a type
/// whose values are invented is compared by equality.
///
/// ```
/// use typestar_learn::register::theory::{Order, Theory as _};
/// use typestar_model::Value;
/// use typestar_model::register::Domain;
///
/// let order = Order::new(Domain::Integer);
/// let atoms = order.atoms(&[Value::Integer(0), Value::Integer(2)], 2, 1);
/// let witnesses: Vec<String> = atoms.iter().map(|atom| atom.witness.to_string()).collect();
/// assert_eq!(witnesses, ["-1000000", "0", "1", "2", "1000000"]);
/// assert!(atoms[2].point.is_none(), "1 lies in the gap between the two constants");
/// ```
#[derive(Clone, Debug)]
pub struct Order {
    allowed: Allowed,
}

impl Order {
    /// The order of a domain of numbers.
    pub fn new(domain: Domain) -> Self {
        Self { allowed: Allowed::all(domain) }
    }

    fn spacing(&self) -> Spacing {
        let (first, step) = if self.allowed.domain == Domain::Integer { (1_000_000, 1_000_000) } else { (101, 1) };
        Spacing { first: number(self.allowed.domain, first), step: number(self.allowed.domain, step), is_uneven: false }
    }
}

impl Theory for Order {
    fn shape(&self) -> Shape {
        Shape::Line
    }

    fn atoms(&self, known: &[Value], _constants: usize, _remaining: usize) -> Vec<Atom> {
        Cuts::new(plain_terms(known)).atoms(known, (&self.spacing(), &self.allowed), |_| Vec::new())
    }

    fn is_exhausted(&self, known: &[Value], constants: usize, _remaining: usize, atoms: &[Atom]) -> bool {
        has_lost_a_gap((known, constants, atoms), &self.allowed, &plain_terms)
    }

    fn allowed(&self) -> &Allowed {
        &self.allowed
    }

    fn limited(&self, allowed: Allowed) -> Box<dyn Theory> {
        Box::new(Self { allowed })
    }

    fn name(&self) -> String {
        "order".to_owned()
    }

    fn covers(&self, need: &Need) -> bool {
        *need <= Need::Order
    }
}

/// The known numbers as terms.
pub(super) fn plain_terms(known: &[Value]) -> Vec<(Value, KnownTerm)> {
    let numbers = known.iter().enumerate().filter(|(_, value)| value.order(value).is_some());
    numbers.map(|(index, value)| (value.clone(), KnownTerm::of(index))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::theory::witnesses;

    #[test]
    fn a_gap_between_nested_integers_is_lost_and_one_between_constants_is_not() {
        let order = Order::new(Domain::Integer);
        let is_exhausted = |known: &[i64], constants| {
            let known: Vec<Value> = known.iter().copied().map(Value::Integer).collect();
            order.is_exhausted(&known, constants, 1, &order.atoms(&known, constants, 1))
        };
        assert!(!is_exhausted(&[0, 1], 2));
        assert!(!is_exhausted(&[0, 2, 1], 2), "1 is all that there is between 0 and 2");
        assert!(is_exhausted(&[0, 10, 5, 6], 2), "there would be room between 2 and 6");
        assert!(!is_exhausted(&[0, 10, 2, 6], 2));
        assert!(is_exhausted(&[i64::MAX], 0), "nothing is above it");
    }

    #[test]
    fn decimals_have_gaps_beyond_and_between() {
        let order = Order::new(Domain::Decimal);
        assert_eq!(witnesses(&order, "", 0), "101.0*");
        assert_eq!(witnesses(&order, "101.0", 0), "100.0* 101.0 102.0*");
        assert_eq!(witnesses(&order, "101.0 102.0", 0), "100.0* 101.0 101.5* 102.0 103.0*");
        assert_eq!(witnesses(&order, "0.0", 1), "-1.0* 0.0 101.0*");
    }

    #[test]
    fn integers_have_no_gap_where_there_is_no_integer() {
        let order = Order::new(Domain::Integer);
        assert_eq!(witnesses(&order, "0 1", 2), "-1000000* 0 1 1000000*");
        assert_eq!(witnesses(&order, "0 2", 2), "-1000000* 0 1* 2 1000000*");
        assert_eq!(witnesses(&order, "0 1000000", 1), "-1000000* 0 500000* 1000000 2000000*");
    }

    #[test]
    fn zero_is_a_witness_only_where_nothing_else_is() {
        let order = Order::new(Domain::Integer);
        assert_eq!(witnesses(&order, "1000000", 0), "-1000000* 1000000 2000000*");
        assert_eq!(witnesses(&order, "1000000 -1000000", 0), "-2000000* -1000000 -500000* 1000000 2000000*");
        assert_eq!(witnesses(&order, "-1 1", 2), "-1000001* -1 0* 1 1000000*");
    }

    #[test]
    fn a_middle_never_falls_onto_an_end() {
        let next = f64::from_bits(1.0f64.to_bits() + 1);
        let order = Order::new(Domain::Decimal);
        assert_eq!(witnesses(&order, &format!("1.0 {next:?}"), 0), format!("-1.0* 1.0 {next:?} 101.0*"));
    }

    #[test]
    fn numbers_end_somewhere() {
        let (low, high) = (i64::MIN, i64::MAX);
        let middle = "-1*";
        let known = format!("{high} {low}");
        assert_eq!(witnesses(&Order::new(Domain::Integer), &known, 0), format!("{low} {middle} {high}"));
    }

    #[test]
    fn what_a_system_invented_has_no_place_in_the_order() {
        assert_eq!(witnesses(&Order::new(Domain::Decimal), "$1.1 101.0", 0), "100.0* 101.0 102.0*");
    }
}
