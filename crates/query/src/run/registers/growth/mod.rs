//! Growth of systems with data: what holds any number of values has no finite automaton.
//!
//! A queue without a limit gives a location for each number of items, as far as the tester looks. So the ladders and loops
//! of a hypothesis are repeated far beyond its locations, each round with values of its own ([`Cycle`]). What surprises is
//! a counterexample, with as few rounds as still surprise: trees over long suffixes are what learning costs. What has
//! answers of its own after every number of rounds, or remembers the values of all of them, counts without end.

mod cycle;
mod few_values;
mod loops;
mod words;

use typestar_learn::register::{RegisterHypothesis, shorten};
use typestar_learn::{Halt, Hypothesis, Oracle};
use typestar_model::register::{ActionId, RegisterMachine};
use typestar_model::{Id, InputId, Plan, StateId, Word};

use self::cycle::Cycle;
use self::few_values::FewValues;
use self::loops::{Loop, loops};
use self::words::{Believed, Building, Call};
use crate::run::growth::ladders::{Ladder, Ladders, Moves};
use crate::run::growth::proposals::{Cyclic, Measured, stop_at};
use crate::run::growth::repetition::{Endless, Repeated, expecting, repeat};
use crate::run::growth::{Climbed, SUSPICIOUS_RUNGS, Suspicion};
use crate::run::registers::data::Data;
use crate::run::registers::model::unknown;
use crate::session::Session;

/// On a real clock, cycles with a quiet wait are repeated so often only: each takes its time.
const QUIET_ROUNDS: usize = 3;

/// So many words may climb ladders, and as many repeat loops; where more words were executed, as many as these.
const FEWEST_WORDS: u64 = 400;

/// So many ladders of a few values may surprise at one look: where uses are counted the hypothesis is wrong everywhere, and one
/// of the others may prove that it grows.
const MOST_SURPRISES: usize = 8;

/// Ladders of a few values are climbed early when there are so many locations, and each time that there are half as many more.
pub(super) const FIRST_LOOK: usize = 4;

/// So many words may climb ladders of a few values at one look; where more were executed, a share of them.
const FEWEST_OF_FEW: u64 = 40;

/// One of so many words may do that.
const SHARE_OF_FEW: u64 = 16;

/// Climbs the ladders of a hypothesis, the longest first, until one of them surprises: the word that refutes it. What counts
/// without end stops the run.
pub(super) fn climb(session: &mut Session, hypothesis: &RegisterHypothesis, data: &Data) -> Result<Option<Word>, Halt> {
    let Some(most) = session.growth.begin_climbing(hypothesis.size()) else { return Ok(None) };
    let machine = RegisterMachine::new(&hypothesis.automaton);
    let climbing = Climbing { hypothesis, believed: Believed { data, machine: &machine }, most };
    let Ladders { climbed, left, is_cut } = climbing.ladders(session)?;
    session.growth.climbed = Climbed { ladders_left: left, is_cut, ..Climbed::default() };
    let longest = climbed.first().map(|ladder| (ladder.rungs.len(), climbing.named(&ladder.unit)));
    suspect_longest(session, hypothesis, longest);
    let limit = session.executed() + session.executed().max(FEWEST_WORDS);
    for ladder in climbed {
        let Some(cycle) = climbing.fresh(&ladder) else { continue };
        if let Some(word) = climbing.climbed(session, &cycle, ladder.rungs.len(), limit)? {
            return Ok(Some(word));
        }
    }
    Ok(None)
}

