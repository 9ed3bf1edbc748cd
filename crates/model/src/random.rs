//! Chance that a seed repeats.
//!
//! The generator is SplitMix64: a counter that is mixed. It is small, fast and good enough to choose words;
//! it is not for secrets. It is written here rather than taken from a library, because a library may change
//! what a seed draws, and a run with a seed must be repeatable years later.

/// Numbers that look random and depend on nothing but a seed. There is one generator for all of typestar, so that one
/// seed means the same everywhere; what it draws never changes, because that would change every run that has a seed.
///
/// ```
/// use typestar_model::Random;
///
/// let (mut one, mut other) = (Random::new(7), Random::new(7));
/// assert_eq!([one.below(6), one.below(6)], [other.below(6), other.below(6)]);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number: a counter that is mixed until every bit depends on every bit.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    ///
    /// The remainder of a division: very slightly uneven, which no choice of words can notice.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// A number between these two, both included.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// Whether something happens that happens once in this many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Whether something happens that does so in `percent` of all cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// How many times something happens that goes on with this mean.
    ///
    /// Each time it goes on with a chance of `mean` in `mean + 1`. Lengths of random words are drawn like this:
    /// most are short, and no length is impossible.
    pub fn geometric(&mut self, mean: usize) -> usize {
        (0..).take_while(|_| self.below(mean + 1) != 0).count()
    }

    /// One of these, of which there is at least one.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    /// A position, as likely as its weight says; none if all weights are 0.
    ///
    /// ```
    /// use typestar_model::Random;
    /// let mut random = Random::new(3);
    /// assert_eq!(random.weighted(&[0, 5, 0]), Some(1));
    /// assert_eq!(random.weighted(&[]), None);
    /// ```
    pub fn weighted(&mut self, weights: &[usize]) -> Option<usize> {
        let total: usize = weights.iter().sum();
        let mut rest = if total == 0 { return None } else { self.below(total) };
        weights.iter().position(|&weight| {
            let is_here = rest < weight;
            rest = rest.wrapping_sub(weight);
            is_here
        })
    }

    /// Puts these into some order.
    ///
    /// Every order is as likely as any other (Fisher and Yates).
    ///
    /// ```
    /// use typestar_model::Random;
    /// let (mut one, mut other) = ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]);
    /// Random::new(9).shuffle(&mut one);
    /// Random::new(9).shuffle(&mut other);
    /// assert_eq!(one, other);
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published first numbers of this generator, SplitMix64, for the seed 1234567.
    #[test]
    fn the_numbers_of_a_seed_never_change() {
        let mut random = Random::new(1_234_567);
        let numbers = [(); 3].map(|()| random.next());
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn a_weight_of_0_is_never_drawn_and_the_others_as_often_as_they_weigh() {
        let mut random = Random::new(1);
        let mut drawn = [0; 3];
        for _ in 0..4000 {
            drawn[random.weighted(&[1, 0, 3]).unwrap()] += 1;
        }
        assert_eq!(drawn[1], 0);
        assert!((900..1100).contains(&drawn[0]), "{drawn:?}");
        assert_eq!(random.weighted(&[0, 0]), None);
    }

    #[test]
    fn shuffling_keeps_every_item() {
        let mut items: Vec<usize> = (0..20).collect();
        Random::new(1).shuffle(&mut items);
        assert_ne!(items, (0..20).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<_>>());
    }
}
