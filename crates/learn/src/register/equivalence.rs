//! Exact equivalence of register automata: a walk through both at once, over one value of each class.
//!
//! # How it ends
//!
//! Places of the two automata are paired, and a pair is visited once. There are endlessly many values,
//! but only their *pattern* matters: which are equal, in what order they are, and for integers how much
//! room is between them. Two pairs with the same locations and the same pattern go on in the same way.
//!
//! ```text
//!   left l1 x=101      right k1 y=101       pattern: x = y
//!   left l1 x=101      right k1 y=102       pattern: x != y       another pair
//! ```
//!
//! With sums, the values themselves are the pattern, so there may be no end; then a number of pairs, or
//! a depth, limits the search.
//!
//! # How many values are tried
//!
//! At each parameter: a fresh value, and one of each class that either automaton can ever distinguish
//! (`comparable.rs`). Without that analysis, a queue of twelve would have millions of patterns.

use std::collections::HashSet;

use typestar_model::register::{
    Action, ActionId, Domain, Place, RegisterAutomaton, RegisterId, RegisterMachine, TypeId, live_registers,
};
use typestar_model::{Id, Symbol, Value};

use super::comparable::{Comparable, literals};
use super::shown::{Shown, distinct, fresh};
use super::theories::Theories;
use super::theory::{Atom, Shape};
use crate::oracle::{Check, Halt};

/// The first of the shortest words that two automata answer differently; none if there is no such word.
///
/// The theories are those of the types of `left`; actions and types of `right` are found by their names. Where one side
/// has no transition and the other one has, they differ. Inputs are tried in the order of the signature, and fresh values
/// before all others, so that the word has no more equal values than it needs.
///
/// This is exact for equality and order. Integers count as the same pattern where gaps are wide: a difference that needs
/// many integers in one gap may be missed. With sums there is no exact way in general: none then means that there is no
/// difference among the first [`MOST_PAIRS_WITH_SUMS`] pairs of places.
///
/// ```
/// use typestar_learn::register::{Theories, separating_word};
/// use typestar_model::register::families::{fifo, lifo};
///
/// let theories = Theories::equality(&fifo(2).signature);
/// assert_eq!(separating_word(&fifo(2), &fifo(2), &theories), None);
/// let word = separating_word(&fifo(2), &lifo(2), &theories).unwrap();
/// let text: Vec<String> = word.iter().map(ToString::to_string).collect();
/// assert_eq!(text, ["offer(101)", "offer(102)", "poll"]);
/// ```
pub fn separating_word(
    left: &RegisterAutomaton,
    right: &RegisterAutomaton,
    theories: &Theories,
) -> Option<Vec<Symbol>> {
    separating_word_before(left, right, theories, &|_| false)
}

/// The same where nothing matters behind some outputs, which are known by their names.
pub fn separating_word_before(
    left: &RegisterAutomaton,
    right: &RegisterAutomaton,
    theories: &Theories,
    is_final: &dyn Fn(&str) -> bool,
) -> Option<Vec<Symbol>> {
    search(left, right, theories, is_final, usize::MAX).word
}

/// What a search for a separating word came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// The word, if there is one.
    pub word: Option<Vec<Symbol>>,
    /// All words of at most this many inputs were covered; none if all words were.
    pub depth: Option<usize>,
}

/// The same among words of at most `depth` inputs, and how far the search came.
pub(super) fn search(
    left: &RegisterAutomaton,
    right: &RegisterAutomaton,
    theories: &Theories,
    is_final: &dyn Fn(&str) -> bool,
    depth: usize,
) -> Searched {
    let searched = search_while(left, right, theories, is_final, depth, &mut || Ok(()));
    searched.expect("nobody ends it")
}

