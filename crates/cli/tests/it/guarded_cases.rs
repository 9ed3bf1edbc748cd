//! The classes of the TzuYu paper are learned through the command, with the guards that are known of them, and for no more
//! than TzuYu's lazy learner would take.

#![cfg(unix)]

use crate::common::{Desk, has, repository};
use serde_json::Value;
use typestar_model::guarded::{Guard, read_guarded_json};

/// Kept from test to test, so that the host is compiled once; never the cache of the user.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// Learns a case; the summary, and the guards that say something. None where there is no JDK. TzuYu tells no outcomes.
fn learned(case: &str) -> Option<(Value, Vec<String>)> {
    if !has("java") || !has("javac") {
        return None;
    }
    let desk = Desk::new().with("TYPESTAR_CACHE", CACHE);
    let file = repository(&format!("cases/tzuyu/{case}.toml"));
    let summary =
        desk.run(&["learn", &file, "--output", "run", "--json", "--quiet", "--outcomes", "off"]).exits(0).json();
    let model = read_guarded_json(&desk.read("run/model.json")).expect("a guarded model");
    let said = model.rules.iter().filter(|rule| rule.guard != Guard::ALWAYS);
    let guards = said.map(|rule| format!("{}: {}", model.methods[rule.method].name, rule.guard)).collect();
    Some((summary, guards))
}

/// Checks the guards, and that at most so many words are asked, executed for them, hypotheses built, and words executed
/// until the guards are known.
fn assert_learned(case: &str, guards: &[&str], most: [u64; 4]) {
    let Some((summary, learned)) = learned(case) else { return };
    assert_eq!((learned, &summary["states_total"]), (guards.iter().map(|&text| text.to_owned()).collect(), &2.into()));
    let (learning, numbers) = (&summary["learning"], &summary["guarded"]);
    let took = [&learning["asked"], &learning["executed"], &summary["rounds"], &numbers["words_until_guards"]];
    let took = took.map(|count| count.as_u64().expect("a count"));
    assert!(took.iter().zip(most).all(|(&took, most)| took <= most), "{took:?} instead of {most:?}");
}

#[test]
fn a_stack_needs_an_element_to_be_popped_or_peeked() {
    assert_learned("stack", &["pop: elementCount >= 1", "peek: elementCount >= 1"], [24, 5, 3, 60]);
}

#[test]
fn a_bounded_stack_needs_room_to_be_pushed() {
    assert_learned("bounded_stack", &["push: size <= 2", "pop: size >= 1"], [16, 2, 3, 60]);
}

#[test]
fn a_piped_stream_is_not_written_after_close() {
    let guards = [
        "connect: sink == null && arg1 != null && !arg1.connected",
        "write: sink != null && !sink.closedByReader && !sink.closedByWriter",
    ];
    assert_learned("piped_output_stream", &guards, [45, 4, 5, 90]);
}

#[test]
fn the_example_of_a_piped_stream_needs_a_connection_to_be_written() {
    let guards = ["connect: sink == null && arg1 != null && !arg1.connected", "write: sink != null"];
    assert_learned("example_piped_output_stream", &guards, [33, 4, 4, 60]);
}

#[test]
fn the_example_of_a_signature_needs_the_right_state() {
    let guards = ["update: state >= 1", "sign: state == 1", "verify: state >= 2"];
    assert_learned("example_signature", &guards, [40, 5, 5, 60]);
}

#[test]
fn a_part_of_an_array_is_written_if_it_is_one() {
    let guards = [
        "connect: sink == null && arg1 != null && !arg1.connected",
        "write(int): sink != null && !sink.closedByReader && !sink.closedByWriter",
        "write(byte[],int,int): sink != null && arg1 != null && arg2 >= 0 && arg3 >= 0 && arg2 + arg3 <= arg1.length && \
         (!sink.closedByReader || arg3 == 0) && (!sink.closedByWriter || arg3 == 0)",
    ];
    assert_learned("piped_output_stream_arrays", &guards, [u64::MAX; 4]);
}

