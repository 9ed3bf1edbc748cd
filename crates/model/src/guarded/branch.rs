//! Branches of a rule: which outcome a call has when.
//!
//! ```text
//! offer                    passes if arg1 != null
//! ├── passes   true        arg1 != null && count <= 1
//! │            false       arg1 != null && count >= 2
//! └── fails    NullPointerException    arg1 == null
//! ```
//!
//! The outcomes of a side are told apart by a list of conditions, one after the other. What is shown of them is made by
//! [`exclusive`]: guards of which each includes that those before it do not hold. So they exclude each other and leave
//! nothing out, whatever the conditions are.

use super::{Features, Guard, GuardComparison, compare_guards};
use crate::{OK, Step};

/// Guards of more conditions than these are not made shorter: each try compares two guards by meaning.
const MOST_CONDITIONS: usize = 6;

/// What calls of a rule answer for which a guard holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The outcome: `true`, `null`, `IllegalStateException`. Several if nothing tells when which of them comes.
    pub outcomes: Vec<String>,
    /// Whether these calls pass.
    pub passes: bool,
    /// Whether the object ends with such a call.
    pub ends: bool,
    /// When this is the outcome; guards of other branches of the rule do not hold then.
    pub guard: Guard,
    /// Where it leads; none if the object ends, or if nobody knows.
    pub target: Option<usize>,
    /// How many different calls had it.
    pub calls: u64,
    /// How many words were made to break the guards that tell it from the other outcomes of its side.
    pub tests: u64,
    /// What the guard speaks of, for the calls closest to its border; the closest ones first.
    pub boundary: Vec<Features>,
    /// A short execution for each outcome, whose last call has it.
    pub executions: Vec<Vec<Step>>,
}

impl Branch {
    /// A branch without the calls that speak for it. Calls that fail end the object.
    pub fn new(outcomes: Vec<String>, passes: bool, guard: Guard, target: Option<usize>) -> Self {
        let (boundary, executions) = (Vec::new(), Vec::new());
        Self { outcomes, passes, ends: !passes, guard, target, calls: 0, tests: 0, boundary, executions }
    }

    /// The outcome as people read it: `true`, or `true or false` if nothing tells them apart.
    ///
    /// ```
    /// use typestar_model::guarded::{Branch, Guard};
    /// let outcomes = ["true", "false"].map(str::to_owned).to_vec();
    /// assert_eq!(Branch::new(outcomes, true, Guard::ALWAYS, Some(0)).name(), "true or false");
    /// ```
    pub fn name(&self) -> String {
        self.outcomes.join(" or ")
    }

    /// A call with its outcome: `offer / false`, and only `push` if that is `ok`.
    pub fn call(&self, method: &str) -> String {
        match self.outcomes == [OK] {
            true => method.to_owned(),
            false => format!("{method} / {}", self.name()),
        }
    }

    /// Whether this is one of its outcomes.
    pub fn has(&self, outcome: &str) -> bool {
        self.outcomes.iter().any(|known| known == outcome)
    }
}

/// The branch that a call takes of which this is known, and of which a guard says whether it passes. Where the guard of
/// no branch holds, because a number is not there that always was, it is the last one of its side.
pub fn branch_taken<'b>(branches: &'b [Branch], passes: bool, features: &Features) -> Option<&'b Branch> {
    let of_side = || branches.iter().filter(|branch| branch.passes == passes);
    of_side().find(|branch| branch.guard.holds(features)).or_else(|| of_side().next_back())
}

/// When a feature is no whole number: if one of these flags holds, such as that its owner is null. With none of them it
/// always is one. Nothing is known of a feature of which this is nothing.
pub type Absence<'a> = &'a dyn Fn(&str) -> Option<Vec<String>>;

/// Guards for a list of conditions, the first of which that holds decides, among the calls of a side: one for each
/// condition, and one for what is left. `absence` says which features are whole numbers, and when: a comparison of them
/// and its complement are both comparisons.
///
/// ```
/// use typestar_model::guarded::{Guard, exclusive};
/// let texts = |is_number: bool| {
///     let absence = |_: &str| is_number.then(Vec::new);
///     let guards = exclusive(&Guard::ALWAYS, &[Guard::at_least("count", 2)], &absence);
///     guards.iter().map(Guard::to_string).collect::<Vec<_>>()
/// };
/// assert_eq!(texts(true), ["count >= 2", "count <= 1"]);
/// assert_eq!(texts(false), ["count >= 2", "!(count >= 2)"]);
/// let is_null = Guard::Flag("arg1 == null".to_owned());
/// let fails = Guard::Any(vec![is_null.clone(), Guard::at_least("count", 2)]);
/// assert_eq!(exclusive(&fails, &[is_null], &|_| Some(Vec::new()))[1].to_string(), "arg1 != null && count >= 2");
/// ```
pub fn exclusive(side: &Guard, conditions: &[Guard], absence: Absence) -> Vec<Guard> {
    let mut left = vec![side.clone()];
    let mut guards = Vec::new();
    for condition in conditions {
        guards.push(shortened(left.iter().chain([condition]).cloned().collect()));
        left.push(complement(condition, absence));
    }
    guards.push(shortened(left));
    guards
}

