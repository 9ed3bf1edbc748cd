//! Typed access to the tables of a TOML text. Everything that is wrong is collected, so that users see it all at once.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};

use strsim::osa_distance;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};
use typestar_model::{Decimal, Value, some_names};

use super::error::Problem;

/// A name and its place in the text.
pub type Name = Spanned<String>;

/// The largest number that TOML can write.
pub const UNLIMITED: u64 = i64::MAX as u64;

/// A string, or a list of pairs of strings.
pub enum TextOrPairs {
    /// A string.
    Text(Name),
    /// Pairs.
    Pairs(Vec<(Name, Name)>),
}

/// A string, or a table.
pub enum TextOrTable<'a> {
    /// A string.
    Text(Name),
    /// A table.
    Table(Table<'a>),
}

/// The problems found so far.
#[derive(Default)]
pub struct Problems(RefCell<Vec<Problem>>);

impl Problems {
    /// Adds a problem at a place in the text.
    pub fn add(&self, span: Range<usize>, message: impl Into<String>, advice: impl Into<String>) {
        self.0.borrow_mut().push(Problem { span, message: message.into(), advice: advice.into() });
    }

    /// Adds a problem if a name is not one of those that are valid.
    pub fn check_listed(&self, name: &Name, valid: &[String], what: &str) {
        if !valid.contains(name.get_ref()) {
            let advice = suggestion(name.get_ref(), valid.iter().map(String::as_str), &format!("{what}s"));
            self.add(name.span(), format!("unknown {what} `{}`", name.get_ref()), advice);
        }
    }

    /// All problems, in the order of the text; what is missing altogether has no place there and comes last.
    pub fn sorted(self) -> Vec<Problem> {
        let mut problems = self.0.into_inner();
        problems.sort_by_key(|problem| (problem.span.is_empty(), problem.span.start));
        problems
    }
}

/// One table of the text. It remembers the keys that it was asked for, and so knows which keys are valid.
pub struct Table<'a> {
    title: String,
    span: Range<usize>,
    entries: Option<&'a DeTable<'a>>,
    asked: Cell<Vec<&'static str>>,
    problems: &'a Problems,
}

impl<'a> Table<'a> {
    /// The whole text.
    pub fn root(entries: &'a Spanned<DeTable<'a>>, problems: &'a Problems) -> Self {
        Self::new(String::new(), 0..0, Some(entries.get_ref()), problems)
    }

    fn new(title: String, span: Range<usize>, entries: Option<&'a DeTable<'a>>, problems: &'a Problems) -> Self {
        Self { title, span, entries, asked: Cell::default(), problems }
    }

    /// The place to point at when something is missing.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Reads a table by asking for all valid keys, and reports the others.
    pub fn read<T>(self, read: impl FnOnce(&Self) -> T) -> T {
        let read = read(&self);
        self.finish();
        read
    }

    /// Reports the keys that nobody asked for. To be called after all valid keys were asked for.
    pub fn finish(self) {
        let valid = self.asked.take();
        for (key, _) in self.entries.into_iter().flatten() {
            if !valid.contains(&key.get_ref().as_ref()) {
                let place =
                    if self.title.is_empty() { "the case file".to_owned() } else { format!("[{}]", self.title) };
                let advice = suggestion(key.get_ref(), valid.iter().copied(), "valid keys");
                self.problems.add(key.span(), format!("unknown key `{}` in {place}", key.get_ref()), advice);
            }
        }
    }

    /// The keys that the text has, with their places.
    pub fn keys(&self) -> Vec<(String, Range<usize>)> {
        let keys = self.entries.into_iter().flatten();
        keys.map(|(key, _)| (key.get_ref().to_string(), key.span())).collect()
    }

    /// The place of a key, if the text has it.
    pub fn key_span(&self, key: &str) -> Option<Range<usize>> {
        self.entries?.get_key_value(key).map(|(key, _)| key.span())
    }

    fn value(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        let mut asked = self.asked.take();
        asked.push(key);
        self.asked.set(asked);
        self.entries?.get(key)
    }

    fn wrong_type<T>(&self, key: &str, value: &Spanned<DeValue<'_>>, wanted: &str) -> Option<T> {
        let found = value.get_ref().type_str();
        let article = if found.starts_with(['a', 'i']) { "an" } else { "a" };
        self.problems.add(value.span(), format!("`{key}` must be {wanted}"), format!("this is {article} {found}"));
        None
    }

    /// A string that is not empty.
    pub fn text(&self, key: &'static str) -> Option<Name> {
        self.as_text(key, self.value(key)?)
    }

