//! Growth without end is seen along any cycle, and what comes to an end is learned.

use crate::learning;
use std::collections::{BTreeSet, VecDeque};

use crate::learning::{
    Class, Stepped, Walked, Watched, assert_learned, guarded, knowing, learned, learned_with, trail, watched, zoo,
};
use typestar_model::{ERROR, Finding, FindingKind, Inputs, Mealy, OK, QUIET, WAIT};
use typestar_query::{
    Case, ChallengeKind, Finished, Journal, LearnerKind, Limits, PurposeSpec, RunOptions, StopReason, SystemError,
    Target, TesterKind,
};

/// Callbacks that are pending.
type Pending = VecDeque<&'static str>;

/// A case of a system that is no machine, so that it may grow.
fn case(learner: LearnerKind) -> Case {
    let mut case = learning::case("system");
    case.system.target = Target::Command(vec!["system".to_owned()]);
    case.learning.learner = Some(learner);
    case
}

/// Every stop of something that runs brings a callback.
fn recorder() -> Class<bool> {
    Class::new(&["start", "stop"], |runs: &mut bool, pending: &mut Pending, input| match input {
        "start" => *runs = true,
        _ if std::mem::take(runs) => pending.push_back("onStopped"),
        _ => {}
    })
}

/// Every stop of something that runs brings two callbacks.
fn player() -> Class<bool> {
    Class::new(&["start", "stop"], |runs: &mut bool, pending: &mut Pending, input| match input {
        "start" => *runs = true,
        _ if std::mem::take(runs) => pending.extend(["onStopping", "onStopped"]),
        _ => {}
    })
}

/// Opened, read and closed, which brings a callback.
fn file() -> Class<usize> {
    Class::new(&["open", "read", "close"], |at, pending, input| match (input, *at) {
        ("open", 0) | ("read", 1) => *at += 1,
        ("close", 2) => {
            *at = 0;
            pending.push_back("onClosed");
        }
        _ => {}
    })
}

/// The last two of four steps bring a callback each.
fn account() -> Class<usize> {
    Class::new(&["connect", "login", "logout", "disconnect"], |at, pending, input| {
        let step = ["connect", "login", "logout", "disconnect"].iter().position(|step| *step == input);
        if step == Some(*at) {
            *at = (*at + 1) % 4;
            pending.extend(["onLogout", "onClosed"].get(step.unwrap().wrapping_sub(2)));
        }
    })
}

/// Every statement is traced, also those that begin and end a transaction.
fn database() -> Class<bool> {
    Class::new(&["insert", "commit"], |is_open: &mut bool, pending: &mut Pending, input| match input {
        "insert" if !std::mem::replace(is_open, true) => pending.extend(["BEGIN", "INSERT"]),
        "commit" if std::mem::take(is_open) => pending.push_back("COMMIT"),
        _ => {}
    })
}

/// The k-th question brings k answers.
fn oracle() -> Class<usize> {
    Class::new(&["ask", "cancel"], |asked: &mut usize, pending: &mut Pending, input| {
        if input == "ask" {
            *asked += 1;
            pending.extend(vec!["onAnswer"; *asked]);
        }
    })
}

/// The third start makes it tick for ever.
struct Ticker {
    inputs: Inputs,
    starts: usize,
    pending: usize,
}

impl Ticker {
    fn new() -> Self {
        Self { inputs: ["start", "idle", WAIT].iter().collect(), starts: 0, pending: 0 }
    }
}

impl Stepped for Ticker {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn reset(&mut self) {
        (self.starts, self.pending) = (0, 0);
    }

    fn step(&mut self, input: &str) -> String {
        match input {
            "start" => (self.starts, self.pending) = ((self.starts + 1).min(3), (self.pending + 1).min(3)),
            WAIT if self.starts == 3 => return "onTick".to_owned(),
            WAIT if self.pending == 0 => return QUIET.to_owned(),
            WAIT => {
                self.pending -= 1;
                return "onTick".to_owned();
            }
            _ => {}
        }
        OK.to_owned()
    }
}

/// Counts what was acquired, up to `most`; what was not acquired cannot be released.
fn semaphore(most: usize) -> Mealy {
    let mut machine = Mealy::new(["acquire", "release", WAIT].iter().collect());
    let states: Vec<_> = (0..=most).map(|count| machine.add_state(&count.to_string())).collect();
    let sink = machine.add_state("error");
    for (count, &state) in states.iter().enumerate() {
        machine.add_edge(state, "acquire", OK, states[(count + 1).min(most)]);
        let (output, next) = if count == 0 { (ERROR, sink) } else { (OK, states[count - 1]) };
        machine.add_edge(state, "release", output, next);
        machine.add_edge(state, WAIT, QUIET, state);
    }
    ["acquire", "release", WAIT].iter().for_each(|input| machine.add_edge(sink, input, ERROR, sink));
    machine
}

