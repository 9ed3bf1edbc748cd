//! Cycles of calls with data, and how to see how often they were run.

use typestar_learn::{Halt, Oracle};
use typestar_model::register::{ActionId, TypeId};
use typestar_model::{Id, InputId, Plan, Symbol, WAIT, Word};

use super::DataCycle;
use super::words::{Believed, Building, Call, Pick};
use crate::run::growth::proposals::Cyclic;
use crate::run::growth::repetition::{Endless, Repetition, endless, knowing};
use crate::run::registers::data::Data;
use crate::session::Session;
use crate::session::purpose::Purpose;

/// So many callbacks of each round are waited for.
const CALLBACKS_BY_ROUND: usize = 2;

/// What a gauge gives again and again beyond the rounds.
const MORE: usize = 2;

/// So many waits follow a call that brings a callback, until it is quiet: a purpose may want that.
const WAITS_UNTIL_QUIET: usize = 2;

/// Values of rounds that are asked for: so many rounds before the last one. Near ones tell how many are remembered, far ones
/// that there is a limit.
const ROUNDS_BEFORE: [usize; 12] = [0, 1, 2, 3, 5, 8, 12, 16, 20, 24, 32, 40];

/// A round whose value is given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    /// Counted from the first.
    First(usize),
    /// Counted back from the last.
    Last(usize),
}

/// Calls behind the rounds that may show how many there were.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Gauge {
    /// What is given once.
    begin: Vec<Call>,
    /// What is given again and again, with values that were never seen,
    unit: Vec<ActionId>,
    /// so often for each round.
    by_round: usize,
    /// A call with a value of a round. There is one alone, because a learner that has to learn from many of them asks for all
    /// ways in which their values can be equal.
    probe: Option<(ActionId, Round)>,
}

impl Gauge {
    /// The same calls for any number of rounds.
    pub(super) fn fixed(calls: Vec<Call>) -> Self {
        Self { begin: calls, unit: Vec::new(), by_round: 0, probe: None }
    }

    fn counting(begin: Vec<Call>, unit: Vec<ActionId>, by_round: usize) -> Self {
        Self { begin, unit, by_round, probe: None }
    }

    fn probing(action: ActionId, round: Round) -> Self {
        Self { probe: Some((action, round)), ..Self::fixed(Vec::new()) }
    }

    /// Adds the gauge to a word, as it is for so many rounds.
    fn give(&self, building: &mut Building, data: &Data, most: usize) -> Option<()> {
        self.begin.iter().try_for_each(|call| building.give(call, None).map(drop))?;
        let times = if self.unit.is_empty() { 0 } else { self.by_round * most + MORE };
        for _ in 0..times {
            self.unit.iter().try_for_each(|&action| building.give(&Call::fresh(data, action), None).map(drop))?;
        }
        if let Some((action, round)) = self.probe {
            building.give(&with_value_of(building, data, action, round), None)?;
        }
        Some(())
    }
}

/// A call whose values are those of a round, the first of each type. If there was no such round, they are fresh.
fn with_value_of(rounds: &Building, data: &Data, action: ActionId, round: Round) -> Call {
    let mut taken: Vec<TypeId> = Vec::new();
    let parameters = data.signature.inputs[action.index()].parameters.iter().map(|parameter| parameter.data_type);
    let pick = |data_type: TypeId| {
        let is_first = !taken.contains(&data_type);
        taken.push(data_type);
        let brought = rounds.brought(data_type);
        let value = match round {
            Round::First(at) => brought.get(at),
            Round::Last(before) => brought.iter().rev().nth(before),
        };
        value.filter(|_| is_first).cloned().map_or(Pick::Fresh, Pick::Given)
    };
    Call { action, picks: parameters.map(pick).collect() }
}

/// A cycle that begins at the end of some calls.
#[derive(Clone)]
pub(super) struct Cycle<'a> {
    pub(super) believed: Believed<'a>,
    pub(super) access: Vec<Call>,
    pub(super) unit: Vec<Call>,
    gauges: Vec<Gauge>,
    /// How many of the gauges are tried on a hypothesis.
    at_first: usize,
    purpose: Option<Purpose>,
}

impl<'a> Cycle<'a> {
    /// A cycle with all gauges that make sense for it.
    pub(super) fn ladder(believed: Believed<'a>, access: Vec<Call>, unit: Vec<Call>) -> Self {
        let gauges = gauges(believed.data, &unit, 1);
        Self { believed, access, unit, at_first: gauges.len(), gauges, purpose: None }
    }

