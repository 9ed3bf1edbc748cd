//! One running adapter: its process, its pipes, and what went wrong with them.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use typestar_model::{CRASH, HANG};

use crate::group::{Ending, GRACE, end_command, end_group, is_alive};
use crate::reaper;
use crate::subject::Subject;
use typestar_protocol::{LONGEST_LINE, Reply, Request, read_reply, write_line};
use typestar_query::Answer;

/// How many lines of an adapter's standard error are kept, and how many bytes of each.
const KEPT_LINES: usize = 20;
const LONGEST_KEPT_LINE: usize = 400;

/// How many unread portions of lines an adapter may send ahead before it has to wait.
const PORTIONS_AHEAD: usize = 64;

/// How many lines are handed over at once: fewer only if no more are there. Each time costs as much as reading some.
const LINES_AT_ONCE: usize = 64;

/// How long an adapter may take to exit by itself once its input has ended.
const FAREWELL: Duration = Duration::from_secs(3);

/// How long to wait for the status and the last lines of an adapter that is dead already.
const AFTERMATH: Duration = Duration::from_millis(500);

/// How often to look whether a silent adapter is still alive, and whether the user wants the end.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How long words in flight may go on when no more answers are wanted, as after an interrupt.
const LAST_MOMENT: Duration = Duration::from_secs(1);

/// How much longer one step may take then. Who ends a run does not wait for a call that blocks.
const MOST_STEP: Duration = Duration::from_millis(200);

/// How many of its last lines on standard error say why a component crashed.
const LINES_OF_A_REASON: usize = 5;

/// How many characters of an argument are shown of the command that failed.
const LONGEST_ARGUMENT: usize = 200;

/// What a step does to a component that does not survive it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It does not come back.
    Hang,
    /// It ends the process.
    Crash,
}

impl Failure {
    /// The output of the step.
    pub(crate) fn output(self) -> &'static str {
        match self {
            Self::Hang => HANG,
            Self::Crash => CRASH,
        }
    }
}

/// What went wrong with an adapter, and what helps.
#[derive(Debug)]
pub(crate) struct Trouble {
    /// A fragment that follows the name of the subject: "exited", "did not answer".
    pub(crate) what: String,
    /// What the component may have done, if it was not the adapter.
    pub(crate) failure: Option<Failure>,
    /// The answer before it; none if the adapter does not tell steps one by one.
    pub(crate) known: Option<Box<Answer>>,
    /// What to do next.
    advice: &'static str,
    /// What to do instead if the user named a class, whose host is not theirs to change.
    class_advice: Option<&'static str>,
    /// What the adapter said of it.
    said: Option<String>,
    /// The last lines on its standard error.
    stderr: Vec<String>,
}

impl Trouble {
    pub(crate) fn new(what: impl Into<String>, advice: &'static str) -> Self {
        Self {
            what: what.into(),
            failure: None,
            known: None,
            advice,
            class_advice: None,
            said: None,
            stderr: Vec::new(),
        }
    }

    /// Trouble about which users of a class need other advice.
    pub(crate) fn for_classes(self, advice: &'static str) -> Self {
        Self { class_advice: Some(advice), ..self }
    }

    /// Trouble that the component may have made.
    pub(crate) fn with_failure(self, failure: Failure) -> Self {
        Self { failure: Some(failure), ..self }
    }

    /// Trouble of which the adapter said this.
    pub(crate) fn with_words(self, said: &str) -> Self {
        Self { said: Some(said.to_owned()), ..self }
    }

    /// Trouble after this part of an answer; none if the adapter does not tell steps one by one.
    pub(crate) fn after(self, known: Option<Answer>) -> Self {
        Self { known: known.map(Box::new), ..self }
    }

    /// Trouble that the component cannot have made, because it does not exist yet.
    pub(crate) fn of_the_adapter(self) -> Self {
        Self { failure: None, ..self }
    }