/// Tells how often something was added, as a number below `modulus`.
fn meter(modulus: usize) -> Mealy {
    let mut machine = Mealy::new(["add", "get", WAIT].iter().collect());
    let states: Vec<_> = (0..modulus).map(|count| machine.add_state(&count.to_string())).collect();
    for (count, &state) in states.iter().enumerate() {
        machine.add_edge(state, "add", OK, states[(count + 1) % modulus]);
        machine.add_edge(state, "get", &count.to_string(), state);
        machine.add_edge(state, WAIT, QUIET, state);
    }
    machine
}

/// Every question brings an answer, but only the first `most` of them, and at most `pending` are kept.
fn answering(most: usize, pending: usize) -> Mealy {
    let mut machine = Mealy::new(["ask", "idle", WAIT].iter().collect());
    let kept = pending.min(most);
    let states: Vec<Vec<_>> = (0..=most).map(|_| (0..=kept).map(|_| machine.add_state("")).collect()).collect();
    for (asked, row) in states.iter().enumerate() {
        for (left, &state) in row.iter().enumerate() {
            let next = if asked < most && left < kept { states[asked + 1][left + 1] } else { state };
            machine.add_edge(state, "ask", OK, next);
            machine.add_edge(state, "idle", OK, state);
            let (output, next) = if left == 0 { (QUIET, state) } else { ("onAnswer", row[left - 1]) };
            machine.add_edge(state, WAIT, output, next);
        }
    }
    machine
}

/// The one finding of a run that stopped because pending callbacks grow.
fn growth(what: &str, finished: &Finished) -> Finding {
    assert_eq!(finished.stop, Some(StopReason::PendingCallbacksGrow), "{what}");
    assert!(!finished.learned.finished && !finished.summary.verdict.finished, "{what}");
    let [finding] = &finished.summary.findings[..] else { panic!("{what}: {:?}", finished.summary.findings) };
    assert_eq!(finding.kind, FindingKind::PendingCallbacksGrow, "{what}");
    finding.clone()
}

/// Learns a class that grows; every learner names the cycle and what it leaves, and proposes these purposes.
fn assert_grows<S: Default + Send>(class: fn() -> Class<S>, cycle: &str, left: &str, rules: &[&str]) {
    for learner in LearnerKind::ALL {
        let finished = learned(&case(learner), &mut Watched::new(class()));
        let what = format!("{cycle:?} {learner}");
        let Finding { message, advice, word, .. } = growth(&what, &finished);
        let named = message.split('`').nth(1).expect("a cycle").split(' ');
        let callins: Vec<&str> = named.filter(|input| *input != WAIT).collect();
        assert_eq!(callins.join(" "), cycle, "{what}: {message}");
        assert!(message.contains(left), "{what}: {message}");
        assert!(word.len() < 40, "{what}: {word:?}");
        let proposed: Vec<String> = advice.iter().map(|text| line(text).to_owned()).collect();
        assert_eq!(proposed, rules, "{what}");
    }
}

/// The line of the case file that an advice proposes.
fn line(advice: &str) -> &str {
    advice.strip_prefix("limit the purpose: under [purpose], write ").unwrap_or_else(|| panic!("{advice}"))
}

/// The purpose that a line of the case file states.
fn purpose(line: &str, inputs: &Inputs) -> PurposeSpec {
    let callins: Vec<&String> = inputs.texts().iter().filter(|name| *name != WAIT).collect();
    let text = format!("[system]\ncommand = [\"system\"]\n[inputs]\ncallins = {callins:?}\n[purpose]\n{line}\n");
    Case::parse(&text, std::path::Path::new("system.toml")).unwrap_or_else(|error| panic!("{error}")).purpose
}

#[test]
fn growth_is_seen_along_cycles_of_one_to_four_callins() {
    let quiet = "at_most_between_quiets = 1";
    assert_grows(
        recorder,
        "start stop",
        "left 3, 6, 12, 24 and 48 callbacks (48 onStopped)",
        &[quiet, "at_most_once = [\"start\"]"],
    );
    assert_grows(file, "open read close", "(48 onClosed)", &[quiet, "at_most_once = [\"open\"]"]);
    let cycle = "connect login logout disconnect";
    assert_grows(account, cycle, " onClosed and ", &[quiet, "at_most_once = [\"connect\"]"]);
}

