//! Climbing: ladders of a hypothesis are repeated far beyond its states.

use typestar_learn::{Halt, Hypothesis, MealyHypothesis, Oracle};
use typestar_model::{Id, InputId, Levels, OutputKind, StateId, Word};

use crate::run::growth::gauges::{Gauge, gauges, general_gauges, waiting_gauges};
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
pub(super) const QUIET_ROUNDS: usize = 3;

/// A ladder of so many rungs is worth the time of all rounds: the learner would take longer.
const SLOW_RUNGS: usize = 8;

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
pub(super) fn tried(
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
pub(super) fn is_slow(session: &Session, hypothesis: &MealyHypothesis, mut state: StateId, unit: &[InputId]) -> bool {
    let machine = &hypothesis.machine;
    session.has_real_clock()
        && unit.iter().any(|&input| {
            let (output, next) = machine.step(state, input).expect("a hypothesis is complete");
            state = next;
            OutputKind::of(machine.outputs().text(output)) == OutputKind::Quiet
        })
}
