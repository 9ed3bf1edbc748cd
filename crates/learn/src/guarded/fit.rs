//! From calls to a hypothesis: a guard for each method, conditions for its outcomes, and states where none explains what
//! was seen.
//!
//! A guard that still fits stays, even if a simpler one would fit by now: the words that were made to
//! break it count for this guard alone. Only a guard that is refuted is replaced, and each refutation
//! counts.

use std::collections::{BTreeMap, BTreeSet};

use typestar_model::OK;
use typestar_model::guarded::{Branch, Guard, all_of, complement, exclusive};

use super::calls::{Call, Calls};
use super::hypothesis::{Belief, GuardedHypothesis};
use super::infer::{Row, Unseparable, guards_in_time};
use super::outcomes::Label;
use super::split::{Split, Splits};
use super::states::{Machine, Question, machine};
use crate::oracle::{Check, Halt};

/// How many guards are looked for that fit as well.
pub(super) const RIVALS: usize = 8;

/// How many guards of one method may be refuted. After that no guard is believed.
///
/// A method that takes every third number has a new simplest guard after each test, for ever.
const MOST_GUESSES: usize = 60;

/// What is remembered from one hypothesis to the next.
pub(super) struct Guesses {
    /// What is remembered of the guards of each method.
    methods: Vec<Memory>,
    splits: Splits,
    /// What took too many states.
    given_up: BTreeSet<Question>,
}

/// What is remembered of the guards of a method.
#[derive(Clone, Debug, Default)]
struct Memory {
    /// How many were refuted.
    refuted: usize,
    /// Why there was none the last time, and among how many calls with how many features that was.
    none: Option<(Unseparable, (usize, usize))>,
    /// What fitted the last time, and what had been seen then.
    fit: Option<(Seen, Fit)>,
    /// What had been seen when this guard and its rivals were compared with all calls.
    compared: Option<(Seen, Guard)>,
}

/// How much was seen of a method: what fits depends on nothing else, and calls only become more in one version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    version: u64,
    examples: usize,
    /// Whether the same word had two outcomes, if it failed, and if it passed.
    varies: [bool; 2],
    has_met_limit: bool,
}

impl Seen {
    fn of(calls: &Calls, method: usize) -> Self {
        Self {
            version: calls.version(),
            examples: calls.examples(method).len(),
            varies: [false, true].map(|passes| calls.varying(method, passes).is_some()),
            has_met_limit: calls.limits.has_met(method),
        }
    }
}

impl Guesses {
    /// Nothing, for so many methods.
    pub(super) fn new(methods: usize) -> Self {
        let methods = vec![Memory::default(); methods];
        Self { methods, splits: Splits::default(), given_up: BTreeSet::new() }
    }
}

impl Memory {
    /// The last guard with the rivals that still fit, if it does; only calls that are new are looked at.
    fn still_fits(&mut self, calls: &Calls, method: usize, last: &Belief) -> Option<Vec<Guard>> {
        let seen = Seen::of(calls, method);
        let compared =
            self.compared.take().filter(|(then, guard)| then.version == seen.version && *guard == last.guard);
        let known = compared.map_or(0, |(then, _)| then.examples);
        let fits = |guard: &Guard| {
            calls.examples(method).skip(known).all(|(_, call)| guard.holds(&call.before) == call.passes())
        };
        if !fits(&last.guard) || seen.examples == 0 {
            return None;
        }
        self.compared = Some((seen, last.guard.clone()));
        let rivals = last.rivals.iter().filter(|rival| fits(rival)).cloned();
        Some(std::iter::once(last.guard.clone()).chain(rivals).collect())
    }

    /// Whether the search would end as it did the last time: two calls still contradict each other, or nothing was seen
    /// since.
    fn is_hopeless(&self, rows: &[Row]) -> bool {
        match self.none {
            Some((Unseparable::Contradiction(one, other), _)) => rows
                .get(one)
                .zip(rows.get(other))
                .is_some_and(|(one, other)| one.passes != other.passes && one.features == other.features),
            Some((Unseparable::NotFound, size)) => size == size_of(rows),
            None => false,
        }
    }
}

/// How many calls these are, with how many features. Both grow where more is seen or objects are looked at more deeply.
fn size_of(rows: &[Row]) -> (usize, usize) {
    (rows.len(), rows.iter().map(|row| row.features.len()).sum())
}

/// What fits all calls of a method, or those of one state.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// The guards, the best first; none if only states tell when it passes.
    pub(super) guards: Vec<Guard>,
    /// How the outcomes of the calls that fail are told apart, and of those that pass.
    splits: [Split; 2],
}

/// The calls that something has to fit: those of a method, in one state or in all.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) method: usize,
    state: Option<(&'a Machine, usize)>,
}