    /// A string that is not empty, or a whole number as it is written.
    pub fn text_or_number(&self, key: &'static str) -> Option<Name> {
        let value = self.value(key)?;
        match value.get_ref().as_integer() {
            Some(integer) => Some(Name::new(value.span(), integer.as_str().to_owned())),
            None => self.as_text(key, value),
        }
    }

    /// True or false.
    pub fn flag(&self, key: &'static str) -> Option<bool> {
        let value = self.value(key)?;
        value.get_ref().as_bool().or_else(|| self.wrong_type(key, value, "true or false"))
    }

    /// A whole number within limits, and its place.
    pub fn number(&self, key: &'static str, range: RangeInclusive<u64>) -> Option<Spanned<u64>> {
        self.as_number(key, self.value(key)?, range)
    }

    /// A table from names to whole numbers within limits.
    pub fn numbers_by_name(&self, key: &'static str, range: RangeInclusive<u64>) -> Vec<(Name, u64)> {
        self.by_name(key, "a table of whole numbers", |item| {
            self.as_number(key, item, range.clone()).map(Spanned::into_inner)
        })
    }

    fn as_number(&self, key: &str, value: &Spanned<DeValue<'_>>, range: RangeInclusive<u64>) -> Option<Spanned<u64>> {
        let Some(integer) = value.get_ref().as_integer() else {
            return self.wrong_type(key, value, "a whole number");
        };
        let number = u64::from_str_radix(integer.as_str(), integer.radix()).ok().filter(|n| range.contains(n));
        if number.is_none() {
            let highest = if *range.end() < UNLIMITED { format!(", at most {}", range.end()) } else { String::new() };
            let advice = format!("use a whole number, at least {}{highest}", range.start());
            self.problems.add(value.span(), format!("`{key}` is out of range"), advice);
        }
        number.map(|number| Spanned::new(value.span(), number))
    }

    /// A whole number within limits, which must fit `T`, or its default.
    pub fn number_or<T: TryFrom<u64>>(&self, key: &'static str, range: RangeInclusive<u64>, default: T) -> T {
        self.number(key, range).and_then(|number| T::try_from(number.into_inner()).ok()).unwrap_or(default)
    }

    /// A list of strings.
    pub fn texts(&self, key: &'static str) -> Option<Vec<Name>> {
        self.as_texts(key, self.value(key)?)
    }

    /// A list of different strings.
    pub fn names(&self, key: &'static str) -> Option<Vec<Name>> {
        self.as_names(key, self.value(key)?)
    }

    /// A list of lists of different strings.
    pub fn lists_of_names(&self, key: &'static str) -> Option<Vec<Vec<Name>>> {
        let value = self.value(key)?;
        let Some(array) = value.get_ref().as_array() else {
            return self.wrong_type(key, value, "a list of lists of strings");
        };
        Some(array.iter().filter_map(|item| self.as_names(key, item)).collect())
    }

    /// A table from names to strings.
    pub fn texts_by_name(&self, key: &'static str) -> Vec<(Name, Name)> {
        self.by_name(key, "a table of strings", |item| self.as_text(key, item))
    }

    /// A table from names to lists of different strings, none of them empty.
    pub fn names_by_name(&self, key: &'static str) -> Vec<(Name, Vec<Name>)> {
        self.by_name(key, "a table of lists of strings", |item| {
            let names = self.as_names(key, item)?;
            if names.is_empty() {
                self.problems.add(item.span(), format!("an empty list in `{key}`"), "name at least one");
            }
            Some(names)
        })
    }

    /// A table from names to strings or lists of pairs of strings, none of them empty.
    pub fn texts_or_pairs_by_name(&self, key: &'static str) -> Vec<(Name, TextOrPairs)> {
        self.by_name(key, "a table of strings and lists of pairs", |item| {
            if item.get_ref().is_str() {
                return self.as_text(key, item).map(TextOrPairs::Text);
            }
            let Some(array) = item.get_ref().as_array() else {
                return self.wrong_type(key, item, "a string or a list of pairs");
            };
            if array.is_empty() {
                self.problems.add(item.span(), format!("an empty list in `{key}`"), "write at least one pair");
            }
            Some(TextOrPairs::Pairs(array.iter().filter_map(|pair| self.as_pair(key, pair)).collect()))
        })
    }

    /// A table from names to lists of strings, which may be empty, in the order of the text.
    pub fn lists_by_name(&self, key: &'static str) -> Vec<(Name, Vec<Name>)> {
        in_order(self.by_name(key, "a table of lists of strings", |item| self.as_texts(key, item)))
    }

