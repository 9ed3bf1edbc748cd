//! Finding rows in the bytes of a damaged file, without the help of the database.
//!
//! A row is recognised by itself: by its shape and its digest. So it does not matter what else is damaged, be it the
//! header of the file, the page that leads to the row, or the log of which it is a part.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rusqlite::types::ValueRef;

use super::Row;
use super::digest::{fact_digest, mark_digest};

/// The size of a page in the file; the journal is made with this one.
pub(super) const PAGE_SIZE: usize = 4096;
/// What stands before the pages in a write-ahead log, and before each of them.
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// A record that is longer goes on in pages of its own.
const LONGEST_LOCAL: usize = PAGE_SIZE - 35;
const SHORTEST_LOCAL: usize = (PAGE_SIZE - 12) * 32 / 255 - 23;

/// The head of a record has a number for each column, and we have at most nine.
const LONGEST_HEADER: u64 = 1 + 9 * 9;

/// What was found.
#[derive(Default)]
pub(super) struct Found {
    pub(super) words: BTreeMap<i64, Row>,
    pub(super) facts: BTreeMap<String, String>,
    pub(super) overturned: BTreeSet<i64>,
    /// The inputs of rows that are not what was written, by their numbers.
    pub(super) damaged: BTreeMap<i64, Vec<u8>>,
}

/// Finds all rows in a file and its log. What the log has is newer.
pub(super) fn scan(file: &[u8], log: &[u8]) -> Found {
    let pages = Pages::of(file, log);
    let mut found = Found::default();
    for bytes in [file, log] {
        for at in 0..bytes.len() {
            found.look_at(&bytes[at..], &pages);
        }
    }
    found
}

impl Found {
    /// Takes the row that begins here, if one does.
    fn look_at(&mut self, bytes: &[u8], pages: &Pages) {
        let Some((length, rest)) = varint(bytes).filter(|&(length, _)| length <= pages.bytes()) else { return };
        let Some((seq, rest)) = varint(rest) else { return };
        if !is_promising(rest, length) {
            return;
        }
        let Some(record) = pages.whole(rest, length as usize) else { return };
        if let Some(values) = values(&record) {
            self.take(seq as i64, &values);
        }
    }

    fn take(&mut self, seq: i64, values: &[ValueRef]) {
        match *values {
            [ValueRef::Null, ValueRef::Integer(digest)] if digest == mark_digest(seq) => {
                self.overturned.insert(seq);
            }
            [key @ ValueRef::Text(_), value @ ValueRef::Text(_), ValueRef::Integer(digest)] => {
                let fact = key.as_str().ok().zip(value.as_str().ok());
                let sound = fact.filter(|(key, value)| digest == fact_digest(key, value));
                self.facts.extend(sound.map(|(key, value)| (key.to_owned(), value.to_owned())));
            }
            [
                ValueRef::Null,
                phase,
                inputs @ ValueRef::Blob(bytes),
                outputs @ ValueRef::Blob(_),
                evidence,
                late,
                digest @ ValueRef::Integer(_),
                copy,
                arrival,
            ] => {
                let row = Row::of_values([phase, inputs, outputs, evidence, late, digest, copy, arrival]);
                match row.filter(|(row, digest)| row.digest(seq) == *digest) {
                    Some((row, _)) => drop(self.words.insert(seq, row)),
                    None => drop(self.damaged.insert(seq, bytes.to_vec())),
                }
            }
            _ => {}
        }
    }
}

/// The pages of a file, and newer ones of its log, by their numbers.
struct Pages<'a> {
    file: &'a [u8],
    log: &'a [u8],
    newer: HashMap<u32, &'a [u8]>,
}

impl<'a> Pages<'a> {
    fn of(file: &'a [u8], log: &'a [u8]) -> Self {
        let frames = log.get(LOG_HEADER..).unwrap_or_default().chunks_exact(FRAME_HEADER + PAGE_SIZE);
        let newer = frames.map(|frame| (big_endian(frame) as u32, &frame[FRAME_HEADER..])).collect();
        Self { file, log, newer }
    }

    /// No record is longer than all there is.
    fn bytes(&self) -> u64 {
        (self.file.len() + self.log.len()) as u64
    }

