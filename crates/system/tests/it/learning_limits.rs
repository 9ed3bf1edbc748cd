//! When a run gives up, and what it finds besides the machine.

use crate::learning;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use crate::learning::{
    Executed, Stepped, Trail, Walked, Watched, assert_learned, case, case_with, learned, learned_with, trail, watched,
    zoo,
};
use typestar_model::{ERROR, FindingKind, Inputs, LateCallback, Mealy, Outputs, Plan};
use typestar_query::{
    Answer, Blame, Case, Finished, Journal, LearnerKind, Limits, MachineTester, PendingLimit, RunError, RunOptions,
    StopReason, Symbols, System, SystemError, TesterKind, learn,
};
use typestar_system::Simulated;

fn limited(limits: Limits) -> Case {
    Case { limits, ..case("SpeechRecognizer") }
}

fn run(case: &Case, journal: Journal) -> (Finished, Trail) {
    trail(case, &mut watched(&zoo("SpeechRecognizer")), journal, &RunOptions::default(), &mut |_| {})
}

#[test]
fn every_limit_stops_the_run_and_a_higher_one_continues_it() {
    let unlimited = run(&case("SpeechRecognizer"), Journal::in_memory()).1;
    for (limits, text) in [
        (Limits { max_words: 50, ..Limits::default() }, "50 words"),
        (Limits { max_symbols: 300, ..Limits::default() }, "300 symbols"),
        (Limits { max_states: 3, ..Limits::default() }, "3 states"),
        (Limits { max_time_s: 0, ..Limits::default() }, "0 seconds"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.sqlite");
        let (stopped, _) = run(&limited(limits), Journal::open(&path).unwrap());
        assert_eq!(stopped.stop, Some(StopReason::Budget(text.to_owned())));
        assert!(!stopped.learned.finished && !stopped.summary.verdict.finished, "{text}");
        assert!(stopped.summary.verdict.text.contains(text), "{}", stopped.summary.verdict.text);
        let (continued, trail) = run(&case("SpeechRecognizer"), Journal::open(&path).unwrap());
        assert_learned(text, &continued, &zoo("SpeechRecognizer"));
        assert_eq!(trail, unlimited, "{text}");
        let spent = stopped.summary.learning.executed + stopped.summary.testing.executed;
        assert_eq!(continued.summary.replayed, spent, "{text}");
    }
}

#[test]
fn an_exact_tester_without_a_machine_is_refused_before_anything_is_asked() {
    let joined = TesterKind::Machine(vec![MachineTester::Exact, MachineTester::Auto(1)]);
    for tester in [TesterKind::Exact, joined] {
        let case = case_with("AsyncTask", LearnerKind::Lsharp, tester);
        let mut system = Simulated::new("AsyncTask", &zoo("AsyncTask"), &case.outputs.errors);
        let mut is_asked = false;
        let refused = learn(&case, &mut system, Journal::in_memory(), &RunOptions::default(), &mut |_, _| {
            is_asked = true;
        });
        let error = refused.map(drop).unwrap_err();
        assert!(matches!(error, RunError::NothingToCompareWith) && error.is_mistake(), "{error}");
        assert!(error.to_string().contains("`exact` needs a simulated system"), "{error}");
        assert!(!is_asked);
    }
}

#[test]
fn a_limit_on_words_is_not_exceeded() {
    for (max_words, repeat) in [(1, 1), (10, 1), (17, 1), (100, 1), (30, 3), (7, 3), (20, 3), (1001, 21)] {
        let mut case = limited(Limits { max_words, ..Limits::default() });
        case.learning.repeat = repeat;
        let (finished, _) = run(&case, Journal::in_memory());
        assert_eq!(finished.summary.learning.executed + finished.summary.testing.executed, max_words);
    }
}

#[test]
fn a_stopped_run_keeps_the_last_hypothesis() {
    let (finished, _) = run(&limited(Limits { max_words: 50, ..Limits::default() }), Journal::in_memory());
    assert_eq!(finished.summary.history.last().map(|last| last.states), Some(finished.summary.states));
    assert!(!finished.learned.finished && !finished.learned.witnesses.is_empty());
}

/// A run of `auto` that confirms what it builds on, and ends after this many words; with all that was executed.
fn cut_short(max_words: u64) -> (Finished, Vec<Executed>) {
    let mut case = case_with("AsyncTask", LearnerKind::Kv, MachineTester::Auto(1));
    (case.limits.max_words, case.learning.confirm) = (max_words, 3);
    let mut system = watched(&zoo("AsyncTask"));
    (learned(&case, &mut system), std::mem::take(&mut *system.log.lock().unwrap()))
}

#[test]
fn nothing_is_established_of_a_hypothesis_that_was_refuted() {
    let stopped = (1..).map(cut_short).take_while(|(finished, _)| finished.stop.is_some());
    let tells = |finished: &Finished| finished.summary.verdict.text.contains("up to then");
    let telling: Vec<_> = stopped.filter(|(finished, _)| tells(finished)).collect();
    assert!(telling.len() > 10, "evidence is told {} times", telling.len());
    for (Finished { learned, summary, .. }, log) in telling {
        let machine = &learned.machine;
        for Executed { inputs, outputs } in log {
            let word: Vec<_> = inputs.iter().map(|name| machine.inputs().get(name).unwrap()).collect();
            assert_eq!(machine.outputs().show(&machine.run(&word)), outputs.join(" "), "{}", summary.verdict.text);
        }
    }
}

#[test]
fn a_limit_on_states_stops_a_learner_before_it_has_a_hypothesis() {
    let mut machine = Mealy::new(["a"].iter().collect());
    let states: Vec<_> = (0..100).map(|state| machine.add_state(&state.to_string())).collect();
    for (at, &state) in states.iter().enumerate() {
        machine.add_edge(state, "a", &format!("on{at}"), states[(at + 1) % 100]);
    }
    for learner in LearnerKind::ALL {
        let mut limited = case_with("hundred", learner, MachineTester::Auto(0));
        limited.limits.max_states = 10;
        let mut system = watched(&machine);
        let finished = learned(&limited, &mut system);
        assert_eq!(finished.stop, Some(StopReason::Budget("10 states".to_owned())), "{learner}");
        let executed = system.log.lock().unwrap().len();
        assert!(executed < 20, "{learner}: {executed} words for more than 10 states");
    }
}

#[test]
fn a_system_that_fails_after_an_interrupt_was_interrupted() {
    let options = RunOptions::default();
    let mut system = watched(&zoo("AsyncTask"));
    system.hook = Box::new(|_| {
        options.interrupt.store(true, Ordering::Relaxed);
        Err(SystemError::Failed("no answer".to_owned()))
    });
    assert_eq!(learned_with(&case("AsyncTask"), &mut system, &options).stop, Some(StopReason::Interrupted));
}

/// The kinds of findings of a run.
fn kinds(finished: &Finished) -> Vec<FindingKind> {
    finished.summary.findings.iter().map(|finding| finding.kind).collect()
}

#[test]
fn undeclared_and_unseen_outputs_are_findings() {
    let mut case = case("AsyncTask");
    case.outputs.callbacks = Some(vec!["onPostExecute".to_owned(), "onProgress".to_owned()]);
    let finished = learned(&case, &mut watched(&zoo("AsyncTask")));
    assert_eq!(kinds(&finished), [FindingKind::UndeclaredOutput, FindingKind::UnseenOutput]);
    let [undeclared, unseen] = &finished.summary.findings[..] else { unreachable!() };
    assert!(undeclared.message.contains("`onCancelled`"), "{}", undeclared.message);
    assert_eq!(undeclared.traces[0].steps.last().unwrap().output.text(), "onCancelled");
    assert!(unseen.message.contains("`onProgress`"), "{}", unseen.message);
    assert!(unseen.word.is_empty(), "there is no word to run: {:?}", unseen.word);
    case.outputs.callbacks = Some(vec!["onPostExecute".to_owned(), "onCancelled".to_owned()]);
    assert_eq!(kinds(&learned(&case, &mut watched(&zoo("AsyncTask")))), []);
}

#[test]
fn every_unseen_output_is_a_finding_even_if_the_purpose_names_it() {
    let mut case = case("AsyncTask");
    case.outputs.callbacks = Some(["onPostExecute", "onCancelled", "onA", "onB"].map(str::to_owned).to_vec());
    let limit = PendingLimit {
        count: 9,
        requests: vec!["exec".to_owned()],
        callbacks: vec!["onA".to_owned()],
        ..PendingLimit::default()
    };
    case.purpose.at_most_pending = vec![limit];
    let finished = learned(&case, &mut watched(&zoo("AsyncTask")));
    let told: Vec<&str> = finished.summary.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(told, ["the declared callback `onA` never came", "the declared callback `onB` never came"]);
}

#[test]
fn notes_tell_what_is_unusual() {
    let mut case = case("AsyncTask");
    assert_eq!(learned(&case, &mut watched(&zoo("AsyncTask"))).summary.notes, BTreeMap::new());
    (case.learning.repeat, case.learning.run_on) = (2, 0);
    let mut system = Changed::new("AsyncTask", |_, _, _| {});
    system.troubles = vec!["restarted at `exec`".to_owned(), "restarted\nat `wait`".to_owned()];
    let notes = learned(&case, &mut system).summary.notes;
    let told: Vec<String> = notes.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    assert_eq!(told, ["adapter troubles = 2; the last: restarted at `wait`", "repeat = 2", "run_on = 0"]);
}

/// A callback every fourth step: two of the states differ only after three inputs.
fn every_fourth() -> Mealy {
    let mut machine = Mealy::new(["a"].iter().collect());
    let states = ["0", "1", "2", "3"].map(|name| machine.add_state(name));
    for at in 0..4 {
        machine.add_edge(states[at], "a", if at == 3 { "onFourth" } else { "ok" }, states[(at + 1) % 4]);
    }
    machine
}

#[test]
fn a_machine_that_needs_more_than_the_bound_is_a_finding() {
    let mut bounded = case("every fourth");
    bounded.learning.tester = Some(MachineTester::DistinguisherBound(2).into());
    let finished = learned(&bounded, &mut watched(&every_fourth()));
    assert_learned("every fourth", &finished, &every_fourth());
    assert_eq!(finished.summary.bound_needed, 3);
    assert_eq!(kinds(&finished), [FindingKind::BoundRefuted]);
    let finding = &finished.summary.findings[0];
    assert!(
        finding.message.contains("after 3 inputs") && finding.message.contains("bound of 2"),
        "{}",
        finding.message
    );
    assert!(finding.advice[0].contains("distinguisher-bound(3)"), "{}", finding.advice[0]);
    let mut enough = case("every fourth");
    enough.learning.tester = Some(MachineTester::DistinguisherBound(3).into());
    assert_eq!(kinds(&learned(&enough, &mut watched(&every_fourth()))), []);
}

#[test]
fn a_machine_with_more_states_than_the_bound_is_a_finding() {
    let bounded = |states| {
        let mut case = case("every fourth");
        case.learning.tester = Some(MachineTester::StateBound(states).into());
        learned(&case, &mut watched(&every_fourth()))
    };
    let finished = bounded(3);
    assert_learned("every fourth", &finished, &every_fourth());
    assert_eq!(kinds(&finished), [FindingKind::BoundRefuted]);
    let finding = &finished.summary.findings[0];
    assert!(finding.message.contains("has 4 states: the assumed bound of 3"), "{}", finding.message);
    assert!(finding.advice[0].contains("state-bound(4)"), "{}", finding.advice[0]);
    let verdict = &finished.summary.verdict;
    assert!(verdict.text.ends_with("has 4 states, more than the assumed 3"), "{}", verdict.text);
    assert!(!verdict.assumptions.iter().any(|text| text.contains("at most")), "{:?}", verdict.assumptions);
    let enough = bounded(4);
    assert_eq!(kinds(&enough), []);
    assert!(enough.summary.verdict.text.ends_with("complete if the system has at most 4 states"));
}

/// What a system may do to its answers.
type Change = fn(&mut Answer, &Inputs, &Outputs);

/// A simulated class that changes its answers.
struct Changed {
    system: Simulated,
    change: Change,
    troubles: Vec<String>,
}

impl Changed {
    fn new(name: &str, change: Change) -> Self {
        Self { system: learning::simulated(name), change, troubles: Vec::new() }
    }
}

impl System for Changed {
    fn inputs(&self) -> &Inputs {
        self.system.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.system.outputs()
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        let first = answers.len();
        self.system.run(plans, symbols, answers)?;
        for answer in &mut answers[first..] {
            (self.change)(answer, &symbols.inputs, self.system.outputs());
        }
        Ok(())
    }

    fn troubles(&self) -> &[String] {
        &self.troubles
    }
}

#[test]
fn a_late_callback_is_a_finding_and_no_output() {
    let mut system = Changed::new("AsyncTask", |answer, inputs, outputs| {
        let names = |length: usize| answer.word[..length].iter().map(|&input| inputs.text(input).to_owned()).collect();
        let quiet = answer.outputs.iter().rposition(|&output| outputs.text(output) == "quiet");
        answer.late =
            quiet.map(|at| LateCallback { word: names(at + 1), output: "onLate".to_owned() }).into_iter().collect();
    });
    let finished = learned(&case("AsyncTask"), &mut system);
    assert_learned("AsyncTask", &finished, &zoo("AsyncTask"));
    assert!(kinds(&finished).iter().all(|&kind| kind == FindingKind::QuiescenceTooShort));
    let finding = &finished.summary.findings[0];
    assert_eq!(finding.word.last().map(String::as_str), Some("wait"));
    assert!(finding.message.contains("`onLate` came after") && finding.advice[0].contains("quiescence_ms"));
    assert!(finished.summary.findings.len() <= 25, "a flood of findings stays readable");
}

/// AsyncTask with two snippets for `exec`, of which the second is broken.
struct Snippets {
    walked: Walked,
    inputs: Inputs,
    is_broken: bool,
}

impl Stepped for Snippets {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn reset(&mut self) {
        self.walked.reset();
        self.is_broken = false;
    }

    fn step(&mut self, input: &str) -> String {
        self.is_broken |= input == "executeOnExecutor";
        if self.is_broken {
            return ERROR.to_owned();
        }
        self.walked.step(if input == "execute" { "exec" } else { input })
    }
}

#[test]
fn alternatives_that_differ_are_a_finding_which_names_them() {
    let walked = Walked::new(&zoo("AsyncTask"));
    let names = walked.inputs().texts().iter().filter(|name| *name != "exec").map(String::as_str);
    let inputs = ["execute", "executeOnExecutor"].into_iter().chain(names).collect();
    let mut system = Watched::new(Snippets { walked, inputs, is_broken: false });
    let mut case = case("AsyncTask");
    let snippets = vec!["execute".to_owned(), "executeOnExecutor".to_owned()];
    case.inputs.alternatives = [("exec".to_owned(), snippets)].into();
    let finished = learned(&case, &mut system);
    assert_eq!(finished.stop, Some(StopReason::Unsettled));
    let finding = finished.summary.findings.last().expect("there is a finding");
    assert_eq!(finding.kind, FindingKind::AlternativesDiffer);
    assert!(finding.message.ends_with("exec`: execute: ok, executeOnExecutor: error"), "{}", finding.message);
    assert_eq!(finding.traces.iter().map(|trace| trace.count).collect::<Vec<_>>(), [2, 2]);
    assert!(finding.advice[0].contains("split the input"));
}
