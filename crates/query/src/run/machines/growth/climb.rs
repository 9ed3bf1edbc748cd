//! Climbing: ladders and loops of a hypothesis are repeated far beyond its states.

use std::collections::BTreeSet;

use typestar_learn::{Halt, Hypothesis, Identifiers, MealyHypothesis, Oracle};
use typestar_model::{Id, InputId, Levels, OutputKind, StateId, WAIT, Word};

use super::gauges::{Gauge, gauges, general_gauges, pending, waiting_gauges};
use crate::run::growth::ladders::{Ladder, Ladders, Moves};
use crate::run::growth::proposals::Cyclic;
use crate::run::growth::repetition::{Endless, Repeated, Repetition, endless, repeat};
use crate::run::growth::{Climbed, SUSPICIOUS_RUNGS, Suspicion};
use crate::session::Session;
use crate::session::purpose::Purpose;

/// So many ladders are climbed when a budget has run out.
const MOST_IN_OVERTIME: usize = 4;

/// On a real clock, cycles with a quiet wait are repeated so often only, or so often beyond the rungs of a ladder: each
/// takes its time.
const QUIET_ROUNDS: usize = 3;

/// A ladder of so many rungs is worth the time of all rounds: the learner would take longer.
const SLOW_RUNGS: usize = 8;

/// So many words with loops may be run in any case; where more were executed, as many as these.
const FEWEST_LOOP_WORDS: u64 = 400;

/// A cycle that begins at the end of an access word, and how to see how often it was run.
#[derive(Clone, Debug)]
pub(super) struct Cycle {
    pub(super) access: Word,
    pub(super) unit: Word,
    pub(super) gauges: Vec<Gauge>,
    /// How many of the gauges are tried on a hypothesis.
    pub(super) at_first: usize,
    /// A narrower purpose than that of the case.
    pub(super) purpose: Option<Purpose>,
}

impl Cycle {
    /// The gauges that are made for a cycle come first; behind them are those that fit any.
    pub(super) fn new(session: &Session, access: Word, unit: Word, mut gauges: Vec<Gauge>) -> Self {
        let at_first = gauges.len();
        gauges.extend(general_gauges(session.inputs(), session.offered()));
        let cycle = Self { access, unit, gauges, at_first, purpose: None };
        if session.has_real_clock() { cycle } else { cycle.with_waits(session) }
    }

    /// The same, which is also measured by callins with waits between, however long these take.
    pub(super) fn with_waits(mut self, session: &Session) -> Self {
        self.gauges.extend(waiting_gauges(session.inputs(), session.offered()));
        self
    }
}

impl Repetition for Cycle {
    fn gauges(&self) -> usize {
        self.gauges.len()
    }

    fn gauges_at_first(&self) -> usize {
        self.at_first
    }

    fn purpose(&self) -> Option<&Purpose> {
        self.purpose.as_ref()
    }

    fn word(&self, _: &mut Session, rounds: usize, gauge: usize, most: usize) -> Option<(Word, usize)> {
        let rounds = [&self.access[..], &self.unit.repeat(rounds)].concat();
        let before = rounds.len();
        Some(([rounds, self.gauges[gauge].word(most)].concat(), before))
    }
}

/// The most steps that are taken in the search for loops of two inputs: there may be thousands of inputs.
const MOST_STEPS: usize = 5_000_000;

/// So many inputs follow a loop.
const MOST_TAILS: usize = 40;

impl Cyclic for Cycle {
    fn access(&self, session: &Session) -> Vec<String> {
        session.names(&self.access)
    }

    fn unit(&self, session: &Session) -> Vec<String> {
        session.names(&self.unit)
    }

    fn repeated(&self, session: &Session, gauge: usize) -> Option<String> {
        let unit = &self.gauges[gauge].unit;
        (!unit.is_empty()).then(|| session.inputs().show(unit))
    }

    fn numbered(&self, session: &mut Session, inputs: &[String]) -> Option<Word> {
        Some(inputs.iter().filter_map(|name| session.inputs().get(name)).collect())
    }

    fn inside(
        &self,
        session: &Session,
        access: &[String],
        unit: &[String],
        purpose: Purpose,
    ) -> Option<Box<dyn Cyclic + '_>> {
        let numbered = |names: &[String]| names.iter().filter_map(|name| session.inputs().get(name)).collect();
        let gauges = self.gauges[..self.at_first].to_vec();
        let cycle = Cycle::new(session, numbered(access), numbered(unit), gauges);
        Some(Box::new(Cycle { purpose: Some(purpose), ..cycle }))
    }

    fn endless(&self, session: &mut Session, most: usize) -> Result<Option<Endless>, Halt> {
        endless(session, self, Vec::new(), most)
    }
}

impl Moves for MealyHypothesis {
    fn states(&self) -> usize {
        self.access.len()
    }

    fn inputs(&self) -> usize {
        self.machine.inputs().len()
    }

    fn target(&self, state: StateId, input: InputId) -> Option<StateId> {
        Some(MealyHypothesis::target(self, state, input)).filter(|&to| !self.is_sink(to))
    }
}

/// What came of cycles.
pub(super) enum Outcome {
    /// All of them are as the hypothesis says.
    AsBelieved,
    /// This word refutes it.
    Refuted(Word),
    /// This one counts without end.
    Endless(Box<Cycle>, Endless),
}

