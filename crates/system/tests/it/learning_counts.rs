//! What is counted is learned up to its limit, or found to have none.

use crate::learning;
use std::collections::VecDeque;

use crate::learning::{Class, Stepped, Watched, guarded, learned, trail};
use typestar_model::{Finding, FindingKind, Inputs, OK};
use typestar_query::{
    Case, Finished, Journal, Limits, PurposeSpec, RunOptions, StopReason, SystemError, Target, TesterKind,
};

type Pending = VecDeque<&'static str>;

/// A case with the defaults, of a system that may count.
fn case() -> Case {
    let mut case = learning::case("system");
    case.system.target = Target::Command(vec!["system".to_owned()]);
    case
}

/// A component whose calls answer something.
struct Calls<S> {
    inputs: Inputs,
    state: S,
    call: fn(&mut S, &str) -> &'static str,
}

impl<S: Default + Send> Calls<S> {
    fn new(callins: &[&str], call: fn(&mut S, &str) -> &'static str) -> Self {
        Self { inputs: callins.iter().collect(), state: S::default(), call }
    }
}

impl<S: Default + Send> Stepped for Calls<S> {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn reset(&mut self) {
        self.state = S::default();
    }

    fn step(&mut self, input: &str) -> String {
        (self.call)(&mut self.state, input).to_owned()
    }
}

/// A queue with room for so many.
fn queue<const ROOM: usize>() -> Calls<usize> {
    Calls::new(&["put", "get"], |items, input| match input {
        "put" if *items == ROOM => "full",
        "put" => {
            *items += 1;
            OK
        }
        _ if *items == 0 => "empty",
        _ => {
            *items -= 1;
            "item"
        }
    })
}

/// A server that hangs up after so many bad commands in a row.
fn server<const MOST: usize>() -> Calls<usize> {
    Calls::new(&["noop", "bad"], |bad, input| match input {
        _ if *bad == MOST => "closed",
        "bad" => {
            *bad += 1;
            if *bad == MOST { "closed" } else { "unknown command" }
        }
        _ => {
            *bad = 0;
            OK
        }
    })
}

/// After so many failures, others are refused. Nothing else shows them.
fn breaker<const MOST: usize>() -> Calls<usize> {
    Calls::new(&["fail", "call"], |failures, input| match input {
        "fail" => {
            *failures = (*failures + 1).min(MOST);
            FAILED
        }
        _ if *failures == MOST => "refused",
        _ => OK,
    })
}

const FAILED: &str = "failed";

/// Tells every tenth call.
fn every_tenth() -> Calls<usize> {
    Calls::new(&["tick", "idle"], |ticks, input| match input {
        "tick" => {
            *ticks = (*ticks + 1) % 10;
            if *ticks == 0 { "tenth" } else { OK }
        }
        _ => OK,
    })
}

/// After so many orders it takes no more. Each goes through three calls.
fn shop<const MOST: usize>() -> Calls<(usize, usize)> {
    Calls::new(&["add", "pay", "ship"], |(stage, orders), input| {
        let due = ["add", "pay", "ship"][*stage];
        if input != due {
            return "not now";
        }
        if *orders == MOST {
            return "sold out";
        }
        *stage = (*stage + 1) % 3;
        *orders += usize::from(*stage == 0);
        OK
    })
}

/// Wears out after so many reads of a new tick. Ticks alone, and reads alone, do nothing.
fn worn<const MOST: usize>() -> Calls<(bool, usize)> {
    Calls::new(&["tick", "read", "name"], |(is_new, reads), input| {
        *reads = (*reads + usize::from(input == "read" && *is_new)).min(MOST);
        *is_new = input == "tick" || (*is_new && input == "name");
        if input == "read" && *reads == MOST { "worn" } else { OK }
    })
}

/// Keeps what is pushed; flush brings a callback for each.
fn buffer() -> Class<usize> {
    Class::new(&["push", "flush"], |items: &mut usize, pending: &mut Pending, input| match input {
        "push" => *items += 1,
        _ => pending.extend(vec!["onItem"; std::mem::take(items)]),
    })
}