/// The outcomes of a class with their guards, where there is a JDK.
fn outcomes(arguments: &[&str]) -> Option<(Desk, Vec<String>)> {
    if !has("java") || !has("javac") {
        return None;
    }
    let desk = Desk::new().with("TYPESTAR_CACHE", CACHE);
    desk.run(&[&["learn"], arguments, &["--output", "run", "--quiet", "--guard-tests", "200"]].concat()).exits(0);
    let model = read_guarded_json(&desk.read("run/model.json")).expect("a guarded model");
    let branches = model.rules.iter().flat_map(|rule| rule.branches.iter().map(move |branch| (rule, branch)));
    let told =
        branches.map(|(rule, branch)| format!("{} [{}]", branch.call(&model.methods[rule.method].name), branch.guard));
    let told = told.collect();
    Some((desk, told))
}

#[test]
fn a_full_queue_takes_nothing_more_and_says_so_in_two_ways() {
    let class = ["java:java.util.concurrent.ArrayBlockingQueue", "--construct"];
    let made = ["new java.util.concurrent.ArrayBlockingQueue(2)", "--methods", "offer(Object),add,poll()"];
    let system = [&class[..], &made[..]].concat();
    let Some((desk, told)) = outcomes(&system) else { return };
    let wanted = [
        "offer / true [arg1 != null && count <= 1]",
        "offer / false [arg1 != null && count >= 2]",
        "offer / NullPointerException [arg1 == null]",
        "add / true [arg1 != null && count <= 1]",
        "add / IllegalStateException [arg1 != null && count >= 2]",
        "add / NullPointerException [arg1 == null]",
        "poll / not null [count >= 1]",
        "poll / null [count <= 0]",
    ];
    assert_eq!(told, wanted);
    let javadoc = desk.run(&["show", "run", "--format", "javadoc"]).exits(0).stdout;
    assert!(
        javadoc.contains(" * @throws IllegalStateException if {@code arg1} is not null and {@code count >= 2}"),
        "{javadoc}"
    );
    let guards = desk.run(&["show", "run", "--as", "guards"]).exits(0).stdout;
    assert!(guards.contains("arg1 != null && count <= 1") && !guards.contains("NullPointerException"), "{guards}");
    desk.run(&["show", "run", "--as", "mealy"]).exits(2).complains(&["--as mealy is for machines"]);
    let model = desk.read("run/model.json");
    let wrong = model.replacen("[\"true\"]", "[\"maybe\"]", 1);
    desk.write("wrong.json", &wrong);
    let compared = desk.run(&["compare", "run", "wrong.json"]).exits(1);
    compared.prints(&["different outcomes\n  offer, with", "run: true", "wrong.json: maybe"]);
    let conform = |model: &str| {
        let arguments = [&["conform", model], &system[..], &["--quiet", "--guard-tests", "50"]].concat();
        desk.run(&arguments)
    };
    conform("run").exits(0);
    conform("wrong.json")
        .exits(1)
        .prints(&["the outcome of offer is maybe if arg1 != null && count <= 1; before this call: "]);
}

#[test]
fn an_iterator_throws_what_it_is_asked_too_early_for() {
    let Some((_, told)) = outcomes(&[&repository("cases/guards/list_iterator.toml")]) else { return };
    for wanted in [
        "remove / IllegalStateException [lastRet <= -1]",
        "remove [lastRet >= 0]",
        "next / NoSuchElementException [this$0.size <= cursor]",
        "next / not null or null [this$0.size - cursor >= 1]",
    ] {
        assert!(told.contains(&wanted.to_owned()), "no {wanted} in {told:#?}");
    }
}

