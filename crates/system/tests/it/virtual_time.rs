//! Learning components in the same process whose time is virtual: nobody sleeps, and the verdict says how sure silence is.

use crate::learning;
use std::path::Path;
use std::time::Duration;

use crate::learning::{learned, simulated};
use typestar_model::{FindingKind, Summary, write_dot};
use typestar_protocol::{Clock, Component, Returned, Settings, Sink, Timekeeper};
use typestar_query::{Case, Folder, Resume, RunOptions, System, Target, learn};
use typestar_system::Closed;

/// Calls back after a delay, once.
#[derive(Clone, Default)]
struct Delayed {
    delay: Duration,
    clock: Clock,
    /// Whether a call is scheduled for ever when it is asked,
    is_restless: bool,
    /// or it has threads,
    has_threads: bool,
    /// or it forgets to call back in every other word.
    forgets: Option<bool>,
    sink: Option<Sink>,
}

/// Calls itself every second, and brings nothing.
fn tick(clock: Timekeeper) {
    clock.clone().call_later(Duration::from_secs(1), move || tick(clock));
}

impl Component for Delayed {
    fn inputs(&self) -> Vec<String> {
        vec!["ask".into(), "forget".into()]
    }

    fn clock(&self) -> Clock {
        self.clock
    }

    fn has_threads(&self) -> bool {
        self.has_threads
    }

    fn reset(&mut self, sink: Sink) -> Result<(), String> {
        self.sink = Some(sink);
        self.forgets = self.forgets.map(|forgets| !forgets);
        Ok(())
    }

    fn call(&mut self, input: &str) -> Result<Returned, String> {
        let sink = self.sink.take().ok_or("IllegalState: it was used")?;
        let clock = sink.clock().clone();
        if self.is_restless {
            tick(clock.clone());
        }
        if input == "ask" && self.forgets != Some(true) {
            clock.call_later(self.delay, move || sink.emit("onAnswer"));
        }
        Ok(Returned::NOTHING)
    }
}

fn closed(component: Delayed) -> Closed<Delayed> {
    Closed::new(component, Settings { quiescence_ms: 1, ..Settings::default() })
}

fn case() -> Case {
    let mut case = Case::of_model(Path::new("component"));
    case.system.target = Target::Command(vec!["component".to_owned()]);
    case
}

const VIRTUAL: Delayed = Delayed {
    delay: Duration::ZERO,
    clock: Clock::Virtual,
    is_restless: false,
    has_threads: false,
    forgets: None,
    sink: None,
};

#[test]
fn a_delay_of_ten_seconds_takes_as_long_as_one_of_ten_milliseconds_which_is_no_time() {
    let models = [Duration::from_millis(10), Duration::from_secs(10)].map(|delay| {
        let mut system = closed(Delayed { delay, ..VIRTUAL });
        assert!(system.about().clock.is_virtual() && !system.about().identity.is_empty());
        let finished = learned(&case(), &mut system);
        assert_eq!(system.sleeps(), 0);
        let verdict = &finished.summary.verdict;
        assert!(verdict.text.ends_with("; quiescence is exact"), "{verdict:?}");
        assert!(!verdict.assumptions.iter().any(|text| text.contains("callback")), "{verdict:?}");
        let total = finished.summary.total();
        (write_dot(&finished.learned.machine, "component"), total.executed, total.symbols)
    });
    assert!(models[0].0.contains("onAnswer"));
    assert_eq!(models[0], models[1]);
}

#[test]
fn nothing_is_said_of_quiescence_where_time_is_real_or_there_is_none() {
    // Its callback is due at the end of all time, so that no answer depends on how fast the machine is.
    let mut real = Closed::new(
        Delayed { delay: Duration::MAX, clock: Clock::Real, ..VIRTUAL },
        Settings { quiescence_ms: 1, ..Settings::default() },
    );
    assert!(!real.about().clock.is_virtual() && real.about().identity.is_empty());
    let finished = learned(&case(), &mut real);
    assert!(!finished.summary.verdict.text.contains("quiescence"), "{:?}", finished.summary.verdict);
    assert!(real.sleeps() > 0);
    let finished = learned(&learning::case("AsyncTask"), &mut simulated("AsyncTask"));
    assert!(!finished.summary.verdict.text.contains("quiescence"), "{:?}", finished.summary.verdict);
}

/// Learns a component in a folder that may know its answers already.
fn learned_in(folder: &Path, component: &Delayed) -> Summary {
    let folder = Folder::open(folder, &[]).expect("a folder");
    let journal = folder.journal(Resume::Keep).expect("a journal");
    let system = &mut closed(component.clone());
    learn(&case(), system, journal, &RunOptions::default(), &mut |_, _| {}).expect("it is learned").summary
}

#[test]
fn the_verdict_tells_which_silence_is_not_exact_also_from_kept_evidence() {
    let restless = Delayed { is_restless: true, ..VIRTUAL };
    let threaded = Delayed { has_threads: true, ..VIRTUAL };
    for (component, told, assumed) in [
        (restless, "waits ended at the horizon of 3600000 ms or 1000 calls", "or 1000 scheduled calls"),
        (threaded, "waits timed", "after a timed wait had ended"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let first = learned_in(folder.path(), &component);
        assert!(first.verdict.text.contains("; quiescence is not exact: "), "{:?}", first.verdict);
        assert!(first.verdict.text.ends_with(told), "{:?}", first.verdict);
        assert!(first.verdict.assumptions.iter().any(|text| text.contains(assumed)), "{:?}", first.verdict);
        let again = learned_in(folder.path(), &component);
        assert_eq!((again.replayed, &again.verdict), (first.total().executed, &first.verdict));
    }
}

#[test]
fn nobody_is_told_to_wait_longer_where_waiting_takes_no_time() {
    let mut forgetful = closed(Delayed { forgets: Some(false), ..VIRTUAL });
    let finished = learned(&case(), &mut forgetful);
    let disputed = finished.summary.findings.iter().find(|finding| finding.kind == FindingKind::Disagreement);
    let disputed = disputed.expect("a callback that comes now and then is found");
    assert!(disputed.message.contains("quiet") && disputed.message.contains("onAnswer"), "{}", disputed.message);
    assert!(!disputed.advice.iter().any(|advice| advice.contains("quiescence_ms")), "{:?}", disputed.advice);
}
