//! The reaper: a process that ends the adapters when the one that started them is gone without a word (kill -9).
//!
//! It reads which groups of processes there are, and at the end of its input ends those that are left. It is another
//! process because the dead cannot act, and it reads from a pipe because that ends with its writer on every system; a
//! signal at the parent's death would come already when the thread ends that started the adapter.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::group::{Ending, end_group, is_alive, own_group};

/// How long an adapter may take to notice by itself that its input has ended.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long it may take to tear down what it has set up, once it was asked to end.
const GRACE: Duration = Duration::from_secs(3);

/// The command that runs [`reap`], if there is one.
static COMMAND: OnceLock<Vec<String>> = OnceLock::new();

/// The reaper of this process, which begins with its first adapter.
static REAPER: Mutex<Option<Child>> = Mutex::new(None);

/// From now on, this command ends adapters that outlive this process. It has to run [`reap`] on its standard input. Without it, or
/// where it cannot be started, adapters that outlive this process end when they notice that their input has ended.
pub fn reap_adapters_with(command: Vec<String>) {
    let _ = COMMAND.set(command);
}

/// Keeps a list of groups of processes until the input ends, and then ends those that are left. Each line has a sign and the number of a group: `+` for one that was
/// started, `-` for one that has ended.
pub fn reap(input: impl BufRead) {
    let mut groups = BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        let (sign, number) = line.split_at_checked(1).unwrap_or_default();
        match (sign, number.parse::<u32>()) {
            ("+", Ok(group)) => groups.insert(group),
            ("-", Ok(group)) => groups.remove(&group),
            _ => false,
        };
    }
    wait_for(&groups, PATIENCE);
    groups.iter().for_each(|&group| end_group(group, Ending::Asked));
    wait_for(&groups, GRACE);
    groups.iter().for_each(|&group| end_group(group, Ending::AtOnce));
}

/// Waits until the groups are gone, but not longer than this.
fn wait_for(groups: &BTreeSet<u32>, patience: Duration) {
    let deadline = Instant::now() + patience;
    while groups.iter().any(|&group| is_alive(group)) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Starts a command in a group of its own, which the reaper ends if this process cannot.
///
/// The reaper is started before it: of the time in which nobody would end the group, to start a process would be nearly all.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Child> {
    drop(started());
    own_group(command);
    let child = command.spawn()?;
    tell(&format!("+{}\n", child.id()));
    Ok(child)
}

/// A group has ended.
pub(crate) fn forget(group: u32) {
    tell(&format!("-{group}\n"));
}

/// Tells the reaper something; nothing if there is none.
fn tell(line: &str) {
    if let Some(mut input) = started().as_ref().and_then(|reaper| reaper.stdin.as_ref()) {
        let _ = input.write_all(line.as_bytes());
    }
}

/// The reaper, which is started if there is none.
fn started() -> MutexGuard<'static, Option<Child>> {
    let mut reaper = REAPER.lock().unwrap_or_else(PoisonError::into_inner);
    if reaper.is_none() {
        *reaper = COMMAND.get().and_then(|command| start(command).ok());
    }
    reaper
}

/// Starts the reaper in a separate group, so that a Ctrl-C in the terminal does not reach it.
fn start(command: &[String]) -> io::Result<Child> {
    let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    own_group(&mut command);
    command.spawn()
}
