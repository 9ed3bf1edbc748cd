//! Where a run stands, who is told, and whether it may go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use typestar_learn::Halt;
use typestar_model::{Counts, Phase};

use super::{Observer, StopReason};
use crate::case::Limits;
use crate::journal::JournalError;
use typestar_model::{Event, Progress};

/// How often the observer is told that time passes, while nothing is asked.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// Where a run stands, who is told, and whether it may go on.
pub(crate) struct Status<'a> {
    pub(crate) limits: Limits,
    /// Whether a budget of words or symbols has run out, and a few words may go beyond it.
    pub(crate) is_overtime: bool,
    /// Where the run stands.
    pub(crate) progress: Progress,
    /// How many words were executed since the present wave began, or taken from the journal,
    pub(crate) done: u64,
    /// and how many there were to be executed when it began, at most; none if nobody can tell.
    pub(crate) ahead: Option<u64>,
    pub(crate) stop: Option<StopReason>,
    stopwatch: Stopwatch,
    earlier_ms: u64,
    /// How far earlier processes came,
    earlier: Reached,
    /// and whether this one has executed anything.
    has_executed: bool,
    interrupt: Arc<AtomicBool>,
    pub(super) observer: Option<Observer<'a>>,
    /// When the observer was told something last, in time of this process.
    last_told: Duration,
    /// How long this process was in each phase, up to when it entered the present one,
    spent: [Duration; Phase::ALL.len()],
    /// and when that was.
    entered: Duration,
}

/// How far a run has come: the questions that were asked, and the hypotheses that were built. The same case, seed and
/// journal lead to the same places.
pub(crate) type Reached = (u64, u64);

/// Tells how long this process has been at work. It only grows.
///
/// Limits of time are looked at through it, so that tests can say what each word takes and need not wait.
pub type Stopwatch = Arc<dyn Fn() -> Duration + Send + Sync>;

/// A stopwatch that begins now.
fn real_time() -> Stopwatch {
    let started = Instant::now();
    Arc::new(move || started.elapsed())
}