    /// The same trouble of an adapter that was greeted only: no call can hang yet.
    pub(crate) fn at_start(mut self) -> Self {
        if self.failure == Some(Failure::Hang) {
            self.what.push_str(" of its start");
            self.advice = "at start an adapter must read a line with `hello` from standard input, answer with a line with \
                           `ready` on standard output, and flush it; `serve` of the host libraries does this, so call \
                           it before anything that waits; if it only needs longer, raise `start_deadline_ms`";
            self.class_advice = Some("if it only needs longer, raise `start_deadline_ms`");
        }
        self.of_the_adapter()
    }

    /// Why a step hangs or crashes: in the adapter's words, or else what was seen and its last lines.
    pub(crate) fn reason(&self, subject: &Subject) -> String {
        if let Some(said) = &self.said {
            return said.clone();
        }
        let last = &self.stderr[self.stderr.len().saturating_sub(LINES_OF_A_REASON)..];
        std::iter::once(&self.told(subject)).chain(last).map(String::as_str).collect::<Vec<_>>().join("\n")
    }

    /// The adapter said something that the protocol does not allow.
    pub(crate) fn babble(what: impl Into<String>) -> Self {
        Self::new(
            what,
            "standard output is reserved for the protocol: print to standard error instead, and compare the replies \
             with docs/reference/adapter-protocol.md",
        )
        .for_classes("standard output is reserved for the protocol: make the class print to standard error instead")
    }

    /// The same trouble, with the last lines of the adapter that made it. The adapter is ended.
    pub(crate) fn bury(self, connection: Connection) -> Self {
        Self { stderr: connection.bury(), ..self }
    }

    /// What went wrong, with the name of the subject. What the host of a class says names the class already.
    pub(crate) fn told(&self, subject: &Subject) -> String {
        match &self.said {
            Some(said) if self.failure.is_none() && !subject.is_adapter() => said.clone(),
            _ => format!("{subject} {}", self.what),
        }
    }

    /// The whole story: what and `when`, which command, the last lines of standard error, what to do.
    pub(crate) fn report(&self, subject: &Subject, when: &str, command: &[String]) -> String {
        let mut text = format!("{}{when}\ncommand: {}", self.told(subject), shown(command));
        if !self.stderr.is_empty() {
            text.push_str("\nits last lines on standard error:\n  ");
            text.push_str(&self.stderr.join("\n  "));
        }
        let advice = self.class_advice.filter(|_| !subject.is_adapter()).unwrap_or(self.advice);
        format!("{text}\nwhat helps: {advice}")
    }
}

/// A command as people can read it: of a long argument, such as a class path with many jars, only the beginning.
fn shown(command: &[String]) -> String {
    let argument = |argument: &String| match argument.char_indices().nth(LONGEST_ARGUMENT) {
        Some((end, _)) => format!("{}...", &argument[..end]),
        None => argument.clone(),
    };
    command.iter().map(argument).collect::<Vec<_>>().join(" ")
}

/// A running adapter.
pub(crate) struct Connection {
    child: Child,
    interrupt: Arc<AtomicBool>,
    /// Since when it is known that the user, or a limit of time, wants the end.
    interrupted: Option<Instant>,
    requests: Option<Sender<Vec<u8>>>,
    lines: Receiver<Vec<Line>>,
    /// Lines that were handed over and are not read yet.
    unread: VecDeque<Line>,
    tail: Tail,
    tail_reader: JoinHandle<()>,
    killed: bool,
}

enum Line {
    Whole(Vec<u8>),
    TooLong,
}

type Tail = Arc<Mutex<VecDeque<String>>>;