/// The same, which can be ended: there may be millions of pairs of places.
pub(super) fn search_while(
    left: &RegisterAutomaton,
    right: &RegisterAutomaton,
    theories: &Theories,
    is_final: &dyn Fn(&str) -> bool,
    depth: usize,
    check: Check,
) -> Result<Searched, Halt> {
    let found = |word| Ok(Searched { word: Some(word), depth: None });
    let accepts = |automaton: &RegisterAutomaton| automaton.locations[0].accepting;
    if left.signature.is_acceptor && accepts(left) != accepts(right) {
        return found(Vec::new());
    }
    let mut product = Product::new(Side::new(left, left), Side::new(right, left), theories, is_final);
    let is_endless = product.has_sums() && depth == usize::MAX;
    let most = if is_endless { MOST_PAIRS_WITH_SUMS } else { MOST_PAIRS };
    for next in 0.. {
        check()?;
        let Some(steps) = product.pairs.get(next).map(|pair| pair.steps as usize) else { break };
        if steps >= depth || product.pairs.len() >= most {
            return Ok(Searched { word: None, depth: Some(steps) });
        }
        if let Some(call) = product.expand(next) {
            return found(product.word(next, call));
        }
    }
    Ok(Searched { word: None, depth: None })
}

/// How many pairs of places are looked at, at most.
pub const MOST_PAIRS: usize = 2_000_000;

/// How many pairs of places are looked at to any depth where values are compared by sums: there may be more and more of them.
pub const MOST_PAIRS_WITH_SUMS: usize = 200;

/// In gaps of integers with room for more than this there is room for all.
const WIDE: i64 = 64;

/// An input with its values.
type Call = (ActionId, Vec<Value>);

/// One of the two automata, and how its numbers translate.
struct Side<'a> {
    machine: RegisterMachine<'a>,
    comparable: Comparable,
    live: Vec<Vec<RegisterId>>,
    /// Its own number of each input of the left signature.
    inputs: Vec<Option<ActionId>>,
    /// The type of each register in the left signature; none if it has no such type.
    types: Vec<Option<TypeId>>,
}

impl<'a> Side<'a> {
    fn new(automaton: &'a RegisterAutomaton, left: &RegisterAutomaton) -> Self {
        let machine = RegisterMachine::new(automaton);
        let comparable = Comparable::new(&machine);
        let live = live_registers(automaton);
        let input = |input: &Action| automaton.signature.input_named(&input.name, input.parameters.len());
        let inputs = left.signature.inputs.iter().map(input).collect();
        let types = automaton.registers.iter().map(|register| left_type(automaton, left, register.data_type)).collect();
        Self { machine, comparable, live, inputs, types }
    }

    /// The values that can still be seen, with their types.
    fn live_values<'p>(&'p self, place: &'p Place) -> impl Iterator<Item = (Option<TypeId>, Option<&'p Value>)> {
        let live = self.live[place.location.index()].iter();
        live.map(|register| (self.types[register.index()], place.registers[register.index()].as_ref()))
    }

    /// What the next parameter may be compared with: constants, then values.
    fn compared(&self, place: &Place, input: ActionId, chosen: &[Value]) -> (Vec<Value>, Vec<Value>) {
        let Some(input) = self.inputs[input.index()] else { return Default::default() };
        let with = &self.comparable.with(place.location, input)[chosen.len()];
        let constants = self.comparable.constants(with).cloned().collect();
        let registers = with.registers.iter().filter_map(|register| place.registers[register.index()].clone());
        let parameters = with.parameters.iter().map(|&parameter| chosen[parameter].clone());
        (constants, registers.chain(parameters).collect())
    }
}

/// A type by its name among those of the left signature.
fn left_type(automaton: &RegisterAutomaton, left: &RegisterAutomaton, data_type: TypeId) -> Option<TypeId> {
    let name = &automaton.signature.types[data_type.index()].name;
    left.signature.types.iter().position(|known| known.name == *name).map(TypeId::new)
}

/// A pair of places that a word leads to.
struct Pair {
    left: Place,
    right: Place,
    /// The pair before, the call and its output; none for the first pair.
    from: Option<(usize, Call, ActionId, Vec<Value>)>,
    /// How many steps lead to it.
    steps: u32,
}

/// A value as far as it matters: two pairs with the same codes go on alike.
///
/// A pair is stored as a list of these, without its values: memory grows with patterns.
#[derive(PartialEq, Eq, Hash)]
enum Code {
    Place(usize),
    Rank(usize),
    Gap(i64),
    Value(Value),
    Nothing,
}

struct Product<'a> {
    left: Side<'a>,
    right: Side<'a>,
    theories: &'a Theories,
    is_final: &'a dyn Fn(&str) -> bool,
    /// What is known before the first step: constants, and values that the automata begin with.
    shown: Shown,
    patterns: Vec<Pattern>,
    pairs: Vec<Pair>,
    visited: HashSet<Vec<Code>>,
}

