//! Theories as people write them.
//!
//! The texts are those of the case file. Errors say what to write instead.

use std::fmt;

use typestar_model::register::Domain;

use super::{FORMS, Theory};

/// How people write a theory.
pub(super) struct Form {
    /// What it looks like, in messages and help texts.
    pub(super) examples: &'static [&'static str],
    /// Whether texts can be compared by it.
    pub(super) takes_texts: bool,
    /// The theory of a text without spaces, for values of a domain that it takes.
    pub(super) read: fn(&str, Domain) -> Read,
}

/// What came of reading a form; none if the text has another one.
pub(super) type Read = Option<Result<Box<dyn Theory>, NotATheory>>;

/// A theory that is written as nothing but its name.
pub(super) fn named(text: &str, name: &str, theory: impl Theory + 'static) -> Read {
    (text == name).then(|| Ok(Box::new(theory) as Box<dyn Theory>))
}

/// Why a text names no theory of a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotATheory(pub(super) String);

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
    for form in &FORMS {
        let is_taken = domain != Domain::Text || form.takes_texts;
        match (form.read)(&compact, if is_taken { domain } else { Domain::Decimal }) {
            Some(theory) if is_taken => return theory,
            Some(_) => return Err(NotATheory(format!("`{text}` compares numbers: use equality for texts"))),
            None => {}
        }
    }
    Err(NotATheory(format!("`{text}` is not a theory: write {}", theory_forms())))
}

/// What each theory looks like.
pub fn theory_examples() -> Vec<&'static str> {
    FORMS.iter().flat_map(|form| form.examples).copied().collect()
}

/// What all theories look like: `equality, order or ...`.
pub fn theory_forms() -> String {
    let examples = theory_examples();
    let (last, others) = examples.split_last().expect("there are theories");
    format!("{} or {last}", others.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        let names = ["equality", "order", "sums(1)", "sums(1, 100)", "sums(1, closed)", "sums(p+p)", "sums(1, p+p)"];
        for name in names {
            assert_eq!(read_theory(name, Domain::Integer).unwrap().name(), name);
        }
        assert_eq!(read_theory("sums(1,0.5 , closed)", Domain::Decimal).unwrap().name(), "sums(1.0, 0.5, closed)");
        assert_eq!(read_theory("sums(p+p, 2)", Domain::Decimal).unwrap().name(), "sums(2.0, p+p)");
        assert_eq!(read_theory("sums( p + p )", Domain::Decimal).unwrap().name(), "sums(p+p)");
    }

    #[test]
    fn texts_have_equality_alone() {
        assert_eq!(read_theory("equality", Domain::Text).unwrap().name(), "equality");
        for name in ["order", "sums(1)", "sums(p+p)", "sums(1, p+p)"] {
            let expected = format!("`{name}` compares numbers: use equality for texts");
            assert_eq!(read_theory(name, Domain::Text).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn errors_say_what_to_write() {
        let error = |text, domain| read_theory(text, domain).unwrap_err().to_string();
        let forms = "write equality, order, sums(1), sums(1, closed), sums(p+p) or sums(1, p+p)";
        assert_eq!(error("succ", Domain::Integer), format!("`succ` is not a theory: {forms}"));
        let integer = "is not a constant of sums: it must be a positive integer";
        assert_eq!(error("sums(0.5)", Domain::Integer), format!("`0.5` {integer}"));
        assert_eq!(error("sums()", Domain::Integer), format!("`` {integer}"));
        assert_eq!(error("sums(\"a\")", Domain::Integer), format!("`\"a\"` {integer}"));
        let positive = "is not a constant of sums: write the positive number, which is subtracted, too";
        assert_eq!(error("sums(-1)", Domain::Integer), format!("`-1` {positive}"));
        assert_eq!(error("sums(0)", Domain::Decimal), format!("`0` {positive}"));
        let both = "sums of two values have no closed form: leave out `closed`, or `p+p`";
        assert_eq!(error("sums(1, p+p, closed)", Domain::Integer), both);
        assert_eq!(error("sums(0.5, p+p)", Domain::Integer), format!("`0.5` {integer}"));
        assert_eq!(error("sums(closed)", Domain::Integer), "sums need a constant: write sums(1, closed)");
        assert!(error("sums(0.1)", Domain::Decimal).starts_with("sums with `0.1` are rounded"));
    }
}