    fn page(&self, number: u32) -> Option<&'a [u8]> {
        let start = (number as usize).checked_sub(1)? * PAGE_SIZE;
        self.newer.get(&number).copied().or_else(|| self.file.get(start..start + PAGE_SIZE))
    }

    /// A whole record of which `bytes` is the beginning.
    fn whole(&self, bytes: &[u8], length: usize) -> Option<Vec<u8>> {
        let local = local_length(length);
        let mut record = bytes.get(..local)?.to_vec();
        let mut next = bytes.get(local..local + 4).map_or(0, |bytes| big_endian(bytes) as u32);
        while record.len() < length {
            let page = self.page(next)?;
            next = big_endian(page) as u32;
            record.extend(page[4..].iter().take(length - record.len()));
        }
        Some(record)
    }
}

/// How many bytes of a record stand in its place.
fn local_length(length: usize) -> usize {
    if length <= LONGEST_LOCAL {
        return length;
    }
    let fitting = SHORTEST_LOCAL + (length - SHORTEST_LOCAL) % (PAGE_SIZE - 4);
    if fitting <= LONGEST_LOCAL { fitting } else { SHORTEST_LOCAL }
}

/// Whether a record of one of our tables may begin like this: with as many columns, and the right length.
fn is_promising(record: &[u8], length: u64) -> bool {
    let Some((header, _)) = varint(record).filter(|&(header, _)| header <= LONGEST_HEADER) else { return false };
    columns(record).is_some_and(|columns| {
        let whole = columns.iter().fold(header, |sum, &kind| sum.saturating_add(size(kind) as u64));
        matches!(columns.len(), 2 | 3 | 9) && whole == length
    })
}

/// The kinds of the columns of a record; at most a few more than we ever write.
fn columns(record: &[u8]) -> Option<Vec<u64>> {
    let (length, mut rest) = varint(record)?;
    let read = record.len() - rest.len();
    let end = rest.len().checked_sub((length as usize).checked_sub(read)?)?;
    let mut kinds = Vec::new();
    while rest.len() > end && kinds.len() < 10 {
        let (kind, after) = varint(rest)?;
        kinds.push(kind);
        rest = after;
    }
    (rest.len() == end && !kinds.is_empty()).then_some(kinds)
}

fn size(kind: u64) -> usize {
    match kind {
        0 | 8..=11 => 0,
        1..=4 => kind as usize,
        5 => 6,
        6 | 7 => 8,
        _ => ((kind - 12) / 2) as usize,
    }
}

fn values(record: &[u8]) -> Option<Vec<ValueRef<'_>>> {
    let (header, _) = varint(record)?;
    let mut rest = record.get(header as usize..)?;
    let mut values = Vec::new();
    for kind in columns(record)? {
        let (bytes, after) = rest.split_at_checked(size(kind))?;
        values.push(value(kind, bytes)?);
        rest = after;
    }
    Some(values)
}

fn value(kind: u64, bytes: &[u8]) -> Option<ValueRef<'_>> {
    Some(match kind {
        0 => ValueRef::Null,
        1..=6 => {
            let sign = if bytes[0] >= 0x80 { -1 } else { 0 };
            ValueRef::Integer(bytes.iter().fold(sign, |number, &byte| number << 8 | i64::from(byte)))
        }
        8 | 9 => ValueRef::Integer(kind as i64 - 8),
        7 | 10 | 11 => return None,
        _ if kind.is_multiple_of(2) => ValueRef::Blob(bytes),
        _ => ValueRef::Text(std::str::from_utf8(bytes).ok()?.as_bytes()),
    })
}

/// A number as the database writes it, seven bits in each byte, the highest first; and what follows it.
fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0;
    for (at, &byte) in bytes.iter().enumerate().take(8) {
        number = number << 7 | u64::from(byte & 0x7F);
        if byte < 0x80 {
            return Some((number, &bytes[at + 1..]));
        }
    }
    let last = bytes.get(8)?;
    Some((number << 8 | u64::from(*last), &bytes[9..]))
}

/// The number in the first four bytes.
fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().take(4).fold(0, |number, &byte| number << 8 | u64::from(byte))
}
