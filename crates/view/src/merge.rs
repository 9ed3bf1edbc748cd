//! What is drawn: from a machine to nodes, edges and labels that people can take in.
//!
//! Parallel edges become one, inputs with equal answers share a line, and what is the same nearly everywhere
//! (`reset` leads back to `Idle` from any state) is said once, at the state that it leads to.

use std::collections::BTreeMap;

use typestar_model::{Id, InputId, Mealy, OK, OutputId, OutputKind, StateId, WAIT, access_words};

/// How a machine is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Callins and callbacks as events; what is not drawn is illegal. Machines without `wait` look as in `Mealy`.
    Interface,
    /// Every input with its output.
    Mealy,
}

impl Form {
    /// The form that suits a machine: events for typestates, inputs with outputs for everything else.
    pub fn suiting(machine: &Mealy) -> Self {
        if is_typestate(machine) { Self::Interface } else { Self::Mealy }
    }
}

/// Whether the machine is that of a class: it has callbacks, or calls that merely return.
fn is_typestate(machine: &Mealy) -> bool {
    machine.inputs().get(WAIT).is_some() || machine.outputs().get(OK).is_some()
}

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

/// Label lines that are drawn before the rest is only counted.
const LINES: usize = 6;
/// Lines of illegal calls in a node before the rest is only counted.
const DETAIL_LINES: usize = 3;
/// Characters on a label line before it is broken.
const LINE_LENGTH: usize = 30;
/// Characters of one name before it is cut; the tooltip has all of it.
const NAME_LENGTH: usize = 40;
/// How many states may be exceptions from "any state".
const EXCEPTIONS: usize = 3;
/// How many arrows an entry must replace to be worth it.
const WORTHWHILE: usize = 4;

impl Drawing {
    /// Draws `machine` under a title.
    ///
    /// ```
    /// use typestar_model::Mealy;
    /// use typestar_view::{Drawing, Form};
    /// let mut door = Mealy::new(["open", "close"].iter().collect());
    /// let (shut, ajar) = (door.add_state("shut"), door.add_state("ajar"));
    /// door.add_edge(shut, "open", "ok", ajar);
    /// door.add_edge(ajar, "close", "ok", shut);
    /// let drawing = Drawing::new("Door", &door, Form::Mealy);
    /// assert_eq!(drawing.edges[0].label.lines[0].text, "open / ok");
    /// ```
    pub fn new(title: &str, machine: &Mealy, form: Form) -> Self {
        let steps = Steps::of(machine, form);
        let drawn = DrawnStates::of(machine);
        let mut between: BTreeMap<(usize, usize), Vec<&Step>> = BTreeMap::new();
        let everywhere = Everywhere::among(&steps.shown, &drawn);
        for step in steps.shown.iter().filter(|step| !everywhere.covers(step)) {
            between.entry((drawn.node(step.from), drawn.node(step.to))).or_default().push(step);
        }
        let edges =
            (between.into_iter()).map(|((from, to), steps)| Edge { from, to, label: label(machine, &steps) }).collect();
        Self {
            title: title.to_owned(),
            nodes: nodes(machine, form, &drawn, &steps),
            edges,
            entries: everywhere.entries(machine, &drawn),
            initial: (!machine.is_empty()).then(|| drawn.node(machine.initial())),
            notes: steps.notes(form),
        }
    }
}

/// A transition as it is shown.
pub(crate) struct Step {
    pub from: StateId,
    pub input: InputId,
    pub output: OutputId,
    pub to: StateId,
    pub voice: Voice,
    /// What happens: the callin, the callback with its arrow, `quiet`.
    pub event: String,
    /// The answer, where it is not said by the event.
    pub answer: Option<String>,
}

/// The transitions of a machine, sorted out for a form.
#[derive(Default)]
pub(crate) struct Steps {
    pub shown: Vec<Step>,
    /// Calls into the sink of errors that are illegal.
    pub illegal: Vec<(StateId, InputId)>,
    /// Inputs that hang, and then nothing works any more.
    pub hangs: Vec<(StateId, InputId)>,
    /// Inputs that end the system.
    pub crashes: Vec<(StateId, InputId)>,
    /// Waits that stay quiet and change nothing, if the form leaves them out.
    pub quiet: usize,
    /// Transitions that leave the learning purpose.
    pub outside: Vec<(StateId, InputId)>,
}

impl Steps {
    pub fn of(machine: &Mealy, form: Form) -> Self {
        let events = form == Form::Interface && is_typestate(machine);
        let sink = hidden_sink(machine);
        let mut steps = Self::default();
        for from in machine.states().filter(|&state| Some(state) != sink) {
            for input in machine.inputs().ids() {
                match machine.step(from, input) {
                    Some((output, to)) if Some(to) == sink => {
                        steps.ending_with(machine.outputs().text(output)).push((from, input));
                    }
                    Some((output, to)) => steps.add(machine, events, (from, input, output, to)),
                    None => steps.outside.push((from, input)),
                }
            }
        }
        steps
    }

