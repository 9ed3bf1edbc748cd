//! The values that a word has shown so far: what the next value can be compared with.
//!
//! The order of appearance is part of it: theories name their witnesses by it, and so a word that is
//! built value by value is canonical. Walks push and pop values as they go forward and back, which is
//! why forgetting is done by number.

use typestar_model::register::{Action, TypeId};
use typestar_model::{Id, Value};

use super::theories::Theories;
use super::theory::Atom;

/// The different values of a word by type, in the order of their first appearance, in inputs and outputs; constants
/// come before all others.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    values: Vec<Vec<Value>>,
}

impl Shown {
    /// What the empty word shows: the constants of this many types.
    pub(crate) fn new(theories: &Theories, types: usize) -> Self {
        Self { values: (0..types).map(|index| theories.constants(TypeId::new(index)).to_vec()).collect() }
    }

    /// The values of a type.
    pub(crate) fn of(&self, data_type: TypeId) -> &[Value] {
        &self.values[data_type.index()]
    }

    /// Takes note of a value; whether it is new.
    pub(crate) fn note(&mut self, data_type: TypeId, value: &Value) -> bool {
        let values = &mut self.values[data_type.index()];
        let is_new = !values.contains(value);
        if is_new {
            values.push(value.clone());
        }
        is_new
    }

    /// Takes note of the values of an action; for how many of each type, see [`Self::forget`].
    pub(crate) fn note_all(&mut self, action: &Action, values: &[Value]) {
        for (parameter, value) in action.parameters.iter().zip(values) {
            self.note(parameter.data_type, value);
        }
    }

    /// Forgets all values of a type behind the first this many.
    pub(crate) fn forget(&mut self, data_type: TypeId, count: usize) {
        self.values[data_type.index()].truncate(count);
    }

    /// Whether some class of the next value of a type is not among its atoms, because numbers ran out.
    pub(crate) fn is_exhausted(
        &self,
        theories: &Theories,
        data_type: TypeId,
        (remaining, atoms): (usize, &[Atom]),
    ) -> bool {
        let (known, constants) = (self.of(data_type), theories.constants(data_type).len());
        theories.of(data_type).is_exhausted(known, constants, remaining, atoms)
    }

    /// The atoms of the next value of a type.
    pub(crate) fn atoms(&self, theories: &Theories, data_type: TypeId, remaining: usize) -> Vec<Atom> {
        theories.of(data_type).atoms(self.of(data_type), theories.constants(data_type).len(), remaining)
    }
}

/// These, each where it appears first.
pub(crate) fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut different = Vec::new();
    for one in all {
        if !different.contains(&one) {
            different.push(one);
        }
    }
    different
}

/// The witness of a value that was never seen: of the last atom that is no point. There may be none where few are allowed.
///
/// By convention it is the last gap: on a line the values above all others, else the rest.
pub(crate) fn fresh(atoms: &[Atom]) -> Option<&Value> {
    Some(&atoms.iter().rev().find(|atom| atom.point.is_none())?.witness)
}
