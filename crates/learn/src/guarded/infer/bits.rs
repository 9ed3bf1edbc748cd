//! Sets of rows.
//!
//! A guard is as good as the set of rows in which it holds. With one bit for each row, two thousand
//! rows take 32 words, and *and*, *or* and counting are a few instructions for 64 rows.

/// A set of rows of a table, by their places: one bit each. Sets that are combined belong to the same table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The rows for which this is so, of as many as there are.
    pub fn of(rows: usize, is_member: impl Fn(usize) -> bool) -> Self {
        let word = |start: usize| {
            (start..rows.min(start + 64)).fold(0, |word, row| word | u64::from(is_member(row)) << (row - start))
        };
        Self((0..rows).step_by(64).map(word).collect())
    }

    /// No row at all.
    pub fn none(rows: usize) -> Self {
        Self(vec![0; rows.div_ceil(64)])
    }

    /// These rows.
    pub fn from_rows(rows: usize, members: impl Iterator<Item = usize>) -> Self {
        let mut bits = Self::none(rows);
        members.for_each(|row| bits.0[row / 64] |= 1 << (row % 64));
        bits
    }

    /// Whether this row is there.
    pub fn contains(&self, row: usize) -> bool {
        self.0[row / 64] >> (row % 64) & 1 == 1
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether all of these rows are there.
    pub fn contains_all(&self, other: &Self) -> bool {
        self.pairs(other).all(|(left, right)| right & !left == 0)
    }

    /// The rows that are in both.
    pub fn and(&self, other: &Self) -> Self {
        Self(self.pairs(other).map(|(left, right)| left & right).collect())
    }

    /// The rows that are in one of them.
    pub fn or(&self, other: &Self) -> Self {
        Self(self.pairs(other).map(|(left, right)| left | right).collect())
    }

    /// The rows that are in this one and not in the other.
    pub fn without(&self, other: &Self) -> Self {
        Self(self.pairs(other).map(|(left, right)| left & !right).collect())
    }

    /// How many rows are in both.
    pub fn count_common(&self, other: &Self) -> usize {
        self.pairs(other).map(|(left, right)| (left & right).count_ones() as usize).sum()
    }

    /// The rows in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(place, word)| {
            let smaller = |word: &u64| Some(word & word.wrapping_sub(1));
            std::iter::successors(Some(*word), smaller)
                .take_while(|word| *word != 0)
                .map(move |word| place * 64 + word.trailing_zeros() as usize)
        })
    }

    fn pairs(&self, other: &Self) -> impl Iterator<Item = (u64, u64)> {
        self.0.iter().copied().zip(other.0.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_combined_row_by_row() {
        let (even, small) = (Bits::of(130, |row| row % 2 == 0), Bits::of(130, |row| row < 5));
        assert_eq!(even.and(&small).iter().collect::<Vec<_>>(), [0, 2, 4]);
        assert_eq!(small.without(&even).iter().collect::<Vec<_>>(), [1, 3]);
        assert_eq!((even.or(&small).count(), even.count_common(&small)), (67, 3));
        assert!(even.contains(128) && !even.contains(129) && even.contains_all(&even.and(&small)));
        assert!(Bits::none(130).is_empty() && Bits::of(130, |_| true).count() == 130);
    }
}
