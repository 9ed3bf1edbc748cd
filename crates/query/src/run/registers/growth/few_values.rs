//! Counts that a value has: how often the same key was used, the same topic subscribed to, the same user mistaken.
//!
//! Rounds with fresh values do not show them. But a system that gets a few values only is a machine, and so is what a
//! register automaton says of it: its states are locations together with what their registers hold. The ladders of that
//! machine are climbed as those of any other.

use std::collections::{BTreeMap, VecDeque};

use typestar_learn::{Check, Halt, MealyHypothesis, Oracle};
use typestar_model::register::{ActionId, LocationId, Place, TypeId};
use typestar_model::{Id, InputId, Inputs, Levels, Mealy, OutputKind, Outputs, StateId, Symbol, Value, Word};

use super::DataCycle;
use super::words::Believed;
use crate::run::growth::gauges::{Gauge, gauges, general_gauges};
use crate::run::growth::ladders::{Ladder, Ladders, Moves, is_part};
use crate::run::growth::proposals::Cyclic;
use crate::run::growth::repetition::{Endless, Repetition, endless};
use crate::run::registers::data::Data;
use crate::session::Session;
use crate::session::purpose::Purpose;

/// So many values of each type are given beside its constants. With three, two keys may be kept and a third one pushes one
/// of them out.
const VALUES: usize = 3;

/// The most calls with these values.
const MOST_CALLS: usize = 60;

/// The most states with these values.
const MOST_STATES: usize = 3_000;

/// So many calls are compared with the rounds of a cycle,
const MOST_UNITS: usize = 24;

/// with so many words of so many inputs behind them,
const MOST_ENDS: usize = 12;
const LONGEST_END: usize = 3;

/// from two fewer than there were rounds, to two more: from which round on, and how often besides.
const TIMES: [(usize, usize); 5] = [(0, 0), (1, 0), (0, 1), (2, 0), (0, 2)];

/// Gauges that compare tell at least so many rungs from the one before,
const FEWEST_TOLD: usize = 2;

/// and these are enough for a ladder.
const MOST_COMPARING: usize = 4;

/// Only ladders that lead through so many locations may count.
const FEWEST_LOCATIONS: usize = 3;

/// A register automaton that gets a few values only.
pub(super) struct FewValues<'a> {
    data: &'a Data,
    hypothesis: MealyHypothesis,
    levels: Levels,
    /// Where the automaton is in each state.
    locations: Vec<LocationId>,
}

impl<'a> FewValues<'a> {
    /// The machine that is left of an automaton; none if there are no values, or too many calls or states.
    pub(super) fn of(believed: Believed<'a>, session: &Session) -> Option<Self> {
        let data = believed.data;
        if data.signature.inputs.iter().all(|action| action.parameters.is_empty()) {
            return None;
        }
        let calls = (2..=VALUES).rev().map(|count| calls(data, count)).find(|calls| calls.len() <= MOST_CALLS)?;
        let (machine, locations) = Restricting::new(believed, session, calls).machine()?;
        let hypothesis = MealyHypothesis::of_machine(&machine, &[]);
        let levels = Levels::of(&hypothesis.machine);
        Some(Self { data, hypothesis, levels, locations })
    }

    /// The ladders that lead through other locations than these ones with fresh values do, the longest first.
    pub(super) fn ladders(&self, fresh: &[Ladder], check: Check<'_>) -> Result<Ladders, Halt> {
        let mut ladders = Ladders::of(self, check)?;
        ladders.climbed.retain(|ladder| {
            let rungs: Vec<StateId> = ladder.rungs.iter().map(|&rung| self.rung(rung)).collect();
            let is_known = fresh.iter().any(|known| is_part(&rungs, &known.rungs));
            !is_known && ladder.numbers(self) >= FEWEST_LOCATIONS && self.tells_last(&ladder.rungs)
        });
        Ok(ladders)
    }

    /// Whether the last rungs can be told apart.
    fn tells_last(&self, rungs: &[StateId]) -> bool {
        let last = rungs.len() - 1;
        self.levels.separating_word(&self.hypothesis.machine, rungs[last - 1], rungs[last]).is_some()
    }

