//! How sure it is that a silent system had nothing more to say.

use std::fmt;

use typestar_model::{Evidence, Silence, WAIT};
use typestar_protocol::MOST_CALLS;

use crate::case::Case;
use crate::run::verdict::counted;
use crate::system::System;

/// What is known of the quiet waits of a system whose clock is virtual: they are exact, unless they say why not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quiescence {
    /// How much virtual time a wait lets pass.
    pub horizon_ms: u64,
    /// Waits that ended there, or after too many calls without a callback.
    pub at_horizon: u64,
    /// Waits that were measured in real time, because the component has threads or sockets.
    pub timed: u64,
}

impl Quiescence {
    /// Nothing is known yet; none if the system has no virtual clock, or nobody waits.
    pub(crate) fn of(case: &Case, system: &dyn System) -> Option<Self> {
        let waits = case.purpose.drain || system.inputs().get(WAIT).is_some();
        let is_known = system.about().clock.is_virtual() && waits;
        is_known.then(|| Self { horizon_ms: case.timing.horizon_ms, ..Self::default() })
    }

    /// Takes note of these steps.
    pub(crate) fn add(&mut self, steps: &[Evidence]) {
        for silence in steps.iter().filter_map(|step| step.silence) {
            match silence {
                Silence::Horizon => self.at_horizon += 1,
                Silence::Timed => self.timed += 1,
            }
        }
    }

    /// Whether every `quiet` was known to be one.
    pub fn is_exact(&self) -> bool {
        self.at_horizon == 0 && self.timed == 0
    }

    /// What has to be so that every `quiet` was one.
    pub(crate) fn assumptions(&self) -> Vec<String> {
        let reach = format!("{} ms of virtual time or {MOST_CALLS} scheduled calls", self.horizon_ms);
        let horizon = format!("no callback comes after the horizon of a wait ({reach})");
        let timed = "no callback came after a timed wait had ended".to_owned();
        let assumed = [(self.at_horizon, horizon), (self.timed, timed)];
        assumed.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect()
    }
}

/// As the verdict has it.
impl fmt::Display for Quiescence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at_horizon = format!("ended at the horizon of {} ms or {MOST_CALLS} calls", self.horizon_ms);
        let parts = [(self.at_horizon, at_horizon.as_str()), (self.timed, "timed")];
        let told = parts.into_iter().filter(|(count, _)| *count > 0);
        let told: Vec<String> = told.map(|(count, what)| format!("{} {what}", counted(count, "wait"))).collect();
        match told.is_empty() {
            true => formatter.write_str("quiescence is exact"),
            false => write!(formatter, "quiescence is not exact: {}", told.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(silences: &[Option<Silence>]) -> String {
        let step = |&silence: &Option<Silence>| Evidence { silence, ..Evidence::default() };
        let steps: Vec<Evidence> = silences.iter().map(step).collect();
        let mut quiescence = Quiescence { horizon_ms: 2_500, ..Quiescence::default() };
        quiescence.add(&steps);
        quiescence.to_string()
    }

    #[test]
    fn silence_is_exact_until_a_wait_says_why_not() {
        use Silence::{Horizon, Timed};
        assert_eq!(told(&[None, None]), "quiescence is exact");
        let once = "quiescence is not exact: 1 wait ended at the horizon of 2500 ms or 1000 calls";
        assert_eq!(told(&[None, Some(Horizon)]), once);
        let both = [Some(Timed), Some(Horizon), Some(Horizon), Some(Timed)];
        let twice = "quiescence is not exact: 2 waits ended at the horizon of 2500 ms or 1000 calls, 2 waits timed";
        assert_eq!(told(&both), twice);
    }
}
