//! Guards: when a transition is enabled.
//!
//! ```text
//! p = x1              the parameter is what the register holds
//! p < x1 and p > 0    both hold
//! p = x1 or p = x2    one of them holds
//! p = x1 + 1          a sum is compared
//! ```
//!
//! There is no *not*: the negation of a comparison is another comparison. This holds for values that can be compared. A
//! term without a value makes every comparison false, `!=` included, so a guard and its negation can both be false. The
//! guards of guarded models are different in this: see [`crate::guarded::Guard`].

use std::cmp::Ordering;

use super::term::{Scope, Term};
use crate::symbols::value::Value;

/// A condition on registers, parameters and constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// All of these hold; always, if there are none.
    All(Vec<Guard>),
    /// One of these holds; never, if there are none.
    Any(Vec<Guard>),
    /// Two terms compare like this.
    Compare(Term, Comparison, Term),
}

/// How two values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Comparison {
    /// They are equal.
    Equal,
    /// They are not.
    NotEqual,
    /// The first is less.
    Less,
    /// The first is less, or they are equal.
    AtMost,
    /// The first is more.
    More,
    /// The first is more, or they are equal.
    AtLeast,
}

impl Guard {
    /// The guard that always holds.
    pub const ALWAYS: Self = Self::All(Vec::new());

    /// How many alternatives it has; 1 unless some are joined by *or*.
    ///
    /// Learners find one transition for each branch, so this makes their results comparable with automata that have one
    /// guard with *or*.
    pub fn branches(&self) -> usize {
        match self {
            Self::Any(parts) => parts.iter().map(Self::branches).sum(),
            Self::All(parts) => parts.iter().map(Self::branches).product(),
            Self::Compare(..) => 1,
        }
    }

    /// Whether it holds. A comparison with a term that has no value does not.
    pub fn holds(&self, scope: &dyn Scope) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.holds(scope)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(scope)),
            Self::Compare(left, comparison, right) => match (left.evaluated(scope), right.evaluated(scope)) {
                (Some(left), Some(right)) => comparison.holds(&left, &right),
                _ => false,
            },
        }
    }

    /// Both guards.
    ///
    /// Conjunctions are joined flat: the result has no conjunction directly within it.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let parts = |guard| match guard {
            Self::All(parts) => parts,
            other => vec![other],
        };
        let mut all = parts(self);
        all.extend(parts(other));
        match all.len() {
            1 => all.remove(0),
            _ => Self::All(all),
        }
    }

    /// The guard that holds where this one does not, if all its terms have values.
    ///
    /// ```
    /// use typestar_model::Id;
    /// use typestar_model::register::{ActionId, families::fifo};
    /// let queue = fifo(2);
    /// let names = queue.names(ActionId::new(0));
    /// let guard = names.read_guard("p = x1 or p > x2").unwrap();
    /// assert_eq!(names.show_guard(&guard.negated()), "p != x1 and p <= x2");
    /// ```
    #[must_use]
    pub fn negated(&self) -> Self {
        match self {
            Self::All(parts) => Self::Any(parts.iter().map(Self::negated).collect()),
            Self::Any(parts) => Self::All(parts.iter().map(Self::negated).collect()),
            Self::Compare(left, comparison, right) => Self::Compare(left.clone(), comparison.negated(), right.clone()),
        }
    }

    /// The terms that it compares.
    pub fn terms(&self) -> Vec<&Term> {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::terms).collect(),
            Self::Compare(left, _, right) => vec![left, right],
        }
    }

    /// How deep conjunctions and alternatives are nested.
    pub(super) fn depth(&self) -> usize {
        match self {
            Self::All(parts) | Self::Any(parts) => 1 + parts.iter().map(Self::depth).max().unwrap_or(0),
            Self::Compare(..) => 0,
        }
    }

    /// Changes the terms that it compares.
    pub(super) fn terms_mut(&mut self, change: &mut impl FnMut(&mut Term)) {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter_mut().for_each(|part| part.terms_mut(change)),
            Self::Compare(left, _, right) => [left, right].into_iter().for_each(change),
        }
    }

    /// The same guard about other terms.
    pub fn map_terms<E>(&self, change: &impl Fn(&Term) -> Result<Term, E>) -> Result<Self, E> {
        let all = |parts: &[Self]| parts.iter().map(|part| part.map_terms(change)).collect::<Result<_, E>>();
        Ok(match self {
            Self::All(parts) => Self::All(all(parts)?),
            Self::Any(parts) => Self::Any(all(parts)?),
            Self::Compare(left, comparison, right) => Self::Compare(change(left)?, *comparison, change(right)?),
        })
    }
}

impl Comparison {
    /// How values compare that do not compare like this. Of values without an order this is true of `=` and `!=` alone.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::AtLeast,
            Self::AtLeast => Self::Less,
            Self::More => Self::AtMost,
            Self::AtMost => Self::More,
        }
    }

    /// Whether two values compare like this. Numbers have an order, other values are equal or not.
    pub fn holds(self, left: &Value, right: &Value) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left.order(right) == Some(Ordering::Less),
            Self::More => left.order(right) == Some(Ordering::Greater),
            Self::AtMost => left.order(right).is_some_and(Ordering::is_le),
            Self::AtLeast => left.order(right).is_some_and(Ordering::is_ge),
        }
    }
}
