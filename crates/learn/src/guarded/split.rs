//! Splits: the outcomes of calls that all pass, or that all fail, told apart by conditions one after the other.
//!
//! ```text
//!   failing calls of remove      condition            outcome
//!   lastRet -1   modCount 3      lastRet <= -1   ──▶  IllegalStateException
//!   lastRet  0   modCount 4      (what is left)  ──▶  ConcurrentModificationException
//! ```
//!
//! Each condition is inferred as a guard is, among the calls that no condition before it holds of. Outcomes that no
//! condition tells apart stay together at the end: perhaps states tell them apart.

use std::collections::BTreeMap;

use typestar_model::guarded::{Features, Guard};

use super::calls::Calls;
use super::fit::{Place, RIVALS};
use super::infer::{Row, guards_in_time};
use super::outcomes::{Label, in_order};
use crate::oracle::{Check, Halt};

/// More outcomes than these are not told apart: a method that returns a number that the user wants to see has too many.
const MOST_OUTCOMES: usize = 12;
/// How many splits of one side may be refuted. After that its outcomes are not told apart.
const MOST_GUESSES: usize = 10;

/// How the outcomes of a side are told apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Split {
    /// The first condition that holds decides.
    pub(super) conditions: Vec<Condition>,
    /// The outcomes of the calls that none of them holds of; several if nothing tells them apart. None if no outcome is
    /// known at all.
    pub(super) rest: Vec<Label>,
}

/// When a call has this outcome, if none of the conditions before it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    pub(super) outcome: Label,
    pub(super) guard: Guard,
    /// Other conditions that fit what was seen, almost as simple.
    pub(super) rivals: Vec<Guard>,
}

/// What is remembered of the splits of a side, by method and by whether its calls pass; by state, where each has its own.
#[derive(Clone, Debug, Default)]
pub(super) struct Splits(BTreeMap<(Option<usize>, usize, bool), Memory>);

#[derive(Clone, Debug, Default)]
struct Memory {
    last: Option<Split>,
    /// How many splits were refuted.
    refuted: usize,
}

type Known<'a> = (&'a Features, &'a Label);

impl Splits {
    /// The split that fits the calls of a side, in one state or in all; the last one if that still fits.
    pub(super) fn fitted(&mut self, calls: &Calls, place: Place, passes: bool, check: Check) -> Result<Split, Halt> {
        let method = place.method;
        let known = calls.outcomes(method, passes, |call| place.has(call));
        let mut labels: Vec<Label> = known.iter().map(|(_, label)| Label::clone(label)).collect();
        let varying = calls.varying(method, passes);
        labels.extend(varying.map(|(_, other)| Label::clone(other)));
        in_order(&mut labels);
        let memory = self.0.entry((place.state(), method, passes)).or_default();
        let is_hopeless = varying.is_some() || labels.len() > MOST_OUTCOMES || memory.refuted > MOST_GUESSES;
        if is_hopeless || labels.len() < 2 {
            return Ok(Split { conditions: Vec::new(), rest: labels });
        }
        let split = match memory.last.take() {
            Some(last) if last.fits(&known, labels.len()) => last.without_refuted_rivals(&known),
            last => {
                memory.refuted += usize::from(last.is_some_and(|last| !last.conditions.is_empty()));
                Split::of(known, labels, check)?
            }
        };
        memory.last = Some(split.clone());
        Ok(split)
    }
}

impl Split {
    /// Takes the simplest condition for one outcome, then the simplest for another one among the calls that are left.
    pub(super) fn of(mut known: Vec<Known>, mut labels: Vec<Label>, check: Check) -> Result<Self, Halt> {
        let mut conditions: Vec<Condition> = Vec::new();
        while labels.len() > 1 {
            let Some(found) = simplest(&known, &labels, check)? else { break };
            known.retain(|(_, label)| **label != found.outcome);
            labels.retain(|label| *label != found.outcome);
            conditions.push(found);
        }
        Ok(Self { conditions, rest: labels })
    }

    /// The outcomes that are expected of a call.
    fn expected(&self, features: &Features) -> &[Label] {
        let held = self.conditions.iter().find(|condition| condition.guard.holds(features));
        held.map_or(&self.rest, |condition| std::slice::from_ref(&condition.outcome))
    }

    fn fits(&self, known: &[Known], outcomes: usize) -> bool {
        self.conditions.len() + self.rest.len() == outcomes
            && known.iter().all(|(features, label)| self.expected(features).contains(label))
    }

