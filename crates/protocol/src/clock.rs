//! Time: the real one, or one that belongs to the component.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// In whose time a component lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// In ours: a wait has to guess from a long silence that nothing comes.
    #[default]
    Real,
    /// In its own, which passes only in waits and as fast as the machine can: a wait knows when nothing comes.
    Virtual,
}

impl Clock {
    /// Whether time belongs to the component.
    pub fn is_virtual(self) -> bool {
        self == Self::Virtual
    }

    pub(crate) fn is_real(&self) -> bool {
        *self == Self::Real
    }
}

/// By the name that case files and the protocol have for it.
impl FromStr for Clock {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        [Self::Real, Self::Virtual]
            .into_iter()
            .find(|clock| clock.to_string() == name)
            .ok_or_else(|| format!("unknown clock `{name}`"))
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.is_virtual() { "virtual" } else { "real" })
    }
}

/// A stretch of virtual time makes at most this many calls: a component may schedule for ever.
pub const MOST_CALLS: u32 = 1_000;

/// The clock of one component, from its creation on: says what time it is, and calls back later. Clones share it.
///
/// A component that does all its waiting with it can have a virtual clock ([`Component::clock`]); with a real one, what
/// is scheduled is called by another thread.
///
/// ```
/// use std::time::Duration;
/// use typestar_protocol::Sink;
///
/// /// Rings in ten seconds, unless it is called off.
/// fn set_alarm(sink: &Sink) -> typestar_protocol::Scheduled {
///     let bell = sink.clone();
///     sink.clock().call_later(Duration::from_secs(10), move || bell.emit("onRing"))
/// }
/// ```
///
/// [`Component::clock`]: crate::Component::clock
#[derive(Clone, Debug)]
pub struct Timekeeper {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    clock: Clock,
    /// When a real clock started.
    start: Instant,
    agenda: Mutex<Agenda>,
    changed: Condvar,
}

/// When a call is due, and how many were scheduled before it.
type Due = (Duration, u64);

type Call = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Agenda {
    /// The time of a virtual clock.
    now: Duration,
    scheduled: u64,
    calls: BTreeMap<Due, Call>,
    /// Whether a thread makes the calls of a real clock.
    is_attended: bool,
}

impl fmt::Debug for Agenda {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let due: Vec<&Due> = self.calls.keys().collect();
        formatter.debug_struct("Agenda").field("now", &self.now).field("due", &due).finish_non_exhaustive()
    }
}

/// A call that was scheduled. To forget it does not cancel the call.
#[derive(Clone, Debug)]
pub struct Scheduled {
    due: Due,
    timekeeper: Timekeeper,
}

impl Scheduled {
    /// Cancels the call. If it was made already, nothing happens.
    pub fn cancel(&self) {
        let call = self.timekeeper.lock().calls.remove(&self.due);
        // What the call owns may end here, and look at the clock.
        drop(call);
    }
}

/// A stretch of virtual time that is let pass.
pub(crate) struct Stretch {
    end: Duration,
    calls_left: u32,
}

impl Timekeeper {
    pub(crate) fn new(clock: Clock) -> Self {
        let (agenda, changed) = (Mutex::default(), Condvar::new());
        Self { shared: Arc::new(Shared { clock, start: Instant::now(), agenda, changed }) }
    }

    /// The time since the component was created.
    pub fn now(&self) -> Duration {
        match self.shared.clock {
            Clock::Real => self.shared.start.elapsed(),
            Clock::Virtual => self.lock().now,
        }
    }

    /// Schedules a call. With a virtual clock no call is made inside a callin, also if it is due at once.
    pub fn call_later(&self, delay: Duration, call: impl FnOnce() + Send + 'static) -> Scheduled {
        let now = self.now();
        let mut agenda = self.lock();
        agenda.scheduled += 1;
        let due = (now.saturating_add(delay), agenda.scheduled);
        agenda.calls.insert(due, Box::new(call));
        if !self.shared.clock.is_virtual() {
            self.attend(&mut agenda);
        }
        Scheduled { due, timekeeper: self.clone() }
    }

    /// Sees to it that somebody makes the calls of a real clock.
    fn attend(&self, agenda: &mut Agenda) {
        self.shared.changed.notify_all();
        if !std::mem::replace(&mut agenda.is_attended, true) {
            let timekeeper = self.clone();
            std::thread::spawn(move || timekeeper.make_calls());
        }
    }

    /// Makes the calls of a real clock until none is left.
    fn make_calls(&self) {
        let mut agenda = self.lock();
        while let Some(next) = agenda.calls.first_entry() {
            let left = next.key().0.saturating_sub(self.shared.start.elapsed());
            if left.is_zero() {
                let call = next.remove();
                drop(agenda);
                call();
                agenda = self.lock();
            } else {
                agenda = self.shared.changed.wait_timeout(agenda, left).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        agenda.is_attended = false;
    }

    /// The stretch of virtual time that begins now.
    pub(crate) fn stretch(&self, length: Duration) -> Stretch {
        Stretch { end: self.now().saturating_add(length), calls_left: MOST_CALLS }
    }

    /// Goes on to the next call of the stretch, which is to be made now; none if there is none.
    pub(crate) fn next_call(&self, stretch: &mut Stretch) -> Option<Call> {
        let mut agenda = self.lock();
        let next = agenda.calls.first_entry().filter(|next| stretch.calls_left > 0 && next.key().0 <= stretch.end)?;
        let ((due, _), call) = next.remove_entry();
        stretch.calls_left -= 1;
        agenda.now = agenda.now.max(due);
        Some(call)
    }

    /// How long it takes until the next call is due.
    pub(crate) fn until_next_call(&self) -> Duration {
        let agenda = self.lock();
        agenda.calls.first_key_value().map_or(Duration::MAX, |(due, _)| due.0.saturating_sub(agenda.now))
    }

    /// Goes on by so much.
    pub(crate) fn go_on_by(&self, passed: Duration) {
        let mut agenda = self.lock();
        agenda.now = agenda.now.saturating_add(passed);
    }

    /// Goes on to the end of a stretch.
    pub(crate) fn go_on_to_end(&self, stretch: &Stretch) {
        let mut agenda = self.lock();
        agenda.now = agenda.now.max(stretch.end);
    }

    /// Whether nothing is scheduled.
    pub(crate) fn is_idle(&self) -> bool {
        self.lock().calls.is_empty()
    }

    /// Cancels everything.
    pub(crate) fn cancel_all(&self) {
        let calls = std::mem::take(&mut self.lock().calls);
        self.shared.changed.notify_all();
        drop(calls);
    }

    fn lock(&self) -> MutexGuard<'_, Agenda> {
        self.shared.agenda.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