    /// A cycle that is expected to change nothing, with what follows it. The other gauges help to find out what a surprise
    /// is.
    pub(super) fn repeated(believed: Believed<'a>, access: Vec<Call>, unit: Vec<Call>, tail: Vec<Call>) -> Self {
        let gauges = [vec![Gauge::fixed(tail)], gauges(believed.data, &unit, 1)].concat();
        Self { believed, access, unit, gauges, at_first: 1, purpose: None }
    }

    /// So many rounds.
    pub(super) fn rounds(&self, rounds: usize) -> Option<Building<'a>> {
        let mut building = Building::of(self.believed, &self.access)?;
        let mut first = Vec::new();
        (0..rounds).try_for_each(|_| building.round(&self.unit, &mut first))?;
        Some(building)
    }

    /// Whether this call shows it: of the values that rounds brought, as many as there were rounds. The oldest and the newest
    /// value are tried first: one of them is forgotten by whatever has a limit.
    fn remembers_by(&self, session: &mut Session, action: ActionId, most: usize) -> Result<bool, Halt> {
        let Some(building) = self.rounds(most) else { return Ok(false) };
        let data = self.believed.data;
        let mut said = |at: usize| -> Result<Option<String>, Halt> {
            let mut probed = building.clone();
            let is_given = probed.give(&with_value_of(&building, data, action, Round::First(at)), None).is_some();
            let Some(word) = probed.numbered(session).filter(|_| is_given) else { return Ok(None) };
            session.ask(vec![Plan::word(word.clone())])?;
            Ok(self.answer_inside(session, &word))
        };
        let types = data.signature.inputs[action.index()].parameters.iter().map(|parameter| parameter.data_type);
        let brought = types.map(|data_type| building.brought(data_type).len()).max().unwrap_or(0);
        // Behind the last round there is no value: this one is fresh.
        let Some(fresh) = said(brought)? else { return Ok(false) };
        let mut left = brought.checked_sub(most);
        for at in [0, brought.saturating_sub(1)].into_iter().chain(1..brought.saturating_sub(1)) {
            let Some(more) = left else { return Ok(false) };
            if said(at)?.is_none_or(|said| said == fresh) {
                left = more.checked_sub(1);
            }
        }
        Ok(left.is_some())
    }

    /// The name of the last answer to a word, if all of it is inside the purpose.
    fn answer_inside(&self, session: &Session, word: &[InputId]) -> Option<String> {
        let outputs = session.tree().outputs_of(word)?;
        let inside = |purpose: &Purpose| knowing(session, purpose).length_inside(session.named(word, &outputs));
        let is_inside = self.purpose.as_ref().is_none_or(|purpose| inside(purpose) == outputs.len());
        let last = outputs.last().filter(|_| is_inside && outputs.len() == word.len())?;
        Some(session.outputs().symbol(*last).name().to_owned())
    }

    /// The calls with these texts: those of the cycle are given as in the cycle, others with fresh values.
    fn calls(&self, texts: &[String]) -> Option<Vec<Call>> {
        let data = self.believed.data;
        let call = |text: &String| {
            let symbol = Symbol::read(text);
            let named = || data.signature.inputs.iter().position(|action| action.name == symbol.name());
            let of_cycle = |action: ActionId| self.unit.iter().find(|call| call.action == action).cloned();
            match symbol.values().is_empty() {
                true => named().map(ActionId::new).map(|action| of_cycle(action).unwrap_or(Call::fresh(data, action))),
                false => Call::given(data, &symbol),
            }
        };
        texts.iter().map(call).collect()
    }

    /// The texts of calls: those with given values as they are.
    fn texts(&self, calls: &[Call]) -> Vec<String> {
        let name = |call: &Call| &self.believed.data.signature.inputs[call.action.index()].name;
        let given = |call: &Call| {
            let values = call.picks.iter().map(|pick| match pick {
                Pick::Given(value) => Some(value.clone()),
                _ => None,
            });
            Some(Symbol::new(name(call), values.collect::<Option<_>>()?).ok()?.text().to_owned())
        };
        calls.iter().map(|call| given(call).unwrap_or_else(|| name(call).clone())).collect()
    }
}

impl Repetition for Cycle<'_> {
    fn gauges(&self) -> usize {
        self.gauges.len()
    }

    fn gauges_at_first(&self) -> usize {
        self.at_first
    }

    /// Values of rounds are others after other numbers of rounds: an automaton may remember the last two and tell all
    /// numbers of rounds apart, by where these two come.
    fn proves(&self, gauge: usize) -> bool {
        self.gauges[gauge].probe.is_none()
    }

    fn purpose(&self) -> Option<&Purpose> {
        self.purpose.as_ref()
    }

    fn word(&self, session: &mut Session, rounds: usize, gauge: usize, most: usize) -> Option<(Word, usize)> {
        let mut building = self.rounds(rounds)?;
        let before = building.word.len();
        self.gauges[gauge].give(&mut building, self.believed.data, most)?;
        Some((building.numbered(session)?, before))
    }
}

