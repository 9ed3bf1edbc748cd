//! Words in which values matter, and what is put in the place of these values.
//!
//! By luck, a text that differs in case only would hardly meet the text that it is compared with. So the words are chosen:
//! the hypothesis says where a value is given, what comes after it, and where two values are compared, because the answer
//! would be another one if they were the same. Each of these places has a word, the shortest that was observed, and each special
//! value or pair is tried there.

use std::collections::{BTreeSet, VecDeque};

use typestar_learn::register::RegisterHypothesis;
use typestar_learn::register::theory::Shape;
use typestar_learn::{Observed, Oracle};
use typestar_model::register::{RegisterAutomaton, RegisterRun, TypeId};
use typestar_model::{Decimal, Id, InputId, NodeId, Symbol, Value, Word};

use super::special_values::{Special, special_pairs, special_values};
use crate::run::registers::data::Data;
use crate::run::registers::other_values::{OtherValues, Others};
use crate::run::registers::typed::{invented, typed};
use crate::session::Session;

/// So many nodes of the observation tree are looked at for words: those that are near to its root.
const NODES: usize = 4000;

/// Words with more different values of a type say nothing that shorter ones do not.
const MOST_VALUES: usize = 5;

/// A word that was observed, and other values of the same class for it.
pub(super) struct Trial {
    pub word: Word,
    pub other: Word,
    pub data_type: TypeId,
    pub special: Special,
    /// How early it comes: what matters most often, in short words, comes first.
    rank: usize,
}

/// A word, and the values in it that others are put in the place of: one, or a later and an earlier one.
struct Target {
    word: Word,
    symbols: Vec<Symbol>,
    data_type: TypeId,
    later: Value,
    earlier: Option<Value>,
}

/// A value where a word gives it first.
#[derive(Clone)]
struct Given {
    step: usize,
    parameter: usize,
    data_type: TypeId,
    value: Value,
}

/// Words of the same classes with special values, at most this many, and how many there are in all.
pub(super) fn trials(
    session: &mut Session,
    hypothesis: &RegisterHypothesis,
    data: &Data,
    most: usize,
) -> (Vec<Trial>, usize) {
    let (observed, automaton) = (session.observed(), &hypothesis.automaton);
    let targets = Search { observed, data, automaton, seen: BTreeSet::new(), targets: Vec::new() }.targets();
    let ids = ids(session, &targets);
    let mut found: Vec<Trial> = Vec::new();
    // Pairs first: what makes two values one says more than that one of them is special.
    for is_pair in [true, false] {
        for of in data.types() {
            let of_kind = |target: &&Target| target.data_type == of && target.earlier.is_some() == is_pair;
            let mut specials = specials_of(data, of, is_pair);
            specials.retain(|special| special.values().iter().all(|value| !ids.are_near(value)));
            for (at, target) in targets.iter().filter(of_kind).enumerate() {
                found.extend(specials.iter().enumerate().filter_map(|(index, special)| {
                    let (word, other) = (target.word.clone(), tried(session, data, target, special)?);
                    if !is_foretold(session, automaton, &other) {
                        return None;
                    }
                    Some(Trial { word, other, data_type: of, special: special.clone(), rank: at + index })
                }));
            }
        }
    }
    let mut seen = BTreeSet::new();
    found.retain(|trial| seen.insert(trial.other.clone()));
    found.sort_by_key(|trial| trial.rank);
    let all = found.len();
    found.truncate(most);
    (found, all)
}

/// What the system invented in some words. A value that is given and is by chance an id of the system is one more way to give
/// that id, and says nothing of the theory.
#[derive(Default)]
struct Ids {
    integers: Option<(i64, i64)>,
    others: BTreeSet<Value>,
}

/// Systems that count go on while other words run.
const NEAR: i64 = 10_000;

