//! Copies that are asked at once: their number changes time and nothing else, unless they share something.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use rusqlite::Connection;
use typestar_model::{FindingKind, Inputs, Outputs, Plan};
use typestar_protocol::Clock;
use typestar_query::{
    About, Answer, Case, Check, CheckKind, CheckOutcome, Copies, DoctorOptions, Finished, Journal, RunOptions,
    StopReason, Symbols, System, SystemError, Task, learn,
};

/// No test waits longer for something that has to happen.
const LONG: Duration = Duration::from_secs(60);

/// A counter from 0 to 4, of which every copy has its own.
struct Counter {
    inputs: Inputs,
    outputs: Outputs,
    number: usize,
    shared: Arc<Shared>,
    about: About,
}

/// What all copies know of each other.
#[derive(Default)]
struct Shared {
    /// How many words each copy has run.
    words: Mutex<Vec<usize>>,
    changed: Condvar,
    /// Whether only the copy that began first can count.
    is_one_port: bool,
    /// After this many words, and when this many copies have answered, a copy fails.
    fails_after: Option<(usize, usize)>,
    began: AtomicUsize,
}

impl Counter {
    fn new(number: usize, shared: &Arc<Shared>) -> Self {
        shared.began.fetch_add(1, Ordering::Relaxed);
        let (inputs, outputs) = (["up", "down", "show"].iter().collect(), Outputs::default());
        Self { inputs, outputs, number, shared: Arc::clone(shared), about: About::default() }
    }

    /// Each copy waits until all that were begun have had a word.
    fn meet_the_others(&self) {
        let mut words = self.shared.words.lock().unwrap();
        let known = words.len().max(self.number);
        words.resize(known, 0);
        words[self.number - 1] += 1;
        self.shared.changed.notify_all();
        let began = self.shared.began.load(Ordering::Relaxed);
        let all_have_words = |words: &mut Vec<usize>| words.iter().filter(|&&words| words > 0).count() < began;
        let met = self.shared.changed.wait_timeout_while(words, LONG, all_have_words).unwrap();
        assert!(!met.1.timed_out(), "a copy that was begun has a word");
    }

    /// Whether it fails at this word. The first copy never does.
    fn fails(&self) -> bool {
        let words = self.shared.words.lock().unwrap();
        let answered = words.iter().filter(|&&words| words > 1).count();
        let is_over = |(most, copies)| words.iter().sum::<usize>() > most && answered >= copies;
        self.number > 1 && self.shared.fails_after.is_some_and(is_over)
    }

    fn answer(&mut self, plan: &Plan, symbols: &Symbols) -> Answer {
        let (mut count, is_refused) = (0, self.shared.is_one_port && self.number > 1);
        Answer::stepped(plan, symbols, &mut self.outputs, |input| {
            match input {
                "up" => count = (count + 1) % 5,
                "down" => count = (count + 4) % 5,
                _ => return if is_refused { "refused".to_owned() } else { format!("at {count}") },
            }
            "ok".to_owned()
        })
    }
}

impl System for Counter {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn about(&self) -> &About {
        &self.about
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            self.meet_the_others();
            if self.fails() {
                return Err(SystemError::Failed("it broke".to_owned()));
            }
            answers.push(self.answer(plan, symbols));
        }
        Ok(())
    }
}

fn copies(count: usize, shared: Shared) -> Copies {
    let shared = Arc::new(shared);
    let first = Box::new(Counter::new(1, &shared));
    Copies::new(first, count, move |number| Ok(Box::new(Counter::new(number, &shared))))
}

fn case() -> Case {
    Case::of_model(Path::new("counter"))
}

fn learned_in(journal: Journal, system: &mut dyn System) -> Finished {
    learn(&case(), system, journal, &RunOptions::default(), &mut |_, _| {}).unwrap()
}

/// Words and outputs of a journal, in the order of planning.
fn words(path: &Path) -> Vec<(Vec<String>, Vec<String>)> {
    let mut words = Vec::new();
    Journal::open(path).unwrap().for_each(|entry| words.push((entry.inputs, entry.outputs))).unwrap();
    words
}

