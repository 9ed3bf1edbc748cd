//! Where the callbacks of one word arrive, are treated, and wait to be delivered.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use typestar_model::{ERROR, LateCallback, OutputKind, QUIET, WAIT};

use crate::Settings;

/// A wait is cut into slices, so that a moment in which the whole machine stalls counts as one slice, not as silence.
const SLICES: u32 = 8;

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
    treatment: Arc<Treatment>,
    untold: Untold,
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
    ended: bool,
    deaf: bool,
    fault: Option<String>,
}

/// A callback as it will be delivered.
#[derive(Debug)]
struct Callback {
    name: String,
    output: String,
    reason: Option<String>,
}

impl Sink {
    pub(crate) fn new(treatment: Arc<Treatment>, untold: Untold) -> Self {
        Self { shared: Arc::new(Shared { treatment, untold, state: Mutex::default(), changed: Condvar::new() }) }
    }

    /// Reports a callback.
    pub fn emit(&self, name: &str) {
        self.emit_with(name, &[]);
    }

    /// Reports a callback with its arguments, which can split it into several outputs and show as its reason.
    pub fn emit_with(&self, name: &str, arguments: &[(&str, Value)]) {
        let mut state = self.lock();
        if name.is_empty() || OutputKind::of(name) != OutputKind::Callback {
            state.fault =
                Some(format!("emit: '{name}' is not a name for a callback: {} are reserved", OutputKind::RESERVED));
            return;
        }
        if state.deaf {
            return;
        }
        let Some(callback) = self.shared.treatment.treat(name, arguments, &mut state.since_callin) else { return };
        if let Some(word) = &state.quiet_word {
            let late = LateCallback { word: word.clone(), output: callback.name.clone() };
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

    /// The next callback as output and reason, or `quiet` when none comes in time.
    pub(crate) fn wait(&self, patience: Duration) -> (String, Option<String>) {
        let mut state = self.lock();
        state.word.push(WAIT.to_owned());
        for _ in 0..SLICES {
            if !state.pending.is_empty() {
                break;
            }
            state = self.sleep(state, patience / SLICES);
        }
        if let Some(callback) = state.pending.pop_front() {
            return (callback.output, callback.reason);
        }
        state.quiet_word = Some(state.word.clone());
        (QUIET.to_owned(), None)
    }

    /// Drops all callbacks up to the awaited one; false if it does not come in time.
    pub(crate) fn discard_until(&self, awaited: &str, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        let mut state = self.lock();
        loop {
            while let Some(callback) = state.pending.pop_front() {
                if callback.name == awaited {
                    state.since_callin.clear();
                    return true;
                }
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state = self.sleep(state, left);
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

    /// Whether callbacks are heard at all.
    pub(crate) fn listen(&self, listen: bool) {
        self.lock().deaf = !listen;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn untold(&self) -> MutexGuard<'_, Remarks> {
        self.shared.untold.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sleep<'a>(&self, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
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
#[derive(Debug)]
pub(crate) struct Treatment {
    split: BTreeMap<String, String>,
    ignore: BTreeSet<String>,
    merge: BTreeMap<String, String>,
    drop_repeated: BTreeSet<String>,
    errors: BTreeSet<String>,
}

impl Treatment {
    pub(crate) fn new(settings: &Settings) -> Self {
        let merge =
            settings.merge.iter().flat_map(|(new, olds)| olds.iter().map(move |old| (old.clone(), new.clone())));
        Self {
            split: settings.split.clone(),
            ignore: settings.ignore.iter().cloned().collect(),
            merge: merge.collect(),
            drop_repeated: settings.drop_repeated.iter().cloned().collect(),
            errors: settings.errors.iter().cloned().collect(),
        }
    }

    /// Splits, ignores, merges, drops repeated ones, in this order; none if nothing is left.
    fn treat(&self, name: &str, arguments: &[(&str, Value)], since: &mut BTreeSet<String>) -> Option<Callback> {
        let by = self.split.get(name).and_then(|wanted| arguments.iter().find(|(argument, _)| argument == wanted));
        let split = by.map_or_else(|| name.to_owned(), |(_, value)| format!("{name}:{}", plain(value)));
        if self.ignore.contains(&split) {
            return None;
        }
        let merged = self.merge.get(&split).cloned().unwrap_or(split);
        if self.drop_repeated.contains(&merged) && !since.insert(merged.clone()) {
            return None;
        }
        let is_error = self.errors.contains(&merged);
        let tells_more = is_error || merged != name || !arguments.is_empty();
        let output = if is_error { ERROR.to_owned() } else { merged.clone() };
        Some(Callback { name: merged, output, reason: tells_more.then(|| describe(name, arguments)) })
    }
}

/// A callback as people write it: `onError(code=5)`.
fn describe(name: &str, arguments: &[(&str, Value)]) -> String {
    if arguments.is_empty() {
        return name.to_owned();
    }
    let all: Vec<String> = arguments.iter().map(|(argument, value)| format!("{argument}={value}")).collect();
    format!("{name}({})", all.join(", "))
}

/// A value in the name of an output: texts as they are, everything else as JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