impl Ids {
    fn are_near(&self, value: &Value) -> bool {
        let Value::Integer(number) = value else { return self.others.contains(value) };
        self.integers
            .is_some_and(|(least, most)| (least.saturating_sub(NEAR)..=most.saturating_add(NEAR)).contains(number))
    }
}

fn ids(session: &Session, targets: &[Target]) -> Ids {
    let mut ids = Ids::default();
    for target in targets {
        let mut node = session.tree().root();
        let way: Vec<NodeId> = target
            .word
            .iter()
            .map_while(|&input| {
                node = session.tree().child(node, input)?;
                Some(node)
            })
            .collect();
        for value in session.evidence_along(&way).into_iter().flat_map(|known| known.values.into_values()) {
            match value {
                Value::Integer(number) => {
                    let (least, most) = ids.integers.unwrap_or((number, number));
                    ids.integers = Some((least.min(number), most.max(number)));
                }
                other => _ = ids.others.insert(other),
            }
        }
    }
    ids
}

/// All special values and pairs in the first two values of each type in one word: what is known of a word that is answered
/// in another way with other values.
pub(super) fn trials_of(session: &mut Session, data: &Data, word: &[InputId]) -> Vec<Trial> {
    let symbols: Vec<Symbol> = word.iter().map(|&input| session.inputs().symbol(input).clone()).collect();
    let given = given(data, &symbols);
    let mut found = Vec::new();
    for of in data.types() {
        let values: Vec<Value> =
            given.iter().filter(|given| given.data_type == of).map(|given| given.value.clone()).collect();
        let target = |later: usize, earlier: Option<usize>| Target {
            word: word.to_vec(),
            symbols: symbols.clone(),
            data_type: of,
            later: values[later].clone(),
            earlier: earlier.map(|earlier| values[earlier].clone()),
        };
        let ones = (0..values.len().min(2)).map(|at| target(at, None));
        let targets: Vec<Target> = (values.len() > 1).then(|| target(1, Some(0))).into_iter().chain(ones).collect();
        let ids = ids(session, &targets);
        for target in targets {
            let mut specials = specials_of(data, of, target.earlier.is_some());
            specials.retain(|special| special.values().iter().all(|value| !ids.are_near(value)));
            found.extend(specials.into_iter().filter_map(|special| {
                let other = tried(session, data, &target, &special)?;
                Some(Trial { word: word.to_vec(), other, data_type: of, special, rank: 0 })
            }));
        }
    }
    found
}

/// What is tried of a type.
pub(super) fn specials_of(data: &Data, of: TypeId, is_pair: bool) -> Vec<Special> {
    let allowed = data.theory(of).allowed();
    if is_pair {
        let pairs = special_pairs(allowed).into_iter();
        return pairs.map(|(later, earlier, why)| Special::Pair(later, earlier, why)).collect();
    }
    let constants: Vec<Value> = data.constants().concat();
    let values = special_values(allowed, &constants).into_iter();
    // Where values are added, the ends of 64 bits have no sums: what a system does there is no comparison.
    let has_sums = |value: &Value| !matches!(value, Value::Integer(i64::MIN | i64::MAX)) || !data.theory(of).adds();
    values.filter(has_sums).map(Special::One).collect()
}

/// The word of a target with a special value or pair, if that is of the same class.
fn tried(session: &mut Session, data: &Data, target: &Target, special: &Special) -> Option<Word> {
    let shown = invented(data, session.observed(), &target.word);
    let others = OtherValues::new(data, &shown);
    let mut ways = ways(data, target, special).into_iter();
    let other = ways.find_map(|way| others.with(&target.symbols, &way))?;
    other.iter().map(|symbol| session.input(symbol)).collect()
}

