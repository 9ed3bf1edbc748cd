//! What is drawn: from any kind of model to nodes, edges and labels that people can take in.
//!
//! A model gives its nodes, and an [`Arrow`] for each transition. Parallel arrows become one, events with equal answers
//! share a line, and what is the same nearly everywhere (`reset` leads back to `Idle` from any state) is said once, at the
//! state that it leads to.

use std::collections::BTreeMap;

use typestar_model::Id;

/// Which voice a line speaks with; each has its own colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Voice {
    /// A call into the component.
    Callin,
    /// A call that the component makes.
    Callback,
    /// A wait without a callback.
    Quiet,
    /// An input of a plain protocol.
    Plain,
    /// An illegal call.
    Error,
}

/// One line of a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What is written.
    pub text: String,
    /// Who speaks.
    pub voice: Voice,
}

/// The text at an edge: a few lines to read, and everything in the tooltip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// What is drawn.
    pub lines: Vec<Line>,
    /// All inputs with their outputs, one a line.
    pub tooltip: String,
}

/// A drawn state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnState {
    /// The name of the state.
    pub name: String,
    /// Small lines under the name: what hangs and crashes here, and what is illegal, when the form shows it.
    pub details: Vec<Line>,
    /// How the state is reached, and what is illegal, hangs or crashes in it.
    pub tooltip: String,
    /// Whether the words that end here are accepted, for models that accept words or do not.
    pub accepting: bool,
}

/// All transitions between two states, as one arrow. A self-loop has `from == to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The node where it starts.
    pub from: usize,
    /// The node where it ends.
    pub to: usize,
    /// What is written at it.
    pub label: Label,
}

/// Transitions that lead to one state from nearly everywhere, drawn once as an arrow out of nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The node where it ends.
    pub to: usize,
    /// From where it comes: `any state but End`.
    pub origin: String,
    /// What is written at it.
    pub label: Label,
}

/// Everything that is drawn, before it has a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// What the drawing shows.
    pub title: String,
    /// The states.
    pub nodes: Vec<DrawnState>,
    /// The arrows between states, and self-loops; at most one for each pair of nodes.
    pub edges: Vec<Edge>,
    /// The arrows from nearly everywhere.
    pub entries: Vec<Entry>,
    /// The node to start from.
    pub initial: Option<usize>,
    /// What was left out, in words.
    pub notes: Vec<String>,
}

/// Label lines that are drawn before the rest is only counted, where a line has several names.
pub(crate) const LINES: usize = 6;
/// The same where each name has lines of its own, as with guards.
pub(crate) const GUARDED_LINES: usize = 16;
/// Lines of illegal calls in a node before the rest is only counted.
pub(crate) const DETAIL_LINES: usize = 3;
/// Characters on a label line before it is broken.
const LINE_LENGTH: usize = 30;
/// Characters of one name before it is cut; the tooltip has all of it.
const NAME_LENGTH: usize = 40;
/// How many states may be exceptions from "any state".
const EXCEPTIONS: usize = 3;
/// How many arrows an entry must replace to be worth it.
const WORTHWHILE: usize = 4;

/// One transition, before those like it are merged.
pub(crate) struct Arrow {
    /// The node where it starts.
    pub from: usize,
    /// The node where it ends.
    pub to: usize,
    /// What happens, as numbers: arrows of one kind to one node may be drawn once.
    pub kind: (usize, usize),
    pub voice: Voice,
    /// What happens, in pieces; a line may be broken between them.
    pub event: Vec<String>,
    /// The answer, where it is not said by the event.
    pub answer: Option<String>,
    /// What else changes, such as registers.
    pub effects: Vec<String>,
    /// All of it on one line.
    pub tooltip: String,
}

