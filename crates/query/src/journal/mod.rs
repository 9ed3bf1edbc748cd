//! The journal: every executed word, kept before anyone uses its answer. Resume is replay of the journal.

mod columns;
mod digest;
mod renumber;
mod repair;
mod scan;
mod tally;

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use serde_json::json;
use typestar_model::{Alphabet, Evidence, Id, InputId, Inputs, LateCallback, OutputId, Outputs, Phase};

use crate::system::Answer;
pub(crate) use columns::rounded;
use digest::{Digest, fact_digest, mark_digest};
use repair::Beside;
pub use repair::{Damage, LostEntry};
use tally::Tally;

/// Why the journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// SQLite could not read or write.
    #[error("cannot use the journal: {0}; {advice}", advice = advice(.0))]
    Database(#[from] rusqlite::Error),
    /// A row is not what was written.
    #[error("journal entry {seq} cannot be read: {message}; {READ_AGAIN}")]
    Entry {
        /// The number of the entry.
        seq: i64,
        /// What is wrong with it.
        message: String,
    },
    /// Something in the journal is not what was written.
    #[error("the journal is damaged: {0}; {READ_AGAIN}")]
    Damaged(String),
    /// Nothing in the file can be read.
    #[error(
        "cannot use the journal: nothing in it can be read ({0}); it was left unchanged: move it away, or start over \
         with --fresh"
    )]
    Unreadable(String),
    /// The journal was written by another version of the format.
    #[error("the journal has format {found}, but this version reads format {FORMAT}; start over with --fresh")]
    Format {
        /// The format of the file.
        found: String,
    },
    /// A file beside the journal cannot be read or written.
    #[error("cannot use {file}: {error}; make the folder writable and {CONTINUE}")]
    File {
        /// The file.
        file: String,
        /// Why.
        error: std::io::Error,
    },
}

const CONTINUE: &str = "run the same command again to continue";

const READ_AGAIN: &str = "run the same command again: it keeps every entry that can be read, and asks the others again";

/// What helps when the database cannot read or write.
fn advice(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => format!("free some space and {CONTINUE}"),
        Some(ErrorCode::SystemIoFailure) => format!("check the disk and {CONTINUE}"),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            format!("stop other programs that write to it, and {CONTINUE}")
        }
        Some(ErrorCode::ConstraintViolation | ErrorCode::OutOfMemory) => CONTINUE.to_owned(),
        _ if is_damage(error) => READ_AGAIN.to_owned(),
        _ => format!("make the folder writable and {CONTINUE}"),
    }
}

/// Whether an error says that the file is not what was written, and not that it cannot be reached.
fn is_damage(error: &rusqlite::Error) -> bool {
    !matches!(
        error.sqlite_error_code(),
        Some(
            ErrorCode::PermissionDenied
                | ErrorCode::ReadOnly
                | ErrorCode::CannotOpen
                | ErrorCode::SystemIoFailure
                | ErrorCode::DiskFull
                | ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::FileLockingProtocolFailed
                | ErrorCode::ConstraintViolation
                | ErrorCode::OutOfMemory
                | ErrorCode::AuthorizationForStatementDenied
        )
    )
}

impl JournalError {
    /// What is wrong, without what to do: that depends on whose journal it is.
    pub fn fault(&self) -> String {
        match self {
            Self::Database(error) => error.to_string(),
            Self::Entry { seq, message } => format!("entry {seq} cannot be read: {message}"),
            Self::Damaged(message) => message.clone(),
            Self::Unreadable(message) => format!("nothing in it can be read ({message})"),
            Self::Format { found } => format!("it has format {found}, this version reads format {FORMAT}"),
            Self::File { file, error } => format!("{file}: {error}"),
        }
    }

    /// Whether something in the journal is not what was written, so that the rest can be saved.
    fn is_damage(&self) -> bool {
        match self {
            Self::Database(error) => is_damage(error),
            Self::Entry { .. } | Self::Damaged(_) => true,
            Self::Unreadable(_) | Self::Format { .. } | Self::File { .. } => false,
        }
    }
}

/// The version of the journal's tables.
const FORMAT: &str = "5";

