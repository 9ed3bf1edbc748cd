//! When calls of Java classes succeed, known from their sources, and checked by all sequences of up to six methods.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::common::{has, repository};
use crate::guards::*;
use typestar_model::guarded::{Comparison, Guard, GuardedMethod, GuardedModel, Rule, Sum};
use typestar_query::{Case, Journal, RunOptions, learn_guarded};
use typestar_system::{Process, ProcessOptions};

const USUAL: Effort = Effort { longest: 6, alike: 1 };
/// What is wrong with wrong guards shows soon.
const SHORT: Effort = Effort { longest: 3, alike: 1 };
const KNOWN_EFFORT: Effort = Effort { longest: 5, alike: 2 };
/// A class that is learned without a case file of its own.
const BY_NAME: &str = "[system]\nname = \"class\"\ncommand = [\"none\"]\n[learning]\nmodel = \"guarded\"\n";
const ALL: Effort = Effort { longest: 6, alike: usize::MAX };

fn flag(feature: &str) -> Guard {
    Guard::Flag(feature.to_owned())
}

fn not(feature: &str) -> Guard {
    flag(feature).negated()
}

fn sum(terms: &[(i64, &str)], comparison: Comparison, bound: i64) -> Guard {
    let terms = terms.iter().map(|(factor, name)| (*factor, (*name).to_owned())).collect();
    Guard::Sum(Sum { terms, comparison, bound: bound.into() })
}

fn stack_guards() -> Vec<Guard> {
    let is_filled = Guard::at_least("elementCount", 1);
    vec![Guard::ALWAYS, is_filled.clone(), is_filled, Guard::ALWAYS, Guard::ALWAYS]
}

fn bounded_stack_guards() -> Vec<Guard> {
    vec![Guard::at_most("size", 2), Guard::at_least("size", 1)]
}

fn can_connect() -> Guard {
    Guard::All(vec![flag("sink == null"), not("arg1 == null"), not("arg1.connected")])
}

fn is_open() -> Guard {
    Guard::All(vec![not("sink == null"), not("sink.closedByWriter")])
}

fn piped_guards() -> Vec<Guard> {
    vec![can_connect(), is_open(), Guard::ALWAYS, Guard::ALWAYS]
}

fn piped_with_arrays_guards() -> Vec<Guard> {
    let write = Guard::All(vec![
        not("sink == null"),
        not("arg1 == null"),
        Guard::at_least("arg2", 0),
        Guard::at_least("arg3", 0),
        sum(&[(1, "arg2"), (1, "arg3"), (-1, "arg1.length")], Comparison::AtMost, 0),
        Guard::Any(vec![Guard::at_most("arg3", 0), not("sink.closedByWriter")]),
    ]);
    vec![can_connect(), is_open(), write, Guard::ALWAYS, Guard::ALWAYS]
}

fn example_piped_guards() -> Vec<Guard> {
    vec![can_connect(), not("sink == null"), Guard::ALWAYS, Guard::ALWAYS]
}

fn example_signature_guards() -> Vec<Guard> {
    let [update, verify] = [1, 2].map(|least| Guard::at_least("state", least));
    vec![Guard::ALWAYS, Guard::ALWAYS, update, sum(&[(1, "state")], Comparison::Equal, 1), verify]
}

fn list_iterator_guards() -> Vec<Guard> {
    let next = sum(&[(1, "this$0.size"), (-1, "cursor")], Comparison::AtLeast, 1);
    let has_last = Guard::at_least("lastRet", 0);
    vec![next, Guard::at_least("cursor", 1), has_last.clone(), has_last]
}

fn byte_buffer_guards() -> Vec<Guard> {
    let is_left = sum(&[(1, "limit"), (-1, "position")], Comparison::AtLeast, 1);
    vec![is_left.clone(), is_left, Guard::ALWAYS, Guard::ALWAYS, Guard::at_least("mark", 0)]
}

fn array_deque_guards() -> Vec<Guard> {
    let is_filled = sum(&[(1, "head"), (-1, "tail")], Comparison::Differs, 0);
    vec![not("arg1 == null"), not("arg1 == null"), is_filled.clone(), is_filled]
}