    /// What climbs a ladder.
    pub(super) fn climbing(&self, ladder: &Ladder) -> Valued<'_> {
        let mut gauges = gauges(&self.hypothesis, &self.levels, ladder);
        gauges.extend(self.comparing_gauges(ladder));
        let at_first = gauges.len();
        let machine = &self.hypothesis.machine;
        gauges.extend(general_gauges(machine.inputs(), machine.inputs().len()));
        let access = self.hypothesis.access[ladder.rungs[0].index()].clone();
        Valued { data: self.data, machine, access, unit: ladder.unit.clone(), gauges, at_first, purpose: None }
    }

    /// Gauges that give another call as often as there were rounds, or nearly so, and then something that tells rungs apart:
    /// what goes by the number of uses shows it so alone. Only those that tell rungs apart as far as the hypothesis counts.
    fn comparing_gauges(&self, ladder: &Ladder) -> Vec<Gauge> {
        let units = self.hypothesis.machine.inputs().ids().take(MOST_UNITS).map(|call| vec![call]);
        let ends = self.ends(&ladder.rungs);
        let mut gauges = Vec::new();
        for unit in units.filter(|unit| *unit != ladder.unit) {
            for (after, (from, more)) in ends.iter().flat_map(|end| TIMES.map(|times| (end, times))) {
                let (unit, after) = (unit.clone(), after.clone());
                let gauge = Gauge { unit, after, by_round: 1, more, from, ..Gauge::default() };
                let told = self.told_apart(&ladder.rungs, &gauge);
                gauges.extend((told >= FEWEST_TOLD).then_some((told, gauge)));
            }
        }
        gauges.sort_by_key(|(told, gauge)| (std::cmp::Reverse(*told), gauge.after.len()));
        gauges.into_iter().map(|(_, gauge)| gauge).take(MOST_COMPARING).collect()
    }

    /// The ends of the words that tell each rung from the next one, the shortest first.
    fn ends(&self, rungs: &[StateId]) -> Vec<Word> {
        let machine = &self.hypothesis.machine;
        let words = rungs.windows(2).filter_map(|pair| self.levels.separating_word(machine, pair[0], pair[1]));
        let mut ends: Vec<Word> = Vec::new();
        for word in words {
            let tails = (1..=word.len().min(LONGEST_END)).map(|length| word[word.len() - length..].to_vec());
            ends.extend(tails.filter(|tail| !ends.contains(tail)).collect::<Vec<_>>());
        }
        ends.sort_by_key(Word::len);
        ends.truncate(MOST_ENDS);
        ends
    }

    /// How many rungs a gauge tells from the one before, as it is for their number of rounds.
    fn told_apart(&self, rungs: &[StateId], gauge: &Gauge) -> usize {
        let said = |rung: StateId, word: &Word| -> Vec<_> {
            let step = |state: &mut StateId, &input: &InputId| {
                let (output, next) = self.hypothesis.machine.step(*state, input)?;
                *state = next;
                Some(output)
            };
            word.iter().scan(rung, step).collect()
        };
        let tells = |&top: &usize| {
            let word = gauge.word(top);
            said(rungs[top], &word) != said(rungs[top - 1], &word)
        };
        (1..rungs.len()).filter(tells).count()
    }

    /// One round as people read it.
    pub(super) fn shown(&self, ladder: &Ladder) -> String {
        self.hypothesis.machine.inputs().show(&ladder.unit)
    }
}

/// Rungs are locations: what registers hold are no numbers.
impl Moves for FewValues<'_> {
    fn states(&self) -> usize {
        Moves::states(&self.hypothesis)
    }

    fn inputs(&self) -> usize {
        Moves::inputs(&self.hypothesis)
    }

    fn target(&self, state: StateId, input: InputId) -> Option<StateId> {
        Moves::target(&self.hypothesis, state, input)
    }

    fn rung(&self, state: StateId) -> StateId {
        StateId::new(self.locations[state.index()].index())
    }
}

