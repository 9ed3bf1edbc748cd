//! From what a call returned or threw to its output.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value as Json;
use typestar_model::{ERROR, OK, Symbol, Value};

use crate::Settings;
use crate::returns::{LONGEST_OUTPUT, Recoverable, Returns, Shown, is_output_name, is_printable, is_reserved};
use crate::sink::with_values;

/// What a call of a [`Component`](crate::Component) returned. The case file says which callins show it; the others
/// answer `ok`, whatever it is.
///
/// ```
/// use typestar_protocol::Returned;
/// assert_eq!(Returned::from(()), Returned::NOTHING);
/// assert_eq!(Returned::from(None::<bool>), Returned::NOTHING);
/// assert_eq!(Returned::from(3), Returned::Value(3.into()));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Returned {
    /// A plain value. Lists and objects are shown by their type.
    Value(Json),
    /// Something of which only the type is shown: this one.
    Object(String),
    /// An output by its name and values, whatever the case file says.
    Output(String, Vec<Value>),
    /// The output `no-reply`: what the call waited for did not come within this time.
    NoReply(Duration),
}

/// The output of a call whose reply did not come in time.
pub const NO_REPLY: &str = "no-reply";

impl Returned {
    /// The call returned nothing; where values are shown, that is `null`.
    pub const NOTHING: Self = Self::Value(Json::Null);

    /// An output by its name, whatever the case file says.
    pub fn output(name: &str) -> Self {
        Self::output_with(name, [])
    }

    /// An output with values, whatever the case file says.
    pub fn output_with(name: &str, values: impl Into<Vec<Value>>) -> Self {
        Self::Output(name.to_owned(), values.into())
    }

    /// What is wrong with a number that cannot be a value; none if nothing is, or if it is none.
    fn fault(&self) -> Option<String> {
        let Self::Value(Json::Number(number)) = self else { return None };
        let is_fine = self.reusable().is_some();
        (!is_fine)
            .then(|| format!("has the value {number}, which is beyond 64 bits: give it as a text, or leave it out"))
    }

    /// The value, if a later call of the same execution can be given it.
    pub(crate) fn reusable(&self) -> Option<Value> {
        let Self::Value(value) = self else { return None };
        // An object is no value, also if it looks like one that refers to a step.
        Value::deserialize(value).ok().filter(|_| !value.is_object())
    }

    /// The number or text, if it is one.
    fn data(&self) -> Option<Value> {
        self.reusable().filter(|value| !matches!(value, Value::Null | Value::Boolean(_)))
    }

    /// The value as it is if it is plain and short, or else its type.
    fn shown(&self) -> String {
        let Self::Value(value) = self else { return self.type_name() };
        let plain = match value {
            Json::Null | Json::Bool(_) => Some(value.to_string()),
            Json::Number(number) => number.as_i64().filter(|n| n.abs() <= LARGEST_NUMBER).map(|n| n.to_string()),
            Json::String(text) => quoted(text),
            Json::Array(_) | Json::Object(_) => None,
        };
        plain.unwrap_or_else(|| self.type_name())
    }

    /// The type. JSON has no names for types, so plain values have those of JavaScript.
    fn type_name(&self) -> String {
        match self {
            Self::Value(Json::Null) => "null".to_owned(),
            Self::Value(Json::Bool(_)) => "Boolean".to_owned(),
            Self::Value(Json::Number(_)) => "Number".to_owned(),
            Self::Value(Json::String(_)) => "String".to_owned(),
            Self::Value(Json::Array(_)) => "Array".to_owned(),
            Self::Value(Json::Object(_)) => "Object".to_owned(),
            Self::Object(name) | Self::Output(name, _) => class_output(name),
            Self::NoReply(_) => NO_REPLY.to_owned(),
        }
    }

    /// The text that patterns are tried on: texts as they are, everything else as JSON.
    fn plain(&self) -> String {
        match self {
            Self::Value(Json::String(text)) => text.clone(),
            Self::Value(value) => value.to_string(),
            Self::Object(name) | Self::Output(name, _) => name.clone(),
            Self::NoReply(_) => NO_REPLY.to_owned(),
        }
    }
}

