//! What the numbers of a column, or of a sum of columns, stand for.
//!
//! Whole numbers stand for themselves. Numbers with fractions are sorted, and their places stand for them: a border lies
//! between two neighbours, whatever they are, so the search is the same for both.
//!
//! ```text
//!   rate      0.1    0.29999999999999993    0.3    7.5
//!   place      0              1              2      3       the border between 1 and 2:  rate >= 0.3
//! ```

use typestar_model::guarded::{Comparison, Exact, Number};

use super::literal::{simplest_least, simplest_most};

/// The first whole number that 64 bits do not have.
const BEHIND: i128 = 1 << 63;

/// What numbers stand for.
#[derive(Clone, Debug)]
pub enum Scale {
    /// Themselves.
    Whole,
    /// The numbers with these places.
    Levels(Vec<Exact>),
    /// The whole numbers with these places: sums that may be beyond 64 bits.
    Wide(Vec<i128>),
}

impl Scale {
    /// The places of these numbers, and what they stand for.
    pub fn of(numbers: &[Option<Exact>]) -> (Vec<Option<i64>>, Self) {
        let mut levels: Vec<Exact> = numbers.iter().flatten().copied().collect();
        levels.sort_unstable();
        levels.dedup();
        let place = |number: &Exact| levels.binary_search(number).ok().map(|place| place as i64);
        (numbers.iter().map(|number| number.as_ref().and_then(place)).collect(), Self::Levels(levels))
    }

    /// The places of these whole numbers, and what they stand for.
    pub fn wide(numbers: &[Option<i128>]) -> (Vec<Option<i64>>, Self) {
        let mut levels: Vec<i128> = numbers.iter().flatten().copied().collect();
        levels.sort_unstable();
        levels.dedup();
        let place = |number: i128| levels.binary_search(&number).ok().map(|place| place as i64);
        (numbers.iter().map(|number| number.and_then(place)).collect(), Self::Wide(levels))
    }

    /// What a number stands for.
    pub fn exact(&self, number: i64) -> Exact {
        match self {
            Self::Whole => Exact::from(number),
            Self::Levels(levels) => levels[number as usize],
            Self::Wide(levels) => Exact::whole(levels[number as usize]),
        }
    }

    /// How far a number is from 0.
    pub fn size(&self, number: i64) -> u128 {
        match self {
            Self::Whole => u128::from(number.unsigned_abs()),
            Self::Levels(levels) => levels[number as usize].distance(Exact::ZERO),
            Self::Wide(levels) => levels[number as usize].unsigned_abs(),
        }
    }

    /// The number that stands for 0; none if there is none.
    pub fn zero(&self) -> Option<i64> {
        match self {
            Self::Whole => Some(0),
            Self::Levels(levels) => levels.binary_search(&Exact::ZERO).ok().map(|place| place as i64),
            Self::Wide(levels) => levels.binary_search(&0).ok().map(|place| place as i64),
        }
    }

    /// The number to compare with, where only this one is meant.
    pub fn number(&self, number: i64) -> Option<Number> {
        self.exact(number).number()
    }

    /// The comparison that holds from `least` on, and not up to `below`.
    pub fn from(&self, below: i64, least: i64) -> Option<(Comparison, Number)> {
        match self {
            Self::Whole => Some((Comparison::AtLeast, simplest_least(below + 1, least).into())),
            Self::Levels(_) => {
                let bound = Number::shortest(self.exact(below), self.exact(least))?;
                let is_below = bound.exact() == self.exact(below);
                Some((if is_below { Comparison::Above } else { Comparison::AtLeast }, bound))
            }
            Self::Wide(levels) => {
                let (first, last) = (levels[below as usize] + 1, levels[least as usize]);
                match within_64_bits(first, last) {
                    Some((first, last)) => Some((Comparison::AtLeast, simplest_least(first, last).into())),
                    None => (first <= BEHIND && BEHIND <= last).then_some((Comparison::Above, i64::MAX.into())),
                }
            }
        }
    }

    /// The comparison that holds up to `most`, and not from `above` on.
    pub fn up_to(&self, most: i64, above: i64) -> Option<(Comparison, Number)> {
        match self {
            Self::Whole => Some((Comparison::AtMost, simplest_most(most, above - 1).into())),
            Self::Levels(_) => {
                let bound = Number::shortest(self.exact(most), self.exact(above))?;
                let is_above = bound.exact() == self.exact(above);
                Some((if is_above { Comparison::Below } else { Comparison::AtMost }, bound))
            }
            Self::Wide(levels) => {
                let (first, last) = (levels[most as usize], levels[above as usize] - 1);
                match within_64_bits(first, last) {
                    Some((first, last)) => Some((Comparison::AtMost, simplest_most(first, last).into())),
                    None => (first < -BEHIND && -BEHIND <= last + 1).then_some((Comparison::Below, i64::MIN.into())),
                }
            }
        }
    }
}

/// The numbers of 64 bits between these two, both included; none if there are none.
fn within_64_bits(least: i128, most: i128) -> Option<(i64, i64)> {
    let (least, most) = (least.max(-BEHIND), most.min(BEHIND - 1));
    (least <= most).then_some((least as i64, most as i64))
}
