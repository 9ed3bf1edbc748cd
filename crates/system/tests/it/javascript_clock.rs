//! The virtual clock of the JavaScript host: what Node's timers, promises and dates do on it, and when time stays real.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::common::{has, repository};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The start of every adapter; when it ends, it tells how often it has waited in real time.
const HEAD: &str = r#"
const { serve, output, realWaits } = require(process.argv[2] + "/typestar_adapter.js");
process.on("exit", () => require("node:fs").writeFileSync("waits", String(realWaits())));
const virtual = (more) => serve({ name: "c", clock: "virtual", create: (emit) => emit, ...more });
"#;

/// What an adapter said, line by line, how often it has waited in real time, and how it ended.
struct Said {
    lines: Vec<Value>,
    waits: u64,
    status: Option<i32>,
}

impl Said {
    /// The steps of the word at this place of the request, as people write them.
    fn steps(&self, index: usize) -> String {
        let steps = self.lines[index + 1]["steps"].as_array().unwrap_or_else(|| panic!("{}", self.lines[index + 1]));
        steps.iter().map(step_text).collect::<Vec<_>>().join(" ")
    }

    /// Checks the steps of every word, and that nobody waited in real time for them.
    #[track_caller]
    fn answers(self, words: &[&str]) -> Self {
        let steps: Vec<String> = (0..self.lines.len() - 1).map(|index| self.steps(index)).collect();
        assert_eq!(steps, words);
        assert_eq!((self.waits, self.status), (0, Some(0)), "real waits, and how it ended");
        self
    }
}

/// A step without its time: `wait/quiet(horizon)`.
fn step_text(step: &Value) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let silence = step["silence"].as_str().map(|silence| format!("({silence})")).unwrap_or_default();
    format!("{}/{}{silence}", text(&step["input"]), text(&step["output"]))
}

/// An adapter in a folder of its own.
fn start(script: &str, folder: &TempDir) -> Child {
    std::fs::write(folder.path().join("adapter.js"), format!("{HEAD}{script}")).expect("written");
    let mut command = Command::new("node");
    command.arg("adapter.js").arg(repository("hosts/javascript").canonicalize().expect("the library"));
    command.current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("it starts")
}

/// A greeting, and a request for words.
fn requests(settings: &Value, words: &[&str]) -> String {
    let plans: Vec<Value> = words.iter().map(|word| json!({"word": word.split(' ').collect::<Vec<_>>()})).collect();
    let hello = json!({"type": "hello", "protocol": 3, "settings": settings});
    format!("{hello}\n{}\n", json!({"type": "run", "id": 1, "plans": plans}))
}

/// Lets an adapter run words. None without Node.
fn ask(script: &str, settings: &Value, words: &[&str]) -> Option<Said> {
    if !has("node") {
        return None;
    }
    let folder = TempDir::new().expect("a folder");
    let mut child = start(script, &folder);
    let mut input = child.stdin.take().expect("was piped");
    input.write_all(requests(settings, words).as_bytes()).expect("it listens");
    let output = BufReader::new(child.stdout.take().expect("was piped"));
    let lines = output.lines().take(words.len() + 1).map(|line| line.expect("a line"));
    let lines = lines.map(|line| serde_json::from_str(&line).expect("JSON")).collect();
    drop(input);
    let status = child.wait().expect("it ends by itself").code();
    let waits = std::fs::read_to_string(folder.path().join("waits")).expect("it tells").parse().expect("a number");
    Some(Said { lines, waits, status })
}

/// The same with the default settings, but so little patience that a real wait hardly costs anything.
fn ask_plainly(script: &str, words: &[&str]) -> Option<Said> {
    ask(script, &json!({"quiescence_ms": 8}), words)
}

#[test]
fn timers_run_in_the_order_of_their_times_and_only_while_somebody_waits() {
    let script = r#"virtual({ inputs: {
      mixed: (emit) => {
        setTimeout(emit, 86400, "onDay");
        setTimeout(() => emit("onOne"), 1);
        setTimeout(() => emit("onZero"), 0); // for Node that is 1, too
        setTimeout(() => emit("onFraction"), 1.9);
        setTimeout(() => emit("onNothing"));
      },
      go: () => {},
    } });"#;
    let word = "mixed go wait go wait wait wait wait wait";
    let Some(said) = ask_plainly(script, &[word, "go wait"]) else { return };
    let all = "mixed/ok go/ok wait/onOne go/ok wait/onZero wait/onFraction wait/onNothing wait/onDay wait/quiet";
    let said = said.answers(&[all, "go/ok wait/quiet"]);
    assert_eq!(said.lines[0]["clock"], "virtual");
}