/// Lines are kept while it is paused.
fn reader() -> Class<(bool, usize)> {
    Class::new(&["pause", "line", "resume"], |(paused, lines), pending: &mut Pending, input| match input {
        "pause" => *paused = true,
        "resume" => {
            *paused = false;
            pending.extend(vec!["onLine"; std::mem::take(lines)]);
        }
        _ if *paused => *lines += 1,
        _ => pending.push_back("onLine"),
    })
}

/// The states that a component has, learned with the defaults and seed by seed, without any finding.
fn states_of<S: Stepped>(component: fn() -> S) -> usize {
    let states = (1..=3).map(|seed| {
        let mut case = case();
        case.learning.seed = seed;
        let finished = learned(&case, &mut Watched::new(component()));
        assert_eq!((finished.stop, &finished.summary.findings[..]), (None, &[][..]));
        finished.summary.states
    });
    let states: Vec<usize> = states.collect();
    assert!(states.iter().all(|&number| number == states[0]), "{states:?}");
    states[0]
}

#[test]
fn a_queue_is_learned_with_all_its_room() {
    assert_eq!(states_of(queue::<5>), 6);
    assert_eq!(states_of(queue::<20>), 21);
    assert_eq!(states_of(queue::<48>), 49, "the greatest limit that is told from none");
}

#[test]
fn a_limit_behind_a_loop_is_learned() {
    assert_eq!(states_of(server::<5>), 6);
    assert_eq!(states_of(server::<40>), 41);
    assert_eq!(states_of(breaker::<10>), 11);
}

#[test]
fn a_limit_behind_two_calls_that_seem_to_change_nothing_is_learned() {
    assert_eq!(states_of(worn::<4>), 8);
    assert_eq!(states_of(worn::<30>), 60);
}

#[test]
fn a_limit_behind_a_loop_of_three_calls_is_learned() {
    assert_eq!(states_of(shop::<9>), 28);
    assert_eq!(states_of(shop::<40>), 121);
}

#[test]
fn a_count_that_begins_anew_is_no_growth() {
    assert_eq!(states_of(every_tenth), 10);
}

/// The finding of a component that counts without end, learned with the defaults.
fn counted<S: Stepped>(component: fn() -> S, purpose: &PurposeSpec) -> (Finding, Finished) {
    let mut case = case();
    case.purpose = purpose.clone();
    let finished = learned(&case, &mut guarded(component(), purpose));
    let is_growth =
        |finding: &&Finding| matches!(finding.kind, FindingKind::PendingCallbacksGrow | FindingKind::CountGrows);
    let finding = finished.summary.findings.iter().find(is_growth);
    let finding =
        finding.unwrap_or_else(|| panic!("{} {:?}", finished.summary.states, finished.summary.verdict)).clone();
    assert!(!finished.learned.finished);
    (finding, finished)
}

#[test]
fn a_queue_with_more_room_than_was_tried_is_named_as_that() {
    let (finding, finished) = counted(queue::<60>, &PurposeSpec::default());
    assert!(finding.message.starts_with("every `put` is counted: "), "{}", finding.message);
    assert!(finding.message.contains("has no limit, or one above 48 (growth_rounds)"), "{}", finding.message);
    assert_eq!(finished.stop, Some(StopReason::CountGrows));
    let mut further = case();
    further.learning.growth_rounds = 96;
    assert_eq!(learned(&further, &mut Watched::new(queue::<60>())).summary.states, 61, "more rounds see the limit");
}

#[test]
fn what_another_call_lets_go_is_counted() {
    let (finding, _) = counted(buffer, &PurposeSpec::default());
    assert!(finding.message.contains("`push"), "{}", finding.message);
    assert_eq!(finding.kind, FindingKind::PendingCallbacksGrow);
    let (finding, _) = counted(reader, &PurposeSpec::default());
    assert!(finding.message.contains("`line"), "{}", finding.message);
}

