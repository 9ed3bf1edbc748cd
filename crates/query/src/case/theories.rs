//! Theories as users write them: how the values of a type compare.

use std::fmt;
use std::str::FromStr;

use typestar_model::Value;
use typestar_model::register::Domain;

use super::kinds::KindError;

/// How the values of a type compare.
///
/// ```
/// use typestar_query::TheoryKind;
/// let theory: TheoryKind = "sums(1, closed)".parse().unwrap();
/// assert_eq!(theory.to_string(), "sums(1, closed)");
/// assert!("sum(1)".parse::<TheoryKind>().is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TheoryKind {
    /// Values are equal or not.
    #[default]
    Equality,
    /// Values are equal, or one is less.
    Order,
    /// Values are compared with others plus or minus these numbers.
    Sums {
        /// The numbers that are added.
        numbers: Vec<Value>,
        /// Whether the cuts are complete for all words, which takes more of them.
        is_closed: bool,
    },
    /// Values are compared with the sum of two others.
    PairSums,
}

/// What can be written for a theory.
const THEORIES: &str = "use equality, order, sums(1), sums(1, closed) or sums(p+p)";

impl TheoryKind {
    /// Why values of a domain cannot be compared like this, if they cannot.
    pub fn misfit(&self, domain: Domain) -> Option<String> {
        if domain == Domain::Text {
            let compares = *self != Self::Equality;
            return compares.then(|| format!("texts have no order and no sums, so `{self}` says nothing of them"));
        }
        let Self::Sums { numbers, .. } = self else { return None };
        let odd = numbers.iter().find(|number| !domain.holds(&in_domain(number, domain)))?;
        Some(format!("{odd} cannot be added to whole numbers"))
    }

    /// The same theory with numbers of this domain: `1` of decimals is `1.0`.
    pub fn over(&self, domain: Domain) -> Self {
        match self {
            Self::Sums { numbers, is_closed } => {
                let numbers = numbers.iter().map(|number| in_domain(number, domain)).collect();
                Self::Sums { numbers, is_closed: *is_closed }
            }
            other => other.clone(),
        }
    }
}

/// A value as one of this domain: people write whole numbers for decimals, too.
pub(crate) fn in_domain(value: &Value, domain: Domain) -> Value {
    match (value, domain) {
        (Value::Integer(number), Domain::Decimal) => {
            typestar_model::Decimal::new(*number as f64).map_or_else(|| value.clone(), Value::Decimal)
        }
        _ => value.clone(),
    }
}

impl fmt::Display for TheoryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equality => f.write_str("equality"),
            Self::Order => f.write_str("order"),
            Self::PairSums => f.write_str("sums(p+p)"),
            Self::Sums { numbers, is_closed } => {
                let mut parts: Vec<String> = numbers.iter().map(Value::to_string).collect();
                parts.extend(is_closed.then(|| "closed".to_owned()));
                write!(f, "sums({})", parts.join(", "))
            }
        }
    }
}

impl FromStr for TheoryKind {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        let unknown = || KindError::new("theory", text, THEORIES);
        let parts = text.strip_prefix("sums(").and_then(|rest| rest.strip_suffix(')'));
        match (text, parts) {
            ("equality", _) => Ok(Self::Equality),
            ("order", _) => Ok(Self::Order),
            (_, Some("p+p")) => Ok(Self::PairSums),
            (_, Some(parts)) => sums(parts).ok_or_else(unknown),
            _ => Err(unknown()),
        }
    }
}

/// The sums of a list like `1, 5, closed`.
fn sums(list: &str) -> Option<TheoryKind> {
    let (mut numbers, mut is_closed) = (Vec::new(), false);
    for part in list.split(',').map(str::trim) {
        match part {
            "closed" => is_closed = true,
            number => numbers.push(Value::read(number).filter(is_positive)?),
        }
    }
    (!numbers.is_empty()).then_some(TheoryKind::Sums { numbers, is_closed })
}

/// Sums go up and down, so only the distance counts.
fn is_positive(number: &Value) -> bool {
    match number {
        Value::Integer(number) => *number > 0,
        Value::Decimal(_) => number.order(&in_domain(&Value::Integer(0), Domain::Decimal)).is_some_and(|o| o.is_gt()),
        _ => false,
    }
}

/// The theory of one type: `item=order`, as an option of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeTheory {
    /// The name of the type.
    pub data_type: String,
    /// How its values compare.
    pub theory: TheoryKind,
}

impl FromStr for TypeTheory {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        let advice = "write TYPE=THEORY, such as item=order";
        let (name, theory) = text.split_once('=').ok_or_else(|| KindError::new("theory of a type", text, advice))?;
        Ok(Self { data_type: name.trim().to_owned(), theory: theory.trim().parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theory(text: &str) -> TheoryKind {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn theories_are_written_as_they_are_read() {
        for text in ["equality", "order", "sums(1)", "sums(1, 5)", "sums(2, closed)", "sums(0.5)", "sums(p+p)"] {
            assert_eq!(theory(text).to_string(), text);
        }
        assert_eq!(theory("sums(1,closed)").to_string(), "sums(1, closed)");
        for text in
            ["", "sum(1)", "sums()", "sums(closed)", "sums(-1)", "sums(0)", "sums(x)", "sums(\"a\")", "order(1)"]
        {
            let error = text.parse::<TheoryKind>().expect_err(text);
            assert!(error.advice.contains("sums(1, closed)"), "{error}");
        }
    }

    #[test]
    fn texts_have_no_order_and_whole_numbers_no_fractions() {
        assert_eq!(theory("equality").misfit(Domain::Text), None);
        for text in ["order", "sums(1)", "sums(p+p)"] {
            assert!(theory(text).misfit(Domain::Text).is_some(), "{text}");
        }
        assert!(theory("sums(0.5)").misfit(Domain::Integer).is_some_and(|text| text.contains("0.5")));
        assert_eq!(theory("sums(1)").misfit(Domain::Decimal), None);
        assert_eq!(theory("sums(1)").over(Domain::Decimal).to_string(), "sums(1.0)");
    }

    #[test]
    fn an_option_names_a_type_and_its_theory() {
        let option: TypeTheory = "seq=sums(1)".parse().unwrap();
        assert_eq!((option.data_type.as_str(), option.theory.to_string().as_str()), ("seq", "sums(1)"));
        assert!("seq".parse::<TypeTheory>().is_err() && "seq=less".parse::<TypeTheory>().is_err());
    }
}