/// Every row has a digest, so that damage is noticed, and rows are found in a damaged file. Without the facts (what the
/// answers depend on, and the names of symbols) no word could be read, so they are kept twice.
const TABLES: &str = "
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL, digest INTEGER NOT NULL);
    CREATE TABLE spare (key TEXT PRIMARY KEY, value TEXT NOT NULL, digest INTEGER NOT NULL);
    CREATE TABLE word (
        seq INTEGER PRIMARY KEY,
        phase INTEGER NOT NULL,
        inputs BLOB NOT NULL,
        outputs BLOB NOT NULL,
        evidence TEXT,
        late TEXT,
        digest INTEGER NOT NULL,
        copy INTEGER,
        arrival INTEGER
    );
    CREATE TABLE overturned (seq INTEGER PRIMARY KEY, digest INTEGER NOT NULL);
";

/// What survives the end of the process at once survives the loss of power after this time.
const MOST_UNSYNCED: Duration = Duration::from_millis(200);

/// How many pages of the write-ahead log are collected before they go to their places in the file.
const LOG_PAGES: i64 = 8192;

/// The numbers of all entries.
pub(crate) const ALL: Range<i64> = 0..i64::MAX;

/// One executed word, by names; among those who ask, by the journal's numbers of its symbols.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<I = String, O = String> {
    /// The number of the entry. Entries are numbered in the order in which they were planned; several copies of a system
    /// may answer in another one.
    pub seq: i64,
    /// Which copy of the system answered, from 1; 0 if there was only one.
    pub copy: u32,
    /// What the word was for.
    pub phase: Phase,
    /// The inputs that were given.
    pub inputs: Vec<I>,
    /// One output for each input.
    pub outputs: Vec<O>,
    /// What is known of each step; empty if nothing.
    pub evidence: Vec<Evidence>,
    /// Callbacks that came too late.
    pub late: Vec<LateCallback>,
    /// Whether a vote decided against this answer.
    pub overturned: bool,
}

/// One executed word, by the journal's numbers of its symbols.
pub(crate) type NumberedEntry = Entry<InputId, OutputId>;

impl NumberedEntry {
    /// Whether more is known of the word than its inputs and outputs.
    pub(crate) fn has_details(&self) -> bool {
        !self.evidence.is_empty() || !self.late.is_empty()
    }
}

/// An append-only record of everything that reached the system, in one SQLite file.
pub struct Journal {
    connection: Connection,
    /// One more than the number of the last entry in the order of planning.
    next: i64,
    /// How many entries have arrived, those that were lost included.
    arrived: i64,
    inputs: Table<InputId>,
    outputs: Table<OutputId>,
    /// When the last commit that survives the loss of power was made.
    synced: Option<Instant>,
    /// The time of the run so far, if the file does not have it yet.
    wall_ms: Option<u64>,
    tally: Tally,
    damage: Option<Damage>,
}

/// The symbols of one kind, by their numbers, which are those of everybody who asks.
struct Table<I> {
    kind: &'static str,
    symbols: Alphabet<I>,
    /// How many of them the file has.
    written: usize,
}

/// What goes into one row.
#[derive(Debug, PartialEq)]
struct Row {
    phase: Phase,
    inputs: Vec<u8>,
    outputs: Vec<u8>,
    evidence: Option<String>,
    late: Option<String>,
    copy: Option<u32>,
    /// The how many-th entry it was that arrived, if that is not its number.
    arrival: Option<i64>,
}

impl Row {
    /// A word for this phase, by the numbers of its symbols, which a copy answered.
    fn new<I: Id, O: Id>(
        (phase, copy): (Phase, u32),
        (inputs, outputs): (&[I], &[O]),
        (evidence, late): (&[Evidence], &[LateCallback]),
    ) -> Self {
        Self {
            phase,
            inputs: encoded(inputs),
            outputs: encoded(outputs),
            evidence: columns::written(evidence),
            late: (!late.is_empty()).then(|| json!(late).to_string()),
            copy: Some(copy).filter(|&copy| copy > 0),
            arrival: None,
        }
    }

