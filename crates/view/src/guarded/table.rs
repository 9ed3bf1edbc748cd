//! Guarded models for terminals.

use std::fmt::Write;

use typestar_model::guarded::{Branch, GuardedModel, Rule, features_text};

use super::words::{condition, condition_of, reached, signature, size, state_name, tried, word};
use crate::register::broken;
use crate::text::{Ink, broken_into_lines, thousands};

/// The widest column of guards before it is broken into several lines.
const WIDEST: usize = 44;
/// The widest line about the calls at a border.
const BORDER: usize = 76;

/// The heading of the makers.
const MADE_BY: &str = "objects are also made by";

/// What the columns of a table hold.
struct Heads {
    condition: &'static str,
    numbers: &'static [&'static str],
}

/// Of a model that only tells when calls pass,
const OF_GUARDS: Heads = Heads { condition: "passes", numbers: &["passed", "failed", "tests"] };
/// and of one that tells outcomes.
const OF_OUTCOMES: Heads = Heads { condition: "when", numbers: &["calls", "tests"] };

/// The model state by state: when each method has which outcome, or only when it passes; how many calls were seen, how many
/// tests tried to break that, and the calls closest to the border. What is surprising follows.
pub(crate) fn text_of_first(model: &GuardedModel, color: bool, most: usize) -> (String, usize) {
    let ink = Ink { color };
    let mut text = format!("{}: {}\n", ink.bold(&model.system), size(model));
    let shown = model.states.min(most);
    let tells_outcomes = model.rules.iter().any(|rule| !rule.branches.is_empty());
    let heads = if tells_outcomes { &OF_OUTCOMES } else { &OF_GUARDS };
    let of_rule = |rule| if tells_outcomes { Row::of_outcomes(model, rule) } else { vec![Row::of(model, rule)] };
    let rows: Vec<Row> = model.rules.iter().filter(|rule| rule.state < shown).flat_map(of_rule).collect();
    let columns = Columns::of(&rows, heads);
    for (state, path) in model.paths().iter().enumerate().take(shown) {
        let reached = reached(model, path.as_deref().filter(|path| !path.is_empty()));
        let mark = if state == 0 { "▸ " } else { "  " };
        columns.heading(&mut text, (mark, &state_name(state), &reached), ink);
        let of_state = rows.iter().filter(|row| row.state == state && !row.makes);
        of_state.for_each(|row| row.write(&mut text, &columns, ink));
    }
    if rows.iter().any(|row| row.makes) {
        columns.heading(&mut text, ("  ", MADE_BY, ""), ink);
        rows.iter().filter(|row| row.makes).for_each(|row| row.write(&mut text, &columns, ink));
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

/// What is told of a method in a state, or of one of its outcomes.
struct Row {
    state: usize,
    /// Whether it is about what makes the object.
    makes: bool,
    signature: String,
    condition: Vec<String>,
    numbers: Vec<String>,
    target: String,
    /// The calls at the border of the guard.
    border: Vec<String>,
}

impl Row {
    fn of(model: &GuardedModel, rule: &Rule) -> Self {
        let makes = model.is_making(rule);
        let target = match rule.reached() {
            _ if makes && model.states == 1 => String::new(),
            Some(target) if target == rule.state && !makes => "  stays".to_owned(),
            Some(target) => format!("→ {}", state_name(target)),
            None => String::new(),
        };
        Self {
            state: rule.state,
            makes,
            signature: signature(&model.methods[rule.method]),
            condition: broken_into_lines(broken(&condition(rule)), WIDEST),
            numbers: [rule.passing, rule.failing, rule.tests].map(thousands).to_vec(),
            target,
            border: border(rule),
        }
    }

    /// A row for each outcome. Of a rule that has none, calls are counted as a whole.
    fn of_outcomes(model: &GuardedModel, rule: &Rule) -> Vec<Self> {
        let numbers = [rule.passing + rule.failing, rule.tests].map(thousands).to_vec();
        match rule.branches.is_empty() {
            true => vec![Self { numbers, ..Self::of(model, rule) }],
            false => {
                let mut rows: Vec<Self> =
                    rule.branches.iter().map(|branch| Self::of_branch(model, rule, branch)).collect();
                if let (Some(row), Some(_)) = (rows.last_mut(), rule.never_succeeded()) {
                    row.border.push(condition(rule));
                    row.border.extend(broken_into_lines(tried(rule), BORDER));
                }
                rows
            }
        }
    }

    fn of_branch(model: &GuardedModel, rule: &Rule, branch: &Branch) -> Self {
        let makes = model.is_making(rule);
        let target = match branch.target {
            _ if makes && (model.states == 1 || branch.target.is_none()) => String::new(),
            Some(target) if target == rule.state && !makes => "  stays".to_owned(),
            Some(target) => format!("→ {}", state_name(target)),
            None if branch.ends => "  ends".to_owned(),
            None => String::new(),
        };
        let border = branch.boundary.first().map(|closest| format!("closest: {}", features_text(closest)));
        Self {
            state: rule.state,
            makes,
            signature: format!("{} / {}", signature(&model.methods[rule.method]), branch.name()),
            condition: broken_into_lines(broken(&condition_of(branch)), WIDEST),
            numbers: [branch.calls, branch.tests].map(thousands).to_vec(),
            target,
            border: border.map(|line| within_border(&[line])).unwrap_or_default(),
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
    let tried = broken_into_lines(tried(rule), BORDER);
    within_border(&told.collect::<Vec<String>>()).into_iter().chain(tried).collect()
}

/// What is told of both sides of a border, or of one, in as few lines as that takes.
fn within_border(told: &[String]) -> Vec<String> {
    let line = told.join("; ");
    if line.chars().count() <= BORDER {
        return Some(line).filter(|line| !line.is_empty()).into_iter().collect();
    }
    // Each feature may stand on a line of its own, with the comma that follows it.
    let pieces = |side: &String| side.split_inclusive(", ").map(|piece| piece.trim_end().to_owned()).collect();
    told.iter().flat_map(|side| broken_into_lines(pieces(side), BORDER)).collect()
}

/// How wide the columns are, and what they hold.
struct Columns {
    heads: &'static Heads,
    signature: usize,
    condition: usize,
    numbers: Vec<usize>,
}

impl Columns {
    fn of(rows: &[Row], heads: &'static Heads) -> Self {
        let width = |text: &String| text.chars().count();
        let widest = |text: &dyn Fn(&Row) -> usize| rows.iter().map(text).max().unwrap_or(0);
        let number = |(place, head): (usize, &&str)| widest(&|row| width(&row.numbers[place])).max(head.len());
        Self {
            heads,
            signature: widest(&|row| width(&row.signature)).max(12),
            condition: widest(&|row| row.condition.iter().map(width).max().unwrap_or(0)).max(heads.condition.len()),
            numbers: heads.numbers.iter().enumerate().map(number).collect(),
        }
    }

    fn heading(&self, text: &mut String, (mark, name, reached): (&str, &str, &str), ink: Ink) {
        let (bold, used) = (ink.bold(name), name.chars().count());
        let reached = if reached.is_empty() { String::new() } else { format!("  {reached}") };
        let is_short = 2 + used + reached.chars().count() <= self.signature + 4;
        let condition = self.condition;
        let numbers: Vec<String> = self.heads.numbers.iter().map(|head| (*head).to_owned()).collect();
        let heads = format!("{:<condition$}{}", self.heads.condition, self.numbers(&numbers));
        let blanks = match is_short {
            true => " ".repeat(self.signature + 4 - used - reached.chars().count()),
            false => format!("\n{}", " ".repeat(self.signature + 6)),
        };
        let _ = writeln!(text, "\n{mark}{bold}{}{blanks}{}", ink.dim(&reached), ink.dim(&heads));
    }

    fn numbers(&self, numbers: &[String]) -> String {
        numbers.iter().zip(&self.numbers).map(|(number, width)| format!("  {number:>width$}")).collect()
    }
}
