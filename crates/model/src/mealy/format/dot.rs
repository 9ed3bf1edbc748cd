//! Mealy machines in DOT: a reader for the dialects of the field, and a writer that the other tools can read.
//!
//! DOT says nothing about machines, so each tool has its own habits. These are understood:
//!
//! ```text
//! a -> b [label="in / out"]      with blanks: either name may contain a slash
//! a -> b [label="in/out"]        split at the first slash that leaves an input
//! a -> b [label="in"]            a Moore machine: the output is in the label of b
//! b [label="b|out"]              ... behind a bar or slash, if all states have one
//! __start0 -> a                  a is the initial state; else the first node is
//! ```
//!
//! A file is read in one dialect as a whole, never edge by edge: otherwise a single label with blanks would change
//! what the others mean.

use super::dot_syntax::{Edge, Graph, Vertex, parse};
use crate::format::dot::{graph, quoted};
use crate::format::{FormatError, check_size};
use crate::mealy::interface::{InterfaceAutomaton, InterfaceLabel};
use crate::mealy::machine::Mealy;
use crate::symbols::alphabet::{Inputs, Outputs};
use crate::symbols::symbol::{Id, InputId, OutputId, QUIET, StateId};

/// Reads a machine from DOT text.
///
/// The start is the target of the edge from `__start0`, or else the first node. An edge says `input / output` or
/// `input/output`; where no edge of the file has a slash the machine is a Moore machine, and an edge's output is its
/// target's label. States are named by their labels. The attributes `input` and `output` of an edge, which
/// [`write_dot`] adds where a name has a slash in it, come before the label.
///
/// What typestar draws of other kinds of model says so, and is refused: as a machine it would mean something else.
///
/// ```
/// let lamp = typestar_model::read_dot("digraph { off -> on -> off [label=\"press/click\"] }").unwrap();
/// assert_eq!((lamp.len(), lamp.name(lamp.initial())), (2, "off"));
/// ```
pub fn read_dot(text: &str) -> Result<Mealy, FormatError> {
    let graph = parse(text)?;
    refuse_drawing(&graph)?;
    let start = start_node(&graph)?;
    let dialect = Dialect::of(&graph);
    let (mut inputs, mut outputs) = (Inputs::default(), Outputs::default());
    let steps = (labelled_edges(&graph))
        .map(|edge| {
            let (input, output) = dialect.symbols(&graph, edge)?;
            Ok((edge, inputs.intern(input), outputs.intern(output)))
        })
        .collect::<Result<Vec<_>, FormatError>>()?;
    check_size(graph.nodes.len(), inputs.len()).map_err(|message| graph.end.error(message))?;
    let mut machine = Mealy::with_outputs(inputs, outputs);
    // The entry of a start marker means nothing.
    let state =
        |node| if is_start_marker(node) { StateId::new(0) } else { machine.add_state(dialect.state_name(node)) };
    let states: Vec<StateId> = graph.nodes.iter().map(state).collect();
    machine.set_initial(states[start]);
    for (edge, input, output) in steps {
        add_step(&mut machine, &states, edge, input, output)?;
    }
    Ok(machine)
}

/// Refuses what typestar drew of something that is not a machine.
fn refuse_drawing(graph: &Graph) -> Result<(), FormatError> {
    let Some((kind, position)) = &graph.kind else { return Ok(()) };
    let instead = match kind.as_str() {
        "register automaton" => "its JSON or XML",
        "interface automaton" => "the DOT (--as mealy) or JSON of its machine",
        _ => "its JSON",
    };
    let message = format!("this is a drawing ({kind}) that cannot be read as a model: use {instead}");
    Err(position.error(message))
}

/// The same edge twice is harmless, and some tools write it. Two different ones are not a machine.
fn add_step(
    machine: &mut Mealy,
    states: &[StateId],
    edge: &Edge,
    input: InputId,
    output: OutputId,
) -> Result<(), FormatError> {
    let (from, to) = (states[edge.from], states[edge.to]);
    if machine.step(from, input).is_some_and(|known| known != (output, to)) {
        return Err(edge.position.error(format!(
            "state {:?} has two different edges for input {:?}: remove one, a machine is deterministic",
            machine.name(from),
            machine.inputs().text(input),
        )));
    }
    machine.set(from, input, output, to);
    Ok(())
}

