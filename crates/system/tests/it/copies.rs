//! Many copies of a system: whatever they do, model, counts and journal are those of one copy.

use crate::learning;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use crate::common::{has, repository};
use crate::learning::{Random, Trail, Walked, Watched, case_with, trail, zoo};
use typestar_model::{InputId, Inputs, Mealy, Outputs, Plan};
use typestar_protocol::Settings;
use typestar_query::{
    Answer, Case, Copies, Journal, LearnerKind, MachineTester, RunOptions, StopReason, Symbols, System, SystemError,
};
use typestar_system::{Process, ProcessOptions};

/// The classes that are learned in turn.
const CLASSES: [&str; 4] = ["AsyncTask", "DownloadManager", "SpellCheckerSession", "SpeechRecognizer"];

/// Every word with its outputs, in the order of planning.
type Words = Vec<(Vec<String>, Vec<String>)>;

/// A machine that takes up to 2 ms for a word, and fails when this many words were executed by all copies.
struct Restless {
    machine: Watched<'static, Walked>,
    random: Random,
    left: Arc<AtomicUsize>,
}

impl Restless {
    fn new(machine: &Mealy, seed: u64, left: &Arc<AtomicUsize>) -> Self {
        Self { machine: learning::watched(machine), random: Random::new(seed), left: Arc::clone(left) }
    }

    /// Whether this is the word at which it fails.
    fn fails(&self) -> bool {
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

impl System for Restless {
    fn inputs(&self) -> &Inputs {
        self.machine.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.machine.outputs()
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            std::thread::sleep(Duration::from_micros(self.random.below(2_000) as u64));
            if self.fails() {
                return Err(SystemError::Failed("it died".to_owned()));
            }
            self.machine.run(std::slice::from_ref(plan), symbols, answers)?;
        }
        Ok(())
    }
}

/// How many copies of a restless machine, all of which fail when this many words were executed.
fn restless(machine: &Mealy, count: usize, seed: u64, words: usize) -> Copies {
    let (machine, left) = (machine.clone(), Arc::new(AtomicUsize::new(words)));
    let start = move |copy: usize| -> Result<Box<dyn System>, SystemError> {
        Ok(Box::new(Restless::new(&machine, seed * 100 + copy as u64, &left)))
    };
    Copies::new(start(1).expect("the first"), count, start)
}

fn class_case(name: &str) -> Case {
    case_with(name, LearnerKind::Lsharp, MachineTester::DistinguisherBound(2))
}

/// What one copy that nothing disturbs leaves.
fn undisturbed(case: &Case, machine: &Mealy) -> (Trail, Words) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.db");
    let (finished, trail) = learn(case, &mut learning::watched(machine), &path);
    assert_eq!(finished, None);
    (trail, words_of(&path).0)
}

/// Learns with the journal of this file; why it stopped, and its trail.
fn learn(case: &Case, system: &mut dyn System, path: &Path) -> (Option<StopReason>, Trail) {
    let journal = Journal::open(path).expect("a journal");
    let (finished, trail) = trail(case, system, journal, &RunOptions::default(), &mut |_| {});
    (finished.stop, trail)
}

/// The words of a journal in the order of planning, and the copies that answered them.
fn words_of(path: &Path) -> (Words, BTreeSet<u32>) {
    let (mut words, mut copies) = (Vec::new(), BTreeSet::new());
    let journal = Journal::open_to_read(path).expect("a journal");
    let read = journal.for_each(|entry| {
        words.push((entry.inputs, entry.outputs));
        copies.insert(entry.copy);
    });
    read.expect("its entries");
    (words, copies)
}

#[test]
fn copies_that_answer_in_random_order_and_fail_leave_what_one_copy_leaves() {
    let mut failures = 0;
    for seed in 0..42 {
        let name = CLASSES[seed as usize % CLASSES.len()];
        let (case, machine, mut random) = (class_case(name), zoo(name), Random::new(seed));
        let (folder, count) = (tempfile::tempdir().expect("a folder"), 2 + random.below(7));
        let path = folder.path().join("journal.db");
        let trail = loop {
            let mut copies = restless(&machine, count, seed, 5 + random.below(100));
            match learn(&case, &mut copies, &path) {
                (None, trail) => break trail,
                (Some(StopReason::SystemFailed(_)), _) => failures += 1,
                (stop, _) => panic!("seed {seed}: {stop:?}"),
            }
        };
        let (words, copies) = words_of(&path);
        assert_eq!((trail, words), undisturbed(&case, &machine), "{name}, {count} copies, seed {seed}");
        assert!(copies.len() > 1, "{name}, {count} copies, seed {seed}: only {copies:?} answered");
    }
    assert!(failures >= 42, "only {failures} failures");
}

/// How many copies of the adapter that fails at random moments.
fn mortals(name: &str, count: usize, folder: &Path, seed: u64, failure: &str) -> Copies {
    let adapter = repository("crates/system/tests/adapters/mortal_machine.py");
    let (machine, seed) = (repository(&format!("zoo/{name}.dot")), seed.to_string());
    let words = [Path::new("python3"), &adapter, &machine, folder, Path::new(&seed), Path::new(failure)];
    let settings = Settings { step_deadline_ms: 1_000, ..Settings::default() };
    let options = ProcessOptions { settings, ..ProcessOptions::new(words.map(|word| word.display().to_string())) };
    let start = move |copy| -> Result<Box<dyn System>, SystemError> {
        Ok(Box::new(Process::start(ProcessOptions { copy, ..options.clone() })?))
    };
    Copies::new(start(1).expect("the first"), count, start)
}

