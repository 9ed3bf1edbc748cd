//! Digests of rows: they show whether a row is what was written, and so also what in a damaged file is a row.

/// A digest of some values in their order; nobody is expected to forge one.
#[derive(Clone, Copy)]
pub(super) struct Digest(u64);

impl Digest {
    pub(super) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(self, bytes: &[u8]) -> Self {
        let fnv1a = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        Self(bytes.iter().fold(self.0, fnv1a))
    }

    pub(super) fn number(self, number: i64) -> Self {
        self.add(&number.to_le_bytes())
    }

    pub(super) fn bytes(self, bytes: &[u8]) -> Self {
        self.number(bytes.len() as i64).add(bytes)
    }

    pub(super) fn text(self, text: Option<&str>) -> Self {
        match text {
            Some(text) => self.bytes(text.as_bytes()),
            None => self.number(-1),
        }
    }

    /// The digest as the journal keeps it: 32 bits are few bytes, and enough.
    pub(super) fn finish(self) -> i64 {
        i64::from((self.0 >> 32) as u32 ^ self.0 as u32)
    }
}

/// The digest of what the journal knows under a key.
pub(super) fn fact_digest(key: &str, value: &str) -> i64 {
    Digest::new().text(Some(key)).text(Some(value)).finish()
}

/// The digest of the mark of a word that a vote decided against.
pub(super) fn mark_digest(seq: i64) -> i64 {
    Digest::new().number(seq).finish()
}