    /// A row with these values behind its number, and its digest, if they have the right types.
    fn of_values(values: [ValueRef; 8]) -> Option<(Self, i64)> {
        let [phase, inputs, outputs, evidence, late, digest, copy, arrival] = values;
        let text = |value: ValueRef| Some(value.as_str_or_null().ok()?.map(str::to_owned));
        let row = Self {
            phase: *Phase::ALL.get(usize::try_from(phase.as_i64().ok()?).ok()?)?,
            inputs: inputs.as_blob().ok()?.to_vec(),
            outputs: outputs.as_blob().ok()?.to_vec(),
            evidence: text(evidence)?,
            late: text(late)?,
            copy: copy.as_i64_or_null().ok()?.map(u32::try_from).transpose().ok()?,
            arrival: arrival.as_i64_or_null().ok()?,
        };
        Some((row, digest.as_i64().ok()?))
    }

    /// The entry with these symbols, or else what is wrong with it.
    fn entry<I, O>(
        &self,
        seq: i64,
        (inputs, outputs): (Option<Vec<I>>, Option<Vec<O>>),
        overturned: bool,
    ) -> Result<Entry<I, O>, String> {
        let (inputs, outputs) = inputs.zip(outputs).ok_or("its symbols are damaged")?;
        if inputs.len() != outputs.len() {
            return Err("its numbers of inputs and outputs differ".to_owned());
        }
        let evidence = columns::read(self.evidence.as_deref()).map_err(|error| error.to_string())?;
        let late = self.late.as_deref().map_or_else(|| Ok(Vec::new()), serde_json::from_str);
        let late = late.map_err(|error| error.to_string())?;
        Ok(Entry { seq, copy: self.copy.unwrap_or(0), phase: self.phase, inputs, outputs, evidence, late, overturned })
    }

    fn phase_number(&self) -> i64 {
        Phase::ALL.iter().position(|&phase| phase == self.phase).expect("all phases are numbered") as i64
    }

    fn digest(&self, seq: i64) -> i64 {
        let digest = Digest::new().number(seq).number(self.phase_number()).bytes(&self.inputs).bytes(&self.outputs);
        let digest = digest.text(self.evidence.as_deref()).text(self.late.as_deref());
        match (self.copy, self.arrival) {
            (None, None) => digest.finish(),
            (copy, arrival) => digest.number(copy.map_or(0, i64::from)).number(arrival.unwrap_or(seq)).finish(),
        }
    }
}

