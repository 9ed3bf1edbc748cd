//! Names and types of what guards and terms speak of.
//!
//! Guards and terms hold numbers: register 0, parameter 1. Their texts hold names. [`Names`] knows both, and with them the
//! types, so the same place reads, writes and checks. It belongs to one input, whose parameters it can name.

use std::borrow::Cow;

use super::signature::ConstantId;
use super::{Action, Addend, Comparison, Domain, Operand, Parameter, Register, RegisterId, Signature, Term, TypeId};
use crate::symbols::symbol::Id;
use crate::symbols::value::{Decimal, Value};

/// Words that mean something in guards and outputs, so that nothing can be named by them.
const RESERVED: [&str; 5] = ["and", "or", "true", "false", "fresh"];

/// The names that a transition can use: the parameters of its input, registers and constants.
///
/// ```
/// use typestar_model::register::{Action, Names, Parameter, Signature, DataType, Domain, TypeId};
/// use typestar_model::Id;
/// let id = TypeId::new(0);
/// let signature = Signature {
///     types: vec![DataType { name: "id".to_owned(), domain: Domain::Integer }],
///     ..Signature::default()
/// };
/// let offer = Action { name: "offer".to_owned(), parameters: vec![Parameter { name: "p".to_owned(), data_type: id }] };
/// let names = Names::new(&signature, &[], &offer);
/// let guard = names.read_guard("p == 1 || p > 3").unwrap();
/// assert_eq!(names.show_guard(&guard), "p = 1 or p > 3");
/// ```
#[derive(Clone, Debug)]
pub struct Names<'a> {
    pub(super) signature: &'a Signature,
    pub(super) registers: &'a [Register],
    /// The XML of RALib renames parameters at each transition, so they may be others than the signature's.
    pub(super) parameters: Cow<'a, [Parameter]>,
}

/// Whether something can have this name: letters, digits and underscores, and no word of the language of guards.
///
/// ```
/// use typestar_model::register::is_name;
/// assert!(is_name("x1") && is_name("größe"));
/// assert!(!is_name("1x") && !is_name("and") && !is_name("a b"));
/// ```
pub fn is_name(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let begins_well = text.chars().next().is_some_and(|first| is_letter(first) && !first.is_numeric());
    begins_well && text.chars().all(is_letter) && !RESERVED.contains(&text)
}

impl<'a> Names<'a> {
    /// The names for transitions with this input.
    pub fn new(signature: &'a Signature, registers: &'a [Register], input: &'a Action) -> Self {
        Self { signature, registers, parameters: Cow::Borrowed(&input.parameters) }
    }

    /// What has this name. Parameters come before registers, and these before constants.
    pub fn operand(&self, name: &str) -> Option<Operand> {
        let parameter = self.parameters.iter().position(|parameter| parameter.name == name).map(Operand::Parameter);
        let register = || self.register(name).map(Operand::Register);
        let constant = || self.signature.constants.iter().position(|constant| constant.name == name);
        parameter.or_else(register).or_else(|| constant().map(|index| Operand::Constant(ConstantId::new(index))))
    }

    /// The register with this name.
    pub fn register(&self, name: &str) -> Option<RegisterId> {
        self.registers.iter().position(|register| register.name == name).map(RegisterId::new)
    }

