//! States: they tell calls apart where fields do not.
//!
//! Calls of methods with a guard are explained by it. All others are explained by what was called before: words of calls
//! that passed are folded into as few states as what was seen allows, and a state is new only if a call passed in one and
//! failed in the other. Without such methods there is one state.
//!
//! ```text
//!   words      open · close · open         open passed, open open failed, close failed
//!   folded     s0 ──open──▶ s1 ──close──▶ s0
//! ```
//!
//! Two places can be one state unless a method passed behind one and failed behind the other after the
//! same calls. Folding is greedy, in breadth-first order, as in state-merging learners: the result
//! agrees with all that was seen, and need not be the smallest machine that does.

use std::collections::{BTreeMap, BTreeSet};

use typestar_model::Id;

use super::calls::{Calls, End};
use crate::oracle::{Check, Halt};

/// More states are no help to anybody.
const MOST_STATES: usize = 64;

/// The states, and what was seen in each of them.
pub(super) struct Machine {
    pub(super) states: usize,
    seen: Vec<Seen>,
    /// The methods whose outcome neither fields nor calls explain.
    unexplained: BTreeSet<usize>,
}

/// What was seen in a place: the methods that passed, with the place behind them, and those that failed.
#[derive(Clone, Default)]
struct Seen {
    next: BTreeMap<usize, usize>,
    failed: BTreeSet<usize>,
}

impl Machine {
    pub(super) fn target(&self, state: usize, method: usize) -> Option<usize> {
        self.seen[state].next.get(&method).copied()
    }

    /// Whether a method that has no guard passes in a state; none if nobody tried it.
    pub(super) fn passes(&self, state: usize, method: usize) -> Option<bool> {
        match self.seen[state].failed.contains(&method) {
            true => Some(false),
            false => self.target(state, method).map(|_| true),
        }
    }

    pub(super) fn explains(&self, method: usize) -> bool {
        !self.unexplained.contains(&method)
    }
}

/// The states that explain all methods that have no guard, as far as they can be explained.
///
/// Folding many words takes seconds, so it looks whether there is time.
pub(super) fn machine(calls: &Calls, guarded: &[bool], check: Check) -> Result<Machine, Halt> {
    let mut unexplained = BTreeSet::new();
    loop {
        check()?;
        let matters = |method: usize| !guarded[method] && !unexplained.contains(&method);
        let words = words(calls, &matters);
        if let Some(method) = contradictory(&words) {
            unexplained.insert(method);
            continue;
        }
        match folded(&words, check)? {
            Some(seen) => return Ok(Machine { states: seen.len(), seen, unexplained }),
            None => unexplained.extend((0..guarded.len()).filter(|&method| !guarded[method])),
        }
    }
}

/// The tree of words of methods: nodes that the same methods lead to are one place. Only failures of methods that matter
/// are kept: all others have another reason.
fn words(calls: &Calls, matters: &impl Fn(usize) -> bool) -> Vec<Seen> {
    let mut words = vec![Seen::default()];
    let mut places: Vec<Option<usize>> = Vec::new();
    for (_, call) in calls.all() {
        let before = call.parent.map(|parent| places[parent.index()]);
        let place = match (before, call.method) {
            (None, _) => Some(0),
            (Some(Some(before)), Some(method)) if call.passes() => Some(next(&mut words, before, method)),
            (Some(Some(before)), Some(method)) => {
                if matters(method) && call.end != End::Unknown {
                    words[before].failed.insert(method);
                }
                None
            }
            _ => None,
        };
        places.push(place);
    }
    words
}

fn next(words: &mut Vec<Seen>, before: usize, method: usize) -> usize {
    let fresh = words.len();
    let place = *words[before].next.entry(method).or_insert(fresh);
    if place == fresh {
        words.push(Seen::default());
    }
    place
}

/// A method that passed and failed after the same methods.
///
/// Such a method is neither explained by fields nor by calls. It is left out, and the others are
/// explained.
fn contradictory(words: &[Seen]) -> Option<usize> {
    words.iter().find_map(|seen| seen.failed.iter().find(|method| seen.next.contains_key(method)).copied())
}

