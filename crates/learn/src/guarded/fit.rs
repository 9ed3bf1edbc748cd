//! From calls to a hypothesis: a guard for each method, conditions for its outcomes, and states where none explains what
//! was seen.
//!
//! A guard that still fits stays, even if a simpler one would fit by now: the words that were made to
//! break it count for this guard alone. Only a guard that is refuted is replaced, and each refutation
//! counts.

use std::collections::BTreeSet;

use typestar_model::OK;
use typestar_model::guarded::{Branch, Guard, all_of, complement, exclusive};

use super::calls::Calls;
use super::hypothesis::{Belief, GuardedHypothesis};
use super::infer::{Row, guards_in_time};
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
    /// How many guards of each method were refuted.
    refuted: Vec<usize>,
    splits: Splits,
    /// What took too many states.
    given_up: BTreeSet<Question>,
}

impl Guesses {
    /// Nothing, for so many methods.
    pub(super) fn new(methods: usize) -> Self {
        Self { refuted: vec![0; methods], splits: Splits::default(), given_up: BTreeSet::new() }
    }
}

/// What fits all calls of a method, whatever the state.
pub(super) struct Fit {
    /// The guards, the best first; none if only states tell when it passes.
    pub(super) guards: Vec<Guard>,
    /// How the outcomes of the calls that fail are told apart, and of those that pass.
    splits: [Split; 2],
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
    let mut fits = Vec::new();
    for method in 0..calls.callables().len() {
        check()?;
        let guards = guards_of(calls, method, &mut guesses.refuted[method], (last, check))?;
        let mut split = |passes| guesses.splits.fitted(calls, (method, passes), check);
        fits.push(Fit { guards, splits: [split(false)?, split(true)?] });
    }
    let machine = machine(calls, &fits, &mut guesses.given_up, check)?;
    let believing = Believing { calls, fits: &fits, machine: &machine };
    let beliefs = |state: usize| (0..fits.len()).map(|method| believing.belief(state, method)).collect();
    Ok((0..machine.states).map(beliefs).collect())
}

/// The guards of a method; none if no guard fits in all states.
fn guards_of(
    calls: &Calls,
    method: usize,
    refuted: &mut usize,
    (last, check): (Option<&GuardedHypothesis>, Check),
) -> Result<Vec<Guard>, Halt> {
    if *refuted > MOST_GUESSES {
        return Ok(Vec::new());
    }
    let rows = calls.rows(method);
    if rows.is_empty() && calls.limits.has_met(method) {
        return Ok(Vec::new());
    }
    let last = last.map(|last| &last.rules[0][method]).filter(|last| last.is_certain && last.guard != Guard::NEVER);
    if let Some(last) = last.filter(|last| fits(&last.guard, &rows)) {
        let rivals = last.rivals.iter().filter(|rival| fits(rival, &rows)).cloned();
        return Ok(std::iter::once(last.guard.clone()).chain(rivals).collect());
    }
    *refuted += usize::from(last.is_some());
    Ok(guards_in_time(&rows, RIVALS, check)?.unwrap_or_default())
}

fn fits(guard: &Guard, rows: &[Row]) -> bool {
    rows.iter().all(|row| guard.holds(row.features) == row.passes)
}

/// What beliefs are made of.
struct Believing<'a> {
    calls: &'a Calls,
    fits: &'a [Fit],
    machine: &'a Machine,
}

impl Believing<'_> {
    fn belief(&self, state: usize, method: usize) -> Belief {
        let mut belief = match self.fits[method].guards.split_first() {
            Some((guard, rivals)) => {
                let target = self.machine.target(state, method).filter(|_| *guard != Guard::NEVER);
                Belief { rivals: rivals.to_vec(), target, ..Belief::new(guard.clone()) }
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
        Belief { target: self.machine.target(state, method), is_certain, ..Belief::new(guard) }
    }

    /// Adds the outcomes of the calls that pass, or of those that fail, with what tells them apart.
    fn add_outcomes(&self, belief: &mut Belief, (state, method): (usize, usize), passes: bool) {
        let is_number = |name: &str| self.calls.is_always_number(method, name);
        let side = if passes { belief.guard.clone() } else { complement(&belief.guard, &is_number) };
        if side == Guard::NEVER {
            return;
        }
        let split = self.fits[method].split(passes);
        let guards: Vec<Guard> = split.conditions.iter().map(|condition| condition.guard.clone()).collect();
        let known = split.conditions.iter().map(|condition| vec![Label::clone(&condition.outcome)]);
        let outcomes = known.chain([self.rest((state, method), passes)]);
        for (labels, guard) in outcomes.zip(exclusive(&side, &guards, &is_number)) {
            belief.branches.push(self.branch((state, method), passes, &labels, guard));
        }
        let mut within = side;
        for condition in &split.conditions {
            belief.splits.push(Belief {
                rivals: condition.rivals.clone(),
                within: within.clone(),
                told: Some((passes, condition.outcome.to_string())),
                ..Belief::new(condition.guard.clone())
            });
            within = all_of(vec![within, complement(&condition.guard, &is_number)]);
        }
    }

    /// The outcomes that no condition tells apart, of a state: one if the state does.
    fn rest(&self, (state, method): (usize, usize), passes: bool) -> Vec<Label> {
        let rest = &self.fits[method].split(passes).rest;
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
