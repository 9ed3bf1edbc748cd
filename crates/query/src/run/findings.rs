//! Collecting findings: the same thing seen twice is one finding, and a flood of them stays readable.

use std::collections::{BTreeMap, BTreeSet};

use typestar_learn::guarded::{Counted, Unexplained};
use typestar_model::register::Domain;
use typestar_model::{Finding, FindingKind, LateCallback, OutputKind, SeenTrace, Step, Symbol, Value, WAIT};
use typestar_protocol::NO_REPLY;

use crate::run::registers::misfits::Misfit;
use crate::run::verdict::counted;
use crate::session::values::MOST_VALUES;

/// The most findings of one kind that are kept.
const MOST: usize = 25;

/// What was found so far.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) list: Vec<Finding>,
}

impl Findings {
    /// Adds a finding, or renews the one that says the same. Whether it is news.
    ///
    /// A word is disputed once, however many answers it has; of other kinds there may be several for one word.
    pub(crate) fn add(&mut self, finding: Finding) -> bool {
        let same = |old: &&mut Finding| {
            let says_the_same = old.message == finding.message || finding.kind == FindingKind::Disagreement;
            old.kind == finding.kind && old.word == finding.word && says_the_same
        };
        if let Some(old) = self.list.iter_mut().find(same) {
            *old = finding;
            return false;
        }
        if self.list.iter().filter(|old| old.kind == finding.kind).count() >= MOST {
            return false;
        }
        self.list.push(finding);
        true
    }

    /// All of them in one sentence; none if there are none.
    pub(crate) fn note(&self) -> Option<String> {
        let last = &self.list.last()?.message;
        Some(match self.list.len() {
            1 => format!("expected noise, settled by votes: {last}"),
            MOST => format!("expected noise, settled by votes: {MOST} words or more; the last: {last}"),
            words => format!("expected noise, settled by votes: {words} words; the last: {last}"),
        })
    }
}

/// A finding without a word.
pub(crate) fn told(kind: FindingKind, message: String, advice: Vec<String>) -> Finding {
    Finding { kind, message, word: Vec::new(), traces: Vec::new(), advice }
}

/// A finding that these traces show, the last of them by its word.
fn seen(kind: FindingKind, message: String, traces: Vec<SeenTrace>, advice: Vec<String>) -> Finding {
    let word = traces.last().map_or_else(Vec::new, |trace| inputs_of(&trace.steps));
    Finding { word, traces, ..told(kind, message, advice) }
}

/// A finding that an execution with these steps shows.
fn shown(kind: FindingKind, message: String, steps: Vec<Step>, advice: Vec<String>) -> Finding {
    seen(kind, message, vec![SeenTrace::new(steps, 1)], advice)
}

fn inputs_of(steps: &[Step]) -> Vec<String> {
    steps.iter().map(|step| step.input.to_string()).collect()
}

/// Neither fields nor arguments nor earlier calls tell when a method fails.
pub(crate) fn no_guard(unexplained: &Unexplained) -> Finding {
    let Unexplained { method, is_contradiction, passed, failed } = unexplained;
    let why = match is_contradiction {
        true => "a call that passes and a call that fails have the same known features",
        false => "no guard was found that separates passing from failing calls",
    };
    let traces = [passed, failed].map(|steps| SeenTrace::new(steps.clone(), 1)).to_vec();
    let advice = [
        "show typestar more: fields or methods that reveal the state, or other objects (--construct EXPRESSION)",
        "leave the method out, or learn only the order of calls: --model machine",
    ];
    let advice = advice.map(str::to_owned).to_vec();
    seen(FindingKind::NoGuard, format!("`{method}` has no guard: {why}"), traces, advice)
}

