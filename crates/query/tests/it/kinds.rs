//! A kind of model that the product does not have, learned by the function that learns all kinds (`learn_kind`): a counter
//! with a guard.
//!
//! `push` is ok while there is room, `pop` while there is something. The hypothesis is one number, the capacity.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use typestar_learn::{Halt, Hypothesis, Learner, Observed, Oracle, Outcome, Tester};
use typestar_model::{Finding, FindingKind, InputId, Inputs, OutputId, Outputs, Phase, Plan, Word};
use typestar_query::{
    Answer, Case, Chain, Established, Event, Finished, Journal, Kind, Link, Milestone, Numbers, RunOptions, Session,
    StopReason, Symbols, System, SystemError, TesterLink, WholeTree, learn_kind,
};

/// All words that were answered, in order, over all processes of a run; `push` is `+` and `pop` is `-`.
type Log = Arc<Mutex<Vec<String>>>;

/// A stack with so much room.
struct Stack {
    inputs: Inputs,
    outputs: Outputs,
    capacity: usize,
    log: Log,
    /// The process dies when this many words were answered.
    dies_after: usize,
    /// The first time that this word is asked, its last answer is wrong.
    lies_about: Option<&'static str>,
}

impl Stack {
    fn new(capacity: usize) -> Self {
        let inputs = ["push", "pop"].iter().collect();
        Self {
            inputs,
            outputs: Outputs::default(),
            capacity,
            log: Log::default(),
            dies_after: usize::MAX,
            lies_about: None,
        }
    }

    fn answer(&mut self, plan: &Plan, symbols: &Symbols) -> Answer {
        let (mut count, capacity, mut text) = (0, self.capacity, String::new());
        let mut answer = Answer::stepped(plan, symbols, &mut self.outputs, |input| {
            let is_push = input == "push";
            let is_ok = if is_push { count < capacity } else { count > 0 };
            match (is_ok, is_push) {
                (true, true) => count += 1,
                (true, false) => count -= 1,
                (false, _) => {}
            }
            text.push(if is_push { '+' } else { '-' });
            if is_ok { "ok" } else { "no" }.to_owned()
        });
        if self.lies_about.take_if(|word| *word == text).is_some() {
            answer.outputs.pop();
            answer.outputs.push(self.outputs.intern("no"));
        }
        self.log.lock().unwrap().push(text);
        answer
    }
}

impl System for Stack {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            assert!(self.log.lock().unwrap().len() < self.dies_after, "the process is killed here");
            answers.push(self.answer(plan, symbols));
        }
        Ok(())
    }
}

/// The guess that there is so much room.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Room {
    capacity: usize,
    push: InputId,
    ok: OutputId,
    no: OutputId,
}

impl Hypothesis for Room {
    fn predict(&self, _: Observed, word: &[InputId]) -> Vec<Option<OutputId>> {
        let mut count = 0;
        let step = |&input: &InputId| {
            let is_push = input == self.push;
            let is_ok = if is_push { count < self.capacity } else { count > 0 };
            count = if !is_ok {
                count
            } else if is_push {
                count + 1
            } else {
                count - 1
            };
            Some(if is_ok { self.ok } else { self.no })
        };
        word.iter().map(step).collect()
    }

    /// How many numbers are counted.
    fn size(&self) -> usize {
        self.capacity + 1
    }

    /// The word that first met the end of the room.
    fn news(&self, earlier: Option<&Self>, observed: Observed) -> Vec<Word> {
        let word = vec![self.push; self.capacity + 1];
        let is_new = earlier.is_none_or(|earlier| earlier != self) && observed.tree.outputs_of(&word).is_some();
        if is_new { vec![word] } else { Vec::new() }
    }
}

fn ask(oracle: &mut dyn Oracle, word: &[InputId]) -> Result<Vec<OutputId>, Halt> {
    oracle.ask(vec![Plan::word(word.to_vec())])?;
    Ok(oracle.tree().outputs_of(word).expect("a word that was asked is known"))
}

fn push_and_pop(oracle: &dyn Oracle) -> (InputId, InputId) {
    (oracle.inputs().get("push").unwrap(), oracle.inputs().get("pop").unwrap())
}

/// How a learner comes to a capacity.
#[derive(Clone, Copy)]
enum Manner {
    /// Pushes until there is no room.
    Thorough,
    /// Believes that there is room for one, until a push beyond that was seen.
    Hasty,
    /// Believes that there is room for one, whatever it sees. It asks on, and does not listen.
    Stubborn,
}

struct Pusher {
    manner: Manner,
    rounds: usize,
}

