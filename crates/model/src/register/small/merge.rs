//! Transitions that do the same become one, where one guard says when.
//!
//! The guard that says both is made of what is true of both, comparison by comparison:
//!
//! ```text
//!                   p = x2            p != x1 and p != x2            both
//!   p and x1        differ (*)        differ                         p != x1
//!   p and x2        are equal         differ                         nothing
//! ```
//!
//! (*) because where p = x1, the transition before it is taken. That guard is the strongest one without *or* that both imply.
//! If it is true nowhere else, it replaces both: no other guard may be true at the same time, and nothing may be left
//! that no guard was true of.

use super::facts::{Claim, Facts};
use crate::register::{ActionId, Comparison, Guard, LocationId, RegisterAutomaton, Term, Transition};

/// The automaton with transitions merged. Those of a location with the same input stand together, as in canonical automata.
pub(super) fn merged(automaton: &RegisterAutomaton) -> RegisterAutomaton {
    let place = |transition: &Transition| (transition.from, transition.input);
    let cells = automaton.transitions.chunk_by(|one, other| place(one) == place(other));
    let transitions = cells.flat_map(|cell| merged_cell(automaton, cell.to_vec())).collect();
    RegisterAutomaton { transitions, ..automaton.clone() }
}

/// The transitions from a location with an input, as few as they can be.
fn merged_cell(automaton: &RegisterAutomaton, mut cell: Vec<Transition>) -> Vec<Transition> {
    while let Some((one, other, guard)) = pair_to_merge(automaton, &cell) {
        cell[one].guard = guard;
        cell.remove(other);
    }
    cell
}

/// Two transitions that can be one, and its guard.
fn pair_to_merge(automaton: &RegisterAutomaton, cell: &[Transition]) -> Option<(usize, usize, Guard)> {
    let pairs = (0..cell.len()).flat_map(|one| (one + 1..cell.len()).map(move |other| (one, other)));
    let mut pairs = pairs.filter(|&(one, other)| do_the_same(&cell[one], &cell[other])).peekable();
    pairs.peek()?;
    let terms = cell.iter().flat_map(|transition| transition.guard.terms());
    let facts = Facts::new(terms, &automaton.signature);
    let guards: Vec<Vec<Claim>> =
        cell.iter().map(|transition| facts.claims(&transition.guard)).collect::<Option<_>>()?;
    let merging = Merging::new(&facts, &guards);
    pairs.find_map(|(one, other)| Some((one, other, merging.guard(one, other)?)))
}

/// Whether two transitions differ in nothing but their guards.
fn do_the_same(one: &Transition, other: &Transition) -> bool {
    let outcome = |transition: &Transition| (transition.to, transition.output);
    let same_place: (LocationId, ActionId) = outcome(one);
    same_place == outcome(other) && one.values == other.values && one.assignments == other.assignments
}

/// The guards of a cell.
struct Merging<'a> {
    facts: &'a Facts<'a>,
    guards: &'a [Vec<Claim>],
    /// The pairs of terms that are compared.
    pairs: Vec<(usize, usize)>,
}

/// Whether the first of two terms may be less, equal or more.
type Ways = [bool; 3];

const WAYS: [Comparison; 3] = [Comparison::Less, Comparison::Equal, Comparison::More];

impl<'a> Merging<'a> {
    fn new(facts: &'a Facts<'a>, guards: &'a [Vec<Claim>]) -> Self {
        let mut pairs = Vec::new();
        for &(left, _, right) in guards.iter().flatten() {
            if !pairs.contains(&(left, right)) && !pairs.contains(&(right, left)) {
                pairs.push((left, right));
            }
        }
        Self { facts, guards, pairs }
    }

    /// The guard that says when one of two transitions is taken; none if there is none without *or*.
    fn guard(&self, one: usize, other: usize) -> Option<Guard> {
        let claim = |&(left, right): &(usize, usize)| {
            let ways = [one, other].map(|number| self.ways(number, (left, right)));
            let comparison = comparison([0, 1, 2].map(|way| ways[0][way] || ways[1][way]))?;
            Some((left, comparison, right))
        };
        let both: Vec<Claim> = self.pairs.iter().filter_map(claim).collect();
        let is_alone = |number: usize| {
            let own = number == one || number == other;
            own || !self.facts.is_possible(&[&both, self.guards[number].as_slice()].concat())
        };
        let known: Vec<&[Claim]> = self.guards.iter().map(Vec::as_slice).collect();
        let is_right = (0..self.guards.len()).all(is_alone) && !self.facts.is_possible_beside(&both, &known);
        is_right.then(|| self.shown(both))
    }

    /// How two terms may lie to each other where a transition is taken: its guard is true, and no earlier one.
    fn ways(&self, number: usize, (left, right): (usize, usize)) -> Ways {
        let earlier: Vec<&[Claim]> = self.guards[..number].iter().map(Vec::as_slice).collect();
        WAYS.map(|way| {
            let claims = [self.guards[number].as_slice(), &[(left, way, right)]].concat();
            self.facts.is_possible_beside(&claims, &earlier)
        })
    }

    /// A guard of these comparisons, without those that follow from others; weak ones go first.
    fn shown(&self, mut claims: Vec<Claim>) -> Guard {
        for weak in [Comparison::AtMost, Comparison::AtLeast, Comparison::NotEqual, Comparison::Less, Comparison::More]
        {
            for claim in claims.clone().into_iter().filter(|claim| claim.1 == weak) {
                let others: Vec<Claim> = claims.iter().filter(|known| **known != claim).copied().collect();
                let negated = (claim.0, claim.1.negated(), claim.2);
                if !self.facts.is_possible(&[others.as_slice(), &[negated]].concat()) {
                    claims = others;
                }
            }
        }
        let term = |number: usize| -> Term { self.facts.term(number).clone() };
        let mut parts: Vec<Guard> = claims
            .into_iter()
            .map(|(left, comparison, right)| Guard::Compare(term(left), comparison, term(right)))
            .collect();
        if parts.len() == 1 { parts.remove(0) } else { Guard::All(parts) }
    }
}

/// The comparison that is true of these ways alone; none if it is always true.
fn comparison(ways: Ways) -> Option<Comparison> {
    match ways {
        [true, true, true] => None,
        [true, true, false] => Some(Comparison::AtMost),
        [true, false, true] => Some(Comparison::NotEqual),
        [true, false, false] => Some(Comparison::Less),
        [false, true, true] => Some(Comparison::AtLeast),
        [false, false, true] => Some(Comparison::More),
        // A transition that is never taken is told by any guard.
        [false, true, false] | [false, false, false] => Some(Comparison::Equal),
    }
}