    /// The strings and tables by name that this table consists of, in the order of the text.
    pub fn texts_or_tables(&self) -> Vec<(Name, TextOrTable<'a>)> {
        let read = |(name, item): (&Spanned<DeString<'_>>, &'a Spanned<DeValue<'a>>)| {
            let key = name.get_ref().to_string();
            if item.get_ref().is_str() {
                return Some((Name::new(name.span(), key.clone()), TextOrTable::Text(self.as_text(&key, item)?)));
            }
            // A mistake is a table that says nothing: what would follow from it says nothing new.
            let entries = item.get_ref().as_table().or_else(|| self.wrong_type(&key, item, "a string or a table"));
            let table = Self::new(self.title_of(&key), item.span(), entries, self.problems);
            Some((Name::new(name.span(), key), TextOrTable::Table(table)))
        };
        in_order(self.entries.into_iter().flatten().filter_map(read).collect())
    }

    /// A table from names to numbers and strings, in the order of the text.
    pub fn values_by_name(&self, key: &'static str) -> Vec<(Name, Spanned<Value>)> {
        in_order(
            self.by_name(key, "a table of values", |item| self.as_value(key, item, "a table of numbers and strings")),
        )
    }

    /// The lists of numbers, texts and flags by name that this table consists of, in the order of the text. A value alone
    /// is a list of one.
    pub fn lists_of_values(&self) -> Vec<(Name, Vec<Value>)> {
        let wanted = "a number, a string, true, false, or a list of them";
        let read = |(name, item): (&Spanned<DeString<'_>>, &'a Spanned<DeValue<'a>>)| {
            let key = name.get_ref().to_string();
            let value = |item: &Spanned<DeValue<'_>>| match item.get_ref().as_bool() {
                Some(flag) => Some(Value::Boolean(flag)),
                None => self.as_value(&key, item, wanted).map(Spanned::into_inner),
            };
            let values: Vec<Value> = match item.get_ref().as_array() {
                Some(list) => list.iter().filter_map(value).collect(),
                None => value(item).into_iter().collect(),
            };
            if item.get_ref().as_array().is_some_and(|list| list.is_empty()) {
                self.problems.add(item.span(), format!("an empty list for `{key}`"), "write at least one value");
            }
            (Name::new(name.span(), key), values)
        };
        in_order(self.entries.into_iter().flatten().map(read).collect())
    }

    /// A number or text that the system can be given.
    pub fn plain_value(&self, key: &'static str) -> Option<Spanned<Value>> {
        self.as_value(key, self.value(key)?, "a number")
    }

    /// A list of numbers and texts that the system can be given.
    pub fn plain_values(&self, key: &'static str) -> Option<Spanned<Vec<Spanned<Value>>>> {
        let wanted = "a list of numbers and strings";
        let value = self.value(key)?;
        let Some(list) = value.get_ref().as_array() else { return self.wrong_type(key, value, wanted) };
        let values = list.iter().filter_map(|item| self.as_value(key, item, wanted)).collect();
        Some(Spanned::new(value.span(), values))
    }

    fn as_value(&self, key: &str, item: &Spanned<DeValue<'_>>, wanted: &str) -> Option<Spanned<Value>> {
        let (value, fault) = match item.get_ref() {
            DeValue::String(text) => return Some(Spanned::new(item.span(), Value::Text(text.to_string()))),
            DeValue::Integer(number) => {
                let integer = i64::from_str_radix(number.as_str(), number.radix()).ok();
                (integer.map(Value::Integer), format!("{} is beyond 64 bits", number.as_str()))
            }
            DeValue::Float(number) => {
                let decimal = number.as_str().parse().ok().and_then(Decimal::new);
                (decimal.map(Value::Decimal), format!("{} is not a finite number", number.as_str()))
            }
            _ => return self.wrong_type(key, item, wanted),
        };
        if value.is_none() {
            self.problems.add(item.span(), fault, "write a number that the system can be given, or a text");
        }
        value.map(|value| Spanned::new(item.span(), value))
    }

    /// The value of a key that looks like `key`, which is missing. The mistake is reported by [`Table::finish`]; what
    /// would follow from it says nothing new.
    pub fn misspelt(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        let entries = self.entries.filter(|entries| !entries.contains_key(key))?;
        entries.iter().find(|(name, _)| looks_like(name.get_ref(), key)).map(|(_, value)| value)
    }

    /// The table at `key`, also if its name is misspelt. A missing one is empty.
    pub fn table(&self, key: &'static str) -> Table<'a> {
        let value = self.value(key).or_else(|| self.misspelt(key));
        let entries = value.and_then(|value| match value.get_ref().as_table() {
            Some(table) => Some(table),
            None => self.wrong_type(key, value, "a table"),
        });
        Self::new(self.title_of(key), value.map_or(self.span(), Spanned::span), entries, self.problems)
    }

    /// The tables in the list at `key`.
    pub fn tables(&self, key: &'static str) -> Vec<Table<'a>> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let tables = value.get_ref().as_array().and_then(|array| {
            let table = |item: &'a Spanned<DeValue<'a>>| {
                let entries = item.get_ref().as_table()?;
                Some(Self::new(format!("[{}]", self.title_of(key)), item.span(), Some(entries), self.problems))
            };
            array.iter().map(table).collect::<Option<Vec<_>>>()
        });
        tables.or_else(|| self.wrong_type(key, value, "a list of tables")).unwrap_or_default()
    }

    fn title_of(&self, key: &str) -> String {
        if self.title.is_empty() { key.to_owned() } else { format!("{}.{key}", self.title) }
    }

    fn by_name<T>(
        &self,
        key: &'static str,
        wanted: &str,
        read: impl Fn(&'a Spanned<DeValue<'a>>) -> Option<T>,
    ) -> Vec<(Name, T)> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let Some(table) = value.get_ref().as_table() else {
            return self.wrong_type(key, value, wanted).unwrap_or_default();
        };
        let named = |(name, item): (&Spanned<DeString<'_>>, _)| {
            Some((Name::new(name.span(), name.get_ref().to_string()), read(item)?))
        };
        table.iter().filter_map(named).collect()
    }

    fn as_text(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Name> {
        let Some(text) = value.get_ref().as_str() else { return self.wrong_type(key, value, "a string") };
        if text.is_empty() {
            self.problems.add(value.span(), format!("an empty string in `{key}`"), "write a name or leave it out");
            return None;
        }
        Some(Name::new(value.span(), text.to_owned()))
    }

    fn as_texts(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Vec<Name>> {
        let Some(array) = value.get_ref().as_array() else {
            return self.wrong_type(key, value, "a list of strings");
        };
        Some(array.iter().filter_map(|item| self.as_text(key, item)).collect())
    }

    fn as_pair(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<(Name, Name)> {
        match value.get_ref().as_array().map(|array| array.iter().collect::<Vec<_>>()).as_deref() {
            // An empty pattern is for the empty text.
            Some(&[first, second]) if first.get_ref().as_str() == Some("") => {
                Some((Name::new(first.span(), String::new()), self.as_text(key, second)?))
            }
            Some(&[first, second]) => Some((self.as_text(key, first)?, self.as_text(key, second)?)),
            _ => {
                let advice = "write a list of two strings: [\"pattern*\", \"name\"]";
                self.problems.add(value.span(), format!("a pattern and a name belong together in `{key}`"), advice);
                None
            }
        }
    }

    fn as_names(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Vec<Name>> {
        let names = self.as_texts(key, value)?;
        let mut seen = HashSet::with_capacity(names.len());
        for name in &names {
            if !seen.insert(name.get_ref()) {
                let message = format!("`{}` appears twice in `{key}`", name.get_ref());
                self.problems.add(name.span(), message, "remove one of them");
            }
        }
        Some(names)
    }
}

/// Entries in the order of the text.
fn in_order<T>(mut entries: Vec<(Name, T)>) -> Vec<(Name, T)> {
    entries.sort_by_key(|(name, _)| name.span().start);
    entries
}

/// Nobody mistypes a name that is longer than this, and comparing such names takes long.
const LONGEST_COMPARED: usize = 200;

/// What to write instead of `wrong`: the name that looks like it, or else all valid names.
pub fn suggestion<'n>(wrong: &str, valid: impl Iterator<Item = &'n str> + Clone, what: &str) -> String {
    let short = |name: &&str| name.len() <= LONGEST_COMPARED && wrong.len() <= LONGEST_COMPARED;
    let nearest = valid.clone().filter(short).map(|name| (osa_distance(wrong, name), name)).min();
    match nearest {
        Some((_, name)) if looks_like(wrong, name) => format!("did you mean `{name}`?"),
        _ if valid.clone().next().is_some() => format!("{what}: {}", some_names(&valid.collect::<Vec<_>>())),
        _ => format!("there are no {what}"),
    }
}

/// Whether one name may be meant by another.
fn looks_like(wrong: &str, name: &str) -> bool {
    osa_distance(wrong, name) <= wrong.chars().count().max(3) / 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_too_few_or_two_that_are_swapped_look_like_a_slip() {
        assert!(looks_like("strat", "start") && looks_like("comand", "command") && looks_like("ad", "add"));
        assert!(!looks_like("", "abcd") && !looks_like("release", "start"));
    }

    #[test]
    fn a_suggestion_is_the_similar_name_or_else_the_list() {
        let valid = ["start", "stop"];
        assert_eq!(suggestion("strat", valid.into_iter(), "inputs"), "did you mean `start`?");
        assert_eq!(suggestion("release", valid.into_iter(), "inputs"), "inputs: start, stop");
        assert_eq!(suggestion("release", [].into_iter(), "inputs"), "there are no inputs");
    }
}