/// Something is counted that no field shows, without a limit as far as that was tried.
pub(crate) fn hidden_count(counted: &Counted) -> Finding {
    let Counted { method, counted, times, steps } = counted;
    let message = format!(
        "`{method}` depends on how often `{counted}` was called, {times} times at least, and no field shows that count; a \
         model with finitely many states and guards over fields cannot count"
    );
    let advice = [
        "show typestar the count: a field of a deeper object ([system.java] depth), or a method that returns it",
        "leave the method out, or the one whose calls are counted",
    ];
    shown(FindingKind::CountGrows, message, steps.clone(), advice.map(str::to_owned).to_vec())
}

/// The same word was answered differently; if the system has changed, always so since some moment.
pub(crate) fn disagreement(word: Vec<String>, traces: Vec<SeenTrace>, has_changed: bool) -> Finding {
    let answers: Vec<&str> = traces.iter().filter_map(|trace| Some(trace.steps.last()?.output.text())).collect();
    let by: Vec<String> =
        answers.iter().zip(&traces).map(|(answer, trace)| format!("{answer}{}", by_copies(&trace.copies))).collect();
    let mut advice = advice(&word, &answers, has_changed);
    if is_by_chance(&traces) {
        advice.insert(0, FAR_IDS.to_owned());
    }
    match copies_at_odds(&traces) {
        AtOdds::EachWithOthers => advice.insert(0, SHARED.to_owned()),
        AtOdds::WithThemselves => advice.push(SHARED.to_owned()),
        AtOdds::NotCopies => {}
    }
    let message = format!("`{}` had different answers: {}", word.join(" "), by.join(", "));
    Finding { kind: FindingKind::Disagreement, message, advice, word, traces }
}

/// Whether a value that the system invented in one execution was, in another one, a value that it had been given.
fn is_by_chance(traces: &[SeenTrace]) -> bool {
    let last = |trace: &SeenTrace| trace.steps.last().map(|step| step.output.values().to_vec()).unwrap_or_default();
    let is_invented = |trace: &SeenTrace| last(trace).iter().any(|value| matches!(value, Value::Returned { .. }));
    let was_given = |trace: &SeenTrace| {
        let given: Vec<&Value> = trace.steps.iter().flat_map(|step| step.input.values()).collect();
        last(trace).iter().any(|value| !matches!(value, Value::Returned { .. }) && given.contains(&value))
    };
    traces.iter().any(is_invented) && traces.iter().any(was_given)
}

/// What helps where ids meet values that were given.
const FAR_IDS: &str = "if the system hands out ids, start them far from the values that typestar uses (101, 102, ...)";

/// Who disagrees, where several copies may be asked.
enum AtOdds {
    /// There is only one copy, or only one of them was asked: nothing that copies share can explain it.
    NotCopies,
    /// Each copy answers alike when it is asked again, but not as others do: they share something.
    EachWithOthers,
    /// One of several copies changed its mind: others may have a part in it, or none.
    WithThemselves,
}

fn copies_at_odds(traces: &[SeenTrace]) -> AtOdds {
    let given: usize = traces.iter().map(|trace| trace.copies.len()).sum();
    let copies: BTreeSet<u32> = traces.iter().flat_map(|trace| trace.copies.iter().copied()).collect();
    match copies.len() {
        0 | 1 => AtOdds::NotCopies,
        several if several == given => AtOdds::EachWithOthers,
        _ => AtOdds::WithThemselves,
    }
}

/// What helps when copies of a system disturb each other.
pub(crate) const SHARED: &str = "make sure that copies share no port and no file (the environment variable \
                                 TYPESTAR_COPY has the number of each), or use one copy: copies = 1";

/// Which copies answered so, for people.
pub(crate) fn by_copies(copies: &BTreeSet<u32>) -> String {
    let numbers: Vec<String> = copies.iter().map(ToString::to_string).collect();
    match &numbers[..] {
        [] => String::new(),
        [one] => format!(" (copy {one})"),
        several => format!(" (copies {})", several.join(", ")),
    }
}

