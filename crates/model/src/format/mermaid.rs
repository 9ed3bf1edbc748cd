//! Mermaid state diagrams, for README files and pull requests.

use std::fmt::Write as _;

use crate::interface::{InterfaceAutomaton, InterfaceLabel};
use crate::mealy::Mealy;
use crate::symbol::{ERROR, Id, OUTSIDE, OutputId, QUIET, StateId};

/// Mermaid refuses diagrams with more edges than this.
const MOST_EDGES: usize = 500;
/// Mermaid refuses texts that are longer than this.
const MOST_CHARACTERS: usize = 50_000;

/// The machine is larger than what Mermaid agrees to draw.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the diagram has {edges} edges and {characters} characters, and mermaid draws at most {MOST_EDGES} and {MOST_CHARACTERS}: use dot or svg instead"
)]
pub struct TooLargeForMermaid {
    /// How many edges the diagram would have.
    pub edges: usize,
    /// How many characters the text would have.
    pub characters: usize,
}

/// Writes a machine as a Mermaid `stateDiagram-v2`. Edges between the same two states are drawn once, with inputs of
/// equal output together; errors, what lies outside the purpose and quiet waits that change nothing are left out.
///
/// ```
/// let lamp = typestar_model::read_dot("digraph { off -> on -> off [label=\"press/click\"] }").unwrap();
/// let text = typestar_model::write_mermaid(&lamp).unwrap();
/// assert!(text.contains("s0 --> s1 : press / click\n"));
/// ```
pub fn write_mermaid(machine: &Mealy) -> Result<String, TooLargeForMermaid> {
    let is_drawn = |sink: StateId| {
        let mut shown =
            machine.edges().filter(|&(from, _, output, to)| !is_hidden(machine.outputs().text(output), from == to));
        shown.any(|(.., to)| to == sink)
    };
    let sink = machine.error_sink().filter(|&sink| sink != machine.initial() && !is_drawn(sink));
    let mut text = String::from("stateDiagram-v2\n");
    for state in machine.states().filter(|&state| Some(state) != sink) {
        let _ = writeln!(text, "    state \"{}\" as s{}", escaped(machine.name(state)), state.index());
    }
    let _ = writeln!(text, "    [*] --> s{}", machine.initial().index());
    let mut edges = 1;
    for from in machine.states() {
        for (to, label) in merged_edges(machine, from) {
            let _ = writeln!(text, "    s{} --> s{} : {label}", from.index(), to.index());
            edges += 1;
        }
    }
    checked(text, edges)
}

/// Writes an interface automaton as a Mermaid `stateDiagram-v2`. Edges between the same two states are drawn once.
///
/// ```
/// use typestar_model::{interface_automaton, read_dot, write_interface_mermaid};
/// let lamp = read_dot("digraph { off -> on [label=\"press/ok\"] on -> off [label=\"wait/click\"] }").unwrap();
/// let text = write_interface_mermaid(&interface_automaton(&lamp)).unwrap();
/// assert!(text.contains("s1 --> s0 : ← click\n"));
/// ```
pub fn write_interface_mermaid(automaton: &InterfaceAutomaton) -> Result<String, TooLargeForMermaid> {
    let mut text = String::from("stateDiagram-v2\n");
    for state in automaton.states() {
        let _ = writeln!(text, "    state \"{}\" as s{}", escaped(automaton.name(state)), state.index());
    }
    let _ = writeln!(text, "    [*] --> s{}", automaton.initial().index());
    let mut arrows: Vec<((StateId, StateId), Vec<String>)> = Vec::new();
    for edge in automaton.edges() {
        group_of(&mut arrows, (edge.from, edge.to)).push(match &edge.event {
            InterfaceLabel::Callin(name) => escaped(name),
            InterfaceLabel::Callback(name) => format!("← {}", escaped(name)),
            InterfaceLabel::Quiet => format!("← {QUIET}"),
        });
    }
    for ((from, to), events) in &arrows {
        let _ = writeln!(text, "    s{} --> s{} : {}", from.index(), to.index(), events.join("<br/>"));
    }
    checked(text, arrows.len() + 1)
}

/// The text, unless Mermaid would refuse it.
pub(crate) fn checked(text: String, edges: usize) -> Result<String, TooLargeForMermaid> {
    let characters = text.chars().count();
    match edges > MOST_EDGES || characters > MOST_CHARACTERS {
        true => Err(TooLargeForMermaid { edges, characters }),
        false => Ok(text),
    }
}

/// The inputs of the edges between two states, by output.
type Groups<'m> = Vec<(OutputId, Vec<&'m str>)>;

/// The targets of a state in the order of its inputs, each with the label of all edges that lead there.
fn merged_edges(machine: &Mealy, from: StateId) -> Vec<(StateId, String)> {
    let mut targets: Vec<(StateId, Groups<'_>)> = Vec::new();
    for input in machine.inputs().ids() {
        let Some((output, to)) = machine.step(from, input) else { continue };
        if is_hidden(machine.outputs().text(output), from == to) {
            continue;
        }
        let groups = group_of(&mut targets, to);
        group_of(groups, output).push(machine.inputs().text(input));
    }
    targets.into_iter().map(|(to, groups)| (to, label(machine, &groups))).collect()
}

/// The group of `key`, which is added at the end if it is new.
pub(crate) fn group_of<K: PartialEq, V>(groups: &mut Vec<(K, Vec<V>)>, key: K) -> &mut Vec<V> {
    let at = groups.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
        groups.push((key, Vec::new()));
        groups.len() - 1
    });
    &mut groups[at].1
}

fn is_hidden(output: &str, is_loop: bool) -> bool {
    output == ERROR || output == OUTSIDE || (output == QUIET && is_loop)
}

fn label(machine: &Mealy, groups: &Groups<'_>) -> String {
    let lines: Vec<String> = (groups.iter())
        .map(|(output, inputs)| {
            let inputs: Vec<String> = inputs.iter().map(|input| escaped(input)).collect();
            format!("{} / {}", inputs.join(", "), escaped(machine.outputs().text(*output)))
        })
        .collect();
    lines.join("<br/>")
}

/// A text in which every character that could mean something to Mermaid is written as a character code.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            ' ' | '_' | '.' | ',' | '(' | ')' | '+' | '/' | '|' => safe.push(character),
            letter if letter.is_alphanumeric() => safe.push(letter),
            other => {
                let _ = write!(safe, "#{};", u32::from(other));
            }
        }
    }
    safe
}
