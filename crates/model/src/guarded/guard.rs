//! Guards: when a call succeeds, said in the fields of the object and of the arguments.
//!
//! ```text
//! all calls
//! ├── guard holds        size >= 1
//! └── negation holds     !(size >= 1)     size is 0, or not a number, or not there
//! ```
//!
//! A comparison with something that is missing is false, and its negation is true. So `!(size >= 1)` is not the same as
//! `size <= 0`, which also needs a number. That is why negation is a part of the language here.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};

use super::number::{Exact, Number};
use crate::Value;

/// What is known by name before a call: the fields of the object (`elementCount`, `sink == null`, `sink.connected`) and
/// the arguments (`arg1`, `arg1 == null`, `arg1.length`).
pub type Features = BTreeMap<String, Value>;

/// A condition over features. It holds or it does not, whatever is known: a guard and its negation always divide all
/// calls in two.
///
/// In JSON each kind is an object with its name:
///
/// ```text
/// {"all": [{"not": {"flag": "sink == null"}},
///          {"sum": {"terms": [[1, "limit"], [-1, "position"]], "comparison": ">=", "bound": 1}}]}
/// ```
///
/// ```
/// use typestar_model::guarded::{Features, Guard};
/// use typestar_model::Value;
/// let is_filled = Guard::at_least("size", 1);
/// let features = Features::from([("size".to_owned(), Value::Integer(0))]);
/// assert_eq!(is_filled.to_string(), "size >= 1");
/// assert!(!is_filled.holds(&features));
/// assert!(is_filled.negated().holds(&Features::new()), "what is not there is not at least 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Guard {
    /// All of these hold; with none of them, it always holds.
    All(Vec<Guard>),
    /// One of these holds; with none of them, it never holds.
    Any(Vec<Guard>),
    /// This does not hold.
    Not(Box<Guard>),
    /// This feature is true: `sink == null`, `connected`.
    Flag(String),
    /// This feature is this text, such as the name of an enum's member.
    Is {
        /// The feature.
        feature: String,
        /// The text.
        text: String,
    },
    /// A sum of features compares like this with a number.
    Sum(Sum),
}

/// A sum of numbers, compared with another one: `limit - position >= 1`. It does not hold if one of its features is no
/// number, or is not there. Numbers with fractions are added without rounding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    /// The features with their factors, which are not 0; each feature once.
    pub terms: Vec<(i64, String)>,
    /// How they compare,
    pub comparison: Comparison,
    /// with this number.
    pub bound: Number,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// At least.
    #[serde(rename = ">=")]
    AtLeast,
    /// At most.
    #[serde(rename = "<=")]
    AtMost,
    /// Equal.
    #[serde(rename = "==")]
    Equal,
    /// Not equal.
    #[serde(rename = "!=")]
    Differs,
    /// Greater. Whole numbers do without: `x >= 1` says it.
    #[serde(rename = ">")]
    Above,
    /// Less.
    #[serde(rename = "<")]
    Below,
}

impl Comparison {
    /// Whether these two numbers compare like this.
    pub fn holds<N: PartialOrd>(self, left: N, right: N) -> bool {
        match self {
            Self::AtLeast => left >= right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::Differs => left != right,
            Self::Above => left > right,
            Self::Below => left < right,
        }
    }

    /// Whether it tells a number from those next to it that have fractions.
    pub fn is_strict(self) -> bool {
        matches!(self, Self::Above | Self::Below)
    }
}

impl Sum {
    /// The value of the sum, before it is compared; none if a feature is no number, or if what is infinite cancels out.
    pub fn value(&self, features: &Features) -> Option<Exact> {
        let term = |(factor, name): &(i64, String)| Some(Exact::of(features.get(name)?)?.times(*factor));
        let terms: Vec<Exact> = self.terms.iter().map(term).collect::<Option<_>>()?;
        let infinite = terms.iter().filter(|term| term.is_infinite());
        let signs: BTreeSet<bool> = infinite.map(|term| *term > Exact::ZERO).collect();
        (signs.len() < 2).then(|| terms.into_iter().fold(Exact::ZERO, Exact::plus))
    }

    /// The comparison that holds for all other numbers. Of whole numbers alone, `x >= 1` is the opposite of `x <= 0`, and if
    /// there may be fractions, of `x < 1`, as at the ends of 64 bits.
    pub fn opposite(&self, has_fractions: bool) -> Self {
        let (comparison, bound) = match (self.comparison, self.bound) {
            (Comparison::AtLeast, Number::Whole(bound)) if !has_fractions && bound > i64::MIN => {
                (Comparison::AtMost, (bound - 1).into())
            }
            (Comparison::AtMost, Number::Whole(bound)) if !has_fractions && bound < i64::MAX => {
                (Comparison::AtLeast, (bound + 1).into())
            }
            (Comparison::AtLeast, bound) => (Comparison::Below, bound),
            (Comparison::AtMost, bound) => (Comparison::Above, bound),
            (Comparison::Above, bound) => (Comparison::AtMost, bound),
            (Comparison::Below, bound) => (Comparison::AtLeast, bound),
            (Comparison::Equal, bound) => (Comparison::Differs, bound),
            (Comparison::Differs, bound) => (Comparison::Equal, bound),
        };
        Self { comparison, bound, ..self.clone() }
    }

