//! Reading guards and terms.
//!
//! ```text
//! guard       = conjunction { "or" conjunction }
//! conjunction = comparison { "and" comparison }
//! comparison  = sum [ sign sum ]                 = != < <= > >=
//! sum         = part { "+" part | "-" number }
//! part        = name | ["-"] number | "text" | true | false | "(" guard ")"
//! ```
//!
//! Parentheses may hold a condition or a value, and which of them is known only behind them. So one parser reads both, and
//! each place says which it needs. The signs of other languages are read, too: `==`, `&&` and `||`.

use std::fmt;

use super::sum::Sum;
use super::{Comparison, Guard, Names, Operand, Parameter, Source, Term, TypeId};
use crate::symbols::value::Value;

/// Parentheses may be nested this deep. Only every second level of a guard needs some.
pub(super) const DEEPEST: usize = 100;

/// What is wrong with the text of a guard or a term, and where.
///
/// ```
/// use typestar_model::Id;
/// use typestar_model::register::{ActionId, families::fifo};
/// let queue = fifo(1);
/// let error = queue.names(ActionId::new(0)).read_guard("p < q").unwrap_err();
/// assert_eq!(error.to_string(), "character 5: no parameter, register or constant is called \"q\": p, x1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// After how many characters it is.
    pub at: usize,
    /// What is wrong and what to do about it.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.at + 1, self.message)
    }
}

impl std::error::Error for TextError {}