/// Climbs the ladders that a hypothesis has with a few values, the longest first. What counts without end stops the run.
///
/// A word that refutes the hypothesis is told at the last look only. Such words are long and have few values, which is what
/// learners find hardest: while the testers still find others, these are easier to learn from.
pub(super) fn climb_with_few_values(
    session: &mut Session,
    hypothesis: &RegisterHypothesis,
    data: &Data,
    is_last: bool,
) -> Result<Option<Word>, Halt> {
    let Some(most) = session.growth.rounds_to_climb() else { return Ok(None) };
    let machine = RegisterMachine::new(&hypothesis.automaton);
    let climbing = Climbing { hypothesis, believed: Believed { data, machine: &machine }, most };
    let Some(few) = FewValues::of(climbing.believed, session) else { return Ok(None) };
    let fresh = climbing.ladders(session)?;
    let ladders = few.ladders(&fresh.climbed, &mut || session.check())?;
    let limit = session.executed() + (session.executed() / SHARE_OF_FEW).max(FEWEST_OF_FEW);
    if is_last {
        session.growth.climbed.ladders_left += ladders.left;
        session.growth.climbed.is_cut |= ladders.is_cut;
    }
    let found = |ladder: &Ladder| (ladder.numbers(&few), few.shown(ladder));
    suspect_longer(session, hypothesis, ladders.climbed.first().map(found), SUSPICIOUS_RUNGS);
    let mut refuting = Vec::new();
    for ladder in &ladders.climbed {
        let cycle = few.climbing(ladder);
        let word = match is_last {
            true => climbing.climbed(session, &cycle, ladder.rungs.len(), limit)?,
            false if session.executed() >= limit => break,
            false => climbing.surprising(session, &cycle, ladder.rungs.len())?,
        };
        // Where the hypothesis stops counting too early there is reason enough.
        suspect_longer(session, hypothesis, word.as_ref().map(|_| found(ladder)), 0);
        refuting.extend(word);
        if refuting.len() == MOST_SURPRISES {
            break;
        }
    }
    Ok(refuting.into_iter().filter(|_| is_last).min_by_key(Word::len))
}

/// Takes note of the longest ladder, its rungs and its calls, for whoever waits for the end.
fn suspect_longest(session: &mut Session, hypothesis: &RegisterHypothesis, longest: Option<(usize, String)>) {
    let longest = longest.filter(|&(rungs, _)| rungs >= SUSPICIOUS_RUNGS);
    session.suspect(longest.map(|ladder| suspicion(hypothesis, ladder)));
}

/// The same, if it has so many rungs, and more than what was suspected until now.
fn suspect_longer(
    session: &mut Session,
    hypothesis: &RegisterHypothesis,
    longest: Option<(usize, String)>,
    fewest: usize,
) {
    let known = session.growth.suspicion.as_ref().map_or(0, |suspicion| suspicion.rungs);
    if let Some(longest) = longest.filter(|&(rungs, _)| rungs >= fewest && rungs > known) {
        session.suspect(Some(suspicion(hypothesis, longest)));
    }
}

