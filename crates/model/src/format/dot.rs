//! What is written in DOT for every kind of model: names, texts in quotes.
//!
//! Nodes are called `s0`, `s1`, ... and carry their names as labels, so that a name never has to be a DOT id. The start
//! is an edge from a node `__start0`, as in the files of LearnLib.

use std::fmt::Write as _;

/// The graph attribute that says what a drawing shows which is not a machine.
pub(crate) const KIND: &str = "typestar";

/// A graph of states, each with its attributes, and edges, with the start marker last. A kind of model that DOT cannot hold
/// says what it is, so that it is not read as a machine.
pub(crate) fn graph(
    (name, kind): (&str, Option<&str>),
    states: impl Iterator<Item = String>,
    edges: impl Iterator<Item = (usize, usize, String)>,
    initial: Option<usize>,
) -> String {
    let mut dot = format!("digraph {} {{\n", graph_name(name));
    if let Some(kind) = kind {
        let _ = writeln!(dot, "{KIND}={};", quoted(kind));
    }
    for (state, attributes) in states.enumerate() {
        let _ = writeln!(dot, "s{state} [{attributes}];");
    }
    for (from, to, attributes) in edges {
        let _ = writeln!(dot, "s{from} -> s{to} [{attributes}];");
    }
    if let Some(initial) = initial {
        let _ = write!(dot, "__start0 [label=\"\", shape=none];\n__start0 -> s{initial} [label=\"\"];\n");
    }
    dot + "}\n"
}

/// A name that a graph can have.
///
/// Without quotes, so every character that could need some becomes an underscore.
fn graph_name(name: &str) -> String {
    let safe: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let is_keyword = ["digraph", "graph", "node", "edge", "strict", "subgraph"].contains(&safe.to_lowercase().as_str());
    match safe.chars().next() {
        Some(first) if !first.is_ascii_digit() && !is_keyword => safe,
        _ => format!("g_{safe}"),
    }
}

/// A text in quotes that any reader of DOT gives back unchanged, on one line.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for (at, character) in text.char_indices() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '&' if entity(&text[at..]).is_some() => quoted.push_str("&amp;"),
            control if control.is_control() => {
                let _ = write!(quoted, "&#{};", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// Entities are short; a longer text after `&` is just text.
const LONGEST_ENTITY: usize = 12;

/// The character and the length of the entity that `text` starts with.
pub(crate) fn entity(text: &str) -> Option<(char, usize)> {
    let body = text.strip_prefix('&')?;
    let body = &body[..body.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';')?];
    let character = match body {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        _ => numeric_entity(body.strip_prefix('#')?)?,
    };
    Some((character, body.len() + 2))
}

fn numeric_entity(digits: &str) -> Option<char> {
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    code.ok().and_then(char::from_u32)
}