impl Place<'_> {
    pub(super) fn state(&self) -> Option<usize> {
        self.state.map(|(_, state)| state)
    }

    pub(super) fn has(&self, call: &Call) -> bool {
        self.state.is_none_or(|(machine, state)| machine.state_before(call) == Some(state))
    }
}

impl Fit {
    pub(super) fn is_guarded(&self) -> bool {
        !self.guards.is_empty()
    }

    pub(super) fn split(&self, passes: bool) -> &Split {
        &self.splits[usize::from(passes)]
    }
}

/// What fits all calls, by state and by method. Guards of the last one stay as they are where they still fit.
///
/// Guards for thousands of calls take seconds, so each method looks whether there is time.
pub(super) fn fitted(
    calls: &Calls,
    guesses: &mut Guesses,
    last: Option<&GuardedHypothesis>,
    check: Check,
) -> Result<Vec<Vec<Belief>>, Halt> {
    let everywhere = |method| Place { method, state: None };
    let methods = 0..calls.callables().len();
    let fits: Vec<Fit> =
        methods.map(|method| guesses.fit(calls, everywhere(method), last, check)).collect::<Result<_, Halt>>()?;
    let mut without_guards = BTreeSet::new();
    loop {
        let hopeless = (0..fits.len()).filter(|method| guesses.methods[*method].refuted > MOST_GUESSES);
        let hopeless = hopeless.chain(without_guards.iter().copied()).collect();
        let machine = machine(calls, &fits, &hopeless, &mut guesses.given_up, check)?;
        let mut of_states = BTreeMap::new();
        for (state, &method) in
            (0..machine.states).flat_map(|state| machine.guarded_by_state().iter().map(move |one| (state, one)))
        {
            let place = Place { method, state: Some((&machine, state)) };
            of_states.insert((state, method), guesses.fit(calls, place, last, check)?);
        }
        let is_missing = |((state, method), fit): (&(usize, usize), &Fit)| {
            let place = Place { method: *method, state: Some((&machine, *state)) };
            !fit.is_guarded() && calls.examples(*method).any(|(_, call)| place.has(call))
        };
        let missing = of_states.iter().filter(|&one| is_missing(one)).map(|((_, method), _)| *method);
        let known = without_guards.len();
        without_guards.extend(missing);
        if without_guards.len() == known {
            let believing = Believing { calls, fits: &fits, of_states: &of_states, machine: &machine };
            let beliefs = |state: usize| (0..fits.len()).map(|method| believing.belief(state, method)).collect();
            return Ok((0..machine.states).map(beliefs).collect());
        }
    }
}

impl Guesses {
    /// What fits the calls of a place.
    fn fit(
        &mut self,
        calls: &Calls,
        place: Place,
        last: Option<&GuardedHypothesis>,
        check: Check,
    ) -> Result<Fit, Halt> {
        check()?;
        let seen = Seen::of(calls, place.method);
        let known = self.methods[place.method].fit.as_ref().filter(|(then, _)| *then == seen && place.state.is_none());
        if let Some((_, fit)) = known {
            return Ok(fit.clone());
        }
        let guards = self.guards(calls, place, last, check)?;
        let mut split = |passes| self.splits.fitted(calls, place, passes, check);
        let fit = Fit { guards, splits: [split(false)?, split(true)?] };
        if place.state.is_none() {
            self.methods[place.method].fit = Some((seen, fit.clone()));
        }
        Ok(fit)
    }

    /// The guards of the calls of a place; none if no guard fits them.
    fn guards(
        &mut self,
        calls: &Calls,
        place: Place,
        last: Option<&GuardedHypothesis>,
        check: Check,
    ) -> Result<Vec<Guard>, Halt> {
        let method = place.method;
        let memory = &mut self.methods[method];
        if memory.refuted > MOST_GUESSES {
            return Ok(Vec::new());
        }
        let last = last.and_then(|last| Some(&last.rules.get(place.state().unwrap_or(0))?[method]));
        let is_alike = |last: &&Belief| last.is_local == place.state.is_some();
        let last = last.filter(is_alike).filter(|last| last.is_certain && last.guard != Guard::NEVER);
        if let Some(last) = last.filter(|_| place.state.is_none())
            && let Some(guards) = memory.still_fits(calls, method, last)
        {
            return Ok(guards);
        }
        let rows = calls.rows(method, |call| place.has(call));
        if rows.is_empty() && (place.state.is_some() || calls.limits.has_met(method)) {
            return Ok(Vec::new());
        }
        let is_open = place.state.is_some() || rows.is_empty();
        if let Some(last) = last.filter(|last| is_open && fits(&last.guard, &rows)) {
            let rivals = last.rivals.iter().filter(|rival| fits(rival, &rows)).cloned();
            return Ok(std::iter::once(last.guard.clone()).chain(rivals).collect());
        }
        memory.refuted += usize::from(last.is_some());
        if place.state.is_some() {
            return Ok(guards_in_time(&rows, RIVALS, check)?.unwrap_or_default());
        }
        if memory.is_hopeless(&rows) {
            return Ok(Vec::new());
        }
        let found = guards_in_time(&rows, RIVALS, check)?;
        memory.none = found.as_ref().err().map(|why| (*why, size_of(&rows)));
        Ok(found.unwrap_or_default())
    }
}

