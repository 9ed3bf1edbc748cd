//! Where the callbacks of one word arrive, are treated, and wait to be delivered.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use typestar_model::{ERROR, LateCallback, OutputKind, QUIET, Symbol, Value, WAIT};

use crate::clock::{Stretch, Timekeeper};
use crate::{Clock, Settings};

/// A wait is cut into slices, so that a moment in which the whole machine stalls counts as one slice, not as silence.
const SLICES: u32 = 8;

/// A slice is not shorter, unless patience ends before.
const SHORTEST_SLICE: Duration = Duration::from_millis(1);

/// One answer carries at most this many late callbacks, and this many notes.
const MOST_REMARKS: usize = 100;

/// What is told beside the steps with the next answer, of whatever word.
#[derive(Debug, Default)]
pub struct Remarks {
    /// Callbacks that came too late.
    pub late: Vec<LateCallback>,
    /// What went wrong and was mended.
    pub notes: Vec<String>,
}

/// The remarks that were not told yet; all sinks of a component share them.
pub(crate) type Untold = Arc<Mutex<Remarks>>;

/// Where a component reports its callbacks. Every word has its own; clones share it, and any thread may use it.
#[derive(Clone, Debug)]
pub struct Sink {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    settings: Arc<Settings>,
    untold: Untold,
    timekeeper: Timekeeper,
    /// The thread that makes the calls and the waits.
    host: ThreadId,
    sleeps: Arc<AtomicU64>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    pending: VecDeque<Callback>,
    since_callin: BTreeSet<String>,
    word: Vec<String>,
    /// The word after whose `quiet` nothing should come.
    quiet_word: Option<Vec<String>>,
    /// Whether a callback came from another thread than the host's.
    hears_threads: bool,
    ended: bool,
    deaf: bool,
    fault: Option<String>,
}

/// A callback as it will be delivered.
#[derive(Debug)]
struct Callback {
    name: String,
    output: Symbol,
    reason: Option<String>,
}

/// A callback as it arrives.
struct Emitted<'a> {
    name: &'a str,
    values: &'a [Value],
    arguments: &'a [(&'a str, Json)],
}

impl Emitted<'_> {
    fn check(&self) -> Result<(), String> {
        match !self.name.is_empty() && OutputKind::of(self.name) == OutputKind::Callback {
            true => Ok(()),
            false => {
                Err(format!("'{}' cannot be the name of a callback: {} are reserved", self.name, OutputKind::RESERVED))
            }
        }
    }

    /// The callback as people write it: `onError(3, code=5)`.
    fn describe(&self) -> String {
        let values = self.values.iter().map(Value::to_string);
        let arguments = self.arguments.iter().map(|(argument, value)| format!("{argument}={value}"));
        let all: Vec<String> = values.chain(arguments).collect();
        if all.is_empty() { self.name.to_owned() } else { format!("{}({})", self.name, all.join(", ")) }
    }
}

impl Callback {
    /// What it is called where it came late. One that is an error has its own name there.
    fn late_name(&self) -> String {
        if self.output.text() == ERROR { self.name.clone() } else { self.output.text().to_owned() }
    }
}

impl State {
    /// Drops all callbacks that are pending up to the awaited one; false if it is not among them.
    fn discard_to(&mut self, awaited: &str) -> bool {
        while let Some(callback) = self.pending.pop_front() {
            if callback.name == awaited {
                self.since_callin.clear();
                return true;
            }
        }
        false
    }
}

impl Sink {
    /// A sink for one word. `sleeps` counts how often somebody waits at it in real time.
    pub(crate) fn new(settings: Arc<Settings>, untold: Untold, clock: Clock, sleeps: Arc<AtomicU64>) -> Self {
        let (timekeeper, host) = (Timekeeper::new(clock), std::thread::current().id());
        let (state, changed) = (Mutex::default(), Condvar::new());
        Self { shared: Arc::new(Shared { settings, untold, timekeeper, host, sleeps, state, changed }) }
    }

    /// The clock of the component, which starts when it is created.
    pub fn clock(&self) -> &Timekeeper {
        &self.shared.timekeeper
    }

    /// Reports a callback.
    pub fn emit(&self, name: &str) {
        self.emit_with(name, &[]);
    }

