//! Loops of a hypothesis: what seems to change nothing is run again and again, and then it is seen whether it did.
//!
//! ```text
//!   one input      s --bad--> s                      five bad commands, and the server hangs up
//!   two inputs     s --open--> t --close--> s        twenty files, and there are no more
//!   woven          s --tick--> s --read--> s         each twelfth tick is read otherwise
//!   three inputs   s --add--> t --pay--> u --ship--> s
//! ```
//!
//! Each loop stands in a word of its own: a reset in another one would mask what it counts.

use std::collections::BTreeSet;

use typestar_learn::{Halt, Identifiers, MealyHypothesis, Oracle};
use typestar_model::{Id, InputId, StateId, WAIT, Word};

use super::climb::{Cycle, Outcome, QUIET_ROUNDS, is_slow, tried};
use crate::run::growth::gauges::{Gauge, pending};
use crate::session::Session;

/// So many words with loops may be run in any case; where more were executed, as many as these.
const FEWEST_WORDS: u64 = 400;

/// The same for woven loops and those of three inputs, of which there may be thousands,
const FEWEST_LONGER: u64 = 40;

/// and which part of the words that were executed they may be.
const SHARE_OF_LONGER: u64 = 6;

/// The most steps that are taken in the search for loops of several inputs: there may be thousands of inputs.
const MOST_STEPS: usize = 5_000_000;

/// The most loops of three inputs that are looked at, of each kind.
const MOST_LOOPS: usize = 10_000;

/// So many inputs follow a loop.
const MOST_TAILS: usize = 40;

/// Repeats every loop of one input, then those of two, then as many longer ones as it is worth, until one of them
/// surprises.
pub(super) fn repeat_loops(session: &mut Session, hypothesis: &MealyHypothesis, most: usize) -> Result<Outcome, Halt> {
    let tails = Tails::new(session, hypothesis)?;
    let (short, longer) = (short_loops(hypothesis), longer_loops(hypothesis));
    session.growth.climbed.is_cut |= short.is_cut || longer.is_cut;
    let (executed, mut running) = (session.executed(), Running { hypothesis, most, words_left: 0 });
    running.words_left = executed.max(FEWEST_WORDS) as usize;
    for (state, unit) in short.found {
        let outcome = running.run(session, state, unit, |unit| tails.after(state, unit))?;
        if !matches!(outcome, Outcome::AsBelieved) {
            return Ok(outcome);
        }
    }
    running.words_left = (executed / SHARE_OF_LONGER).max(FEWEST_LONGER) as usize;
    for (state, unit) in longer.found {
        let outcome = running.run(session, state, unit, |unit| tails.shortly_after(state, unit))?;
        if !matches!(outcome, Outcome::AsBelieved) {
            return Ok(outcome);
        }
    }
    Ok(Outcome::AsBelieved)
}

/// Loops that are run one after the other, as long as there are words for them.
struct Running<'a> {
    hypothesis: &'a MealyHypothesis,
    most: usize,
    words_left: usize,
}

impl Running<'_> {
    /// Repeats a loop, with what follows it, or counts it as left out.
    fn run(
        &mut self,
        session: &mut Session,
        state: StateId,
        unit: Word,
        follows: impl FnOnce(&[InputId]) -> Vec<Gauge>,
    ) -> Result<Outcome, Halt> {
        let gauges = if self.words_left > 0 { follows(&unit) } else { Vec::new() };
        if gauges.is_empty() || gauges.len() > self.words_left {
            session.growth.climbed.loops_left += 1;
            return Ok(Outcome::AsBelieved);
        }
        self.words_left -= gauges.len();
        let rounds = if is_slow(session, self.hypothesis, state, &unit) { QUIET_ROUNDS } else { self.most };
        let cycle = Cycle::new(session, self.hypothesis.access[state.index()].clone(), unit, gauges);
        let outcome = tried(session, self.hypothesis, cycle, rounds, self.most)?;
        if matches!(outcome, Outcome::AsBelieved) {
            session.growth.climbed.loops += 1;
            session.growth.climbed.slow += usize::from(rounds < self.most);
        }
        Ok(outcome)
    }
}

/// Loops of a hypothesis, by the state where they begin.
struct Loops {
    found: Vec<(StateId, Word)>,
    /// Whether there were too many inputs to look at all of them.
    is_cut: bool,
}

