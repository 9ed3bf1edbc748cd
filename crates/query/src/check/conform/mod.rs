//! Conformance: words with the outputs that are expected of them, run against a system.

mod verdict;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use typestar_model::{Finding, Inputs, Outputs, Plan, Step, Word};

use crate::case::Case;
use crate::executor::quiescence::Quiescence;
use crate::executor::{Executor, StopReason, wave_after};
use crate::run::findings::{self, Findings};
use crate::run::verdict::words_text;
use crate::session::purpose::Purpose;
use crate::system::{Answer, System};

/// A word with one expected output for each of its inputs, by names: a suite may expect what no system ever says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestWord {
    /// The inputs, as the system numbers them.
    pub word: Word,
    /// The outputs that should come back.
    pub expected: Vec<String>,
}

/// What came of one word.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// The system answered as expected.
    Agreed,
    /// The system answered otherwise, twice.
    Failed(Mismatch),
    /// The system answered otherwise at first, and as expected when it was asked again.
    Flaky(Mismatch),
    /// The word leaves the learning purpose and was not run.
    Skipped,
    /// The system or its adapter broke down; the text says what to do.
    Unanswered(String),
}

/// How an answer differs from what was expected. Both traces end with the first output that does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mismatch {
    /// The steps that were observed.
    pub observed: Vec<Step>,
    /// The outputs that were expected.
    pub expected: Vec<String>,
    /// Why that was expected, if the outputs alone do not say it: the guard that is contradicted.
    pub why: Option<String>,
}

/// How a suite is run.
#[derive(Clone, Debug)]
pub struct ConformOptions {
    /// How many words of the suite are run at most. Words that are run again do not count.
    pub max_words: u64,
    /// Whether the rest of the suite is run after a word has failed.
    pub keep_going: bool,
    /// Set from elsewhere to end cleanly.
    pub interrupt: Arc<AtomicBool>,
}

/// What came of a suite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conformance {
    /// Words that were answered as expected.
    pub agreed: u64,
    /// Words that were answered otherwise, twice.
    pub failed: u64,
    /// Words that were answered otherwise only once.
    pub flaky: u64,
    /// Words that leave the learning purpose: they were not run.
    pub skipped: u64,
    /// Words that reached the system, those that were run again included; each is one reset.
    pub executed: u64,
    /// Symbols that reached the system.
    pub symbols: u64,
    /// The first word that failed; without one, the first that was flaky.
    pub first: Option<Mismatch>,
    /// How sure silence was; none if the clock of the system is real.
    pub quiescence: Option<Quiescence>,
    /// The expression that made the object of each word, where it is an object of a class; else empty.
    pub object: String,
    /// How many other ways there are to make it.
    pub makers: usize,
    /// What else the user should know.
    pub findings: Vec<Finding>,
    /// How many words of the present suite are left, at most; none if nobody can tell.
    pub left: Option<u64>,
    /// Why the suite was not run to its end, if it was not. A failed word is no such reason.
    pub stop: Option<StopReason>,
    /// Whether the suite was run to its end: no word is left that was not looked at.
    pub finished: bool,
}

impl Conformance {
    /// How many words of the suite were run.
    pub fn words(&self) -> u64 {
        self.agreed + self.failed + self.flaky
    }

    /// Whether nothing was seen that the user should look at.
    pub fn is_clean(&self) -> bool {
        self.failed == 0 && self.flaky == 0 && self.findings.is_empty()
    }
}

/// Who is told what came of each word, over these inputs, and of all words so far.
pub type Listener<'a, E> = &'a mut dyn FnMut((&Inputs, &TestWord), &Judgement, &Conformance) -> Result<(), E>;

/// An answer, with the names of what is in it.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// The answer.
    pub answer: &'a Answer,
    /// The names of its inputs.
    pub inputs: &'a Inputs,
    /// The names of its outputs.
    pub outputs: &'a Outputs,
}

impl Seen<'_> {
    /// The first steps of the answer, by names.
    pub fn steps(&self, length: usize) -> Vec<Step> {
        self.answer.steps(length.min(self.answer.outputs.len()), self.inputs, self.outputs)
    }
}

impl TestWord {
    /// How an answer differs from what is expected, if it does.
    pub(crate) fn difference(&self, seen: Seen) -> Option<Mismatch> {
        let observed = |at: usize| seen.answer.outputs.get(at).map(|&output| seen.outputs.text(output));
        let at = (0..self.expected.len()).find(|&at| observed(at) != Some(&self.expected[at]))?;
        Some(Mismatch { observed: seen.steps(at + 1), expected: self.expected[..=at].to_vec(), why: None })
    }
}

/// Where words come from, and who judges the answers to them. A closure that makes words is one.
pub trait TestSource<E> {
    /// The next word; none if there is no other.
    fn next_word(&mut self) -> Result<Option<TestWord>, E>;