/// What of the values of a type matters.
///
/// The weakest pattern that the theory needs: a finer one would visit pairs that go on in the same way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pattern {
    /// Which are the same.
    Same,
    /// Their order.
    Order,
    /// Their order, and how much room is between them.
    OrderAndRoom,
    /// The values themselves.
    Values,
}

/// What came of a call.
enum Course {
    Differs,
    Ends,
    GoesOn(Pair),
}

impl<'a> Product<'a> {
    fn new(left: Side<'a>, right: Side<'a>, theories: &'a Theories, is_final: &'a dyn Fn(&str) -> bool) -> Self {
        let types = &left.machine.automaton.signature.types;
        let patterns = (0..types.len()).map(|index| pattern(theories, TypeId::new(index), types[index].domain));
        let patterns = patterns.collect();
        let shown = Shown::new(theories, types.len());
        let first = Pair { left: left.machine.start(), right: right.machine.start(), from: None, steps: 0 };
        let visited = HashSet::new();
        let mut product = Self { left, right, theories, is_final, shown, patterns, pairs: vec![first], visited };
        product.show_hidden();
        let key = product.key(&product.pairs[0].left, &product.pairs[0].right);
        product.visited.insert(key);
        product
    }

    /// Values that the automata name or begin with are not fresh, even if nobody declared them.
    ///
    /// Otherwise a fresh value could be one that a register holds from the beginning.
    fn show_hidden(&mut self) {
        let types = &self.left.machine.automaton.signature.types;
        for side in [&self.left, &self.right] {
            let automaton = side.machine.automaton;
            for (register, data_type) in automaton.registers.iter().zip(&side.types) {
                if let (Some(value), Some(data_type)) = (&register.initial, data_type) {
                    self.shown.note(*data_type, value);
                }
            }
            let named = automaton.signature.constants.iter().map(|constant| constant.value.clone());
            for value in named.chain(automaton.transitions.iter().flat_map(literals)) {
                let of_type = (0..types.len()).filter(|&index| types[index].domain.holds(&value));
                for index in of_type {
                    self.shown.note(TypeId::new(index), &value);
                }
            }
        }
    }

    fn has_sums(&self) -> bool {
        self.patterns.contains(&Pattern::Values)
    }

    /// Tries all inputs from a pair. The first call that is answered differently, if there is one.
    fn expand(&mut self, index: usize) -> Option<Call> {
        let shown = self.shown_by(index);
        for input in (0..self.left.machine.automaton.signature.inputs.len()).map(ActionId::new) {
            for values in self.choices(index, input, &shown) {
                match self.course(index, input, &values) {
                    Course::Differs => return Some((input, values)),
                    Course::Ends => {}
                    Course::GoesOn(pair) => {
                        if self.visited.insert(self.key(&pair.left, &pair.right)) {
                            self.pairs.push(pair);
                        }
                    }
                }
            }
        }
        None
    }

    /// The values of the word to a pair.
    fn shown_by(&self, index: usize) -> Shown {
        let signature = &self.left.machine.automaton.signature;
        let mut shown = self.shown.clone();
        for (_, (input, values), output, answered) in self.steps_to(index) {
            shown.note_all(&signature.inputs[input.index()], values);
            shown.note_all(&signature.outputs[output.index()], answered);
        }
        shown
    }

    fn steps_to(&self, mut index: usize) -> Vec<&(usize, Call, ActionId, Vec<Value>)> {
        let mut steps = Vec::new();
        while let Some(step) = &self.pairs[index].from {
            steps.push(step);
            index = step.0;
        }
        steps.reverse();
        steps
    }

