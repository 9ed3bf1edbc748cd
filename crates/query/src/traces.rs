//! Traces as lines of text: what `words(FILE)` reads and a written test suite holds.

use std::path::Path;
use std::sync::Arc;

use typestar_learn::SuiteKind;
use typestar_model::{InputId, Inputs, Word};

use crate::case::TesterKind;

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
/// in quotation marks. What follows a `#` at the beginning of a word is a comment.
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
            return Err(format!("a blank is missing before `{rest}`"));
        }
        steps.push((input, output));
        rest = rest.trim_start();
    }
    Ok(steps)
}

/// The name at the beginning of the text, and what follows it.
fn name(text: &str, is_input: bool) -> Result<(String, &str), String> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(|c: char| c.is_whitespace() || (is_input && c == '/')).unwrap_or(text.len());
        return Ok((text[..end].to_owned(), &text[end..]));
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
    let is_plain = |c: char| !c.is_whitespace() && !"/#\"\\".contains(c);
    if !name.is_empty() && name.chars().all(is_plain) {
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

/// Reads the files of the suites `words(FILE)`, now that the inputs are known.
pub fn read_words(tester: &mut TesterKind, inputs: &Inputs) -> Result<(), TraceError> {
    for suite in tester.suites_mut() {
        if let SuiteKind::Words { name, words } = suite {
            *words = words_in(name, inputs)?;
        }
    }
    Ok(())
}

fn words_in(file: &str, inputs: &Inputs) -> Result<Arc<[Word]>, TraceError> {
    let wrong = |line: usize, message: String| TraceError { file: file.to_owned(), line, message };
    let text = std::fs::read_to_string(Path::new(file))
        .map_err(|error| wrong(0, format!("cannot read the file of words: {error}")))?;
    let mut words = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let steps = read_trace(line).map_err(|message| wrong(index + 1, message))?;
        let word = steps.iter().map(|step| input_of(step, inputs)).collect::<Result<Word, String>>();
        words.push(word.map_err(|message| wrong(index + 1, message))?);
    }
    words.retain(|word| !word.is_empty());
    Ok(words.into())
}

fn input_of((input, output): &WrittenStep, inputs: &Inputs) -> Result<InputId, String> {
    let with_slash = output.as_ref().and_then(|output| inputs.get(&format!("{input}/{output}")));
    with_slash
        .or_else(|| inputs.get(input))
        .ok_or_else(|| format!("unknown input `{input}`: this system has {}", inputs.names().join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let names = ["plain", "with blank", "with/slash", "with\"mark", "#hash", "back\\slash", ""];
        let mut line = String::new();
        write_trace(names.iter().map(|name| (*name, *name)), &mut line);
        let read = read_trace(line.trim_end_matches('\n')).unwrap();
        assert_eq!(read, names.map(|name| (name.to_owned(), Some(name.to_owned()))));
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
        assert!(read_trace("\"load\"play").unwrap_err().contains("a blank is missing before `play`"));
    }
}
