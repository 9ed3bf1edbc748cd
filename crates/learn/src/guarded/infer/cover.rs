//! The cheapest sets of clauses that rule out all rows outside.

use std::collections::{BTreeSet, HashSet};

use typestar_model::guarded::Guard;

use super::bits::Bits;
use super::complexity::{AND, RIVAL};

/// So many steps the exact search takes at most.
const MOST_STEPS: usize = 200_000;
/// So many clauses it looks at, the cheapest first.
const MOST_CLAUSES: usize = 1_500;

/// A condition that holds in every row inside: a literal, or a disjunction of a few.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The condition.
    pub guard: Guard,
    /// The rows outside in which it does not hold.
    pub rules_out: Bits,
    /// How complex it is.
    pub cost: u32,
}

/// Sets of clauses that rule out all rows outside together, and none without one of its clauses; the cheapest first, at
/// most so many. What differs only in clauses that rule out the same rows is not told.
pub fn covers(clauses: &[Clause], outside: &Bits, most: usize) -> Vec<Vec<usize>> {
    let useful = useful(clauses);
    let mut search = Search { clauses, useful: &useful, order: Vec::new(), most, found: BTreeSet::new(), steps: 0 };
    let Some(greedy) = search.greedy(outside) else { return Vec::new() };
    search.order = search.hardest_first(outside);
    search.keep(greedy);
    search.deepen(outside, 0, &mut Vec::new());
    search.found.into_iter().map(|(_, cover)| cover).collect()
}

/// Clauses that rule out the same rows as this one, itself included, the cheapest first.
pub fn twins(clauses: &[Clause], clause: usize, most: usize) -> Vec<usize> {
    let same = |other: &usize| clauses[*other].rules_out == clauses[clause].rules_out;
    let mut twins: Vec<usize> = (0..clauses.len()).filter(same).collect();
    twins.sort_by_key(|twin| clauses[*twin].cost);
    twins.truncate(most);
    twins
}

/// The clauses that are not as costly as another one which rules out all that they do, the cheapest first.
fn useful(clauses: &[Clause]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..clauses.len()).collect();
    order.sort_by_key(|clause| (clauses[*clause].cost, &clauses[*clause].guard));
    let mut seen: HashSet<&Bits> = HashSet::new();
    order.retain(|clause| seen.insert(&clauses[*clause].rules_out));
    let mut kept: Vec<usize> = Vec::new();
    for clause in order {
        let is_covered = |other: &usize| clauses[*other].rules_out.contains_all(&clauses[clause].rules_out);
        if kept.len() < MOST_CLAUSES && !kept.iter().any(is_covered) {
            kept.push(clause);
        }
    }
    kept
}

struct Search<'a> {
    clauses: &'a [Clause],
    useful: &'a [usize],
    order: Vec<usize>,
    most: usize,
    found: BTreeSet<(u32, Vec<usize>)>,
    steps: usize,
}

impl Search<'_> {
    /// A cover made by taking, again and again, the clause that rules out most for its cost.
    fn greedy(&self, outside: &Bits) -> Option<Vec<usize>> {
        let (mut left, mut cover) = (outside.clone(), Vec::new());
        while !left.is_empty() {
            let gain = |clause: &usize| left.count_common(&self.clauses[*clause].rules_out);
            let worth = |clause: &usize| (gain(clause) * 1_000_000) / self.clauses[*clause].cost.max(1) as usize;
            let best = self.useful.iter().copied().rev().max_by_key(worth).filter(|best| gain(best) > 0)?;
            left = left.without(&self.clauses[best].rules_out);
            cover.push(best);
        }
        Some(cover)
    }

    /// The rows outside, those that few clauses rule out first.
    fn hardest_first(&self, outside: &Bits) -> Vec<usize> {
        let ways =
            |row: &usize| self.useful.iter().filter(|clause| self.clauses[**clause].rules_out.contains(*row)).count();
        let mut rows: Vec<usize> = outside.iter().collect();
        rows.sort_by_cached_key(|row| (ways(row), *row));
        rows
    }

    /// All covers that contain these clauses, as long as they are cheap enough.
    fn deepen(&mut self, left: &Bits, from: usize, chosen: &mut Vec<usize>) {
        let Some(place) = (from..self.order.len()).find(|place| left.contains(self.order[*place])) else {
            return self.keep(chosen.clone());
        };
        for &clause in self.useful {
            self.steps += 1;
            chosen.push(clause);
            let is_too_much = self.cost(chosen) > self.limit() || self.steps > MOST_STEPS;
            if !is_too_much && self.clauses[clause].rules_out.contains(self.order[place]) {
                self.deepen(&left.without(&self.clauses[clause].rules_out), place + 1, chosen);
            }
            chosen.pop();
            if is_too_much {
                return;
            }
        }
    }

    /// Keeps a cover without the clauses that it does not need, if it is among the cheapest.
    fn keep(&mut self, mut cover: Vec<usize>) {
        let left = |rows: &Bits, cover: &[usize]| {
            cover.iter().fold(rows.clone(), |rows, clause| rows.without(&self.clauses[*clause].rules_out))
        };
        cover.sort_by_key(|clause| (self.clauses[*clause].cost, *clause));
        for place in (0..cover.len()).rev() {
            let mut fewer = cover.clone();
            fewer.remove(place);
            if left(&self.clauses[cover[place]].rules_out, &fewer).is_empty() {
                cover = fewer;
            }
        }
        self.found.insert((self.cost(&cover), cover));
        while self.found.len() > self.most || self.found.last().is_some_and(|(cost, _)| *cost > self.limit()) {
            self.found.pop_last();
        }
    }

    /// What these clauses cost together.
    fn cost(&self, cover: &[usize]) -> u32 {
        cover.iter().map(|clause| self.clauses[*clause].cost + AND).sum::<u32>().saturating_sub(AND)
    }

    /// A cover that costs more than this is of no interest.
    fn limit(&self) -> u32 {
        let rival = self.found.first().map_or(u32::MAX / 2, |(cost, _)| cost + RIVAL);
        match self.found.last() {
            Some((cost, _)) if self.found.len() >= self.most => rival.min(*cost),
            _ => rival,
        }
    }
}