/// What helps when a reply comes only now and then.
pub(crate) const WAIT_LONGER: &str =
    "let the adapter wait longer before it answers `no-reply`: the reply may come later";

/// What helps when a callback comes only now and then, where silence is measured.
pub(crate) const LENGTHEN: &str = "increase the quiescence time ([timing] quiescence_ms): the callback may come later";

fn advice(word: &[String], answers: &[&str], has_changed: bool) -> Vec<String> {
    let last = word.last().map_or("", String::as_str);
    let kinds: Vec<OutputKind> = answers.iter().map(|answer| OutputKind::of(answer)).collect();
    let mut advice = Vec::new();
    if kinds.contains(&OutputKind::Quiet) && kinds.contains(&OutputKind::Callback) {
        advice.push(LENGTHEN.to_owned());
    }
    // At a `wait` it is a callback that is called so: only calls stay without a reply.
    let lacks_reply = |answer: &str| last != WAIT && answer == NO_REPLY;
    if answers.iter().any(|answer| lacks_reply(answer)) {
        advice.push(WAIT_LONGER.to_owned());
    }
    let is_callback = |answer: &&str| OutputKind::of(answer) == OutputKind::Callback && !lacks_reply(answer);
    let callbacks: Vec<&str> = answers.iter().copied().filter(is_callback).collect();
    if !callbacks.is_empty() && last != WAIT {
        advice.push(format!(
            "show only the type of what `{last}` returns, or give equivalent values one name ([inputs.returns])"
        ));
    } else if callbacks.len() > 1 {
        advice.push(format!("merge these outputs ([outputs.merge]): {}", callbacks.join(", ")));
    }
    if kinds.iter().any(|kind| kind.is_failure()) || advice.is_empty() {
        advice.push(format!("split the input `{last}` if it does different things in different situations"));
    }
    let place = if has_changed { 0 } else { advice.len() };
    advice.insert(place, "make sure that reset gives a fresh system (typestar doctor checks it)".to_owned());
    advice.push(
        "if the system is inherently noisy, declare it and vote on every word ([learning] noise = \"expected\", \
         repeat = 3)"
            .to_owned(),
    );
    advice
}

/// A callback came after `quiet`.
pub(crate) fn too_late(late: &LateCallback) -> Finding {
    let message = format!("`{}` came after `{}` had ended with quiet", late.output, late.word.join(" "));
    let advice = vec!["increase [timing] quiescence_ms (typestar doctor measures the delays)".to_owned()];
    Finding { word: late.word.clone(), ..told(FindingKind::QuiescenceTooShort, message, advice) }
}

/// The system gave an output that the case file does not declare.
pub(crate) fn undeclared(output: &str, steps: Vec<Step>) -> Finding {
    let advice = format!("add `{output}` to [outputs] callbacks, errors or ignore, or correct its name");
    shown(FindingKind::UndeclaredOutput, format!("undeclared callback `{output}`"), steps, vec![advice])
}

/// An output of a system with data does not fit its declaration.
pub(crate) fn wrong_values(misfit: &Misfit, steps: Vec<Step>) -> Finding {
    let (message, advice) = told_of_misfit(misfit, steps.last().map_or("", |step| step.output.text()));
    let kind = match misfit {
        Misfit::Undeclared => FindingKind::UndeclaredOutput,
        _ => FindingKind::WrongValues,
    };
    shown(kind, message, steps, vec![advice])
}

