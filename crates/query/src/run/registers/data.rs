//! The data of a system: its actions with their types, and how the values of each type compare.

use std::collections::BTreeSet;

use typestar_learn::register::theory::{Allowed, Shape, Theory, read_theory};
use typestar_learn::register::{Need, Theories, needs};
use typestar_model::register::{
    Action, Constant, DataType, Domain, Guard, Names, Operand, Register, RegisterAutomaton, Signature, TypeId,
    live_registers,
};
use typestar_model::{Decimal, Id, Symbol, Value, some_names};

use crate::case::{Case, DataSpec, NO_LIST_OF_SUMS, RegisterTester};

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
    #[error("unknown type `{name}`: this system has {}", types_text(has))]
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
    /// What a case allows of a type does not suit its values.
    #[error("type `{data_type}`: {why}")]
    Limits {
        /// The type.
        data_type: String,
        /// Why not, and what to do.
        why: String,
    },
    /// A constant is no value of its type.
    #[error("the constant `{name}` is not of type `{data_type}` of the model: check its domain")]
    Constant {
        /// The constant.
        name: String,
        /// Its type.
        data_type: String,
    },
    /// A model compares values in a way that the theory lacks.
    #[error(
        "type `{data_type}`: the model compares values by {needed}, which the theory `{theory}` cannot express: use \
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
        let written = |name: &str, _: usize| case.data.theory(name).unwrap_or("equality").to_owned();
        let theories = theories(&signature, &case.data, written)?;
        Ok(Some(Self { signature, theories }))
    }

    /// The data of a model. What the case says of its types counts more than what its guards need.
    pub fn of_automaton(case: &Case, automaton: &RegisterAutomaton) -> Result<Self, DataError> {
        let needs = needs(&[automaton]);
        let mut signature = automaton.signature.clone();
        add_constants(&mut signature, &case.data, &literals(automaton))?;
        initial_constants(automaton).into_iter().for_each(|constant| add_new(&mut signature, constant));
        check_types(&case.data, &signature)?;
        let written = |name: &str, index: usize| match case.data.theory(name) {
            Some(theory) => theory.to_owned(),
            None => needs[index].theory(signature.types[index].domain).name(),
        };
        let theories = theories(&signature, &case.data, written)?;
        for (index, (data_type, need)) in signature.types.iter().zip(&needs).enumerate() {
            if let Some(theory) = case.data.theory(&data_type.name)
                && !theories.of(TypeId::new(index)).covers(need)
            {
                return Err(DataError::NotExpressible {
                    data_type: data_type.name.clone(),
                    needed: need_text(need),
                    theory: theory.to_owned(),
                    better: need.theory(data_type.domain).name(),
                });
            }
        }
        Ok(Self { signature, theories })
    }

    /// The theory of a type.
    pub(crate) fn theory(&self, data_type: TypeId) -> &dyn Theory {
        self.theories.of(data_type)
    }

    /// The tester that suits the data: a model is compared with as a whole unless it adds values, which has no end.
    pub(crate) fn usual_tester(&self, is_simulated: bool) -> Vec<RegisterTester> {
        match is_simulated && !self.has_sums() {
            true => vec![RegisterTester::Exact],
            false if is_simulated => vec![RegisterTester::Explore(Some(6))],
            false => vec![RegisterTester::Explore(Some(3)), RegisterTester::Random(Some(1000))],
        }
    }

    /// The same for a host whose integers end somewhere. No integer beyond is given.
    pub fn carried(self, least: i64, greatest: i64) -> Result<Self, DataError> {
        let (least, greatest) = (Value::Integer(least), Value::Integer(greatest));
        let mut theories = self.theories.clone();
        for data_type in self.types().filter(|of| self.signature.types[of.index()].domain == Domain::Integer) {
            let allowed = self.theory(data_type).allowed().clone().between(&least, &greatest);
            let name = || self.signature.types[data_type.index()].name.clone();
            let known = self.theories.constants(data_type).iter().chain(allowed.values.iter().flatten());
            if let Some(value) = known.into_iter().find(|value| !allowed.holds(value)) {
                let why =
                    format!("the adapter carries integers from {least} to {greatest}, so {value} cannot be given");
                return Err(DataError::Limits { data_type: name(), why });
            }
            theories = theories.within(data_type, allowed);
        }
        Ok(Self { theories, ..self })
    }

    /// The same where no value is given that other data do not allow for its type.
    pub(crate) fn limited_as(self, other: &Self) -> Self {
        let mut theories = self.theories.clone();
        for (index, data_type) in self.signature.types.iter().enumerate() {
            if let Some(same) = other.signature.types.iter().position(|known| known == data_type) {
                let allowed = other.theory(TypeId::new(same)).allowed().clone();
                theories = theories.within(TypeId::new(index), allowed);
            }
        }
        Self { theories, ..self }
    }

    /// Whether some theory adds values.
    pub(crate) fn has_sums(&self) -> bool {
        self.types().any(|data_type| self.theory(data_type).adds())
    }

    /// Whether some theory is open: then two values may be one class that differ for later inputs.
    pub(crate) fn has_open_theory(&self) -> bool {
        self.types().any(|data_type| self.theory(data_type).is_open())
    }

    /// The constants of each type: what is known before the first word.
    pub(crate) fn constants(&self) -> Vec<Vec<Value>> {
        self.types().map(|data_type| self.theories.constants(data_type).to_vec()).collect()
    }

    /// All types.
    pub(crate) fn types(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.signature.types.len()).map(TypeId::new)
    }

    /// The types whose invented values are kept by their places: which ones decides how answers are kept.
    pub(crate) fn kept_by_place(&self) -> String {
        let is_flat = |data_type: &TypeId| self.theory(*data_type).shape() == Shape::Flat;
        let names = self.types().filter(is_flat).map(|of| self.signature.types[of.index()].name.clone());
        names.collect::<Vec<_>>().join(", ")
    }

    /// An input several times, always with values that were never seen, if there are so many; once if it takes none.
    pub(crate) fn fresh_calls(&self, action: &Action, count: usize) -> Vec<Symbol> {
        let mut known = self.constants();
        let mut call = || {
            let types = action.parameters.iter().map(|parameter| parameter.data_type);
            let values = types.map(|data_type| {
                let known = &mut known[data_type.index()];
                let value = self.next_value(data_type, known)?;
                if !known.contains(&value) {
                    known.push(value.clone());
                }
                Some(value)
            });
            Symbol::new(&action.name, values.collect::<Option<_>>()?).ok()
        };
        let count = if action.parameters.is_empty() { 1 } else { count };
        (0..count).filter_map(|_| call()).collect()
    }

    /// A value that was never seen, or any that is allowed, if all of them were.
    fn next_value(&self, data_type: TypeId, known: &[Value]) -> Option<Value> {
        let any = || Some(self.theory(data_type).atoms(known, 0, 1).into_iter().next()?.witness);
        self.fresh_value(data_type, known).or_else(any)
    }

    /// A value that was never seen, if these were and there is another one.
    pub(crate) fn fresh_value(&self, data_type: TypeId, known: &[Value]) -> Option<Value> {
        let atoms = self.theory(data_type).atoms(known, self.theories.constants(data_type).len(), 1);
        Some(atoms.into_iter().rev().find(|atom| atom.point.is_none())?.witness)
    }

    /// The input that people mean, with values of its types, or why it cannot be given; none if there is none of its name.
    pub(crate) fn input(&self, typed: &Symbol) -> Option<Result<Symbol, String>> {
        let action = self.signature.inputs.iter().find(|action| action.name == typed.name())?;
        if let Some(why) = self.refuse_input(typed) {
            return Some(Err(why));
        }
        let domains =
            action.parameters.iter().map(|parameter| self.signature.types[parameter.data_type.index()].domain);
        let values = typed.values().iter().zip(domains).map(|(value, domain)| in_domain(value, domain)).collect();
        Some(Symbol::new(&action.name, values).map_err(|error| error.to_string()))
    }

    /// Why an input cannot be given, if it cannot.
    pub fn refuse_input(&self, input: &Symbol) -> Option<String> {
        let action = self.signature.inputs.iter().find(|action| action.name == input.name())?;
        let (wanted, given) = (action.parameters.len(), input.values().len());
        if wanted != given {
            let types = action.parameters.iter().map(|of| self.signature.types[of.data_type.index()].name.clone());
            let shown = format!("{}({})", action.name, types.collect::<Vec<_>>().join(", "));
            return Some(format!("`{input}` has {given} values but needs {wanted}: {shown}"));
        }
        action.parameters.iter().zip(input.values()).find_map(|(parameter, value)| {
            let data_type = &self.signature.types[parameter.data_type.index()];
            let told = in_domain(value, data_type.domain);
            let why = || format!("`{input}`: {value} is not of type `{}`", data_type.name);
            match data_type.domain.holds(&told) {
                false => Some(format!("{}: write {}", why(), example_of(data_type.domain))),
                true => {
                    let allowed = self.theory(parameter.data_type).allowed();
                    let text = || format!("{}: {}", why(), allowed_text(allowed));
                    (!allowed.holds(&told)).then(text)
                }
            }
        })
    }

    /// The theories of all types with their names: `item: equality, seq: sums(1)`.
    pub fn theories_text(&self) -> String {
        let named = self.signature.types.iter().enumerate();
        let text =
            named.map(|(index, data_type)| format!("{}: {}", data_type.name, self.theory(TypeId::new(index)).name()));
        text.collect::<Vec<_>>().join(", ")
    }
}

