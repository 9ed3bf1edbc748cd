//! Whether linear conditions on whole numbers can hold together, and where.
//!
//! Variables are eliminated one by one: every lower bound of a variable is put together with every upper bound. What has
//! no solution then has none among whole numbers either. What has one is looked for backwards, and nearly always found.
//!
//! This is the elimination of Fourier and Motzkin. It may square the number of conditions with each variable, so it gives
//! up beyond a limit. Guards have few variables and small factors, where it is fast and nearly always exact.
//!
//! ```text
//! x >= 3, x <= y      x is eliminated:      3 <= y
//! ```
//!
//! Numbers with fractions are whole numbers of a small part: a variable may count in units of 2 to the power of -60.

/// More conditions than this are not put together.
const MOST_CONDITIONS: usize = 300;
/// A number of 64 bits that is moved by so many more can still be added to others.
const MOST_SHIFT: u32 = 60;

/// A sum of variables, each with its factor, that is at least the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    pub factors: Vec<i128>,
    pub bound: i128,
}

/// What is known of conditions.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Solution {
    /// No whole numbers meet them.
    None,
    /// These do.
    Found(Vec<i128>),
    /// None were found, and there may be some.
    Unknown,
}

/// Looks for whole numbers of 64 bits that meet all conditions, and small ones rather than large ones. `bits` says of each
/// variable how many bits it has behind the point.
pub(super) fn solve(conditions: &[Condition], bits: &[u32]) -> Solution {
    let variables = bits.len();
    let is_used = |variable: &usize| conditions.iter().any(|condition| condition.factors[*variable] != 0);
    let used: Vec<usize> = (0..variables).filter(is_used).collect();
    let in_range = used.iter().flat_map(|variable| range(*variable, bits));
    let mut levels = vec![conditions.iter().cloned().map(reduced).chain(in_range).collect::<Vec<_>>()];
    for variable in &used {
        match eliminated(levels.last().expect("there is the first level"), *variable) {
            Some(next) => levels.push(next),
            None => return Solution::Unknown,
        }
    }
    let last = levels.last().expect("there is the first level");
    match last.iter().any(|condition| condition.bound > 0) {
        true => Solution::None,
        false => found(&levels, &used, bits).map_or(Solution::Unknown, Solution::Found),
    }
}

/// The conditions that have to do with the last one, by the variables that they share. If the others can be met, these
/// decide whether all of them can.
pub(super) fn connected(conditions: &[Condition]) -> Vec<Condition> {
    let mut left: Vec<&Condition> = conditions.iter().collect();
    let mut connected: Vec<Condition> = left.pop().cloned().into_iter().collect();
    let mut next = 0;
    while let Some(condition) = connected.get(next).cloned() {
        let shares = |other: &mut &Condition| {
            other.factors.iter().zip(&condition.factors).any(|(left, right)| *left != 0 && *right != 0)
        };
        connected.extend(left.extract_if(.., shares).cloned());
        next += 1;
    }
    connected
}

/// A variable is a number of 64 bits before its point.
fn range(variable: usize, bits: &[u32]) -> [Condition; 2] {
    let [least, most] = ends(bits[variable]);
    [(1, least), (-1, -most)].map(|(factor, bound)| {
        let mut factors = vec![0; bits.len()];
        factors[variable] = factor;
        Condition { factors, bound }
    })
}

/// The least and the largest number with so many bits behind the point. With many of them fewer are left before it: no
/// bound needs more bits in all.
fn ends(bits: u32) -> [i128; 2] {
    [i64::MIN, i64::MAX].map(|end| i128::from(end) << bits.min(MOST_SHIFT))
}

/// The conditions on the other variables; none if they are too many or their numbers too large.
fn eliminated(conditions: &[Condition], variable: usize) -> Option<Vec<Condition>> {
    let mut next: Vec<Condition> = conditions.iter().filter(|one| one.factors[variable] == 0).cloned().collect();
    for lower in conditions.iter().filter(|one| one.factors[variable] > 0) {
        for upper in conditions.iter().filter(|one| one.factors[variable] < 0) {
            add(&mut next, joined(lower, upper, variable)?);
            if next.len() > MOST_CONDITIONS {
                return None;
            }
        }
    }
    Some(next)
}

/// Of conditions on the same sum, the stronger one says it all.
fn add(conditions: &mut Vec<Condition>, new: Condition) {
    match conditions.iter_mut().find(|one| one.factors == new.factors) {
        Some(known) => known.bound = known.bound.max(new.bound),
        None => conditions.push(new),
    }
}

/// What a lower and an upper bound of a variable say of the others.
fn joined(lower: &Condition, upper: &Condition, variable: usize) -> Option<Condition> {
    let (up, down) = (upper.factors[variable].checked_neg()?, lower.factors[variable]);
    let sum = |left: i128, right: i128| left.checked_mul(up)?.checked_add(right.checked_mul(down)?);
    let pairs = lower.factors.iter().zip(&upper.factors);
    let factors = pairs.map(|(left, right)| sum(*left, *right)).collect::<Option<Vec<_>>>()?;
    let bound = sum(lower.bound, upper.bound)?;
    Some(reduced(Condition { factors, bound }))
}

