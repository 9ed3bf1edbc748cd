//! What comparisons of terms follow from others.
//!
//! Terms are numbers on a line of which nobody knows more than what is compared: so comparisons contradict each other only
//! if they make a circle such as a < b <= c < a, or say of equal terms that they differ. Terms of the same registers and
//! parameters are known to lie at their distance: x1 < x1 + 1.
//!
//! Who asks gets no wrong *no*: what is said to be impossible is impossible. Some things that cannot be, such as an integer
//! between x1 and x1 + 1, count as possible.

use std::cell::Cell;
use std::cmp::Ordering;

use crate::register::sum::Sum;
use crate::register::{Comparison, Guard, Operand, Signature, Term};
use crate::symbols::symbol::Id;
use crate::symbols::value::{Decimal, Value};

/// More questions about one set of terms are not answered: then everything counts as possible.
const MOST: usize = 50_000;

/// A comparison of two terms, by their numbers.
pub(super) type Claim = (usize, Comparison, usize);

/// Terms, and what is known of them.
pub(super) struct Facts<'a> {
    terms: Vec<&'a Term>,
    fixed: Vec<Claim>,
    asked: Cell<usize>,
}

/// How two terms are known to lie to each other.
#[derive(Clone, Copy, PartialEq)]
enum Known {
    Nothing,
    AtMost,
    Less,
}

impl<'a> Facts<'a> {
    pub(super) fn new(terms: impl Iterator<Item = &'a Term>, signature: &Signature) -> Self {
        let mut known: Vec<&Term> = Vec::new();
        for term in terms {
            if !known.contains(&term) {
                known.push(term);
            }
        }
        let values: Vec<Sum> = known.iter().map(|term| value_of(term, signature)).collect();
        let mut fixed = Vec::new();
        for right in 0..known.len() {
            fixed.extend((0..right).filter_map(|left| Some((left, distance(&values[left], &values[right])?, right))));
        }
        Self { terms: known, fixed, asked: Cell::new(0) }
    }

    pub(super) fn term(&self, number: usize) -> &Term {
        self.terms[number]
    }

    /// The comparisons of a guard; none if it has an *or*.
    pub(super) fn claims(&self, guard: &Guard) -> Option<Vec<Claim>> {
        let number = |term: &Term| self.terms.iter().position(|known| *known == term);
        match guard {
            Guard::Compare(left, comparison, right) => Some(vec![(number(left)?, *comparison, number(right)?)]),
            Guard::All(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.claims(part)).collect::<Option<_>>()?;
                Some(parts.concat())
            }
            Guard::Any(_) => None,
        }
    }

    /// Whether all these may be true at once.
    pub(super) fn is_possible(&self, claims: &[Claim]) -> bool {
        self.asked.set(self.asked.get() + 1);
        if self.asked.get() > MOST {
            return true;
        }
        let mut order = vec![Known::Nothing; self.terms.len() * self.terms.len()];
        let all = || self.fixed.iter().chain(claims);
        all().for_each(|claim| self.note(&mut order, claim));
        self.close(&mut order);
        let at = |left: usize, right: usize| order[left * self.terms.len() + right];
        let is_circle = (0..self.terms.len()).any(|term| at(term, term) == Known::Less);
        let is_equal =
            |left, right| left == right || at(left, right) != Known::Nothing && at(right, left) != Known::Nothing;
        let contradicts = |claim: &Claim| claim.1 == Comparison::NotEqual && is_equal(claim.0, claim.2);
        !is_circle && !all().any(contradicts)
    }

    /// Whether these may be true while none of these guards is.
    pub(super) fn is_possible_beside(&self, claims: &[Claim], guards: &[&[Claim]]) -> bool {
        if !self.is_possible(claims) {
            return false;
        }
        let Some((first, others)) = guards.split_first() else { return true };
        if !self.is_possible(&[claims, first].concat()) {
            return self.is_possible_beside(claims, others);
        }
        first.iter().any(|&(left, comparison, right)| {
            self.is_possible_beside(&[claims, &[(left, comparison.negated(), right)]].concat(), others)
        })
    }

    fn note(&self, order: &mut [Known], &(left, comparison, right): &Claim) {
        let mut add = |low: usize, high: usize, known: Known| {
            let place = &mut order[low * self.terms.len() + high];
            if *place != Known::Less {
                *place = known;
            }
        };
        match comparison {
            Comparison::Less => add(left, right, Known::Less),
            Comparison::AtMost => add(left, right, Known::AtMost),
            Comparison::More => add(right, left, Known::Less),
            Comparison::AtLeast => add(right, left, Known::AtMost),
            Comparison::Equal => {
                add(left, right, Known::AtMost);
                add(right, left, Known::AtMost);
            }
            Comparison::NotEqual => {}
        }
    }

    /// Adds what follows by way of others: a < b and b <= c make a < c.
    fn close(&self, order: &mut [Known]) {
        let terms = self.terms.len();
        for middle in 0..terms {
            for low in 0..terms {
                let below = order[low * terms + middle];
                for high in (0..terms).filter(|_| below != Known::Nothing) {
                    let above = order[middle * terms + high];
                    let place = &mut order[low * terms + high];
                    if above != Known::Nothing && *place != Known::Less {
                        *place = if below == Known::Less { below } else { above };
                    }
                }
            }
        }
    }
}

/// A term with its constants replaced by their values.
fn value_of(term: &Term, signature: &Signature) -> Sum {
    let mut term = term.clone();
    for operand in term.operands_mut() {
        if let Operand::Constant(constant) = operand {
            *operand = Operand::Literal(signature.constants[constant.index()].value.clone());
        }
    }
    Sum::from(&term)
}

/// How two terms always compare; none if that depends on values.
fn distance(left: &Sum, right: &Sum) -> Option<Comparison> {
    if left.operands() != right.operands() {
        let are_texts = [left, right].iter().all(|sum| sum.is_text());
        return are_texts.then_some(Comparison::NotEqual);
    }
    let zero = |number: &Value| match number {
        Value::Decimal(_) => Decimal::new(0.0).map_or(Value::Integer(0), Value::Decimal),
        _ => Value::Integer(0),
    };
    let ordering = match (left.number(), right.number()) {
        (None, None) => Some(Ordering::Equal),
        (Some(left), Some(right)) => left.order(right),
        (Some(left), None) => left.order(&zero(left)),
        (None, Some(right)) => zero(right).order(right),
    };
    ordering.map(|ordering| match ordering {
        Ordering::Less => Comparison::Less,
        Ordering::Equal => Comparison::Equal,
        Ordering::Greater => Comparison::More,
    })
}
