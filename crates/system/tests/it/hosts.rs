//! What host libraries do around the words: set-up, fresh components, their ends, tear-down, the end of the process.

use crate::common;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{has, plan, repository};
use tempfile::TempDir;
use typestar_model::Outputs;
use typestar_protocol::{Returns, Shown};
use typestar_query::System;
use typestar_system::{Process, ProcessOptions};

const REQUESTS: &str = r#"{"type":"hello","protocol":3,"settings":{"quiescence_ms":20}}
{"type":"run","id":1,"plans":[{"word":["go","wait"]},{"word":["go"]}]}
"#;

const PYTHON: &str = r#"
import sys, threading
sys.path.insert(0, sys.argv[1])
from typestar_adapter import serve

log = open("log", "a", buffering=1)

class Component:
    def __init__(self, emit):
        log.write("create\n")
        self.emit = emit
        self.waiting = threading.Event()
        threading.Thread(target=self.waiting.wait).start()  # never ends, and is no daemon

    def go(self):
        sys.stdout.write("printed\n")

    def end(self):
        log.write("destroy\n")
        self.emit("onDestroyed")

serve(name="host", create=Component, inputs=["go"], destroy=Component.end,
      set_up=lambda: log.write("set up\n"), tear_down=lambda: log.write("tear down\n"))
"#;

const JAVASCRIPT: &str = r#"
const { output, serve } = require(process.argv[2] + "/typestar_adapter.js");
const log = (text) => require("node:fs").appendFileSync("log", text + "\n");
class Component {
  constructor(emit) {
    log("create");
    this.emit = emit;
    setInterval(() => {}, 1000); // never ends
  }
  go() { process.stdout.write("printed\n"); }
  end() { log("destroy"); this.emit("onDestroyed"); }
}
serve({ name: "host", create: async (emit) => new Component(emit), inputs: ["go"], destroy: (c) => c.end(),
  setUp: () => log("set up"), tearDown: async () => log("tear down") });
"#;