    /// Whether the next word depends on answers to those that were handed out.
    fn waits(&self) -> bool {
        false
    }

    /// The inputs of the words so far, if there may be more of them than at the beginning.
    fn inputs(&self) -> Option<&Inputs> {
        None
    }

    /// How many words of the present suite are left, at most; none if nobody can tell.
    fn left(&self) -> Option<u64> {
        None
    }

    /// How deep in fields of objects is what decides, if fields do.
    fn depth(&self) -> Option<u32> {
        None
    }

    /// How an answer differs from what is expected, if it does.
    fn difference(&mut self, test: &TestWord, seen: Seen) -> Option<Mismatch> {
        test.difference(seen)
    }
}

impl<E, F: FnMut() -> Result<Option<TestWord>, E>> TestSource<E> for F {
    fn next_word(&mut self) -> Result<Option<TestWord>, E> {
        self()
    }
}

/// Runs the words of a suite on a system, and compares the answers with what is expected.
pub(crate) fn conform<E>(
    case: &Case,
    (system, inputs): (&mut dyn System, &Inputs),
    options: &ConformOptions,
    suite: &mut dyn TestSource<E>,
    listener: Listener<E>,
) -> Result<Conformance, E> {
    let usual = system.about().depth;
    suite.depth().filter(|&depth| usual.is_some_and(|usual| usual < depth)).map(|depth| system.look(depth));
    let mut trial = Trial::new(case, system, inputs, options);
    while trial.goes_on() {
        let batch = trial.next_batch(suite, listener)?;
        if batch.is_empty() {
            break;
        }
        for (test, judgement) in trial.run_batch(batch, suite) {
            trial.count(&judgement);
            listener((trial.executor.inputs(), &test), &judgement, &trial.sum)?;
        }
    }
    // A suite that was interrupted has not come to its end.
    trial.note_interrupt();
    // After a failed word, only the suite knows whether there are others. A word that cannot be read is one.
    trial.sum.finished = trial.sum.stop.is_none() && (trial.suite_ended || matches!(suite.next_word(), Ok(None)));
    trial.sum.quiescence = trial.executor.quiescence;
    trial.sum.findings = trial.findings.list;
    Ok(trial.sum)
}

/// A suite under way.
struct Trial<'a> {
    executor: Executor<'a>,
    options: &'a ConformOptions,
    purpose: Purpose,
    findings: Findings,
    suite_ended: bool,
    sum: Conformance,
}

impl<'a> Trial<'a> {
    fn new(case: &Case, system: &'a mut dyn System, inputs: &Inputs, options: &'a ConformOptions) -> Self {
        let mut executor = Executor::unrecorded(case, system, Arc::clone(&options.interrupt));
        executor.know_inputs(inputs);
        let about = executor.system().about();
        let (object, makers) = (about.object.clone(), about.makers());
        Self {
            purpose: Purpose::new(&case.purpose, executor.inputs()),
            executor,
            options,
            findings: Findings::default(),
            suite_ended: false,
            sum: Conformance { object, makers, ..Conformance::default() },
        }
    }

    /// Whether more words are to be run.
    fn goes_on(&mut self) -> bool {
        self.note_interrupt();
        self.sum.stop.is_none() && (self.options.keep_going || self.sum.failed == 0)
    }

    fn note_interrupt(&mut self) {
        if self.executor.status.is_interrupted() {
            self.sum.stop.get_or_insert(StopReason::Interrupted);
        }
    }

    /// The next words to run; none when the suite has ended or the budget has.
    fn next_batch<E>(&mut self, suite: &mut dyn TestSource<E>, listener: Listener<E>) -> Result<Vec<TestWord>, E> {
        let left = self.options.max_words.saturating_sub(self.sum.words());
        let most = wave_after(self.sum.words());
        let mut batch = Vec::new();
        while (batch.len() as u64) < most && (batch.is_empty() || !suite.waits()) {
            let Some(mut test) = suite.next_word()? else {
                self.suite_ended = true;
                break;
            };
            self.know_inputs(suite.inputs());
            self.sum.left = suite.left();
            self.cut_behind_final(&mut test);
            if self.leaves_purpose(&test) {
                self.count(&Judgement::Skipped);
                listener((self.executor.inputs(), &test), &Judgement::Skipped, &self.sum)?;
            } else if batch.len() as u64 == left {
                self.sum.stop = Some(StopReason::Budget(words_text(self.options.max_words)));
                break;
            } else {
                batch.push(test);
            }
        }
        Ok(batch)
    }

    /// Takes note of inputs that came with the words.
    fn know_inputs(&mut self, inputs: Option<&Inputs>) {
        if let Some(inputs) = inputs {
            self.executor.know_inputs(inputs);
            self.purpose.extend(self.executor.inputs());
        }
    }

