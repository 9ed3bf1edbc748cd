//! Limits of the machine: calls that ended because there was too little memory, stack or time for them.
//!
//! Such a call says nothing of the class, so it is no example. What it was given bounds what its method is given later:
//! otherwise every border would be sought in the memory of the machine.

use std::collections::BTreeMap;

use typestar_model::{MachineLimit, Symbol, Value};

/// After so many calls that a limit ended there are no more that ask for as much: the object may make a difference.
const MOST_ALIKE: usize = 3;
/// One that waits for so long is enough,
const MOST_WAITS: usize = 1;
/// and of calls without a number, which nothing makes smaller, there may be more.
const MOST_PLAIN: usize = 20;
/// So many calls of a method are kept to compare with.
const MOST_KEPT: usize = 64;

/// What a method was given when a limit ended it, by method, with the limit.
#[derive(Debug, Default)]
pub(super) struct Limits {
    met: BTreeMap<usize, Vec<(Symbol, MachineLimit)>>,
}

impl Limits {
    /// Takes note of a call.
    pub(super) fn note(&mut self, method: usize, call: &Symbol, limit: Option<MachineLimit>) {
        let Some(limit) = limit else { return };
        let met = self.met.entry(method).or_default();
        if met.len() < MOST_KEPT {
            met.push((call.clone(), limit));
        }
    }

    /// Whether a call asks for at least as much as several that met a limit.
    pub(super) fn is_beyond(&self, method: usize, arguments: &[Value]) -> bool {
        let Some(met) = self.met.get(&method) else { return false };
        let alike = || met.iter().filter(|(call, _)| asks_for_more(arguments, call.values()));
        let most = match alike().next() {
            _ if arguments.iter().all(|value| value.whole().is_none()) => MOST_PLAIN,
            Some((_, MachineLimit::Time)) => MOST_WAITS,
            _ => MOST_ALIKE,
        };
        alike().count() >= most
    }

    /// Whether a method met a limit.
    pub(super) fn has_met(&self, method: usize) -> bool {
        self.met.contains_key(&method)
    }

    /// The limit that a method met first.
    pub(super) fn of(&self, method: usize) -> Option<MachineLimit> {
        Some(self.met.get(&method)?.first()?.1)
    }

    /// The first call of each method that met a limit, and which it was.
    pub(super) fn first(&self) -> impl Iterator<Item = (&Symbol, MachineLimit)> {
        self.met.values().filter_map(|met| met.first()).map(|(call, limit)| (call, *limit))
    }
}

/// Whether each argument is the other one, or a number on the same side of 0 that is at least as far from it.
fn asks_for_more(arguments: &[Value], others: &[Value]) -> bool {
    arguments.len() == others.len() && arguments.iter().zip(others).all(|(value, other)| is_more(value, other))
}

fn is_more(value: &Value, other: &Value) -> bool {
    match (value.whole(), other.whole()) {
        (Some(value), Some(other)) if other > 0 => value >= other,
        (Some(value), Some(other)) if other < 0 => value <= other,
        (Some(_), Some(_)) => true,
        _ => value == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(number: i64) -> Symbol {
        Symbol::new("ensure", vec![Value::Integer(number)]).unwrap()
    }

    #[test]
    fn numbers_beyond_those_that_met_a_limit_are_left_out_and_smaller_ones_are_not() {
        let mut limits = Limits::default();
        limits.note(0, &call(10), None);
        [700, 900, 800].into_iter().for_each(|number| limits.note(0, &call(number), Some(MachineLimit::Memory)));
        let beyond = |number| limits.is_beyond(0, call(number).values());
        assert_eq!([899, 900, i64::MAX, 10, -900].map(beyond), [false, true, true, false, false]);
        assert!(!limits.is_beyond(1, call(900).values()));
    }

    #[test]
    fn what_is_no_number_has_to_be_the_same() {
        let wait = |time: i64, unit: &str| vec![Value::Integer(time), Value::Text(unit.to_owned())];
        let mut limits = Limits::default();
        limits.note(0, &Symbol::new("poll", wait(1, "DAYS")).unwrap(), Some(MachineLimit::Time));
        assert!(limits.is_beyond(0, &wait(1, "DAYS")) && limits.is_beyond(0, &wait(3, "DAYS")));
        assert!(!limits.is_beyond(0, &wait(3, "NANOSECONDS")) && !limits.is_beyond(0, &wait(-3, "DAYS")));
    }
}