impl From<()> for Returned {
    fn from((): ()) -> Self {
        Self::NOTHING
    }
}

impl<T: Into<Returned>> From<Option<T>> for Returned {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::NOTHING, Into::into)
    }
}

macro_rules! from_plain {
    ($($plain:ty),*) => {
        $(impl From<$plain> for Returned {
            fn from(value: $plain) -> Self {
                Self::Value(value.into())
            }
        })*
    };
}

from_plain!(bool, i32, i64, u32, u64, usize, &str, String, Json);

/// Larger numbers are rather data than states: they are shown by their type.
const LARGEST_NUMBER: i64 = 999_999;

/// A text in quotes, with JSON's escapes for what is not printable; none if it is too long.
fn quoted(text: &str) -> Option<String> {
    if text.len() > 4 * LONGEST_OUTPUT {
        return None;
    }
    let mut quoted = String::new();
    for character in Json::from(text).to_string().chars() {
        match is_printable(character) {
            true => quoted.push(character),
            false => character.encode_utf16(&mut [0; 2]).iter().for_each(|unit| quoted += &format!("\\u{unit:04x}")),
        }
    }
    (quoted.chars().count() <= LONGEST_OUTPUT).then_some(quoted)
}

/// The output that a class has: its name, marked if that means something else, and cut if it is too long.
fn class_output(name: &str) -> String {
    if name.is_empty() {
        return "Object".to_owned();
    }
    if is_reserved(name) {
        return format!("class:{name}");
    }
    let printable = |character| if is_printable(character) { character } else { '?' };
    match name.chars().count() <= LONGEST_OUTPUT {
        true => name.chars().map(printable).collect(),
        false => name.chars().take(LONGEST_OUTPUT - 3).map(printable).chain("...".chars()).collect(),
    }
}

/// Whether a text fits a pattern: literal text, in which each `*` stands for anything.
///
/// ```
/// use typestar_protocol::fits;
/// assert!(fits("CONNACK*", "CONNACK 0") && fits("*", "") && fits("a*b*c", "a-b-b-c"));
/// assert!(!fits("CONNACK", "CONNACK 0") && !fits("a*a", "a"));
/// ```
pub fn fits(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    let Some(mut left) = text.strip_prefix(first).and_then(|text| text.strip_suffix(last)) else { return false };
    middle.split('*').all(|part| match left.find(part) {
        Some(at) => {
            left = &left[at + part.len()..];
            true
        }
        None => false,
    })
}

/// What a call answers, by what it returned or threw.
impl Settings {
    /// The output of a call that returned. An error is a name that no output may have.
    pub(crate) fn output(&self, input: &str, returned: &Returned) -> Result<Symbol, String> {
        match (returned, self.returns.get(input)) {
            (Returned::Output(name, values), _) if is_output_name(name) => {
                with_values(name, values).map_err(|fault| format!("output: {fault}"))
            }
            (Returned::Output(name, _), _) => Err(format!(
                "output: '{name}' cannot be an output: use 1 to {LONGEST_OUTPUT} printable characters; ok, quiet, \
                 error, hang, crash and outside are reserved"
            )),
            (Returned::NoReply(_), _) => Ok(Symbol::read(NO_REPLY)),
            (_, None) => Ok(Symbol::read(OK)),
            (_, Some(Returns::Shown(Shown::Value))) => Ok(Symbol::read(&returned.shown())),
            (_, Some(Returns::Shown(Shown::Data))) => match returned.data() {
                Some(value) => with_values(input, &[value]).map_err(|fault| format!("output: {fault}")),
                None => Ok(Symbol::read(&returned.shown())),
            },
            (_, Some(Returns::Shown(Shown::Type))) => Ok(Symbol::read(&returned.type_name())),
            (_, Some(Returns::Mapped(pairs))) => {
                let plain = returned.plain();
                let named = pairs.iter().find(|(pattern, _)| fits(pattern, &plain));
                Ok(Symbol::read(named.map_or(OK, |(_, name)| name)))
            }
        }
    }

