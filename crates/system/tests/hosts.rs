//! What host libraries do around the words: set-up, fresh components, their ends, tear-down, the end of the process.

mod common;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{has, repository};

const REQUESTS: &str = r#"{"type":"hello","protocol":1,"settings":{"quiescence_ms":20}}
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
const { serve } = require(process.argv[2] + "/typestar_adapter.js");
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
    let folder = tempfile::TempDir::new().expect("a folder");
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
