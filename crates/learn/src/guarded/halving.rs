//! Each number of a guard, bisected where it alone decides.
//!
//! ```text
//!   guard       arg1 != null || arg3 <= 1
//!   decisive    arg1 == null   arg3 = 0 passes, arg3 = 9 fails
//!   not         arg1 != null   whatever arg3 is
//!   tried       arg1 == null   arg3 = 4, 2 and whatever the answer leaves
//! ```
//!
//! A number that calls of all kinds surround may still be wrong: what passed with a larger number passed for another
//! reason. So the calls are sought that would end otherwise if this one comparison did, the closest on each side. What
//! lies between them is tried in the same situation: the same object, the same other arguments.

use typestar_model::NodeId;
use typestar_model::guarded::{Comparison, Exact, Features, Guard, Number, Sum};

use super::aim::{inside, sums};
use super::calls::Call;

/// A number of a guard with calls on both sides of it between which it could be any other.
pub(super) struct Gap<'a> {
    /// The comparison that has it.
    pub(super) sum: &'a Sum,
    /// What the sum has to be in calls that say more.
    pub(super) wanted: Vec<Number>,
    /// The calls on which it decides, the closest on each side, if there are any.
    pub(super) near: Vec<(NodeId, &'a Call)>,
}

/// A call on which a comparison decides, and what its sum is there.
type Decisive<'a> = (Exact, NodeId, &'a Call);

/// The gaps of all numbers of a guard, if it has several conditions: where it has one, every call is decisive. It is about
/// these calls.
pub(super) fn gaps<'a>(guard: &'a Guard, calls: &[(NodeId, &'a Call)]) -> Vec<Gap<'a>> {
    if !matches!(guard, Guard::All(parts) | Guard::Any(parts) if parts.len() > 1) {
        return Vec::new();
    }
    // What is equal or not is tried beside the number as it is.
    let is_border = |(_, sum): &(usize, &Sum)| !matches!(sum.comparison, Comparison::Equal | Comparison::Differs);
    let each = sums(guard).into_iter().enumerate().filter(is_border);
    each.filter_map(|(place, sum)| gap(sum, nearest(guard, (place, sum), calls))).collect()
}

/// What to try between two calls, or beyond the only one.
fn gap<'a>(sum: &'a Sum, nearest: [Option<Decisive<'a>>; 2]) -> Option<Gap<'a>> {
    let has_fractions = |features: &Features| {
        let term = |name: &String| features.get(name).is_some_and(|value| value.whole().is_none());
        sum.terms.iter().any(|(_, name)| term(name))
    };
    let near: Vec<(NodeId, &Call)> = nearest.iter().flatten().map(|(_, node, call)| (*node, *call)).collect();
    let is_exact = near.iter().any(|(_, call)| has_fractions(&call.before)) || sum.bound.whole().is_none();
    let wanted = match nearest {
        [Some((least, ..)), Some((most, ..))] if is_exact => inside(least, most),
        [Some((least, ..)), Some((most, ..))] => halfway(least, most),
        [Some((seen, ..)), None] => beyond(sum.bound, seen, 1),
        [None, Some((seen, ..))] => beyond(sum.bound, seen, -1),
        [None, None] => Vec::new(),
    };
    (!wanted.is_empty()).then_some(Gap { sum, wanted, near })
}

/// The closest calls below the bound of a comparison and above it that would end otherwise if it did.
fn nearest<'a>(guard: &Guard, (place, sum): (usize, &Sum), calls: &[(NodeId, &'a Call)]) -> [Option<Decisive<'a>>; 2] {
    let valued = calls.iter().filter_map(|(node, call)| Some((sum.value(&call.before)?, *node, *call)));
    let mut valued: Vec<Decisive> = valued.collect();
    valued.sort_by_key(|(value, node, _)| (*value, *node));
    let bound = sum.bound.exact();
    let is_below = |value: Exact| match sum.comparison {
        Comparison::AtMost | Comparison::Above => value <= bound,
        _ => value < bound,
    };
    let (below, above) = valued.split_at(valued.partition_point(|(value, ..)| is_below(*value)));
    let decides = |(_, _, call): &&Decisive| {
        let ends = [true, false].map(|holds| holds_if(guard, &mut { place }, holds, &call.before));
        ends[0] != ends[1]
    };
    [below.iter().rev().find(decides).copied(), above.iter().find(decides).copied()]
}

