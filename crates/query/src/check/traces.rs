//! Traces as lines of text: what `words(FILE)` reads and a written test suite holds.

use std::path::Path;

use typestar_learn::KnownWords;
use typestar_model::guarded::OfferedMethod;
use typestar_model::{InputId, Inputs, Symbol, Word, some_names};

use crate::case::TesterKind;
use crate::run::guarded::arguments::refused_call;
use crate::run::registers::data::Data;

/// An input that is typed once is not repeated more often.
const MOST_REPEATED: usize = 100_000;

/// Why a file of words cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("error: {message}\n --> {file}{}", if *line > 0 { format!(":{line}") } else { String::new() })]
pub struct TraceError {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 if the file cannot be read at all.
    pub line: usize,
    /// What is wrong and what to do.
    pub message: String,
}

/// One step of a trace as it is written: an input, and perhaps the output that is expected.
pub type WrittenStep = (String, Option<String>);

/// The steps in one line of a file of traces; none if it is empty but for a comment.
///
/// Steps are separated by blanks, each of them `input` or `input/output`. A name with blanks, `/`, `#` or `"` in it stands
/// in quotation marks; values after a name, as in `offer(3, "a b")`, need none. What follows a `#` at the beginning of a
/// word is a comment.
///
/// ```
/// use typestar_query::read_trace;
/// let steps = read_trace("load/ok \"play it\" # then wait").unwrap();
/// assert_eq!(steps, [("load".to_owned(), Some("ok".to_owned())), ("play it".to_owned(), None)]);
/// ```
pub fn read_trace(line: &str) -> Result<Vec<WrittenStep>, String> {
    let mut rest = line.trim_start();
    let mut steps = Vec::new();
    while !rest.is_empty() && !rest.starts_with('#') {
        let input;
        (input, rest) = name(rest, true)?;
        let output;
        (output, rest) = match rest.strip_prefix('/') {
            Some(after) => name(after, false).map(|(output, rest)| (Some(output), rest))?,
            None => (None, rest),
        };
        if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            return Err(format!("a space is missing before `{rest}`"));
        }
        steps.push((input, output));
        rest = rest.trim_start();
    }
    Ok(steps)
}

/// The name at the beginning of the text, and what follows it.
fn name(text: &str, is_input: bool) -> Result<(String, &str), String> {
    let Some(quoted) = text.strip_prefix('"') else {
        let (name, rest) = Symbol::split_typed(text, |c| c.is_whitespace() || (is_input && c == '/'));
        return Ok((name.to_owned(), rest));
    };
    let mut name = String::new();
    let mut letters = quoted.char_indices();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '"' => return Ok((name, &quoted[index + 1..])),
            '\\' => name.extend(letters.next().map(|(_, letter)| letter)),
            _ => name.push(letter),
        }
    }
    Err(format!("a closing quotation mark is missing after `{text}`"))
}

/// A trace as one line that [`read_trace`] reads.
pub fn write_trace<'n>(steps: impl Iterator<Item = (&'n str, &'n str)>, line: &mut String) {
    for (index, (input, output)) in steps.enumerate() {
        if index > 0 {
            line.push(' ');
        }
        write_name(input, line);
        line.push('/');
        write_name(output, line);
    }
    line.push('\n');
}

fn write_name(name: &str, line: &mut String) {
    let is_plain = |name: &str| !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || "/#\"\\".contains(c));
    if is_plain(name) || is_plain(Symbol::read(name).name()) {
        return line.push_str(name);
    }
    line.push('"');
    for letter in name.chars() {
        if letter == '"' || letter == '\\' {
            line.push('\\');
        }
        line.push(letter);
    }
    line.push('"');
}

/// What a system takes, to understand the words that people write for it.
pub enum Vocabulary<'a> {
    /// These inputs and no others.
    Inputs(&'a Inputs),
    /// Inputs with values of these types.
    Data(&'a Data),
    /// Calls of these methods.
    Methods(Vec<OfferedMethod>),
}

impl Vocabulary<'_> {
    /// The inputs without their values.
    fn names(&self) -> Inputs {
        match self {
            Self::Inputs(inputs) => (*inputs).clone(),
            Self::Data(data) => data.signature.inputs.iter().map(|action| &action.name).collect(),
            Self::Methods(methods) => methods.iter().map(|method| &method.name).collect(),
        }
    }

    /// The input of a step, which is added if it is new.
    fn input(&self, (input, output): &WrittenStep, inputs: &mut Inputs, names: &[String]) -> Result<InputId, String> {
        let unknown = || format!("unknown input `{input}`: this system has {}", some_names(names));
        let with_slash = output.as_ref().and_then(|output| inputs.get(&format!("{input}/{output}")));
        match self {
            Self::Inputs(_) => with_slash.or_else(|| typed_input(input, inputs)).ok_or_else(unknown),
            Self::Data(data) => {
                let symbol = data.input(&Symbol::typed(input)).ok_or_else(unknown)??;
                Ok(inputs.intern_symbol(symbol))
            }
            Self::Methods(methods) => {
                let method_of = |symbol: &Symbol| methods.iter().find(|method| method.name == symbol.name());
                let symbol =
                    [Symbol::read(input), Symbol::typed(input)].into_iter().find(|one| method_of(one).is_some());
                let symbol = symbol.ok_or_else(unknown)?;
                match method_of(&symbol).and_then(|method| refused_call(method, &symbol)) {
                    Some(why) => Err(why),
                    None => Ok(inputs.intern_symbol(symbol)),
                }
            }
        }
    }
}

