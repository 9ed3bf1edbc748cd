//! Time that belongs to the component, rule by rule.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use typestar_model::{Inputs, Outputs, Plan, Silence, Step};
use typestar_protocol::{Clock, Component, Host, Returned, Scheduled, Settings, Sink};

const INPUTS: [&str; 9] = ["nothing", "soon", "later", "now", "call off", "spin", "thousand", "far", "thread"];

/// Schedules, and calls off; `time` of the snapshot is what its clock shows.
#[derive(Default)]
struct Scheduler {
    sink: Option<Sink>,
    scheduled: Vec<Scheduled>,
    has_threads: bool,
    /// Callbacks that its creation schedules, with their delays.
    at_creation: Vec<(u64, &'static str)>,
    /// Whether something was scheduled that only the end of a word can end.
    holds: Arc<AtomicBool>,
}

fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// Calls itself again and again, and emits nothing.
fn spin(sink: Sink, delay: Duration) {
    let clock = sink.clock().clone();
    clock.call_later(delay, move || spin(sink, delay));
}

/// Calls itself this many times, and then emits.
fn count_down(sink: Sink, calls: u32) {
    let clock = sink.clock().clone();
    clock.call_later(Duration::ZERO, move || match calls {
        1 => sink.emit("onDone"),
        _ => count_down(sink, calls - 1),
    });
}

impl Scheduler {
    fn sink(&self) -> Sink {
        self.sink.clone().expect("reset comes first")
    }

    fn schedule(&mut self, delay: Duration, name: &'static str) {
        let sink = self.sink();
        self.scheduled.push(self.sink().clock().call_later(delay, move || sink.emit(name)));
    }
}

impl Component for Scheduler {
    fn inputs(&self) -> Vec<String> {
        INPUTS.map(String::from).to_vec()
    }

    fn clock(&self) -> Clock {
        Clock::Virtual
    }

    fn has_threads(&self) -> bool {
        self.has_threads
    }

    fn reset(&mut self, sink: Sink) -> Result<(), String> {
        (self.sink, self.scheduled, self.has_threads) = (Some(sink), Vec::new(), false);
        for (delay, name) in self.at_creation.clone() {
            self.schedule(milliseconds(delay), name);
        }
        Ok(())
    }

    fn call(&mut self, input: &str) -> Result<Returned, String> {
        match input {
            "soon" => self.schedule(milliseconds(10), "onSoon"),
            "later" => self.schedule(milliseconds(20), "onLater"),
            "now" => self.schedule(Duration::ZERO, "onNow"),
            "call off" => self.scheduled.iter().for_each(Scheduled::cancel),
            "spin" => spin(self.sink(), milliseconds(1)),
            "thousand" => count_down(self.sink(), 1_000),
            "far" => self.schedule(milliseconds(7_200_000), "onFar"),
            "thread" => {
                let (sink, holds) = (self.sink(), Arc::clone(&self.holds));
                self.has_threads = true;
                std::thread::spawn(move || {
                    sink.emit("onThread");
                    holds.store(true, Ordering::Relaxed);
                });
            }
            _ => {}
        }
        Ok(Returned::NOTHING)
    }

