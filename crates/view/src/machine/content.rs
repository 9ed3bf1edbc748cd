//! What the report page shows of a machine.

use std::collections::BTreeMap;

use typestar_model::{
    Form, Id, InputId, Learned, Mealy, OUTSIDE, OutputId, StateId, Step, Summary, WAIT, Witness, access_words, counted,
};

use super::{Steps, drawing};
use crate::html::{Content, DRAWN_NODES, ROWS, Row};
use crate::merge::Drawing;
use crate::text::size;

/// What the page shows of a machine; what a run tells of its size and name comes first.
pub(crate) fn content(learned: &Learned, summary: Option<&Summary>) -> Content {
    let machine = &learned.machine;
    let what = if machine.inputs().get(WAIT).is_some() { "callback typestate" } else { "Mealy machine" };
    let known = || format!("{}, {}", counted(machine.live_states(), "state"), counted(machine.inputs().len(), "input"));
    let name = summary.map_or(&learned.system, |summary| &summary.system);
    let bound = |summary: &Summary| format!("any two states differ within {}", counted(summary.bound_needed, "input"));
    let (edges, proofs) = (listed(machine), Proofs::of(learned));
    Content {
        name: name.clone(),
        what: format!("{what}: {}", summary.map_or_else(known, size)),
        nodes: counted(machine.live_states(), "state"),
        drawings: drawings(machine, name),
        sections: Vec::new(),
        columns: vec!["State", "Input", "Output", "Next state"],
        rows: edges.iter().take(ROWS).map(|&edge| proofs.row(edge)).collect(),
        transitions: edges.len(),
        notes: notes(machine),
        origins: learned.origins.clone(),
        numbers: summary.map(|summary| ("Bound needed", bound(summary))).into_iter().collect(),
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
    let named = |(what, form)| (what, drawing(&format!("{name}: {what}"), machine, form));
    forms.into_iter().map(named).collect()
}

fn notes(machine: &Mealy) -> Vec<String> {
    let mut notes = Vec::new();
    if machine.error_sink().is_some() {
        notes.push("After an error every input answers error.".to_owned());
    }
    let missing = Steps::of(machine, Form::Mealy).outside.len();
    if missing > 0 {
        let steps = counted(missing, "further step");
        notes.push(format!("{steps} outside the learning purpose: never asked, unknown."));
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
