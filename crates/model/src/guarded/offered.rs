//! What a system says of its methods: of which kind their parameters are, and values that it can make of them.
//!
//! The kinds are the same for all languages. What a type is called in its language is there to be shown, and to find
//! parameters of the same type.

use serde::{Deserialize, Serialize};

use super::GuardedMethod;
use crate::Value;

/// A method that a system offers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedMethod {
    /// Its name; of an overloaded method with the types, as `write(int)`.
    pub name: String,
    /// Its parameters, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<Parameter>,
    /// What it returns.
    #[serde(default)]
    pub returns: Returned,
    /// Whether it makes the object: then it can only be the first call.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub makes: bool,
}

/// A method that is not offered, and why. A text alone is its name: then its parameters cannot be made.
///
/// ```
/// use typestar_model::guarded::LeftOut;
/// let read = |text| serde_json::from_str::<LeftOut>(text).unwrap();
/// assert_eq!(read(r#"{"method": "take(Process)", "type": "Process"}"#).type_name.as_deref(), Some("Process"));
/// assert_eq!(read(r#""take(Process)""#), LeftOut { method: "take(Process)".to_owned(), ..LeftOut::default() });
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ToldLeftOut")]
pub struct LeftOut {
    /// The method, with its types where the system says them.
    pub method: String,
    /// The type of the parameter that nothing can be given, if that is known.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    /// Whether nobody is meant to call it: a compiler made its name.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mangled: bool,
    /// Whether nobody misses it: it is inherited, or should not be called any more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub aside: bool,
}

/// Both forms in which it is told.
#[derive(Deserialize)]
#[serde(untagged)]
enum ToldLeftOut {
    Name(String),
    Why {
        method: String,
        #[serde(rename = "type", default)]
        type_name: Option<String>,
        #[serde(default)]
        mangled: bool,
        #[serde(default)]
        aside: bool,
    },
}

impl From<ToldLeftOut> for LeftOut {
    fn from(told: ToldLeftOut) -> Self {
        match told {
            ToldLeftOut::Name(method) => Self { method, ..Self::default() },
            ToldLeftOut::Why { method, type_name, mangled, aside } => Self { method, type_name, mangled, aside },
        }
    }
}

/// A parameter of a method.
///
/// ```
/// use typestar_model::guarded::{Parameter, ValueKind};
/// let port: Parameter = serde_json::from_str(r#"{"type":"u16","kind":"integer","min":0,"max":65535}"#).unwrap();
/// assert_eq!(port.kind, ValueKind::Integer { min: 0, max: 65_535 });
/// assert!(!port.nullable);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// What its type is called.
    #[serde(rename = "type")]
    pub type_name: String,
    /// What it takes.
    #[serde(flatten)]
    pub kind: ValueKind,
    /// Whether it takes null, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nullable: bool,
    /// Values that mean something to the system; of a kind whose values only the system can make, all of them. What is
    /// accepted most likely comes first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
    /// The one value that will do where only the order of calls matters; without it, the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain: Option<Value>,
    /// Ways to make further values, of any length or with any content.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub makings: Vec<Making>,
}

/// A way to make values: a text with holes, such as `@new byte[#1]` or `@new a.Mail(#1, #2)`. What is put into the holes
/// decides what is known of the value, such as its length, so a wanted length can be aimed at.
///
/// ```
/// use typestar_model::Value;
/// use typestar_model::guarded::Making;
/// let mail: Making = serde_json::from_str(
///     r##"{"text": "@new a.Mail(#1, #2)", "holes": [{"kind": "text"}, {"kind": "integer", "min": 0, "max": 9}]}"##,
/// ).unwrap();
/// let made = mail.made(&[Value::Text("to".to_owned()), Value::Integer(3)]);
/// assert_eq!(made, Value::Text(r#"@new a.Mail("to", 3)"#.to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Making {
    /// The text, with the holes as `#1` to `#9`.
    pub text: String,
    /// What the holes take, in order.
    pub holes: Vec<Hole>,
}

/// A hole in the text of a making.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hole {
    /// What it takes.
    #[serde(flatten)]
    pub kind: ValueKind,
    /// Values that mean something to the system. What is accepted most likely comes first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
}

impl Hole {
    /// Whether it takes a value, as far as that can be told without the system. One that it has as a value may be null.
    pub fn takes(&self, value: &Value) -> bool {
        self.kind.takes(value) || self.values.contains(value)
    }
}

