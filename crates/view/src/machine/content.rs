//! What the report page shows of a machine.

use std::collections::BTreeMap;

use typestar_model::{
    Id, InputId, Learned, Mealy, OUTSIDE, OutputId, StateId, Step, Summary, WAIT, Witness, access_words,
};

use super::{Form, Steps};
use crate::html::{Content, DRAWN_NODES, ROWS, Row, page};
use crate::merge::{Drawing, count};
use crate::text::size;

/// The report of a run. `command_for_try` is what stands before the quoted word in a command that repeats a trace,
/// for example `typestar try player.toml`.
///
/// ```
/// # use typestar_model::{Counts, Learned, Mealy, Summary, Verdict};
/// # let mut machine = Mealy::new(["ping"].iter().collect());
/// # let state = machine.add_state("Start");
/// # machine.add_edge(state, "ping", "pong", state);
/// # let summary = Summary {
/// #     system: "Echo".into(), states: 1, states_total: 1, inputs: 1, learner: "lsharp".into(), tester: "exact".into(),
/// #     rounds: 1, history: vec![], learning: Counts::default(), testing: Counts::default(), challenge: None, replayed: 0,
/// #     bound_needed: 0, registers: None, guarded: None, origins: Default::default(), findings: vec![], verdict: Verdict::default(), wall_ms: 1, run: String::new(),
/// #     notes: Default::default(),
/// # };
/// let learned = Learned::imported("Echo", machine);
/// let page = typestar_view::report(&learned, &summary, "typestar try echo.toml");
/// assert!(page.contains("typestar try echo.toml &quot;ping&quot;"));
/// ```
pub fn report(learned: &Learned, summary: &Summary, command_for_try: &str) -> String {
    let bound = format!("any two states differ within {}", count(summary.bound_needed, "input"));
    let mut content = content(learned, &summary.system, &size(summary));
    content.numbers.push(("Bound needed", bound));
    page(&content, Some(summary), Some(command_for_try))
}

/// The same page for a machine of which no more is known. Without `command_for_try` nothing offers to repeat a trace.
pub fn model_page(learned: &Learned, command_for_try: Option<&str>) -> String {
    let machine = &learned.machine;
    let size = format!("{}, {}", count(machine.live_states(), "state"), count(machine.inputs().len(), "input"));
    page(&content(learned, &learned.system, &size), None, command_for_try)
}

fn content(learned: &Learned, name: &str, size: &str) -> Content {
    let machine = &learned.machine;
    let what = if machine.inputs().get(WAIT).is_some() { "callback typestate" } else { "Mealy machine" };
    let (edges, proofs) = (listed(machine), Proofs::of(learned));
    Content {
        name: name.to_owned(),
        what: format!("{what}: {size}"),
        nodes: count(machine.live_states(), "state"),
        drawings: drawings(machine, name),
        sections: Vec::new(),
        columns: vec!["State", "Input", "Output", "Next state"],
        rows: edges.iter().take(ROWS).map(|&edge| proofs.row(edge)).collect(),
        transitions: edges.len(),
        notes: notes(machine),
        origins: learned.origins.clone(),
        numbers: Vec::new(),
    }
}

/// The drawings that suit a machine; none if it is too large.
fn drawings(machine: &Mealy, name: &str) -> Vec<(&'static str, Drawing)> {
    if machine.live_states() > DRAWN_NODES {
        return Vec::new();
    }
    let mut forms = vec![("Mealy machine", Form::Mealy)];
    if Form::suiting(machine) == Form::Interface {
        forms.insert(0, ("Typestate", Form::Interface));
    }
    let drawing = |(what, form)| (what, Drawing::new(&format!("{name}: {what}"), machine, form));
    forms.into_iter().map(drawing).collect()
}

fn notes(machine: &Mealy) -> Vec<String> {
    let mut notes = Vec::new();
    if machine.error_sink().is_some() {
        notes.push("After an error every input answers error.".to_owned());
    }
    let missing = Steps::of(machine, Form::Mealy).outside.len();
    if missing > 0 {
        let steps = count(missing, "further step");
        notes.push(format!("{steps} outside the learning purpose: not asked, not known."));
    }
    notes
}

/// The traces behind the transitions: observed ones, and for imported machines those that the model itself gives.
struct Proofs<'a> {
    machine: &'a Mealy,
    observed: BTreeMap<(StateId, InputId), &'a Witness>,
    access: Vec<Option<Vec<InputId>>>,
}

impl<'a> Proofs<'a> {
    fn of(learned: &'a Learned) -> Self {
        Self {
            machine: &learned.machine,
            observed: learned.witnesses.iter().map(|witness| ((witness.from, witness.input), witness)).collect(),
            access: access_words(&learned.machine),
        }
    }

    /// The steps, and whether they were observed.
    fn steps(&self, from: StateId, input: InputId) -> (Vec<Step>, bool) {
        if let Some(witness) = self.observed.get(&(from, input)) {
            return (witness.steps.clone(), true);
        }
        let Some(mut word) = self.access[from.index()].clone() else { return (Vec::new(), false) };
        word.push(input);
        let step = |(&input, output)| Step::new(self.machine.inputs().text(input), self.machine.outputs().text(output));
        (word.iter().zip(self.machine.run(&word)).map(step).collect(), false)
    }

    fn row(&self, (from, input, output, to): Transition) -> Row {
        let machine = self.machine;
        let cells =
            [machine.name(from), machine.inputs().text(input), machine.outputs().text(output), machine.name(to)];
        let (steps, observed) = self.steps(from, input);
        Row { cells: cells.map(str::to_owned).to_vec(), steps, observed }
    }
}

type Transition = (StateId, InputId, OutputId, StateId);

/// The transitions worth a row: those of the error sink say nothing, and those outside the purpose are not known.
fn listed(machine: &Mealy) -> Vec<Transition> {
    let sink = machine.error_sink();
    (machine.edges())
        .filter(|&(from, _, output, _)| Some(from) != sink && machine.outputs().text(output) != OUTSIDE)
        .collect()
}
