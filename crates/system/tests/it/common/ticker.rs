//! The toy of the transcripts that does everything by its clock, in Rust; hosts/transcripts/README.md describes it.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use typestar_protocol::{Clock, Component, Returned, Scheduled, Sink};

const INPUTS: [&str; 12] =
    ["ping", "slow", "hour", "zero", "four", "chain", "cross", "idle", "stop", "fail", "thread", "time"];
const OUTPUTS: [&str; 12] = [
    "onReady",
    "onPing",
    "onSlow",
    "onHour",
    "onZero",
    "onFirst",
    "onSecond",
    "onThird",
    "onFourth",
    "onChained",
    "onCrossed",
    "onThread",
];

/// Schedules callbacks.
#[derive(Default)]
pub struct Ticker {
    timers: Option<Timers>,
    thread: Option<Thread>,
}

/// Everything that one component has scheduled; scheduled calls share it.
#[derive(Clone)]
struct Timers {
    sink: Sink,
    all: Arc<Mutex<Vec<Scheduled>>>,
}

impl Timers {
    fn call(&self, milliseconds: u64, call: impl FnOnce(&Self) + Send + 'static) -> Scheduled {
        let timers = self.clone();
        let made = self.sink.clock().call_later(Duration::from_millis(milliseconds), move || call(&timers));
        self.all.lock().expect("nobody panics").push(made.clone());
        made
    }

    fn emit(&self, milliseconds: u64, name: &'static str) -> Scheduled {
        self.call(milliseconds, move |timers| timers.sink.emit(name))
    }

    fn idle(&self) {
        self.call(1, Self::idle);
    }

    fn cross(&self) {
        let other: Arc<Mutex<Option<Scheduled>>> = Arc::default();
        let crossed = Arc::clone(&other);
        self.call(10, move |_| crossed.lock().expect("nobody panics").iter().for_each(Scheduled::cancel));
        *other.lock().expect("nobody panics") = Some(self.emit(10, "onCrossed"));
    }

    fn stop(&self) {
        self.all.lock().expect("nobody panics").iter().for_each(Scheduled::cancel);
    }
}

/// A thread that lives until this is dropped.
struct Thread {
    end: Option<Sender<()>>,
    handle: Option<JoinHandle<()>>,
}

impl Thread {
    fn start(sink: Sink) -> Self {
        let (end, ended) = channel();
        let live = move || {
            if ended.recv_timeout(Duration::from_millis(5)) == Err(RecvTimeoutError::Timeout) {
                sink.emit("onThread");
                ended.recv().expect_err("the sender is dropped");
            }
        };
        Self { end: Some(end), handle: Some(std::thread::spawn(live)) }
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.end = None;
        self.handle.take().map(JoinHandle::join);
    }
}

impl Component for Ticker {
    fn inputs(&self) -> Vec<String> {
        INPUTS.map(String::from).to_vec()
    }

    fn outputs(&self) -> Option<Vec<String>> {
        Some(OUTPUTS.map(String::from).to_vec())
    }

    fn clock(&self) -> Clock {
        Clock::Virtual
    }

    fn has_threads(&self) -> bool {
        self.thread.is_some()
    }

    fn reset(&mut self, sink: Sink) -> Result<(), String> {
        let timers = Timers { sink, all: Arc::default() };
        timers.emit(50, "onReady");
        *self = Self { timers: Some(timers), thread: None };
        Ok(())
    }

    fn call(&mut self, input: &str) -> Result<Returned, String> {
        let timers = self.timers.as_ref().expect("reset comes first");
        match input {
            "ping" => drop(timers.emit(10, "onPing")),
            "slow" => drop(timers.emit(10_000, "onSlow")),
            "hour" => drop(timers.emit(3_600_000, "onHour")),
            "zero" => drop(timers.emit(0, "onZero")),
            "four" => [(30, "onThird"), (10, "onFirst"), (20, "onSecond"), (30, "onFourth")]
                .into_iter()
                .for_each(|(milliseconds, name)| drop(timers.emit(milliseconds, name))),
            "chain" => drop(timers.call(10, |timers| drop(timers.emit(0, "onChained")))),
            "cross" => timers.cross(),
            "idle" => timers.idle(),
            "stop" => timers.stop(),
            "fail" => drop(timers.call(10, |timers| timers.sink.note("in the background: IllegalState: late"))),
            "thread" => self.thread = Some(Thread::start(timers.sink.clone())),
            _ => return Ok((timers.sink.clock().now().as_millis() as usize).into()),
        }
        Ok(Returned::NOTHING)
    }
}
