//! `[arguments]`: what the user gives for parameters of methods, by their type, their method, or their place in it.

use std::ops::Range;

use typestar_model::Value;
use typestar_model::guarded::{OfferedMethod, Parameter, ValueKind};

use super::error::{CaseError, Problem};
use super::table::{Name, Table, suggestion};
use super::{Case, read::Reader};

/// Values for some parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenArgument {
    /// A type (`a.Mail` or `Mail`), a method (`send` or `send(Mail)`), or a parameter of it (`send.arg1`).
    pub key: String,
    /// What these parameters are given first. A text that begins with `@` is an expression.
    pub values: Vec<Value>,
    /// Where the case file says so; empty if it was typed.
    pub span: Range<usize>,
}

/// Why what was typed gives nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--argument {text}: {message}")]
pub struct ArgumentError {
    text: String,
    message: String,
}

impl GivenArgument {
    /// What is typed as `TYPE=VALUE,...`: values as in JSON, expressions that begin with `@`, and other texts as they are.
    ///
    /// ```
    /// use typestar_model::Value;
    /// use typestar_query::GivenArgument;
    /// let given = GivenArgument::typed("a.Mail=@new a.Mail(1, \"x\"), null").unwrap();
    /// assert_eq!(given.values, [Value::Text("@new a.Mail(1, \"x\")".to_owned()), Value::Null]);
    /// assert!(GivenArgument::typed("3").is_err());
    /// ```
    pub fn typed(text: &str) -> Result<Self, ArgumentError> {
        let wrong = |message: &str| ArgumentError { text: text.to_owned(), message: message.to_owned() };
        let (key, values) = text.split_once('=').ok_or_else(|| wrong("write TYPE=VALUE, or METHOD.arg1=VALUE"))?;
        let values: Vec<Value> = parts(values).into_iter().map(value).collect();
        match key.trim().is_empty() || values.is_empty() {
            true => Err(wrong("write a type, a method or a parameter, `=`, and values")),
            false => Ok(Self { key: key.trim().to_owned(), values, span: 0..0 }),
        }
    }

    /// Whether it is meant for a parameter of a method, by its place from 0.
    pub(crate) fn is_for(&self, method: &OfferedMethod, place: usize) -> bool {
        let Some(parameter) = method.parameters.get(place) else { return false };
        let place = format!("arg{}", place + 1);
        match self.key.rsplit_once('.').filter(|(_, last)| *last == place) {
            Some((name, _)) => is_called(method, name),
            None => is_of_type(parameter, &self.key) || is_called(method, &self.key),
        }
    }

    /// The values that a parameter takes, as it takes them.
    pub(crate) fn fitting(&self, parameter: &Parameter) -> impl Iterator<Item = Value> {
        self.values.iter().map(|value| as_taken(parameter, value)).filter(|value| parameter.takes(value))
    }

    /// What is wrong with it for these methods.
    fn fault(&self, methods: &[OfferedMethod]) -> Option<(String, String)> {
        let meant =
            |method: &OfferedMethod| (0..method.parameters.len()).filter(|&place| self.is_for(method, place)).collect();
        let places: Vec<(&OfferedMethod, Vec<usize>)> = methods.iter().map(|method| (method, meant(method))).collect();
        let parameters =
            places.iter().flat_map(|(method, places)| places.iter().map(|&place| &method.parameters[place]));
        let Some(first) = parameters.clone().next() else {
            let mut names: Vec<&str> = methods.iter().map(|method| method.name.as_str()).collect();
            names.extend(methods.iter().flat_map(|method| &method.parameters).map(|one| one.type_name.as_str()));
            names.dedup();
            let advice = suggestion(&self.key, names.into_iter(), "types and methods with parameters");
            return Some((format!("no parameter is `{}`", self.key), advice));
        };
        let takes = |value: &Value| parameters.clone().any(|parameter| parameter.takes(&as_taken(parameter, value)));
        let refused = self.values.iter().find(|value| !takes(value))?;
        let message = format!("{refused} is not of type `{}`", first.type_name);
        Some((message, "give a value of this type, or an expression that begins with @".to_owned()))
    }
}

/// Whether this is the name of a method: with the types of an overloaded one, or without.
fn is_called(method: &OfferedMethod, name: &str) -> bool {
    method.name == name || method.name.split_once('(').is_some_and(|(bare, _)| bare == name)
}

/// Whether this is the type of a parameter: with its package, or without.
fn is_of_type(parameter: &Parameter, name: &str) -> bool {
    let full = parameter.type_name.as_str();
    full == name || full.strip_suffix(name).is_some_and(|before| before.ends_with(['.', '$', ':']))
}

/// Numbers that are typed are texts where only texts are taken.
fn as_taken(parameter: &Parameter, value: &Value) -> Value {
    match (parameter.kind, value) {
        (ValueKind::Text | ValueKind::Character, Value::Integer(_) | Value::Decimal(_) | Value::Boolean(_)) => {
            Value::Text(value.to_string())
        }
        _ => value.clone(),
    }
}

/// What stands between commas that are not inside quotes or brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut begin, mut depth) = (Vec::new(), 0, 0usize);
    let (mut quote, mut is_escaped) = (None, false);
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), _) => quote = (letter != open).then_some(open),
            (None, '"') => quote = Some(letter),
            (None, '(' | '{' | '[') => depth += 1,
            (None, ')' | '}' | ']') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                parts.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn value(text: &str) -> Value {
    let read = Value::read(text).filter(|value| !matches!(value, Value::Returned { .. }));
    read.unwrap_or_else(|| Value::Text(text.to_owned()))
}

impl Reader<'_> {
    /// The values by what they are for, in the order of the text.
    pub(super) fn arguments(&self, table: &Table<'_>, is_class: bool) -> Vec<GivenArgument> {
        let arguments = table.lists_of_values();
        if let Some((key, _)) = arguments.first().filter(|_| !is_class) {
            let advice =
                "remove [arguments]: only of a `class` in [system.java] typestar knows what its parameters take";
            self.problems.add(key.span(), "this system has no parameters that could be given values", advice);
        }
        let given =
            |(key, values): (Name, Vec<Value>)| GivenArgument { span: key.span(), key: key.into_inner(), values };
        arguments.into_iter().map(given).collect()
    }
}

impl Case {
    /// Refuses values that no parameter of these methods takes, at their place in the case file.
    pub fn check_arguments(&self, methods: &[OfferedMethod]) -> Result<(), CaseError> {
        let problem = |given: &GivenArgument| {
            let (message, advice) = given.fault(methods)?;
            Some(Problem { span: given.span.clone(), message, advice })
        };
        self.refuse(self.arguments.iter().filter_map(problem).collect())
    }

    /// The place in the case file of the values that the system could not make, if it says so as `the argument KEY = `.
    pub fn blamed_argument(&self, text: &str) -> Option<CaseError> {
        let blames = |given: &&GivenArgument| text.contains(&format!("the argument {} = ", given.key));
        let given = self.arguments.iter().find(|given| !given.span.is_empty() && blames(given))?;
        let advice = "correct the expression, or leave it out".to_owned();
        self.refuse(vec![Problem { span: given.span.clone(), message: text.to_owned(), advice }]).err()
    }
}