impl Connection {
    /// Starts the adapter in a process group of its own, so that it can be ended with all its children.
    ///
    /// Nobody waits long for it once the flag `interrupt` is set.
    pub(crate) fn open(
        command: &[String],
        directory: &Path,
        copy: usize,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Self, Trouble> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(Trouble::new("has an empty `command`", "name a program and its arguments in the case file"));
        };
        let mut command = Command::new(program);
        command.args(arguments).current_dir(directory).env("TYPESTAR_COPY", copy.to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = reaper::spawn(&mut command).map_err(|error| {
            let what = format!("did not start: {program} in {}: {error}", directory.display());
            Trouble::new(what, "check `command` and `directory` in the case file")
                .for_classes("check JAVA_HOME or PATH")
        })?;
        running().insert(child.id());
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (requests, outbox) = channel();
        let (inbox, lines) = sync_channel(PORTIONS_AHEAD);
        let tail = Tail::default();
        let kept = tail.clone();
        std::thread::spawn(move || write_all(stdin.expect("was piped"), &outbox));
        std::thread::spawn(move || read_lines(stdout.expect("was piped"), &inbox));
        let tail_reader = std::thread::spawn(move || keep_tail(stderr.expect("was piped"), &kept));
        Ok(Self {
            child,
            interrupt: Arc::clone(interrupt),
            interrupted: None,
            requests: Some(requests),
            lines,
            unread: VecDeque::new(),
            tail,
            tail_reader,
            killed: false,
        })
    }

    /// From now on this flag says whether the user wants the end.
    pub(crate) fn heed(&mut self, interrupt: &Arc<AtomicBool>) {
        self.interrupt = Arc::clone(interrupt);
    }

    /// No more answers are wanted: what the adapter still has to do gets a moment, as after an interrupt, so that it can
    /// come to an end by itself. If that will take longer, by the time of its last answer, it gets none.
    pub(crate) fn hurry(&mut self, expected: Duration) -> Result<(), Trouble> {
        self.interrupted.get_or_insert_with(Instant::now);
        if expected <= LAST_MOMENT { Ok(()) } else { Err(interrupted()) }
    }

    /// It was done in time, so there is time again for the next request, unless the user wants the end.
    pub(crate) fn calm(&mut self) {
        if !self.interrupt.load(Ordering::Relaxed) {
            self.interrupted = None;
        }
    }

    /// How long the end has been wanted, if it is.
    fn interrupted_for(&mut self) -> Option<Duration> {
        if self.interrupted.is_none() && self.interrupt.load(Ordering::Relaxed) {
            self.interrupted = Some(Instant::now());
        }
        self.interrupted.map(|since| since.elapsed())
    }

    /// Sends a request. That the adapter is gone shows when its answer is wanted.
    pub(crate) fn send(&self, request: &Request) {
        if let Some(requests) = &self.requests {
            let _ = requests.send(write_line(request));
        }
    }

    /// The next reply. After an interrupt it has to come within a moment and `step`, the time for one step.
    pub(crate) fn receive(&mut self, patience: Duration, step: Duration) -> Result<Reply, Trouble> {
        if self.interrupted_for().is_some_and(|time| time >= LAST_MOMENT) {
            return Err(interrupted());
        }
        let Line::Whole(line) = self.next_line(patience, step)? else {
            return Err(Trouble::babble(format!("sent a line of more than {LONGEST_LINE} bytes")));
        };
        read_reply(&line).map_err(|error| {
            let shown: String = String::from_utf8_lossy(&line).trim_end().chars().take(200).collect();
            Trouble::babble(format!("sent a line that is not a message ({error}): {shown}"))
        })
    }

    /// The next line. A dead adapter is noticed also when a child of it keeps its standard output open.
    fn next_line(&mut self, patience: Duration, step: Duration) -> Result<Line, Trouble> {
        if let Some(line) = self.unread.pop_front() {
            return Ok(line);
        }
        let deadline = Instant::now() + patience;
        let mut exited = false;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK_EVERY)) {
                Ok(lines) => {
                    self.unread.extend(lines);
                    return Ok(self.unread.pop_front().expect("no portion is empty"));
                }
                Err(RecvTimeoutError::Timeout)
                    if self
                        .interrupted_for()
                        .is_some_and(|time| time >= LAST_MOMENT.saturating_add(step.min(MOST_STEP))) =>
                {
                    return Err(interrupted());
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) if exited => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(silent(patience)),
                Err(RecvTimeoutError::Timeout) => exited = matches!(self.child.try_wait(), Ok(Some(_))),
            }
        }
    }

    fn gone(&mut self) -> Trouble {
        let what = match self.exit_status(AFTERMATH) {
            Some(status) => format!("exited ({status})"),
            None => "closed its standard output".to_owned(),
        };
        let advice = "run its command by hand to see why; it must keep answering until its input ends";
        let trouble = Trouble::new(what, advice).for_classes("see its last lines on standard error");
        trouble.with_failure(Failure::Crash)
    }

    fn exit_status(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Err(_) => return None,
                Ok(None) if Instant::now() >= deadline => return None,
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
            }
        }
    }

    /// Ends the adapter at once, with all its children; its last lines on standard error are the result.
    fn bury(mut self) -> Vec<String> {
        self.kill();
        let deadline = Instant::now() + AFTERMATH;
        while !self.tail_reader.is_finished() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.iter().cloned().collect()
    }

    /// Asks the adapter to end, and then ends it, with all its children.
    fn kill(&mut self) {
        self.killed = true;
        let group = self.child.id();
        if self.exit_status(Duration::ZERO).is_none() {
            let _ = end_command(&mut self.child);
        }
        end_group(group, Ending::AtOnce);
        running().remove(&group);
        reaper::forget(group);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.requests = None;
        if !self.killed {
            self.exit_status(FAREWELL);
            self.kill();
        }
    }
}