#[test]
fn growth_of_several_callbacks_is_seen() {
    let rules = ["at_most_between_quiets = 1", "at_most_once = [\"start\"]"];
    assert_grows(player, "start stop", " onStopped and ", &rules);
}

#[test]
fn a_call_that_leaves_more_each_time_grows_and_waiting_for_quiet_does_not_help() {
    assert_grows(oracle, "ask", "left 6, 21, 78, 300 and 1176 callbacks", &["at_most_once = [\"ask\"]"]);
}

#[test]
fn growth_along_a_cycle_with_waits_is_seen_soon() {
    let wait = || vec![WAIT.to_owned()];
    let must_be_followed_by = [("insert".to_owned(), wait()), ("commit".to_owned(), wait())].into();
    let purpose = PurposeSpec { must_be_followed_by, ..PurposeSpec::default() };
    for learner in LearnerKind::ALL {
        let mut case = case(learner);
        case.purpose = purpose.clone();
        let finished = learned(&case, &mut guarded(database(), &purpose));
        let finding = growth(&learner.to_string(), &finished);
        assert!(finding.message.contains("with every `insert wait commit wait`"), "{learner}: {}", finding.message);
        let executed = finished.summary.learning.executed + finished.summary.testing.executed;
        assert!(executed < 300, "{learner}: {executed} words");
    }
}

/// Learns a class within a purpose that was proposed; nothing grows, and nothing outside is given.
fn assert_helps<S: Default + Send>(class: fn() -> Class<S>, line: &str) {
    for learner in LearnerKind::ALL {
        let mut case = case(learner);
        case.purpose = purpose(line, &class().inputs);
        let finished = learned(&case, &mut guarded(class(), &case.purpose));
        assert_eq!(finished.stop, None, "{line} {learner}: {:?}", finished.summary.findings);
        assert!(finished.learned.finished, "{line} {learner}");
    }
}

#[test]
fn every_proposed_purpose_makes_the_class_finite() {
    for line in ["at_most_between_quiets = 1", "at_most_once = [\"start\"]"] {
        assert_helps(recorder, line);
        assert_helps(player, line);
    }
    assert_helps(file, "at_most_between_quiets = 1");
    assert_helps(account, "at_most_between_quiets = 1");
    assert_helps(database, "at_most_between_quiets = 1");
    assert_helps(oracle, "at_most_once = [\"ask\"]");
}

#[test]
fn a_purpose_costs_states() {
    let truth = zoo("OkHttpCall");
    for (most, states) in [(None, 6), (Some(1), 9), (Some(2), 12)] {
        let mut case = case(LearnerKind::Lsharp);
        case.learning.tester = Some(TesterKind::Exact);
        case.purpose.at_most_between_quiets = most;
        let mut system = guarded(Walked::new(&truth), &case.purpose);
        let finished = learned_with(&case, &mut system, &knowing(&truth));
        assert_eq!((finished.stop, finished.summary.states), (None, states), "{most:?}");
    }
}

#[test]
fn long_words_stay_inside_what_may_come_between_two_quiet_waits() {
    let truth = zoo("OkHttpCall");
    let mut case = case(LearnerKind::Lsharp);
    case.learning.tester = Some("random-walk(200)".parse().unwrap());
    case.purpose.at_most_between_quiets = Some(2);
    let mut system = guarded(Walked::new(&truth), &case.purpose);
    let finished = learned_with(&case, &mut system, &knowing(&truth));
    assert_eq!((finished.stop, finished.summary.states), (None, 12));
}

#[test]
fn a_proposal_keeps_the_rules_that_are_there() {
    let mut case = case(LearnerKind::Lsharp);
    case.purpose = PurposeSpec { at_most_once: vec!["cancel".to_owned()], ..PurposeSpec::default() };
    let finished = learned(&case, &mut guarded(oracle(), &case.purpose));
    let advice = growth("oracle", &finished).advice;
    assert_eq!(advice.iter().map(|text| line(text)).collect::<Vec<_>>(), ["at_most_once = [\"cancel\", \"ask\"]"]);
}

#[test]
fn what_leaves_a_limited_number_of_callbacks_is_learned() {
    for (most, pending) in [(8, 8), (8, 1), (20, 1)] {
        for learner in LearnerKind::ALL {
            let truth = answering(most, pending);
            let mut case = case(learner);
            case.learning.tester = Some(TesterKind::Exact);
            let finished = learned_with(&case, &mut watched(&truth), &knowing(&truth));
            assert_learned(&format!("{most} answers, {pending} kept, {learner}"), &finished, &truth);
            assert_eq!(finished.summary.findings, [], "{most} answers, {pending} kept, {learner}");
        }
    }
}

