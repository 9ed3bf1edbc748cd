//! The stable, versioned JSON form of a learned model: the machine and the trace behind each transition.
//!
//! ```text
//! {
//!   "format": "typestar-model", "version": 1, "system": "lamp", "finished": true,
//!   "inputs": ["press"],
//!   "outputs": [{"name": "ok", "kind": "ok"}],
//!   "initial": 0,
//!   "states": [{"name": "Start", "access": []}, {"name": "press", "access": ["press"]}],
//!   "transitions": [{"from": 0, "input": "press", "output": "ok", "to": 1,
//!                    "witness": [{"input": "press", "output": "ok"}]}]
//! }
//! ```
//!
//! States are numbers, by their place in the list, and symbols are texts. Kinds of outputs and access words
//! could be computed. They are in the file for readers that are not typestar, and are checked when it is read.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::evidence::{Step, entries};
use crate::format::json::{Written, read};
use crate::format::{FormatError, check_size, each};
use crate::mealy::learned::{Learned, Witness};
use crate::mealy::machine::Mealy;
use crate::mealy::separate::access_words;
use crate::origin::{Origin, Origins};
use crate::symbols::alphabet::Alphabet;
use crate::symbols::symbol::{Id, InputId, OutputKind, StateId};

const FORMAT: &str = "typestar-model";
const VERSION: u32 = 1;

/// The whole file. A field that is not here makes it unreadable rather than half understood.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    system: String,
    finished: bool,
    inputs: Vec<String>,
    outputs: Vec<Output>,
    initial: usize,
    states: Vec<State>,
    transitions: Vec<Transition>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Output {
    name: String,
    kind: String,
    /// Who made it, where the system told it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    origins: Vec<Origin>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    name: String,
    /// A shortest word that leads there; null for a state that no word reaches.
    access: Option<Vec<String>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Transition {
    from: usize,
    input: String,
    output: String,
    to: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "entries")]
    witness: Vec<Step>,
}

/// Writes a model as JSON. The same model gives the same bytes, one line for each state and each transition,
/// so that two versions of a file diff cleanly.
///
/// ```
/// use typestar_model::{Learned, read_dot, read_json, write_json};
/// let machine = read_dot("digraph { off -> on -> off [label=\"press/click\"] }").unwrap();
/// let learned = Learned::imported("lamp", machine);
/// assert_eq!(read_json(&write_json(&learned)).unwrap(), learned);
/// ```
pub fn write_json(learned: &Learned) -> String {
    let machine = &learned.machine;
    let mut file = Written::new(FORMAT, VERSION);
    file.field("system", &learned.system);
    file.field("finished", &learned.finished);
    file.field("inputs", machine.inputs().texts());
    file.lines("outputs", machine.outputs().texts().iter().map(|name| output_entry(name, &learned.origins)));
    file.field("initial", &machine.initial().index());
    let states = machine.states().zip(access_words(machine));
    file.lines("states", states.map(|(state, access)| state_entry(machine, state, access)));
    file.lines("transitions", transitions(learned));
    file.end()
}

fn output_entry(name: &str, origins: &Origins) -> Output {
    let kind = kind_name(name).to_owned();
    Output { name: name.to_owned(), kind, origins: origins.of(name).cloned().collect() }
}

fn state_entry(machine: &Mealy, state: StateId, access: Option<Vec<InputId>>) -> State {
    let names = |word: Vec<InputId>| word.iter().map(|&input| machine.inputs().text(input).to_owned()).collect();
    State { name: machine.name(state).to_owned(), access: access.map(names) }
}

/// In the order of states and inputs, so that the file does not depend on how witnesses were collected.
fn transitions(learned: &Learned) -> impl Iterator<Item = Transition> {
    let machine = &learned.machine;
    let witnesses: BTreeMap<(StateId, InputId), &Witness> =
        learned.witnesses.iter().map(|witness| ((witness.from, witness.input), witness)).collect();
    machine.edges().map(move |(from, input, output, to)| {
        let steps = witnesses.get(&(from, input)).map_or(&[][..], |witness| &witness.steps);
        Transition {
            from: from.index(),
            input: machine.inputs().text(input).to_owned(),
            output: machine.outputs().text(output).to_owned(),
            to: to.index(),
            witness: steps.to_vec(),
        }
    })
}