    fn holds(&self, features: &Features) -> bool {
        let whole = |(factor, name): &(i64, String)| match features.get(name) {
            Some(Value::Integer(number)) => Some(i128::from(*factor) * i128::from(*number)),
            _ => None,
        };
        // Nearly all numbers are whole, and these are added fast.
        let sum = self.terms.iter().map(whole).sum::<Option<i128>>();
        match (sum, self.bound) {
            (Some(value), Number::Whole(bound)) => self.comparison.holds(value, i128::from(bound)),
            _ => self.value(features).is_some_and(|value| self.comparison.holds(value, self.bound.exact())),
        }
    }
}

impl Guard {
    /// The guard that always holds.
    pub const ALWAYS: Self = Self::All(Vec::new());
    /// The guard that never holds.
    pub const NEVER: Self = Self::Any(Vec::new());

    /// A feature is at least this number.
    pub fn at_least(feature: &str, bound: impl Into<Number>) -> Self {
        Self::compared(feature, Comparison::AtLeast, bound.into())
    }

    /// A feature is at most this number.
    pub fn at_most(feature: &str, bound: impl Into<Number>) -> Self {
        Self::compared(feature, Comparison::AtMost, bound.into())
    }

    /// A feature compares like this with a number.
    pub fn compared(feature: &str, comparison: Comparison, bound: Number) -> Self {
        Self::Sum(Sum { terms: vec![(1, feature.to_owned())], comparison, bound })
    }

    /// The guard that holds exactly where this one does not.
    ///
    /// Two negations cancel out, so guards do not grow when they are negated again and again.
    #[must_use]
    pub fn negated(&self) -> Self {
        match self {
            Self::Not(guard) => (**guard).clone(),
            guard if *guard == Self::ALWAYS => Self::NEVER,
            guard if *guard == Self::NEVER => Self::ALWAYS,
            guard => Self::Not(Box::new(guard.clone())),
        }
    }

    /// Whether it holds.
    pub fn holds(&self, features: &Features) -> bool {
        match self {
            Self::All(guards) => guards.iter().all(|guard| guard.holds(features)),
            Self::Any(guards) => guards.iter().any(|guard| guard.holds(features)),
            Self::Not(guard) => !guard.holds(features),
            Self::Flag(feature) => features.get(feature) == Some(&Value::Boolean(true)),
            Self::Is { feature, text } => matches!(features.get(feature), Some(Value::Text(seen)) if seen == text),
            Self::Sum(sum) => sum.holds(features),
        }
    }

    /// The features that it speaks of.
    pub fn features<'a>(&'a self) -> BTreeSet<&'a str> {
        let names = |atom: &'a Self| match atom {
            Self::Flag(feature) | Self::Is { feature, .. } => vec![feature.as_str()],
            Self::Sum(sum) => sum.terms.iter().map(|(_, name)| name.as_str()).collect(),
            Self::All(_) | Self::Any(_) | Self::Not(_) => Vec::new(),
        };
        self.atoms().into_iter().flat_map(names).collect()
    }

    /// The flags, texts and sums that it is made of, in order.
    pub(super) fn atoms(&self) -> Vec<&Self> {
        match self {
            Self::All(guards) | Self::Any(guards) => guards.iter().flat_map(Self::atoms).collect(),
            Self::Not(guard) => guard.atoms(),
            atom => vec![atom],
        }
    }

    /// The sums that it is made of, in order.
    pub(super) fn sums(&self) -> impl Iterator<Item = &Sum> {
        self.atoms().into_iter().filter_map(|atom| match atom {
            Self::Sum(sum) => Some(sum),
            _ => None,
        })
    }
}

/// As Java would write it.
///
/// ```
/// use typestar_model::guarded::Guard;
/// let guard = Guard::Any(vec![Guard::Flag("sink == null".to_owned()).negated(), Guard::at_most("arg1", 0)]);
/// assert_eq!(guard.to_string(), "sink != null || arg1 <= 0");
/// assert_eq!(guard.negated().to_string(), "!(sink != null || arg1 <= 0)");
/// ```
impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All(guards) if guards.is_empty() => f.write_str("true"),
            Self::Any(guards) if guards.is_empty() => f.write_str("false"),
            Self::All(guards) => joined(f, guards, " && "),
            Self::Any(guards) => joined(f, guards, " || "),
            Self::Not(guard) => negation(f, guard),
            Self::Flag(feature) => f.write_str(feature),
            Self::Is { feature, text } => write!(f, "{feature} == {}", Value::Text(text.clone())),
            Self::Sum(sum) => write!(f, "{sum}"),
        }
    }
}

