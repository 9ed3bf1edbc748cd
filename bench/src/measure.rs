//! What one run took: runs a program with a time limit and reads its costs.

use std::fs::File;
use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use rustix::time::{ClockId, clock_gettime};

/// What learning one model took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    /// The states of the learned machine.
    pub states: usize,
    /// The words that reached the system, one reset each; without counterexamples.
    pub queries: u64,
    /// The inputs that reached the system; without counterexamples.
    pub symbols: u64,
    /// The counterexamples that the perfect oracle gave.
    pub counterexamples: u64,
    /// Their inputs.
    pub counterexample_symbols: u64,
    /// Seconds.
    pub wall: f64,
    /// Seconds of all threads.
    pub cpu: f64,
    /// The peak of the resident memory of the process.
    pub memory_kb: u64,
}

impl Cost {
    /// Reads the line that a runner prints: names with values, separated by blanks.
    pub fn of_line(line: &str) -> Result<Self> {
        let mut cost = Self::default();
        for (name, value) in line.split_whitespace().filter_map(|field| field.split_once('=')) {
            match name {
                "states" => cost.states = value.parse()?,
                "queries" => cost.queries = value.parse()?,
                "symbols" => cost.symbols = value.parse()?,
                "counterexamples" => cost.counterexamples = value.parse()?,
                "counterexample_symbols" => cost.counterexample_symbols = value.parse()?,
                "wall" => cost.wall = value.parse()?,
                "cpu" => cost.cpu = value.parse()?,
                "memory_kb" => cost.memory_kb = value.parse()?,
                _ => bail!("a runner printed the unknown field {name}"),
            }
        }
        if cost.states == 0 {
            bail!("a runner printed no result");
        }
        Ok(cost)
    }

    /// The line that [`Cost::of_line`] reads.
    pub fn line(&self) -> String {
        format!(
            "states={} queries={} symbols={} counterexamples={} counterexample_symbols={} wall={:.6} cpu={:.6} \
             memory_kb={}",
            self.states,
            self.queries,
            self.symbols,
            self.counterexamples,
            self.counterexample_symbols,
            self.wall,
            self.cpu,
            self.memory_kb
        )
    }
}

/// How a program ended, and what it took from the outside, its start included.
pub struct Ended {
    /// What it printed.
    pub output: String,
    /// Its exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// Seconds.
    pub wall: f64,
    /// Seconds of all its threads, in steps of a hundredth.
    pub cpu: f64,
    /// The peak of its resident memory, as last seen before it ended.
    pub memory_kb: u64,
}

/// Runs a program; none if it had to be ended at the time limit.
pub fn run(command: &mut Command, limit: Duration) -> Result<Option<Ended>> {
    let (output, errors) = (tempfile::NamedTempFile::new()?, tempfile::NamedTempFile::new()?);
    command.stdin(Stdio::null()).stdout(output.reopen()?).stderr(errors.reopen()?);
    let started = Instant::now();
    let mut child = command.spawn().with_context(|| format!("cannot start {:?}", command.get_program()))?;
    let Some((cpu, memory_kb)) = watch(&mut child, started, limit)? else {
        child.kill()?;
        child.wait()?;
        return Ok(None);
    };
    let wall = started.elapsed().as_secs_f64();
    let code = child.wait()?.code();
    let mut text = String::new();
    output.reopen()?.read_to_string(&mut text)?;
    if text.is_empty() {
        errors.reopen()?.read_to_string(&mut text)?;
    }
    Ok(Some(Ended { output: text, code, wall, cpu, memory_kb }))
}

/// Waits until the child has ended but is still listed, so that its processor time can be read.
fn watch(child: &mut Child, started: Instant, limit: Duration) -> Result<Option<(f64, u64)>> {
    let process = format!("/proc/{}", child.id());
    let (mut memory, mut pause) = (0, Duration::from_micros(200));
    while started.elapsed() < limit {
        memory = peak_memory(&process).max(memory);
        let stat = std::fs::read_to_string(format!("{process}/stat")).context("cannot read /proc: use Linux")?;
        let fields: Vec<&str> = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
        if fields.first() == Some(&"Z") {
            let ticks = |index: usize| fields.get(index).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(0.0);
            return Ok(Some(((ticks(11) + ticks(12)) / 100.0, memory)));
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
    Ok(None)
}

/// The most memory that a process ever had so far; 0 if it has ended.
pub fn peak_memory(process: &str) -> u64 {
    status_kb(process, "VmHWM:")
}

/// The memory that a process has now; 0 if it has ended. Unlike the peak, it knows nothing of children that were just
/// being started and had the same memory.
pub fn present_memory(process: &str) -> u64 {
    status_kb(process, "VmRSS:")
}

fn status_kb(process: &str, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// The processor time of this thread in seconds.
pub fn own_cpu() -> f64 {
    let mut text = String::new();
    let read = File::open("/proc/thread-self/schedstat").and_then(|mut file| file.read_to_string(&mut text));
    let nanoseconds = read.ok().and_then(|_| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

/// The processor time of this process in seconds: all its threads, user and system, without its children.
pub fn process_cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reads_as_it_was_written() {
        let cost = Cost { states: 2, queries: 3, symbols: 8, wall: 0.5, cpu: 0.25, memory_kb: 9, ..Cost::default() };
        assert_eq!(Cost::of_line(&cost.line()).unwrap(), cost);
    }

    #[test]
    fn a_message_is_no_result() {
        assert!(Cost::of_line("Exception in thread main").is_err());
        assert!(Cost::of_line("states=2 surprise=1").is_err());
    }

    #[test]
    fn a_program_is_ended_at_its_time_limit() {
        let ended = run(Command::new("sleep").arg("20"), Duration::from_millis(50)).unwrap();
        assert!(ended.is_none());
    }

    #[test]
    fn a_program_hands_over_its_exit_code() {
        let ended = run(Command::new("sh").args(["-c", "exit 4"]), Duration::from_secs(20)).unwrap();
        assert_eq!(ended.expect("it ends by itself").code, Some(4));
    }

    #[test]
    fn a_program_hands_over_its_output_or_else_its_complaint() {
        let output = |script: &str| {
            let ended = run(Command::new("sh").args(["-c", script]), Duration::from_secs(20)).unwrap();
            ended.expect("it ends by itself").output
        };
        assert_eq!(output("echo hello; echo noise >&2"), "hello\n");
        assert_eq!(output("echo complaint >&2; exit 3"), "complaint\n");
    }
}
