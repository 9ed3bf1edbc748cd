//! Groups of processes: an adapter, and all that it has started.
//!
//! On systems without process groups nothing is done here: adapters have to notice by themselves that their input ends.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// How long those that are asked to end may take to tear down what they have set up.
pub(crate) const GRACE: Duration = Duration::from_secs(1);

/// How a group of processes is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// They may still tear down what they have set up.
    Asked,
    /// They cannot do anything any more.
    AtOnce,
}

/// Lets the command run in a group of its own, whose number is that of its process.
#[cfg(unix)]
pub fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// Asks a command to end, with all its children if it runs in a group of its own, and ends it if it does not.
pub fn end_command(child: &mut Child) -> io::Result<ExitStatus> {
    ask_to_end(child);
    let deadline = Instant::now() + GRACE;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait()? {
            end_group(child.id(), Ending::AtOnce);
            return Ok(status);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    end_group(child.id(), Ending::AtOnce);
    child.kill()?;
    child.wait()
}

#[cfg(unix)]
fn ask_to_end(child: &Child) {
    end_group(child.id(), Ending::Asked);
    if let Some(process) = number(child.id()) {
        let _ = rustix::process::kill_process(process, rustix::process::Signal::TERM);
    }
}

#[cfg(not(unix))]
fn ask_to_end(_child: &Child) {}

/// Ends all processes of a group; that some of them are gone already is no error.
#[cfg(unix)]
pub(crate) fn end_group(group: u32, ending: Ending) {
    use rustix::process::{Signal, kill_process_group};
    let signal = match ending {
        Ending::Asked => Signal::TERM,
        Ending::AtOnce => Signal::KILL,
    };
    if let Some(group) = number(group) {
        let _ = kill_process_group(group, signal);
    }
}

/// Whether some process of the group is left.
#[cfg(unix)]
pub(crate) fn is_alive(group: u32) -> bool {
    number(group).is_some_and(|group| rustix::process::test_kill_process_group(group).is_ok())
}

#[cfg(unix)]
fn number(group: u32) -> Option<rustix::process::Pid> {
    i32::try_from(group).ok().and_then(rustix::process::Pid::from_raw)
}

#[cfg(not(unix))]
pub fn own_group(_command: &mut Command) {}

#[cfg(not(unix))]
pub(crate) fn end_group(_group: u32, _ending: Ending) {}

#[cfg(not(unix))]
pub(crate) fn is_alive(_group: u32) -> bool {
    false
}
