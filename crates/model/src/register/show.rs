//! Writing guards, terms and sources.
//!
//! There are two spellings of the same texts: ours, with words (`p = x1 and p != 0`), and that of RALib, with signs
//! (`p == x1 && p != 0`). Both can be read again.

use super::parse::COMPARISONS;
use super::{Comparison, Guard, Location, Names, RegisterAutomaton, Source, Term, Transition};
use crate::symbols::symbol::Id;

/// How signs are written.
#[derive(Copy, Clone)]
pub(super) struct Spelling {
    equal: &'static str,
    and: &'static str,
    or: &'static str,
}

/// For people.
const PLAIN: Spelling = Spelling { equal: "=", and: " and ", or: " or " };
/// For RALib.
pub(super) const RALIB: Spelling = Spelling { equal: "==", and: " && ", or: " || " };

impl Names<'_> {
    /// The text of a guard, with parentheses only where they matter. It is read as a guard with the same meaning.
    pub fn show_guard(&self, guard: &Guard) -> String {
        self.spelt(guard, PLAIN)
    }

    /// The text of a guard in a spelling.
    pub(super) fn spelt(&self, guard: &Guard, spelling: Spelling) -> String {
        match guard {
            Guard::All(parts) if parts.is_empty() => "true".to_owned(),
            Guard::Any(parts) if parts.is_empty() => "false".to_owned(),
            Guard::All(parts) | Guard::Any(parts) if parts.len() == 1 => self.spelt(&parts[0], spelling),
            Guard::All(parts) => self.joined(parts, spelling.and, spelling, is_alternative),
            Guard::Any(parts) => self.joined(parts, spelling.or, spelling, |_| false),
            Guard::Compare(left, comparison, right) => {
                format!("{} {} {}", self.show_term(left), sign(*comparison, spelling), self.show_term(right))
            }
        }
    }

    fn joined(&self, parts: &[Guard], by: &str, spelling: Spelling, needs_parentheses: fn(&Guard) -> bool) -> String {
        let texts = parts.iter().map(|part| match needs_parentheses(part) {
            true => format!("({})", self.spelt(part, spelling)),
            false => self.spelt(part, spelling),
        });
        texts.collect::<Vec<_>>().join(by)
    }

    /// The text of a term: `x1`, `x1 + 1`, `x1 - 2`, `x1 + x2`, `x1 + x2 - 1`.
    pub fn show_term(&self, term: &Term) -> String {
        let operands: Vec<_> = term.operands().map(|operand| self.name(operand)).collect();
        let values = operands.join(" + ");
        let Some(number) = term.number() else { return values };
        match number.to_string().strip_prefix('-') {
            Some(positive) => format!("{values} - {positive}"),
            None => format!("{values} + {number}"),
        }
    }

    /// The text of a source: a term, `fresh`, or `output 1` for the first value of the output.
    pub fn show_source(&self, source: &Source) -> String {
        match source {
            Source::Term(term) => self.show_term(term),
            Source::Fresh => "fresh".to_owned(),
            Source::Output(index) => format!("output {}", index + 1),
        }
    }
}

impl RegisterAutomaton {
    /// How the registers are called that matter in a location: `x1, x2`. Empty if there are none.
    pub fn show_registers(&self, location: &Location) -> String {
        let names = location.registers.iter().map(|register| self.registers[register.index()].name.as_str());
        names.collect::<Vec<_>>().join(", ")
    }

    /// A location with the registers that matter in it: `l1 (x1, x2)`.
    pub fn show_location(&self, location: &Location) -> String {
        match location.registers.is_empty() {
            true => location.name.clone(),
            false => format!("{} ({})", location.name, self.show_registers(location)),
        }
    }

    /// The input of a transition with its parameters: `offer(p)`.
    pub fn show_input(&self, transition: &Transition) -> String {
        let action = &self.signature.inputs[transition.input.index()];
        called(&action.name, action.parameters.iter().map(|parameter| parameter.name.clone()).collect())
    }

    /// The output of a transition with its values: `out(x1, fresh)`.
    pub fn show_output(&self, transition: &Transition) -> String {
        let names = self.names(transition.input);
        let name = &self.signature.outputs[transition.output.index()].name;
        called(name, transition.values.iter().map(|value| names.show_source(value)).collect())
    }

    /// What a transition sets registers to: `x1 := p, x2 := x1`. Empty if it sets none.
    pub fn show_assignments(&self, transition: &Transition) -> String {
        let names = self.names(transition.input);
        let assignments = transition.assignments.iter().map(|(register, source)| {
            format!("{} := {}", self.registers[register.index()].name, names.show_source(source))
        });
        assignments.collect::<Vec<_>>().join(", ")
    }

    /// A transition in one line, and a second one for its assignments: `offer(p) [p <= x1] / ok`.
    pub fn show_transition(&self, transition: &Transition) -> String {
        let mut text = self.show_input(transition);
        let guard = self.names(transition.input).show_guard(&transition.guard);
        if guard != "true" {
            text += &format!(" [{guard}]");
        }
        if !self.signature.is_acceptor {
            text += &format!(" / {}", self.show_output(transition));
        }
        match self.show_assignments(transition) {
            none if none.is_empty() => text,
            assignments => format!("{text}\n{assignments}"),
        }
    }
}

fn called(name: &str, values: Vec<String>) -> String {
    if values.is_empty() { name.to_owned() } else { format!("{name}({})", values.join(", ")) }
}

/// Whether a guard is written with an `or` outside of parentheses.
fn is_alternative(guard: &Guard) -> bool {
    match guard {
        Guard::Any(parts) if parts.len() > 1 => true,
        Guard::All(parts) | Guard::Any(parts) => matches!(parts.as_slice(), [only] if is_alternative(only)),
        Guard::Compare(..) => false,
    }
}

fn sign(comparison: Comparison, spelling: Spelling) -> &'static str {
    let read = COMPARISONS.iter().find(|(_, known)| *known == comparison && comparison != Comparison::Equal);
    read.map_or(spelling.equal, |(sign, _)| sign)
}
