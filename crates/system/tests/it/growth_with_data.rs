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

const LOCK: &str = "[types]\nowner = \"equality\"\n[inputs.actions]\nacquire = [\"owner\"]\nrelease = [\"owner\"]\n\
                    [outputs.actions]\nheld = []\nnotYours = []\n";

/// A lock that its owner can take again, so many times; it has to be given back as often.
fn lock(limit: usize) -> Execution {
    let mut held: Option<(Value, usize)> = None;
    Box::new(move |input, values| {
        let is_owner = held.as_ref().is_some_and(|(owner, _)| *owner == values[0]);
        match (input, &mut held) {
            ("acquire", held @ None) => *held = Some((values[0].clone(), 1)),
            ("acquire", Some((_, count))) if is_owner && *count < limit => *count += 1,
            ("acquire", _) => return "held".to_owned(),
            (_, Some((_, count))) if is_owner => {
                *count -= 1;
                if *count == 0 {
                    held = None;
                }
            }
            _ => return "notYours".to_owned(),
        }
        "ok".to_owned()
    })
}

const CACHE: &str = "[types]\nkey = \"equality\"\n[inputs.actions]\nput = [\"key\"]\nget = [\"key\"]\n\
                     [outputs.actions]\nhit = []\nmiss = []\n";

/// Two keys, of which the one goes that was used less often; uses are counted so far.
fn least_used(limit: usize) -> Execution {
    let mut uses: Vec<(Value, usize)> = Vec::new();
    Box::new(move |input, values| {
        let known = uses.iter().position(|(key, _)| *key == values[0]);
        if let Some((key, count)) = known.map(|at| uses.remove(at)) {
            uses.push((key, (count + 1).min(limit)));
            return if input == "get" { "hit" } else { "ok" }.to_owned();
        }
        if input == "get" {
            return "miss".to_owned();
        }
        if uses.len() == 2 {
            let at = usize::from(uses[1].1 < uses[0].1);
            uses.remove(at);
        }
        uses.push((values[0].clone(), 1));
        "ok".to_owned()
    })
}

/// The same with another seed, and with at most so many words.
fn run_seeded(
    text: &str,
    seed: u64,
    words: u64,
    begin: impl FnMut() -> Execution + Send,
) -> Finished<RegisterAutomaton> {
    let mut case = case(text);
    case.learning.seed = seed;
    case.limits.max_words = words;
    learn(&case, Journal::in_memory(), begin)
}

#[test]
fn a_lock_that_counts_how_often_its_owner_took_it_is_a_finding_for_every_seed() {
    for seed in 1..=5 {
        let finished = run_seeded(LOCK, seed, 2_000, || lock(usize::MAX));
        let found = finding(&finished, StopReason::CountGrows);
        assert!(found.message.contains("every `acquire(101)` is counted"), "{seed}: {}", found.message);
        assert!(lines(&found).iter().any(|line| line.contains("ended_by = [\"release\"]")), "{:?}", found.advice);
    }
}

#[test]
fn a_cache_that_counts_the_uses_of_each_key_is_a_finding_for_every_seed() {
    for seed in 1..=5 {
        let finished = run_seeded(CACHE, seed, 20_000, || least_used(usize::MAX));
        let found = finding(&finished, StopReason::CountGrows);
        assert!(found.message.contains("is counted"), "{seed}: {}", found.message);
    }
}

/// A lock that is taken more often than a model of its limit can be learned.
#[test]
fn a_count_that_is_too_long_to_be_learned_ends_with_what_seems_to_be_counted_and_never_as_a_model() {
    for (limit, words) in [(20, 3_000), (20, 1_000_000)] {
        let finished = run_seeded(LOCK, 1, words, || lock(limit));
        assert!(matches!(finished.stop, Some(StopReason::Budget(_) | StopReason::TooCostly(_))), "{:?}", finished.stop);
        assert!(!finished.learned.finished && !finished.summary.verdict.finished);
        assert_eq!(finished.summary.findings, Vec::new());
        let verdict = finished.summary.verdict.text;
        assert!(verdict.contains("`acquire(101)` seems to be counted"), "{verdict}");
    }
}

const LOGIN: &str = "[types]\nuser = \"equality\"\n[inputs.actions]\nfail = [\"user\"]\nlogin = [\"user\"]\n\
                     [outputs.actions]\nlocked = []\n";

/// Who fails three times in a row is locked out for good; who fails after another user begins anew.
fn logins() -> Execution {
    let mut failed: Option<(Value, usize)> = None;
    Box::new(move |input, values| {
        let count = failed.as_ref().filter(|(user, _)| *user == values[0]).map_or(0, |(_, count)| *count);
        let is_locked = failed.as_ref().is_some_and(|(_, count)| *count == 3);
        match input {
            _ if count == 3 => return "locked".to_owned(),
            "fail" if !is_locked => failed = Some((values[0].clone(), count + 1)),
            "login" if count > 0 => failed = None,
            _ => {}
        }
        "ok".to_owned()
    })
}

#[test]
fn counts_of_one_value_with_a_small_limit_are_learned() {
    let logins = run(LOGIN, logins);
    assert_eq!((logins.stop, logins.summary.findings), (None, Vec::new()));
    assert_eq!(logins.learned.size().locations, 4);
    let fails = |count: usize| vec!["fail(7)".to_owned(); count];
    assert_eq!(answer(&logins.learned, &fails(3)), "ok");
    assert_eq!(answer(&logins.learned, &fails(4)), "locked");
    let lock = run(LOCK, || lock(3));
    assert_eq!((lock.stop, lock.summary.findings), (None, Vec::new()));
    assert_eq!(lock.learned.size().locations, 4);
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
