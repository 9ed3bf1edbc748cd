//! The guards of the classes that we know.

use super::classes::*;
use super::*;

/// The guard of a method, learned from all words of at most this many calls.
fn learned<O: Object>(object: &O, calls: &[Call], longest: usize, method: &str) -> String {
    best(&explored(object, calls, longest)[method]).unwrap().to_string()
}

#[test]
fn a_call_that_never_fails_and_one_that_never_passes_need_no_feature() {
    let calls = ["push", "pop", "empty"].map(call);
    assert_eq!(learned(&stack(), &calls, 3, "empty"), "true");
    assert_eq!(learned(&stack(), &[call("pop")], 3, "pop"), "false");
    assert_eq!(best(&[]).unwrap(), Guard::ALWAYS);
}

#[test]
fn stack_needs_an_element() {
    let calls = ["push", "pop", "peek", "empty"].map(call);
    for longest in [2, 3, 5] {
        assert_eq!(learned(&stack(), &calls, longest, "pop"), "elementCount >= 1");
        assert_eq!(learned(&stack(), &calls, longest, "peek"), "elementCount >= 1");
    }
}

#[test]
fn bounded_stack_needs_room_and_an_element() {
    let calls = ["push", "pop"].map(call);
    assert_eq!(learned(&bounded_stack(), &calls, 4, "push"), "size <= 2");
    assert_eq!(learned(&bounded_stack(), &calls, 4, "pop"), "size >= 1");
}

#[test]
fn signature_depends_on_its_state() {
    let calls = ["initSign", "initVerify", "sign", "verify", "update"].map(call);
    assert_eq!(learned(&signature(), &calls, 2, "sign"), "state == 1");
    assert_eq!(learned(&signature(), &calls, 2, "verify"), "state >= 2");
    assert_eq!(learned(&signature(), &calls, 2, "update"), "state >= 1");
}

#[test]
fn piped_output_stream_needs_a_sink_that_is_not_closed() {
    let calls = piped_calls();
    assert_eq!(learned(&Piped::default(), &calls, 4, "write"), "sink != null && !sink.closedByWriter");
    assert_eq!(learned(&Piped::default(), &calls, 4, "flush"), "true");
    let connect = "sink == null && arg1 != null && !arg1.connected";
    assert_eq!(learned(&Piped::with_taken_sink(), &calls, 3, "connect"), connect);
}

#[test]
fn what_was_never_seen_is_in_no_guard() {
    // All sinks that are connected are connected to this stream, so that this is never what a call fails for.
    let connect = learned(&Piped::default(), &piped_calls(), 4, "connect");
    assert_eq!(connect, "sink == null && arg1 != null");
}

#[test]
fn rivals_are_the_other_guards_that_fit() {
    let seen = &explored(&stack(), &["push", "pop"].map(call), 2)["pop"];
    let guards: Vec<String> = all(seen, 8).unwrap().iter().map(Guard::to_string).collect();
    assert_eq!(guards, ["elementCount >= 1", "modCount >= 1"], "only a word of three calls tells them apart");
    assert_eq!(all(seen, 1).unwrap().len(), 1);
}

#[test]
fn list_iterator_compares_the_cursor_with_the_size() {
    let calls = ["next", "previous", "set", "remove"].map(call);
    let iterator = list_iterator();
    assert_eq!(learned(&iterator, &calls, 4, "next"), "this$0.size - cursor >= 1");
    assert_eq!(learned(&iterator, &calls, 4, "previous"), "cursor >= 1");
    assert_eq!(learned(&iterator, &calls, 4, "set"), "lastRet >= 0");
    assert_eq!(learned(&iterator, &calls, 4, "remove"), "lastRet >= 0");
}

#[test]
fn byte_buffer_compares_the_position_with_the_limit() {
    let calls = ["put", "get", "flip", "mark", "reset"].map(call);
    assert_eq!(learned(&byte_buffer(), &calls, 4, "get"), "limit - position >= 1");
    assert_eq!(learned(&byte_buffer(), &calls, 4, "put"), "limit - position >= 1");
    assert_eq!(learned(&byte_buffer(), &calls, 4, "reset"), "mark >= 0");
}

#[test]
fn array_deque_needs_two_ends_that_differ() {
    let calls = ["addFirst", "addLast", "removeFirst", "removeLast"].map(call);
    assert_eq!(learned(&array_deque(), &calls, 3, "removeFirst"), "head != tail");
    assert_eq!(learned(&array_deque(), &calls, 5, "removeLast"), "head != tail");
}

#[test]
fn an_executor_runs_while_its_packed_state_is_negative() {
    let calls = ["execute", "shutdown", "shutdownNow"].map(call);
    assert_eq!(learned(&executor(), &calls, 4, "execute"), "ctl.value <= -1");
}

#[test]
fn a_write_of_an_array_needs_a_range_inside_of_it() {
    let mut calls = [vec![with("connect", &[Argument::Object(0)])], vec![call("close")]].concat();
    for array in [Argument::Null, Argument::Array(0), Argument::Array(1), Argument::Array(2)] {
        for start in -1..=2 {
            calls.extend(
                (-1..=2).map(|count| with("write", &[array, Argument::Number(start), Argument::Number(count)])),
            );
        }
    }
    let guard = learned(&Piped::default(), &calls, 3, "write");
    let text = "sink != null && arg1 != null && arg2 >= 0 && arg3 >= 0 && arg2 + arg3 <= arg1.length && \
                (!sink.closedByWriter || arg3 == 0)";
    assert_eq!(guard, text);
}
