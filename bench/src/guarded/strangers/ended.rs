//! Runs the command with its virtual machine: the memory of both counts, and at the time limit it is asked to stop.

use std::collections::BTreeMap;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::measure::present_memory;

/// How long a command that was asked to stop may take before it is ended.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often the memory is looked at.
const PAUSE: Duration = Duration::from_millis(50);

/// How a command ended.
pub struct Ended {
    /// What it printed.
    pub output: String,
    /// What it complained of.
    pub errors: String,
    /// Its exit code; none if it had to be ended.
    pub code: Option<i32>,
    /// Seconds.
    pub seconds: f64,
    /// The most memory that it and all processes below it had at once.
    pub memory_mb: u64,
    /// The seconds from the time limit to the end; none if it ended before.
    pub late: Option<f64>,
}

/// Runs a command, and interrupts it at the time limit.
pub fn run(command: &mut Command, limit: Duration) -> Result<Ended> {
    let (output, errors) = (tempfile::NamedTempFile::new()?, tempfile::NamedTempFile::new()?);
    command.stdin(Stdio::null()).stdout(output.reopen()?).stderr(errors.reopen()?);
    let started = Instant::now();
    let mut child = command.spawn().with_context(|| format!("cannot start {:?}", command.get_program()))?;
    let (mut memory, mut interrupted) = (0, None);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        memory = memory_below(child.id()).max(memory);
        if interrupted.is_none() && started.elapsed() > limit {
            interrupt(&child)?;
            interrupted = Some(Instant::now());
        }
        if interrupted.is_some_and(|since| since.elapsed() > PATIENCE) {
            child.kill()?;
        }
        std::thread::sleep(PAUSE);
    };
    let seconds = started.elapsed().as_secs_f64();
    let late = interrupted.map(|since| since.elapsed().as_secs_f64());
    let read = |file: &tempfile::NamedTempFile| std::fs::read_to_string(file.path());
    Ok(Ended {
        output: read(&output)?,
        errors: read(&errors)?,
        code: status.code(),
        seconds,
        memory_mb: memory / 1024,
        late,
    })
}

/// As Ctrl-C does, which a shell may have switched off for programs in the background.
fn interrupt(child: &Child) -> Result<()> {
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().context("there is no kill")?;
    Ok(())
}

/// The memory in kilobytes that a process and all below it have now.
fn memory_below(process: u32) -> u64 {
    let children = children();
    let (mut rest, mut memory) = (vec![process], 0);
    while let Some(one) = rest.pop() {
        memory += present_memory(&format!("/proc/{one}"));
        rest.extend(children.get(&one).into_iter().flatten());
    }
    memory
}

/// All processes by their parents.
fn children() -> BTreeMap<u32, Vec<u32>> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(process) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let parent = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(1)?.parse().ok());
        parent.into_iter().for_each(|parent| children.entry(parent).or_default().push(process));
    }
    children
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]);
        shell
    }

    #[test]
    fn a_command_that_ends_in_time_is_not_interrupted() {
        let ended = run(&mut shell("echo done; exit 4"), Duration::from_secs(60)).unwrap();
        assert_eq!((ended.output.as_str(), ended.code, ended.late), ("done\n", Some(4), None));
    }

    #[test]
    fn a_command_is_interrupted_at_the_time_limit_and_may_still_say_something() {
        let script = "trap 'echo stopped; kill $child; exit 5' TERM; sleep 60 & child=$!; wait";
        let ended = run(&mut shell(script), Duration::from_millis(300)).unwrap();
        assert_eq!((ended.output.as_str(), ended.code, ended.late.is_some()), ("stopped\n", Some(5), true));
    }

    #[test]
    fn the_memory_of_children_counts() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let child_alone = memory_below(child.id());
        assert!(child_alone > 0 && memory_below(std::process::id()) > child_alone);
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
