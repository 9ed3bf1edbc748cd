//! Symbols: what inputs and outputs are, and the small numbers that stand for them.
//!
//! A symbol is known by its text alone: two symbols with the same text are the same. Therefore the text must
//! say whether parentheses hold values. It does so by one rule: what stands in parentheses at the end is a list
//! of values only if it is spelt exactly as we would write these values. All other texts are plain names.
//!
//! ```text
//! offer(3, null)     name offer, values 3 and null
//! offer(3,null)      a name: we would write a blank after the comma
//! ACK+RST(V,V,0)     a name: V is not a value
//! ```
//!
//! People may type values as they like; [`Symbol::typed`] brings them into our spelling.

use std::fmt;
use std::sync::Arc;

use serde::de::{self, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::symbols::value::Value;

/// A small number that stands for something: a symbol, a state, a node.
///
/// Each kind of id is a type of its own, so that an input can never be passed where an output is meant.
pub trait Id: Copy + Eq + Ord + fmt::Debug {
    /// The id with this index.
    ///
    /// # Panics
    /// If the index does not fit, which takes more than four billion ids of one kind.
    fn new(index: usize) -> Self;
    /// The index of this id, to look into a `Vec`.
    fn index(self) -> usize;
}

/// A kind of id: a number in a type. Written once, so that all kinds compare, hash and print in the same way.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $repr:ty) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($repr);

        impl $crate::symbols::symbol::Id for $name {
            #[inline]
            fn new(index: usize) -> Self {
                Self(<$repr>::try_from(index).expect("too many different ids"))
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

pub(crate) use id;

id!(
    /// An input symbol: a callin, or `wait`, with its values.
    InputId,
    u32
);
id!(
    /// An output symbol: `ok`, `quiet`, `error`, or the name of a callback.
    OutputId,
    u32
);
id!(
    /// The bare name of a symbol, whatever its values.
    NameId,
    u32
);
id!(
    /// A state of a machine.
    StateId,
    u32
);
id!(
    /// A node of the observation tree.
    NodeId,
    u32
);

/// An input or output: a name with zero or more values.
///
/// Its text is its name, or a name and its values like `offer(3, "a", null)`. Text and symbol are one to one, so that
/// either can stand for the other; names in which parentheses mean something else stay names.
///
/// ```
/// use typestar_model::{Symbol, Value};
/// let offer = Symbol::read("offer(3, null)");
/// assert_eq!((offer.name(), offer.values()), ("offer", &[Value::Integer(3), Value::Null][..]));
/// assert_eq!(Symbol::read("ACK+RST(V,V,0)").name(), "ACK+RST(V,V,0)");
/// assert_eq!(Symbol::typed("offer(3,null)"), offer);
/// ```
///
/// Symbols are compared by text first, so that sorted lists of symbols read like sorted lists of words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol {
    /// The name with the values.
    text: Arc<str>,
    /// Most symbols have none.
    values: Option<Arc<Values>>,
}

/// The values of a symbol that has some.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Values {
    /// How much of the text is the name.
    name_length: usize,
    values: Vec<Value>,
}

/// A name and values that no text could tell from another symbol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name:?} cannot be the name of a symbol with {count} values: as text it would be another symbol")]
pub struct NotASymbol {
    name: String,
    count: usize,
}

impl Symbol {
    /// The symbol with this name and these values. It fails if its text would be read as another symbol, as the name
    /// `offer(3)` without values would be.
    pub fn new(name: &str, values: Vec<Value>) -> Result<Self, NotASymbol> {
        let symbol = Self::read(&text_of(name, &values));
        match symbol.name() == name && symbol.values() == values {
            true => Ok(symbol),
            false => Err(NotASymbol { name: name.to_owned(), count: values.len() }),
        }
    }

    /// The symbol with this text. Only values in exactly our own spelling are values; anything else is part of a name.
    ///
    /// This is what files and systems use: whatever text they have, it comes back unchanged from [`Self::text`].
    ///
    /// ```
    /// use typestar_model::Symbol;
    /// for text in ["start", "offer(3)", "offer(3,4)", "f(x)", "()"] {
    ///     assert_eq!(Symbol::read(text).text(), text);
    /// }
    /// assert_eq!(Symbol::read("offer(3,4)").name(), "offer(3,4)");
    /// ```
    pub fn read(text: &str) -> Self {
        Self::parse(text, |name, values| text_of(name, values) == text)
    }

    /// The symbol that people mean who type this: blanks between values, and other spellings of numbers and texts, do
    /// not matter.
    ///
    /// ```
    /// use typestar_model::Symbol;
    /// assert_eq!(Symbol::typed("offer( 3,\"a\" )").text(), "offer(3, \"a\")");
    /// ```
    pub fn typed(text: &str) -> Self {
        Self::parse(text, |_, _| true)
    }

    /// The first list of values that reaches to the end of the text and is wanted makes the symbol.
    fn parse(text: &str, is_wanted: impl Fn(&str, &[Value]) -> bool) -> Self {
        let mut with_values = value_lists(text).filter_map(|(at, values, rest)| {
            let name = &text[..at];
            (rest.is_empty() && is_wanted(name, &values)).then_some((name, values))
        });
        match with_values.next() {
            Some((name, values)) => Self {
                text: text_of(name, &values).into(),
                values: Some(Arc::new(Values { name_length: name.len(), values })),
            },
            None => Self { text: text.into(), values: None },
        }
    }

    /// Splits off the symbol that people typed first: it ends at a separator that is not among its values.
    ///
    /// ```
    /// use typestar_model::Symbol;
    /// assert_eq!(Symbol::split_typed("offer(3, \"a b\") poll", char::is_whitespace), ("offer(3, \"a b\")", " poll"));
    /// assert_eq!(Symbol::split_typed("offer( poll", char::is_whitespace), ("offer(", " poll"));
    /// let is_separator = |letter| letter == ',' || letter == ' ';
    /// assert_eq!(Symbol::split_typed("add(int,Object)(0, 2), poll", is_separator), ("add(int,Object)(0, 2)", ", poll"));
    /// ```
    pub fn split_typed(text: &str, is_separator: impl Fn(char) -> bool) -> (&str, &str) {
        let end = end_of_name(text, &is_separator);
        let ends = |rest: &str| rest.is_empty() || rest.starts_with(&is_separator);
        let mut lists = value_lists(text).take_while(|(at, ..)| *at < end);
        let end = lists.find(|(_, _, rest)| ends(rest)).map_or(end, |(_, _, rest)| text.len() - rest.len());
        text.split_at(end)
    }

    /// Whether the symbol with this text is called `name`: with its values, or without them.
    ///
    /// It is for those who have texts only, and compares without making a symbol where it can.
    ///
    /// ```
    /// use typestar_model::Symbol;
    /// assert!(Symbol::is_named("offer(3)", "offer"));
    /// assert!(!Symbol::is_named("offers", "offer"));
    /// ```
    pub fn is_named(text: &str, name: &str) -> bool {
        let has_more = |rest: &str| rest.is_empty() || rest.starts_with('(') && Self::read(text).name() == name;
        text.strip_prefix(name).is_some_and(has_more)
    }

    /// The name without the values.
    pub fn name(&self) -> &str {
        self.values.as_ref().map_or(&self.text, |values| &self.text[..values.name_length])
    }

    /// The values in order; often there are none.
    pub fn values(&self) -> &[Value] {
        self.values.as_ref().map_or(&[], |values| &values.values)
    }

    /// Whether the values that it reuses are there: an execution in which they are not ends before this input. `answered`
    /// tells what each step before it was answered, counted from 1.
    ///
    /// What a step returned as a whole is known to the system alone, so it is taken to be there.
    ///
    /// ```
    /// use typestar_model::Symbol;
    /// let answered = [Symbol::read("opened(7)"), Symbol::read("busy")];
    /// let finds = |input: &str| Symbol::read(input).finds_values(|step| answered.get(step - 1));
    /// assert_eq!((finds("close($1.1)"), finds("close($2.1)"), finds("close(7)")), (true, false, true));
    /// ```
    pub fn finds_values<'s>(&self, answered: impl Fn(usize) -> Option<&'s Symbol>) -> bool {
        self.values().iter().all(|value| match *value {
            Value::Returned { step, value: place } => answered(step as usize)
                .is_some_and(|output| place.is_none_or(|place| place as usize <= output.values().len())),
            _ => true,
        })
    }

    /// Whether it reuses what a step returned as a whole.
    pub fn reuses_whole(&self) -> bool {
        self.values().iter().any(|value| matches!(value, Value::Returned { value: None, .. }))
    }

    /// The name with the values, in the only spelling that [`Self::read`] takes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text as it is stored, to share it.
    pub(crate) fn shared_text(&self) -> &Arc<str> {
        &self.text
    }
}

