//! Classes whose callbacks pile up, and the purposes that make them finite.

use std::collections::VecDeque;
use std::path::Path;

use crate::learning::{
    Class, Noisy, Stepped, Walked, assert_learned, case, guarded, knowing, learned, learned_with, watched, zoo,
};
use typestar_model::{Comparison, FindingKind, InputId, Mealy, QUIET, WAIT, compare};
use typestar_query::{
    Case, Journal, LearnerKind, MachineTester, PendingLimit, Purpose, PurposeSpec, RunOptions, StopReason, Target,
    TesterKind, learn,
};
use typestar_system::Simulated;

/// Every start brings one onFinish; cancel clears them all.
fn count_down_timer() -> Class<()> {
    Class::new(&["start", "cancel"], |_, pending, input| match input {
        "start" => pending.push_back("onFinish"),
        _ => pending.clear(),
    })
}

/// Every request brings one result unless the session is closed; cancel does nothing.
fn spell_checker_session() -> Class<bool> {
    Class::new(&["close", "cancel", "getSentenceSuggestions"], |closed, pending, input| match input {
        "close" => {
            *closed = true;
            pending.clear();
        }
        "getSentenceSuggestions" if !*closed => pending.push_back("onGetSentenceSuggestions"),
        _ => {}
    })
}

/// A write brings two events, a deletion one and the last.
fn change(off: &mut bool, pending: &mut VecDeque<&'static str>, input: &str) {
    match input {
        "modify" if !*off => pending.extend(["onModify"; 2]),
        "delete" if !*off => {
            pending.push_back("onDeleteSelf");
            *off = true;
        }
        "stopWatching" => *off = true,
        _ => {}
    }
}

const FILE_OBSERVER: [&str; 3] = ["stopWatching", "modify", "delete"];

/// Forgets what is pending when a callin comes.
fn forgetful_file_observer() -> Class<bool> {
    Class::new(&FILE_OBSERVER, |off, pending, input| {
        pending.clear();
        change(off, pending, input);
    })
}

fn once(input: &str) -> PurposeSpec {
    PurposeSpec { at_most_once: vec![input.to_owned()], ..PurposeSpec::default() }
}

fn at_most_pending(count: usize) -> PurposeSpec {
    let limit = PendingLimit {
        count,
        requests: vec!["start".to_owned()],
        callbacks: vec!["onFinish".to_owned()],
        ..PendingLimit::default()
    };
    PurposeSpec { at_most_pending: vec![limit], ..PurposeSpec::default() }
}

fn wait_after_changes() -> PurposeSpec {
    let rule = |input: &str| (input.to_owned(), vec![WAIT.to_owned()]);
    PurposeSpec { must_be_followed_by: [rule("modify"), rule("delete")].into(), ..PurposeSpec::default() }
}

fn limited(name: &str, purpose: &PurposeSpec, learner: LearnerKind) -> Case {
    let mut case = case(name);
    case.system.target = Target::Command(vec![name.to_owned()]);
    case.purpose = purpose.clone();
    case.learning.learner = Some(learner);
    case
}

/// Without a purpose the run ends with a finding about `unit`; the lines that it advises.
fn grows<S: Default + Send>(
    name: &str,
    class: Class<S>,
    purpose: &PurposeSpec,
    learner: LearnerKind,
    unit: &str,
) -> Vec<String> {
    let mut case = limited(name, purpose, learner);
    case.limits.max_states = 40;
    let finished = learned(&case, &mut guarded(class, purpose));
    assert_eq!(finished.stop, Some(StopReason::PendingCallbacksGrow), "{name} {learner} {unit}");
    assert!(!finished.learned.finished && !finished.summary.verdict.finished);
    assert_eq!(finished.summary.verdict.text, "stopped: pending callbacks grow (see the findings)");
    let [finding] = &finished.summary.findings[..] else { panic!("{:?}", finished.summary.findings) };
    assert_eq!(finding.kind, FindingKind::PendingCallbacksGrow);
    assert!(finding.message.contains(&format!("every `{unit}`")), "{}", finding.message);
    assert_eq!(finding.traces[0].steps.len(), finding.word.len());
    let line = |advice: &String| advice.strip_prefix("limit the purpose: under [purpose], write ").unwrap().to_owned();
    finding.advice.iter().map(line).collect()
}

#[test]
fn pending_callbacks_that_grow_without_end_are_a_finding() {
    for learner in LearnerKind::ALL {
        let everything = PurposeSpec::default();
        let advice = grows("CountDownTimer", count_down_timer(), &everything, learner, "start");
        assert_eq!(
            advice,
            [
                "at_most_pending = [{ count = 2, requests = [\"start\"], callbacks = [\"onFinish\"] }]",
                "at_most_between_quiets = 1",
                "at_most_once = [\"start\"]"
            ]
        );
        let request = "getSentenceSuggestions";
        let advice = grows("SpellCheckerSession", spell_checker_session(), &everything, learner, request);
        assert!(advice[0].contains("callbacks = [\"onGetSentenceSuggestions\"]"));
    }
}

