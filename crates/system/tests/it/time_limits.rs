//! Limits of time: they are looked at for each word, also where many are asked at once, and where nothing is executed.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::talking::{self, Execution, Talking};
use crate::learning::{case_with, simulated};
use typestar_model::Model;
use typestar_model::register::RegisterAutomaton;
use typestar_model::register::families::fifo;
use typestar_query::{
    Case, Data, Finished, Journal, LearnerKind, MachineTester, RunOptions, StopReason, Stopwatch, TesterKind, learn,
    learn_registers,
};
use typestar_system::SimulatedAutomaton;
use typestar_testing::{Slowing, WordClock};

/// How many words are fast, in these tests,
const FAST: [u64; 3] = [40, 200, 500];
/// and what each takes behind them: the limit of two seconds ends with the seventh.
const SLOW: Duration = Duration::from_millis(300);

fn two_seconds() -> Option<StopReason> {
    Some(StopReason::Budget("2 seconds".to_owned()))
}

fn rows(path: &Path) -> u64 {
    let mut rows = 0;
    Journal::open(path).unwrap().for_each(|_| rows += 1).unwrap();
    rows
}

/// Runs with a clock whose words become slow, and asserts that it ends with the word in flight, and keeps all of them.
fn assert_ends_in_time(what: &str, run: impl Fn(&Arc<WordClock>, Journal, &RunOptions) -> Option<StopReason>) {
    let folder = tempfile::tempdir().unwrap();
    for fast in FAST {
        let (clock, path) = (WordClock::new(fast, SLOW), folder.path().join(fast.to_string()));
        let options = RunOptions { stopwatch: clock.stopwatch(), ..RunOptions::default() };
        let stop = run(&clock, Journal::open(&path).unwrap(), &options);
        assert_eq!((stop, clock.words()), (two_seconds(), fast + 7), "{what}, {fast} words");
        assert_eq!(rows(&path), fast + 7, "{what}, {fast} words: every answer is kept");
    }
}

#[test]
fn a_machine_is_learned_until_the_word_in_flight_at_the_end_of_time() {
    for learner in LearnerKind::ALL {
        let mut case = case_with("MediaPlayer", learner, MachineTester::DistinguisherBound(2));
        case.limits.max_time_s = 2;
        assert_ends_in_time(&learner.to_string(), |clock, journal, options| {
            let mut system = Slowing { system: simulated("MediaPlayer"), clock: Arc::clone(clock) };
            learn(&case, &mut system, journal, options, &mut |_, _| {}).unwrap().stop
        });
    }
}

const QUEUE: &str = "[types]\nitem = \"equality\"\n[inputs.actions]\noffer = [\"item\"]\npoll = []\n\
                     [outputs.actions]\nhead = [\"item\"]\nfull = []\nempty = []\n";

/// A queue of three items.
fn queue() -> Execution {
    let mut items = Vec::new();
    Box::new(move |input, values| match input {
        "offer" if items.len() == 3 => "full".to_owned(),
        "offer" => {
            items.push(values[0].clone());
            "ok".to_owned()
        }
        _ if items.is_empty() => "empty".to_owned(),
        _ => format!("head({})", items.remove(0)),
    })
}

fn data_case(data: &str, tester: &str) -> Case {
    let mut case = talking::case(data);
    case.learning.tester = Some(tester.parse::<TesterKind>().unwrap());
    case.limits.max_time_s = 2;
    case
}

#[test]
fn a_system_with_data_is_learned_until_the_word_in_flight_at_the_end_of_time() {
    for tester in ["explore", "random"] {
        let case = data_case(QUEUE, tester);
        let data = Data::of_case(&case).unwrap().unwrap();
        assert_ends_in_time(tester, |clock, journal, options| {
            let system = Talking::new(case.inputs.alphabet(), queue);
            let mut system = Slowing { system, clock: Arc::clone(clock) };
            learn_registers(&case, &data, &mut system, journal, options, &mut |_, _| {}).unwrap().stop
        });
    }
}