/// The one spelling of a symbol: without values there are no parentheses.
fn text_of(name: &str, values: &[Value]) -> String {
    if values.is_empty() {
        return name.to_owned();
    }
    let values: Vec<String> = values.iter().map(Value::to_string).collect();
    format!("{name}({})", values.join(", "))
}

/// Where the first separator is that is not in the parentheses of a name, such as those of `write(int,int)`. There are no
/// blanks in them.
fn end_of_name(text: &str, is_separator: impl Fn(char) -> bool) -> usize {
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        if is_separator(letter) {
            return at;
        }
        let inside = text[at..].strip_prefix('(').and_then(|inside| inside.find([')', '(']));
        let closes = |length: &usize| text[at + 1 + length..].starts_with(')');
        let types = inside.filter(closes).filter(|length| !text[at + 1..at + 1 + length].contains(char::is_whitespace));
        at += types.map_or(letter.len_utf8(), |length| length + 2);
    }
    text.len()
}

/// Every list of values in parentheses after a name: where it begins, its values, and what follows it.
fn value_lists(text: &str) -> impl Iterator<Item = (usize, Vec<Value>, &str)> {
    text.match_indices('(').filter(|(at, _)| *at > 0).filter_map(|(at, _)| {
        let (values, rest) = read_values(&text[at + 1..])?;
        Some((at, values, rest))
    })
}