/// What is said of an output that does not fit, and what to do about it.
fn told_of_misfit(misfit: &Misfit, last: &str) -> (String, String) {
    let symbol = Symbol::read(last);
    let name = symbol.name();
    match misfit {
        Misfit::Undeclared => (
            format!("undeclared output `{last}`"),
            format!("add `{name}` with the types of its values to [outputs.actions], or correct its name"),
        ),
        Misfit::Count { declared, given } => (
            format!("`{last}` has {} instead of {declared}", values_text(*given)),
            format!("declare `{name}` with the types of all its values ([outputs.actions]), or correct the system"),
        ),
        Misfit::Domain { value, data_type, domain } => (
            format!("`{last}` has the value {value}, which is not of type `{data_type}`"),
            format!(
                "`{data_type}` has the domain \"{}\": choose another domain ([types]), or another type for `{name}`",
                domain_name(*domain)
            ),
        ),
        Misfit::Collision { value } => (
            format!("the system invented {value}, and typestar later used the same value as an input"),
            "make the system invent other values: typestar uses 101, 102, ... and \"v1\", \"v2\", ...".to_owned(),
        ),
        Misfit::Invented { value, data_type, theory } => (
            format!("`{last}` has the value {value}, which the theory `{theory}` cannot explain from earlier values"),
            format!(
                "if the system invents such values, use the theory equality for `{data_type}`; if it computes them, \
                 declare a constant, or use sums with the number that it adds ([types])"
            ),
        ),
    }
}

fn values_text(values: usize) -> String {
    if values == 0 { "no values".to_owned() } else { counted(values as u64, "value") }
}

/// What a case file calls a domain.
pub(crate) fn domain_name(domain: Domain) -> &'static str {
    match domain {
        Domain::Integer => "integer",
        Domain::Decimal => "decimal",
        Domain::Text => "text",
    }
}

/// Two words that the theories cannot tell apart are answered differently. What may explain it comes before general advice.
pub(crate) fn theory_refuted(traces: Vec<SeenTrace>, theories: &str, explained: Vec<String>) -> Finding {
    let text = |trace: &SeenTrace| trace.steps.iter().map(|step| step.input.text()).collect::<Vec<_>>().join(" ");
    let answer = |trace: &SeenTrace| trace.steps.last().map_or_else(String::new, |step| step.output.to_string());
    let told: Vec<String> = traces.iter().map(|trace| format!("`{}`: {}", text(trace), answer(trace))).collect();
    let message = format!(
        "the system compares values in a way that the theories ({theories}) cannot express: they treat these words as \
         the same, but the answers differ: {}",
        told.join("; ")
    );
    seen(FindingKind::TheoryRefuted, message, traces, [explained, theory_advice()].concat())
}

/// The learner found no register automaton over the declared theories that explains a word.
pub(crate) fn unexplained(trace: SeenTrace) -> Finding {
    let message = format!(
        "no automaton over the declared theories explains `{}`: the system seems to compare values in a way that the \
         theories cannot express",
        inputs_of(&trace.steps).join(" ")
    );
    let advice = [theory_advice(), vec!["try another learner (--learner slstar, sllambda, slct)".to_owned()]].concat();
    seen(FindingKind::TheoryRefuted, message, vec![trace], advice)
}

fn theory_advice() -> Vec<String> {
    let advice = [
        "use a theory that has the comparison (order, sums(1), sums(p+p)) for the type ([types], --theory)",
        "declare special values as constants ([types] constants)",
        "if no theory has the comparison (parity, length, upper case), give each kind of value its own input in the \
         adapter (`put_even`, `put_odd`)",
        FAR_IDS,
    ];
    advice.map(str::to_owned).to_vec()
}

/// A declared callback never came.
pub(crate) fn unseen(output: &str, is_waited_for: bool) -> Finding {
    let message = format!("the declared callback `{output}` never came");
    let wait = (!is_waited_for).then_some("let typestar wait for callbacks ([inputs] wait = true)");
    let advice = "correct its name, widen the purpose, or remove it from [outputs] callbacks";
    told(FindingKind::UnseenOutput, message, wait.into_iter().chain([advice]).map(str::to_owned).collect())
}

/// An output of `[outputs.actions]` is a callback of the system, and nobody waits for callbacks.
pub(crate) fn unseen_action(output: &str) -> Finding {
    let advice = [
        format!("name it in `callbacks` of [outputs]: {output} then comes at `wait`"),
        "or remove it from [outputs.actions]".to_owned(),
    ];
    told(
        FindingKind::UnseenOutput,
        format!("the declared output `{output}` is a callback, and nobody waits for callbacks"),
        advice.to_vec(),
    )
}

