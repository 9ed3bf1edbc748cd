//! How time passes in the Python host library: virtual clocks, asyncio, and what makes time real.
//!
//! The transcripts show what all libraries have in common; this is about Python's own.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{has, repository};
use serde_json::{Value, json};

/// What all adapters begin with. At their end they write how often the library has waited for real.
const HEAD: &str = r#"
import asyncio, socket, sys, threading, time
sys.path.insert(0, sys.argv[1])
import typestar_adapter
from typestar_adapter import output, serve

def tell():
    open("waits", "w").write(str(typestar_adapter.real_waits))
"#;

/// A component that asks for a clock.
const CLOCKED: &str = r#"
class Component:
    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock

    def begin(self):
        self.clock.call_later(10, self.emit, "onDone")

    def blink(self):
        self.clock.call_later(0.03, self.emit, "onBlink")

    def connect(self):
        self.socket = socket.socket()

    def close(self):
        self.socket.close()

    def thread(self):
        threading.Thread(target=time.sleep, args=[0.001]).start()

    def live(self):
        self.ended = threading.Event()
        self.living = threading.Thread(target=self.ended.wait, daemon=True)
        self.living.start()

    def schedule(self):
        threading.Thread(target=self.blink).start()

    def order(self):
        self.clock.call_later(0.005, threading.Thread(target=self.work).start)

    def work(self):
        scheduled = threading.Event()
        self.clock.call_later(0.01, lambda: (self.emit("onScheduled"), scheduled.set()))
        scheduled.wait(20)
        self.emit("onWorked")

    def beat(self):
        self.clock.call_later(0, self.beat)

    def clock_has_passed(self):
        return output("ahead" if self.clock.now() >= 10 else "behind" if self.clock.now() > 0 else "still")

    def end(self):
        if hasattr(self, "ended"):
            self.ended.set()
            self.living.join()

names = ["begin", "blink", "connect", "close", "thread", "live", "schedule", "order", "beat", "clock_has_passed", "end"]
serve(name="component", create=Component, destroy=Component.end, clock="virtual", inputs=names, tear_down=tell)
"#;

/// A component that lives in asyncio.
const ASYNCIO: &str = r#"
class Component:
    def __init__(self, emit):
        self.emit = emit
        self.loop = asyncio.get_running_loop()
        self.happened = []

    async def begin(self):
        self.task = asyncio.create_task(self.work())

    async def work(self):
        self.happened.append("started")
        try:
            await asyncio.sleep(10)
            self.emit("onDone")
        finally:
            left.append("cleaned up")

    def tell(self):
        return output("+".join(self.happened) or "nothing")

    async def nap(self):
        before = self.loop.time()
        await asyncio.sleep(10)
        return output("slept %g" % (self.loop.time() - before))

    async def order(self):
        for name in "abcdefg":
            self.loop.call_later(1, self.emit, name)

    async def fail(self):
        self.task = asyncio.create_task(self.broken())

    async def broken(self):
        await asyncio.sleep(1)
        raise ValueError("broken")

    def spin(self):
        self.loop.call_soon(self.spin)

    async def beat(self):
        self.loop.call_later(1, asyncio.ensure_future, self.beat())

    async def compute(self):
        self.loop.run_in_executor(None, time.sleep, 0.001).add_done_callback(lambda _: self.emit("onComputed"))

    async def listen(self):
        self.pair = socket.socketpair()
        self.loop.add_reader(self.pair[0], lambda: None)

    async def hang_up(self):
        self.loop.remove_reader(self.pair[0])

    async def exit(self):
        sys.exit(1)

    async def never(self):
        await self.loop.create_future()

    def left(self):
        return output("+".join(left) or "nothing")

left = []
names = ["begin", "tell", "nap", "order", "fail", "spin", "beat", "compute", "listen", "hang_up", "exit"]
names += ["never", "left"]
serve(name="component", create=Component, clock="asyncio", inputs=names, tear_down=tell)
"#;

/// A conversation with an adapter: what it said when it was greeted and to each word, and its waits in real time.
struct Talk {
    ready: Value,
    answers: Vec<Value>,
    real_waits: u64,
}

impl Talk {
    /// Asks words of an adapter; none without Python.
    fn with(script: &str, settings: &Value, words: &[&str]) -> Option<Self> {
        if !has("python3") {
            return None;
        }
        let folder = tempfile::TempDir::new().expect("a folder");
        std::fs::write(folder.path().join("adapter.py"), format!("{HEAD}{script}")).expect("written");
        let library = repository("hosts/python").canonicalize().expect("the library");
        let mut command = Command::new("python3");
        command.arg("adapter.py").arg(library).current_dir(folder.path());
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("python3");
        let plans: Vec<Value> =
            words.iter().map(|word| json!({ "word": word.split(' ').collect::<Vec<_>>() })).collect();
        let requests = [
            json!({ "type": "hello", "protocol": 3, "settings": settings }),
            json!({ "type": "run", "id": 1, "plans": plans }),
        ];
        let mut stdin = child.stdin.take().expect("was piped");
        for request in requests {
            writeln!(stdin, "{request}").expect("it listens");
        }
        drop(stdin);
        let output = child.wait_with_output().expect("it ends by itself");
        let lines = String::from_utf8(output.stdout).expect("text");
        let mut lines = lines.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let ready = lines.next().expect("a greeting");
        let waits = std::fs::read_to_string(folder.path().join("waits")).expect("it tore down");
        Some(Self { ready, answers: lines.collect(), real_waits: waits.parse().expect("a number") })
    }