#[test]
fn what_is_due_now_does_not_run_inside_callins() {
    let script = r#"virtual({ create: (emit, clock) => ({ emit, clock }), inputs: {
      now: ({ emit, clock }) => void clock.callLater(0, () => emit(`on${clock.now()}`)),
      negative: ({ emit, clock }) => void clock.callLater(-5, () => emit(`on${clock.now()}`)),
      promised: async () => {},
      wrong: ({ clock }) => clock.callLater("soon", () => {}),
    } });"#;
    let Some(said) = ask_plainly(script, &["now promised negative wait wait wait", "wrong"]) else { return };
    let said = said.answers(&["now/ok promised/ok negative/ok wait/on0 wait/on0 wait/quiet", "wrong/error"]);
    assert_eq!(said.lines[2]["steps"][0]["reason"], "TypeError: callLater takes milliseconds and a function");
}

#[test]
fn timers_are_cleared_by_their_objects_and_by_their_numbers() {
    let script = r#"virtual({ create: (emit, clock) => ({ emit, clock, start: Date.now() }), inputs: {
      object: (c) => { c.timer = setTimeout(() => c.emit("onTimer"), 10); },
      number: (c) => { c.timer = Number(setTimeout(() => c.emit("onTimer"), 10)); },
      later: (c) => { c.later = c.clock.callLater(10, () => c.emit("onLater")); },
      clear: (c) => clearTimeout(c.timer),
      cancel: (c) => c.later.cancel(),
      interval: (c) => { c.timer = setInterval(() => c.emit("onTick"), 10).unref(); },
      refresh: (c) => void c.timer.refresh(),
      once: (c) => {
        const ticking = setInterval(() => { clearInterval(ticking); c.emit("onOnce"); }, 10);
      },
    } });"#;
    let words = [
        "object clear wait",
        "number clear clear wait",
        "later cancel cancel wait",
        "interval wait wait clear wait",
        "object later refresh wait wait refresh wait wait",
        "once wait wait",
    ];
    let Some(said) = ask_plainly(script, &words) else { return };
    said.answers(&[
        "object/ok clear/ok wait/quiet",
        "number/ok clear/ok clear/ok wait/quiet",
        "later/ok cancel/ok cancel/ok wait/quiet",
        "interval/ok wait/onTick wait/onTick clear/ok wait/quiet",
        "object/ok later/ok refresh/ok wait/onLater wait/onTimer refresh/ok wait/onTimer wait/quiet",
        "once/ok wait/onOnce wait/quiet",
    ]);
}

#[test]
fn a_component_that_never_rests_is_quiet_at_the_horizon() {
    let script = r#"virtual({ create: (emit) => ({ emit, count: 0 }), inputs: {
      tick: (c) => void setInterval(() => (c.count += 1), 1),
      immediately: (c) => { const again = () => setImmediate(again); again(); },
      far: (c) => void setTimeout(() => c.emit("onFar"), 501),
      near: (c) => void setTimeout(() => c.emit("onNear"), 500),
      count: (c) => output(String(c.count)),
    } });"#;
    let settings = json!({"horizon_ms": 500});
    let words = ["tick wait count", "far wait near wait wait wait", "immediately wait"];
    let Some(said) = ask(script, &settings, &words) else { return };
    let far = "far/ok wait/quiet(horizon) near/ok wait/onNear wait/onFar wait/quiet";
    said.answers(&["tick/ok wait/quiet(horizon) count/500", far, "immediately/ok wait/quiet(horizon)"]);
    let Some(said) = ask(script, &json!({}), &["tick wait count wait count"]) else { return };
    said.answers(&["tick/ok wait/quiet(horizon) count/1000 wait/quiet(horizon) count/2000"]);
}

#[test]
fn what_comes_beyond_the_horizon_is_not_late() {
    let script = r#"virtual({ inputs: {
      tick: (emit) => { let count = 0; setInterval(() => { count += 1; if (count === 1500) emit("onLast"); }, 1); },
    } });"#;
    let Some(said) = ask_plainly(script, &["tick wait wait"]) else { return };
    let said = said.answers(&["tick/ok wait/quiet(horizon) wait/onLast"]);
    assert_eq!(said.lines[1].get("late"), None);
}

