//! Suspects: cycles that leave more after the second round than after the first. Finding them asks nothing.
//!
//! Cycles have one to four callins, each perhaps followed by a wait. There may be very many of them, so the search leaves
//! out steps that change nothing and rounds that come back to where they were, and gives up after a fixed number of
//! cycles: short ones, and those near the start, come first.

use std::collections::BTreeSet;

use typestar_learn::{MealyHypothesis, Oracle};
use typestar_model::{Id, InputId, Mealy, NodeId, OutputId, OutputKind, StateId, Word};

use super::{least_rotation, wait_of};
use crate::session::Session;

/// The most callins of a cycle.
const MOST_CALLINS: usize = 4;

/// The most steps that are taken in the search for cycles of the same number of callins,
const MOST_STEPS: usize = 20_000;

/// and when a hypothesis is about to be believed, or a budget has run out.
const MOST_STEPS_AT_THE_END: usize = 100_000;

/// How many numbers of rounds, from none on, must have answers of their own to be counted.
const NUMBERS_TOLD: usize = 5;

/// What two rounds count is counted down in this many steps, or is no count.
const MOST_TIMES: usize = 32;

/// The most nodes of the tree at which cycles may begin: the first that were observed.
const MOST_NODES: usize = 20_000;

/// More suspects are never looked at.
const MOST_SUSPECTS: usize = 200;

/// A cycle that seems to leave more and more.
#[derive(Clone, Debug)]
pub(super) struct Suspect {
    /// Leads to where the cycle begins.
    pub(super) access: Word,
    /// One round of the cycle.
    pub(super) unit: Word,
    /// What two rounds answer, as far as it is known or believed.
    pub(super) outputs: Vec<OutputId>,
    pub(super) drain: Drain,
    /// What is left after the first and after the second round, at least.
    pub(super) left: [usize; 2],
    /// Whether the second round was not seen: it may leave as much as the first, or more.
    pub(super) is_doubtful: bool,
}

/// How to see what is left.
#[derive(Clone, Debug)]
pub(super) struct Drain {
    /// What is given to see it, perhaps again and again.
    pub(super) word: Word,
    pub(super) shows: Shows,
}

/// What shows how much is left.
#[derive(Clone, Debug)]
pub(super) enum Shows {
    /// The number of waits that give a callback, until one is quiet.
    Callbacks,
    /// The number of times until the answer is this one.
    Until(OutputId),
    /// The answer itself: there is another one for each number of rounds.
    Value,
}

impl Drain {
    fn callbacks(wait: InputId) -> Self {
        Self { word: vec![wait], shows: Shows::Callbacks }
    }

    /// Whether it shows callbacks, and not something else that is counted.
    pub(super) fn is_callbacks(&self) -> bool {
        matches!(self.shows, Shows::Callbacks)
    }
}

/// What makes a cycle a suspect.
struct Sign {
    drain: Drain,
    left: [usize; 2],
    is_doubtful: bool,
}

impl Sign {
    fn new(drain: Drain, left: [usize; 2]) -> Self {
        Self { drain, left, is_doubtful: false }
    }
}

/// Callbacks that are pending.
#[derive(Clone, Copy)]
struct Pending {
    /// How many at least,
    count: usize,
    /// and no more.
    is_exact: bool,
}