fn joined(f: &mut fmt::Formatter<'_>, guards: &[Guard], between: &str) -> fmt::Result {
    for (place, guard) in guards.iter().enumerate() {
        if place > 0 {
            f.write_str(between)?;
        }
        match guard {
            Guard::All(parts) | Guard::Any(parts) if guards.len() > 1 && parts.len() > 1 => write!(f, "({guard})")?,
            guard => write!(f, "{guard}")?,
        }
    }
    Ok(())
}

/// A negation is written as people would: `sink != null`, `arg1 != this`, `!connected`, `!(arg1 in names)`.
fn negation(f: &mut fmt::Formatter<'_>, guard: &Guard) -> fmt::Result {
    match guard {
        Guard::Flag(feature) => match feature.split_once(" == ") {
            Some((object, other)) => write!(f, "{object} != {other}"),
            None if feature.contains(' ') => write!(f, "!({feature})"),
            None => write!(f, "!{feature}"),
        },
        Guard::Is { feature, text } => write!(f, "{feature} != {}", Value::Text(text.clone())),
        guard => write!(f, "!({guard})"),
    }
}

/// Terms with negative factors that stand alone are moved to the other side: `head != tail`, `off + len <= b.length`, and
/// `count < items.length` for a difference of at most -1.
impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, mut right): (Vec<_>, Vec<_>) = self.terms.iter().partition(|(factor, _)| *factor > 0);
        let is_less = self.comparison == Comparison::AtMost && self.bound == Number::Whole(-1);
        if (self.bound != Number::Whole(0) && !is_less) || left.is_empty() {
            right.clear();
        }
        let left = if right.is_empty() { self.terms.iter().collect() } else { left };
        match is_less && !right.is_empty() {
            true => write!(f, "{} < ", Terms(&left, 1))?,
            false => write!(f, "{} {} ", Terms(&left, 1), self.comparison)?,
        }
        match right.is_empty() {
            true => write!(f, "{}", self.bound),
            false => write!(f, "{}", Terms(&right, -1)),
        }
    }
}

/// Terms of a sum, all factors times this sign.
struct Terms<'a>(&'a [&'a (i64, String)], i64);

impl fmt::Display for Terms<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (factor, name)) in self.0.iter().enumerate() {
            let factor = factor * self.1;
            let sign = match (place, factor < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            match factor.unsigned_abs() {
                1 => write!(f, "{sign}{name}")?,
                factor => write!(f, "{sign}{factor} * {name}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(terms: &[(i64, &str)], comparison: Comparison, bound: i64) -> Guard {
        let terms = terms.iter().map(|(factor, name)| (*factor, (*name).to_owned())).collect();
        Guard::Sum(Sum { terms, comparison, bound: bound.into() })
    }

    #[test]
    fn guards_are_written_as_in_java() {
        let is_null = Guard::Flag("sink == null".to_owned());
        let is_closed = Guard::Flag("sink.closedByWriter".to_owned());
        let fits = sum(&[(1, "arg2"), (1, "arg3"), (-1, "arg1.length")], Comparison::AtMost, 0);
        let guard = Guard::All(vec![
            is_null.negated(),
            fits,
            Guard::Any(vec![sum(&[(1, "arg3")], Comparison::Equal, 0), is_closed.negated()]),
        ]);
        let text = "sink != null && arg2 + arg3 <= arg1.length && (arg3 == 0 || !sink.closedByWriter)";
        assert_eq!(guard.to_string(), text);
        assert_eq!(sum(&[(1, "head"), (-1, "tail")], Comparison::Differs, 0).to_string(), "head != tail");
        assert_eq!(sum(&[(1, "limit"), (-1, "position")], Comparison::AtLeast, 1).to_string(), "limit - position >= 1");
        assert_eq!(sum(&[(-2, "a")], Comparison::AtLeast, 0).to_string(), "-2 * a >= 0");
        assert_eq!((Guard::ALWAYS.to_string(), Guard::NEVER.to_string()), ("true".to_owned(), "false".to_owned()));
    }

    #[test]
    fn a_guard_and_its_negation_divide_all_calls_in_two() {
        let guards = [
            sum(&[(1, "a"), (1, "b")], Comparison::Differs, 0),
            Guard::Flag("a".to_owned()),
            Guard::Is { feature: "a".to_owned(), text: "RUNNING".to_owned() },
            Guard::All(vec![Guard::at_least("a", 1), Guard::at_most("b", 1).negated()]),
        ];
        let values = [Value::Null, Value::Integer(0), Value::Integer(2), Value::Boolean(true), Value::Text("x".into())];
        for guard in &guards {
            for a in &values {
                let features = Features::from([("a".to_owned(), a.clone())]);
                assert_ne!(guard.holds(&features), guard.negated().holds(&features), "{guard} of {features:?}");
            }
        }
    }

    #[test]
    fn sums_do_not_overflow() {
        let features = Features::from([("a".to_owned(), Value::Integer(i64::MAX))]);
        assert!(sum(&[(2, "a")], Comparison::AtLeast, i64::MAX).holds(&features));
    }
}