/// Folds the tree into states: in breadth-first order each place becomes one of the states before it, if what was seen
/// behind both agrees, and a new state otherwise. None if there are too many.
fn folded(words: &[Seen], check: Check) -> Result<Option<Vec<Seen>>, Halt> {
    let mut folding = Folding { seen: words.to_vec(), into: (0..words.len()).collect() };
    let mut states = vec![0];
    while let Some(place) = folding.first_behind(&states) {
        check()?;
        match states.iter().find_map(|&state| folding.merged(state, place)) {
            Some(merged) => folding = merged,
            None => states.push(place),
        }
        if states.len() > MOST_STATES {
            return Ok(None);
        }
    }
    Ok(Some(folding.numbered(&states)))
}

#[derive(Clone)]
struct Folding {
    seen: Vec<Seen>,
    /// The place that each place was folded into, perhaps in several steps.
    into: Vec<usize>,
}

impl Folding {
    fn find(&self, mut place: usize) -> usize {
        while self.into[place] != place {
            place = self.into[place];
        }
        place
    }

    /// The first place behind the states that is none of them.
    fn first_behind(&self, states: &[usize]) -> Option<usize> {
        let behind = states.iter().flat_map(|&state| self.seen[state].next.values());
        behind.map(|&place| self.find(place)).find(|place| !states.contains(place))
    }

    /// Folds a place into another, and what is behind it into what is behind the other; none if something differs.
    ///
    /// It works on a copy, because a difference may show only after several places were folded.
    fn merged(&self, state: usize, place: usize) -> Option<Self> {
        let mut merged = self.clone();
        let mut open = vec![(state, place)];
        while let Some((one, other)) = open.pop() {
            let (one, other) = (merged.find(one), merged.find(other));
            if one == other {
                continue;
            }
            let added = std::mem::take(&mut merged.seen[other]);
            merged.into[other] = one;
            for (&method, &behind) in &added.next {
                match merged.seen[one].next.get(&method) {
                    Some(&known) => open.push((known, behind)),
                    None => drop(merged.seen[one].next.insert(method, behind)),
                }
            }
            merged.seen[one].failed.extend(added.failed);
            let kept = &merged.seen[one];
            if kept.failed.iter().any(|method| kept.next.contains_key(method)) {
                return None;
            }
        }
        Some(merged)
    }

    /// What was seen in each state, with their numbers.
    fn numbered(&self, states: &[usize]) -> Vec<Seen> {
        let number = |place: usize| {
            let place = self.find(place);
            states.iter().position(|&state| state == place).expect("every place became a state")
        };
        let seen = states.iter().map(|&state| {
            let Seen { next, failed } = &self.seen[state];
            Seen {
                next: next.iter().map(|(&method, &place)| (method, number(place))).collect(),
                failed: failed.clone(),
            }
        });
        seen.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of methods with the one that fails behind them, as a tree.
    fn tree(passed: &[&[usize]], failed: &[&[usize]]) -> Vec<Seen> {
        let mut words = vec![Seen::default()];
        for word in passed {
            word.iter().fold(0, |place, &method| next(&mut words, place, method));
        }
        for word in failed {
            let (last, begin) = word.split_last().unwrap();
            let place = begin.iter().fold(0, |place, &method| next(&mut words, place, method));
            words[place].failed.insert(*last);
        }
        words
    }

    fn in_time(words: &[Seen]) -> Vec<Seen> {
        folded(words, &mut || Ok(())).unwrap().unwrap()
    }

    #[test]
    fn folding_stops_when_it_is_told_to() {
        let words = tree(&[&[0, 1, 0]], &[]);
        assert!(folded(&words, &mut || Err(Halt::Stopped)).is_err());
    }

    #[test]
    fn without_failures_there_is_one_state() {
        let states = in_time(&tree(&[&[0, 1, 0], &[1, 1]], &[]));
        assert_eq!((states.len(), states[0].next.len()), (1, 2));
    }

    #[test]
    fn a_toggle_has_two_states() {
        let states = in_time(&tree(&[&[0, 1, 0, 1], &[0, 1, 0]], &[&[1], &[0, 0], &[0, 1, 1]]));
        assert_eq!(states.len(), 2);
        assert_eq!((states[0].next[&0], states[1].next[&1]), (1, 0));
        assert_eq!(states[0].failed, BTreeSet::from([1]));
    }

    #[test]
    fn a_method_that_passed_and_failed_after_the_same_methods_is_contradictory() {
        assert_eq!(contradictory(&tree(&[&[0, 1]], &[&[0, 1]])), Some(1));
    }
}
