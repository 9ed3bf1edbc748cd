//! The journal: every executed word, durable before anyone uses its answer. Resume is replay of the journal.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};
use serde_json::json;

use crate::report::Phase;
use crate::system::{Evidence, LateCallback};

/// Why the journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// SQLite could not read or write.
    #[error(
        "cannot use the journal: {0}; free some space or make the folder writable and run the same command again, which continues; if the file is damaged, start over with --fresh"
    )]
    Database(#[from] rusqlite::Error),
    /// A row is not what this version writes.
    #[error("journal entry {seq} cannot be read: {message}; start over with --fresh")]
    Entry {
        /// The number of the entry.
        seq: i64,
        /// What is wrong with it.
        message: String,
    },
    /// The journal was written by another version of the format.
    #[error("the journal has format {found}, this version reads format {FORMAT}; start over with --fresh")]
    Format {
        /// The format of the file.
        found: String,
    },
}

/// The version of the journal's tables.
const FORMAT: &str = "1";

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS word (
        seq INTEGER PRIMARY KEY,
        phase TEXT NOT NULL,
        inputs TEXT NOT NULL,
        outputs TEXT NOT NULL,
        evidence TEXT,
        late TEXT
    );
    CREATE TABLE IF NOT EXISTS overturned (seq INTEGER PRIMARY KEY);
";

/// One executed word, by names.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The number of the entry; entries are numbered in the order of execution.
    pub seq: i64,
    /// What the word was for.
    pub phase: Phase,
    /// The inputs that were given.
    pub inputs: Vec<String>,
    /// One output for each input.
    pub outputs: Vec<String>,
    /// What is known of each step; empty if nothing.
    pub evidence: Vec<Evidence>,
    /// Callbacks that came too late.
    pub late: Vec<LateCallback>,
    /// Whether a vote decided against this answer.
    pub overturned: bool,
}

/// An append-only record of everything that reached the system, in one SQLite file.
pub struct Journal {
    connection: Connection,
    next: i64,
}