impl Cyclic for Cycle<'_> {
    fn access(&self, _: &Session) -> Vec<String> {
        self.texts(&self.access)
    }

    fn unit(&self, _: &Session) -> Vec<String> {
        let inputs = &self.believed.data.signature.inputs;
        self.unit.iter().map(|call| inputs[call.action.index()].name.clone()).collect()
    }

    fn called<'s>(&self, symbol: &'s Symbol) -> &'s str {
        symbol.name()
    }

    fn model(&self) -> &'static str {
        "automaton"
    }

    fn numbered(&self, session: &mut Session, inputs: &[String]) -> Option<Word> {
        Building::of(self.believed, &self.calls(inputs)?)?.numbered(session)
    }

    fn inside(
        &self,
        _: &Session,
        access: &[String],
        unit: &[String],
        purpose: Purpose,
    ) -> Option<Box<dyn Cyclic + '_>> {
        let (believed, access, unit) = (self.believed, self.calls(access)?, self.calls(unit)?);
        let gauges = gauges(believed.data, &unit, WAITS_UNTIL_QUIET);
        Some(Box::new(Self { believed, access, unit, at_first: gauges.len(), gauges, purpose: Some(purpose) }))
    }

    fn endless(&self, session: &mut Session, most: usize) -> Result<Option<Endless>, Halt> {
        match endless(session, self, Vec::new(), most)? {
            None => self.remembers(session, most),
            found => Ok(found),
        }
    }
}

impl DataCycle for Cycle<'_> {
    fn waits_in_vain(&self, rounds: usize) -> bool {
        let Some(mut building) = self.rounds(rounds) else { return false };
        self.unit.iter().any(|call| building.give(call, None).flatten().is_some_and(|said| said.is_quiet()))
    }

    fn has_values(&self, gauge: usize) -> bool {
        !self.proves(gauge)
    }

    /// Whether some call answers to each of their values otherwise than to one that was never seen.
    ///
    /// A register automaton answers so for the values of its registers alone, and each of them needs a register of its own.
    fn remembers(&self, session: &mut Session, most: usize) -> Result<Option<Endless>, Halt> {
        for gauge in 0..self.gauges.len() {
            let Some((action, Round::First(_))) = self.gauges[gauge].probe else { continue };
            if self.remembers_by(session, action, most)? {
                let made = self.word(session, most, gauge, most);
                return Ok(made.map(|(word, before)| Endless { rounds: most, gauge, word, before }));
            }
        }
        Ok(None)
    }
}

/// The gauges of a cycle: waits; each action again and again, alone and with up to so many waits; each action once with waits
/// behind it; and each action once with the value of a round.
fn gauges(data: &Data, unit: &[Call], waits: usize) -> Vec<Gauge> {
    let inputs = &data.signature.inputs;
    let wait = inputs.iter().position(|action| action.name == WAIT).map(ActionId::new);
    let round: Vec<ActionId> = unit.iter().map(|call| call.action).collect();
    let followed = |begin: Vec<Call>| Some(Gauge::counting(begin, vec![wait?], CALLBACKS_BY_ROUND));
    let mut gauges: Vec<Gauge> = followed(Vec::new()).into_iter().collect();
    for action in (0..inputs.len()).map(ActionId::new).filter(|&action| Some(action) != wait) {
        let waits = if wait.is_some() { waits } else { 0 };
        let again = (0..=waits).map(|waits| wait.iter().copied().cycle().take(waits).collect::<Vec<_>>());
        let again = again.map(|waits| [vec![action], waits].concat()).filter(|unit| *unit != round);
        gauges.extend(again.map(|unit| Gauge::counting(Vec::new(), unit, 1)));
        gauges.extend(followed(vec![Call::fresh(data, action)]));
        if is_shared(data, unit, action) {
            gauges.push(Gauge::probing(action, Round::First(0)));
            gauges.extend(ROUNDS_BEFORE.map(|before| Gauge::probing(action, Round::Last(before))));
        }
    }
    gauges
}

/// Whether an action takes values of a type that rounds bring, by their inputs or by what the system invents.
fn is_shared(data: &Data, unit: &[Call], action: ActionId) -> bool {
    let inputs = &data.signature.inputs;
    let given = unit.iter().flat_map(|call| &inputs[call.action.index()].parameters);
    let invented = data.signature.outputs.iter().flat_map(|output| &output.parameters);
    let brought: Vec<TypeId> = given.chain(invented).map(|parameter| parameter.data_type).collect();
    inputs[action.index()].parameters.iter().any(|parameter| brought.contains(&parameter.data_type))
}