    /// A rival that says something else than what was seen is none any more.
    fn without_refuted_rivals(mut self, known: &[Known]) -> Self {
        let mut left: Vec<Known> = known.to_vec();
        for Condition { outcome, rivals, .. } in &mut self.conditions {
            let is_right =
                |rival: &Guard| left.iter().all(|(features, label)| rival.holds(features) == (**label == *outcome));
            rivals.retain(is_right);
            left.retain(|(_, label)| **label != *outcome);
        }
        self
    }

    /// Whether nothing tells some of the outcomes apart.
    pub(super) fn is_open(&self) -> bool {
        self.rest.len() > 1
    }
}

/// The simplest condition that tells an outcome from all others. Of two outcomes it is enough to ask for one.
fn simplest<'k>(known: &[Known<'k>], labels: &[Label], check: Check) -> Result<Option<Condition>, Halt> {
    let asked = if labels.len() == 2 { &labels[..1] } else { labels };
    let mut found = Vec::new();
    for outcome in asked {
        let row = |&(features, label): &Known<'k>| Row { features, passes: label == outcome };
        let rows: Vec<Row> = known.iter().map(row).collect();
        let mut guards = guards_in_time(&rows, RIVALS, check)?.unwrap_or_default().into_iter();
        found.extend(guards.next().map(|guard| {
            let outcome = Label::clone(outcome);
            Condition { outcome, guard, rivals: guards.collect() }
        }));
    }
    Ok(found.into_iter().min_by_key(|found| (found.guard.features().len(), found.guard.to_string().len())))
}

#[cfg(test)]
mod tests {
    use typestar_model::Value;
    use typestar_model::guarded::exclusive;

    use super::*;

    fn features(numbers: &[(&str, i64)]) -> Features {
        numbers.iter().map(|(name, number)| ((*name).to_owned(), Value::Integer(*number))).collect()
    }

    fn split_of(seen: &[(Features, &str)]) -> Split {
        let labels: Vec<Label> = seen.iter().map(|(_, label)| Label::from(*label)).collect();
        let known = seen.iter().zip(&labels).map(|((features, _), label)| (features, label)).collect();
        let mut each = labels.clone();
        in_order(&mut each);
        Split::of(known, each, &mut || Ok(())).unwrap()
    }

    fn guards_of(split: &Split) -> Vec<String> {
        let conditions: Vec<Guard> = split.conditions.iter().map(|condition| condition.guard.clone()).collect();
        exclusive(&Guard::ALWAYS, &conditions, &|_| Some(Vec::new())).iter().map(Guard::to_string).collect()
    }

    #[test]
    fn three_outcomes_are_told_apart_one_after_the_other() {
        let sign = |number: i64| match number.signum() {
            -1 => "IllegalArgumentException",
            0 => "ArithmeticException",
            _ => "IllegalStateException",
        };
        let seen: Vec<_> = (-4..5).map(|number| (features(&[("arg1", number)]), sign(number))).collect();
        let split = split_of(&seen);
        assert_eq!((split.conditions.len(), split.rest.len()), (2, 1));
        for (features, label) in &seen {
            assert_eq!(*split.expected(features)[0], **label, "{features:?}");
        }
        assert!(guards_of(&split).iter().all(|guard| !guard.contains('!') || guard.contains("!=")), "{split:?}");
    }

    #[test]
    fn outcomes_that_no_condition_tells_apart_stay_together() {
        let full = || features(&[("count", 2)]);
        let seen = [(full(), "true"), (full(), "false"), (features(&[("count", 0)]), "null")];
        let split = split_of(&seen);
        assert_eq!(split.rest, ["true".into(), "false".into()] as [Label; 2]);
        assert_eq!(guards_of(&split), ["count <= 0", "count >= 1"]);
    }

    #[test]
    fn a_split_that_meets_another_outcome_fits_no_more() {
        let seen = [(features(&[("count", 0)]), "true"), (features(&[("count", 3)]), "false")];
        let split = split_of(&seen);
        let (other, label) = (features(&[("count", 2)]), Label::from("true"));
        let agreeing = (&seen[0].0, &label);
        assert!(split.fits(&[agreeing], 2));
        let is_full = split.expected(&other)[0] == "false".into();
        assert_eq!(split.fits(&[(&other, &label)], 2), !is_full);
        assert!(!split.fits(&[agreeing], 3));
    }
}