#[test]
fn callbacks_that_grow_with_every_call_and_wait_are_a_finding() {
    for learner in LearnerKind::ALL {
        let kept: Class<bool> = Class::new(&FILE_OBSERVER, change);
        let advice = grows("FileObserver", kept, &wait_after_changes(), learner, "modify wait");
        assert!(advice.contains(&"at_most_once = [\"modify\"]".to_owned()), "{advice:?}");
    }
    let kept: Class<bool> = Class::new(&FILE_OBSERVER, change);
    grows("FileObserver", kept, &PurposeSpec::default(), LearnerKind::Lsharp, "modify");
}

#[test]
fn a_limit_on_requests_does_not_hide_that_each_brings_more_callbacks_than_it_counts() {
    let limit = PendingLimit {
        count: 2,
        requests: vec!["modify".to_owned()],
        callbacks: vec!["onModify".to_owned()],
        ..PendingLimit::default()
    };
    let purpose = PurposeSpec { at_most_pending: vec![limit], ..PurposeSpec::default() };
    for learner in LearnerKind::ALL {
        let kept: Class<bool> = Class::new(&FILE_OBSERVER, change);
        grows("FileObserver", kept, &purpose, learner, "modify wait");
    }
}

#[test]
fn pending_callbacks_that_come_to_an_end_are_learned() {
    for (most, is_machine) in [(8, false), (11, false), (8, true), (15, true)] {
        for learner in LearnerKind::ALL {
            let truth = counting_timer(most);
            let mut case = limited("CountDownTimer", &PurposeSpec::default(), learner);
            case.learning.tester = Some(TesterKind::Exact);
            if is_machine {
                case.system.target = Target::Model("timer.dot".into());
            }
            assert_learned("timer", &learned_with(&case, &mut watched(&truth), &knowing(&truth)), &truth);
        }
    }
}

#[test]
fn pending_callbacks_that_the_purpose_ends_are_learned() {
    let purpose = at_most_pending(15);
    for learner in LearnerKind::ALL {
        let mut case = limited("CountDownTimer", &purpose, learner);
        case.learning.tester = Some(TesterKind::Exact);
        let mut system = guarded(count_down_timer(), &purpose);
        let finished = learned_with(&case, &mut system, &knowing(&counting_timer(15)));
        // A state for each number of starts that the purpose counts and each number of them that cancel has left.
        assert_eq!((finished.stop, finished.summary.states), (None, 16 * 17 / 2), "{learner}");
    }
}

#[test]
fn confirming_gives_nothing_outside() {
    let first = PurposeSpec { must_come_first: vec!["start".to_owned()], ..once("start") };
    for (purpose, learner) in [once("start"), at_most_pending(2), first]
        .iter()
        .flat_map(|purpose| LearnerKind::ALL.map(|learner| (purpose, learner)))
    {
        for outside_is_error in [false, true] {
            let mut case = limited("CountDownTimer", purpose, learner);
            case.learning.confirm = 3;
            let mut system = guarded(Walked::new(&counting_timer(3)), purpose);
            let options = RunOptions { outside_is_error, ..RunOptions::default() };
            let finished = learned_with(&case, &mut system, &options);
            assert_eq!((finished.stop, finished.summary.findings), (None, Vec::new()), "{purpose:?} {learner}");
            let log = system.log.lock().unwrap();
            let repeated = log.iter().enumerate().filter(|(at, word)| log[..*at].contains(word)).count();
            assert!(repeated >= 2 && !log.iter().any(|word| word.inputs.is_empty()), "{repeated} words were confirmed");
            if !outside_is_error {
                assert_same_inside(&finished.learned.machine, &mut count_down_timer(), purpose, 8);
            }
        }
    }
}

/// Learns a class within a purpose, what is outside being missing and being an error.
fn both_ways<S: Default + Send>(name: &str, class: fn() -> Class<S>, purpose: &PurposeSpec) {
    for learner in LearnerKind::ALL {
        let case = limited(name, purpose, learner);
        let truth = zoo(name);
        let open = learned(&case, &mut guarded(class(), purpose));
        assert_learned(name, &open, &truth);
        assert!(!open.learned.machine.is_complete(), "{name}: what is outside is missing");
        let options = RunOptions { outside_is_error: true, ..RunOptions::default() };
        let folded = learned_with(&case, &mut guarded(class(), purpose), &options);
        assert_learned(name, &folded, &truth);
        assert!(folded.learned.machine.is_complete(), "{name}: what is outside is an error");
        assert_eq!(folded.summary.states, truth.live_states(), "{name}");
        assert_eq!(compare(&open.learned.machine, &folded.learned.machine), Comparison::Same);
    }
}

