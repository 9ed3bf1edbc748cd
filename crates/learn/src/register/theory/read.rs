//! Theories as people write them.

use std::fmt;

use typestar_model::Value;
use typestar_model::register::Domain;

use super::line::{compare, number};
use super::pair_sums::PAIR_SUMS;
use super::sums::CLOSED;
use super::{Equality, Order, PairSums, Sums, Theory};

/// Why a text names no theory of a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotATheory(String);

impl fmt::Display for NotATheory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotATheory {}

/// The theory that people write like this, for values of a domain.
///
/// ```
/// use typestar_learn::register::theory::read_theory;
/// use typestar_model::register::Domain;
/// let theory = read_theory("sums(1, 0.5, closed)", Domain::Decimal).unwrap();
/// assert_eq!(theory.name(), "sums(1.0, 0.5, closed)");
/// ```
pub fn read_theory(text: &str, domain: Domain) -> Result<Box<dyn Theory>, NotATheory> {
    let compact: String = text.split_whitespace().collect();
    let sums = compact.strip_prefix("sums(").and_then(|rest| rest.strip_suffix(')'));
    match (compact.as_str(), sums) {
        ("equality", _) => Ok(Box::new(Equality::new(domain))),
        ("order", _) | (_, Some(_)) if domain == Domain::Text => {
            Err(NotATheory(format!("`{text}` compares numbers: use equality for texts")))
        }
        ("order", _) => Ok(Box::new(Order::new(domain))),
        (PAIR_SUMS, _) => Ok(Box::new(PairSums::new(domain))),
        (_, Some(parts)) => Ok(Box::new(read_sums(parts, domain)?)),
        _ => {
            let forms = "equality, order, sums(1), sums(1, closed) or sums(p+p)";
            Err(NotATheory(format!("`{text}` is no theory: write {forms}")))
        }
    }
}

/// The constants of sums, and `closed` after them or not.
fn read_sums(parts: &str, domain: Domain) -> Result<Sums, NotATheory> {
    let mut parts: Vec<&str> = parts.split(',').collect();
    let is_closed = parts.last() == Some(&CLOSED);
    parts.truncate(parts.len() - usize::from(is_closed));
    if parts.is_empty() {
        return Err(NotATheory("sums need a constant: write sums(1, closed)".to_owned()));
    }
    let constants = parts.iter().map(|part| read_constant(part, domain)).collect::<Result<_, _>>()?;
    Ok(if is_closed { Sums::closed(domain, constants) } else { Sums::new(domain, constants) })
}

fn read_constant(text: &str, domain: Domain) -> Result<Value, NotATheory> {
    let value = match Value::read(text) {
        Some(Value::Integer(integer)) => number(domain, integer),
        Some(value @ Value::Decimal(_)) if domain == Domain::Decimal => value,
        _ => {
            let kind = if domain == Domain::Integer { "integer" } else { "decimal" };
            return Err(NotATheory(format!("`{text}` is no constant of sums: it must be a positive {kind}")));
        }
    };
    if compare(&value, &number(domain, 0)).is_le() {
        let advice = "write the positive number, which is subtracted, too";
        return Err(NotATheory(format!("`{text}` is no constant of sums: {advice}")));
    }
    if !is_exact(&value) {
        let advice = "use a number such as 0.5 or 0.125, or integers of a smaller unit";
        return Err(NotATheory(format!(
            "sums with `{text}` are rounded, so that x + {text} - {text} is not x: {advice}"
        )));
    }
    Ok(value)
}

/// Whether sums with a number are exact: it has few binary digits.
fn is_exact(value: &Value) -> bool {
    match value {
        Value::Decimal(number) => (number.number() * f64::from(1 << 20)).fract() == 0.0 && number.number() < 1e9,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        let names = ["equality", "order", "sums(1)", "sums(1, 100)", "sums(1, closed)", "sums(p+p)"];
        for name in names {
            assert_eq!(read_theory(name, Domain::Integer).unwrap().name(), name);
        }
        assert_eq!(read_theory("sums(1,0.5 , closed)", Domain::Decimal).unwrap().name(), "sums(1.0, 0.5, closed)");
        assert_eq!(read_theory("sums( p + p )", Domain::Decimal).unwrap().name(), "sums(p+p)");
    }

    #[test]
    fn texts_have_equality_alone() {
        assert_eq!(read_theory("equality", Domain::Text).unwrap().name(), "equality");
        for name in ["order", "sums(1)", "sums(p+p)"] {
            let expected = format!("`{name}` compares numbers: use equality for texts");
            assert_eq!(read_theory(name, Domain::Text).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn errors_say_what_to_write() {
        let error = |text, domain| read_theory(text, domain).unwrap_err().to_string();
        let forms = "write equality, order, sums(1), sums(1, closed) or sums(p+p)";
        assert_eq!(error("succ", Domain::Integer), format!("`succ` is no theory: {forms}"));
        let integer = "is no constant of sums: it must be a positive integer";
        assert_eq!(error("sums(0.5)", Domain::Integer), format!("`0.5` {integer}"));
        assert_eq!(error("sums()", Domain::Integer), format!("`` {integer}"));
        assert_eq!(error("sums(\"a\")", Domain::Integer), format!("`\"a\"` {integer}"));
        let positive = "is no constant of sums: write the positive number, which is subtracted, too";
        assert_eq!(error("sums(-1)", Domain::Integer), format!("`-1` {positive}"));
        assert_eq!(error("sums(0)", Domain::Decimal), format!("`0` {positive}"));
        assert_eq!(error("sums(closed)", Domain::Integer), "sums need a constant: write sums(1, closed)");
        assert!(error("sums(0.1)", Domain::Decimal).starts_with("sums with `0.1` are rounded"));
    }
}