/// A callin returns this many different values that they are rather data than states.
pub(crate) fn too_many_values(input: &str, steps: Vec<Step>) -> Finding {
    let message = format!("`{input}` returned more than {MOST_VALUES} different values");
    let advice = vec![
        format!("show only their type ([inputs.returns] {input} = \"type\")"),
        format!("or name the few that matter ([inputs.returns] {input} = [[\"pattern*\", \"name\"]])"),
    ];
    shown(FindingKind::TooManyValues, message, steps, advice)
}

/// Alternatives of an input behave differently.
pub(crate) fn alternatives_differ(word: Vec<String>, traces: Vec<(String, SeenTrace)>) -> Finding {
    let told: Vec<String> = (traces.iter())
        .map(|(used, trace)| format!("{used}: {}", trace.steps.last().map_or("", |step| step.output.text())))
        .collect();
    Finding {
        kind: FindingKind::AlternativesDiffer,
        message: format!("the snippets do not agree on `{}`: {}", word.join(" "), told.join(", ")),
        word,
        traces: traces.into_iter().map(|(_, trace)| trace).collect(),
        advice: vec!["split the input: list the snippets as separate callins instead of alternatives".to_owned()],
    }
}

/// The learned machine needs a larger distinguisher bound than was assumed.
pub(crate) fn bound_refuted(bound: usize, needed: usize) -> Finding {
    let message = format!(
        "two states of the learned machine differ only after {needed} inputs: the assumed bound of {bound} is too small"
    );
    refuted(message, "distinguisher-bound", needed)
}

/// The learned machine has more states than was assumed.
pub(crate) fn state_bound_refuted(states: usize, needed: usize) -> Finding {
    let message = format!("the learned machine has {needed} states: the assumed bound of {states} is too small");
    refuted(message, "state-bound", needed)
}

fn refuted(message: String, tester: &str, needed: usize) -> Finding {
    let advice = format!("run again with --tester '{tester}({needed})'; nothing is asked twice");
    told(FindingKind::BoundRefuted, message, vec![advice])
}

/// A second learner came to another model again and again. What it says last is not what the system answered.
pub(crate) fn models_differ(seed: u64, answered: Vec<Step>, said: Vec<Step>, more_words: &str) -> Finding {
    let last = |steps: &[Step]| steps.last().map_or_else(String::new, |step| step.output.to_string());
    let message = format!(
        "learned again with seed {seed}, the system has another model, which was refuted each time that both were \
         compared; the last time by `{}`: it says {}, but the system answered {}",
        inputs_of(&answered).join(" "),
        last(&said),
        last(&answered)
    );
    let advice = vec![
        format!(
            "do not rely on the model yet: what was asked allows several models. More random words tell ({more_words})"
        ),
        "make the system simpler to learn: fewer inputs, or a narrower purpose ([purpose])".to_owned(),
    ];
    let traces = vec![SeenTrace::new(answered, 1), SeenTrace::new(said, 0)];
    seen(FindingKind::ModelsDiffer, message, traces, advice)
}

/// More callbacks are pending with every round of a cycle. `counts` tells how many rounds left how many.
pub(crate) fn pending_callbacks_grow(
    cycle: &str,
    counts: &[(usize, usize)],
    callbacks: &BTreeMap<String, usize>,
    steps: Vec<Step>,
    purposes: &[String],
) -> Finding {
    let named: Vec<String> = callbacks.iter().map(|(name, count)| format!("{count} {name}")).collect();
    let message = format!(
        "callbacks accumulate with every `{cycle}`: {} callbacks ({}), apparently without limit; a finite machine \
         cannot count them",
        rounds_left(counts),
        joined(&named)
    );
    let otherwise = "or ignore callbacks that do not matter ([outputs] ignore)";
    grows(FindingKind::PendingCallbacksGrow, message, steps, purposes, otherwise)
}

