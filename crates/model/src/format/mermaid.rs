//! What the Mermaid diagrams of every kind of model share: their limits, and how texts are escaped.
//!
//! Many characters mean something to Mermaid, even within texts, so all but the plainest are written as codes. It refuses
//! large diagrams only when they are drawn, so a diagram that would be too large is refused here, with other ways to go.

use std::fmt::Write as _;

/// Mermaid refuses diagrams with more edges than this.
const MOST_EDGES: usize = 500;
/// Mermaid refuses texts that are longer than this.
const MOST_CHARACTERS: usize = 50_000;

/// The machine is larger than what Mermaid agrees to draw.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the diagram has {edges} edges and {characters} characters, but mermaid draws at most {MOST_EDGES} and \
     {MOST_CHARACTERS}: use dot or svg instead"
)]
pub struct TooLargeForMermaid {
    /// How many edges the diagram would have.
    pub edges: usize,
    /// How many characters the text would have.
    pub characters: usize,
}

/// Arrows between states, each with the lines that stand at it.
pub(crate) type Arrows = Vec<((usize, usize), Vec<String>)>;

/// A diagram of states with their names, unless Mermaid would refuse it.
pub(crate) fn diagram(
    states: impl Iterator<Item = (usize, String)>,
    initial: Option<usize>,
    arrows: &Arrows,
    ends: &[usize],
) -> Result<String, TooLargeForMermaid> {
    let mut text = String::from("stateDiagram-v2\n");
    for (state, name) in states {
        let _ = writeln!(text, "    state \"{}\" as s{state}", escaped(&name));
    }
    if let Some(initial) = initial {
        let _ = writeln!(text, "    [*] --> s{initial}");
    }
    for ((from, to), lines) in arrows {
        let _ = writeln!(text, "    s{from} --> s{to} : {}", lines.join("<br/>"));
    }
    for state in ends {
        let _ = writeln!(text, "    s{state} --> [*]");
    }
    let (edges, characters) = (arrows.len() + ends.len() + 1, text.chars().count());
    match edges > MOST_EDGES || characters > MOST_CHARACTERS {
        true => Err(TooLargeForMermaid { edges, characters }),
        false => Ok(text),
    }
}

/// The group of `key`, which is added at the end if it is new.
pub(crate) fn group_of<K: PartialEq, V>(groups: &mut Vec<(K, Vec<V>)>, key: K) -> &mut Vec<V> {
    let at = groups.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
        groups.push((key, Vec::new()));
        groups.len() - 1
    });
    &mut groups[at].1
}

/// A text in which every character that could mean something to Mermaid is written as a character code.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            ' ' | '_' | '.' | ',' | '(' | ')' | '+' | '/' | '|' => safe.push(character),
            letter if letter.is_alphanumeric() => safe.push(letter),
            other => {
                let _ = write!(safe, "#{};", u32::from(other));
            }
        }
    }
    safe
}
