//! The distinguisher-bound tester: complete if any two states of the system differ within this many inputs.
//!
//! The assumption has nothing to do with the number of states. A class may have a hundred states, and
//! yet any two of them may differ in what one or two calls answer. For such systems this tester
//! establishes equivalence with words of a few inputs.
//!
//! # How words are planned
//!
//! Missing rows are taken by state and input. A word is the access word of a state and a row; then it
//! *runs on*, to the nearest place where another missing row ends. So most words show several rows.
//! Rows that end with a final output come last: such a word cannot run on.
//!
//! What a planned word will show is *hoped for* and not planned again. If hopes are not fulfilled (a
//! certificate was not granted in the end), they are dropped, and what is still missing is asked after
//! access words, where it counts at once. So testing always ends.
//!
//! # When it fails
//!
//! If the learned machine itself needs a larger bound, the assumption is wrong. The tester does not
//! look for that: `typestar_model::distinguisher_bound` tells it afterwards.

use std::collections::{HashSet, VecDeque};

use typestar_model::{Id, InputId, ObservationTree, QUIET, StateId, WAIT, Word};

use super::certified::{About, Certified, Row};
use crate::hypothesis::Hypothesis;
use crate::mealy::hypothesis::MealyHypothesis;
use crate::oracle::{Check, Halt, Oracle};
use crate::tester::{Outcome, Tester, ask_words};

/// The most words that are asked at once.
///
/// What stands in a batch behind a counterexample is asked in vain.
const BATCH: usize = 16;
/// How many ways on are looked at when a word runs on.
///
/// With many inputs there would be too many ways on to look at all of them.
const WAYS: usize = 2000;

/// Tests that every transition leads where the hypothesis says, as far as words of `bound` inputs can tell.
///
/// It asks what Algorithm 2 of the callback-typestate paper asks, in fewer words: one word serves several
/// transitions, because a prefix that was shown to reach a state may stand for that state's access word
/// (see `certified.rs` for the argument).
///
/// ```
/// use typestar_learn::{DistinguisherBound, Learner as _, Lsharp, Outcome, Tester as _};
/// use typestar_model::{Comparison, compare, distinguisher_bound};
/// use typestar_testing::{Teacher, zoo};
///
/// let timer = zoo("CountDownTimer");
/// assert_eq!(distinguisher_bound(&timer), 1);
/// let (mut learner, mut tester) = (Lsharp::new(6), DistinguisherBound::new(2, 6));
/// let mut oracle = Teacher::new(timer.clone(), &["error"]);
/// let mut hypothesis = learner.hypothesis(&mut oracle)?;
/// while tester.test(&mut oracle, &hypothesis)? != Outcome::Agreed {
///     hypothesis = learner.hypothesis(&mut oracle)?;
/// }
/// assert_eq!(compare(&hypothesis.machine, &timer), Comparison::Same);
/// # Ok::<(), typestar_learn::Halt>(())
/// ```
pub struct DistinguisherBound {
    bound: usize,
    run_on: usize,
    quiet_is_stable: bool,
}

impl DistinguisherBound {
    /// A tester for systems whose states differ within `bound` inputs. Words run on by at most `run_on` symbols.
    ///
    /// The bound is at least 1. Each step more multiplies the words by the number of inputs that are
    /// not final.
    pub fn new(bound: usize, run_on: usize) -> Self {
        Self { bound, run_on, quiet_is_stable: false }
    }

    /// Takes for granted that a quiet wait changes nothing where the hypothesis says so.
    ///
    /// Waits cost real time. Without this assumption every quiet wait needs all rows behind it, only to
    /// show that waiting longer changes nothing.
    pub fn assume_quiet_is_stable(mut self) -> Self {
        self.quiet_is_stable = true;
        self
    }

    fn is_assumed(&self, hypothesis: &MealyHypothesis, state: StateId, input: InputId) -> bool {
        let machine = &hypothesis.machine;
        self.quiet_is_stable
            && machine.inputs().text(input) == WAIT
            && (machine.step(state, input))
                .is_some_and(|(output, to)| to == state && machine.outputs().text(output) == QUIET)
    }
}

