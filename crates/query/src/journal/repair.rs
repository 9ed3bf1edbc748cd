//! Damage to the journal: noticing it, saving every entry that can be read, and telling what was lost.

use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::types::ValueRef;

use super::digest::{fact_digest, mark_digest};
use super::scan::{Found, scan};
use super::tally::{Tally, beside};
use super::{Entry, FORMAT, Journal, JournalError, Row, decoded, insert, mark, row_of};

/// What was wrong with a journal, and what became of its entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    /// What is wrong with the file.
    pub fault: String,
    /// How many entries can be read, and are kept.
    pub kept: usize,
    /// The entries that cannot be read: the system is asked again.
    pub lost: Vec<LostEntry>,
    /// Where the damaged file is now; none if it was left as it is.
    pub old: Option<PathBuf>,
}

/// Entries in a row of which nothing can be read, or one whose word can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostEntry {
    /// The number of the first.
    pub first: i64,
    /// The number of the last.
    pub last: i64,
    /// The inputs, if they can be read; perhaps they are damaged, too.
    pub word: Option<Vec<String>>,
}

/// How many lost entries are named one by one.
const NAMED: usize = 20;

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lost: i64 = self.lost.iter().map(|lost| lost.last - lost.first + 1).sum();
        write!(
            f,
            "the journal is damaged ({}): {} of {} entries can be read",
            self.fault,
            self.kept,
            self.kept as i64 + lost
        )?;
        let names: Vec<String> = self.lost.iter().take(NAMED).map(ToString::to_string).collect();
        if lost > 0 {
            let more = if self.lost.len() > NAMED { " and others" } else { "" };
            write!(f, "; lost: {}{more}", names.join(", "))?;
        }
        match &self.old {
            Some(old) => write!(f, "; the damaged file is kept as {}", old.display()),
            None => Ok(()),
        }
    }
}

impl fmt::Display for LostEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.word {
            Some(word) => write!(f, "{} (`{}`)", self.first, word.join(" ")),
            None if self.first == self.last => write!(f, "{}", self.first),
            None => write!(f, "{} to {}", self.first, self.last),
        }
    }
}

/// Under this key a journal keeps the numbers of entries that were lost before, as JSON.
const LOST: &str = "lost";

impl Journal {
    /// Fails if anything is not as it was written.
    pub(super) fn verify(&self) -> Result<(), JournalError> {
        let checked: String = self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if checked != "ok" {
            return Err(JournalError::Damaged(checked));
        }
        self.verify_facts("meta")?;
        self.verify_facts("spare")?;
        self.verify_marks()?;
        self.verify_words()
    }

    fn verify_facts(&self, table: &str) -> Result<(), JournalError> {
        self.for_each_row(&format!("SELECT key, value, digest FROM {table}"), [], |row| {
            let (key, value): (String, String) = (row.get(0)?, row.get(1)?);
            match fact_digest(&key, &value) == row.get::<_, i64>(2)? {
                true => Ok(()),
                false => Err(JournalError::Damaged(format!("`{key}` has changed since it was written"))),
            }
        })
    }

    fn verify_marks(&self) -> Result<(), JournalError> {
        self.for_each_row("SELECT seq, digest FROM overturned", [], |row| {
            let seq: i64 = row.get(0)?;
            match mark_digest(seq) == row.get::<_, i64>(1)? {
                true => Ok(()),
                false => Err(JournalError::Damaged(format!("the mark of entry {seq} is not what was written"))),
            }
        })
    }

    /// Every row has its digest, and none is missing of those that arrived. Numbers may be missing: what is in flight when
    /// the process is killed leaves a gap, if something that was planned later had arrived.
    fn verify_words(&self) -> Result<(), JournalError> {
        let (mut count, mut last) = (0, 0);
        self.for_each_row(STORED_ROWS, [], |row| {
            let seq = row.get(0)?;
            let sound = stored(row).filter(|(stored, digest)| stored.digest(seq) == *digest);
            let damaged = || JournalError::Entry { seq, message: "it is not what was written".to_owned() };
            let (sound, _) = sound.ok_or_else(damaged)?;
            (count, last) = (count + 1, last.max(sound.arrival.unwrap_or(seq)));
            Ok(())
        })?;
        match count + self.lost_below(last)? == last {
            true => Ok(()),
            false => Err(JournalError::Damaged("entries are missing".to_owned())),
        }
    }

    /// Writes facts and entries into new tables.
    pub(super) fn fill(&mut self, facts: &[(String, String)], entries: &[Entry]) -> Result<(), JournalError> {
        // Symbols keep their numbers, as far as these are known: a continued run numbers them as before.
        self.inputs.take_over(facts);
        self.outputs.take_over(facts);
        for (key, value) in facts.iter().filter(|(key, _)| !self.inputs.has_key(key) && !self.outputs.has_key(key)) {
            self.set_meta(key, value)?;
        }
        self.set_meta("format", FORMAT)?;
        for entry in entries {
            let row = row_of(entry, &mut self.inputs, &mut self.outputs);
            insert(&self.connection, &[(entry.seq, row)])?;
            if entry.overturned {
                mark(&self.connection, entry.seq)?;
            }
        }
        self.inputs.write(&self.connection)?;
        self.outputs.write(&self.connection)
    }

