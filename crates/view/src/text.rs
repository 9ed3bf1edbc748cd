//! The terminal: the closing summary of a run, and what the texts of all kinds of model share.

use std::fmt::Write;

use typestar_model::register::Size;
use typestar_model::{Counts, Finding, Origins, RegisterNumbers, SeenTrace, Step, Summary, counted, cut, one_line};

use crate::merge::Voice;

/// How a model is marked that a stand-in for the real code decided.
pub(crate) const IMITATION: &str = "imitation";

/// Parts with blanks between them, in lines that are not longer than `width` where that can be.
pub(crate) fn broken_into_lines(parts: Vec<String>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + part.chars().count() <= width => {
                line.push(' ');
                *line += &part;
            }
            _ => lines.push(part),
        }
    }
    lines
}

/// The closing summary of a run: size, verdict, cost, findings and where the results are.
pub fn summary_text(summary: &Summary, color: bool) -> String {
    let ink = Ink { color };
    let mut text = String::new();
    let mark = match summary.origins.is_imitation() {
        true => format!(", {}", ink.voice(Voice::Error, IMITATION)),
        false => String::new(),
    };
    let _ = writeln!(text, "{}: {}{mark}\n", ink.bold(&summary.system), size(summary));
    verdict(&mut text, summary, ink);
    cost(&mut text, summary);
    if !summary.run.is_empty() {
        field(&mut text, "run", &summary.run);
    }
    if !summary.findings.is_empty() {
        let _ = writeln!(text, "\n{}", ink.bold(&counted(summary.findings.len(), "finding")));
    }
    for (index, found) in summary.findings.iter().enumerate() {
        finding(&mut text, index + 1, found, ink);
    }
    text
}

/// How large the model is, in words.
pub(crate) fn size(summary: &Summary) -> String {
    if let &Some(RegisterNumbers { locations, registers, transitions, .. }) = &summary.registers {
        let size = Size { locations, registers, transitions };
        return if summary.rounds == 0 { "no hypothesis yet".to_owned() } else { size_of_registers(size) };
    }
    let states = counted(summary.states, "state");
    let inputs = match &summary.guarded {
        Some(numbers) => counted(numbers.methods, "method"),
        None => counted(summary.inputs, "input"),
    };
    let sink = if summary.states_total > summary.states { " and the error sink" } else { "" };
    match summary.rounds {
        0 => format!("no hypothesis yet, {states} distinguished, {inputs}"),
        _ => format!("{states}{sink}, {inputs}"),
    }
}

/// How large a register automaton is: `4 locations, 3 registers, 8 transitions`.
pub(crate) fn size_of_registers(size: Size) -> String {
    let (locations, registers) = (counted(size.locations, "location"), counted(size.registers, "register"));
    format!("{locations}, {registers}, {}", counted(size.transitions, "transition"))
}

fn field(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "  {name:<10} {value}");
}

fn verdict(text: &mut String, summary: &Summary, ink: Ink) {
    let voice = if summary.verdict.finished { Voice::Callin } else { Voice::Error };
    field(text, "verdict", &ink.voice(voice, &summary.verdict.text));
    if !summary.verdict.finished {
        let model = match summary.rounds {
            0 => "draft: the run has no hypothesis yet; this is what was observed first",
            _ => "draft: the run has not finished",
        };
        field(text, "", model);
    }
    for (index, assumption) in summary.verdict.assumptions.iter().enumerate() {
        field(text, if index == 0 { "assuming" } else { "" }, assumption);
    }
}

fn cost(text: &mut String, summary: &Summary) {
    let _ = writeln!(text, "\n  {:<10} {:>12} {:>12} {:>12}", "words", "asked", "executed", "symbols");
    for (name, counts) in costs(summary) {
        let [asked, executed, symbols] = [counts.asked, counts.executed, counts.symbols].map(thousands);
        let _ = writeln!(text, "  {name:<10} {asked:>12} {executed:>12} {symbols:>12}");
    }
    text.push('\n');
    field(text, "rounds", &format!("{} with {}, tested by {}", summary.rounds, summary.learner, summary.tester));
    if let Some(numbers) = summary.registers.as_ref().filter(|numbers| !numbers.theories.is_empty()) {
        field(text, "theories", &numbers.theories);
    }
    if let Some(known) = queries(summary) {
        field(text, "queries", &known);
    }
    if let Some(known) = guards(summary) {
        field(text, "guards", &known);
    }
    if summary.rounds > 0 && summary.registers.is_none() && summary.guarded.is_none() {
        field(text, "bound", &format!("any two states differ within {}", counted(summary.bound_needed, "input")));
    }
    if summary.replayed > 0 {
        field(text, "journal", &format!("{} from the journal", words(summary.replayed)));
    }
    field(text, "time", &time(summary));
    for (index, line) in summary.origins.lines().iter().enumerate() {
        field(text, if index == 0 { "origins" } else { "" }, line);
    }
    for (name, value) in &summary.notes {
        field(text, name, &cut(value, LONGEST_TOLD));
    }
}

/// Who made the outputs of a model, below its text; nothing where that is not known.
pub(crate) fn origins_text(origins: &Origins, color: bool) -> String {
    let ink = Ink { color };
    let mut text = String::new();
    if !origins.is_empty() {
        let heading = origins.imitation().map(|mark| ink.voice(Voice::Error, &mark));
        let _ = writeln!(text, "\n{}", heading.unwrap_or_else(|| "origins".to_owned()));
        origins.lines().iter().for_each(|line| text.push_str(&format!("    {line}\n")));
    }
    text
}

