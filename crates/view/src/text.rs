//! The terminal: a typestate as text, and the closing summary of a run.

use std::collections::HashMap;
use std::fmt::Write;

use typestar_model::register::Size;
use typestar_model::{
    Counts, Finding, Id, InputId, Mealy, Origins, RegisterNumbers, SeenTrace, StateId, Step, Summary, one_line,
};

use crate::machine::{Form, Steps};
use crate::merge::{Voice, count};

/// How a model is marked that a stand-in for the real code decided.
pub(crate) const IMITATION: &str = "imitation";

/// The widest column of events before it is broken into several lines.
const EVENTS: usize = 44;

/// The machine state by state: where each event leads, what is illegal, what hangs or crashes, what is not known.
///
/// `color` adds terminal colours: callins blue, callbacks magenta, illegal calls red.
///
/// ```
/// use typestar_model::Mealy;
/// use typestar_view::{Form, text};
/// let mut door = Mealy::new(["open", "close"].iter().collect());
/// let (shut, ajar) = (door.add_state("shut"), door.add_state("ajar"));
/// door.add_edge(shut, "open", "ok", ajar);
/// door.add_edge(ajar, "close", "ok", shut);
/// assert!(text(&door, Form::Mealy, false).starts_with("▸ shut\n    open / ok   → ajar\n    unknown: close\n"));
/// ```
pub fn text(machine: &Mealy, form: Form, color: bool) -> String {
    text_of_first(machine, form, color, usize::MAX).0
}

/// The same with at most so many states, and how many states there are besides: more than a screen nobody reads at once.
pub fn text_of_first(machine: &Mealy, form: Form, color: bool, most: usize) -> (String, usize) {
    let ink = Ink { color };
    let steps = Steps::of(machine, form);
    let mut blocks = blocks(machine, &steps);
    let besides = blocks.len().saturating_sub(most);
    blocks.truncate(most);
    let width = |rows: &Vec<Row>| rows.iter().flat_map(|row| &row.events).map(|line| line.chars().count()).max();
    let width = blocks.iter().filter_map(|block| width(&block.rows)).max().unwrap_or(0);
    let mut text = String::new();
    for block in &blocks {
        block.write(&mut text, machine, width, ink);
    }
    if steps.quiet > 0 && besides == 0 {
        let note = format!("not shown: {} that {} nothing", count(steps.quiet, "quiet wait"), changes(steps.quiet));
        let _ = writeln!(text, "{}", ink.dim(&note));
    }
    (text, besides)
}

fn changes(number: usize) -> &'static str {
    if number == 1 { "changes" } else { "change" }
}

/// All that is known of one state.
struct Block {
    state: StateId,
    rows: Vec<Row>,
    /// What is illegal, what hangs, what crashes and what is not known, in the order of `LISTS`.
    lists: [Vec<InputId>; LISTS.len()],
}

/// What is said of inputs that lead nowhere.
const LISTS: [&str; 4] = ["illegal", "hangs", "crashes", UNKNOWN];
const UNKNOWN: &str = "unknown";

/// Events with the same answer that lead to the same state.
struct Row {
    voice: Voice,
    answer: Option<String>,
    /// The lines of the first column.
    events: Vec<String>,
    to: StateId,
}

/// The number of each row in its block, by what its events have in common.
type Rows<'a> = HashMap<(StateId, Voice, Option<&'a str>, StateId), usize>;

fn blocks(machine: &Mealy, steps: &Steps) -> Vec<Block> {
    let mut rows = Rows::new();
    let mut blocks: Vec<Block> =
        (machine.states()).map(|state| Block { state, rows: Vec::new(), lists: Default::default() }).collect();
    for step in &steps.shown {
        blocks[step.from.index()].add(&mut rows, step);
    }
    for (list, all) in [&steps.illegal, &steps.hangs, &steps.crashes, &steps.outside].into_iter().enumerate() {
        for &(state, input) in all {
            blocks[state.index()].lists[list].push(input);
        }
    }
    let has_content = |block: &Block| !block.rows.is_empty() || block.lists.iter().any(|list| !list.is_empty());
    blocks.retain(|block| has_content(block) || Some(block.state) != machine.error_sink());
    for row in blocks.iter_mut().flat_map(|block| &mut block.rows) {
        row.finish();
    }
    blocks
}

impl Block {
    fn add<'a>(&mut self, rows: &mut Rows<'a>, step: &'a crate::machine::Step) {
        let kind = (step.from, step.voice, step.answer.as_deref(), step.to);
        let row = *rows.entry(kind).or_insert(self.rows.len());
        if row == self.rows.len() {
            let (voice, answer, to) = (step.voice, step.answer.clone(), step.to);
            self.rows.push(Row { voice, answer, events: Vec::new(), to });
        }
        self.rows[row].events.push(step.event.clone());
    }

    fn write(&self, text: &mut String, machine: &Mealy, width: usize, ink: Ink) {
        let mark = if self.state == machine.initial() { "▸ " } else { "  " };
        let _ = writeln!(text, "{mark}{}", ink.bold(machine.name(self.state)));
        for row in &self.rows {
            let (last, before) = row.events.split_last().expect("a row has an event");
            for line in before {
                let _ = writeln!(text, "    {}", ink.voice(row.voice, line));
            }
            let padding = " ".repeat(width - last.chars().count());
            let target =
                if row.to == self.state { "  stays".to_owned() } else { format!("→ {}", machine.name(row.to)) };
            let _ = writeln!(text, "    {}{padding}  {target}", ink.voice(row.voice, last));
        }
        for (word, inputs) in LISTS.into_iter().zip(&self.lists) {
            if !inputs.is_empty() {
                let names: Vec<&str> = inputs.iter().map(|&input| machine.inputs().text(input)).collect();
                let line = format!("{word}: {}", names.join(", "));
                let line = if word == UNKNOWN { ink.dim(&line) } else { ink.voice(Voice::Error, &line) };
                let _ = writeln!(text, "    {line}");
            }
        }
    }
}

