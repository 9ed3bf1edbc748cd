//! Values: the data that a symbol carries beside its name.
//!
//! Values are compared, sorted and used as keys, so every value has exactly one text and one place in an
//! order. That is why decimals are finite and have one zero, and why `1` and `1.0` are different values.
//!
//! ```text
//! kind       text            JSON
//! null       null            null
//! boolean    true            true
//! integer    3               3         64 bits with a sign
//! decimal    3.0  1e300      3.0       always with a point or an exponent
//! text       "a b"           "a b"     quoted as in JSON
//! returned   $1  $1.2        {"$": "1.2"}
//! ```
//!
//! A returned value is one that the system made up in this execution, such as an identifier. Its digits
//! differ from run to run; the step that returned it does not. So it is called by that step.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A typed value of a symbol.
///
/// The order of values is first by kind, in the order below, and then by value. It makes output stable. Only
/// [`Value::order`] says how numbers compare.
///
/// ```
/// use typestar_model::Value;
/// assert_eq!(Value::read("3"), Some(Value::Integer(3)));
/// assert_eq!(Value::read("\"a\""), Some(Value::Text("a".to_owned())));
/// assert_eq!(Value::read("$1.2"), Some(Value::Returned { step: 1, value: Some(2) }));
/// assert_eq!(Value::read("a"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Nothing.
    Null,
    /// True or false.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Decimal(Decimal),
    /// Some text.
    Text(String),
    /// What an earlier step of the same execution returned: it is known only there.
    Returned {
        /// Which step, counted from 1.
        step: u32,
        /// Which value of its output, counted from 1; none for what the step returned as a whole.
        value: Option<u32>,
    },
}

impl Value {
    /// The value that people write like this, if it is one. All but what a step returned are written as in JSON: `01`,
    /// `+1` and `1.` are not numbers.
    ///
    /// Whole numbers beyond 64 bits are refused rather than rounded.
    pub fn read(text: &str) -> Option<Self> {
        match text.strip_prefix('$') {
            Some(place) => Self::returned(place),
            None if text.starts_with('{') => None,
            None => serde_json::from_str(text).ok(),
        }
    }

    /// The whole number that it is, also if it is written with a fraction of 0; none if it is no such number.
    ///
    /// ```
    /// use typestar_model::Value;
    /// let whole = |text| Value::read(text).unwrap().whole();
    /// assert_eq!((whole("3"), whole("3.0"), whole("3.5")), (Some(3), Some(3), None));
    /// ```
    pub fn whole(&self) -> Option<i64> {
        /// Beyond this not every whole number is a decimal.
        const MOST: f64 = 9_007_199_254_740_992.0;
        match self {
            Self::Integer(number) => Some(*number),
            Self::Decimal(number) => {
                let number = number.number();
                (number.fract() == 0.0 && number.abs() <= MOST).then_some(number as i64)
            }
            _ => None,
        }
    }

    /// The sum of two numbers of the same kind; none if it is too large, or if they are none.
    ///
    /// ```
    /// use typestar_model::Value;
    /// assert_eq!(Value::Integer(2).plus(&Value::Integer(-3)), Some(Value::Integer(-1)));
    /// assert_eq!(Value::Integer(i64::MAX).plus(&Value::Integer(1)), None);
    /// assert_eq!(Value::Integer(2).plus(&Value::read("0.5").unwrap()), None);
    /// ```
    pub fn plus(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Integer(left), Self::Integer(right)) => left.checked_add(*right).map(Self::Integer),
            (Self::Decimal(left), Self::Decimal(right)) => Decimal::new(left.0 + right.0).map(Self::Decimal),
            _ => None,
        }
    }

    /// How two numbers of the same kind compare; none if they are none.
    ///
    /// Texts have an order in lists, but none that a system could mean, so the answer for them is none.
    pub fn order(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Integer(left), Self::Integer(right)) => Some(left.cmp(right)),
            (Self::Decimal(left), Self::Decimal(right)) => Some(left.cmp(right)),
            _ => None,
        }
    }

    /// What the step of a place like `1` or `1.2` returned.
    fn returned(place: &str) -> Option<Self> {
        let (step, value) = match place.split_once('.') {
            Some((step, value)) => (step, Some(count(value)?)),
            None => (place, None),
        };
        Some(Self::Returned { step: count(step)?, value })
    }
}

/// A number from 1 on, in its only spelling.
fn count(text: &str) -> Option<u32> {
    let is_plain = text.starts_with(|first: char| matches!(first, '1'..='9'));
    is_plain.then(|| text.parse().ok()).flatten()
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean(value) => value.fmt(f),
            Self::Integer(value) => value.fmt(f),
            Self::Decimal(value) => value.fmt(f),
            Self::Text(text) => f.write_str(&serde_json::to_string(text).expect("text can always be written")),
            Self::Returned { step, value: None } => write!(f, "${step}"),
            Self::Returned { step, value: Some(value) } => write!(f, "${step}.{value}"),
        }
    }
}

/// A finite number with a fraction. Its text shows that it is no integer: `1.0`, `0.5`, `1e300`.
///
/// Equality and order are total, which plain floating-point numbers do not offer.
///
/// ```
/// use typestar_model::Decimal;
/// assert_eq!(Decimal::new(-0.0), Decimal::new(0.0));
/// assert_eq!(Decimal::new(3.0).unwrap().to_string(), "3.0");
/// assert_eq!(Decimal::new(f64::NAN), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decimal(f64);

impl Decimal {
    /// The decimal of a number, unless it is infinite or no number at all. There is one zero.
    pub fn new(number: f64) -> Option<Self> {
        number.is_finite().then_some(Self(if number == 0.0 { 0.0 } else { number }))
    }

    /// The number.
    pub fn number(self) -> f64 {
        self.0
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The debug form is the shortest that reads back as the same number, and never looks like an integer.
        write!(f, "{:?}", self.0)
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Hash for Decimal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

/// The key that marks a returned value in JSON, where a text could look like one.
const RETURNED: &str = "$";

/// The JSON that values have in files and on the wire.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Boolean(value) => serializer.serialize_bool(*value),
            Self::Integer(value) => serializer.serialize_i64(*value),
            Self::Decimal(value) => serializer.serialize_f64(value.number()),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Returned { .. } => serializer.collect_map([(RETURNED, &self.to_string()[1..])]),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

/// Takes whatever JSON brings, because the kind of a value follows from its spelling alone.
struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a text, true, false, null, or {\"$\": \"1\"} for what step 1 returned")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Boolean(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Integer(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        let integer = i64::try_from(value).map(Value::Integer);
        integer.map_err(|_| E::custom(format!("the integer {value} is too large: at most {}", i64::MAX)))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Decimal::new(value).map(Value::Decimal).ok_or_else(|| E::custom(format!("{value} is not a finite number")))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let entry: Option<(String, String)> = map.next_entry()?;
        let place = entry.filter(|(key, _)| key == RETURNED).and_then(|(_, place)| Value::returned(&place));
        match (place, map.next_key::<String>()?) {
            (Some(value), None) => Ok(value),
            _ => Err(de::Error::custom("a returned value is written {\"$\": \"1\"} or {\"$\": \"1.2\"}")),
        }
    }
}