impl Learner for Pusher {
    type Hypothesis = Room;

    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<Room, Halt> {
        self.rounds += 1;
        let (push, pop) = push_and_pop(oracle);
        let (ok, no) = (ask(oracle, &[push])?[0], ask(oracle, &[pop])?[0]);
        let mut capacity = 1;
        match self.manner {
            Manner::Thorough => {
                while ask(oracle, &vec![push; capacity + 1])?[capacity] == ok {
                    capacity += 1;
                }
            }
            Manner::Hasty => {
                let seen = |pushes: usize| oracle.tree().outputs_of(&vec![push; pushes]);
                while seen(capacity + 1).is_some_and(|outputs| outputs[capacity] == ok) {
                    capacity += 1;
                }
            }
            Manner::Stubborn => drop(ask(oracle, &vec![pop; self.rounds])?),
        }
        Ok(Room { capacity, push, ok, no })
    }
}

/// Fills the stack and empties it, each with one call too many.
struct FillAndDrain;

impl Tester<Room> for FillAndDrain {
    fn test(&mut self, oracle: &mut dyn Oracle, room: &Room) -> Result<Outcome, Halt> {
        let (push, pop) = push_and_pop(oracle);
        let fill = vec![push; room.capacity + 1];
        let drain = [&fill[..], &vec![pop; room.capacity + 1]].concat();
        for word in [vec![push, pop, pop], fill, drain] {
            ask(oracle, &word)?;
            if let Some(word) = room.disagreement_on(oracle.observed(), &word) {
                return Ok(Outcome::Counterexample(word));
            }
        }
        Ok(Outcome::Agreed)
    }
}

/// A link of its own: fills the stack again after it was emptied.
struct FillTwice;

impl Link<Room> for FillTwice {
    fn phase(&self) -> Phase {
        Phase::Challenge
    }

    fn test(&mut self, session: &mut Session, room: &Room) -> Result<Outcome, Halt> {
        let (push, pop) = push_and_pop(session);
        let word = [vec![push; room.capacity], vec![pop; room.capacity], vec![push; room.capacity + 1]].concat();
        ask(session, &word)?;
        Ok(room.disagreement_on(session.observed(), &word).map_or(Outcome::Agreed, Outcome::Counterexample))
    }

    fn establishes(&self) -> Option<Milestone> {
        Some(Milestone::Challenged(1))
    }
}

/// Counters, as the run sees them.
struct Counters {
    manner: Manner,
    has_challenge: bool,
    /// How often a learner was made.
    learners: Rc<Cell<usize>>,
}

impl Counters {
    fn new(manner: Manner) -> Self {
        Self { manner, has_challenge: false, learners: Rc::default() }
    }
}

impl Kind for Counters {
    type Hypothesis = Room;
    type Model = Option<usize>;

    fn learner_name(&self) -> String {
        "pusher".to_owned()
    }

    fn tester_name(&self) -> String {
        "fill-and-drain".to_owned()
    }

    fn has_challenge(&self) -> bool {
        self.has_challenge
    }

    fn learner(&self) -> Box<dyn Learner<Hypothesis = Room>> {
        self.learners.set(self.learners.get() + 1);
        Box::new(Pusher { manner: self.manner, rounds: 0 })
    }

    fn links(&self, _session: &Session) -> Vec<Box<dyn Link<Room>>> {
        let mut links: Vec<Box<dyn Link<Room>>> =
            vec![Box::new(TesterLink::new(FillAndDrain, Phase::Testing)), Box::new(WholeTree::after_tester())];
        if self.has_challenge {
            links.push(Box::new(FillTwice));
        }
        links
    }

    fn model(&self, _session: &Session, room: Option<&Room>, _finished: bool) -> Option<usize> {
        room.map(|room| room.capacity)
    }

    fn doubts(&self, numbers: &Numbers) -> Vec<Finding> {
        let doubt = Finding {
            kind: FindingKind::BoundRefuted,
            message: "there is hardly any room".to_owned(),
            word: Vec::new(),
            traces: Vec::new(),
            advice: Vec::new(),
        };
        if numbers.states <= 2 { vec![doubt] } else { Vec::new() }
    }

    fn established(&self, tests: &Chain<Room>, _numbers: &Numbers) -> Established {
        let times = if tests.milestone() == Some(Milestone::Tested) { "once" } else { "twice" };
        (format!("no counterexample; filled {times}"), Some("there is one guard".to_owned()))
    }
}

fn case() -> Case {
    Case::of_model(Path::new("stack"))
}

fn learned(kind: Counters, case: &Case, stack: &mut Stack, journal: Journal) -> Finished<Option<usize>> {
    learn_kind(kind, case, stack, journal, &RunOptions::default(), &mut |_, _| {}).unwrap()
}

fn learned_in_memory(manner: Manner, case: &Case, stack: &mut Stack) -> Finished<Option<usize>> {
    learned(Counters::new(manner), case, stack, Journal::in_memory())
}

/// The words of a run that nothing disturbs, for three places.
const WORDS: [&str; 7] = ["+", "-", "++", "+++", "++++", "+--", "++++----"];

