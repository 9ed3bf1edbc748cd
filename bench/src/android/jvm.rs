//! What a virtual machine takes, seen from outside.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

/// The virtual machine that this process has started.
pub struct Jvm {
    /// Its threads.
    pub threads: u64,
    /// What lives on its heap, in megabytes, after a collection.
    pub live: f64,
    /// What it has of the machine's memory, in megabytes.
    pub resident: u64,
}

impl Jvm {
    /// Looks at the one virtual machine among the children of this process.
    pub fn of_child() -> Result<Self> {
        let id = child().context("no virtual machine among the children of this process (only Linux tells)")?;
        // The tool that counts is served by a thread of the virtual machine's own, which stays.
        let live = live_heap(&id)?;
        let number = |name| field(&id, "status", name).and_then(|text| text.split(' ').next()?.parse().ok());
        let threads: u64 = number("Threads").context("it is gone")?;
        let kilobytes: u64 = number("VmRSS").context("it is gone")?;
        Ok(Self { threads, live, resident: kilobytes / 1024 })
    }
}

/// The process id of a child that runs Java.
fn child() -> Option<String> {
    let ids = std::fs::read_dir("/proc").ok()?.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let own = std::process::id().to_string();
    let is_child = |id: &String| {
        field(id, "status", "PPid").is_some_and(|parent| parent == own)
            && field(id, "status", "Name").is_some_and(|name| name.starts_with("java"))
            && field(id, "status", "State").is_some_and(|state| !state.starts_with('Z'))
    };
    ids.filter(|id| id.starts_with(|first: char| first.is_ascii_digit())).find(is_child)
}

/// A line of a file of a process, without its name.
fn field(id: &str, file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(format!("/proc/{id}/{file}")).ok()?;
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    Some(value.trim().to_owned())
}

/// Lets it collect all garbage and counts what is left, in megabytes. Objects with finalizers are garbage only when
/// these have run.
fn live_heap(id: &str) -> Result<f64> {
    for command in ["GC.run", "GC.run_finalization"].repeat(ROUNDS) {
        jcmd(id, command)?;
    }
    let text = jcmd(id, "GC.class_histogram")?;
    let total = text.lines().rev().find_map(|line| line.strip_prefix("Total"));
    let bytes = total.and_then(|numbers| numbers.split_whitespace().last()?.parse::<f64>().ok());
    Ok(bytes.with_context(|| format!("jcmd told no total: {text}"))? / 1e6)
}

/// A database has a pool, and that has connections: each has a finalizer, and is garbage only after the one before.
const ROUNDS: usize = 3;

/// What it says to a command of its own tool.
fn jcmd(id: &str, command: &str) -> Result<String> {
    let output = Command::new("jcmd").args([id, command]).stderr(Stdio::null()).output();
    let text = output.context("jcmd is missing: put the bin folder of the JDK on the PATH")?.stdout;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// How long a virtual machine takes that does nothing.
pub fn bare_start(java: &str) -> Result<Duration> {
    let started = Instant::now();
    let flags = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-version"];
    Command::new(java).args(flags).stderr(Stdio::null()).status()?;
    Ok(started.elapsed())
}