/// The rounds of a cycle are counted, and a gauge shows the count: `counts` tells how often it can be given after so many
/// rounds, if that is known. More than `most` rounds were not tried.
pub(crate) fn count_grows(
    kind: FindingKind,
    (cycle, gauge, model): (&str, &str, &str),
    counts: &[(usize, usize)],
    most: usize,
    steps: Vec<Step>,
    purposes: &[String],
) -> Finding {
    let shown = match counts {
        [] => format!("after {} rounds, `{gauge}` is answered otherwise than after each smaller number", most + 1),
        counts => format!("{} calls of `{gauge}`", rounds_left(counts)),
    };
    let message = format!(
        "every `{cycle}` is counted: {shown}; that has no limit, or one above {most} (growth_rounds), and a finite \
         {model} cannot count that far"
    );
    grows(kind, message, steps, purposes, "or the one that shows the count")
}

/// The values of all rounds of a cycle are remembered: a call answers to each of them otherwise than to a new one. More than
/// `most` rounds were not tried.
pub(crate) fn all_remembered(
    (cycle, call, model): (&str, &str, &str),
    most: usize,
    steps: Vec<Step>,
    purposes: &[String],
) -> Finding {
    let message = format!(
        "every `{cycle}` is counted: after {} rounds, `{call}` answers to the value of each of them otherwise than to a new \
         value; that has no limit, or one above {most} (growth_rounds), and a finite {model} cannot remember that many",
        most + 1
    );
    grows(FindingKind::CountGrows, message, steps, purposes, "or the one that shows the values")
}

fn grows(kind: FindingKind, message: String, steps: Vec<Step>, purposes: &[String], otherwise: &str) -> Finding {
    let limited = purposes.iter().map(|line| format!("limit the purpose: under [purpose], write {line}"));
    let advice = match purposes.is_empty() {
        false => limited.collect(),
        true => vec![format!(
            "no suggested purpose stops this: leave a callin of the cycle out of [inputs] callins, {otherwise}"
        )],
    };
    shown(kind, message, steps, advice)
}

/// Callbacks came one after the other for so long that no end of them is in sight.
pub(crate) fn callbacks_never_end(steps: Vec<Step>, waits: usize) -> Finding {
    let callback = steps.last().map_or("", |step| step.output.text());
    let message =
        format!("{waits} waits in a row each returned a callback, the last one `{callback}`, and there was no end");
    let advice =
        format!("if `{callback}` is a tick, ignore it ([outputs] ignore), or keep only the first one (drop_repeated)");
    shown(FindingKind::CallbacksNeverEnd, message, steps, vec![advice])
}

fn rounds_left(counts: &[(usize, usize)]) -> String {
    let texts = |of: fn(&(usize, usize)) -> usize| {
        joined(&counts.iter().map(|count| of(count).to_string()).collect::<Vec<_>>())
    };
    format!("{} rounds left {}", texts(|count| count.0), texts(|count| count.1))
}