#[test]
fn a_counter_is_learned_tested_and_reported_like_a_machine() {
    let mut stack = Stack::new(3);
    let finished = learned_in_memory(Manner::Thorough, &case(), &mut stack);
    assert_eq!((finished.learned, finished.stop), (Some(3), None));
    assert_eq!(*stack.log.lock().unwrap(), WORDS);
    let summary = finished.summary;
    assert_eq!((summary.system.as_str(), summary.learner.as_str()), ("stack", "pusher"));
    assert_eq!((summary.tester.as_str(), summary.rounds, summary.inputs), ("fill-and-drain", 1, 2));
    assert_eq!((summary.states, summary.states_total, summary.bound_needed), (4, 4, 0));
    assert_eq!((summary.learning.executed, summary.learning.symbols), (5, 11));
    assert_eq!((summary.testing.asked, summary.testing.executed, summary.testing.symbols), (3, 2, 11));
    assert_eq!((summary.history.len(), summary.history[0].states, summary.history[0].executed), (1, 4, 5));
    assert!(summary.verdict.finished && summary.challenge.is_none() && summary.findings.is_empty());
    assert_eq!(summary.verdict.text, "no counterexample; filled once");
    let assumptions = ["there is one guard", "the system always answers every word as it did when asked"];
    assert_eq!(summary.verdict.assumptions, assumptions);
}

#[test]
fn a_hasty_learner_is_refuted_until_it_is_right() {
    let (mut stack, mut refuted) = (Stack::new(3), Vec::new());
    let mut observer = |event: &Event, _: &_| {
        if let Event::CounterexampleFound { word } = event {
            refuted.push(word.len());
        }
    };
    let (kind, journal) = (Counters::new(Manner::Hasty), Journal::in_memory());
    let finished = learn_kind(kind, &case(), &mut stack, journal, &RunOptions::default(), &mut observer).unwrap();
    assert_eq!((finished.learned, refuted), (Some(3), vec![2, 3]));
    let history: Vec<_> = finished.summary.history.iter().map(|entry| (entry.states, entry.executed)).collect();
    assert_eq!(history, [(2, 2), (3, 4), (4, 5)]);
    assert_eq!((finished.summary.learning.executed, finished.summary.testing.executed), (2, 5));
}

#[test]
fn a_learner_that_does_not_listen_ends_with_the_budget_and_establishes_nothing() {
    let mut case = case();
    case.limits.max_words = 20;
    let finished = learned_in_memory(Manner::Stubborn, &case, &mut Stack::new(3));
    assert_eq!(finished.stop, Some(StopReason::Budget("20 words".to_owned())));
    let verdict = finished.summary.verdict;
    assert!(!verdict.finished && verdict.text.starts_with("the budget of 20 words ran out"), "{}", verdict.text);
    assert!(!verdict.text.contains("up to then"), "{}", verdict.text);
}

#[test]
fn a_limit_of_states_holds_for_what_any_kind_counts() {
    let mut case = case();
    case.limits.max_states = 5;
    let finished = learned_in_memory(Manner::Thorough, &case, &mut Stack::new(9));
    assert_eq!((finished.learned, finished.stop), (Some(9), Some(StopReason::Budget("5 states".to_owned()))));
}

#[test]
fn a_run_that_is_killed_anywhere_goes_on_with_the_next_word() {
    for manner in [Manner::Thorough, Manner::Hasty] {
        let mut whole = Stack::new(3);
        let expected = learned_in_memory(manner, &case(), &mut whole);
        let words = whole.log.lock().unwrap().len();
        for killed_after in 0..words {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("journal.sqlite");
            let mut first = Stack { dies_after: killed_after, ..Stack::new(3) };
            let mut second = Stack { log: Arc::clone(&first.log), ..Stack::new(3) };
            let run = |stack: &mut Stack| learned(Counters::new(manner), &case(), stack, Journal::open(&path).unwrap());
            catch_unwind(AssertUnwindSafe(|| run(&mut first))).unwrap_err();
            assert_eq!(first.log.lock().unwrap().len(), killed_after);
            let continued = run(&mut second);
            assert_eq!(*second.log.lock().unwrap(), *whole.log.lock().unwrap(), "killed after {killed_after} words");
            assert_eq!(continued.summary.replayed, killed_after as u64);
            assert_eq!(continued.learned, expected.learned);
            assert_eq!(continued.summary.history, expected.summary.history);
            assert_eq!(continued.summary.testing, expected.summary.testing);
        }
    }
}

#[test]
fn a_finished_run_is_replayed_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.sqlite");
    let run =
        |stack: &mut Stack| learned(Counters::new(Manner::Thorough), &case(), stack, Journal::open(&path).unwrap());
    let (first, mut silent) = (run(&mut Stack::new(3)), Stack { dies_after: 0, ..Stack::new(3) });
    let again = run(&mut silent);
    assert_eq!((again.learned, again.summary.replayed), (first.learned, WORDS.len() as u64));
    assert_eq!(again.summary.verdict, first.summary.verdict);
}