#[test]
fn promises_ticks_and_immediates_come_before_any_time_passes() {
    let script = r#"
    const timers = require("node:timers/promises");
    virtual({ inputs: {
      all: (emit) => {
        setTimeout(() => emit("onTimeout"), 0);
        setImmediate(() => setImmediate(() => setImmediate(() => emit("onImmediate"))));
        (async () => { for (let turn = 0; turn < 50; turn += 1) await null; emit("onPromise"); })();
        process.nextTick(() => process.nextTick(() => emit("onTick")));
      },
      after: (emit) => {
        setTimeout(() => emit("onSecond"), 20);
        setTimeout(() => setImmediate(() => Promise.resolve().then(() => emit("onFirst"))), 10);
      },
      sleep: async (emit) => { await timers.setTimeout(3600000); return output("woken"); },
      doze: (emit) => void require("node:util").promisify(setTimeout)(5000).then(() => emit("onWoken")),
      ticks: async (emit) => { for await (const value of timers.setInterval(10, 7)) return output(`got ${value}`); },
      abort: async (emit) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 10);
        await timers.setTimeout(20, null, { signal: controller.signal }).catch((error) => emit(error.name));
      },
      late: (emit) => AbortSignal.timeout(30).addEventListener("abort", () => emit("onAbort")),
    } });"#;
    let words = ["all wait wait wait wait wait", "after wait wait", "sleep doze wait ticks late wait abort wait wait"];
    let Some(said) = ask_plainly(script, &words) else { return };
    said.answers(&[
        "all/ok wait/onPromise wait/onTick wait/onImmediate wait/onTimeout wait/quiet",
        "after/ok wait/onFirst wait/onSecond",
        "sleep/woken doze/ok wait/onWoken ticks/got 7 late/ok wait/onAbort abort/ok wait/AbortError wait/quiet",
    ]);
}

#[test]
fn timers_that_are_imported_are_on_the_clock() {
    let script = r#"
    const start = (timers) => virtual({ inputs: {
      sleep: (emit) => void timers.setTimeout(5000).then(() => emit("onWoken")),
    } });
    import("node:timers/promises").then(start);"#;
    let Some(said) = ask_plainly(script, &["sleep wait wait"]) else { return };
    said.answers(&["sleep/ok wait/onWoken wait/quiet"]);
}

#[test]
fn time_passes_while_a_callin_is_awaited_and_its_callbacks_are_kept() {
    let script = r#"virtual({ create: (emit, clock) => ({ emit, clock }), inputs: {
      load: async ({ emit }) => {
        setTimeout(() => emit("onProgress"), 500);
        setTimeout(() => emit("onAfter"), 1500);
        await new Promise((done) => setTimeout(done, 1000));
      },
      refuse: () => new Promise((done, fail) => setTimeout(fail, 1000, new RangeError("no"))),
      time: ({ clock }) => output(String(clock.now())),
    } });"#;
    let Some(said) = ask_plainly(script, &["load time wait wait time", "time refuse"]) else { return };
    said.answers(&["load/ok time/1000 wait/onProgress wait/onAfter time/1500", "time/0 refuse/error"]);
}

#[test]
fn a_callin_that_never_returns_hangs_even_if_timers_run_for_ever() {
    let script = r#"virtual({ inputs: {
      hang: () => { setInterval(() => {}, 10); return new Promise(() => {}); },
      go: () => {},
    } });"#;
    let Some(said) = ask(script, &json!({"step_deadline_ms": 50}), &["go hang", "go wait"]) else { return };
    assert_eq!(said.lines[1]["message"], "call: `hang` did not return within 50 ms (after `go`)");
    assert_eq!(said.steps(1), "go/ok wait/quiet");
}

#[test]
fn dates_are_those_of_the_clock_and_the_same_in_every_word() {
    let script = r#"
    const loaded = Date.now();
    const texts = (values) => output(values.join(" "));
    virtual({ inputs: {
      look: () => texts([Date.now(), new Date().getTime(), Date.parse(Date())]),
      measure: () => texts([performance.now(), ...process.hrtime(), process.hrtime.bigint()]),
      rest: () => new Promise((done) => setTimeout(done, 2000)),
      isReal: () => texts([loaded > Date.UTC(2020)]),
      isDate: () => texts([new Date(5).getTime() === 5, new Date() instanceof Date]),
    } });"#;
    let word = "isReal isDate look measure rest look measure";
    let Some(said) = ask_plainly(script, &[word, word]) else { return };
    let all = "isReal/true isDate/true true look/946684800000 946684800000 946684800000 measure/0 0 0 0 \
               rest/ok look/946684802000 946684802000 946684802000 measure/2000 2 0 2000000000";
    said.answers(&[all, all]);
}

