//! Guards as English sentences for documentation.

use typestar_model::guarded::{Guard, Rule};

use crate::text::many;

/// How an object that is not there is told.
const IS_NULL: &str = " == null";

/// How flags say what two things have to do with each other, and how people do.
const RELATIONS: [(&str, &str); 2] = [(" == ", ""), (" in ", "in ")];

/// How names and formulas stand out in a text.
pub(super) type Code = fn(&str) -> String;

/// The sentence about a rule: `Fails unless elementCount >= 1.`
pub(super) fn sentence(rule: &Rule, code: Code) -> String {
    match &rule.guard {
        guard if *guard == Guard::ALWAYS => "Never failed.".to_owned(),
        guard if *guard == Guard::NEVER => match rule.never_succeeded() {
            Some(calls) => format!("Never succeeded in {}.", many(calls, "call")),
            None => "Never succeeded.".to_owned(),
        },
        guard if rule.is_certain => format!("{}.", claim(guard, code)),
        guard => format!("{}; this is not certain.", claim(guard, code)),
    }
}

fn claim(guard: &Guard, code: Code) -> String {
    if is_negative(guard) {
        return format!("Fails if {}", joined(&parts(guard), false, "or", code));
    }
    format!("Fails unless {}", joined(&parts(guard), true, "and", code))
}

/// When something happens, as the end of a sentence: `if lastRet <= -1`; nothing if it always does.
pub(super) fn clause(guard: &Guard, code: Code) -> String {
    match *guard == Guard::ALWAYS {
        true => String::new(),
        false => format!(" if {}", joined(&parts(guard), true, "and", code)),
    }
}

/// The conditions that all have to hold, if there are so many that a list reads better.
pub(super) fn list(guard: &Guard, code: Code) -> Option<Vec<String>> {
    let parts = parts(guard);
    (parts.len() > 3).then(|| parts.iter().map(|part| phrase(part, true, code)).collect())
}

/// The guards that have to hold together.
fn parts(guard: &Guard) -> Vec<&Guard> {
    match guard {
        Guard::All(guards) if !guards.is_empty() => guards.iter().flat_map(parts).collect(),
        guard => vec![guard],
    }
}

/// Whether a guard only says what must not be: `Fails if closed` reads better than `Fails unless closed is false`.
fn is_negative(guard: &Guard) -> bool {
    parts(guard).iter().all(|part| matches!(part, Guard::Not(_)))
}

fn joined(guards: &[&Guard], holds: bool, conjunction: &str, code: Code) -> String {
    let phrases: Vec<String> = guards.iter().map(|guard| phrase(guard, holds, code)).collect();
    match phrases.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} {conjunction} {last}", before.join(", ")),
        phrases => phrases.concat(),
    }
}

/// That a guard holds, or that it does not, as part of a sentence.
fn phrase(guard: &Guard, holds: bool, code: Code) -> String {
    let not = if holds { "" } else { "not " };
    match guard {
        Guard::All(guards) | Guard::Any(guards) if guards.len() > 1 => {
            let is_both = matches!(guard, Guard::All(_)) == holds;
            let (start, conjunction) = if is_both { ("both", "and") } else { ("either", "or") };
            format!("{start} {}", joined(&guards.iter().collect::<Vec<_>>(), holds, conjunction, code))
        }
        Guard::All(guards) | Guard::Any(guards) if guards.len() == 1 => phrase(&guards[0], holds, code),
        Guard::Not(guard) => phrase(guard, !holds, code),
        Guard::Flag(feature) => match feature.strip_suffix(IS_NULL) {
            Some(object) => format!("{} is {not}null", code(object)),
            None => match RELATIONS.iter().find_map(|(sign, word)| Some((feature.split_once(sign)?, word))) {
                Some(((one, other), word)) => format!("{} is {not}{word}{}", code(one), code(other)),
                None => format!("{} is {holds}", code(feature)),
            },
        },
        Guard::Is { feature, text } => format!("{} is {not}{}", code(feature), code(text)),
        guard if holds => code(&guard.to_string()),
        guard => code(&guard.negated().to_string()),
    }
}