#[test]
fn adapters_that_die_in_the_middle_of_words_leave_what_one_copy_leaves() {
    if !has("python3") {
        return;
    }
    let mut deaths = 0;
    for seed in 42..50 {
        let name = CLASSES[seed as usize % CLASSES.len()];
        let (case, machine) = (class_case(name), zoo(name));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal.db");
        let mut copies = mortals(name, 4, folder.path(), seed, "dies");
        let (stop, trail) = learn(&case, &mut copies, &path);
        let (words, answered) = words_of(&path);
        assert_eq!(stop, None, "{name}, seed {seed}");
        assert_eq!((trail, words), undisturbed(&case, &machine), "{name}, seed {seed}");
        assert_eq!(answered, (1..=4).collect(), "{name}, seed {seed}: all copies answered");
        deaths += copies.troubles().iter().filter(|trouble| trouble.contains("restarted")).count();
    }
    assert!(deaths >= 8, "only {deaths} deaths");
}

/// How many different words over the inputs of a system, with the symbols to ask them.
fn different_words(system: &dyn System, count: usize) -> (Vec<Plan>, Symbols) {
    let inputs: Vec<InputId> = system.inputs().ids().collect();
    let digits = |mut number: usize| -> Vec<InputId> {
        let word = (0..4).map(|_| {
            let digit = inputs[number % inputs.len()];
            number /= inputs.len();
            digit
        });
        word.collect()
    };
    let plans = (0..count).map(|number| Plan::word(digits(number))).collect();
    (plans, Symbols { offered: inputs.len(), inputs: system.inputs().clone(), ..Symbols::default() })
}

/// Runs plans; their positions, in the order in which their answers came.
fn order_of_answers(copies: &mut Copies, plans: &[Plan], symbols: &Symbols) -> Vec<usize> {
    let mut order = Vec::new();
    let outcome = copies.run_at_once(plans, symbols, &mut |answers, _| {
        order.extend(answers.into_iter().map(|(place, _)| place));
        ControlFlow::Continue(())
    });
    outcome.expect("answers");
    order
}

/// A machine whose second copy stops at its first word, until all other words are answered. The others wait for that.
struct Stuck {
    machine: Watched<'static, Walked>,
    copy: usize,
    /// How many words were begun: first that of the second copy, then those of the others.
    begun: Arc<(Mutex<usize>, Condvar)>,
    words: usize,
}

impl Stuck {
    /// Begins a word, when it may be begun.
    fn begin_word(&self) {
        let (begun, changed) = &*self.begun;
        let wait = |begun, least: usize| {
            let waited = changed.wait_timeout_while(begun, Duration::from_secs(100), |begun| *begun < least);
            let (begun, timeout) = waited.expect("nobody panics");
            assert!(!timeout.timed_out(), "only {begun} words were begun");
            begun
        };
        let mut begun = begun.lock().expect("nobody panics");
        let is_stuck = *begun == 0 && self.copy == 2;
        if !is_stuck {
            begun = wait(begun, 1);
        }
        *begun += 1;
        changed.notify_all();
        if is_stuck {
            drop(wait(begun, self.words));
        }
    }
}

impl System for Stuck {
    fn inputs(&self) -> &Inputs {
        self.machine.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.machine.outputs()
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            self.begin_word();
            self.machine.run(std::slice::from_ref(plan), symbols, answers)?;
        }
        Ok(())
    }
}

#[test]
fn a_copy_that_stops_does_not_hold_up_the_others() {
    let (machine, begun, words) = (zoo("SpeechRecognizer"), Arc::default(), 200);
    let start = move |copy| -> Result<Box<dyn System>, SystemError> {
        let (machine, begun) = (learning::watched(&machine), Arc::clone(&begun));
        Ok(Box::new(Stuck { machine, copy, begun, words }))
    };
    let mut copies = Copies::new(start(1).expect("the first"), 4, start);
    let (plans, symbols) = different_words(&copies, words);
    let order = order_of_answers(&mut copies, &plans, &symbols);
    assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), words, "every word is answered once");
}

#[test]
fn a_copy_that_hangs_is_started_again_while_the_others_go_on() {
    if !has("python3") {
        return;
    }
    const WORDS: usize = 60;
    let folder = tempfile::tempdir().expect("a folder");
    let mut copies = mortals("SpeechRecognizer", 4, folder.path(), 0, "hangs");
    let (plans, symbols) = different_words(&copies, WORDS);
    let order = order_of_answers(&mut copies, &plans, &symbols);
    assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), WORDS, "every word is answered once");
    let [trouble] = copies.troubles() else { panic!("one restart: {:?}", copies.troubles()) };
    assert!(trouble.starts_with("copy 2: restarted"), "{trouble}");
    let hung = plans.iter().position(|plan| trouble.contains(&format!("`{}`", symbols.inputs.show(&plan.word))));
    let place = order.iter().position(|&place| Some(place) == hung);
    assert!(place.is_some_and(|place| place > WORDS / 4), "the hanging word {hung:?} was answered at {place:?}");
}
