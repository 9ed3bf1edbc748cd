//! Talking to people: data on stdout, talk on stderr.

use std::io::{ErrorKind, IsTerminal, Write};
use std::time::{Duration, Instant};

use typestar_query::{Event, Phase, Progress};

use crate::exit::Exit;

/// Writes data to stdout. A reader that has seen enough (`| head`) is no error; anything else (a full disk) ends the
/// command, so that nobody takes a part for the whole.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Some(error) = written.err().filter(|error| error.kind() != ErrorKind::BrokenPipe) {
        say(&format!("error: cannot write to standard output: {error}"));
        std::process::exit(Exit::Failed.code().into());
    }
}

/// Tells the user something on stderr.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Whether stdout takes colours.
pub fn has_colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// The progress line: renewed in place on a terminal, a line now and then elsewhere.
pub struct ProgressLine {
    shown: bool,
    live: bool,
    last: Option<Instant>,
}

impl ProgressLine {
    /// A progress line, or none.
    pub fn new(shown: bool) -> Self {
        Self { shown, live: std::io::stderr().is_terminal(), last: None }
    }

    /// Takes note of an event.
    pub fn see(&mut self, event: &Event, progress: &Progress) {
        if !self.shown {
            return;
        }
        if let Event::FindingMade(finding) = event {
            self.clear();
            say(&format!("finding: {}", finding.message));
        }
        self.renew(|| line(progress));
    }

    /// Shows another text, if it is time to do so.
    pub fn renew(&mut self, line: impl FnOnce() -> String) {
        let pause = Duration::from_millis(if self.live { 80 } else { 5_000 });
        if !self.shown || self.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        if self.live || self.last.is_some() {
            self.show(&line());
        }
        self.last = Some(Instant::now());
    }

    fn show(&self, line: &str) {
        let mut err = std::io::stderr().lock();
        let _ = if self.live { write!(err, "\r\x1b[2K{line}") } else { writeln!(err, "{line}") };
        let _ = err.flush();
    }

    /// Removes the line.
    pub fn clear(&self) {
        if self.shown && self.live {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[2K");
        }
    }
}

fn line(progress: &Progress) -> String {
    let doing = match progress.phase {
        Phase::Learning => "learning",
        Phase::Testing => "testing",
    };
    format!(
        "{doing}: round {}, {} states, {} words executed, {:.0} % cached, {:.1} s",
        progress.round,
        progress.states,
        progress.learning.executed + progress.testing.executed,
        progress.cached_share() * 100.0,
        progress.elapsed_ms as f64 / 1000.0
    )
}
