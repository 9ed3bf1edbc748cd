//! From calls to a hypothesis: a guard for each method, and states where no guard explains what was seen.
//!
//! A guard that still fits stays, even if a simpler one would fit by now: the words that were made to
//! break it count for this guard alone. Only a guard that is refuted is replaced, and each refutation
//! counts.

use typestar_model::guarded::Guard;

use super::calls::Calls;
use super::hypothesis::{Belief, GuardedHypothesis};
use super::infer::{Row, guards};
use super::states::{Machine, machine};
use crate::oracle::{Check, Halt};

/// How many guards are looked for that fit as well.
const RIVALS: usize = 8;

/// How many guards of one method may be refuted. After that no guard is believed.
///
/// A method that takes every third number has a new simplest guard after each test, for ever.
const MOST_GUESSES: usize = 60;

/// How many guards of each method were refuted.
pub(super) type Guesses = Vec<usize>;

/// What fits all calls, by state and by method. Guards of the last one stay as they are where they still fit.
///
/// Guards for thousands of calls take seconds, so each method looks whether there is time.
pub(super) fn fitted(
    calls: &Calls,
    guesses: &mut Guesses,
    last: Option<&GuardedHypothesis>,
    check: Check,
) -> Result<Vec<Vec<Belief>>, Halt> {
    let fit = |(method, guesses)| check().map(|()| fit_of(calls, method, guesses, last));
    let global: Vec<Option<Fit>> = guesses.iter_mut().enumerate().map(fit).collect::<Result<_, Halt>>()?;
    let guarded: Vec<bool> = global.iter().map(Option::is_some).collect();
    let machine = machine(calls, &guarded, check)?;
    let rules = (0..machine.states).map(|state| {
        let belief = |(method, fit): (usize, &Option<Fit>)| match fit {
            Some(fit) => belief_of(fit, machine.target(state, method)),
            None => local_belief(&machine, (state, method), calls.examples(method).next().is_none()),
        };
        global.iter().enumerate().map(belief).collect()
    });
    Ok(rules.collect())
}

/// Guards that fit all calls of a method, the best first.
type Fit = Vec<Guard>;

fn belief_of(fit: &Fit, target: Option<usize>) -> Belief {
    let (guard, rivals) = (fit[0].clone(), fit[1..].to_vec());
    let target = target.filter(|_| guard != Guard::NEVER);
    Belief { guard, rivals, target, is_certain: true }
}

/// The guards of a method; none if no guard fits in all states.
fn fit_of(calls: &Calls, method: usize, guesses: &mut usize, last: Option<&GuardedHypothesis>) -> Option<Fit> {
    if *guesses > MOST_GUESSES {
        return None;
    }
    let rows = calls.rows(method);
    if rows.is_empty() && calls.limits.has_met(method) {
        return None;
    }
    let last = last.map(|last| &last.rules[0][method]).filter(|last| last.is_certain && last.guard != Guard::NEVER);
    if let Some(last) = last.filter(|last| fits(&last.guard, &rows)) {
        let rivals = last.rivals.iter().filter(|rival| fits(rival, &rows)).cloned();
        return Some(std::iter::once(last.guard.clone()).chain(rivals).collect());
    }
    *guesses += usize::from(last.is_some());
    guards(&rows, RIVALS).ok()
}

fn fits(guard: &Guard, rows: &[Row]) -> bool {
    rows.iter().all(|row| guard.holds(row.features) == row.passes)
}

/// What is believed of a method that only the state decides.
///
/// A method that was never called in a state is taken to fail there, until it is called. Of one whose calls all met a limit
/// of the machine nothing is known.
fn local_belief(machine: &Machine, (state, method): (usize, usize), is_unseen: bool) -> Belief {
    let passes = machine.passes(state, method);
    let guard = if passes.unwrap_or(false) { Guard::ALWAYS } else { Guard::NEVER };
    let is_certain = machine.explains(method) && !is_unseen;
    Belief { guard, rivals: Vec::new(), target: machine.target(state, method), is_certain }
}
