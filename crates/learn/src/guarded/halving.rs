//! Each number of a guard, bisected where it alone decides.
//!
//! ```text
//!   guard       arg1 != null || arg3 <= 1
//!   decisive    arg1 == null   arg3 = 0 passes, arg3 = 9 fails
//!   not         arg1 != null   whatever arg3 is
//!   tried       arg1 == null   arg3 = 1, 2, then 4 and whatever the answers leave
//! ```
//!
//! A number that calls of all kinds surround may still be wrong: what passed with a larger number passed for another
//! reason. So the calls are sought that would end otherwise if this one comparison did, the closest on each side. What
//! lies between them is tried until nothing is left; `closing` makes the calls.

use typestar_model::NodeId;
use typestar_model::guarded::{Comparison, Exact, Features, Guard, Number, Sum};

use super::aim::{beside, inside, sums};
use super::calls::Call;

/// Between numbers of which one is more than this many times the other, it is halved by their digits: most borders are
/// far closer to the smaller one.
const FAR_TIMES: i128 = 4;

/// A number of a guard, with the closest calls on which it decides.
#[derive(Clone, Debug)]
pub(super) struct Gap {
    /// Which of the comparisons of the guard has it, from the left,
    pub(super) place: usize,
    /// and the comparison.
    pub(super) sum: Sum,
    /// The closest call with a smaller sum, and with a larger one.
    pub(super) ends: [Option<Seen>; 2],
    /// Whether numbers have fractions.
    is_exact: bool,
}

/// A call, what a sum was before it, and on which side of the border the call was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) value: Exact,
    pub(super) node: NodeId,
    pub(super) side: bool,
}

/// The numbers of a guard with the closest calls on both sides of each that would end otherwise if it did, as far as there
/// are any. What is equal or not is tried beside the number as it is.
pub(super) fn gaps(guard: &Guard, calls: &[(NodeId, &Call, bool)]) -> Vec<Gap> {
    let is_border = |(_, sum): &(usize, &Sum)| !matches!(sum.comparison, Comparison::Equal | Comparison::Differs);
    let each = sums(guard).into_iter().enumerate().filter(is_border);
    each.map(|border| Gap::of(guard, border, calls)).filter(|gap| gap.ends != [None, None]).collect()
}

impl Gap {
    /// Looks for the closest calls. Most calls are farther than those that were seen already, and only compared.
    fn of(guard: &Guard, (place, sum): (usize, &Sum), calls: &[(NodeId, &Call, bool)]) -> Self {
        let bound = sum.bound.exact();
        let mut gap = Self { place, sum: sum.clone(), ends: [None, None], is_exact: sum.bound.whole().is_none() };
        let mut depths = [usize::MAX; 2];
        for &(node, call, side) in calls {
            let Some(value) = sum.value(&call.before) else { continue };
            let is_above = !match sum.comparison {
                Comparison::AtMost | Comparison::Above => value <= bound,
                _ => value < bound,
            };
            let end = usize::from(is_above);
            let is_closer = gap.ends[end].is_none_or(|known| match value.cmp(&known.value) {
                std::cmp::Ordering::Equal => call.depth < depths[end],
                order => order.is_lt() == is_above,
            });
            if is_closer && !value.is_infinite() && decides(guard, place, &call.before) {
                gap.ends[end] = Some(Seen { value, node, side });
                depths[end] = call.depth;
                gap.is_exact |= has_fractions(sum, &call.before);
            }
        }
        gap
    }

    /// What to try next, the most telling first: what the guard says, then the middle. Nothing if the number can be no other.
    pub(super) fn wanted(&self) -> Vec<Number> {
        let bound = self.sum.bound;
        match self.ends {
            [Some(low), Some(high)] => {
                let is_inside = |number: &Number| number.exact() > low.value && number.exact() < high.value;
                let mut wanted: Vec<Number> = at_border(bound, self.is_exact).into_iter().filter(is_inside).collect();
                wanted.extend(if self.is_exact {
                    inside(low.value, high.value)
                } else {
                    middle(low.value, high.value)
                });
                wanted
            }
            [Some(seen), None] => beyond(bound, seen.value, 1),
            [None, Some(seen)] => beyond(bound, seen.value, -1),
            [None, None] => Vec::new(),
        }
    }

    /// Whether calls on both sides were seen.
    pub(super) fn has_both_ends(&self) -> bool {
        self.ends.iter().all(Option::is_some)
    }

    /// Whether a number lies where nothing is known.
    pub(super) fn is_inside(&self, value: Exact) -> bool {
        let [low, high] = self.ends;
        low.is_none_or(|low| value > low.value) && high.is_none_or(|high| value < high.value)
    }

    /// Takes a call with a number inside as a new end; whether it says something.
    pub(super) fn narrow(&mut self, seen: Seen) -> bool {
        if !self.is_inside(seen.value) || seen.value.is_infinite() {
            return false;
        }
        let is_like = |end: Option<Seen>| end.is_some_and(|end| end.side == seen.side);
        let end = match self.ends {
            [low, _] if is_like(low) => 0,
            [_, high] if is_like(high) => 1,
            [None, _] => 0,
            [_, None] => 1,
            _ => return false,
        };
        self.ends[end] = Some(seen);
        true
    }
}

