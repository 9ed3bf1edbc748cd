//! The classes of the TzuYu paper are learned through the command, with the guards that are known of them, and for no more
//! than TzuYu's lazy learner would take.

#![cfg(unix)]

mod common;

use common::{Desk, has, repository};
use serde_json::Value;
use typestar_model::guarded::{Guard, read_guarded_json};

/// Kept from test to test, so that the host is compiled once; never the cache of the user.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// Learns a case; the summary, and the guards that say something. None where there is no JDK.
fn learned(case: &str) -> Option<(Value, Vec<String>)> {
    if !has("java") || !has("javac") {
        return None;
    }
    let desk = Desk::new().with("TYPESTAR_CACHE", CACHE);
    let file = repository(&format!("cases/tzuyu/{case}.toml"));
    let summary = desk.run(&["learn", &file, "--output", "run", "--json", "--quiet"]).exits(0).json();
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
    assert_learned("stack", &["pop: elementCount >= 1", "peek: elementCount >= 1"], [24, 10, 3, 159]);
}

#[test]
fn a_bounded_stack_needs_room_to_be_pushed() {
    assert_learned("bounded_stack", &["push: size <= 2", "pop: size >= 1"], [16, 7, 3, 119]);
}

#[test]
fn a_piped_stream_is_not_written_after_close() {
    let guards =
        ["connect: sink == null && arg1 != null && !arg1.connected", "write: sink != null && !sink.closedByWriter"];
    assert_learned("piped_output_stream", &guards, [45, 14, 5, 275]);
}

#[test]
fn the_example_of_a_piped_stream_needs_a_connection_to_be_written() {
    let guards = ["connect: sink == null && arg1 != null && !arg1.connected", "write: sink != null"];
    assert_learned("example_piped_output_stream", &guards, [33, 11, 4, 208]);
}

#[test]
fn the_example_of_a_signature_needs_the_right_state() {
    let guards = ["update: state >= 1", "sign: state == 1", "verify: state >= 2"];
    assert_learned("example_signature", &guards, [40, 14, 5, 275]);
}

#[test]
fn a_part_of_an_array_is_written_if_it_is_one() {
    let guards = [
        "connect: sink == null && arg1 != null && !arg1.connected",
        "write(int): sink != null && !sink.closedByWriter",
        "write(byte[],int,int): sink != null && arg1 != null && arg2 >= 0 && arg3 >= 0 && arg2 + arg3 <= arg1.length && \
         (!sink.closedByWriter || arg3 == 0)",
    ];
    assert_learned("piped_output_stream_arrays", &guards, [u64::MAX; 4]);
}
