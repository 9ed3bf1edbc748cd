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
    /// Whether a budget has run out, and a few words may go beyond it.
    pub(crate) is_overtime: bool,
    /// Where the run stands.
    pub(crate) progress: Progress,
    /// How many words were executed since the present wave began, or taken from the journal,
    pub(crate) done: u64,
    /// and how many there were to be executed when it began, at most; none if nobody can tell.
    pub(crate) ahead: Option<u64>,
    pub(crate) stop: Option<StopReason>,
    started: Instant,
    earlier_ms: u64,
    interrupt: Arc<AtomicBool>,
    pub(super) observer: Option<Observer<'a>>,
    /// When the observer was told something last.
    last_told: Instant,
}

impl Status<'_> {
    /// The beginning of a process. Earlier ones took so long.
    pub(super) fn new(limits: Limits, earlier_ms: u64, interrupt: Arc<AtomicBool>) -> Self {
        Self {
            limits,
            is_overtime: false,
            progress: Progress::default(),
            done: 0,
            ahead: None,
            stop: None,
            started: Instant::now(),
            earlier_ms,
            interrupt,
            observer: None,
            last_told: Instant::now(),
        }
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
        self.progress.answered += words as u64;
        self.done += words as u64;
        self.tell(&Event::WordsAnswered);
    }

    pub(crate) fn tell(&mut self, event: &Event) {
        self.progress.elapsed_ms = self.elapsed_ms();
        self.progress.left = self.ahead.map(|words| words.saturating_sub(self.done));
        self.last_told = Instant::now();
        if let Some(observer) = &mut self.observer {
            observer(event, &self.progress);
        }
    }

    /// Tells the observer that time passes, if nothing else was told for a while; stops if the user wants that.
    pub(crate) fn check(&mut self) -> Result<(), Halt> {
        if self.last_told.elapsed() >= TELL_EVERY {
            self.tell(&Event::TimePassed);
        }
        self.check_interrupt()
    }

    /// Time since this process began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Milliseconds since the run began, over all its processes.
    pub(crate) fn elapsed_ms(&self) -> u64 {
        self.earlier_ms + self.started.elapsed().as_millis() as u64
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
        self.elapsed_ms() / 1000 >= self.limits.max_time_s
    }

    /// Only executions take time: a run that is continued replays what it has, however long that took at first.
    pub(super) fn check_time(&mut self) -> Result<(), Halt> {
        match self.is_late() && !self.is_overtime {
            true => Err(self.stop(StopReason::Budget(format!("{} seconds", self.limits.max_time_s)))),
            false => Ok(()),
        }
    }
}