/// In which ways a special value takes the place of another one: alone, or, where values lie on a line, with all others moved by
/// as much.
fn ways(data: &Data, target: &Target, special: &Special) -> Vec<Others> {
    let of = target.data_type;
    let replaced = |pairs: &[(&Value, &Value)]| -> Others {
        pairs.iter().map(|(old, new)| ((of, (*old).clone()), (*new).clone())).collect()
    };
    match (special, &target.earlier) {
        (Special::One(value), _) => {
            let alone = replaced(&[(&target.later, value)]);
            let is_line = data.theory(of).shape() == Shape::Line;
            let moved = is_line.then(|| moved(data, target, value)).flatten();
            std::iter::once(alone).chain(moved).collect()
        }
        (Special::Pair(later, earlier, _), Some(old)) => vec![replaced(&[(&target.later, later), (old, earlier)])],
        (Special::Pair(..), None) => Vec::new(),
    }
}

fn moved(data: &Data, target: &Target, value: &Value) -> Option<Others> {
    let of = target.data_type;
    let values = target.symbols.iter().flat_map(|symbol| typed(&data.signature.inputs, symbol));
    let numbers = values.filter(|(data_type, old)| *data_type == of && old.order(old).is_some());
    numbers.map(|(_, old)| Some(((of, old.clone()), apart(old, &target.later, value)?))).collect()
}

/// A number that is as far from `to` as `number` is from `from`.
fn apart(number: &Value, from: &Value, to: &Value) -> Option<Value> {
    match (number, from, to) {
        (Value::Integer(number), Value::Integer(from), Value::Integer(to)) => {
            i64::try_from(i128::from(*number) - i128::from(*from) + i128::from(*to)).ok().map(Value::Integer)
        }
        (Value::Decimal(number), Value::Decimal(from), Value::Decimal(to)) => {
            Decimal::new(number.number() - from.number() + to.number()).map(Value::Decimal)
        }
        _ => None,
    }
}

/// The search for words in which values matter.
struct Search<'a> {
    observed: Observed<'a>,
    data: &'a Data,
    automaton: &'a RegisterAutomaton,
    /// The places that have a word, by numbers that tell them apart.
    seen: BTreeSet<Vec<usize>>,
    targets: Vec<Target>,
}

/// A word with what the hypothesis says of it.
struct Walk {
    word: Word,
    symbols: Vec<Symbol>,
    /// The transition that each input takes, and its output.
    steps: Vec<(usize, Symbol)>,
    given: Vec<Given>,
}