/// Whether a node only points at the start.
pub(super) fn is_start_marker(node: &Vertex) -> bool {
    node.id.strip_prefix("__start").is_some_and(|number| number.chars().all(|digit| digit.is_ascii_digit()))
}

fn leaves_start_marker(graph: &Graph, edge: &Edge) -> bool {
    is_start_marker(&graph.nodes[edge.from])
}

pub(super) fn labelled_edges(graph: &Graph) -> impl Iterator<Item = &Edge> + Clone {
    graph.edges.iter().filter(|edge| !leaves_start_marker(graph, edge))
}

/// The start is where the marker points. Anything odd about markers is refused: the wrong start would make
/// another machine without a word about it.
pub(super) fn start_node(graph: &Graph) -> Result<usize, FormatError> {
    let mut start = None;
    for edge in &graph.edges {
        if is_start_marker(&graph.nodes[edge.to]) {
            return Err(edge.position.error("this edge leads to the start marker: it must lead to a state"));
        }
        if !leaves_start_marker(graph, edge) {
            continue;
        }
        if !label_of(edge).trim().is_empty() {
            return Err(edge.position.error("the edge that marks the start has a label: leave it empty"));
        }
        if start.is_some_and(|start| start != edge.to) {
            return Err(edge.position.error("this is a second start: a machine has one initial state"));
        }
        start = Some(edge.to);
    }
    (start.or_else(|| graph.nodes.iter().position(|node| !is_start_marker(node))))
        .ok_or_else(|| graph.end.error("the graph has no states: add at least one node"))
}

/// How the edges of a file say input and output.
enum Dialect {
    /// `input / output`, with blanks: either side may have a slash of its own.
    Spaced,
    /// `input/output`
    Plain,
    /// `input`; the output is the target's label, or what stands behind the separator in it.
    Moore(Option<char>),
}

impl Dialect {
    fn of(graph: &Graph) -> Self {
        let mut labels = labelled_edges(graph).filter(|edge| own_symbols(edge).is_none()).map(label_of);
        if labels.clone().all(|label| split_spaced(label).is_some()) {
            Self::Spaced
        } else if labels.any(|label| label.contains('/')) {
            Self::Plain
        } else {
            Self::Moore(moore_separator(graph))
        }
    }

    /// Attributes come first, because only they hold names with slashes for sure.
    fn symbols<'g>(&self, graph: &'g Graph, edge: &'g Edge) -> Result<(&'g str, &'g str), FormatError> {
        if let Some(symbols) = own_symbols(edge) {
            return Ok(symbols);
        }
        let label = label_of(edge);
        let symbols = match self {
            Self::Spaced => split_spaced(label),
            Self::Plain => split_plain(label),
            Self::Moore(separator) => {
                state_output(&graph.nodes[edge.to], *separator).map(|output| (label.trim(), output))
            }
        };
        symbols
            .filter(|(input, output)| !input.is_empty() && !output.is_empty())
            .ok_or_else(|| edge.position.error("this edge lacks an input or an output: label it \"input / output\""))
    }

    /// In a Moore machine the label is the output, or holds it, so it cannot be the name as it is.
    fn state_name<'g>(&self, node: &'g Vertex) -> &'g str {
        let label = node.attributes.label.as_deref().filter(|label| !label.trim().is_empty());
        match self {
            Self::Moore(None) => &node.id,
            Self::Moore(Some(separator)) => label.and_then(|label| label.split(*separator).next()).unwrap_or(&node.id),
            _ => label.unwrap_or(&node.id),
        }
    }
}

/// The input and output that an edge gives in attributes of their own.
pub(super) fn own_symbols(edge: &Edge) -> Option<(&str, &str)> {
    Some((edge.attributes.input.as_deref()?, edge.attributes.output.as_deref()?))
}

