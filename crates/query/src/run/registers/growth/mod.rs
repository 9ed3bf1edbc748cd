//! Growth of systems with data: what holds any number of values has no finite automaton.
//!
//! A queue without a limit gives a location for each number of items, as far as the tester looks. So the ladders and loops
//! of a hypothesis are repeated far beyond its locations, each round with values of its own ([`Cycle`]). What surprises is
//! a counterexample, with as few rounds as still surprise: trees over long suffixes are what learning costs. What has
//! answers of its own after every number of rounds, or remembers the values of all of them, counts without end.

mod cycle;
mod loops;
mod words;

use typestar_learn::register::{RegisterHypothesis, shorten};
use typestar_learn::{Halt, Hypothesis, Oracle};
use typestar_model::register::{ActionId, RegisterMachine};
use typestar_model::{Id, InputId, Plan, StateId, Word};

use self::cycle::Cycle;
use self::loops::{Loop, loops};
use self::words::{Believed, Building, Call};
use crate::run::growth::ladders::{Ladder, Ladders, Moves};
use crate::run::growth::proposals::{Cyclic, Measured, stop_at};
use crate::run::growth::repetition::{Repeated, Repetition, expecting, repeat};
use crate::run::growth::{Climbed, SUSPICIOUS_RUNGS, Suspicion};
use crate::run::registers::data::Data;
use crate::run::registers::model::unknown;
use crate::session::Session;

/// On a real clock, cycles with a quiet wait are repeated so often only: each takes its time.
const QUIET_ROUNDS: usize = 3;

/// So many words may climb ladders, and as many repeat loops; where more words were executed, as many as these.
const FEWEST_WORDS: u64 = 400;

/// Climbs the ladders of a hypothesis, the longest first, until one of them surprises: the word that refutes it. What counts
/// without end stops the run.
pub(super) fn climb(session: &mut Session, hypothesis: &RegisterHypothesis, data: &Data) -> Result<Option<Word>, Halt> {
    let Some(most) = session.growth.begin_climbing(hypothesis.size()) else { return Ok(None) };
    let machine = RegisterMachine::new(&hypothesis.automaton);
    let climbing = Climbing { hypothesis, believed: Believed { data, machine: &machine }, most };
    let moves = climbing.moves(session);
    let Ladders { climbed, left, is_cut } = Ladders::of(&moves, &mut || session.check())?;
    session.growth.climbed = Climbed { ladders_left: left, is_cut, ..Climbed::default() };
    suspect_longest(session, hypothesis, data, climbed.first());
    let limit = session.executed() + session.executed().max(FEWEST_WORDS);
    for ladder in climbed {
        if session.executed() >= limit {
            session.growth.climbed.ladders_left += 1;
            continue;
        }
        let Some(access) = climbing.access(ladder.rungs[0].index()) else { continue };
        let unit = ladder.unit.iter().map(|input| Call::fresh(data, ActionId::new(input.index()))).collect();
        let cycle = Cycle::ladder(climbing.believed, access, unit);
        if let Some(word) = climbing.tried(session, &cycle, ladder.rungs.len())? {
            return Ok(Some(word));
        }
        session.growth.climbed.ladders += 1;
    }
    Ok(None)
}

/// Takes note of the longest ladder, for whoever waits for the end.
fn suspect_longest(session: &mut Session, hypothesis: &RegisterHypothesis, data: &Data, longest: Option<&Ladder>) {
    let name = |input: &InputId| data.signature.inputs[input.index()].name.as_str();
    let longest = longest.filter(|ladder| ladder.rungs.len() >= SUSPICIOUS_RUNGS);
    session.suspect(longest.map(|ladder| Suspicion {
        cycle: ladder.unit.iter().map(name).collect::<Vec<_>>().join(" "),
        rungs: ladder.rungs.len(),
        states: hypothesis.size(),
        bound: None,
    }));
}