/// The suspects that a hypothesis shows, those with pending callbacks and those that count something else.
///
/// A hypothesis may have stopped to count. So, at the end, when it is about to be believed, cycles are *doubtful* that
/// leave callbacks in the first round and none in the second, if nobody has seen that. A round that comes to rest on
/// its way leaves no doubt: nothing of the round before is left then.
pub(super) fn suspects_in_hypothesis(session: &Session, hypothesis: &MealyHypothesis, is_end: bool) -> Vec<Suspect> {
    let step = |state: StateId, input: InputId| {
        let (output, to) = hypothesis.machine.step(state, input)?;
        (!hypothesis.is_sink(to)).then_some((output, to))
    };
    let (wait, machine) = (wait_of(session), &hypothesis.machine);
    let pending: Vec<Option<Pending>> =
        hypothesis.live().map(|state| pending_in_machine(state, wait?, machine)).collect();
    let callins = callins(session);
    let judge = |[start, once, twice]: [StateId; 3], unit: &[InputId]| {
        let at = |state: StateId| pending[state.index()];
        let callbacks = more_callbacks(at(once), at(twice)).zip(wait);
        let sign = callbacks.map(|(left, wait)| Sign::new(Drain::callbacks(wait), left));
        let sign = sign.or_else(|| counted_down(machine, &callins, [start, once, twice]));
        let sign = sign.or_else(|| told(&step, &callins, [start, once, twice], unit));
        let doubt = || doubt([at(start)?.count, at(once)?.count, at(twice)?.count], wait?);
        sign.or_else(|| doubt().filter(|_| is_end && !comes_to_rest(machine, once, unit)))
    };
    let access = |state: StateId| hypothesis.access[state.index()].clone();
    let mut search = Search::new(session, &step, &judge, &access);
    search.most_steps = if is_end { MOST_STEPS_AT_THE_END } else { MOST_STEPS };
    let mut suspects = search.from((0..hypothesis.access.len()).map(StateId::new));
    suspects.retain(|suspect| !suspect.is_doubtful || !is_observed(session, suspect));
    suspects
}

/// Doubt in a cycle that leaves callbacks in its first round and, as it seems, none in the second.
fn doubt([before, once, twice]: [usize; 3], wait: InputId) -> Option<Sign> {
    let left = [once, once + once.saturating_sub(before)];
    (once > before && twice == once).then(|| Sign { is_doubtful: true, ..Sign::new(Drain::callbacks(wait), left) })
}

/// Whether a wait of this round is quiet.
fn comes_to_rest(machine: &Mealy, mut state: StateId, unit: &[InputId]) -> bool {
    unit.iter().any(|&input| {
        let Some((output, next)) = machine.step(state, input) else { return false };
        state = next;
        OutputKind::of(machine.outputs().text(output)) == OutputKind::Quiet
    })
}

/// Whether it was seen that the second round leaves no more than the first.
fn is_observed(session: &Session, suspect: &Suspect) -> bool {
    let rounds = [&suspect.access[..], &suspect.unit.repeat(2)].concat();
    let node = session.tree().follow(session.tree().root(), &rounds);
    node.is_some_and(|node| wait_of(session).is_some_and(|wait| pending_in_tree(node, wait, session).is_exact))
}

/// The suspects that were observed.
pub(super) fn suspects_in_tree(session: &Session) -> Vec<Suspect> {
    let (tree, wait) = (session.tree(), wait_of(session));
    let step = |node: NodeId, input: InputId| tree.step(node, input).filter(|&(output, _)| !tree.is_final(output));
    let (callins, pending) = (callins(session), |node: NodeId| Some(pending_in_tree(node, wait?, session)));
    let judge = |[start, once, twice]: [NodeId; 3], unit: &[InputId]| {
        let callbacks = more_callbacks(pending(once), pending(twice)).zip(wait);
        let sign = callbacks.map(|(left, wait)| Sign::new(Drain::callbacks(wait), left));
        sign.or_else(|| told(&step, &callins, [start, once, twice], unit))
    };
    let access = |node: NodeId| tree.access_word(node);
    Search::new(session, &step, &judge, &access).from((0..tree.len().min(MOST_NODES)).map(NodeId::new))
}

fn callins(session: &Session) -> Vec<InputId> {
    session.inputs().ids().filter(|&input| Some(input) != wait_of(session)).collect()
}

