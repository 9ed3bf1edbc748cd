//! Damage to the journal: it costs the damaged entries and nothing else, and everything lost is named.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use typestar_model::{Evidence, Phase, Random};
use typestar_query::{Damage, Entry, Journal, JournalError};
use typestar_testing::seeds;

/// A text that only this entry has.
fn marker(seq: usize) -> String {
    format!("marker {seq:05}.")
}

/// An entry that can be told from all others; its reason has this many letters more.
fn entry(seq: usize, more: usize) -> Entry {
    let word = |kind: &str| (0..1 + seq % 5).map(|at| format!("{kind} {}", (seq * 7 + at) % 9)).collect();
    let reason = Some(format!("{}{}", marker(seq), "x".repeat(more)));
    Entry {
        copy: 0,
        seq: seq as i64,
        phase: if seq.is_multiple_of(3) { Phase::Testing } else { Phase::Learning },
        inputs: word("input"),
        outputs: word("output"),
        evidence: vec![Evidence { reason, ms: 1.5, ..Evidence::default() }],
        late: Vec::new(),
        overturned: seq.is_multiple_of(10),
    }
}

/// A run folder with a journal, and what it should have.
struct Kept {
    folder: tempfile::TempDir,
    entries: Vec<Entry>,
}

impl Kept {
    /// The journal of a run that came to its end, or was killed so that most of it is in its log.
    fn new(words: usize, more: usize, is_killed: bool) -> Self {
        let (folder, made) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let path = made.path().join("journal.db");
        let mut entries: Vec<Entry> = (1..=words).map(|seq| entry(seq, more)).collect();
        let mut journal = Journal::open(&path).unwrap();
        journal.set_meta("identity", "what the answers depend on").unwrap();
        for batch in entries.chunks_mut(7) {
            journal.append(batch, 5).unwrap();
        }
        let overturned: Vec<i64> = entries.iter().filter(|entry| entry.overturned).map(|entry| entry.seq).collect();
        journal.overturn(&overturned).unwrap();
        let (killed, ended) = if is_killed { (Some(journal), None) } else { (None, Some(journal)) };
        drop(ended);
        for end in ["", "-wal", "-count"] {
            let name = format!("journal.db{end}");
            let _ = std::fs::copy(made.path().join(&name), folder.path().join(&name));
        }
        drop(killed);
        Self { folder, entries }
    }

    fn path(&self, end: &str) -> PathBuf {
        self.folder.path().join(format!("journal.db{end}"))
    }

    fn bytes(&self, end: &str) -> Vec<u8> {
        std::fs::read(self.path(end)).unwrap_or_default()
    }

    fn open(&self) -> Result<Journal, JournalError> {
        Journal::open(&self.path(""))
    }

    /// The numbers of the entries that stand somewhere where nothing is damaged.
    fn untouched(&self, end: &str, damaged: &Range<usize>) -> BTreeSet<i64> {
        let mut untouched = BTreeSet::new();
        for other in ["", "-wal"] {
            let bytes = self.bytes(other);
            let places = bytes.windows(13).enumerate().filter(|(_, window)| window.starts_with(b"marker "));
            // No row is longer than this, on either side of its marker.
            let is_whole = |at: usize| other != end || at + 150 < damaged.start || at > damaged.end + 150;
            for (_, marker) in places.filter(|&(at, _)| is_whole(at)) {
                untouched.extend(std::str::from_utf8(&marker[7..12]).ok().and_then(|seq| seq.parse::<i64>().ok()));
            }
        }
        untouched
    }

    /// Checks that these entries are there as they were, that no other is there that was not, and that what is missing
    /// is named.
    fn check(&self, journal: &Journal, untouched: &BTreeSet<i64>, what: &str) {
        let mut found = BTreeSet::new();
        journal
            .for_each(|entry| {
                found.insert(entry.seq);
                let expected = &self.entries[entry.seq as usize - 1];
                // A mark may be damaged, and its entry not.
                assert_eq!(Entry { overturned: expected.overturned, ..entry }, *expected, "{what}");
            })
            .unwrap();
        let missing: Vec<&i64> = untouched.difference(&found).collect();
        assert!(missing.is_empty(), "{what}: {missing:?} are lost, but not damaged: {:?}", journal.damage());
        let all: BTreeSet<i64> = (1..=self.entries.len() as i64).collect();
        let lost: BTreeSet<i64> = journal.damage().map(lost).unwrap_or_default();
        assert_eq!(all.difference(&found).copied().collect::<BTreeSet<_>>(), lost, "{what}");
    }
}

/// The numbers of all entries that were lost.
fn lost(damage: &Damage) -> BTreeSet<i64> {
    damage.lost.iter().flat_map(|lost| lost.first..=lost.last).collect()
}

