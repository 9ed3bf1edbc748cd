//! The file of events of a run folder, written as things happen.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use typestar_model::{Event, EventLine, Progress};

use super::events::{EventError, read_events};
use crate::folder::digest::digest;
use crate::folder::note::Note;

/// How long the pause is, at least, between two lines that tell nothing but how many words were executed.
const COUNTS_EVERY: Duration = Duration::from_secs(1);

/// The file of events.
///
/// A run that is continued makes many of its events again. Those that the file has already are not written again: what it
/// has follows a `RunResumed` line and is new. While a log is open, its file is locked, so that those who follow it know
/// when nobody writes any more.
pub struct EventLog {
    path: PathBuf,
    /// None once nothing can be written any more.
    file: Option<File>,
    /// What keeps it from being written, until it was told.
    trouble: Option<Note>,
    /// Whether the file had a line when it was opened.
    has_begun: bool,
    known: Known,
    /// How far the run was when the file was told how many words were executed,
    counted: Progress,
    /// and when that was.
    counted_at: Instant,
    /// The last line, which waits for the results.
    end: Option<EventLine>,
}

/// What the file has of the events that are made again, in their order.
#[derive(Default)]
struct Known {
    /// What they say, without the time and the cost.
    digests: Vec<String>,
    /// How many of them this process has made again.
    repeated: usize,
}

/// How an event relates to those that the file has.
enum Made {
    Again,
    New,
    /// It is new, and so is everything behind it, although the file has more.
    Otherwise,
}

impl EventLog {
    /// Opens a file of events behind its last whole line; what a process that was killed has left behind that is cut off.
    ///
    /// Nothing depends on this file, so that a file which cannot be written is no error: [`Self::see`] tells it once.
    pub fn open(path: &Path) -> Self {
        let (path, known, counted, counted_at) =
            (path.to_owned(), Known::default(), Progress::default(), Instant::now());
        let mut log = Self { path, file: None, trouble: None, has_begun: false, known, counted, counted_at, end: None };
        match log.begin() {
            Ok(file) => log.file = Some(file),
            Err(error) => log.fail(&error),
        }
        log
    }

    fn begin(&mut self) -> io::Result<File> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(&self.path)?;
        file.lock()?;
        let mut events = read_events(&self.path)?;
        for line in events.by_ref() {
            match line {
                Ok(line) => self.known.add(&line.event),
                Err(EventError::Unreadable(error)) => return Err(error),
                // What is no event tells nothing; what follows it does.
                Err(_) => {}
            }
        }
        self.has_begun = events.line_number() > 0;
        if file.metadata()?.len() > events.end {
            file.set_len(events.end)?;
        }
        Ok(file)
    }

    /// Writes what just happened, if it is worth a line; what the user should know of the file.
    pub fn see(&mut self, event: &Event, progress: &Progress) -> Option<Note> {
        match event {
            Event::RunStarted(start) | Event::RunResumed(start) => {
                let (start, has_begun) = (start.clone(), self.has_begun);
                self.write(if has_begun { Event::RunResumed(start) } else { Event::RunStarted(start) }, progress);
            }
            Event::WordsExecuted { .. } | Event::WordsAnswered => self.count(progress),
            Event::RunFinished(_) => self.end = Some(EventLine::new(event.clone(), progress)),
            Event::ModelDrafted(_) | Event::TimePassed | Event::Unknown => {}
            event if event.is_made_again() => self.make(event, progress),
            event => self.write(event.clone(), progress),
        }
        self.trouble.take()
    }

    /// Writes the end of the run, when everything else that it leaves is written.
    pub fn finish(mut self) -> Option<Note> {
        if let Some(end) = self.end.take() {
            self.write_line(&end);
        }
        self.trouble.take()
    }

    /// Writes an event that may be in the file already.
    fn make(&mut self, event: &Event, progress: &Progress) {
        let made = self.known.make(event);
        if matches!(made, Made::Otherwise) {
            self.write(Event::RunDiverged { repeated: self.known.repeated }, progress);
        }
        if !matches!(made, Made::Again) {
            self.write(event.clone(), progress);
        }
    }

    /// Writes how many words were executed, now and then. What the journal knew is no news.
    fn count(&mut self, progress: &Progress) {
        let executed = progress.fresh().saturating_sub(self.counted.fresh()) as usize;
        if executed == 0 || self.counted_at.elapsed() < COUNTS_EVERY {
            return;
        }
        let replayed = (progress.replayed - self.counted.replayed) as usize;
        self.write(Event::WordsExecuted { executed, replayed }, progress);
        (self.counted, self.counted_at) = (*progress, Instant::now());
    }

    fn write(&mut self, event: Event, progress: &Progress) {
        self.write_line(&EventLine::new(event, progress));
    }

    /// Writes a whole line at once. One that was written in part is cut off when the run is continued, so nothing may
    /// follow it.
    fn write_line(&mut self, line: &EventLine) {
        let Some(file) = &mut self.file else { return };
        let mut text = serde_json::to_vec(line).expect("an event that is kept is plain data");
        text.push(b'\n');
        if let Err(error) = file.write_all(&text) {
            self.fail(&error);
        }
    }

    fn fail(&mut self, error: &io::Error) {
        self.file = None;
        self.trouble = Some(Note::EventsNotKept { file: self.path.clone(), error: error.to_string() });
    }
}

