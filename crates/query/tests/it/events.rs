//! Events are a format: what is written today is read tomorrow, whole, once, and as it happens.

use std::io::Write;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use typestar_model::{Counts, Finding, FindingKind, Phase, SeenTrace, Step};
use typestar_query::{
    EVENT_FORMAT, Event, EventError, EventLine, EventLog, Progress, RunEnd, RunStart, read_event, read_events,
};

/// One line of each kind, as the first version of the format has them. Lines may be added here, but none may change.
const GOLDEN: &str = include_str!("../events/format-1.jsonl");

const PAGE: &str = include_str!("../../../../docs/reference/events.md");

fn start(words: u64) -> RunStart {
    RunStart {
        format: EVENT_FORMAT,
        typestar: "0.1.0".to_owned(),
        system: "player".to_owned(),
        inputs: 4,
        learner: "lsharp".to_owned(),
        tester: "auto".to_owned(),
        words,
    }
}

fn hypothesis(states: usize) -> Event {
    Event::HypothesisBuilt { states, registers: None }
}

fn counterexample(word: &str) -> Event {
    Event::CounterexampleFound { word: word.split(' ').map(str::to_owned).collect() }
}

fn finding() -> Event {
    let steps = vec![Step::new("load", "ok"), Step::new("play", "error").with_reason(Some("no file".to_owned()))];
    Event::FindingMade(Finding {
        kind: FindingKind::Disagreement,
        message: "`load play` was answered differently".to_owned(),
        word: vec!["load".to_owned(), "play".to_owned()],
        traces: vec![SeenTrace::new(steps, 3)],
        advice: vec!["check that reset gives a fresh system".to_owned()],
    })
}

fn end(stop: Option<&str>) -> Event {
    let (finished, stop) = (stop.is_none(), stop.map(str::to_owned));
    let verdict = "no counterexample".to_owned();
    Event::RunFinished(RunEnd { verdict, finished, stop, states: 5, registers: None, findings: 1 })
}

/// An event of each kind that is kept.
fn samples() -> Vec<Event> {
    let of_registers = RunEnd { states: 4, registers: Some(2), finished: true, ..RunEnd::default() };
    vec![
        Event::RunStarted(start(0)),
        hypothesis(3),
        Event::HypothesisBuilt { states: 4, registers: Some(2) },
        counterexample("load wait play"),
        finding(),
        Event::AnswersOverturned { words: 2 },
        Event::TroubleMended { text: "restarted at `load play`: the adapter exited".to_owned() },
        Event::WordsExecuted { executed: 120, replayed: 7 },
        end(None),
        end(Some("budget")),
        Event::RunFinished(of_registers),
        Event::RunResumed(start(200)),
        Event::RunDiverged { repeated: 1 },
    ]
}

/// The name in the page, and whether the file has such events: this does not compile when a kind is missing.
fn kind(event: &Event) -> (&'static str, bool) {
    match event {
        Event::RunStarted(_) => ("RunStarted", true),
        Event::RunResumed(_) => ("RunResumed", true),
        Event::RunDiverged { .. } => ("RunDiverged", true),
        Event::WordsExecuted { .. } => ("WordsExecuted", true),
        Event::HypothesisBuilt { .. } => ("HypothesisBuilt", true),
        Event::CounterexampleFound { .. } => ("CounterexampleFound", true),
        Event::FindingMade(_) => ("FindingMade", true),
        Event::AnswersOverturned { .. } => ("AnswersOverturned", true),
        Event::TroubleMended { .. } => ("TroubleMended", true),
        Event::RunFinished(_) => ("RunFinished", true),
        Event::WordsAnswered | Event::ModelDrafted(_) | Event::TimePassed | Event::Unknown => ("", false),
    }
}

fn progress() -> Progress {
    Progress {
        phase: Phase::Testing,
        round: 2,
        learning: Counts { asked: 40, executed: 30, symbols: 90 },
        testing: Counts { asked: 20, executed: 10, symbols: 55 },
        answered: 3,
        elapsed_ms: 1234,
        ..Progress::default()
    }
}

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("events.jsonl")
    }

    /// One process, which tells these events.
    fn tell(&self, events: &[Event]) {
        let mut log = EventLog::open(&self.path());
        for event in events {
            assert!(log.see(event, &progress()).is_none());
        }
        assert!(log.finish().is_none());
    }

    fn events(&self) -> Vec<Event> {
        events_of(&self.path())
    }
}

fn events_of(path: &Path) -> Vec<Event> {
    read_events(path).unwrap().map(|line| line.unwrap().event).collect()
}

#[test]
fn the_format_does_not_change() {
    let lines: Vec<String> = samples()
        .into_iter()
        .map(|event| serde_json::to_string(&EventLine::new(event, &progress())).unwrap())
        .collect();
    assert_eq!(lines, GOLDEN.lines().collect::<Vec<_>>());
    for (line, event) in GOLDEN.lines().zip(samples()) {
        assert_eq!(read_event(line.as_bytes()).unwrap(), EventLine::new(event, &progress()));
    }
}

