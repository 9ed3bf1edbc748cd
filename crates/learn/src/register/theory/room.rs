//! Whether a line has room: numbers are finite, and a class without a number is lost.
//!
//! ```text
//!   known 0, 10 (constants), 5, 6       between 5 and 6 there is no integer
//!   other choice 0, 10, 2, 6            of the same classes: between 2 and 6 there are three
//! ```
//!
//! A class was lost, and words that would need it cannot be made. The tester that promises a depth must
//! know that, and ends there.

use typestar_model::Value;

use super::{Allowed, Atom, KnownTerm};

/// The terms that a line is cut at after known values.
pub(super) type Terms<'a> = &'a dyn Fn(&[Value]) -> Vec<(Value, KnownTerm)>;

/// Whether some gap has no number in it only because of the numbers that were taken for earlier values.
///
/// Between the constants 0 and 1, and between x and x + 1, there is no integer whatever the values are: nothing is lost
/// there. Between two values that have nothing to do with each other there is one, if these are chosen well.
///
/// Nor is anything lost beyond a constant that is the last allowed value.
pub(super) fn has_lost_a_gap(
    (known, constants, atoms): (&[Value], usize, &[Atom]),
    allowed: &Allowed,
    terms: Terms,
) -> bool {
    let is_open = |atom: Option<&Atom>| {
        let is_end = |term: &KnownTerm| allowed.is_end(&known[term.known]) && term.plus.is_none();
        atom.is_some_and(|atom| atom.point.as_ref().is_none_or(|term| term.known < constants && is_end(term)))
    };
    if !is_open(atoms.first()) || !is_open(atoms.last()) {
        return true;
    }
    let mut bases = None;
    atoms.windows(2).any(|pair| {
        let (Some(low), Some(high)) = (&pair[0].point, &pair[1].point) else { return false };
        if matches!(pair[0].witness, Value::Decimal(_)) {
            return true;
        }
        if low.known == high.known && low.other() == high.other() {
            return false;
        }
        let bases = bases.get_or_insert_with(|| bases_of(known, constants, terms));
        base_of(low, bases) != base_of(high, bases)
    })
}

/// The values that a value is the sum of, but for a number: values with the same base have a fixed distance.
type Base = Vec<usize>;

/// What each known value is measured from. Constants are numbers, so their base is empty.
fn bases_of(known: &[Value], constants: usize, terms: Terms) -> Vec<Base> {
    let mut bases = vec![Base::new(); constants.min(known.len())];
    for index in bases.len()..known.len() {
        let earlier = terms(&known[..index]);
        let base_at = |value: &Value| {
            let mut found = earlier.iter().filter(|(point, _)| point == value);
            found.next().map(|(_, term)| base_of(term, &bases))
        };
        let base = base_at(&known[index]).or_else(|| lone_base(&known[index], base_at));
        bases.push(base.unwrap_or_else(|| vec![index]));
    }
    bases
}

/// The base of the only integer between two points that have one base.
fn lone_base(value: &Value, base_at: impl Fn(&Value) -> Option<Base>) -> Option<Base> {
    let beside = |step: i64| value.plus(&Value::Integer(step)).and_then(|value| base_at(&value));
    beside(-1).filter(|base| beside(1).as_ref() == Some(base))
}

/// The base of a term.
fn base_of(term: &KnownTerm, bases: &[Base]) -> Base {
    let mut base = bases[term.known].clone();
    base.extend(term.other().iter().flat_map(|&other| &bases[other]));
    base.sort_unstable();
    base
}