/// All calls with so many values of each type, beside the constants.
fn calls(data: &Data, count: usize) -> Inputs {
    let values: Vec<Vec<Value>> = data.types().map(|data_type| values(data, data_type, count)).collect();
    let mut calls = Inputs::default();
    for action in &data.signature.inputs {
        let mut given = vec![Vec::new()];
        for parameter in &action.parameters {
            let longer = |given: &Vec<Value>| {
                let with = |value: &Value| [&given[..], std::slice::from_ref(value)].concat();
                values[parameter.data_type.index()].iter().map(with).collect::<Vec<_>>()
            };
            given = given.iter().take(MOST_CALLS + 1).flat_map(longer).collect();
        }
        for call in given.into_iter().filter_map(|values| Symbol::new(&action.name, values).ok()) {
            calls.intern_symbol(call);
        }
    }
    calls
}

/// The constants of a type, and so many values that are new.
fn values(data: &Data, data_type: TypeId, count: usize) -> Vec<Value> {
    let mut values = data.theories.constants(data_type).to_vec();
    for _ in 0..count {
        values.extend(data.fresh_value(data_type, &values));
    }
    values
}

/// A place with what the registers hold that matter there.
type Held = (LocationId, Vec<Option<Value>>);

/// Walks through an automaton with a few calls.
struct Restricting<'a, 's> {
    believed: Believed<'a>,
    session: &'a Session<'s>,
    calls: Inputs,
    numbers: BTreeMap<Held, StateId>,
    queue: VecDeque<(StateId, Place)>,
    locations: Vec<LocationId>,
    machine: Mealy,
}

impl<'a, 's> Restricting<'a, 's> {
    fn new(believed: Believed<'a>, session: &'a Session<'s>, calls: Inputs) -> Self {
        let machine = Mealy::with_outputs(calls.clone(), Outputs::default());
        let (numbers, queue, locations) = (BTreeMap::new(), VecDeque::new(), Vec::new());
        Self { believed, session, calls, numbers, queue, locations, machine }
    }

    /// The machine with the locations of its states, which are numbered breadth first; none if it is too large.
    fn machine(mut self) -> Option<(Mealy, Vec<LocationId>)> {
        let start = self.believed.machine.start();
        self.state(start);
        while let Some((from, place)) = self.queue.pop_front() {
            for call in self.calls.ids() {
                if let Some((output, to)) = self.step(&place, call) {
                    let to = self.state(to);
                    self.machine.add_edge(from, self.calls.text(call), output.text(), to);
                }
            }
            if self.locations.len() > MOST_STATES {
                return None;
            }
        }
        Some((self.machine, self.locations))
    }

    fn state(&mut self, place: Place) -> StateId {
        let live = &self.believed.machine.automaton.locations[place.location.index()].registers;
        let held: Vec<Option<Value>> = live.iter().map(|register| place.registers[register.index()].clone()).collect();
        let held = (place.location, held);
        if let Some(&known) = self.numbers.get(&held) {
            return known;
        }
        let state = self.machine.add_state(&self.locations.len().to_string());
        self.numbers.insert(held, state);
        self.locations.push(place.location);
        self.queue.push_back((state, place));
        state
    }

    /// What a call answers and where it leads; none if nothing follows, or if the system invents a value: then there would
    /// be more and more of them.
    fn step(&self, before: &Place, call: InputId) -> Option<(Symbol, Place)> {
        let (machine, call) = (self.believed.machine, self.calls.symbol(call));
        let (action, values) = (self.believed.data.signature.input_of(call)?, call.values());
        let mut outputs = Vec::new();
        let transition = machine.answer(before, (action, values), 0, &mut outputs)?;
        let is_invented = |value: &Value| matches!(value, Value::Returned { .. });
        let name = machine.output_name(transition);
        let is_final = self.session.outputs().get(name).is_some_and(|output| self.session.tree().is_final(output));
        if is_final || outputs.iter().any(is_invented) {
            return None;
        }
        let mut after = before.clone();
        machine.follow(before, transition, (values, &outputs), &mut after);
        Some((Symbol::new(name, outputs).ok()?, after))
    }
}