/// Runs the adapter on the requests; what it sent, and what it logged.
fn run(interpreter: &str, script: &str, library: &str) -> (Vec<String>, String) {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("adapter"), script).expect("written");
    let mut command = Command::new(interpreter);
    command.arg("adapter").arg(repository(library).canonicalize().expect("the library")).current_dir(folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    child.stdin.take().expect("was piped").write_all(REQUESTS.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("it ends by itself");
    assert_eq!(output.status.code(), Some(0));
    let lines = String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect();
    (lines, read(&folder.path().join("log")))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

fn assert_orderly(lines: &[String], log: &str) {
    assert_eq!(lines.len(), 3, "a greeting and two answers, nothing that the component printed: {lines:?}");
    assert!(lines.iter().all(|line| !line.contains("late")), "a farewell is not late: {lines:?}");
    let wanted = ["set up", "create", "destroy", "create", "destroy", "tear down"];
    assert_eq!(log.lines().collect::<Vec<_>>(), wanted);
}

#[test]
fn the_python_host_sets_up_and_tears_down_in_order() {
    if has("python3") {
        let (lines, log) = run("python3", PYTHON, "hosts/python");
        assert_orderly(&lines, &log);
    }
}

#[test]
fn the_javascript_host_sets_up_and_tears_down_in_order() {
    if has("node") {
        let (lines, log) = run("node", JAVASCRIPT, "hosts/javascript");
        assert_orderly(&lines, &log);
    }
}

/// How an adapter comes to its end too early.
#[derive(Clone, Copy)]
enum End {
    /// It is asked to end.
    Termination,
    /// Nobody reads what it answers.
    BrokenPipe,
}

/// What an adapter has logged when it has ended so, right after the greeting.
#[cfg(unix)]
fn log_after(end: End, interpreter: &str, script: &str, library: &str) -> Vec<String> {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("adapter"), script).expect("written");
    let mut command = Command::new(interpreter);
    command.arg("adapter").arg(repository(library).canonicalize().expect("the library")).current_dir(folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let (mut stdin, stdout) = (child.stdin.take().expect("was piped"), child.stdout.take().expect("was piped"));
    let (hello, run) = REQUESTS.split_once('\n').expect("two lines");
    writeln!(stdin, "{hello}").expect("written");
    let mut reader = BufReader::new(stdout);
    reader.read_line(&mut String::new()).expect("a greeting");
    match end {
        End::Termination => {
            let status = Command::new("kill").arg(child.id().to_string()).status();
            assert!(status.expect("kill is there").success());
        }
        End::BrokenPipe => {
            drop(reader);
            stdin.write_all(run.as_bytes()).expect("written");
        }
    }
    assert!(!child.wait().expect("it ends").success());
    read(&folder.path().join("log")).lines().map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn a_host_tears_down_when_it_is_asked_to_end_and_when_nobody_listens() {
    let hosts = [("python3", PYTHON, "hosts/python"), ("node", JAVASCRIPT, "hosts/javascript")];
    for (interpreter, script, library) in hosts.into_iter().filter(|(interpreter, ..)| has(interpreter)) {
        assert_eq!(log_after(End::Termination, interpreter, script, library), ["set up", "tear down"]);
        let log = log_after(End::BrokenPipe, interpreter, script, library);
        assert_eq!((log.first(), log.last()), (Some(&"set up".into()), Some(&"tear down".into())), "{interpreter}");
        assert_eq!(log.iter().filter(|line| *line == "tear down").count(), 1, "{interpreter}");
    }
}

/// The start of a Python adapter; the class `C` and the call of `serve` follow.
const PYTHON_HEAD: &str = r#"
import sys, threading, time
sys.path.insert(0, sys.argv[1])
from typestar_adapter import output, serve
"#;

const JAVASCRIPT_HEAD: &str = r#"
const { output, serve } = require(process.argv[2] + "/typestar_adapter.js");
"#;

/// An adapter that is asked by a `Process`, with little patience and without restarts. None without the interpreter.
struct Asked {
    process: Process,
    options: ProcessOptions,
    _folder: TempDir,
}

impl Asked {
    fn python(script: &str) -> Option<Self> {
        Self::python_showing(script, BTreeMap::new())
    }

    /// A Python adapter that has little time for a reset.
    fn with_short_resets(script: &str) -> Option<Self> {
        let mut asked = Self::python(script)?;
        let mut options = asked.options.clone();
        options.settings.reset_deadline_ms = 100;
        asked.process = Process::start(options).expect("it starts");
        Some(asked)
    }

    fn javascript(script: &str) -> Option<Self> {
        Self::javascript_showing(script, BTreeMap::new())
    }

    /// The same with rules for return values.
    fn python_showing(script: &str, returns: BTreeMap<String, Returns>) -> Option<Self> {
        Self::start("python3", &format!("{PYTHON_HEAD}{script}"), "hosts/python", returns)
    }

    fn javascript_showing(script: &str, returns: BTreeMap<String, Returns>) -> Option<Self> {
        Self::start("node", &format!("{JAVASCRIPT_HEAD}{script}"), "hosts/javascript", returns)
    }

    fn start(interpreter: &str, script: &str, library: &str, returns: BTreeMap<String, Returns>) -> Option<Self> {
        if !has(interpreter) {
            return None;
        }
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("adapter");
        std::fs::write(&file, script).expect("written");
        let library = repository(library).canonicalize().expect("the library");
        let mut options = ProcessOptions::new([interpreter.into(), show(&file), show(&library)]);
        options.settings.quiescence_ms = 100;
        options.settings.step_deadline_ms = 400;
        options.settings.returns = returns;
        options.restarts = 0;
        let process = Process::start(options.clone()).expect("it starts");
        Some(Self { process, options, _folder: folder })
    }

    /// The outputs of a word and the last reason, as one text.
    fn ask(&mut self, word: &str) -> Result<String, String> {
        let plans = [plan(&self.process.inputs().clone(), word)];
        let mut outputs = Outputs::default();
        let answers = common::run(&mut self.process, &plans, &mut outputs).map_err(|error| error.to_string())?;
        let names: Vec<&str> = answers[0].outputs.iter().map(|&output| outputs.text(output)).collect();
        let reason = answers[0].evidence.last().and_then(|step| step.reason.clone());
        Ok(reason.map_or(names.join(" "), |reason| format!("{} ({reason})", names.join(" "))))
    }

    fn ask_in_vain(&mut self, word: &str, parts: &[&str]) {
        let error = self.ask(word).expect_err("no answer");
        for part in parts {
            assert!(error.contains(part), "'{part}' is not in: {error}");
        }
    }
}

fn show(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn an_exit_in_python_is_an_error_of_the_component() {
    let script = r#"
class C:
    def go(self): pass
    def leave(self): sys.exit("no display")
    def end(self): raise KeyError("gone")
serve(name="c", create=lambda emit: C(), inputs=["go", "leave", "end"])
"#;
    let Some(mut asked) = Asked::python(script) else { return };
    assert_eq!(asked.ask("go leave go").expect("an answer"), "ok error (SystemExit: no display)");
    assert_eq!(asked.ask("end").expect("an answer"), "error (KeyError: 'gone')");
}

#[test]
fn an_exit_while_a_python_component_is_made_fails_the_reset() {
    let script = r#"serve(name="c", create=lambda emit: sys.exit(4), inputs=["go"])"#;
    let Some(mut asked) = Asked::python(script) else { return };
    asked.ask_in_vain("go", &["could not run the word: reset: SystemExit: 4", "check how it is created"]);
}

#[test]
fn a_call_that_hangs_in_python_is_named() {
    let script = r#"
class C:
    def go(self): pass
    def sleep(self): threading.Event().wait()
    def spin(self):
        while True: pass
serve(name="c", create=lambda emit: C(), inputs=["go", "sleep", "spin"])
"#;
    let Some(mut asked) = Asked::python(script) else { return };
    let hang = |place: &str| format!("did not return within 400 ms ({place}))");
    let slept = asked.ask("go wait sleep go").expect("an answer");
    assert_eq!(slept, format!("ok quiet hang (`sleep` {}", hang("after `go wait`")));
    let spun = asked.ask("spin go go").expect("an answer");
    assert_eq!(spun, format!("hang (`spin` {}", hang("as the first input")));
    assert_eq!(asked.ask("go wait").expect("it is started again"), "ok quiet");
}

#[test]
fn a_promise_that_is_never_kept_is_named() {
    let script = r#"
const inputs = { go: async () => {}, stop: () => new Promise(() => {}) };
serve({ name: "c", create: () => ({}), inputs });
"#;
    let Some(mut asked) = Asked::javascript(script) else { return };
    let stopped = asked.ask("go wait stop go").expect("an answer");
    assert_eq!(stopped, "ok quiet hang (`stop` did not return within 400 ms (after `go wait`))");
    let stopped = asked.ask("stop").expect("an answer");
    assert_eq!(stopped, "hang (`stop` did not return within 400 ms (as the first input))");
    assert_eq!(asked.ask("go wait").expect("it is started again"), "ok quiet");
}

#[test]
fn a_call_that_blocks_or_ends_node_is_found_by_the_steps_before_it() {
    let script = r#"
const inputs = { go: () => {}, spin: () => { for (;;); }, leave: () => { console.error("bye"); process.exit(7); } };
serve({ name: "c", create: () => ({}), inputs });
"#;
    let Some(mut asked) = Asked::javascript(script) else { return };
    let hang = asked.ask("go wait go spin go").expect("an answer");
    assert_eq!(hang, "ok quiet ok hang (the adapter did not answer within 600 ms)");
    let crash = asked.ask("go leave go").expect("an answer");
    assert_eq!(crash, "ok crash (the adapter exited (exit status: 7)\nbye)");
    assert_eq!(asked.ask("go wait").expect("it is started again"), "ok quiet");
}

#[test]
fn a_crash_in_a_wait_and_one_in_the_first_call_are_outputs() {
    let script = r#"
import os
def later(): threading.Timer(0.02, lambda: os._exit(3)).start()
inputs = {"go": lambda c: None, "die": lambda c: os.abort(), "later": lambda c: later()}
serve(name="c", create=lambda emit: None, inputs=inputs)
"#;
    let Some(mut asked) = Asked::python(script) else { return };
    let crash = asked.ask("later wait go").expect("an answer");
    assert_eq!(crash, "ok crash (the adapter exited (exit status: 3))");
    let crash = asked.ask("die go").expect("an answer");
    assert!(crash.starts_with("crash (the adapter exited (signal: 6"), "{crash}");
}

#[test]
fn a_component_that_hangs_or_dies_while_it_is_made_is_no_output() {
    let hangs = r#"serve(name="c", create=lambda emit: time.sleep(60), inputs=["go"])"#;
    let dies = "import os\nserve(name=\"c\", create=lambda emit: os._exit(2), inputs=[\"go\"])";
    if let (Some(mut hanging), Some(mut dying)) = (Asked::with_short_resets(hangs), Asked::python(dies)) {
        hanging.ask_in_vain("go", &["reset: the component was not ended and created within 500 ms"]);
        dying.ask_in_vain("go wait", &["the adapter exited (exit status: 2)", "asked for the word \"go wait\""]);
    }
}

#[test]
fn what_fails_in_the_background_is_a_trouble_and_no_output() {
    let python = r#"
def throw(): raise TypeError("late")
serve(name="c", create=lambda emit: None, inputs={"throw": lambda c: threading.Timer(0.01, throw).start()})
"#;
    let javascript = r#"
const inputs = {
  throw: () => { setTimeout(() => { throw new TypeError("late"); }, 10); },
  reject: () => { Promise.reject(new RangeError("far")); },
};
serve({ name: "c", create: () => ({}), inputs });
"#;
    let told = "note at `throw wait`: in the background: TypeError: late";
    for mut asked in [Asked::python(python), Asked::javascript(javascript)].into_iter().flatten() {
        assert_eq!(asked.ask("throw wait").expect("an answer"), "ok quiet");
        assert_eq!(asked.ask("throw wait").expect("an answer"), "ok quiet");
        assert_eq!(asked.process.troubles(), [told]);
    }
    if let Some(mut asked) = Asked::javascript(javascript) {
        assert_eq!(asked.ask("reject wait").expect("an answer"), "ok quiet");
        assert!(asked.process.troubles()[0].contains("RangeError: far"));
    }
}

#[test]
fn a_reserved_name_gets_advice_that_fits_wherever_it_is_emitted() {
    let python = r#"serve(name="c", create=lambda emit: emit("quiet"), inputs=["go"])"#;
    let javascript = r#"serve({ name: "c", create: (emit) => emit("quiet"), inputs: ["go"] });"#;
    for mut asked in [Asked::python(python), Asked::javascript(javascript)].into_iter().flatten() {
        asked
            .ask_in_vain("go", &["emit: 'quiet' cannot be the name", "what helps: emit this callback", "another name"]);
    }
}

/// Rules that show the values of these callins, and try a pattern on that of the last one.
fn shown(callins: &[&str], matched: &str) -> BTreeMap<String, Returns> {
    let values = callins.iter().map(|callin| ((*callin).to_owned(), Returns::Shown(Shown::Value)));
    let pair = ("*".to_owned(), "something".to_owned());
    values.chain([(matched.to_owned(), Returns::Mapped(vec![pair]))]).collect()
}

#[test]
fn python_values_that_are_hard_to_write_are_shown_by_their_types() {
    let script = r#"
import enum
class Mute:
    def __str__(self): raise ValueError("no text")
    __repr__ = __str__
class Level(enum.IntEnum):
    HIGH = 3
class Mode(enum.Flag):
    READ = 1
Long = enum.Enum("Long", {"x" * 50: 1})
inputs = {"mute": lambda c: Mute(), "level": lambda c: Level.HIGH, "mode": lambda c: Mode.READ, "none": lambda c: Mode(0),
          "long": lambda c: list(Long)[0], "bytes": lambda c: b"x", "huge": lambda c: 10 ** 5000, "text": lambda c: Mute()}
serve(name="c", create=lambda emit: None, inputs=inputs)
"#;
    let returns = shown(&["mute", "level", "mode", "none", "long", "bytes", "huge"], "text");
    let Some(mut asked) = Asked::python_showing(script, returns) else { return };
    let answer = asked.ask("mute level mode none long bytes huge text").expect("an answer");
    assert_eq!(answer, "Mute Level.HIGH Mode.READ Mode Long bytes int something");
}

#[test]
fn javascript_values_that_are_hard_to_write_are_shown_by_their_types() {
    let script = r#"
const circle = {};
circle.circle = circle;
const inputs = {
  bare: () => Object.create(null), symbol: () => Symbol("x"), call: () => () => {}, big: () => 3n, huge: () => 10n ** 50n,
  zero: () => -0, nan: () => NaN, nameless: () => new (class {})(), strange: () => ({ constructor: 3 }),
  chain: (c) => c, circle: () => circle,
};
class Chain {}
serve({ name: "c", create: () => new Chain(), inputs });
"#;
    let callins = ["bare", "symbol", "call", "big", "huge", "zero", "nan", "nameless", "strange", "chain"];
    let Some(mut asked) = Asked::javascript_showing(script, shown(&callins, "circle")) else { return };
    let answer = asked.ask(&format!("{} circle", callins.join(" "))).expect("an answer");
    assert_eq!(answer, "Object Symbol Function 3 BigInt 0 Number Object Object Chain something");
}

#[test]
fn numbers_that_no_value_can_be_are_named() {
    let python = r#"
inputs = {"nan": lambda emit: emit(output("onTold", float("nan"))), "infinite": lambda emit: output("told", -float("inf")),
          "beyond": lambda emit: emit(output("onTold", 2 ** 63)), "long": lambda emit: output("told", 10 ** 5000),
          "odd": lambda emit: output("told", object())}
serve(name="c", create=lambda emit: emit, inputs=inputs)
"#;
    let javascript = r#"
const inputs = {
  nan: (emit) => emit(output("onTold", NaN)), infinite: () => output("told", -Infinity),
  beyond: (emit) => emit(output("onTold", 2 ** 53)), long: () => output("told", 10n ** 5000n), odd: () => output("told", {}),
};
serve({ name: "c", create: (emit) => emit, inputs });
"#;
    let asked = [Asked::python(python), Asked::javascript(javascript)];
    let languages = [["-inf", "beyond 64 bits", "of 16610 bits"], ["-Infinity", "beyond 2^53", "a BigInt"]];
    for (asked, [infinite, beyond, long]) in asked.into_iter().zip(languages) {
        let Some(mut asked) = asked else { continue };
        asked.ask_in_vain("nan", &["emit: 'onTold' has the value", "which is not a finite number", "as a text"]);
        asked.ask_in_vain("infinite", &["output: 'told' has the value", infinite, "not a finite number"]);
        asked.ask_in_vain("beyond", &["emit: 'onTold' has the value 9", beyond]);
        asked.ask_in_vain("long", &["output: 'told' has the value", long]);
        asked.ask_in_vain("odd", &["output: 'told' has a value that is not plain"]);
    }
}

#[test]
fn an_exception_without_a_text_is_noted_by_its_class() {
    let python = r#"
class Mute(Exception):
    def __str__(self): raise ValueError("no text")
    __repr__ = __str__
def throw(): raise Mute()
inputs = {"throw": lambda emit: threading.Timer(0.01, throw).start(), "tell": lambda emit: emit("onTold", why=Mute())}
serve(name="c", create=lambda emit: emit, inputs=inputs)
"#;
    let javascript = r#"
class Mute extends Error { get message() { throw new RangeError("no text"); } get stack() { throw new RangeError(); } }
const inputs = {
  throw: () => { setTimeout(() => { throw new Mute(); }, 10); },
  tell: (emit) => emit("onTold", { why: { toJSON() { throw new RangeError("no text"); }, toString: null } }),
};
serve({ name: "c", create: (emit) => emit, inputs });
"#;
    for mut asked in [Asked::python(python), Asked::javascript(javascript)].into_iter().flatten() {
        assert_eq!(asked.ask("throw wait").expect("an answer"), "ok quiet");
        let noted = asked.process.troubles();
        assert!(noted.len() == 1 && noted[0].ends_with("in the background: Mute"), "{noted:?}");
        let told = asked.ask("tell wait").expect("an answer");
        assert!(told.starts_with("ok onTold (onTold(why="), "{told}");
    }
}

#[test]
fn an_effect_that_comes_a_little_later_is_seen_after_a_rest() {
    let script = r#"
class C:
    def __init__(self, emit): self.is_on = False
    def start(self): threading.Timer(0.2, self.switch_on).start()
    def switch_on(self): self.is_on = True
    def look(self): return output("on" if self.is_on else "off")
serve(name="c", create=C, inputs=["start", "look"])
"#;
    let Some(mut asked) = Asked::python(script) else { return };
    let mut options = asked.options.clone();
    // Much longer than the effect takes, and than a step may take that has no rest.
    options.settings.settle_after_ms = [("start".to_owned(), 1500)].into();
    asked.process = Process::start(options).expect("it starts");
    assert_eq!(asked.ask("start look").expect("an answer"), "ok on");
}
