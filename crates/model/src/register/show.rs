//! Writing guards, terms and sources.

use super::{Addend, Comparison, Guard, Names, Source, Term};
use crate::value::Value;

/// How signs are written.
#[derive(Copy, Clone)]
pub(super) struct Spelling {
    equal: &'static str,
    and: &'static str,
    or: &'static str,
}

/// For people.
const PLAIN: Spelling = Spelling { equal: "=", and: " and ", or: " or " };
/// For RALib.
pub(super) const RALIB: Spelling = Spelling { equal: "==", and: " && ", or: " || " };

impl Names<'_> {
    /// The text of a guard, with parentheses only where they matter. It is read as a guard with the same meaning.
    pub fn show_guard(&self, guard: &Guard) -> String {
        self.spelt(guard, PLAIN)
    }

    /// The text of a guard in a spelling.
    pub(super) fn spelt(&self, guard: &Guard, spelling: Spelling) -> String {
        match guard {
            Guard::All(parts) => match parts.as_slice() {
                [] => "true".to_owned(),
                [only] => self.spelt(only, spelling),
                _ => self.joined(parts, spelling.and, spelling, |part| is_alternative(part)),
            },
            Guard::Any(parts) => match parts.as_slice() {
                [] => "false".to_owned(),
                [only] => self.spelt(only, spelling),
                _ => self.joined(parts, spelling.or, spelling, |_| false),
            },
            Guard::Compare(left, comparison, right) => {
                format!("{} {} {}", self.show_term(left), sign(*comparison, spelling), self.show_term(right))
            }
        }
    }

    fn joined(&self, parts: &[Guard], by: &str, spelling: Spelling, needs_parentheses: fn(&Guard) -> bool) -> String {
        let texts = parts.iter().map(|part| match needs_parentheses(part) {
            true => format!("({})", self.spelt(part, spelling)),
            false => self.spelt(part, spelling),
        });
        texts.collect::<Vec<_>>().join(by)
    }

    /// The text of a term: `x1`, `x1 + 1`, `x1 - 2`, `x1 + x2`.
    pub fn show_term(&self, term: &Term) -> String {
        let first = self.name(&term.operand);
        match &term.plus {
            None => first.into_owned(),
            Some(Addend::Operand(operand)) => format!("{first} + {}", self.name(operand)),
            Some(Addend::Number(number)) => match unsigned(number) {
                Some(positive) => format!("{first} - {positive}"),
                None => format!("{first} + {number}"),
            },
        }
    }

    /// The text of a source: a term, `fresh`, or `output 1` for the first value of the output.
    pub fn show_source(&self, source: &Source) -> String {
        match source {
            Source::Term(term) => self.show_term(term),
            Source::Fresh => "fresh".to_owned(),
            Source::Output(index) => format!("output {}", index + 1),
        }
    }
}

/// The text of a negative number without its sign.
fn unsigned(number: &Value) -> Option<String> {
    number.to_string().strip_prefix('-').map(str::to_owned)
}

/// Whether a guard is written with an `or` outside of parentheses.
fn is_alternative(guard: &Guard) -> bool {
    match guard {
        Guard::Any(parts) if parts.len() > 1 => true,
        Guard::All(parts) | Guard::Any(parts) => matches!(parts.as_slice(), [only] if is_alternative(only)),
        Guard::Compare(..) => false,
    }
}

fn sign(comparison: Comparison, spelling: Spelling) -> &'static str {
    match comparison {
        Comparison::Equal => spelling.equal,
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::AtMost => "<=",
        Comparison::More => ">",
        Comparison::AtLeast => ">=",
    }
}