pub(super) fn label_of(edge: &Edge) -> &str {
    edge.attributes.label.as_deref().unwrap_or("")
}

pub(super) fn split_spaced(label: &str) -> Option<(&str, &str)> {
    let (input, output) = label.split_once(" / ")?;
    (!input.trim().is_empty()).then_some((input.trim(), output.trim()))
}

/// Splits at the first slash that leaves an input.
pub(super) fn split_plain(label: &str) -> Option<(&str, &str)> {
    let label = label.trim();
    let after_first = label.chars().next()?.len_utf8();
    let slash = after_first + label[after_first..].find('/')?;
    Some((label[..slash].trim(), label[slash + 1..].trim()))
}

/// What stands between name and output in the labels of a Moore machine's states, if all of them have it.
fn moore_separator(graph: &Graph) -> Option<char> {
    ['|', '/'].into_iter().find(|&separator| {
        (graph.nodes.iter().filter(|node| !is_start_marker(node)))
            .all(|node| node.attributes.label.as_ref().is_some_and(|label| label.contains(separator)))
    })
}

/// The output of a Moore machine's state. A label that only repeats the node's id is not an output.
fn state_output(node: &Vertex, separator: Option<char>) -> Option<&str> {
    let label = node.attributes.label.as_deref().filter(|&label| label != node.id)?;
    match separator {
        Some(separator) => label.split_once(separator).map(|(_, output)| output.trim()),
        None => Some(label.trim()),
    }
}

/// Writes a machine in the profile of DOT that LearnLib and AALpy read too: one statement a line, labels
/// `input/output` without blanks or further slashes, the initial state's edges first, the start marker last.
///
/// A slash inside a name is written `%2F` in the label; attributes of their own then carry the true names.
///
/// ```
/// use typestar_model::{Mealy, read_dot, write_dot};
/// let mut door = Mealy::new(["push"].iter().collect());
/// let shut = door.add_state("shut");
/// door.add_edge(shut, "push", "creak", shut);
/// let text = write_dot(&door, "door");
/// assert!(text.contains("s0 -> s0 [label=\"push/creak\"];"));
/// assert_eq!(read_dot(&text).unwrap(), door);
/// ```
pub fn write_dot(machine: &Mealy, name: &str) -> String {
    let (first, others): (Vec<_>, Vec<_>) = machine.edges().partition(|(from, ..)| *from == machine.initial());
    let states = machine.states().map(|state| format!("label={}", quoted(machine.name(state))));
    let edges = first.into_iter().chain(others).map(|(from, input, output, to)| {
        let attributes = edge_attributes(machine.inputs().text(input), machine.outputs().text(output));
        (from.index(), to.index(), attributes)
    });
    graph((name, None), states, edges, Some(machine.initial().index()))
}

fn edge_attributes(input: &str, output: &str) -> String {
    let label = quoted(&format!("{}/{}", input.replace('/', "%2F"), output.replace('/', "%2F")));
    let is_plain = |name: &str| !name.is_empty() && !name.contains('/') && name.trim() == name;
    if is_plain(input) && is_plain(output) {
        format!("label={label}")
    } else {
        format!("label={label}, input={}, output={}", quoted(input), quoted(output))
    }
}

/// Writes an interface automaton in DOT, to be drawn: callins plain, callbacks dashed, quiet changes dotted.
pub fn write_interface_dot(automaton: &InterfaceAutomaton, name: &str) -> String {
    let states = automaton.states().map(|state| format!("label={}", quoted(automaton.name(state))));
    let edges = automaton.edges().iter().map(|edge| {
        let (label, style) = match &edge.event {
            InterfaceLabel::Callin(name) => (name.as_str(), "solid"),
            InterfaceLabel::Callback(name) => (name.as_str(), "dashed"),
            InterfaceLabel::Quiet => (QUIET, "dotted"),
        };
        (edge.from.index(), edge.to.index(), format!("label={}, style={style}", quoted(label)))
    });
    graph((name, Some("interface automaton")), states, edges, Some(automaton.initial().index()))
}