/// Divided by what divides all factors: a sum of whole numbers reaches the next whole number, too.
fn reduced(condition: Condition) -> Condition {
    let divisor = condition.factors.iter().fold(0, |divisor, factor| common_divisor(divisor, factor.abs()));
    if divisor <= 1 {
        return condition;
    }
    let factors = condition.factors.iter().map(|factor| factor / divisor).collect();
    Condition { factors, bound: quotient_up(condition.bound, divisor) }
}

/// Euclid's; of 0 and a number it is the number.
fn common_divisor(left: i128, right: i128) -> i128 {
    if right == 0 { left } else { common_divisor(right, left % right) }
}

/// A quotient by a positive number, rounded up.
fn quotient_up(number: i128, divisor: i128) -> i128 {
    number.div_euclid(divisor) + i128::from(number.rem_euclid(divisor) != 0)
}

/// Gives a number to each variable, beginning with the one that was eliminated last.
fn found(levels: &[Vec<Condition>], used: &[usize], bits: &[u32]) -> Option<Vec<i128>> {
    let mut numbers = vec![0; bits.len()];
    for (&variable, conditions) in used.iter().zip(levels).rev() {
        let [mut least, mut most] = ends(bits[variable]);
        for condition in conditions.iter().filter(|one| one.factors[variable] != 0) {
            let missing = missing(condition, &numbers, variable)?;
            match condition.factors[variable] {
                factor if factor > 0 => least = least.max(quotient_up(missing, factor)),
                factor => most = most.min((-missing).div_euclid(-factor)),
            }
        }
        if least > most {
            return None;
        }
        numbers[variable] = simplest(least, most, bits[variable]);
    }
    Some(numbers)
}

/// The number in a range with the fewest bits behind its point, and of these the one that is closest to 0.
fn simplest(least: i128, most: i128, bits: u32) -> i128 {
    let rounded = |bits: u32| {
        let unit = 1_i128 << bits;
        let near = 0.clamp(least, most);
        let near = if near < 0 { near.div_euclid(unit) * unit } else { quotient_up(near, unit).checked_mul(unit)? };
        (least..=most).contains(&near).then_some(near)
    };
    (0..=bits).rev().find_map(rounded).unwrap_or(least)
}

/// What a variable has to add to the later ones.
fn missing(condition: &Condition, numbers: &[i128], variable: usize) -> Option<i128> {
    let later = condition.factors.iter().zip(numbers).skip(variable + 1);
    let terms = later.map(|(factor, number)| factor.checked_mul(*number));
    let known = terms.into_iter().try_fold(0_i128, |sum, term| sum.checked_add(term?))?;
    condition.bound.checked_sub(known)
}

#[cfg(test)]
mod tests {
    use super::{Condition, Solution, solve};

    fn solved(conditions: &[(&[i128], i128)]) -> Solution {
        let variables = conditions[0].0.len();
        let conditions: Vec<Condition> =
            conditions.iter().map(|(factors, bound)| Condition { factors: factors.to_vec(), bound: *bound }).collect();
        solve(&conditions, &vec![0; variables])
    }

    #[test]
    fn bounds_that_meet_have_the_smallest_number_between_them() {
        assert_eq!(solved(&[(&[1], 3), (&[-1], -5)]), Solution::Found(vec![3]));
        assert_eq!(solved(&[(&[1], 3), (&[-1], -2)]), Solution::None);
        assert_eq!(solved(&[(&[-1], 7)]), Solution::Found(vec![-7]));
    }

    #[test]
    fn sums_of_several_variables_are_solved_together() {
        // off >= 0, len >= 1, off + len <= length, length <= 0
        let conditions: [(&[i128], i128); 4] = [(&[1, 0, 0], 0), (&[0, 1, 0], 1), (&[-1, -1, 1], 0), (&[0, 0, -1], 0)];
        assert_eq!(solved(&conditions), Solution::None);
        assert_eq!(solved(&conditions[..3]), Solution::Found(vec![0, 1, 1]));
    }

    #[test]
    fn an_even_number_is_never_odd() {
        assert_eq!(solved(&[(&[2], 1), (&[-2], -1)]), Solution::None);
        assert_eq!(solved(&[(&[2, 4], 5), (&[-2, -4], -5)]), Solution::None);
    }

    #[test]
    fn numbers_have_64_bits() {
        assert_eq!(solved(&[(&[1], i128::from(i64::MAX) + 1)]), Solution::None);
        assert_eq!(solved(&[(&[1], i128::from(i64::MAX))]), Solution::Found(vec![i128::from(i64::MAX)]));
    }

    #[test]
    fn many_bits_behind_the_point_leave_room_before_it() {
        for bits in [0, 60, 64, 70, 72] {
            let conditions =
                [(1, 1), (-1, -(2 << bits))].map(|(factor, bound)| Condition { factors: vec![factor], bound });
            assert_eq!(solve(&conditions, &[bits]), Solution::Found(vec![1 << bits]), "{bits}");
        }
    }

    #[test]
    fn numbers_with_fractions_have_as_few_bits_as_they_can() {
        // Units of a quarter: above 1 and below 2.
        let conditions = [(1, 5), (-1, -7)].map(|(factor, bound)| Condition { factors: vec![factor], bound });
        assert_eq!(solve(&conditions, &[2]), Solution::Found(vec![6]));
        assert_eq!(solve(&conditions[..1], &[2]), Solution::Found(vec![8]));
    }
}
