//! What follows from tests that found nothing, in words.

use typestar_learn::register::Explored;
use typestar_learn::{Completeness, KnownWords, SuiteKind};

use crate::run::registers::data::Data;

/// What follows, in a sentence, and on which assumption.
pub type Established = (String, Option<String>);

const NOTHING_ELSE_KNOWN: &str = "; nothing is known about other words";

/// What follows when all of several testers found nothing: each says on its own when that is complete.
pub(crate) fn joined(established: Vec<Established>) -> Established {
    let mut assumptions: Vec<String> = Vec::new();
    let mut texts: Vec<&str> = Vec::new();
    let is_known = established.iter().any(|(text, _)| !text.ends_with(NOTHING_ELSE_KNOWN));
    for (text, assumption) in &established {
        let text = if is_known { text.trim_end_matches(NOTHING_ELSE_KNOWN) } else { text };
        texts.push(if texts.is_empty() { text } else { text.trim_start_matches("no counterexample; ") });
        assumptions.extend(assumption.clone());
    }
    (texts.join("; "), (!assumptions.is_empty()).then(|| assumptions.join("; or ")))
}

/// What follows from every class of data words up to a depth.
pub(crate) fn explored_text(explored: Explored, data: &Data) -> Established {
    let (depth, theories) = (inputs_text(explored.depth), theories_text(data));
    let cut = if explored.is_cut { "; no unused values left at greater depth" } else { "" };
    let text = match (explored.depth, explored.is_whole) {
        (0, _) => format!("no counterexample in {}; not complete to any depth", words_text(explored.words)),
        (depth, true) => {
            format!("no counterexample; complete to depth {depth}, and there are no longer words{theories}")
        }
        _ => format!(
            "no counterexample; complete to depth {}: every class of data words of at most {depth}{theories}{cut}",
            explored.depth
        ),
    };
    (text, None)
}

/// In which theories classes are told apart. Sums that are not closed leave something out.
fn theories_text(data: &Data) -> String {
    let names = data.theories_text();
    let text = match (data.signature.types.len(), names.split_once(": ")) {
        (0, _) | (_, None) => String::new(),
        (1, Some((_, theory))) => format!(" in the theory {theory}"),
        _ => format!(" in the theories {names}"),
    };
    let open = data.has_open_theory().then_some(
        " (not closed: values that only later inputs tell apart count as one \
                                                 class)",
    );
    text + open.unwrap_or_default()
}

/// What follows from random data words.
pub(crate) fn random_text(words: Option<u64>, seed: u64) -> Established {
    let words = words.map_or_else(|| "random words".to_owned(), |words| format!("{} at random", words_text(words)));
    (format!("no counterexample in {words} (seed {seed}){NOTHING_ELSE_KNOWN}"), None)
}

/// How many known words.
pub(crate) fn known_text(known: &KnownWords) -> String {
    counted(known.words.len() as u64, "known word")
}

/// What follows from known words.
pub(crate) fn known_verdict(known: &KnownWords) -> Established {
    (format!("no counterexample in {}{NOTHING_ELSE_KNOWN}", known_text(known)), None)
}