impl Tester<MealyHypothesis> for DistinguisherBound {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        // What contradicts the hypothesis is no evidence for it.
        if let Some(word) = hypothesis.disagreement(oracle.observed()) {
            return Ok(Outcome::Counterexample(word));
        }
        let mut certified =
            Certified::new(hypothesis, self.bound, &|state, input| self.is_assumed(hypothesis, state, input));
        let questions = certified.missing();
        let mut planner = Planner::new(hypothesis, self.bound, self.run_on);
        certified.look(oracle.tree());
        planner.hope_for_all_in(&certified, oracle.tree());
        let (mut size, mut asked) = (1, 0);
        loop {
            certified.look(oracle.tree());
            let words = planner.next_words(&certified, size, &mut || oracle.check())?;
            let answered = questions - certified.missing();
            if words.is_empty() {
                oracle.count_known(answered.saturating_sub(asked));
                oracle.note_left(None);
                return Ok(Outcome::Agreed);
            }
            asked += words.len() as u64;
            // Each word shows at least one missing row.
            oracle.note_left(Some(certified.missing().saturating_sub(words.len() as u64)));
            if let Some(word) = ask_words(oracle, hypothesis, words)? {
                oracle.count_known(answered.saturating_sub(asked));
                return Ok(Outcome::Counterexample(word));
            }
            size = (size * 2).min(BATCH);
        }
    }
}

/// Plans words that show as many missing rows as possible.
///
/// A row counts as soon as the node where it starts is certified, which may be later than it is seen. To make sure
/// that it does count in the end, transitions have *ranks*, and a row about a transition is *hoped for* only where
/// the way to it passes transitions of lower rank; these are verified first, without it.
///
/// `hoped` holds rows, not words: a row that one word will show need not be shown by another.
struct Planner<'a> {
    hypothesis: &'a MealyHypothesis,
    bound: usize,
    run_on: usize,
    inputs: Vec<InputId>,
    hoped: HashSet<(About, StateId, Row)>,
}

impl<'a> Planner<'a> {
    fn new(hypothesis: &'a MealyHypothesis, bound: usize, run_on: usize) -> Self {
        let inputs = hypothesis.machine.inputs().ids().collect();
        Self { hypothesis, bound, run_on, inputs, hoped: HashSet::new() }
    }

    /// Hopes for every row that the tree shows.
    ///
    /// What is in the tree already will count too, as soon as its start is certified. So it is not
    /// asked again.
    fn hope_for_all_in(&mut self, certified: &Certified, tree: &ObservationTree) {
        let mut stack = vec![(tree.root(), Walk::new(self.hypothesis))];
        while let Some((node, walk)) = stack.pop() {
            for (input, _, child) in tree.children_within(node, self.inputs.len()) {
                let mut next = walk.clone();
                next.step(certified, input);
                self.hope_for(certified, &next);
                stack.push((child, next));
            }
        }
    }

    /// The next words, at most `size` of them; none if nothing is missing.
    fn next_words(&mut self, certified: &Certified, size: usize, check: Check) -> Result<Vec<Word>, Halt> {
        let words = self.words(certified, size, check)?;
        if !words.is_empty() || certified.missing() == 0 {
            return Ok(words);
        }
        self.hoped.clear();
        self.words(certified, size, check)
    }

    /// Words for missing rows, by state and input; those that end at a final output come last.
    ///
    /// Rows about transitions (K + 1 inputs) come before rows about states (K inputs).
    fn words(&mut self, certified: &Certified, size: usize, check: Check) -> Result<Vec<Word>, Halt> {
        let mut words = Vec::new();
        for ends in [false, true] {
            for length in [self.bound + 1, self.bound] {
                for state in self.hypothesis.live() {
                    check()?;
                    let mut walk = Walk::new(self.hypothesis);
                    for &input in &self.hypothesis.access[state.index()] {
                        walk.step(certified, input);
                    }
                    walk.steps = 0;
                    self.words_from(certified, &walk, (length, ends), size, &mut words);
                    if words.len() >= size {
                        return Ok(words);
                    }
                }
            }
        }
        Ok(words)
    }

    /// Adds words for the missing rows of a length that go on from `walk`.
    fn words_from(
        &mut self,
        certified: &Certified,
        walk: &Walk<'a>,
        wanted: (usize, bool),
        size: usize,
        words: &mut Vec<Word>,
    ) {
        for input in self.inputs.clone() {
            if words.len() >= size || walk.steps == 0 && !certified.misses_any(walk.state(), input) {
                continue;
            }
            let mut next = walk.clone();
            next.step(certified, input);
            let ends = self.hypothesis.is_sink(next.state());
            if (ends || next.steps == wanted.0) && ends == wanted.1 && self.shows_missing(certified, &next) {
                let first = size == 1;
                words.push(self.run_on(certified, next, first));
            } else if !ends && next.steps < wanted.0 {
                self.words_from(certified, &next, wanted, size, words);
            }
        }
    }

    /// Makes a word longer while that shows more missing rows. The first word of a test goes on even then: it is the
    /// one that most often refutes the hypothesis, and shows the more of what is really there.
    fn run_on(&mut self, certified: &Certified, mut walk: Walk<'a>, first: bool) -> Word {
        self.hope_for_all_of(certified, &walk);
        let mut spare = self.run_on;
        while spare > 0 && !self.hypothesis.is_sink(walk.state()) {
            let way = self.way_to_missing(certified, &walk, spare.min(self.bound + 1));
            let Some(way) = way.or_else(|| self.least_used(&walk).filter(|_| first)) else { break };
            for input in way {
                walk.step(certified, input);
                self.hope_for(certified, &walk);
                spare -= 1;
            }
        }
        walk.word
    }

