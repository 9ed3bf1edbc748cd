//! Suites of models: what they try, and when they have nothing to try.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use typestar_model::register::families::fifo;
use typestar_model::{Inputs, Learned, Mealy, Model};
use typestar_query::{AnySuite, Blame, Case, Conformance, ModelSuite, Note, SuiteError, Written};

/// A lamp that is switched on and off, and can be looked at.
fn lamp() -> Mealy {
    let mut lamp = Mealy::new(["press", "look"].iter().collect());
    let (off, on) = (lamp.add_state("off"), lamp.add_state("on"));
    for (from, seen, to) in [(off, "dark", on), (on, "bright", off)] {
        lamp.add_edge(from, "press", "ok", to);
        lamp.add_edge(from, "look", seen, from);
    }
    lamp
}

fn suite(tester: &str, interrupt: Arc<AtomicBool>) -> Result<ModelSuite, SuiteError> {
    ModelSuite::new(&lamp(), true, &tester.parse().unwrap(), 1, interrupt)
}

#[test]
fn tests_have_the_numbers_of_the_system_and_the_outputs_of_the_model() {
    let suite = suite("hsi(0)", Arc::default()).unwrap();
    let system: Inputs = ["wait", "look", "press"].iter().collect();
    let tests: Vec<_> = suite.tests(&system).unwrap().collect();
    assert_eq!(tests.len(), suite.words().count());
    let shown = |word: &[_]| word.iter().map(|&input| system.text(input)).collect::<Vec<_>>().join(" ");
    let test = tests.iter().find(|test| shown(&test.word) == "press look").expect("both states are looked at");
    assert_eq!(test.expected, ["ok", "bright"]);
    assert!(matches!(suite.untried(&system), Some(Note::UntriedInputs(names)) if names == ["wait"]));
}

#[test]
fn a_model_with_inputs_that_the_system_lacks_is_refused() {
    let suite = suite("hsi(0)", Arc::default()).unwrap();
    let error = suite.tests(&["press"].iter().collect()).map(drop).unwrap_err();
    assert!(matches!(&error, SuiteError::UnknownInputs { names, .. } if names == &["look"]), "{error}");
    assert!(error.is_mistake());
}

#[test]
fn what_is_no_suite_or_has_no_end_is_refused() {
    assert!(matches!(suite("auto", Arc::default()), Err(SuiteError::NoSuite(_))));
    assert!(matches!(suite("random-walk", Arc::default()), Err(SuiteError::Endless(_))));
}

#[test]
fn a_suite_that_was_interrupted_has_no_words() {
    let interrupt = Arc::new(AtomicBool::new(false));
    let suite = suite("hsi(1)", Arc::clone(&interrupt)).unwrap();
    assert!(suite.words().count() > 0);
    interrupt.store(true, Ordering::Relaxed);
    assert_eq!(suite.words().count(), 0);
}

#[test]
fn what_is_written_is_counted() {
    let suite = suite("hsi(1)", Arc::default()).unwrap();
    let mut text = Vec::new();
    let Written { words, symbols } = suite.write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.lines().count() as u64, words);
    assert_eq!(text.split_whitespace().count() as u64, symbols);
}

#[test]
fn without_a_tester_random_words_follow_a_suite() {
    let case = Case::of_model(Path::new("lamp"));
    let model = Learned::imported("lamp", lamp());
    let suite = ModelSuite::of_case(&case, model, None, 7, Arc::default()).unwrap();
    let names: Vec<String> = suite.kinds().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["hsi(1)", "random-wp(400)"]);
}

#[test]
fn a_suite_that_ran_nothing_does_not_agree() {
    assert!(matches!(Conformance::default().check_run(), Err(SuiteError::Empty)));
    let skipped = Conformance { skipped: 2, ..Conformance::default() };
    assert!(matches!(skipped.check_run(), Err(SuiteError::Outside(2))));
    assert!(Conformance { agreed: 1, ..skipped }.check_run().is_ok());
}

#[test]
fn a_model_whose_states_are_too_far_away_is_refused() {
    let mut chain = Mealy::new(["go"].iter().collect());
    let states: Vec<_> = (0..15_000).map(|state| chain.add_state(&format!("s{state}"))).collect();
    for (position, pair) in states.windows(2).enumerate() {
        chain.add_edge(pair[0], "go", &format!("at{position}"), pair[1]);
    }
    let refused = ModelSuite::new(&chain, true, &"hsi(0)".parse().unwrap(), 1, Arc::default());
    let Err(SuiteError::TooDeep(symbols)) = refused else { panic!("15,000 states in a row are too many") };
    assert_eq!(symbols, (0..15_000).sum::<u64>());
}

/// The suite of a queue with two places.
fn suite_of_queue(tester: &str) -> AnySuite {
    let tester = tester.parse().unwrap();
    AnySuite::of_model(("queue.json", Model::Registers(fifo(2))), &[], (Some(&tester), 1)).unwrap()
}

fn lines_of_queue(tester: &str) -> Vec<String> {
    let mut file = Vec::new();
    suite_of_queue(tester).write(&mut file).unwrap();
    String::from_utf8(file).unwrap().lines().map(str::to_owned).collect()
}

/// A reader that has seen enough after so many lines.
struct Reader(usize);

impl Write for Reader {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn words_with_data_are_made_as_they_are_taken() {
    // All words of 100 inputs are more than any memory holds.
    let suite = suite_of_queue("explore(100)");
    let error = suite.write(Reader(10)).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "ten words were written");
    let AnySuite::Registers(suite) = suite else { panic!("a queue has data") };
    let mut tests = suite.tests(&["offer", "poll"].iter().collect()).unwrap();
    assert_eq!(tests.left(), None, "nobody can count them");
    assert!(tests.by_ref().take(10).all(|test| test.word.len() == 100 && test.expected.len() == 100));
}

#[test]
fn words_with_data_are_explored_first_and_then_random() {
    let explored = lines_of_queue("explore(2)");
    let words = ["offer(101)/ok offer(101)/ok", "offer(101)/ok offer(102)/ok", "offer(101)/ok poll/out(101)"];
    assert_eq!(explored[..3], words);
    assert_eq!(explored[3..], ["poll/empty offer(101)/ok", "poll/empty poll/empty"]);
    let both = lines_of_queue("explore(2) + random(50)");
    assert_eq!(both[..5], explored);
    assert_eq!(both[5..], lines_of_queue("random(50)"), "all of them are longer");
    let different: BTreeSet<&String> = both.iter().collect();
    assert_eq!((both.len(), different.len()), (55, 55));
    let AnySuite::Registers(suite) = suite_of_queue("explore(2) + random(50)") else { panic!("a queue has data") };
    let mut tests = suite.tests(&["offer", "poll"].iter().collect()).unwrap();
    assert_eq!((tests.next().map(|test| test.word.len()), tests.left()), (Some(2), Some(54)));
}

#[test]
fn an_automaton_with_actions_that_the_system_lacks_is_refused() {
    let AnySuite::Registers(suite) = suite_of_queue("explore(2)") else { panic!("a queue has data") };
    let error = suite.tests(&["offer"].iter().collect()).map(drop).unwrap_err();
    assert!(matches!(&error, SuiteError::UnknownInputs { names, .. } if names == &["poll"]), "{error}");
}
