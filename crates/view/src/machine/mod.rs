//! What is drawn of a machine: what is legal, which callbacks follow, what is left out.

mod content;
mod table;

pub(crate) use content::content;
pub(crate) use table::text_of_first;

use typestar_model::{Form, Id, InputId, Mealy, OutputId, OutputKind, StateId, WAIT, access_words, counted};

use crate::merge::{Arrow, DETAIL_LINES, Drawing, DrawnState, LINES, Voice, capped, cut, node, wrap};

/// Draws a machine under a title.
pub(crate) fn drawing(title: &str, machine: &Mealy, form: Form) -> Drawing {
    let steps = Steps::of(machine, form);
    let sink = hidden_sink(machine);
    let arrows: Vec<Arrow> = steps.shown.iter().map(|step| arrow(machine, sink, step)).collect();
    Drawing {
        title: title.to_owned(),
        initial: (!machine.is_empty()).then(|| node(machine.initial(), sink)),
        notes: steps.notes(form),
        ..Drawing::merged(nodes(machine, form, &steps), &arrows, LINES)
    }
}

fn arrow(machine: &Mealy, sink: Option<StateId>, step: &Step) -> Arrow {
    Arrow {
        from: node(step.from, sink),
        to: node(step.to, sink),
        kind: (step.input.index(), step.output.index()),
        voice: step.voice,
        event: vec![cut(&step.event)],
        answer: step.answer.clone(),
        effects: Vec::new(),
        tooltip: format!("{} / {}", machine.inputs().text(step.input), machine.outputs().text(step.output)),
    }
}

/// A transition as it is shown.
struct Step {
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
struct Steps {
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
        let events = form == Form::Interface && Form::suiting(machine) == Form::Interface;
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
            parts.push(counted(self.illegal.len(), "illegal call"));
        }
        if self.quiet > 0 {
            parts.push(counted(self.quiet, "quiet wait"));
        }
        if !self.outside.is_empty() {
            parts.push(format!("{} outside the learning purpose", counted(self.outside.len(), "step")));
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

/// The sink of errors, unless everything starts there.
fn hidden_sink(machine: &Mealy) -> Option<StateId> {
    machine.error_sink().filter(|&sink| sink != machine.initial())
}

fn nodes(machine: &Mealy, form: Form, steps: &Steps) -> Vec<DrawnState> {
    if machine.is_empty() {
        return Vec::new();
    }
    let words = access_words(machine);
    let node = |state: StateId| {
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
                let lines = if is_drawn { wrap(start, &whole(&names), "", Voice::Error) } else { Vec::new() };
                details.extend(capped(lines, DETAIL_LINES));
            }
        }
        DrawnState { name: cut(machine.name(state)), details, tooltip, accepting: false }
    };
    let sink = hidden_sink(machine);
    machine.states().filter(|&state| Some(state) != sink).map(node).collect()
}

/// Names that are not broken.
fn whole(names: &[String]) -> Vec<Vec<String>> {
    names.iter().map(|name| vec![cut(name)]).collect()
}
