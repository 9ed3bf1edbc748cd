//! Systems with data that count without end are findings, and those with a limit are learned.

use typestar_model::register::{RegisterAutomaton, RegisterRun};
use typestar_model::{Finding, FindingKind, Model, Symbol, Value};
use typestar_query::{Case, Finished, Journal, LearnerKind, StopReason};

use crate::common::talking::{Execution, case, learn};

const QUEUE: &str = "[types]\nitem = \"equality\"\n[inputs.actions]\nput = [\"item\"]\ntake = []\n\
                     [outputs.actions]\ntook = [\"item\"]\nfull = []\nempty = []\n";

/// Items with a limit, perhaps; the first one comes out first, or the last one.
fn items(limit: usize, is_stack: bool) -> Execution {
    let mut items: Vec<Value> = Vec::new();
    Box::new(move |input, values| match input {
        "put" if items.len() == limit => "full".to_owned(),
        "put" => {
            items.push(values[0].clone());
            "ok".to_owned()
        }
        _ if items.is_empty() => "empty".to_owned(),
        _ if is_stack => format!("took({})", items.pop().expect("an item")),
        _ => format!("took({})", items.remove(0)),
    })
}

const REQUESTS: &str = "[types]\nid = \"equality\"\n[inputs]\nwait = true\n[inputs.actions]\nrequest = [\"id\"]\n\
                        [outputs.actions]\nonDone = [\"id\"]\n";

/// Every request brings a callback with its id.
fn requests() -> Execution {
    let mut pending: Vec<Value> = Vec::new();
    Box::new(move |input, values| match input {
        "request" => {
            pending.push(values[0].clone());
            "ok".to_owned()
        }
        _ if pending.is_empty() => "quiet".to_owned(),
        _ => format!("onDone({})", pending.remove(0)),
    })
}

const SET: &str = "[types]\nitem = \"equality\"\n[inputs.actions]\nadd = [\"item\"]\nhas = [\"item\"]\n\
                   [outputs.actions]\nyes = []\nno = []\n";

/// Remembers the last items, so many of them.
fn set(limit: usize) -> Execution {
    let mut items: Vec<Value> = Vec::new();
    Box::new(move |input, values| match (input, items.iter().position(|item| *item == values[0])) {
        ("add", known) => {
            known.map(|at| items.remove(at));
            items.push(values[0].clone());
            if items.len() > limit {
                items.remove(0);
            }
            "ok".to_owned()
        }
        (_, Some(_)) => "yes".to_owned(),
        (_, None) => "no".to_owned(),
    })
}

fn run(text: &str, begin: impl FnMut() -> Execution + Send) -> Finished<RegisterAutomaton> {
    learn(&case(text), Journal::in_memory(), begin)
}

/// The one finding of a run that stopped because of it.
fn finding(finished: &Finished<RegisterAutomaton>, stop: StopReason) -> Finding {
    assert_eq!(finished.stop, Some(stop));
    assert!(!finished.learned.finished && !finished.summary.verdict.finished);
    let [finding] = &finished.summary.findings[..] else { panic!("{:?}", finished.summary.findings) };
    finding.clone()
}

/// The lines of the case file that a finding proposes.
fn lines(finding: &Finding) -> Vec<String> {
    let line = |advice: &String| advice.strip_prefix("limit the purpose: under [purpose], write ").map(str::to_owned);
    finding.advice.iter().map(|advice| line(advice).unwrap_or_else(|| panic!("{advice}"))).collect()
}

/// What a model answers last to a word.
fn answer(model: &RegisterAutomaton, word: &[String]) -> String {
    let mut run = RegisterRun::new(model);
    let step = |text: &String| {
        let symbol = Symbol::read(text);
        let action = model.signature.input_of(&symbol).expect("an input");
        run.step(action, symbol.values()).map_or("outside".to_owned(), |stepped| stepped.output.to_string())
    };
    word.iter().map(step).last().unwrap_or_default()
}

fn puts(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("put({number})")).collect()
}

#[test]
fn a_queue_and_a_stack_without_a_limit_are_findings() {
    for is_stack in [false, true] {
        for learner in LearnerKind::OF_REGISTERS {
            let mut case = case(QUEUE);
            case.learning.learner = Some(learner);
            let finished = learn(&case, Journal::in_memory(), || items(usize::MAX, is_stack));
            let finding = finding(&finished, StopReason::CountGrows);
            assert_eq!(finding.kind, FindingKind::CountGrows, "{learner}");
            assert!(finding.message.contains("every `put` is counted"), "{learner}: {}", finding.message);
            assert!(finding.message.contains("`51 times take`"), "{learner}: {}", finding.message);
            assert!(finding.word.iter().any(|input| input.starts_with("put(")), "{:?}", finding.word);
        }
    }
}

#[test]
fn requests_that_all_bring_a_callback_are_a_finding() {
    let finished = run(REQUESTS, requests);
    let finding = finding(&finished, StopReason::PendingCallbacksGrow);
    assert_eq!(finding.kind, FindingKind::PendingCallbacksGrow);
    assert!(finding.message.contains("every `request` is counted"), "{}", finding.message);
    let pending = "at_most_pending = [{ count = 2, requests = [\"request\"], callbacks = [\"onDone\"] }]";
    assert_eq!(lines(&finding), [pending, "at_most_between_quiets = 1", "at_most_once = [\"request\"]"]);
}