#[test]
fn a_timer_that_is_started_once_is_the_published_machine() {
    both_ways("CountDownTimer", count_down_timer, &once("start"));
    let case = limited("CountDownTimer", &once("start"), LearnerKind::Lsharp);
    assert_eq!(learned(&case, &mut guarded(count_down_timer(), &once("start"))).summary.states, 3);
}

#[test]
fn a_session_that_is_asked_once_is_the_published_machine() {
    both_ways("SpellCheckerSession", spell_checker_session, &once("getSentenceSuggestions"));
}

#[test]
fn an_observer_that_waits_after_every_change_is_the_published_machine() {
    both_ways("FileObserver", forgetful_file_observer, &wait_after_changes());
}

/// The machine answers every word of at most `length` inputs as the class does, and knows those of the purpose only.
fn assert_same_inside(machine: &Mealy, class: &mut Class<()>, spec: &PurposeSpec, length: usize) {
    let purpose = Purpose::new(spec, &class.inputs);
    let mut words: Vec<Vec<InputId>> = vec![Vec::new()];
    while let Some(word) = words.pop() {
        let answers: Vec<String> =
            machine.run(&word).iter().map(|&output| machine.outputs().text(output).to_owned()).collect();
        class.reset();
        let mut state = purpose.start();
        for (&input, answer) in word.iter().zip(&answers) {
            assert_eq!(&class.step(machine.inputs().text(input)), answer, "{}", machine.inputs().show(&word));
            state = purpose.step(&state, input, answer);
        }
        for input in machine.inputs().ids() {
            let next = [&word[..], &[input]].concat();
            let is_known = machine.run(&next).len() == next.len();
            assert_eq!(is_known, purpose.allows(&state, input), "{}", machine.inputs().show(&next));
            if is_known && next.len() <= length {
                words.push(next);
            }
        }
    }
}

#[test]
fn a_timer_with_a_limit_on_pending_starts_is_learned() {
    for (count, bound) in [(1, 2), (2, 2), (3, 4)] {
        for learner in LearnerKind::ALL {
            let purpose = at_most_pending(count);
            let mut case = limited("CountDownTimer", &purpose, learner);
            case.learning.tester = Some(MachineTester::DistinguisherBound(bound).into());
            let finished = learned(&case, &mut guarded(count_down_timer(), &purpose));
            assert_eq!(finished.stop, None, "{count} pending");
            assert_same_inside(&finished.learned.machine, &mut count_down_timer(), &purpose, 8);
        }
    }
}

/// The timer as a machine that counts to `most`.
fn counting_timer(most: usize) -> Mealy {
    let mut machine = Mealy::new(["start", "cancel", WAIT].iter().collect());
    let states: Vec<_> = (0..=most).map(|count| machine.add_state(&format!("pending{count}"))).collect();
    for (count, &state) in states.iter().enumerate() {
        machine.add_edge(state, "start", "ok", states[(count + 1).min(most)]);
        machine.add_edge(state, "cancel", "ok", states[0]);
        let (output, next) = if count == 0 { (QUIET, 0) } else { ("onFinish", count - 1) };
        machine.add_edge(state, WAIT, output, states[next]);
    }
    machine
}

#[test]
fn nothing_outside_is_given_even_when_an_answer_is_wrong() {
    let mut wrong = 0;
    for seed in 0..40 {
        let purpose = at_most_pending(2);
        let mut case = limited("CountDownTimer", &purpose, LearnerKind::ALL[seed as usize % 5]);
        (case.learning.repeat, case.learning.confirm) = [(3, 1), (1, 3)][seed as usize / 2 % 2];
        let finished = learned(&case, &mut guarded(Noisy::new(&counting_timer(3), seed, 15), &purpose));
        assert!(matches!(finished.stop, None | Some(StopReason::Unsettled)), "seed {seed}: {:?}", finished.stop);
        wrong += finished.summary.findings.len();
    }
    assert!(wrong >= 40, "only {wrong} answers were wrong");
}

#[test]
fn what_a_machine_lacks_is_outside_or_an_error() {
    let mut door = Mealy::new(["open", "close"].iter().collect());
    let (shut, ajar) = (door.add_state("shut"), door.add_state("ajar"));
    door.add_edge(shut, "open", "ok", ajar);
    door.add_edge(ajar, "close", "ok", shut);
    for outside_is_error in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let options = RunOptions { outside_is_error, ..RunOptions::default() };
        let run = || {
            let journal = Journal::open(&folder.path().join("journal.sqlite")).unwrap();
            let mut system = Simulated::new("door", &door, &[]);
            learn(&Case::of_model(Path::new("door")), &mut system, journal, &options, &mut |_, _| {}).unwrap()
        };
        let (first, again) = (run(), run());
        assert_learned("door", &first, &door);
        assert_eq!((first.summary.states, first.learned.machine.is_complete()), (2, outside_is_error));
        assert_eq!(again.learned, first.learned);
        assert_eq!(again.summary.replayed, first.summary.learning.executed + first.summary.testing.executed);
    }
}