impl Drawing {
    /// Nodes, and the arrows between them in as few edges and lines as possible, at most this many lines at an edge.
    pub(crate) fn merged(nodes: Vec<DrawnState>, arrows: &[Arrow], most_lines: usize) -> Self {
        let mut between: BTreeMap<(usize, usize), Vec<&Arrow>> = BTreeMap::new();
        let everywhere = everywhere(arrows, nodes.len());
        for arrow in arrows.iter().filter(|arrow| !is_covered(arrow, &everywhere)) {
            between.entry((arrow.from, arrow.to)).or_default().push(arrow);
        }
        let edges = (between.into_iter())
            .map(|((from, to), arrows)| Edge { from, to, label: label(&arrows, most_lines) })
            .collect();
        Self { edges, entries: entries(&everywhere, &nodes, most_lines), nodes, ..Self::default() }
    }
}

/// Arrows that share their answer and what changes; only their events differ.
struct Alike<'a> {
    voice: Voice,
    answer: Option<&'a str>,
    effects: &'a [String],
    events: Vec<Vec<String>>,
}

impl Alike<'_> {
    /// The lines, each with its number of events.
    fn lines(&self) -> Vec<(Line, usize)> {
        let ending = self.answer.map(|answer| format!("/ {}", cut(answer))).unwrap_or_default();
        let mut lines = wrap("", &self.events, &ending, self.voice);
        if !self.effects.is_empty() {
            let effects: Vec<Vec<String>> = self.effects.iter().map(|effect| vec![effect.clone()]).collect();
            lines.extend(wrap("", &effects, "", Voice::Quiet).into_iter().map(|(line, _)| (line, 0)));
        }
        lines
    }
}

/// The label of the arrows between two nodes.
fn label(arrows: &[&Arrow], most_lines: usize) -> Label {
    let mut groups: Vec<Alike> = Vec::new();
    for arrow in arrows {
        let (voice, answer, effects) = (arrow.voice, arrow.answer.as_deref(), arrow.effects.as_slice());
        let is_alike = |group: &&mut Alike| (group.voice, group.answer, group.effects) == (voice, answer, effects);
        match groups.iter_mut().find(is_alike) {
            Some(group) => group.events.push(arrow.event.clone()),
            None => groups.push(Alike { voice, answer, effects, events: vec![arrow.event.clone()] }),
        }
    }
    groups.sort_by_key(|group| group.voice);
    let lines = groups.iter().flat_map(Alike::lines).collect();
    let full: Vec<&str> = arrows.iter().map(|arrow| arrow.tooltip.as_str()).collect();
    Label { lines: capped(lines, most_lines), tooltip: full.join("\n") }
}

/// Names separated by commas and what follows them, broken into lines; each line comes with its number of names.
/// A name comes in the pieces between which it may be broken. One with several pieces has lines of its own.
pub(crate) fn wrap(start: &str, names: &[Vec<String>], ending: &str, voice: Voice) -> Vec<(Line, usize)> {
    let mut lines: Vec<(Line, usize)> = vec![(Line { text: start.to_owned(), voice }, 0)];
    let mut is_fresh = true;
    for Part { text, names, begins_line } in parts(names, ending) {
        let (line, on_line) = lines.last_mut().expect("there is always a line");
        let is_full = begins_line || line.text.chars().count() + 1 + text.chars().count() > LINE_LENGTH;
        if !is_fresh && is_full {
            lines.push((Line { text, voice }, names));
            continue;
        }
        if !is_fresh {
            line.text.push(' ');
        }
        line.text += &text;
        *on_line += names;
        is_fresh = false;
    }
    lines
}

/// What stands between two places where a line may be broken.
struct Part {
    text: String,
    /// The number of names that begin here.
    names: usize,
    /// Whether it does not go on with the line before it.
    begins_line: bool,
}

fn parts(names: &[Vec<String>], ending: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut was_long = false;
    for (index, pieces) in names.iter().enumerate() {
        let is_long = pieces.len() > 1;
        for (place, piece) in pieces.iter().enumerate() {
            let comma = if place + 1 == pieces.len() && index + 1 < names.len() { "," } else { "" };
            let is_first = place == 0;
            let begins_line = is_first && (is_long || was_long);
            parts.push(Part { text: format!("{piece}{comma}"), names: usize::from(is_first), begins_line });
        }
        was_long = is_long;
    }
    if !ending.is_empty() {
        parts.push(Part { text: ending.to_owned(), names: 0, begins_line: false });
    }
    parts
}