/// Which values may be given, where not all may.
pub(crate) fn allowed_text(allowed: &Allowed) -> String {
    let Allowed { min, max, nonempty, values, .. } = allowed;
    let end = |name: &str, end: &Option<Value>| end.as_ref().map(|end| format!("{name} = {end}"));
    let list = values
        .as_ref()
        .map(|values| format!("values = [{}]", values.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")));
    let parts = [end("min", min), end("max", max), nonempty.then(|| "nonempty = true".to_owned()), list];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What a value of a domain looks like.
fn example_of(domain: Domain) -> &'static str {
    match domain {
        Domain::Integer => "an integer, such as 3",
        Domain::Decimal => "a number, such as 3.5",
        Domain::Text => "a text, such as \"a\"",
    }
}

fn check_types(said: &DataSpec, signature: &Signature) -> Result<(), DataError> {
    let has: Vec<String> = signature.types.iter().map(|data_type| data_type.name.clone()).collect();
    match said.types.iter().find(|spec| !has.contains(&spec.name)) {
        Some(spec) => Err(DataError::UnknownType { name: spec.name.clone(), has }),
        None => Ok(()),
    }
}

/// The theories of all types, by what is written for each, and the values that the case allows.
fn theories(
    signature: &Signature,
    said: &DataSpec,
    written: impl Fn(&str, usize) -> String,
) -> Result<Theories, DataError> {
    let theory = |(index, DataType { name, domain }): (usize, &DataType)| {
        let read = read_theory(&written(name, index), *domain);
        let mut theory = read.map_err(|why| DataError::Theory { data_type: name.clone(), why: why.to_string() })?;
        if let Some(spec) = said.types.iter().find(|spec| spec.name == *name) {
            let allowed = spec.allowed(*domain);
            check_limits(&allowed, &*theory).map_err(|why| DataError::Limits { data_type: name.clone(), why })?;
            theory = theory.limited(allowed);
        }
        Ok(theory)
    };
    let all = signature.types.iter().enumerate().map(theory).collect::<Result<_, _>>()?;
    Ok(Theories::new(signature, all))
}

/// Why values cannot be limited like this, where the case file could not tell: those of a model have the domains of its file,
/// and a theory may be named on the command line.
fn check_limits(allowed: &Allowed, theory: &dyn Theory) -> Result<(), String> {
    let Allowed { domain, min, max, values, nonempty } = allowed;
    let named = min.iter().chain(max).chain(values.iter().flatten());
    if let Some(wrong) = named.into_iter().find(|value| !domain.holds(value)) {
        return Err(format!("the limit {wrong} has the wrong type: write {}", example_of(*domain)));
    }
    let is_text = *domain == Domain::Text;
    if *nonempty && !is_text || is_text && (min.is_some() || max.is_some()) {
        return Err("`nonempty` is for texts, `min` and `max` are for numbers".to_owned());
    }
    match values {
        Some(_) if theory.adds() => Err(format!("sums do not go together with `values`: {NO_LIST_OF_SUMS}")),
        _ => Ok(()),
    }
}

/// Adds the constants of the case, and the values that guards name without having declared them.
fn add_constants(signature: &mut Signature, said: &DataSpec, literals: &[BTreeSet<Value>]) -> Result<(), DataError> {
    for (index, literals) in literals.iter().enumerate() {
        let data_type = TypeId::new(index);
        let spec = said.types.iter().find(|spec| spec.name == signature.types[index].name);
        let declared = spec.into_iter().flat_map(|spec| spec.constants(data_type));
        let literal = |(at, value): (usize, &Value)| Constant {
            name: format!("c{}_{}", index + 1, at + 1),
            data_type,
            value: value.clone(),
        };
        let more: Vec<Constant> = declared.chain(literals.iter().enumerate().map(literal)).collect();
        let domain = signature.types[index].domain;
        for constant in more {
            let constant = Constant { value: in_domain(&constant.value, domain), ..constant };
            if !domain.holds(&constant.value) {
                let data_type = signature.types[index].name.clone();
                return Err(DataError::Constant { name: constant.name, data_type });
            }
            add_new(signature, constant);
        }
    }
    Ok(())
}

/// Adds a constant, unless its type has one of the same value.
fn add_new(signature: &mut Signature, constant: Constant) {
    if !has_value(signature, &constant) {
        signature.constants.push(constant);
    }
}

fn has_value(signature: &Signature, constant: &Constant) -> bool {
    signature.constants.iter().any(|old| old.data_type == constant.data_type && old.value == constant.value)
}

/// What registers begin with, where it can be seen: a word has not shown such a value, so nobody would compare with it.
pub(crate) fn initial_constants(automaton: &RegisterAutomaton) -> Vec<Constant> {
    let live = live_registers(automaton).swap_remove(automaton.initial().index());
    let constant = |register: &Register| {
        let (name, data_type) = (format!("initial_{}", register.name), register.data_type);
        let constant = Constant { name, data_type, value: register.initial.clone()? };
        Some(constant).filter(|constant| !has_value(&automaton.signature, constant))
    };
    live.into_iter().filter_map(|register| constant(&automaton.registers[register.index()])).collect()
}

/// What a need is called in a message.
fn need_text(need: &Need) -> String {
    match need {
        Need::Equality => "equality".to_owned(),
        Need::Order => "order".to_owned(),
        Need::PairSums => "sums of two values".to_owned(),
        Need::Sums(numbers) => format!("sums with {}", listed_numbers(numbers)),
        Need::AllSums(numbers) => format!("sums of two values and with {}", listed_numbers(numbers)),
    }
}

fn listed_numbers(numbers: &BTreeSet<Value>) -> String {
    numbers.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")
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

/// The values that an automaton names without having declared them, by their types.
fn literals(automaton: &RegisterAutomaton) -> Vec<BTreeSet<Value>> {
    let mut found = vec![BTreeSet::new(); automaton.signature.types.len()];
    for transition in &automaton.transitions {
        note_literals(&transition.guard, &automaton.names(transition.input), &mut found);
    }
    found
}

fn note_literals(guard: &Guard, names: &Names, found: &mut [BTreeSet<Value>]) {
    match guard {
        Guard::All(parts) | Guard::Any(parts) => parts.iter().for_each(|part| note_literals(part, names, found)),
        Guard::Compare(left, _, right) => {
            let operands = || left.operands().chain(right.operands());
            let Some(data_type) = operands().find_map(|operand| names.data_type(operand)) else { return };
            for operand in operands() {
                if let Operand::Literal(value) = operand {
                    found[data_type.index()].insert(value.clone());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use typestar_learn::register::theory::{Atom, Equality};

    use super::*;

    /// A theory that nothing here was written for.
    #[derive(Debug)]
    struct Doubled(Equality);

    impl Theory for Doubled {
        fn shape(&self) -> Shape {
            self.0.shape()
        }

        fn atoms(&self, known: &[Value], constants: usize, remaining: usize) -> Vec<Atom> {
            self.0.atoms(known, constants, remaining)
        }

        fn allowed(&self) -> &Allowed {
            self.0.allowed()
        }

        fn limited(&self, allowed: Allowed) -> Box<dyn Theory> {
            self.0.limited(allowed)
        }

        fn name(&self) -> String {
            "doubled".to_owned()
        }

        fn covers(&self, need: &Need) -> bool {
            *need == Need::PairSums
        }

        fn adds(&self) -> bool {
            true
        }

        fn is_open(&self) -> bool {
            true
        }
    }

    fn data(theory: Box<dyn Theory>) -> Data {
        let types = vec![DataType { name: "item".to_owned(), domain: Domain::Integer }];
        let signature = Signature { types, ..Signature::default() };
        Data { theories: Theories::new(&signature, vec![theory]), signature }
    }

    #[test]
    fn a_theory_says_itself_what_follows_from_it() {
        let equality = || Equality::new(Domain::Integer);
        let (plain, doubled) = (data(Box::new(equality())), data(Box::new(Doubled(equality()))));
        assert!(doubled.has_sums() && doubled.has_open_theory() && !plain.has_sums() && !plain.has_open_theory());
        assert_eq!(plain.usual_tester(true), [RegisterTester::Exact]);
        assert_eq!(doubled.usual_tester(true), [RegisterTester::Explore(Some(6))]);
        assert_eq!(doubled.theories_text(), "item: doubled");
    }
}