#[test]
fn what_a_word_leaves_behind_is_dropped() {
    let script = r#"
    let emits = null;
    virtual({ create: (emit) => (emits = emit), inputs: {
      later: () => {
        setTimeout(() => emits("onOld"), 10);
        setImmediate(() => setImmediate(() => setTimeout(() => emits("onOld"), 10)));
      },
      go: () => {},
    } });"#;
    let Some(said) = ask_plainly(script, &["later", "go wait", "later wait wait wait"]) else { return };
    said.answers(&["later/ok", "go/ok wait/quiet", "later/ok wait/onOld wait/onOld wait/quiet"]);
}

#[test]
fn components_are_made_and_ended_on_the_clock_but_set_up_and_torn_down_in_real_time() {
    let script = r#"
    const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
    process.exitCode = 9; // of a process that has nothing left to do, because a timer never came
    let ended = 0;
    virtual({
      setUp: () => rest(5),
      tearDown: () => rest(5),
      create: async (emit) => { await rest(60000); setTimeout(emit, 70000, "onMade"); return emit; },
      destroy: async () => { await rest(80000); ended += 1; },
      inputs: { ended: () => output(String(ended)) },
    });"#;
    let settings = json!({"reset_waits_for": "onMade", "reset_deadline_ms": 70000, "settle_ms": 3000});
    let Some(said) = ask(script, &settings, &["ended wait", "ended wait"]) else { return };
    said.answers(&["ended/0 wait/quiet", "ended/1 wait/quiet"]);
}

#[test]
fn a_process_that_is_asked_to_end_in_mid_word_tears_down_in_real_time() {
    let script = r#"
    const realTimeout = setTimeout; // the wait for it is timed, and so it is long
    virtual({
      tearDown: () => { if (Date.now() < Date.UTC(2020)) process.exit(9); },
      inputs: { leave: () => { realTimeout(() => {}, 1e9); process.kill(process.pid, "SIGTERM"); } },
    });"#;
    let Some(said) = ask(script, &json!({"quiescence_ms": 60000}), &["leave wait"]) else { return };
    assert_eq!(said.status, Some(128 + 15));
}

#[test]
fn what_nobody_catches_in_a_timer_is_a_note() {
    let script = r#"virtual({ inputs: {
      throw: (emit) => { setTimeout(() => { throw new TypeError("late"); }, 10); setTimeout(() => emit("onNext"), 10); },
      reject: () => void setTimeout(async () => { throw new RangeError("far"); }, 10),
    } });"#;
    let Some(said) = ask_plainly(script, &["throw wait", "reject wait"]) else { return };
    let said = said.answers(&["throw/ok wait/onNext", "reject/ok wait/quiet"]);
    assert_eq!(said.lines[1]["notes"], json!(["in the background: TypeError: late"]));
    assert_eq!(said.lines[2]["notes"], json!(["in the background: RangeError: far"]));
}

/// Each of them does something that no virtual clock rules, and calls back when somebody waits for it.
const OUTSIDE: &str = r#"
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const net = require("node:net");
const { Worker } = require("node:worker_threads");
const realTimeout = setTimeout; // before there is a virtual clock
const inputs = {
  child: (c) => { c.open = spawn("sleep", ["100"]); c.close = () => c.open.kill(); },
  server: (c) => { c.open = net.createServer().listen(0, "127.0.0.1"); c.close = () => c.open.close(); },
  worker: (c) => { c.open = new Worker("setInterval(() => {}, 9)", { eval: true }); c.close = () => c.open.terminate(); },
  timer: (c) => { c.open = realTimeout(() => {}, 1e9); c.close = () => clearTimeout(c.open); },
  far: (c) => void setTimeout(() => c.emit("onFar"), 10000),
  near: (c) => void setTimeout(() => c.emit("onNear"), 10),
  read: (c) => fs.readFile(__filename, () => setTimeout(() => c.emit("onRead"), 10)),
  close: (c) => c.close(),
};
virtual({ create: (emit) => ({ emit }), inputs });
"#;