/// Repeats the loops of a hypothesis, those of one call first, in the same way.
pub(super) fn run_loops(
    session: &mut Session,
    hypothesis: &RegisterHypothesis,
    data: &Data,
) -> Result<Option<Word>, Halt> {
    let Some(most) = session.growth.begin_climbing(hypothesis.size()) else { return Ok(None) };
    let machine = RegisterMachine::new(&hypothesis.automaton);
    let climbing = Climbing { hypothesis, believed: Believed { data, machine: &machine }, most };
    let mut found = loops(climbing.believed, session, |location| climbing.access(location));
    let limit = session.executed().max(FEWEST_WORDS) as usize;
    session.growth.climbed.loops_left = found.len().saturating_sub(limit);
    found.truncate(limit);
    for Loop { access, unit, tail } in found {
        let cycle = Cycle::repeated(climbing.believed, access, unit, tail);
        if let Some(word) = climbing.tried(session, &cycle, 0)? {
            return Ok(Some(word));
        }
        session.growth.climbed.loops += 1;
    }
    Ok(None)
}

/// Repeats each call from the start, while a learner finds more and more locations and comes to no hypothesis. What counts
/// without end stops the run.
pub(super) fn look_without_hypothesis(session: &mut Session, data: &Data) -> Result<(), Halt> {
    let Some(most) = session.growth.rounds_to_climb() else { return Ok(()) };
    let nothing = unknown(data, "");
    let machine = RegisterMachine::new(&nothing);
    let believed = Believed { data, machine: &machine };
    for action in (0..data.signature.inputs.len()).map(ActionId::new) {
        let cycle = Cycle::ladder(believed, Vec::new(), vec![Call::fresh(data, action)]);
        if let Some(found) = cycle.endless(session, most + 1)? {
            return Err(stop_at(session, &cycle, &found, &Measured::default())?);
        }
    }
    Ok(())
}

/// A hypothesis whose cycles are repeated so often.
struct Climbing<'a> {
    hypothesis: &'a RegisterHypothesis,
    believed: Believed<'a>,
    most: usize,
}