/// Whether a call would end otherwise if the comparison at this place of a guard did.
pub(super) fn decides(guard: &Guard, place: usize, features: &Features) -> bool {
    let ends = [true, false].map(|holds| holds_if(guard, &mut { place }, holds, features));
    ends[0] != ends[1]
}

/// Whether a term of a sum has a fraction before a call.
fn has_fractions(sum: &Sum, features: &Features) -> bool {
    let term = |name: &String| features.get(name).is_some_and(|value| value.whole().is_none());
    sum.terms.iter().any(|(_, name)| term(name))
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

/// A number and those next to it: if the guard is right, two of them leave nothing open.
fn at_border(bound: Number, is_exact: bool) -> Vec<Number> {
    match bound.whole().filter(|_| !is_exact) {
        Some(bound) => [bound, bound.saturating_add(1), bound.saturating_sub(1)].map(Number::Whole).to_vec(),
        None => beside(bound.nearest()),
    }
}

/// The whole number in the middle of a gap, if there is one.
fn middle(least: Exact, most: Exact) -> Vec<Number> {
    let whole = |exact: Exact| exact.number().and_then(Number::whole).map(i128::from);
    let (Some(least), Some(most)) = (whole(least), whole(most)) else { return Vec::new() };
    let middle = match (least, most) {
        (0.., _) if most > FAR_TIMES * least.max(1) => between_digits(least, most),
        (_, ..=0) if least < FAR_TIMES * most.min(-1) => -between_digits(-most, -least),
        _ => (least + most).div_euclid(2),
    };
    let middle = i64::try_from(middle).ok().filter(|middle| least < i128::from(*middle) && i128::from(*middle) < most);
    middle.map(Number::Whole).into_iter().collect()
}

/// The number with about half as many digits more than the smaller one as the larger one has.
fn between_digits(least: i128, most: i128) -> i128 {
    (least.max(1) * most).isqrt().max(least + 1)
}

/// Numbers on the side of a bound where nobody has been: beside it, and far away.
fn beyond(bound: Number, seen: Exact, direction: i64) -> Vec<Number> {
    let Some(bound) = bound.whole().filter(|_| !seen.is_infinite()) else { return Vec::new() };
    let away = |distance: i64| bound.saturating_add(direction.saturating_mul(distance));
    let is_beyond = |number: &Number| (number.exact() > seen) == (direction > 0) && number.exact() != seen;
    let all = [0, 1, bound.saturating_abs().max(1), 1_000].map(|distance| Number::Whole(away(distance)));
    all.into_iter().filter(is_beyond).collect()
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

    fn gap_of(guard: &Guard, calls: &[Call]) -> Gap {
        let numbered = calls.iter().enumerate().map(|(place, call)| (NodeId::new(place), call, call.passes()));
        gaps(guard, &numbered.collect::<Vec<_>>()).remove(0)
    }

    fn wanted(guard: &Guard, calls: &[Call]) -> Vec<i64> {
        gap_of(guard, calls).wanted().into_iter().filter_map(Number::whole).collect()
    }

    fn not_null_or_at_most(bound: i64) -> Guard {
        Guard::Any(vec![Guard::Flag("arg1 == null".to_owned()).negated(), Guard::at_most("arg3", bound)])
    }

    #[test]
    fn calls_that_pass_for_another_reason_do_not_close_a_gap() {
        let calls = [call(true, 1, true), call(true, 9, false), call(false, 2, true), call(false, 8, true)];
        assert_eq!(wanted(&not_null_or_at_most(1), &calls), [2, 3]);
        assert_eq!(wanted(&not_null_or_at_most(4), &calls), [4, 5, 3, 3]);
    }

    #[test]
    fn a_closed_gap_needs_nothing() {
        let calls = [call(true, 4, true), call(true, 5, false)];
        assert!(wanted(&not_null_or_at_most(4), &calls).is_empty());
    }

    #[test]
    fn beyond_a_bound_where_nobody_has_been_it_is_tried_near_and_far() {
        assert_eq!(wanted(&not_null_or_at_most(4), &[call(true, 4, true)]), [5, 8, 1004]);
    }

    #[test]
    fn the_only_condition_of_a_guard_decides_on_all_calls() {
        let calls = [call(true, 1, true), call(false, 3, true), call(true, 9, false)];
        assert_eq!(wanted(&Guard::at_most("arg3", 3), &calls), [4, 6]);
    }

    #[test]
    fn a_border_anywhere_is_found_whatever_the_answers_are() {
        for border in [-2_147_483_648, -70_000, -7, 0, 1, 30, 999, 1_114_111, 2_147_483_646] {
            let calls = [call(true, -2_147_483_648, true), call(true, 2_147_483_647, false)];
            let mut gap = gap_of(&Guard::at_most("arg3", 4), &calls);
            let mut steps = 0;
            while let Some(number) = gap.wanted().first().and_then(|number| number.whole()) {
                let seen = Seen { value: Exact::from(number), node: NodeId::new(9), side: number <= border };
                assert!(gap.narrow(seen));
                steps += 1;
            }
            assert_eq!(gap.ends.map(|end| end.unwrap().value), [border, border + 1].map(Exact::from));
            assert!(steps <= 40, "{steps} steps to {border}");
        }
    }
}