/// A cycle of calls with a few values.
pub(super) struct Valued<'a> {
    data: &'a Data,
    machine: &'a Mealy,
    access: Word,
    unit: Word,
    gauges: Vec<Gauge>,
    /// How many of the gauges are tried on a hypothesis.
    at_first: usize,
    purpose: Option<Purpose>,
}

impl Valued<'_> {
    fn texts(&self, word: &[InputId]) -> Vec<String> {
        word.iter().map(|&input| self.machine.inputs().text(input).to_owned()).collect()
    }

    /// The word of these calls, with the values that a learner would choose; none if the system has no such input.
    fn given(&self, session: &mut Session, word: &[InputId]) -> Option<Word> {
        let symbols: Vec<Symbol> = word.iter().map(|&input| self.machine.inputs().symbol(input).clone()).collect();
        let canonical = self.data.theories.relocate(&self.data.signature, &symbols, &|_| Vec::new())?;
        canonical.iter().map(|symbol| session.input(symbol)).collect()
    }

    /// The calls of these texts. A name without values stands for the call of the cycle, or else for the first one.
    fn called_so(&self, texts: &[String]) -> Option<Word> {
        let inputs = self.machine.inputs();
        let of_name = |name: &str| {
            let mut calls = self.unit.iter().copied().chain(inputs.ids());
            calls.find(|&input| inputs.symbol(input).name() == name)
        };
        texts.iter().map(|text| inputs.get(text).or_else(|| of_name(text))).collect()
    }
}

impl Repetition for Valued<'_> {
    fn gauges(&self) -> usize {
        self.gauges.len()
    }

    fn gauges_at_first(&self) -> usize {
        self.at_first
    }

    fn purpose(&self) -> Option<&Purpose> {
        self.purpose.as_ref()
    }

    fn word(&self, session: &mut Session, rounds: usize, gauge: usize, most: usize) -> Option<(Word, usize)> {
        let rounds = [&self.access[..], &self.unit.repeat(rounds)].concat();
        let word = [&rounds[..], &self.gauges[gauge].word(most)].concat();
        Some((self.given(session, &word)?, rounds.len()))
    }
}

impl Cyclic for Valued<'_> {
    fn access(&self, _: &Session) -> Vec<String> {
        self.texts(&self.access)
    }

    fn unit(&self, _: &Session) -> Vec<String> {
        self.texts(&self.unit)
    }

    fn called<'s>(&self, symbol: &'s Symbol) -> &'s str {
        symbol.name()
    }

    fn model(&self) -> &'static str {
        "automaton"
    }

    fn numbered(&self, session: &mut Session, inputs: &[String]) -> Option<Word> {
        let word = self.called_so(inputs)?;
        self.given(session, &word)
    }

    fn inside(
        &self,
        _: &Session,
        access: &[String],
        unit: &[String],
        purpose: Purpose,
    ) -> Option<Box<dyn Cyclic + '_>> {
        let (access, unit, gauges) = (self.called_so(access)?, self.called_so(unit)?, self.gauges.clone());
        Some(Box::new(Self { access, unit, gauges, purpose: Some(purpose), ..*self }))
    }

    fn endless(&self, session: &mut Session, most: usize) -> Result<Option<Endless>, Halt> {
        endless(session, self, Vec::new(), most)
    }
}

impl DataCycle for Valued<'_> {
    fn waits_in_vain(&self, rounds: usize) -> bool {
        let said = self.machine.run(&[&self.access[..], &self.unit.repeat(rounds + 1)].concat());
        let is_quiet = |&output| OutputKind::of(self.machine.outputs().text(output)) == OutputKind::Quiet;
        said.iter().rev().take(self.unit.len()).any(is_quiet)
    }

    fn has_values(&self, _: usize) -> bool {
        true
    }

    fn actions_of_few_values(&self) -> Vec<ActionId> {
        let symbols = self.unit.iter().map(|&input| self.machine.inputs().symbol(input));
        symbols.filter_map(|symbol| self.data.signature.input_of(symbol)).collect()
    }

    fn remembers(&self, _: &mut Session, _: usize) -> Result<Option<Endless>, Halt> {
        Ok(None)
    }
}