impl Journal {
    /// Opens the journal of a run folder, or makes a new one.
    ///
    /// Of a damaged journal every entry is kept that can be read, and the damaged file is kept beside it;
    /// [`Journal::damage`] tells.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        repair::finish(path)?;
        let beside = Beside::of(path);
        let mut journal = match Self::open_sound(path, beside) {
            Ok(journal) if journal.arrived >= beside.counted => journal,
            Ok(journal) => repair::lengthened(path, journal, beside)?,
            Err(error) if error.is_damage() => repair::repaired(path, beside, &error)?,
            Err(error) => return Err(error),
        };
        journal = journal.with_log_kept(false)?;
        journal.tally = Tally::open(path);
        journal.tally.set(journal.arrived);
        Ok(journal)
    }

    /// Opens a journal in which everything is as it was written. One that is damaged stays as it is, and its log, too.
    fn open_sound(path: &Path, beside: Beside) -> Result<Self, JournalError> {
        let is_empty = std::fs::metadata(path).map_or(0, |file| file.len()) == 0;
        if is_empty && beside.has_log {
            // SQLite would remove the log of an empty file.
            return Err(JournalError::Damaged("the file is empty, but its log is not".to_owned()));
        }
        let journal = Self::new(Connection::open(path)?).with_log_kept(true)?;
        journal.connection.pragma_update(None, "page_size", scan::PAGE_SIZE as i64)?;
        journal.connection.pragma_update(None, "journal_mode", "WAL")?;
        journal.connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
        if beside.has_log && beside.counted > 0 && !journal.has_tables()? {
            // New tables would take the place of what the log has.
            return Err(JournalError::Damaged("its tables are missing".to_owned()));
        }
        let journal = journal.prepared()?;
        journal.verify()?;
        Ok(journal)
    }

    /// Opens the journal of another run to read it. The file stays as it is, also where nothing can be written, and the
    /// run may be going on: what is read is how the journal is now.
    ///
    /// Of a damaged journal every entry is read that can be.
    pub fn open_to_read(path: &Path) -> Result<Self, JournalError> {
        let beside = Beside::of(path);
        match Self::read_sound(path, beside) {
            Ok(journal) if journal.arrived >= beside.counted => Ok(journal),
            Ok(_) => {
                let fault = repair::log_fault(path, beside.has_log);
                repair::read(path, beside, &JournalError::Damaged(fault))
            }
            Err(error) if error.is_damage() => repair::read(path, beside, &error),
            Err(error) => Err(error),
        }
    }

    /// Opens a journal to read it in which everything is as it was written.
    fn read_sound(path: &Path, beside: Beside) -> Result<Self, JournalError> {
        let connection = connect_to_read(path, beside.has_log)?;
        connection.execute_batch("BEGIN")?;
        let journal = Self::new(connection);
        if !journal.has_tables()? {
            return Ok(Self::in_memory());
        }
        journal.verify()?;
        journal.with_symbols()
    }

    /// A journal in memory, for runs that leave nothing behind.
    pub fn in_memory() -> Self {
        let connection = Connection::open_in_memory().expect("SQLite can always open a database in memory");
        Self::new(connection).prepared().expect("a new database takes new tables")
    }

    /// Makes the tables of a new journal.
    fn prepared(self) -> Result<Self, JournalError> {
        if !self.has_tables()? {
            let transaction = self.connection.unchecked_transaction()?;
            transaction.execute_batch(TABLES)?;
            self.set_meta("format", FORMAT)?;
            transaction.commit()?;
        }
        self.with_symbols()
    }

    fn new(connection: Connection) -> Self {
        let (inputs, outputs) = (Table::new("input"), Table::new("output"));
        let (tally, damage) = (Tally::default(), None);
        Self { connection, next: 1, arrived: 0, inputs, outputs, synced: None, wall_ms: None, tally, damage }
    }

    /// Whether the log stays when the journal is closed. As a rule it goes, and all of it is in the file by then.
    fn with_log_kept(self, is_kept: bool) -> Result<Self, JournalError> {
        self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, is_kept)?;
        Ok(self)
    }

    /// Whether there are tables, which have to be of this version.
    fn has_tables(&self) -> Result<bool, JournalError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'meta')";
        let has_facts = self.connection.query_row(sql, [], |row| row.get(0))?;
        match if has_facts { self.meta("format")? } else { None } {
            Some(found) if found != FORMAT => Err(JournalError::Format { found }),
            format => Ok(format.is_some()),
        }
    }

    /// Reads what goes with the entries.
    fn with_symbols(mut self) -> Result<Self, JournalError> {
        self.inputs.read(&self.connection)?;
        self.outputs.read(&self.connection)?;
        let sql = "SELECT COALESCE(MAX(seq), 0) + 1, COALESCE(MAX(COALESCE(arrival, seq)), 0) FROM word";
        (self.next, self.arrived) = self.connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(self)
    }

    /// What is wrong with the file, if the journal was damaged when it was opened.
    pub fn damage(&self) -> Option<&Damage> {
        self.damage.as_ref()
    }

    /// Whether no word was executed yet.
    pub fn is_empty(&self) -> bool {
        self.next == 1
    }

    /// The number of the next entry.
    pub(crate) fn next_seq(&self) -> i64 {
        self.next
    }

    /// The numbers of words that were in flight when a process was killed, while others that were planned later had been
    /// answered. Numbers of words that were lost are not among them.
    pub(crate) fn gaps(&self) -> Result<VecDeque<i64>, JournalError> {
        let (mut gaps, mut expected) = (VecDeque::new(), 1);
        self.for_each_row("SELECT seq FROM word ORDER BY seq", [], |row| {
            let seq: i64 = row.get(0)?;
            gaps.extend(expected..seq);
            expected = seq + 1;
            Ok(())
        })?;
        let lost = self.lost()?;
        gaps.retain(|seq| !lost.iter().any(|(first, last)| (first..=last).contains(&seq)));
        Ok(gaps)
    }

    /// All inputs that were ever given.
    pub(crate) fn inputs(&self) -> &Inputs {
        &self.inputs.symbols
    }

    /// All outputs that ever came, in the order in which they arrived.
    pub(crate) fn outputs(&self) -> &Outputs {
        &self.outputs.symbols
    }

    /// A remembered fact about the run.
    pub fn meta(&self, key: &str) -> Result<Option<String>, JournalError> {
        let sql = "SELECT value FROM meta WHERE key = ?1";
        Ok(self.connection.query_row(sql, [key], |row| row.get(0)).optional()?)
    }

    /// Remembers a fact about the run.
    pub fn set_meta(&self, key: &str, value: &str) -> Result<(), JournalError> {
        set_fact(&self.connection, key, value)
    }

    /// Appends a batch and sets the entries' numbers. Either all of them are kept or none.
    ///
    /// What was appended survives the end of the process at once, and the loss of power a moment later.
    pub fn append(&mut self, entries: &mut [Entry], wall_ms: u64) -> Result<(), JournalError> {
        for (entry, seq) in entries.iter_mut().zip(self.next..) {
            entry.seq = seq;
        }
        let row = |entry: &Entry| (entry.seq, row_of(entry, &mut self.inputs, &mut self.outputs));
        let rows: Vec<(i64, Row)> = entries.iter().map(row).collect();
        self.write(rows, wall_ms)
    }

    /// Keeps answers under their numbers. Symbols that came since the last answers are new at the end of the alphabets.
    pub(crate) fn keep_answers(
        &mut self,
        phase: Phase,
        answers: &[(i64, Answer)],
        (inputs, outputs): (&Inputs, &Outputs),
        wall_ms: u64,
    ) -> Result<(), JournalError> {
        self.inputs.grow_like(inputs);
        self.outputs.grow_like(outputs);
        let row = |(seq, answer): &(i64, Answer)| {
            let Answer { word, outputs, evidence, late, copy } = answer;
            (*seq, Row::new((phase, *copy), (word, outputs), (evidence, late)))
        };
        self.write(answers.iter().map(row).collect(), wall_ms)
    }

    /// Numbers the inputs as a system does, and behind them those that it no longer has. Returns them.
    ///
    /// Almost always they are numbered so already, because the first word that is kept brings all inputs along.
    pub(crate) fn number_like(&mut self, inputs: &Inputs) -> Result<Inputs, JournalError> {
        let mut wanted = inputs.clone();
        for name in self.inputs.symbols.texts() {
            wanted.intern(name);
        }
        let is_same = wanted.texts().starts_with(self.inputs.symbols.texts());
        if !is_same {
            self.renumber_inputs(&wanted)?;
        }
        Ok(wanted)
    }

    fn write(&mut self, mut rows: Vec<(i64, Row)>, wall_ms: u64) -> Result<(), JournalError> {
        for (arrival, (seq, row)) in (self.arrived + 1..).zip(&mut rows) {
            row.arrival = Some(arrival).filter(|arrival| arrival != seq);
        }
        let is_due = self.synced.is_none_or(|synced| synced.elapsed() >= MOST_UNSYNCED);
        self.wall_ms = Some(wall_ms);
        if is_due || rows.len() != 1 || self.inputs.has_new() || self.outputs.has_new() {
            self.write_together(&rows, is_due)?;
        } else {
            insert(&self.connection, &rows)?;
        }
        self.arrived += rows.len() as i64;
        self.next = rows.iter().fold(self.next, |next, (seq, _)| next.max(seq + 1));
        self.tally.set(self.arrived);
        Ok(())
    }

    /// Writes rows and what goes with them in one transaction.
    fn write_together(&mut self, rows: &[(i64, Row)], is_due: bool) -> Result<(), JournalError> {
        if is_due {
            self.synchronous("FULL")?;
        }
        let transaction = self.connection.unchecked_transaction()?;
        self.inputs.write(&transaction)?;
        self.outputs.write(&transaction)?;
        insert(&transaction, rows)?;
        if let Some(wall_ms) = self.wall_ms.filter(|_| is_due) {
            self.set_meta("wall_ms", &wall_ms.to_string())?;
        }
        transaction.commit()?;
        (self.inputs.written, self.outputs.written) = (self.inputs.symbols.len(), self.outputs.symbols.len());
        if is_due {
            (self.synced, self.wall_ms) = (Some(Instant::now()), None);
            self.synchronous("NORMAL")?;
        }
        Ok(())
    }

    /// Whether commits from now on wait for the disk.
    fn synchronous(&self, how: &str) -> Result<(), JournalError> {
        Ok(self.connection.pragma_update(None, "synchronous", how)?)
    }

    /// Marks entries whose answers a vote decided against.
    pub fn overturn(&mut self, entries: &[i64]) -> Result<(), JournalError> {
        let transaction = self.connection.transaction()?;
        entries.iter().try_for_each(|&seq| mark(&transaction, seq))?;
        Ok(transaction.commit()?)
    }

    /// Calls `visit` for every entry, in the order of planning.
    pub fn for_each(&self, mut visit: impl FnMut(Entry)) -> Result<(), JournalError> {
        self.for_each_numbered(ALL, &[], |entry| visit(self.named(entry)))
    }

    /// Calls `visit` for every entry whose word begins with these inputs, in the order of planning.
    pub fn for_each_beginning(&self, inputs: &[String], mut visit: impl FnMut(Entry)) -> Result<(), JournalError> {
        let word: Option<Vec<InputId>> = inputs.iter().map(|name| self.inputs.symbols.get(name)).collect();
        let Some(word) = word else { return Ok(()) };
        self.for_each_numbered(ALL, &word, |entry| visit(self.named(entry)))
    }

    /// The entry with this number.
    pub(crate) fn entry(&self, seq: i64) -> Result<Option<NumberedEntry>, JournalError> {
        let mut found = None;
        self.for_each_numbered(seq..seq + 1, &[], |entry| found = Some(entry))?;
        Ok(found)
    }

    /// The last word of each phase of testing that learning followed: as a rule it refuted a hypothesis.
    pub fn refuting_words(&self) -> Result<Vec<Vec<String>>, JournalError> {
        let mut words = Vec::new();
        let mut last = None;
        self.for_each_numbered(ALL, &[], |entry| match entry.phase {
            _ if entry.overturned => {}
            Phase::Testing | Phase::Challenge | Phase::Growth => last = Some(entry.inputs),
            Phase::Learning => words.extend(last.take()),
        })?;
        Ok(words.iter().map(|word| self.inputs.show(word)).collect())
    }

    fn named(&self, entry: NumberedEntry) -> Entry {
        Entry {
            seq: entry.seq,
            copy: entry.copy,
            phase: entry.phase,
            inputs: self.inputs.show(&entry.inputs),
            outputs: self.outputs.show(&entry.outputs),
            evidence: entry.evidence,
            late: entry.late,
            overturned: entry.overturned,
        }
    }

    /// Calls `visit` for the entries with these numbers whose words begin with this one, in the order of planning.
    pub(crate) fn for_each_numbered(
        &self,
        seqs: Range<i64>,
        beginning: &[InputId],
        mut visit: impl FnMut(NumberedEntry),
    ) -> Result<(), JournalError> {
        let sql = "SELECT word.seq, phase, inputs, outputs, evidence, late, word.digest, copy, arrival,
                   overturned.seq IS NOT NULL FROM word LEFT JOIN overturned ON word.seq = overturned.seq
                   WHERE word.seq >= ?1 AND word.seq < ?2
                   AND (length(?3) = 0 OR substr(inputs, 1, length(?3)) = ?3) ORDER BY word.seq";
        self.for_each_row(sql, params![seqs.start, seqs.end, encoded(beginning)], |row| {
            visit(self.read(row)?);
            Ok(())
        })
    }

    /// Calls `visit` for each row that a query finds.
    fn for_each_row(
        &self,
        sql: &str,
        wanted: impl rusqlite::Params,
        mut visit: impl FnMut(&rusqlite::Row) -> Result<(), JournalError>,
    ) -> Result<(), JournalError> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query(wanted)?;
        while let Some(row) = rows.next()? {
            visit(row)?;
        }
        Ok(())
    }

    fn read(&self, row: &rusqlite::Row) -> Result<NumberedEntry, JournalError> {
        let seq: i64 = row.get(0)?;
        let fault = |message: String| JournalError::Entry { seq, message };
        let (stored, _) = repair::stored(row).ok_or_else(|| fault("it is not what was written".to_owned()))?;
        let symbols = (self.inputs.decoded(&stored.inputs), self.outputs.decoded(&stored.outputs));
        stored.entry(seq, symbols, row.get(9)?).map_err(fault)
    }
}

