//! Components in the same process are asked like any other system.

use crate::common::toy::Toy;
use crate::common::{plan, run};
use typestar_model::{Id, InputId, Inputs, Outputs, Plan};
use typestar_protocol::{Clock, Component, Returned, Settings, Sink};
use typestar_query::{Answer, System, SystemError};
use typestar_system::Closed;

fn settings() -> Settings {
    Settings { ignore: vec!["onReady".into()], ..Settings::default() }
}

fn names<'a>(answer: &Answer, outputs: &'a Outputs) -> Vec<&'a str> {
    answer.outputs.iter().map(|&output| outputs.text(output)).collect()
}

#[test]
fn words_are_answered_with_reasons() {
    let mut toy = Closed::new(Toy::default(), settings());
    let inputs: Inputs = toy.inputs().clone();
    let mut outputs = Outputs::default();
    let answers = run(&mut toy, &[plan(&inputs, "one wait wait boom one")], &mut outputs).expect("an answer");
    assert_eq!(names(&answers[0], &outputs), ["ok", "onOne", "quiet", "error"]);
    assert_eq!(toy.sleeps(), 0);
    assert_eq!(answers[0].evidence[3].reason.as_deref(), Some("IllegalState: boom"));
}

#[test]
fn plans_choose_by_outputs() {
    let mut toy = Closed::new(Toy::default(), settings());
    let inputs: Inputs = toy.inputs().clone();
    let mut outputs = Outputs::default();
    let on_one = outputs.intern("onOne");
    let mut choice = plan(&inputs, "one wait");
    choice.then = [(on_one.into(), plan(&inputs, "two wait"))].into();
    choice.otherwise = Some(Box::new(plan(&inputs, "boom")));
    let answers = run(&mut toy, &[choice], &mut outputs).expect("an answer");
    assert_eq!(names(&answers[0], &outputs), ["ok", "onOne", "ok", "onTwo"]);
}

#[test]
fn notes_are_troubles() {
    let mut toy = Closed::new(Toy::default(), settings());
    let inputs: Inputs = toy.inputs().clone();
    let plans = [plan(&inputs, "stray wait"), plan(&inputs, "stray wait")];
    run(&mut toy, &plans, &mut Outputs::default()).expect("answers");
    assert_eq!(toy.sleeps(), 0, "the note comes from a call that was scheduled");
    assert_eq!(toy.troubles(), ["note at `stray wait`: in the background: IllegalState: stray"]);
}

#[test]
fn a_reset_that_fails_is_a_failure_of_the_system() {
    let mut toy = Closed::new(Toy::default(), settings());
    let inputs: Inputs = toy.inputs().clone();
    let mut outputs = Outputs::default();
    let plans = [plan(&inputs, "brick"), plan(&inputs, "one")];
    let error = run(&mut toy, &plans, &mut outputs).expect_err("the reset fails");
    assert!(matches!(&error, SystemError::Failed(text) if text.contains("bricked")), "{error}");
}

/// Tells its sink when it is reset, as components do that cancel what is left over; counts its tear-downs.
#[derive(Default)]
struct Farewell {
    sink: Option<Sink>,
    torn_down: std::sync::Arc<std::sync::atomic::AtomicUsize>,
}

impl Component for Farewell {
    fn inputs(&self) -> Vec<String> {
        vec!["go".into()]
    }

    fn clock(&self) -> Clock {
        Clock::Virtual
    }

    fn reset(&mut self, sink: Sink) -> Result<(), String> {
        if let Some(old) = self.sink.replace(sink) {
            old.emit("onCancelled");
        }
        Ok(())
    }

    fn call(&mut self, _input: &str) -> Result<Returned, String> {
        Ok(Returned::NOTHING)
    }

    fn tear_down(&mut self) {
        self.torn_down.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
    }
}

#[test]
fn the_farewell_of_an_old_component_is_not_late() {
    let mut farewell = Closed::new(Farewell::default(), settings());
    let inputs: Inputs = farewell.inputs().clone();
    let mut outputs = Outputs::default();
    let plans = [plan(&inputs, "go wait"), plan(&inputs, "wait"), plan(&inputs, "go")];
    let answers = run(&mut farewell, &plans, &mut outputs).expect("answers");
    assert!(answers.iter().all(|answer| answer.late.is_empty()), "{answers:?}");
    assert_eq!(names(&answers[1], &outputs), ["quiet"]);
}

#[test]
fn a_component_is_torn_down_once() {
    let component = Farewell::default();
    let count = component.torn_down.clone();
    drop(Closed::new(component, settings()));
    assert_eq!(count.load(std::sync::atomic::Ordering::SeqCst), 1);
}

/// Answers every call with a callback of another name.
#[derive(Default)]
struct Counter {
    sink: Option<Sink>,
    count: usize,
}

impl Component for Counter {
    fn inputs(&self) -> Vec<String> {
        vec!["count".into()]
    }

    fn clock(&self) -> Clock {
        Clock::Virtual
    }

    fn reset(&mut self, sink: Sink) -> Result<(), String> {
        self.sink = Some(sink);
        Ok(())
    }

    fn call(&mut self, _input: &str) -> Result<Returned, String> {
        self.count += 1;
        self.sink.as_ref().expect("reset comes first").emit(&format!("on{}", self.count));
        Ok(Returned::NOTHING)
    }
}

#[test]
fn seventy_thousand_different_outputs_are_told_apart() {
    let mut counter = Closed::new(Counter::default(), settings());
    let mut outputs = Outputs::default();
    let (count, wait) = (InputId::new(0), InputId::new(1));
    let word: Vec<InputId> = [count, wait].into_iter().cycle().take(2 * 70_000).collect();
    let answers = run(&mut counter, &[Plan::word(word)], &mut outputs).expect("an answer");
    let last = *answers[0].outputs.last().expect("a step");
    assert_eq!((outputs.text(last), answers[0].outputs.len()), ("on70000", 140_000));
    assert!(outputs.len() >= 70_000, "{}", outputs.len());
}