#[test]
fn twenty_callbacks_in_all_are_many_states_and_no_growth() {
    for learner in LearnerKind::ALL {
        let mut case = case(learner);
        case.limits.max_states = 40;
        let truth = answering(20, 20);
        case.learning.tester = Some(TesterKind::Exact);
        let finished = learned_with(&case, &mut watched(&truth), &knowing(&truth));
        assert_eq!(finished.stop, Some(StopReason::Budget("40 states".to_owned())), "{learner}");
        assert_eq!(finished.summary.findings, [], "{learner}");
    }
}

#[test]
fn no_machine_of_the_zoo_seems_to_grow_and_looking_takes_no_words() {
    for name in learning::zoo_names() {
        let words = [0, 48].map(|rounds| {
            let mut case = case(LearnerKind::Lsharp);
            case.learning.growth_rounds = rounds;
            let finished = learned(&case, &mut watched(&zoo(&name)));
            assert_learned(&name, &finished, &zoo(&name));
            assert_eq!(finished.summary.findings, [], "{name}");
            finished.summary.learning.executed + finished.summary.testing.executed
        });
        assert_eq!(words[1], words[0], "{name}");
    }
}

#[test]
fn callbacks_that_never_end_are_named_as_that_and_learned() {
    for learner in LearnerKind::ALL {
        let finished = learned(&case(learner), &mut Watched::new(Ticker::new()));
        assert_eq!(finished.stop, None, "{learner}");
        let never_ends = |finding: &&Finding| finding.kind == FindingKind::CallbacksNeverEnd;
        let finding = finished.summary.findings.iter().find(never_ends).unwrap_or_else(|| panic!("{learner}"));
        assert!(finding.message.ends_with("the last one `onTick`, and there was no end"), "{}", finding.message);
        assert!(finding.advice[0].contains("`onTick`") && finding.advice[0].contains("ignore"), "{:?}", finding.advice);
        let kinds: BTreeSet<String> = finished.summary.findings.iter().map(|f| format!("{:?}", f.kind)).collect();
        assert!(!kinds.contains("PendingCallbacksGrow"), "{learner}: {kinds:?}");
    }
}

/// The one finding of a run that stopped because a count grows.
fn count(what: &str, finished: &Finished) -> Finding {
    assert_eq!(finished.stop, Some(StopReason::CountGrows), "{what}");
    assert_eq!(finished.summary.verdict.text, "stopped: a count grows (see the findings)", "{what}");
    let [finding] = &finished.summary.findings[..] else { panic!("{what}: {:?}", finished.summary.findings) };
    assert_eq!(finding.kind, FindingKind::CountGrows, "{what}");
    finding.clone()
}

#[test]
fn a_count_without_callbacks_is_seen_and_named() {
    for learner in LearnerKind::ALL {
        let finished = learned(&case(learner), &mut watched(&semaphore(1000)));
        let Finding { message, advice, .. } = count(&format!("semaphore {learner}"), &finished);
        assert!(message.starts_with("every `acquire` is counted: 3, 6, 12, 24 and 48 rounds left"), "{message}");
        assert!(message.contains("calls of `release`"), "{message}");
        let lines: Vec<&str> = advice.iter().map(|text| line(text)).collect();
        let pending = "at_most_pending = [{ count = 2, requests = [\"acquire\"], ended_by = [\"release\"] }]";
        assert_eq!(lines, [pending, "at_most_once = [\"acquire\"]"]);
        let finished = learned(&case(learner), &mut watched(&meter(1000)));
        let message = count(&format!("meter {learner}"), &finished).message;
        assert!(
            message.starts_with("every `add` is counted: after 49 rounds, `get` is answered otherwise than after each"),
            "{message}"
        );
    }
}

#[test]
fn a_count_that_comes_to_an_end_is_learned() {
    for learner in LearnerKind::ALL {
        for truth in [semaphore(3), semaphore(8), semaphore(20), meter(7), meter(11)] {
            let mut case = case(learner);
            case.learning.tester = Some(TesterKind::Exact);
            let finished = learned_with(&case, &mut watched(&truth), &knowing(&truth));
            assert_learned(&format!("{} states {learner}", truth.len()), &finished, &truth);
            assert_eq!(finished.summary.findings, []);
        }
    }
}