/// The texts as a list: `a, b and c`.
fn joined(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The advice for a word that was answered in these ways.
    fn advice_for(answers: &[&str], has_changed: bool) -> Vec<String> {
        advice(&["start".to_owned(), "wait".to_owned()], answers, has_changed)
    }

    #[test]
    fn only_callbacks_are_proposed_for_merging() {
        let merging = |answers: &[&str]| {
            let proposals = advice_for(answers, false).into_iter().filter(|text| text.contains("[outputs.merge]"));
            proposals.collect::<Vec<_>>()
        };
        assert_eq!(merging(&["onA", "quiet", "onB"]), ["merge these outputs ([outputs.merge]): onA, onB"]);
        for answers in [["ok", "error"], ["onA", "quiet"], ["onA", "error"], ["ok", "onA"]] {
            assert!(merging(&answers).is_empty(), "{answers:?}");
        }
    }

    #[test]
    fn what_a_call_returns_is_not_proposed_for_merging() {
        let advice = advice(&["cancel".to_owned()], &["true", "false"], false);
        assert!(advice[0].contains("[inputs.returns]"), "{advice:?}");
        assert!(!advice.iter().any(|text| text.contains("[outputs.merge]")), "{advice:?}");
    }

    #[test]
    fn a_system_that_changed_for_good_is_first_suspected_of_its_reset() {
        for answers in [["onA", "quiet"], ["onA", "onB"], ["ok", "error"]] {
            assert!(advice_for(&answers, true)[0].contains("reset gives a fresh system"), "{answers:?}");
            let otherwise = advice_for(&answers, false);
            assert!(!otherwise[0].contains("reset") && otherwise[1].contains("reset"), "{otherwise:?}");
        }
    }

    /// The advice for a word that these copies answered in two ways.
    fn advice_for_copies(first: &[u32], second: &[u32]) -> Vec<String> {
        let trace = |output: &str, copies: &[u32]| {
            let copies = copies.iter().copied().collect();
            SeenTrace { copies, ..SeenTrace::new(vec![Step::new("start", output)], 1) }
        };
        let traces = vec![trace("ok", first), trace("error", second)];
        disagreement(vec!["start".to_owned()], traces, false).advice
    }

    #[test]
    fn only_copies_that_disagree_with_each_other_are_suspected_of_sharing_first() {
        let place = |advice: &[String]| advice.iter().position(|text| text == SHARED);
        assert_eq!(place(&advice_for_copies(&[], &[])), None);
        assert_eq!(place(&advice_for_copies(&[2], &[2])), None, "one copy disagrees with itself");
        assert_eq!(place(&advice_for_copies(&[1], &[2])), Some(0));
        let mixed = advice_for_copies(&[1, 2], &[1]);
        assert_eq!(place(&mixed), Some(mixed.len() - 1), "others may have a part in it");
    }

    #[test]
    fn a_reply_that_comes_now_and_then_needs_more_patience() {
        let advice = advice(&["ask".to_owned()], &["no-reply", "ok"], false);
        assert_eq!(advice[0], WAIT_LONGER, "{advice:?}");
        assert!(!advice.iter().any(|text| text.contains("[inputs.returns]")), "{advice:?}");
    }

    #[test]
    fn a_callback_may_be_called_like_a_reply_that_did_not_come() {
        let advice = advice(&["ask".to_owned(), WAIT.to_owned()], &["no-reply", "quiet"], false);
        assert_eq!(advice[0], LENGTHEN, "{advice:?}");
        assert!(!advice.contains(&WAIT_LONGER.to_owned()), "{advice:?}");
    }

    #[test]
    fn findings_are_the_same_only_if_they_say_the_same() {
        let late = |output: &str| {
            too_late(&LateCallback { word: vec!["start".to_owned(), "wait".to_owned()], output: output.to_owned() })
        };
        let disputed = |answers: &[&str]| {
            let traces = answers.iter().map(|output| SeenTrace::new(vec![Step::new("start", output)], 1));
            disagreement(vec!["start".to_owned()], traces.collect(), false)
        };
        let mut findings = Findings::default();
        for finding in [unseen("onA", true), unseen("onB", true), late("onA"), late("onB"), disputed(&["ok", "error"])]
        {
            assert!(findings.add(finding.clone()), "{finding:?}");
        }
        for finding in [unseen("onA", true), late("onB"), disputed(&["error", "onA", "ok"])] {
            assert!(!findings.add(finding.clone()), "{finding:?}");
        }
        assert_eq!(findings.list.len(), 5);
        assert!(findings.list[4].message.ends_with("error, onA, ok"), "the last count holds");
    }
}
