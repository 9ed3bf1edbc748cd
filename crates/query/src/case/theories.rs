//! The theories of types, as an option of a command.

use std::str::FromStr;

use super::kinds::KindError;

/// The theory of one type: `item=order`. Whether the type can have it is seen when its domain is known.
///
/// ```
/// use typestar_query::TypeTheory;
/// let option: TypeTheory = "seq=sums(1, closed)".parse().unwrap();
/// assert_eq!((option.data_type.as_str(), option.theory.as_str()), ("seq", "sums(1, closed)"));
/// assert!("order".parse::<TypeTheory>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeTheory {
    /// The name of the type.
    pub data_type: String,
    /// How its values compare.
    pub theory: String,
}

impl FromStr for TypeTheory {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        let advice = "write TYPE=THEORY, such as item=order";
        let (name, theory) = text.split_once('=').ok_or_else(|| KindError::new("theory of a type", text, advice))?;
        Ok(Self { data_type: name.trim().to_owned(), theory: theory.trim().to_owned() })
    }
}
