//! The data of a system: its actions with their types, and how the values of each type compare.

use std::collections::BTreeSet;

use typestar_learn::register::Theories;
use typestar_learn::register::theory::{Theory, read_theory};
use typestar_model::register::{
    Addend, Comparison, Constant, Domain, Guard, Operand, RegisterAutomaton, Signature, Source, Term, Transition, TypeId,
};
use typestar_model::{Decimal, Id, Value, some_names};

use crate::case::{Case, DataSpec};

/// What is known of the data of a system before it is asked.
#[derive(Clone, Debug)]
pub struct Data {
    /// The actions, types and constants.
    pub signature: Signature,
    /// How the values of each type compare.
    pub theories: Theories,
}

/// Why a case and a model with data do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// There is no type of this name.
    #[error("there is no type `{name}`: this system has {}", types_text(has))]
    UnknownType {
        /// The name.
        name: String,
        /// Those that there are.
        has: Vec<String>,
    },
    /// Values of a type cannot be compared like this.
    #[error("type `{data_type}`: {why}")]
    Theory {
        /// The type.
        data_type: String,
        /// Why not, and what to write.
        why: String,
    },
    /// A model compares values in a way that the theory lacks.
    #[error(
        "type `{data_type}`: the model compares by {needed}, which the theory `{theory}` cannot express: use \
         --theory '{data_type}={better}'"
    )]
    NotExpressible {
        /// The type.
        data_type: String,
        /// What the model does.
        needed: String,
        /// The theory that was asked for.
        theory: String,
        /// One that would do.
        better: String,
    },
}

fn types_text(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { some_names(names) }
}

impl Data {
    /// What the case itself declares; none for machines, and for models, whose file has it.
    pub fn of_case(case: &Case) -> Result<Option<Self>, DataError> {
        if !case.data.has_actions() {
            return Ok(None);
        }
        let signature = case.data.signature(case.inputs.wait);
        check_types(&case.data, &signature)?;
        let theories = theories(&signature, |name, _| case.data.theory(name).unwrap_or("equality").to_owned())?;
        Ok(Some(Self { signature, theories }))
    }

    /// The data of a model. What the case says of its types counts more than what its guards need.
    pub fn of_automaton(case: &Case, automaton: &RegisterAutomaton) -> Result<Self, DataError> {
        let needs = Needs::of(automaton);
        let mut signature = automaton.signature.clone();
        add_constants(&mut signature, &case.data, &needs);
        check_types(&case.data, &signature)?;
        for (data_type, need) in signature.types.iter().zip(&needs) {
            if let Some(theory) = case.data.theory(&data_type.name) {
                need.check(&data_type.name, theory)?;
            }
        }
        let usual = |name: &str, index: usize| {
            case.data.theory(name).map_or_else(|| needs[index].theory(), str::to_owned)
        };
        let theories = theories(&signature, usual)?;
        Ok(Self { signature, theories })
    }

    /// The theory of a type.
    pub(crate) fn theory(&self, data_type: TypeId) -> &dyn Theory {
        self.theories.of(data_type)
    }

    /// The theories of all types with their names: `item: equality, seq: sums(1)`.
    pub fn theories_text(&self) -> String {
        let named = self.signature.types.iter().enumerate();
        let text = named.map(|(index, data_type)| {
            format!("{}: {}", data_type.name, self.theory(TypeId::new(index)).name())
        });
        text.collect::<Vec<_>>().join(", ")
    }
}

fn check_types(said: &DataSpec, signature: &Signature) -> Result<(), DataError> {
    let has: Vec<String> = signature.types.iter().map(|data_type| data_type.name.clone()).collect();
    match said.types.iter().find(|spec| !has.contains(&spec.name)) {
        Some(spec) => Err(DataError::UnknownType { name: spec.name.clone(), has }),
        None => Ok(()),
    }
}

/// The theories of all types, by what is written for each.
fn theories(signature: &Signature, written: impl Fn(&str, usize) -> String) -> Result<Theories, DataError> {
    let mut all = Vec::new();
    for (index, data_type) in signature.types.iter().enumerate() {
        let read = read_theory(&written(&data_type.name, index), data_type.domain);
        all.push(read.map_err(|why| DataError::Theory { data_type: data_type.name.clone(), why: why.to_string() })?);
    }
    Ok(Theories::new(signature, all))
}

/// Adds the constants of the case, and the values that guards name without having declared them.
fn add_constants(signature: &mut Signature, said: &DataSpec, needs: &[Needs]) {
    for index in 0..signature.types.len() {
        let data_type = TypeId::new(index);
        let spec = said.types.iter().find(|spec| spec.name == signature.types[index].name);
        let declared = spec.into_iter().flat_map(|spec| spec.constants(data_type));
        let literal = |(at, value): (usize, &Value)| {
            Constant { name: format!("c{}_{}", index + 1, at + 1), data_type, value: value.clone() }
        };
        let more: Vec<Constant> = declared.chain(needs[index].literals.iter().enumerate().map(literal)).collect();
        for constant in more {
            let is_same = |old: &Constant| old.data_type == data_type && old.value == constant.value;
            if !signature.constants.iter().any(is_same) {
                signature.constants.push(constant);
            }
        }
    }
}