/// Climbs all ladders, the longest first, until one of them surprises.
pub(super) fn climb_ladders(session: &mut Session, hypothesis: &MealyHypothesis, most: usize) -> Result<Outcome, Halt> {
    let Ladders { climbed, left, is_cut } = Ladders::of(hypothesis, &mut || session.check())?;
    let levels = Levels::of(&hypothesis.machine);
    session.growth.climbed = Climbed { ladders_left: left, is_cut, ..Climbed::default() };
    suspect_longest(session, hypothesis, &levels, climbed.first());
    let most_ladders = if session.executor.status.is_overtime { MOST_IN_OVERTIME } else { climbed.len() };
    for ladder in climbed.into_iter().take(most_ladders) {
        let access = hypothesis.access[ladder.rungs[0].index()].clone();
        let cycle = Cycle::new(session, access, ladder.unit.clone(), gauges(hypothesis, &levels, &ladder));
        let rounds = rounds_of(session, hypothesis, &ladder, most);
        let outcome = tried(session, hypothesis, cycle, rounds, most)?;
        if !matches!(outcome, Outcome::AsBelieved) {
            return Ok(outcome);
        }
        session.growth.climbed.ladders += 1;
        session.growth.climbed.slow += usize::from(rounds < most);
    }
    Ok(Outcome::AsBelieved)
}

/// Takes note of the longest ladder, for whoever waits for the end.
fn suspect_longest(session: &mut Session, hypothesis: &MealyHypothesis, levels: &Levels, longest: Option<&Ladder>) {
    let longest = longest.filter(|ladder| ladder.rungs.len() >= SUSPICIOUS_RUNGS);
    let suspicion = longest.map(|ladder| Suspicion {
        cycle: session.inputs().show(&ladder.unit),
        rungs: ladder.rungs.len(),
        states: hypothesis.size(),
        bound: Some(levels.longest()),
    });
    session.suspect(suspicion);
}

/// How far a ladder is climbed: far beyond its rungs.
fn rounds_of(session: &Session, hypothesis: &MealyHypothesis, ladder: &Ladder, most: usize) -> usize {
    let top = ladder.rungs[ladder.rungs.len() - 1];
    match ladder.rungs.len() < SLOW_RUNGS && is_slow(session, hypothesis, top, &ladder.unit) {
        true => ladder.rungs.len() + QUIET_ROUNDS,
        false => most.max(2 * ladder.rungs.len()),
    }
}

/// Repeats a cycle. Too few rounds cannot show that it counts without end.
fn tried(
    session: &mut Session,
    hypothesis: &MealyHypothesis,
    cycle: Cycle,
    rounds: usize,
    most: usize,
) -> Result<Outcome, Halt> {
    let growth = (rounds >= most).then_some(most + 1);
    Ok(match repeat(session, hypothesis, &cycle, rounds, growth)? {
        Repeated::AsBelieved => Outcome::AsBelieved,
        Repeated::Refuted(word) => Outcome::Refuted(word),
        Repeated::Endless(endless) => Outcome::Endless(Box::new(cycle), endless),
    })
}

/// Whether a round from this state has a quiet wait that takes real time.
fn is_slow(session: &Session, hypothesis: &MealyHypothesis, mut state: StateId, unit: &[InputId]) -> bool {
    let machine = &hypothesis.machine;
    session.has_real_clock()
        && unit.iter().any(|&input| {
            let (output, next) = machine.step(state, input).expect("a hypothesis is complete");
            state = next;
            OutputKind::of(machine.outputs().text(output)) == OutputKind::Quiet
        })
}

/// Repeats every loop of one input, then those of two, until one of them surprises.
pub(super) fn repeat_loops(session: &mut Session, hypothesis: &MealyHypothesis, most: usize) -> Result<Outcome, Halt> {
    let tails = Tails::new(session, hypothesis)?;
    let mut words_left = session.executed().max(FEWEST_LOOP_WORDS) as usize;
    let Loops { found, is_cut } = loops(hypothesis);
    session.growth.climbed.is_cut |= is_cut;
    for (state, unit) in found {
        let gauges = if words_left > 0 { tails.after(state, &unit) } else { Vec::new() };
        if gauges.is_empty() || gauges.len() > words_left {
            session.growth.climbed.loops_left += 1;
            continue;
        }
        words_left -= gauges.len();
        let rounds = if is_slow(session, hypothesis, state, &unit) { QUIET_ROUNDS } else { most };
        let cycle = Cycle::new(session, hypothesis.access[state.index()].clone(), unit, gauges);
        let outcome = tried(session, hypothesis, cycle, rounds, most)?;
        if !matches!(outcome, Outcome::AsBelieved) {
            return Ok(outcome);
        }
        session.growth.climbed.loops += 1;
        session.growth.climbed.slow += usize::from(rounds < most);
    }
    Ok(Outcome::AsBelieved)
}

/// Loops of a hypothesis, by the state where they begin.
struct Loops {
    found: Vec<(StateId, Word)>,
    /// Whether there were too many pairs of inputs to look at all of them.
    is_cut: bool,
}

/// The loops of one input, then those of two, each once and from the state in which more can be given.
fn loops(hypothesis: &MealyHypothesis) -> Loops {
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