/// The kind of an output in words: a reserved name is that of its kind.
fn kind_name(output: &str) -> &str {
    if OutputKind::of(output) == OutputKind::Callback { "callback" } else { output }
}

/// Reads what [`write_json`] wrote, and checks that it makes sense.
///
/// Two transitions for one state and input, a state that is not there, an access word that leads elsewhere: all
/// of these are errors that name the entry.
///
/// ```
/// let error = typestar_model::read_json(r#"{"format": "typestar-model", "version": 9}"#).unwrap_err();
/// assert_eq!(error.to_string(), "version 9 of the model format is not supported: this program reads version 1");
/// ```
pub fn read_json(text: &str) -> Result<Learned, FormatError> {
    let document: Document = read(text, FORMAT, VERSION)?;
    let mut machine = states_of(&document)?;
    let witnesses: Vec<Option<Witness>> =
        each("transitions", document.transitions, |transition| add_transition(&mut machine, transition))?;
    each::<_, (), ()>("states", document.states.iter().enumerate(), |state| check_access(&machine, state))?;
    let mut witnesses: Vec<Witness> = witnesses.into_iter().flatten().collect();
    witnesses.sort_by_key(|witness| (witness.from, witness.input));
    let origins = document.outputs.into_iter().map(|output| (output.name, output.origins)).collect();
    Ok(Learned { system: document.system, machine, finished: document.finished, witnesses, origins })
}

/// The machine with its alphabets and states, without transitions.
fn states_of(document: &Document) -> Result<Mealy, String> {
    check_size(document.states.len(), document.inputs.len())?;
    let (initial, states) = (document.initial, document.states.len());
    if initial >= states {
        return Err(format!("initial: state {initial} does not exist (number of states: {states})"));
    }
    for output in &document.outputs {
        let kind = kind_name(&output.name);
        if output.kind != kind {
            return Err(format!("outputs: {:?} is of kind {kind:?}, not {:?}", output.name, output.kind));
        }
    }
    let inputs = alphabet("inputs", document.inputs.iter())?;
    let outputs = alphabet("outputs", document.outputs.iter().map(|output| &output.name))?;
    let mut machine = Mealy::with_outputs(inputs, outputs);
    for state in &document.states {
        machine.add_state(&state.name);
    }
    machine.set_initial(StateId::new(document.initial));
    Ok(machine)
}

/// A name that is there twice would make two numbers one.
fn alphabet<'d, I: Id>(what: &str, names: impl Iterator<Item = &'d String>) -> Result<Alphabet<I>, String> {
    let mut alphabet = Alphabet::default();
    for name in names {
        if alphabet.get(name).is_some() {
            return Err(format!("{what}: {name:?} appears twice"));
        }
        alphabet.intern(name);
    }
    Ok(alphabet)
}

/// Adds a transition and gives back its trace, if it has one.
fn add_transition(machine: &mut Mealy, transition: Transition) -> Result<Option<Witness>, String> {
    let state = |index: usize| match index < machine.len() {
        true => Ok(StateId::new(index)),
        false => Err(format!("state {index} does not exist (number of states: {})", machine.len())),
    };
    let (from, to) = (state(transition.from)?, state(transition.to)?);
    let input = machine.inputs().get(&transition.input);
    let input = input.ok_or_else(|| format!("{:?} is not in inputs", transition.input))?;
    let output = machine.outputs().get(&transition.output);
    let output = output.ok_or_else(|| format!("{:?} is not in outputs", transition.output))?;
    if machine.step(from, input).is_some() {
        return Err(format!("state {} has two transitions for {:?}", transition.from, transition.input));
    }
    machine.set(from, input, output, to);
    let steps = transition.witness;
    Ok((!steps.is_empty()).then_some(Witness { from, input, steps }))
}

/// Access words can be computed, but readers of the file rely on them: they must lead where they say.
fn check_access(machine: &Mealy, (index, state): (usize, &State)) -> Result<(), String> {
    let Some(access) = &state.access else { return Ok(()) };
    let word: Option<Vec<InputId>> = access.iter().map(|name| machine.inputs().get(name)).collect();
    match word.and_then(|word| machine.state_after(&word)) == Some(StateId::new(index)) {
        true => Ok(()),
        false => Err(format!("its access word {:?} does not lead there", access.join(" "))),
    }
}
