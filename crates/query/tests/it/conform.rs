//! Suites against systems that answer by a script.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use typestar_model::{FindingKind, Inputs, LateCallback, Outputs, Plan};
use typestar_query::{
    Answer, Case, ConformOptions, Conformance, Judgement, StopReason, Symbols, System, SystemError, Task, TestWord,
};

/// A system that gives the next outputs of its script to every word, and fails when the script has ended.
struct Scripted {
    inputs: Inputs,
    outputs: Outputs,
    script: VecDeque<Vec<&'static str>>,
    late: bool,
    batches: Vec<usize>,
}

impl Scripted {
    fn new(script: impl IntoIterator<Item = Vec<&'static str>>) -> Self {
        let inputs = ["a", "b"].iter().collect();
        Self {
            inputs,
            outputs: Outputs::default(),
            script: script.into_iter().collect(),
            late: false,
            batches: Vec::new(),
        }
    }
}

impl System for Scripted {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], _symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        self.batches.push(plans.len());
        for plan in plans {
            let names = self.script.pop_front().ok_or_else(|| SystemError::Failed("it died: start it".to_owned()))?;
            let late = self.late.then(|| LateCallback { word: vec!["a".to_owned()], output: "onX".to_owned() });
            answers.push(Answer {
                word: plan.word[..names.len()].to_vec(),
                outputs: names.iter().map(|name| self.outputs.intern(name)).collect(),
                late: late.into_iter().collect(),
                ..Answer::default()
            });
        }
        Ok(())
    }
}

/// Runs `a b` so often, with `ok ok` as the answer that is expected, and tells the letter of each judgement.
fn run(system: &mut Scripted, words: usize, max_words: u64, keep_going: bool) -> (Conformance, String) {
    let case = Case::of_model(Path::new("scripted.dot"));
    let options = ConformOptions { max_words, keep_going, interrupt: Arc::new(AtomicBool::new(false)) };
    let word = TestWord { word: system.inputs.ids().collect(), expected: vec!["ok".to_owned(); 2] };
    let mut left = std::iter::repeat_n(word, words);
    let mut seen = String::new();
    let inputs = system.inputs.clone();
    let (suite, system) = (&mut || Ok(left.next()), (system as &mut dyn System, &inputs));
    let sum = Task::Machine.conform::<Infallible>(&case, system, &options, suite, &mut |_, judgement, _| {
        seen.push(match judgement {
            Judgement::Agreed => '.',
            Judgement::Failed(_) => 'F',
            Judgement::Flaky(_) => '?',
            Judgement::Skipped => 's',
            Judgement::Unanswered(_) => 'E',
        });
        Ok(())
    });
    let Ok(sum) = sum;
    (sum, seen)
}

fn right() -> Vec<&'static str> {
    vec!["ok", "ok"]
}

#[test]
fn words_are_given_in_batches_and_all_are_counted() {
    let mut system = Scripted::new((0..40).map(|_| right()));
    let (sum, _) = run(&mut system, 40, u64::MAX, false);
    assert_eq!((sum.agreed, sum.executed, sum.symbols, sum.stop), (40, 40, 80, None));
    assert_eq!((system.batches.iter().sum::<usize>(), system.batches[0]), (40, 1), "the first word may take minutes");
    assert!(system.batches.iter().all(|&words| words <= 16), "{:?}", system.batches);
}

#[test]
fn a_word_that_differs_is_run_again_and_fails_only_if_it_differs_again() {
    let wrong = || vec!["ok", "no"];
    // The batch, and then its two words that differ, one by one.
    let mut system = Scripted::new([wrong(), wrong(), right(), right(), wrong()]);
    let (sum, seen) = run(&mut system, 3, u64::MAX, true);
    assert_eq!((seen.as_str(), sum.flaky, sum.failed, sum.executed), ("?F.", 1, 1, 5));
    assert_eq!(sum.first.map(|first| first.observed[1].output.to_string()), Some("no".to_owned()));
}

#[test]
fn an_answer_that_is_too_short_differs() {
    let (sum, seen) = run(&mut Scripted::new([vec!["ok"], vec!["ok"]]), 1, u64::MAX, false);
    assert_eq!((seen.as_str(), sum.failed, sum.symbols), ("F", 1, 2));
    assert_eq!(sum.first.map(|first| (first.observed.len(), first.expected.len())), Some((1, 2)));
}

#[test]
fn what_was_answered_before_a_failure_is_judged() {
    let (sum, seen) = run(&mut Scripted::new([right(), right()]), 5, u64::MAX, true);
    assert_eq!(seen, "..E");
    assert_eq!(sum.stop, Some(StopReason::SystemFailed("it died: start it".to_owned())));
}

#[test]
fn a_word_that_cannot_be_run_again_has_failed() {
    let (sum, seen) = run(&mut Scripted::new([vec!["no", "ok"]]), 1, u64::MAX, true);
    assert_eq!((seen.as_str(), sum.executed), ("F", 1));
    assert!(matches!(sum.stop, Some(StopReason::SystemFailed(_))));
}

#[test]
fn a_budget_ends_a_suite_only_if_words_are_left() {
    let (sum, _) = run(&mut Scripted::new((0..20).map(|_| right())), 20, 20, false);
    assert_eq!((sum.words(), sum.stop), (20, None));
    let (sum, _) = run(&mut Scripted::new((0..20).map(|_| right())), 21, 20, false);
    assert_eq!((sum.words(), sum.stop), (20, Some(StopReason::Budget("20 words".to_owned()))));
}

#[test]
fn a_suite_is_finished_if_no_word_is_left_after_the_one_that_failed() {
    let wrong = || vec!["ok", "no"];
    // A batch with room for more, one that is just full, and one that leaves a word.
    for (words, run_words, finished) in [(3, 3, true), (16, 16, true), (17, 16, false)] {
        let script = [wrong()].into_iter().chain((1..run_words).map(|_| right())).chain([wrong()]);
        let (sum, _) = run(&mut Scripted::new(script), words, u64::MAX, false);
        assert_eq!((sum.words(), sum.failed, sum.finished), (run_words, 1, finished));
    }
}

#[test]
fn callbacks_that_come_too_late_are_a_finding() {
    let mut system = Scripted::new([right(), right()]);
    system.late = true;
    let (sum, _) = run(&mut system, 2, u64::MAX, false);
    assert_eq!(sum.findings.iter().map(|finding| finding.kind).collect::<Vec<_>>(), [FindingKind::QuiescenceTooShort]);
    assert!(sum.failed == 0 && !sum.is_clean());
}
