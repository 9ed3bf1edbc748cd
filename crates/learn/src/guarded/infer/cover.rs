//! The cheapest sets of clauses that rule out all rows outside.
//!
//! Clauses are conditions that hold in every row inside. Each of them rules out some rows outside; a
//! guard is a set of clauses that rules out all of them:
//!
//! ```text
//!   rows outside          r1  r2  r3  r4
//!   sink != null           x   x
//!   !sink.closed                   x
//!   arg1 != null                       x
//!   size >= 1              x           x        r1 and r4, but not r2: the first is needed anyway
//! ```
//!
//! That is weighted set cover. A greedy cover gives a first bound; then a search in depth finds all
//! that are cheaper, beginning with the row that the fewest clauses rule out, until its steps are used
//! up.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use typestar_model::guarded::Guard;

use super::bits::Bits;
use super::complexity::{AND, RIVAL};

/// How many steps the exact search takes at most.
const MOST_STEPS: usize = 100_000;
/// How many clauses it looks at.
const MOST_CLAUSES: usize = 600;
/// How many clauses that rule out the same rows are kept.
const MOST_TWINS: usize = 4;

/// A condition that holds in every row inside: a literal, or a disjunction of a few.
#[derive(Clone, Debug)]
struct Clause {
    guard: Guard,
    cost: u32,
}

/// Clauses by the rows outside that they rule out.
///
/// Clauses that rule out the same rows are twins: the cheapest takes part in the search, the others
/// become rivals.
#[derive(Default)]
pub struct Clauses {
    places: HashMap<Bits, usize>,
    /// The rows that are ruled out, and by what, the cheapest first.
    kinds: Vec<(Bits, Vec<Clause>)>,
}

impl Clauses {
    /// Takes a clause that rules out these rows, unless there are enough that are as simple. It is made only if it is
    /// taken.
    pub fn add(&mut self, rules_out: Bits, cost: u32, guard: impl FnOnce() -> Guard) {
        if rules_out.is_empty() {
            return;
        }
        let place = match self.places.get(&rules_out) {
            Some(place) => *place,
            None => {
                self.places.insert(rules_out.clone(), self.kinds.len());
                self.kinds.push((rules_out, Vec::new()));
                self.kinds.len() - 1
            }
        };
        let twins = &mut self.kinds[place].1;
        if twins.len() < MOST_TWINS || twins[MOST_TWINS - 1].cost > cost {
            twins.push(Clause { guard: guard(), cost });
            twins.sort_by_key(|twin| twin.cost);
            twins.truncate(MOST_TWINS);
        }
    }

    /// Those of these rows that no clause of this sort rules out.
    pub fn left(&self, outside: &Bits, is_meant: impl Fn(&Guard) -> bool) -> Bits {
        let meant = self.kinds.iter().filter(|(_, twins)| twins.iter().any(|twin| is_meant(&twin.guard)));
        meant.fold(outside.clone(), |left, (ruled_out, _)| left.without(ruled_out))
    }

    /// Sets of clauses that rule out all rows outside together, none of which could be left out; the cheapest first, at
    /// most this many, and then those of them with a clause replaced by one that rules out the same rows.
    pub fn covers(&self, outside: &Bits, most: usize) -> Vec<Vec<&Guard>> {
        let mut search = Search::new(self, most);
        let Some(greedy) = search.greedy(outside) else { return Vec::new() };
        search.order = search.hardest_first(outside);
        search.keep(greedy);
        search.deepen(outside, 0, &mut Vec::new());
        search.found.iter().flat_map(|(_, cover)| self.with_twins(cover)).collect()
    }

    /// The clauses of these kinds, and all that one twin makes of them.
    fn with_twins(&self, cover: &[usize]) -> Vec<Vec<&Guard>> {
        let first: Vec<&Guard> = cover.iter().map(|kind| &self.kinds[*kind].1[0].guard).collect();
        let mut covers = vec![first.clone()];
        for (place, kind) in cover.iter().enumerate() {
            for twin in &self.kinds[*kind].1[1..] {
                let mut other = first.clone();
                other[place] = &twin.guard;
                covers.push(other);
            }
        }
        covers
    }

    fn cost(&self, kind: usize) -> u32 {
        self.kinds[kind].1[0].cost
    }