    fn snapshot(&self) -> std::collections::BTreeMap<String, typestar_model::Value> {
        let now = self.sink().clock().now().as_millis() as i64;
        [("time".to_owned(), typestar_model::Value::Integer(now))].into()
    }
}

fn host(settings: Settings) -> Host<Scheduler> {
    Host::new(Scheduler::default(), settings)
}

/// The steps of a word; its inputs are separated by commas.
fn steps<C: Component>(host: &mut Host<C>, word: &str) -> Result<Vec<Step>, String> {
    let mut inputs = Inputs::default();
    let word: Vec<_> = word.split(", ").map(|input| inputs.intern(input)).collect();
    let mut steps = Vec::new();
    host.execute(&Plan::word(word), &inputs, &Outputs::default(), &mut |step| steps.push(step))?;
    Ok(steps)
}

/// The outputs of a word, each with the time after it, and with what makes silence doubtful.
fn told(host: &mut Host<Scheduler>, word: &str) -> Vec<String> {
    let text = |step: &Step| {
        let silence = step.evidence.silence.map(|silence| format!(" {silence:?}")).unwrap_or_default();
        format!("{}{silence} @{}", step.output, step.evidence.values["time"])
    };
    steps(host, word).expect("an answer").iter().map(text).collect()
}

#[test]
fn waits_take_virtual_time_and_callins_none() {
    let mut host = host(Settings::default());
    assert_eq!(host.clock(), Clock::Virtual);
    let word = "soon, nothing, wait, later, wait, wait";
    assert_eq!(told(&mut host, word), ["ok @0", "ok @0", "onSoon @10", "ok @10", "onLater @30", "quiet @30"]);
    assert_eq!(host.sleeps(), 0);
}

#[test]
fn what_is_due_first_comes_first_and_then_what_was_scheduled_first() {
    let mut host = host(Settings::default());
    let word = "later, soon, soon, wait, later, wait, wait, wait";
    let times = ["ok @0", "ok @0", "ok @0", "onSoon @10", "ok @10", "onSoon @10", "onLater @20", "onLater @30"];
    assert_eq!(told(&mut host, word), times);
}

#[test]
fn what_is_due_now_waits_for_the_wait() {
    let mut host = host(Settings::default());
    assert_eq!(told(&mut host, "now, nothing, now, wait, wait, wait").join(" "), {
        "ok @0 ok @0 ok @0 onNow @0 onNow @0 quiet @0"
    });
}

#[test]
fn what_is_called_off_takes_no_time() {
    let mut host = host(Settings::default());
    assert_eq!(told(&mut host, "soon, far, call off, wait"), ["ok @0", "ok @0", "ok @0", "quiet @0"]);
    let after = told(&mut host, "soon, wait, call off, call off, wait");
    assert_eq!(after, ["ok @0", "onSoon @10", "ok @10", "ok @10", "quiet @10"]);
}

#[test]
fn a_call_that_was_scheduled_schedules_another_one() {
    let mut host = host(Settings::default());
    assert_eq!(told(&mut host, "thousand, wait, wait"), ["ok @0", "onDone @0", "quiet @0"], "1,000 calls are enough");
}

#[test]
fn a_wait_ends_at_the_horizon_and_leaves_the_clock_where_it_was() {
    let mut host = host(Settings::default());
    let word = "far, soon, wait, wait, wait, soon, wait";
    let horizon = "quiet Horizon @10";
    assert_eq!(told(&mut host, word), ["ok @0", "ok @0", "onSoon @10", horizon, horizon, "ok @10", "onSoon @20"]);
    let mut patient = self::host(Settings { horizon_ms: 7_200_000, ..Settings::default() });
    assert_eq!(told(&mut patient, "far, wait, wait"), ["ok @0", "onFar @7200000", "quiet @7200000"]);
    assert_eq!(host.sleeps() + patient.sleeps(), 0);
}

#[test]
fn a_wait_ends_after_a_thousand_calls_without_a_callback() {
    let mut host = host(Settings::default());
    let word = "spin, wait, wait, soon, wait, wait";
    let times = ["ok @0", "quiet Horizon @1000", "quiet Horizon @2000", "ok @2000", "onSoon @2010"];
    assert_eq!(told(&mut host, word)[..5], times);
    assert!(host.take_remarks().late.is_empty(), "what is scheduled is never late");
}

#[test]
fn each_word_has_a_clock_of_its_own_and_what_it_scheduled_dies_with_it() {
    let mut host = host(Settings::default());
    assert_eq!(told(&mut host, "soon, wait, later, far"), ["ok @0", "onSoon @10", "ok @10", "ok @10"]);
    assert_eq!(told(&mut host, "wait, soon, wait"), ["quiet @0", "ok @0", "onSoon @10"]);
}

fn scheduling(at_creation: &[(u64, &'static str)], settings: Settings) -> Host<Scheduler> {
    Host::new(Scheduler { at_creation: at_creation.to_vec(), ..Scheduler::default() }, settings)
}

#[test]
fn a_reset_waits_in_virtual_time() {
    let settings =
        Settings { reset_waits_for: Some("onReady".into()), reset_deadline_ms: 4_000, ..Settings::default() };
    let mut ready = scheduling(&[(1_000, "onTick"), (4_000, "onReady"), (4_001, "onMore")], settings.clone());
    assert_eq!(told(&mut ready, "nothing, wait, wait"), ["ok @4000", "onMore @4001", "quiet @4001"]);
    for late in [scheduling(&[(4_001, "onReady")], settings.clone()), scheduling(&[], settings)].iter_mut() {
        assert_eq!(steps(late, "nothing"), Err("reset: onReady did not come in time".into()));
        assert_eq!(late.sleeps(), 0);
    }
    assert_eq!(ready.sleeps(), 0);
}

#[test]
fn a_rest_after_the_reset_lets_virtual_time_pass() {
    let settings = Settings { settle_ms: 5_000, ..Settings::default() };
    let mut host = scheduling(&[(5_000, "onReady"), (6_000, "onMore")], settings);
    assert_eq!(
        told(&mut host, "nothing, wait, wait, wait"),
        ["ok @5000", "onReady @5000", "onMore @6000", "quiet @6000"]
    );
    assert_eq!(host.sleeps(), 0);
}

#[test]
fn a_reset_that_schedules_for_ever_ends() {
    /// Its creation never comes to rest.
    #[derive(Default)]
    struct Restless;
    impl Component for Restless {
        fn inputs(&self) -> Vec<String> {
            vec!["nothing".into()]
        }
        fn clock(&self) -> Clock {
            Clock::Virtual
        }
        fn reset(&mut self, sink: Sink) -> Result<(), String> {
            spin(sink, Duration::ZERO);
            Ok(())
        }
        fn call(&mut self, _input: &str) -> Result<Returned, String> {
            Ok(Returned::NOTHING)
        }
    }
    let awaiting = Settings { reset_waits_for: Some("onReady".into()), ..Settings::default() };
    assert!(steps(&mut Host::new(Restless, awaiting), "nothing").is_err());
    let settling = Settings { settle_ms: 10, ..Settings::default() };
    let steps = steps(&mut Host::new(Restless, settling), "nothing, wait").expect("an answer");
    assert_eq!((steps[1].output.text(), steps[1].evidence.silence), ("quiet", Some(Silence::Horizon)));
}

#[test]
fn silence_beside_threads_is_measured_in_real_time() {
    let mut host = host(Settings { quiescence_ms: 1, ..Settings::default() });
    let holds = Arc::clone(&host.component().holds);
    // Whenever the callback of the thread comes, a wait delivers it, and the quiet ones were timed.
    let outputs = told(&mut host, "thread, soon, wait, wait, wait, wait");
    let quiet: Vec<&String> = outputs.iter().filter(|output| output.starts_with("quiet")).collect();
    assert!(quiet.len() >= 2 && quiet.iter().all(|output| output.starts_with("quiet Timed")), "{outputs:?}");
    assert!(!outputs.iter().any(|output| output.starts_with("onSoon")), "the clock does not jump: {outputs:?}");
    assert!(host.sleeps() > 0);
    while !holds.load(Ordering::Relaxed) {
        std::thread::yield_now();
    }
    let sleeps = host.sleeps();
    assert_eq!(told(&mut host, "soon, wait, wait"), ["ok @0", "onSoon @10", "quiet @10"], "the threads are gone");
    assert_eq!(host.sleeps(), sleeps);
}

#[test]
fn a_callback_from_another_thread_betrays_that_there_are_threads() {
    /// Calls back from a thread that it does not speak of.
    #[derive(Default)]
    struct Sly(Option<Sink>);
    impl Component for Sly {
        fn inputs(&self) -> Vec<String> {
            vec!["go".into()]
        }
        fn clock(&self) -> Clock {
            Clock::Virtual
        }
        fn reset(&mut self, sink: Sink) -> Result<(), String> {
            self.0 = Some(sink);
            Ok(())
        }
        fn call(&mut self, _input: &str) -> Result<Returned, String> {
            let sink = self.0.clone().expect("reset comes first");
            std::thread::spawn(move || sink.emit("onGone")).join().expect("it ends");
            Ok(Returned::NOTHING)
        }
    }
    let mut host = Host::new(Sly::default(), Settings { quiescence_ms: 1, ..Settings::default() });
    let steps = steps(&mut host, "wait, go, wait, wait").expect("an answer");
    let silences: Vec<Option<Silence>> = steps.iter().map(|step| step.evidence.silence).collect();
    assert_eq!(silences, [None, None, None, Some(Silence::Timed)]);
}

#[test]
fn real_time_can_be_asked_for() {
    let settings = Settings { clock: Clock::Real, quiescence_ms: 10_000, ..Settings::default() };
    let mut host = host(settings);
    assert_eq!(host.clock(), Clock::Real);
    // Timers run on a thread, in the order of their times, and those that were called off do not.
    let steps = steps(&mut host, "far, call off, later, soon, wait, wait").expect("an answer");
    let outputs: Vec<&str> = steps.iter().map(|step| step.output.text()).collect();
    assert_eq!(outputs, ["ok", "ok", "ok", "ok", "onSoon", "onLater"]);
    assert!(steps.iter().all(|step| step.evidence.silence.is_none()));
    assert!(host.sleeps() > 0, "nobody knew when they would come");
}

#[test]
fn a_component_without_a_clock_of_its_own_lives_in_real_time() {
    /// Says nothing of clocks.
    struct Plain;
    impl Component for Plain {
        fn inputs(&self) -> Vec<String> {
            Vec::new()
        }
        fn reset(&mut self, _sink: Sink) -> Result<(), String> {
            Ok(())
        }
        fn call(&mut self, _input: &str) -> Result<Returned, String> {
            Ok(Returned::NOTHING)
        }
    }
    let mut host = Host::new(Plain, Settings { quiescence_ms: 1, ..Settings::default() });
    assert_eq!(host.clock(), Clock::Real);
    assert_eq!(steps(&mut host, "wait").expect("an answer")[0].output.text(), "quiet");
    assert!(host.sleeps() > 0);
}

#[test]
fn what_a_scheduled_call_owns_ends_with_its_word() {
    /// Keeps something alive in a call that is never made.
    struct Keeper(Arc<Mutex<()>>);
    impl Component for Keeper {
        fn inputs(&self) -> Vec<String> {
            vec!["nothing".into()]
        }
        fn clock(&self) -> Clock {
            Clock::Virtual
        }
        fn reset(&mut self, sink: Sink) -> Result<(), String> {
            let (kept, clock) = (Arc::clone(&self.0), sink.clock().clone());
            clock.call_later(Duration::MAX, move || sink.emit(&format!("{kept:?}")));
            Ok(())
        }
        fn call(&mut self, _input: &str) -> Result<Returned, String> {
            Ok(Returned::NOTHING)
        }
    }
    let kept = Arc::default();
    let mut host = Host::new(Keeper(Arc::clone(&kept)), Settings::default());
    for _ in 0..3 {
        steps(&mut host, "nothing, wait").expect("an answer");
        assert_eq!(Arc::strong_count(&kept), 3);
    }
    drop(host);
    assert_eq!(Arc::strong_count(&kept), 1);
}

#[test]
fn clocks_have_names() {
    assert_eq!(["real", "virtual"].map(|name| name.parse()), [Ok(Clock::Real), Ok(Clock::Virtual)]);
    assert_eq!("sundial".parse::<Clock>(), Err("unknown clock `sundial`".to_owned()));
}