    /// Reports a callback with its arguments, which can split it into several outputs and show as its reason.
    pub fn emit_with(&self, name: &str, arguments: &[(&str, Json)]) {
        self.take(Emitted { name, values: &[], arguments });
    }

    /// Reports a callback with values, which are part of the output, and with arguments, which are not.
    pub fn emit_values(&self, name: &str, values: &[Value], arguments: &[(&str, Json)]) {
        self.take(Emitted { name, values, arguments });
    }

    fn take(&self, emitted: Emitted<'_>) {
        let mut state = self.lock();
        state.hears_threads |= std::thread::current().id() != self.shared.host;
        let callback = match emitted.check() {
            Ok(()) if state.deaf => return,
            Ok(()) => self.shared.settings.treat(&emitted, &mut state.since_callin),
            Err(fault) => Err(fault),
        };
        let callback = match callback {
            Ok(Some(callback)) => callback,
            Ok(None) => return,
            Err(fault) => {
                state.fault = Some(format!("emit: {fault}"));
                return;
            }
        };
        if let Some(word) = &state.quiet_word {
            let late = LateCallback { word: word.clone(), output: callback.late_name() };
            remark(&mut self.untold().late, late);
        }
        if !state.ended {
            state.pending.push_back(callback);
            self.shared.changed.notify_all();
        }
    }

    /// Tells people, with the next answer, what went wrong beside the calls, such as an error in a thread of the
    /// component's own. It is no output, and told once, however often it is noted until then.
    pub fn note(&self, text: &str) {
        let notes = &mut self.untold().notes;
        if !notes.iter().any(|note| note == text) {
            remark(notes, text.to_owned());
        }
    }

    /// Silence is over: whatever comes now may come.
    pub(crate) fn begin_callin(&self, input: &str) {
        let mut state = self.lock();
        state.word.push(input.to_owned());
        state.since_callin.clear();
        state.quiet_word = None;
    }

    /// A wait begins.
    pub(crate) fn begin_wait(&self) {
        self.lock().word.push(WAIT.to_owned());
    }

    /// Waits in real time until a callback is pending, but no longer than this.
    pub(crate) fn listen_for(&self, patience: Duration) {
        let mut state = self.lock();
        for _ in 0..SLICES {
            if !state.pending.is_empty() {
                return;
            }
            state = self.sleep(state, patience / SLICES);
        }
    }

    /// Lets virtual time pass until a callback is pending, or the stretch is over.
    pub(crate) fn let_pass(&self, stretch: &mut Stretch) {
        while !self.has_pending() && self.make_next_call(stretch) {}
    }

    /// Lets a whole stretch of virtual time pass, whatever comes.
    pub(crate) fn let_all_pass(&self, mut stretch: Stretch) {
        while self.make_next_call(&mut stretch) {}
        self.clock().go_on_to_end(&stretch);
    }

    /// Makes what is due, and lets a slice of real time pass if no callback is pending then; the clock goes on by as much.
    pub(crate) fn let_real_time_pass(&self, whole: Duration, patience: &mut Duration) {
        self.let_pass(&mut self.clock().stretch(Duration::ZERO));
        if self.has_pending() {
            return;
        }
        // Something may be due all the time.
        let until_next = self.clock().until_next_call().max(SHORTEST_SLICE);
        let slice = (whole / SLICES).max(SHORTEST_SLICE).min(*patience).min(until_next);
        let started = Instant::now();
        drop(self.sleep(self.lock(), slice));
        let passed = if self.has_pending() { started.elapsed().min(slice) } else { slice };
        self.clock().go_on_by(passed);
        *patience = patience.saturating_sub(passed);
    }

    /// What a call brings that was scheduled is never late.
    pub(crate) fn make_next_call(&self, stretch: &mut Stretch) -> bool {
        let Some(call) = self.clock().next_call(stretch) else { return false };
        self.lock().quiet_word = None;
        call();
        true
    }

    pub(crate) fn has_pending(&self) -> bool {
        !self.lock().pending.is_empty()
    }

    /// Whether callbacks came from threads of the component's own.
    pub(crate) fn hears_threads(&self) -> bool {
        self.lock().hears_threads
    }

