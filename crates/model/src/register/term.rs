//! Terms: what values are compared with.
//!
//! A sum of two parts is enough for what the theories of typestar can tell: a stored value plus a constant, and the sum of
//! two stored values.

use std::borrow::Cow;

use super::RegisterId;
use super::signature::ConstantId;
use crate::symbols::value::Value;

/// A value by its origin, or the sum of two: `x1`, `p + 1`, `x1 - 2`, `x1 + x2`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Term {
    /// The value, or the first one of the sum.
    pub operand: Operand,
    /// What is added to it, if anything.
    pub plus: Option<Addend>,
}

/// What is added in a term.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Addend {
    /// A number, which may be negative.
    Number(Value),
    /// Another value.
    Operand(Operand),
    /// Another value and a number, which may be negative.
    Both(Operand, Value),
}

/// A value by its origin.
///
/// By number, because names may change; [`Names`](super::Names) writes them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operand {
    /// What a register holds before the step.
    Register(RegisterId),
    /// A parameter of the input, counted from 0.
    Parameter(usize),
    /// A constant of the signature.
    Constant(ConstantId),
    /// A value as it is.
    Literal(Value),
}

/// Where the values of operands come from.
pub trait Scope {
    /// The value of an operand; none if it has none yet.
    fn value<'v>(&'v self, operand: &'v Operand) -> Option<&'v Value>;
}

impl Term {
    /// The term of one operand.
    pub fn of(operand: Operand) -> Self {
        Self { operand, plus: None }
    }

    /// Its one or two operands.
    pub fn operands(&self) -> impl Iterator<Item = &Operand> {
        let second = match &self.plus {
            Some(Addend::Operand(operand) | Addend::Both(operand, _)) => Some(operand),
            Some(Addend::Number(_)) | None => None,
        };
        std::iter::once(&self.operand).chain(second)
    }

    /// Its one or two operands, to change them.
    pub(super) fn operands_mut(&mut self) -> impl Iterator<Item = &mut Operand> {
        let second = match &mut self.plus {
            Some(Addend::Operand(operand) | Addend::Both(operand, _)) => Some(operand),
            Some(Addend::Number(_)) | None => None,
        };
        std::iter::once(&mut self.operand).chain(second)
    }

    /// The number that it adds, if it adds one.
    pub fn number(&self) -> Option<&Value> {
        match &self.plus {
            Some(Addend::Number(number) | Addend::Both(_, number)) => Some(number),
            Some(Addend::Operand(_)) | None => None,
        }
    }

    /// The value of the term; none if an operand has no value, if something other than numbers is added, or if the sum is
    /// too large.
    pub fn value(&self, scope: &dyn Scope) -> Option<Value> {
        self.evaluated(scope).map(Cow::into_owned)
    }

    /// The value of the term, borrowed where nothing is added: guards are evaluated more often than anything else.
    pub(super) fn evaluated<'v>(&'v self, scope: &'v dyn Scope) -> Option<Cow<'v, Value>> {
        let first = scope.value(&self.operand)?;
        match &self.plus {
            None => Some(Cow::Borrowed(first)),
            Some(Addend::Number(number)) => first.plus(number).map(Cow::Owned),
            Some(Addend::Operand(operand)) => first.plus(scope.value(operand)?).map(Cow::Owned),
            Some(Addend::Both(operand, number)) => first.plus(scope.value(operand)?)?.plus(number).map(Cow::Owned),
        }
    }
}