fn more_callbacks(once: Option<Pending>, twice: Option<Pending>) -> Option<[usize; 2]> {
    let (once, twice) = (once.filter(|once| once.is_exact)?, twice?);
    (twice.count > once.count).then_some([once.count, twice.count])
}

/// How many waits in a row give a callback; none if they never end, or end otherwise than quietly.
fn pending_in_machine(mut state: StateId, wait: InputId, machine: &Mealy) -> Option<Pending> {
    for count in 0..=machine.len() {
        let (output, next) = machine.step(state, wait)?;
        match OutputKind::of(machine.outputs().text(output)) {
            OutputKind::Callback => state = next,
            OutputKind::Quiet => return Some(Pending { count, is_exact: true }),
            _ => return None,
        }
    }
    None
}

/// How many waits in a row gave a callback, as far as that was observed.
fn pending_in_tree(mut node: NodeId, wait: InputId, session: &Session) -> Pending {
    let mut count = 0;
    while let Some((output, next)) = session.tree().step(node, wait) {
        match OutputKind::of(session.outputs().text(output)) {
            OutputKind::Callback => (node, count) = (next, count + 1),
            OutputKind::Quiet => return Pending { count, is_exact: true },
            _ => break,
        }
    }
    Pending { count, is_exact: false }
}

/// The sign of a callin that can be given more often after the second round than after the first, until it answers as it
/// does before both. What the purpose counts is no sign.
fn counted_down(machine: &Mealy, callins: &[InputId], [start, once, twice]: [StateId; 3]) -> Option<Sign> {
    callins.iter().find_map(|&callin| {
        let (empty, _) = machine.step(start, callin)?;
        if OutputKind::of(machine.outputs().text(empty)) == OutputKind::Outside {
            return None;
        }
        let first = times_until(machine, once, callin, empty).filter(|&times| times > 0)?;
        let second = times_until(machine, twice, callin, empty).filter(|&times| times > first)?;
        Some(Sign::new(Drain { word: vec![callin], shows: Shows::Until(empty) }, [first, second]))
    })
}

/// How often an input is given before it answers `empty`; none if that is too often for two rounds.
fn times_until(machine: &Mealy, mut state: StateId, input: InputId, empty: OutputId) -> Option<usize> {
    for times in 0..=MOST_TIMES {
        let (output, next) = machine.step(state, input)?;
        if output == empty {
            return Some(times);
        }
        state = next;
    }
    None
}

/// The sign of a callin that answers differently after each number of rounds.
fn told<P: Copy>(step: &Step<'_, P>, callins: &[InputId], places: [P; 3], unit: &[InputId]) -> Option<Sign> {
    let answer = |place: P, callin: InputId| Some(step(place, callin)?.0);
    let round = |place: &P| unit.iter().try_fold(*place, |place, &input| Some(step(place, input)?.1));
    let is_told = |callin: InputId| {
        let [none, one, two] = places.map(|place| answer(place, callin));
        let answers = |place: P| std::iter::successors(Some(place), round).map_while(|place| answer(place, callin));
        let differ = || answers(places[0]).take(NUMBERS_TOLD).collect::<BTreeSet<_>>().len() == NUMBERS_TOLD;
        none.is_some() && none != one && one != two && differ()
    };
    let callin = callins.iter().copied().find(|&callin| is_told(callin))?;
    Some(Sign::new(Drain { word: vec![callin], shows: Shows::Value }, [1, 2]))
}

/// What an input answers at a place, and where it leads; nothing where the word ends.
type Step<'a, P> = dyn Fn(P, InputId) -> Option<(OutputId, P)> + 'a;

/// Whether a place, the one after a round and the one after another round make a suspect.
type Judge<'a, P> = dyn Fn([P; 3], &[InputId]) -> Option<Sign> + 'a;