#[test]
fn quiet_between_calls_does_not_limit_what_another_call_lets_go() {
    let quiet = PurposeSpec { at_most_between_quiets: Some(1), ..PurposeSpec::default() };
    let (finding, _) = counted(buffer, &quiet);
    assert!(finding.message.contains("every `push wait` is counted"), "{}", finding.message);
    let (finding, _) = counted(buffer, &PurposeSpec::default());
    let proposes = |line: &str| finding.advice.iter().any(|advice| advice.ends_with(&format!("write {line}")));
    assert!(!proposes("at_most_between_quiets = 1"), "{:?}", finding.advice);
    let limit = "at_most_between = [{ count = 2, of = [\"push\"], between = [\"flush\"] }]";
    assert!(proposes(&format!("at_most_between_quiets = 1 and {limit}")), "{:?}", finding.advice);
}

#[test]
fn a_proposed_purpose_makes_a_buffer_finite() {
    let (finding, _) = counted(buffer, &PurposeSpec::default());
    for advice in &finding.advice {
        let line = advice.split_once("write ").expect("a line").1.replace(" and ", "\n");
        let text =
            format!("[system]\ncommand = [\"system\"]\n[inputs]\ncallins = [\"push\", \"flush\"]\n[purpose]\n{line}\n");
        let mut case = case();
        case.purpose = Case::parse(&text, std::path::Path::new("system.toml")).expect(&text).purpose;
        let finished = learned(&case, &mut guarded(buffer(), &case.purpose));
        assert_eq!((finished.stop, &finished.summary.findings[..]), (None, &[][..]), "{line}");
    }
}

#[test]
fn nobody_looks_for_counts_if_the_user_says_what_to_test_or_switches_it_off() {
    let mut bounded = case();
    bounded.learning.tester = Some("distinguisher-bound(2)".parse::<TesterKind>().unwrap());
    assert_eq!(learned(&bounded, &mut Watched::new(server::<5>())).summary.states, 1);
    let mut blind = case();
    blind.learning.growth_rounds = 0;
    let finished = learned(&blind, &mut Watched::new(server::<40>()));
    assert_eq!((finished.summary.states, finished.summary.growth.executed), (1, 0));
}

#[test]
fn words_with_repetitions_have_a_row_of_their_own() {
    let finished = learned(&case(), &mut Watched::new(server::<5>()));
    let total = finished.summary.total();
    assert!(finished.summary.growth.executed > 0);
    assert_eq!(total.executed, finished.summary.history.last().unwrap().executed.max(total.executed));
    assert!(finished.summary.verdict.text.contains("repeated 48 times"), "{}", finished.summary.verdict.text);
}

#[test]
fn a_budget_that_runs_out_names_what_seems_to_be_counted() {
    let mut case = case();
    case.limits = Limits { max_states: 30, ..Limits::default() };
    let finished = learned(&case, &mut Watched::new(queue::<48>()));
    assert_eq!(finished.stop, Some(StopReason::Budget("30 states".to_owned())));
    let text = &finished.summary.verdict.text;
    assert!(text.contains("ran out, and it may grow without end: `"), "{text}");
    assert!(text.contains("limit the purpose, or raise the limit"), "{text}");
    assert_eq!(finished.summary.findings, []);
}

#[test]
fn a_run_that_is_continued_while_it_repeats_is_the_same() {
    let options = RunOptions::default();
    for component in [queue::<20>, queue::<60>] {
        let mut system = Watched::new(component());
        let (whole, trace) = trail(&case(), &mut system, Journal::in_memory(), &options, &mut |_| {});
        let words = std::mem::take(&mut *system.log.lock().unwrap());
        for cut in (0..words.len()).step_by(1 + words.len() / 12) {
            let folder = tempfile::tempdir().unwrap();
            let journal = || Journal::open(&folder.path().join("journal.sqlite")).unwrap();
            let mut failing = Watched::new(component());
            let mut left = cut;
            failing.hook = Box::new(move |_| {
                left = left.checked_sub(1).ok_or_else(|| SystemError::Failed("gone".to_owned()))?;
                Ok(())
            });
            trail(&case(), &mut failing, journal(), &options, &mut |_| {});
            let (continued, again) = trail(&case(), &mut Watched::new(component()), journal(), &options, &mut |_| {});
            assert_eq!(again, trace, "{cut}");
            assert_eq!(continued.summary.growth, whole.summary.growth, "{cut}");
        }
    }
}