/// Opens a file so that nothing is written.
///
/// While a run is going on, and after it was killed, there is a write-ahead log with words that the file does not have.
/// Without one, SQLite would make an empty one just to read, if the file were not declared immutable.
fn connect_to_read(path: &Path, has_log: bool) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    match path.to_str() {
        Some(name) if cfg!(unix) && !has_log => {
            let name = name.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
            // What follows two slashes would be the name of a computer.
            let nowhere = if name.starts_with('/') { "//" } else { "" };
            let address = format!("file:{nowhere}{name}?immutable=1");
            Connection::open_with_flags(address, flags | OpenFlags::SQLITE_OPEN_URI)
        }
        _ => Connection::open_with_flags(path, flags),
    }
}

impl Drop for Journal {
    /// Makes the end of a run durable. If that fails, a few answers may be asked again after a loss of power.
    fn drop(&mut self) {
        if let Some(wall_ms) = self.wall_ms.take() {
            let _ = self.synchronous("FULL").and_then(|()| self.set_meta("wall_ms", &wall_ms.to_string()));
        }
    }
}

impl<I: Id> Table<I> {
    fn new(kind: &'static str) -> Self {
        Self { kind, symbols: Alphabet::default(), written: 0 }
    }

    fn has_new(&self) -> bool {
        self.written < self.symbols.len()
    }

