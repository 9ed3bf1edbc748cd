//! Exploration of two automata side by side: every class of data words up to a depth, and nothing is kept.
//!
//! The same words as the tester that asks, but both sides are automata, so that a word takes little
//! time and nothing is stored: one word, its places, and what it has shown. That makes millions
//! of words possible where the truth is known.

use typestar_model::register::{Action, ActionId, Place, RegisterAutomaton, RegisterMachine, TypeId};
use typestar_model::{Id, Symbol, Value};

use super::super::theories::Theories;
use super::explore::{ExploreLimits, Explored, Tries, Trying};

/// Every this many words somebody is asked whether to go on.
const PATIENCE: u64 = 1 << 14;

/// Walks through two automata with all classes of data words, those of one input first, then those of two, and so on.
///
/// Nothing is asked behind outputs that are final, which are known by their names. It ends at a word that is answered
/// differently, at a limit, or when `go_on` says no; that is asked every now and then.
pub fn explore(
    (left, right): (&RegisterAutomaton, &RegisterAutomaton),
    theories: &Theories,
    is_final: &dyn Fn(&str) -> bool,
    limits: ExploreLimits,
    go_on: &mut dyn FnMut() -> bool,
) -> (Explored, Option<Vec<Symbol>>) {
    let mut walk = Walk::new((left, right), Trying::new(&left.signature, theories, limits.words), is_final, go_on);
    let (explored, stop) = walk.levels(limits.depth);
    (explored, matches!(stop, Some(Stop::Differs)).then(|| walk.word()))
}

/// Why a walk ends early.
enum Stop {
    Differs,
    Enough,
}

/// Places before each step are kept in a stack that is written over, so that a step copies registers
/// and makes no new list.
struct Walk<'a> {
    left: RegisterMachine<'a>,
    right: RegisterMachine<'a>,
    /// The number on the right of each input.
    inputs: Vec<Option<ActionId>>,
    /// For each output on the left, which one it is on the right, and whether it is final.
    outputs: Vec<(Option<ActionId>, bool)>,
    trying: Trying<'a>,
    /// The places before each step.
    places: Vec<(Place, Place)>,
    answered: (Vec<Value>, Vec<Value>),
    check: &'a mut dyn FnMut() -> bool,
}

impl<'a> Walk<'a> {
    fn new(
        (left, right): (&'a RegisterAutomaton, &'a RegisterAutomaton),
        trying: Trying<'a>,
        is_final: &dyn Fn(&str) -> bool,
        check: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        let output = |name: &str| {
            let mut known = right.signature.outputs.iter();
            known.position(|output| output.name == name).map(ActionId::new)
        };
        let input = |input: &Action| right.signature.input_named(&input.name, input.parameters.len());
        let inputs = left.signature.inputs.iter().map(input).collect();
        let outputs = left.signature.outputs.iter();
        let outputs = outputs.map(|action| (output(&action.name), is_final(&action.name))).collect();
        let (left, right, answered) = (RegisterMachine::new(left), RegisterMachine::new(right), Default::default());
        let places = vec![(left.start(), right.start())];
        Self { left, right, inputs, outputs, trying, places, answered, check }
    }

    /// Goes on behind an output with values.
    fn go_on(&mut self, output: ActionId, answered: (Vec<Value>, Vec<Value>), left: usize) -> Result<(), Stop> {
        let types: Vec<TypeId> = {
            let output = &self.left.automaton.signature.outputs[output.index()];
            output.parameters.iter().map(|parameter| parameter.data_type).collect()
        };
        let known: Vec<usize> = types.iter().map(|&data_type| self.trying.shown.of(data_type).len()).collect();
        for (&data_type, value) in types.iter().zip(&answered.0) {
            self.trying.shown.note(data_type, value);
        }
        self.answered = answered;
        self.inputs_from(left)?;
        for (&data_type, &known) in types.iter().zip(&known).rev() {
            self.trying.shown.forget(data_type, known);
        }
        Ok(())
    }

    /// Counts a word, if it has the length of the level: shorter ones were counted before.
    fn count(&mut self, left: usize, answered: (Vec<Value>, Vec<Value>)) -> Result<(), Stop> {
        self.answered = answered;
        if left > 1 {
            return Ok(());
        }
        self.trying.words += 1;
        let words = self.trying.words;
        let is_enough = words >= self.trying.most || words.is_multiple_of(PATIENCE) && !(self.check)();
        if is_enough { Err(Stop::Enough) } else { Ok(()) }
    }

    /// The present word.
    fn word(&self) -> Vec<Symbol> {
        let Trying { signature, actions, values, .. } = &self.trying;
        let ends = actions.iter().skip(1).map(|(_, start)| *start).chain([values.len()]);
        let symbol = |(&(input, start), end): (&(ActionId, usize), usize)| {
            let values = values[start..end].to_vec();
            Symbol::new(&signature.inputs[input.index()].name, values).expect("actions have names of symbols")
        };
        actions.iter().zip(ends).map(symbol).collect()
    }
}

impl<'a> Tries<'a> for Walk<'a> {
    type Stop = Stop;

    fn trying(&mut self) -> &mut Trying<'a> {
        &mut self.trying
    }

    fn level(&mut self, length: usize) -> Result<(), Stop> {
        while self.places.len() <= length {
            self.places.push((self.left.start(), self.right.start()));
        }
        self.inputs_from(length)
    }

    fn call(&mut self, input: ActionId, left: usize) -> Result<(), Stop> {
        let mut answered = std::mem::take(&mut self.answered);
        let step = self.trying.actions.len();
        let parameters = &self.trying.values[self.trying.actions[step - 1].1..];
        let (one, other) = &self.places[step - 1];
        let taken = self.left.answer(one, (input, parameters), step as u32, &mut answered.0);
        let other_input = self.inputs[input.index()];
        let other_taken =
            other_input.and_then(|input| self.right.answer(other, (input, parameters), step as u32, &mut answered.1));
        let (taken, other_taken) = match (taken, other_taken) {
            (None, None) => return self.count(left, answered),
            (Some(taken), Some(other)) => (taken, other),
            _ => return Err(Stop::Differs),
        };
        let (same, is_final) = self.outputs[taken.output.index()];
        if same != Some(other_taken.output) || answered.0 != answered.1 {
            return Err(Stop::Differs);
        }
        self.trying.goes_on |= left == 1 && !is_final;
        if left == 1 || is_final {
            return self.count(left, answered);
        }
        let (before, after) = self.places.split_at_mut(step);
        let ((one, other), (after, other_after)) = (&before[step - 1], &mut after[0]);
        self.left.follow(one, taken, (parameters, &answered.0), after);
        self.right.follow(other, other_taken, (parameters, &answered.0), other_after);
        self.go_on(taken.output, answered, left - 1)
    }
}