/// The loops of one input, then those of two, each once and from the state in which more can be given.
fn short_loops(hypothesis: &MealyHypothesis) -> Loops {
    let inputs = || hypothesis.machine.inputs().ids();
    let is_loop = |&(state, input): &(StateId, InputId)| hypothesis.target(state, input) == state;
    let single = hypothesis.live().flat_map(|state| inputs().map(move |input| (state, input))).filter(is_loop);
    let mut found: Vec<(StateId, Word)> = single.map(|(state, input)| (state, vec![input])).collect();
    let (mut known, mut steps_left) = (BTreeSet::new(), MOST_STEPS);
    for state in hypothesis.live() {
        for there in inputs() {
            let Some(left) = steps_left.checked_sub(hypothesis.machine.inputs().len()) else {
                return Loops { found, is_cut: true };
            };
            steps_left = left;
            let other = hypothesis.target(state, there);
            if other == state || hypothesis.is_sink(other) {
                continue;
            }
            for back in inputs().filter(|&back| hypothesis.target(other, back) == state) {
                if known.insert((state, there, back)) && known.insert((other, back, there)) {
                    let begins_here = choices(hypothesis, state) >= choices(hypothesis, other);
                    found.push(if begins_here { (state, vec![there, back]) } else { (other, vec![back, there]) });
                }
            }
        }
    }
    Loops { found, is_cut: false }
}

/// Two inputs that both seem to change nothing, one after the other; then the loops of three inputs, those through three
/// states first.
fn longer_loops(hypothesis: &MealyHypothesis) -> Loops {
    let mut found = Vec::new();
    for state in hypothesis.live() {
        let idle: Word = hypothesis.machine.inputs().ids().filter(|&input| is_idle(hypothesis, state, input)).collect();
        let pairs =
            idle.iter().enumerate().flat_map(|(at, &one)| idle[at + 1..].iter().map(move |&two| vec![one, two]));
        found.extend(pairs.map(|unit| (state, unit)));
    }
    let mut three = ThreeInputs { hypothesis, steps_left: MOST_STEPS, found: [const { Vec::new() }; 3] };
    let is_cut = hypothesis.live().any(|state| three.search(state).is_none());
    found.extend(three.found.into_iter().rev().flatten());
    Loops { found, is_cut }
}

fn is_idle(hypothesis: &MealyHypothesis, state: StateId, input: InputId) -> bool {
    hypothesis.target(state, input) == state && !hypothesis.is_final(state, input)
}

/// The search for loops of three inputs.
struct ThreeInputs<'a> {
    hypothesis: &'a MealyHypothesis,
    steps_left: usize,
    /// Those through one, two and three states.
    found: [Vec<(StateId, Word)>; 3],
}

impl ThreeInputs<'_> {
    /// All that begin in a state; none if there are too many of them, or too many steps.
    fn search(&mut self, start: StateId) -> Option<()> {
        let inputs: Word = self.hypothesis.machine.inputs().ids().collect();
        for &one in &inputs {
            let Some(second) = self.step(start, one) else { continue };
            for &two in &inputs {
                self.steps_left = self.steps_left.checked_sub(inputs.len())?;
                let Some(third) = self.step(second, two) else { continue };
                for &last in &inputs {
                    if self.step(third, last) == Some(start) {
                        self.take([start, second, third], [one, two, last])?;
                    }
                }
            }
        }
        Some(())
    }

    /// Keeps a loop, if no other place of the same loop comes before this one; none if there are too many.
    fn take(&mut self, states: [StateId; 3], unit: [InputId; 3]) -> Option<()> {
        let begin = |at: usize| (states[at], [unit[at], unit[(at + 1) % 3], unit[(at + 2) % 3]]);
        if begin(0) < begin(1) && begin(0) < begin(2) {
            let of_so_many = &mut self.found[BTreeSet::from(states).len() - 1];
            of_so_many.push((states[0], unit.to_vec()));
            return (of_so_many.len() < MOST_LOOPS).then_some(());
        }
        Some(())
    }

    /// Where an input leads; none if the word ends there.
    fn step(&self, state: StateId, input: InputId) -> Option<StateId> {
        let to = self.hypothesis.target(state, input);
        (!self.hypothesis.is_final(state, input) && !self.hypothesis.is_sink(to)).then_some(to)
    }
}

