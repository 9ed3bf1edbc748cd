//! What happened in a run, and what happens: `log --events` and `log --follow`.

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use typestar_model::{counted, one_line};
use typestar_query::{Event, EventError, EventLine, Events, Folder, RunEnd, RunStart, read_event, read_events};
use typestar_view::duration;

use crate::args::LogArguments;
use crate::exit::{Exit, Failure};
use crate::terminal::{print_to_reader, say, tell, visible};

/// How often somebody who follows a run looks for news.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Prints the events of a run; with `--follow` until its process has ended.
pub fn log(arguments: &LogArguments) -> Result<Exit, Failure> {
    let file = arguments.run.join(Folder::EVENTS);
    let events = if arguments.follow { wait_for(&file)? } else { open(&file)? };
    let mut shown = Shown { events, as_json: arguments.json, is_ended: false, fault: None };
    match arguments.follow {
        true => shown.follow()?,
        false => drop(shown.show_rest()?),
    }
    match shown.fault {
        None => Ok(Exit::Done),
        Some(fault) => Err(Failure::failed(format!("{fault}\n --> {}", file.display()))),
    }
}

fn open(file: &Path) -> Result<Events, Failure> {
    read_events(file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::usage(format!(
            "{} does not exist: name a run folder, or use --follow to wait for the run",
            file.display()
        )),
        _ => Failure::failed(format!("cannot read {}: {error}; check its permissions", file.display())),
    })
}

/// The events of a run that may not have begun.
fn wait_for(file: &Path) -> Result<Events, Failure> {
    if !file.exists() {
        say(&format!("waiting for {}: the run has not started (Ctrl-C to stop)", file.display()));
    }
    while !file.exists() {
        std::thread::sleep(LOOK_EVERY);
    }
    open(file)
}

/// The events that are printed.
struct Shown {
    events: Events,
    as_json: bool,
    /// Whether the last one was the end of the run.
    is_ended: bool,
    /// What was wrong with the first line that is no event.
    fault: Option<String>,
}

impl Shown {
    /// Prints what there is and what comes, until nobody writes or nobody reads any more.
    fn follow(&mut self) -> Result<(), Failure> {
        // Who writes is looked at first: what is written before a process ends is printed, too.
        let mut goes_on = self.may_go_on();
        while self.show_rest()? {
            if !goes_on {
                let note =
                    "the process of the run has ended before the run was finished: `typestar learn` continues it";
                tell((!self.is_ended).then_some(note));
                break;
            }
            std::thread::sleep(LOOK_EVERY);
            goes_on = self.may_go_on();
        }
        Ok(())
    }

    /// Whether there may be more: a file without a line belongs to a process that is about to write.
    fn may_go_on(&self) -> bool {
        self.events.line_number() == 0 || self.events.is_written()
    }

    /// Prints what there is; whether somebody still reads.
    fn show_rest(&mut self) -> Result<bool, Failure> {
        while let Some(line) = self.events.next_line().map_err(|error| Failure::failed(EventError::from(error)))? {
            let event = read_event(&line);
            let text = match &event {
                _ if self.as_json => format!("{}\n", String::from_utf8_lossy(&line)),
                Ok(event) => text_of(event).map(|text| format!("{}\n", visible(&text, false))).unwrap_or_default(),
                Err(_) => String::new(),
            };
            self.note(event);
            if !print_to_reader(&text) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn note(&mut self, event: Result<EventLine, EventError>) {
        match event {
            Ok(line) => self.is_ended = matches!(line.event, Event::RunFinished(_)),
            Err(fault) => {
                let number = self.events.line_number();
                self.fault.get_or_insert_with(|| format!("line {number}: {fault}"));
            }
        }
    }
}

/// An event for people, after the time of the run; none if they need not know it.
fn text_of(line: &EventLine) -> Option<String> {
    let what = match &line.event {
        Event::RunStarted(start) => format!("started: {}", start_text(start)),
        Event::RunResumed(start) => format!("continued with {}: {}", counted(start.words, "word"), start_text(start)),
        Event::RunDiverged { repeated } => {
            let repeated = counted(*repeated, "event");
            format!("diverged from the previous run after {repeated}; later events above are obsolete")
        }
        Event::WordsExecuted { .. } => format!("{}: {} executed", line.phase.name(), counted(line.executed(), "word")),
        Event::HypothesisBuilt { states, registers } => {
            let (size, words) = (size_text(*states, *registers), counted(line.executed(), "word"));
            format!("hypothesis {}: {size}, {words} executed", line.round)
        }
        Event::CounterexampleFound { word } => format!("counterexample: {}", word.join(" ")),
        Event::FindingMade(finding) => format!("finding: {}", finding.message),
        Event::AnswersOverturned { words } => format!("overturned: {}", counted(*words, "answer")),
        Event::TroubleMended { text } => format!("repaired: {text}"),
        Event::RunFinished(end) => end_text(line, end),
        Event::WordsAnswered | Event::ModelDrafted(_) | Event::TimePassed | Event::Unknown => return None,
    };
    Some(format!("{:>9}  {}", duration(line.elapsed_ms), one_line(&what)))
}

fn start_text(start: &RunStart) -> String {
    let inputs = counted(start.inputs, "input");
    format!("{}, {inputs}, learner {}, tester {}", start.system, start.learner, start.tester)
}

fn size_text(states: usize, registers: Option<usize>) -> String {
    match registers {
        None => counted(states, "state"),
        Some(registers) => {
            format!("{}, {}", counted(states, "location"), counted(registers, "register"))
        }
    }
}

fn end_text(line: &EventLine, end: &RunEnd) -> String {
    let what = if end.finished { "finished" } else { "stopped" };
    let (size, words) = (size_text(end.states, end.registers), counted(line.executed(), "word"));
    format!("{what}: {size}, {words} executed, {}; {}", counted(end.findings, "finding"), end.verdict)
}
