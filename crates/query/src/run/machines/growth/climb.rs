//! Climbing: ladders and loops of a hypothesis are repeated far beyond its states.

use std::collections::BTreeSet;

use typestar_learn::{Halt, Identifiers, MealyHypothesis, Oracle};
use typestar_model::{Id, InputId, Levels, OutputKind, StateId, WAIT, Word};

use super::gauges::{Gauge, gauges, general_gauges};
use crate::run::growth::Climbed;
use crate::run::growth::ladders::{Ladder, Ladders, Moves};
use crate::run::growth::proposals::Cyclic;
use crate::run::growth::repetition::{Endless, Repeated, Repetition, endless, repeat};
use crate::session::Session;
use crate::session::purpose::Purpose;

/// On a real clock, cycles with a quiet wait are repeated so often only: each takes its time.
const QUIET_ROUNDS: usize = 3;

/// So many loops are repeated in any case; where more words were executed, as many as these.
const FEWEST_LOOPS: u64 = 400;

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
        Self { access, unit, gauges, at_first, purpose: None }
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

impl Cyclic for Cycle {
    fn access(&self, session: &Session) -> Vec<String> {
        session.names(&self.access)
    }

    fn unit(&self, session: &Session) -> Vec<String> {
        session.names(&self.unit)
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
    Endless(Cycle, Endless),
}

/// Climbs all ladders, the longest first, until one of them surprises.
pub(super) fn climb_ladders(session: &mut Session, hypothesis: &MealyHypothesis, most: usize) -> Result<Outcome, Halt> {
    let Ladders { climbed, left } = Ladders::of(hypothesis, &mut || session.check())?;
    let levels = Levels::of(&hypothesis.machine);
    session.growth.climbed = Climbed { ladders_left: left, ..Climbed::default() };
    for ladder in climbed {
        let access = hypothesis.access[ladder.rungs[0].index()].clone();
        let cycle = Cycle::new(session, access, ladder.unit.clone(), gauges(hypothesis, &levels, &ladder));
        let rounds = rounds_of(session, hypothesis, &ladder, most);
        let outcome = tried(session, hypothesis, cycle, rounds, most)?;
        if !matches!(outcome, Outcome::AsBelieved) {
            return Ok(outcome);
        }
        session.growth.climbed.ladders += 1;
    }
    Ok(Outcome::AsBelieved)
}

/// How far a ladder is climbed: far beyond its rungs.
fn rounds_of(session: &Session, hypothesis: &MealyHypothesis, ladder: &Ladder, most: usize) -> usize {
    let top = ladder.rungs[ladder.rungs.len() - 1];
    match is_slow(session, hypothesis, top, &ladder.unit) {
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
        Repeated::Endless(endless) => Outcome::Endless(cycle, endless),
    })
}

/// Whether a round from this state has a quiet wait that takes real time.
fn is_slow(session: &Session, hypothesis: &MealyHypothesis, mut state: StateId, unit: &[InputId]) -> bool {
    let machine = &hypothesis.machine;
    session.executor.quiescence.is_none()
        && unit.iter().any(|&input| {
            let (output, next) = machine.step(state, input).expect("a hypothesis is complete");
            state = next;
            OutputKind::of(machine.outputs().text(output)) == OutputKind::Quiet
        })
}

/// Repeats every loop of one input, then those of two, until one of them surprises.
pub(super) fn repeat_loops(session: &mut Session, hypothesis: &MealyHypothesis, most: usize) -> Result<Outcome, Halt> {
    let identifiers = Identifiers::harmonised(hypothesis, &mut || session.check())?;
    let mut loops = loops(hypothesis);
    let limit = session.executed().max(FEWEST_LOOPS) as usize;
    session.growth.climbed.loops_left = loops.len().saturating_sub(limit);
    loops.truncate(limit);
    for (state, unit) in loops {
        let rounds = if is_slow(session, hypothesis, state, &unit) { QUIET_ROUNDS } else { most };
        let gauge = Gauge::fixed(tail(hypothesis, &identifiers, state, &unit));
        let cycle = Cycle::new(session, hypothesis.access[state.index()].clone(), unit, vec![gauge]);
        let outcome = tried(session, hypothesis, cycle, rounds, most)?;
        if !matches!(outcome, Outcome::AsBelieved) {
            return Ok(outcome);
        }
        session.growth.climbed.loops += 1;
    }
    Ok(Outcome::AsBelieved)
}

/// The loops of one input, then those of two, each once.
fn loops(hypothesis: &MealyHypothesis) -> Vec<(StateId, Word)> {
    let inputs = || hypothesis.machine.inputs().ids();
    let is_loop = |&(state, input): &(StateId, InputId)| hypothesis.target(state, input) == state;
    let single = hypothesis.live().flat_map(|state| inputs().map(move |input| (state, input))).filter(is_loop);
    let mut loops: Vec<(StateId, Word)> = single.map(|(state, input)| (state, vec![input])).collect();
    let mut known = BTreeSet::new();
    for state in hypothesis.live() {
        for there in inputs() {
            let other = hypothesis.target(state, there);
            if other == state || hypothesis.is_sink(other) {
                continue;
            }
            for back in inputs().filter(|&back| hypothesis.target(other, back) == state) {
                if known.insert((state, there, back)) && known.insert((other, back, there)) {
                    loops.push((state, vec![there, back]));
                }
            }
        }
    }
    loops
}

/// What follows a loop: the other inputs that seem to change nothing there, each once and with one more round behind it,
/// and then what identifies the state. They stand in one word, because the hypothesis expects them to leave the state as
/// it is.
fn tail(hypothesis: &MealyHypothesis, identifiers: &Identifiers, state: StateId, unit: &[InputId]) -> Word {
    let machine = &hypothesis.machine;
    let wait = machine.inputs().get(WAIT);
    let is_idle =
        |&input: &InputId| !unit.contains(&input) && Some(input) != wait && hypothesis.target(state, input) == state;
    let idle = machine.inputs().ids().filter(is_idle);
    let mut word: Word = idle.flat_map(|input| [&[input], unit].concat()).collect();
    word.extend(identifiers.of(state).iter().max_by_key(|word| word.len()).into_iter().flatten());
    word
}
