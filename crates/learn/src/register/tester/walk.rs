//! Exploration of two automata side by side: every class of data words up to a depth, and nothing is kept.
//!
//! The same words as the tester that asks, but both sides are automata, so that a word takes little
//! time and nothing is stored: one word, its places, and what it has shown. That makes millions
//! of words possible where the truth is known.

use typestar_model::register::{ActionId, Place, RegisterAutomaton, RegisterMachine, TypeId};
use typestar_model::{Id, Symbol, Value};

use super::super::shown::Shown;
use super::super::theories::Theories;
use super::explore::{ExploreLimits, Explored, remaining};

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
    let mut walk = Walk::new(left, right, theories, is_final, go_on);
    walk.most = limits.words;
    let mut explored = Explored::default();
    let mut word = None;
    while explored.goes_on(limits.depth) {
        walk.goes_on = false;
        match walk.level(explored.depth + 1) {
            Ok(()) => explored.add_level(walk.goes_on, walk.is_cut),
            Err(Stop::Enough) => break,
            Err(Stop::Differs) => {
                word = Some(walk.word());
                break;
            }
        }
    }
    (Explored { words: walk.words, ..explored }, word)
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
    theories: &'a Theories,
    shown: Shown,
    /// The actions of the present word, and where the values of each begin.
    actions: Vec<(ActionId, usize)>,
    values: Vec<Value>,
    /// The places before each step.
    places: Vec<(Place, Place)>,
    answered: (Vec<Value>, Vec<Value>),
    words: u64,
    most: u64,
    /// Whether a word of the present level can be made longer.
    goes_on: bool,
    /// Whether numbers ran out.
    is_cut: bool,
    check: &'a mut dyn FnMut() -> bool,
}

impl<'a> Walk<'a> {
    fn new(
        left: &'a RegisterAutomaton,
        right: &'a RegisterAutomaton,
        theories: &'a Theories,
        is_final: &dyn Fn(&str) -> bool,
        check: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        let shown = Shown::new(theories, left.signature.types.len());
        let (left, right) = (RegisterMachine::new(left), RegisterMachine::new(right));
        let signature = &left.automaton.signature;
        let inputs = signature
            .inputs
            .iter()
            .map(|input| right.automaton.signature.input_named(&input.name, input.parameters.len()))
            .collect();
        let output = |name: &str| {
            let mut known = right.automaton.signature.outputs.iter();
            known.position(|output| output.name == name).map(ActionId::new)
        };
        let outputs = signature.outputs.iter().map(|action| (output(&action.name), is_final(&action.name))).collect();
        let places = vec![(left.start(), right.start())];
        let answered = (Vec::new(), Vec::new());
        let (actions, values) = (Vec::new(), Vec::new());
        let (words, most, goes_on) = (0, u64::MAX, false);
        Self {
            left,
            right,
            inputs,
            outputs,
            theories,
            shown,
            actions,
            values,
            places,
            answered,
            words,
            most,
            goes_on,
            is_cut: false,
            check,
        }
    }

    /// All words of this length.
    fn level(&mut self, length: usize) -> Result<(), Stop> {
        while self.places.len() <= length {
            self.places.push((self.left.start(), self.right.start()));
        }
        self.inputs_from(length)
    }

    /// All words that go on with this many inputs.
    fn inputs_from(&mut self, left: usize) -> Result<(), Stop> {
        for input in (0..self.inputs.len()).map(ActionId::new) {
            self.actions.push((input, self.values.len()));
            self.parameters_from(input, 0, left)?;
            self.actions.pop();
        }
        Ok(())
    }

    /// All values of the parameters of the last action from the one at `at` on.
    fn parameters_from(&mut self, input: ActionId, at: usize, left: usize) -> Result<(), Stop> {
        let signature = &self.left.automaton.signature;
        let Some(parameter) = signature.inputs[input.index()].parameters.get(at) else {
            return self.call(input, left);
        };
        let data_type = parameter.data_type;
        let remaining = remaining(signature, (input, at), left);
        let atoms = self.shown.atoms(self.theories, data_type, remaining);
        self.is_cut |= self.shown.is_exhausted(self.theories, data_type, (remaining, &atoms));
        let known = self.shown.count(data_type);
        for atom in atoms {
            self.shown.note(data_type, &atom.witness);
            self.values.push(atom.witness);
            self.parameters_from(input, at + 1, left)?;
            self.values.pop();
            self.shown.forget(data_type, known);
        }
        Ok(())
    }

    /// The last action with its values, and all that follows.
    fn call(&mut self, input: ActionId, left: usize) -> Result<(), Stop> {
        let mut answered = std::mem::take(&mut self.answered);
        let step = self.actions.len();
        let parameters = &self.values[self.actions[step - 1].1..];
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
        self.goes_on |= left == 1 && !is_final;
        if left == 1 || is_final {
            return self.count(left, answered);
        }
        let (before, after) = self.places.split_at_mut(step);
        let ((one, other), (after, other_after)) = (&before[step - 1], &mut after[0]);
        self.left.follow(one, taken, (parameters, &answered.0), after);
        self.right.follow(other, other_taken, (parameters, &answered.0), other_after);
        self.go_on(taken.output, answered, left - 1)
    }

    /// Goes on behind an output with values.
    fn go_on(&mut self, output: ActionId, answered: (Vec<Value>, Vec<Value>), left: usize) -> Result<(), Stop> {
        let types: Vec<TypeId> = {
            let output = &self.left.automaton.signature.outputs[output.index()];
            output.parameters.iter().map(|parameter| parameter.data_type).collect()
        };
        let known: Vec<usize> = types.iter().map(|&data_type| self.shown.count(data_type)).collect();
        for (&data_type, value) in types.iter().zip(&answered.0) {
            self.shown.note(data_type, value);
        }
        self.answered = answered;
        self.inputs_from(left)?;
        for (&data_type, &known) in types.iter().zip(&known).rev() {
            self.shown.forget(data_type, known);
        }
        Ok(())
    }

    /// Counts a word, if it has the length of the level: shorter ones were counted before.
    fn count(&mut self, left: usize, answered: (Vec<Value>, Vec<Value>)) -> Result<(), Stop> {
        self.answered = answered;
        if left > 1 {
            return Ok(());
        }
        self.words += 1;
        let is_enough = self.words >= self.most || self.words.is_multiple_of(PATIENCE) && !(self.check)();
        if is_enough { Err(Stop::Enough) } else { Ok(()) }
    }

    /// The present word.
    fn word(&self) -> Vec<Symbol> {
        let ends = self.actions.iter().skip(1).map(|(_, start)| *start).chain([self.values.len()]);
        let inputs = &self.left.automaton.signature.inputs;
        let symbol = |(&(input, start), end): (&(ActionId, usize), usize)| {
            let values = self.values[start..end].to_vec();
            Symbol::new(&inputs[input.index()].name, values).expect("actions have names of symbols")
        };
        self.actions.iter().zip(ends).map(symbol).collect()
    }
}
