//! The tester that climbs ladders of states: what is counted, and no field shows the count.
//!
//! ```text
//!   s0 ──enter──▶ s1 ──enter──▶ s2 ──enter──▶ ...        each leave goes one step back
//!   enter enter enter enter  leave leave leave leave leave     the fifth leave fails
//! ```
//!
//! A count with a limit is as many states. One without is none that states could tell: after 4, 8, 16 and 32 calls the
//! other method passes more and more often. Then states no longer explain that method, and the survey tells why.

use std::collections::{BTreeSet, HashSet};

use typestar_model::{Plan, Symbol, Word};

use super::calls::{Calls, Counting, SharedCalls, word_after};
use super::hypothesis::{Belief, GuardedHypothesis};
use super::long::{Passed, first_passed};
use super::pool::is_earlier;
use crate::hypothesis::Hypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester};

/// How often something is called that may be counted.
const ROUNDS: [usize; 4] = [4, 8, 16, 32];
/// Fewer states in a row are no ladder.
const FEWEST_RUNGS: usize = 3;
/// How many pairs of methods are looked at for each hypothesis.
const MOST_PAIRS: usize = 12;

/// Climbs the ladders of each hypothesis that has states.
pub struct Ladders {
    calls: SharedCalls,
    /// The pairs that were looked at: what may be counted, and what may show the count.
    climbed: HashSet<(usize, usize)>,
}

impl Ladders {
    /// Nothing was climbed yet.
    pub fn new(calls: &SharedCalls) -> Self {
        Self { calls: calls.clone(), climbed: HashSet::new() }
    }

    /// The words for a pair that was not looked at; none if one of the two was never seen to pass.
    fn words(&mut self, oracle: &mut dyn Oracle, (counted, shows): (usize, usize)) -> Option<Vec<Word>> {
        let calls = self.calls.borrow();
        let one = first_passed(oracle, &calls, counted)?;
        let other = plain_call(&calls, shows, first_passed(oracle, &calls, shows)?)?;
        let word = |rounds: usize| {
            let up = std::iter::repeat_n(one.call.clone(), rounds);
            let down = std::iter::repeat_n(other.clone(), rounds + 1);
            word_after(oracle, one.before, &up.chain(down).collect::<Vec<Symbol>>())
        };
        ROUNDS.into_iter().map(word).collect()
    }
}

/// A call of a method that reuses nothing.
fn plain_call(calls: &Calls, method: usize, passed: Passed) -> Option<Symbol> {
    match passed.call.values().iter().any(is_earlier) {
        true => calls.callables()[method].call(calls.callables()[method].usual()),
        false => Some(passed.call),
    }
}

/// Methods that lead through several states in a row, each with those of which states say something else on the way.
fn pairs(hypothesis: &GuardedHypothesis) -> Vec<(usize, usize)> {
    let methods = 0..hypothesis.methods.len();
    let mut pairs = Vec::new();
    for counted in methods.clone() {
        let rungs = rungs(hypothesis, counted);
        let differs = |&shows: &usize| {
            let beliefs = || rungs.iter().map(|state| &hypothesis.rules[*state][shows]);
            let mut first = beliefs().take(1);
            let differs = |one: &Belief, other: &Belief| one.guard != other.guard || !one.answers_like(other);
            first.any(|one| beliefs().any(|other| differs(one, other)))
        };
        if rungs.len() >= FEWEST_RUNGS {
            pairs.extend(
                methods.clone().filter(|shows| *shows != counted).filter(differs).map(|shows| (counted, shows)),
            );
        }
    }
    pairs
}

/// The states that a method leads through from the first one.
fn rungs(hypothesis: &GuardedHypothesis, method: usize) -> Vec<usize> {
    let mut rungs = vec![0];
    while let Some(next) = target(&hypothesis.rules[rungs[rungs.len() - 1]][method]) {
        if rungs.contains(&next) {
            break;
        }
        rungs.push(next);
    }
    rungs
}

fn target(belief: &Belief) -> Option<usize> {
    let of_branches = || belief.branches.iter().filter(|branch| branch.passes).find_map(|branch| branch.target);
    belief.target.or_else(of_branches)
}

/// How often the last calls of a word, this many, were answered as the first of them; none if one before them failed.
fn alike(oracle: &dyn Oracle, calls: &Calls, word: &Word, last: usize) -> Option<usize> {
    let (mut node, mut answers) = (oracle.tree().root(), Vec::new());
    for (place, input) in word.iter().enumerate() {
        let Some(next) = oracle.tree().child(node, *input) else { break };
        let call = calls.of(next);
        if place + last >= word.len() {
            answers.push((call.passes(), call.outcome.clone()));
        }
        node = next;
    }
    let first = answers.first()?;
    Some(answers.iter().take_while(|answer| *answer == first).count())
}

impl Tester<GuardedHypothesis> for Ladders {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) -> Result<Outcome, Halt> {
        let mut found = BTreeSet::new();
        for pair in pairs(hypothesis).into_iter().take(MOST_PAIRS) {
            if !self.climbed.insert(pair) {
                continue;
            }
            let Some(words) = self.words(oracle, pair) else { continue };
            oracle.ask(words.iter().cloned().map(Plan::word).collect())?;
            let calls = self.calls.borrow();
            let counts = words.iter().zip(ROUNDS).map(|(word, rounds)| alike(oracle, &calls, word, rounds + 1));
            let counts: Option<Vec<usize>> = counts.collect();
            let is_count = |counts: &Vec<usize>| {
                counts.iter().zip(ROUNDS).all(|(count, rounds)| *count <= rounds)
                    && counts.windows(2).all(|pair| pair[0] < pair[1])
            };
            if counts.is_some_and(|counts| is_count(&counts)) {
                found.insert((pair, words[0].clone()));
            }
        }
        if found.is_empty() {
            return Ok(hypothesis.disagreement(oracle.observed()).map_or(Outcome::Agreed, Outcome::Counterexample));
        }
        for ((counted, shows), word) in found {
            let times = ROUNDS[ROUNDS.len() - 1];
            self.calls.borrow_mut().count(shows, Counting { counted, times, word });
        }
        Err(Halt::Changed)
    }
}
