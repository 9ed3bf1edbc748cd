//! What a test needs that may not be there.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// The programs that were looked for: to start one takes longer than many tests.
static PROGRAMS: Mutex<BTreeMap<String, bool>> = Mutex::new(BTreeMap::new());

/// Says that the test of this thread is skipped, and why. Written directly, because the test harness does not show what
/// passing tests print; `./test` collects the lines, and fails in CI if there is one.
pub fn skip(why: &str) {
    let thread = std::thread::current();
    // A test does not fail because its output is closed.
    // In one piece: what others print must not come between its parts.
    let line = format!("skipped: {}: {why}\n", thread.name().unwrap_or("a part of a test"));
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// Whether a program is there; says that the test is skipped if not.
pub fn has(program: &str) -> bool {
    let found = is_there(program);
    if !found {
        skip(&format!("needs {program}, which is not on PATH"));
    }
    found
}

fn is_there(program: &str) -> bool {
    let mut programs = PROGRAMS.lock().expect("no test panics while it looks for a program");
    *programs.entry(program.to_owned()).or_insert_with(|| {
        let mut command = Command::new(program);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    })
}