impl Status<'_> {
    /// The beginning of a process. Earlier ones took so long, and came so far.
    pub(super) fn new(limits: Limits, (earlier_ms, earlier): (u64, Reached), interrupt: Arc<AtomicBool>) -> Self {
        Self {
            limits,
            is_overtime: false,
            progress: Progress::default(),
            done: 0,
            ahead: None,
            stop: None,
            stopwatch: real_time(),
            earlier_ms,
            earlier,
            has_executed: false,
            interrupt,
            observer: None,
            last_told: Duration::ZERO,
            spent: Default::default(),
            entered: Duration::ZERO,
        }
    }

    /// From now on words count for this phase.
    pub(crate) fn enter(&mut self, phase: Phase) {
        let now = self.elapsed();
        self.spent[self.progress.phase as usize] += now.saturating_sub(self.entered);
        (self.progress.phase, self.entered) = (phase, now);
    }

    /// How many milliseconds this process was in a phase.
    pub(crate) fn spent_ms(&self, phase: Phase) -> u64 {
        let now =
            if self.progress.phase == phase { self.elapsed().saturating_sub(self.entered) } else { Duration::ZERO };
        (self.spent[phase as usize] + now).as_millis() as u64
    }

    /// What the present phase has cost so far.
    pub(crate) fn counts(&mut self) -> &mut Counts {
        match self.progress.phase {
            Phase::Learning => &mut self.progress.learning,
            Phase::Testing => &mut self.progress.testing,
            Phase::Challenge => &mut self.progress.challenge,
            Phase::Growth => &mut self.progress.growth,
        }
    }

    /// Words were answered and are durable, and others are open.
    pub(super) fn note_answered(&mut self, words: usize) {
        self.has_executed = true;
        self.progress.answered += words as u64;
        self.done += words as u64;
        self.tell(&Event::WordsAnswered);
    }

    pub(crate) fn tell(&mut self, event: &Event) {
        self.progress.elapsed_ms = self.elapsed_ms();
        self.progress.left = self.ahead.map(|words| words.saturating_sub(self.done));
        self.last_told = self.elapsed();
        if let Some(observer) = &mut self.observer {
            observer(event, &self.progress);
        }
    }

    /// Tells the observer that time passes, if nothing else was told for a while; stops if the user wants that, or if
    /// time is over.
    pub(crate) fn check(&mut self) -> Result<(), Halt> {
        let now = self.elapsed();
        if now.saturating_sub(self.last_told) >= TELL_EVERY {
            self.tell(&Event::TimePassed);
        }
        self.check_interrupt()?;
        match self.may_compute(now) {
            true => Ok(()),
            false => Err(self.out_of_time()),
        }
    }

    /// Whether there is time left for a computation, when this process has been at work for so long.
    ///
    /// A run that is continued comes at least as far as it was, however long that takes; otherwise its model would depend
    /// on the speed of the machine. Behind that, until it executes something, it has as much time as a new run.
    fn may_compute(&self, elapsed: Duration) -> bool {
        match self.has_executed {
            _ if self.is_overtime => true,
            true => self.is_in_time(elapsed),
            false => !self.is_beyond_earlier() || elapsed.as_secs() < self.limits.max_time_s,
        }
    }

    /// How far this process has come.
    pub(super) fn reached(&self) -> Reached {
        (self.progress.total().asked, self.progress.round)
    }

    /// Whether this process has come as far as earlier ones.
    pub(super) fn is_beyond_earlier(&self) -> bool {
        self.has_executed || self.reached() >= self.earlier
    }

    /// From now on this tells the time.
    pub(crate) fn time_by(&mut self, stopwatch: Stopwatch) {
        self.stopwatch = stopwatch;
    }

    /// Time since this process began.
    pub(crate) fn elapsed(&self) -> Duration {
        (self.stopwatch)()
    }

    /// Milliseconds since the run began, over all its processes.
    pub(crate) fn elapsed_ms(&self) -> u64 {
        self.earlier_ms + self.elapsed().as_millis() as u64
    }

    pub(crate) fn stop(&mut self, reason: StopReason) -> Halt {
        self.stop.get_or_insert(reason);
        Halt::Stopped
    }

    /// Why the last words were not answered.
    pub(crate) fn failure(&mut self) -> String {
        match self.stop.take() {
            Some(StopReason::SystemFailed(message) | StopReason::JournalFailed(message)) => message,
            _ => "the system was interrupted".to_owned(),
        }
    }

    pub(crate) fn journal_failed(&mut self, error: JournalError) -> Halt {
        self.stop(StopReason::JournalFailed(error.to_string()))
    }

    pub(super) fn check_limits(&mut self) -> Result<(), Halt> {
        self.check_interrupt()?;
        let total = self.progress.total();
        let used =
            [(total.executed, self.limits.max_words, "words"), (total.symbols, self.limits.max_symbols, "symbols")];
        match used.into_iter().find(|(used, limit, _)| used >= limit && !self.is_overtime) {
            None => Ok(()),
            Some((_, limit, unit)) => Err(self.stop(StopReason::Budget(format!("{limit} {unit}")))),
        }
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    pub(super) fn check_interrupt(&mut self) -> Result<(), Halt> {
        match self.is_interrupted() {
            true => Err(self.stop(StopReason::Interrupted)),
            false => Ok(()),
        }
    }

    /// Whether the time is over.
    pub(crate) fn is_late(&self) -> bool {
        !self.is_in_time(self.elapsed())
    }

    /// Whoever is about to execute something looks at the time of all processes: what the journal has is replayed, however
    /// long it took. Nobody may go beyond this limit, because nobody knows how long a few words take.
    pub(super) fn check_time(&mut self) -> Result<(), Halt> {
        match self.is_in_time(self.elapsed()) {
            true => Ok(()),
            false => Err(self.out_of_time()),
        }
    }

    /// Whether all processes of the run together have time left, when this one has been at work for so long.
    fn is_in_time(&self, elapsed: Duration) -> bool {
        (self.earlier_ms + elapsed.as_millis() as u64) / 1000 < self.limits.max_time_s
    }

    /// Stops because time is over.
    fn out_of_time(&mut self) -> Halt {
        self.stop(StopReason::Budget(format!("{} seconds", self.limits.max_time_s)))
    }
}