    /// The ranges of entries that were lost earlier.
    pub(super) fn lost(&self) -> Result<Vec<(i64, i64)>, JournalError> {
        Ok(ranges(self.meta(LOST)?.as_deref()))
    }

    /// How many entries before this one were lost earlier.
    fn lost_below(&self, seq: i64) -> Result<i64, JournalError> {
        Ok(self.lost()?.iter().filter(|&&(first, _)| first < seq).map(|&(first, last)| last - first + 1).sum())
    }
}

/// The ranges of numbers that a text stands for.
fn ranges(text: Option<&str>) -> Vec<(i64, i64)> {
    text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// The query whose rows [`stored`] reads.
pub(super) const STORED_ROWS: &str =
    "SELECT seq, phase, inputs, outputs, evidence, late, digest, copy, arrival FROM word";

/// A row of words and its digest, if it has the right types.
pub(super) fn stored(row: &rusqlite::Row) -> Option<(Row, i64)> {
    let mut values = [ValueRef::Null; 8];
    for (value, column) in values.iter_mut().zip(1..) {
        *value = row.get_ref(column).ok()?;
    }
    Row::of_values(values)
}

/// What stands beside a journal.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    /// How many words the journal should have.
    pub(super) counted: i64,
    /// Whether there is a write-ahead log with something in it.
    pub(super) has_log: bool,
}

impl Beside {
    /// Words that are counted are in the file or in its log by then, also if a run goes on meanwhile: so they are counted
    /// first.
    pub(super) fn of(path: &Path) -> Self {
        let counted = Tally::read(path).unwrap_or(0);
        Self { counted, has_log: std::fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0) }
    }
}

/// What can be read of a damaged journal.
struct Rescued {
    entries: Vec<Entry>,
    facts: Vec<(String, String)>,
    lost: Vec<LostEntry>,
}

/// Opens a sound journal that lacks its last words, which only its log had.
pub(super) fn lengthened(path: &Path, mut journal: Journal, beside: Beside) -> Result<Journal, JournalError> {
    let Beside { counted, has_log } = beside;
    let fault = log_fault(path, has_log);
    let last = journal.next - 1;
    let kept = (journal.arrived - journal.lost_below(journal.arrived)?) as usize;
    if has_log {
        let rescued = rescue(path, counted)?;
        if rescued.entries.len() > kept {
            drop(journal);
            return replaced(path, rescued, fault);
        }
    }
    let lost = vec![LostEntry { first: last + 1, last: last + counted - journal.arrived, word: None }];
    journal.damage = Some(Damage { fault, kept, lost, old: None });
    Ok(journal)
}

/// Opens a new journal with all that can be read of a damaged one.
pub(super) fn repaired(path: &Path, beside: Beside, error: &JournalError) -> Result<Journal, JournalError> {
    let (rescued, fault) = rescued(path, beside, error)?;
    replaced(path, rescued, fault)
}

/// All that can be read of a damaged journal, in memory: the file stays as it is.
pub(super) fn read(path: &Path, beside: Beside, error: &JournalError) -> Result<Journal, JournalError> {
    let (rescued, fault) = rescued(path, beside, error)?;
    let mut journal = Journal::in_memory();
    journal.fill(&rescued.facts, &rescued.entries)?;
    journal.damage = Some(Damage { fault, kept: rescued.entries.len(), lost: rescued.lost, old: None });
    journal.with_symbols()
}

/// What can be read, and what is wrong; an error if nothing can be.
fn rescued(
    path: &Path,
    Beside { counted, .. }: Beside,
    error: &JournalError,
) -> Result<(Rescued, String), JournalError> {
    let rescued = rescue(path, counted)?;
    // A file with nothing in it that we know may be something else; but where words were counted, there was a journal.
    if rescued.entries.is_empty() && rescued.facts.is_empty() && counted == 0 {
        return Err(JournalError::Unreadable(error.fault()));
    }
    Ok((rescued, error.fault()))
}

/// What is wrong with a journal that is sound, but too short.
pub(super) fn log_fault(path: &Path, has_log: bool) -> String {
    let log = beside(path, "-wal");
    let name = log.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    match has_log {
        true => format!("its write-ahead log {name} is truncated or damaged"),
        false => format!("its end is missing, and so is its write-ahead log {name}"),
    }
}

/// Puts a new journal with what was rescued in the place of the damaged one, which is kept under another name.
fn replaced(path: &Path, rescued: Rescued, fault: String) -> Result<Journal, JournalError> {
    let draft = beside(path, ".new");
    remove(&draft)?;
    remove(&beside(&draft, "-journal"))?;
    let Rescued { entries, mut facts, lost } = rescued;
    remember_lost(&mut facts, &lost, entries.last().map_or(0, |entry| entry.seq));
    let mut journal = Journal::new(Connection::open(&draft)?).prepared()?;
    journal.connection.execute_batch("BEGIN")?;
    journal.fill(&facts, &entries)?;
    journal.connection.execute_batch("COMMIT")?;
    drop(journal);
    rename(&draft, &complete(path))?;
    let old = finish(path)?;
    let mut journal = Journal::open_sound(path, Beside { counted: 0, has_log: false })?;
    journal.damage = Some(Damage { fault, kept: entries.len(), lost, old });
    Ok(journal)
}

