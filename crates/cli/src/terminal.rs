//! Talking to people: data on stdout, talk on stderr.

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};
use std::time::{Duration, Instant};

use typestar_model::{counted, cut};
use typestar_query::{Event, Note, Progress};
use typestar_view::{LONGEST_TOLD, duration, rearranges};

use crate::exit::Exit;

/// Writes text for people to stdout. What a system says in it can do nothing to the terminal.
pub fn print_text(text: &str) {
    print(&visible(text, has_colour()));
}

/// Writes data to stdout. A reader that has seen enough (`| head`) is no error; anything else (a full disk) ends the
/// command, so that nobody takes a part for the whole.
pub fn print(text: &str) {
    print_to_reader(text);
}

/// The same; whether somebody still reads.
pub fn print_to_reader(text: &str) -> bool {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            say(&format!("error: cannot write to standard output: {error}"));
            std::process::exit(Exit::Failed.code().into());
        }
        written => written.is_ok(),
    }
}

/// Tells the user something on stderr.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", visible(text, false));
}

/// Tells the user what is worth a line.
pub fn tell<N: Display>(notes: impl IntoIterator<Item = N>) {
    notes.into_iter().for_each(|note| say(&format!("note: {}", cut(&note.to_string(), LONGEST_TOLD))));
}