impl Row {
    /// Joins the events to lines and adds the answer to the last one.
    fn finish(&mut self) {
        let answer = self.answer.as_ref().map(|answer| format!("/ {answer}"));
        let last = self.events.len() - 1;
        let parts = self.events.iter().enumerate().map(|(i, event)| event.clone() + if i < last { "," } else { "" });
        self.events = broken_into_lines(parts.chain(answer).collect(), EVENTS);
    }
}

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
    let mark = imitation_mark(&summary.origins, ink);
    let _ = writeln!(text, "{}: {}{mark}\n", ink.bold(&summary.system), size(summary));
    verdict(&mut text, summary, ink);
    cost(&mut text, summary);
    if !summary.run.is_empty() {
        field(&mut text, "run", &summary.run);
    }
    if !summary.findings.is_empty() {
        let _ = writeln!(text, "\n{}", ink.bold(&count(summary.findings.len(), "finding")));
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
    let states = count(summary.states, "state");
    let inputs = match &summary.guarded {
        Some(numbers) => count(numbers.methods, "method"),
        None => count(summary.inputs, "input"),
    };
    let sink = if summary.states_total > summary.states { " and the error sink" } else { "" };
    match summary.rounds {
        0 => format!("no hypothesis yet, {states} told apart so far, {inputs}"),
        _ => format!("{states}{sink}, {inputs}"),
    }
}

/// How large a register automaton is: `4 locations, 3 registers, 8 transitions`.
pub(crate) fn size_of_registers(size: Size) -> String {
    let (locations, registers) = (count(size.locations, "location"), count(size.registers, "register"));
    format!("{locations}, {registers}, {}", count(size.transitions, "transition"))
}

fn field(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "  {name:<10} {value}");
}

fn verdict(text: &mut String, summary: &Summary, ink: Ink) {
    let voice = if summary.verdict.finished { Voice::Callin } else { Voice::Error };
    field(text, "verdict", &ink.voice(voice, &summary.verdict.text));
    if !summary.verdict.finished {
        let model = match summary.rounds {
            0 => "the run did not come to its end: instead of a model there is what was observed first",
            _ => "the run did not come to its end: this is the best model so far",
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
    if let Some(known) = guards(summary) {
        field(text, "guards", &known);
    }
    if summary.rounds > 0 && summary.registers.is_none() && summary.guarded.is_none() {
        field(text, "bound", &format!("any two states differ within {}", count(summary.bound_needed, "input")));
    }
    if summary.replayed > 0 {
        field(text, "journal", &format!("{} known from before", words(summary.replayed)));
    }
    field(text, "time", &duration(summary.wall_ms));
    for (index, line) in summary.origins.lines().iter().enumerate() {
        field(text, if index == 0 { "origins" } else { "" }, line);
    }
    for (name, value) in &summary.notes {
        field(text, name, value);
    }
}

/// Who made the outputs of a model, below its text; nothing where that is not known.
pub fn origins_text(origins: &Origins, color: bool) -> String {
    let ink = Ink { color };
    let mut text = String::new();
    if !origins.is_empty() {
        let heading = origins.imitation().map(|mark| ink.voice(Voice::Error, &mark));
        let _ = writeln!(text, "\n{}", heading.unwrap_or_else(|| "origins".to_owned()));
        origins.lines().iter().for_each(|line| text.push_str(&format!("    {line}\n")));
    }
    text
}

/// What stands behind the size of a model that a stand-in decided.
fn imitation_mark(origins: &Origins, ink: Ink) -> String {
    if origins.is_imitation() { format!(", {}", ink.voice(Voice::Error, IMITATION)) } else { String::new() }
}

/// When the guards were known first, of a model that has some.
pub(crate) fn guards(summary: &Summary) -> Option<String> {
    let numbers = summary.guarded.filter(|numbers| numbers.words_until_guards > 0)?;
    Some(format!("{} known after {}", count(numbers.guards, "guard"), words(numbers.words_until_guards)))
}

fn finding(text: &mut String, number: usize, finding: &Finding, ink: Ink) {
    let kind = ink.voice(Voice::Error, &kind_name(finding));
    let _ = writeln!(text, "  {number}. {kind}: {}", finding.message);
    if !finding.word.is_empty() {
        let _ = writeln!(text, "     word:  {}", finding.word.join(" "));
    }
    for trace in &finding.traces {
        let _ = writeln!(text, "     {}:  {}", seen(trace), trace_text(&trace.steps));
    }
    for advice in &finding.advice {
        let _ = writeln!(text, "     try:   {advice}");
    }
}

/// `seen once`, `seen 3 times`.
pub(crate) fn seen(trace: &SeenTrace) -> String {
    if trace.count == 1 { "seen once".to_owned() } else { format!("seen {} times", trace.count) }
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
    rows.push(("total", summary.total()));
    rows
}

/// A number with commas between thousands.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 word`, `1,234 words`.
pub(crate) fn words(number: u64) -> String {
    if number == 1 { "1 word".to_owned() } else { format!("{} words", thousands(number)) }
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

    fn voice(self, voice: Voice, text: &str) -> String {
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