    /// All values that the parameters of an input are tried with, the most generic ones first.
    fn choices(&self, index: usize, input: ActionId, shown: &Shown) -> Vec<Vec<Value>> {
        let parameters = &self.left.machine.automaton.signature.inputs[input.index()].parameters;
        let mut choices = vec![(Vec::new(), shown.clone())];
        for (at, parameter) in parameters.iter().enumerate() {
            let same_type = parameters[at..].iter().filter(|other| other.data_type == parameter.data_type);
            let remaining = same_type.count();
            let mut longer = Vec::new();
            for (chosen, shown) in choices {
                for value in self.candidates(index, (input, &chosen), parameter.data_type, (&shown, remaining)) {
                    let mut shown = shown.clone();
                    shown.note(parameter.data_type, &value);
                    longer.push(([&chosen[..], &[value]].concat(), shown));
                }
            }
            choices = longer;
        }
        choices.into_iter().map(|(values, _)| values).collect()
    }

    /// The values that the next parameter is tried with: a fresh one, then one of each class that somebody may tell apart.
    ///
    /// Fresh first, so that the word found is as generic as can be.
    fn candidates(
        &self,
        index: usize,
        (input, chosen): (ActionId, &[Value]),
        data_type: TypeId,
        (shown, remaining): (&Shown, usize),
    ) -> Vec<Value> {
        let pair = &self.pairs[index];
        let (constants, values) = self.left.compared(&pair.left, input, chosen);
        let (more, more_values) = self.right.compared(&pair.right, input, chosen);
        let mut known = distinct(constants.into_iter().chain(more));
        let pattern = self.patterns[data_type.index()];
        if pattern == Pattern::Values {
            // what a register holds may be added to, even if it is a constant
            known.retain(|constant| !values.contains(constant) && !more_values.contains(constant));
        }
        let constants = known.len();
        known = distinct(known.into_iter().chain(values).chain(more_values));
        let domain = self.left.machine.automaton.signature.types[data_type.index()].domain;
        known.retain(|value| domain.holds(value));
        let all = shown.atoms(self.theories, data_type, remaining);
        match pattern {
            Pattern::Same => distinct(fresh(&all).into_iter().cloned().chain(known)),
            _ => {
                let cuts = self.theories.of(data_type).atoms(&known, constants.min(known.len()), remaining);
                let invented = known.iter().filter(|value| value.order(value).is_none()).cloned();
                distinct(on_line(&cuts, &all).into_iter().chain(invented))
            }
        }
    }

    fn course(&self, index: usize, input: ActionId, values: &[Value]) -> Course {
        let pair = &self.pairs[index];
        let (mut outputs, mut other_outputs) = (Vec::new(), Vec::new());
        let step = pair.steps + 1;
        let (left, right) = (&self.left.machine, &self.right.machine);
        let one = left.answer(&pair.left, (input, values), step, &mut outputs);
        let other = self.right.inputs[input.index()];
        let other = other.and_then(|input| right.answer(&pair.right, (input, values), step, &mut other_outputs));
        let (one, other) = match (one, other) {
            (None, None) => return Course::Ends,
            (Some(one), Some(other)) => (one, other),
            _ => return Course::Differs,
        };
        let name = left.output_name(one);
        if name != right.output_name(other) || outputs != other_outputs {
            return Course::Differs;
        }
        if (self.is_final)(name) {
            return Course::Ends;
        }
        let mut next = Pair {
            left: pair.left.clone(),
            right: pair.right.clone(),
            from: Some((index, (input, values.to_vec()), one.output, outputs.clone())),
            steps: step,
        };
        left.follow(&pair.left, one, (values, &outputs), &mut next.left);
        right.follow(&pair.right, other, (values, &outputs), &mut next.right);
        Course::GoesOn(next)
    }

    /// What matters of a pair.
    fn key(&self, left: &Place, right: &Place) -> Vec<Code> {
        let mut key = vec![Code::Place(left.location.index()), Code::Place(right.location.index())];
        let values: Vec<_> = self.left.live_values(left).chain(self.right.live_values(right)).collect();
        let scales: Vec<Scale> = (0..self.patterns.len())
            .map(|index| {
                let of_type = values.iter().filter(|(of, _)| *of == Some(TypeId::new(index)));
                let numbers = of_type.filter_map(|(_, value)| *value);
                Scale::new(self.patterns[index], self.shown.of(TypeId::new(index)), numbers)
            })
            .collect();
        for (data_type, value) in values {
            key.push(match (data_type, value) {
                (_, None) => Code::Nothing,
                (Some(data_type), Some(value)) => scales[data_type.index()].code(value),
                (None, Some(value)) => Code::Value(value.clone()),
            });
        }
        scales.into_iter().for_each(|scale| scale.marks(&mut key));
        key
    }