/// The values in a text like `3, "a")`, at least one, and what follows the parenthesis.
fn read_values(mut text: &str) -> Option<(Vec<Value>, &str)> {
    let mut values = Vec::new();
    loop {
        text = text.trim_start();
        let (value, rest) = text.split_at(value_length(text)?);
        values.push(Value::read(value.trim_end())?);
        let rest = rest.trim_start();
        match rest.strip_prefix(')') {
            Some(rest) => return Some((values, rest)),
            None => text = rest.strip_prefix(',')?,
        }
    }
}

/// How long the value at the beginning of the text is. No value but a text contains commas or parentheses.
fn value_length(text: &str) -> Option<usize> {
    let Some(quoted) = text.strip_prefix('"') else {
        return text.find([',', '(', ')']);
    };
    let mut letters = quoted.char_indices();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '"' => return Some(index + 2),
            '\\' => drop(letters.next()),
            _ => {}
        }
    }
    None
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

/// A string for a symbol without values, else an array with the name first: values need no second quoting.
///
/// ```
/// use typestar_model::Symbol;
/// let text = serde_json::to_string(&Symbol::read("offer(3, \"a\")")).unwrap();
/// assert_eq!(text, r#"["offer",3,"a"]"#);
/// assert_eq!(serde_json::from_str::<Symbol>(&text).unwrap(), Symbol::read("offer(3, \"a\")"));
/// ```
impl Serialize for Symbol {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.values().is_empty() {
            return serializer.serialize_str(self.text());
        }
        let mut list = serializer.serialize_seq(Some(1 + self.values().len()))?;
        list.serialize_element(self.name())?;
        self.values().iter().try_for_each(|value| list.serialize_element(value))?;
        list.end()
    }
}

impl<'de> Deserialize<'de> for Symbol {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SymbolVisitor)
    }
}

struct SymbolVisitor;

impl<'de> Visitor<'de> for SymbolVisitor {
    type Value = Symbol;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name, or a list of a name and its values like [\"offer\", 3]")
    }

    fn visit_str<E>(self, text: &str) -> Result<Symbol, E> {
        Ok(Symbol::read(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Symbol, A::Error> {
        let name: String = list.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let values = std::iter::from_fn(|| list.next_element().transpose()).collect::<Result<_, _>>()?;
        Symbol::new(&name, values).map_err(de::Error::custom)
    }
}

/// What an output says, beyond its name.
///
/// Learners and testers treat all outputs the same, except that some are final. Kinds matter where a model is
/// shown or compared: an interface automaton draws no errors, and what is outside is not compared.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// A callin was accepted.
    Ok,
    /// A wait ended without a callback.
    Quiet,
    /// A callback, or for plain protocols whatever the system answered.
    Callback,
    /// The call was illegal; everything after it is an error too.
    Error,
    /// The system did not come back from the step; everything after it is an error.
    Hang,
    /// The system ended in the step; everything after it is an error.
    Crash,
    /// The word leaves the learning purpose: not asked, not known, not an error.
    Outside,
}

/// The input that waits for the next callback.
///
/// Without it a machine could not say when callbacks come: a Mealy machine answers only when it is asked.
pub const WAIT: &str = "wait";
/// The output of an accepted callin.
pub const OK: &str = "ok";
/// The output of a wait that saw no callback.
pub const QUIET: &str = "quiet";
/// The output of an illegal call.
pub const ERROR: &str = "error";
/// The output of a step that does not come back.
pub const HANG: &str = "hang";
/// The output of a step that ends the system.
pub const CRASH: &str = "crash";
/// The output of a word outside the learning purpose.
///
/// It stands for an answer that was never asked for, so it proves nothing.
pub const OUTSIDE: &str = "outside";

impl OutputKind {
    /// The names that have a kind of their own, as people read them.
    pub const RESERVED: &str = "ok, quiet, error, hang, crash, outside";

    /// The kind of the output with this name. The reserved names have their own kinds.
    ///
    /// ```
    /// use typestar_model::OutputKind;
    /// assert_eq!(OutputKind::of("quiet"), OutputKind::Quiet);
    /// assert_eq!(OutputKind::of("onPrepared"), OutputKind::Callback);
    /// ```
    pub fn of(name: &str) -> Self {
        match name {
            OK => Self::Ok,
            QUIET => Self::Quiet,
            ERROR => Self::Error,
            HANG => Self::Hang,
            CRASH => Self::Crash,
            OUTSIDE => Self::Outside,
            _ => Self::Callback,
        }
    }

    /// Whether the step went wrong: an illegal call, a hang or a crash. Nothing but errors follows it, unless a machine
    /// says otherwise of its errors.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Error | Self::Hang | Self::Crash)
    }
}

/// What is answered for ever after a final output: itself, but after a hang or a crash it is `error`, so that there is
/// one sink for all that went wrong.
///
/// ```
/// use typestar_model::repeated_after;
/// assert_eq!((repeated_after("hang"), repeated_after("error")), ("error", "error"));
/// ```
pub fn repeated_after(output: &str) -> &str {
    match OutputKind::of(output) {
        OutputKind::Hang | OutputKind::Crash => ERROR,
        _ => output,
    }
}