#[test]
fn the_number_of_copies_changes_neither_model_nor_counts_nor_journal() {
    let folder = tempfile::tempdir().unwrap();
    let learned = |count: usize| {
        let path = folder.path().join(format!("{count}.db"));
        let finished = learned_in(Journal::open(&path).unwrap(), &mut copies(count, Shared::default()));
        assert_eq!((finished.summary.states, &finished.stop), (5, &None));
        (finished.learned, finished.summary.learning, finished.summary.testing, words(&path))
    };
    let one = learned(1);
    for count in [2, 3, 8] {
        assert!(learned(count) == one, "{count} copies");
    }
}

#[test]
fn a_journal_tells_which_copy_answered_and_a_run_goes_on_with_another_number_of_copies() {
    let folder = tempfile::tempdir().unwrap();
    let (path, whole) = (folder.path().join("stopped.db"), folder.path().join("whole.db"));
    let stopped = learned_in(
        Journal::open(&path).unwrap(),
        &mut copies(4, Shared { fails_after: Some((40, 4)), ..Shared::default() }),
    );
    assert!(matches!(&stopped.stop, Some(StopReason::SystemFailed(text)) if text.contains("it broke")));
    let mut answered_by = BTreeSet::new();
    Journal::open(&path).unwrap().for_each(|entry| answered_by.extend([entry.copy])).unwrap();
    assert_eq!(answered_by.into_iter().collect::<Vec<_>>(), [1, 2, 3, 4]);
    let kept = words(&path).len() as u64;
    let continued = learned_in(Journal::open(&path).unwrap(), &mut copies(1, Shared::default()));
    assert_eq!((continued.stop, continued.summary.replayed), (None, kept));
    let undisturbed = learned_in(Journal::open(&whole).unwrap(), &mut copies(1, Shared::default()));
    assert!(continued.learned == undisturbed.learned);
    assert_eq!(words(&path), words(&whole), "what was in flight has its place");
}

#[test]
fn gaps_are_no_damage_and_a_row_that_was_deleted_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.db");
    let stopped = learned_in(
        Journal::open(&path).unwrap(),
        &mut copies(4, Shared { fails_after: Some((40, 4)), ..Shared::default() }),
    );
    assert!(stopped.stop.is_some());
    assert!(Journal::open(&path).unwrap().damage().is_none());
    let file = Connection::open(&path).unwrap();
    file.execute("DELETE FROM word WHERE seq = 7", []).unwrap();
    drop(file);
    let damaged = Journal::open(&path).unwrap();
    assert!(damaged.damage().unwrap().to_string().contains("lost: 7"), "{:?}", damaged.damage());
}

#[test]
fn the_doctor_says_whether_copies_disturb_each_other() {
    let checked = |is_one_port: bool| -> Check {
        let mut copies = copies(16, Shared { is_one_port, ..Shared::default() });
        let examination = Task::Machine.examine(&case(), &mut copies, &DoctorOptions::default(), &mut |_| {}).unwrap();
        examination.checks.into_iter().find(|check| check.kind == CheckKind::Copies).expect("the check of copies")
    };
    let fine = checked(false);
    assert_eq!(fine.outcome, CheckOutcome::Passed, "{}", fine.message);
    assert!(fine.message.contains("16 copies at once"), "{}", fine.message);
    let shared = checked(true);
    assert_eq!(shared.outcome, CheckOutcome::Failed, "{}", shared.message);
    assert!(shared.message.contains("refused on copy"), "{}", shared.message);
    assert!(shared.advice.as_ref().unwrap().contains("copies = 1"));
    assert_eq!(shared.traces.len(), 2);
}

#[test]
fn copies_that_share_something_end_the_run_with_a_finding_that_names_them() {
    let mut copies = copies(16, Shared { is_one_port: true, ..Shared::default() });
    let finished = learned_in(Journal::in_memory(), &mut copies);
    assert_eq!(finished.stop, Some(StopReason::Unsettled));
    let finding = finished.summary.findings.iter().find(|finding| finding.kind == FindingKind::Disagreement).unwrap();
    assert!(finding.message.contains("(copy") || finding.message.contains("(copies"), "{}", finding.message);
    assert!(finding.advice[0].contains("copies = 1"), "{:?}", finding.advice);
    assert!(finding.traces.iter().all(|trace| !trace.copies.is_empty()), "{:?}", finding.traces);
}

/// How many times the same word, and the symbols to ask it.
fn same_words(system: &dyn System, count: usize) -> (Vec<Plan>, Symbols) {
    let inputs = system.inputs().clone();
    let plans = vec![Plan::word(inputs.ids().collect::<Vec<_>>()); count];
    (plans, Symbols { offered: inputs.len(), inputs, ..Symbols::default() })
}

