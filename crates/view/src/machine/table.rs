//! Machines for terminals.

use std::collections::HashMap;
use std::fmt::Write;

use typestar_model::{Form, Id, InputId, Mealy, StateId, counted};

use super::{Step, Steps};
use crate::merge::Voice;
use crate::text::{Ink, broken_into_lines};

/// The widest column of events before it is broken into several lines.
const EVENTS: usize = 44;

/// The machine state by state: where each event leads, what is illegal, what hangs or crashes, what is not known.
pub(crate) fn text_of_first(machine: &Mealy, form: Form, color: bool, most: usize) -> (String, usize) {
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
        let note = format!("not shown: {} that {} nothing", counted(steps.quiet, "quiet wait"), changes(steps.quiet));
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
    fn add<'a>(&mut self, rows: &mut Rows<'a>, step: &'a Step) {
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