/// One way to damage a file: which bytes, and what becomes of the file.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) -> (String, Range<usize>) {
    let at = random.below(bytes.len());
    match random.below(4) {
        0 => {
            bytes[at] ^= 1 << random.below(8);
            (format!("a bit of byte {at}"), at..at + 1)
        }
        1 => {
            let start = at / 4096 * 4096;
            let end = (start + 4096).min(bytes.len());
            bytes[start..end].fill(0);
            (format!("no page at {start}"), start..end)
        }
        2 => {
            let end = (at + 1 + random.below(200)).min(bytes.len());
            bytes[at..end].iter_mut().for_each(|byte| *byte = random.below(256) as u8);
            (format!("nonsense from {at} to {end}"), at..end)
        }
        _ => {
            bytes.truncate(at);
            (format!("cut at {at}"), at..usize::MAX / 2)
        }
    }
}

fn check_damage(seeds: Range<u64>, is_killed: bool) {
    let original = Kept::new(150, 0, is_killed);
    let end = if is_killed { "-wal" } else { "" };
    for seed in seeds {
        let kept = Kept { folder: tempfile::tempdir().unwrap(), entries: original.entries.clone() };
        for end in ["", "-wal", "-count"].into_iter().filter(|end| original.path(end).exists()) {
            std::fs::copy(original.path(end), kept.path(end)).unwrap();
        }
        let mut bytes = kept.bytes(end);
        let (what, damaged) = damage(&mut bytes, &mut Random::new(seed));
        let untouched = kept.untouched(end, &damaged);
        std::fs::write(kept.path(end), &bytes).unwrap();
        let what = format!("seed {seed}: {what} of journal.db{end}");
        // To read it changes nothing, and gives the same.
        kept.check(&Journal::open_to_read(&kept.path("")).expect(&what), &untouched, &what);
        assert!(kept.bytes(end) == bytes, "{what}");
        let journal = kept.open().expect(&what);
        kept.check(&journal, &untouched, &what);
        if let Some(old) = journal.damage().and_then(|damage| damage.old.clone()) {
            let old = format!("{}{end}", old.display());
            assert!(std::fs::read(old).unwrap() == bytes, "{what}: the damaged file is kept");
        }
        check_continues(&kept, journal, &what);
    }
}

/// Checks that a journal can be continued, and is sound from now on.
fn check_continues(kept: &Kept, mut journal: Journal, what: &str) {
    let mut before = Vec::new();
    journal.for_each(|entry| before.push(entry)).unwrap();
    let mut more = [entry(kept.entries.len() + 1, 0)];
    journal.append(&mut more, 6).expect(what);
    drop(journal);
    let journal = kept.open().expect(what);
    assert_eq!(journal.damage(), None, "{what}: it is sound afterwards");
    let mut after = Vec::new();
    journal.for_each(|entry| after.push(entry)).unwrap();
    assert_eq!(after.len(), before.len() + 1, "{what}");
    assert_eq!(after[..before.len()], before, "{what}");
    assert_eq!(after[before.len()].inputs, more[0].inputs, "{what}");
}

#[test]
fn damage_anywhere_in_the_file_costs_only_what_it_hits() {
    check_damage(seeds(0..60), false);
}

#[test]
fn damage_anywhere_in_the_log_costs_only_what_it_hits() {
    check_damage(seeds(100..160), true);
}

#[test]
fn a_bit_costs_at_most_one_entry() {
    let original = Kept::new(100, 0, false);
    let bytes = original.bytes("");
    for at in (0..bytes.len()).step_by(211) {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x10;
        std::fs::write(original.path(""), &bytes).unwrap();
        let journal = Journal::open_to_read(&original.path("")).unwrap_or_else(|error| panic!("byte {at}: {error}"));
        let lost = journal.damage().map_or(0, |damage| lost(damage).len());
        assert!(lost <= 1, "byte {at}: {:?}", journal.damage());
        assert_eq!(journal.meta("identity").unwrap().as_deref(), Some("what the answers depend on"), "byte {at}");
    }
}

#[test]
fn a_file_without_its_head_keeps_long_entries_too() {
    for is_killed in [false, true] {
        let kept = Kept::new(20, 9_000, is_killed);
        let end = if is_killed { "-wal" } else { "" };
        let mut bytes = kept.bytes(end);
        bytes[..32].fill(0xFF);
        std::fs::write(kept.path(end), bytes).unwrap();
        let journal = kept.open().unwrap();
        kept.check(&journal, &(1..=20).collect(), "no head");
        assert!(lost(journal.damage().unwrap()).is_empty());
    }
}

#[test]
fn a_row_that_was_changed_is_named_with_its_word() {
    for change in ["outputs = x'00'", "phase = 7", "evidence = '[]'", "digest = digest + 1", "late = 'late'"] {
        let kept = Kept::new(30, 0, false);
        let sql = format!("UPDATE word SET {change} WHERE seq = 12");
        Connection::open(kept.path("")).unwrap().execute_batch(&sql).unwrap();
        let journal = kept.open().unwrap();
        kept.check(&journal, &(1..=30).filter(|&seq| seq != 12).collect(), change);
        let damage = journal.damage().unwrap();
        assert_eq!((damage.kept, damage.lost.len()), (29, 1), "{change}");
        assert_eq!(damage.lost[0].word.as_ref(), Some(&kept.entries[11].inputs), "{change}");
        let told = damage.to_string();
        assert!(told.contains("29 of 30 entries can be read; lost: 12 (`input "), "{told}");
        assert!(told.contains("journal.damaged.db"), "{told}");
    }
}

