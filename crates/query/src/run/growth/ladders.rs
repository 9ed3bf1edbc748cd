//! Ladders: states that a hypothesis tells apart by how often something was done.
//!
//! A cycle is a word of one to four inputs. Applied again and again it leads from a state to others, the *rungs*, until
//! one comes again. Where there are three rungs or more, the system may count the rounds, and the hypothesis may have
//! stopped counting at the last rung. Finding ladders asks nothing.

use std::collections::BTreeSet;

use typestar_learn::{Check, Halt};
use typestar_model::{Id, InputId, StateId, Word};

/// The most inputs of a cycle.
const LONGEST_CYCLE: usize = 4;

/// The fewest rungs of a ladder.
const FEWEST_RUNGS: usize = 3;

/// The most ladders that are climbed at one look.
const MOST_LADDERS: usize = 200;

/// The most ladders among which these are chosen.
const MOST_CANDIDATES: usize = 20_000;

/// The most steps that are taken in the search for ladders. Cycles of fewer inputs come first.
const MOST_STEPS: usize = 5_000_000;

/// A hypothesis of any kind, as far as ladders go: states by their numbers, and where inputs lead.
pub(crate) trait Moves {
    /// How many states there are that can be asked about.
    fn states(&self) -> usize;

    /// How many inputs there are.
    fn inputs(&self) -> usize;

    /// Where an input leads; none if the word ends there.
    fn target(&self, state: StateId, input: InputId) -> Option<StateId>;

    /// What a state counts as: rungs that count as the same are one number.
    fn rung(&self, state: StateId) -> StateId {
        state
    }
}

/// A cycle, and the different states that its rounds lead through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ladder {
    pub(crate) unit: Word,
    /// The first is where the rounds begin.
    pub(crate) rungs: Vec<StateId>,
}

/// The ladders of a hypothesis.
#[derive(Debug, Default)]
pub(crate) struct Ladders {
    /// Those that are climbed, the longest first.
    pub(crate) climbed: Vec<Ladder>,
    /// How many others there are.
    pub(crate) left: usize,
    /// Whether there were too many cycles to look at all of them.
    pub(crate) is_cut: bool,
}

impl Ladders {
    /// Ladders with the same rungs are one, that with the shortest cycle; so are ladders whose rungs another one has in the
    /// same order.
    pub(crate) fn of<M: Moves>(moves: &M, check: Check<'_>) -> Result<Self, Halt> {
        if moves.states() < FEWEST_RUNGS {
            return Ok(Self::default());
        }
        let mut search = Search { moves, steps_left: MOST_STEPS, found: Vec::new(), is_cut: false, check };
        let unmoved: Vec<Option<StateId>> = (0..moves.states()).map(|state| Some(StateId::new(state))).collect();
        for length in 1..=LONGEST_CYCLE {
            search.extend(&mut Word::new(), &unmoved, length)?;
        }
        Ok(Self { is_cut: search.is_cut, ..chosen(moves, search.found) })
    }
}

fn chosen<M: Moves>(moves: &M, mut found: Vec<Ladder>) -> Ladders {
    found.sort_by_cached_key(|ladder| std::cmp::Reverse(ladder.numbers(moves)));
    let mut ladders = Ladders::default();
    for ladder in found {
        if ladders.climbed.iter().any(|other| is_part(&ladder.rungs, &other.rungs)) {
            continue;
        }
        match ladders.climbed.len() < MOST_LADDERS {
            true => ladders.climbed.push(ladder),
            false => ladders.left += 1,
        }
    }
    ladders
}

impl Ladder {
    /// How many rungs count as different.
    pub(crate) fn numbers<M: Moves>(&self, moves: &M) -> usize {
        self.rungs.iter().map(|&rung| moves.rung(rung)).collect::<BTreeSet<_>>().len()
    }
}

/// Whether one ladder has all rungs of another, in the same order. One that goes down what the other goes up is another.
pub(crate) fn is_part(rungs: &[StateId], whole: &[StateId]) -> bool {
    let mut rest = whole.iter();
    rungs.iter().all(|rung| rest.any(|other| other == rung))
}

/// Goes through all cycles, each with the states that it leads to from every state.
struct Search<'a, M> {
    moves: &'a M,
    steps_left: usize,
    found: Vec<Ladder>,
    is_cut: bool,
    check: Check<'a>,
}