/// The guard that holds exactly where this one does not, written as people would: `arg1 == null || count >= 2` and not
/// `!(arg1 != null && count <= 1)`.
///
/// ```
/// use typestar_model::guarded::{Guard, complement};
/// let of_an_object = |_: &str| Some(vec!["arg1 == null".to_owned()]);
/// assert_eq!(complement(&Guard::at_least("arg1.x", 0), &of_an_object).to_string(), "arg1 == null || arg1.x <= -1");
/// ```
pub fn complement(guard: &Guard, absence: Absence) -> Guard {
    let all = |parts: &[Guard]| parts.iter().map(|part| complement(part, absence)).collect();
    match guard {
        Guard::All(parts) => one_of(all(parts)),
        Guard::Any(parts) => all_of(all(parts)),
        Guard::Not(guard) => (**guard).clone(),
        Guard::Sum(sum) => {
            let flags = sum.terms.iter().map(|(_, name)| absence(name)).collect::<Option<Vec<_>>>();
            let other = flags.map(|flags| {
                let missing = flags.into_iter().flatten().map(Guard::Flag);
                one_of(missing.chain([Guard::Sum(sum.opposite(false))]).collect())
            });
            other.unwrap_or_else(|| guard.negated())
        }
        guard => guard.negated(),
    }
}

/// That all of these hold, without what says nothing.
pub fn all_of(parts: Vec<Guard>) -> Guard {
    let mut flat: Vec<Guard> = Vec::new();
    for part in parts {
        match part {
            Guard::All(inner) => flat.extend(inner),
            part => flat.push(part),
        }
    }
    match flat.contains(&Guard::NEVER) {
        true => Guard::NEVER,
        false => alone(flat, Guard::All),
    }
}

/// That one of these holds, without what says nothing.
fn one_of(parts: Vec<Guard>) -> Guard {
    let mut flat: Vec<Guard> = Vec::new();
    for part in parts {
        match part {
            Guard::Any(inner) => flat.extend(inner),
            part => flat.push(part),
        }
    }
    match flat.contains(&Guard::ALWAYS) {
        true => Guard::ALWAYS,
        false => alone(flat, Guard::Any),
    }
}

/// Each part once; one alone stands for itself.
fn alone(parts: Vec<Guard>, joined: fn(Vec<Guard>) -> Guard) -> Guard {
    let mut once: Vec<Guard> = Vec::new();
    for part in parts {
        if !once.contains(&part) {
            once.push(part);
        }
    }
    if once.len() == 1 { once.remove(0) } else { joined(once) }
}

/// That all of these hold, without conditions that follow from the others: with `state == "OPEN"` nobody needs
/// `state != "SHUT"`, and with `arg1 != null` nobody needs the first part of `arg1 == null || count >= 2`.
fn shortened(parts: Vec<Guard>) -> Guard {
    let mut guard = without_implied(all_of(parts));
    while let Some(shorter) = shorter(&guard) {
        guard = shorter;
    }
    match guard {
        Guard::All(mut parts) => {
            parts.sort_by_key(|part| !is_null_check(part));
            Guard::All(parts)
        }
        guard => guard,
    }
}

/// That all of these hold, without those that one of the others plainly says, too.
fn without_implied(guard: Guard) -> Guard {
    let Guard::All(mut parts) = guard else { return guard };
    for place in (0..parts.len()).rev() {
        let is_said = parts.iter().enumerate().any(|(other, part)| other != place && implies(part, &parts[place]));
        if is_said {
            parts.remove(place);
        }
    }
    alone(parts, Guard::All)
}

/// Whether a condition plainly implies another one: with `arg1 == "sat"` nobody needs `arg1 != "sun"` and `arg1 != null`.
fn implies(known: &Guard, other: &Guard) -> bool {
    match (known, other) {
        (known, other) if known == other => true,
        (Guard::Any(parts), other) if !parts.is_empty() => parts.iter().all(|part| implies(part, other)),
        (known, Guard::Any(parts)) => parts.iter().any(|part| implies(known, part)),
        (known, Guard::Not(other)) => excludes(known, other),
        _ => false,
    }
}

/// Whether two conditions plainly never hold together: of one feature, each says that it is something else.
fn excludes(known: &Guard, other: &Guard) -> bool {
    match (known, other) {
        (Guard::Is { feature, text }, Guard::Is { feature: same, text: other }) => feature == same && text != other,
        (Guard::Is { feature, .. }, Guard::Flag(flag)) | (Guard::Flag(flag), Guard::Is { feature, .. }) => {
            flag.strip_suffix(" == null") == Some(feature.as_str())
        }
        _ => false,
    }
}

/// Whether this says that something is null, or not: that is read first.
fn is_null_check(guard: &Guard) -> bool {
    match guard {
        Guard::Flag(name) => name.ends_with(" == null"),
        Guard::Not(part) => is_null_check(part),
        _ => false,
    }
}

/// The same with one condition less, if there is one that is not needed.
fn shorter(guard: &Guard) -> Option<Guard> {
    let Guard::All(parts) = guard else { return None };
    let mut shorter = (0..parts.len()).filter(|_| parts.len() <= MOST_CONDITIONS).flat_map(|place| fewer(parts, place));
    shorter.find(|shorter| compare_guards(shorter, guard) == GuardComparison::Same)
}

/// What may be left of conditions: without the one at this place, or without one of its alternatives.
fn fewer(parts: &[Guard], place: usize) -> Vec<Guard> {
    let with = |part: Option<Guard>| {
        let others = |(other, known): (usize, &Guard)| if other == place { part.clone() } else { Some(known.clone()) };
        all_of(parts.iter().enumerate().filter_map(others).collect())
    };
    let alternatives = match &parts[place] {
        Guard::Any(alternatives) if alternatives.len() > 1 => &alternatives[..],
        _ => &[],
    };
    let without = |left_out: usize| {
        let kept = alternatives.iter().enumerate().filter(|(other, _)| *other != left_out);
        with(Some(one_of(kept.map(|(_, kept)| kept.clone()).collect())))
    };
    std::iter::once(with(None)).chain((0..alternatives.len()).map(without)).collect()
}