    /// Takes over the symbols that an alphabet has beyond these.
    fn grow_like(&mut self, alphabet: &Alphabet<I>) {
        for number in self.symbols.len()..alphabet.len() {
            self.symbols.intern_symbol(alphabet.symbol(I::new(number)).clone());
        }
    }

    /// Reads the symbols of the file.
    fn read(&mut self, connection: &Connection) -> Result<(), JournalError> {
        *self = Self::new(self.kind);
        let mut statement = connection.prepare("SELECT value FROM meta WHERE key = ?1")?;
        while let Some(name) =
            statement.query_row([self.key(self.symbols.len())], |row| row.get::<_, String>(0)).optional()?
        {
            self.symbols.intern(&name);
        }
        self.written = self.symbols.len();
        Ok(())
    }

    /// Takes over the symbols that some facts name, up to the first that is missing.
    fn take_over(&mut self, facts: &[(String, String)]) {
        let texts: HashMap<&str, &str> = facts.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
        while let Some(text) = texts.get(self.key(self.symbols.len()).as_str()) {
            let known = self.symbols.len();
            self.symbols.intern(text);
            if self.symbols.len() == known {
                break;
            }
        }
    }

    /// Whether under this key the file has the text of a symbol.
    fn has_key(&self, key: &str) -> bool {
        key.strip_prefix(self.kind).is_some_and(|number| number.starts_with(' '))
    }