    /// The list for what leads to the sink with this output.
    fn ending_with(&mut self, output: &str) -> &mut Vec<(StateId, InputId)> {
        match OutputKind::of(output) {
            OutputKind::Hang => &mut self.hangs,
            OutputKind::Crash => &mut self.crashes,
            _ => &mut self.illegal,
        }
    }

    fn add(&mut self, machine: &Mealy, events: bool, edge: (StateId, InputId, OutputId, StateId)) {
        let (from, input, output, to) = edge;
        let (name, answer) = (machine.inputs().text(input), machine.outputs().text(output));
        let kind = OutputKind::of(answer);
        let is_wait = name == WAIT;
        if kind == OutputKind::Outside {
            return self.outside.push((from, input));
        }
        if events && is_wait && kind == OutputKind::Quiet && from == to {
            self.quiet += 1;
            return;
        }
        let (event, answer) = match kind {
            OutputKind::Callback if events && is_wait => (format!("← {answer}"), None),
            OutputKind::Quiet if events && is_wait => (answer.to_owned(), None),
            OutputKind::Ok if events && !is_wait => (name.to_owned(), None),
            _ => (name.to_owned(), Some(answer.to_owned())),
        };
        let voice = voice(machine, is_wait, kind);
        self.shown.push(Step { from, input, output, to, voice, event, answer });
    }

    fn notes(&self, form: Form) -> Vec<String> {
        let mut parts = Vec::new();
        if form == Form::Interface && !self.illegal.is_empty() {
            parts.push(count(self.illegal.len(), "illegal call"));
        }
        if self.quiet > 0 {
            parts.push(count(self.quiet, "quiet wait"));
        }
        if !self.outside.is_empty() {
            parts.push(format!("{} outside the learning purpose", count(self.outside.len(), "step")));
        }
        if parts.is_empty() { Vec::new() } else { vec![format!("Not drawn: {}.", parts.join(", "))] }
    }
}

fn voice(machine: &Mealy, is_wait: bool, kind: OutputKind) -> Voice {
    match kind {
        _ if machine.inputs().get(WAIT).is_none() => Voice::Plain,
        kind if kind.is_failure() => Voice::Error,
        OutputKind::Quiet => Voice::Quiet,
        _ if is_wait => Voice::Callback,
        _ => Voice::Callin,
    }
}

/// `1 quiet wait`, `3 quiet waits`.
pub(crate) fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// The sink of errors, unless everything starts there.
fn hidden_sink(machine: &Mealy) -> Option<StateId> {
    machine.error_sink().filter(|&sink| sink != machine.initial())
}

/// The states that are drawn and the nodes that stand for them.
struct DrawnStates {
    states: Vec<StateId>,
    nodes: Vec<usize>,
}

impl DrawnStates {
    fn of(machine: &Mealy) -> Self {
        let sink = hidden_sink(machine);
        let states: Vec<StateId> = machine.states().filter(|&state| Some(state) != sink).collect();
        let mut nodes = vec![0; machine.len()];
        for (node, state) in states.iter().enumerate() {
            nodes[state.index()] = node;
        }
        Self { states, nodes }
    }

    fn node(&self, state: StateId) -> usize {
        self.nodes[state.index()]
    }
}

fn nodes(machine: &Mealy, form: Form, drawn: &DrawnStates, steps: &Steps) -> Vec<DrawnState> {
    if machine.is_empty() {
        return Vec::new();
    }
    let words = access_words(machine);
    let node = |&state: &StateId| {
        let names = |list: &[(StateId, InputId)]| -> Vec<String> {
            let here = list.iter().filter(|(from, _)| *from == state);
            here.map(|&(_, input)| machine.inputs().text(input).to_owned()).collect()
        };
        let reached = match &words[state.index()] {
            None => "never reached".to_owned(),
            Some(word) if word.is_empty() => "the start".to_owned(),
            Some(word) => format!("reached by: {}", machine.inputs().show(word)),
        };
        let mut tooltip = format!("{}\n{reached}", machine.name(state));
        let mut details = Vec::new();
        let illegal = ("illegal", "error: ", &steps.illegal, form == Form::Mealy);
        let failing = [("hangs", "hangs: ", &steps.hangs, true), ("crashes", "crashes: ", &steps.crashes, true)];
        for (what, start, list, is_drawn) in [illegal].into_iter().chain(failing) {
            let names = names(list);
            if !names.is_empty() {
                tooltip += &format!("\n{what}: {}", names.join(", "));
                let lines = if is_drawn { wrap(start, &names, "", Voice::Error) } else { Vec::new() };
                details.extend(capped(lines, DETAIL_LINES));
            }
        }
        DrawnState { name: cut(machine.name(state)), details, tooltip }
    };
    drawn.states.iter().map(node).collect()
}