/// Adds lost entries to those that were lost before, but not those whose numbers are given anew.
fn remember_lost(facts: &mut Vec<(String, String)>, lost: &[LostEntry], last: i64) {
    let before = facts.iter().position(|(key, _)| key == LOST).map(|at| facts.remove(at).1);
    let mut all = ranges(before.as_deref());
    all.extend(lost.iter().map(|lost| (lost.first, lost.last)));
    all.retain(|&(first, _)| first < last);
    all.sort_unstable();
    if !all.is_empty() {
        facts.push((LOST.to_owned(), serde_json::json!(all).to_string()));
    }
}

/// A new journal that is complete has this name until it takes the place of the damaged one.
fn complete(path: &Path) -> PathBuf {
    path.with_extension("repaired.db")
}

/// Lets a complete new journal take the place of the damaged one, whose new name is the result. If the process is
/// killed meanwhile, the next one goes on here.
pub(super) fn finish(path: &Path) -> Result<Option<PathBuf>, JournalError> {
    if !complete(path).exists() {
        return Ok(None);
    }
    // The tally is about the damaged journal, and its log must never be taken for that of the new one.
    Tally::remove(path);
    let old = unused(path);
    rename(&beside(path, "-wal"), &beside(&old, "-wal"))?;
    remove(&beside(path, "-shm"))?;
    rename(path, &old)?;
    rename(&complete(path), path)?;
    Ok(Some(old))
}

/// A name for a damaged journal that no other has.
fn unused(path: &Path) -> PathBuf {
    let names = (1..).map(|number| match number {
        1 => path.with_extension("damaged.db"),
        _ => path.with_extension(format!("damaged-{number}.db")),
    });
    names.into_iter().find(|name| !name.exists()).expect("there are always more names")
}

/// Renames a file if it is there.
fn rename(from: &Path, to: &Path) -> Result<(), JournalError> {
    if_there(from, std::fs::rename(from, to))
}

/// Removes a file if it is there.
fn remove(file: &Path) -> Result<(), JournalError> {
    if_there(file, std::fs::remove_file(file))
}

fn if_there<T: Default>(file: &Path, done: std::io::Result<T>) -> Result<T, JournalError> {
    match done {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(JournalError::File { file: file.display().to_string(), error })
        }
        done => Ok(done.unwrap_or_default()),
    }
}

/// Reads everything that can be read of a journal that should have this many entries.
fn rescue(path: &Path, counted: i64) -> Result<Rescued, JournalError> {
    let found = scan(&bytes_of(path)?, &bytes_of(&beside(path, "-wal"))?);
    let symbols = |kind| Names { found: &found, kind };
    let (inputs, outputs) = (symbols("input"), symbols("output"));
    let entry = |(&seq, row): (&i64, &Row)| {
        let symbols = (inputs.show(&row.inputs), outputs.show(&row.outputs));
        row.entry(seq, symbols, found.overturned.contains(&seq)).ok()
    };
    let entries: Vec<Entry> = found.words.iter().filter_map(entry).collect();
    let last = entries.last().map_or(0, |entry| entry.seq).max(counted);
    let before = ranges(found.facts.get(LOST).map(String::as_str));
    let word = |seq| found.damaged.get(&seq).and_then(|bytes| inputs.show(bytes)).filter(|word| !word.is_empty());
    let lost = lost(&entries, last, &before, word);
    let facts = found.facts.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    Ok(Rescued { entries, facts, lost })
}

fn bytes_of(file: &Path) -> Result<Vec<u8>, JournalError> {
    if_there(file, std::fs::read(file))
}

/// The names of symbols that were found.
struct Names<'a> {
    found: &'a Found,
    kind: &'static str,
}

impl Names<'_> {
    /// The names that these bytes stand for, unless one of them is lost.
    fn show(&self, bytes: &[u8]) -> Option<Vec<String>> {
        let name = |number: usize| self.found.facts.get(&format!("{} {number}", self.kind)).cloned();
        decoded(bytes)?.into_iter().map(name).collect()
    }
}

/// The entries of which some are missing, up to the last, that were not lost before.
fn lost(
    entries: &[Entry],
    last: i64,
    before: &[(i64, i64)],
    word: impl Fn(i64) -> Option<Vec<String>>,
) -> Vec<LostEntry> {
    let mut lost: Vec<LostEntry> = Vec::new();
    let mut present = entries.iter().map(|entry| entry.seq).peekable();
    for seq in 1..=last {
        let is_known = before.iter().any(|&(first, last)| (first..=last).contains(&seq));
        if present.next_if_eq(&seq).is_some() || is_known {
            continue;
        }
        match (word(seq), lost.last_mut()) {
            (None, Some(before)) if before.word.is_none() && before.last + 1 == seq => before.last = seq,
            (word, _) => lost.push(LostEntry { first: seq, last: seq, word }),
        }
    }
    lost
}