    /// The outputs of a word, by its place; a silence that is not certain is told in brackets.
    fn outputs(&self, word: usize) -> String {
        let steps = self.answers[word]["steps"].as_array().unwrap_or_else(|| panic!("{}", self.answers[word]));
        let step = |step: &Value| {
            let silence = step["silence"].as_str().map(|silence| format!("[{silence}]"));
            format!("{}{}", step["output"].as_str().expect("a name"), silence.unwrap_or_default())
        };
        steps.iter().map(step).collect::<Vec<_>>().join(" ")
    }

    /// Checks the outputs of all words.
    #[track_caller]
    fn answers(&self, outputs: &[&str]) {
        let answered: Vec<String> = (0..self.answers.len()).map(|word| self.outputs(word)).collect();
        assert_eq!(answered, outputs);
    }
}

#[test]
fn a_delay_of_ten_seconds_takes_no_real_time() {
    for script in [CLOCKED, ASYNCIO] {
        let Some(talk) = Talk::with(script, &json!({}), &["begin wait wait"]) else { return };
        assert_eq!(talk.ready["clock"], "virtual");
        talk.answers(&["ok onDone quiet"]);
        assert_eq!(talk.real_waits, 0);
    }
}

#[test]
fn real_time_is_used_if_it_is_asked_for() {
    for script in [CLOCKED, ASYNCIO] {
        let settings = json!({ "clock": "real", "quiescence_ms": 20 });
        let Some(talk) = Talk::with(script, &settings, &["begin wait"]) else { return };
        assert_eq!(talk.ready.get("clock"), None);
        talk.answers(&["ok quiet"]);
        assert!(talk.real_waits > 0);
    }
}

#[test]
fn silence_is_timed_while_a_component_has_a_socket() {
    let settings = json!({ "quiescence_ms": 20 });
    let words = ["begin connect wait wait close wait", "begin wait wait"];
    let Some(talk) = Talk::with(CLOCKED, &settings, &words) else { return };
    talk.answers(&["ok ok quiet[timed] quiet[timed] ok onDone", "ok onDone quiet"]);
    assert!(talk.real_waits > 0);
}

#[test]
fn the_clock_does_not_jump_while_a_component_has_a_thread() {
    let settings = json!({ "quiescence_ms": 200 });
    let words = ["live begin wait clock_has_passed", "begin wait clock_has_passed", "begin clock_has_passed"];
    let Some(talk) = Talk::with(CLOCKED, &settings, &words) else { return };
    talk.answers(&["ok ok quiet[timed] behind", "ok onDone ahead", "ok still"]);
    assert!(talk.real_waits > 0);
}

#[test]
fn what_is_due_comes_in_real_time_while_a_component_has_a_thread() {
    let settings = json!({ "quiescence_ms": 5_000 });
    let Some(talk) = Talk::with(CLOCKED, &settings, &["live begin blink wait clock_has_passed"]) else { return };
    talk.answers(&["ok ok ok onBlink behind"]);
    assert!(talk.real_waits > 0);
}

#[test]
fn the_clock_jumps_again_when_a_thread_has_ended() {
    let settings = json!({ "quiescence_ms": 8_000 });
    let Some(talk) = Talk::with(CLOCKED, &settings, &["begin thread wait wait", "live begin end wait"]) else { return };
    talk.answers(&["ok ok onDone quiet", "ok ok ok onDone"]);
}

#[test]
fn what_a_thread_schedules_comes_before_what_it_does_later() {
    // A slice of such a wait is longer than the thread has patience: it is told that something is due earlier.
    let settings = json!({ "quiescence_ms": 200_000 });
    let Some(talk) = Talk::with(CLOCKED, &settings, &["live order wait wait", "schedule wait"]) else { return };
    talk.answers(&["ok ok onScheduled onWorked", "ok onBlink"]);
}

#[test]
fn calls_without_end_do_not_hold_up_real_time() {
    let settings = json!({ "quiescence_ms": 20 });
    let Some(talk) = Talk::with(CLOCKED, &settings, &["live beat wait", "beat wait"]) else { return };
    talk.answers(&["ok ok quiet[timed]", "ok quiet[horizon]"]);
}