/// The label of the transitions between two states.
fn label(machine: &Mealy, steps: &[&Step]) -> Label {
    let mut groups: Vec<(Voice, Option<&str>, Vec<String>)> = Vec::new();
    for step in steps {
        let answer = step.answer.as_deref();
        match groups.iter_mut().find(|(voice, other, _)| *voice == step.voice && *other == answer) {
            Some((.., events)) => events.push(step.event.clone()),
            None => groups.push((step.voice, answer, vec![step.event.clone()])),
        }
    }
    groups.sort_by_key(|(voice, ..)| *voice);
    let lines = (groups.iter())
        .flat_map(|(voice, answer, events)| {
            let ending = answer.map(|answer| format!("/ {}", cut(answer))).unwrap_or_default();
            wrap("", events, &ending, *voice)
        })
        .collect();
    let full: Vec<String> = (steps.iter())
        .map(|step| format!("{} / {}", machine.inputs().text(step.input), machine.outputs().text(step.output)))
        .collect();
    Label { lines: capped(lines, LINES), tooltip: full.join("\n") }
}

/// Names separated by commas and what follows them, broken into lines; each line comes with its number of names.
fn wrap(start: &str, names: &[String], ending: &str, voice: Voice) -> Vec<(Line, usize)> {
    let commas = |index: usize| if index + 1 < names.len() { "," } else { "" };
    let mut parts: Vec<(String, usize)> =
        names.iter().enumerate().map(|(index, name)| (cut(name) + commas(index), 1)).collect();
    if !ending.is_empty() {
        parts.push((ending.to_owned(), 0));
    }
    let mut lines: Vec<(Line, usize)> = vec![(Line { text: start.to_owned(), voice }, 0)];
    for (part, names) in parts {
        let (line, on_line) = lines.last_mut().expect("there is always a line");
        if *on_line > 0 && line.text.chars().count() + 1 + part.chars().count() > LINE_LENGTH {
            lines.push((Line { text: part, voice }, names));
            continue;
        }
        if *on_line > 0 {
            line.text.push(' ');
        }
        line.text += &part;
        *on_line += names;
    }
    lines
}

/// At most `limit` lines, and then how many more names there are.
fn capped(lines: Vec<(Line, usize)>, limit: usize) -> Vec<Line> {
    let limit = if lines.len() > limit + 1 { limit } else { lines.len() };
    let rest: usize = lines.iter().skip(limit).map(|(_, names)| names).sum();
    let voice = lines.get(limit).map_or(Voice::Plain, |(line, _)| line.voice);
    let mut lines: Vec<Line> = lines.into_iter().take(limit).map(|(line, _)| line).collect();
    if rest > 0 {
        lines.push(Line { text: format!("+{rest} more"), voice });
    }
    lines
}

fn cut(name: &str) -> String {
    if name.chars().count() <= NAME_LENGTH {
        return name.to_owned();
    }
    name.chars().take(NAME_LENGTH - 1).chain(['…']).collect()
}

/// What leads to the same state, with the same answer, from nearly every state.
struct Everywhere<'a> {
    /// By target and exceptions: the inputs, each with one step that stands for all.
    groups: BTreeMap<(StateId, Vec<StateId>), Vec<&'a Step>>,
}

impl<'a> Everywhere<'a> {
    fn among(steps: &'a [Step], drawn: &DrawnStates) -> Self {
        let mut alike: BTreeMap<(InputId, OutputId, StateId), Vec<&Step>> = BTreeMap::new();
        for step in steps {
            alike.entry((step.input, step.output, step.to)).or_default().push(step);
        }
        let mut groups: BTreeMap<(StateId, Vec<StateId>), Vec<&Step>> = BTreeMap::new();
        for ((_, _, to), steps) in alike {
            let arrows = steps.iter().filter(|step| step.from != to).count();
            let from_here = |state: &StateId| steps.iter().any(|step| step.from == *state);
            let exceptions: Vec<StateId> = drawn.states.iter().copied().filter(|state| !from_here(state)).collect();
            let others = exceptions.iter().filter(|&&state| state != to).count();
            if arrows >= WORTHWHILE && others <= EXCEPTIONS && arrows > 2 * others {
                groups.entry((to, exceptions)).or_default().push(steps[0]);
            }
        }
        Self { groups }
    }

    fn covers(&self, step: &Step) -> bool {
        self.groups.values().flatten().any(|representative| {
            (representative.input, representative.output, representative.to) == (step.input, step.output, step.to)
        })
    }

    fn entries(&self, machine: &Mealy, drawn: &DrawnStates) -> Vec<Entry> {
        let entry = |((to, exceptions), steps): (&(StateId, Vec<StateId>), &Vec<&Step>)| Entry {
            to: drawn.node(*to),
            origin: origin(machine, *to, exceptions),
            label: label(machine, steps),
        };
        self.groups.iter().map(entry).collect()
    }
}

/// `any state`, `any other state but End`.
fn origin(machine: &Mealy, to: StateId, exceptions: &[StateId]) -> String {
    let start = if exceptions.contains(&to) { "any other state" } else { "any state" };
    let names: Vec<String> =
        exceptions.iter().filter(|&&state| state != to).map(|&state| cut(machine.name(state))).collect();
    if names.is_empty() { start.to_owned() } else { format!("{start} but {}", names.join(", ")) }
}