/// At most `limit` lines, and then how many more names there are.
pub(crate) fn capped(lines: Vec<(Line, usize)>, limit: usize) -> Vec<Line> {
    let limit = if lines.len() > limit + 1 { limit } else { lines.len() };
    let rest: usize = lines.iter().skip(limit).map(|(_, names)| names).sum();
    let more = lines.get(limit).map(|(line, _)| Line {
        text: if rest > 0 { format!("+{rest} more") } else { "…".to_owned() },
        voice: line.voice,
    });
    lines.into_iter().take(limit).map(|(line, _)| line).chain(more).collect()
}

/// The node of something among all that is drawn: everything but what is hidden, in order.
pub(crate) fn node<I: Id>(drawn: I, hidden: Option<I>) -> usize {
    drawn.index() - usize::from(hidden.is_some_and(|hidden| hidden < drawn))
}

pub(crate) fn cut(name: &str) -> String {
    if name.chars().count() <= NAME_LENGTH {
        return name.to_owned();
    }
    name.chars().take(NAME_LENGTH - 1).chain(['…']).collect()
}

/// What leads to the same node, with the same answer, from nearly every node. By target and exceptions: the kinds, each
/// with one arrow that stands for all.
type Everywhere<'a> = BTreeMap<(usize, Vec<usize>), Vec<&'a Arrow>>;

fn everywhere(arrows: &[Arrow], nodes: usize) -> Everywhere<'_> {
    let mut alike: BTreeMap<((usize, usize), usize), Vec<&Arrow>> = BTreeMap::new();
    for arrow in arrows {
        alike.entry((arrow.kind, arrow.to)).or_default().push(arrow);
    }
    let mut groups = Everywhere::new();
    let from_nearly_all = |arrows: &[&Arrow]| arrows.len() + EXCEPTIONS + 1 >= nodes;
    for ((_, to), arrows) in alike.into_iter().filter(|(_, arrows)| from_nearly_all(arrows)) {
        let others = arrows.iter().filter(|arrow| arrow.from != to).count();
        let from_here = |node: &usize| arrows.iter().any(|arrow| arrow.from == *node);
        let exceptions: Vec<usize> = (0..nodes).filter(|node| !from_here(node)).collect();
        let missing = exceptions.iter().filter(|&&node| node != to).count();
        if others >= WORTHWHILE && missing <= EXCEPTIONS && others > 2 * missing {
            groups.entry((to, exceptions)).or_default().push(arrows[0]);
        }
    }
    groups
}

fn is_covered(arrow: &Arrow, everywhere: &Everywhere) -> bool {
    everywhere.values().flatten().any(|one| (one.kind, one.to) == (arrow.kind, arrow.to))
}

fn entries(everywhere: &Everywhere, nodes: &[DrawnState], most_lines: usize) -> Vec<Entry> {
    let entry = |((to, exceptions), arrows): (&(usize, Vec<usize>), &Vec<&Arrow>)| {
        let (origin, label) = (origin(nodes, *to, exceptions), label(arrows, most_lines));
        Entry { to: *to, origin, label }
    };
    everywhere.iter().map(entry).collect()
}

/// `any state`, `any other state but End`.
fn origin(nodes: &[DrawnState], to: usize, exceptions: &[usize]) -> String {
    let start = if exceptions.contains(&to) { "any other state" } else { "any state" };
    let names: Vec<&str> =
        exceptions.iter().filter(|&&node| node != to).map(|&node| nodes[node].name.as_str()).collect();
    if names.is_empty() { start.to_owned() } else { format!("{start} but {}", names.join(", ")) }
}
