//! Theories: what a system may compare values with. One for each type of values.
//!
//! A theory cuts the values of a parameter into *atoms*, given the values that came before: within an atom, no comparison
//! of the theory tells two values apart. It names one witness for each atom. Everything else (trees, guards, learners,
//! testers) is built on atoms alone, so a new theory is one new file, and one line in `FORMS`.
//!
//! ```text
//!   known 101, 102               atoms of the next value
//!   equality      {101} {102} {all others}
//!   order         below 101, {101}, between, {102}, above
//! ```

mod allowed;
mod equality;
mod line;
mod order;
mod pair_sums;
mod read;
mod room;
mod sums;

pub use allowed::Allowed;
pub use equality::Equality;
pub use order::Order;
pub use pair_sums::PairSums;
use read::Form;
pub use read::{NotATheory, read_theory, theory_examples, theory_forms};
pub use sums::Sums;

use std::fmt;

use typestar_model::Value;

use super::Need;

/// All theories, in the order in which people are told of them.
const FORMS: [Form; 4] = [equality::FORM, order::FORM, sums::FORM, pair_sums::FORM];

/// What a type's values can be compared by.
///
/// Witnesses depend on the arguments alone, and on `known` in its order. So words that are built value by value from
/// witnesses are canonical: two words that are equal up to renaming are the same word.
pub trait Theory: fmt::Debug + Send + Sync {
    /// How atoms lie to each other.
    fn shape(&self) -> Shape;

    /// The atoms of the next value. `known` are the different values of this type so far: first the constants, `constants`
    /// of them, then those of the word in the order of their first appearance. `remaining` values of this type are still to
    /// come in the word, this one included; only theories that look ahead care.
    ///
    /// Points come before the rest where the shape is [`Shape::Flat`]; on a [`Shape::Line`] all atoms are in order, and
    /// between two gaps there is a point. Empty atoms are left out, and so are those without an allowed value. Of the atoms
    /// that are no points, the last is the one of a value that was never seen: a fresh one. Where few values are allowed,
    /// there may be none.
    fn atoms(&self, known: &[Value], constants: usize, remaining: usize) -> Vec<Atom>;

    /// Whether numbers ran out: some class of the next value has no atom here, though it would have one after other values of
    /// the same classes. `atoms` is what [`Self::atoms`] says to the same arguments.
    fn is_exhausted(&self, _known: &[Value], _constants: usize, _remaining: usize, _atoms: &[Atom]) -> bool {
        false
    }

    /// The values that may be given.
    fn allowed(&self) -> &Allowed;

    /// The same with no witness outside of these.
    fn limited(&self, allowed: Allowed) -> Box<dyn Theory>;

    /// How people write the theory: `order`, `sums(1, closed)`.
    fn name(&self) -> String;

    /// Whether it has all that values are compared by.
    fn covers(&self, need: &Need) -> bool;

    /// Whether it compares with sums. Then a longer word may always tell more: no comparison with a model ends.
    fn adds(&self) -> bool {
        false
    }

    /// Whether two values may be in one atom that only later values tell apart.
    fn is_open(&self) -> bool {
        false
    }
}

/// How the atoms of a theory lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Single values, and all others: equality.
    Flat,
    /// On a line: single values and the gaps between them.
    Line,
}

/// Values that no comparison of a theory tells apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    /// The single value that it consists of, as a term; none for all other values, and for a gap between its neighbours.
    pub point: Option<KnownTerm>,
    /// A value of the atom.
    pub witness: Value,
}

/// A term over known values, by their positions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KnownTerm {
    /// The known value.
    pub known: usize,
    /// What is added to it.
    pub plus: Option<KnownAddend>,
}

/// What is added to a known value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KnownAddend {
    /// A number, which may be negative.
    Number(Value),
    /// Another known value.
    Known(usize),
    /// Another known value, and a number, which may be negative.
    Both(usize, Value),
}

impl KnownTerm {
    /// A known value as it is.
    pub fn of(known: usize) -> Self {
        Self { known, plus: None }
    }

    /// The second known value that is added, if there is one.
    fn other(&self) -> Option<usize> {
        match self.plus {
            Some(KnownAddend::Known(other) | KnownAddend::Both(other, _)) => Some(other),
            Some(KnownAddend::Number(_)) | None => None,
        }
    }

    /// The value of the term; none if the sum is too large.
    pub fn value(&self, known: &[Value]) -> Option<Value> {
        let first = &known[self.known];
        match &self.plus {
            None => Some(first.clone()),
            Some(KnownAddend::Number(number)) => first.plus(number),
            Some(KnownAddend::Known(other)) => first.plus(&known[*other]),
            Some(KnownAddend::Both(other, number)) => first.plus(&known[*other])?.plus(number),
        }
    }
}

/// The witnesses of the atoms after known values, all as text; those of atoms that are no points have a star.
#[cfg(test)]
fn witnesses(theory: &dyn Theory, known: &str, constants: usize) -> String {
    let known: Vec<Value> = known.split_whitespace().map(|value| Value::read(value).expect("a value")).collect();
    let star = |atom: &Atom| if atom.point.is_none() { "*" } else { "" };
    let atoms = theory.atoms(&known, constants, 1);
    atoms.iter().map(|atom| format!("{}{}", atom.witness, star(atom))).collect::<Vec<_>>().join(" ")
}

/// A term as text: `k0`, `k0 + 1`, `k0 + k1`.
#[cfg(test)]
fn label(term: &KnownTerm) -> String {
    match &term.plus {
        None => format!("k{}", term.known),
        Some(KnownAddend::Number(number)) => format!("k{} + {number}", term.known),
        Some(KnownAddend::Known(other)) => format!("k{} + k{other}", term.known),
        Some(KnownAddend::Both(other, number)) => format!("k{} + k{other} + {number}", term.known),
    }
}
