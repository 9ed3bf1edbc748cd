//! Guarded models for terminals.

use std::fmt::Write;

use typestar_model::guarded::{GuardedModel, Rule, features_text};

use super::words::{condition, reached, signature, size, state_name, word};
use crate::register::broken;
use crate::text::{Ink, broken_into_lines, thousands};

/// The widest column of guards before it is broken into several lines.
const WIDEST: usize = 44;
/// The widest line about the calls at a border.
const BORDER: usize = 76;
/// What the columns of numbers hold.
const NUMBERS: [&str; 3] = ["passed", "failed", "tests"];
const CONDITION: &str = "passes";

/// The model state by state: when each method passes, how many calls passed and failed, how many tests tried to break
/// that, and the calls closest to the border. What is surprising follows.
pub(crate) fn text_of_first(model: &GuardedModel, color: bool, most: usize) -> (String, usize) {
    let ink = Ink { color };
    let mut text = format!("{}: {}\n", ink.bold(&model.system), size(model));
    let shown = model.states.min(most);
    let rows: Vec<Row> =
        model.rules.iter().filter(|rule| rule.state < shown).map(|rule| Row::of(model, rule)).collect();
    let columns = Columns::of(&rows);
    for (state, path) in model.paths().iter().enumerate().take(shown) {
        let reached = reached(model, path.as_deref().filter(|path| !path.is_empty()));
        columns.heading(&mut text, (state, &reached), ink);
        rows.iter().filter(|row| row.state == state).for_each(|row| row.write(&mut text, &columns, ink));
    }
    surprises(&mut text, model, ink);
    (text, model.states - shown)
}

fn surprises(text: &mut String, model: &GuardedModel, ink: Ink) {
    if model.surprises.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{}", ink.bold("surprises"));
    for surprise in &model.surprises {
        let shown = if surprise.trace.is_empty() { String::new() } else { format!(": {}", word(&surprise.trace)) };
        let _ = writeln!(text, "  {}{}", surprise.message, ink.dim(&shown));
    }
}

/// What is told of a method in a state.
struct Row {
    state: usize,
    signature: String,
    condition: Vec<String>,
    numbers: [String; NUMBERS.len()],
    target: String,
    /// The calls at the border of the guard.
    border: Vec<String>,
}

impl Row {
    fn of(model: &GuardedModel, rule: &Rule) -> Self {
        let target = match rule.reached() {
            Some(target) if target == rule.state => "  stays".to_owned(),
            Some(target) => format!("→ {}", state_name(target)),
            None => String::new(),
        };
        Self {
            state: rule.state,
            signature: signature(&model.methods[rule.method]),
            condition: broken_into_lines(broken(&condition(rule)), WIDEST),
            numbers: [rule.passing, rule.failing, rule.tests].map(thousands),
            target,
            border: border(rule),
        }
    }

    fn write(&self, text: &mut String, columns: &Columns, ink: Ink) {
        let (first, more) = self.condition.split_first().map_or(("", &[][..]), |(first, more)| (first.as_str(), more));
        let numbers = columns.numbers(&self.numbers);
        let Columns { signature, condition, .. } = *columns;
        let line = format!("    {:<signature$}  {first:<condition$}{numbers}  {}", self.signature, self.target);
        let _ = writeln!(text, "{}", line.trim_end());
        let indent = " ".repeat(columns.signature + 6);
        for line in more.iter().cloned().chain(self.border.iter().map(|line| ink.dim(line))) {
            let _ = writeln!(text, "{indent}{line}");
        }
    }
}

/// `passes with elementCount = 1; fails with elementCount = 0`, in as few lines as that takes.
fn border(rule: &Rule) -> Vec<String> {
    let sides = [(true, "passes"), (false, "fails")];
    let told = sides.into_iter().filter_map(|(passes, word)| {
        let closest = rule.closest(passes)?;
        Some(format!("{word} with {}", features_text(&closest.features)))
    });
    let told: Vec<String> = told.collect();
    let line = told.join("; ");
    if line.chars().count() <= BORDER {
        return Some(line).filter(|line| !line.is_empty()).into_iter().collect();
    }
    // Each feature may stand on a line of its own, with the comma that follows it.
    let pieces = |side: &String| side.split_inclusive(", ").map(|piece| piece.trim_end().to_owned()).collect();
    told.iter().flat_map(|side| broken_into_lines(pieces(side), BORDER)).collect()
}

/// How wide the columns are.
struct Columns {
    signature: usize,
    condition: usize,
    numbers: [usize; NUMBERS.len()],
}

impl Columns {
    fn of(rows: &[Row]) -> Self {
        let width = |text: &String| text.chars().count();
        let widest = |text: &dyn Fn(&Row) -> usize| rows.iter().map(text).max().unwrap_or(0);
        Self {
            signature: widest(&|row| width(&row.signature)).max(12),
            condition: widest(&|row| row.condition.iter().map(width).max().unwrap_or(0)).max(CONDITION.len()),
            numbers: [0, 1, 2].map(|place| widest(&|row| width(&row.numbers[place])).max(NUMBERS[place].len())),
        }
    }

    fn heading(&self, text: &mut String, (state, reached): (usize, &str), ink: Ink) {
        let mark = if state == 0 { "▸ " } else { "  " };
        let name = state_name(state);
        let (bold, used) = (ink.bold(&name), name.chars().count());
        let reached = if reached.is_empty() { String::new() } else { format!("  {reached}") };
        let is_short = 2 + used + reached.chars().count() <= self.signature + 4;
        let condition = self.condition;
        let heads = format!("{CONDITION:<condition$}{}", self.numbers(&NUMBERS.map(str::to_owned)));
        let blanks = match is_short {
            true => " ".repeat(self.signature + 4 - used - reached.chars().count()),
            false => format!("\n{}", " ".repeat(self.signature + 6)),
        };
        let _ = writeln!(text, "\n{mark}{bold}{}{blanks}{}", ink.dim(&reached), ink.dim(&heads));
    }

    fn numbers(&self, numbers: &[String; NUMBERS.len()]) -> String {
        numbers.iter().zip(self.numbers).map(|(number, width)| format!("  {number:>width$}")).collect()
    }
}
