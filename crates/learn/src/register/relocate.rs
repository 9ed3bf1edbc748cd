//! The canonical form of a data word: the same relations, between values that are witnesses.
//!
//! ```text
//!   word        offer(7) offer(7) offer(3)          theory: equality
//!   canonical   offer(101) offer(101) offer(102)
//! ```
//!
//! Words that come from outside (traces, counterexamples of a tester with its own values) must become
//! canonical before they are asked, or the tree would hold the same word twice under two names.

use std::cmp::Ordering;

use typestar_model::register::{Signature, TypeId};
use typestar_model::{Id, Symbol, Value};

use super::Theories;
use super::theory::{Atom, KnownTerm, Shape, Theory};

/// A word on its way to its canonical form.
struct Relocation<'a> {
    theories: &'a Theories,
    /// What is known of each type.
    types: Vec<Known>,
}

/// The values of a type so far.
struct Known {
    /// As they are in the word, constants first.
    old: Vec<Value>,
    /// As they are in its canonical form, in the same order.
    new: Vec<Value>,
    /// How many values are still to come.
    remaining: usize,
}

impl Theories {
    /// The canonical form of a word of inputs: each value becomes the witness that lies to the values before it as the
    /// value did. Two words that the theories cannot tell apart have the same form. Constants stay what they are, and so
    /// does what the system invents: `invented` tells it for each step, counted from 1, with its type. It is known from
    /// its step on.
    ///
    /// None if there is no such word: between integers there may be too little room, and sums of values that are far
    /// apart do not meet by chance.
    pub fn relocate(
        &self,
        signature: &Signature,
        word: &[Symbol],
        invented: &dyn Fn(usize) -> Vec<(TypeId, Value)>,
    ) -> Option<Vec<Symbol>> {
        let typed: Vec<_> = word.iter().map(|symbol| typed_values(signature, symbol)).collect::<Option<_>>()?;
        let mut relocation = Relocation::new(self, typed.iter().flatten().map(|(data_type, _)| *data_type));
        let mut renamed = Vec::with_capacity(word.len());
        for (index, (symbol, values)) in word.iter().zip(&typed).enumerate() {
            let values = values.iter().map(|(data_type, value)| relocation.input(*data_type, value));
            renamed.push(Symbol::new(symbol.name(), values.collect::<Option<_>>()?).ok()?);
            for (data_type, value) in invented(index + 1) {
                relocation.types[data_type.index()].keep(&value);
            }
        }
        Some(renamed)
    }
}

impl<'a> Relocation<'a> {
    fn new(theories: &'a Theories, to_come: impl Iterator<Item = TypeId>) -> Self {
        let known = |constants: &Vec<Value>| Known { old: constants.clone(), new: constants.clone(), remaining: 0 };
        let mut types: Vec<Known> = theories.all_constants().iter().map(known).collect();
        to_come.for_each(|data_type| types[data_type.index()].remaining += 1);
        Self { theories, types }
    }

    /// What the next value of a word becomes.
    fn input(&mut self, data_type: TypeId, value: &Value) -> Option<Value> {
        let constants = self.theories.constants(data_type).len();
        let known = &mut self.types[data_type.index()];
        if matches!(value, Value::Returned { .. }) {
            known.keep(value);
        } else if !known.old.contains(value) {
            let new = known.counterpart(self.theories.of(data_type), constants, value)?;
            known.old.push(value.clone());
            known.new.push(new);
        }
        known.remaining -= 1;
        let place = known.old.iter().position(|old| old == value)?;
        Some(known.new[place].clone())
    }
}

impl Known {
    /// From now on a value is known that stays what it is.
    fn keep(&mut self, value: &Value) {
        if !self.old.contains(value) {
            self.old.push(value.clone());
            self.new.push(value.clone());
        }
    }

    /// The witness that lies to all terms over the new values as a value lies to those over the old ones.
    fn counterpart(&self, theory: &dyn Theory, constants: usize, value: &Value) -> Option<Value> {
        let before = theory.atoms(&self.old, constants, self.remaining);
        let after = theory.atoms(&self.new, constants, self.remaining);
        let terms: Vec<&KnownTerm> = before.iter().chain(&after).filter_map(|atom| atom.point.as_ref()).collect();
        let is_alike = |atom: &&Atom| {
            terms.iter().all(|term| {
                let wanted = relation(theory.shape(), value, term.value(&self.old));
                wanted == relation(theory.shape(), &atom.witness, term.value(&self.new))
            })
        };
        after.iter().find(is_alike).map(|atom| atom.witness.clone())
    }
}

/// How a value lies to that of a term: equal or not, or before or after it, too. None if they cannot be compared.
fn relation(shape: Shape, value: &Value, term: Option<Value>) -> Option<Ordering> {
    match shape {
        Shape::Flat => term.map(|term| (*value != term).cmp(&false)),
        Shape::Line => value.order(&term?),
    }
}

/// The values of an input with their types; none if the signature has no such input.
fn typed_values(signature: &Signature, symbol: &Symbol) -> Option<Vec<(TypeId, Value)>> {
    let action = signature.inputs.iter().find(|action| action.name == symbol.name())?;
    let is_whole = action.parameters.len() == symbol.values().len();
    let types = action.parameters.iter().map(|parameter| parameter.data_type);
    is_whole.then(|| types.zip(symbol.values().iter().cloned()).collect())
}
