//! How callbacks are waited for and what becomes of them: the same for adapters and for components in this process.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::returns::{Recoverable, Returns};

/// More callbacks than these after one call are taken for callbacks without end.
pub const MOST_DRAINED: u32 = 100;

/// The settings of the callback closure. They travel to adapters with the greeting, under these names.
///
/// A callback is treated in this order: `split`, `ignore`, `merge`, `drop_repeated`, `errors`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The clock that a host uses which has both.
    pub clock: Clock,
    /// How long a wait waits for a callback before it answers `quiet`, in real time.
    pub quiescence_ms: u64,
    /// How much virtual time a wait lets pass before it answers `quiet`.
    pub horizon_ms: u64,
    /// How long to rest between reset and the first input.
    pub settle_ms: u64,
    /// How long to rest after some callins, by the names that the adapter has for them: their effects come a little later.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub settle_after_ms: BTreeMap<String, u64>,
    /// An output that must come before a word may start; it and all before it are discarded.
    pub reset_waits_for: Option<String>,
    /// How long to wait for that output.
    pub reset_deadline_ms: u64,
    /// How long one input may take, the quiescence time not counted.
    pub step_deadline_ms: u64,
    /// How many objects deep the fields are followed that are told; none if that is for the adapter to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field_depth: Option<u32>,
    /// Outputs that mean `error`.
    pub errors: Vec<String>,
    /// New names, each for several outputs.
    pub merge: BTreeMap<String, Vec<String>>,
    /// Callbacks that become several outputs, by the value of the named argument.
    pub split: BTreeMap<String, String>,
    /// Outputs that are dropped.
    pub ignore: Vec<String>,
    /// Outputs that are dropped when they came since the last callin.
    pub drop_repeated: Vec<String>,
    /// The callins whose return values are outputs, by the names that the adapter has for them.
    pub returns: BTreeMap<String, Returns>,
    /// Errors of callins that do not end the word.
    pub recoverable: Vec<Recoverable>,
    /// Whether each step tells what the call returned, also if it is no output.
    pub tell_returned: bool,
    /// Whether each call is followed by waits until one is quiet, in one step: the callbacks are part of its output.
    pub drain: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            clock: Clock::Virtual,
            quiescence_ms: 200,
            horizon_ms: 3_600_000,
            settle_ms: 0,
            settle_after_ms: BTreeMap::new(),
            reset_waits_for: None,
            reset_deadline_ms: 5000,
            step_deadline_ms: 5000,
            field_depth: None,
            errors: Vec::new(),
            merge: BTreeMap::new(),
            split: BTreeMap::new(),
            ignore: Vec::new(),
            drop_repeated: Vec::new(),
            returns: BTreeMap::new(),
            recoverable: Vec::new(),
            tell_returned: false,
            drain: false,
        }
    }
}

impl Settings {
    /// How long a wait waits.
    pub fn quiescence(&self) -> Duration {
        Duration::from_millis(self.quiescence_ms)
    }

    /// How much virtual time a wait lets pass.
    pub fn horizon(&self) -> Duration {
        Duration::from_millis(self.horizon_ms)
    }

    /// How long one input may take.
    pub fn step_deadline(&self) -> Duration {
        Duration::from_millis(self.step_deadline_ms)
    }

    /// How long the waits within one input may take: until one is quiet, where a call is drained.
    pub fn longest_wait(&self, waits: bool) -> Duration {
        match (self.drain, waits) {
            (true, false) => self.quiescence().saturating_mul(MOST_DRAINED + 1),
            (_, true) => self.quiescence(),
            (false, false) => Duration::ZERO,
        }
    }

    /// How many milliseconds to rest after this callin.
    pub fn settle_after(&self, callin: &str) -> u64 {
        self.settle_after_ms.get(callin).copied().unwrap_or_default()
    }

    /// How long the rest after any callin may take.
    pub fn longest_rest(&self) -> Duration {
        Duration::from_millis(self.settle_after_ms.values().copied().max().unwrap_or_default())
    }

    /// How long one reset may take, rest included.
    pub fn longest_reset(&self) -> Duration {
        Duration::from_millis(self.reset_deadline_ms.saturating_add(self.settle_ms))
    }
}
