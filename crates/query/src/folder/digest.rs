//! Digests that show whether something changed.

/// A digest of some bytes; nobody is expected to forge one.
pub fn digest(bytes: &[u8]) -> String {
    let fnv1a = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    format!("{} bytes, fnv1a {:016x}", bytes.len(), bytes.iter().fold(0xcbf2_9ce4_8422_2325, fnv1a))
}