#[test]
fn an_answer_that_loses_a_vote_makes_the_learner_start_again() {
    let mut stack = Stack { lies_about: Some("++"), ..Stack::new(3) };
    let kind = Counters::new(Manner::Thorough);
    let (learners, mut overturned) = (Rc::clone(&kind.learners), 0);
    let mut observer = |event: &Event, _: &_| {
        if let Event::AnswersOverturned { words } = event {
            overturned += words;
        }
    };
    let (options, journal) = (RunOptions::default(), Journal::in_memory());
    let finished = learn_kind(kind, &case(), &mut stack, journal, &options, &mut observer).unwrap();
    assert_eq!((finished.learned, finished.stop), (Some(3), None));
    assert_eq!((learners.get(), overturned), (2, 1));
    let summary = finished.summary;
    let states: Vec<_> = summary.history.iter().map(|entry| entry.states).collect();
    assert_eq!(states, [2, 4], "the lie was believed, and then no more");
    assert!(summary.verdict.text.ends_with("1 contradicting answer was outvoted"), "{}", summary.verdict.text);
    assert_eq!(summary.findings.iter().map(|finding| finding.kind).collect::<Vec<_>>(), [FindingKind::Disagreement]);
}

#[test]
fn what_is_new_in_a_hypothesis_is_confirmed_before_it_is_believed() {
    let mut case = case();
    case.learning.confirm = 3;
    let mut stack = Stack { lies_about: Some("++"), ..Stack::new(3) };
    let finished = learned_in_memory(Manner::Thorough, &case, &mut stack);
    assert_eq!(finished.learned, Some(3));
    let states: Vec<_> = finished.summary.history.iter().map(|entry| entry.states).collect();
    assert_eq!(states, [4], "the lie was never believed");
}

#[test]
fn votes_on_every_word_hide_a_lie_from_every_kind() {
    let mut case = case();
    case.learning.repeat = 3;
    let mut stack = Stack { lies_about: Some("++"), ..Stack::new(3) };
    let finished = learned_in_memory(Manner::Thorough, &case, &mut stack);
    assert_eq!((finished.learned, finished.summary.rounds), (Some(3), 1));
    assert_eq!(stack.log.lock().unwrap().len(), 3 * WORDS.len());
    assert_eq!(finished.summary.notes.get("repeat").map(String::as_str), Some("3"));
}

#[test]
fn links_count_for_their_phase_and_say_what_they_establish() {
    let kind = Counters { has_challenge: true, ..Counters::new(Manner::Thorough) };
    let mut stack = Stack::new(3);
    let finished = learned(kind, &case(), &mut stack, Journal::in_memory());
    let challenge = finished.summary.challenge.unwrap();
    assert_eq!((challenge.counts.executed, challenge.counts.symbols, challenge.random_words), (1, 10, Some(1)));
    assert_eq!(finished.summary.testing.executed, 2);
    assert_eq!(finished.summary.verdict.text, "no counterexample; filled twice");
}

#[test]
fn what_was_established_before_the_budget_ran_out_is_told() {
    let mut case = case();
    case.limits.max_words = WORDS.len() as u64;
    let kind = Counters { has_challenge: true, ..Counters::new(Manner::Thorough) };
    let finished = learned(kind, &case, &mut Stack::new(3), Journal::in_memory());
    let text = finished.summary.verdict.text;
    assert!(text.ends_with("; up to then: no counterexample; filled once"), "{text}");
}

#[test]
fn findings_come_from_answers_from_the_case_and_from_the_kind() {
    let mut case = case();
    case.outputs.callbacks = Some(vec!["onFull".to_owned()]);
    let finished = learned_in_memory(Manner::Thorough, &case, &mut Stack::new(1));
    let kinds: Vec<_> = finished.summary.findings.iter().map(|finding| finding.kind).collect();
    assert_eq!(kinds, [FindingKind::UndeclaredOutput, FindingKind::UnseenOutput, FindingKind::BoundRefuted]);
}

#[test]
fn a_kind_that_cannot_be_drawn_is_never_shown_as_a_machine() {
    let mut drafts = 0;
    let options = RunOptions { drafts_every: Some(std::time::Duration::ZERO), ..RunOptions::default() };
    let mut observer = |event: &Event, _: &_| drafts += usize::from(matches!(event, Event::ModelDrafted(_)));
    let (kind, journal) = (Counters::new(Manner::Thorough), Journal::in_memory());
    learn_kind(kind, &case(), &mut Stack::new(3), journal, &options, &mut observer).unwrap();
    assert_eq!(drafts, 0);
}
