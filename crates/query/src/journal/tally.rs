//! How many words the journal has, kept in a file beside it.
//!
//! The last words of a run that was killed are only in the write-ahead log. If that is lost, in whole or at its end,
//! the journal is sound and merely shorter: only somebody else can know that words are missing.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};

use super::digest::Digest;

/// The open file, if there is one. It is written after every commit, and nothing waits for it: after a loss of power it
/// may know less than the journal, or of words that the journal has lost.
#[derive(Default)]
pub(super) struct Tally(Option<File>);

impl Tally {
    /// Opens the file beside a journal, or makes it.
    pub(super) fn open(journal: &Path) -> Self {
        Self(OpenOptions::new().create(true).truncate(false).write(true).open(path(journal)).ok())
    }

    /// The number of the last word, if the file beside a journal is there and whole.
    pub(super) fn read(journal: &Path) -> Option<i64> {
        let text = std::fs::read_to_string(path(journal)).ok()?;
        let count = text.get(..20)?.parse().ok()?;
        (line(count) == text).then_some(count)
    }

    /// Removes the file beside a journal.
    pub(super) fn remove(journal: &Path) {
        let _ = std::fs::remove_file(path(journal));
    }

    /// Notes the number of the last word. That this fails harms nothing: a loss may then go unnoticed.
    pub(super) fn set(&mut self, count: i64) {
        if let Some(file) = &mut self.0 {
            let _ = file.rewind().and_then(|()| file.write_all(line(count).as_bytes()));
        }
    }
}

/// The file beside a journal.
fn path(journal: &Path) -> PathBuf {
    beside(journal, "-count")
}

/// The file whose name is that of the journal with this end.
pub(super) fn beside(journal: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(journal);
    name.push(end);
    name.into()
}

/// Always of the same length, so that a line replaces the one before.
fn line(count: i64) -> String {
    format!("{count:020} {:08x}\n", Digest::new().number(count).finish())
}
