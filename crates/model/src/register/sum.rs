//! Sums while they are put together: a term is a sum of at most two values and a number.
//!
//! While a text is read or two transitions are joined, parts come one by one and numbers are added up at once: `x + 1 + 2`
//! is the term `x + 3`. Only at the end it must fit into a term.

use super::{Addend, Operand, Term};
use crate::symbols::value::Value;

/// Operands and a number that are added up.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    operands: Vec<Operand>,
    number: Option<Value>,
}

impl Sum {
    /// The sum of one part.
    ///
    /// A number is kept apart from operands that have a name, so that numbers can be added up.
    pub(super) fn of(operand: Operand) -> Self {
        match operand {
            Operand::Literal(number @ (Value::Integer(_) | Value::Decimal(_))) => {
                Self { number: Some(number), ..Self::default() }
            }
            other => Self { operands: vec![other], ..Self::default() },
        }
    }

    /// Adds another sum.
    pub(super) fn add(&mut self, other: Self) -> Result<(), String> {
        self.operands.extend(other.operands);
        self.number = match (self.number.take(), other.number) {
            (Some(one), Some(other)) => {
                let too_large =
                    || format!("{one} and {other} cannot be added: use numbers of one kind with a smaller sum");
                Some(one.plus(&other).ok_or_else(too_large)?)
            }
            (one, other) => one.or(other),
        };
        Ok(())
    }

    /// The operands that are added up, numbers excluded.
    pub(super) fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// The number that is added to the operands; none is 0.
    pub(super) fn number(&self) -> Option<&Value> {
        self.number.as_ref()
    }

    /// Whether it is a text and nothing else.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.operands.as_slice(), [Operand::Literal(Value::Text(_))]) && self.number.is_none()
    }

    /// The sum as a term. Adding 0 is left out.
    pub(super) fn into_term(self) -> Result<Term, String> {
        let is_zero = |number: &Value| *number == Value::Integer(0) || number.to_string() == "0.0";
        let mut operands = self.operands.into_iter();
        let number = self.number;
        let Some(operand) = operands.next() else {
            return number
                .map(|number| Term::of(Operand::Literal(number)))
                .ok_or_else(|| "a sum has no part".to_owned());
        };
        let plus = match (operands.next(), number.filter(|number| !is_zero(number))) {
            (None, number) => number.map(Addend::Number),
            (Some(other), None) => Some(Addend::Operand(other)),
            (Some(other), Some(number)) => Some(Addend::Both(other, number)),
        };
        match operands.next() {
            None => Ok(Term { operand, plus }),
            Some(_) => {
                let advice = "store the sum of two in a register";
                Err(format!("a sum has at most two values and a number, such as x + 1 or x + y + 1: {advice}"))
            }
        }
    }
}

impl From<&Term> for Sum {
    fn from(term: &Term) -> Self {
        let mut sum = Self::of(term.operand.clone());
        sum.operands.extend(term.operands().skip(1).cloned());
        match term.number() {
            Some(number) if sum.number.is_none() => sum.number = Some(number.clone()),
            Some(number) => sum.operands.push(Operand::Literal(number.clone())),
            None => {}
        }
        sum
    }
}
