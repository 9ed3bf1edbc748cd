//! The theories of all types of a signature.

use std::sync::Arc;

use typestar_model::register::{Signature, TypeId};
use typestar_model::{Id, Value};

use super::shown::distinct;
use super::theory::{Allowed, Equality, Theory};

/// One theory for each type of a signature, with the constants of the type.
///
/// ```
/// use typestar_learn::register::Theories;
/// use typestar_model::Id as _;
/// use typestar_model::register::TypeId;
/// use typestar_model::register::families::fifo;
///
/// let theories = Theories::equality(&fifo(1).signature);
/// let first = TypeId::new(0);
/// assert_eq!(theories.of(first).name(), "equality");
/// let known = [];
/// let atoms = theories.of(first).atoms(&known, 0, 1);
/// assert_eq!(atoms.len(), 1, "before the first value, nothing tells values apart");
/// ```
#[derive(Clone, Debug)]
pub struct Theories {
    theories: Vec<Arc<dyn Theory>>,
    constants: Vec<Vec<Value>>,
}

impl Theories {
    /// Theories for the types of a signature, in the order of the types.
    ///
    /// # Panics
    ///
    /// If there is not exactly one theory for each type.
    pub fn new(signature: &Signature, theories: Vec<Box<dyn Theory>>) -> Self {
        assert_eq!(theories.len(), signature.types.len(), "each type has one theory");
        let constants = (0..theories.len()).map(|data_type| {
            let of_type = signature.constants.iter().filter(|constant| constant.data_type.index() == data_type);
            distinct(of_type.map(|constant| constant.value.clone()))
        });
        let constants = constants.collect();
        Self { theories: theories.into_iter().map(Arc::from).collect(), constants }
    }

    /// Equality for all types: what holds unless somebody says otherwise.
    pub fn equality(signature: &Signature) -> Self {
        let theory = |domain| -> Box<dyn Theory> { Box::new(Equality::new(domain)) };
        Self::new(signature, signature.types.iter().map(|data_type| theory(data_type.domain)).collect())
    }

    /// The same, where only these values of a type may be given.
    #[must_use]
    pub fn within(mut self, data_type: TypeId, allowed: Allowed) -> Self {
        self.theories[data_type.index()] = Arc::from(self.of(data_type).limited(allowed));
        self
    }

    /// The theory of a type.
    pub fn of(&self, data_type: TypeId) -> &dyn Theory {
        &*self.theories[data_type.index()]
    }

    /// The different constants of a type, in the order of the signature: the first known values of every word.
    ///
    /// They are known before the first input, because a system may compare with them at once: a
    /// password, a limit.
    pub fn constants(&self, data_type: TypeId) -> &[Value] {
        &self.constants[data_type.index()]
    }

    /// The constants of all types.
    pub(super) fn all_constants(&self) -> &[Vec<Value>] {
        &self.constants
    }
}
