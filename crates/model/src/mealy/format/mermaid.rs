//! Mermaid state diagrams, for README files and pull requests.
//!
//! GitHub draws them where they stand, so a model can be shown without a picture file. What a reader does not need
//! is left out: calls that fail, waits in which nothing happens.

use crate::format::mermaid::{Arrows, TooLargeForMermaid, diagram, escaped, group_of};
use crate::mealy::interface::{InterfaceAutomaton, InterfaceLabel};
use crate::mealy::machine::Mealy;
use crate::symbols::symbol::{ERROR, Id, OUTSIDE, OutputId, QUIET, StateId};

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
    let states = machine.states().filter(|&state| Some(state) != sink);
    let states = states.map(|state| (state.index(), machine.name(state).to_owned()));
    let arrows = machine.states().flat_map(|from| merged_edges(machine, from)).collect();
    diagram(states, Some(machine.initial().index()), &arrows, &[])
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
    let mut arrows = Arrows::new();
    for edge in automaton.edges() {
        group_of(&mut arrows, (edge.from.index(), edge.to.index())).push(match &edge.event {
            InterfaceLabel::Callin(name) => escaped(name),
            InterfaceLabel::Callback(name) => format!("← {}", escaped(name)),
            InterfaceLabel::Quiet => format!("← {QUIET}"),
        });
    }
    let states = automaton.states().map(|state| (state.index(), automaton.name(state).to_owned()));
    diagram(states, Some(automaton.initial().index()), &arrows, &[])
}

/// The inputs of the edges between two states, by output.
type Groups<'m> = Vec<(OutputId, Vec<&'m str>)>;

/// The arrows from a state in the order of its inputs, one for each target.
fn merged_edges(machine: &Mealy, from: StateId) -> Arrows {
    let mut targets: Vec<(StateId, Groups<'_>)> = Vec::new();
    for input in machine.inputs().ids() {
        let Some((output, to)) = machine.step(from, input) else { continue };
        if is_hidden(machine.outputs().text(output), from == to) {
            continue;
        }
        let groups = group_of(&mut targets, to);
        group_of(groups, output).push(machine.inputs().text(input));
    }
    targets.into_iter().map(|(to, groups)| ((from.index(), to.index()), lines(machine, &groups))).collect()
}

fn is_hidden(output: &str, is_loop: bool) -> bool {
    output == ERROR || output == OUTSIDE || (output == QUIET && is_loop)
}

fn lines(machine: &Mealy, groups: &Groups<'_>) -> Vec<String> {
    let line = |(output, inputs): &(OutputId, Vec<&str>)| {
        let inputs: Vec<String> = inputs.iter().map(|input| escaped(input)).collect();
        format!("{} / {}", inputs.join(", "), escaped(machine.outputs().text(*output)))
    };
    groups.iter().map(line).collect()
}
