//! Journals of older formats: without digests, and before that with names in every row.

use rusqlite::{Connection, Row, params};

use super::{Entry, FORMAT, Journal, JournalError, TABLES, Table, UNEVEN, insert, mark, read_list, row_of};
use typestar_model::{Id, InputId, OutputId, Phase};

/// All formats that can be brought up to date.
pub(super) const FORMATS: [&str; 2] = [WITH_NAMES, WITHOUT_DIGESTS];

/// The format that had names in every row.
const WITH_NAMES: &str = "1";

/// The format that numbered symbols in a table of their own, and had no digests.
const WITHOUT_DIGESTS: &str = "2";

/// How to read the entries of a journal of an older format.
pub(super) struct OldReader {
    format: String,
    inputs: Table<InputId>,
    outputs: Table<OutputId>,
}

impl OldReader {
    pub(super) fn new(connection: &Connection, format: &str) -> Result<Self, JournalError> {
        let mut reader = Self { format: format.to_owned(), inputs: Table::new("input"), outputs: Table::new("output") };
        if format == WITHOUT_DIGESTS {
            read_names(connection, &mut reader.inputs)?;
            read_names(connection, &mut reader.outputs)?;
        }
        Ok(reader)
    }

    /// Calls `visit` for the entries with these numbers. One that is damaged ends it.
    pub(super) fn for_each(
        &self,
        connection: &Connection,
        (first, last): (i64, i64),
        mut visit: impl FnMut(Entry) -> Result<(), JournalError>,
    ) -> Result<(), JournalError> {
        let sql = "SELECT word.seq, phase, inputs, outputs, evidence, late, overturned.seq IS NOT NULL
                   FROM word LEFT JOIN overturned ON word.seq = overturned.seq
                   WHERE word.seq BETWEEN ?1 AND ?2 ORDER BY word.seq";
        let mut statement = connection.prepare_cached(sql)?;
        let mut rows = statement.query(params![first, last])?;
        while let Some(row) = rows.next()? {
            visit(self.read(row)?)?;
        }
        Ok(())
    }

    fn read(&self, row: &Row) -> Result<Entry, JournalError> {
        let seq: i64 = row.get(0)?;
        let fault = |message: String| JournalError::Entry { seq, message };
        let entry = Entry {
            seq,
            copy: 0,
            phase: self.phase(row)?.ok_or_else(|| fault("its phase is unknown".to_owned()))?,
            inputs: self.names(row, 2, &self.inputs).map_err(fault)?,
            outputs: self.names(row, 3, &self.outputs).map_err(fault)?,
            evidence: read_list(row.get(4)?).map_err(|error| fault(error.to_string()))?,
            late: read_list(row.get(5)?).map_err(|error| fault(error.to_string()))?,
            overturned: row.get(6)?,
        };
        match entry.inputs.len() == entry.outputs.len() {
            true => Ok(entry),
            false => Err(fault(UNEVEN.to_owned())),
        }
    }

    fn phase(&self, row: &Row) -> Result<Option<Phase>, JournalError> {
        if self.format == WITH_NAMES {
            return Ok(Phase::of(&row.get::<_, String>(1)?));
        }
        let number = row.get_ref(1)?.as_i64().ok();
        Ok(number.and_then(|number| Phase::ALL.get(usize::try_from(number).ok()?).copied()))
    }

    fn names<I: Id>(&self, row: &Row, column: usize, symbols: &Table<I>) -> Result<Vec<String>, String> {
        if self.format == WITH_NAMES {
            let text: String = row.get(column).map_err(|error| error.to_string())?;
            return serde_json::from_str(&text).map_err(|error| error.to_string());
        }
        let bytes = row.get_ref(column).ok().and_then(|value| value.as_blob().ok());
        let ids = bytes.and_then(|bytes| symbols.decoded(bytes)).ok_or("its symbols are damaged")?;
        Ok(symbols.show(&ids))
    }
}

impl Journal {
    /// Brings a journal of an older format up to date: all of it or nothing.
    pub(super) fn bring_up_to_date(&mut self, format: &str) -> Result<(), JournalError> {
        let reader = OldReader::new(&self.connection, format)?;
        let mut entries = Vec::new();
        reader.for_each(&self.connection, (1, i64::MAX), |entry| {
            entries.push(entry);
            Ok(())
        })?;
        let facts = facts(&self.connection)?;
        // A journal that is dropped in the middle of this stays as it was.
        let drop_tables = "DROP TABLE word; DROP TABLE overturned; DROP TABLE meta; DROP TABLE IF EXISTS symbol";
        self.connection.execute_batch(&format!("BEGIN; {drop_tables}; {TABLES}"))?;
        self.fill(&facts, &entries)?;
        Ok(self.connection.execute_batch("COMMIT")?)
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
}

/// Reads the names of symbols from the table that they had of their own.
fn read_names<I: Id>(connection: &Connection, table: &mut Table<I>) -> Result<(), JournalError> {
    let mut statement = connection.prepare("SELECT name FROM symbol WHERE kind = ?1 ORDER BY number")?;
    let mut rows = statement.query([table.kind])?;
    while let Some(row) = rows.next()? {
        table.symbols.intern(&row.get::<_, String>(0)?);
    }
    Ok(())
}

/// All facts of a journal.
pub(super) fn facts(connection: &Connection) -> Result<Vec<(String, String)>, JournalError> {
    let mut statement = connection.prepare("SELECT key, value FROM meta ORDER BY key")?;
    let facts = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(facts.collect::<rusqlite::Result<_>>()?)
}