/// How many there are of something that is called so if there is one.
pub(crate) fn counted(number: u64, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// How many words.
pub(crate) fn words_text(words: u64) -> String {
    counted(words, "word")
}

/// What follows when the system withstood the challenge, too, which ends with this many random words.
pub(crate) fn challenged(mut established: Vec<Established>, words: u64, seed: u64) -> Established {
    let random = match words {
        0 => String::new(),
        _ => format!("; {}, seed {seed}", counted(words, "random word")),
    };
    let machine = "the learned machine";
    let assumption = format!("{}, or {}", bound_text(1, machine), reach_text(1, machine));
    established.push((format!("no counterexample; complete for 1 extra state{random}"), Some(assumption)));
    joined(established)
}

/// What follows when a system agrees with these suites of `machine`, and on which assumption.
pub(crate) fn suites_verdict(suites: &[SuiteKind], seed: u64, machine: &str) -> (String, Option<String>) {
    let extra = suites.iter().filter_map(SuiteKind::extra_states).max();
    let reach = suites.iter().filter(|suite| suite.is_complete_by_reach()).filter_map(SuiteKind::extra_states).max();
    let tried: Vec<String> = suites.iter().filter_map(|suite| tried_beyond(suite, seed)).collect();
    let tried = tried.join(" and ");
    let Some(extra) = extra else {
        return (format!("no counterexample in {tried}{NOTHING_ELSE_KNOWN}"), None);
    };
    let beyond = if tried.is_empty() { String::new() } else { format!("; no counterexample in {tried} either") };
    let (bound, reach) = (bound_text(extra, machine), reach.map(|inputs| reach_text(inputs, machine)));
    let or_if = |text: &str| reach.as_ref().map(|reach| format!(", or {text}{reach}")).unwrap_or_default();
    (format!("no counterexample; complete if {bound}{}{beyond}", or_if("if ")), Some(format!("{bound}{}", or_if(""))))
}

/// What follows from what the automatic tester established about the learned machine, and on which assumption.
pub(crate) fn auto_verdict(evidence: &Completeness) -> (String, Option<String>) {
    let words = words_text(evidence.words_beyond);
    let Some(extra) = evidence.complete_for else {
        return (format!("no counterexample in {words}; not complete for any number of states"), None);
    };
    let beyond = match evidence.words_beyond {
        0 => String::new(),
        _ => format!("; no counterexample in {words} beyond that"),
    };
    let machine = "the learned machine";
    let (bound, reach) = (bound_text(extra, machine), reach_text(extra, machine));
    let text = format!("no counterexample; {extra}-complete: complete if {bound}, or if {reach}{beyond}");
    (text, Some(format!("{bound}, or {reach}")))
}

/// What follows from a distinguisher bound, if the learned machine needs this one itself. That quiet is stable is assumed
/// by this tester alone.
pub(crate) fn bound_verdict(bound: usize, needed: usize, is_quiet_stable: bool) -> Established {
    if needed > bound {
        let text = format!(
            "no counterexample, but the learned machine itself needs {needed} inputs to tell all states apart, more than \
             the assumed {bound}"
        );
        return (text, None);
    }
    let whole = match needed == bound {
        true => format!(", exactly the bound, so states that differ only after {} inputs may be missing", bound + 1),
        false => String::new(),
    };
    let bound = inputs_text(bound);
    let text = format!(
        "no counterexample; complete if any two states differ within {bound} (the learned machine needs {needed}{whole})"
    );
    let quiet = match is_quiet_stable {
        true => ", and a quiet wait that seems not to change the state does not change it (quiet-is-stable)",
        false => "",
    };
    (text, Some(format!("any two states of the system differ within {bound}{quiet}")))
}

/// How many inputs.
pub(crate) fn inputs_text(inputs: usize) -> String {
    counted(inputs as u64, "input")
}

/// What follows from a bound of states, if the learned machine has this many itself.
pub(crate) fn state_bound_verdict(states: usize, needed: usize) -> (String, Option<String>) {
    if needed > states {
        let text = format!(
            "no counterexample, but the learned machine itself has {needed} states, more than the assumed {states}"
        );
        return (text, None);
    }
    let text = format!("no counterexample; complete if the system has at most {states} states");
    (text, Some(format!("the system has at most {states} states, not counting the error sink")))
}

fn bound_text(extra: usize, machine: &str) -> String {
    match extra {
        0 => format!("the system has no more states than {machine}"),
        _ => format!("the system has at most {} more than {machine}", counted(extra as u64, "state")),
    }
}

fn reach_text(inputs: usize, machine: &str) -> String {
    let words = match inputs {
        0 => format!("access words of {machine}"),
        _ => format!("an access word of {machine} and at most {}", counted(inputs as u64, "further input")),
    };
    format!("all its states are reached by {words}")
}

/// What a suite tries that makes nothing complete.
fn tried_beyond(suite: &SuiteKind, seed: u64) -> Option<String> {
    match suite {
        SuiteKind::RandomWalk(Some(words)) | SuiteKind::RandomWp(Some(words)) | SuiteKind::Repeated { words, .. } => {
            Some(format!("{} (seed {seed})", counted(*words, "random word")))
        }
        SuiteKind::RandomWalk(None) | SuiteKind::RandomWp(None) => Some(format!("random words (seed {seed})")),
        SuiteKind::Words(known) => Some(known_text(known)),
        _ => None,
    }
}