#[test]
fn growth_rounds_say_how_far_is_looked() {
    let rounds = |rounds| {
        let mut case = case(LearnerKind::Lsharp);
        case.learning.growth_rounds = rounds;
        learned(&case, &mut Watched::new(recorder()))
    };
    let mut blind = case(LearnerKind::Lsharp);
    (blind.learning.growth_rounds, blind.learning.challenge) = (0, Some(ChallengeKind::None));
    assert!(learned(&blind, &mut Watched::new(recorder())).stop.is_none(), "nobody looks");
    let message = growth("recorder", &rounds(100)).message;
    assert!(message.contains("3, 6, 12, 25, 50 and 100 rounds left 3, 6, 12, 25, 50 and 100 callbacks"), "{message}");
    let mut bounded = case(LearnerKind::Lsharp);
    (bounded.learning.growth_rounds, bounded.limits.max_states) = (12, 10);
    let finished = learned(&bounded, &mut watched(&answering(20, 20)));
    growth("12 rounds do not see the end of 20 callbacks", &finished);
}

/// Every statement is traced. Its states are so many that a learner comes to no hypothesis for long.
fn statements() -> Class<bool> {
    Class::new(&["insert", "select", "commit"], |is_open: &mut bool, pending: &mut Pending, input| match input {
        "insert" if !std::mem::replace(is_open, true) => pending.extend(["BEGIN", "INSERT"]),
        "insert" => pending.push_back("INSERT"),
        "commit" if std::mem::take(is_open) => pending.push_back("COMMIT"),
        "select" => pending.push_back("SELECT"),
        _ => {}
    })
}

#[test]
fn when_a_budget_runs_out_growth_is_told_instead_and_few_words_are_added() {
    let few_words = Limits { max_words: 100, ..Limits::default() };
    let few_states = Limits { max_states: 14, ..Limits::default() };
    let few_symbols = Limits { max_symbols: 1000, ..Limits::default() };
    for (limits, text) in [(few_words, "100 words"), (few_states, "14 states"), (few_symbols, "1000 symbols")] {
        let run = |growth_rounds: usize| {
            let mut case = case(LearnerKind::Lsharp);
            (case.limits, case.learning.growth_rounds) = (limits.clone(), growth_rounds);
            let mut system = Watched::new(statements());
            let finished = learned(&case, &mut system);
            let executed = finished.summary.total().executed;
            assert_eq!(executed as usize, system.log.lock().unwrap().len(), "all words are counted");
            (finished, executed)
        };
        let (stopped, until_then) = run(0);
        assert_eq!(stopped.stop, Some(StopReason::Budget(text.to_owned())));
        let (found, executed) = run(48);
        growth(text, &found);
        assert!((until_then..until_then + 200).contains(&executed), "{text}: {executed} words");
    }
}

#[test]
fn a_learner_that_comes_to_no_hypothesis_is_stopped_soon() {
    for learner in LearnerKind::ALL {
        let finished = learned(&case(learner), &mut Watched::new(statements()));
        growth(&learner.to_string(), &finished);
        let executed = finished.summary.learning.executed + finished.summary.testing.executed;
        assert!(executed < 300, "{learner}: {executed} words");
    }
}

#[test]
fn a_run_that_is_continued_pumps_as_an_undisturbed_one() {
    let options = RunOptions::default();
    let case = case(LearnerKind::Lsharp);
    let mut system = Watched::new(player());
    let (undisturbed, whole) = trail(&case, &mut system, Journal::in_memory(), &options, &mut |_| {});
    growth("player", &undisturbed);
    let words = std::mem::take(&mut *system.log.lock().unwrap());
    for cut in (0..words.len()).step_by(3) {
        let folder = tempfile::tempdir().unwrap();
        let journal = || Journal::open(&folder.path().join("journal.sqlite")).unwrap();
        let mut failing = Watched::new(player());
        let mut left = cut;
        failing.hook = Box::new(move |_| {
            left = left.checked_sub(1).ok_or_else(|| SystemError::Failed("gone".to_owned()))?;
            Ok(())
        });
        let (stopped, _) = trail(&case, &mut failing, journal(), &options, &mut |_| {});
        assert!(matches!(stopped.stop, Some(StopReason::SystemFailed(_))), "{cut}: {:?}", stopped.stop);
        let mut system = Watched::new(player());
        let (continued, trail) = trail(&case, &mut system, journal(), &options, &mut |_| {});
        assert_eq!(trail, whole, "{cut}");
        assert_eq!(continued.summary.replayed as usize, cut);
        assert_eq!(std::mem::take(&mut *system.log.lock().unwrap()), words[cut..], "{cut}");
    }
}