/// What a model does with the values of a type.
#[derive(Clone, Debug, Default)]
struct Needs {
    has_order: bool,
    /// The distances that are added to values.
    numbers: BTreeSet<Value>,
    /// Whether two values are added.
    has_pairs: bool,
    /// Values that guards name.
    literals: BTreeSet<Value>,
}

impl Needs {
    /// What an automaton needs of each type.
    fn of(automaton: &RegisterAutomaton) -> Vec<Self> {
        let mut needs = vec![Self::default(); automaton.signature.types.len()];
        for transition in &automaton.transitions {
            note_guard(automaton, transition, &transition.guard, &mut needs);
            let assigned = transition.assignments.iter().map(|(_, source)| source);
            for source in transition.values.iter().chain(assigned) {
                if let Source::Term(term) = source
                    && let Some(data_type) = type_of(automaton, transition, term)
                {
                    needs[data_type.index()].note(term);
                }
            }
        }
        needs
    }

    fn note(&mut self, term: &Term) {
        match &term.plus {
            Some(Addend::Number(number)) => self.add(number),
            Some(Addend::Operand(_)) => self.has_pairs = true,
            None => {}
        }
        if let Operand::Literal(value) = &term.operand {
            self.literals.insert(value.clone());
        }
    }

    fn add(&mut self, number: &Value) {
        let distance = match number {
            Value::Integer(number) => Value::Integer(number.saturating_abs()),
            Value::Decimal(number) => Decimal::new(number.number().abs()).map_or(Value::Null, Value::Decimal),
            _ => return,
        };
        if distance != Value::Integer(0) && Some(&distance) != Decimal::new(0.0).map(Value::Decimal).as_ref() {
            self.numbers.insert(distance);
        }
    }

    /// The least theory that has all of it.
    fn theory(&self) -> String {
        match (self.has_pairs, self.numbers.is_empty(), self.has_order) {
            (true, _, _) => "sums(p+p)".to_owned(),
            (_, false, _) => {
                let numbers: Vec<String> = self.numbers.iter().map(Value::to_string).collect();
                format!("sums({})", numbers.join(", "))
            }
            (_, _, true) => "order".to_owned(),
            _ => "equality".to_owned(),
        }
    }

    /// Whether a theory that somebody asked for has all of it.
    fn check(&self, data_type: &str, theory: &str) -> Result<(), DataError> {
        let sums = theory.strip_prefix("sums(").and_then(|rest| rest.strip_suffix(')'));
        let has_pairs = sums.is_some_and(|parts| parts.replace(' ', "") == "p+p");
        let is_closed = sums.is_some_and(|parts| parts.contains("closed"));
        let parts: Vec<&str> = sums.iter().flat_map(|parts| parts.split(',').map(str::trim)).collect();
        let has = |number: &Value| parts.iter().any(|part| Value::read(part).as_ref().is_some_and(|n| same(n, number)));
        let needed = match () {
            () if self.has_pairs && !has_pairs => "sums of two values".to_owned(),
            () if !is_closed && self.numbers.iter().any(|number| !has(number)) => {
                let missing = self.numbers.iter().find(|number| !has(number)).map(ToString::to_string);
                format!("sums with {}", missing.unwrap_or_default())
            }
            () if self.has_order && theory == "equality" => "order".to_owned(),
            () => return Ok(()),
        };
        let (data_type, theory, better) = (data_type.to_owned(), theory.to_owned(), self.theory());
        Err(DataError::NotExpressible { data_type, needed, theory, better })
    }
}

/// Whether two numbers are the same, whatever they are written as.
fn same(one: &Value, other: &Value) -> bool {
    in_domain(one, Domain::Decimal) == in_domain(other, Domain::Decimal)
}

/// A value as one of this domain: whole numbers are decimals, too.
pub(crate) fn in_domain(value: &Value, domain: Domain) -> Value {
    match (value, domain) {
        (Value::Integer(number), Domain::Decimal) => {
            Decimal::new(*number as f64).map_or_else(|| value.clone(), Value::Decimal)
        }
        _ => value.clone(),
    }
}

fn note_guard(automaton: &RegisterAutomaton, transition: &Transition, guard: &Guard, needs: &mut [Needs]) {
    match guard {
        Guard::All(parts) | Guard::Any(parts) => {
            parts.iter().for_each(|part| note_guard(automaton, transition, part, needs));
        }
        Guard::Compare(left, comparison, right) => {
            let data_type = type_of(automaton, transition, left).or_else(|| type_of(automaton, transition, right));
            let Some(data_type) = data_type else { return };
            let need = &mut needs[data_type.index()];
            need.has_order |= !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
            need.note(left);
            need.note(right);
        }
    }
}

/// The type of the values that a term has; none if it is a value as it is.
fn type_of(automaton: &RegisterAutomaton, transition: &Transition, term: &Term) -> Option<TypeId> {
    let signature = &automaton.signature;
    term.operands().find_map(|operand| match operand {
        Operand::Register(register) => automaton.registers.get(register.index()).map(|register| register.data_type),
        Operand::Parameter(index) => {
            let parameters = &signature.inputs[transition.input.index()].parameters;
            parameters.get(*index).map(|parameter| parameter.data_type)
        }
        Operand::Constant(constant) => signature.constants.get(constant.index()).map(|constant| constant.data_type),
        Operand::Literal(_) => None,
    })
}