impl Making {
    /// The value with these in the holes, written as in JSON. A hole without a value stays as it is.
    pub fn made(&self, values: &[Value]) -> Value {
        let mut parts = self.text.split('#');
        let mut made = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let hole = part.chars().next().and_then(|digit| digit.to_digit(10)).map(|digit| digit as usize);
            match hole.and_then(|hole| values.get(hole.checked_sub(1)?)) {
                Some(value) => made += &(value.to_string() + &part[1..]),
                None => made += &format!("#{part}"),
            }
        }
        Value::Text(made)
    }

    /// A value that looks like one of this making, with this in one of its holes and all else as it was; none if it does not
    /// look so, or if nobody can tell where the content of a hole ends.
    pub fn made_like(&self, known: &Value, hole: usize, content: &Value) -> Option<Value> {
        let Value::Text(text) = known else { return None };
        let mut parts = self.text.split('#');
        let mut rest = text.strip_prefix(parts.next()?)?;
        for part in parts {
            let place = part.chars().next()?.to_digit(10)? as usize;
            let behind = &part[1..];
            let end = if behind.is_empty() { rest.len() } else { rest.find(behind)? };
            let inside = Some(&rest[..end]).filter(|inside| is_whole(inside))?;
            if place == hole + 1 {
                let _: Value = serde_json::from_str(inside).ok()?;
                let begin = text.len() - rest.len();
                return Some(Value::Text(format!("{}{content}{}", &text[..begin], &text[begin + end..])));
            }
            rest = &rest[end + behind.len()..];
        }
        None
    }
}

/// Whether every bracket and every quotation mark in an expression is closed.
fn is_whole(expression: &str) -> bool {
    let count = |letter: char| expression.matches(letter).count();
    let pairs = [('(', ')'), ('{', '}'), ('[', ']')];
    count('"').is_multiple_of(2)
        && !expression.contains('\\')
        && pairs.iter().all(|(open, close)| count(*open) == count(*close))
}

/// What a method returns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returned {
    /// What its type is called.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Of which kind it is.
    #[serde(flatten)]
    pub kind: ValueKind,
    /// Whether it may be null.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nullable: bool,
    /// Whether later calls can be given what it returned, where they take the same type.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

/// A kind of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ValueKind {
    /// No value: what a method returns that returns nothing.
    #[default]
    Nothing,
    /// True and false.
    Boolean,
    /// Whole numbers of a range.
    Integer {
        /// The least of them.
        #[serde(default = "least")]
        min: i64,
        /// The largest of them.
        #[serde(default = "largest")]
        max: i64,
    },
    /// Numbers that need not be whole.
    Decimal,
    /// Texts of one letter.
    Character,
    /// Texts.
    Text,
    /// One of several names.
    Enumeration,
    /// A fixed number of values.
    Array,
    /// Any number of values.
    Collection,
    /// Whatever else there is.
    Object,
}

fn least() -> i64 {
    i64::MIN
}

fn largest() -> i64 {
    i64::MAX
}

impl OfferedMethod {
    /// The method as models show it: with types alone.
    pub fn shown(&self) -> GuardedMethod {
        let parameters = self.parameters.iter().map(|parameter| parameter.type_name.clone()).collect();
        let returns = if self.makes { String::new() } else { self.returns.type_name.clone() };
        GuardedMethod { name: self.name.clone(), parameters, returns, makes: self.makes }
    }
}

impl Parameter {
    /// A parameter that is never null, without values of the system's own.
    pub fn new(type_name: &str, kind: ValueKind) -> Self {
        Self {
            type_name: type_name.to_owned(),
            kind,
            nullable: false,
            values: Vec::new(),
            plain: None,
            makings: Vec::new(),
        }
    }

    /// Whether it takes a value, as far as that can be told without the system.
    pub fn takes(&self, value: &Value) -> bool {
        match value {
            Value::Null => self.nullable,
            value => self.kind.takes(value),
        }
    }
}

impl ValueKind {
    /// Whether a value is of this kind, as far as that can be told without the system. A text that begins with `@` stands
    /// for what only the system can make, and so may be of any kind.
    pub fn takes(&self, value: &Value) -> bool {
        match (self, value) {
            (_, Value::Returned { .. }) => true,
            (_, Value::Text(text)) if text.starts_with('@') => true,
            (Self::Boolean, value) => matches!(value, Value::Boolean(_)),
            (Self::Integer { min, max }, Value::Integer(number)) => (min..=max).contains(&number),
            (Self::Integer { .. }, _) => false,
            (Self::Decimal, value) => matches!(value, Value::Integer(_) | Value::Decimal(_)),
            (Self::Character, Value::Text(text)) => text.chars().count() == 1,
            (Self::Character | Self::Text, value) => matches!(value, Value::Text(_)),
            _ => true,
        }
    }
}

impl Returned {
    /// Whether it is always a number.
    pub fn is_number(&self) -> bool {
        matches!(self.kind, ValueKind::Integer { .. } | ValueKind::Decimal) && !self.nullable
    }
}