    /// Under this key the file has the text of the symbol with this number.
    fn key(&self, number: usize) -> String {
        format!("{} {number}", self.kind)
    }

    /// Writes the symbols that the file does not have.
    fn write(&self, connection: &Connection) -> Result<(), JournalError> {
        for (number, name) in self.symbols.texts().iter().enumerate().skip(self.written) {
            set_fact(connection, &self.key(number), name)?;
        }
        Ok(())
    }

    fn show(&self, ids: &[I]) -> Vec<String> {
        ids.iter().map(|&id| self.symbols.text(id).to_owned()).collect()
    }

    /// The symbols that these bytes stand for, unless they are damaged.
    fn decoded(&self, bytes: &[u8]) -> Option<Vec<I>> {
        let numbers = decoded(bytes).filter(|numbers| numbers.iter().all(|&number| number < self.symbols.len()))?;
        Some(numbers.into_iter().map(I::new).collect())
    }
}

fn row_of(entry: &Entry, inputs: &mut Table<InputId>, outputs: &mut Table<OutputId>) -> Row {
    let inputs: Vec<InputId> = entry.inputs.iter().map(|name| inputs.symbols.intern(name)).collect();
    let outputs: Vec<OutputId> = entry.outputs.iter().map(|name| outputs.symbols.intern(name)).collect();
    Row::new((entry.phase, entry.copy), (&inputs, &outputs), (&entry.evidence, &entry.late))
}

