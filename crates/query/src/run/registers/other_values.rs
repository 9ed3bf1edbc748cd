//! Other values for a word, of the same classes: what no theory tells apart.

use std::collections::BTreeMap;

use typestar_learn::register::theory::Shape;
use typestar_model::register::TypeId;
use typestar_model::{Decimal, Random, Symbol, Value};

use crate::run::registers::data::Data;
use crate::run::registers::typed::typed;

/// Makes words with other values. Guesses are cheap, and whether one is of the same class can be told: its canonical form
/// is that of the word.
pub(crate) struct OtherValues<'a> {
    data: &'a Data,
    /// What the system invents in each step of the word, counted from 1.
    invented: &'a [Vec<(TypeId, Value)>],
}

/// What stands in the place of which value of a type.
pub(crate) type Others = BTreeMap<(TypeId, Value), Value>;

/// How many guesses are made for a word.
const GUESSES: usize = 12;

impl<'a> OtherValues<'a> {
    pub(crate) fn new(data: &'a Data, invented: &'a [Vec<(TypeId, Value)>]) -> Self {
        Self { data, invented }
    }

    /// A word of the same class with other values, if one was found.
    pub(crate) fn of(&self, word: &[Symbol], random: &mut Random) -> Option<Vec<Symbol>> {
        let class = self.canonical(word)?;
        let guesses = (0..GUESSES).filter_map(|guess| self.renamed(word, guess, random));
        let mut guesses = guesses.filter(|other| other.as_slice() != word);
        guesses.find(|other| self.canonical(other).as_ref() == Some(&class) && self.may_be_given(other))
    }

    /// The word with these values in the place of others, if it is of the same class and may be given.
    pub(crate) fn with(&self, word: &[Symbol], others: &Others) -> Option<Vec<Symbol>> {
        let other = self.replaced(word, others).filter(|other| other.as_slice() != word && self.may_be_given(other))?;
        (self.canonical(&other) == Some(self.canonical(word)?)).then_some(other)
    }

    /// Whether all values are allowed.
    fn may_be_given(&self, word: &[Symbol]) -> bool {
        word.iter().all(|symbol| self.data.refuse_input(symbol).is_none())
    }

    fn canonical(&self, word: &[Symbol]) -> Option<Vec<Symbol>> {
        let invented = |step: usize| self.invented.get(step - 1).cloned().unwrap_or_default();
        self.data.theories.relocate(&self.data.signature, word, &invented)
    }

    /// The word with each of its values replaced by another one; constants stay.
    fn renamed(&self, word: &[Symbol], guess: usize, random: &mut Random) -> Option<Vec<Symbol>> {
        let mut others = Others::new();
        let mut changes = BTreeMap::new();
        let values = word.iter().flat_map(|symbol| typed(&self.data.signature.inputs, symbol));
        for (data_type, value) in values {
            let is_fixed = self.data.theories.constants(data_type).contains(value);
            if is_fixed || others.contains_key(&(data_type, value.clone())) {
                continue;
            }
            let is_flat = self.data.theory(data_type).shape() == Shape::Flat;
            let change = changes.entry(data_type).or_insert_with(|| Change::draw(guess, is_flat, random));
            let other = change.apply(value, random).unwrap_or_else(|| value.clone());
            others.insert((data_type, value.clone()), other);
        }
        self.replaced(word, &others)
    }

    fn replaced(&self, word: &[Symbol], others: &Others) -> Option<Vec<Symbol>> {
        let rename = |symbol: &Symbol| {
            let values = typed(&self.data.signature.inputs, symbol).into_iter();
            let values = values.map(|(of, value)| others.get(&(of, value.clone())).unwrap_or(value).clone());
            let values: Vec<Value> = values.collect();
            (values.len() == symbol.values().len()).then(|| Symbol::new(symbol.name(), values).ok()).flatten()
        };
        word.iter().map(rename).collect()
    }
}

/// How the values of a type change in one guess.
enum Change {
    /// Each one to any other, which keeps equality alone.
    Any,
    /// All by the same distance, which keeps sums and order.
    Shift(i64),
    /// All by the same factor, which keeps order and sums of two.
    Scale(i64),
    /// Each one a little, so that gaps are used elsewhere.
    Jitter(i64),
}

impl Change {
    fn draw(guess: usize, is_flat: bool, random: &mut Random) -> Self {
        match (is_flat, guess % 3) {
            (true, _) => Self::Any,
            (_, 0) => Self::Jitter(1 + random.below(20) as i64),
            (_, 1) => Self::Shift(random.below(2_000) as i64 - 1_000),
            _ => Self::Scale(2 + random.below(3) as i64),
        }
    }

    fn apply(&self, value: &Value, random: &mut Random) -> Option<Value> {
        match (self, value) {
            (_, Value::Text(text)) => Some(Value::Text(format!("{text}{}", (b'a' + random.below(26) as u8) as char))),
            (Self::Any, Value::Integer(_)) => Some(Value::Integer(random.below(1_000_000) as i64)),
            (Self::Shift(by), Value::Integer(number)) => number.checked_add(*by).map(Value::Integer),
            (Self::Scale(by), Value::Integer(number)) => number.checked_mul(*by).map(Value::Integer),
            (Self::Jitter(most), Value::Integer(number)) => {
                number.checked_add(random.below(*most as usize) as i64).map(Value::Integer)
            }
            (change, Value::Decimal(number)) => {
                let number = number.number();
                let other = match change {
                    Self::Any => random.below(1_000_000) as f64 / 8.0,
                    Self::Shift(by) => number + *by as f64,
                    Self::Scale(by) => number * *by as f64,
                    Self::Jitter(most) => number + random.below(*most as usize) as f64 / 16.0,
                };
                Decimal::new(other).map(Value::Decimal)
            }
            _ => None,
        }
    }
}
