//! What went wrong with a system and was mended.

use std::collections::BTreeSet;

/// A list of troubles keeps at most this many lines; the last one then says that there were more.
const MOST_TROUBLES: usize = 100;

/// Troubles as lines for people: one for each restart, one for each different note.
#[derive(Debug, Default)]
pub(crate) struct Troubles {
    lines: Vec<String>,
    notes: BTreeSet<String>,
}

impl Troubles {
    pub(crate) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The adapter had to be started again when it was asked for this word.
    pub(crate) fn add_restart(&mut self, word: &str, what: &str) {
        self.add(format!("restarted at `{word}`: {what}"));
    }

    /// Notes that came with the answer to this word. One that was seen before says nothing new.
    pub(crate) fn add_notes(&mut self, word: &dyn Fn() -> String, notes: Vec<String>) {
        for note in notes {
            if self.notes.len() < MOST_TROUBLES && !self.notes.contains(&note) {
                self.add(format!("note at `{}`: {note}", word()));
                self.notes.insert(note);
            }
        }
    }

    fn add(&mut self, line: String) {
        match self.lines.len() + 1 {
            length if length < MOST_TROUBLES => self.lines.push(line),
            MOST_TROUBLES => self.lines.push("there were more troubles, which are not listed".to_owned()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_restart_is_a_line_of_its_own() {
        let mut troubles = Troubles::default();
        troubles.add_restart("a b", "the adapter exited");
        troubles.add_restart("a b", "the adapter exited");
        assert_eq!(troubles.lines(), ["restarted at `a b`: the adapter exited"; 2]);
    }

    #[test]
    fn the_same_note_is_kept_once_whatever_the_word() {
        let mut troubles = Troubles::default();
        troubles.add_notes(&|| "a".into(), vec!["x".into(), "y".into(), "x".into()]);
        troubles.add_notes(&|| "b".into(), vec!["y".into(), "z".into()]);
        let expected = ["a`: x", "a`: y", "b`: z"].map(|end| format!("note at `{end}"));
        assert_eq!(troubles.lines(), expected);
    }

    #[test]
    fn a_long_list_ends_and_says_so() {
        let mut troubles = Troubles::default();
        for number in 0..300 {
            troubles.add_restart("a", &number.to_string());
            troubles.add_notes(&|| "a".into(), vec![number.to_string()]);
        }
        assert_eq!(troubles.lines().len(), MOST_TROUBLES);
        assert!(troubles.lines()[MOST_TROUBLES - 1].contains("not listed"));
    }
}