impl<M: Moves> Search<'_, M> {
    /// Goes on with every input, until the cycle has so many more.
    fn extend(&mut self, unit: &mut Word, reached: &[Option<StateId>], length: usize) -> Result<(), Halt> {
        if length == 0 {
            if is_least_rotation(unit) {
                self.look(unit, reached);
            }
            return Ok(());
        }
        (self.check)()?;
        for input in (0..self.moves.inputs()).map(InputId::new) {
            if self.steps_left < reached.len() || self.found.len() >= MOST_CANDIDATES {
                self.is_cut = true;
                return Ok(());
            }
            self.steps_left -= reached.len();
            let step = |state: &Option<StateId>| self.moves.target((*state)?, input);
            let next: Vec<Option<StateId>> = reached.iter().map(step).collect();
            unit.push(input);
            self.extend(unit, &next, length - 1)?;
            unit.pop();
        }
        Ok(())
    }

    /// Looks for ladders of a cycle that leads from each state to this one. They begin where no round ends, or, if rounds
    /// go in a circle, at the state nearest to the start.
    fn look(&mut self, unit: &[InputId], next: &[Option<StateId>]) {
        let mut is_seen = vec![false; next.len()];
        let mut is_end = vec![false; next.len()];
        next.iter().flatten().for_each(|to| is_end[to.index()] = true);
        let begins = (0..next.len()).filter(|&state| !is_end[state]).chain(0..next.len());
        for begin in begins {
            if is_seen[begin] {
                continue;
            }
            let rungs = rungs(next, StateId::new(begin), &mut is_seen);
            if let Some(rungs) = rungs.filter(|rungs| rungs.len() >= FEWEST_RUNGS) {
                self.found.push(Ladder { unit: unit.to_vec(), rungs });
            }
        }
    }
}

/// The states that rounds lead through until one comes again; none if they end.
fn rungs(next: &[Option<StateId>], begin: StateId, is_seen: &mut [bool]) -> Option<Vec<StateId>> {
    let (mut rungs, mut here) = (Vec::new(), begin);
    let mut is_rung = BTreeSet::new();
    while is_rung.insert(here) {
        rungs.push(here);
        is_seen[here.index()] = true;
        here = next[here.index()]?;
    }
    Some(rungs)
}

/// Whether a cycle comes before all that begin at another of its places, so that it is no repetition of a shorter one
/// either.
fn is_least_rotation(unit: &[InputId]) -> bool {
    (1..unit.len()).all(|at| unit[at..].iter().chain(&unit[..at]).gt(unit.iter()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// States in a ring, of which the first input leads to the next one; so many others change nothing.
    struct Ring {
        states: usize,
        others: usize,
    }

    impl Moves for Ring {
        fn states(&self) -> usize {
            self.states
        }

        fn inputs(&self) -> usize {
            self.others + 1
        }

        fn target(&self, state: StateId, input: InputId) -> Option<StateId> {
            let further = usize::from(input.index() == 0);
            Some(StateId::new((state.index() + further) % self.states))
        }
    }

    #[test]
    fn a_search_that_is_cut_says_so_and_has_the_short_cycles() {
        let small = Ladders::of(&Ring { states: 5, others: 2 }, &mut || Ok(())).unwrap();
        assert!(!small.is_cut);
        let large = Ladders::of(&Ring { states: 100, others: 300 }, &mut || Ok(())).unwrap();
        assert!(large.is_cut);
        assert_eq!((small.climbed[0].unit.len(), small.climbed[0].rungs.len()), (1, 5));
        assert_eq!((large.climbed[0].unit.len(), large.climbed[0].rungs.len()), (1, 100));
    }

    /// A ladder of a cycle of so many inputs, with these rungs.
    fn ladder(inputs: usize, rungs: impl IntoIterator<Item = usize>) -> Ladder {
        Ladder { unit: vec![InputId::new(0); inputs], rungs: rungs.into_iter().map(StateId::new).collect() }
    }

    #[test]
    fn of_ladders_with_the_same_rungs_that_of_the_shortest_cycle_is_climbed_and_one_that_goes_down_is_another() {
        let found = vec![ladder(1, 0..5), ladder(2, 0..5), ladder(1, [0, 2, 4]), ladder(1, (0..5).rev())];
        let Ladders { climbed, left, .. } = chosen(&Ring { states: 5, others: 0 }, found);
        assert_eq!((climbed, left), (vec![ladder(1, 0..5), ladder(1, (0..5).rev())], 0));
    }

    #[test]
    fn at_most_two_hundred_ladders_are_climbed_the_longest_first_and_the_others_are_counted() {
        let short = (0..MOST_LADDERS + 7).map(|number| ladder(1, 10 * number..10 * number + 3));
        let long = 10_000..10_009;
        let Ladders { climbed, left, .. } =
            chosen(&Ring { states: 5, others: 0 }, short.chain([ladder(4, long.clone())]).collect());
        assert_eq!((climbed.len(), left), (MOST_LADDERS, 8));
        assert_eq!(climbed[0], ladder(4, long));
    }
}
