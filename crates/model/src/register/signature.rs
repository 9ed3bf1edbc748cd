//! What data words are made of: actions with typed parameters, and constants.
//!
//! A data word is a sequence of actions with values, like `offer(7) poll`. The signature says which actions there are, and
//! of which type each value is. Types matter more here than in a program: only values of one type are ever compared, so a
//! learner needs no questions about other pairs.

use serde::{Deserialize, Serialize};

use super::{ACCEPT, REJECT};
use crate::symbols::symbol::{Id, Symbol};
use crate::symbols::value::Value;

crate::symbols::symbol::id!(
    /// An action of a signature: an input or an output, each with a numbering of its own.
    ActionId,
    u32
);
crate::symbols::symbol::id!(
    /// A type of values.
    TypeId,
    u32
);
crate::symbols::symbol::id!(
    /// A constant of a signature.
    ConstantId,
    u32
);

/// The actions of a system with data, the types of their parameters, and the constants that matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The types. Values of different types are never compared.
    pub types: Vec<DataType>,
    /// Values that mean something by themselves.
    pub constants: Vec<Constant>,
    /// The actions that can be given.
    pub inputs: Vec<Action>,
    /// The actions that come back.
    pub outputs: Vec<Action>,
    /// Whether the outputs say of the word so far whether it is accepted, and nothing else.
    pub is_acceptor: bool,
}

/// A type of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataType {
    /// Its name, such as `id`.
    pub name: String,
    /// What its values are.
    pub domain: Domain,
}

/// What the values of a type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Domain {
    /// Whole numbers.
    Integer,
    /// Numbers with a fraction: between any two there is another one.
    Decimal,
    /// Texts, which are equal or not.
    Text,
}

/// A value that means something by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Its name, such as `zero`.
    pub name: String,
    /// Its type.
    pub data_type: TypeId,
    /// Its value.
    pub value: Value,
}

/// An action with its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// Its parameters, in order; often there are none.
    pub parameters: Vec<Parameter>,
}

/// A parameter of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, such as `p`.
    pub name: String,
    /// Its type.
    pub data_type: TypeId,
}

impl Signature {
    /// The input that a symbol is: one with its name and as many parameters as it has values.
    pub fn input_of(&self, symbol: &Symbol) -> Option<ActionId> {
        self.input_named(symbol.name(), symbol.values().len())
    }

    /// The input with this name and this many parameters.
    pub fn input_named(&self, name: &str, arity: usize) -> Option<ActionId> {
        let is_it = |action: &Action| action.name == name && action.parameters.len() == arity;
        self.inputs.iter().position(is_it).map(ActionId::new)
    }

    /// The outputs of every acceptor.
    pub fn outputs_of_acceptor() -> Vec<Action> {
        [ACCEPT, REJECT].map(|name| Action { name: name.to_owned(), parameters: Vec::new() }).to_vec()
    }
}

impl Domain {
    /// Whether a value is of this kind. What the system invented (`$1.2`) may be of any.
    pub fn holds(self, value: &Value) -> bool {
        match value {
            Value::Returned { .. } => true,
            Value::Integer(_) => self == Self::Integer,
            Value::Decimal(_) => self == Self::Decimal,
            Value::Text(_) => self == Self::Text,
            Value::Null | Value::Boolean(_) => false,
        }
    }
}