impl Climbing<'_> {
    /// What leads to a location.
    fn access(&self, location: usize) -> Option<Vec<Call>> {
        self.hypothesis.access.get(location)?.iter().map(|symbol| Call::given(self.believed.data, symbol)).collect()
    }

    /// Where each call with fresh values leads from each location.
    fn moves(&self, session: &Session) -> Targets {
        let data = self.believed.data;
        let actions = || (0..data.signature.inputs.len()).map(ActionId::new);
        let target = |building: &Building, action: ActionId| {
            let mut building = building.clone();
            let said = building.give(&Call::fresh(data, action), None)??;
            building.location().filter(|_| !said.is_final(session)).map(|to| StateId::new(to.index()))
        };
        let row = |location: usize| {
            let building = self.access(location).and_then(|access| Building::of(self.believed, &access));
            actions().map(|action| target(building.as_ref()?, action)).collect()
        };
        Targets { inputs: actions().count(), rows: (0..self.hypothesis.size()).map(row).collect() }
    }

    /// Repeats a cycle, which has so many rungs; a word that refutes the hypothesis, if there is one.
    fn tried(&self, session: &mut Session, cycle: &Cycle, rungs: usize) -> Result<Option<Word>, Halt> {
        let (rounds, growth) = match self.is_slow(session, cycle, rungs) {
            true => (rungs + QUIET_ROUNDS, None),
            false => (self.most.max(2 * rungs), Some(self.most + 1)),
        };
        match repeat(session, self.hypothesis, cycle, rounds, growth)? {
            Repeated::AsBelieved => Ok(None),
            Repeated::Endless(found) => Err(stop_at(session, cycle, &found, &Measured::default())?),
            Repeated::Refuted(word) => {
                if let Some(most) = growth
                    && let Some(found) = cycle.remembers(session, most)?
                {
                    return Err(stop_at(session, cycle, &found, &Measured::default())?);
                }
                self.with_fewer_rounds(session, cycle, rounds).map(|fewer| Some(fewer.unwrap_or(word)))
            }
        }
    }

    /// Whether a round behind so many others has a quiet wait that takes real time.
    fn is_slow(&self, session: &Session, cycle: &Cycle, rounds: usize) -> bool {
        let Some(mut building) = cycle.rounds(rounds).filter(|_| session.executor.quiescence.is_none()) else {
            return false;
        };
        cycle.unit.iter().any(|call| building.give(call, None).flatten().is_some_and(|said| said.is_quiet()))
    }

    /// A counterexample with as few rounds as can be found quickly, of a gauge that has one with all rounds. Values of rounds
    /// make suffixes that are expensive to learn from, so they come last, and as few of them are kept as it takes.
    fn with_fewer_rounds(&self, session: &mut Session, cycle: &Cycle, rounds: usize) -> Result<Option<Word>, Halt> {
        let mut refuted = Vec::new();
        for gauge in 0..cycle.gauges_at_first() {
            let word = self.refuting(session, cycle, (rounds, gauge), false)?;
            refuted.extend(word.map(|word| (!cycle.proves(gauge), word.len(), gauge)));
        }
        let Some(&(has_values, _, gauge)) = refuted.iter().min() else { return Ok(None) };
        let Some(word) = self.with_fewest(session, cycle, gauge, rounds)? else { return Ok(None) };
        match has_values {
            true => shorten(session, self.hypothesis, &self.believed.data.theories, &word).map(Some),
            false => Ok(Some(word)),
        }
    }

    /// The counterexample of a gauge with the fewest rounds.
    fn with_fewest(
        &self,
        session: &mut Session,
        cycle: &Cycle,
        gauge: usize,
        rounds: usize,
    ) -> Result<Option<Word>, Halt> {
        let mut word = None;
        let halves = std::iter::successors(Some(rounds), |rounds| Some(rounds / 2)).take_while(|&rounds| rounds > 1);
        let (mut fewest, mut too_few) = (rounds, 0);
        for fewer in halves.skip(1).collect::<Vec<_>>().into_iter().rev() {
            match self.refuting(session, cycle, (fewer, gauge), true)? {
                Some(found) => {
                    (fewest, word) = (fewer, Some(found));
                    break;
                }
                None => too_few = fewer,
            }
        }
        while fewest - too_few > 1 {
            let half = (fewest + too_few) / 2;
            match self.refuting(session, cycle, (half, gauge), true)? {
                Some(found) => (fewest, word) = (half, Some(found)),
                None => too_few = half,
            }
        }
        match word {
            None => self.refuting(session, cycle, (rounds, gauge), false),
            found => Ok(found),
        }
    }

    /// The word of so many rounds with this gauge, as far as it refutes the hypothesis.
    fn refuting(
        &self,
        session: &mut Session,
        cycle: &Cycle,
        (rounds, gauge): (usize, usize),
        is_asked: bool,
    ) -> Result<Option<Word>, Halt> {
        let Some((word, _)) = cycle.word(session, rounds, gauge, rounds) else { return Ok(None) };
        if is_asked {
            let plan: Plan = expecting(session, self.hypothesis, &word);
            session.ask(vec![plan])?;
        }
        Ok(self.hypothesis.disagreement_on(session.observed(), &word))
    }
}

/// Where calls with fresh values lead.
struct Targets {
    inputs: usize,
    rows: Vec<Vec<Option<StateId>>>,
}

impl Moves for Targets {
    fn states(&self) -> usize {
        self.rows.len()
    }

    fn inputs(&self) -> usize {
        self.inputs
    }

    fn target(&self, state: StateId, input: InputId) -> Option<StateId> {
        self.rows[state.index()][input.index()]
    }
}