/// A stopwatch on which time passes only when somebody looks at it, so that computations take time, too.
fn ticking(from: Duration, tick: Duration) -> Option<Stopwatch> {
    let looks = AtomicU64::new(0);
    Some(Arc::new(move || from + tick * looks.fetch_add(1, Ordering::Relaxed) as u32))
}

#[test]
fn who_asks_for_ever_what_is_known_ends_with_the_time() {
    let case = data_case("[inputs.actions]\npoll = []\n[outputs.actions]\nempty = []\n", "random");
    let data = Data::of_case(&case).unwrap().unwrap();
    let mut system = Talking::new(case.inputs.alphabet(), || Box::new(|_, _| "empty".to_owned()));
    let options = RunOptions { stopwatch: ticking(Duration::ZERO, Duration::from_millis(20)), ..RunOptions::default() };
    let finished = learn_registers(&case, &data, &mut system, Journal::in_memory(), &options, &mut |_, _| {}).unwrap();
    assert_eq!(finished.stop, two_seconds());
    assert_eq!(finished.learned.locations.len(), 1);
}

/// Learns a queue whose truth is known, so that exploring it executes nothing.
fn explored(path: &Path, stopwatch: Option<Stopwatch>) -> Finished<RegisterAutomaton> {
    let mut case = Case::of_model(Path::new("queue.xml"));
    case.learning.tester = Some("explore".parse().unwrap());
    (case.limits.max_time_s, case.limits.max_words) = (2, 1_000_000_000);
    let truth = fifo(1);
    let (data, mut system) = (Data::of_automaton(&case, &truth).unwrap(), SimulatedAutomaton::new(truth.clone()));
    let options = RunOptions { truth: Some(Model::Registers(truth)), stopwatch, ..RunOptions::default() };
    learn_registers(&case, &data, &mut system, Journal::open(path).unwrap(), &options, &mut |_, _| {}).unwrap()
}

#[test]
fn exploring_a_known_truth_ends_with_the_time_also_in_a_run_that_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.db");
    let tick = Duration::from_millis(8);
    let first = explored(&path, ticking(Duration::ZERO, tick));
    assert_eq!(first.stop, two_seconds());
    let verdict = &first.summary.verdict.text;
    assert!(verdict.contains("up to then: no counterexample; complete to depth"), "{verdict}");
    let second = explored(&path, ticking(Duration::ZERO, tick));
    assert_eq!((second.stop, second.learned), (two_seconds(), first.learned));
}

#[test]
fn a_run_that_is_continued_without_time_comes_as_far_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let learned = |path: &Path, tester: MachineTester, (from, ms): (u64, u64)| {
        let mut case = case_with("MediaPlayer", LearnerKind::Lsharp, tester);
        case.limits.max_time_s = 2;
        let stopwatch = ticking(Duration::from_secs(from), Duration::from_millis(ms));
        let options = RunOptions { stopwatch, ..RunOptions::default() };
        let journal = Journal::open(path).unwrap();
        learn(&case, &mut simulated("MediaPlayer"), journal, &options, &mut |_, _| {}).unwrap()
    };
    for (tester, ms) in [2, 3, 5, 8, 13, 21, 34].into_iter().flat_map(|ms| [(2, ms), (3, ms)]) {
        let path = folder.path().join(format!("{tester} {ms}"));
        let tester = if tester == 2 { MachineTester::DistinguisherBound(2) } else { MachineTester::Auto(3) };
        let first = learned(&path, tester.clone(), (0, ms));
        let second = learned(&path, tester.clone(), (3600, 60_000));
        assert_eq!((&first.stop, &second.stop), (&two_seconds(), &two_seconds()), "{tester:?} {ms}");
        assert_eq!(second.learned.machine, first.learned.machine, "{tester:?} {ms}");
        assert!(second.summary.rounds >= first.summary.rounds, "{tester:?} {ms}");
    }
}