fn suspicion(hypothesis: &RegisterHypothesis, (rungs, cycle): (usize, String)) -> Suspicion {
    Suspicion { cycle, rungs, states: hypothesis.size(), bound: None }
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

    /// The names of calls with fresh values.
    fn named(&self, unit: &[InputId]) -> String {
        let inputs = &self.believed.data.signature.inputs;
        unit.iter().map(|input| inputs[input.index()].name.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// What climbs a ladder of calls with fresh values.
    fn fresh(&self, ladder: &Ladder) -> Option<Cycle<'_>> {
        let access = self.access(ladder.rungs[0].index())?;
        let call = |input: &InputId| Call::fresh(self.believed.data, ActionId::new(input.index()));
        Some(Cycle::ladder(self.believed, access, ladder.unit.iter().map(call).collect()))
    }

    /// The ladders of calls with fresh values.
    fn ladders(&self, session: &mut Session) -> Result<Ladders, Halt> {
        Ladders::of(&self.moves(session), &mut || session.check())
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

    /// Climbs a ladder of so many rungs, unless enough words were executed for that.
    fn climbed(
        &self,
        session: &mut Session,
        cycle: &dyn DataCycle,
        rungs: usize,
        limit: u64,
    ) -> Result<Option<Word>, Halt> {
        let is_left = session.executed() >= limit;
        let found = if is_left { None } else { self.tried(session, cycle, rungs)? };
        let climbed = &mut session.growth.climbed;
        match is_left {
            true => climbed.ladders_left += 1,
            false => climbed.ladders += usize::from(found.is_none()),
        }
        Ok(found)
    }

    /// Repeats a cycle, which has so many rungs; a word that refutes the hypothesis, if there is one.
    fn tried(&self, session: &mut Session, cycle: &dyn DataCycle, rungs: usize) -> Result<Option<Word>, Halt> {
        let Some(word) = self.surprising(session, cycle, rungs)? else { return Ok(None) };
        let (rounds, _) = self.rounds(session, cycle, rungs);
        self.with_fewer_rounds(session, cycle, rounds).map(|fewer| Some(fewer.unwrap_or(word)))
    }

    /// How often a ladder of so many rungs is repeated, and how many rounds prove that it grows, if they may be tried.
    fn rounds(&self, session: &Session, cycle: &dyn DataCycle, rungs: usize) -> (usize, Option<usize>) {
        match session.has_real_clock() && cycle.waits_in_vain(rungs) {
            true => (rungs + QUIET_ROUNDS, None),
            false => (self.most.max(2 * rungs), Some(self.most + 1)),
        }
    }

    /// Repeats a cycle, which has so many rungs; a word with all rounds that refutes the hypothesis, if there is one. What
    /// counts without end stops the run.
    fn surprising(&self, session: &mut Session, cycle: &dyn DataCycle, rungs: usize) -> Result<Option<Word>, Halt> {
        let (rounds, growth) = self.rounds(session, cycle, rungs);
        match repeat(session, self.hypothesis, cycle, rounds, growth)? {
            Repeated::AsBelieved => Ok(None),
            Repeated::Endless(found) => Err(self.stop(session, cycle, &found)?),
            Repeated::Refuted(word) => match growth.map(|most| cycle.remembers(session, most)).transpose()?.flatten() {
                Some(found) => Err(stop_at(session, cycle, &found, &Measured::default())?),
                None => Ok(Some(word)),
            },
        }
    }

    /// Stops the run because a cycle of any kind counts without end. If its calls do so with fresh values, too, that says more.
    fn stop(&self, session: &mut Session, cycle: &dyn DataCycle, found: &Endless) -> Result<Halt, Halt> {
        let of_few = cycle.actions_of_few_values();
        let unit: Vec<Call> = of_few.iter().map(|&action| Call::fresh(self.believed.data, action)).collect();
        let fresh = Cycle::ladder(self.believed, Vec::new(), unit);
        let found_fresh = if of_few.is_empty() { None } else { fresh.endless(session, self.most + 1)? };
        match found_fresh {
            Some(found) => stop_at(session, &fresh, &found, &Measured::default()),
            None => stop_at(session, cycle, found, &Measured::default()),
        }
    }

    /// A counterexample with as few rounds as can be found quickly, of a gauge that has one with all rounds. Values of rounds
    /// make suffixes that are expensive to learn from, so they come last, and as few of them are kept as it takes.
    fn with_fewer_rounds(
        &self,
        session: &mut Session,
        cycle: &dyn DataCycle,
        rounds: usize,
    ) -> Result<Option<Word>, Halt> {
        let mut refuted = Vec::new();
        for gauge in 0..cycle.gauges_at_first() {
            let word = self.refuting(session, cycle, (rounds, gauge), false)?;
            refuted.extend(word.map(|word| (cycle.has_values(gauge), word.len(), gauge)));
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
        cycle: &dyn DataCycle,
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
        cycle: &dyn DataCycle,
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

/// A cycle of a system with data.
trait DataCycle: Cyclic {
    /// Whether a round behind so many others has a wait that the hypothesis expects to be quiet.
    fn waits_in_vain(&self, rounds: usize) -> bool;

    /// Whether words with this gauge give values of rounds again, which are expensive to learn from.
    fn has_values(&self, gauge: usize) -> bool;

    /// The actions of one round, if it has a few values only; else nothing.
    fn actions_of_few_values(&self) -> Vec<ActionId> {
        Vec::new()
    }

    /// Whether the system remembers the values of all rounds.
    fn remembers(&self, session: &mut Session, most: usize) -> Result<Option<Endless>, Halt>;
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
