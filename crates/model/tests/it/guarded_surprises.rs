//! What people may not expect of a class is told with a word that shows it.

use crate::common::guarded::{method, pipe, stack};
use typestar_model::Step;
use typestar_model::guarded::{GuardedModel, Surprise, surprises};

fn trace(steps: &[(&str, &str)]) -> Vec<Step> {
    steps.iter().map(|(input, output)| Step::new(input, output)).collect()
}

fn told(model: &GuardedModel, traces: &[Vec<Step>]) -> Vec<String> {
    let returns_number = |method: usize| model.methods[method].returns == "int";
    surprises(model, returns_number, traces).into_iter().map(|surprise| surprise.message).collect()
}

#[test]
fn a_call_that_succeeds_after_close_is_told_with_its_shortest_trace() {
    let long = trace(&[("flush", "ok"), ("close", "ok"), ("flush", "ok")]);
    let short = trace(&[("close", "ok"), ("flush", "ok"), ("close", "ok"), ("write(int)(1)", "error")]);
    let found = surprises(&pipe(), |_| false, [&long, &short]);
    let shown = trace(&[("close", "ok"), ("flush", "ok")]);
    assert_eq!(found, [Surprise { message: "flush still passes after close".to_owned(), trace: shown }]);
}

#[test]
fn questions_and_ends_of_matches_are_no_surprise() {
    let mut matcher = stack();
    matcher.methods = vec![method("end", &[], "int"), method("find", &[], "boolean")];
    assert!(told(&matcher, &[trace(&[("end", "ok"), ("find", "ok")])]).is_empty());
    matcher.methods = vec![method("shutdownNow", &[], "java.util.List"), method("isShutdown", &[], "boolean")];
    assert!(told(&matcher, &[trace(&[("shutdownNow", "ok"), ("isShutdown", "ok")])]).is_empty());
    matcher.methods[1].name = "issue".to_owned();
    let told = told(&matcher, &[trace(&[("shutdownNow", "ok"), ("issue", "ok")])]);
    assert_eq!(told, ["issue still passes after shutdownNow"]);
}

#[test]
fn calls_that_never_come_back_are_told() {
    let traces = [trace(&[("write(int)(1)", "hang")]), trace(&[("flush", "crash")])];
    assert_eq!(told(&pipe(), &traces), ["write(int) does not return", "flush ends the whole process"]);
}

#[test]
fn a_method_that_never_succeeded_is_told_from_the_model_alone() {
    let mut stack = stack();
    stack.rules[1].passing = 0;
    assert_eq!(told(&stack, &[]), ["pop never passed: all its 40 calls failed"]);
}

#[test]
fn null_that_never_made_a_call_fail_is_told() {
    let null = trace(&[("push(null)", "ok")]);
    assert_eq!(told(&stack(), std::slice::from_ref(&null)), ["push never failed, although it was given null"]);
    let mut picky = stack();
    picky.rules[0].failing = 1;
    assert!(told(&picky, &[null]).is_empty());
}