/// Whether a guard would hold if its comparison at this place held, or did not.
fn holds_if(guard: &Guard, place: &mut usize, holds: bool, features: &Features) -> bool {
    match guard {
        // All parts are looked at, because the place counts them.
        Guard::All(parts) | Guard::Any(parts) => {
            let each: Vec<bool> = parts.iter().map(|part| holds_if(part, place, holds, features)).collect();
            if matches!(guard, Guard::All(_)) { !each.contains(&false) } else { each.contains(&true) }
        }
        Guard::Not(part) => !holds_if(part, place, holds, features),
        Guard::Sum(_) => {
            let is_meant = *place == 0;
            *place = place.wrapping_sub(1);
            if is_meant { holds } else { guard.holds(features) }
        }
        Guard::Flag(_) | Guard::Is { .. } => guard.holds(features),
    }
}

/// Whole numbers inside a gap: halfway, and the double of an end, so that a border far away is found in few steps.
fn halfway(least: Exact, most: Exact) -> Vec<Number> {
    let whole = |exact: Exact| exact.number().and_then(Number::whole);
    let (Some(least), Some(most)) = (whole(least), whole(most)) else { return Vec::new() };
    let middle = (i128::from(least) + i128::from(most)).div_euclid(2) as i64;
    let doubled =
        [least, most].map(|end| end.saturating_mul(2)).into_iter().find(|end| (least + 1..most).contains(end));
    let inside = [Some(middle), doubled].into_iter().flatten().filter(|number| least < *number && *number < most);
    inside.map(Number::Whole).collect()
}

/// Numbers on the side of a bound where nobody has been: beside it, and far away.
fn beyond(bound: Number, seen: Exact, direction: i64) -> Vec<Number> {
    let Some(bound) = bound.whole().filter(|_| !seen.is_infinite()) else { return Vec::new() };
    let away = |distance: i64| bound.saturating_add(direction.saturating_mul(distance));
    [0, 1, bound.saturating_abs().max(1), 1_000].map(|distance| Number::Whole(away(distance))).to_vec()
}

#[cfg(test)]
mod tests {
    use typestar_model::{Id, Value};

    use super::super::calls::End;
    use super::*;

    fn call(is_null: bool, number: i64, passes: bool) -> Call {
        let before = [("arg1 == null", Value::Boolean(is_null)), ("arg3", Value::Integer(number))];
        let before = before.map(|(name, value)| (name.to_owned(), value)).into_iter().collect::<Features>();
        let end = if passes { End::Passed } else { End::Failed };
        Call { before: before.into(), end, ..Call::default() }
    }

    fn wanted(guard: &Guard, calls: &[Call]) -> Vec<Vec<i64>> {
        let numbered: Vec<(NodeId, &Call)> =
            calls.iter().enumerate().map(|(place, call)| (NodeId::new(place), call)).collect();
        let whole = |gap: Gap| gap.wanted.into_iter().filter_map(Number::whole).collect();
        gaps(guard, &numbered).into_iter().map(whole).collect()
    }

    fn not_null_or_at_most(bound: i64) -> Guard {
        Guard::Any(vec![Guard::Flag("arg1 == null".to_owned()).negated(), Guard::at_most("arg3", bound)])
    }

    #[test]
    fn calls_that_pass_for_another_reason_do_not_close_a_gap() {
        let calls = [call(true, 1, true), call(true, 9, false), call(false, 2, true), call(false, 8, true)];
        assert_eq!(wanted(&not_null_or_at_most(1), &calls), [vec![5, 2]]);
    }

    #[test]
    fn a_closed_gap_needs_nothing() {
        let calls = [call(true, 4, true), call(true, 5, false)];
        assert_eq!(wanted(&not_null_or_at_most(4), &calls), Vec::<Vec<i64>>::new());
    }

    #[test]
    fn beyond_a_bound_where_nobody_has_been_it_is_tried_near_and_far() {
        assert_eq!(wanted(&not_null_or_at_most(4), &[call(true, 4, true)]), [vec![4, 5, 8, 1004]]);
    }

    #[test]
    fn the_only_condition_of_a_guard_is_left_to_others() {
        assert!(wanted(&Guard::at_most("arg3", 1), &[call(true, 1, true), call(true, 9, false)]).is_empty());
    }
}
