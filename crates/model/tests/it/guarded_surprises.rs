//! What people may not expect of a class is told with a word that shows it.

use crate::common::guarded::{method, pipe, queue, stack};
use typestar_model::Step;
use typestar_model::guarded::{Branch, Guard, GuardedModel, Surprise, surprises};

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
fn who_waits_for_something_is_no_surprise() {
    let mut queue = queue();
    queue.rules[0].branches.push(Branch::new(vec!["hang".to_owned()], false, Guard::ALWAYS, None));
    let hang = trace(&[("offer(1)", "hang")]);
    assert!(told(&queue, std::slice::from_ref(&hang)).is_empty(), "the table tells when it waits");
    queue.rules[0].passing = 0;
    assert_eq!(told(&queue, &[hang]), ["offer does not return"]);
}

#[test]
fn null_is_told_where_a_later_call_fails_because_of_it() {
    assert!(told(&stack(), &[trace(&[("push(null)", "ok")])]).is_empty(), "a stack may hold null");
    let mut stack = stack();
    stack.rules[1].fails = trace(&[("push(null)", "ok"), ("pop", "error")]);
    assert!(told(&stack, &[]).is_empty(), "nobody says why it failed");
    let last = stack.rules[1].fails.last_mut().expect("two steps");
    *last = last.clone().with_reason(Some("NullPointerException: no element".to_owned()));
    assert_eq!(told(&stack, &[]), ["push takes null, and pop fails because of it"]);
}

#[test]
fn all_that_succeeds_after_an_end_is_one_surprise() {
    let traces = [trace(&[("close", "ok"), ("write(int)(1)", "ok")]), trace(&[("close", "ok"), ("flush", "ok")])];
    assert_eq!(told(&pipe(), &traces), ["write(int), flush still pass after close"]);
    assert!(surprises(&pipe(), |_| true, &traces).is_empty(), "no method is an end");
}
