//! What data words are made of: the signature of a system and a theory for each of its types.
//!
//! It is what every part of the engine needs to know of a system without asking it, in one place: which
//! actions there are, what types their parameters have, and how values of a type are compared.

use typestar_model::register::{ActionId, ConstantId, Signature, TypeId};
use typestar_model::{Id, Value};

use super::super::theories::Theories;
use super::super::theory::{Atom, Theory};
use super::{Element, Label};

/// A signature with its theories.
pub(crate) struct Language {
    pub signature: Signature,
    pub theories: Theories,
}

/// An input action with its values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Call {
    pub action: ActionId,
    pub values: Vec<Value>,
}

/// A value that a word has shown so far, and what it is called.
///
/// The element is the name under which trees speak of the value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Known {
    pub data_type: TypeId,
    pub value: Value,
    pub element: Element,
}

/// The atoms of a value, with what their positions stand for.
pub(crate) struct Atoms {
    pub atoms: Vec<Atom>,
    pub elements: Vec<Element>,
}

impl Language {
    pub(crate) fn theory(&self, data_type: TypeId) -> &dyn Theory {
        self.theories.of(data_type)
    }

    /// The types of an input's parameters.
    pub(crate) fn input_types(&self, action: ActionId) -> impl ExactSizeIterator<Item = TypeId> + '_ {
        self.signature.inputs[action.index()].parameters.iter().map(|parameter| parameter.data_type)
    }

    pub(crate) fn inputs(&self) -> impl Iterator<Item = ActionId> + use<> {
        (0..self.signature.inputs.len()).map(ActionId::new)
    }

    /// The types of an output's values; none if no such output is declared.
    pub(crate) fn output_types(&self, name: &str, arity: usize) -> Option<Vec<TypeId>> {
        let mut outputs = self.signature.outputs.iter();
        let action = outputs.find(|action| action.name == name && action.parameters.len() == arity)?;
        Some(action.parameters.iter().map(|parameter| parameter.data_type).collect())
    }

    fn constants(&self, data_type: TypeId) -> impl Iterator<Item = (ConstantId, &Value)> {
        let constants = self.signature.constants.iter().enumerate();
        let of_type = constants.filter(move |(_, constant)| constant.data_type == data_type);
        of_type.map(|(index, constant)| (ConstantId::new(index), &constant.value))
    }

    /// The constant that a value is, if it is one.
    pub(crate) fn constant(&self, data_type: TypeId, value: &Value) -> Option<ConstantId> {
        self.constants(data_type).find(|(_, constant)| *constant == value).map(|(constant, _)| constant)
    }

    /// The value of a constant.
    pub(crate) fn value(&self, constant: ConstantId) -> &Value {
        &self.signature.constants[constant.index()].value
    }

    /// Takes note of a value, unless it is known or a constant.
    ///
    /// Equal values have one name, that of their first appearance; constants have their own names.
    pub(crate) fn note(&self, known: &mut Vec<Known>, data_type: TypeId, value: &Value, element: Element) {
        let is_known = known.iter().any(|entry| entry.data_type == data_type && entry.value == *value);
        if !is_known && self.constant(data_type, value).is_none() {
            known.push(Known { data_type, value: value.clone(), element });
        }
    }

    /// Takes note of a value of an answer that no term explains; what nobody had seen is handed back.
    pub(crate) fn note_answer(
        &self,
        known: &mut Vec<Known>,
        (label, data_type): (&Label, Option<TypeId>),
        value: &Value,
        element: Element,
    ) -> Option<(TypeId, Value)> {
        let data_type = data_type.filter(|_| !matches!(label, Label::Term(_)))?;
        self.note(known, data_type, value, element);
        Some((data_type, value.clone()))
    }

    /// The atoms of the next value of a type, given those that are known.
    pub(crate) fn atoms(&self, data_type: TypeId, known: &[Known], remaining: usize) -> Atoms {
        let (mut values, mut elements) = (Vec::new(), Vec::new());
        for (constant, value) in self.constants(data_type) {
            if !values.contains(value) {
                values.push(value.clone());
                elements.push(Element::Constant(constant));
            }
        }
        let constants = values.len();
        for entry in known.iter().filter(|entry| entry.data_type == data_type) {
            values.push(entry.value.clone());
            elements.push(entry.element);
        }
        Atoms { atoms: self.theory(data_type).atoms(&values, constants, remaining), elements }
    }
}

impl Atoms {
    /// The position of the atom of a value that was never seen; none if all that are allowed were.
    pub(crate) fn fresh(&self) -> Option<usize> {
        self.atoms.iter().rposition(|atom| atom.point.is_none())
    }

    /// A value that was never seen, if there is one.
    pub(crate) fn fresh_value(&self) -> Option<&Value> {
        Some(&self.atoms[self.fresh()?].witness)
    }
}
