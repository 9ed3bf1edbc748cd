//! Talking to people: data on stdout, talk on stderr.

use std::io::{ErrorKind, IsTerminal, Write};
use std::time::{Duration, Instant};

use typestar_query::{Event, Phase, Progress};
use typestar_view::rearranges;

use crate::exit::Exit;

/// Writes text for people to stdout. What a system says in it can do nothing to the terminal.
pub fn print_text(text: &str) {
    print(&visible(text, has_colour()));
}

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
    let _ = writeln!(std::io::stderr().lock(), "{}", visible(text, false));
}

/// The text with its control characters and direction marks as escapes, but for the ends of lines, tabs and, if they are wanted, colours.
fn visible(text: &str, with_colours: bool) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| rearranges(c) || c.is_control() && c != '\n' && c != '\t') {
        let (before, from) = rest.split_at(at);
        shown.push_str(before);
        let colour = if with_colours { colour_at_start(from) } else { "" };
        let control = from.chars().next().filter(|_| colour.is_empty());
        shown.push_str(colour);
        shown.extend(control.into_iter().flat_map(char::escape_default));
        rest = &from[colour.len() + control.map_or(0, char::len_utf8)..];
    }
    shown + rest
}

/// The colour that a text begins with: `ESC [ digits m`, or nothing.
fn colour_at_start(text: &str) -> &str {
    let digits = text.strip_prefix("\u{1b}[").map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    let after = digits.and_then(|rest| rest.strip_prefix('m'));
    after.map_or("", |after| &text[..text.len() - after.len()])
}

/// `1 word`, `3 words`.
pub fn counted(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
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
        "{doing}: round {}, {}, {} executed, {:.0} % cached, {:.1} s",
        progress.round,
        counted(progress.states as u64, "state"),
        counted(progress.learning.executed + progress.testing.executed, "word"),
        progress.cached_share() * 100.0,
        progress.elapsed_ms as f64 / 1000.0
    )
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn control_characters_are_shown_and_not_done() {
        let text = "a\u{1b}]0;title\u{7}b\rc\u{9b}2J\td\n";
        assert_eq!(visible(text, true), "a\\u{1b}]0;title\\u{7}b\\rc\\u{9b}2J\td\n");
    }

    #[test]
    fn direction_marks_are_shown_and_not_done() {
        assert_eq!(visible("a\u{202e}b\u{2069}c\u{2028}d é", false), "a\\u{202e}b\\u{2069}c\\u{2028}d é");
    }

    #[test]
    fn colours_stay_where_they_are_wanted() {
        let text = "\u{1b}[31mred\u{1b}[0m \u{1b}[2J";
        assert_eq!(visible(text, true), "\u{1b}[31mred\u{1b}[0m \\u{1b}[2J");
        assert_eq!(visible(text, false), "\\u{1b}[31mred\\u{1b}[0m \\u{1b}[2J");
    }
}