#[test]
fn every_copy_gets_a_word_if_there_are_as_many_and_words_that_come_alone_go_to_each_in_turn() {
    let mut copies = copies(64, Shared::default());
    let (plans, symbols) = same_words(&copies, 64);
    let mut answered_by = |plans: &[Plan]| -> Vec<u32> {
        let mut answers = Vec::new();
        copies.run(plans, &symbols, &mut answers).unwrap();
        answers.iter().map(|answer| answer.copy).collect()
    };
    assert_eq!(answered_by(&plans), (1..=64).collect::<Vec<_>>());
    assert_eq!([0; 3].map(|_| answered_by(&plans[..1])[0]), [1, 2, 3]);
}

#[test]
fn no_more_words_are_run_once_nobody_wants_more() {
    const MANY: usize = 100_000;
    let mut copies = copies(2, Shared::default());
    let (plans, symbols) = same_words(&copies, MANY);
    let mut answered = 0;
    let outcome = copies.run_at_once(&plans, &symbols, &mut |answers, _| {
        answered += answers.len();
        ControlFlow::Break(())
    });
    assert!(outcome.is_ok() && (1..MANY).contains(&answered), "{answered} words were answered");
}

#[test]
fn a_copy_with_other_inputs_is_refused_with_both_lists() {
    let shared = Arc::new(Shared::default());
    let first = Box::new(Counter::new(1, &shared));
    let mut copies = Copies::new(first, 2, move |number| {
        Ok(Box::new(Counter { inputs: ["up"].iter().collect(), ..Counter::new(number, &Arc::default()) }))
    });
    let finished = learned_in(Journal::in_memory(), &mut copies);
    let Some(StopReason::SystemFailed(text)) = finished.stop else { panic!("{:?}", finished.stop) };
    assert!(text.contains("copy 2 offers different inputs") && text.contains("up, down, show"), "{text}");
}

/// A counter that ends when all others are about to end, too.
struct Companion {
    counter: Counter,
    /// How many are about to end.
    ending: Arc<(Mutex<usize>, Condvar)>,
    /// How many have seen all others.
    met: Arc<AtomicUsize>,
}

impl System for Companion {
    fn inputs(&self) -> &Inputs {
        self.counter.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.counter.outputs()
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        self.counter.run(plans, symbols, answers)
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        let (ending, changed) = &*self.ending;
        *ending.lock().unwrap() += 1;
        changed.notify_all();
        let all = self.counter.shared.began.load(Ordering::Relaxed);
        let ended = changed.wait_timeout_while(ending.lock().unwrap(), LONG, |ending| *ending < all).unwrap();
        self.met.fetch_add(usize::from(!ended.1.timed_out()), Ordering::Relaxed);
    }
}

#[test]
fn copies_that_end_do_not_wait_for_each_other() {
    let (shared, ending, met) = (Arc::<Shared>::default(), Arc::default(), Arc::<AtomicUsize>::default());
    let (began, all_met) = (Arc::clone(&shared), Arc::clone(&met));
    let start = move |number| -> Result<Box<dyn System>, SystemError> {
        let (ending, met) = (Arc::clone(&ending), Arc::clone(&met));
        Ok(Box::new(Companion { counter: Counter::new(number, &shared), ending, met }))
    };
    let mut copies = Copies::new(start(1).unwrap(), 3, start);
    assert_eq!(learned_in(Journal::in_memory(), &mut copies).stop, None);
    drop(copies);
    assert_eq!((began.began.load(Ordering::Relaxed), all_met.load(Ordering::Relaxed)), (3, 3));
}

/// Has one trouble, and fails at every word. Notes the flags that it was begun with.
struct Troubled {
    counter: Counter,
    troubles: Vec<String>,
    flags: Arc<Mutex<Vec<Arc<AtomicBool>>>>,
}

impl System for Troubled {
    fn inputs(&self) -> &Inputs {
        self.counter.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.counter.outputs()
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, _: &mut Vec<Answer>) -> Result<(), SystemError> {
        Err(SystemError::Failed(symbols.inputs.show(&plans[0].word)))
    }

    fn begin(&mut self, interrupt: &Arc<AtomicBool>) {
        self.flags.lock().unwrap().push(Arc::clone(interrupt));
    }

