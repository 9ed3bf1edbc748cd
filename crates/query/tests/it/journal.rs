//! The journal: what it keeps, and what a run says when it cannot be used.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use typestar_model::{Evidence, LateCallback, Phase};
use typestar_query::{Case, Entry, Finished, Journal, JournalError, RunError, RunOptions, StopReason, learn};
use typestar_testing::{Execution, Talking};

fn entry(inputs: &[&str], outputs: &[&str]) -> Entry {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Entry {
        seq: 0,
        copy: 0,
        phase: Phase::Testing,
        inputs: names(inputs),
        outputs: names(outputs),
        evidence: Vec::new(),
        late: Vec::new(),
        overturned: false,
    }
}

fn entries(journal: &Journal) -> Vec<Entry> {
    let mut entries = Vec::new();
    journal.for_each(|entry| entries.push(entry)).unwrap();
    entries
}

/// A journal file in a folder that lives as long as the test.
fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.sqlite");
    (folder, path)
}

#[test]
fn what_was_appended_is_there_after_opening_again() {
    let (_folder, path) = file();
    let mut told = entry(&["load", "wait"], &["ok", "onLoaded"]);
    told.evidence =
        vec![Evidence { reason: Some("why".to_owned()), ms: 1.5, ..Evidence::default() }, Evidence::default()];
    told.late = vec![LateCallback { word: vec!["load".to_owned()], output: "onLate".to_owned() }];
    let mut batch = [told, entry(&["play"], &["error"])];
    let mut journal = Journal::open(&path).unwrap();
    assert!(journal.is_empty());
    journal.append(&mut batch, 7).unwrap();
    journal.overturn(&[2]).unwrap();
    drop(journal);
    let journal = Journal::open(&path).unwrap();
    assert!(!journal.is_empty());
    batch[1].overturned = true;
    assert_eq!(entries(&journal), batch);
    assert_eq!(batch.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(journal.meta("wall_ms").unwrap().as_deref(), Some("7"));
}

#[test]
fn the_last_word_before_learning_goes_on_refuted_something() {
    let learning = |inputs: &[&str]| Entry { phase: Phase::Learning, ..entry(inputs, &vec!["ok"; inputs.len()]) };
    let mut journal = Journal::in_memory();
    let batch = &mut [
        learning(&["a"]),
        entry(&["b"], &["ok"]),
        entry(&["b", "c"], &["ok", "ok"]),
        entry(&["d"], &["ok"]),
        learning(&["a", "a"]),
        learning(&["a", "b"]),
        entry(&["e"], &["ok"]),
    ];
    journal.append(batch, 1).unwrap();
    journal.overturn(&[4]).unwrap();
    assert_eq!(journal.refuting_words().unwrap(), [["b", "c"]]);
}

#[test]
fn entries_are_found_by_how_their_words_begin() {
    let mut journal = Journal::in_memory();
    let (play, play_on) = (entry(&["play"], &["ok"]), entry(&["play", "o\"n", "é"], &["ok", "ok", "ok"]));
    let player = entry(&["player", "o\"n"], &["ok", "ok"]);
    journal.append(&mut [play, play_on, player], 0).unwrap();
    let found = |inputs: &[&str]| {
        let inputs: Vec<String> = inputs.iter().map(|name| (*name).to_owned()).collect();
        let mut found = Vec::new();
        journal.for_each_beginning(&inputs, |entry| found.push(entry.seq)).unwrap();
        found
    };
    assert_eq!(found(&["play"]), [1, 2]);
    assert_eq!(found(&["play", "o\"n", "é"]), [2]);
    assert!(found(&["é"]).is_empty());
    assert_eq!(found(&[]), [1, 2, 3]);
}

#[test]
fn a_journal_of_another_format_is_refused() {
    for other in ["4", "99"] {
        let (_folder, path) = file();
        Journal::open(&path).unwrap().set_meta("format", other).unwrap();
        for opened in [Journal::open(&path), Journal::open_to_read(&path)] {
            let Err(error) = opened else { panic!("it was opened") };
            assert!(matches!(&error, JournalError::Format { found } if found == other));
            assert!(error.to_string().contains("--fresh"), "{error}");
        }
    }
}

#[test]
fn a_file_that_is_no_journal_is_refused() {
    let (_folder, path) = file();
    std::fs::write(&path, "this is a text about something else, and long enough to be looked at by a database")
        .unwrap();
    let Err(error) = Journal::open(&path) else { panic!("it was opened") };
    assert!(matches!(error, JournalError::Unreadable(_)), "{error}");
    assert!(error.to_string().contains("(file is not a database); it was left unchanged"), "{error}");
}

#[test]
fn a_journal_in_no_folder_or_without_the_right_to_write_says_what_to_do() {
    let (folder, path) = file();
    drop(Journal::open(&path).unwrap());
    // Opened by such an address the file can be read only, whoever the user is.
    let read_only = PathBuf::from(format!("file:{}?mode=ro", path.display()));
    for path in [folder.path().join("missing").join("journal.sqlite"), read_only] {
        let failed = Journal::open(&path).and_then(|mut journal| journal.append(&mut [entry(&["a"], &["ok"])], 0));
        let text = failed.unwrap_err().to_string();
        assert!(text.contains("make the folder writable and run the same command again"), "{text}");
    }
}

/// The names and the sizes of all files in a folder.
fn listing(folder: &Path) -> BTreeMap<PathBuf, u64> {
    let files = folder.read_dir().unwrap().map(|file| file.unwrap());
    files.map(|file| (file.path(), file.metadata().unwrap().len())).collect()
}

#[test]
fn a_journal_that_is_read_stays_as_it_was() {
    let (folder, path) = file();
    let mut journal = Journal::open(&path).unwrap();
    journal.append(&mut [entry(&["a"], &["ok"])], 0).unwrap();
    drop(journal);
    let before = listing(folder.path());
    let read = Journal::open_to_read(&path).unwrap();
    assert_eq!(entries(&read).len(), 1);
    assert!(read.set_meta("format", "99").is_err(), "nothing can be written");
    assert_eq!(listing(folder.path()), before);
    drop(read);
    assert_eq!(listing(folder.path()), before);
}

#[test]
fn a_journal_without_tables_is_read_as_an_empty_one_and_stays_empty() {
    let (folder, path) = file();
    std::fs::write(&path, "").unwrap();
    assert!(Journal::open_to_read(&path).unwrap().is_empty());
    assert_eq!(listing(folder.path()), [(path, 0)].into());
}

#[test]
fn a_journal_is_read_while_a_run_is_going_on() {
    let (folder, _) = file();
    let path = folder.path().join("50%41 of #1? journal.sqlite");
    let mut journal = Journal::open(&path).unwrap();
    for words in 1..4 {
        journal.append(&mut [entry(&[&format!("input {words}")], &["ok"])], 0).unwrap();
        assert_eq!(entries(&Journal::open_to_read(&path).unwrap()).len(), words);
    }
    drop(journal);
    assert_eq!(entries(&Journal::open_to_read(&path).unwrap()).len(), 3);
}

#[test]
fn the_words_of_a_killed_run_are_read_from_its_log() {
    let (folder, path) = file();
    let mut journal = Journal::open(&path).unwrap();
    journal.append(&mut [entry(&["a"], &["ok"])], 0).unwrap();
    let killed = folder.path().join("killed.sqlite");
    for end in ["", "-wal"] {
        std::fs::copy(format!("{}{end}", path.display()), format!("{}{end}", killed.display())).unwrap();
    }
    assert_eq!(entries(&Journal::open_to_read(&killed).unwrap()).len(), 1);
    assert!(folder.path().join("killed.sqlite-wal").metadata().unwrap().len() > 0, "the log is still there");
}

#[test]
fn many_symbols_are_told_apart() {
    let names: Vec<String> = (0..20_000).map(|number| format!("symbol {number}")).collect();
    let mut journal = Journal::in_memory();
    let word: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut batch = [entry(&word[..300], &word[19_700..]), entry(&word, &word)];
    journal.append(&mut batch, 0).unwrap();
    assert_eq!(entries(&journal), batch);
    let mut found = 0;
    journal.for_each_beginning(&names[..200], |_| found += 1).unwrap();
    assert_eq!(found, 2);
}

#[test]
fn symbols_of_a_batch_that_failed_are_written_with_the_next() {
    let (_folder, path) = file();
    let mut journal = Journal::open(&path).unwrap();
    let other = Connection::open(&path).unwrap();
    other
        .execute_batch("CREATE TRIGGER full BEFORE INSERT ON word BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
        .unwrap();
    journal.append(&mut [entry(&["a"], &["ok"])], 0).unwrap_err();
    other.execute_batch("DROP TRIGGER full").unwrap();
    journal.append(&mut [entry(&["a"], &["ok"])], 0).unwrap();
    drop(journal);
    assert_eq!(entries(&Journal::open(&path).unwrap()), [Entry { seq: 1, ..entry(&["a"], &["ok"]) }]);
}

#[test]
fn the_time_of_the_last_word_is_kept() {
    let (_folder, path) = file();
    let mut journal = Journal::open(&path).unwrap();
    for wall_ms in 0..100 {
        journal.append(&mut [entry(&["a"], &["ok"])], wall_ms).unwrap();
    }
    drop(journal);
    assert_eq!(Journal::open(&path).unwrap().meta("wall_ms").unwrap().as_deref(), Some("99"));
}

/// Two lamps: `a` and `b` toggle one each, and each answer tells whether it is on.
fn lamps() -> Talking<impl FnMut() -> Execution + Send> {
    Talking::new(["a", "b"].iter().collect(), || {
        let mut lamps = [false; 2];
        Box::new(move |input, _| {
            let lamp = &mut lamps[usize::from(input == "b")];
            *lamp = !*lamp;
            if *lamp { "on" } else { "off" }.to_owned()
        })
    })
}

fn run(path: &Path) -> Result<Finished, RunError> {
    let journal = Journal::open(path)?;
    learn(&Case::of_model(Path::new("lamps")), &mut lamps(), journal, &RunOptions::default(), &mut |_, _| {})
}

#[test]
fn a_run_that_cannot_write_stops_and_continues_when_it_can() {
    let (_folder, path) = file();
    drop(Journal::open(&path).unwrap());
    let full = "CREATE TRIGGER full BEFORE INSERT ON word WHEN NEW.seq > 3
                BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END";
    Connection::open(&path).unwrap().execute_batch(full).unwrap();
    let stopped = run(&path).unwrap();
    let Some(StopReason::JournalFailed(text)) = &stopped.stop else { panic!("{:?}", stopped.stop) };
    assert!(text.contains("disk is full") && text.contains("run the same command again"), "{text}");
    assert_eq!(&stopped.summary.verdict.text, text);
    assert!(!stopped.learned.finished);
    let kept = entries(&Journal::open(&path).unwrap()).len();
    Connection::open(&path).unwrap().execute_batch("DROP TRIGGER full").unwrap();
    let continued = run(&path).unwrap();
    assert_eq!((continued.stop, continued.summary.states), (None, 4));
    assert_eq!(continued.summary.replayed, kept as u64);
}