impl Known {
    /// Takes note of an event of the file.
    fn add(&mut self, event: &Event) {
        match event {
            Event::RunDiverged { repeated } => self.digests.truncate(*repeated),
            event if event.is_made_again() => self.digests.push(digest_of(event)),
            _ => {}
        }
    }

    /// Compares an event that is made now with the next one of the file. From the first difference on all are new.
    fn make(&mut self, event: &Event) -> Made {
        match self.digests.get(self.repeated) {
            None => Made::New,
            Some(known) if *known == digest_of(event) => {
                self.repeated += 1;
                Made::Again
            }
            Some(_) => {
                self.digests.truncate(self.repeated);
                Made::Otherwise
            }
        }
    }
}

fn digest_of(event: &Event) -> String {
    digest(&serde_json::to_vec(event).expect("an event that is kept is plain data"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_follows_a_line_that_could_not_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("events.jsonl");
        let (mut log, progress) = (EventLog::open(&path), Progress::default());
        let writable = log.file.replace(File::open(&path).unwrap());
        let told = Event::AnswersOverturned { words: 1 };
        let note = log.see(&told, &progress).expect("the file cannot be written");
        assert!(note.to_string().contains("without recording events"), "{note}");
        assert!(writable.is_some() && log.file.is_none());
        assert!(log.see(&told, &progress).is_none(), "it is told once");
        assert_eq!(std::fs::read(&path).unwrap(), b"");
    }

    #[cfg(unix)]
    #[test]
    fn what_has_no_end_is_no_file_of_events() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("events.jsonl");
        std::os::unix::fs::symlink("/dev/null", &path).unwrap();
        let mut log = EventLog::open(&path);
        let note = log.see(&Event::TimePassed, &Progress::default()).expect("it is told");
        assert!(note.to_string().contains("it is not a regular file"), "{note}");
        assert!(read_events(&path).is_err());
    }

    #[test]
    fn words_are_counted_at_most_once_a_second_and_only_those_that_the_system_answered() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("events.jsonl");
        let mut log = EventLog::open(&path);
        let now = Instant::now();
        let (long_ago, just_now) =
            (now.checked_sub(COUNTS_EVERY).expect("the machine is up"), now + COUNTS_EVERY * 600);
        let mut told = Vec::new();
        for (answered, replayed) in [(0, 5), (7, 5), (8, 5), (20, 6)] {
            log.counted_at = if answered == 8 { just_now } else { long_ago };
            let mut progress = Progress { answered, replayed, ..Progress::default() };
            progress.learning.executed = replayed;
            log.see(&Event::WordsAnswered, &progress);
            told.push(read_events(&path).unwrap().count());
        }
        assert_eq!(told, [0, 1, 1, 2]);
        let events: Vec<Event> = read_events(&path).unwrap().map(|line| line.unwrap().event).collect();
        let expected = [(7, 5), (13, 1)].map(|(executed, replayed)| Event::WordsExecuted { executed, replayed });
        assert_eq!(events, expected);
    }
}
