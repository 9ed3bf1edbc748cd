//! Reading events: those of a run that has ended, and those of one that goes on.

use std::fs::{File, Metadata, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use typestar_model::{EVENT_FORMAT, Event, EventLine};

/// Why a line of a file of events cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// The file cannot be read any more.
    #[error("cannot read the events: {0}; check the file's permissions")]
    Unreadable(#[from] io::Error),
    /// The line is something else.
    #[error("this is not an event: {0}; check that no other program writes to the file")]
    NoEvent(#[from] serde_json::Error),
    /// The line is of a format to come.
    #[error("these events have format {0}, but this typestar reads format {EVENT_FORMAT}: use a newer typestar")]
    NewerFormat(u32),
}

/// Reads one line of a file of events.
///
/// ```
/// use typestar_query::{Event, read_event};
///
/// let none = r#"{"asked":0,"executed":0,"symbols":0}"#;
/// let line = format!(
///     r#"{{"event":"HypothesisBuilt","states":3,"elapsed_ms":12,"phase":"learning","round":1,
///         "learning":{{"asked":30,"executed":9,"symbols":20}},"testing":{none},"challenge":{none},"answered":0}}"#
/// );
/// let line = read_event(line.as_bytes()).unwrap();
/// assert_eq!(line.event, Event::HypothesisBuilt { states: 3, registers: None });
/// assert_eq!(line.executed(), 9);
/// ```
pub fn read_event(line: &[u8]) -> Result<EventLine, EventError> {
    let read: EventLine = serde_json::from_slice(line)?;
    match &read.event {
        Event::RunStarted(start) | Event::RunResumed(start) if start.format > EVENT_FORMAT => {
            Err(EventError::NewerFormat(start.format))
        }
        _ => Ok(read),
    }
}

/// Reads a file of events, in order. It is never held in memory as a whole.
///
/// A pipe or a device is refused: who reads it may wait for ever, or never come to an end.
pub fn read_events(path: &Path) -> io::Result<Events> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let file = BufReader::new(File::open(path)?);
    Ok(Events { path: path.to_owned(), file, end: 0, lines: 0, has_failed: false })
}

/// The events of a file.
///
/// As an iterator it ends where the whole lines of the file end, and goes on when there are more of them: a run that goes
/// on is followed by asking again. Where another file has taken the place of this one, that is read from its beginning.
pub struct Events {
    path: PathBuf,
    file: BufReader<File>,
    /// Where the last whole line ends that was read.
    pub(super) end: u64,
    lines: u64,
    has_failed: bool,
}

impl Events {
    /// The number of the last line that was read, from 1.
    pub fn line_number(&self) -> u64 {
        self.lines
    }

    /// Whether a process is writing to the file: it holds a lock, which ends with it, however it ends.
    pub fn is_written(&self) -> bool {
        match self.file.get_ref().try_lock_shared() {
            Err(TryLockError::WouldBlock) => true,
            Err(TryLockError::Error(_)) => false,
            Ok(()) => {
                // A lock that could not be given back would be given back at the end.
                let _ = self.file.get_ref().unlock();
                false
            }
        }
    }

    /// The text of the next line, whatever is in it; none if there is no whole one yet.
    pub fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let line = self.whole_line()?;
        if line.is_some() || !self.is_replaced() {
            return Ok(line);
        }
        *self = read_events(&self.path)?;
        self.whole_line()
    }

    /// What stands behind the last end of a line is not read: somebody is writing it, or nobody has written its end.
    fn whole_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let length = self.file.read_until(b'\n', &mut line)?;
        if line.pop() != Some(b'\n') {
            self.file.seek(SeekFrom::Start(self.end))?;
            return Ok(None);
        }
        self.end += length as u64;
        self.lines += 1;
        Ok(Some(line))
    }

    /// Whether the path leads to another file now.
    fn is_replaced(&self) -> bool {
        let (now, read) = (std::fs::metadata(&self.path), self.file.get_ref().metadata());
        matches!((now, read), (Ok(now), Ok(read)) if !is_same(&now, &read))
    }
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// A file that is shorter than before is another one.
#[cfg(not(unix))]
fn is_same(now: &Metadata, read: &Metadata) -> bool {
    now.len() >= read.len()
}

impl Iterator for Events {
    type Item = Result<EventLine, EventError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        match self.next_line() {
            Ok(line) => line.map(|line| read_event(&line)),
            Err(error) => {
                self.has_failed = true;
                Some(Err(error.into()))
            }
        }
    }
}
