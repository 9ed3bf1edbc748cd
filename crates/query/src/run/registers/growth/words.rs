//! Words of rounds, built call by call. Their values are canonical: fresh ones are the witnesses that a learner would
//! choose, too, and what the system invents is called by its place, as far as the hypothesis knows it.

use typestar_learn::Oracle;
use typestar_model::register::{ActionId, LocationId, Place, RegisterMachine, Transition, TypeId};
use typestar_model::{Id, OutputKind, Symbol, Value, Word};

use crate::run::registers::data::Data;
use crate::session::Session;

/// How a value of a call is chosen.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Pick {
    /// One that was never seen.
    Fresh,
    /// In the first round one that was never seen, and then always this one.
    Same,
    /// The one of this type that the call before had.
    Before,
    /// This one.
    Given(Value),
}

/// A call that is given in every round.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Call {
    pub(super) action: ActionId,
    pub(super) picks: Vec<Pick>,
}

impl Call {
    /// A call whose values are all chosen alike.
    pub(super) fn new(data: &Data, action: ActionId, pick: &Pick) -> Self {
        let parameters = data.signature.inputs[action.index()].parameters.len();
        Self { action, picks: vec![pick.clone(); parameters] }
    }

    /// A call with values that were never seen.
    pub(super) fn fresh(data: &Data, action: ActionId) -> Self {
        Self::new(data, action, &Pick::Fresh)
    }

    /// A call that was given, as it was.
    pub(super) fn given(data: &Data, symbol: &Symbol) -> Option<Self> {
        let action = data.signature.input_of(symbol)?;
        Some(Self { action, picks: symbol.values().iter().cloned().map(Pick::Given).collect() })
    }
}

/// What words are built with: the data of a system, and what is believed of it.
#[derive(Clone, Copy)]
pub(super) struct Believed<'a> {
    pub(super) data: &'a Data,
    pub(super) machine: &'a RegisterMachine<'a>,
}

/// A word, and what the hypothesis does with it.
#[derive(Clone)]
pub(super) struct Building<'a> {
    believed: Believed<'a>,
    pub(super) word: Vec<Symbol>,
    /// Where the hypothesis stands; none if it says nothing of the word.
    place: Option<Place>,
    /// The values of each type that the word has shown.
    known: Vec<Vec<Value>>,
    /// Those that were new in rounds, in their order.
    brought: Vec<Vec<Value>>,
    /// The values of the last call, with their types.
    before: Vec<(TypeId, Value)>,
}

/// What the hypothesis says of a call.
pub(super) struct Said<'a> {
    pub(super) transition: &'a Transition,
    pub(super) output: &'a str,
}

impl<'a> Building<'a> {
    /// The word of these calls.
    pub(super) fn of(believed: Believed<'a>, calls: &[Call]) -> Option<Self> {
        let brought = vec![Vec::new(); believed.data.signature.types.len()];
        let (place, known) = (Some(believed.machine.start()), believed.data.constants());
        let mut building = Self { believed, word: Vec::new(), place, known, brought, before: Vec::new() };
        calls.iter().try_for_each(|call| building.give(call, None).map(drop))?;
        building.brought.iter_mut().for_each(Vec::clear);
        Some(building)
    }

    /// Where the hypothesis stands.
    pub(super) fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    /// The location where the hypothesis stands.
    pub(super) fn location(&self) -> Option<LocationId> {
        self.place.as_ref().map(|place| place.location)
    }

    /// Gives one round. `first` becomes the values of the first round, for those that stay the same.
    pub(super) fn round(&mut self, unit: &[Call], first: &mut Vec<Vec<Value>>) -> Option<()> {
        for (index, call) in unit.iter().enumerate() {
            let same = first.get(index).cloned();
            self.give(call, same.as_deref())?;
            if first.len() == index {
                first.push(self.before.iter().map(|(_, value)| value.clone()).collect());
            }
        }
        Some(())
    }

    /// The values of this type that were new in rounds, in their order.
    pub(super) fn brought(&self, data_type: TypeId) -> &[Value] {
        &self.brought[data_type.index()]
    }

    /// Gives a call; what the hypothesis says of it, if that is anything. Nothing at all if a value cannot be chosen.
    pub(super) fn give(&mut self, call: &Call, same: Option<&[Value]>) -> Option<Option<Said<'a>>> {
        let action = &self.believed.data.signature.inputs[call.action.index()];
        let mut given = Vec::with_capacity(call.picks.len());
        for (index, (parameter, pick)) in action.parameters.iter().zip(&call.picks).enumerate() {
            let value = self.chosen(parameter.data_type, pick, same.and_then(|same| same.get(index)))?;
            self.note(parameter.data_type, &value);
            given.push((parameter.data_type, value));
        }
        let values: Vec<Value> = given.iter().map(|(_, value)| value.clone()).collect();
        self.word.push(Symbol::new(&action.name, values.clone()).ok()?);
        self.before = given;
        Some(self.follow(call.action, &values))
    }

    fn chosen(&self, data_type: TypeId, pick: &Pick, same: Option<&Value>) -> Option<Value> {
        let of_type = |(of, value): &(TypeId, Value)| (*of == data_type).then(|| value.clone());
        let known = match pick {
            Pick::Fresh => None,
            Pick::Same => same.cloned(),
            Pick::Before => self.before.iter().find_map(of_type),
            Pick::Given(value) => Some(value.clone()),
        };
        known.or_else(|| self.believed.data.fresh_value(data_type, &self.known[data_type.index()]))
    }

    fn note(&mut self, data_type: TypeId, value: &Value) {
        let known = &mut self.known[data_type.index()];
        if !known.contains(value) {
            known.push(value.clone());
            self.brought[data_type.index()].push(value.clone());
        }
    }

    /// Takes the step of the hypothesis.
    fn follow(&mut self, action: ActionId, values: &[Value]) -> Option<Said<'a>> {
        let (machine, step) = (self.believed.machine, self.word.len() as u32);
        let (before, mut outputs) = (self.place.take()?, Vec::new());
        let transition = machine.answer(&before, (action, values), step, &mut outputs)?;
        let mut after = before.clone();
        machine.follow(&before, transition, (values, &outputs), &mut after);
        self.place = Some(after);
        let parameters = &machine.automaton.signature.outputs[transition.output.index()].parameters;
        for (parameter, value) in parameters.iter().zip(&outputs) {
            self.note(parameter.data_type, value);
        }
        Some(Said { transition, output: machine.output_name(transition) })
    }

    /// The word with the numbers of its inputs; none if the system has no such input.
    pub(super) fn numbered(&self, session: &mut Session) -> Option<Word> {
        self.word.iter().map(|symbol| session.input(symbol)).collect()
    }
}

impl Said<'_> {
    /// Whether nothing follows this answer.
    pub(super) fn is_final(&self, session: &Session) -> bool {
        session.outputs().get(self.output).is_some_and(|output| session.tree().is_final(output))
    }

    pub(super) fn is_quiet(&self) -> bool {
        OutputKind::of(self.output) == OutputKind::Quiet
    }
}