#[test]
fn a_row_that_is_gone_is_named() {
    let kept = Kept::new(30, 0, false);
    Connection::open(kept.path("")).unwrap().execute_batch("DELETE FROM word WHERE seq BETWEEN 7 AND 9").unwrap();
    // What was deleted is still there in its bytes, unless they were used again.
    Connection::open(kept.path("")).unwrap().execute_batch("VACUUM").unwrap();
    let journal = kept.open().unwrap();
    let told = journal.damage().unwrap().to_string();
    assert!(told.contains("27 of 30 entries can be read; lost: 7 to 9;"), "{told}");
    drop(journal);
    // A second damage names what is new, and takes no name that is used.
    Connection::open(kept.path("")).unwrap().execute_batch("DELETE FROM word WHERE seq = 20; VACUUM").unwrap();
    let journal = kept.open().unwrap();
    let damage = journal.damage().unwrap();
    assert_eq!(lost(damage), [20].into());
    assert_eq!(damage.old.as_deref().and_then(Path::file_name).unwrap(), "journal.damaged-2.db");
    drop(journal);
    assert_eq!(kept.open().unwrap().damage(), None);
}

#[test]
fn a_missing_log_is_told() {
    let kept = Kept::new(50, 0, true);
    std::fs::remove_file(kept.path("-wal")).unwrap();
    for journal in [Journal::open_to_read(&kept.path("")), kept.open()] {
        let told = journal.unwrap().damage().unwrap().to_string();
        assert!(told.contains("its write-ahead log journal.db-wal"), "{told}");
        assert!(told.contains("lost: 1 to 50"), "{told}");
    }
    assert_eq!(kept.open().unwrap().damage(), None, "it is told once");
}

#[test]
fn a_log_that_was_cut_between_two_commits_is_told() {
    let kept = Kept::new(50, 0, true);
    let bytes = kept.bytes("-wal");
    let frames = (bytes.len() - 32) / (24 + 4096);
    std::fs::write(kept.path("-wal"), &bytes[..32 + (frames * 4 / 5) * (24 + 4096)]).unwrap();
    let journal = kept.open().unwrap();
    let damage = journal.damage().unwrap();
    assert!(damage.fault.contains("journal.db-wal is truncated or damaged"), "{damage}");
    assert!(damage.kept > 0 && damage.lost.last().unwrap().last == 50, "{damage}");
}

#[test]
fn a_journal_without_its_tally_is_sound() {
    for is_killed in [false, true] {
        let kept = Kept::new(20, 0, is_killed);
        for content in [None, Some(""), Some("99999999999999999999 00000000\n")] {
            match content {
                None => std::fs::remove_file(kept.path("-count")).unwrap(),
                Some(text) => std::fs::write(kept.path("-count"), text).unwrap(),
            }
            let journal = Journal::open_to_read(&kept.path("")).unwrap();
            kept.check(&journal, &(1..=20).collect(), "no tally");
            assert_eq!(journal.damage(), None);
        }
        assert_eq!(kept.open().unwrap().damage(), None);
    }
}

#[test]
fn a_repair_that_was_killed_is_finished() {
    // The steps of a repair, of which the first ones were done: the log is moved away, then the file, then the new
    // journal takes its place.
    for done in 0..3 {
        let kept = Kept::new(40, 0, true);
        let whole = Kept::new(40, 0, false);
        let at = |name: &str| kept.folder.path().join(name);
        std::fs::copy(whole.path(""), at("journal.repaired.db")).unwrap();
        let steps = [("journal.db-wal", "journal.damaged.db-wal"), ("journal.db", "journal.damaged.db")];
        for (from, to) in &steps[..done] {
            std::fs::rename(at(from), at(to)).unwrap();
        }
        let journal = kept.open().unwrap();
        kept.check(&journal, &(1..=40).collect(), "killed");
        for name in ["journal.damaged.db", "journal.damaged.db-wal"] {
            assert!(at(name).exists(), "{name} after {done} steps");
        }
        assert!(!at("journal.repaired.db").exists());
    }
}

#[test]
fn nonsense_never_makes_an_entry() {
    let mut random = Random::new(7);
    for length in [0, 100, 600, 4096, 50_001] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db");
        let bytes: Vec<u8> = (0..length).map(|_| random.below(if length % 3 == 0 { 256 } else { 16 }) as u8).collect();
        std::fs::write(&path, &bytes).unwrap();
        match Journal::open(&path) {
            Ok(journal) => assert!(journal.is_empty() && length == 0),
            Err(error) => assert!(matches!(error, JournalError::Unreadable(_)), "{error}"),
        }
        assert!(length == 0 || std::fs::read(&path).unwrap() == bytes, "it stays as it is");
    }
}