/// The text with its control characters and direction marks as escapes, but for the ends of lines, tabs and, if they are wanted, colours.
pub fn visible(text: &str, with_colours: bool) -> String {
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

/// Whether stdout takes colours.
pub fn has_colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// The progress line: renewed in place on a terminal, a line now and then elsewhere.
pub struct ProgressLine {
    shown: bool,
    live: bool,
    last: Option<Instant>,
    rate: Rate,
}

impl ProgressLine {
    /// A progress line, or none.
    pub fn new(shown: bool) -> Self {
        Self { shown, live: std::io::stderr().is_terminal(), last: None, rate: Rate::default() }
    }

    /// Takes note of an event.
    pub fn see(&mut self, event: &Event, progress: &Progress) {
        if !self.shown {
            return;
        }
        if let Event::FindingMade(finding) = event {
            self.clear();
            say(&format!("finding: {}", cut(&finding.message, LONGEST_TOLD)));
        }
        let rate = self.rate(progress.elapsed_ms, progress.fresh());
        self.renew(|| line(progress, rate));
    }

    /// Tells the user what is worth a line of its own.
    pub fn tell(&self, note: Option<Note>) {
        if note.is_some() {
            self.clear();
            tell(note);
        }
    }

    /// Takes note of how many words were answered after this many milliseconds; how many there are in a second.
    pub fn rate(&mut self, ms: u64, words: u64) -> Option<f64> {
        self.rate.note(ms, words);
        self.rate.per_second()
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

/// How fast words were answered in the recent past.
#[derive(Default)]
struct Rate {
    /// When, in milliseconds, this many words had been answered: the oldest first.
    seen: VecDeque<(u64, u64)>,
}

/// The recent past, in milliseconds: long enough for slow words, short enough to follow a change.
const RECENT: u64 = 10_000;
/// How many milliseconds lie between two moments that are kept.
const APART: u64 = 250;

impl Rate {
    fn note(&mut self, ms: u64, words: u64) {
        if self.seen.back().is_none_or(|&(last, _)| ms >= last + APART) {
            self.seen.push_back((ms, words));
        }
        while self.seen.get(1).is_some_and(|&(second, _)| second + RECENT <= ms) {
            self.seen.pop_front();
        }
    }

    /// Words in a second; none if none were answered, or too little time went by to tell.
    fn per_second(&self) -> Option<f64> {
        let (&(since, before), &(now, words)) = (self.seen.front()?, self.seen.back()?);
        let is_known = words > before && now >= since + 2 * APART;
        is_known.then(|| (words - before) as f64 * 1000.0 / (now - since) as f64)
    }
}

fn line(progress: &Progress, rate: Option<f64>) -> String {
    let ladder = if progress.rungs > 0 { format!(" ({} seem to count)", progress.rungs) } else { String::new() };
    let states = counted(progress.states, "state") + &ladder;
    let words = counted(progress.executed(), "word");
    let cached = match progress.left {
        Some(_) => String::new(),
        None => format!(", {:.0} % cached", progress.cached_share() * 100.0),
    };
    let time = duration_of(progress.elapsed_ms as f64 / 1000.0);
    let (phase, pace) = (progress.phase.name(), pace(rate, progress.left));
    format!("{phase}: round {}, {states}, {words}{pace}{cached}, {time}", progress.round)
}

/// How fast it goes, how much is left, and how long that takes, as far as it is known.
pub fn pace(rate: Option<f64>, left: Option<u64>) -> String {
    let speed = match rate {
        Some(rate) if rate < 10.0 => format!(", {rate:.1}/s"),
        Some(rate) => format!(", {rate:.0}/s"),
        None => String::new(),
    };
    match (left, rate) {
        (Some(left), Some(rate)) => format!("{speed}, at most {left} left ({})", duration_of(left as f64 / rate)),
        (Some(left), None) => format!(", at most {left} left"),
        (None, _) => speed,
    }
}

/// Whole seconds: what stands in a line that is renewed must be read at a glance.
pub fn duration_of(seconds: f64) -> String {
    match seconds.round() as u64 {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds => duration(seconds.saturating_mul(1000)),
    }
}

#[cfg(test)]
mod tests {
    use typestar_model::{Counts, Phase};
    use typestar_query::Progress;

    use super::{Rate, line, visible};

    fn progress(phase: Phase, left: Option<u64>) -> Progress {
        let learning = Counts { asked: 30, executed: 15, symbols: 60 };
        let testing = Counts { asked: 30, executed: 15, symbols: 60 };
        let (round, states, replayed, answered, elapsed_ms) = (3, 7, 20, 2, 61_000);
        Progress {
            phase,
            round,
            states,
            learning,
            testing,
            replayed,
            answered,
            left,
            elapsed_ms,
            ..Progress::default()
        }
    }

    #[test]
    fn the_line_tells_what_is_left_and_how_long_it_takes() {
        let told = line(&progress(Phase::Testing, Some(90)), Some(4.5));
        assert_eq!(told, "testing: round 3, 7 states, 32 words, 4.5/s, at most 90 left (20 s), 1 min 1 s");
        let told = line(&progress(Phase::Testing, Some(90)), None);
        assert_eq!(told, "testing: round 3, 7 states, 32 words, at most 90 left, 1 min 1 s");
        let told = line(&progress(Phase::Learning, None), Some(45.2));
        assert_eq!(told, "learning: round 3, 7 states, 32 words, 45/s, 47 % cached, 1 min 1 s");
        let counting = Progress { rungs: 5, ..progress(Phase::Growth, Some(90)) };
        assert_eq!(
            line(&counting, None),
            "growth: round 3, 7 states (5 seem to count), 32 words, at most 90 left, 1 min 1 s"
        );
        assert_eq!(progress(Phase::Learning, None).fresh(), 12, "what the journal knew was not answered now");
    }

    #[test]
    fn the_rate_is_that_of_the_recent_past() {
        let mut rate = Rate::default();
        assert_eq!(rate.per_second(), None);
        (0..=100).for_each(|second| rate.note(second * 1000, second * 50));
        assert_eq!(rate.per_second(), Some(50.0));
        (101..=200).for_each(|second| rate.note(second * 1000, 5_000 + (second - 100) * 2));
        assert_eq!(rate.per_second(), Some(2.0), "what was fast long ago does not count");
        (201..=300).for_each(|second| rate.note(second * 1000, 5_200));
        assert_eq!(rate.per_second(), None, "nothing came");
        assert!(rate.seen.len() <= 42);
    }

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