/// The process groups of all adapters that run.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all adapters of this process at once, with all their children, because the process is about to end without
/// saying farewell to them. On systems without process groups they have to notice by themselves that their input ends.
pub fn end_adapters() {
    let groups: Vec<u32> = running().iter().copied().collect();
    groups.iter().for_each(|&group| end_group(group, Ending::Asked));
    let deadline = Instant::now() + GRACE;
    while groups.iter().any(|&group| is_alive(group)) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    groups.iter().for_each(|&group| end_group(group, Ending::AtOnce));
}

fn interrupted() -> Trouble {
    Trouble::new("was interrupted", "run the same command again to continue")
}

fn silent(patience: Duration) -> Trouble {
    let advice = "if it only needs longer, raise `step_deadline_ms`; otherwise a call hangs: find it with shorter \
                  words and `typestar try`";
    let what = format!("did not answer within {} ms", patience.as_millis());
    Trouble::new(what, advice).with_failure(Failure::Hang)
}

/// Writes requests until there are no more or nobody reads; then the adapter's input ends.
fn write_all(mut stdin: ChildStdin, outbox: &Receiver<Vec<u8>>) {
    for request in outbox {
        if stdin.write_all(&request).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until there are no more, one is too long, or nobody wants them.
fn read_lines(stdout: impl Read, inbox: &SyncSender<Vec<Line>>) {
    let mut reader = BufReader::new(stdout);
    while let Ok(portion) = read_portion(&mut reader) {
        let goes_on = matches!(portion.last(), Some(Line::Whole(_)));
        if portion.is_empty() || inbox.send(portion).is_err() || !goes_on {
            return;
        }
    }
}

/// The next line and those that are there already; nothing when there are no more.
fn read_portion(reader: &mut BufReader<impl Read>) -> io::Result<Vec<Line>> {
    let mut portion = Vec::new();
    while portion.is_empty() || portion.len() < LINES_AT_ONCE && reader.buffer().contains(&b'\n') {
        match read_line(reader, LONGEST_LINE)? {
            line if line.is_empty() => break,
            line if line.len() > LONGEST_LINE => {
                portion.push(Line::TooLong);
                break;
            }
            line => portion.push(Line::Whole(line)),
        }
    }
    Ok(portion)
}

/// One line with its end, or its beginning if it is longer than the limit; empty when there are no more.
fn read_line(reader: &mut impl BufRead, limit: usize) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    reader.take(limit as u64 + 1).read_until(b'\n', &mut line)?;
    Ok(line)
}

/// Keeps the last lines of an adapter's standard error.
fn keep_tail(stderr: impl Read, tail: &Tail) {
    let mut reader = BufReader::new(stderr);
    while let Ok(line) = read_line(&mut reader, LONGEST_KEPT_LINE) {
        if line.is_empty() {
            return;
        }
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        if tail.len() == KEPT_LINES {
            tail.pop_front();
        }
        tail.push_back(String::from_utf8_lossy(&line).trim_end().to_owned());
    }
}