/// How many inputs can be given in a state. A loop of two ends where there are more of them: each may show a change.
fn choices(hypothesis: &MealyHypothesis, state: StateId) -> usize {
    hypothesis.machine.inputs().ids().filter(|&input| !hypothesis.is_final(state, input)).count()
}

/// What follows a loop, to see whether it changed something.
struct Tails<'a> {
    hypothesis: &'a MealyHypothesis,
    identifiers: Identifiers,
    wait: Option<InputId>,
    /// The inputs that follow. Those come first that seem to change nothing in most states: others may hide what they would show.
    inputs: Vec<InputId>,
}

impl<'a> Tails<'a> {
    fn new(session: &mut Session, hypothesis: &'a MealyHypothesis) -> Result<Self, Halt> {
        let identifiers = Identifiers::harmonised(hypothesis, &mut || session.check())?;
        let machine = &hypothesis.machine;
        let changes =
            |input: InputId| hypothesis.live().filter(|&state| hypothesis.target(state, input) != state).count();
        let mut inputs: Vec<InputId> = machine.inputs().ids().collect();
        inputs.sort_by_cached_key(|&input| changes(input));
        inputs.truncate(MOST_TAILS);
        Ok(Self { hypothesis, identifiers, wait: machine.inputs().get(WAIT), inputs })
    }

    /// What follows a loop of this state: the inputs that seem to change nothing there, in both orders, and each input that
    /// does, with what it brings.
    fn after(&self, state: StateId, unit: &[InputId]) -> Vec<Gauge> {
        let callins = self.inputs.iter().copied().filter(|&input| Some(input) != self.wait && !unit.contains(&input));
        let (idle, moving): (Word, Word) = callins.partition(|&input| self.hypothesis.target(state, input) == state);
        let reversed: Word = idle.iter().rev().copied().collect();
        let mut gauges = self.identified(&self.through(&idle, unit), state);
        gauges.extend((idle.len() > 1).then(|| self.through(&reversed, unit)).map(Gauge::fixed));
        let bringing = moving.iter().filter(|&&input| !self.hypothesis.is_final(state, input));
        gauges.extend(bringing.flat_map(|&input| self.with_what_it_brings(input, state)));
        gauges
    }

    /// The same, as one word: the inputs that seem to change nothing there, and a word that identifies the state.
    fn shortly_after(&self, state: StateId, unit: &[InputId]) -> Vec<Gauge> {
        let idle = self.inputs.iter().copied().filter(|&input| Some(input) != self.wait && !unit.contains(&input));
        let idle: Word = idle.filter(|&input| self.hypothesis.target(state, input) == state).collect();
        let mut gauges = self.identified(&self.through(&idle, unit), state);
        gauges.truncate(1);
        gauges
    }

    /// Inputs that seem to change nothing, each once and with one more round behind it. They stand in one word, because the
    /// hypothesis expects them to leave the state as it is.
    fn through(&self, idle: &[InputId], unit: &[InputId]) -> Word {
        idle.iter().flat_map(|&input| [&[input], unit].concat()).collect()
    }

    /// An input, its callbacks, and what identifies the state after them.
    fn with_what_it_brings(&self, input: InputId, state: StateId) -> Vec<Gauge> {
        let machine = &self.hypothesis.machine;
        let mut state = self.hypothesis.target(state, input);
        let mut word = vec![input];
        if let Some(wait) = self.wait {
            let waits = pending(machine, state, wait).map_or(1, |callbacks| callbacks + 1);
            word.extend(std::iter::repeat_n(wait, waits));
            state = word[1..].iter().fold(state, |state, &wait| self.hypothesis.target(state, wait));
        }
        self.identified(&word, state)
    }

    /// A word that leads to a state, followed by each word that identifies the state. One of them would not do: a system
    /// that counts is then in a state of which another one tells.
    fn identified(&self, word: &[InputId], state: StateId) -> Vec<Gauge> {
        let identifiers = self.identifiers.of(state);
        let gauge = |identifier: &Word| Gauge::fixed([word, identifier].concat());
        match identifiers.is_empty() {
            true => vec![Gauge::fixed(word.to_vec())],
            false => identifiers.iter().map(gauge).collect(),
        }
    }
}