/// Walks through all rounds of a cycle from many places, in a hypothesis or in the tree.
struct Search<'a, P> {
    callins: Vec<InputId>,
    wait: Option<InputId>,
    step: &'a Step<'a, P>,
    judge: &'a Judge<'a, P>,
    access: &'a dyn Fn(P) -> Word,
    most_steps: usize,
    steps_left: usize,
    /// The places of the present round, its inputs and their outputs.
    places: Vec<P>,
    unit: Word,
    outputs: Vec<OutputId>,
    /// The cycles that were found, whether callbacks show them, and whether they are doubtful.
    units: BTreeSet<(Word, bool, bool)>,
    found: Vec<Suspect>,
}

impl<'a, P: Copy + PartialEq> Search<'a, P> {
    fn new(session: &Session, step: &'a Step<'a, P>, judge: &'a Judge<'a, P>, access: &'a dyn Fn(P) -> Word) -> Self {
        Self {
            callins: callins(session),
            wait: wait_of(session),
            step,
            judge,
            access,
            most_steps: MOST_STEPS_AT_THE_END,
            steps_left: 0,
            places: Vec::new(),
            unit: Word::new(),
            outputs: Vec::new(),
            units: BTreeSet::new(),
            found: Vec::new(),
        }
    }

    fn from(mut self, starts: impl Iterator<Item = P> + Clone) -> Vec<Suspect> {
        for callins in 1..=MOST_CALLINS {
            self.steps_left = self.most_steps;
            for start in starts.clone() {
                self.places.push(start);
                self.callin(callins);
                self.places.pop();
            }
        }
        self.found
    }

    /// Goes on with every callin, alone and with a wait, until there are this many.
    fn callin(&mut self, callins: usize) {
        for at in 0..self.callins.len() {
            if !self.enter(self.callins[at]) {
                continue;
            }
            self.after_callin(callins - 1);
            if self.wait.is_some_and(|wait| self.enter(wait)) {
                self.after_callin(callins - 1);
                self.leave();
            }
            self.leave();
        }
    }

    fn after_callin(&mut self, callins_left: usize) {
        match callins_left {
            0 => self.look(),
            left => self.callin(left),
        }
    }

    /// Takes a step; false if it leads nowhere new.
    fn enter(&mut self, input: InputId) -> bool {
        if self.steps_left == 0 {
            return false;
        }
        self.steps_left -= 1;
        let step = (self.step)(self.places[self.places.len() - 1], input);
        let Some((output, next)) = step.filter(|(_, next)| !self.places.contains(next)) else { return false };
        self.places.push(next);
        self.unit.push(input);
        self.outputs.push(output);
        true
    }

    fn leave(&mut self) {
        self.places.pop();
        self.unit.pop();
        self.outputs.pop();
    }

    /// Looks whether the present round is a suspect. Every callin may show a count, so that takes time, too.
    fn look(&mut self) {
        self.steps_left = self.steps_left.saturating_sub(self.callins.len() / 8);
        let (start, once) = (self.places[0], self.places[self.places.len() - 1]);
        let mut outputs = self.outputs.clone();
        let again = self.unit.iter().try_fold(once, |place, &input| {
            let (output, next) = (self.step)(place, input)?;
            outputs.push(output);
            Some(next)
        });
        let Some(sign) = again.and_then(|twice| (self.judge)([start, once, twice], &self.unit)) else { return };
        let Sign { drain, left, is_doubtful } = sign;
        let has_room = self.found.len() < MOST_SUSPECTS && is_primitive(&self.unit);
        if has_room && self.units.insert((least_rotation(&self.unit), drain.is_callbacks(), is_doubtful)) {
            let (access, unit) = ((self.access)(start), self.unit.clone());
            self.found.push(Suspect { access, unit, outputs, drain, left, is_doubtful });
        }
    }
}

/// Whether a round is not itself several rounds of a shorter cycle.
fn is_primitive(unit: &[InputId]) -> bool {
    (1..unit.len()).all(|length| !unit.len().is_multiple_of(length) || unit[length..] != unit[..unit.len() - length])
}