    fn troubles(&self) -> &[String] {
        &self.troubles
    }
}

#[test]
fn copies_heed_one_flag_and_tell_each_trouble_once_and_the_failure_of_the_first_word() {
    let (shared, flags) = (Arc::<Shared>::default(), Arc::<Mutex<Vec<_>>>::default());
    let noted = Arc::clone(&flags);
    let start = move |number| -> Result<Box<dyn System>, SystemError> {
        let (counter, troubles) = (Counter::new(number, &shared), vec!["it was slow".to_owned()]);
        Ok(Box::new(Troubled { counter, troubles, flags: Arc::clone(&noted) }))
    };
    let mut copies = Copies::new(start(1).unwrap(), 2, start);
    let flag = Arc::default();
    copies.begin(&flag);
    let inputs = copies.inputs().clone();
    let plans: Vec<Plan> = inputs.ids().take(2).map(|input| Plan::word(vec![input])).collect();
    let symbols = Symbols { offered: inputs.len(), inputs, ..Symbols::default() };
    for _ in 0..2 {
        let failure = copies.run(&plans, &symbols, &mut Vec::new()).unwrap_err();
        assert_eq!(failure.to_string(), "up");
    }
    assert_eq!(copies.troubles(), ["copy 1: it was slow", "copy 2: it was slow"]);
    let flags = flags.lock().unwrap();
    assert_eq!(flags.iter().map(|begun| Arc::ptr_eq(begun, &flag)).collect::<Vec<_>>(), [true, true]);
}

#[test]
fn a_copy_with_another_clock_is_refused() {
    let about = About { clock: Clock::Virtual, ..About::default() };
    let first = Box::new(Counter { about, ..Counter::new(1, &Arc::default()) });
    let mut copies = Copies::new(first, 2, |number| Ok(Box::new(Counter::new(number, &Arc::default()))));
    let finished = learned_in(Journal::in_memory(), &mut copies);
    let Some(StopReason::SystemFailed(text)) = finished.stop else { panic!("{:?}", finished.stop) };
    assert!(text.contains("copy 2 has a different clock than the first copy"), "{text}");
}

/// Answers at once, until it is told to wait for somebody in each word.
struct Waiting {
    inputs: Inputs,
    outputs: Outputs,
    shared: Arc<(AtomicBool, AtomicBool, AtomicUsize)>,
}

impl Waiting {
    fn new(shared: &Arc<(AtomicBool, AtomicBool, AtomicUsize)>) -> Self {
        Self { inputs: ["up"].iter().collect(), outputs: Outputs::default(), shared: Arc::clone(shared) }
    }
}

impl System for Waiting {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        let (waits, goes_on, words) = &*self.shared;
        for plan in plans {
            words.fetch_add(1, Ordering::SeqCst);
            while waits.load(Ordering::SeqCst) && !goes_on.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
            answers.push(Answer::stepped(plan, symbols, &mut self.outputs, |_| "ok".to_owned()));
        }
        Ok(())
    }
}

#[test]
fn copies_end_with_the_words_in_flight_when_no_more_answers_are_wanted() {
    let shared = Arc::default();
    let start = Arc::clone(&shared);
    let mut copies = Copies::new(Box::new(Waiting::new(&shared)), 2, move |_| Ok(Box::new(Waiting::new(&start))));
    let inputs = copies.inputs().clone();
    let plans = vec![Plan::word(inputs.ids().collect::<Vec<_>>()); 4096];
    let symbols = Symbols { offered: 1, inputs, ..Symbols::default() };
    // Copies that are fast get many words at once.
    copies.run_at_once(&plans, &symbols, &mut |_, _| ControlFlow::Continue(())).unwrap();
    let (waits, goes_on, words) = &*shared;
    waits.store(true, Ordering::SeqCst);
    words.store(0, Ordering::SeqCst);
    let (mut looks, mut taken) = (0, 0);
    let outcome = copies.run_at_once(&plans, &symbols, &mut |answers, _| {
        looks += 1;
        taken += answers.len();
        // At the second look the copies know of the first one.
        goes_on.store(looks > 1, Ordering::SeqCst);
        ControlFlow::Break(())
    });
    outcome.expect("that is no failure");
    assert_eq!((words.load(Ordering::SeqCst), taken), (2, 2), "one word of each copy");
}