impl Journal {
    /// Opens the journal of a run folder, or makes a new one.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        Self::prepare(connection)
    }

    /// A journal in memory, for runs that leave nothing behind.
    pub fn in_memory() -> Self {
        let connection = Connection::open_in_memory().expect("SQLite can always open a database in memory");
        Self::prepare(connection).expect("a new database takes new tables")
    }

    fn prepare(connection: Connection) -> Result<Self, JournalError> {
        connection.execute_batch(TABLES)?;
        let next: i64 = connection.query_row("SELECT COALESCE(MAX(seq), 0) + 1 FROM word", [], |row| row.get(0))?;
        let journal = Self { connection, next };
        match journal.meta("format")? {
            None => journal.set_meta("format", FORMAT)?,
            Some(found) if found == FORMAT => {}
            Some(found) => return Err(JournalError::Format { found }),
        }
        Ok(journal)
    }

    /// Whether no word was executed yet.
    pub fn is_empty(&self) -> bool {
        self.next == 1
    }

    /// A remembered fact about the run.
    pub fn meta(&self, key: &str) -> Result<Option<String>, JournalError> {
        let sql = "SELECT value FROM meta WHERE key = ?1";
        Ok(self.connection.query_row(sql, [key], |row| row.get(0)).optional()?)
    }

    /// Remembers a fact about the run.
    pub fn set_meta(&self, key: &str, value: &str) -> Result<(), JournalError> {
        let sql = "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2";
        self.connection.execute(sql, [key, value])?;
        Ok(())
    }

    /// Appends a batch durably; sets the entries' numbers. Either all of them are kept or none.
    pub fn append(&mut self, entries: &mut [Entry], wall_ms: u64) -> Result<(), JournalError> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached("INSERT INTO word VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
            for (entry, seq) in entries.iter_mut().zip(self.next..) {
                entry.seq = seq;
                let evidence = (!entry.evidence.is_empty()).then(|| json!(entry.evidence).to_string());
                let late = (!entry.late.is_empty()).then(|| json!(entry.late).to_string());
                let (inputs, outputs) = (json!(entry.inputs).to_string(), json!(entry.outputs).to_string());
                insert.execute(params![seq, entry.phase.name(), inputs, outputs, evidence, late])?;
            }
            let mut meta = transaction.prepare_cached("INSERT OR REPLACE INTO meta VALUES ('wall_ms', ?1)")?;
            meta.execute([wall_ms.to_string()])?;
        }
        transaction.commit()?;
        self.next += entries.len() as i64;
        Ok(())
    }

    /// Marks entries whose answers a vote decided against.
    pub fn overturn(&mut self, entries: &[i64]) -> Result<(), JournalError> {
        let transaction = self.connection.transaction()?;
        for seq in entries {
            transaction.execute("INSERT OR IGNORE INTO overturned VALUES (?1)", [seq])?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Calls `visit` for every entry, in the order of execution.
    pub fn for_each(&self, visit: impl FnMut(Entry)) -> Result<(), JournalError> {
        self.for_each_like("", visit)
    }

    /// Calls `visit` for every entry whose word begins with these inputs, in the order of execution.
    pub fn for_each_beginning(&self, inputs: &[String], mut visit: impl FnMut(Entry)) -> Result<(), JournalError> {
        let text = json!(inputs).to_string();
        self.for_each_like(text.trim_end_matches(']'), |entry| {
            if entry.inputs.starts_with(inputs) {
                visit(entry);
            }
        })
    }

    /// The last word of each phase of testing that learning followed: as a rule it refuted a hypothesis.
    pub fn refuting_words(&self) -> Result<Vec<Vec<String>>, JournalError> {
        let mut words = Vec::new();
        let mut last = None;
        self.for_each(|entry| match entry.phase {
            _ if entry.overturned => {}
            Phase::Testing => last = Some(entry.inputs),
            Phase::Learning => words.extend(last.take()),
        })?;
        Ok(words)
    }

    fn for_each_like(&self, inputs: &str, mut visit: impl FnMut(Entry)) -> Result<(), JournalError> {
        let sql = "SELECT word.seq, phase, inputs, outputs, evidence, late, overturned.seq IS NOT NULL
                   FROM word LEFT JOIN overturned ON word.seq = overturned.seq
                   WHERE substr(inputs, 1, length(?1)) = ?1 ORDER BY word.seq";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query([inputs])?;
        while let Some(row) = rows.next()? {
            visit(read_entry(row)?);
        }
        Ok(())
    }
}

fn read_entry(row: &rusqlite::Row) -> Result<Entry, JournalError> {
    let seq: i64 = row.get(0)?;
    let fault = |message: String| JournalError::Entry { seq, message };
    let phase: String = row.get(1)?;
    let (inputs, outputs): (String, String) = (row.get(2)?, row.get(3)?);
    let (evidence, late): (Option<String>, Option<String>) = (row.get(4)?, row.get(5)?);
    let entry = Entry {
        seq,
        phase: Phase::of(&phase).ok_or_else(|| fault(format!("unknown phase {phase}")))?,
        inputs: serde_json::from_str(&inputs).map_err(|error| fault(error.to_string()))?,
        outputs: serde_json::from_str(&outputs).map_err(|error| fault(error.to_string()))?,
        evidence: read_list(evidence).map_err(|error| fault(error.to_string()))?,
        late: read_list(late).map_err(|error| fault(error.to_string()))?,
        overturned: row.get(6)?,
    };
    match entry.inputs.len() == entry.outputs.len() {
        true => Ok(entry),
        false => Err(fault("it has not one output for each input".to_owned())),
    }
}

fn read_list<T: serde::de::DeserializeOwned>(text: Option<String>) -> serde_json::Result<Vec<T>> {
    text.map_or_else(|| Ok(Vec::new()), |text| serde_json::from_str(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(length: usize) -> Entry {
        Entry {
            seq: 0,
            phase: Phase::Learning,
            inputs: vec!["input".to_owned(); length],
            outputs: vec!["output".to_owned(); length],
            evidence: Vec::new(),
            late: Vec::new(),
            overturned: false,
        }
    }

    #[test]
    fn a_batch_that_does_not_fit_on_the_disk_leaves_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(&folder.path().join("journal.sqlite")).unwrap();
        journal.append(&mut [entry(1)], 1).unwrap();
        let pages: i64 = journal.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        journal.connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(())).unwrap();
        let error = journal.append(&mut [entry(1), entry(10_000)], 2).unwrap_err().to_string();
        assert!(error.contains("full") && error.contains("free some space"), "{error}");
        journal.append(&mut [entry(2)], 3).unwrap();
        let mut lengths = Vec::new();
        journal.for_each(|entry| lengths.push((entry.seq, entry.inputs.len()))).unwrap();
        assert_eq!(lengths, [(1, 1), (2, 2)]);
    }
}