#[test]
fn the_page_describes_every_kind_and_its_examples_can_be_read() {
    let examples: Vec<Event> = (PAGE.lines())
        .filter(|line| line.starts_with('{'))
        .map(|line| read_event(line.as_bytes()).unwrap_or_else(|error| panic!("{error} in {line}")).event)
        .collect();
    for sample in samples() {
        let (name, is_kept) = kind(&sample);
        assert!(is_kept && PAGE.contains(&format!("## `{name}`")), "{name} has no section");
        assert!(examples.iter().any(|example| kind(example).0 == name), "{name} has no example");
    }
    for line in GOLDEN.lines() {
        let fields: serde_json::Value = serde_json::from_str(line).unwrap();
        for field in fields.as_object().unwrap().keys() {
            assert!(PAGE.contains(&format!("`{field}`")), "{field} is not described");
        }
    }
}

#[test]
fn a_kind_or_a_field_that_is_not_known_is_passed_over() {
    let line = GOLDEN.lines().nth(1).unwrap();
    let newer = line.replacen('{', r#"{"more":[{}],"#, 1);
    assert_eq!(read_event(newer.as_bytes()).unwrap().event, hypothesis(3));
    let other = line.replace("HypothesisBuilt", "StarsAligned");
    assert_eq!(read_event(other.as_bytes()).unwrap().event, Event::Unknown);
}

#[test]
fn a_newer_format_and_what_is_no_event_are_told_apart() {
    let line = GOLDEN.lines().next().unwrap();
    let newer = line.replace(r#""format":1"#, r#""format":2"#);
    assert!(matches!(read_event(newer.as_bytes()), Err(EventError::NewerFormat(2))));
    for text in ["", "{}", "[]", "null", "\u{feff}{}", r#"{"event":"HypothesisBuilt"}"#, r#"{"event":7}"#] {
        assert!(matches!(read_event(text.as_bytes()), Err(EventError::NoEvent(_))), "{text}");
    }
    assert!(matches!(read_event(&[0xff, 0xfe]), Err(EventError::NoEvent(_))));
}

#[test]
fn a_line_is_in_the_file_as_soon_as_it_is_told_and_the_end_waits_for_the_results() {
    let place = Place::new();
    let mut log = EventLog::open(&place.path());
    log.see(&Event::RunStarted(start(0)), &progress());
    log.see(&hypothesis(3), &progress());
    assert_eq!(place.events(), [Event::RunStarted(start(0)), hypothesis(3)]);
    log.see(&end(None), &progress());
    assert_eq!(place.events().len(), 2);
    log.finish();
    assert_eq!(place.events().last(), Some(&end(None)));
}

#[test]
fn time_and_what_the_journal_knew_are_not_kept() {
    let place = Place::new();
    let mut log = EventLog::open(&place.path());
    let replayed =
        Progress { learning: Counts { executed: 9, ..Counts::default() }, replayed: 9, ..Progress::default() };
    for event in [Event::RunStarted(start(9)), Event::WordsExecuted { executed: 0, replayed: 9 }, Event::TimePassed] {
        log.see(&event, &replayed);
    }
    assert_eq!(place.events(), [Event::RunStarted(start(9))]);
}

#[test]
fn a_resumed_run_writes_only_what_is_new() {
    let place = Place::new();
    let first = [Event::RunStarted(start(0)), hypothesis(2), counterexample("a b"), hypothesis(3), finding()];
    place.tell(&first);
    let again = [hypothesis(2), counterexample("a b"), hypothesis(3), finding(), counterexample("c"), hypothesis(4)];
    let resumed = [&[Event::RunResumed(start(9))], &again[..], &[end(None)]].concat();
    place.tell(&resumed);
    let news = [Event::RunResumed(start(9)), counterexample("c"), hypothesis(4), end(None)];
    assert_eq!(place.events(), [&first[..], &news].concat());
    place.tell(&resumed);
    let nothing_new = [Event::RunResumed(start(9)), end(None)];
    assert_eq!(place.events(), [&first[..], &news, &nothing_new].concat());
}

#[test]
fn a_run_that_goes_another_way_says_so_once() {
    let place = Place::new();
    let first = [Event::RunStarted(start(0)), hypothesis(2), counterexample("a"), hypothesis(3), end(None)];
    place.tell(&first);
    let other = [Event::RunResumed(start(9)), hypothesis(2), counterexample("b"), hypothesis(3), end(None)];
    place.tell(&other);
    let diverged = Event::RunDiverged { repeated: 1 };
    let news = [Event::RunResumed(start(9)), diverged, counterexample("b"), hypothesis(3), end(None)];
    assert_eq!(place.events(), [&first[..], &news].concat());
    place.tell(&other);
    assert_eq!(place.events()[10..], [Event::RunResumed(start(9)), end(None)], "this way is known now");
    place.tell(&first);
    let back = [Event::RunResumed(start(0)), Event::RunDiverged { repeated: 1 }, counterexample("a"), hypothesis(3)];
    assert_eq!(place.events()[12..16], back, "the first way is no longer the last one");
}

#[test]
fn a_run_that_ended_sooner_than_before_has_not_gone_another_way() {
    let place = Place::new();
    let long = [Event::RunStarted(start(0)), hypothesis(2), counterexample("a"), hypothesis(3), end(None)];
    place.tell(&long);
    place.tell(&[Event::RunResumed(start(9)), hypothesis(2), end(Some("budget"))]);
    place.tell(&[Event::RunResumed(start(9)), hypothesis(2), counterexample("a"), hypothesis(3), end(None)]);
    let ends = [Event::RunResumed(start(9)), end(Some("budget")), Event::RunResumed(start(9)), end(None)];
    assert_eq!(place.events()[5..], ends);
}

#[test]
fn the_first_line_is_the_start_although_the_journal_knows_words() {
    let place = Place::new();
    place.tell(&[Event::RunResumed(start(9)), hypothesis(2)]);
    assert_eq!(place.events(), [Event::RunStarted(start(9)), hypothesis(2)]);
    place.tell(&[Event::RunStarted(start(0)), hypothesis(2)]);
    assert_eq!(place.events()[2..], [Event::RunResumed(start(0))]);
}

#[test]
fn a_torn_line_is_not_read_and_cut_off_on_resume() {
    let place = Place::new();
    let first = [Event::RunStarted(start(0)), hypothesis(2), counterexample("a")];
    place.tell(&first);
    let whole = std::fs::read(place.path()).unwrap();
    let last_line = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    for length in last_line..whole.len() {
        std::fs::write(place.path(), &whole[..length]).unwrap();
        assert_eq!(place.events(), first[..2], "{length}");
        place.tell(&[Event::RunResumed(start(9)), hypothesis(2), counterexample("a")]);
        assert_eq!(place.events(), [&first[..2], &[Event::RunResumed(start(9)), counterexample("a")]].concat());
    }
}

#[test]
fn a_line_that_is_no_event_is_named_and_costs_nothing_else() {
    let place = Place::new();
    place.tell(&[Event::RunStarted(start(0)), hypothesis(2)]);
    std::fs::OpenOptions::new().append(true).open(place.path()).unwrap().write_all(b"scribble\n").unwrap();
    place.tell(&[Event::RunResumed(start(9)), hypothesis(2), hypothesis(3)]);
    let mut events = read_events(&place.path()).unwrap();
    let read: Vec<bool> = events.by_ref().map(|line| line.is_ok()).collect();
    assert_eq!(read, [true, true, false, true, true]);
    assert_eq!(events.line_number(), 5);
}

#[test]
fn a_reader_goes_on_where_it_was_when_there_is_more() {
    let place = Place::new();
    let mut log = EventLog::open(&place.path());
    let mut events = read_events(&place.path()).unwrap();
    assert!(events.is_written() && events.next().is_none());
    for states in 1..4 {
        log.see(&hypothesis(states), &progress());
        assert_eq!(events.next().unwrap().unwrap().event, hypothesis(states));
        assert!(events.next().is_none());
    }
    drop(log);
    assert!(!events.is_written());
    std::fs::OpenOptions::new().append(true).open(place.path()).unwrap().write_all(b"{\"event\":\"Hyp").unwrap();
    assert!(events.next().is_none(), "half a line is none");
    place.tell(&[Event::RunResumed(start(9)), hypothesis(1)]);
    assert_eq!(events.next().unwrap().unwrap().event, Event::RunResumed(start(9)));
    std::fs::remove_file(place.path()).unwrap();
    assert!(events.next().is_none());
    place.tell(&[
        Event::RunStarted(start(0)),
        hypothesis(1),
        hypothesis(2),
        hypothesis(3),
        hypothesis(4),
        hypothesis(5),
    ]);
    assert_eq!(events.next().unwrap().unwrap().event, Event::RunStarted(start(0)), "a fresh run is another file");
    assert_eq!(events.count(), 5);
}

#[test]
fn a_file_that_cannot_be_written_is_told_once() {
    let place = Place::new();
    std::fs::create_dir(place.path()).unwrap();
    let mut log = EventLog::open(&place.path());
    let note = log.see(&Event::RunStarted(start(0)), &progress()).expect("a note").to_string();
    assert!(note.starts_with("cannot write") && note.contains("events.jsonl") && note.contains("the run continues"));
    assert!(log.see(&hypothesis(2), &progress()).is_none() && log.finish().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(256)))]

    #[test]
    fn a_damaged_line_is_an_event_or_a_complaint(number in 0..13_usize, at in any::<prop::sample::Index>(), byte: u8) {
        let mut line = GOLDEN.lines().nth(number).unwrap().as_bytes().to_vec();
        let at = at.index(line.len());
        line[at] = byte;
        if let Ok(read) = read_event(&line)
            && read.event != Event::Unknown
        {
            let written = serde_json::to_vec(&read).unwrap();
            prop_assert_eq!(read_event(&written).unwrap(), read);
        }
    }
}