fn array_blocking_queue_guards() -> Vec<Guard> {
    let is_filled = Guard::at_least("count", 1);
    vec![Guard::All(vec![not("arg1 == null"), Guard::at_most("count", 1)]), is_filled.clone(), is_filled]
}

/// A model of one state with these guards, which are in the order of the methods.
fn model(class: &Class, guards: Vec<Guard>) -> GuardedModel {
    assert_eq!(class.methods.len(), guards.len());
    let rule = |(method, guard)| Rule::new(0, method, guard, Some(0));
    let named = |method: &Method| GuardedMethod { name: method.name.to_owned(), ..GuardedMethod::default() };
    GuardedModel {
        states: 1,
        methods: class.methods.iter().map(named).collect(),
        rules: guards.into_iter().enumerate().map(rule).collect(),
        ..GuardedModel::default()
    }
}

/// How the host of a class is started. A virtual machine that lives for seconds would spend most of them on optimising.
fn command(class: &Class) -> Vec<String> {
    let [host, classes] = java().each_ref().map(|path| path.display().to_string());
    let start = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", &host, "--classpath", &classes];
    start.iter().chain(class.host).map(|&word| word.to_owned()).collect()
}

/// The host for any class as a jar, and a folder with the classes of ours.
fn java() -> &'static [PathBuf; 2] {
    static MADE: OnceLock<[PathBuf; 2]> = OnceLock::new();
    MADE.get_or_init(|| {
        let made = ["typestar-host.jar", "tzuyu"].map(|name| Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        let sources = ["BoundedStack", "PipedOutputStream", "PipedInputStream", "Signature"];
        let known = KNOWN.iter().map(|class| format!("bench/guards/{}.java", class.host[0].replace('.', "/")));
        let sources = sources.iter().map(|class| format!("cases/tzuyu/{class}.java")).chain(known);
        let sources = sources.map(|source| repository(&source));
        let built = Command::new(repository("hosts/java/build")).arg(&made[0]).status().expect("a shell");
        let compiled = Command::new("javac").arg("-d").arg(&made[1]).args(sources).status().expect("javac starts");
        assert!(built.success() && compiled.success(), "it does not compile");
        made
    })
}

/// What the learner makes of a class, with the settings of its case, or with defaults where it has none.
fn learned(class: &Class) -> GuardedModel {
    let case = match class.case {
        "" => Case::parse(BY_NAME, Path::new("case.toml")),
        file => Case::load(&repository(file)),
    };
    let case = case.unwrap_or_else(|error| panic!("{error}"));
    let mut settings = ProcessOptions::new(command(class));
    settings.settings.tell_returned = true;
    let mut process = Process::start(settings).expect("it starts");
    let options = RunOptions::default();
    let finished = learn_guarded(&case, &mut process, Journal::in_memory(), &options, &mut |_, _| {}).expect("a run");
    assert_eq!((&finished.stop, finished.summary.findings.len()), (&None, 0));
    finished.learned
}

/// How many words it took to check the models, and for each of them what it tells wrong.
fn checked(class: &Class, models: &[GuardedModel], effort: Effort) -> (u64, Vec<Vec<String>>) {
    let command = command(class);
    let mut start = Command::new(&command[0]);
    start.args(&command[1..]);
    let checker = Checker::check(class, models, Host::start(start), effort);
    (checker.words, checker.wrong)
}

fn has_java() -> bool {
    let has_java = has("java") && has("javac");
    if !has_java {
        typestar_testing::skip("needs a JDK, which is not on PATH");
    }
    has_java
}

/// Checks the guards that are known, and those that are learned, by at least this many words.
fn assert_right(class: &Class, guards: Vec<Guard>, words: u64) {
    if has_java() {
        let models = [model(class, guards), learned(class)];
        let (checked, wrong) = checked(class, &models, USUAL);
        assert_eq!(wrong, vec![Vec::<String>::new(); 2]);
        assert!(checked >= words, "{checked} words");
    }
}

fn assert_wrong(class: &Class, guards: Vec<Guard>, shortest: &str) {
    if has_java() {
        let (_, wrong) = checked(class, &[model(class, guards)], SHORT);
        assert_eq!(wrong[0].first().map(String::as_str), Some(shortest));
    }
}

#[test]
fn a_stack_is_popped_and_peeked_if_it_has_an_element() {
    assert_right(&STACK, stack_guards(), 26_781);
}