    /// The word to a pair, and a call behind it.
    fn word(&self, index: usize, last: Call) -> Vec<Symbol> {
        let inputs = &self.left.machine.automaton.signature.inputs;
        let symbol = |(input, values): &Call| {
            Symbol::new(&inputs[input.index()].name, values.clone()).expect("actions have names of symbols")
        };
        self.steps_to(index).into_iter().map(|(_, call, ..)| call).chain([&last]).map(symbol).collect()
    }
}

/// What of the values of a type matters.
fn pattern(theories: &Theories, data_type: TypeId, domain: Domain) -> Pattern {
    let theory = theories.of(data_type);
    if theory.shape() == Shape::Flat {
        return Pattern::Same;
    }
    let mut known = Vec::new();
    for _ in 0..2 {
        known.extend(fresh(&theory.atoms(&known, 0, 1)).cloned());
    }
    let is_sum = |atom: &Atom| atom.point.as_ref().is_some_and(|point| point.plus.is_some());
    match domain {
        _ if theory.atoms(&known, 0, 1).iter().any(is_sum) => Pattern::Values,
        Domain::Integer => Pattern::OrderAndRoom,
        _ => Pattern::Order,
    }
}

/// The values of a type in a pair, so that each can be told by its place among them. Constants are always there.
///
/// Ranks among all live values of a type stand for order; constants have their ranks noted, because
/// they do not move when values are renamed.
struct Scale<'a> {
    pattern: Pattern,
    constants: &'a [Value],
    values: Vec<&'a Value>,
}

impl<'a> Scale<'a> {
    fn new(pattern: Pattern, constants: &'a [Value], values: impl Iterator<Item = &'a Value>) -> Self {
        let mut all = distinct(constants.iter().chain(values));
        if pattern != Pattern::Same {
            all.sort();
        }
        Self { pattern, constants, values: all }
    }

    fn code(&self, value: &Value) -> Code {
        match self.pattern {
            Pattern::Values => Code::Value(value.clone()),
            _ => Code::Rank(self.values.iter().position(|known| *known == value).expect("all live values are here")),
        }
    }

    /// Where constants are among the values, and how much room is between neighbours.
    fn marks(&self, key: &mut Vec<Code>) {
        if matches!(self.pattern, Pattern::Order | Pattern::OrderAndRoom) {
            key.extend(self.constants.iter().map(|constant| self.code(constant)));
        }
        if self.pattern == Pattern::OrderAndRoom {
            let gaps = self.values.windows(2).map(|pair| match (pair[0], pair[1]) {
                (Value::Integer(low), Value::Integer(high)) => Code::Gap(high.saturating_sub(*low).min(WIDE)),
                _ => Code::Nothing,
            });
            key.extend(gaps);
        }
    }
}

/// One value of each atom of `cuts`, the fresh one first. In gaps it is one that is no value so far, if there is one:
/// `all` are the atoms over everything that the word has shown.
fn on_line(cuts: &[Atom], all: &[Atom]) -> Vec<Value> {
    let fresh = fresh(all);
    let mut chosen = Vec::with_capacity(cuts.len());
    for (index, atom) in cuts.iter().enumerate() {
        if atom.point.is_some() {
            chosen.push(atom.witness.clone());
            continue;
        }
        let low = cuts[..index].iter().rev().find(|atom| atom.point.is_some()).map(|atom| &atom.witness);
        let high = cuts[index..].iter().find(|atom| atom.point.is_some()).map(|atom| &atom.witness);
        let is_inside = |value: &Value| {
            low.is_none_or(|low| low.order(value).is_some_and(std::cmp::Ordering::is_lt))
                && high.is_none_or(|high| value.order(high).is_some_and(std::cmp::Ordering::is_lt))
        };
        if let Some(fresh) = fresh.filter(|fresh| is_inside(fresh)) {
            chosen.insert(0, fresh.clone());
            continue;
        }
        let unused = all.iter().find(|atom| atom.point.is_none() && is_inside(&atom.witness));
        chosen.push(unused.map_or_else(|| atom.witness.clone(), |atom| atom.witness.clone()));
    }
    chosen
}
