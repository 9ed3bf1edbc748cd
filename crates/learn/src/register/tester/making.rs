//! Words that are made call by call, along an automaton.
//!
//! What the outputs will be is taken from the automaton, so that values which the system hands out can be given back, too.
//! Where the automaton is wrong, the word has shown so by then.

use typestar_model::register::{ActionId, Parameter, Place, RegisterMachine, TypeId};
use typestar_model::{Id, OutputKind, Random, Symbol, Value};

use super::super::shown::{Shown, fresh};
use super::super::theories::Theories;
use super::super::theory::Atom;
use super::random::Shares;

/// A word, and where the automaton stands behind it. Its values are witnesses, or invented ones by their places.
#[derive(Clone)]
pub(super) struct Making<'a> {
    machine: &'a RegisterMachine<'a>,
    theories: &'a Theories,
    is_final: &'a dyn Fn(&str) -> bool,
    shown: Shown,
    word: Vec<Symbol>,
    /// Where the automaton stands; none if it says nothing of the word.
    place: Option<Place>,
    has_ended: bool,
    is_quiet: bool,
}

/// Chooses the value of a parameter, by its position and its type.
pub(super) type Choose<'c> = &'c mut dyn FnMut(&Making, usize, TypeId) -> Value;

impl<'a> Making<'a> {
    /// The empty word.
    pub(super) fn new(
        machine: &'a RegisterMachine<'a>,
        theories: &'a Theories,
        is_final: &'a dyn Fn(&str) -> bool,
    ) -> Self {
        let shown = Shown::new(theories, machine.automaton.signature.types.len());
        let place = Some(machine.start());
        Self { machine, theories, is_final, shown, word: Vec::new(), place, has_ended: false, is_quiet: false }
    }

    /// The word.
    pub(super) fn word(self) -> Vec<Symbol> {
        self.word
    }

    /// Whether the last output was final: nothing can be compared behind it.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Whether the automaton expects silence at the last input.
    pub(super) fn is_quiet(&self) -> bool {
        self.is_quiet
    }

    /// All inputs.
    pub(super) fn inputs(&self) -> impl Iterator<Item = ActionId> + use<> {
        (0..self.machine.automaton.signature.inputs.len()).map(ActionId::new)
    }

    /// One of them.
    pub(super) fn any_input(&self, random: &mut Random) -> ActionId {
        ActionId::new(random.below(self.machine.automaton.signature.inputs.len()))
    }

    /// The input that a symbol is.
    pub(super) fn input_of(&self, symbol: &Symbol) -> Option<ActionId> {
        self.machine.automaton.signature.input_of(symbol)
    }

    /// The parameters of an input.
    pub(super) fn parameters(&self, input: ActionId) -> &'a [Parameter] {
        &self.machine.automaton.signature.inputs[input.index()].parameters
    }

    /// Gives an input with random values.
    pub(super) fn give_any(&mut self, input: ActionId, shares: Shares, random: &mut Random) {
        self.give(input, &mut |making, _, data_type| making.drawn(data_type, shares, random));
    }

    /// Gives an input whose values are chosen one after the other: each may be equal to those before it.
    pub(super) fn give(&mut self, input: ActionId, choose: Choose) {
        let parameters = self.parameters(input);
        let mut values = Vec::with_capacity(parameters.len());
        for (index, parameter) in parameters.iter().enumerate() {
            let value = choose(self, index, parameter.data_type);
            self.shown.note(parameter.data_type, &value);
            values.push(value);
        }
        self.follow(input, values);
    }

    fn follow(&mut self, input: ActionId, values: Vec<Value>) {
        let (machine, signature, mut outputs) = (self.machine, &self.machine.automaton.signature, Vec::new());
        let symbol = Symbol::new(&signature.inputs[input.index()].name, values.clone());
        self.word.push(symbol.expect("actions have names of symbols"));
        let Some(before) = self.place.take() else { return };
        let step = self.word.len() as u32;
        let Some(taken) = machine.answer(&before, (input, &values), step, &mut outputs) else { return };
        let name = machine.output_name(taken);
        (self.has_ended, self.is_quiet) = ((self.is_final)(name), OutputKind::of(name) == OutputKind::Quiet);
        self.shown.note_all(&signature.outputs[taken.output.index()], &outputs);
        let mut after = before.clone();
        machine.follow(&before, taken, (&values, &outputs), &mut after);
        self.place = Some(after);
    }

    /// Whether the automaton goes on behind an input with values that were never seen.
    pub(super) fn goes_on(&self, input: ActionId) -> bool {
        let mut tried = self.clone();
        tried.give(input, &mut |making, _, data_type| making.new_value(data_type));
        tried.place.is_some() && !tried.has_ended
    }

    /// A value of the kind that the shares choose.
    pub(super) fn drawn(&self, data_type: TypeId, shares: Shares, random: &mut Random) -> Value {
        let atoms = self.shown.atoms(self.theories, data_type, 1);
        let Shares { fresh: new, repeated, related } = shares;
        let is_repeated = |atom: &&Atom| atom.point.as_ref().is_some_and(|point| point.plus.is_none());
        let wanted: Vec<&Atom> = match random.weighted(&[new, repeated, related]) {
            Some(1) => atoms.iter().filter(is_repeated).collect(),
            Some(2) => atoms.iter().collect(),
            _ => Vec::new(),
        };
        match fresh(&atoms).filter(|_| wanted.is_empty()) {
            Some(fresh) => fresh.clone(),
            None if wanted.is_empty() => random.pick(&atoms).witness.clone(),
            None => random.pick(&wanted).witness.clone(),
        }
    }

    /// A value that was never seen, or the first one if there is no other.
    fn new_value(&self, data_type: TypeId) -> Value {
        let atoms = self.shown.atoms(self.theories, data_type, 1);
        fresh(&atoms).cloned().unwrap_or_else(|| atoms[0].witness.clone())
    }
}