/// Reads the files of the testers `words(FILE)`, now that it is known what the system takes.
pub fn read_words(tester: &mut TesterKind, vocabulary: &Vocabulary) -> Result<(), TraceError> {
    tester.known_words_mut().into_iter().try_for_each(|known| fill_words(known, vocabulary))
}

/// Reads the words that are known by the name of their file.
pub(crate) fn fill_words(known: &mut KnownWords, vocabulary: &Vocabulary) -> Result<(), TraceError> {
    let file = &known.name;
    let wrong = |line: usize, message: String| TraceError { file: file.clone(), line, message };
    let text = std::fs::read_to_string(Path::new(file))
        .map_err(|error| wrong(0, format!("cannot read the file of words: {error}")))?;
    let (mut inputs, mut words) = (vocabulary.names(), Vec::new());
    let names = inputs.texts().to_vec();
    for (index, line) in text.lines().enumerate() {
        let steps = read_trace(line).map_err(|message| wrong(index + 1, message))?;
        let word = steps.iter().map(|step| vocabulary.input(step, &mut inputs, &names)).collect::<Result<Word, _>>();
        let word = word.map_err(|message| wrong(index + 1, message))?;
        if let Vocabulary::Methods(methods) = vocabulary
            && let Some(message) = misplaced_maker(methods, word.iter().map(|&input| inputs.symbol(input)))
        {
            return Err(wrong(index + 1, message));
        }
        words.push(word);
    }
    words.retain(|word| !word.is_empty());
    (known.inputs, known.words) = (inputs, words.into());
    Ok(())
}

/// The input that people mean: the one with exactly this text, or else with these values in another spelling.
fn typed_input(text: &str, inputs: &Inputs) -> Option<InputId> {
    inputs.get(text).or_else(|| inputs.get(Symbol::typed(text).text()))
}

/// A word as people type it: inputs with blanks between them, or commas if their names have blanks, or both where
/// neither is part of a name. What is typed among the values of an input separates nothing. An input that is known by
/// its bare name may have any values: it is added. An input that is repeated may be there once, with how often. It fails with the first input that is unknown.
///
/// ```
/// use typestar_query::read_typed_word;
/// let mut inputs = ["offer(3, \"a\")", "poll", "stop now"].iter().collect();
/// assert_eq!(read_typed_word("offer(3,\"a\") poll", &mut inputs).unwrap().len(), 2);
/// assert_eq!(read_typed_word("stop now, poll", &mut inputs).unwrap().len(), 2);
/// assert_eq!(read_typed_word("poll(7)", &mut inputs).unwrap().len(), 1);
/// assert_eq!(read_typed_word("poll (×3) stop", &mut inputs), Err("stop".to_owned()));
/// assert_eq!(read_typed_word("poll (×3)", &mut inputs).unwrap().len(), 3);
/// assert_eq!(read_typed_word("poll push", &mut inputs), Err("push".to_owned()));
/// ```
pub fn read_typed_word(text: &str, inputs: &mut Inputs) -> Result<Word, String> {
    let mut word = Word::new();
    for name in typed_names(text, inputs) {
        match (repeated(name), word.last().copied()) {
            (Some(times), Some(last)) if inputs.get(name).is_none() => {
                word.extend(std::iter::repeat_n(last, times - 1))
            }
            _ => word.push(added_input(name, inputs).ok_or_else(|| name.to_owned())?),
        }
    }
    Ok(word)
}

/// How often the input before this is meant, if this says so: words that are shown have `push(1) (×100)`.
fn repeated(name: &str) -> Option<usize> {
    let times = name.strip_prefix("(×")?.strip_suffix(')')?.parse().ok()?;
    (1..=MOST_REPEATED).contains(&times).then_some(times)
}

