//! Guards as people would write them. Whatever is changed here, the guard still fits all rows.
//!
//! The search works with clauses that are easy to combine, such as negated sums, and people read
//! guards. Each rewriting is checked on the table; one that would change what the guard says of a row
//! is not done.

use typestar_model::guarded::{Comparison, Guard, Sum};

use super::complexity::{complexity, is_overflow};
use super::literal::{mirrored, normal};
use super::table::Table;

/// How many smaller bounds are tried for a comparison.
const MOST_BOUNDS: i64 = 4;

/// The guard in its most readable form; it fits the table, and does so afterwards.
pub fn polished(table: &Table, guard: Guard) -> Guard {
    let guard = without_negated_sums(table, guard);
    let guard = with_small_bounds(table, guard);
    let guard = with_equalities(guard);
    let guard = with_null_checks(table, guard);
    sorted(table, guard)
}

/// The comparison that holds for the other numbers.
pub fn flipped(table: &Table, sum: &Sum) -> Guard {
    let has_fractions = |name: &String| table.column(name).is_some_and(|column| column.is_decimal);
    let has_fractions = sum.terms.iter().any(|(_, name)| has_fractions(name));
    normal(sum.opposite(has_fractions))
}

/// `x <= 0` for `!(x >= 1)`, wherever it does not matter that the one says nothing if there is no `x`.
fn without_negated_sums(table: &Table, guard: Guard) -> Guard {
    let mut guard = guard;
    for place in 0..literals(&mut guard).len() {
        let mut other = guard.clone();
        let literal = &mut literals(&mut other)[place];
        if let Guard::Not(part) = &**literal
            && let Guard::Sum(sum) = &**part
        {
            **literal = flipped(table, sum);
            guard = if table.fits(&other) { other } else { guard };
        }
    }
    guard
}

/// Bounds closer to 0, wherever the rest of the guard already rules out what they let in.
fn with_small_bounds(table: &Table, guard: Guard) -> Guard {
    let mut guard = guard;
    for place in 0..literals(&mut guard).len() {
        let Guard::Sum(sum) = literals(&mut guard)[place].clone() else { continue };
        let is_half_space = matches!(sum.comparison, Comparison::AtLeast | Comparison::AtMost);
        let Some(bound) = sum.bound.whole().filter(|_| is_half_space) else { continue };
        let smaller = (0..MOST_BOUNDS).map(|size| size * bound.signum());
        for bound in smaller.filter(|smaller| smaller.unsigned_abs() < bound.unsigned_abs()) {
            let mut other = guard.clone();
            *literals(&mut other)[place] = Guard::Sum(Sum { bound: bound.into(), ..sum.clone() });
            if table.fits(&other) {
                guard = other;
                break;
            }
        }
    }
    guard
}

/// `x == 0` for `x <= 0` where another condition says that `x >= 0`.
fn with_equalities(guard: Guard) -> Guard {
    let Guard::All(mut parts) = guard else { return guard };
    let given: Vec<Guard> = parts.iter().filter(|part| matches!(part, Guard::Sum(_))).cloned().collect();
    for part in parts.iter_mut().filter(|part| matches!(part, Guard::Any(_))) {
        for literal in literals(part) {
            if let Guard::Sum(sum) = literal
                && given.contains(&opposite(sum))
            {
                sum.comparison = Comparison::Equal;
            }
        }
    }
    Guard::All(parts)
}

/// The half-space that has only the border in common with this one.
fn opposite(sum: &Sum) -> Guard {
    Guard::Sum(Sum { comparison: mirrored(sum.comparison), ..sum.clone() })
}

/// A guard that needs a field of an object, or a number that may be null, says that it is there, as it would have to in Java.
/// What all alternatives need is said once.
fn with_null_checks(table: &Table, guard: Guard) -> Guard {
    let (parts, needed): (Vec<Guard>, Vec<&Guard>) = match &guard {
        Guard::All(parts) => (parts.clone(), parts.iter().collect()),
        Guard::Any(alternatives) => (vec![guard.clone()], alternatives.iter().collect()),
        _ => (vec![guard.clone()], vec![&guard]),
    };
    let checks = null_checks(table, &guard, &needed).into_iter().filter(|check| !parts.contains(check));
    let checks: Vec<Guard> = checks.collect();
    match guard {
        Guard::Any(parts) if checks.is_empty() => {
            Guard::Any(parts.into_iter().map(|part| with_null_checks(table, part)).collect())
        }
        guard if checks.is_empty() => guard,
        _ => Guard::All([parts, checks].concat()),
    }
}

/// The checks for null that a guard implies, of what these conditions speak of and of the objects on the way to it.
fn null_checks(table: &Table, guard: &Guard, needed: &[&Guard]) -> Vec<Guard> {
    let needed = needed.iter().filter(|part| matches!(part, Guard::Sum(_) | Guard::Flag(_)));
    let names = needed.flat_map(|part| part.features()).collect::<Vec<_>>();
    let ends = |name: &str| name.match_indices('.').map(|(dot, _)| dot).chain([name.len()]).collect::<Vec<_>>();
    let owners = names.iter().flat_map(|name| ends(name).into_iter().map(|end| format!("{} == null", &name[..end])));
    let mut checks: Vec<Guard> = Vec::new();
    for owner in owners.filter(|owner| table.column(owner).is_some()) {
        let check = Guard::Flag(owner).negated();
        let is_implied = table.holds(&check).contains_all(&table.holds(guard));
        if is_implied && !checks.contains(&check) {
            checks.push(check);
        }
    }
    checks
}

/// Checks for null first, then other flags, then numbers, what overflows last, then disjunctions; the simple ones first.
fn sorted(table: &Table, guard: Guard) -> Guard {
    let sorted_parts = |parts: Vec<Guard>| {
        let mut parts: Vec<Guard> = parts.into_iter().map(|part| sorted(table, part)).collect();
        parts.sort_by_cached_key(|part| (kind(part), complexity(table, part), part.clone()));
        parts.dedup();
        parts
    };
    match guard {
        Guard::All(parts) => Guard::All(sorted_parts(parts)),
        Guard::Any(parts) => Guard::Any(sorted_parts(parts)),
        guard => guard,
    }
}

fn kind(guard: &Guard) -> usize {
    match guard {
        Guard::Flag(name) if name.ends_with(" == null") => 0,
        Guard::Not(part) => kind(part),
        Guard::Flag(_) | Guard::Is { .. } => 1,
        Guard::Sum(sum) => 2 + usize::from(is_overflow(sum)),
        Guard::All(_) | Guard::Any(_) => 4,
    }
}

/// The literals of a guard, negations included.
fn literals(guard: &mut Guard) -> Vec<&mut Guard> {
    match guard {
        Guard::All(parts) | Guard::Any(parts) => parts.iter_mut().flat_map(literals).collect(),
        guard => vec![guard],
    }
}