#[test]
fn a_set_that_forgets_nothing_is_a_finding_and_one_that_forgets_is_learned() {
    let finding = finding(&run(SET, || set(usize::MAX)), StopReason::CountGrows);
    assert!(finding.message.contains("every `add` is counted"), "{}", finding.message);
    assert_eq!(lines(&finding), ["at_most_once = [\"add\"]"], "asking for others forgets nothing");
    let finished = run(SET, || set(2));
    assert_eq!((finished.stop, finished.summary.findings), (None, Vec::new()));
    assert_eq!(finished.learned.size().locations, 3);
}

#[test]
fn a_proposed_purpose_makes_a_system_with_data_finite() {
    type Begin = fn() -> Execution;
    let systems: [(&str, Begin, StopReason); 2] = [
        (QUEUE, || items(usize::MAX, false), StopReason::CountGrows),
        (REQUESTS, requests, StopReason::PendingCallbacksGrow),
    ];
    for (text, begin, stop) in systems {
        let lines = lines(&finding(&run(text, begin), stop));
        assert!(lines.len() > 1, "{lines:?}");
        for line in lines {
            let finished = run(&format!("{text}[purpose]\n{line}\n"), begin);
            assert_eq!((finished.stop, finished.summary.findings), (None, Vec::new()), "{line}");
            assert!(finished.learned.finished, "{line}");
        }
    }
}

#[test]
fn queues_with_a_limit_are_learned_as_they_are() {
    for limit in [5, 20] {
        let finished = run(QUEUE, || items(limit, false));
        assert_eq!((&finished.stop, &finished.summary.findings), (&None, &Vec::new()), "{limit}");
        let model = &finished.learned;
        assert_eq!(model.size().locations, limit + 1);
        assert_eq!(answer(model, &puts(limit)), "ok", "{limit}");
        assert_eq!(answer(model, &puts(limit + 1)), "full", "{limit}");
        let emptied = |takes: usize| [puts(limit), vec!["take".to_owned(); takes]].concat();
        assert_eq!(answer(model, &emptied(limit)), format!("took({})", limit - 1));
        assert_eq!(answer(model, &emptied(limit + 1)), "empty");
        let growth = finished.summary.growth.executed;
        assert!(growth < 400, "{limit}: {growth} words");
    }
}

/// A mailbox for one letter that breaks when it was looked into so often in vain.
fn brittle(limit: usize) -> Execution {
    let (mut letter, mut looks): (Option<Value>, usize) = (None, 0);
    Box::new(move |input, values| match input {
        "put" if looks >= limit => "full".to_owned(),
        "put" if letter.is_some() => "full".to_owned(),
        "put" => {
            letter = Some(values[0].clone());
            "ok".to_owned()
        }
        _ => match letter.take() {
            Some(letter) => format!("took({letter})"),
            None => {
                looks += 1;
                "empty".to_owned()
            }
        },
    })
}

#[test]
fn a_count_behind_a_call_that_seems_to_change_nothing_is_learned() {
    let finished = run(QUEUE, || brittle(30));
    assert_eq!((finished.stop, finished.summary.findings), (None, Vec::new()));
    let after = |looks: usize| [vec!["take".to_owned(); looks], puts(1)].concat();
    assert_eq!(answer(&finished.learned, &after(29)), "ok");
    assert_eq!(answer(&finished.learned, &after(30)), "full");
}

#[test]
fn nobody_looks_if_the_user_does_not_want_it_or_says_what_to_test() {
    for key in ["growth_rounds = 0", "tester = \"explore(3) + random(1000)\""] {
        let finished = run(&format!("{QUEUE}[learning]\n{key}\n"), || items(usize::MAX, false));
        assert_eq!((finished.stop, finished.summary.findings), (None, Vec::new()), "{key}");
        assert_eq!(finished.summary.growth.executed, 0, "{key}");
    }
    let fewer = run(&format!("{QUEUE}[learning]\ngrowth_rounds = 12\n"), || items(usize::MAX, false));
    assert!(finding(&fewer, StopReason::CountGrows).message.contains("after 13 rounds"));
}

#[test]
fn a_run_that_is_continued_sees_the_same_growth_and_learns_the_same_limit() {
    let resumed = |limit: usize| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("journal.db");
        let at_once: Case = case(QUEUE);
        let mut stopped = at_once.clone();
        stopped.limits.max_words = 1200;
        let run = |case: &Case| learn(case, Journal::open(&file).expect("a journal"), move || items(limit, false));
        assert!(matches!(run(&stopped).stop, Some(StopReason::Budget(_) | StopReason::CountGrows)));
        let continued = run(&at_once);
        let fresh = learn(&at_once, Journal::in_memory(), move || items(limit, false));
        assert_eq!(continued.summary.findings, fresh.summary.findings);
        assert_eq!(Model::Registers(continued.learned), Model::Registers(fresh.learned));
    };
    resumed(20);
    resumed(usize::MAX);
}