/// Why a word cannot be run, if something makes an object that is already there.
pub fn misplaced_maker<'w>(methods: &[OfferedMethod], word: impl Iterator<Item = &'w Symbol>) -> Option<String> {
    let makes = |call: &&Symbol| methods.iter().any(|method| method.makes && method.name == call.name());
    let (place, call) = word.enumerate().skip(1).find(|(_, call)| makes(call))?;
    Some(format!("`{call}` makes the object, so it can only be the first call, not call {}", place + 1))
}

/// The input that people mean, which is added if only its bare name is known.
fn added_input(text: &str, inputs: &mut Inputs) -> Option<InputId> {
    typed_input(text, inputs).or_else(|| {
        let symbol = Symbol::typed(text);
        inputs.get(symbol.name()).map(|_| inputs.intern_symbol(symbol))
    })
}

/// The parts of a typed word: between commas or between blanks if all of them are inputs then, or else between both.
fn typed_names<'t>(text: &'t str, inputs: &Inputs) -> Vec<&'t str> {
    let is_known = |name: &&str| typed_input(name, inputs).is_some();
    let by_commas: Vec<&str> = text.split(',').map(str::trim).collect();
    let by_blanks: Vec<&str> = text.split_whitespace().collect();
    match (text.contains(','), text.contains('(')) {
        (true, false) => by_commas,
        (true, true) if by_commas.iter().all(is_known) => by_commas,
        (false, false) => by_blanks,
        (_, true) if by_blanks.iter().all(is_known) => by_blanks,
        _ => between_values(text),
    }
}

/// The inputs between blanks and commas that are not among values.
fn between_values(text: &str) -> Vec<&str> {
    let is_between = |c: char| c == ',' || c.is_whitespace();
    let (mut names, mut rest) = (Vec::new(), text.trim_start_matches(is_between));
    while !rest.is_empty() {
        let (name, after) = Symbol::split_typed(rest, is_between);
        names.push(name);
        rest = after.trim_start_matches(is_between);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let names = [
            "plain",
            "with blank",
            "with/slash",
            "with\"mark",
            "#hash",
            "back\\slash",
            "",
            "offer(3, \"a / b\", null)",
            "offer(3,\"a\")",
            "ACK+RST(V,V,0)",
            "open(",
            "f(1)(2, 3)",
            "with blank(3, 4)",
        ];
        let mut line = String::new();
        write_trace(names.iter().map(|name| (*name, *name)), &mut line);
        let read = read_trace(line.trim_end_matches('\n')).unwrap();
        assert_eq!(read, names.map(|name| (name.to_owned(), Some(name.to_owned()))));
    }

    #[test]
    fn values_need_no_quotation_marks() {
        let steps = read_trace("offer(3, \"a b\")/item(1, \"/\") poll()/ok f(a").unwrap();
        let step = |input: &str, output: Option<&str>| (input.to_owned(), output.map(str::to_owned));
        let expected =
            [step("offer(3, \"a b\")", Some("item(1, \"/\")")), step("poll()", Some("ok")), step("f(a", None)];
        assert_eq!(steps, expected);
    }

    #[test]
    fn an_exact_name_wins_over_what_it_could_mean_with_values() {
        let inputs: Inputs = ["f(1,2)", "f(1, 2)", "a(", "b)", "say it", "ACK+RST(V,V,0)"].iter().collect();
        let read = |text: &str| {
            let mut inputs = inputs.clone();
            read_typed_word(text, &mut inputs).map(|word| inputs.show(&word))
        };
        assert_eq!(read("f(1,2)"), Ok("f(1,2)".to_owned()));
        assert_eq!(read("f(1, 2) f(1,  2)"), Ok("f(1, 2) f(1, 2)".to_owned()));
        assert_eq!(read("a( b)"), Ok("a( b)".to_owned()));
        assert_eq!(read("say it, f(1, 2)"), Err("say".to_owned()));
        assert_eq!(read("f(1, 2), a(, b)"), Ok("f(1, 2) a( b)".to_owned()));
        assert_eq!(read("ACK+RST(V,V,0) a("), Ok("ACK+RST(V,V,0) a(".to_owned()));
        assert_eq!(read(""), Ok(String::new()));
    }

    #[test]
    fn comments_and_empty_lines_hold_no_steps() {
        assert_eq!(read_trace("  # load"), Ok(Vec::new()));
        assert_eq!(read_trace(""), Ok(Vec::new()));
        assert_eq!(read_trace("load # play").map(|steps| steps.len()), Ok(1));
    }

    #[test]
    fn open_quotation_marks_are_an_error() {
        assert!(read_trace("\"load").unwrap_err().contains("closing quotation mark"));
        assert!(read_trace("\"load\"play").unwrap_err().contains("a space is missing before `play`"));
    }
}
