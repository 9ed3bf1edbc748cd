//! What a case says of data: types, and actions whose parameters have them.

use typestar_learn::register::theory::Allowed;
use typestar_model::Value;
use typestar_model::register::{ACCEPT, Action, Constant, DataType, Domain, Parameter, REJECT, Signature, TypeId};
use typestar_model::{Id, WAIT};

use super::theories::TypeTheory;
use crate::run::registers::data::{DataError, in_domain};

/// `[types]`, `[inputs.actions]` and `[outputs.actions]`: the data of a system that takes values and gives some back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataSpec {
    /// The types that are declared.
    pub types: Vec<TypeSpec>,
    /// The inputs with the types of their parameters. Empty for machines, and for models, whose file has them.
    pub inputs: Vec<ActionSpec>,
    /// The outputs with the types of their parameters.
    pub outputs: Vec<ActionSpec>,
    /// Whether the outputs say of the word so far that it is accepted or not, and nothing else.
    pub is_acceptor: bool,
}

/// One type of `[types]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeSpec {
    /// Its name.
    pub name: String,
    /// What its values are; whole numbers if nothing is said.
    pub domain: Option<Domain>,
    /// How they compare, as people write it; none for equality, or for what suits the guards of a model.
    pub theory: Option<String>,
    /// Values that mean something by themselves, with their names.
    pub constants: Vec<(String, Value)>,
    /// The least number that may be given.
    pub min: Option<Value>,
    /// The greatest number that may be given.
    pub max: Option<Value>,
    /// Whether the empty text must not be given.
    pub nonempty: bool,
    /// All values that may be given, where the user lists them.
    pub values: Option<Vec<Value>>,
}

/// An action, and the types of its parameters by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionSpec {
    /// Its name.
    pub name: String,
    /// The types of its parameters.
    pub types: Vec<String>,
}

impl DataSpec {
    /// Whether the case declares actions with values. A model says so itself.
    pub fn has_actions(&self) -> bool {
        !self.inputs.is_empty()
    }

    /// Whether an output of this name is declared, with whatever values.
    pub(crate) fn declares(&self, name: &str) -> bool {
        self.outputs.iter().any(|output| output.name == name)
    }

    /// Whether an output of this name is declared without values, so that it can end a word.
    pub(super) fn can_end(&self, name: &str) -> bool {
        let is_judgement = self.is_acceptor && [ACCEPT, REJECT].contains(&name);
        is_judgement || self.outputs.iter().any(|output| output.name == name && output.types.is_empty())
    }

    /// The inputs whose return values are the values of an output: one that has their name and a single parameter.
    pub fn returned(&self) -> impl Iterator<Item = &str> {
        let has_output = |input: &&ActionSpec| {
            self.outputs.iter().any(|output| output.name == input.name && output.types.len() == 1)
        };
        self.inputs.iter().filter(has_output).map(|input| input.name.as_str())
    }

    /// The theory of a type, if the case says something of it.
    pub fn theory(&self, data_type: &str) -> Option<&str> {
        self.types.iter().find(|spec| spec.name == data_type)?.theory.as_deref()
    }

    /// From now on the values of a type compare like this, whatever else the case says. A case that declares actions has
    /// all types; those of a model are in its file.
    pub fn set_theory(&mut self, option: &TypeTheory) -> Result<(), DataError> {
        let (name, theory) = (option.data_type.clone(), Some(option.theory.clone()));
        let has_all = self.has_actions();
        match self.types.iter_mut().find(|spec| spec.name == name) {
            Some(spec) => spec.theory = theory,
            None if has_all => {
                let has = self.types.iter().map(|spec| spec.name.clone()).collect();
                return Err(DataError::UnknownType { name, has });
            }
            None => self.types.push(TypeSpec { name, theory, ..TypeSpec::default() }),
        }
        Ok(())
    }

    /// The actions with their types, and the constants.
    pub fn signature(&self, has_wait: bool) -> Signature {
        let types = self.types.iter().map(|spec| DataType { name: spec.name.clone(), domain: spec.domain() });
        let mut inputs: Vec<Action> = self.inputs.iter().map(|action| self.action(action)).collect();
        inputs.extend(has_wait.then(|| plain(WAIT)));
        let mut outputs: Vec<Action> = self.outputs.iter().map(|action| self.action(action)).collect();
        for name in [ACCEPT, REJECT].iter().filter(|_| self.is_acceptor) {
            if !outputs.iter().any(|action| action.name == *name) {
                outputs.push(plain(name));
            }
        }
        let constants = self.types.iter().enumerate().flat_map(|(index, spec)| spec.constants(TypeId::new(index)));
        let (types, constants) = (types.collect(), constants.collect());
        Signature { types, constants, inputs, outputs, is_acceptor: self.is_acceptor }
    }

    fn action(&self, spec: &ActionSpec) -> Action {
        let name = |index: usize| if spec.types.len() == 1 { "p".to_owned() } else { format!("p{}", index + 1) };
        let parameter = |(index, data_type): (usize, &String)| {
            let known = self.types.iter().position(|spec| spec.name == *data_type)?;
            Some(Parameter { name: name(index), data_type: TypeId::new(known) })
        };
        Action { name: spec.name.clone(), parameters: spec.types.iter().enumerate().filter_map(parameter).collect() }
    }
}

fn plain(name: &str) -> Action {
    Action { name: name.to_owned(), parameters: Vec::new() }
}

impl TypeSpec {
    /// What its values are.
    pub fn domain(&self) -> Domain {
        self.domain.unwrap_or(Domain::Integer)
    }

    /// Which values may be given, if they are of this domain.
    pub(crate) fn allowed(&self, domain: Domain) -> Allowed {
        let told = |value: &Value| in_domain(value, domain);
        let values = self.values.as_ref().map(|values| values.iter().map(told).collect());
        let (min, max) = (self.min.as_ref().map(told), self.max.as_ref().map(told));
        Allowed { domain, min, max, nonempty: self.nonempty, values }
    }

    pub(crate) fn constants(&self, data_type: TypeId) -> impl Iterator<Item = Constant> {
        let constant =
            move |(name, value): &(String, Value)| Constant { name: name.clone(), data_type, value: value.clone() };
        self.constants.iter().map(constant)
    }
}