    /// The step that `walk` took least often where it is now, among those that do not end it.
    fn least_used(&self, walk: &Walk<'a>) -> Option<Word> {
        let state = walk.state();
        let times =
            |input: InputId| walk.states.iter().zip(&walk.word).filter(|&step| step == (&state, &input)).count();
        let open = self.inputs.iter().copied().filter(|&input| !self.hypothesis.is_final(state, input));
        open.min_by_key(|&input| times(input)).map(|input| vec![input])
    }

    fn hope_for_all_of(&mut self, certified: &Certified, walk: &Walk<'a>) {
        let mut prefix = Walk::new(self.hypothesis);
        for &input in &walk.word {
            prefix.step(certified, input);
            self.hope_for(certified, &prefix);
        }
    }

    /// The shortest way on that shows a missing row, the end of the word being the last resort.
    ///
    /// Breadth first through the hypothesis, at most K + 1 inputs ahead. A way that ends in a final
    /// output is taken only if there is no other: behind it the word is over.
    fn way_to_missing(&self, certified: &Certified, walk: &Walk<'a>, limit: usize) -> Option<Word> {
        let mut ending = None;
        let mut queue = VecDeque::from([Walk { steps: 0, ..walk.clone() }]);
        while let Some(walk) = queue.pop_front() {
            for &input in &self.inputs {
                let mut next = walk.clone();
                next.step(certified, input);
                let way = || next.word[next.word.len() - next.steps..].to_vec();
                let ends = self.hypothesis.is_sink(next.state());
                if self.shows_missing(certified, &next) {
                    if !ends {
                        return Some(way());
                    }
                    ending.get_or_insert_with(way);
                }
                if !ends && next.steps < limit && queue.len() < WAYS {
                    queue.push_back(next);
                }
            }
        }
        ending
    }

    fn shows_missing(&self, certified: &Certified, walk: &Walk) -> bool {
        self.rows(certified, walk).any(|(about, state, row)| !self.hoped.contains(&(about, state, row.to_vec())))
    }

    fn hope_for(&mut self, certified: &Certified, walk: &Walk) {
        let rows: Vec<_> = self.rows(certified, walk).map(|(about, state, row)| (about, state, row.to_vec())).collect();
        self.hoped.extend(rows);
    }

    /// The missing rows that end with the last input of `walk` and will count in the end.
    ///
    /// Where a way passes transitions that are not verified yet, rows about states do not count, and
    /// rows about a transition count only if its rank is higher than all of those.
    fn rows<'w>(
        &self,
        certified: &'w Certified,
        walk: &'w Walk,
    ) -> impl Iterator<Item = (About, StateId, &'w [InputId])> {
        let (end, bound) = (walk.word.len(), self.bound);
        let ends = self.hypothesis.is_sink(walk.state());
        (1..=(bound + 1).min(end)).flat_map(move |length| {
            let (state, row, rank) = (walk.states[end - length], &walk.word[end - length..], walk.ranks[end - length]);
            let counts = move |about: &About| {
                let counts_here = rank == 0 || *about == About::Transition && rank < certified.rank(state, row[0]);
                counts_here && about.is_told_by(row, ends, bound) && certified.misses(*about, state, row)
            };
            [About::State, About::Transition].into_iter().filter(counts).map(move |about| (about, state, row))
        })
    }
}

/// A word, the states that the hypothesis passes, and the ranks of what certifies each of them.
#[derive(Clone)]
struct Walk<'a> {
    hypothesis: &'a MealyHypothesis,
    word: Word,
    states: Vec<StateId>,
    /// The highest rank of the transitions before each state; 0 if certificates pass over all of them.
    ranks: Vec<usize>,
    /// How many steps were taken since this was last set to 0.
    steps: usize,
}

impl<'a> Walk<'a> {
    fn new(hypothesis: &'a MealyHypothesis) -> Self {
        Self { hypothesis, word: Vec::new(), states: vec![hypothesis.machine.initial()], ranks: vec![0], steps: 0 }
    }

    fn state(&self) -> StateId {
        self.states[self.states.len() - 1]
    }

    fn step(&mut self, certified: &Certified, input: InputId) {
        let (state, rank) = (self.state(), self.ranks[self.ranks.len() - 1]);
        self.ranks.push(match self.hypothesis.is_sink(state) {
            true => rank,
            false => rank.max(certified.rank(state, input)),
        });
        self.states.push(self.hypothesis.target(state, input));
        self.word.push(input);
        self.steps += 1;
    }
}