/// What publications tell of a learner of register automata; none for others.
pub(crate) fn queries(summary: &Summary) -> Option<String> {
    let numbers = summary.registers.as_ref().filter(|_| summary.rounds > 0)?;
    let asked = match numbers.tree_queries {
        1 => "1 tree query".to_owned(),
        asked => format!("{} tree queries", thousands(asked)),
    };
    Some(match numbers.last_counterexample {
        Some(inputs) => format!("{asked}; the last counterexample had {}", counted(inputs, "input")),
        None => format!("{asked}; no counterexample"),
    })
}

/// How long the run took. What part of it was learning is known of a register automaton that one process learned.
pub(crate) fn time(summary: &Summary) -> String {
    let all = duration(summary.wall_ms);
    match summary.registers.as_ref().filter(|_| summary.replayed == 0) {
        Some(numbers) => {
            let [learning, testing] = [numbers.learning_ms, numbers.testing_ms].map(duration);
            format!("{all}: {learning} learning, {testing} testing")
        }
        None => all,
    }
}

/// When the guards were known first, of a model that has some.
pub(crate) fn guards(summary: &Summary) -> Option<String> {
    let numbers = summary.guarded.filter(|numbers| numbers.words_until_guards > 0)?;
    Some(format!("{} known after {}", counted(numbers.guards, "guard"), words(numbers.words_until_guards)))
}

fn finding(text: &mut String, number: usize, finding: &Finding, ink: Ink) {
    let kind = ink.voice(Voice::Error, &kind_name(finding));
    let _ = writeln!(text, "  {number}. {kind}: {}", cut(&finding.message, LONGEST_TOLD));
    if !finding.word.is_empty() {
        let _ = writeln!(text, "     word:  {}", cut(&finding.word.join(" "), LONGEST_TOLD));
    }
    for trace in &finding.traces {
        let _ = writeln!(text, "     {}:  {}", seen(trace), cut(&trace_text(&trace.steps), LONGEST_TOLD));
    }
    for advice in &finding.advice {
        let _ = writeln!(text, "     try:   {}", cut(advice, LONGEST_TOLD));
    }
}

/// How many characters of a message, a word, a trace or a note a terminal shows: a few lines. JSON and the page have all.
pub const LONGEST_TOLD: usize = 600;

/// `seen once`, `seen 3 times`; `not seen` of what only a model says.
pub(crate) fn seen(trace: &SeenTrace) -> String {
    match trace.count {
        0 => "not seen".to_owned(),
        1 => "seen once".to_owned(),
        count => format!("seen {count} times"),
    }
}

fn trace_text(steps: &[Step]) -> String {
    let step = |step: &Step| match step.reason() {
        Some(reason) => format!("{}/{} ({})", step.input, step.output, one_line(reason)),
        None => format!("{}/{}", step.input, step.output),
    };
    steps.iter().map(step).collect::<Vec<_>>().join("  ")
}

/// The kind of a finding in the words of the JSON output, with spaces.
pub(crate) fn kind_name(finding: &Finding) -> String {
    let name = serde_json::to_value(finding.kind).ok().and_then(|value| value.as_str().map(str::to_owned));
    name.unwrap_or_default().replace('-', " ")
}

/// What each phase cost, and what they cost together.
pub(crate) fn costs(summary: &Summary) -> Vec<(&'static str, Counts)> {
    let mut rows = vec![("learning", summary.learning), ("testing", summary.testing)];
    rows.extend(summary.challenge.map(|challenge| ("challenge", challenge.counts)));
    rows.extend((summary.growth != Counts::default()).then_some(("growth", summary.growth)));
    rows.push(("total", summary.total()));
    rows
}

/// A number with commas between thousands.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// `1 word`, `1,234 words`.
pub(crate) fn words(number: u64) -> String {
    many(number, "word")
}

/// `1 call`, `1,234 calls`.
pub(crate) fn many(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{} {thing}s", thousands(number)) }
}

/// A time in the unit that suits it.
pub fn duration(milliseconds: u64) -> String {
    match milliseconds {
        0..1_000 => format!("{milliseconds} ms"),
        1_000..60_000 => format!("{:.1} s", milliseconds as f64 / 1000.0),
        60_000..3_600_000 => format!("{} min {} s", milliseconds / 60_000, milliseconds / 1000 % 60),
        _ => format!("{} h {} min", milliseconds / 3_600_000, milliseconds / 60_000 % 60),
    }
}

/// Terminal colours, if they are wanted.
#[derive(Clone, Copy)]
pub(crate) struct Ink {
    pub color: bool,
}

impl Ink {
    fn paint(self, code: &str, text: &str) -> String {
        if self.color { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    pub fn voice(self, voice: Voice, text: &str) -> String {
        match voice {
            Voice::Callin => self.paint("34", text),
            Voice::Callback => self.paint("35", text),
            Voice::Quiet => self.paint("2", text),
            Voice::Error => self.paint("31", text),
            Voice::Plain => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{duration, thousands};

    #[test]
    fn numbers_and_times_read_easily() {
        assert_eq!(thousands(7), "7");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(duration(1_500), "1.5 s");
        assert_eq!(duration(61_000), "1 min 1 s");
    }
}