    /// The kinds that are cheap, or rule out much for what they cost, and do not cost as much as another one which rules
    /// out all that they do; the cheapest first.
    ///
    /// A clause is dropped if a cheaper one rules out all that it does and more.
    fn useful(&self) -> Vec<usize> {
        let price = |kind: &usize| (self.cost(*kind), *kind);
        let worth = |kind: &usize| self.kinds[*kind].0.count() * 1_000_000 / self.cost(*kind) as usize;
        let mut order: Vec<usize> = (0..self.kinds.len()).collect();
        order.sort_by_key(price);
        if order.len() > MOST_CLAUSES {
            let mut rest = order.split_off(MOST_CLAUSES / 2);
            rest.sort_by_cached_key(|kind| Reverse(worth(kind)));
            order.extend(&rest[..MOST_CLAUSES / 2]);
            order.sort_by_key(price);
        }
        let mut kept: Vec<usize> = Vec::new();
        for kind in order {
            let is_covered = |other: &usize| self.kinds[*other].0.contains_all(&self.kinds[kind].0);
            if !kept.iter().any(is_covered) {
                kept.push(kind);
            }
        }
        kept
    }
}

struct Search<'a> {
    clauses: &'a Clauses,
    useful: Vec<usize>,
    /// The rows outside, those that few clauses rule out first.
    order: Vec<usize>,
    most: usize,
    found: BTreeSet<(u32, Vec<usize>)>,
    steps: usize,
}

impl<'a> Search<'a> {
    fn new(clauses: &'a Clauses, most: usize) -> Self {
        Self { clauses, useful: clauses.useful(), order: Vec::new(), most, found: BTreeSet::new(), steps: 0 }
    }

    /// The rows that a kind rules out.
    fn rows(&self, kind: usize) -> &'a Bits {
        &self.clauses.kinds[kind].0
    }

    /// A cover made by taking, again and again, the clause that rules out most for its cost.
    fn greedy(&self, outside: &Bits) -> Option<Vec<usize>> {
        let (mut left, mut cover) = (outside.clone(), Vec::new());
        while !left.is_empty() {
            let gain = |kind: &usize| left.count_common(self.rows(*kind));
            let worth = |kind: &usize| gain(kind) * 1_000_000 / self.clauses.cost(*kind) as usize;
            let best = self.useful.iter().copied().rev().max_by_key(worth).filter(|best| gain(best) > 0)?;
            left = left.without(self.rows(best));
            cover.push(best);
        }
        Some(cover)
    }

    fn hardest_first(&self, outside: &Bits) -> Vec<usize> {
        let ways = |row: &usize| self.useful.iter().filter(|kind| self.rows(**kind).contains(*row)).count();
        let mut rows: Vec<usize> = outside.iter().collect();
        rows.sort_by_cached_key(|row| (ways(row), *row));
        rows
    }

    /// All covers that contain these clauses, as long as they are cheap enough.
    ///
    /// Clauses are sorted by cost, so that the first one beyond the limit ends the loop.
    fn deepen(&mut self, left: &Bits, from: usize, chosen: &mut Vec<usize>) {
        let Some(place) = (from..self.order.len()).find(|place| left.contains(self.order[*place])) else {
            return self.keep(chosen.clone());
        };
        let before = self.cost(chosen) + if chosen.is_empty() { 0 } else { AND };
        for index in 0..self.useful.len() {
            let kind = self.useful[index];
            self.steps += 1;
            if before + self.clauses.cost(kind) > self.limit() || self.steps > MOST_STEPS {
                return;
            }
            if self.rows(kind).contains(self.order[place]) {
                chosen.push(kind);
                self.deepen(&left.without(self.rows(kind)), place + 1, chosen);
                chosen.pop();
            }
        }
    }

    /// Keeps a cover without the clauses that it does not need, if it is among the cheapest.
    fn keep(&mut self, mut cover: Vec<usize>) {
        let left =
            |rows: &Bits, cover: &[usize]| cover.iter().fold(rows.clone(), |rows, kind| rows.without(self.rows(*kind)));
        cover.sort_by_key(|kind| (self.clauses.cost(*kind), *kind));
        for place in (0..cover.len()).rev() {
            let mut fewer = cover.clone();
            let kind = fewer.remove(place);
            if left(self.rows(kind), &fewer).is_empty() {
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
        cover.iter().map(|kind| self.clauses.cost(*kind) + AND).sum::<u32>().saturating_sub(AND)
    }

    /// A cover that costs more than this is of no interest.
    fn limit(&self) -> u32 {
        let rival = self.found.first().map_or(u32::MAX, |(cost, _)| cost + RIVAL);
        match self.found.last() {
            Some((cost, _)) if self.found.len() >= self.most => rival.min(*cost),
            _ => rival,
        }
    }
}
