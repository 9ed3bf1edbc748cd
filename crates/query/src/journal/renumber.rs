//! Numbering the inputs of a journal anew: the case file lists them in another order now, or the system has others.

use rusqlite::params;
use typestar_model::{Id, InputId, Inputs};

use super::repair::{STORED_ROWS, stored};
use super::{Journal, JournalError, Row, encoded};

/// How many entries are changed at once.
const PAGE: i64 = 4096;

impl Journal {
    /// Gives all inputs the numbers that they have in this alphabet, which has all of them: in the whole file or nowhere.
    pub(super) fn renumber_inputs(&mut self, wanted: &Inputs) -> Result<(), JournalError> {
        let new: Vec<InputId> = self.inputs.symbols.texts().iter().filter_map(|name| wanted.get(name)).collect();
        let transaction = self.connection.unchecked_transaction()?;
        for start in (1..self.next).step_by(PAGE as usize) {
            self.renumber_page(start, &new)?;
        }
        self.inputs.symbols = wanted.clone();
        self.inputs.written = 0;
        self.inputs.write(&transaction)?;
        transaction.commit()?;
        self.inputs.written = self.inputs.symbols.len();
        Ok(())
    }

    fn renumber_page(&self, start: i64, new: &[InputId]) -> Result<(), JournalError> {
        let sql = format!("{} WHERE seq >= ?1 AND seq < ?2", STORED_ROWS);
        let mut page: Vec<(i64, Row)> = Vec::new();
        self.for_each_row(&sql, [start, start + PAGE], |row| {
            let seq = row.get(0)?;
            page.extend(stored(row).map(|(stored, _)| (seq, stored)));
            Ok(())
        })?;
        let mut update = self.connection.prepare_cached("UPDATE word SET inputs = ?2, digest = ?3 WHERE seq = ?1")?;
        for (seq, mut row) in page {
            let word = self.inputs.decoded(&row.inputs).unwrap_or_default();
            row.inputs = encoded(&word.iter().map(|input| new[input.index()]).collect::<Vec<_>>());
            update.execute(params![seq, row.inputs, row.digest(seq)])?;
        }
        Ok(())
    }
}