    fn cut_behind_final(&self, test: &mut TestWord) {
        let (finals, outputs) = (self.executor.finals(), self.executor.outputs());
        let is_final = |name: &String| finals.iter().any(|&output| outputs.text(output) == name);
        if let Some(last) = test.expected.iter().position(is_final) {
            test.expected.truncate(last + 1);
        }
        test.word.truncate(test.expected.len());
    }

    fn leaves_purpose(&self, test: &TestWord) -> bool {
        let steps = test.word.iter().copied().zip(test.expected.iter().map(String::as_str));
        self.purpose.length_inside(steps) < test.word.len()
    }

    /// Runs words; those that differ, twice. The last one may be one that the system could not answer.
    fn run_batch<E>(&mut self, batch: Vec<TestWord>, suite: &mut dyn TestSource<E>) -> Vec<(TestWord, Judgement)> {
        let (answers, failure) = self.execute(&batch);
        let mut judged = Vec::with_capacity(batch.len());
        let mut tests = batch.into_iter();
        for (answer, test) in answers.iter().zip(tests.by_ref()) {
            let judgement = match suite.difference(&test, self.seen(answer)) {
                None => Judgement::Agreed,
                Some(difference) => self.judge_again(&test, difference, suite),
            };
            judged.push((test, judgement));
        }
        if let Some(failure) = failure {
            judged.extend(tests.next().map(|test| (test, Judgement::Unanswered(failure))));
        }
        judged
    }

    /// Runs a word again that was not answered as expected.
    fn judge_again<E>(&mut self, test: &TestWord, difference: Mismatch, suite: &mut dyn TestSource<E>) -> Judgement {
        if self.sum.stop.is_some() {
            return Judgement::Failed(difference);
        }
        let (answers, _) = self.execute(std::slice::from_ref(test));
        match answers.first().is_some_and(|answer| suite.difference(test, self.seen(answer)).is_none()) {
            true => Judgement::Flaky(difference),
            false => Judgement::Failed(difference),
        }
    }

    /// Runs words on the system: the answers, and what went wrong if some are missing. Then nothing more is run.
    fn execute(&mut self, tests: &[TestWord]) -> (Vec<Answer>, Option<String>) {
        let plans: Vec<Plan> = tests.iter().map(|test| self.plan(test)).collect();
        let mut executed = Vec::with_capacity(plans.len());
        // Why it stopped is told by `stop`.
        let _ = self.executor.execute(&plans, None, &mut executed);
        let failure = match self.executor.status.stop.take() {
            Some(StopReason::SystemFailed(failure)) => Some(failure),
            _ => None,
        };
        if let Some(failure) = &failure {
            self.sum.stop = Some(StopReason::SystemFailed(failure.clone()));
        }
        let total = self.executor.status.progress.total();
        (self.sum.executed, self.sum.symbols) = (total.executed, total.symbols);
        let answers: Vec<Answer> = executed.into_iter().map(|executed| executed.answer).collect();
        for late in answers.iter().flat_map(|answer| &answer.late) {
            self.findings.add(findings::too_late(late));
        }
        (answers, failure)
    }

    /// The word as long as it is answered as expected, where the purpose looks at answers: along these the word stays
    /// inside, and behind another one it has failed anyway.
    fn plan(&mut self, test: &TestWord) -> Plan {
        if !self.purpose.looks_at_outputs() {
            return Plan::word(&test.word[..]);
        }
        let (mut state, mut only) = (self.purpose.start(), Vec::new());
        let steps = test.word.iter().zip(&test.expected).take(test.word.len().saturating_sub(1));
        for (place, (&input, expected)) in steps.enumerate() {
            let output = self.executor.outputs_mut().intern(expected);
            only.push((place, self.purpose.relied_on(&state, (input, output), self.executor.outputs())));
            state = self.purpose.step(&state, input, expected);
        }
        Plan { only, ..Plan::word(&test.word[..]) }
    }

    fn seen<'s>(&'s self, answer: &'s Answer) -> Seen<'s> {
        Seen { answer, inputs: self.executor.inputs(), outputs: self.executor.outputs() }
    }

    fn count(&mut self, judgement: &Judgement) {
        let sum = &mut self.sum;
        match judgement {
            Judgement::Agreed => sum.agreed += 1,
            Judgement::Failed(difference) => {
                sum.failed += 1;
                if sum.failed == 1 {
                    sum.first = Some(difference.clone());
                }
            }
            Judgement::Flaky(difference) => {
                sum.flaky += 1;
                sum.first.get_or_insert_with(|| difference.clone());
            }
            Judgement::Skipped => sum.skipped += 1,
            Judgement::Unanswered(_) => {}
        }
    }
}