fn fits(guard: &Guard, rows: &[Row]) -> bool {
    rows.iter().all(|row| guard.holds(row.features) == row.passes)
}

/// What beliefs are made of.
struct Believing<'a> {
    calls: &'a Calls,
    fits: &'a [Fit],
    /// By state and method, where each state has its own.
    of_states: &'a BTreeMap<(usize, usize), Fit>,
    machine: &'a Machine,
}

impl Believing<'_> {
    fn fit(&self, state: usize, method: usize) -> &Fit {
        self.of_states.get(&(state, method)).unwrap_or(&self.fits[method])
    }

    fn belief(&self, state: usize, method: usize) -> Belief {
        let is_local = self.of_states.contains_key(&(state, method));
        let mut belief = match self.fit(state, method).guards.split_first() {
            Some((guard, rivals)) => {
                let target = self.machine.target(state, method).filter(|_| *guard != Guard::NEVER);
                Belief { rivals: rivals.to_vec(), target, is_local, ..Belief::new(guard.clone()) }
            }
            None => self.local_belief(state, method),
        };
        if belief.is_certain && self.calls.has_outcomes() {
            for passes in [true, false] {
                self.add_outcomes(&mut belief, (state, method), passes);
            }
        }
        belief
    }

    /// What is believed of a method that only the state decides.
    ///
    /// A method that was never called in a state is taken to fail there, until it is called. Of one whose calls all met a
    /// limit of the machine nothing is known.
    fn local_belief(&self, state: usize, method: usize) -> Belief {
        let passes = self.machine.passes(state, method);
        let guard = if passes.unwrap_or(false) { Guard::ALWAYS } else { Guard::NEVER };
        let is_unseen = self.calls.examples(method).next().is_none();
        let is_certain = self.machine.explains(Question::Passes(method)) && !is_unseen;
        let is_local = self.of_states.contains_key(&(state, method));
        Belief { target: self.machine.target(state, method), is_certain, is_local, ..Belief::new(guard) }
    }

    /// Adds the outcomes of the calls that pass, or of those that fail, with what tells them apart.
    fn add_outcomes(&self, belief: &mut Belief, (state, method): (usize, usize), passes: bool) {
        let absence = |name: &str| self.calls.absence(method, name);
        let side = if passes { belief.guard.clone() } else { complement(&belief.guard, &absence) };
        if side == Guard::NEVER {
            return;
        }
        let split = self.fit(state, method).split(passes);
        let guards: Vec<Guard> = split.conditions.iter().map(|condition| condition.guard.clone()).collect();
        let known = split.conditions.iter().map(|condition| vec![Label::clone(&condition.outcome)]);
        let outcomes = known.chain([self.rest((state, method), passes)]);
        for (labels, guard) in outcomes.zip(exclusive(&side, &guards, &absence)) {
            belief.branches.push(self.branch((state, method), passes, &labels, guard));
        }
        let mut within = side;
        for condition in &split.conditions {
            belief.splits.push(Belief {
                rivals: condition.rivals.clone(),
                within: within.clone(),
                told: Some((passes, condition.outcome.to_string())),
                is_local: belief.is_local,
                ..Belief::new(condition.guard.clone())
            });
            within = all_of(vec![within, complement(&condition.guard, &absence)]);
        }
    }

    /// The outcomes that no condition tells apart, of a state: one if the state does.
    fn rest(&self, (state, method): (usize, usize), passes: bool) -> Vec<Label> {
        let rest = &self.fit(state, method).split(passes).rest;
        let of_state = self.machine.answer(state, Question::Outcome(method, passes));
        match of_state.and_then(|place| rest.get(place)) {
            Some(only) if rest.len() > 1 => vec![Label::clone(only)],
            _ if rest.is_empty() => vec![if passes { OK } else { typestar_model::ERROR }.into()],
            _ => rest.clone(),
        }
    }

    fn branch(&self, (state, method): (usize, usize), passes: bool, labels: &[Label], guard: Guard) -> Branch {
        let outcomes = labels.iter().map(|label| label.to_string()).collect();
        let target = self.machine.target_of(state, (method, passes), labels);
        let lives = passes || self.calls.recovers(method, labels);
        Branch { ends: !lives, ..Branch::new(outcomes, passes, guard, target) }
    }
}