/// Numbers as bytes: seven bits in each, the lowest first, the eighth bit set in all but the last.
fn encoded<I: Id>(ids: &[I]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(ids.len());
    for id in ids {
        let mut number = id.index();
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
    }
    bytes
}

/// The numbers that these bytes stand for, if they stand for numbers.
fn decoded(bytes: &[u8]) -> Option<Vec<usize>> {
    let mut numbers = Vec::with_capacity(bytes.len());
    let (mut number, mut shift) = (0, 0);
    for &byte in bytes {
        number |= usize::from(byte & 0x7F).checked_shl(shift)?;
        shift += 7;
        if byte < 0x80 {
            numbers.push(number);
            (number, shift) = (0, 0);
        }
    }
    (shift == 0).then_some(numbers)
}

fn insert(connection: &Connection, rows: &[(i64, Row)]) -> Result<(), JournalError> {
    let mut insert = connection.prepare_cached("INSERT INTO word VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?;
    for (seq, row) in rows {
        let Row { inputs, outputs, evidence, late, copy, arrival, .. } = row;
        let (phase, digest) = (row.phase_number(), row.digest(*seq));
        insert.execute(params![seq, phase, inputs, outputs, evidence, late, digest, copy, arrival])?;
    }
    Ok(())
}

/// Marks an entry whose answer a vote decided against.
fn mark(connection: &Connection, seq: i64) -> Result<(), JournalError> {
    connection.execute("INSERT OR IGNORE INTO overturned VALUES (?1, ?2)", [seq, mark_digest(seq)])?;
    Ok(())
}

/// Remembers a fact, twice.
fn set_fact(connection: &Connection, key: &str, value: &str) -> Result<(), JournalError> {
    for table in ["meta", "spare"] {
        let sql = format!("INSERT OR REPLACE INTO {table} VALUES (?1, ?2, ?3)");
        connection.prepare_cached(&sql)?.execute(params![key, value, fact_digest(key, value)])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(length: usize) -> Entry {
        Entry {
            seq: 0,
            copy: 0,
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

    #[test]
    fn what_was_in_flight_leaves_a_gap_which_is_no_damage_and_can_be_filled() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.sqlite");
        let open = || Journal::open(&path).unwrap();
        let keep = |journal: &mut Journal, seqs: &[i64]| {
            let answers: Vec<(i64, Answer)> = seqs.iter().map(|&seq| (seq, Answer::default())).collect();
            journal.keep_answers(Phase::Learning, &answers, (&Inputs::default(), &Outputs::default()), 0).unwrap();
        };
        keep(&mut open(), &[4, 1, 6]);
        let mut journal = open();
        assert!(journal.damage().is_none());
        assert_eq!((journal.gaps().unwrap().into(), journal.next_seq()), (vec![2, 3, 5], 7));
        keep(&mut journal, &[3, 7]);
        keep(&mut journal, &[2]);
        drop(journal);
        let journal = open();
        assert!(journal.damage().is_none());
        assert_eq!((journal.gaps().unwrap().into(), journal.next_seq()), (vec![5], 8));
        let mut order = Vec::new();
        journal.for_each(|entry| order.push(entry.seq)).unwrap();
        assert_eq!(order, [1, 2, 3, 4, 6, 7]);
    }

    #[test]
    fn who_answered_is_covered_by_the_digest_and_survives_a_repair() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.sqlite");
        let answers = [4, 1, 6].map(|seq| (seq, Answer { copy: 2, ..Answer::default() }));
        let mut journal = Journal::open(&path).unwrap();
        journal.keep_answers(Phase::Learning, &answers, (&Inputs::default(), &Outputs::default()), 0).unwrap();
        journal.connection.execute("UPDATE word SET copy = 3 WHERE seq = 4", []).unwrap();
        drop(journal);
        let journal = Journal::open(&path).unwrap();
        assert!(journal.damage().is_some_and(|damage| damage.fault.contains("entry 4")), "{:?}", journal.damage());
        let mut kept = Vec::new();
        journal.for_each(|entry| kept.push((entry.seq, entry.copy))).unwrap();
        assert_eq!(kept, [(1, 2), (6, 2)]);
        assert!(journal.gaps().unwrap().is_empty(), "the number of a lost entry is not given again");
    }
}