#[test]
fn a_rest_is_real_while_a_component_has_a_thread() {
    // What is due in the rest comes in it, and what is due afterwards does not.
    let script = CLOCKED.replace(
        "self.emit, self.clock = emit, clock",
        "self.emit, self.clock = emit, clock; self.live(); self.blink(); self.begin()",
    );
    let settings = json!({ "settle_ms": 60, "quiescence_ms": 20, "reset_waits_for": "onBlink" });
    let Some(talk) = Talk::with(&script, &settings, &["clock_has_passed wait clock_has_passed end wait"]) else {
        return;
    };
    talk.answers(&["behind quiet[timed] behind ok onDone"]);
    assert!(talk.real_waits > 0);
}

#[test]
fn silence_is_certain_again_when_a_thread_has_ended() {
    let Some(talk) = Talk::with(CLOCKED, &json!({ "quiescence_ms": 8_000 }), &["thread wait", "begin wait wait"])
    else {
        return;
    };
    talk.answers(&["ok quiet", "ok onDone quiet"]);
}

#[test]
fn callins_between_waits_run_back_to_back_in_asyncio() {
    let Some(talk) = Talk::with(ASYNCIO, &json!({}), &["begin tell tell wait tell", "tell begin nap tell wait"]) else {
        return;
    };
    talk.answers(&["ok nothing nothing onDone started", "nothing ok slept 10 started onDone"]);
    assert_eq!(talk.real_waits, 0);
}

#[test]
fn timers_of_the_same_time_run_in_the_order_of_scheduling_in_asyncio() {
    let word = "order wait wait wait wait wait wait wait wait";
    let Some(talk) = Talk::with(ASYNCIO, &json!({}), &[word]) else { return };
    talk.answers(&["ok a b c d e f g quiet"]);
}

#[test]
fn tasks_that_are_left_are_cancelled_before_the_next_word() {
    // The second word leaves a task that has not begun, which has nothing to clean up.
    let Some(talk) = Talk::with(ASYNCIO, &json!({}), &["begin nap begin", "left begin", "left wait"]) else { return };
    talk.answers(&["ok slept 10 ok", "cleaned up ok", "cleaned up quiet"]);
}

#[test]
fn what_fails_in_a_task_is_a_note() {
    let Some(talk) = Talk::with(ASYNCIO, &json!({}), &["fail wait", "exit", "tell"]) else { return };
    talk.answers(&["ok quiet", "error", "nothing"]);
    assert_eq!(talk.answers[0]["notes"], json!(["in the background: ValueError: broken"]));
    assert_eq!((talk.answers[1].get("notes"), talk.answers[2].get("notes")), (None, None));
}

#[test]
fn a_loop_that_turns_for_ever_ends_at_the_horizon() {
    let Some(talk) = Talk::with(ASYNCIO, &json!({}), &["spin wait", "beat wait", "wait"]) else { return };
    talk.answers(&["ok quiet[horizon]", "ok quiet[horizon]", "quiet"]);
    assert_eq!(talk.real_waits, 0);
}

#[test]
fn work_in_another_thread_is_waited_for_in_asyncio() {
    let settings = json!({ "quiescence_ms": 60_000 });
    let Some(talk) = Talk::with(ASYNCIO, &settings, &["compute wait"]) else { return };
    talk.answers(&["ok onComputed"]);
}

#[test]
fn silence_is_timed_while_a_loop_has_a_socket() {
    let settings = json!({ "quiescence_ms": 20 });
    // Time is real meanwhile: the timer of ten seconds does not come.
    let words = ["listen begin wait hang_up wait", "begin wait wait"];
    let Some(talk) = Talk::with(ASYNCIO, &settings, &words) else { return };
    talk.answers(&["ok ok quiet[timed] ok onDone", "ok onDone quiet"]);
}

#[test]
fn a_coroutine_that_never_returns_is_named() {
    let settings = json!({ "step_deadline_ms": 3_000 });
    let Some(talk) = Talk::with(ASYNCIO, &settings, &["begin never"]) else { return };
    let message = talk.answers[0]["message"].as_str().expect("it failed");
    assert_eq!(message, "call: `never` did not return within 3000 ms (after `begin`)");
}

#[test]
fn a_component_that_was_never_there_is_not_destroyed() {
    let script = r#"
made = []
class Component:
    def __init__(self, emit):
        made.append(self)
        if len(made) == 1:
            raise ValueError("not yet")
    def go(self):
        pass
    def end(self):
        pass
serve(name="c", create=Component, inputs=["go"], destroy=lambda component: component.end(), tear_down=tell)
"#;
    let Some(talk) = Talk::with(script, &json!({}), &["go", "go"]) else { return };
    assert!(talk.answers[0]["message"].as_str().is_some_and(|text| text.contains("ValueError: not yet")));
    assert_eq!(talk.outputs(1), "ok", "only the word whose component could not be made fails");
}
