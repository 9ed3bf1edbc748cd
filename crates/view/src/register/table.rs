//! Register automata for terminals.

use std::fmt::Write;

use typestar_model::Id;
use typestar_model::register::{LocationId, RegisterAutomaton, Transition};

use super::words::{Words, location_name};
use crate::text::{Ink, broken_into_lines, size_of_registers};

/// The widest column of guards or assignments before it is broken into several lines.
const WIDEST: usize = 36;
/// How many columns stand before the target.
const COLUMNS: usize = 4;

/// The automaton location by location: which input is answered how, what registers are set to, where it leads.
///
/// The first line says how large it is, with the transitions counted as RALib counts those of inputs.
pub(crate) fn text_of_first(automaton: &RegisterAutomaton, color: bool, most: usize) -> (String, usize) {
    let ink = Ink { color };
    let mut text = format!("{}: {}\n", ink.bold(&automaton.name), size_of_registers(automaton.size()));
    given(&mut text, automaton);
    let shown = automaton.locations.len().min(most);
    let rows: Vec<Row> = (automaton.transitions.iter())
        .filter(|transition| transition.from.index() < shown)
        .map(|transition| Row::of(automaton, transition))
        .collect();
    let widths = [0, 1, 2, 3].map(|column| rows.iter().map(|row| row.width(column)).max().unwrap_or(0));
    for location in (0..shown).map(LocationId::new) {
        heading(&mut text, automaton, location, ink);
        rows.iter().filter(|row| row.from == location).for_each(|row| row.write(&mut text, widths));
    }
    (text, automaton.locations.len() - shown)
}

/// Constants, and what registers that matter hold before the first step.
fn given(text: &mut String, automaton: &RegisterAutomaton) {
    let constants = automaton.signature.constants.iter().map(|constant| (&constant.name, &constant.value));
    let first = automaton.locations.first().map_or(&[][..], |location| &location.registers);
    let registers = first.iter().map(|register| &automaton.registers[register.index()]);
    let initial = registers.filter_map(|register| Some((&register.name, register.initial.as_ref()?)));
    let lists: [(&str, Vec<_>); 2] = [("constants", constants.collect()), ("at the start", initial.collect())];
    for (what, values) in lists.iter().filter(|(_, values)| !values.is_empty()) {
        let values: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let _ = writeln!(text, "{what}: {}", values.join(", "));
    }
}

fn heading(text: &mut String, automaton: &RegisterAutomaton, location: LocationId, ink: Ink) {
    let mark = if location == automaton.initial() { "▸ " } else { "  " };
    let accepting = automaton.signature.is_acceptor && automaton.locations[location.index()].accepting;
    let accepting = if accepting { "  accepting" } else { "" };
    let _ = writeln!(text, "\n{mark}{}{accepting}", ink.bold(&location_name(automaton, location)));
}

/// One transition.
struct Row {
    from: LocationId,
    /// The lines of the input, its guard, the output and the assignments.
    columns: [Vec<String>; COLUMNS],
    target: String,
}

impl Row {
    fn of(automaton: &RegisterAutomaton, transition: &Transition) -> Self {
        let words = Words::of(automaton, transition);
        let assignments = words.assignments.iter().enumerate().map(|(index, assignment)| {
            let comma = if index + 1 < words.assignments.len() { "," } else { "" };
            format!("{assignment}{comma}")
        });
        let target = &automaton.locations[transition.to.index()].name;
        Self {
            from: transition.from,
            columns: [
                vec![words.input.clone()],
                broken_into_lines(words.guard(), WIDEST),
                words.output.iter().map(|output| format!("/ {output}")).collect(),
                broken_into_lines(assignments.collect(), WIDEST),
            ],
            target: if transition.from == transition.to { "  stays".to_owned() } else { format!("→ {target}") },
        }
    }

    fn width(&self, column: usize) -> usize {
        self.columns[column].iter().map(|line| line.chars().count()).max().unwrap_or(0)
    }

    fn write(&self, text: &mut String, widths: [usize; COLUMNS]) {
        let lines = self.columns.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..lines {
            let mut shown = String::from("  ");
            for (column, width) in self.columns.iter().zip(widths).filter(|(_, width)| *width > 0) {
                let cell = column.get(line).map_or("", String::as_str);
                shown += &format!("  {cell:<width$}");
            }
            if line == 0 {
                shown += &format!("  {}", self.target);
            }
            let _ = writeln!(text, "{}", shown.trim_end());
        }
    }
}