    /// The name of an operand; the text of a value that is written as it is.
    pub fn name(&self, operand: &Operand) -> Cow<'_, str> {
        match operand {
            Operand::Register(register) => Cow::Borrowed(&self.registers[register.index()].name),
            Operand::Parameter(index) => Cow::Borrowed(&self.parameters[*index].name),
            Operand::Constant(constant) => Cow::Borrowed(&self.signature.constants[constant.index()].name),
            Operand::Literal(value) => Cow::Owned(value.to_string()),
        }
    }

    /// The type of an operand; none for a value that is written as it is.
    pub fn data_type(&self, operand: &Operand) -> Option<TypeId> {
        match operand {
            Operand::Register(register) => Some(self.registers.get(register.index())?.data_type),
            Operand::Parameter(index) => Some(self.parameters.get(*index)?.data_type),
            Operand::Constant(constant) => Some(self.signature.constants.get(constant.index())?.data_type),
            Operand::Literal(_) => None,
        }
    }

    /// The type of a term: that of its first operand that has one.
    pub(super) fn term_type(&self, term: &Term) -> Option<TypeId> {
        term.operands().find_map(|operand| self.data_type(operand))
    }

    /// The type of two terms that are compared.
    pub(super) fn common_type(&self, left: &Term, right: &Term) -> Option<TypeId> {
        self.term_type(left).or_else(|| self.term_type(right))
    }

    /// The term with its numbers made values of a type. A value that has a name is called by it.
    pub(super) fn typed(&self, mut term: Term, data_type: TypeId) -> Term {
        let domain = self.domain(data_type);
        if let Some(Addend::Number(number) | Addend::Both(_, number)) = &mut term.plus {
            *number = in_domain(number.clone(), domain);
        }
        if let Operand::Literal(value) = term.operand {
            let value = in_domain(value, domain);
            let constants = self.signature.constants.iter();
            let constant =
                constants.clone().position(|constant| constant.data_type == data_type && constant.value == value);
            term.operand = match constant {
                Some(index) => Operand::Constant(ConstantId::new(index)),
                None => Operand::Literal(value),
            };
        }
        term
    }

    /// Whether a term is one of this type; if not, why.
    pub(super) fn check_term(&self, term: &Term, data_type: TypeId) -> Result<(), String> {
        self.check_operands(term)?;
        let domain = self.domain(data_type);
        let type_name = &self.signature.types[data_type.index()].name;
        for operand in term.operands() {
            let fits = match operand {
                Operand::Literal(value) => domain.holds(value) && !matches!(value, Value::Returned { .. }),
                named => self.data_type(named) == Some(data_type),
            };
            if !fits {
                let name = self.name(operand);
                return Err(format!("{name} is not of type {type_name}: values of different types are never compared"));
            }
        }
        match &term.plus {
            Some(_) if domain == Domain::Text => {
                Err(format!("values of type {type_name} are texts, which cannot be added"))
            }
            Some(Addend::Number(number) | Addend::Both(_, number)) if !domain.holds(number) => {
                Err(format!("{number} is not of type {type_name}: add a number of this type"))
            }
            _ => Ok(()),
        }
    }

    /// Whether two terms can be compared like this; if not, why.
    pub(super) fn check_comparison(&self, left: &Term, comparison: Comparison, right: &Term) -> Result<(), String> {
        self.check_operands(left)?;
        self.check_operands(right)?;
        let Some(data_type) = self.common_type(left, right) else { return Ok(()) };
        self.check_term(left, data_type)?;
        self.check_term(right, data_type)?;
        let is_order = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if is_order && self.domain(data_type) == Domain::Text {
            return Err("texts have no order: compare them only with = and !=".to_owned());
        }
        Ok(())
    }

    /// Whether all that a term names is there.
    fn check_operands(&self, term: &Term) -> Result<(), String> {
        let is_there = |operand: &Operand| matches!(operand, Operand::Literal(_)) || self.data_type(operand).is_some();
        match term.operands().find(|operand| !is_there(operand)) {
            Some(operand) => Err(format!("unknown name {operand:?}")),
            None => Ok(()),
        }
    }

    fn domain(&self, data_type: TypeId) -> Domain {
        self.signature.types[data_type.index()].domain
    }
}

/// A whole number where decimals are meant is one of them: people write `0`.
pub(super) fn in_domain(value: Value, domain: Domain) -> Value {
    match value {
        Value::Integer(number) if domain == Domain::Decimal => {
            Decimal::new(number as f64).map_or(Value::Integer(number), Value::Decimal)
        }
        other => other,
    }
}
