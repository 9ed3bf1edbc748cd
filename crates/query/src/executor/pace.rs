//! How many words are given to the system at once.

use std::time::Duration;

/// Of all executed words, the share that may be executed before their answers are used: those behind an answer that
/// changes what is asked are executed in vain.
const SHARE: u64 = 16;
/// How many words may always be executed before that,
const SMALL_WAVE: u64 = 16;
/// and never more.
const LARGEST_WAVE: u64 = 4096;

/// How many words may be executed before their answers are used, after so many. Copies have no say in it, so that their
/// number changes time and nothing else.
pub(crate) fn wave_after(executed: u64) -> u64 {
    (executed / SHARE).clamp(SMALL_WAVE, LARGEST_WAVE)
}

/// How many words are given to the system at once; they become durable together.
///
/// The clock decides, so that fast systems need not wait for the disk after every few words, and slow ones lose little
/// when all ends. That changes nothing else: answers are used when all words that were asked together are answered.
pub(crate) struct Pace {
    /// How many words are next, if there are as many.
    pub(crate) words: usize,
    /// A portion that takes less time may be larger.
    short: Duration,
}

/// With this many words it begins: nobody knows yet what a word costs, and the first one may take minutes.
const FIRST_PORTION: usize = 1;
/// More words are never given at once.
const LARGEST_PORTION: usize = 4096;
/// What is short, if nobody says otherwise.
pub(super) const SHORT: Duration = Duration::from_millis(75);
/// A portion that takes this many times as long as a short one should be smaller.
const LONG: u32 = 12;

impl Pace {
    /// The beginning, where so much time is short.
    pub(crate) fn of(short: Duration) -> Self {
        Self { words: FIRST_PORTION, short }
    }

    /// Takes note of how long a portion took.
    pub(crate) fn note(&mut self, words: usize, took: Duration) {
        if took > self.short * LONG {
            self.words = (self.words / 2).max(1);
        } else if words == self.words && took < self.short {
            self.words = (self.words * 2).min(LARGEST_PORTION);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many words a portion has after these took so long each.
    fn portion(milliseconds: &[u64]) -> usize {
        let mut pace = Pace::of(SHORT);
        for &each in milliseconds {
            pace.note(pace.words, Duration::from_micros(1000 * each) * pace.words as u32);
        }
        pace.words
    }

    #[test]
    fn a_fast_system_gets_many_words_at_once_and_a_slow_one_few() {
        assert_eq!(portion(&[0; 20]), LARGEST_PORTION);
        assert_eq!(portion(&[20; 20]), 4);
        assert_eq!(portion(&[500; 20]), 1);
        assert_eq!(portion(&[60_000; 20]), 1);
    }

    #[test]
    fn a_portion_that_was_not_full_says_nothing_of_a_larger_one() {
        let mut pace = Pace { words: 2, ..Pace::of(SHORT) };
        pace.note(1, Duration::from_millis(1));
        assert_eq!(pace.words, 2);
    }
}