impl Search<'_> {
    /// The words in the order of their length.
    fn targets(mut self) -> Vec<Target> {
        let tree = self.observed.tree;
        let mut queue = VecDeque::from([tree.root()]);
        let mut left = NODES;
        while let Some(node) = queue.pop_front().filter(|_| left > 0) {
            left -= 1;
            queue.extend(tree.children(node).map(|(_, _, child)| child));
            self.look(tree.access_word(node));
        }
        self.targets
    }

    fn look(&mut self, word: Word) {
        let symbols: Vec<Symbol> = word.iter().map(|&input| self.observed.inputs.symbol(input).clone()).collect();
        let steps = predicted(self.automaton, &symbols);
        if steps.len() < symbols.len() || symbols.is_empty() {
            return;
        }
        let given = given(self.data, &symbols);
        let walk = Walk { word, symbols, steps, given };
        for at in 0..walk.given.len() {
            self.look_at_value(&walk, at);
            (0..at).for_each(|earlier| self.look_at_pair(&walk, at, earlier));
        }
    }

    /// One value: where it was given, and what was called at last.
    fn look_at_value(&mut self, walk: &Walk, at: usize) {
        let Given { step, parameter, value, .. } = &walk.given[at];
        let (last, output) = walk.steps.last().expect("a word that is looked at has steps");
        let last_input = self.automaton.transitions[*last].input.index();
        let comes_back = *step + 1 < walk.symbols.len()
            && walk.symbols.last().into_iter().chain([output]).any(|symbol| symbol.values().contains(value));
        let key = vec![0, walk.steps[*step].0, *parameter, last_input, usize::from(comes_back)];
        self.note(key, walk, at, None);
    }

    /// Two values: a place where the answer would be another one if they were the same; or where both are given.
    fn look_at_pair(&mut self, walk: &Walk, at: usize, earlier: usize) {
        let (later, other) = (&walk.given[at], &walk.given[earlier]);
        if later.data_type != other.data_type || walk.given.len() > MOST_VALUES {
            return;
        }
        let (last, _) = walk.steps.last().expect("a word that is looked at has steps");
        let place = [walk.steps[later.step].0, later.parameter];
        if self.is_compared(walk, later, other) {
            let from = walk.steps[other.step].0;
            self.note(vec![1, place[0], place[1], *last, from, other.parameter], walk, at, Some(earlier));
        } else if later.step + 1 == walk.symbols.len() {
            self.note(vec![2, place[0], place[1]], walk, at, Some(earlier));
        }
    }

    /// Whether the last output, and no output before it, would be another one if two values were the same.
    fn is_compared(&self, walk: &Walk, later: &Given, earlier: &Given) -> bool {
        let merged: Vec<Symbol> =
            walk.symbols.iter().map(|symbol| merged_symbol(symbol, &later.value, &earlier.value)).collect();
        let would = predicted(self.automaton, &merged);
        let own = walk.steps.iter().map(|(_, output)| merged_symbol(output, &later.value, &earlier.value));
        let same = own.zip(&would).take_while(|(own, (_, would))| own == would).count();
        same + 1 == walk.steps.len()
    }

    /// Takes note of a word, if it is the first for its place.
    fn note(&mut self, key: Vec<usize>, walk: &Walk, at: usize, earlier: Option<usize>) {
        if !self.seen.insert(key) {
            return;
        }
        let Given { data_type, value, .. } = walk.given[at].clone();
        self.targets.push(Target {
            word: walk.word.clone(),
            symbols: walk.symbols.clone(),
            data_type,
            later: value,
            earlier: earlier.map(|earlier| walk.given[earlier].value.clone()),
        });
    }
}

/// Whether the automaton says something of all of a word. It does not where a sum of its guards is too large.
fn is_foretold(session: &Session, automaton: &RegisterAutomaton, word: &Word) -> bool {
    let symbols: Vec<Symbol> = word.iter().map(|&input| session.inputs().symbol(input).clone()).collect();
    predicted(automaton, &symbols).len() == symbols.len()
}

/// The transitions that inputs take, with their outputs, as far as the automaton says something.
fn predicted(automaton: &RegisterAutomaton, symbols: &[Symbol]) -> Vec<(usize, Symbol)> {
    let mut run = RegisterRun::new(automaton);
    let step = |symbol: &Symbol| {
        let stepped = run.step(automaton.signature.input_of(symbol)?, symbol.values())?;
        let number = automaton.transitions.iter().position(|known| std::ptr::eq(known, stepped.transition))?;
        Some((number, stepped.output))
    };
    symbols.iter().map_while(step).collect()
}

/// The values of a word, each where it is given first. What the system handed out and constants stay what they are.
fn given(data: &Data, symbols: &[Symbol]) -> Vec<Given> {
    let mut found: Vec<Given> = Vec::new();
    for (step, symbol) in symbols.iter().enumerate() {
        for (parameter, (data_type, value)) in typed(&data.signature.inputs, symbol).into_iter().enumerate() {
            let is_known = found.iter().any(|given| given.data_type == data_type && given.value == *value);
            let is_fixed = data.theories.constants(data_type).contains(value);
            if !is_known && !is_fixed && !matches!(value, Value::Returned { .. }) {
                found.push(Given { step, parameter, data_type, value: value.clone() });
            }
        }
    }
    found
}

/// A symbol with one value in the place of another one.
fn merged_symbol(symbol: &Symbol, old: &Value, new: &Value) -> Symbol {
    let values = symbol.values().iter().map(|value| if value == old { new } else { value }).cloned();
    Symbol::new(symbol.name(), values.collect()).unwrap_or_else(|_| symbol.clone())
}