/// What a text is made of. `and` and `or` are signs, however they are spelt.
#[derive(Clone, Debug, PartialEq)]
enum Token<'t> {
    Name(&'t str),
    /// Digits without a sign.
    Number(&'t str),
    Text(String),
    /// One of [`SIGNS`], in one spelling.
    Sign(&'static str),
    End,
}

/// How signs are written, longer ones first, and what they are.
const SIGNS: [(&str, &str); 14] = [
    ("==", "="),
    ("!=", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("&&", "and"),
    ("||", "or"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("(", "("),
    (")", ")"),
    (",", ","),
];

/// How comparisons are written.
pub(super) const COMPARISONS: [(&str, Comparison); 6] = [
    ("=", Comparison::Equal),
    ("!=", Comparison::NotEqual),
    ("<", Comparison::Less),
    ("<=", Comparison::AtMost),
    (">", Comparison::More),
    (">=", Comparison::AtLeast),
];

/// What was read so far is a condition or a value: parentheses may hold either.
enum Parsed {
    Guard(Guard),
    Sum(Sum),
}

/// One token ahead, from left to right.
struct Parser<'t, 'n> {
    names: &'n Names<'n>,
    text: &'t str,
    /// What is left to read.
    rest: &'t str,
    /// The token that comes next, and where it begins.
    next: (usize, Token<'t>),
    depth: usize,
}

impl Names<'_> {
    /// The guard with this text: comparisons by `=`, `!=`, `<`, `<=`, `>` and `>=`, joined by `and` and `or`.
    ///
    /// `and` binds stronger than `or`. What is written by [`Names::show_guard`] is read back with the same meaning.
    pub fn read_guard(&self, text: &str) -> Result<Guard, TextError> {
        let mut parser = Parser::new(self, text)?;
        let parsed = parser.alternatives()?;
        let guard = parser.guard(0, parsed)?;
        parser.end()?;
        Ok(guard)
    }

    /// The term of a type with this text.
    ///
    /// Terms have at most two values and a number; a whole number becomes a decimal where the type has decimals.
    pub fn read_term(&self, text: &str, data_type: TypeId) -> Result<Term, TextError> {
        let mut parser = Parser::new(self, text)?;
        let term = parser.term_of(data_type)?;
        parser.end()?;
        Ok(term)
    }

    /// What a register of a type is set to: a term, or `output 1` for the first value of the output.
    pub fn read_source(&self, text: &str, data_type: TypeId) -> Result<Source, TextError> {
        let number = text.trim().strip_prefix("output ").map(str::trim);
        let number = number.filter(|number| number.chars().all(|digit| digit.is_ascii_digit()));
        match number.and_then(|number| number.parse::<usize>().ok()?.checked_sub(1)) {
            Some(index) => Ok(Source::Output(index)),
            None => self.read_term(text, data_type).map(Source::Term),
        }
    }

    /// The values of an output with these parameters, in parentheses: `(x1, fresh)`.
    pub(super) fn read_values(&self, text: &str, parameters: &[Parameter]) -> Result<Vec<Source>, TextError> {
        let mut parser = Parser::new(self, text)?;
        let mut values = Vec::new();
        for parameter in parameters {
            parser.expect(if values.is_empty() { "(" } else { "," })?;
            values.push(match parser.next.1 {
                Token::Name("fresh") => parser.advance().map(|_| Source::Fresh)?,
                _ => Source::Term(parser.term_of(parameter.data_type)?),
            });
        }
        parser.expect(")")?;
        parser.end()?;
        Ok(values)
    }
}

impl<'t, 'n> Parser<'t, 'n> {
    fn new(names: &'n Names<'n>, text: &'t str) -> Result<Self, TextError> {
        let mut parser = Self { names, text, rest: text, next: (0, Token::End), depth: 0 };
        parser.advance()?;
        Ok(parser)
    }

    fn error(&self, place: usize, message: impl Into<String>) -> TextError {
        TextError { at: self.text[..place].chars().count(), message: message.into() }
    }

    /// Goes on to the next token and gives back this one.
    fn advance(&mut self) -> Result<Token<'t>, TextError> {
        self.rest = self.rest.trim_start();
        let place = self.text.len() - self.rest.len();
        let (token, length) = token(self.rest).map_err(|message| self.error(place, message))?;
        self.rest = &self.rest[length..];
        Ok(std::mem::replace(&mut self.next, (place, token)).1)
    }

    /// Goes on if the next token is this sign.
    fn takes(&mut self, sign: &str) -> Result<bool, TextError> {
        let is_next = matches!(self.next.1, Token::Sign(next) if next == sign);
        if is_next {
            self.advance()?;
        }
        Ok(is_next)
    }

    fn expect(&mut self, sign: &str) -> Result<(), TextError> {
        match self.takes(sign)? {
            true => Ok(()),
            false => Err(self.error(self.next.0, format!("expected {sign:?}, found {}", self.next.1))),
        }
    }

    fn end(&self) -> Result<(), TextError> {
        match &self.next {
            (_, Token::End) => Ok(()),
            (place, token) => Err(self.error(
                *place,
                format!(
                    "unexpected {token}: remove it, or join it with an \
                                                              operator"
                ),
            )),
        }
    }

    fn term_of(&mut self, data_type: TypeId) -> Result<Term, TextError> {
        let place = self.next.0;
        let parsed = self.sum()?;
        let term = self.names.typed(self.term(place, parsed)?, data_type);
        self.names.check_term(&term, data_type).map_err(|message| self.error(place, message))?;
        Ok(term)
    }

    fn alternatives(&mut self) -> Result<Parsed, TextError> {
        self.joined("or", Guard::Any, Self::conjunction)
    }

    fn conjunction(&mut self) -> Result<Parsed, TextError> {
        self.joined("and", Guard::All, Self::comparison)
    }

    /// One part, or several of them that a sign joins.
    fn joined(
        &mut self,
        sign: &str,
        join: fn(Vec<Guard>) -> Guard,
        part: fn(&mut Self) -> Result<Parsed, TextError>,
    ) -> Result<Parsed, TextError> {
        let place = self.next.0;
        let first = part(self)?;
        if !matches!(self.next.1, Token::Sign(next) if next == sign) {
            return Ok(first);
        }
        let mut parts = vec![self.guard(place, first)?];
        while self.takes(sign)? {
            let place = self.next.0;
            let parsed = part(self)?;
            parts.push(self.guard(place, parsed)?);
        }
        Ok(Parsed::Guard(join(parts)))
    }

    /// A side without a type, such as a number, takes that of the other side.
    fn comparison(&mut self) -> Result<Parsed, TextError> {
        let place = self.next.0;
        let left = self.sum()?;
        let Token::Sign(sign) = self.next.1 else { return Ok(left) };
        let Some(&(_, comparison)) = COMPARISONS.iter().find(|(known, _)| *known == sign) else { return Ok(left) };
        self.advance()?;
        let left = self.term(place, left)?;
        let right_place = self.next.0;
        let right = self.sum()?;
        let right = self.term(right_place, right)?;
        let (left, right) = match self.names.common_type(&left, &right) {
            Some(data_type) => (self.names.typed(left, data_type), self.names.typed(right, data_type)),
            None => (left, right),
        };
        let checked = self.names.check_comparison(&left, comparison, &right);
        checked.map_err(|message| self.error(place, message))?;
        Ok(Parsed::Guard(Guard::Compare(left, comparison, right)))
    }

    fn sum(&mut self) -> Result<Parsed, TextError> {
        let place = self.next.0;
        let first = self.part()?;
        let mut sum = match (&self.next.1, first) {
            (Token::Sign("+" | "-"), Parsed::Sum(sum)) => sum,
            (Token::Sign("+" | "-"), Parsed::Guard(_)) => return Err(self.error(place, "a condition cannot be added")),
            (_, first) => return Ok(first),
        };
        while let Token::Sign(sign @ ("+" | "-")) = self.next.1 {
            self.advance()?;
            let place = self.next.0;
            let addend = match sign {
                "-" => Sum::of(Operand::Literal(self.negative()?)),
                _ => match self.part()? {
                    Parsed::Sum(addend) => addend,
                    Parsed::Guard(_) => return Err(self.error(place, "a condition cannot be added")),
                },
            };
            sum.add(addend).map_err(|message| self.error(place, message))?;
        }
        Ok(Parsed::Sum(sum))
    }

    /// A name, a value, or something in parentheses.
    fn part(&mut self) -> Result<Parsed, TextError> {
        let place = self.next.0;
        let operand = match self.advance()? {
            Token::Name("true") => return Ok(Parsed::Guard(Guard::ALWAYS)),
            Token::Name("false") => return Ok(Parsed::Guard(Guard::Any(Vec::new()))),
            Token::Name(name) => self.names.operand(name).ok_or_else(|| self.unknown(place, name))?,
            Token::Number(number) => Operand::Literal(self.number(place, number)?),
            Token::Text(text) => Operand::Literal(Value::Text(text)),
            Token::Sign("-") => Operand::Literal(self.negative()?),
            Token::Sign("(") => return self.parentheses(place),
            other => return Err(self.error(place, format!("expected a name or a value, found {other}"))),
        };
        Ok(Parsed::Sum(Sum::of(operand)))
    }

    fn parentheses(&mut self, place: usize) -> Result<Parsed, TextError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error(place, "parentheses are nested too deeply"));
        }
        let inner = self.alternatives()?;
        self.depth -= 1;
        self.expect(")")?;
        Ok(inner)
    }

    /// The number behind a minus.
    fn negative(&mut self) -> Result<Value, TextError> {
        let place = self.next.0;
        match self.advance()? {
            Token::Number(number) => self.number(place, &format!("-{number}")),
            other => Err(self
                .error(place, format!("expected a number after \"-\", found {other}: only numbers can be subtracted"))),
        }
    }

    fn number(&self, place: usize, text: &str) -> Result<Value, TextError> {
        Value::read(text).ok_or_else(|| self.error(place, format!("{text} is not a number, or too large")))
    }

    /// People see what they could have meant.
    fn unknown(&self, place: usize, name: &str) -> TextError {
        let constants = self.names.signature.constants.iter().map(|constant| constant.name.as_str());
        let known = (self.names.parameters.iter().map(|parameter| parameter.name.as_str()))
            .chain(self.names.registers.iter().map(|register| register.name.as_str()))
            .chain(constants);
        let known: Vec<&str> = known.collect();
        let known = if known.is_empty() { "there are none".to_owned() } else { crate::some_names(&known) };
        self.error(place, format!("no parameter, register or constant is called {name:?}: {known}"))
    }

    fn guard(&self, place: usize, parsed: Parsed) -> Result<Guard, TextError> {
        match parsed {
            Parsed::Guard(guard) => Ok(guard),
            Parsed::Sum(_) => Err(self.error(place, "this is a value, not a condition: compare it with another one")),
        }
    }

    fn term(&self, place: usize, parsed: Parsed) -> Result<Term, TextError> {
        match parsed {
            Parsed::Sum(sum) => sum.into_term().map_err(|message| self.error(place, message)),
            Parsed::Guard(_) => Err(self.error(place, "this is a condition, not a value")),
        }
    }
}