    /// Why a call has its output, if there is something to say. A number that cannot be a value shows its type only, as
    /// everything does that is no data.
    pub(crate) fn reason(&self, input: &str, returned: &Returned) -> Option<String> {
        if let Returned::NoReply(within) = returned {
            return Some(format!("no reply within {} ms", within.as_secs_f64() * 1000.0));
        }
        let is_asked = self.returns.get(input) == Some(&Returns::Shown(Shown::Data));
        returned.fault().filter(|_| is_asked).map(|fault| format!("'{input}' {fault}"))
    }

    /// What is told beside the output, if somebody wants to know: the value as it would be shown.
    pub(crate) fn told(&self, returned: &Returned) -> Option<String> {
        (self.tell_returned && !matches!(returned, Returned::Output(..) | Returned::NoReply(_)))
            .then(|| returned.shown())
    }

    /// The output of a call that threw: `error`, unless a rule says that the word goes on.
    pub(crate) fn thrown(&self, input: &str, reason: &str) -> String {
        let applies =
            |rule: &&Recoverable| rule.input.as_ref().is_none_or(|only| only == input) && fits(&rule.exception, reason);
        let Some(rule) = self.recoverable.iter().find(applies) else { return ERROR.to_owned() };
        rule.output.clone().unwrap_or_else(|| class_output(class(reason)))
    }
}

/// The class of an error that is written as `Class: message`.
fn class(reason: &str) -> &str {
    let class = reason.split_once(':').map_or(reason, |(class, _)| class);
    if class.is_empty() || class.contains(char::is_whitespace) { "Error" } else { class }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Whether a text fits a pattern, by trying everything.
    fn fits_somehow(pattern: &[char], text: &[char]) -> bool {
        match pattern {
            [] => text.is_empty(),
            ['*', rest @ ..] => (0..=text.len()).any(|at| fits_somehow(rest, &text[at..])),
            [letter, rest @ ..] => text.first() == Some(letter) && fits_somehow(rest, &text[1..]),
        }
    }

    fn any_returned() -> impl Strategy<Value = Returned> {
        prop_oneof![
            any::<bool>().prop_map(Returned::from),
            any::<i64>().prop_map(Returned::from),
            (-2_000_000..2_000_000i64).prop_map(Returned::from),
            any::<String>().prop_map(Returned::from),
            "(ok|quiet|error|outside|hang|crash|true)".prop_map(Returned::from),
            any::<String>().prop_map(Returned::Object),
            "(ok|quiet|error|outside|hang|crash)".prop_map(Returned::Object),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(256)))]

        #[test]
        fn a_pattern_fits_what_it_fits_somehow(pattern in "[ab*]{0,8}", text in "[ab]{0,8}") {
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            prop_assert_eq!(fits(&pattern, &text), fits_somehow(&letters(&pattern), &letters(&text)));
        }

        #[test]
        fn values_and_types_are_names_for_outputs(returned in any_returned()) {
            for output in [returned.shown(), returned.type_name()] {
                prop_assert!(is_output_name(&output), "{returned:?}: {output:?}");
            }
        }

        #[test]
        fn classes_of_errors_are_names_for_outputs(reason in any::<String>()) {
            let rules = Settings { recoverable: vec![Recoverable::default()], ..Settings::default() };
            let output = rules.thrown("go", &reason);
            prop_assert!(is_output_name(&output), "{reason:?}: {output:?}");
        }

        #[test]
        fn different_short_texts_are_different_outputs(a in "\\PC{0,8}", b in "\\PC{0,8}") {
            let (shown_a, shown_b) = (Returned::from(a.as_str()).shown(), Returned::from(b.as_str()).shown());
            prop_assert_eq!(a == b, shown_a == shown_b || shown_a == "String" && shown_b == "String");
        }
    }
}