#[test]
fn silence_is_timed_while_a_component_has_more_than_the_clock() {
    for name in ["child", "server", "worker", "timer"] {
        let Some(said) = ask_plainly(OUTSIDE, &[&format!("{name} wait")]) else { return };
        assert_eq!(said.steps(0), format!("{name}/ok wait/quiet(timed)"));
        assert_eq!(said.waits, 8, "in so many slices");
    }
    // Whether the worker ends before the wait begins or during it depends on the machine: silence is exact in both cases.
    let Some(said) = ask_plainly(OUTSIDE, &["worker close wait"]) else { return };
    assert_eq!(said.steps(0), "worker/ok close/ok wait/quiet");
    let Some(said) = ask_plainly(OUTSIDE, &["timer close wait"]) else { return };
    said.answers(&["timer/ok close/ok wait/quiet"]);
}

#[test]
fn the_clock_does_not_jump_while_a_component_has_more_than_the_clock() {
    let words = ["worker far wait", "timer far near wait close wait wait", "far near wait wait wait"];
    let Some(said) = ask(OUTSIDE, &json!({"quiescence_ms": 40}), &words[..1]) else { return };
    assert_eq!(said.steps(0), "worker/ok far/ok wait/quiet(timed)");
    let Some(said) = ask(OUTSIDE, &json!({"quiescence_ms": 60000}), &words[1..]) else { return };
    assert_eq!(said.steps(0), "timer/ok far/ok near/ok wait/onNear close/ok wait/onFar wait/quiet");
    assert_eq!(said.steps(1), "far/ok near/ok wait/onNear wait/onFar wait/quiet");
}

#[test]
fn what_is_scheduled_beyond_a_timed_silence_is_not_late() {
    let script = r#"
    const realTimeout = setTimeout;
    virtual({ inputs: { go: (emit) => { realTimeout(() => {}, 1e9); setTimeout(emit, 12, "onTimer"); } } });"#;
    let Some(said) = ask_plainly(script, &["go wait wait"]) else { return };
    assert_eq!(said.steps(0), "go/ok wait/quiet(timed) wait/onTimer");
    assert_eq!(said.lines[1].get("late"), None);
}

#[test]
fn a_timed_silence_is_as_long_on_the_clock() {
    let script = r#"
    const realTimeout = setTimeout;
    virtual({ inputs: {
      open: () => void realTimeout(() => {}, 1e9),
      tick: () => void setInterval(() => {}, 1),
      time: () => output(String(performance.now())),
    } });"#;
    let Some(said) = ask_plainly(script, &["open wait time wait time", "open tick wait time"]) else { return };
    assert_eq!(said.steps(0), "open/ok wait/quiet(timed) time/8 wait/quiet(timed) time/16");
    assert_eq!(said.steps(1), "open/ok tick/ok wait/quiet(timed) time/8");
}

#[test]
fn time_goes_on_as_virtual_once_the_resources_have_ended() {
    let script = r#"
    const realTimeout = setTimeout;
    virtual({ inputs: {
      open: (emit) => { realTimeout(() => {}, 20); setTimeout(emit, 1e6, "onFar"); },
      awaited: () => { realTimeout(() => {}, 20); return new Promise((done) => setTimeout(done, 1e6)); },
    } });"#;
    let Some(said) = ask(script, &json!({"quiescence_ms": 60000}), &["open wait wait", "awaited wait"]) else { return };
    assert_eq!(said.steps(0), "open/ok wait/onFar wait/quiet");
    assert_eq!(said.steps(1), "awaited/ok wait/quiet");
    assert!(said.waits > 0, "time was real at first");
}

/// A client of a server that is there from the beginning, and answers after 20 ms; the limit is 5 s.
const FETCH: &str = r#"
const http = require("node:http");
const answer = (request, response) => setTimeout(() => response.end("hello"), 20);
const server = http.createServer({ keepAlive: false }, (request, response) => {
  response.setHeader("connection", "close");
  if (request.url === "/") answer(request, response);
});
const get = (path, limit) => {
  const { port } = server.address();
  return fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(limit) }).then((got) => got.text());
};
virtual({
  setUp: () => new Promise((done) => server.listen(0, "127.0.0.1", done)),
  inputs: {
    get: (emit) => void get("/", 5000).then(() => emit("onText"), (error) => emit(error.name)),
    getNothing: (emit) => void get("/nothing", 30).then(() => emit("onText"), (error) => emit(error.name)),
    promised: async () => output(await get("/", 5000)),
    far: (emit) => void setTimeout(emit, 10000, "onFar"),
  },
});
"#;