/// The token at the beginning of a text, and how long it is.
fn token(text: &str) -> Result<(Token<'_>, usize), String> {
    let Some(first) = text.chars().next() else { return Ok((Token::End, 0)) };
    if let Some((spelling, sign)) = SIGNS.iter().find(|(spelling, _)| text.starts_with(spelling)) {
        return Ok((Token::Sign(sign), spelling.len()));
    }
    if first == '"' {
        return quoted(text);
    }
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let word = &text[..text.find(|letter| !is_letter(letter)).unwrap_or(text.len())];
    match word {
        "" => Err(format!("{first:?} means nothing here")),
        "and" => Ok((Token::Sign("and"), word.len())),
        "or" => Ok((Token::Sign("or"), word.len())),
        _ if first.is_ascii_digit() => Ok(number(text)),
        _ => Ok((Token::Name(word), word.len())),
    }
}

/// Digits with a fraction and an exponent; whatever letters follow at once belong to it, and make it no number.
fn number(text: &str) -> (Token<'_>, usize) {
    let mut before = ' ';
    let end = text.find(|letter: char| {
        let belongs = letter.is_alphanumeric() || matches!(letter, '.' | '_');
        let is_sign_of_exponent = matches!(letter, '+' | '-') && matches!(before, 'e' | 'E');
        before = letter;
        !belongs && !is_sign_of_exponent
    });
    let end = end.unwrap_or(text.len());
    (Token::Number(&text[..end]), end)
}

/// A text in quotes, as in JSON.
fn quoted(text: &str) -> Result<(Token<'_>, usize), String> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<String>();
    match values.next() {
        Some(Ok(value)) => Ok((Token::Text(value), values.byte_offset())),
        _ => Err("the text is not closed, or is not a JSON string: close it with a quote".to_owned()),
    }
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) | Self::Number(text) | Self::Sign(text) => write!(f, "{text:?}"),
            Self::Text(text) => write!(f, "the text {text:?}"),
            Self::End => f.write_str("the end"),
        }
    }
}