#[test]
fn an_exception_that_the_case_recovers_from_does_not_end_the_object() {
    let Some((desk, _)) = with_bounded_stack() else { return };
    let case = "[system.java]\nclass = \"java.util.Stack\"\nmethods = [\"push\", \"pop\"]\n[learning]\nmodel = \"guarded\"\n\
                guard_tests = 100\n[[outputs.recoverable]]\nexception = \"EmptyStackException*\"\n";
    desk.write("stack.toml", case);
    desk.run(&["learn", "stack.toml", "--output", "stack", "--quiet"]).exits(0);
    let model = read_guarded_json(&desk.read("stack/model.json")).expect("a guarded model");
    let failing: Vec<_> = model.rules[1].branches.iter().filter(|branch| !branch.passes).collect();
    assert_eq!((failing.len(), failing[0].ends, failing[0].target), (1, false, Some(0)));
    assert_eq!(
        (failing[0].name(), failing[0].guard.to_string()),
        ("EmptyStackException".to_owned(), "elementCount <= 0".to_owned())
    );
    assert_eq!(model.rules[1].guard.to_string(), "elementCount >= 1");
}

/// A desk with the bounded stack learned into `run`; none where there is no JDK.
fn with_bounded_stack() -> Option<(Desk, String)> {
    if !has("java") || !has("javac") {
        return None;
    }
    let desk = Desk::new().with("TYPESTAR_CACHE", CACHE);
    let case = repository("cases/tzuyu/bounded_stack.toml");
    desk.run(&["learn", &case, "--output", "run", "--quiet", "--guard-tests", "100"]).exits(0);
    Some((desk, case))
}

#[test]
fn a_class_conforms_to_its_guards_and_not_to_one_that_is_off_by_one() {
    let Some((desk, case)) = with_bounded_stack() else { return };
    let agrees = desk.run(&["conform", "run", &case, "--quiet"]).exits(0);
    agrees.prints(&["verdict: no counterexample to the guards in", "in 100 words made to break each guard (seed 2)"]);
    let model = desk.read("run/model.json");
    let wrong = model.replacen("\"bound\":2", "\"bound\":1", 1).replacen("size <= 2", "size <= 1", 1);
    assert_ne!(model, wrong);
    desk.write("wrong.json", &wrong);
    let differs = desk.run(&["conform", "wrong.json", &case, "--quiet", "--junit", "junit.xml"]).exits(1);
    let why = "push passes exactly if size <= 1; before this call: size = 2";
    differs.prints(&["<-- here\n", why, "run it alone: typestar try", "the system does not do what the model expects"]);
    assert!(desk.read("junit.xml").contains("push passes exactly if size &lt;= 1"));
    let json = desk.run(&["conform", "wrong.json", &case, "--json", "--keep-going"]).exits(1).json();
    assert_eq!(json["first"]["why"], why);
    assert!(json["failed"].as_u64() > Some(1) && json["finished"] == true, "{json}");
    desk.run(&["conform", "run", &case, "--quiet", "--max-words", "5"]).exits(4).prints(&["the budget of 5 words"]);
    desk.run(&["conform", "run", &case, "--tester", "hsi(1)"]).exits(2).complains(&["is not for guarded models"]);
    desk.run(&["conform", "run", "java:java.util.BitSet"])
        .exits(2)
        .complains(&["inputs that the system does not have"]);
}

#[test]
fn the_executions_of_a_guarded_model_are_a_suite_in_a_file() {
    let Some((desk, case)) = with_bounded_stack() else { return };
    desk.run(&["tests", "run", "--output", "suite.txt"]).exits(0);
    let suite = desk.read("suite.txt");
    let is_refused = |line: &str| line.contains(" push(") && line.ends_with(")/error");
    assert!(suite.lines().any(is_refused), "{suite}");
    for before in [&["conform", "run"][..], &["conform"]] {
        let arguments = [before, &[case.as_str(), "--quiet", "--suite", "suite.txt"]].concat();
        desk.run(&arguments).exits(0).prints(&["no counterexample in the suite"]);
    }
    desk.write("suite.txt", &suite.replacen("pop/error", "pop/ok", 1));
    desk.run(&["conform", &case, "--quiet", "--suite", "suite.txt"]).exits(1).prints(&["the first failed word"]);
    desk.write("suite.txt", "peel/ok\n");
    desk.run(&["conform", &case, "--quiet", "--suite", "suite.txt"]).exits(2).complains(&["unknown input `peel`"]);
}