#[test]
fn a_server_answers_before_the_time_limit_of_its_client() {
    let patient = json!({"quiescence_ms": 60000});
    let words = ["get wait", "promised", "getNothing wait"];
    let Some(said) = ask(FETCH, &patient, &words) else { return };
    assert_eq!(said.steps(0), "get/ok wait/onText");
    assert_eq!(said.steps(1), "promised/hello");
    assert_eq!(said.steps(2), "getNothing/ok wait/TimeoutError");
}

#[test]
fn a_server_that_was_set_up_leaves_time_virtual_until_somebody_connects() {
    let Some(said) = ask_plainly(FETCH, &["far wait wait"]) else { return };
    said.answers(&["far/ok wait/onFar wait/quiet"]);
}

#[test]
fn silence_is_exact_even_if_nobody_reads_the_answers_yet() {
    const WORDS: usize = 1000; // their answers are more than a pipe takes
    let script = r#"
    let count = 0;
    const last = () => { count += 1; if (count === 1000) require("node:fs").writeFileSync("last", ""); };
    virtual({ inputs: { go: () => {}, last } });"#;
    if !has("node") {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let mut child = start(script, &folder);
    let requests = requests(&json!({}), &["go wait go last"; WORDS]);
    child.stdin.take().expect("was piped").write_all(requests.as_bytes()).expect("it listens");
    while !folder.path().join("last").exists() {
        assert!(child.try_wait().expect("its status").is_none(), "it ended too early");
        std::thread::sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output().expect("it ends by itself");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(text.lines().filter(|line| line.contains("\"answer\"")).count(), WORDS, "none is lost at the end");
    assert!(text.contains("quiet") && !text.contains("timed"), "{text}");
    assert_eq!(std::fs::read_to_string(folder.path().join("waits")).expect("it tells"), "0");
}

#[test]
fn what_real_time_schedules_runs_on_the_clock() {
    let patient = json!({"quiescence_ms": 60000});
    let Some(said) = ask(OUTSIDE, &patient, &["read wait wait"]) else { return };
    assert_eq!(said.steps(0), "read/ok wait/onRead wait/quiet");
}

#[test]
fn the_clock_is_real_if_the_case_asks_for_it() {
    let script = r#"virtual({ create: (emit, clock) => ({ emit, clock }), inputs: {
      later: ({ emit, clock }) => void clock.callLater(5, () => emit("onLater")),
      cancelled: ({ emit, clock }) => clock.callLater(5, () => emit("onLater")).cancel(),
      isToday: ({ clock }) => output(String(new Date() > Date.UTC(2020) && clock.now() >= 0)),
    } });"#;
    let settings = json!({"clock": "real", "quiescence_ms": 300});
    let Some(said) = ask(script, &settings, &["isToday later wait", "cancelled wait"]) else { return };
    assert_eq!(said.lines[0]["clock"], "real");
    assert_eq!(said.steps(0), "isToday/true later/ok wait/onLater");
    assert_eq!(said.steps(1), "cancelled/ok wait/quiet");
    assert!(said.waits > 8, "nobody waits in vain");
}

#[test]
fn an_adapter_without_a_clock_is_as_ever() {
    let script = r#"serve({ name: "c", create: (emit, clock) => ({ emit, clock }), inputs: {
      later: ({ emit }) => void setTimeout(emit, 5, "onLater"),
      clock: ({ clock }) => output(String(clock)),
    } });"#;
    let Some(said) = ask(script, &json!({"clock": "virtual", "quiescence_ms": 300}), &["clock later wait"]) else {
        return;
    };
    assert_eq!(said.lines[0].get("clock"), None);
    assert_eq!(said.steps(0), "clock/undefined later/ok wait/onLater");
    assert!(said.waits > 0);
}

#[test]
fn a_clock_that_nobody_knows_is_refused() {
    let script = r#"serve({ name: "c", clock: "asyncio", create: () => ({}), inputs: ["go"] });"#;
    let Some(said) = ask(script, &json!({}), &["go"]) else { return };
    assert_eq!(said.lines[0]["message"], "'asyncio' is not a clock: write \"virtual\", or leave it out");
}