    /// The next callback as output and reason, or `quiet` when none is pending.
    pub(crate) fn deliver(&self) -> (Symbol, Option<String>) {
        let mut state = self.lock();
        if let Some(callback) = state.pending.pop_front() {
            return (callback.output, callback.reason);
        }
        state.quiet_word = Some(state.word.clone());
        (Symbol::read(QUIET), None)
    }

    /// Drops all callbacks up to the awaited one; false if it does not come within this real time.
    pub(crate) fn discard_until(&self, awaited: &str, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        let mut state = self.lock();
        loop {
            if state.discard_to(awaited) {
                return true;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state = self.sleep(state, left);
        }
    }

    /// Drops all callbacks up to the awaited one; false if it does not come within this stretch of virtual time.
    pub(crate) fn discard_within(&self, awaited: &str, stretch: &mut Stretch) -> bool {
        loop {
            self.let_pass(stretch);
            let mut state = self.lock();
            if state.pending.is_empty() {
                return false;
            }
            if state.discard_to(awaited) {
                return true;
            }
        }
    }

    /// The word is over: what is pending dies with it; only after `quiet` is it told what still comes.
    ///
    /// An error is a name that cannot be a callback.
    pub(crate) fn end(&self) -> Result<(), String> {
        let mut state = self.lock();
        state.pending.clear();
        state.ended = true;
        let quiet = state.quiet_word.as_ref().is_some_and(|word| word.len() == state.word.len());
        if !quiet {
            state.quiet_word = None;
        }
        state.fault.take().map_or(Ok(()), Err)
    }

    /// Nobody hears callbacks any more, and nothing is called later.
    pub(crate) fn close(&self) {
        self.lock().deaf = true;
        self.clock().cancel_all();
    }

    /// Callbacks are heard again.
    pub(crate) fn open_again(&self) {
        self.lock().deaf = false;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn untold(&self) -> MutexGuard<'_, Remarks> {
        self.shared.untold.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sleep<'a>(&self, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
        self.shared.sleeps.fetch_add(1, Ordering::Relaxed);
        let sleeping = self.shared.changed.wait_timeout_while(state, time, |state| state.pending.is_empty());
        sleeping.unwrap_or_else(PoisonError::into_inner).0
    }
}

fn remark<T>(remarks: &mut Vec<T>, remark: T) {
    if remarks.len() < MOST_REMARKS {
        remarks.push(remark);
    }
}

/// What becomes of a callback when it arrives.
impl Settings {
    /// Splits, ignores, merges, drops repeated ones, in this order; none if nothing is left.
    fn treat(&self, emitted: &Emitted<'_>, since: &mut BTreeSet<String>) -> Result<Option<Callback>, String> {
        let Emitted { name, values, arguments } = *emitted;
        let by = self.split.get(name).and_then(|wanted| arguments.iter().find(|(argument, _)| argument == wanted));
        let split = by.map_or_else(|| name.to_owned(), |(_, value)| format!("{name}:{}", plain(value)));
        if self.ignore.contains(&split) {
            return Ok(None);
        }
        let merged = self.merge.iter().rfind(|(_, olds)| olds.contains(&split));
        let name = merged.map_or(split, |(new, _)| new.clone());
        let output = with_values(&name, values)?;
        if self.drop_repeated.contains(&name) && !since.insert(output.text().to_owned()) {
            return Ok(None);
        }
        let is_error = self.errors.contains(&name);
        let tells_more = is_error || name != emitted.name || !arguments.is_empty();
        let output = if is_error { Symbol::read(ERROR) } else { output };
        Ok(Some(Callback { name, output, reason: tells_more.then(|| emitted.describe()) }))
    }
}

/// The output of this name with these values. A name alone is read as it always was.
pub(crate) fn with_values(name: &str, values: &[Value]) -> Result<Symbol, String> {
    match values.iter().any(|value| matches!(value, Value::Returned { .. })) {
        false if values.is_empty() => Ok(Symbol::read(name)),
        false => Symbol::new(name, values.to_vec()).map_err(|error| error.to_string()),
        true => Err(format!("'{name}' has a reference as value, which only inputs may have")),
    }
}

/// A value in the name of an output: texts as they are, everything else as JSON.
fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
