//! Mealy machines: what is learned when control, not data, decides.
//!
//! ```text
//!                 press        look
//! off   (0)       ok → on      dark → off
//! on    (1)       ok → off     bright → on
//! ```
//!
//! A machine is deterministic, because it has one cell for each state and input. It may be partial: an empty
//! cell says that the answer is not known. A step is one lookup in the table, so words run fast. The table takes
//! memory for every cell, the empty ones too; readers refuse files that would need too much of it.
//!
//! States are numbers in the order in which they were added. Their names are for people: nothing depends on them,
//! and two states may have the same one.

use crate::symbols::alphabet::{Inputs, Outputs};
use crate::symbols::symbol::{ERROR, Id, InputId, OutputId, StateId};

/// A deterministic Mealy machine, complete or partial.
///
/// A missing transition means "not known": the word leaves the learning purpose there.
///
/// ```
/// use typestar_model::Mealy;
/// let mut door = Mealy::new(["open", "close"].iter().collect());
/// let (shut, ajar) = (door.add_state("shut"), door.add_state("ajar"));
/// door.add_edge(shut, "open", "ok", ajar);
/// door.add_edge(ajar, "close", "ok", shut);
/// let open = door.inputs().get("open").unwrap();
/// assert_eq!(door.step(shut, open).unwrap().1, ajar);
/// assert_eq!(door.step(ajar, open), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mealy {
    inputs: Inputs,
    outputs: Outputs,
    names: Vec<String>,
    /// How many inputs there are. Every step needs it, so it is kept here, too.
    width: usize,
    /// `table[state * width + input]`
    table: Vec<Option<(OutputId, StateId)>>,
    initial: StateId,
}

impl Mealy {
    /// A machine without states. The first state that is added becomes the initial one.
    pub fn new(inputs: Inputs) -> Self {
        Self::with_outputs(inputs, Outputs::default())
    }

    /// A machine without states whose output alphabet is known already.
    ///
    /// Machines over the alphabets of a run can be compared with its tree by numbers, without a look at names.
    pub fn with_outputs(inputs: Inputs, outputs: Outputs) -> Self {
        let width = inputs.len();
        Self { inputs, outputs, names: Vec::new(), width, table: Vec::new(), initial: StateId::new(0) }
    }

    /// Adds a state without transitions.
    pub fn add_state(&mut self, name: &str) -> StateId {
        self.names.push(name.to_owned());
        self.table.resize(self.names.len() * self.width, None);
        StateId::new(self.names.len() - 1)
    }

    /// Sets the transition of `from` under `input`, by names. The output is added to the alphabet if it is new.
    ///
    /// # Panics
    /// If `input` is not in the input alphabet.
    pub fn add_edge(&mut self, from: StateId, input: &str, output: &str, to: StateId) {
        let input = self.inputs.get(input).expect("the input is in the alphabet");
        let output = self.outputs.intern(output);
        self.set(from, input, output, to);
    }

    /// Sets the transition of `from` under `input`.
    pub fn set(&mut self, from: StateId, input: InputId, output: OutputId, to: StateId) {
        let slot = self.slot(from, input);
        self.table[slot] = Some((output, to));
    }

    /// Removes the transition of `from` under `input`.
    pub fn unset(&mut self, from: StateId, input: InputId) {
        let slot = self.slot(from, input);
        self.table[slot] = None;
    }

    /// Makes `state` the initial one.
    ///
    /// Without it, the first state is the initial one.
    pub fn set_initial(&mut self, state: StateId) {
        self.initial = state;
    }

    /// Gives `state` another name.
    pub fn rename(&mut self, state: StateId, name: &str) {
        self.names[state.index()] = name.to_owned();
    }

    /// The output and the next state, unless the transition is missing, as it is for an input that appeared later.
    #[inline]
    pub fn step(&self, from: StateId, input: InputId) -> Option<(OutputId, StateId)> {
        if input.index() >= self.width {
            return None;
        }
        self.table[self.slot(from, input)]
    }

    /// All steps of a state, by input.
    #[inline]
    pub fn steps(&self, from: StateId) -> &[Option<(OutputId, StateId)>] {
        &self.table[from.index() * self.width..][..self.width]
    }

    /// The outputs of `word` from `from`, as far as transitions exist.
    ///
    /// The answer is shorter than the word where the machine does not know more.
    pub fn run_from(&self, from: StateId, word: &[InputId]) -> Vec<OutputId> {
        let mut state = from;
        let mut outputs = Vec::with_capacity(word.len());
        for &input in word {
            let Some((output, next)) = self.step(state, input) else { break };
            outputs.push(output);
            state = next;
        }
        outputs
    }

    /// The outputs of `word` from the initial state, as far as transitions exist.
    pub fn run(&self, word: &[InputId]) -> Vec<OutputId> {
        self.run_from(self.initial, word)
    }

    /// The state that `word` leads to, unless a transition is missing.
    ///
    /// ```
    /// use typestar_model::read_dot;
    /// let lamp = read_dot("digraph { off -> on -> off [label=\"press/ok\"] }").unwrap();
    /// let press = lamp.inputs().get("press").unwrap();
    /// assert_eq!(lamp.state_after(&[press; 3]).map(|state| lamp.name(state)), Some("on"));
    /// assert_eq!(lamp.run(&[press; 3]).len(), 3);
    /// ```
    pub fn state_after(&self, word: &[InputId]) -> Option<StateId> {
        word.iter().try_fold(self.initial, |state, &input| Some(self.step(state, input)?.1))
    }

    /// The initial state.
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// All states, in order.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = StateId> + ExactSizeIterator + use<> {
        (0..self.names.len()).map(StateId::new)
    }

    /// How many states there are, a sink of errors included.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The input alphabet.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// The output alphabet.
    pub fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    /// The name of a state.
    pub fn name(&self, state: StateId) -> &str {
        &self.names[state.index()]
    }

    /// All transitions `(from, input, output, to)`, by state and then by input.
    pub fn edges(&self) -> impl Iterator<Item = (StateId, InputId, OutputId, StateId)> + '_ {
        self.states().flat_map(move |from| {
            self.inputs.ids().filter_map(move |input| {
                let (output, to) = self.step(from, input)?;
                Some((from, input, output, to))
            })
        })
    }

    /// Whether every state has a transition for every input.
    pub fn is_complete(&self) -> bool {
        self.table.iter().all(Option::is_some)
    }

    /// The state in which every input answers `error` and stays, if there is one.
    ///
    /// A minimal machine has one at most. [`Self::live_states`] and drawings leave it out: every class that refuses
    /// calls has it, so it tells nothing.
    pub fn error_sink(&self) -> Option<StateId> {
        let error = self.outputs.get(ERROR)?;
        self.states().find(|&state| {
            !self.inputs.is_empty() && self.inputs.ids().all(|input| self.step(state, input) == Some((error, state)))
        })
    }

    /// How many states there are, not counting a sink of errors.
    pub fn live_states(&self) -> usize {
        self.len() - usize::from(self.error_sink().is_some())
    }

    /// The cell of a state and an input. The input is one of this machine.
    #[inline]
    fn slot(&self, state: StateId, input: InputId) -> usize {
        state.index() * self.width + input.index()
    }
}