#[test]
fn a_bounded_stack_takes_three_elements() {
    assert_right(&BOUNDED_STACK, bounded_stack_guards(), 81);
}

#[test]
fn a_piped_stream_is_written_if_it_is_connected_and_not_closed() {
    assert_right(&PIPED, piped_guards(), 3_272);
}

#[test]
fn a_closed_piped_stream_still_takes_zero_bytes() {
    assert_right(&PIPED_WITH_ARRAYS, piped_with_arrays_guards(), 12_190);
}

#[test]
fn the_example_of_a_piped_stream_is_written_if_it_is_connected() {
    assert_right(&EXAMPLE_PIPED, example_piped_guards(), 4_379);
}

#[test]
fn the_example_of_a_signature_signs_and_verifies_in_different_states() {
    assert_right(&EXAMPLE_SIGNATURE, example_signature_guards(), 13_655);
}

#[test]
fn a_list_iterator_changes_what_it_returned_last() {
    assert_right(&LIST_ITERATOR, list_iterator_guards(), 1_729);
}

#[test]
fn a_byte_buffer_is_used_up_to_its_limit() {
    assert_right(&BYTE_BUFFER, byte_buffer_guards(), 17_636);
}

#[test]
fn a_deque_is_empty_if_its_head_is_its_tail() {
    assert_right(&ARRAY_DEQUE, array_deque_guards(), 8_720);
}

#[test]
fn a_blocking_queue_of_two_refuses_a_third_element_and_null() {
    assert_right(&ARRAY_BLOCKING_QUEUE, array_blocking_queue_guards(), 479);
}

#[test]
fn the_published_guard_of_write_allows_a_write_after_close() {
    let published = vec![can_connect(), not("sink == null"), Guard::ALWAYS, Guard::ALWAYS];
    assert_wrong(&PIPED, published, r#"["connect","@new java.io.PipedInputStream"],["close"],["write",1]"#);
}

#[test]
fn a_guard_that_goes_along_with_the_right_one_is_found_out() {
    let is_changed = Guard::at_least("modCount", 1);
    let guards = vec![Guard::ALWAYS, is_changed.clone(), is_changed, Guard::ALWAYS, Guard::ALWAYS];
    assert_wrong(&STACK, guards, r#"["push","@new java.lang.Object"],["pop"],["pop"]"#);
}

#[test]
fn a_guard_that_says_nothing_of_the_argument_is_found_out() {
    let guards =
        vec![Guard::All(vec![flag("sink == null"), not("arg1 == null")]), is_open(), Guard::ALWAYS, Guard::ALWAYS];
    let connected = r#"["connect","@new java.io.PipedInputStream(new java.io.PipedOutputStream())"]"#;
    assert_wrong(&PIPED, guards, connected);
}

#[test]
fn guards_of_classes_that_are_learned_by_their_names_are_right_after_all_sequences() {
    if has_java() {
        for class in &KNOWN {
            let (words, wrong) = checked(class, &[learned(class)], KNOWN_EFFORT);
            assert_eq!(wrong, [Vec::<String>::new()], "{}", class.host[0]);
            assert!(words >= 30, "{}: {words} words", class.host[0]);
        }
    }
}

#[test]
#[ignore = "takes some minutes: .ci/run runs it"]
fn guards_are_right_with_all_arguments_after_all_sequences() {
    let truths = [
        (&STACK, stack_guards()),
        (&BOUNDED_STACK, bounded_stack_guards()),
        (&PIPED, piped_guards()),
        (&PIPED_WITH_ARRAYS, piped_with_arrays_guards()),
        (&EXAMPLE_PIPED, example_piped_guards()),
        (&EXAMPLE_SIGNATURE, example_signature_guards()),
        (&LIST_ITERATOR, list_iterator_guards()),
        (&BYTE_BUFFER, byte_buffer_guards()),
        (&ARRAY_DEQUE, array_deque_guards()),
        (&ARRAY_BLOCKING_QUEUE, array_blocking_queue_guards()),
    ];
    if has_java() {
        for (class, guards) in truths {
            let models = [model(class, guards), learned(class)];
            assert_eq!(checked(class, &models, ALL).1, vec![Vec::<String>::new(); 2], "{}", class.case);
        }
    }
}
